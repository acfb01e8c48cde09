# A Debian package by CPack, one for each LLVM, which can be installed side by
# side:
#
#   cmake --build build --target F2Layout f2layout f2sim
#   cpack --config build/CPackConfig.cmake -B build/packages
#
# F2LAYOUT_PACKAGE_CONTACT is the Maintainer of the package.
#
# It depends on the libllvm22 of the same major and minor, since names in LLVM's
# library have a version of both. The programs' other libraries are found by
# dpkg-shlibdeps. It packages what has been built, and builds nothing.

set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_NAME ${F2_NAME})
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR "The f2layout project")
set(F2LAYOUT_PACKAGE_CONTACT "The f2layout project <f2layout@invalid>"
  CACHE STRING "Maintainer of the Debian package: NAME <ADDRESS>")
set(CPACK_PACKAGE_CONTACT "${F2LAYOUT_PACKAGE_CONTACT}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
  "LLVM ${LLVM_VERSION_MAJOR} pass plugin for the layouts of GPU kernels")
set(CPACK_PACKAGE_DESCRIPTION
"Finds values that the threads of a CUDA or HIP kernel exchange through shared
memory, and moves them in a cheaper way. This package is for LLVM \
${LLVM_VERSION_MAJOR}.${LLVM_VERSION_MINOR}
(clang-${LLVM_VERSION_MAJOR}, opt-${LLVM_VERSION_MAJOR}) and has the plugin, \
the header f2layout.h, libraries of
layouts and of calls on IR for compilers, the layout calculator and the
simulator.")

set(Series ${LLVM_VERSION_MAJOR}.${LLVM_VERSION_MINOR})
math(EXPR Next "${LLVM_VERSION_MINOR} + 1")
set(Next ${LLVM_VERSION_MAJOR}.${Next})
set(CPACK_DEBIAN_PACKAGE_DEPENDS
  "libllvm${LLVM_VERSION_MAJOR} (>= 1:${Series}), libllvm${LLVM_VERSION_MAJOR} (<< 1:${Next}~)")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS clang-${LLVM_VERSION_MAJOR})
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "llvm-${LLVM_VERSION_MAJOR}-dev, python3")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_STRIP_FILES ON)
include(CPack)
