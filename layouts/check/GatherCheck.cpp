//===- GatherCheck.cpp - Proofs that a gather gets the right elements -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/check/GatherCheck.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/f2/Echelon.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// The definition of a gather, by flat elements of the source's tensor.
class Definition {
public:
  Definition(const LinearLayout &From, const LinearLayout &To, uint64_t Axis)
      : From(From), To(To), Axis(Axis), LaneBits(From.inputBits("lane")),
        IndexBits(From.outputs()[Axis].Bits),
        IndexShift(*From.outputShift(From.outputs()[Axis].Name)) {}

  uint64_t held(unsigned Register, unsigned Thread) const {
    return From.applyFlat(flatInput(From, Register, Thread));
  }
  uint64_t wanted(const GatherPoint &P) const {
    const uint64_t Beside = atIndexZero(
        From, To, Axis, To.applyFlat(flatInput(To, P.Register, P.Thread)));
    return Beside | (P.Index & maskTrailingOnes<uint64_t>(IndexBits))
                        << IndexShift;
  }
  unsigned indexBits() const { return IndexBits; }
  unsigned laneBits() const { return LaneBits; }
  unsigned threadBits() const { return LaneBits + From.inputBits("warp"); }
  unsigned resultBits() const { return To.inputBits("register"); }
  unsigned sourceBits() const { return From.inputBits("register"); }

private:
  uint64_t flatInput(const LinearLayout &L, uint64_t Register,
                     uint64_t Thread) const {
    uint64_t Flat = 0;
    auto Add = [&](StringRef Name, uint64_t Index) {
      if (std::optional<unsigned> Shift = L.inputShift(Name))
        Flat |= Index << *Shift;
    };
    Add("register", Register);
    Add("lane", Thread & maskTrailingOnes<uint64_t>(LaneBits));
    Add("warp", Thread >> LaneBits);
    return Flat;
  }

  const LinearLayout &From, &To;
  const uint64_t Axis;
  const unsigned LaneBits, IndexBits, IndexShift;
};

class ShuffleCheck {
public:
  ShuffleCheck(const GatherShuffles &S, const Definition &D) : S(S), D(D) {}
  std::string run() const;

private:
  /// Index and thread as one number, the index lowest.
  GatherPoint point(uint64_t Inputs, unsigned Register) const {
    return {Inputs & maskTrailingOnes<uint64_t>(D.indexBits()), Register,
            unsigned(Inputs >> D.indexBits())};
  }
  /// The element that is read there.
  std::optional<uint64_t> read(const GatherPoint &P) const;

  const GatherShuffles &S;
  const Definition &D;
};

} // namespace

/// The register and the thread that are read: Register | Thread << SourceBits.
static std::optional<uint64_t> readElement(const GatherShuffles &S,
                                           const GatherPoint &P,
                                           unsigned SourceBits,
                                           unsigned LaneBits) {
  const uint64_t Choice = S.Choice.at(P);
  const uint64_t Number = Choice >> S.InsideBits;
  if (Number >= S.Results[P.Register].size())
    return std::nullopt;
  const GatherShuffles::Candidate &C = S.Results[P.Register][Number];
  const uint64_t Inside = Choice & maskTrailingOnes<uint64_t>(S.InsideBits);
  if (C.Word >= S.Words.size() || Inside >= S.Words[C.Word].size())
    return std::nullopt;
  const uint64_t Register = S.Words[C.Word][Inside];
  const uint64_t Lane =
      S.Lane.at({P.Index, 0, P.Thread}) ^ S.Lane.Offset ^ C.Lane;
  if (Register >> SourceBits || Lane >> LaneBits)
    return std::nullopt;
  const uint64_t Thread = Lane | P.Thread >> LaneBits << LaneBits;
  return Register | Thread << SourceBits;
}

static std::string wrongAt(const GatherPoint &P) {
  return ("result " + Twine(P.Register) + " of thread " + Twine(P.Thread) +
          " is wrong at index " + Twine(P.Index))
      .str();
}

std::optional<uint64_t> ShuffleCheck::read(const GatherPoint &P) const {
  const std::optional<uint64_t> Place =
      readElement(S, P, D.sourceBits(), D.laneBits());
  if (!Place)
    return std::nullopt;
  return D.held(*Place & maskTrailingOnes<uint64_t>(D.sourceBits()),
                *Place >> D.sourceBits());
}

