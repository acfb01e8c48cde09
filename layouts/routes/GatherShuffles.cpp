//===- GatherShuffles.cpp - Gathers by shuffles and selects ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The holder of an element is register and lane, an affine function of index,
// result register and thread. What of it depends on the index or the thread is
// a subspace V of registers, or of registers and lanes if lanes are fetched. A
// basis of V is cut in two:
//
//   Inside   registers that share a word: the place in the word
//   Among    the others: the number of the word (and its lane)
//
// In coordinates of that basis, index and thread choose by a linear map. A
// result's own constant moves V to a coset, which has words of its own.
//
// Inside is filled up with registers outside of V, if there is room: lowest
// first, so that words are whole words of the source if possible. Their place
// is then a constant of the result; fetched words serve several results.
//
//===----------------------------------------------------------------------===//

#include "layouts/f2/Echelon.h"
#include "layouts/routes/GatherRoutes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// More than this is surely more expensive than memory.
static constexpr unsigned MostAmongBits = 6, MostCandidates = 1u << 12;

namespace {

class ShuffleBuilder {
public:
  ShuffleBuilder(const Gather &G, ShuffleWay Way) : G(G), Way(Way) {}
  std::optional<GatherShuffles> build();

private:
  /// Without the warp.
  uint64_t near(uint64_t Image) const {
    return Image & maskTrailingOnes<uint64_t>(G.SourceBits + G.LaneBits);
  }
  uint64_t chosen(uint64_t IndexColumn) const {
    return Way.FetchesLanes ? near(IndexColumn) : G.registerOf(IndexColumn);
  }
  void findBasis();
  uint64_t coordinates(uint64_t InV) const {
    return BitMatrix(64, Basis).solve(InV).value_or(0);
  }
  unsigned wordAt(uint64_t FirstRegister);
  void addResult(unsigned Register);

  const Gather &G;
  const ShuffleWay Way;
  GatherShuffles S;
  SmallVector<uint64_t> Inside, Among, Basis;
  DenseMap<uint64_t, unsigned> WordOf; ///< By the register at place 0.
};

} // namespace

void ShuffleBuilder::findBasis() {
  SmallVector<uint64_t> Span;
  for (uint64_t Column : G.Holder.IndexColumns)
    Span.push_back(chosen(Column));
  for (uint64_t Column : G.Holder.ThreadColumns)
    Span.push_back(G.registerOf(Column));
  Span = reduceBasis(Span);
  const unsigned Room =
      Way.Packs && G.ElementBits < 32 ? Log2_32(32 / G.ElementBits) : 0;
  // In a reduced basis, the words below the lanes' bits span what is in V and
  // in registers alone.
  for (uint64_t V : Span)
    if (Inside.size() < Room && G.registerOf(V) == V)
      Inside.push_back(V);
  Echelon<uint64_t> Taken;
  for (uint64_t V : Span)
    Taken.insert(V);
  for (unsigned J = 0; J < G.SourceBits && Way.Fills && Inside.size() < Room;
       ++J)
    if (Taken.insert(uint64_t(1) << J))
      Inside.push_back(uint64_t(1) << J);
  Inside = reduceBasis(Inside);
  SmallVector<uint64_t> Spanned(Inside);
  for (uint64_t V : Span)
    if (!spanContains(Spanned, V)) {
      Spanned.push_back(V);
      Among.push_back(remainder(Inside, V));
    }
  Basis = Inside;
  append_range(Basis, Among);
}

unsigned ShuffleBuilder::wordAt(uint64_t FirstRegister) {
  auto [It, New] = WordOf.try_emplace(FirstRegister, S.Words.size());
  if (New) {
    const BitMatrix Places(64, Inside);
    S.Words.emplace_back();
    for (uint64_t P = 0; P < uint64_t(1) << Inside.size(); ++P)
      S.Words.back().push_back(FirstRegister ^ Places.apply(P));
  }
  return It->second;
}

void ShuffleBuilder::addResult(unsigned Register) {
  const uint64_t Base = near(G.Holder.ofRegister(Register));
  const BitMatrix OfAmong(64, Among);
  S.Results.emplace_back();
  for (uint64_t N = 0; N < uint64_t(1) << Among.size(); ++N) {
    const uint64_t Image = Base ^ OfAmong.apply(N);
    S.Results.back().push_back({wordAt(remainder(Inside, G.registerOf(Image))),
                                unsigned(G.laneOf(Image))});
  }
}

std::optional<GatherShuffles> ShuffleBuilder::build() {
  findBasis();
  S.InsideBits = Inside.size();
  S.AmongBits = Among.size();
  if (Among.size() > MostAmongBits ||
      uint64_t(1) << (Among.size() + G.ResultBits) > MostCandidates)
    return std::nullopt;
  for (uint64_t Column : G.Holder.IndexColumns) {
    S.Choice.IndexColumns.push_back(coordinates(chosen(Column)));
    S.Lane.IndexColumns.push_back(Way.FetchesLanes ? 0 : G.laneOf(Column));
  }
  for (uint64_t Column : G.Holder.ThreadColumns) {
    S.Choice.ThreadColumns.push_back(coordinates(G.registerOf(Column)));
    S.Lane.ThreadColumns.push_back(G.laneOf(Column));
  }
  // The part of a result's constant that is inside of words. Its words and
  // lanes are those of its candidates.
  const BitMatrix Places(64, Inside);
  auto PlaceOf = [&](uint64_t Image) {
    const uint64_t Register = G.registerOf(Image);
    return Places.solve(Register ^ remainder(Inside, Register)).value_or(0);
  };
  S.Choice.Offset = PlaceOf(G.Holder.Offset);
  for (uint64_t Column : G.Holder.RegisterColumns)
    S.Choice.RegisterColumns.push_back(PlaceOf(Column));
  for (unsigned R = 0; R < 1u << G.ResultBits; ++R)
    addResult(R);
  return std::move(S);
}

