//===- BothVersions.h - What is in both versions of a kernel ----*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that tests its block's shape (TestedShape.h) has each access twice.
// A remark that counts accesses of both versions must say so, since the source
// has half as many:
//
//   8 loads of 4 bytes from argument 1, in both versions of the kernel, become
//   2 of 16 bytes
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAUNCH_BOTHVERSIONS_H
#define F2LAYOUT_PASSES_LAUNCH_BOTHVERSIONS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Function.h"
#include <optional>

namespace f2layout {
inline namespace passes {

class BothVersions {
public:
  explicit BothVersions(llvm::Function &F);
  /// True in the version for the tested shape, false in the other one; none if
  /// the kernel has one version, or if I's block is newer than this.
  std::optional<bool> isTested(const llvm::Instruction &I) const;

private:
  llvm::DenseMap<const llvm::BasicBlock *, bool> Tested;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAUNCH_BOTHVERSIONS_H
