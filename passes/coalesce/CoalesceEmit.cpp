//===- CoalesceEmit.cpp - Store side by side, if all lanes are there ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/coalesce/CoalesceEmit.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/emit/Emit.h"
#include "intrinsics/lanes/ThreadIndex.h"
#include "intrinsics/steps/Barrier.h"
#include "intrinsics/steps/LaneMove.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace f2layout;

/// PTX ISA, activemask: "Introduced in PTX ISA version 6.2". Without a version
/// LLVM takes the first one that has the processor: 6.3 for sm_75.
bool f2layout::canTestLanes(const Function &F, const Target &T) {
  if (T.Maker == Vendor::AMD)
    return true;
  const unsigned Ptx = askedPtx(F);
  return Ptx ? Ptx >= 62 : T.Cpu != "sm_70" && T.Cpu != "sm_72";
}

namespace {

class CoalesceEmitter {
public:
  CoalesceEmitter(const StoreGroup &G, const CoalescePlan &P, const Target &T)
      : G(G), P(P), T(T), B(G.Last), DL(G.Last->getDataLayout()) {}
  void emit();

private:
  void split();
  void setPlace(BasicBlock *BB);
  Value *firstStructure();
  Value *isBeside(Value *First, Value *Lane0);
  Value *isGlobal();
  void testOnNvidia();
  void testOnAMD();
  void branch(Value *If, BasicBlock *Then);
  SmallVector<Value *, 16> words();
  void addWords(const StoreGroup::Part &Part, MutableArrayRef<Value *> Words);
  void storeBeside();

  const StoreGroup &G;
  const CoalescePlan &P;
  const Target &T;
  IRBuilder<> B;
  const DataLayout &DL;
  BasicBlock *Head = nullptr, *Test = nullptr, *Beside = nullptr,
             *Apart = nullptr, *Done = nullptr;
};

} // namespace

/// Makes the blocks, and moves the original stores to theirs.
void CoalesceEmitter::split() {
  Head = G.Last->getParent();
  Done = SplitBlock(Head, std::next(G.Last->getIterator()));
  Done->setName("f2.stored");
  Function *F = Head->getParent();
  auto Make = [&](const Twine &Name) {
    return BasicBlock::Create(F->getContext(), Name, F, Done);
  };
  if (T.Maker == Vendor::NVIDIA)
    Test = Make("f2.all.lanes");
  Beside = Make("f2.beside");
  Apart = Make("f2.apart");
  Instruction *End = BranchInst::Create(Done, Apart);
  End->setDebugLoc(G.Last->getDebugLoc());
  SmallVector<StoreInst *, 16> Stores;
  for (const StoreGroup::Part &Part : G.Parts)
    Stores.push_back(Part.I);
  llvm::sort(Stores,
             [](StoreInst *A, StoreInst *B) { return A->comesBefore(B); });
  for (StoreInst *S : Stores)
    compat::moveBefore(*S, End->getIterator());
  Head->getTerminator()->eraseFromParent();
}

void CoalesceEmitter::setPlace(BasicBlock *BB) {
  B.SetInsertPoint(BB);
  B.SetCurrentDebugLocation(G.Last->getDebugLoc());
  if (!G.Last->getDebugLoc())
    if (DISubprogram *SP = BB->getParent()->getSubprogram())
      B.SetCurrentDebugLocation(DILocation::get(BB->getContext(), 0, 0, SP));
}

/// Where the structure of lane 0 is if this lane's is in its place.
///
/// The ptrtoint must capture the pointer with its provenance: other lanes store
/// to this lane's structure. If nothing captured a noalias array, a warp
/// barrier would be no obstacle to LLVM, and it would take a value from before
/// the stores for one that is loaded after them.
Value *CoalesceEmitter::firstStructure() {
  Type *Integer = DL.getIntPtrType(G.base()->getType());
  Value *Offset = B.CreateMul(emitLane(T, B), B.getInt32(G.Bytes));
  Value *At = B.CreatePtrToInt(G.base(), Integer);
  return B.CreateSub(At, B.CreateZExt(Offset, Integer));
}

Value *CoalesceEmitter::isBeside(Value *First, Value *Lane0) {
  Value *Is = B.CreateICmpEQ(First, Lane0);
  if (P.TestAlign > 1)
    Is = B.CreateAnd(Is, B.CreateIsNull(B.CreateAnd(First, P.TestAlign - 1)));
  if (G.MayBeElsewhere)
    Is = B.CreateAnd(Is, isGlobal());
  return Is;
}

/// A generic pointer is to global memory.
Value *CoalesceEmitter::isGlobal() {
  if (T.Maker == Vendor::NVIDIA)
    return B.CreateIntrinsic(Intrinsic::nvvm_isspacep_global, {}, {G.base()});
  Value *Shared =
      B.CreateIntrinsic(Intrinsic::amdgcn_is_shared, {}, {G.base()});
  Value *Stack =
      B.CreateIntrinsic(Intrinsic::amdgcn_is_private, {}, {G.base()});
  return B.CreateNot(B.CreateOr(Shared, Stack));
}

void CoalesceEmitter::branch(Value *If, BasicBlock *Then) {
  B.CreateCondBr(If, Then, Apart,
                 MDBuilder(B.getContext()).createLikelyBranchWeights());
}

