//===- SharedAccess.cpp - Loads and stores of plans -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/steps/SharedAccess.h"
#include "intrinsics/steps/MatrixMove.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {

/// Whether V is surely computed before At: not an instruction, or one of At's
/// block before it, or one of the entry block while At is in another.
static bool isKnownAt(const Value *V, const Instruction *At) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return true;
  if (I->getParent() == At->getParent())
    return I->comesBefore(At);
  return I->getParent()->isEntryBlock();
}

SharedEmitter::SharedEmitter(const Plan &P, EmitContext &C, LaneValues &Lanes)
    : P(P), C(C), Lanes(Lanes),
      ThreadB(C.B.GetInsertBlock(), C.B.GetInsertPoint()) {
  if (C.LanePoint &&
      (!C.LinearThread || isKnownAt(C.LinearThread, C.LanePoint)))
    ThreadB.SetInsertPoint(C.LanePoint);
  ThreadB.SetCurrentDebugLocation(C.B.getCurrentDebugLocation());
}

/// The linear function at this thread. In a plan of one warp the low columns
/// belong to the lane, which is the low bits of the linear thread index.
Value *SharedEmitter::threadPart(const AffineForm &Linear) {
  bool LaneOnly = Linear.Columns.size() <= P.LaneBits;
  if (P.Group == Scope::Warp && LaneOnly)
    return Lanes.affine(Linear);
  assert(C.LinearThread && "plans over warps need the thread index");
  Value *&Part = ThreadParts[Linear.Columns];
  if (!Part)
    Part = emitAffine(ThreadB, C.LinearThread, 32, Linear);
  return Part;
}

/// Where this warp's slice begins; null if at the scratch's own address.
Value *SharedEmitter::warpOffset() {
  if (P.Group != Scope::Warp || C.ScratchStride == 0)
    return nullptr;
  if (Slice)
    return Slice;
  assert(C.LinearThread && "slices of warps need the thread index");
  Value *Warp = ThreadB.CreateLShr(C.LinearThread, P.LaneBits);
  Slice = isPowerOf2_32(C.ScratchStride)
              ? ThreadB.CreateShl(Warp, Log2_32(C.ScratchStride))
              : ThreadB.CreateMul(Warp, ThreadB.getInt32(C.ScratchStride));
  return Slice;
}

/// The whole byte offset of a thread, in the width of shared addresses.
Value *SharedEmitter::threadOffset(const AffineForm &Form) {
  Value *Offset = threadPart(AffineForm{0, Form.Columns});
  if (Form.Constant)
    Offset = ThreadB.CreateXor(Offset, Form.Constant);
  if (Value *OfWarp = warpOffset())
    Offset = ThreadB.CreateAdd(Offset, OfWarp, "", true, true);
  const DataLayout &DL = C.B.GetInsertBlock()->getModule()->getDataLayout();
  Offset =
      ThreadB.CreateZExtOrTrunc(Offset, DL.getIndexType(C.Scratch->getType()));
  if (auto *Extended = dyn_cast<ZExtInst>(Offset))
    Extended->setNonNeg();
  return Offset;
}

/// May exceed the access, for passes that merge neighbours.
Align SharedEmitter::alignmentOf(const Step &S) const {
  uint64_t Bits = P.ScratchAlign | S.Address.Constant;
  for (uint32_t Column : S.Address.Columns)
    Bits |= Column;
  if (P.Group == Scope::Warp)
    Bits |= C.ScratchStride;
  return Align(Bits & -Bits);
}

SharedEmitter::Pointer SharedEmitter::pointerFor(const Step &S) {
  AffineForm Form;
  uint32_t Touched = 0;
  for (uint32_t Column : S.Address.Columns) {
    Form.Columns.push_back(Column);
    Touched |= Column;
  }
  while (!Form.Columns.empty() && Form.Columns.back() == 0)
    Form.Columns.pop_back();
  Form.Constant = S.Address.Constant & Touched;
  uint32_t Added = S.Address.Constant & ~Touched;

  // The scratch is one object and the whole address lies in it, so every part
  // of the sum does.
  Value *&Base = Bases[{Form.Columns, Form.Constant}];
  if (!Base)
    Base = C.B.CreatePtrAdd(C.Scratch, threadOffset(Form), "",
                            GEPNoWrapFlags::inBounds() |
                                GEPNoWrapFlags::noUnsignedWrap());
  Value *Address =
      Added ? C.B.CreateConstInBoundsGEP1_32(C.B.getInt8Ty(), Base, Added)
            : Base;
  return {Address, alignmentOf(S)};
}

void SharedEmitter::storeElement(const Step &S, Value *Element) {
  Pointer To = pointerFor(S);
  StoreInst *Store = C.B.CreateAlignedStore(Element, To.Address, To.Alignment);
  if (C.MarksStores)
    Store->setMetadata(PlannedMetadata, MDNode::get(C.B.getContext(), {}));
}

void SharedEmitter::store(const Step &S, ArrayRef<Value *> Stored,
                          unsigned First) {
  Value *V = Stored[0];
  if (S.Bytes < 4) {
    if (First)
      V = C.B.CreateLShr(V, 8 * First);
    V = C.B.CreateTrunc(V, C.B.getIntNTy(8 * S.Bytes));
  } else if (S.Bytes > 4) {
    V = PoisonValue::get(FixedVectorType::get(C.B.getInt32Ty(), S.Bytes / 4));
    for (unsigned I = 0; I < Stored.size(); ++I)
      V = C.B.CreateInsertElement(V, Stored[I], uint64_t(I));
  }
  storeElement(S, V);
}

void SharedEmitter::storeMatrix(const Step &S, ArrayRef<Value *> Stored) {
  emitStoreMatrix(C.B, pointerFor(S).Address, Stored, S.Tile);
}

SmallVector<Value *, 4> SharedEmitter::loadMatrix(const Step &S) {
  return emitLoadMatrix(C.B, pointerFor(S).Address, S.Count, S.Tile);
}

Value *SharedEmitter::loadElement(const Step &S, Type *Ty) {
  Pointer From = pointerFor(S);
  return C.B.CreateAlignedLoad(Ty, From.Address, From.Alignment);
}

SmallVector<Value *, 4> SharedEmitter::load(const Step &S) {
  Pointer From = pointerFor(S);
  Type *WordTy = C.B.getInt32Ty();
  if (S.Bytes < 4) {
    Value *V = C.B.CreateAlignedLoad(C.B.getIntNTy(8 * S.Bytes), From.Address,
                                     From.Alignment);
    return {C.B.CreateZExt(V, WordTy)};
  }
  if (S.Bytes == 4)
    return {C.B.CreateAlignedLoad(WordTy, From.Address, From.Alignment)};
  Type *VectorTy = FixedVectorType::get(WordTy, S.Bytes / 4);
  Value *V = C.B.CreateAlignedLoad(VectorTy, From.Address, From.Alignment);
  SmallVector<Value *, 4> Words;
  for (unsigned I = 0; I < S.Bytes / 4; ++I)
    Words.push_back(C.B.CreateExtractElement(V, uint64_t(I)));
  return Words;
}

} // namespace intrinsics
} // namespace f2layout
