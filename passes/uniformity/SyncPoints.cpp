//===- SyncPoints.cpp - The places where threads wait for each other ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/uniformity/SyncPoints.h"
#include "passes/launch/LaunchShape.h"
#include "passes/support/RegisterAsm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/MemoryModelRelaxationAnnotations.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout {
inline namespace passes {

//===----------------------------------------------------------------------===//
// Fences
//===----------------------------------------------------------------------===//

namespace {
/// The scope of a fence. Wider scopes include the narrower ones.
enum class Reach { None, Wave, Block };

/// A fence instruction, or a call of the function that HIP used before it had
/// fence instructions.
struct FenceFacts {
  Reach R = Reach::None;
  bool Releases = false, Acquires = false;
  bool OrdersShared = false, OrdersGlobal = false;
};
} // namespace

static Reach reachOf(const LLVMContext &C, SyncScope::ID Scope) {
  SmallVector<StringRef, 8> Names;
  C.getSyncScopeNames(Names);
  if (Scope >= Names.size())
    return Reach::None;
  // The "-one-as" scopes order each address space only for itself.
  return StringSwitch<Reach>(Names[Scope])
      .Case("wavefront", Reach::Wave)
      .Cases({"workgroup", "cluster", "agent", ""}, Reach::Block)
      .Default(Reach::None);
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

static std::optional<FenceFacts> factsOfFence(const FenceInst &Fence) {
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
static std::optional<FenceFacts> factsOfFenceCall(const CallBase &Call) {
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
  Facts.R = Arg[2] >= 1 && Arg[2] <= 3 ? Reach::Block
            : Arg[2] == 4              ? Reach::Wave
                                       : Reach::None;
  return Facts;
}

static std::optional<FenceFacts> factsOf(const Instruction *I) {
  if (auto *Fence = dyn_cast<FenceInst>(I))
    return factsOfFence(*Fence);
  if (auto *Call = dyn_cast<CallBase>(I))
    return factsOfFenceCall(*Call);
  return std::nullopt;
}

/// Both fences bracket a barrier of the given scope, so that shared memory is
/// ordered across it.
static bool bracket(const Instruction *First, const Instruction *Last, Reach R,
                    bool &SharedOnly) {
  auto Before = factsOf(First), After = factsOf(Last);
  if (!Before || !After || !Before->Releases || !After->Acquires)
    return false;
  if (Before->R < R || After->R < R || !Before->OrdersShared ||
      !After->OrdersShared)
    return false;
  SharedOnly = !Before->OrdersGlobal || !After->OrdersGlobal;
  return true;
}

//===----------------------------------------------------------------------===//
// Single instructions
//===----------------------------------------------------------------------===//

static Intrinsic::ID idOf(const Instruction *I) {
  auto *Call = dyn_cast<CallBase>(I);
  return Call ? Call->getIntrinsicID() : Intrinsic::not_intrinsic;
}

/// Target intrinsics that wait, signal or fence although their attributes need
/// not show it, by family name.
static bool isSyncFamily(StringRef Name) {
  for (StringRef Family : {"llvm.nvvm.bar",
                           "llvm.nvvm.mbarrier",
                           "llvm.nvvm.membar",
                           "llvm.nvvm.fence",
                           "llvm.nvvm.cp.async.wait",
                           "llvm.nvvm.cp.async.commit",
                           "llvm.nvvm.cp.async.mbarrier",
                           "llvm.nvvm.cp.async.bulk.wait",
                           "llvm.nvvm.cp.async.bulk.commit",
                           "llvm.nvvm.elect",
                           "llvm.nvvm.griddepcontrol",
                           "llvm.nvvm.tcgen05",
                           "llvm.nvvm.wgmma",
                           "llvm.nvvm.setmaxnreg",
                           "llvm.nvvm.clusterlaunchcontrol",
                           "llvm.nvvm.shfl",
                           "llvm.nvvm.vote",
                           "llvm.nvvm.match",
                           "llvm.nvvm.redux",
                           "llvm.amdgcn.s.barrier",
                           "llvm.amdgcn.s.cluster",
                           "llvm.amdgcn.s.wait",
                           "llvm.amdgcn.wave.barrier",
                           "llvm.amdgcn.ds.gws",
                           "llvm.amdgcn.s.sendmsg",
                           "llvm.amdgcn.s.get.",
                           "llvm.amdgcn.s.wakeup",
                           "llvm.amdgcn.ds.atomic.barrier",
                           "llvm.amdgcn.ds.atomic.async.barrier",
                           "llvm.amdgcn.ds.ordered"})
    if (Name.starts_with(Family))
      return true;
  return false;
}

/// Sleep and scheduling hints: they have side effects but order nothing.
static bool isHint(Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::amdgcn_sched_barrier:
  case Intrinsic::amdgcn_sched_group_barrier:
  case Intrinsic::amdgcn_iglp_opt:
  case Intrinsic::amdgcn_s_setprio:
  case Intrinsic::amdgcn_s_sleep:
  case Intrinsic::nvvm_nanosleep:
  case Intrinsic::nvvm_exit:
  case Intrinsic::amdgcn_endpgm:
    return true;
  default:
    return false;
  }
}

static bool intrinsicMaySync(const CallBase &Call) {
  Intrinsic::ID ID = Call.getIntrinsicID();
  StringRef Name = Intrinsic::getBaseName(ID);
  bool IsNV = Name.starts_with("llvm.nvvm.");
  bool IsAMD = Name.starts_with("llvm.amdgcn.");
  if ((!IsNV && !IsAMD) || isHint(ID))
    return false; // LLVM's own intrinsics concern one thread.
  if (isSyncFamily(Name))
    return true;
  // On NVIDIA the lanes of a warp wait for each other at convergent
  // instructions. On AMD they run in lockstep, so only memory could be ordered.
  if (Call.isConvergent() && (IsNV || !Call.doesNotAccessMemory()))
    return true;
  return !Call.hasFnAttr(Attribute::NoSync) && !Call.doesNotAccessMemory() &&
         !Call.onlyReadsMemory() && !Call.onlyAccessesArgMemory();
}

static bool callMaySync(const CallBase &Call) {
  if (Call.isInlineAsm()) {
    RegisterAsm Asm = parseRegisterAsm(Call);
    return !Asm.Known || Asm.ExchangesLanes;
  }
  if (Call.getIntrinsicID() != Intrinsic::not_intrinsic)
    return intrinsicMaySync(Call);
  if (classifyLaunchRead(&Call))
    return false;
  // A function that is not convergent may still contain a fence.
  return !Call.hasFnAttr(Attribute::NoSync) && !Call.onlyReadsMemory();
}

/// A relaxed atomic by itself orders nothing.
static bool atomicMaySync(const Instruction &I) {
  if (auto *Fence = dyn_cast<FenceInst>(&I))
    return Fence->getSyncScopeID() != SyncScope::SingleThread;
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return isStrongerThanMonotonic(Load->getOrdering());
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return isStrongerThanMonotonic(Store->getOrdering());
  if (auto *RMW = dyn_cast<AtomicRMWInst>(&I))
    return isStrongerThanMonotonic(RMW->getOrdering());
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return isStrongerThanMonotonic(Exchange->getMergedOrdering());
  return false;
}

static bool maySync(const Instruction &I) {
  if (auto *Call = dyn_cast<CallBase>(&I))
    return callMaySync(*Call);
  return atomicMaySync(I);
}

/// May be between the parts of one barrier: it accesses no memory and does not
/// synchronise.
static bool isTransparent(const Instruction &I) {
  if (I.isDebugOrPseudoInst() || isa<AssumeInst>(I))
    return true;
  return !I.mayReadOrWriteMemory() && !I.isTerminator() && !maySync(I);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

static bool isConstant(const Value *V, int64_t Expected) {
  auto *C = dyn_cast<ConstantInt>(V);
  return C && C->getSExtValue() == Expected;
}

static SyncPoint single(Instruction *I, SyncPoint::Kind K) {
  SyncPoint P;
  P.K = K;
  P.First = P.At = P.Last = I;
  return P;
}

/// fence, barrier, fence.
static std::optional<SyncPoint> matchTriple(ArrayRef<Instruction *> Rest) {
  if (Rest.size() < 3)
    return std::nullopt;
  Intrinsic::ID ID = idOf(Rest[1]);
  if (ID != Intrinsic::amdgcn_s_barrier && ID != Intrinsic::amdgcn_wave_barrier)
    return std::nullopt;
  bool IsBlock = ID == Intrinsic::amdgcn_s_barrier;
  SyncPoint P;
  if (!bracket(Rest[0], Rest[2], IsBlock ? Reach::Block : Reach::Wave,
               P.SharedOnly))
    return std::nullopt;
  P.K = IsBlock ? SyncPoint::Block : SyncPoint::Warp;
  P.First = Rest[0];
  P.At = Rest[1];
  P.Last = Rest[2];
  return P;
}

/// fence, s.barrier.signal(-1), s.barrier.wait(-1), fence: gfx12 splits the
/// barrier of the whole block, number -1, into two halves.
static std::optional<SyncPoint> matchSplit(ArrayRef<Instruction *> Rest) {
  if (Rest.size() < 4 || idOf(Rest[1]) != Intrinsic::amdgcn_s_barrier_signal ||
      idOf(Rest[2]) != Intrinsic::amdgcn_s_barrier_wait)
    return std::nullopt;
  if (!isConstant(cast<CallBase>(Rest[1])->getArgOperand(0), -1) ||
      !isConstant(cast<CallBase>(Rest[2])->getArgOperand(0), -1))
    return std::nullopt;
  SyncPoint P;
  if (!bracket(Rest[0], Rest[3], Reach::Block, P.SharedOnly))
    return std::nullopt;
  P.K = SyncPoint::Block;
  P.First = Rest[0];
  P.Signal = Rest[1];
  P.At = Rest[2];
  P.Last = Rest[3];
  return P;
}

static SyncPoint matchSingle(Instruction *I) {
  auto *Call = dyn_cast<CallBase>(I);
  if (idOf(I) == Intrinsic::nvvm_barrier_cta_sync_aligned_all &&
      isConstant(Call->getArgOperand(0), 0))
    return single(I, SyncPoint::Block);
  if (idOf(I) == Intrinsic::nvvm_bar_warp_sync) {
    SyncPoint P = single(I, SyncPoint::Warp);
    P.Mask = Call->getArgOperand(0);
    return P;
  }
  return single(I, SyncPoint::Other);
}

//===----------------------------------------------------------------------===//
// SyncPoints
//===----------------------------------------------------------------------===//

SmallVector<Instruction *, 4> SyncPoint::instructions() const {
  SmallVector<Instruction *, 4> Parts;
  for (Instruction *I : {First, Signal, At, Last})
    if (I && (Parts.empty() || Parts.back() != I))
      Parts.push_back(I);
  return Parts;
}

bool SyncPoint::staysInWarp() const {
  auto *Call = dyn_cast<CallBase>(At);
  if (K == Warp || !Call)
    return K == Warp;
  if (Call->isInlineAsm())
    return parseRegisterAsm(*Call).Known;
  StringRef Name;
  if (Call->getIntrinsicID() != Intrinsic::not_intrinsic)
    Name = Intrinsic::getBaseName(Call->getIntrinsicID());
  for (StringRef Family :
       {"llvm.nvvm.shfl", "llvm.nvvm.vote", "llvm.nvvm.match",
        "llvm.nvvm.redux", "llvm.nvvm.elect"})
    if (Name.starts_with(Family))
      return true;
  return false;
}

SyncPoints::SyncPoints(Function &F) {
  for (BasicBlock &BB : F)
    scan(BB);
}

static bool isCompilerBarrierAt(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  return Call && Call->isInlineAsm() && isCompilerBarrier(*Call);
}

void SyncPoints::scan(BasicBlock &BB) {
  SmallVector<Instruction *, 32> Sequence;
  /// And how many of the sequence are before each.
  SmallVector<std::pair<Instruction *, size_t>, 2> CompilerBarriers;
  for (Instruction &I : BB) {
    if (isTransparent(I))
      continue;
    if (isCompilerBarrierAt(I))
      CompilerBarriers.push_back({&I, Sequence.size()});
    else
      Sequence.push_back(&I);
  }
  const size_t Begin = Points.size();
  ArrayRef<Instruction *> Rest = Sequence;
  while (!Rest.empty())
    Rest = Rest.drop_front(match(Rest));
  if (CompilerBarriers.empty())
    return;
  auto IsPlainBarrier = [&](size_t Place) {
    const SyncPoint *P =
        Place < Sequence.size() ? of(Sequence[Place]) : nullptr;
    return P && P->K != SyncPoint::Other;
  };
  for (auto [I, Place] : CompilerBarriers)
    if (!IsPlainBarrier(Place) && !(Place && IsPlainBarrier(Place - 1)))
      add(single(I, SyncPoint::Other));
  llvm::sort(Points.begin() + Begin, Points.end(),
             [](const SyncPoint &A, const SyncPoint &B) {
               return &A != &B && A.First->comesBefore(B.First);
             });
  for (size_t N = Begin; N < Points.size(); ++N)
    index(N);
}

/// Adds the point that starts at Rest[0], if there is one, and returns how many
/// instructions of the sequence belong to it.
unsigned SyncPoints::match(ArrayRef<Instruction *> Rest) {
  if (auto P = matchTriple(Rest)) {
    add(*P);
    return 3;
  }
  if (auto P = matchSplit(Rest)) {
    add(*P);
    return 4;
  }
  if (maySync(*Rest[0]))
    add(matchSingle(Rest[0]));
  return 1;
}

void SyncPoints::add(SyncPoint P) {
  Points.push_back(P);
  index(Points.size() - 1);
}

void SyncPoints::index(size_t Point) {
  for (Instruction *I : Points[Point].instructions())
    Index[I] = Point;
}

const SyncPoint *SyncPoints::of(const Instruction *I) const {
  auto It = Index.find(I);
  return It == Index.end() ? nullptr : &Points[It->second];
}

static void printPlace(raw_ostream &OS, const Instruction &I) {
  OS << " in ";
  I.getParent()->printAsOperand(OS, false);
  if (const DebugLoc &Loc = I.getDebugLoc())
    OS << ", line " << Loc.getLine();
}

void SyncPoints::print(raw_ostream &OS) const {
  for (const SyncPoint &P : Points) {
    static const char *const Names[] = {"block", "warp", "other"};
    OS << "  " << Names[P.K];
    printPlace(OS, *P.At);
    OS << ":";
    for (const Instruction *I : P.instructions())
      OS << (I == P.First ? "" : " ;") << *I;
    if (P.SharedOnly)
      OS << " (shared memory only)";
    OS << "\n";
  }
}

bool hasConvergenceTokens(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && Call->getConvergenceControlToken();
  });
}

AnalysisKey SyncPointsAnalysis::Key;

SyncPoints SyncPointsAnalysis::run(Function &F, FunctionAnalysisManager &) {
  return SyncPoints(F);
}

PreservedAnalyses SyncPointsPrinterPass::run(Function &F,
                                             FunctionAnalysisManager &AM) {
  const SyncPoints &Points = AM.getResult<SyncPointsAnalysis>(F);
  OS << "barriers of @" << F.getName() << ": " << Points.all().size() << "\n";
  Points.print(OS);
  return PreservedAnalyses::all();
}

} // namespace passes
} // namespace f2layout

bool f2layout::isFullWarpBarrier(const SyncPoint &P) {
  if (P.K != SyncPoint::Warp)
    return false;
  auto *Mask = dyn_cast_or_null<ConstantInt>(P.Mask);
  return !P.Mask || (Mask && Mask->isMinusOne());
}

bool f2layout::joinsAllLanes(const SyncPoint &P) {
  return P.K == SyncPoint::Block || isFullWarpBarrier(P);
}
