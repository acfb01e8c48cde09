//===- ReaddressEmit.cpp - New addresses for every access of an array -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/swizzle/ReaddressEmit.h"
#include "llvm/Analysis/InstSimplifyFolder.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// Looks through existing conversions: offsets are extended and truncated
/// again.
using Builder = IRBuilder<InstSimplifyFolder>;

class Emitter {
public:
  Emitter(Function &F, const SharedObject &O, GlobalVariable &Array,
          const ReaddressPlan &P)
      : F(F), O(O), Array(Array), P(P),
        B(F.getContext(), InstSimplifyFolder(F.getDataLayout())),
        Offsets(P.Roots.size()), Bases(P.Roots.size()),
        Moved(P.Quotients.size()) {}
  void run();

private:
  void insertAfter(const Value *V);
  Value *offset(unsigned Root);
  Value *base(unsigned Root);
  Value *moved(unsigned Quotient);
  Value *pointer(const NewAddress &A, Instruction *User);
  void storePieces(StoreInst &S, ArrayRef<NewAddress> Pieces);
  void loadPieces(LoadInst &L, ArrayRef<NewAddress> Pieces);
  void rewrite(Instruction &I, ArrayRef<NewAddress> Pieces);

  Function &F;
  const SharedObject &O;
  GlobalVariable &Array;
  const ReaddressPlan &P;
  Builder B;
  SmallVector<Value *, 8> Offsets; ///< Of roots: bytes from the array, i32.
  SmallVector<Value *, 8> Bases;   ///< Ways times these offsets.
  SmallVector<Value *, 8> Moved;   ///< Bases minus the steps of a quotient.
  SmallVector<WeakTrackingVH, 16> Dead; ///< Old addresses.
};

} // namespace

/// Inserts where the value is known; in the entry block if it is not an
/// instruction.
void Emitter::insertAfter(const Value *V) {
  B.SetInsertPoint(F.getEntryBlock().getFirstInsertionPt());
  B.SetCurrentDebugLocation(DebugLoc());
  if (auto *I = dyn_cast_or_null<Instruction>(const_cast<Value *>(V))) {
    B.SetInsertPoint(*I->getInsertionPointAfterDef());
    B.SetCurrentDebugLocation(I->getDebugLoc());
  }
}

/// The offset of a chain of GEPs and casts that begins at the array; null if it
/// begins elsewhere.
static Value *offsetOfChain(Builder &B, const DataLayout &DL, Value *V,
                            const GlobalVariable &Array) {
  Value *Sum = nullptr;
  while (true) {
    if (V == &Array)
      return Sum ? Sum : B.getInt32(0);
    if (auto *G = dyn_cast<GEPOperator>(V)) {
      Value *Part = emitGEPOffset(&B, DL, G, /*NoAssumptions=*/true);
      Part = B.CreateTrunc(Part, B.getInt32Ty());
      Sum = Sum ? B.CreateAdd(Sum, Part) : Part;
      V = G->getPointerOperand();
    } else if (Operator::getOpcode(V) == Instruction::AddrSpaceCast) {
      V = cast<Operator>(V)->getOperand(0);
    } else {
      return nullptr;
    }
  }
}

Value *Emitter::offset(unsigned Root) {
  if (Offsets[Root])
    return Offsets[Root];
  insertAfter(P.Roots[Root]);
  if (!P.Roots[Root])
    return Offsets[Root] = B.getInt32(0);
  auto *Pointer = const_cast<Value *>(P.Roots[Root]);
  Value *Offset = offsetOfChain(B, F.getDataLayout(), Pointer, Array);
  if (!Offset) {
    if (Pointer->getType() != Array.getType())
      Pointer = B.CreateAddrSpaceCast(Pointer, Array.getType());
    Offset = B.CreateSub(B.CreatePtrToInt(Pointer, B.getInt32Ty()),
                         B.CreatePtrToInt(&Array, B.getInt32Ty()));
  }
  return Offsets[Root] = Offset;
}

/// Not inbounds: the amount added to the root may be negative.
Value *Emitter::base(unsigned Root) {
  if (Bases[Root])
    return Bases[Root];
  if (!P.Roots[Root])
    return Bases[Root] = &Array;
  Value *From = offset(Root);
  insertAfter(From);
  Value *Scaled = B.CreateMul(From, B.getInt32(P.Map.Ways));
  return Bases[Root] = B.CreatePtrAdd(&Array, Scaled);
}