void CoalesceEmitter::testOnNvidia() {
  setPlace(Head);
  Value *Here =
      B.CreateIntrinsic(Intrinsic::nvvm_activemask, ArrayRef<Type *>(), {});
  branch(B.CreateICmpEQ(Here, B.getInt32(~0u)), Test);
  setPlace(Test);
  Value *First = firstStructure();
  LaneValues Lanes(T, B);
  const SmallVector<uint8_t, 32> FromLane0(T.M.lanes(), 0);
  auto OfLane0 = [&](Value *Word) {
    return B.CreateZExt(emitLaneMove(B, Lanes, Word, FromLane0, nullptr),
                        First->getType());
  };
  Value *Low = OfLane0(B.CreateTrunc(First, B.getInt32Ty()));
  Value *High = OfLane0(B.CreateTrunc(B.CreateLShr(First, 32), B.getInt32Ty()));
  Value *Is = isBeside(First, B.CreateOr(Low, B.CreateShl(High, 32)));
  branch(B.CreateIntrinsic(Intrinsic::nvvm_vote_all_sync, {},
                           {B.getInt32(~0u), Is}),
         Beside);
}

void CoalesceEmitter::testOnAMD() {
  setPlace(Head);
  Value *First = firstStructure();
  Value *Lane0 = B.CreateIntrinsic(Intrinsic::amdgcn_readfirstlane,
                                   {First->getType()}, {First});
  Type *Mask = B.getIntNTy(T.M.lanes());
  Value *Votes = B.CreateIntrinsic(Intrinsic::amdgcn_ballot, {Mask},
                                   {isBeside(First, Lane0)});
  branch(B.CreateICmpEQ(Votes, Constant::getAllOnesValue(Mask)), Beside);
}

/// Puts the bytes of one store into the words that they belong to.
void CoalesceEmitter::addWords(const StoreGroup::Part &Part,
                               MutableArrayRef<Value *> Words) {
  Value *V = B.CreateFreeze(Part.I->getValueOperand());
  const uint64_t Bytes = DL.getTypeStoreSize(V->getType());
  if (V->getType()->isPtrOrPtrVectorTy())
    V = B.CreatePtrToInt(V, DL.getIntPtrType(V->getType()));
  Type *I32 = B.getInt32Ty();
  if (Part.Offset % 4 == 0 && Bytes % 4 == 0) {
    const uint64_t First = Part.Offset / 4;
    if (Bytes == 4) {
      Words[First] = B.CreateBitCast(V, I32);
      return;
    }
    V = B.CreateBitCast(V, FixedVectorType::get(I32, Bytes / 4));
    for (uint64_t N = 0; N < Bytes / 4; ++N)
      Words[First + N] = B.CreateExtractElement(V, N);
    return;
  }
  V = B.CreateBitCast(V, B.getIntNTy(8 * Bytes));
  for (uint64_t At = Part.Offset, End = At + Bytes; At < End;) {
    const uint64_t Next = std::min(End, alignDown(At, 4) + 4);
    Value *Bits = B.CreateLShr(V, 8 * (At - Part.Offset));
    Bits = B.CreateTrunc(Bits, B.getIntNTy(8 * (Next - At)));
    Bits = B.CreateShl(B.CreateZExt(Bits, I32), 8 * (At % 4));
    Value *&Word = Words[At / 4];
    Word = Word ? B.CreateOr(Word, Bits) : Bits;
    At = Next;
  }
}

SmallVector<Value *, 16> CoalesceEmitter::words() {
  SmallVector<Value *, 16> Words(G.words(), nullptr);
  for (const StoreGroup::Part &Part : G.Parts)
    addWords(Part, Words);
  return Words;
}

void CoalesceEmitter::storeBeside() {
  setPlace(Beside);
  const SmallVector<Value *, 16> Words = words();
  B.SetInsertPoint(B.CreateBr(Done));
  const unsigned Width = P.ElementWords, Count = G.words() / Width;
  const SmallVector<Type *, 16> Types(Count, B.getInt32Ty());
  Type *Element = Width == 1
                      ? B.getInt32Ty()
                      : cast<Type>(FixedVectorType::get(B.getInt32Ty(), Width));
  SmallVector<Value *, 16> Elements(Count, PoisonValue::get(Element));
  for (unsigned N = 0; N < Width; ++N) {
    SmallVector<Value *, 16> Slice;
    for (unsigned E = 0; E < Count; ++E)
      Slice.push_back(Words[E * Width + N]);
    EmitContext Context{T, B, &*B.GetInsertPoint()};
    for (auto [E, V] : enumerate(emitPlan(*P.How, Slice, Types, Context)))
      Elements[E] = Width == 1 ? V : B.CreateInsertElement(Elements[E], V, N);
  }
  // Lane l is l elements behind the first structure, not l structures.
  const int64_t Bytes = 4 * Width;
  Type *Index = DL.getIndexType(G.base()->getType());
  Value *Back = B.CreateMul(
      emitLane(T, B),
      ConstantInt::getSigned(B.getInt32Ty(), Bytes - int64_t(G.Bytes)));
  Value *Place = B.CreatePtrAdd(G.base(), B.CreateSExt(Back, Index));
  emitBarrier(T, B, Scope::Warp);
  for (auto [N, V] : enumerate(Elements)) {
    Value *At = Place;
    if (N)
      At = B.CreatePtrAdd(Place,
                          ConstantInt::get(Index, N * Bytes * T.M.lanes()));
    B.CreateAlignedStore(V, At, Align(T.M.CutsUnaligned ? Bytes : 4));
  }
  emitBarrier(T, B, Scope::Warp);
}

void CoalesceEmitter::emit() {
  split();
  if (T.Maker == Vendor::NVIDIA)
    testOnNvidia();
  else
    testOnAMD();
  storeBeside();
}

void f2layout::emitCoalesced(const StoreGroup &G, const CoalescePlan &P,
                             const Target &T) {
  CoalesceEmitter(G, P, T).emit();
}
