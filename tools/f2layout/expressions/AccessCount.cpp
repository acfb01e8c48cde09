//===- AccessCount.cpp - Wavefronts of an index expression ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/expressions/AccessCount.h"
#include "layouts/machine/Wavefronts.h"
#include "tools/f2layout/commandline/Command.h"
#include "tools/f2layout/memory/Traffic.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace f2layout::calc {

uint64_t rowMajor(ArrayRef<uint64_t> Shape, ArrayRef<uint64_t> Place) {
  uint64_t Offset = 0;
  for (auto [D, X] : enumerate(Place))
    Offset = (D == 0 ? 0 : Offset * Shape[D]) + X;
  return Offset;
}

/// An error about the access of a thread.
static Error outside(const IndexText &Text, const ArrayUse &Use,
                     unsigned Thread, unsigned Access, const Twine &What) {
  return Text.errorAtPlace(Text.Access->At,
                           threadText(Text, Use.Block, Thread, Access) + ": " +
                               What);
}

static unsigned bytesOf(const ArrayAccess &A, const ArrayUse &Use) {
  return A.Bytes ? A.Bytes : Use.ElementBytes;
}

/// Elements are at byte addresses below 2^31, like shared memory.
static Expected<SmallVector<uint64_t, 2>>
placeOf(const IndexText &Text, const ArrayUse &Use, unsigned Thread,
        unsigned Access, std::string &Outside) {
  Evaluator E(Text, Use.Block, Thread, Access);
  SmallVector<uint64_t, 2> Place;
  int64_t Offset = 0;
  for (auto [D, Root] : enumerate(Text.Access->Subscripts)) {
    Expected<IntValue> V = E.at(Root);
    if (!V)
      return V.takeError();
    const int64_t Value = int64_t(V->Bits);
    const uint64_t Size = Use.Shape.empty() ? 0 : Use.Shape[D];
    const bool Fits = Value >= 0 && (!Size || uint64_t(Value) < Size);
    if (!Fits && Outside.empty())
      Outside = threadText(Text, Use.Block, Thread, Access) + ": subscript " +
                std::to_string(D + 1) + " is " + V->text() +
                ", and the dimension has " + std::to_string(Size);
    if (std::abs(double(Value)) > double(uint64_t(1) << 31))
      return outside(Text, Use, Thread, Access,
                     "the subscript " + Text.Access->Texts[D] + " is " +
                         V->text() + ", expected less than 2^31");
    Offset = (D == 0 ? 0 : Offset * int64_t(Size)) + Value;
    Place.push_back(uint64_t(Value));
  }
  // The place of a row is that of its first element.
  while (Place.size() < std::max<size_t>(Use.Shape.size(), 1)) {
    Offset *= Use.Shape.empty() ? 0 : int64_t(Use.Shape[Place.size()]);
    Place.push_back(0);
  }
  const unsigned Bytes = bytesOf(*Text.Access, Use);
  if (Text.Access->Vector) {
    Expected<IntValue> V = E.at(*Text.Access->Vector);
    if (!V)
      return V.takeError();
    const int64_t Value = int64_t(V->Bits);
    if (std::abs(double(Value)) > double(uint64_t(1) << 31))
      return outside(Text, Use, Thread, Access,
                     "the subscript after the cast is " + V->text() +
                         ", expected less than 2^31");
    Offset += Value * int64_t(Bytes / Use.ElementBytes);
    if (Use.Shape.empty())
      Place[0] = uint64_t(Offset);
  }
  int64_t Elements = (int64_t(1) << 31) / Use.ElementBytes;
  if (!Use.Shape.empty()) {
    Elements = 1;
    for (uint64_t Size : Use.Shape)
      Elements *= int64_t(Size);
  }
  const int64_t Address = Offset * int64_t(Use.ElementBytes);
  if (Offset >= 0 && Address % Bytes != 0)
    return outside(Text, Use, Thread, Access,
                   "the access of " + Twine(Bytes) + " bytes is at byte " +
                       Twine(Address) + ", expected a multiple");
  if (Offset >= 0 && Offset < Elements &&
      Address + Bytes > Elements * int64_t(Use.ElementBytes))
    return outside(Text, Use, Thread, Access,
                   "the access of " + Twine(Bytes) +
                       " bytes ends after the array");
  if (Offset < 0 || Offset >= Elements ||
      Offset * int64_t(Use.ElementBytes) >= int64_t(1) << 31)
    return outside(Text, Use, Thread, Access,
                   "the element is number " + Twine(Offset) +
                       ", expected 0 to " + Twine(Elements - 1));
  // Places that cross a row are those of the element that they reach.
  if ((!Outside.empty() || Text.Access->Vector) && !Use.Shape.empty())
    for (unsigned D = Use.Shape.size(); D-- > 0;
         Offset /= int64_t(Use.Shape[D]))
      Place[D] = Offset % int64_t(Use.Shape[D]);
  return Place;
}

