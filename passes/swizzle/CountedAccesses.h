//===- CountedAccesses.h - Whose accesses a remark counts -------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array keeps one layout in both versions of a kernel that tests its block's
// shape. A remark that sums up the accesses to it says whose they are.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SWIZZLE_COUNTEDACCESSES_H
#define F2LAYOUT_PASSES_SWIZZLE_COUNTEDACCESSES_H

#include "passes/sharedmemory/objects/SharedObjects.h"

namespace f2layout {
inline namespace passes {

/// Whether the array has accesses in both versions of its kernel.
bool isInBothVersions(const SharedObject &O);
/// " accesses of a block", or " accesses of both versions of the kernel".
llvm::StringRef countedAccesses(const SharedObject &O);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SWIZZLE_COUNTEDACCESSES_H
