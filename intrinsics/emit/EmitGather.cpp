//===- EmitGather.cpp - Gathers by shuffles as IR -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/emit/EmitGather.h"
#include "intrinsics/lanes/AffineForm.h"
#include "intrinsics/steps/BytePermute.h"
#include "intrinsics/steps/LaneMove.h"
#include "intrinsics/words/Packing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {

bool needsThread(const GatherShuffles &S, unsigned LaneBits) {
  for (const GatherMap *Map : {&S.Choice, &S.Lane})
    for (uint64_t Column : drop_begin(Map->ThreadColumns, LaneBits))
      if (Column)
        return true;
  return false;
}

namespace {

class GatherEmitter {
public:
  GatherEmitter(const GatherPlan &P, ArrayRef<Value *> Sources, EmitContext &C)
      : P(P), S(*P.Shuffles), Sources(Sources), C(C), B(C.B),
        Lanes(C.T, C.B, C.LanePoint),
        WordsOfElement(P.ElementBits == 64 ? 2 : 1) {}

  /// Integers of the element's width.
  SmallVector<Value *, 16> elements(ArrayRef<Value *> Indices);
  /// Words of narrow elements.
  SmallVector<Value *, 16> words(ArrayRef<Value *> Indices);

private:
  /// One word, or two of an element of 64 bits.
  using Words = SmallVector<Value *, 2>;
  /// An element of at most 32 bits in a word, from this byte on.
  struct Place {
    Value *Word = nullptr;
    unsigned Byte = 0;
  };
  /// What a bit of a choice or a lane adds to an operand of an instruction.
  using Weights = ArrayRef<uint32_t>;

  uint32_t weigh(uint64_t Bits, Weights W) const;
  Value *ofIndex(ArrayRef<uint64_t> Columns, Weights W, Value *Index,
                 unsigned UsedBits);
  Value *ofThread(ArrayRef<uint64_t> Columns, Weights W);
  Value *operand(const GatherMap &Map, uint64_t Constant, Weights W,
                 Value *Index, unsigned UsedBits);
  Value *predicate(unsigned Bit, Value *Index);
  Words sourceWord(unsigned Word);
  Words fetch(const GatherShuffles::Candidate &From);
  Words read(const GatherShuffles::Candidate &From, Value *Lane);
  Words chosen(unsigned Register, Value *Index);
  Place place(unsigned Register, Value *Index);
  Value *element(unsigned Register, Value *Index);
  Value *joined(ArrayRef<Place> Places);
  Value *permuted(Value *A, Value *Other, unsigned Register, Value *Index);
  Value *shifted(Value *Word, unsigned Register, Value *Index);
  SmallVector<uint32_t, 6> laneWeights() const;

  const GatherPlan &P;
  const GatherShuffles &S;
  const ArrayRef<Value *> Sources;
  EmitContext &C;
  IRBuilder<> &B;
  LaneValues Lanes;
  const unsigned WordsOfElement;
  std::map<unsigned, Words> SourceWords;
  std::map<std::pair<unsigned, unsigned>, Words> Fetched;
  std::map<std::vector<uint32_t>, Value *> ThreadParts;
};

} // namespace

//===----------------------------------------------------------------------===//
// Functions of index and thread
//===----------------------------------------------------------------------===//

/// Bits beyond the weights do not count.
uint32_t GatherEmitter::weigh(uint64_t Bits, Weights W) const {
  uint32_t Sum = 0;
  for (auto [J, Weight] : enumerate(W))
    Sum ^= Bits >> J & 1 ? Weight : 0;
  return Sum;
}

/// Null if the index adds nothing. The instruction that uses the value takes
/// only its low UsedBits. Where the highest bit of the index that counts
/// becomes the highest of these, bits above it may follow, and no mask is
/// needed.
Value *GatherEmitter::ofIndex(ArrayRef<uint64_t> Columns, Weights W,
                              Value *Index, unsigned UsedBits) {
  AffineForm Form;
  for (uint64_t Column : Columns)
    Form.Columns.push_back(weigh(Column, W));
  while (!Form.Columns.empty() && Form.Columns.back() == 0)
    Form.Columns.pop_back();
  if (Form.Columns.empty())
    return nullptr;
  if (Form.Columns.back() == 1u << (UsedBits - 1))
    for (unsigned J = Form.Columns.size(), Out = UsedBits; J < 32; ++J, ++Out)
      Form.Columns.push_back(Out < 32 ? 1u << Out : 0);
  return emitAffine(B, Index, 32, Form);
}

/// Null if the thread adds nothing.
Value *GatherEmitter::ofThread(ArrayRef<uint64_t> Columns, Weights W) {
  AffineForm Form;
  for (uint64_t Column : Columns)
    Form.Columns.push_back(weigh(Column, W));
  while (!Form.Columns.empty() && Form.Columns.back() == 0)
    Form.Columns.pop_back();
  if (Form.Columns.empty())
    return nullptr;
  if (Form.Columns.size() <= P.LaneBits)
    return Lanes.affine(Form);
  Value *&Part =
      ThreadParts[std::vector(Form.Columns.begin(), Form.Columns.end())];
  if (!Part)
    Part = emitAffine(B, C.LinearThread, 32, Form);
  return Part;
}

