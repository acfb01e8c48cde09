//===- AccessPermute.cpp - An order that depends on the thread ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/AccessPermute.h"
#include "compat/LLVMCompat.h"
#include "passes/support/RewriteKind.h"
#include "passes/vectorize/VectorGroups.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace f2layout;

using Order = VectorGroup::Order;

static RewriteKind WideAccesses("f2layout-wide",
                                "Accesses joined to a wide one");

static Value *pointerOf(Instruction *I) {
  return const_cast<Value *>(getLoadStorePointerOperand(I));
}

namespace {

class Joiner {
public:
  Joiner(const VectorGroup &J, Instruction *At)
      : J(J), B(At), Alignment(J.Bytes) {}
  Joiner(const VectorGroup &J, Instruction *At, Value *Base, Align A)
      : J(J), B(At), Alignment(A), Base(Base) {}
  void joinLoads();
  void joinStores();

private:
  Value *base();
  Value *bit(unsigned N);
  SmallVector<Value *, 8> moved(ArrayRef<Value *> Elements, const Order &From,
                                Value *If);
  AAMDNodes aliasInfo() const;

  const VectorGroup &J;
  IRBuilder<> B;
  const Align Alignment;
  Value *Base = nullptr;  ///< Null: it is found by the first access.
  Value *Place = nullptr; ///< Offset of the first access in the run.
};

} // namespace

/// The address of the beginning of the run.
Value *Joiner::base() {
  if (Base)
    return Base;
  Value *P = pointerOf(J.First);
  if (J.hasFixedOrder()) {
    const int64_t Position = find(J.Accesses, J.First) - J.Accesses.begin();
    Type *Offset = J.First->getDataLayout().getIndexType(P->getType());
    return B.CreatePtrAdd(
        P, ConstantInt::getSigned(Offset, -Position * (J.Bytes / J.size())));
  }
  Type *Integer = J.First->getDataLayout().getIntPtrType(P->getType());
  Place = B.CreateAnd(B.CreatePtrToInt(P, Integer),
                      ConstantInt::get(Integer, J.Bytes - 1));
  return B.CreatePtrAdd(P, B.CreateNeg(Place));
}

/// Bit N of v.
Value *Joiner::bit(unsigned N) {
  Type *Integer = Place->getType();
  const unsigned Shift = Log2_32(J.Bytes / J.size());
  Value *Position = B.CreateLShr(Place, Shift);
  Value *Looked =
      B.CreateLShr(ConstantInt::get(Integer, J.Lookup[N]), Position);
  return B.CreateTrunc(Looked, B.getInt1Ty());
}

/// Element j is the one at From[j] if the bit is set.
SmallVector<Value *, 8> Joiner::moved(ArrayRef<Value *> Elements,
                                      const Order &From, Value *If) {
  SmallVector<Value *, 8> Moved;
  for (unsigned I = 0; I < Elements.size(); ++I)
    Moved.push_back(From[I] == I
                        ? Elements[I]
                        : B.CreateSelect(If, Elements[From[I]], Elements[I]));
  return Moved;
}

AAMDNodes Joiner::aliasInfo() const {
  AAMDNodes Info = J.First->getAAMetadata();
  for (Instruction *I : J.Accesses)
    Info = Info.concat(I->getAAMetadata());
  return Info;
}

void Joiner::joinLoads() {
  Value *Begin = base();
  LoadInst *Wide = B.CreateAlignedLoad(
      FixedVectorType::get(J.Element, J.size()), Begin, Alignment);
  Wide->setAAMetadata(aliasInfo());
  SmallVector<Value *, 8> Elements;
  for (unsigned I = 0; I < J.size(); ++I)
    Elements.push_back(B.CreateExtractElement(Wide, uint64_t(I)));
  for (unsigned N = J.OfBit.size(); N-- > 0;)
    Elements = moved(Elements, J.OfBit[N], bit(N));
  for (auto [K, I] : enumerate(J.Accesses)) {
    Value *Element =
        B.CreateBitCast(Elements[J.AtZero[K]], getLoadStoreType(I));
    Element->takeName(I);
    I->replaceAllUsesWith(Element);
  }
}

void Joiner::joinStores() {
  Value *Begin = base();
  SmallVector<Value *, 8> Elements(J.size());
  for (auto [K, I] : enumerate(J.Accesses))
    Elements[J.AtZero[K]] =
        B.CreateBitCast(cast<StoreInst>(I)->getValueOperand(), J.Element);
  for (unsigned N = 0; N < J.OfBit.size(); ++N) {
    Order Inverse(J.size());
    for (unsigned I = 0; I < J.size(); ++I)
      Inverse[J.OfBit[N][I]] = I;
    Elements = moved(Elements, Inverse, bit(N));
  }
  Value *Wide = PoisonValue::get(FixedVectorType::get(J.Element, J.size()));
  for (unsigned I = 0; I < J.size(); ++I)
    Wide = B.CreateInsertElement(Wide, Elements[I], uint64_t(I));
  B.CreateAlignedStore(Wide, Begin, Alignment)->setAAMetadata(aliasInfo());
}

static void join(const VectorGroup &J) {
  if (J.isStore())
    Joiner(J, J.Last).joinStores();
  else
    Joiner(J, J.First).joinLoads();
}

void f2layout::joinAt(const VectorGroup &J, Instruction *At, Value *Base,
                      Align Alignment) {
  Joiner Joins(J, At, Base, Alignment);
  if (J.isStore())
    Joins.joinStores();
  else
    Joins.joinLoads();
}

bool f2layout::joinAccesses(Contiguity &C, AAResults &AA,
                            AccessRemarks &Remarks,
                            function_ref<bool(const VectorGroup &)> Stays) {
  std::vector<VectorGroup> Groups = planVectorGroups(C, AA);
  erase_if(Groups, Stays);
  SmallVector<WeakTrackingVH, 16> Dead;
  bool Changed = false;
  for (const VectorGroup &J : Groups) {
    if (!WideAccesses.mayRewrite(Remarks.remarks(), "f2layout-access",
                                 *J.First))
      continue;
    Changed = true;
    Remarks.joined(J.Accesses, J.Bytes);
    join(J);
    for (Instruction *I : J.Accesses) {
      Dead.push_back(pointerOf(I));
      I->eraseFromParent();
    }
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
  return Changed;
}
