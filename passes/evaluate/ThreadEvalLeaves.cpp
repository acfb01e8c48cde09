//===- ThreadEvalLeaves.cpp - Launch values, loads, and calls -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compat/LLVMCompat.h"
#include "passes/evaluate/ThreadEval.h"
#include "passes/evaluate/ThreadEvalZip.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace f2layout;

/// Values of the loops around BB are the same for all threads outside of the
/// loops too: no thread leaves one earlier than another.
bool ThreadEval::leavesLoopsTogether(const BasicBlock *BB) const {
  if (Shape.Iteration)
    return true; // All threads are in the same one.
  for (const Loop *L = LI.getLoopFor(BB); L; L = L->getParentLoop()) {
    SmallVector<BasicBlock *, 4> Exiting;
    L->getExitingBlocks(Exiting);
    for (const BasicBlock *E : Exiting)
      if (!Uniformity.hasUniformBranch(E))
        return false;
  }
  return true;
}

/// A leaf: opaque if all threads agree on it, else one unknown per thread.
ThreadEval::Entry ThreadEval::uniformOr(const Value *V, uint8_t Reads) {
  unsigned Width = std::max(1u, widthOf(V));
  auto *I = dyn_cast<Instruction>(V);
  if (widthOf(V) && Uniformity.isUniform(V) &&
      (!I || leavesLoopsTogether(I->getParent()))) {
    KnownBits Known(Width);
    if (V->getType()->isIntegerTy())
      Known = computeKnownBits(V, DL);
    return {ThreadValues::uniform(NumThreads, Terms.opaque(V, Known)), Reads};
  }
  return varies(V, Reads);
}

/// A leaf of which nothing is known.
ThreadEval::Entry ThreadEval::varies(const Value *V, uint8_t Reads) {
  return variesFrom(Terms.varying(V), Reads);
}

ThreadEval::Entry ThreadEval::variesFrom(SymId First, uint8_t Reads) {
  return {ThreadValues::varying(NumThreads, First), Reads};
}

ThreadEval::Entry ThreadEval::computeLaunchRead(const Value *V, LaunchRead R) {
  unsigned Lanes = 1u << Shape.LaneBits;
  auto PerThread = [&](uint8_t Reads, auto Fn) -> Entry {
    std::vector<uint64_t> Constants(NumThreads);
    uint64_t Mask = maskTrailingOnes<uint64_t>(widthOf(V));
    for (unsigned T = 0; T < NumThreads; ++T)
      Constants[T] = Fn(T) & Mask;
    return {ThreadValues::sharing(0, std::move(Constants)), Reads};
  };
  auto LaneOf = [&](unsigned T) -> uint64_t {
    unsigned L = (T + Shape.LaneShift) % Lanes;
    return Shape.BlurBits ? L & maskTrailingOnes<uint64_t>(Shape.BlurBits) : L;
  };
  const auto &Size = Shape.Size;
  switch (R.K) {
  case LaunchRead::ThreadIndex:
    if (R.Dim == 0)
      return PerThread(ReadsX, [&](unsigned T) -> uint64_t {
        unsigned X = T % Size[0];
        return X >> Shape.BlurBits << Shape.BlurBits;
      });
    if (R.Dim == 1)
      return PerThread(ReadsY, [&](unsigned T) -> uint64_t {
        return T / Size[0] % Size[1];
      });
    return PerThread(ReadsZ, [&](unsigned T) -> uint64_t {
      return T / (Size[0] * Size[1]);
    });
  case LaunchRead::Lane:
    return PerThread(ReadsLane, LaneOf);
  case LaunchRead::LaneMask:
    return PerThread(ReadsLane, [&](unsigned T) -> uint64_t {
      uint64_t Eq = 1ull << LaneOf(T), Lt = Eq - 1;
      uint64_t All = maskTrailingOnes<uint64_t>(Lanes);
      uint64_t By[5] = {Eq, Lt, Lt | Eq, All & ~(Lt | Eq), All & ~Lt};
      return By[R.Dim < 5 ? R.Dim : 0];
    });
  case LaunchRead::WarpSize:
    return constant(Lanes);
  case LaunchRead::BlockSize:
    if (Shape.SizeIsExact && R.Dim < 3)
      return PerThread(ReadsSize,
                       [&](unsigned) -> uint64_t { return Size[R.Dim]; });
    return uniformOr(V, ReadsSize);
  case LaunchRead::BlockIndex:
  case LaunchRead::GridSize:
    return uniformOr(V, 0);
  }
  return uniformOr(V, 0);
}

/// A function of its integer operands alone: bitreverse, ctpop, fshl...
static bool isFunctionOfOperands(const IntrinsicInst &I) {
  return I.hasFnAttr(Attribute::Speculatable) && I.doesNotAccessMemory() &&
         !I.isConvergent() && I.arg_size() > 0 && I.getType()->isIntegerTy() &&
         all_of(I.args(),
                [](const Use &A) { return A->getType()->isIntegerTy(); });
}

/// By LLVM's own folding, thread by thread.
ThreadEval::Entry ThreadEval::computeFunction(const IntrinsicInst &I,
                                              unsigned Depth) {
  SmallVector<Entry, 3> Operands;
  for (const Use &A : I.args()) {
    if (!widthOf(A))
      return uniformOr(&I, 0);
    Operands.push_back(lookup(A, Depth));
  }
  uint8_t Reads = 0;
  for (const Entry &E : Operands)
    Reads |= E.Reads;
  std::vector<uint64_t> Results(NumThreads);
  for (unsigned T = 0; T < NumThreads; ++T) {
    SmallVector<Constant *, 3> Constants;
    for (auto [Operand, E] : zip_equal(I.args(), Operands))
      if (E.Values[T].isConst())
        Constants.push_back(
            ConstantInt::get(Operand->getType(), E.Values[T].Const));
    Constant *Folded =
        Constants.size() == Operands.size()
            ? ConstantFoldCall(&I, I.getCalledFunction(), Constants)
            : nullptr;
    auto *Value = dyn_cast_or_null<ConstantInt>(Folded);
    if (!Value)
      return uniformOr(&I, Reads);
    Results[T] = Value->getZExtValue();
  }
  return {ThreadValues::sharing(0, std::move(Results)), Reads};
}

ThreadEval::Entry ThreadEval::computeCall(const CallBase *C, unsigned Depth) {
  auto *I = dyn_cast<IntrinsicInst>(C);
  if (!I)
    return uniformOr(C, 0);
  CmpInst::Predicate P;
  switch (I->getIntrinsicID()) {
  case Intrinsic::umin:
    P = CmpInst::ICMP_ULT;
    break;
  case Intrinsic::umax:
    P = CmpInst::ICMP_UGT;
    break;
  case Intrinsic::smin:
    P = CmpInst::ICMP_SLT;
    break;
  case Intrinsic::smax:
    P = CmpInst::ICMP_SGT;
    break;
  default:
    return isFunctionOfOperands(*I) ? computeFunction(*I, Depth)
                                    : uniformOr(C, 0);
  }
  unsigned Width = widthOf(C);
  Entry Kept;
  const Entry &A = keep(lookup(I->getArgOperand(0), Depth), Kept);
  const Entry &B = lookup(I->getArgOperand(1), Depth);
  return zip(C, A, B, [&](SymbolicInt X, SymbolicInt Y) {
    SymbolicInt First = foldBinary(Terms, Instruction::ICmp, P, X, Y, Width);
    if (First.isConst())
      return First.Const ? X : Y;
    return Terms.operation(Instruction::Select, 0, {First, X, Y}, Width,
                           KnownBits(Width));
  });
}