Value *GatherEmitter::operand(const GatherMap &Map, uint64_t Constant,
                              Weights W, Value *Index, unsigned UsedBits) {
  Value *Sum = ofIndex(Map.IndexColumns, W, Index, UsedBits);
  if (Value *Part = ofThread(Map.ThreadColumns, W))
    Sum = Sum ? B.CreateXor(Sum, Part) : Part;
  const uint32_t Weighed = weigh(Constant, W);
  if (!Sum)
    return B.getInt32(Weighed);
  return Weighed ? B.CreateXor(Sum, Weighed) : Sum;
}

/// Bit of the choice is set.
Value *GatherEmitter::predicate(unsigned Bit, Value *Index) {
  uint32_t Mask = 0;
  for (auto [J, Column] : enumerate(S.Choice.IndexColumns))
    Mask |= uint32_t(Column >> Bit & 1) << J;
  SmallVector<uint32_t, 8> Weight(Bit + 1);
  Weight[Bit] = 1;
  Value *Part = ofThread(S.Choice.ThreadColumns, Weight);
  if (!Part && isPowerOf2_32(Mask))
    return B.CreateIsNotNull(B.CreateAnd(Index, Mask));
  Value *Parity = operand(S.Choice, 0, Weight, Index, 32);
  return B.CreateIsNotNull(Parity);
}

