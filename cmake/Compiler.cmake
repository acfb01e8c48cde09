# The compiler, where the user names none: the clang of the same LLVM, if it is
# there. It makes more of precompiled headers than GCC does
# (cmake/Precompiled.cmake), and who uses the plugin with clang has it.
#
# Included before project(). CMAKE_CXX_COMPILER, CXX and a toolchain file are
# the ways to name another one; a project that adds this one has its own.
if(CMAKE_SOURCE_DIR STREQUAL CMAKE_CURRENT_SOURCE_DIR AND
   NOT DEFINED CMAKE_CXX_COMPILER AND NOT DEFINED ENV{CXX} AND
   NOT DEFINED CMAKE_C_COMPILER AND NOT DEFINED ENV{CC} AND
   NOT DEFINED CMAKE_TOOLCHAIN_FILE)
  set(F2_LLVM_BIN /usr/lib/llvm-22/bin)
  if(LLVM_DIR)
    get_filename_component(F2_LLVM_BIN ${LLVM_DIR}/../../../bin ABSOLUTE)
  endif()
  if(EXISTS ${F2_LLVM_BIN}/clang++ AND EXISTS ${F2_LLVM_BIN}/clang)
    set(CMAKE_C_COMPILER ${F2_LLVM_BIN}/clang CACHE FILEPATH "C compiler")
    set(CMAKE_CXX_COMPILER ${F2_LLVM_BIN}/clang++ CACHE FILEPATH
      "C++ compiler")
  endif()
endif()
