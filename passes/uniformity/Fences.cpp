//===- Fences.cpp - What a fence orders -----------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/uniformity/Fences.h"
#include "compat/LLVMCompat.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MemoryModelRelaxationAnnotations.h"

using namespace llvm;

namespace f2layout {
inline namespace passes {

static FenceReach reachOf(const LLVMContext &C, SyncScope::ID Scope) {
  SmallVector<StringRef, 8> Names;
  C.getSyncScopeNames(Names);
  if (Scope >= Names.size())
    return FenceReach::None;
  // The "-one-as" scopes order each address space only for itself.
  return compat::StringSwitch<FenceReach>(Names[Scope])
      .Case("wavefront", FenceReach::Wave)
      .Cases({"workgroup", "cluster", "agent", ""}, FenceReach::Block)
      .Default(FenceReach::None);
}

/// Annotations may limit a fence to some address spaces. An unknown annotation
/// may limit it in an unknown way.
static void limitByAnnotations(const FenceInst &Fence, FenceFacts &Facts) {
  MMRAMetadata Tags(Fence);
  if (Tags.empty())
    return;
  Facts.OrdersShared = Facts.OrdersGlobal = false;
  for (const auto &[Prefix, Suffix] : Tags) {
    if (Prefix != "amdgpu-synchronize-as" && Prefix != "amdgpu-as") {
      Facts.OrdersShared = Facts.OrdersGlobal = false;
      return;
    }
    Facts.OrdersShared |= Suffix == "local";
    Facts.OrdersGlobal |= Suffix == "global";
  }
}

static FenceFacts factsOfInst(const FenceInst &Fence) {
  FenceFacts Facts;
  Facts.R = reachOf(Fence.getContext(), Fence.getSyncScopeID());
  Facts.Releases = isReleaseOrStronger(Fence.getOrdering());
  Facts.Acquires = isAcquireOrStronger(Fence.getOrdering());
  Facts.OrdersShared = Facts.OrdersGlobal = true;
  limitByAnnotations(Fence, Facts);
  return Facts;
}

/// __atomic_work_item_fence(flags, order, scope) of the OpenCL C library: flags
/// 1 local, 2 global; order 2 acquire to 5 sequentially consistent; scope 1
/// work group to 3 all devices, 4 sub group.
static std::optional<FenceFacts> factsOfCall(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->isDeclaration() ||
      Callee->getName() != "__atomic_work_item_fence" || Call.arg_size() != 3)
    return std::nullopt;
  uint64_t Arg[3];
  for (unsigned I = 0; I != 3; ++I) {
    auto *C = dyn_cast<ConstantInt>(Call.getArgOperand(I));
    if (!C || C->getValue().getActiveBits() > 8)
      return std::nullopt;
    Arg[I] = C->getZExtValue();
  }
  FenceFacts Facts;
  Facts.OrdersShared = Arg[0] & 1;
  Facts.OrdersGlobal = Arg[0] & 2;
  Facts.Acquires = Arg[1] == 2 || Arg[1] == 4 || Arg[1] == 5;
  Facts.Releases = Arg[1] >= 3 && Arg[1] <= 5;
  Facts.R = Arg[2] >= 1 && Arg[2] <= 3 ? FenceReach::Block
            : Arg[2] == 4              ? FenceReach::Wave
                                       : FenceReach::None;
  return Facts;
}

std::optional<FenceFacts> factsOfFence(const Instruction *I) {
  if (auto *Fence = dyn_cast<FenceInst>(I))
    return factsOfInst(*Fence);
  if (auto *Call = dyn_cast<CallBase>(I))
    return factsOfCall(*Call);
  return std::nullopt;
}

bool bracketBarrier(const Instruction *First, const Instruction *Last,
                    FenceReach R, bool &SharedOnly) {
  auto Before = factsOfFence(First), After = factsOfFence(Last);
  if (!Before || !After || !Before->Releases || !After->Acquires)
    return false;
  if (Before->R < R || After->R < R || !Before->OrdersShared ||
      !After->OrdersShared)
    return false;
  SharedOnly = !Before->OrdersGlobal || !After->OrdersGlobal;
  return true;
}

} // namespace passes
} // namespace f2layout
