//===- PlaceBounds.cpp - Between which bytes an access is -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/sharedmemory/accesses/PlaceBounds.h"
#include "compat/LLVMCompat.h"
#include "passes/evaluate/AddressSum.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// Of expressions, as far as they are looked into.
static constexpr unsigned MaxDepth = 6;
/// Of a counter, so many bounds are tried.
static constexpr size_t MaxGuesses = 8;

namespace {

class RangeFinder {
public:
  RangeFinder(ScalarEvolution &SE, const LoopInfo &LI) : SE(SE), LI(LI) {}
  ConstantRange rangeOf(Value *V, unsigned Depth = 0);

private:
  ConstantRange rangeOfPhi(PHINode &Phi, unsigned Depth);
  ConstantRange rangeOfCounter(const SCEVAddRecExpr &Counter);
  SmallVector<APInt, MaxGuesses> guesses(const SCEVAddRecExpr &Counter);

  ScalarEvolution &SE;
  const LoopInfo &LI;
};

} // namespace

/// The most that the exits of the loop compare with, and what follows one step
/// behind.
SmallVector<APInt, MaxGuesses>
RangeFinder::guesses(const SCEVAddRecExpr &Counter) {
  SmallVector<APInt, MaxGuesses> Found;
  const unsigned Width = SE.getTypeSizeInBits(Counter.getType());
  const auto *Step = dyn_cast<SCEVConstant>(Counter.getStepRecurrence(SE));
  SmallVector<BasicBlock *, 4> Exiting;
  Counter.getLoop()->getExitingBlocks(Exiting);
  for (const BasicBlock *BB : Exiting) {
    auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
    auto *Compare = Br && Br->isConditional()
                        ? dyn_cast<ICmpInst>(Br->getCondition())
                        : nullptr;
    if (!Compare || Found.size() + 4 > MaxGuesses)
      continue;
    for (Value *Side : Compare->operands()) {
      if (!SE.isSCEVable(Side->getType()) ||
          !SE.isLoopInvariant(SE.getSCEV(Side), Counter.getLoop()))
        continue;
      const APInt Bound =
          SE.getSignedRange(SE.getSCEV(Side)).getSignedMax().sextOrTrunc(Width);
      Found.push_back(Bound - 1);
      Found.push_back(Bound);
      if (Step) {
        Found.push_back(Bound - 1 + Step->getAPInt());
        Found.push_back(Bound + Step->getAPInt());
      }
      break;
    }
  }
  return Found;
}

/// A counter that goes up from a number that is not negative ends below what
/// its loop is left at.
ConstantRange RangeFinder::rangeOfCounter(const SCEVAddRecExpr &Counter) {
  ConstantRange R = SE.getUnsignedRange(&Counter).intersectWith(
      SE.getSignedRange(&Counter), ConstantRange::Unsigned);
  const unsigned Width = R.getBitWidth();
  for (const APInt &Guess : guesses(Counter))
    if (Guess.ult(R.getUnsignedMax()) && !Guess.isMaxValue() &&
        SE.isKnownPredicate(CmpInst::ICMP_ULE, &Counter, SE.getConstant(Guess)))
      R = R.intersectWith(
          ConstantRange::getNonEmpty(APInt::getZero(Width), Guess + 1),
          ConstantRange::Unsigned);
  return R;
}

ConstantRange RangeFinder::rangeOfPhi(PHINode &Phi, unsigned Depth) {
  if (LI.isLoopHeader(Phi.getParent())) {
    const SCEV *S = SE.getSCEV(&Phi);
    if (auto *Counter = dyn_cast<SCEVAddRecExpr>(S))
      return rangeOfCounter(*Counter);
    return SE.getUnsignedRange(S).intersectWith(SE.getSignedRange(S),
                                                ConstantRange::Unsigned);
  }
  ConstantRange R =
      ConstantRange::getEmpty(Phi.getType()->getScalarSizeInBits());
  for (Value *In : Phi.incoming_values())
    R = R.unionWith(rangeOf(In, Depth + 1));
  return R;
}

ConstantRange RangeFinder::rangeOf(Value *V, unsigned Depth) {
  if (auto *C = dyn_cast<ConstantInt>(V))
    return ConstantRange(C->getValue());
  const SCEV *S = SE.getSCEV(V);
  ConstantRange R = SE.getUnsignedRange(S).intersectWith(
      SE.getSignedRange(S), ConstantRange::Unsigned);
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth == MaxDepth || !I->getType()->isIntegerTy())
    return R;
  if (auto *Phi = dyn_cast<PHINode>(I))
    return R.intersectWith(rangeOfPhi(*Phi, Depth), ConstantRange::Unsigned);
  auto Of = [&](unsigned N) { return rangeOf(I->getOperand(N), Depth + 1); };
  if (auto *B = dyn_cast<BinaryOperator>(I))
    return R.intersectWith(Of(0).binaryOp(B->getOpcode(), Of(1)),
                           ConstantRange::Unsigned);
  if (isa<ZExtInst, SExtInst, TruncInst>(I))
    return R.intersectWith(
        Of(0).castOp(Instruction::CastOps(I->getOpcode()), R.getBitWidth()),
        ConstantRange::Unsigned);
  if (isa<SelectInst>(I))
    return R.intersectWith(Of(1).unionWith(Of(2)), ConstantRange::Unsigned);
  return R;
}

