//===- EmitDot.cpp - Matrix products of registers -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/tensors/emit/EmitDot.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>

using namespace llvm;
using namespace f2layout;

namespace {

using Place = std::pair<uint64_t, uint64_t>;

/// Where thread 0's registers of a matrix are, by row and column.
class RegisterPlaces {
public:
  RegisterPlaces(const LayoutTable &Table, LayoutId L)
      : Rows(uint64_t(1) << Table[L].outputs()[0].Bits),
        Columns(uint64_t(1) << Table[L].outputs()[1].Bits) {
    const LayoutPoint Start = Table.elementAt(L, 0);
    for (unsigned R = 0; R < Table.registers(L); ++R) {
      const LayoutPoint P = Table.elementAt(L, R);
      Number[{P[0] ^ Start[0], P[1] ^ Start[1]}] = R;
    }
  }
  /// Beyond the last row follows the first.
  unsigned at(Place P) const {
    return Number.at({P.first % Rows, P.second % Columns});
  }
  const std::map<Place, unsigned> &all() const { return Number; }
  /// The columns, or rows, of registers, in order.
  SmallVector<uint64_t, 16> lines(bool OfColumns) const {
    std::set<uint64_t> Lines;
    for (const auto &[P, R] : Number)
      Lines.insert(OfColumns ? P.second : P.first);
    return {Lines.begin(), Lines.end()};
  }

  const uint64_t Rows, Columns;

private:
  std::map<Place, unsigned> Number;
};

/// The registers of a matrix.
class Matrix {
public:
  Matrix(IRBuilder<> &B, const LayoutTable &Table, LayoutId L, Value *V)
      : Places(Table, L) {
    for (unsigned R = 0; R < Table.registers(L); ++R)
      Elements.push_back(B.CreateExtractElement(V, uint64_t(R)));
  }
  Value *&at(Place P) { return Elements[Places.at(P)]; }
  Type *element() const { return Elements[0]->getType(); }
  void change(function_ref<Value *(Value *)> To) {
    for (Value *&E : Elements)
      E = To(E);
  }
  Value *registers(IRBuilder<> &B) const {
    Value *V =
        PoisonValue::get(FixedVectorType::get(element(), Elements.size()));
    for (auto [R, E] : enumerate(Elements))
      V = B.CreateInsertElement(V, E, uint64_t(R));
    return V;
  }

  const RegisterPlaces Places;

private:
  SmallVector<Value *, 64> Elements; ///< By register.
};

/// The fragment of a matrix that an instruction takes or gives.
struct Fragment {
  Fragment(const LinearLayout &L, bool Transposed);
  /// The lane bits that lead to a row or column from Size on.
  uint64_t lanesBehind(bool Column, uint64_t Size) const;

  /// Where the elements of an operand are that the instruction takes from
  /// thread 0, for one row (of A; column of B) and those below it: its next
  /// ones along k, in turn number Turn. Own: the k that the thread has. No
  /// place: behind the last of them.
  SmallVector<std::optional<Place>, 16> operandPlaces(ArrayRef<uint64_t> Own,
                                                      uint64_t Start,
                                                      unsigned Turn,
                                                      bool KInColumns) const;

  SmallVector<Place, 16> Places;   ///< By register, in thread 0.
  SmallVector<Place, 6> LaneSteps; ///< By bit of the lane.
};

/// A product by an instruction.
class TileProduct {
public:
  TileProduct(IRBuilder<> &Builder, const DotChoice &Choice, Value *Thread,
              Matrix &A, Matrix &B, Matrix &C)
      : Builder(Builder), Choice(Choice), I(*Choice.By), Thread(Thread), A(A),
        B(B), C(C), K(A.Places.Columns),
        OfA(of(Choice.Transposed ? MmaMatrix::B : MmaMatrix::A)),
        OfB(of(Choice.Transposed ? MmaMatrix::A : MmaMatrix::B)),
        OfC(of(MmaMatrix::Result)), OwnA(A.Places.lines(true)),
        OwnB(B.Places.lines(false)) {}
  void emit();

private:
  Fragment of(MmaMatrix Which) const {
    return {cantFail(I.fragment(Which)), Choice.Transposed};
  }
  void prepare(Matrix &M, uint64_t Lanes);
  SmallVector<Value *, 16> factor(Matrix &M, const Fragment &F, uint64_t Start,
                                  unsigned Turn, bool KInColumns);
  void multiply(Place Tile, unsigned Turn);

