//===- LinearRelation.cpp - Linear layouts as integer relations -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/relations/LinearRelation.h"
#include "layouts/algebra/LayoutDims.h"
#include <numeric>

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

namespace {

/// Bit Bit of dimension Dim.
struct BitOfDim {
  unsigned Dim, Bit;
};

/// An output bit: the parity of these input bits and of Constant.
struct Parity {
  SmallVector<unsigned, 4> Inputs; ///< Flat numbers.
  bool Constant = false;

  bool isOneBit() const { return Inputs.size() == 1 && !Constant; }
};

} // namespace

/// The bits of all dimensions, the first dimension lowest.
static std::vector<BitOfDim> bitsFirstLowest(ArrayRef<LayoutDim> Dims) {
  std::vector<BitOfDim> Bits;
  for (auto [I, D] : enumerate(Dims))
    for (unsigned B = 0; B < D.Bits; ++B)
      Bits.push_back({unsigned(I), B});
  return Bits;
}

/// One for each output bit, those of the first output first.
static std::vector<Parity> parities(const LinearLayout &L) {
  // The place of flat output bits, whose lowest are of the last output.
  std::vector<unsigned> Place(L.outputBits());
  for (const LayoutDim &D : L.outputs()) {
    unsigned Shift = *L.outputShift(D.Name);
    unsigned First = 0;
    for (const LayoutDim &Before : L.outputs()) {
      if (Before.Name == D.Name)
        break;
      First += Before.Bits;
    }
    std::iota(Place.begin() + Shift, Place.begin() + Shift + D.Bits, First);
  }
  std::vector<Parity> Result(L.outputBits());
  for (unsigned J = 0; J < L.inputBits(); ++J) {
    LongWord Column = L.matrix().longColumn(J);
    for (unsigned I = 0; I < L.outputBits(); ++I)
      if (Column[I])
        Result[Place[I]].Inputs.push_back(J);
  }
  for (unsigned I = 0; I < L.outputBits(); ++I)
    Result[Place[I]].Constant = L.longOffset()[I];
  return Result;
}

//===----------------------------------------------------------------------===//
// The whole map
//===----------------------------------------------------------------------===//

static std::vector<RelationDim> named(ArrayRef<LayoutDim> Dims,
                                      RelationNames &Names) {
  std::vector<RelationDim> Result;
  for (const LayoutDim &D : Dims)
    Result.push_back({Names.choose(D.Name), lastOf(D.Bits)});
  return Result;
}

namespace {

/// Writes outputs as functions of named inputs.
class Values {
public:
  Values(const LinearLayout &L, ArrayRef<RelationDim> Inputs)
      : L(L), Inputs(Inputs), Bits(bitsFirstLowest(L.inputs())),
        Rows(parities(L)) {}

  /// Output bits First to First + Count - 1 as a number. Bits that follow each
  /// other in one input stay together.
  std::string number(unsigned First, unsigned Count) const {
    RelationSum Sum;
    for (unsigned I = 0; I < Count;) {
      unsigned Length = runLength(First + I, Count - I);
      addRun(Sum, First + I, Length, I);
      I += Length;
    }
    return Sum.text();
  }

private:
  /// How many rows from Row on are single bits that follow each other; at
  /// least 1.
  unsigned runLength(unsigned Row, unsigned Most) const {
    unsigned Length = 1;
    while (Length < Most && Rows[Row].isOneBit() &&
           Rows[Row + Length].isOneBit()) {
      const BitOfDim &A = Bits[Rows[Row].Inputs.front()];
      const BitOfDim &B = Bits[Rows[Row + Length].Inputs.front()];
      if (A.Dim != B.Dim || A.Bit + Length != B.Bit)
        break;
      ++Length;
    }
    return Length;
  }