//===----------------------------------------------------------------------===//
// Price
//===----------------------------------------------------------------------===//

/// The registers of the word are neighbours, as in a vector of whole words.
static bool isWholeWord(ArrayRef<unsigned> Registers) {
  for (auto [I, R] : enumerate(Registers))
    if (R != Registers[0] + I)
      return false;
  return Registers[0] % Registers.size() == 0;
}

/// Instructions that make the words from the source's registers.
static unsigned packsOf(const GatherShuffles &S, const Gather &G) {
  if (G.ElementBits >= 32)
    return 0;
  unsigned Packs = 0;
  for (const GatherShuffles::SourceWord &Word : S.Words) {
    const bool Whole = Word.size() == 32 / G.ElementBits && isWholeWord(Word);
    if (G.PackedSources)
      Packs += Whole ? 0 : Word.size();
    else
      Packs += Word.size() - 1;
  }
  return Packs;
}

/// Clocks of the shuffles, by pipe.
static void priceShuffles(GatherCost &C, const GatherShuffles &S,
                          const Machine &M, unsigned WordsOfElement) {
  if (S.readsByIndex()) {
    for (const auto &Candidates : S.Results)
      C.Shuffles += Candidates.size() * WordsOfElement;
    C.MemoryClocks += C.Shuffles * M.Costs.Shuffle;
    return;
  }
  bool IsButterfly = true;
  for (auto [J, Column] : enumerate(S.Lane.ThreadColumns))
    IsButterfly &= Column == (J < M.LaneBits ? uint64_t(1) << J : 0);
  for (const GatherShuffles::Candidate &Fetched : S.fetched()) {
    C.Shuffles += WordsOfElement;
    if (IsButterfly && M.Butterflies >> Fetched.Lane & 1)
      (M.ButterflyPipe == Pipe::Alu ? C.AluClocks : C.MemoryClocks) +=
          WordsOfElement * M.Costs.Butterfly;
    else
      C.MemoryClocks += WordsOfElement * M.Costs.Shuffle;
  }
}

/// The bits of the columns from First on, moved down, and then up by Scale.
static SmallVector<uint64_t> cutOut(ArrayRef<uint64_t> Columns, unsigned First,
                                    unsigned Bits, unsigned Scale) {
  SmallVector<uint64_t> Cut;
  for (uint64_t Column : Columns)
    Cut.push_back((Column >> First & maskTrailingOnes<uint64_t>(Bits))
                  << Scale);
  return Cut;
}

static bool isAnySet(ArrayRef<uint64_t> Columns) {
  return any_of(Columns, [](uint64_t Column) { return Column; });
}

/// Arithmetic on one index: the lane, the place in the word, and a predicate
/// for each bit of the candidate's number.
static unsigned stepsOf(const GatherShuffles &S, const Gather &G) {
  unsigned Steps = S.readsByIndex()
                       ? indexSteps(S.Lane.IndexColumns, G.LaneBits,
                                    isAnySet(S.Lane.ThreadColumns))
                       : 0;
  if (!S.choosesInside())
    return Steps + S.AmongBits;
  const unsigned Scale = Log2_32(G.ElementBits);
  if (S.AmongBits == 0)
    return Steps +
           indexSteps(cutOut(S.Choice.IndexColumns, 0, S.InsideBits, Scale), 5,
                      isAnySet(S.Choice.ThreadColumns));
  // The selector of a permute has the lowest bit of the number, too. That of
  // halves names two bytes.
  return Steps + S.AmongBits - 1 + (G.ElementBits == 16) +
         indexSteps(cutOut(S.Choice.IndexColumns, 0, S.InsideBits + 1, 0), 0,
                    true);
}

std::optional<GatherPlan>
f2layout::shuffleGather(const Gather &G, ShuffleWay Way, const Machine &M) {
  if (!G.staysInWarp())
    return std::nullopt;
  std::optional<GatherShuffles> S = ShuffleBuilder(G, Way).build();
  if (!S)
    return std::nullopt;
  GatherPlan P;
  P.ElementBits = G.ElementBits;
  P.LaneBits = G.LaneBits;
  P.PackedResults = G.PackedResults;
  GatherCost &C = P.Cost;
  const unsigned Results = S->Results.size(),
                 Words = G.ElementBits == 64 ? 2 : 1;
  priceShuffles(C, *S, M, Words);
  C.Selects = Results * ((1u << S->AmongBits) - 1) * Words;
  if (S->choosesInside()) {
    // The last select is part of the permute.
    C.Permutes = Results;
    C.Selects -= S->AmongBits ? Results : 0;
  } else if (!G.PackedResults) {
    // Otherwise they are taken out of their words when words are made of them.
    for (unsigned R = 0; R < Results; ++R)
      C.Permutes += S->Choice.ofRegister(R) != 0;
  }
  C.Permutes += joinsOf(G);
  C.Packs = packsOf(*S, G);
  C.IndexSteps = Results * stepsOf(*S, G);
  C.AluClocks +=
      C.Selects * M.Costs.Select + C.Permutes * M.Costs.Permute +
      C.Packs * (G.ElementBits == 8 ? M.Costs.Pack : M.Costs.Permute) +
      C.IndexSteps * M.Costs.Select;
  sumUp(C);
  P.By = C.Shuffles ? Route::Shuffle : Route::Rename;
  P.Shuffles = std::move(*S);
  return P;
}
