//===- Versioning.h - Two versions of a function behind a test ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   before:  entry: A                after:  dispatch:  if (test) entry
//                                                       else entry.orig
//                                            entry:      A
//                                            entry.orig: A
//
// The test must have the same result in every thread of the block, so that all
// threads still meet at the barriers of either version.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAUNCH_VERSIONING_H
#define F2LAYOUT_PASSES_LAUNCH_VERSIONING_H

#include "intrinsics/target/Target.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include <array>

namespace f2layout {
inline namespace passes {

/// Copies F's body. The original instructions then run only if the test that
/// MakeTest builds holds; otherwise the copy runs. Pointers to instructions
/// keep pointing into the tested version.
void versionFunction(
    llvm::Function &F,
    llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &)> MakeTest);

/// The same, with a test for blocks of exactly this shape.
void versionForShape(llvm::Function &F, const Target &T,
                     const std::array<unsigned, 3> &Size);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAUNCH_VERSIONING_H
