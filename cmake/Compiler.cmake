# Chooses the compiler if the user names none: the clang of the same LLVM, if it
# is installed. It gains more from precompiled headers than GCC does
# (cmake/Precompiled.cmake).
#
# This file is included before project(). To name another compiler, set
# CMAKE_CXX_COMPILER, the environment's CXX, or a toolchain file. A project that
# adds this one with add_subdirectory keeps its own compiler.
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
