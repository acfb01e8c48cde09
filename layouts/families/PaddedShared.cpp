//===- PaddedShared.cpp - Gaps between rows in shared memory --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/families/PaddedShared.h"
#include "layouts/families/SwizzledShared.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace llvm;
using namespace f2layout;

uint64_t PaddedLayout::address(uint64_t Offset) const {
  uint64_t Address = Offset;
  for (const Padding &P : Paddings)
    Address += Offset / P.Interval * P.Amount;
  return Address;
}

uint64_t PaddedLayout::size() const {
  return address((uint64_t(1) << Linear.inputBits("offset")) - 1) + 1;
}

static Error check(ArrayRef<Padding> Paddings) {
  std::set<uint64_t> Seen;
  for (const Padding &P : Paddings) {
    if (!isPowerOf2_64(P.Interval) || !isPowerOf2_64(P.Amount))
      return familyError("padded shared", "padding [" + Twine(P.Interval) +
                                              ":+" + Twine(P.Amount) +
                                              "], expected powers of two");
    if (!Seen.insert(P.Interval).second)
      return familyError("padded shared", "interval " + Twine(P.Interval) +
                                              " comes twice, expected each "
                                              "once");
  }
  return Error::success();
}

/// Checks that the size, one more than the address of the last offset, fits
/// into a word.
static Error checkAddresses(const PaddedLayout &L) {
  uint64_t Last = maskTrailingOnes<uint64_t>(L.Linear.inputBits("offset"));
  bool Overflows = false;
  uint64_t Size = Last + 1; // At most 2^63.
  for (const Padding &P : L.Paddings) {
    bool Here = false;
    Size = SaturatingMultiplyAdd(Last / P.Interval, P.Amount, Size, &Here);
    Overflows |= Here;
  }
  if (!Overflows)
    return Error::success();
  auto Names = map_range(L.Paddings, [](const Padding &P) {
    return std::to_string(P.Interval) + ":+" + std::to_string(P.Amount);
  });
  return familyError("padded shared",
                     "padding [" + join(Names, ", ") +
                         "] makes addresses of more than 64 bits for 2^" +
                         Twine(L.Linear.inputBits("offset")) +
                         " offsets, expected smaller amounts");
}

static Expected<PaddedLayout> padded(const LinearLayout &L,
                                     ArrayRef<Padding> Paddings) {
  PaddedLayout Padded{L, SmallVector<Padding>(Paddings)};
  if (Error E = checkAddresses(Padded))
    return E;
  return Padded;
}

static Error checkLinear(const LinearLayout &L, ArrayRef<uint64_t> Shape) {
  if (!L.inputShift("offset"))
    return familyError("padded shared", "the linear part has no input "
                                        "'offset'");
  return checkOutputs("padded shared", L, Shape);
}

Expected<PaddedLayout> f2layout::paddedSharedLayout(const PaddedSharedParams &P,
                                                    ArrayRef<uint64_t> Shape) {
  if (Error E = check(P.Paddings))
    return E;
  if (P.Linear) {
    if (Error E = checkLinear(*P.Linear, Shape))
      return E;
    return padded(*P.Linear, P.Paddings);
  }
  Expected<LinearLayout> Rows = rowSwizzledLayout(
      "padded shared", Shape, P.Order, P.Cga, [](uint64_t) { return 0; });
  if (!Rows)
    return Rows.takeError();
  return padded(*Rows, P.Paddings);
}
