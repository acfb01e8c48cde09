//===- LayoutConversion.cpp - From two layouts to what must travel --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/LayoutConversion.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/f2/Echelon.h"
#include "layouts/machine/Limits.h"
#include "layouts/plan/ThreadChecks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout {
inline namespace layouts {

static Error checkThreads(const LinearLayout &L, StringRef Which,
                          unsigned LaneBits) {
  if (Error E = checkThreadInputs(L, Which))
    return E;
  return checkLanes(L, Which, LaneBits, " as on the target");
}

namespace {

/// The map from wanted to held places, by dimension: the bits of one output
/// that are the image of a wanted place.
class HolderMap {
public:
  explicit HolderMap(LinearLayout Map) : Map(std::move(Map)) {}

  /// The flat input of a register and a thread (lane, then warp).
  LongWord place(uint64_t Register, uint64_t Thread, unsigned LaneBits) const {
    uint64_t Lane = Thread & maskTrailingOnes<uint64_t>(LaneBits);
    return at("register", Register) ^ at("lane", Lane) ^
           at("warp", Thread >> LaneBits);
  }
  uint64_t holder(StringRef Name, const LongWord &Place) const {
    return indexOf(Name, Map.applyFlat(Place));
  }
  /// Returns true if everything stays at its index of this dimension, for every
  /// index.
  bool staysWithin(StringRef Name) const;

private:
  /// The index of an output in a flat number.
  uint64_t indexOf(StringRef Name, const LongWord &FlatOutput) const {
    std::optional<unsigned> Shift = Map.outputShift(Name);
    return Shift ? FlatOutput.bits(*Shift, Map.outputBits(Name)) : 0;
  }
  LongWord at(StringRef Name, uint64_t Index) const {
    LongWord Place;
    if (std::optional<unsigned> Shift = Map.inputShift(Name))
      if (Map.inputBits(Name))
        Place.addAt(*Shift, Index);
    return Place;
  }
  LinearLayout Map;
};

} // namespace

bool HolderMap::staysWithin(StringRef Name) const {
  if (holder(Name, 0) != 0)
    return false;
  unsigned InShift = Map.inputShift(Name).value_or(0);
  unsigned OutShift = Map.outputShift(Name).value_or(0);
  for (unsigned J = 0; J < Map.inputBits(); ++J) {
    LongWord Moved = Map.matrix().longColumn(J);
    bool Mine = J >= InShift && J < InShift + Map.inputBits(Name);
    // A bit of this dimension moves its own bit only; others do not touch it.
    LongWord Expected;
    if (Mine && J - InShift < Map.outputBits(Name))
      Expected = LongWord::unit(OutShift + J - InShift);
    if (Mine ? Moved != Expected : indexOf(Name, Moved) != 0)
      return false;
  }
  return true;
}

/// The map as the planner has it: registers below threads on both sides.
static AffineMove moveOf(const HolderMap &Map, unsigned LaneBits,
                         unsigned ThreadBits, unsigned SourceBits,
                         unsigned ResultBits) {
  auto At = [&](uint64_t Register, uint64_t Thread) {
    LongWord Place = Map.place(Register, Thread, LaneBits);
    uint64_t Holder = Map.holder("lane", Place) | Map.holder("warp", Place)
                                                      << LaneBits;
    return Map.holder("register", Place) | Holder << SourceBits;
  };
  AffineMove M;
  M.SourceRegisterBits = SourceBits;
  M.ThreadBits = ThreadBits;
  M.Offset = At(0, 0);
  for (unsigned J = 0; J < ResultBits; ++J)
    M.RegisterColumns.push_back(At(uint64_t(1) << J, 0) ^ M.Offset);
  for (unsigned J = 0; J < ThreadBits; ++J)
    M.ThreadColumns.push_back(At(0, uint64_t(1) << J) ^ M.Offset);
  return M;
}

/// Register and thread of the source, as one number, that hold the same as 0:
/// a basis.
static SmallVector<uint64_t> copiesOf(const LinearLayout &From,
                                      unsigned LaneBits) {
  const LongWord Zero = From.applyFlat(LongWord());
  Echelon<LongWord> Places;
  SmallVector<uint64_t> Copies;
  unsigned Next = 0;
  auto Add = [&](StringRef Name, unsigned Bits) {
    for (unsigned J = 0; J < Bits; ++J, ++Next) {
      LongWord Place = LongWord::unit(*From.inputShift(Name) + J);
      Echelon<LongWord>::Entry E{From.applyFlat(Place) ^ Zero,
                                 LongWord::unit(Next)};
      if (!Places.insert(E))
        Copies.push_back(E.Label.bits(0, 64));
    }
  };
  Add("register", From.inputBits("register"));
  Add("lane", LaneBits);
  Add("warp", From.inputBits("warp"));
  return Copies;
}

/// Of all copies the one in the thread's own warp, else in its own lane, as far
/// as there is one. In sums of own place and holder the warp's bits are the
/// highest, which elimination clears first.
static void preferOwn(AffineMove &M, ArrayRef<uint64_t> Copies) {
  Echelon<uint64_t> Same;
  for (uint64_t Copy : Copies)
    Same.insert(Copy);
  M.Offset = Same.reduce(M.Offset);
  for (uint64_t &Column : M.RegisterColumns)
    Column = Same.reduce(Column);
  for (auto [J, Column] : enumerate(M.ThreadColumns)) {
    const uint64_t Own = uint64_t(1) << (M.SourceRegisterBits + J);
    Column = Own ^ Same.reduce(Column ^ Own);
  }
}

/// Returns true if every warp performs the same conversion within itself.
static bool staysInWarp(const AffineMove &M, unsigned LaneBits) {
  const unsigned Shift = M.SourceRegisterBits + LaneBits;
  auto Within = [&](uint64_t Image) { return Image >> Shift == 0; };
  if (!Within(M.Offset) || !all_of(M.RegisterColumns, Within))
    return false;
  for (auto [J, Column] : enumerate(M.ThreadColumns))
    if (J < LaneBits ? !Within(Column)
                     : Column != uint64_t(1) << (M.SourceRegisterBits + J))
      return false;
  return true;
}

/// What is in the span of both the vectors and the words without these bits.
static SmallVector<uint64_t, 2> withoutBits(ArrayRef<uint64_t> Vectors,
                                            uint64_t Bits) {
  Echelon<uint64_t> Seen;
  SmallVector<uint64_t, 2> Left;
  for (uint64_t Vector : Vectors) {
    Echelon<uint64_t>::Entry E{Vector & Bits, Vector & ~Bits};
    if (!Seen.insert(E) && E.Label)
      Left.push_back(E.Label);
  }
  return Left;
}

/// What is larger than any block and any thread.
static std::string whyTooLarge(const LinearLayout &L, StringRef Which) {
  if (Error E = checkThreadCount(L, Which))
    return toString(std::move(E));
  return toString(checkRegisterCount(L, Which, MaxLayoutRegisterBits));
}

Expected<MaybeConversion> conversionBetween(const LinearLayout &From,
                                            const LinearLayout &To,
                                            unsigned ElementBits,
                                            unsigned LaneBits) {
  if (Error E = checkThreads(From, "the source layout", LaneBits))
    return E;
  if (Error E = checkThreads(To, "the destination layout", LaneBits))
    return E;
  if (Error E = checkSameElements(To, From))
    return E;
  unsigned WarpBits = std::max(From.inputBits("warp"), To.inputBits("warp"));
  for (auto [L, Which] :
       {std::pair<const LinearLayout *, StringRef>(&From, "the source layout"),
        {&To, "the destination layout"}})
    if (std::string TooLarge = whyTooLarge(*L, Which); !TooLarge.empty())
      return MaybeConversion{std::nullopt, TooLarge};
  Expected<LinearLayout> X = holderOf(To, From);
  if (!X)
    return MaybeConversion{std::nullopt, toString(X.takeError())};
  HolderMap Map(std::move(*X));
  if (!Map.staysWithin("block"))
    return MaybeConversion{std::nullopt, "elements cross blocks"};

  AffineMove M = moveOf(Map, LaneBits, LaneBits + WarpBits,
                        From.inputBits("register"), To.inputBits("register"));
  SmallVector<uint64_t> Copies = copiesOf(From, LaneBits);
  preferOwn(M, Copies);
  const bool InWarp = staysInWarp(M, LaneBits) &&
                      From.inputBits("warp") == To.inputBits("warp");
  if (InWarp) {
    M.ThreadBits = LaneBits;
    M.ThreadColumns.resize(LaneBits);
  }
  // Threads that hold the same in every register, of the same warp if it is one
  // of a warp.
  const unsigned SourceBits = From.inputBits("register");
  uint64_t Others = maskTrailingOnes<uint64_t>(SourceBits);
  if (InWarp)
    Others |= maskTrailingZeros<uint64_t>(SourceBits + LaneBits);
  SmallVector<uint64_t, 2> Duplicates = withoutBits(Copies, Others);
  for (uint64_t &Threads : Duplicates)
    Threads >>= SourceBits;
  Expected<Conversion> C = Conversion::affine(
      std::move(M), ElementBits, LaneBits, InWarp ? Scope::Warp : Scope::Block);
  if (!C)
    return C.takeError();
  C->Duplicates = std::move(Duplicates);
  return MaybeConversion{std::move(*C), ""};
}

} // namespace layouts
} // namespace f2layout