  void addRun(RelationSum &Sum, unsigned Row, unsigned Length,
              unsigned Weight) const {
    const Parity &P = Rows[Row];
    std::string Factor = powerOfTwo(Weight);
    if (P.Inputs.empty()) {
      if (P.Constant)
        Sum.addConstant(Factor);
      return;
    }
    if (P.isOneBit()) {
      const BitOfDim &B = Bits[P.Inputs.front()];
      bool Compound;
      std::string Text = bitsExpression(Inputs[B.Dim].Name, B.Bit, Length,
                                        L.inputs()[B.Dim].Bits, Compound);
      Sum.add(Factor, Text, Compound);
      return;
    }
    RelationSum Parts;
    for (unsigned J : P.Inputs)
      Parts.add("1", shifted(Inputs[Bits[J].Dim].Name, Bits[J].Bit));
    if (P.Constant)
      Parts.addConstant("1");
    Sum.add(Factor, "(" + Parts.text() + ") mod 2", /*Compound=*/true);
  }

  const LinearLayout &L;
  ArrayRef<RelationDim> Inputs;
  std::vector<BitOfDim> Bits;
  std::vector<Parity> Rows;
};

} // namespace

Relation f2layout::relationOf(const LinearLayout &L) {
  Relation R;
  RelationNames Names;
  R.Title = "layout";
  R.Inputs = named(L.inputs(), Names);
  R.Outputs = named(L.outputs(), Names);
  Values V(L, R.Inputs);
  unsigned First = 0;
  for (auto [I, D] : enumerate(L.outputs())) {
    R.Equations.push_back({R.Outputs[I].Name, V.number(First, D.Bits)});
    First += D.Bits;
  }
  return R;
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

/// The address of an offset as an expression.
static std::string addressOf(StringRef Offset, ArrayRef<Padding> Paddings) {
  RelationSum Sum;
  Sum.add("1", Offset);
  for (const Padding &P : Paddings) {
    std::string Interval = std::to_string(P.Interval);
    Sum.add(std::to_string(P.Amount),
            P.Interval == 1 ? Offset.str()
                            : ("floor(" + Offset + "/" + Interval + ")").str());
  }
  return Sum.text();
}

Relation f2layout::relationOf(const PaddedLayout &L) {
  Relation R = relationOf(L.Linear);
  std::optional<unsigned> Which = indexOf(L.Linear.inputs(), "offset");
  if (L.Paddings.empty() || !Which)
    return R;
  RelationNames Names;
  for (ArrayRef<RelationDim> Dims : {ArrayRef(R.Inputs), ArrayRef(R.Outputs)})
    for (const RelationDim &D : Dims)
      Names.choose(D.Name);
  RelationDim Offset = R.Inputs[*Which];
  std::string Address = Names.choose("address");
  R.Inputs[*Which] = {Address, ""};
  R.Hidden.push_back(Offset);
  R.Equations.insert(R.Equations.begin(),
                     {Address, addressOf(Offset.Name, L.Paddings)});
  return R;
}

/// From addresses, and blocks, to offsets.
static Relation addressMap(const PaddedLayout &L) {
  Relation R;
  R.Title = "address map";
  RelationNames Names;
  std::vector<RelationDim> Offsets = named(L.Linear.inputs(), Names);
  for (auto [I, D] : enumerate(L.Linear.inputs())) {
    bool IsOffset = D.Name == StringRef("offset");
    RelationDim Result = {Names.choose(D.Name), Offsets[I].Last};
    R.Outputs.push_back(Result);
    if (!IsOffset) {
      R.Inputs.push_back(Offsets[I]);
      R.Equations.push_back({Result.Name, Offsets[I].Name});
      continue;
    }
    std::string Address = Names.choose("address");
    R.Inputs.push_back({Address, ""});
    R.Hidden.push_back(Offsets[I]);
    R.Equations.push_back({Address, addressOf(Offsets[I].Name, L.Paddings)});
    R.Equations.push_back({Result.Name, Offsets[I].Name});
  }
  return R;
}

//===----------------------------------------------------------------------===//
// The five steps
//===----------------------------------------------------------------------===//

/// c0, c1, ...: Count integers of one bit.
static std::vector<RelationDim> binaryTuple(StringRef Letter, unsigned Count,
                                            RelationNames &Names) {
  std::vector<RelationDim> Dims;
  for (unsigned I = 0; I < Count; ++I)
    Dims.push_back({Names.choose((Letter + Twine(I)).str()), "1"});
  return Dims;
}

/// The number of a tuple whose first item is fastest.
static std::string linearised(ArrayRef<RelationDim> Tuple,
                              ArrayRef<unsigned> Bits) {
  RelationSum Sum;
  unsigned Shift = 0;
  for (auto [I, D] : enumerate(Tuple)) {
    if (Bits[I])
      Sum.add(powerOfTwo(Shift), D.Name);
    Shift += Bits[I];
  }
  return Sum.text();
}

/// The tuple, its first item fastest, of the number Name.
static void delinearise(Relation &R, StringRef Name, ArrayRef<unsigned> Bits) {
  unsigned Total = std::accumulate(Bits.begin(), Bits.end(), 0u), Shift = 0;
  for (auto [I, D] : enumerate(R.Outputs)) {
    bool Compound;
    R.Equations.push_back(
        {D.Name, Bits[I] ? bitsExpression(Name, Shift, Bits[I], Total, Compound)
                         : "0"});
    Shift += Bits[I];
  }
}

static SmallVector<unsigned> bitCounts(ArrayRef<LayoutDim> Dims) {
  SmallVector<unsigned> Counts;
  for (const LayoutDim &D : Dims)
    Counts.push_back(D.Bits);
  return Counts;
}

static Relation integralCoordinateMap(const LinearLayout &L) {
  Relation R;
  R.Title = "integral coordinate map";
  RelationNames Names;
  R.Inputs = named(L.inputs(), Names);
  R.Outputs = {{Names.choose("c"), lastOf(L.inputBits())}};
  R.Equations = {
      {R.Outputs[0].Name, linearised(R.Inputs, bitCounts(L.inputs()))}};
  return R;
}

static Relation binaryCoordinateMap(const LinearLayout &L) {
  Relation R;
  R.Title = "binary coordinate map";
  RelationNames Names;
  R.Inputs = {{Names.choose("c"), lastOf(L.inputBits())}};
  R.Outputs = binaryTuple("c", L.inputBits(), Names);
  delinearise(R, R.Inputs[0].Name, SmallVector<unsigned>(L.inputBits(), 1));
  return R;
}

Relation f2layout::binaryRelation(const LinearLayout &L) {
  Relation R;
  R.Title = "binary F2 map";
  RelationNames Names;
  R.Inputs = binaryTuple("c", L.inputBits(), Names);
  R.Outputs = binaryTuple("b", L.outputBits(), Names);
  for (auto [I, P] : enumerate(parities(L))) {
    RelationSum Sum;
    for (unsigned J : P.Inputs)
      Sum.add("1", R.Inputs[J].Name);
    if (P.Constant)
      Sum.addConstant("1");
    bool OneTerm = P.isOneBit() || P.Inputs.empty();
    R.Equations.push_back(
        {R.Outputs[I].Name,
         OneTerm ? Sum.text() : "(" + Sum.text() + ") mod 2"});
  }
  return R;
}

static Relation linearIndexMap(const LinearLayout &L) {
  Relation R;
  R.Title = "linear index map";
  RelationNames Names;
  R.Inputs = binaryTuple("b", L.outputBits(), Names);
  R.Outputs = {{Names.choose("x"), lastOf(L.outputBits())}};
  R.Equations = {
      {R.Outputs[0].Name,
       linearised(R.Inputs, SmallVector<unsigned>(L.outputBits(), 1))}};
  return R;
}

static Relation naturalIndexMap(const LinearLayout &L) {
  Relation R;
  R.Title = "natural index map";
  RelationNames Names;
  R.Inputs = {{Names.choose("x"), lastOf(L.outputBits())}};
  R.Outputs = named(L.outputs(), Names);
  delinearise(R, R.Inputs[0].Name, bitCounts(L.outputs()));
  return R;
}

std::vector<Relation> f2layout::relationSteps(const PaddedLayout &L) {
  std::vector<Relation> Steps;
  if (!L.Paddings.empty() && L.Linear.inputShift("offset"))
    Steps.push_back(addressMap(L));
  Steps.push_back(integralCoordinateMap(L.Linear));
  Steps.push_back(binaryCoordinateMap(L.Linear));
  Steps.push_back(binaryRelation(L.Linear));
  Steps.push_back(linearIndexMap(L.Linear));
  Steps.push_back(naturalIndexMap(L.Linear));
  return Steps;
}