std::string ShuffleCheck::run() const {
  if (S.Results.size() != size_t(1) << D.resultBits())
    return "not every result has candidates";
  // The inputs by the choice that they make, and those that make none.
  Echelon<uint64_t> Choices;
  SmallVector<uint64_t> Makers, Kernel;
  SmallVector<uint64_t> Columns{ArrayRef(S.Choice.IndexColumns)};
  append_range(Columns, S.Choice.ThreadColumns);
  for (auto [J, Column] : enumerate(Columns)) {
    Echelon<uint64_t>::Entry E{Column, uint64_t(1) << J};
    if (Choices.insert(E))
      Makers.push_back(uint64_t(1) << J);
    else
      Kernel.push_back(E.Label);
  }
  for (unsigned R = 0; R < S.Results.size(); ++R)
    for (uint64_t N = 0; N < uint64_t(1) << Makers.size(); ++N) {
      uint64_t Inputs = 0;
      for (auto [J, Maker] : enumerate(Makers))
        Inputs ^= N >> J & 1 ? Maker : 0;
      const GatherPoint P = point(Inputs, R);
      if (read(P) != D.wanted(P))
        return wrongAt(P);
    }
  for (uint64_t Inputs : Kernel) {
    const GatherPoint Zero = point(0, 0), P = point(Inputs, 0);
    std::optional<uint64_t> Here = read(P), There = read(Zero);
    if (!Here || !There || (*Here ^ *There) != (D.wanted(P) ^ D.wanted(Zero)))
      return ("index " + Twine(P.Index) + " and thread " + Twine(P.Thread) +
              " together read a wrong lane")
          .str();
  }
  return "";
}

std::string f2layout::checkShuffles(const GatherShuffles &S,
                                    const LinearLayout &From,
                                    const LinearLayout &To, uint64_t Axis) {
  const Definition D(From, To, Axis);
  return ShuffleCheck(S, D).run();
}

std::string f2layout::checkShuffles(const GatherShuffles &S, const Gather &G,
                                    WantedElements Wanted) {
  if (S.Results.size() != size_t(1) << G.ResultBits)
    return "not every result has candidates";
  GatherPoint P;
  for (P.Index = 0; P.Index < uint64_t(1) << G.indexBits(); ++P.Index)
    for (P.Register = 0; P.Register < S.Results.size(); ++P.Register)
      for (P.Thread = 0; P.Thread < 1u << G.threadBits(); ++P.Thread) {
        const std::optional<uint64_t> Element = Wanted(P);
        if (Element && readElement(S, P, G.SourceBits, G.LaneBits) != *Element)
          return wrongAt(P);
      }
  return "";
}

/// Both sides are affine, so they agree everywhere if an element's place is a
/// function of the element on the basis of each.
std::string f2layout::checkMemory(const GatherMemory &Memory,
                                  const LinearLayout &From,
                                  const LinearLayout &To, uint64_t Axis) {
  const Definition D(From, To, Axis);
  const ScratchPlaces &P = Memory.Places;
  const uint64_t Zero = D.held(0, 0);
  Echelon<uint64_t> PlaceOf; // Labelled with places.
  auto Add = [&](uint64_t Element, uint64_t Place) {
    Echelon<uint64_t>::Entry E{Element, Place};
    return PlaceOf.insert(E) || E.Label == 0;
  };
  bool Good = true;
  for (auto [J, Column] : enumerate(P.Source.RegisterColumns))
    Good &= Add(D.held(1u << J, 0) ^ Zero, Column);
  for (auto [J, Column] : enumerate(P.Source.ThreadColumns))
    Good &= Add(D.held(0, 1u << J) ^ Zero, Column);
  const uint64_t First = D.wanted({});
  for (auto [J, Column] : enumerate(P.Result.RegisterColumns))
    Good &= Add(D.wanted({0, 1u << J, 0}) ^ First, Column);
  for (auto [J, Column] : enumerate(P.Result.ThreadColumns))
    Good &= Add(D.wanted({0, 0, 1u << J}) ^ First, Column);
  for (auto [J, Column] : enumerate(P.IndexColumns))
    Good &= Add(D.wanted({uint64_t(1) << J, 0, 0}) ^ First, Column);
  Good &= Add(Zero ^ First, P.Source.Offset ^ P.Result.Offset);
  if (!Good)
    return "an element has two places";
  if (PlaceOf.size() != P.PlaceBits)
    return "not every element has a place";
  Echelon<uint64_t> Places;
  for (uint64_t Column : P.Source.RegisterColumns)
    Places.insert(Column);
  for (uint64_t Column : P.Source.ThreadColumns)
    Places.insert(Column);
  if (Places.size() != P.PlaceBits)
    return "two elements have one place";
  size_t Stored = 0;
  for (const auto &Registers : Memory.Stores) {
    Stored += Registers.size();
    const uint64_t Begin = P.Source.at(Registers[0], 0);
    for (auto [I, R] : enumerate(Registers))
      if (P.Source.at(R, 0) != (Begin | I) || Begin & (Registers.size() - 1))
        return "the registers of a store are not neighbours";
    for (auto [J, Column] : enumerate(P.Source.ThreadColumns))
      if (!(P.SpareThreads >> J & 1) && Column & (Registers.size() - 1))
        return "the neighbours of a store depend on the thread";
  }
  return Stored == P.Registers.size() ? "" : "a register is not stored";
}