static Error checkSubscripts(const IndexText &Text, const ArrayUse &Use) {
  const ArrayAccess &A = *Text.Access;
  const size_t Given = A.Subscripts.size();
  auto Wrong = [&](const Twine &Why) { return Text.errorAtPlace(A.At, Why); };
  if (Use.Shape.empty() && Given > 1)
    return Wrong("the access has " + Twine(Given) +
                 " subscripts, which need the array's --shape, such as 32x33");
  const size_t Rank = std::max<size_t>(Use.Shape.size(), 1);
  const bool IsCast = A.Bytes != 0;
  if (IsCast ? Given > Rank : Given != Rank)
    return Wrong("the access has " + Twine(Given) + " subscripts, expected " +
                 Twine(Rank) + " as in --shape");
  if (IsCast && Given == Rank && !A.HasAddressOf)
    return Wrong("an element is cast to a pointer, expected '&' before it");
  if (A.Vector && A.Bytes % Use.ElementBytes != 0)
    return Wrong("the cast is to a type of " + Twine(A.Bytes) +
                 " bytes, and an element has " + Twine(Use.ElementBytes) +
                 ", expected a multiple of it; --type and --bits give the "
                 "element's");
  return Error::success();
}

Expected<AccessPlaces> placesOf(const IndexText &Text,
                                const IndexText *Condition,
                                const ArrayUse &Use) {
  if (Error E = checkSubscripts(Text, Use))
    return E;
  AccessPlaces All;
  All.Threads = Use.Block.threads();
  All.Bytes = bytesOf(*Text.Access, Use);
  All.Places.resize(size_t(All.Threads) * Use.Accesses);
  for (unsigned I = 0; I < Use.Accesses; ++I)
    for (unsigned T = 0; T < All.Threads; ++T) {
      if (Condition) {
        Evaluator E(*Condition, Use.Block, T, I);
        Expected<IntValue> Yes =
            E.definition(Condition->Definitions.size() - 1);
        if (!Yes)
          return Yes.takeError();
        if (Yes->Bits == 0)
          continue;
      }
      Expected<SmallVector<uint64_t, 2>> Place =
          placeOf(Text, Use, T, I, All.Outside);
      if (!Place)
        return Place.takeError();
      All.Places[size_t(I) * All.Threads + T] = std::move(*Place);
    }
  return All;
}

/// The first two lanes of the worst bank that access different words of it.
static std::optional<ThreadClash> worstClash(ArrayRef<uint32_t> Addresses,
                                             unsigned Bytes, bool IsStore,
                                             const Machine &M) {
  ThreadClash Worst;
  for (const Phase &P : servedPhases(Addresses, Bytes, IsStore, M))
    for (const Clash &C : P.Clashes) {
      if (C.Words <= Worst.Words)
        continue;
      auto WordOf = [&](unsigned Lane) { // The first that is in the bank.
        uint32_t W = Addresses[Lane] / M.BankBytes;
        while (W % M.Banks != C.Bank)
          ++W;
        return W;
      };
      for (unsigned Lane : ArrayRef(C.Lanes).drop_front())
        if (WordOf(Lane) != WordOf(C.Lanes[0])) {
          Worst = {C.Bank, C.Words, C.Lanes[0], Lane};
          break;
        }
    }
  return Worst.Words ? std::optional(Worst) : std::nullopt;
}

std::vector<WarpAccess> countAccesses(const AccessPlaces &Places,
                                      const ArrayUse &Use, PlaceOffset Offset,
                                      bool IsStore, const Machine &M,
                                      bool FindClashes) {
  std::vector<WarpAccess> All;
  const unsigned Lanes = Use.Block.Lanes;
  for (unsigned I = 0; I < Use.Accesses; ++I)
    for (unsigned W = 0; W < Use.Block.warps(); ++W) {
      SmallVector<uint32_t, 64> Addresses(Lanes, ~0u);
      for (unsigned L = 0; L < Lanes && W * Lanes + L < Places.Threads; ++L)
        if (const auto &Place = Places.at(I, W * Lanes + L); !Place.empty())
          Addresses[L] = Offset(Place) * Use.ElementBytes;
      if (all_of(Addresses, [](uint32_t A) { return A == ~0u; }))
        continue;
      WarpAccess A{W, I, 0, 0, {}};
      A.Wavefronts = countWavefronts(Addresses, Places.Bytes, IsStore, M);
      A.Ideal = countLeastWavefronts(Addresses, Places.Bytes, IsStore, M);
      if (FindClashes && A.Wavefronts > A.Ideal)
        A.Clash = worstClash(Addresses, Places.Bytes, IsStore, M);
      if (A.Clash) {
        A.Clash->First += W * Lanes;
        A.Clash->Second += W * Lanes;
      }
      All.push_back(A);
    }
  return All;
}

} // namespace f2layout::calc