  IRBuilder<> &Builder;
  const DotChoice &Choice;
  const MatrixInstruction &I;
  Value *Thread;
  Matrix &A, &B, &C;
  const uint64_t K;
  const Fragment OfA, OfB, OfC;
  const SmallVector<uint64_t, 16> OwnA, OwnB; ///< Thread 0's k.
};

} // namespace

Fragment::Fragment(const LinearLayout &L, bool Transposed) {
  auto PlaceOf = [&](uint64_t Input) {
    const LayoutPoint P = L.point(L.applyFlat(Input));
    const Place Found{P[P.size() - 2], P[P.size() - 1]};
    return Transposed ? Place{Found.second, Found.first} : Found;
  };
  const unsigned Bits = L.inputBits("register");
  for (unsigned R = 0; R < 1u << Bits; ++R)
    Places.push_back(PlaceOf(R));
  for (unsigned Lane = 0; Lane < L.inputBits("lane"); ++Lane)
    LaneSteps.push_back(PlaceOf(uint64_t(1) << (Bits + Lane)));
}

uint64_t Fragment::lanesBehind(bool Column, uint64_t Size) const {
  uint64_t Lanes = 0;
  for (auto [Bit, Step] : enumerate(LaneSteps))
    if ((Column ? Step.second : Step.first) >= Size)
      Lanes |= uint64_t(1) << Bit;
  return Lanes;
}

/// Elements as the instruction wants them, zeros where a lane has one of these
/// bits.
void TileProduct::prepare(Matrix &M, uint64_t Lanes) {
  Value *Inside = nullptr;
  if (Lanes)
    Inside = Builder.CreateIsNull(
        Builder.CreateAnd(Thread, ConstantInt::get(Thread->getType(), Lanes)));
  M.change([&](Value *V) {
    V = emitMatrixFactor(Builder, I, V);
    return Inside ? Builder.CreateSelect(Inside, V,
                                         Constant::getNullValue(V->getType()))
                  : V;
  });
}

SmallVector<std::optional<Place>, 16>
Fragment::operandPlaces(ArrayRef<uint64_t> Own, uint64_t Start, unsigned Turn,
                        bool KInColumns) const {
  auto KOf = [&](Place P) { return KInColumns ? P.second : P.first; };
  std::set<uint64_t> OfFragment;
  for (Place P : Places)
    OfFragment.insert(KOf(P));
  SmallVector<std::optional<Place>, 16> Found;
  for (Place P : Places) {
    const uint64_t Line = Start ^ (KInColumns ? P.first : P.second);
    const size_t At =
        Turn * OfFragment.size() +
        std::distance(OfFragment.begin(), OfFragment.find(KOf(P)));
    if (At >= Own.size())
      Found.push_back(std::nullopt);
    else
      Found.push_back(KInColumns ? Place{Line, Own[At]} : Place{Own[At], Line});
  }
  return Found;
}

SmallVector<Value *, 16> TileProduct::factor(Matrix &M, const Fragment &F,
                                             uint64_t Start, unsigned Turn,
                                             bool KInColumns) {
  SmallVector<Value *, 16> Elements;
  for (std::optional<Place> P :
       F.operandPlaces(KInColumns ? OwnA : OwnB, Start, Turn, KInColumns))
    Elements.push_back(P ? M.at(*P) : Constant::getNullValue(M.element()));
  return Elements;
}

