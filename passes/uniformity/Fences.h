//===- Fences.h - What a fence orders -------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On AMD a barrier does not order memory: fences around it do.
//
//   fence syncscope("workgroup") release
//   call void @llvm.amdgcn.s.barrier()
//   fence syncscope("workgroup") acquire
//
// A fence may order one address space only, by annotation:
//
//   fence syncscope("workgroup") release, !mmra !{!"amdgpu-synchronize-as",
//                                                !"local"}
//
// HIP once called a function, __atomic_work_item_fence(1, 3, 1), in its place.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_UNIFORMITY_FENCES_H
#define F2LAYOUT_PASSES_UNIFORMITY_FENCES_H

#include <optional>

namespace llvm {
class Instruction;
} // namespace llvm

namespace f2layout {
inline namespace passes {

/// The scope of a fence. Wider scopes include the narrower ones.
enum class FenceReach { None, Wave, Block };

/// A fence instruction, or a call of the function that HIP used before it had
/// fence instructions.
struct FenceFacts {
  FenceReach R = FenceReach::None;
  bool Releases = false, Acquires = false;
  bool OrdersShared = false, OrdersGlobal = false;
};

/// Returns std::nullopt if I is no fence.
std::optional<FenceFacts> factsOfFence(const llvm::Instruction *I);

/// Both are fences that bracket a barrier of the given scope, so that shared
/// memory is ordered across it. SharedOnly: other memory is not.
bool bracketBarrier(const llvm::Instruction *First,
                    const llvm::Instruction *Last, FenceReach R,
                    bool &SharedOnly);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_UNIFORMITY_FENCES_H
