//===- BarrierRemarks.cpp - The remarks of f2layout-relax -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/relax/BarrierRemarks.h"
#include "intrinsics/target/Vocabulary.h"
#include "passes/convergence/BlockBarriers.h"
#include "passes/launch/ShapeAdvice.h"
#include "passes/price/AccessCost.h"
#include "passes/support/DisplayName.h"
#include "passes/support/RegisterAsm.h"
#include "passes/support/UserLocation.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/Path.h"

#define DEBUG_TYPE "f2layout-relax"

using namespace llvm;
using namespace f2layout;
using NV = UserRemark::Argument;

/// Clocks of a warp at a barrier, for the order of remarks.
static constexpr double BlockBarrierClocks = 16, WarpBarrierClocks = 2;
/// The part of it that counts where the barrier is gone. What made it needless
/// is told first.
static constexpr double GainOfBarrier = 0.03;

static std::string kindOf(const Instruction &I) {
  auto IsFence = [](const CallBase &Call) {
    StringRef Name = Intrinsic::getBaseName(Call.getIntrinsicID());
    return Name.starts_with("llvm.nvvm.membar") ||
           Name.starts_with("llvm.nvvm.fence");
  };
  if (isa<FenceInst>(I))
    return "fence";
  bool Volatile = I.isVolatile();
  if (isa<LoadInst>(I))
    return Volatile ? "volatile load" : I.isAtomic() ? "atomic load" : "load";
  if (isa<StoreInst>(I))
    return Volatile       ? "volatile store"
           : I.isAtomic() ? "atomic store"
                          : "store";
  if (I.isAtomic())
    return "atomic operation";
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return "access";
  if (looseBarrier(*Call))
    return "barrier";
  if (Call->isInlineAsm())
    return isCompilerBarrier(*Call) ? "compiler barrier" : "inline assembly";
  if (Call->getIntrinsicID() != Intrinsic::not_intrinsic && IsFence(*Call))
    return "fence";
  if (isa<AnyMemTransferInst>(Call))
    return "copy";
  if (isa<AnyMemSetInst>(Call))
    return "fill";
  if (Call->getCalledFunction())
    return "call of " + displayCallee(*Call);
  return "indirect call";
}

/// "load at k.cu:12".
static void place(UserRemark &R, StringRef Key, const Instruction &I) {
  R << NV(Key, kindOf(I));
  const DILocation *L = userLine(I);
  if (!L)
    return;
  R << " at " << NV((Key + "File").str(), sys::path::filename(L->getFilename()))
    << ":" << NV((Key + "Line").str(), L->getLine());
}

/// What the user could do about it, or what exactly collides.
static void explain(UserRemark &R, const Collision &C, const Function &F) {
  switch (C.Why) {
  case Collision::Overlap:
    R << " touch the same bytes, for example in threads "
      << NV("ThreadA", C.ThreadA) << " and " << NV("ThreadB", C.ThreadB)
      << ", so it is needed";
    return;
  case Collision::UnknownObjects:
  case Collision::UnknownAddress:
    R << " may touch the same bytes from different threads";
    if (C.RestrictWouldHelp)
      R << "; __restrict__ on the pointers would show that they do not";
    return;
  case Collision::NeedsShape:
    R << " may touch the same bytes from different threads; this "
         "depends on the block's shape, which is not known; "
      << shapeAdvice(F);
    return;
  case Collision::OtherIteration:
    R << " may touch the same bytes from different threads, in different "
         "iterations of a loop";
    return;
  }
}

/// The part of the barrier's clocks that acting on the reason may save.
static double helpOf(const BarrierVerdict &V) {
  if (!V.Reason.empty() || V.Orders)
    return 0.3;
  switch (V.Hit.Why) {
  case Collision::Overlap:
    return 0; // It is needed.
  case Collision::OtherIteration:
    return 0.05;
  case Collision::NeedsShape:
    return 1;
  case Collision::UnknownObjects:
  case Collision::UnknownAddress:
    return V.Hit.RestrictWouldHelp ? 1 : 0.2;
  }
  return 0;
}

/// Barriers that are kept for one reason are one remark.
static std::string subjectOf(const BarrierVerdict &V, StringRef Name) {
  if (!V.Reason.empty())
    return (Name + V.Reason).str();
  if (V.Orders)
    return (Name + V.Why).str();
  return (Name + std::to_string(V.Hit.Why) +
          (V.Hit.RestrictWouldHelp ? "restrict" : ""))
      .str();
}

/// The loop needs one barrier, others' data are waited for, or threads touch
/// the same bytes.
static bool isFinal(const BarrierVerdict &V) {
  if (V.Orders)
    return V.Orders->isAtomic() || V.Orders->isVolatile();
  return V.isForPair() && (V.Hit.Why == Collision::Overlap ||
                           V.Hit.Why == Collision::OtherIteration);
}