SmallVector<uint32_t, 6> GatherEmitter::laneWeights() const {
  SmallVector<uint32_t, 6> Weights;
  for (unsigned J = 0; J < P.LaneBits; ++J)
    Weights.push_back(1u << J);
  return Weights;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

GatherEmitter::Words GatherEmitter::sourceWord(unsigned Word) {
  Words &W = SourceWords[Word];
  if (!W.empty())
    return W;
  const GatherShuffles::SourceWord &Registers = S.Words[Word];
  if (P.ElementBits >= 32) {
    for (unsigned I = 0; I < WordsOfElement; ++I)
      W.push_back(wideWord(B, Sources, P.ElementBits,
                           Registers[0] * WordsOfElement + I));
  } else if (Registers.size() == 1) {
    W.push_back(B.CreateZExt(Sources[Registers[0]], B.getInt32Ty()));
  } else {
    SmallVector<Value *, 4> Elements(32 / P.ElementBits);
    for (auto [I, R] : enumerate(Registers))
      Elements[I] = Sources[R];
    W.push_back(packElements(B, C.T, Elements, P.ElementBits));
  }
  return W;
}

/// From a lane that depends on the thread only.
GatherEmitter::Words
GatherEmitter::fetch(const GatherShuffles::Candidate &From) {
  if (auto It = Fetched.find({From.Word, From.Lane}); It != Fetched.end())
    return It->second;
  Words W;
  if (any_of(drop_begin(S.Lane.ThreadColumns, P.LaneBits),
             [](uint64_t Column) { return Column != 0; })) {
    W = read(From, operand(S.Lane, From.Lane, laneWeights(), nullptr, 32));
  } else {
    SmallVector<uint8_t, 64> Table;
    for (unsigned L = 0; L < C.T.M.lanes(); ++L)
      Table.push_back(S.Lane.ofThread(L) ^ From.Lane);
    for (Value *V : sourceWord(From.Word))
      W.push_back(emitLaneMove(B, Lanes, V, Table, C.WarpMask));
  }
  Fetched[{From.Word, From.Lane}] = W;
  return W;
}

GatherEmitter::Words GatherEmitter::read(const GatherShuffles::Candidate &From,
                                         Value *Lane) {
  Words W;
  for (Value *V : sourceWord(From.Word))
    W.push_back(emitLaneRead(B, Lanes, V, Lane, C.WarpMask));
  return W;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// The element as the low bits of the word, which is rotated.
Value *GatherEmitter::shifted(Value *Word, unsigned Register, Value *Index) {
  SmallVector<uint32_t, 2> Weights;
  for (unsigned J = 0; J < S.InsideBits; ++J)
    Weights.push_back(P.ElementBits << J);
  Value *By =
      operand(S.Choice, S.Choice.ofRegister(Register), Weights, Index, 5);
  return B.CreateIntrinsic(Intrinsic::fshr, {B.getInt32Ty()}, {Word, Word, By});
}

/// The element as the low bytes of the permuted word. The lowest bit of the
/// candidate's number chooses the word.
Value *GatherEmitter::permuted(Value *A, Value *Other, unsigned Register,
                               Value *Index) {
  const unsigned Bytes = P.ElementBits / 8;
  // Of 16 bits two bytes are chosen, the second beside the first.
  const uint16_t Each = Bytes == 2 ? 0x11 : 0x1, Second = Bytes == 2 ? 0x10 : 0;
  SmallVector<uint32_t, 4> Weights;
  for (unsigned J = 0; J < S.InsideBits; ++J)
    Weights.push_back(selectorOf(C.T, Each * (Bytes << J)));
  Weights.push_back(selectorOf(C.T, Each * 4));
  Value *Selector =
      operand(S.Choice, S.Choice.ofRegister(Register), Weights, Index, 32);
  return emitBytePermuteBy(
      B, C.T, A, Other,
      Second ? B.CreateXor(Selector, selectorOf(C.T, Second)) : Selector);
}

/// The words that selects leave: one, or two if a permute is to choose.
GatherEmitter::Words GatherEmitter::chosen(unsigned Register, Value *Index) {
  SmallVector<Words, 8> Left;
  Value *Lane = nullptr;
  for (const GatherShuffles::Candidate &From : S.Results[Register]) {
    if (!S.readsByIndex()) {
      Left.push_back(fetch(From));
      continue;
    }
    if (!Lane)
      Lane = operand(S.Lane, From.Lane, laneWeights(), Index, P.LaneBits);
    Left.push_back(read(From, Lane));
  }
  const bool Permutes = S.choosesInside() && S.AmongBits;
  for (unsigned J = S.AmongBits; J-- > (Permutes ? 1 : 0);) {
    Value *Upper = predicate(S.InsideBits + J, Index);
    for (unsigned N = 0; N < 1u << J; ++N)
      for (unsigned I = 0; I < WordsOfElement; ++I)
        Left[N][I] = B.CreateSelect(Upper, Left[N + (1u << J)][I], Left[N][I]);
  }
  if (Permutes)
    return {Left[0][0], Left[1][0]};
  return Left[0];
}

GatherEmitter::Place GatherEmitter::place(unsigned Register, Value *Index) {
  const Words W = chosen(Register, Index);
  if (!S.choosesInside())
    return {W[0], unsigned(S.Choice.ofRegister(Register)) * P.ElementBits / 8};
  if (S.AmongBits)
    return {permuted(W[0], W[1], Register, Index), 0};
  return {shifted(W[0], Register, Index), 0};
}

Value *GatherEmitter::element(unsigned Register, Value *Index) {
  if (P.ElementBits == 64) {
    const Words W = chosen(Register, Index);
    Value *Pair = PoisonValue::get(FixedVectorType::get(B.getInt32Ty(), 2));
    for (unsigned I = 0; I < 2; ++I)
      Pair = B.CreateInsertElement(Pair, W[I], uint64_t(I));
    return B.CreateBitCast(Pair, B.getInt64Ty());
  }
  const Place At = place(Register, Index);
  Value *Word = At.Byte ? B.CreateLShr(At.Word, 8 * At.Byte) : At.Word;
  return B.CreateTrunc(Word, B.getIntNTy(P.ElementBits));
}

SmallVector<Value *, 16> GatherEmitter::elements(ArrayRef<Value *> Indices) {
  SmallVector<Value *, 16> Results;
  for (auto [R, Index] : enumerate(Indices))
    Results.push_back(element(R, B.CreateTrunc(Index, B.getInt32Ty())));
  return Results;
}

/// One word of 2 halves by one permute, of 4 bytes by three.
Value *GatherEmitter::joined(ArrayRef<Place> Places) {
  auto Join = [&](const Place &Low, const Place &High, unsigned Bytes) {
    uint16_t Selector = 0;
    for (unsigned I = 0; I < Bytes; ++I) {
      Selector |= (Low.Byte + I) << (4 * I);
      Selector |= (4 + High.Byte + I) << (4 * (Bytes + I));
    }
    return Place{emitBytePermute(B, Lanes, Low.Word, High.Word, Selector), 0};
  };
  if (Places.size() == 2)
    return Join(Places[0], Places[1], 2).Word;
  const Place Low = Join(Places[0], Places[1], 1);
  const Place High = Join(Places[2], Places[3], 1);
  return Join(Low, High, 2).Word;
}

SmallVector<Value *, 16> GatherEmitter::words(ArrayRef<Value *> Indices) {
  const unsigned PerWord = 32 / P.ElementBits;
  SmallVector<Value *, 16> Joined;
  for (unsigned First = 0; First < Indices.size(); First += PerWord) {
    SmallVector<Place, 4> Places;
    for (unsigned R = First; R < First + PerWord; ++R)
      Places.push_back(place(R, B.CreateTrunc(Indices[R], B.getInt32Ty())));
    Joined.push_back(joined(Places));
  }
  return Joined;
}

SmallVector<Value *, 16> emitGatherPlan(const GatherPlan &P,
                                        ArrayRef<Value *> Sources,
                                        ArrayRef<Value *> Indices,
                                        EmitContext &C) {
  GatherEmitter Emitter(P, Sources, C);
  return P.PackedResults ? Emitter.words(Indices) : Emitter.elements(Indices);
}

} // namespace intrinsics
} // namespace f2layout
