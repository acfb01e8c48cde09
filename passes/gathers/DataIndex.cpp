//===- DataIndex.cpp - Addresses with one index from data -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/gathers/DataIndex.h"
#include "compat/LLVMCompat.h"
#include "passes/evaluate/UnknownPart.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace f2layout;

/// Longer computations of an address are not followed to their end, and more
/// uses of a value not looked at.
static constexpr unsigned MaxValues = 64, MaxUses = 32;
/// More values of few candidates are not tried.
static constexpr size_t MaxTried = 4;

/// A function of its operands in the same thread, and of nothing else.
static bool isFunction(const Value *V) {
  return isa<BinaryOperator, CastInst, GetElementPtrInst, SelectInst, ICmpInst>(
      V);
}

/// What comparisons say of V where Load runs.
static ConstantRange rangeByConditions(const Value *V, const LoadInst &Load,
                                       const DominatorTree &DT) {
  ConstantRange R = ConstantRange::getFull(V->getType()->getIntegerBitWidth());
  unsigned Uses = 0;
  for (const User *U : V->users()) {
    if (++Uses > MaxUses)
      break;
    auto *Compared = dyn_cast<ICmpInst>(U);
    auto *With =
        Compared ? dyn_cast<ConstantInt>(Compared->getOperand(1)) : nullptr;
    if (!With || Compared->getOperand(0) != V)
      continue;
    auto Holds = [&](bool Is) {
      const CmpInst::Predicate P =
          Is ? Compared->getPredicate() : Compared->getInversePredicate();
      R = R.intersectWith(
          ConstantRange::makeExactICmpRegion(P, With->getValue()));
    };
    for (const User *Condition : Compared->users()) {
      if (auto *Branch = dyn_cast<BranchInst>(Condition)) {
        for (bool Is : {true, false}) {
          const BasicBlockEdge Edge(Branch->getParent(),
                                    Branch->getSuccessor(Is ? 0 : 1));
          if (Branch->getSuccessor(0) != Branch->getSuccessor(1) &&
              DT.dominates(Edge, Load.getParent()))
            Holds(Is);
        }
      } else if (auto *Assumed = dyn_cast<AssumeInst>(Condition)) {
        if (Assumed->getArgOperand(0) == Compared &&
            DT.dominates(Assumed, &Load))
          Holds(true);
      }
    }
  }
  return R;
}

static ConstantRange rangeOf(const Value *V, const LoadInst &Load,
                             const DominatorTree &DT) {
  const KnownBits Bits =
      computeKnownBits(V, Load.getDataLayout(), nullptr, &Load, &DT);
  if (Bits.hasConflict()) // in code that never runs
    return ConstantRange::getFull(Bits.getBitWidth());
  return ConstantRange::fromKnownBits(Bits, /*IsSigned=*/false)
      .intersectWith(computeConstantRange(V, /*ForSigned=*/false,
                                          /*UseInstrInfo=*/true, nullptr, &Load,
                                          &DT))
      .intersectWith(rangeByConditions(V, Load, DT));
}

namespace {

class IndexSearch {
public:
  IndexSearch(ThreadEval &Eval, const LoadInst &Load, const DominatorTree &DT)
      : Eval(Eval), Load(Load), DT(DT) {}
  DataIndexResult run();

private:
  bool collect(Value *V);
  bool leadsTo(const Value *V, const Value *Index,
               DenseMap<const Value *, bool> &Known, bool &Escapes) const;

  ThreadEval &Eval;
  const LoadInst &Load;
  const DominatorTree &DT;
  SetVector<Value *> Unknown; ///< In the order in which they are found.
};

} // namespace

/// Lists what is not known and leads to V. False if it is too much.
bool IndexSearch::collect(Value *V) {
  if (isa<Constant>(V) || Unknown.contains(V) || isKnownInAllThreads(Eval, V))
    return true;
  if (Unknown.size() >= MaxValues)
    return false;
  Unknown.insert(V);
  return !isFunction(V) ||
         all_of(cast<Instruction>(V)->operands(),
                [&](Value *Operand) { return collect(Operand); });
}

/// V depends on the index. Escapes: it depends on something else, too, that is
/// not known.
bool IndexSearch::leadsTo(const Value *V, const Value *Index,
                          DenseMap<const Value *, bool> &Known,
                          bool &Escapes) const {
  if (V == Index)
    return true;
  if (!Unknown.contains(const_cast<Value *>(V)))
    return false;
  auto [It, New] = Known.try_emplace(V, false);
  if (!New)
    return It->second;
  if (!isFunction(V)) {
    Escapes = true;
    return false;
  }
  bool Leads = false;
  for (const Value *Operand : cast<Instruction>(V)->operands())
    Leads |= leadsTo(Operand, Index, Known, Escapes);
  return Known[V] = Leads;
}

DataIndexResult IndexSearch::run() {
  DataIndexResult Result;
  auto *Pointer = const_cast<Value *>(Load.getPointerOperand());
  if (!collect(Pointer))
    return Result;
  SmallVector<DataIndex, 8> Candidates;
  for (Value *V : Unknown) {
    if (!V->getType()->isIntegerTy() || V->getType()->getIntegerBitWidth() > 64)
      continue;
    const ConstantRange R = rangeOf(V, Load, DT);
    if (R.isEmptySet())
      continue;
    DataIndex D;
    D.Index = V;
    D.First = R.getUnsignedMin().getZExtValue();
    D.Last = R.getUnsignedMax().getZExtValue();
    if (D.Last - D.First < MaxCandidates)
      Candidates.push_back(D);
    else
      Result.IsOpen |= !isFunction(V);
  }
  stable_sort(Candidates, [](const DataIndex &A, const DataIndex &B) {
    return A.count() < B.count();
  });
  if (Candidates.size() > MaxTried)
    Candidates.truncate(MaxTried);
  for (DataIndex &D : Candidates) {
    DenseMap<const Value *, bool> Leads;
    bool Escapes = false;
    if (!leadsTo(Pointer, D.Index, Leads, Escapes) || Escapes)
      continue;
    for (const auto &[V, Does] : Leads)
      if (Does)
        D.Dependent.push_back(V);
    Result.Found = std::move(D);
    Result.IsOpen = false;
    return Result;
  }
  return Result;
}

DataIndexResult f2layout::findDataIndex(ThreadEval &Eval, const LoadInst &Load,
                                        const DominatorTree &DT) {
  return IndexSearch(Eval, Load, DT).run();
}
