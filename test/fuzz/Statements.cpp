//===- Statements.cpp - The statements of a random kernel -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/fuzz/Writer.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace f2layout::fuzz {

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Type *Writer::elementType() {
  Type *I32 = B.getInt32Ty();
  return D.among<Type *>({I32, B.getFloatTy(), B.getInt16Ty(), B.getInt8Ty(),
                          B.getInt64Ty(), FixedVectorType::get(I32, 2),
                          FixedVectorType::get(I32, 4), B.getHalfTy()});
}

/// An element made of the variables from Var on.
Value *Writer::elementOf(Type *Ty, unsigned Var) {
  Value *V = variable(Var);
  if (Ty->isHalfTy())
    return B.CreateBitCast(B.CreateTrunc(V, B.getInt16Ty()), Ty);
  if (Ty->isFloatTy())
    return B.CreateBitCast(V, Ty);
  if (Ty->isIntegerTy(64)) {
    Value *High = B.CreateShl(B.CreateZExt(variable(Var + 1), Ty), 32);
    return B.CreateOr(B.CreateZExt(V, Ty), High);
  }
  if (Ty->isIntegerTy())
    return B.CreateTrunc(V, Ty);
  Value *Vector = PoisonValue::get(Ty);
  for (unsigned I = 0; I < cast<FixedVectorType>(Ty)->getNumElements(); ++I)
    Vector = B.CreateInsertElement(Vector, variable(Var + I), uint64_t(I));
  return Vector;
}

/// The variables from Var on become what an element has.
void Writer::keep(Value *Element, unsigned Var) {
  Type *Ty = Element->getType();
  if (auto *Vector = dyn_cast<FixedVectorType>(Ty)) {
    for (unsigned I = 0; I < Vector->getNumElements(); ++I)
      set(Var + I, B.CreateExtractElement(Element, uint64_t(I)));
    return;
  }
  if (Ty->isHalfTy())
    Element = B.CreateBitCast(Element, B.getInt16Ty());
  if (Ty->isFloatTy())
    Element = B.CreateBitCast(Element, B.getInt32Ty());
  if (Ty->isIntegerTy(64))
    set(Var + 1, B.CreateTrunc(B.CreateLShr(Element, 32), B.getInt32Ty()));
  set(Var, B.CreateZExtOrTrunc(Element, B.getInt32Ty()));
}

Value *Writer::address(const Array &A, Type *Ty) {
  SmallVector<Bounded, 8> From(Begin.begin(), Begin.end());
  if (D.oneIn(16)) // at a place that data say
    From = {Bounded{variable(D.below(Variables)), ~0u}};
  const uint64_t Size = A.Bytes / M.getDataLayout().getTypeStoreSize(Ty);
  return B.CreateInBoundsGEP(Ty, A.G, {Indices(D, B).below(Size, From)});
}

