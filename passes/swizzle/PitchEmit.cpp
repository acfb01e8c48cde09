//===- PitchEmit.cpp - Addresses in rows of another pitch -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/swizzle/PitchEmit.h"
#include "compat/LLVMCompat.h"
#include "passes/swizzle/AddressEmit.h"
#include "passes/swizzle/PitchFragments.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace f2layout;

namespace {

class Emitter {
public:
  Emitter(Function &F, const SharedObject &O, GlobalVariable &Array,
          const PitchPlan &P)
      : F(F), O(O), Array(Array), P(P), B(F.getContext()), DT(F),
        Bases(P.Roots.size()) {}
  void run();

private:
  Value *term(const AddressSum::Part &Part, bool IsSmall);
  Value *add(Value *X, Value *Y, bool IsSmall);
  Value *plus(Value *X, uint32_t Constant);
  Value *sum(const AddressSum &S, bool IsSmall);
  Value *quotient(const PadQuotient &Q);
  Value *base(unsigned Root);
  Value *pointer(const PitchedAddress &A, Instruction &User);

  Function &F;
  const SharedObject &O;
  GlobalVariable &Array;
  const PitchPlan &P;
  IRBuilder<> B;
  DominatorTree DT;
  SmallVector<Value *, 8> Bases; ///< Pointers, of roots.
  /// What roots share: products, and sums.
  DenseMap<std::pair<Value *, std::pair<uint32_t, unsigned>>, Value *> Terms;
  DenseMap<std::pair<std::pair<Value *, Value *>, unsigned>, Value *> Added;
  DenseMap<std::pair<Value *, uint32_t>, Value *> Quotients, Shifted;
  DenseMap<std::pair<Value *, uint32_t>, Value *> Behind, Pads;
  SmallVector<WeakTrackingVH, 16> Dead; ///< Old addresses.
};

} // namespace

Value *Emitter::term(const AddressSum::Part &Part, bool IsSmall) {
  Value *&Term = Terms[{Part.V, {Part.Times, IsSmall}}];
  if (Term)
    return Term;
  insertAfter(B, F, Part.V);
  Term = Part.V->getType()->isPointerTy()
             ? distanceFrom(B, Array, Part.V)
             : B.CreateZExtOrTrunc(Part.V, B.getInt32Ty());
  if (isPowerOf2_32(Part.Times) && Part.Times > 1)
    Term = B.CreateShl(Term, Log2_32(Part.Times), "", /*HasNUW=*/false,
                       /*HasNSW=*/IsSmall);
  else if (Part.Times != 1)
    Term = B.CreateMul(Term, B.getInt32(Part.Times), "", /*HasNUW=*/false,
                       /*HasNSW=*/IsSmall);
  return Term;
}

Value *Emitter::add(Value *X, Value *Y, bool IsSmall) {
  Value *&Sum = Added[{{X, Y}, IsSmall}];
  if (Sum)
    return Sum;
  auto *A = dyn_cast<Instruction>(X), *C = dyn_cast<Instruction>(Y);
  insertAfter(B, F, A && C && DT.dominates(A, C) ? Y : A ? X : Y);
  return Sum = B.CreateAdd(X, Y, "", /*HasNUW=*/false, /*HasNSW=*/IsSmall);
}

Value *Emitter::plus(Value *X, uint32_t Constant) {
  if (!Constant)
    return X;
  Value *&Sum = Behind[{X, Constant}];
  if (!Sum) {
    insertAfter(B, F, X);
    Sum = B.CreateAdd(X, B.getInt32(Constant));
  }
  return Sum;
}

/// All values dominate the accesses, so of two of them one is the later.
Value *Emitter::sum(const AddressSum &S, bool IsSmall) {
  SmallVector<AddressSum::Part, 4> Parts(S.Parts);
  auto IsEarlier = [&](const AddressSum::Part &X, const AddressSum::Part &Y) {
    auto *A = dyn_cast<Instruction>(X.V), *C = dyn_cast<Instruction>(Y.V);
    return C && (!A || (A != C && DT.dominates(A, C)));
  };
  stable_sort(Parts, IsEarlier);
  Value *Sum = nullptr;
  for (const AddressSum::Part &Part : Parts) {
    Value *Term = term(Part, IsSmall);
    Sum = Sum ? add(Sum, Term, IsSmall) : Term;
  }
  return Sum ? plus(Sum, S.Constant) : B.getInt32(S.Constant);
}

Value *Emitter::quotient(const PadQuotient &Q) {
  Value *Of = sum(Q.Of, /*IsSmall=*/false);
  auto Make = [&](auto &Known, Value *X, uint32_t By, auto Create) {
    auto [At, IsNew] = Known.try_emplace({X, By});
    if (IsNew) {
      insertAfter(B, F, X);
      At->second = Create(X);
    }
    return At->second;
  };
  if (Q.By != 1)
    Of = Make(Quotients, Of, Q.By, [&](Value *X) {
      return isPowerOf2_32(Q.By) ? B.CreateLShr(X, Log2_32(Q.By))
                                 : B.CreateUDiv(X, B.getInt32(Q.By));
    });
  Of = plus(Of, Q.Plus);
  if (Q.Shift)
    Of = Make(Shifted, Of, Q.Shift,
              [&](Value *X) { return B.CreateLShr(X, Q.Shift); });
  return Make(Pads, Of, Q.Times,
              [&](Value *X) { return B.CreateMul(X, B.getInt32(Q.Times)); });
}

/// Not inbounds: what is added to it may bring it into the array.
Value *Emitter::base(unsigned Root) {
  Value *&Base = Bases[Root];
  if (Base)
    return Base;
  const PitchRoot &R = P.Roots[Root];
  if (R.Sum.Parts.empty() && R.Quotients.empty())
    return Base = B.CreateConstGEP1_32(B.getInt8Ty(), &Array, R.Sum.Constant);
  Value *Sum = sum(R.Sum, R.IsSmall);
  for (const PadQuotient &Q : R.Quotients)
    Sum = add(Sum, quotient(Q), /*IsSmall=*/false);
  insertAfter(B, F, Sum);
  Type *IndexTy = F.getDataLayout().getIndexType(Array.getType());
  return Base = B.CreatePtrAdd(&Array, B.CreateSExtOrTrunc(Sum, IndexTy));
}

Value *Emitter::pointer(const PitchedAddress &A, Instruction &User) {
  Value *Base = base(A.Root);
  B.SetInsertPoint(&User);
  B.SetCurrentDebugLocation(User.getDebugLoc());
  Type *IndexTy = F.getDataLayout().getIndexType(Array.getType());
  return A.Added
             ? B.CreatePtrAdd(Base, ConstantInt::getSigned(IndexTy, A.Added))
             : Base;
}

void Emitter::run() {
  for (auto [A, New] : zip_equal(O.Accesses, P.Addresses)) {
    Value *Pointer = pointer(New, *A.I);
    Dead.push_back(A.pointerUse().get());
    // Loads and stores take any pointer, intrinsics that of their type.
    if (A.isMatrix() && A.pointer()->getType() != Pointer->getType())
      Pointer = B.CreateAddrSpaceCast(Pointer, A.pointer()->getType());
    A.pointerUse().set(Pointer);
    if (A.IsFragment)
      setFragmentDistance(A, P.Map);
    if (!A.isMatrix())
      setLoadStoreAlignment(A.I, alignmentInArray(A, Array));
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
}

void f2layout::emitPitch(Function &F, const SharedObject &O,
                         GlobalVariable &Array, const PitchPlan &P) {
  Emitter(F, O, Array, P).run();
}
