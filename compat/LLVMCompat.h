//===- LLVMCompat.h - One source for two versions of LLVM -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. LLVM changes its interfaces and its IR with each version. Conditions
// all over the sources would hide what the code does.
//
// Example. A module's target triple is a Triple in LLVM 22 and a std::string in
// LLVM 19. Code that asks whether a kernel is for NVIDIA says
//
//   compat::targetTriple(M).isNVPTX()
//
// and no file but those of this folder asks for the version of LLVM.
//
// Rule. Three kinds of differences, three places:
//
//   another spelling      a function of namespace compat, in LLVM22.h and
//                         LLVM19.h
//   a name that is new    LLVM19.h has it in the namespace where LLVM 22 has it
//   an ability that is    compat::knowsCpu, and the constants below it. Targets
//   new                   and tables ask them (intrinsics/target/Target.cpp)
//
// An intrinsic that LLVM 19 lacks has a number there that no call has, so it
// can be compared with and be in tables, but not be declared.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_COMPAT_LLVMCOMPAT_H
#define F2LAYOUT_COMPAT_LLVMCOMPAT_H

#include "llvm/Config/llvm-config.h"

#if LLVM_VERSION_MAJOR >= 22
#include "compat/LLVM22.h" // IWYU pragma: export
#else
#include "compat/LLVM19.h" // IWYU pragma: export
#endif

#endif // F2LAYOUT_COMPAT_LLVMCOMPAT_H
