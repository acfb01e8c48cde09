//===- LayoutOracle.cpp - Layouts judged by isl ---------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/isl/LayoutOracle.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/relations/CuteRelation.h"
#include "layouts/relations/LinearRelation.h"
#include "tools/isl/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace llvm;

namespace f2layout::oracle {

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

namespace {

using Tuple = std::vector<int64_t>;

/// A relation of ours, evaluated by isl.
class Evaluator {
public:
  Evaluator(Context &C, Relation R) {
    if (!R.Hidden.empty()) {
      // Values depend on an integer that isl must find first.
      Slow = C.map(toString(R));
      return;
    }
    for (RelationDim &D : R.Outputs)
      D.Last.clear();
    Fast = C.function(toString(R));
  }

  explicit operator bool() const { return Fast || Slow; }
  std::optional<Tuple> at(const Tuple &Input) const {
    return Fast ? Fast.at(Input) : Slow.at(Input);
  }

private:
  Function Fast;
  Map Slow;
};

/// Maps applied one after the other.
class Chain {
public:
  Chain(Context &C, ArrayRef<Relation> Steps) {
    for (const Relation &R : Steps)
      Maps.emplace_back(C, R);
  }

  explicit operator bool() const {
    return all_of(Maps, [](const Evaluator &E) { return bool(E); });
  }
  std::optional<Tuple> at(const Tuple &Input) const {
    std::optional<Tuple> Value = Input;
    for (const Evaluator &E : Maps) {
      Value = E.at(*Value);
      if (!Value)
        return std::nullopt;
    }
    return Value;
  }

private:
  std::vector<Evaluator> Maps;
};

/// A point, and our value at it.
struct Pair {
  Tuple Input, Value;
};

} // namespace

static Answer sameValues(Context &C, ArrayRef<Relation> Steps,
                         ArrayRef<Pair> Pairs) {
  C.restart();
  Chain Maps(C, Steps);
  if (!Maps)
    return Answer::Unknown;
  Timer Time;
  for (const Pair &P : Pairs) {
    C.restart();
    std::optional<Tuple> Value = Maps.at(P.Input);
    if ((!Value && C.gaveUp()) || Time.isOver())
      return Answer::Unknown;
    if (Value != P.Value)
      return Answer::No;
  }
  return Answer::Yes;
}

/// How many values there are; nothing unless isl's values are ours.
static std::optional<uint64_t>
examineValues(Context &C, std::vector<Finding> &Findings, const Relation &Whole,
              ArrayRef<Relation> Steps,
              const std::optional<std::vector<Pair>> &Pairs) {
  auto Compare = [&](ArrayRef<Relation> Maps) {
    return Pairs ? sameValues(C, Maps, *Pairs) : Answer::Unknown;
  };
  Findings.push_back({"values", Compare(Whole), true});
  Findings.push_back({"steps", Compare(Steps), true});
  C.restart();
  if (Findings[0].Found != Answer::Yes)
    return std::nullopt;
  std::set<Tuple> Values;
  for (const Pair &P : *Pairs)
    Values.insert(P.Value);
  return Values.size();
}

/// What isl's values say if isl does not decide by the relation.
static Answer decided(Context &C, Answer ByRelation,
                      std::optional<uint64_t> Count, uint64_t Wanted) {
  C.restart();
  if (ByRelation != Answer::Unknown || !Count)
    return ByRelation;
  return *Count == Wanted ? Answer::Yes : Answer::No;
}

//===----------------------------------------------------------------------===//
// Linear and padded layouts
//===----------------------------------------------------------------------===//

/// The indices of a flat input.
static Tuple indicesOf(const LinearLayout &L, uint64_t Flat) {
  Tuple Indices;
  for (const LayoutDim &D : L.inputs()) {
    Indices.push_back(int64_t(Flat & (D.size() - 1)));
    Flat >>= D.Bits;
  }
  return Indices;
}

static std::optional<std::vector<Pair>> pairsOf(const PaddedLayout &P) {
  const LinearLayout &L = P.Linear;
  if (!L.isOfWords() || L.inputBits() > Log2_64(MostPoints))
    return std::nullopt;
  std::optional<unsigned> Offset = indexOf(L.inputs(), "offset");
  std::vector<Pair> Pairs;
  for (uint64_t Flat = 0; Flat >> L.inputBits() == 0; ++Flat) {
    Tuple Input = indicesOf(L, Flat);
    if (!P.Paddings.empty() && Offset)
      Input[*Offset] = int64_t(P.address(uint64_t(Input[*Offset])));
    LayoutPoint Point = L.point(L.applyFlat(Flat));
    Pairs.push_back({std::move(Input), Tuple(Point.begin(), Point.end())});
  }
  return Pairs;
}

Map binaryMap(Context &C, const LinearLayout &L) {
  return C.map(toString(binaryRelation(L)));
}

/// All tuples of Count bits.
static Set allBits(Context &C, unsigned Count) {
  std::string Names, Bounds;
  for (unsigned I = 0; I < Count; ++I)
    Names += (I ? ", b" : "b") + std::to_string(I);
  if (Count)
    Bounds = " : 0 <= " + Names + " <= 1";
  return C.set("{ [" + Names + "]" + Bounds + " }");
}

/// invert() with the dimensions in the layout's own order, so that the bits of
/// both relations have the same numbers.
static Expected<LinearLayout> inverseInOrder(const LinearLayout &L) {
  Expected<LinearLayout> Inverse = invert(L);
  if (!Inverse)
    return Inverse.takeError();
  return sublayout(*Inverse, namesOf(L.outputs()), namesOf(L.inputs()));
}

std::vector<Finding> examine(Context &C, const PaddedLayout &P) {
  const LinearLayout &L = P.Linear;
  std::vector<Finding> Findings;
  std::optional<uint64_t> Count =
      examineValues(C, Findings, relationOf(P), relationSteps(P), pairsOf(P));
  Map Bits = binaryMap(C, L);
  // No layout of words with few points has 2^64 values.
  auto Power = [](unsigned Bits) {
    return Bits < 64 ? uint64_t(1) << Bits : 0;
  };
  Findings.push_back(
      {"injective", decided(C, Bits.isInjective(), Count, Power(L.inputBits())),
       L.isInjective()});
  Findings.push_back(
      {"surjective",
       decided(C, Bits.range().equals(allBits(C, L.outputBits())), Count,
               Power(L.outputBits())),
       L.isSurjective()});
  if (!L.isInjective() || !L.isSurjective())
    return Findings;
  Expected<LinearLayout> Inverse = inverseInOrder(L);
  if (Inverse)
    Findings.push_back(
        {"inverse", Bits.inverse().equals(binaryMap(C, *Inverse)), true});
  else
    consumeError(Inverse.takeError());
  return Findings;
}

//===----------------------------------------------------------------------===//
// CuTe's layouts and swizzles
//===----------------------------------------------------------------------===//

static Answer isInvolution(Context &C, const cute::Swizzle &S) {
  Map Bits = C.map(toString(relationSteps(S)[1]));
  return Bits.then(Bits).isIdentity();
}

std::vector<Finding> examine(Context &C, const cute::Swizzle &S) {
  std::vector<Finding> Findings;
  std::optional<std::vector<Pair>> Pairs;
  if (S.size() <= uint64_t(MostPoints)) {
    Pairs.emplace();
    for (int64_t X = 0; X < int64_t(S.size()); ++X)
      Pairs->push_back({{X}, {S(X)}});
  }
  examineValues(C, Findings, relationOf(S), relationSteps(S), Pairs);
  Findings.push_back({"involution", isInvolution(C, S), true});
  return Findings;
}

static Tuple numbers(const cute::IntTuple &T) {
  Tuple Result;
  for (const cute::Int &I : cute::leaves(T))
    Result.push_back(I.Value);
  return Result;
}

std::vector<Finding> examine(Context &C, const cute::ComposedLayout &L) {
  std::vector<Finding> Findings;
  std::optional<std::vector<Pair>> Pairs;
  std::set<Tuple> Values;
  if (L.size() <= MostPoints) {
    Pairs.emplace();
    for (int64_t I = 0; I < L.size(); ++I) {
      Expected<cute::IntTuple> Value = L.evaluate(cute::dynamic(I));
      if (!Value) {
        consumeError(Value.takeError());
        Pairs.reset();
        break;
      }
      Pairs->push_back({{I}, numbers(*Value)});
      Values.insert(numbers(*Value));
    }
  }
  std::optional<uint64_t> Count =
      examineValues(C, Findings, relationOf(L), relationSteps(L), Pairs);
  // A sum with a constant and a swizzle keep values apart, so only the strides
  // decide.
  cute::ComposedLayout Strides;
  Strides.Inner = L.Inner;
  if (Pairs)
    Findings.push_back(
        {"injective",
         decided(C, C.map(toString(relationOf(Strides))).isInjective(), Count,
                 uint64_t(L.size())),
         int64_t(Values.size()) == L.size()});
  if (L.Outer)
    Findings.push_back({"involution", isInvolution(C, *L.Outer), true});
  return Findings;
}
} // namespace f2layout::oracle
