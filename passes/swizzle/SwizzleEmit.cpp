//===- SwizzleEmit.cpp - Swizzled addresses for every access --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/swizzle/SwizzleEmit.h"
#include "compat/LLVMCompat.h"
#include "passes/swizzle/AddressEmit.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace f2layout;

namespace {

class Emitter {
public:
  Emitter(Function &F, const SharedObject &O, GlobalVariable &Array,
          const SwizzlePlan &P)
      : F(F), O(O), Array(Array), P(P), B(F.getContext()), DT(F),
        Sums(P.Addresses.Roots.size()), Places(P.Addresses.Roots.size()) {}
  void run();

private:
  void insertAfter(Value *V) { f2layout::insertAfter(B, F, V); }
  Value *sum(ArrayRef<AddressSum::Part> Parts);
  Value *wholeSum(unsigned Root);
  Value *swizzled(Value *Packed, uint32_t Zeros,
                  const OutsideBits &Outside = OutsideBits());
  Value *outside(const SwizzleTerm &T, const SwizzleSum &S);
  Value *joined(Value *A, Value *B, bool IsSum);
  Value *place(unsigned Root);
  Value *rotated(unsigned Root, uint32_t Rotation);
  Value *pointer(const SwizzledAddress &A, Instruction &User);
  void sink(const SmallPtrSetImpl<const Instruction *> &Old);

  Function &F;
  const SharedObject &O;
  GlobalVariable &Array;
  const SwizzlePlan &P;
  IRBuilder<> B;
  DominatorTree DT;
  SmallVector<Value *, 8> Sums, Places; ///< Of roots, i32.
  DenseMap<std::pair<unsigned, uint32_t>, Value *> Rotated;
  SmallVector<WeakTrackingVH, 16> Dead; ///< Old addresses.
};

} // namespace

/// All values dominate the accesses, so one of them is the last.
Value *Emitter::sum(ArrayRef<AddressSum::Part> Parts) {
  Instruction *Last = nullptr;
  for (const AddressSum::Part &Part : Parts)
    if (auto *I = dyn_cast<Instruction>(Part.V))
      if (!Last || DT.dominates(Last, I))
        Last = I;
  insertAfter(Last);
  Value *Sum = nullptr;
  for (const AddressSum::Part &Part : Parts) {
    Value *V = Part.V->getType()->isPointerTy()
                   ? distanceFrom(B, Array, Part.V)
                   : B.CreateZExtOrTrunc(Part.V, B.getInt32Ty());
    if (isPowerOf2_32(Part.Times))
      V = B.CreateShl(V, Log2_32(Part.Times));
    else
      V = B.CreateMul(V, B.getInt32(Part.Times));
    Sum = Sum ? B.CreateAdd(Sum, V) : V;
  }
  return Sum;
}

Value *Emitter::wholeSum(unsigned Root) {
  if (!Sums[Root])
    Sums[Root] = sum(P.Addresses.Roots[Root].Parts);
  return Sums[Root];
}

/// For a sum with such zeros: terms that only read these bits change nothing.
/// Nor do those that Outside has, which the caller adds.
Value *Emitter::swizzled(Value *Packed, uint32_t Zeros,
                         const OutsideBits &Outside) {
  insertAfter(Packed);
  Value *Place = Packed;
  for (const SwizzleTerm &T : P.Map.Terms)
    if (const uint32_t Mask = T.Mask & ~Zeros; Mask && !Outside.has(T, Zeros))
      Place = B.CreateXor(
          Place, B.CreateAnd(B.CreateLShr(Packed, T.Shift), Mask >> T.Shift));
  return Place;
}

Value *Emitter::place(unsigned Root) {
  Value *&Place = Places[Root];
  if (Place)
    return Place;
  const SwizzleRoot &R = P.Addresses.Roots[Root];
  if (!R.isCut()) {
    Place = swizzled(wholeSum(Root), R.Zeros, R.Outside);
    for (const SwizzleTerm &T : P.Map.Terms)
      if (R.meets(T) && R.Outside.has(T, R.Zeros))
        Place = joined(Place, outside(T, R), /*IsSum=*/false);
    return Place;
  }
  Value *Outer = swizzled(sum(R.Outer.Parts), R.Outer.Zeros, R.Outer.Outside);
  Value *Inner = swizzled(sum(R.Inner.Parts), R.Inner.Zeros, R.Inner.Outside);
  uint32_t OfOuter = P.Map.reach(~R.Outer.Zeros), OfInner = ~R.Inner.Zeros;
  for (const SwizzleTerm &T : P.Map.Terms) {
    const uint32_t Changed = (~R.Inner.Zeros & T.Mask) >> T.Shift;
    if (R.Outer.meets(T) && R.Outer.Outside.has(T, R.Outer.Zeros))
      Outer = joined(Outer, outside(T, R.Outer), /*IsSum=*/false);
    if (R.Inner.meets(T) && R.Inner.Outside.has(T, R.Inner.Zeros)) {
      Outer = joined(Outer, outside(T, R.Inner), /*IsSum=*/false);
      OfOuter |= Changed;
    } else {
      OfInner |= Changed;
    }
  }
  // Strength reduction of loops recognises a sum.
  return Place = joined(Outer, Inner, !(OfOuter & OfInner));
}