Value *Emitter::moved(unsigned Number) {
  if (Moved[Number])
    return Moved[Number];
  const Quotient &Q = P.Quotients[Number];
  Value *Base = base(Q.Root);
  insertAfter(Base);
  Value *From = offset(Q.Root);
  int64_t Step = P.Map.step(), Part = P.Map.part();
  Value *Back;
  if (Q.Compare) {
    int64_t Limit = int64_t(Q.Lowest + 1) * Part - Q.Added;
    Back = B.CreateSelect(B.CreateICmpSGE(From, B.getInt32(Limit)),
                          B.getInt32(-Step * int64_t(Q.Lowest + 1)),
                          B.getInt32(-Step * int64_t(Q.Lowest)));
  } else {
    Value *At = Q.Added ? B.CreateAdd(From, B.getInt32(Q.Added)) : From;
    Back = B.CreateMul(B.CreateUDiv(At, B.getInt32(Part)), B.getInt32(-Step));
  }
  return Moved[Number] = B.CreatePtrAdd(Base, Back);
}

Value *Emitter::pointer(const NewAddress &A, Instruction *User) {
  int64_t Added = int64_t(P.Map.Ways) * A.Added;
  if (!A.Computed)
    Added -= int64_t(P.Map.step() * A.Lowest);
  Value *Base = A.Computed ? moved(*A.Computed) : base(A.Root);
  B.SetInsertPoint(User);
  B.SetCurrentDebugLocation(User->getDebugLoc());
  Type *IndexTy = F.getDataLayout().getIndexType(Array.getType());
  return Added ? B.CreatePtrAdd(Base, ConstantInt::getSigned(IndexTy, Added))
               : Base;
}

/// The elements of a stored value, as integers.
void Emitter::storePieces(StoreInst &S, ArrayRef<NewAddress> Pieces) {
  B.SetInsertPoint(&S);
  Type *PieceTy = B.getIntNTy(8 * P.Map.Size);
  Value *Whole = B.CreateBitCast(S.getValueOperand(),
                                 FixedVectorType::get(PieceTy, Pieces.size()));
  for (unsigned N = 0; N < Pieces.size(); ++N) {
    Value *To = pointer(Pieces[N], &S);
    B.CreateAlignedStore(B.CreateExtractElement(Whole, uint64_t(N)), To,
                         Align(P.Map.Size));
  }
  S.eraseFromParent();
}

void Emitter::loadPieces(LoadInst &L, ArrayRef<NewAddress> Pieces) {
  Type *PieceTy = Type::getIntNTy(F.getContext(), 8 * P.Map.Size);
  Value *Whole = PoisonValue::get(FixedVectorType::get(PieceTy, Pieces.size()));
  for (unsigned N = 0; N < Pieces.size(); ++N) {
    Value *From = pointer(Pieces[N], &L);
    Value *Element = B.CreateAlignedLoad(PieceTy, From, Align(P.Map.Size));
    Whole = B.CreateInsertElement(Whole, Element, uint64_t(N));
  }
  B.SetInsertPoint(&L);
  Value *New = B.CreateBitCast(Whole, L.getType());
  New->takeName(&L);
  L.replaceAllUsesWith(New);
  L.eraseFromParent();
}

void Emitter::rewrite(Instruction &I, ArrayRef<NewAddress> Pieces) {
  Dead.push_back(getLoadStorePointerOperand(&I));
  auto *S = dyn_cast<StoreInst>(&I);
  if (Pieces.size() > 1)
    return S ? storePieces(*S, Pieces) : loadPieces(cast<LoadInst>(I), Pieces);
  Value *New = pointer(Pieces.front(), &I);
  if (S) {
    S->setOperand(StoreInst::getPointerOperandIndex(), New);
    S->setAlignment(Align(P.Map.Size));
  } else {
    I.setOperand(LoadInst::getPointerOperandIndex(), New);
    cast<LoadInst>(I).setAlignment(Align(P.Map.Size));
  }
}

void Emitter::run() {
  ArrayRef<NewAddress> Left = P.Addresses;
  while (!Left.empty()) {
    unsigned Access = Left.front().Of.Access;
    ArrayRef<NewAddress> Pieces = Left.take_while(
        [&](const NewAddress &A) { return A.Of.Access == Access; });
    Left = Left.drop_front(Pieces.size());
    rewrite(*O.Accesses[Access].I, Pieces);
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
}

void f2layout::emitReaddress(Function &F, const SharedObject &O,
                             GlobalVariable &Array, const ReaddressPlan &P) {
  Emitter(F, O, Array, P).run();
}