void TileProduct::multiply(Place Tile, unsigned Turn) {
  SmallVector<Value *, 16> Left = factor(A, OfA, Tile.first, Turn, true),
                           Right = factor(B, OfB, Tile.second, Turn, false),
                           Sums;
  if (Choice.Transposed)
    std::swap(Left, Right);
  auto Of = [&](Place P) {
    return Place{Tile.first ^ P.first, Tile.second ^ P.second};
  };
  for (Place P : OfC.Places)
    Sums.push_back(C.at(Of(P)));
  const SmallVector<Value *, 16> D =
      emitMatrixProduct(Builder, I, Left, Right, Sums);
  for (auto [P, V] : zip_equal(OfC.Places, D))
    C.at(Of(P)) = V;
}

void TileProduct::emit() {
  Type *Result = C.element(), *Sum = typeOf(I.Sum, Builder.getContext());
  C.change([&](Value *V) { return Builder.CreateFPExt(V, Sum); });
  prepare(A, OfA.lanesBehind(true, K));
  prepare(B, OfB.lanesBehind(false, K));
  SmallVector<Place, 16> Tiles;
  for (const auto &[P, R] : C.Places.all())
    if (P.first % I.M == 0 && P.second % I.N == 0)
      Tiles.push_back(P);
  for (unsigned Turn = 0; Turn < divideCeil(K, I.K); ++Turn)
    for (Place Tile : Tiles)
      multiply(Tile, Turn);
  C.change([&](Value *V) { return Builder.CreateFPTrunc(V, Result); });
}

/// Each thread by itself.
static void multiplyElements(IRBuilder<> &Builder, Matrix &A, Matrix &B,
                             Matrix &C) {
  Type *Ty = C.element();
  // Where it is needed first, since it may take more registers.
  auto Widened = [&](Value *&V) {
    if (V->getType() != Ty)
      V = Ty->isIntegerTy() ? Builder.CreateSExt(V, Ty)
                            : Builder.CreateFPExt(V, Ty);
    return V;
  };
  for (uint64_t At = 0; At < A.Places.Columns; ++At)
    for (const auto &[P, R] : C.Places.all()) {
      Value *&Sum = C.at(P);
      Value *Left = Widened(A.at({P.first, At})),
            *Right = Widened(B.at({At, P.second}));
      Sum = Ty->isIntegerTy()
                ? Builder.CreateAdd(Sum, Builder.CreateMul(Left, Right))
                : Builder.CreateIntrinsic(Intrinsic::fma, {Ty},
                                          {Left, Right, Sum});
    }
}

SmallVector<unsigned, 4> f2layout::fragmentRegisters(const DotChoice &Choice,
                                                     const LayoutTable &Table,
                                                     unsigned Operand) {
  if (!Choice.By)
    return {};
  const bool IsA = Operand == 0;
  const RegisterPlaces Of(Table, IsA ? Choice.A : Choice.B);
  const Fragment F(cantFail(Choice.By->fragment(
                       IsA != Choice.Transposed ? MmaMatrix::A : MmaMatrix::B)),
                   Choice.Transposed);
  const auto Places = F.operandPlaces(Of.lines(IsA), 0, 0, IsA);
  SmallVector<unsigned, 4> Registers;
  for (size_t Bit = 1; Bit < Places.size() && Places[Bit]; Bit *= 2)
    Registers.push_back(Of.at(*Places[Bit]));
  return Registers;
}

Value *f2layout::emitDot(IRBuilder<> &Builder, const DotChoice &Choice,
                         const LayoutTable &Table, Value *Thread, Value *A,
                         Value *B, Value *C) {
  Matrix MA(Builder, Table, Choice.A, A), MB(Builder, Table, Choice.B, B),
      MC(Builder, Table, Choice.Result, C);
  if (Choice.By)
    TileProduct(Builder, Choice, Thread, MA, MB, MC).emit();
  else
    multiplyElements(Builder, MA, MB, MC);
  return MC.registers(Builder);
}