/// " in the version for blocks of 256".
static void sayVersion(UserRemark &R, StringRef Block) {
  if (!Block.empty())
    R << " in the version for blocks of " << NV("Block", Block);
}

/// None if nothing is left on one side of the barrier.
static void sayPairs(UserRemark &R, const BarrierVerdict &V) {
  if (V.Pairs == 0)
    return;
  R << " (";
  R.count("Pairs", V.Pairs, "pair") << " of accesses checked)";
}

static UserRemark kept(const BarrierVerdict &V, const Instruction *At,
                       const std::string &Name, const std::string &Block) {
  UserRemark R(UserRemark::Missed, DEBUG_TYPE, "BarrierKept", *At);
  R.Subject = subjectOf(V, Name + Block);
  R.Worth = helpOf(V);
  R.IsFinal = isFinal(V);
  R << NV("Barrier", Name) << " kept";
  sayVersion(R, Block);
  R << ": ";
  if (!V.Reason.empty()) {
    R << NV("Reason", V.Reason);
  } else if (V.Orders) {
    R << "the ";
    place(R, "First", *V.Orders);
    R << " " << NV("Reason", V.Why);
  } else {
    R << "the ";
    place(R, "First", *V.Before.I);
    R << " and the ";
    place(R, "Second", *V.After.I);
    explain(R, V.Hit, *At->getFunction());
  }
  return R;
}

static UserRemark removed(const BarrierVerdict &V, const Instruction *At,
                          const std::string &Name, const std::string &Group,
                          const std::string &Block) {
  UserRemark R(UserRemark::Passed, DEBUG_TYPE, "BarrierRemoved", *At);
  R.Subject = Name + Block;
  R.Worth = GainOfBarrier;
  R << NV("Barrier", Name) << " removed";
  sayVersion(R, Block);
  R << ": no two threads of the " << Group << " touch the same byte across it";
  sayPairs(R, V);
  return R;
}

static UserRemark weakened(const BarrierVerdict &V, const Instruction *At,
                           const std::string &Warp, const std::string &Block) {
  UserRemark R(UserRemark::Passed, DEBUG_TYPE, "BarrierWeakened", *At);
  R.Subject = Block;
  R.Worth = GainOfBarrier;
  R << "block barrier became a " << Warp << " barrier";
  sayVersion(R, Block);
  R << ": only threads of one " << Warp << " touch the same byte across it";
  sayPairs(R, V);
  return R;
}

void f2layout::remarkVerdict(KernelRemarks &Out, const BarrierVerdict &V,
                             const Instruction *At, bool OfWarp,
                             std::optional<std::array<unsigned, 3>> Version) {
  const std::string Block = Version ? blockText(*Version) : "";
  // A warp barrier that is proved to be needed is not a missed opportunity; the
  // rewritten exchange may have introduced it.
  if (V.What == BarrierVerdict::Keep && OfWarp && V.Reason.empty() &&
      !V.Orders && V.Hit.Why == Collision::Overlap)
    return;
  Out.add([&] {
    const std::string Warp = vocabularyOf(*At->getFunction()).Warp.str();
    const std::string Group = OfWarp ? Warp : "block";
    const std::string Name = Group + " barrier";
    UserRemark R =
        V.What == BarrierVerdict::Remove   ? removed(V, At, Name, Group, Block)
        : V.What == BarrierVerdict::Weaken ? weakened(V, At, Warp, Block)
                                           : kept(V, At, Name, Block);
    R.Places = "barriers";
    R.Worth *= (OfWarp ? WarpBarrierClocks : BlockBarrierClocks) *
               Out.timesOf(*At->getParent());
    return R;
  });
}

void f2layout::remarkUnpaid(KernelRemarks &Out, const Instruction &First,
                            const GuessedBarriers &G) {
  const Function &F = *First.getFunction();
  Out.add([&] {
    UserRemark R(UserRemark::Missed, DEBUG_TYPE, "NotProfitable", First);
    R.Worth = G.Saved;
    R << NV("Barriers", unsigned(G.Gone.size()))
      << (G.Gone.size() == 1 ? " block barrier" : " block barriers")
      << " kept: not needed in blocks of " << NV("Block", blockText(G.Size))
      << ", which would save " << NV("Saved", clockText(G.Saved)) << " of "
      << NV("Clocks", clockText(G.Before)) << " clocks per "
      << vocabularyOf(F).Warp
      << ", too few for a second version of the kernel; "
      << NV("Advice", shapeAdvice(F, G.Size));
    return R;
  });
}

void f2layout::remarkLeftAlone(KernelRemarks &Out, Function &F, StringRef Why) {
  Out.add([&] {
    UserRemark R(UserRemark::Missed, DEBUG_TYPE, "BadLaunchAttribute", F);
    R.Worth = WholeKernel;
    R << "barriers unchanged: " << NV("Reason", Why);
    return R;
  });
}
