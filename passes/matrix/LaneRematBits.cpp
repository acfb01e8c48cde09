//===- LaneRematBits.cpp - Functions of the lane number -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of LaneRemat for values that depend only on the lane number: the
// other lane's number, and constants selected by bits. All of them are emitted
// in the entry block.
//
//===----------------------------------------------------------------------===//

#include "intrinsics/lanes/ThreadIndex.h"
#include "passes/matrix/LaneRemat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// Its low bits are the lane number: threadIdx.x where that is known already.
Value *LaneRemat::lane() {
  if (Lane)
    return Lane;
  const ArrayRef<ConvergenceInfo::IndexBit> Bits = Warp.laneBits();
  const bool IsX = all_of(enumerate(Bits), [](const auto &B) {
    return B.value().Dim == 0 && B.value().Number == B.index();
  });
  BasicBlock &Entry = F.getEntryBlock();
  for (Instruction &I : Entry) {
    auto R = classifyLaunchRead(&I);
    if (!R || !I.getType()->isIntegerTy(32) || !isa<CallInst>(I) ||
        !all_of(I.operands(), [](const Use &U) { return isa<Constant>(U); }))
      continue;
    if (R->K == LaunchRead::Lane ||
        (IsX && R->K == LaunchRead::ThreadIndex && R->Dim == 0)) {
      if (&I != &*Entry.getFirstInsertionPt())
        I.moveBefore(Entry, Entry.getFirstInsertionPt());
      return Lane = &I;
    }
  }
  IRBuilder<> B(&Entry, Entry.getFirstInsertionPt());
  Lane = emitLane(T, B);
  for (auto I = Entry.getFirstInsertionPt(); I != B.GetInsertPoint(); ++I)
    Created.insert(&*I);
  return Lane;
}

void LaneRemat::insertAfterLane(IRBuilder<> &B) {
  insertAfter(B, {lane()}, {}, nullptr);
}

/// For each pair (from, to): bit "from" of the lane number, moved to "to".
Value *LaneRemat::gathered(ArrayRef<std::pair<unsigned, unsigned>> Moves) {
  std::map<int, uint32_t> MaskOf;
  for (auto [From, To] : Moves)
    MaskOf[int(To) - int(From)] |= 1u << From;
  Value *L = lane();
  IRBuilder<> B(F.getContext());
  insertAfterLane(B);
  Value *Sum = nullptr;
  for (auto [Shift, Mask] : MaskOf) {
    Value *Part = note(B.CreateAnd(L, B.getInt32(Mask)));
    if (Shift)
      Part = note(Shift > 0 ? B.CreateShl(Part, Shift, "", true, true)
                            : B.CreateLShr(Part, -Shift));
    Sum = Sum ? note(B.CreateOr(Sum, Part)) : Part;
  }
  return Sum ? Sum : B.getInt32(0);
}

/// The values are a sum of one term for each bit of the number; each term is
/// computed by a mask and a shift or a product.
static std::optional<SmallVector<int64_t, 4>> linear(ArrayRef<int64_t> Values) {
  SmallVector<int64_t, 4> Added;
  for (unsigned Bit = 1; Bit < Values.size(); Bit *= 2)
    Added.push_back(Values[Bit] - Values[0]);
  for (unsigned W = 0; W < Values.size(); ++W) {
    int64_t Sum = Values[0];
    for (unsigned N = 0; N < Added.size(); ++N)
      Sum += W >> N & 1 ? Added[N] : 0;
    if (Sum != Values[W])
      return std::nullopt;
  }
  return Added;
}

Value *LaneRemat::choice(ArrayRef<int64_t> Table, ArrayRef<unsigned> Choosers,
                         Type *Ty) {
  if (all_equal(Table))
    return ConstantInt::getSigned(Ty, Table[0]);
  const ChoiceKey Name = {std::vector<int64_t>(Table.begin(), Table.end()),
                          Bits(Choosers.begin(), Choosers.end()), Ty};
  if (auto It = Choices.find(Name); It != Choices.end())
    return It->second;
  Value *L = lane();
  IRBuilder<> B(F.getContext());
  insertAfterLane(B);
  auto Bit = [&](unsigned N) {
    return note(B.CreateAnd(L, B.getInt32(1u << Choosers[N])));
  };
  auto Wide = [&](Value *V) { return note(B.CreateZExtOrTrunc(V, Ty)); };
  auto Added = linear(Table);
  if (!Added || Ty->isIntegerTy(1)) {
    const size_t Half = Table.size() / 2;
    Value *Low = choice(Table.take_front(Half), Choosers.drop_back(), Ty);
    Value *High = choice(Table.drop_front(Half), Choosers.drop_back(), Ty);
    Value *Is = isSet(Choosers.back());
    IRBuilder<> After(F.getContext());
    insertAfterLane(After);
    return Choices[Name] = note(After.CreateSelect(Is, High, Low));
  }
  Value *Sum = Table[0] ? ConstantInt::getSigned(Ty, Table[0]) : nullptr;
  for (auto [N, Step] : enumerate(*Added)) {
    if (!Step)
      continue;
    Value *Part = Wide(Bit(N));
    const int64_t Unit = int64_t(1) << Choosers[N];
    if (Step % Unit == 0) {
      if (Step != Unit)
        Part = note(
            isPowerOf2_64(Step)
                ? B.CreateShl(Part, Log2_64(Step / Unit))
                : B.CreateMul(Part, ConstantInt::getSigned(Ty, Step / Unit)));
    } else {
      Part = note(B.CreateLShr(Part, Choosers[N]));
      Part = note(B.CreateMul(Part, ConstantInt::getSigned(Ty, Step)));
    }
    Sum = Sum ? note(B.CreateAdd(Sum, Part)) : Part;
  }
  return Choices[Name] = Sum;
}

/// Bit N of the lane number is set.
Value *LaneRemat::isSet(unsigned N) {
  const ChoiceKey Name = {{}, {N}, nullptr};
  if (auto It = Choices.find(Name); It != Choices.end())
    return It->second;
  Value *L = lane();
  IRBuilder<> B(F.getContext());
  insertAfterLane(B);
  Value *Bit = note(B.CreateAnd(L, B.getInt32(1u << N)));
  return Choices[Name] = note(B.CreateICmpNE(Bit, B.getInt32(0)));
}
