//===- EmitDot.cpp - Matrix products of registers -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/tensors/EmitDot.h"
#include <map>

using namespace llvm;
using namespace f2layout;

namespace {

using Place = std::pair<uint64_t, uint64_t>;

/// The registers of thread 0 of a matrix, by row and column.
class Matrix {
public:
  Matrix(IRBuilder<> &B, const LayoutTable &Table, LayoutId L, Value *V) {
    Start = {Table.elementAt(L, 0)[0], Table.elementAt(L, 0)[1]};
    for (unsigned R = 0; R < Table.registers(L); ++R) {
      const LayoutPoint P = Table.elementAt(L, R);
      Number[{P[0] ^ Start.first, P[1] ^ Start.second}] = Elements.size();
      Elements.push_back(B.CreateExtractElement(V, uint64_t(R)));
    }
  }
  Value *&at(uint64_t Row, uint64_t Column) {
    return Elements[Number.at({Row, Column})];
  }
  const std::map<Place, size_t> &places() const { return Number; }
  Value *registers(IRBuilder<> &B) const {
    Value *V = PoisonValue::get(
        FixedVectorType::get(Elements[0]->getType(), Elements.size()));
    for (auto [R, E] : enumerate(Elements))
      V = B.CreateInsertElement(V, E, uint64_t(R));
    return V;
  }

private:
  Place Start;
  std::map<Place, size_t> Number;
  SmallVector<Value *, 64> Elements; ///< By register.
};

} // namespace

/// The places of a fragment's registers in thread 0.
static SmallVector<Place, 16> placesOf(const LinearLayout &Fragment) {
  SmallVector<Place, 16> Places;
  for (unsigned R = 0; R < 1u << Fragment.inputBits("register"); ++R) {
    const LayoutPoint P = Fragment.point(Fragment.applyFlat(uint64_t(R)));
    Places.push_back({P[P.size() - 2], P[P.size() - 1]});
  }
  return Places;
}

/// Which rows and columns tiles begin at.
static SmallVector<Place, 16> tilesOf(const Matrix &M, unsigned Rows,
                                      unsigned Columns) {
  SmallVector<Place, 16> Tiles;
  for (const auto &[P, R] : M.places())
    if (P.first % Rows == 0 && P.second % Columns == 0)
      Tiles.push_back(P);
  return Tiles;
}

static unsigned bitsOf(const Value *V) {
  return V->getType()->getScalarSizeInBits();
}

/// By an instruction.
static void multiplyTiles(IRBuilder<> &Builder, const MatrixInstruction &I,
                          uint64_t K, Matrix &A, Matrix &B, Matrix &C,
                          unsigned FactorBits, unsigned ResultBits) {
  const auto OfA = placesOf(cantFail(I.fragment(MmaMatrix::A, FactorBits))),
             OfB = placesOf(cantFail(I.fragment(MmaMatrix::B, FactorBits))),
             OfC =
                 placesOf(cantFail(I.fragment(MmaMatrix::Result, ResultBits)));
  auto Take = [](Matrix &M, ArrayRef<Place> Places, uint64_t Row,
                 uint64_t Column) {
    SmallVector<Value *, 16> Elements;
    for (Place P : Places)
      Elements.push_back(M.at(Row ^ P.first, Column ^ P.second));
    return Elements;
  };
  for (uint64_t At = 0; At < K; At += I.K)
    for (Place Tile : tilesOf(C, I.M, I.N)) {
      const SmallVector<Value *, 16> D = emitMatrixProduct(
          Builder, I, Take(A, OfA, Tile.first, At),
          Take(B, OfB, At, Tile.second), Take(C, OfC, Tile.first, Tile.second));
      for (auto [P, V] : zip_equal(OfC, D))
        C.at(Tile.first ^ P.first, Tile.second ^ P.second) = V;
    }
}

/// Each thread by itself.
static void multiplyElements(IRBuilder<> &Builder, uint64_t K, Matrix &A,
                             Matrix &B, Matrix &C) {
  auto Widen = [&](Value *V, Type *To) {
    return To->isIntegerTy() ? Builder.CreateSExt(V, To)
                             : Builder.CreateFPExt(V, To);
  };
  for (uint64_t At = 0; At < K; ++At)
    for (const auto &[P, R] : C.places()) {
      Value *&Sum = C.at(P.first, P.second);
      Type *Ty = Sum->getType();
      Value *L = Widen(A.at(P.first, At), Ty),
            *Right = Widen(B.at(At, P.second), Ty);
      Sum =
          Ty->isIntegerTy()
              ? Builder.CreateAdd(Sum, Builder.CreateMul(L, Right))
              : Builder.CreateIntrinsic(Intrinsic::fma, {Ty}, {L, Right, Sum});
    }
}

Value *f2layout::emitDot(IRBuilder<> &Builder, const DotChoice &Choice,
                         const LayoutTable &Table, uint64_t K, Value *A,
                         Value *B, Value *C) {
  Matrix MA(Builder, Table, Choice.A, A), MB(Builder, Table, Choice.B, B),
      MC(Builder, Table, Choice.Result, C);
  if (Choice.By)
    multiplyTiles(Builder, *Choice.By, K, MA, MB, MC, bitsOf(A), bitsOf(C));
  else
    multiplyElements(Builder, K, MA, MB, MC);
  return MC.registers(Builder);
}
