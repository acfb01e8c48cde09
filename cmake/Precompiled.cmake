# Precompiled headers. Most of the time of a compilation is spent in LLVM's
# headers: reading them, and instantiating their templates. Clang does both once
# for each list below.
#
#   f2_precompile(Target Part...)         compiles the headers of those parts
#   f2_precompile_as(Target Other)        uses those of Other, which must have
#                                         the same flags
#
# The lists have no header of this project, because each change of such a header
# would compile everything anew. Every file still includes what it uses; a build
# with F2LAYOUT_PCH=OFF shows what is missing. Targets that link the libraries
# see neither the option nor the headers.
#
# The default is off with GCC and in a project that adds this one. GCC 12
# instantiates the templates again in every file and gains less than a tenth.
if(PROJECT_IS_TOP_LEVEL AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  set(F2_PCH_PAYS ON)
else()
  set(F2_PCH_PAYS OFF)
endif()
option(F2LAYOUT_PCH "Precompile LLVM's headers" ${F2_PCH_PAYS})

# What layouts/ may include: the standard library, ADT and Support.
set(F2_PCH_SUPPORT
  <algorithm> <array> <cmath> <cstdint> <functional> <limits> <map> <memory>
  <numeric> <optional> <set> <string> <utility> <variant> <vector>
  <llvm/ADT/ArrayRef.h> <llvm/ADT/BitVector.h> <llvm/ADT/DenseMap.h>
  <llvm/ADT/DenseSet.h> <llvm/ADT/MapVector.h> <llvm/ADT/STLExtras.h>
  <llvm/ADT/SetVector.h> <llvm/ADT/SmallPtrSet.h> <llvm/ADT/SmallVector.h>
  <llvm/ADT/StringExtras.h> <llvm/ADT/StringSwitch.h> <llvm/ADT/Twine.h>
  <llvm/Support/Error.h> <llvm/Support/Format.h>
  <llvm/Support/FormatVariadic.h> <llvm/Support/MathExtras.h>
  <llvm/Support/raw_ostream.h>)

# What the passes include beyond it.
set(F2_PCH_IR
  <llvm/IR/CFG.h> <llvm/IR/Constants.h> <llvm/IR/DebugInfoMetadata.h>
  <llvm/IR/Dominators.h> <llvm/IR/IRBuilder.h> <llvm/IR/InlineAsm.h>
  <llvm/IR/InstIterator.h> <llvm/IR/IntrinsicInst.h>
  <llvm/IR/IntrinsicsAMDGPU.h> <llvm/IR/IntrinsicsNVPTX.h>
  <llvm/IR/Module.h> <llvm/IR/Operator.h> <llvm/IR/PassManager.h>
  <llvm/IR/PatternMatch.h>)
set(F2_PCH_ANALYSIS
  <llvm/Analysis/AssumptionCache.h> <llvm/Analysis/LoopInfo.h>
  <llvm/Analysis/MustExecute.h> <llvm/Analysis/OptimizationRemarkEmitter.h>
  <llvm/Analysis/PostDominators.h> <llvm/Analysis/ScalarEvolution.h>
  <llvm/Analysis/ScalarEvolutionExpressions.h>
  <llvm/Analysis/UniformityAnalysis.h> <llvm/Analysis/ValueTracking.h>
  <llvm/Transforms/Utils/Local.h>)

# What unit tests include beyond these.
set(F2_PCH_TEST <random> <gtest/gtest.h>)

function(f2_precompile_flags Target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_compile_options(${Target} PRIVATE
      "SHELL:-Xclang -fno-pch-timestamp")
  else()
    target_compile_options(${Target} PRIVATE -fpch-preprocess)
  endif()
endfunction()

function(f2_precompile Target)
  if(F2LAYOUT_PCH)
    foreach(Part ${ARGN})
      target_precompile_headers(${Target} PRIVATE ${F2_PCH_${Part}})
    endforeach()
    f2_precompile_flags(${Target})
  endif()
endfunction()

function(f2_precompile_as Target Other)
  if(F2LAYOUT_PCH)
    target_precompile_headers(${Target} REUSE_FROM ${Other})
    f2_precompile_flags(${Target})
  endif()
endfunction()