/// What the term reads from bits that are known outside.
Value *Emitter::outside(const SwizzleTerm &T, const SwizzleSum &S) {
  const OutsideBits &From = S.Outside;
  insertAfter(From.V);
  Value *V = B.CreateZExtOrTrunc(From.V, B.getInt32Ty());
  const int Up = From.Up - int(T.Shift);
  V = Up < 0 ? B.CreateLShr(V, -Up) : B.CreateShl(V, Up);
  return B.CreateAnd(V, (T.Mask & ~S.Zeros) >> T.Shift);
}

/// Where both are known. Values of an address dominate its accesses, and so
/// one another.
Value *Emitter::joined(Value *A, Value *Other, bool IsSum) {
  auto *Last = dyn_cast<Instruction>(A);
  if (auto *I = dyn_cast<Instruction>(Other);
      I && (!Last || DT.dominates(Last, I)))
    Last = I;
  insertAfter(Last);
  return IsSum ? B.CreateAdd(A, Other, "", /*HasNUW=*/true, /*HasNSW=*/true)
               : B.CreateXor(A, Other);
}

Value *Emitter::rotated(unsigned Root, uint32_t Rotation) {
  Value *Place = place(Root);
  if (!Rotation)
    return Place;
  Value *&V = Rotated[{Root, Rotation}];
  if (!V) {
    insertAfter(Place);
    V = B.CreateXor(Place, B.getInt32(Rotation));
  }
  return V;
}

Value *Emitter::pointer(const SwizzledAddress &A, Instruction &User) {
  auto GoToUser = [&] {
    B.SetInsertPoint(&User);
    B.SetCurrentDebugLocation(User.getDebugLoc());
  };
  if (P.Addresses.Roots[A.Root].Parts.empty()) {
    GoToUser();
    return B.CreateConstInBoundsGEP1_32(B.getInt8Ty(), &Array,
                                        P.Map.swizzled(A.Constant));
  }
  uint32_t Added = 0;
  Value *Place;
  if (A.IsXor) {
    Added = P.Addresses.added(A, P.Map);
    Place = rotated(A.Root, P.Addresses.rotated(A, P.Map));
    GoToUser();
  } else {
    Value *Sum = wholeSum(A.Root);
    insertAfter(Sum);
    Place = swizzled(B.CreateAdd(Sum, B.getInt32(A.Constant)), /*Zeros=*/0);
    GoToUser();
  }
  Value *Base = B.CreateInBoundsPtrAdd(&Array, Place);
  return Added ? B.CreateConstInBoundsGEP1_32(B.getInt8Ty(), Base, Added)
               : Base;
}

/// Moves the new arithmetic behind the condition under which all its users are,
/// within the same loop. The values of an address are often known before a
/// condition that few threads meet:
///
///   for (s = 1; s < n; s *= 2) { i = 2 * s * t; if (i < n) a[i] += ...; }
void Emitter::sink(const SmallPtrSetImpl<const Instruction *> &Old) {
  const LoopInfo LI(DT);
  const PostDominatorTree PDT(F);
  SmallVector<Instruction *, 32> New;
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
    for (Instruction &I : *BB)
      if (!Old.contains(&I) && !I.mayHaveSideEffects())
        New.push_back(&I);
  for (Instruction *I : reverse(New)) {
    BasicBlock *To = nullptr;
    for (const User *U : I->users()) {
      auto *Reader = cast<Instruction>(U);
      if (isa<PHINode>(Reader))
        To = I->getParent();
      BasicBlock *At = const_cast<BasicBlock *>(Reader->getParent());
      if (DT.isReachableFromEntry(At))
        To = To ? DT.findNearestCommonDominator(To, At) : At;
    }
    if (To && To != I->getParent() &&
        LI.getLoopFor(To) == LI.getLoopFor(I->getParent()) &&
        !PDT.dominates(To, I->getParent()))
      compat::moveBefore(*I, To->getFirstInsertionPt());
  }
}

void Emitter::run() {
  SmallPtrSet<const Instruction *, 32> Old;
  for (const Instruction &I : instructions(F))
    Old.insert(&I);
  for (unsigned N = 0; N < O.Accesses.size(); ++N) {
    const SharedAccess &A = O.Accesses[N];
    Instruction &I = *A.I;
    Value *New = pointer(P.Addresses.Of[N], I);
    Dead.push_back(A.pointerUse().get());
    A.pointerUse().set(New);
    if (!A.isMatrix())
      setLoadStoreAlignment(&I, alignmentInArray(A, Array));
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
  sink(Old);
}

void f2layout::emitSwizzle(Function &F, const SharedObject &O,
                           GlobalVariable &Array, const SwizzlePlan &P) {
  Emitter(F, O, Array, P).run();
}
