//===- OverlapTest.cpp - Whether a thread's own accesses overlap ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/OverlapTest.h"
#include "compat/LLVMCompat.h"
#include "passes/vectorize/LowAddress.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace f2layout;

/// Instructions that one address may need in front of the test.
static constexpr unsigned MaxMoved = 16;

static std::optional<LowSum> beginOf(const AccessSpan &S,
                                     const Instruction *At) {
  std::optional<LowSum> Sum =
      lowAddress(const_cast<Value *>(getLoadStorePointerOperand(S.Access)), At);
  if (Sum)
    Sum->Constant += uint32_t(S.From);
  return Sum;
}

bool f2layout::extend(AccessSpan &Span, const AccessSpan &Other) {
  std::optional<LowSum> Distance = beginOf(Other, nullptr);
  const std::optional<LowSum> Begin = beginOf(Span, nullptr);
  if (!Distance || !Begin)
    return false;
  Distance->add(*Begin, ~0u);
  if (!Distance->isConstant())
    return false;
  const int64_t D = int32_t(Distance->Constant);
  const int64_t End = std::max<int64_t>(Span.Bytes, D + Other.Bytes);
  const int64_t First = std::min<int64_t>(D, 0);
  if (End - First > int64_t(Span.Bytes + Other.Bytes))
    return false;
  Span.From += First;
  Span.Bytes = End - First;
  return true;
}

/// The pair overlaps if this is less than all their bytes without one.
static std::optional<LowSum> distanceOf(const SpanPair &P,
                                        const Instruction *At) {
  std::optional<LowSum> D = beginOf(P.A, At);
  const std::optional<LowSum> Other = beginOf(P.B, At);
  if (!D || !Other)
    return std::nullopt;
  D->add(*Other, ~0u);
  D->Constant += uint32_t(P.A.Bytes - 1);
  return D;
}

static uint32_t windowOf(const SpanPair &P) {
  return P.A.Bytes + P.B.Bytes - 1;
}

static bool isBehind(const Value *V, const Instruction &At) {
  auto *I = dyn_cast<Instruction>(V);
  return I && I->getParent() == At.getParent() && !I->comesBefore(&At);
}

/// I and what it needs, if all of that may be moved in front of At.
static bool collectMoved(Value *V, const Instruction &At,
                         SmallPtrSetImpl<Instruction *> &Moved) {
  if (!isBehind(V, At))
    return true;
  auto *I = cast<Instruction>(V);
  if (isa<PHINode, AllocaInst, CallBase>(I) || I->mayReadOrWriteMemory() ||
      I->mayHaveSideEffects())
    return false;
  if (!Moved.insert(I).second)
    return true;
  return Moved.size() <= MaxMoved && all_of(I->operands(), [&](Value *Operand) {
           return collectMoved(Operand, At, Moved);
         });
}

SpanRelation f2layout::relationOf(const SpanPair &P, const Instruction &At) {
  const std::optional<LowSum> Exact = distanceOf(P, nullptr);
  if (Exact && Exact->isConstant())
    return Exact->Constant < windowOf(P) ? SpanRelation::Overlap
                                         : SpanRelation::Apart;
  const std::optional<LowSum> D = distanceOf(P, &At);
  if (!D)
    return SpanRelation::Unknown;
  SmallPtrSet<Instruction *, 16> Moved;
  for (auto [V, Factor] : D->Terms)
    if (!collectMoved(V, At, Moved))
      return SpanRelation::Unknown;
  return SpanRelation::Open;
}

void f2layout::prepareTest(ArrayRef<SpanPair> Pairs, Instruction &At) {
  SmallPtrSet<Instruction *, 16> Moved;
  for (const SpanPair &P : Pairs) {
    const std::optional<LowSum> D = distanceOf(P, &At);
    for (auto [V, Factor] : D->Terms) {
      SmallPtrSet<Instruction *, 16> More;
      collectMoved(V, At, More);
      Moved.insert(More.begin(), More.end());
    }
  }
  SmallVector<Instruction *, 16> Sorted(Moved.begin(), Moved.end());
  llvm::sort(Sorted,
             [](Instruction *A, Instruction *B) { return A->comesBefore(B); });
  for (Instruction *I : Sorted)
    compat::moveBefore(*I, At.getIterator());
}

/// The terms that all the sums have, and their constant if it is one.
static LowSum inCommon(ArrayRef<LowSum> Sums) {
  LowSum Common;
  if (all_of(Sums, [&](const LowSum &S) {
        return S.Constant == Sums.front().Constant;
      }))
    Common.Constant = Sums.front().Constant;
  for (auto [V, Factor] : Sums.front().Terms)
    if (all_of(Sums, [&, &V = V, &Factor = Factor](const LowSum &S) {
          return S.Terms.lookup(V) == Factor;
        }))
      Common.add(V, Factor);
  return Common;
}

Value *f2layout::emitTest(IRBuilder<> &B, ArrayRef<SpanPair> Pairs,
                          const Instruction &At) {
  LowSumEmitter Emitter(B);
  MapVector<const Instruction *, SmallVector<const SpanPair *, 16>> BySpan;
  for (const SpanPair &P : Pairs)
    BySpan[P.B.Access].push_back(&P);
  Value *All = nullptr;
  for (const auto &[Span, Group] : BySpan) {
    SmallVector<LowSum, 16> Distances;
    for (const SpanPair *P : Group)
      Distances.push_back(*distanceOf(*P, &At));
    Value *Base = nullptr;
    if (Group.size() > 1)
      if (const LowSum Common = inCommon(Distances); !Common.isConstant()) {
        Base = Emitter.emit(Common);
        for (LowSum &D : Distances)
          D.add(Common, ~0u);
      }
    for (auto [P, D] : zip(Group, Distances)) {
      Value *Apart =
          B.CreateICmpUGE(Emitter.emit(D, Base), B.getInt32(windowOf(*P)));
      All = All ? B.CreateAnd(All, Apart) : Apart;
    }
  }
  return All ? B.CreateFreeze(All) : B.getTrue();
}
