//===- MaySync.h - Instructions that may order threads --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether a single instruction may wait for other threads, signal to them, or
// order memory between them. Where the attributes of a call do not show it, the
// name of its intrinsic does. When in doubt, it may:
//
//   call void @llvm.nvvm.mbarrier.arrive...   yes, by name
//   call float @llvm.nvvm.sqrt.rn.f(...)      no
//   store atomic i32 ... monotonic            no: ordered only for itself
//   fence syncscope("workgroup") acquire      yes
//   call void @unknown()                      yes, unless nosync or readonly
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_UNIFORMITY_MAYSYNC_H
#define F2LAYOUT_PASSES_UNIFORMITY_MAYSYNC_H

namespace llvm {
class Instruction;
} // namespace llvm

namespace f2layout {
inline namespace passes {

bool maySync(const llvm::Instruction &I);

/// May be between the parts of one barrier: it accesses no memory and does not
/// synchronise.
bool isTransparent(const llvm::Instruction &I);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_UNIFORMITY_MAYSYNC_H
