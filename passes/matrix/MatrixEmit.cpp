//===- MatrixEmit.cpp - Emit matrix instructions for groups of accesses ---===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/matrix/MatrixEmit.h"
#include "intrinsics/steps/MatrixMove.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace f2layout;

static Value *pointerOf(const Instruction &I) {
  return const_cast<Value *>(getLoadStorePointerOperand(&I));
}

Instruction *MatrixEmitter::placeOf(const MatrixGroup &G) {
  return G.IsStore ? G.Accesses.back() : G.Accesses.front();
}

//===----------------------------------------------------------------------===//
// Bytes of a lane
//===----------------------------------------------------------------------===//

/// Bits of a byte's number in its lane that are not positions in the row,
/// lowest first: they select the row.
static SmallVector<unsigned, 3> slotBits(const MatrixTile &Tile) {
  SmallVector<unsigned, 3> Bits;
  for (PlaceBit B : Tile.rows())
    if (isByteBit(B))
      Bits.push_back(bitNumber(B));
  sort(Bits);
  return Bits;
}

/// The number, in its lane, of the byte at Place in the row of that slot.
static unsigned byteNumber(const MatrixTile &Tile, unsigned Slot,
                           unsigned Place) {
  for (auto [N, Bit] : enumerate(slotBits(Tile)))
    Place |= (Slot >> N & 1) << Bit;
  return Place;
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

const Value *MatrixEmitter::obstacle(const MatrixGroup &G) {
  for (const auto &Matrix : G.Matrices)
    for (const LaneRow &R : Matrix)
      if (const Value *No = Others.obstacle(pointerOf(*R.first()), placeOf(G)))
        return No;
  return nullptr;
}

/// The lane that points at a row has the number of the row, and above it the
/// number of the matrix, in its bits. It needs the address of the lane that
/// accesses the beginning of the row.
Value *MatrixEmitter::rowPointer(const MatrixGroup &G, Instruction *At) {
  const MatrixTile &Tile = *G.Tile;
  LaneMap Map;
  Map.From.assign(Tile.laneBits(), LaneMap::Zero);
  SmallVector<unsigned, 4> Choosers;
  const SmallVector<unsigned, 3> Slots = slotBits(Tile);
  Choosers.resize(Slots.size());
  for (auto [N, B] : enumerate(Tile.rows())) {
    if (isByteBit(B))
      Choosers[find(Slots, bitNumber(B)) - Slots.begin()] = N;
    else
      Map.From[bitNumber(B)] = N;
  }
  for (unsigned N = 0; 1u << N < G.Matrices.size(); ++N)
    Choosers.push_back(Tile.rows().size() + N);
  SmallVector<Value *, 16> Ways;
  SmallVector<SymbolicInt, 16> Sums;
  for (const auto &Matrix : G.Matrices)
    for (const LaneRow &R : Matrix) {
      Ways.push_back(pointerOf(*R.first()));
      Sums.push_back(R.Sum);
    }
  if (all_of(Sums, [&](const SymbolicInt &S) { return S.Sym == Sums[0].Sym; }))
    return apart(Ways, Sums, Choosers, Map, At);
  return Others.compute(Ways, Choosers, Map, At);
}

/// All of the addresses are the first one plus a constant.
Value *MatrixEmitter::apart(ArrayRef<Value *> Ways, ArrayRef<SymbolicInt> Sums,
                            ArrayRef<unsigned> Choosers, const LaneMap &Map,
                            Instruction *At) {
  Type *IndexTy = F.getDataLayout().getIndexType(Ways[0]->getType());
  const unsigned Width = IndexTy->getIntegerBitWidth();
  auto Between = [&](const SymbolicInt &A, const SymbolicInt &B) {
    return SignExtend64(B.Const - A.Const, Width);
  };
  std::vector<int64_t> Apart;
  for (const SymbolicInt &S : Sums)
    Apart.push_back(Between(Sums[0], S));
  auto IsThere = [&](const Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    return !I || DT.dominates(I, At);
  };
  IRBuilder<> B(At);
  for (const RowPointer &R : Pointers)
    if (R.Sum.Sym == Sums[0].Sym && R.Apart == Apart &&
        ArrayRef(R.Choosers) == Choosers && !(R.Map < Map) && !(Map < R.Map) &&
        IsThere(R.Original) && IsThere(R.Pointer)) {
      const int64_t Further = Between(R.Sum, Sums[0]);
      return Further ? B.CreatePtrAdd(R.Pointer,
                                      ConstantInt::getSigned(IndexTy, Further))
                     : R.Pointer;
    }
  Value *Base = Others.compute(Ways[0], {}, Map, At);
  Value *Added = Others.choice(Apart, Choosers, IndexTy);
  Value *Pointer = Others.sum(Base, Added, Ways[0], At);
  Pointers.push_back(
      {Ways[0], Apart,
       SmallVector<unsigned, 4>(Choosers.begin(), Choosers.end()), Map, Sums[0],
       Pointer});
  return Pointer;
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

void MatrixEmitter::emitLoads(const MatrixGroup &G, IRBuilder<> &B,
                              Value *Pointer) {
  const unsigned PerMatrix = G.Tile->words();
  const SmallVector<Value *, 4> Words =
      emitLoadMatrix(B, Pointer, G.Matrices.size() * PerMatrix, *G.Tile);
  for (auto [M, Matrix] : enumerate(G.Matrices))
    for (auto [Slot, Row] : enumerate(Matrix))
      for (const RowAccess &A : Row.Accesses) {
        const unsigned Byte = byteNumber(*G.Tile, Slot, A.Place);
        Loaded[A.I] = {Words[M * PerMatrix + Byte / 4], Byte % 4};
      }
}

/// The value as whole words, if it consists of some.
Value *MatrixEmitter::joined(Instruction &I, const SourceBytes &Bytes) {
  SmallVector<Value *, 4> Words;
  for (auto [N, S] : enumerate(Bytes)) {
    const PlaceInWord At = Loaded.lookup(S.Of);
    if (!At.Word || At.Byte + S.Number != N % 4 ||
        (N % 4 && At.Word != Words.back()))
      return nullptr;
    if (N % 4 == 0)
      Words.push_back(At.Word);
  }
  if (Bytes.size() % 4)
    return nullptr;
  IRBuilder<> B(&I);
  if (Words.size() == 1)
    return B.CreateBitCast(Words[0], I.getType());
  Value *All =
      PoisonValue::get(FixedVectorType::get(B.getInt32Ty(), Words.size()));
  for (auto [N, Word] : enumerate(Words))
    All = B.CreateInsertElement(All, Word, uint64_t(N));
  return B.CreateBitCast(All, I.getType());
}

/// The value of the load, as a part of its word.
Value *MatrixEmitter::part(Instruction &Load) {
  const PlaceInWord At = Loaded.lookup(&Load);
  IRBuilder<> B(&Load);
  const unsigned Bits = F.getDataLayout().getTypeSizeInBits(Load.getType());
  Value *V = At.Word;
  if (At.Byte)
    V = B.CreateLShr(V, 8 * At.Byte);
  return B.CreateBitCast(B.CreateTrunc(V, B.getIntNTy(Bits)), Load.getType());
}

void MatrixEmitter::replaceJoins(ArrayRef<Instruction *> Loads,
                                 SmallVectorImpl<WeakTrackingVH> &Dead) {
  // Values that were found before the rewriting may be gone.
  ByteSources Now(F.getDataLayout());
  SmallVector<std::pair<Instruction *, Value *>, 16> Joins;
  Now.forEachJoin(Loads, [&](Instruction &I, const SourceBytes &Bytes) {
    if (Value *V = joined(I, Bytes))
      Joins.push_back({&I, V});
  });
  for (auto [I, V] : Joins) {
    I->replaceAllUsesWith(V);
    Dead.push_back(I);
  }
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

/// The word of which four bytes are the bytes, if there is one: V, or a part of
/// it.
static Value *wholeWord(ArrayRef<SourceByte> Bytes, const DataLayout &DL,
                        IRBuilder<> &B) {
  Value *Of = Bytes.front().Of;
  const unsigned First = Bytes.front().Number;
  for (auto [N, S] : enumerate(Bytes))
    if (!Of || S.Of != Of || S.Number != First + N || First % 4)
      return nullptr;
  const unsigned Words = DL.getTypeSizeInBits(Of->getType()) / 32;
  if (Words == 1)
    return B.CreateBitCast(Of, B.getInt32Ty());
  if (DL.getTypeSizeInBits(Of->getType()) != Words * 32)
    return nullptr;
  Value *All = B.CreateBitCast(Of, FixedVectorType::get(B.getInt32Ty(), Words));
  return B.CreateExtractElement(All, uint64_t(First / 4));
}

/// Combines four bytes, each of which is a byte of a stored value.
Value *MatrixEmitter::wordOf(ArrayRef<std::pair<StoreInst *, unsigned>> Bytes,
                             IRBuilder<> &B) {
  SmallVector<SourceByte, 4> From;
  for (auto [Store, N] : Bytes)
    From.push_back(Sources.of(Store->getValueOperand())[N]);
  if (Value *V = wholeWord(From, F.getDataLayout(), B))
    return V;
  Value *Word = nullptr;
  for (auto [N, At] : enumerate(Bytes)) {
    if (At.second != 0)
      continue; // Done with the first byte of its store.
    Value *Stored = At.first->getValueOperand();
    const unsigned Bits =
        F.getDataLayout().getTypeSizeInBits(Stored->getType());
    Value *V = B.CreateBitCast(Stored, B.getIntNTy(Bits));
    V = B.CreateShl(B.CreateZExt(V, B.getInt32Ty()), 8 * N);
    Word = Word ? B.CreateOr(Word, V) : V;
  }
  return Word;
}

void MatrixEmitter::emitStores(const MatrixGroup &G, IRBuilder<> &B,
                               Value *Pointer) {
  SmallVector<Value *, 4> Words;
  for (const auto &Matrix : G.Matrices) {
    SmallVector<std::pair<StoreInst *, unsigned>, 8> Bytes(
        size_t(1) << G.Tile->byteBits());
    for (auto [Slot, Row] : enumerate(Matrix))
      for (const RowAccess &A : Row.Accesses)
        for (unsigned N = 0; N < A.Bytes; ++N)
          Bytes[byteNumber(*G.Tile, Slot, A.Place + N)] = {cast<StoreInst>(A.I),
                                                           N};
    for (size_t At = 0; At < Bytes.size(); At += 4)
      Words.push_back(wordOf(ArrayRef(Bytes).slice(At, 4), B));
  }
  emitStoreMatrix(B, Pointer, Words, *G.Tile);
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

Instruction *MatrixEmitter::emit(const MatrixGroup &G) {
  Instruction *At = placeOf(G);
  Value *Pointer = rowPointer(G, At);
  IRBuilder<> B(At);
  if (G.IsStore)
    emitStores(G, B, Pointer);
  else
    emitLoads(G, B, Pointer);
  append_range(Replaced, G.Accesses);
  for (Instruction *I = At->getPrevNode();; I = I->getPrevNode())
    if (auto *Call = dyn_cast<CallBase>(I);
        Call && !Call->arg_empty() && Call->getArgOperand(0) == Pointer)
      return I;
}

/// Unused assembly has no effect either, although no attribute says so.
static void erasePacking(SmallVectorImpl<WeakTrackingVH> &Dead) {
  for (WeakTrackingVH &V : reverse(Dead)) {
    auto *Call = dyn_cast_or_null<CallBase>(V);
    if (Call && Call->use_empty() && isPackingAsm(*Call))
      Call->eraseFromParent();
  }
}

void MatrixEmitter::finish() {
  SmallVector<Instruction *, 32> Loads;
  copy_if(Replaced, std::back_inserter(Loads),
          [](Instruction *I) { return isa<LoadInst>(I); });
  // Loads that were used only by joins are deleted with them.
  SmallVector<WeakTrackingVH, 32> Old(Replaced.begin(), Replaced.end());
  SmallVector<WeakTrackingVH, 32> Dead;
  replaceJoins(Loads, Dead);
  erasePacking(Dead);
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
  SmallVector<WeakTrackingVH, 32> Addresses;
  for (WeakTrackingVH &V : Old) {
    auto *I = cast_or_null<Instruction>(V);
    if (!I)
      continue;
    if (!I->use_empty())
      I->replaceAllUsesWith(part(*I));
    Addresses.push_back(pointerOf(*I));
    I->eraseFromParent();
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Addresses);
}