/// In the first 32 KiB of a buffer.
Value *Writer::globalAddress(Value *Base, Type *Ty) {
  const uint64_t Size = (1 << 15) / M.getDataLayout().getTypeStoreSize(Ty);
  Value *I = Indices(D, B).below(Size, Begin);
  return B.CreateInBoundsGEP(Ty, Base, {B.CreateZExt(I, B.getInt64Ty())});
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void Writer::barrier(bool OfWarp) {
  if (IsDivergent)
    return;
  if (Cpu.IsNvidia) {
    B.CreateIntrinsic(B.getVoidTy(),
                      OfWarp ? Intrinsic::nvvm_bar_warp_sync
                             : Intrinsic::nvvm_barrier_cta_sync_aligned_all,
                      {B.getInt32(OfWarp ? -1 : 0)});
    return;
  }
  const SyncScope::ID Scope =
      Context.getOrInsertSyncScopeID(OfWarp ? "wavefront" : "workgroup");
  B.CreateFence(AtomicOrdering::Release, Scope);
  B.CreateIntrinsic(B.getVoidTy(),
                    OfWarp ? Intrinsic::amdgcn_wave_barrier
                           : Intrinsic::amdgcn_s_barrier,
                    {});
  B.CreateFence(AtomicOrdering::Acquire, Scope);
}

void Writer::store() {
  Type *Ty = elementType();
  Value *Element = elementOf(Ty, D.below(Variables));
  B.CreateStore(Element, address(anyArray(), Ty), D.oneIn(32));
}

void Writer::load() {
  Type *Ty = elementType();
  keep(B.CreateLoad(Ty, address(anyArray(), Ty), D.oneIn(32)),
       D.below(Variables));
}

void Writer::inPlace() {
  Type *Ty = elementType();
  const Array &A = anyArray();
  Value *Element = B.CreateLoad(Ty, address(A, Ty));
  B.CreateStore(Element, address(A, Ty));
}

/// One to four elements of each thread go through an array.
void Writer::exchange() {
  const Array &A = anyArray();
  Type *Ty = elementType();
  const unsigned Stores = 1 + D.below(4), Loads = 1 + D.below(4);
  const bool OfWarp = D.oneIn(8);
  for (unsigned I = 0; I < Stores; ++I)
    B.CreateStore(elementOf(Ty, I), address(A, Ty));
  if (!D.oneIn(32))
    barrier(OfWarp);
  for (unsigned I = 0; I < Loads; ++I)
    keep(B.CreateLoad(Ty, address(A, Ty)), I);
  if (!D.oneIn(8))
    barrier(OfWarp);
}

void Writer::arithmetic() {
  Value *L = variable(D.below(Variables)), *R = variable(D.below(Variables));
  if (D.oneIn(4))
    R = Begin[D.below(Begin.size())].V;
  const auto Op = D.among({Instruction::Add, Instruction::Xor, Instruction::Mul,
                           Instruction::Sub, Instruction::Or});
  set(D.below(Variables), B.CreateBinOp(Op, L, R));
}

void Writer::shuffle() {
  if (IsDivergent || HasLeft || (X * Y) % Cpu.Lanes)
    return;
  const unsigned By = D.below(Cpu.Lanes), To = D.below(Variables);
  if (Cpu.IsNvidia) {
    set(To,
        B.CreateIntrinsic(
            B.getInt32Ty(), Intrinsic::nvvm_shfl_sync_bfly_i32,
            {B.getInt32(-1), variable(To), B.getInt32(By), B.getInt32(31)}));
    return;
  }
  Value *From = B.CreateShl(B.CreateXor(Begin[0].V, By), 2);
  set(To, B.CreateIntrinsic(B.getInt32Ty(), Intrinsic::amdgcn_ds_bpermute,
                            {From, variable(To)}));
}

void Writer::atomic() {
  Type *Ty = B.getInt32Ty();
  Value *At = address(anyArray(), Ty);
  B.CreateAtomicRMW(D.among({AtomicRMWInst::Add, AtomicRMWInst::Or}), At,
                    variable(D.below(Variables)), MaybeAlign(4),
                    AtomicOrdering::Monotonic);
}

void Writer::global(bool Stores) {
  Type *Ty = elementType();
  Value *At = globalAddress(Stores || D.oneIn(4) ? Out : In, Ty);
  if (Stores)
    B.CreateStore(elementOf(Ty, D.below(Variables)), At);
  else
    keep(B.CreateLoad(Ty, At), D.below(Variables));
}

Value *Writer::condition(bool &IsUniform) {
  Value *C = B.getInt32(D.below(256)), *T = Begin[0].V;
  IsUniform = false;
  switch (D.below(6)) {
  case 0:
    return B.CreateICmpULT(T, C);
  case 1:
    return B.CreateICmpNE(B.CreateAnd(T, 1u << D.below(8)), B.getInt32(0));
  case 2:
    IsUniform = true;
    return B.CreateICmpUGT(N, C);
  case 3:
    return B.CreateICmpULT(T, N);
  case 4: // every thread, though that takes a proof
    IsUniform = true;
    return B.CreateICmpULT(T, B.getInt32(X * Y));
  default:
    return B.CreateICmpSLT(variable(D.below(Variables)), C);
  }
}

void Writer::branch() {
  bool IsUniform;
  Value *Holds = condition(IsUniform);
  BasicBlock *Then = block("then"), *Join = block("join");
  BasicBlock *Else = D.oneIn(3) ? block("else") : Join;
  B.CreateCondBr(Holds, Then, Else);
  const bool Was = std::exchange(IsDivergent, IsDivergent || !IsUniform);
  B.SetInsertPoint(Then);
  statements(4);
  B.CreateBr(Join);
  if (Else != Join) {
    B.SetInsertPoint(Else);
    statements(4);
    B.CreateBr(Join);
  }
  IsDivergent = Was;
  B.SetInsertPoint(Join);
}

void Writer::loop() {
  BasicBlock *Body = block("loop"), *Rest = block("rest");
  // Now and then as often as an argument says.
  const unsigned Most = 2 + D.below(4);
  Value *Count = D.oneIn(4) ? B.CreateAdd(B.CreateAnd(N, 1), B.getInt32(1))
                            : B.getInt32(Most);
  BasicBlock *Before = B.GetInsertBlock();
  B.CreateBr(Body);
  B.SetInsertPoint(Body);
  PHINode *I = B.CreatePHI(B.getInt32Ty(), 2);
  I->addIncoming(B.getInt32(0), Before);
  Begin.push_back({I, Most - 1});
  statements(6);
  Begin.pop_back();
  Value *Next = B.CreateAdd(I, B.getInt32(1), "", /*NUW=*/true, /*NSW=*/true);
  I->addIncoming(Next, B.GetInsertBlock());
  B.CreateCondBr(B.CreateICmpULT(Next, Count), Body, Rest);
  B.SetInsertPoint(Rest);
}

void Writer::leave() {
  bool IsUniform;
  Value *Holds = condition(IsUniform);
  HasLeft |= !IsUniform;
  BasicBlock *Stay = block("stay");
  B.CreateCondBr(Holds, Leave, Stay);
  B.SetInsertPoint(Stay);
}

void Writer::statement() {
  switch (D.below(24)) {
  default:
    return exchange();
  case 8:
  case 9:
    return store();
  case 10:
  case 11:
    return load();
  case 12:
  case 13:
    return barrier(false);
  case 14:
    return barrier(true);
  case 15:
    return inPlace();
  case 16:
  case 17:
    return arithmetic();
  case 18:
    return shuffle();
  case 19:
    return D.oneIn(4) ? atomic() : global(D.oneIn(2));
  case 20:
  case 21:
    return Depth < 3 ? branch() : arithmetic();
  case 22:
    return Depth < 3 ? loop() : arithmetic();
  case 23:
    return Depth == 1 ? leave() : store();
  }
}

void Writer::statements(unsigned Most) {
  ++Depth;
  for (; Most && !D.empty(); --Most) {
    statement();
    if (Depth > 1 && D.oneIn(3))
      break;
  }
  --Depth;
}

} // namespace f2layout::fuzz