namespace {

/// Between what a sum of values times constants is. What is farther away than
/// any array reaches has no bound.
class DistanceSum {
public:
  void add(const ConstantRange &R, int64_t Times);
  PlaceBounds bounds() const {
    return {HasFirst ? First : -Far, HasLast ? Last : Far};
  }

private:
  static constexpr int64_t Far = int64_t(1) << 40;
  static std::optional<int64_t> product(const APInt &V, int64_t Times);

  int64_t First = 0, Last = 0;
  bool HasFirst = true, HasLast = true;
};

} // namespace

std::optional<int64_t> DistanceSum::product(const APInt &V, int64_t Times) {
  int64_t R = 0;
  if (V.getSignificantBits() > 64 || MulOverflow(V.getSExtValue(), Times, R) ||
      R < -Far || R > Far)
    return std::nullopt;
  return R;
}

void DistanceSum::add(const ConstantRange &R, int64_t Times) {
  auto Low = product(R.getSignedMin(), Times);
  auto High = product(R.getSignedMax(), Times);
  if (Times < 0)
    std::swap(Low, High);
  HasFirst &= Low.has_value();
  HasLast &= High.has_value();
  First += Low.value_or(0);
  Last += High.value_or(0);
}

/// Of the first byte, where indices and sums of the address do not wrap.
static std::optional<PlaceBounds> boundsByPointers(const Value *P,
                                                   const SharedObject &O,
                                                   RangeFinder &Ranges,
                                                   const DataLayout &DL) {
  DistanceSum Sum;
  while (!is_contained(O.Arrays, P)) {
    if (Operator::getOpcode(P) == Instruction::AddrSpaceCast) {
      P = cast<Operator>(P)->getOperand(0);
      continue;
    }
    auto *G = dyn_cast<GEPOperator>(P);
    if (!G || !G->hasNoUnsignedSignedWrap())
      return std::nullopt;
    const unsigned Width = DL.getIndexTypeSizeInBits(G->getType());
    compat::OffsetMap Indices;
    APInt Offset(Width, 0);
    if (!G->collectOffset(DL, Width, Indices, Offset))
      return std::nullopt;
    Sum.add(ConstantRange(Offset), 1);
    for (const auto &[V, Stride] : Indices) {
      if (!V->getType()->isIntegerTy() ||
          V->getType()->getIntegerBitWidth() > Width)
        return std::nullopt;
      Sum.add(Ranges.rangeOf(V), Stride.getSExtValue());
    }
    P = G->getPointerOperand();
  }
  return Sum.bounds();
}

/// Of the first byte, modulo 2^32.
static std::optional<PlaceBounds> boundsBySum(const SharedObject &O,
                                              const SharedAccess &A,
                                              RangeFinder &Ranges,
                                              const DataLayout &DL) {
  const AddressSum Address =
      sumOfAddress(A.pointerUse(), *O.Arrays.front(), DL);
  DistanceSum Sum;
  Sum.add(ConstantRange(APInt(32, Address.Constant)), 1);
  for (const AddressSum::Part &P : Address.Parts) {
    if (!P.V->getType()->isIntegerTy() ||
        P.V->getType()->getIntegerBitWidth() < 32)
      return std::nullopt;
    Sum.add(Ranges.rangeOf(P.V).truncate(32), int32_t(P.Times));
  }
  const PlaceBounds Place = Sum.bounds();
  if (!isInt<32>(Place.First) || !isInt<32>(Place.End))
    return std::nullopt;
  return Place;
}

std::optional<PlaceBounds> f2layout::boundsOfPlace(const SharedObject &O,
                                                   const SharedAccess &A,
                                                   ScalarEvolution &SE,
                                                   const LoopInfo &LI) {
  if (A.isMatrix() || A.IsFragment || A.ThroughInteger ||
      !A.pointer()->getType()->isPointerTy())
    return std::nullopt;
  RangeFinder Ranges(SE, LI);
  const DataLayout &DL = SE.getDataLayout();
  const auto Exact = boundsByPointers(A.pointer(), O, Ranges, DL);
  const auto Modular = boundsBySum(O, A, Ranges, DL);
  if (!Exact && !Modular)
    return std::nullopt;
  PlaceBounds Place = Exact ? *Exact : *Modular;
  if (Exact && Modular) {
    Place.First = std::max(Place.First, Modular->First);
    Place.End = std::min(Place.End, Modular->End);
  }
  Place.End += A.Bytes;
  return Place;
}
