//===- BarrierRemarks.cpp - The remarks of f2layout-relax -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/relax/BarrierRemarks.h"
#include "passes/price/AccessCost.h"
#include "passes/support/DisplayName.h"
#include "passes/support/UserLocation.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/Path.h"

#define DEBUG_TYPE "f2layout-relax"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace f2layout;
using NV = ore::NV;

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
  if (Call->isInlineAsm())
    return "inline assembly";
  if (Call->getIntrinsicID() != Intrinsic::not_intrinsic && IsFence(*Call))
    return "fence";
  if (isa<AnyMemTransferInst>(Call))
    return "copy";
  if (isa<AnyMemSetInst>(Call))
    return "fill";
  if (const Function *Callee = Call->getCalledFunction())
    return "call of " + displayName(Callee->getName());
  return "indirect call";
}

/// "load at k.cu:12".
template <typename Remark>
static void place(Remark &R, StringRef Key, const Instruction &I) {
  R << NV(Key, kindOf(I));
  const DILocation *L = userLine(I);
  if (!L)
    return;
  R << " at " << NV((Key + "File").str(), sys::path::filename(L->getFilename()))
    << ":" << NV((Key + "Line").str(), L->getLine());
}

/// What the user could do about it, or what exactly collides.
template <typename Remark> static void explain(Remark &R, const Collision &C) {
  switch (C.Why) {
  case Collision::Overlap:
    R << " touch the same bytes, for example in threads "
      << NV("ThreadA", C.ThreadA) << " and " << NV("ThreadB", C.ThreadB);
    return;
  case Collision::UnknownObjects:
  case Collision::UnknownAddress:
    R << " may touch the same bytes from different threads";
    if (C.RestrictWouldHelp)
      R << "; __restrict__ on the pointers would show that they do not";
    return;
  case Collision::NeedsShape:
    R << " may touch the same bytes from different threads; this "
         "depends on the block's shape, which is not known; block= or the "
         "attribute \"f2layout-block\" states it";
    return;
  case Collision::OtherIteration:
    R << " may touch the same bytes from different threads, in different "
         "iterations of a loop";
    return;
  }
}

/// As block= takes it.
static std::string shapeText(const std::array<unsigned, 3> &Size) {
  return formatv("{0}x{1}x{2}", Size[0], Size[1], Size[2]);
}

static void remarkKept(OptimizationRemarkEmitter &ORE, const BarrierVerdict &V,
                       const Instruction *At, const char *Name) {
  ORE.emit([&] {
    OptimizationRemarkMissed R(DEBUG_TYPE, "BarrierKept", userLocation(*At),
                               At->getParent());
    R << NV("Barrier", Name) << " kept: ";
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
      explain(R, V.Hit);
    }
    return R;
  });
}

void f2layout::remarkVerdict(OptimizationRemarkEmitter &ORE,
                             const BarrierVerdict &V, const Instruction *At,
                             bool OfWarp,
                             std::optional<std::array<unsigned, 3>> Tested) {
  const std::string Where =
      Tested ? "in blocks of " + shapeText(*Tested) + ", " : "";
  const char *Name = OfWarp ? "warp barrier" : "block barrier";
  switch (V.What) {
  case BarrierVerdict::Remove:
    ORE.emit([&] {
      return OptimizationRemark(DEBUG_TYPE, "BarrierRemoved", userLocation(*At),
                                At->getParent())
             << NV("Barrier", Name) << " removed: " << NV("Shape", Where)
             << "no two threads of the " << (OfWarp ? "warp" : "block")
             << " touch the same byte across it (" << NV("Pairs", V.Pairs)
             << " pairs of accesses)";
    });
    return;
  case BarrierVerdict::Weaken:
    ORE.emit([&] {
      return OptimizationRemark(DEBUG_TYPE, "BarrierWeakened",
                                userLocation(*At), At->getParent())
             << "block barrier became a warp barrier: " << NV("Shape", Where)
             << "only threads of one warp touch the same byte across it ("
             << NV("Pairs", V.Pairs) << " pairs of accesses)";
    });
    return;
  case BarrierVerdict::Keep:
    // A warp barrier that is proved to be needed is not a missed opportunity;
    // the rewritten exchange may have introduced it.
    if (!OfWarp || !V.Reason.empty() || V.Orders ||
        V.Hit.Why != Collision::Overlap)
      remarkKept(ORE, V, At, Name);
    return;
  }
}

void f2layout::remarkUnpaid(OptimizationRemarkEmitter &ORE,
                            const Instruction &First,
                            const GuessedBarriers &G) {
  ORE.emit([&] {
    return OptimizationRemarkMissed(DEBUG_TYPE, "NotProfitable",
                                    userLocation(First), First.getParent())
           << NV("Barriers", unsigned(G.Gone.size()))
           << (G.Gone.size() == 1 ? " block barrier" : " block barriers")
           << " kept: not needed in blocks of "
           << NV("Shape", shapeText(G.Size)) << ", which would save "
           << NV("Saved", clockText(G.Saved)) << " of "
           << NV("Clocks", clockText(G.Before))
           << " clocks per warp, too few for a second version of the kernel; "
              "block="
           << NV("Block", shapeText(G.Size))
           << " or the attribute \"f2layout-block\" states the shape";
  });
}

void f2layout::remarkLeftAlone(OptimizationRemarkEmitter &ORE, Function &F,
                               StringRef Why) {
  ORE.emit([&] {
    return OptimizationRemarkMissed(DEBUG_TYPE, "BadLaunchAttribute",
                                    DiagnosticLocation(F.getSubprogram()),
                                    &F.getEntryBlock())
           << "barriers unchanged: " << NV("Reason", Why);
  });
}
