//===- PitchAddresses.h - Addresses among pads ------------------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A pad adds Pad * (a / Interval) to an address a. Computed as it
// stands, that is a division for each access:
//
//   store %t, @tile[48][48] at 4 * %t + 1024 * i      a / 384, and a / 3072
//   load @tile[%x][%y + 8 * i]                        %x / 2, and %x / 16
//
// Algorithm. One way for each pad, the cheapest that is proved for all threads
// that run the access (SwizzleProof::cut):
//
//   a = Interval * r + c, c within the interval     a sum with other factors
//   a = Pitch * r + c, c within a row               r / (Interval / Pitch),
//                                                   which is a shift
//   else                                            a / Interval
//
// Quotients share what they can. Each interval divides the next one, by a power
// of two, so the next quotient is a shift of this one:
//
//   a / 3072 = (a / 384) >> 3
//
// Whole intervals of a constant are taken out of the dividend, if the rest is
// known not to be negative:
//
//   (s + 3456) / 384  = s / 384 + 9
//   (s + 3456) / 3072 = ((s / 384 + 1) >> 3) + 1
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SWIZZLE_PITCHADDRESSES_H
#define F2LAYOUT_PASSES_SWIZZLE_PITCHADDRESSES_H

#include "passes/swizzle/SwizzleProof.h"
#include <map>

namespace f2layout {
inline namespace passes {

/// Times * ((Of / By + Plus) >> Shift), of unsigned numbers.
struct PadQuotient {
  AddressSum Of;
  uint32_t By = 1, Plus = 0;
  unsigned Shift = 0;
  int32_t Times = 0;
  /// By is a power of two, and Of the number of a row; else Of is an address.
  bool IsOfRows = false;

  bool hasDividend(const PadQuotient &Q) const {
    return By == Q.By && Of.Constant == Q.Of.Constant && Of.Parts == Q.Of.Parts;
  }
  bool operator==(const PadQuotient &Q) const {
    return hasDividend(Q) && Plus == Q.Plus && Shift == Q.Shift &&
           Times == Q.Times;
  }
};

/// A sum from which some addresses are at constant distances afterwards.
struct PitchRoot {
  AddressSum Sum; ///< Its factors contain the pads that need no quotient.
  llvm::SmallVector<PadQuotient, 2> Quotients; ///< Are added to it.
  bool IsSmall = false;  ///< Its sums do not wrap as signed numbers.
  bool IsScaled = false; ///< A product takes the place of a shift.
};

struct PitchedAddress {
  unsigned Root = 0;
  int64_t Added = 0; ///< Behind the root's place.
};

class PitchAddresses {
public:
  using Cuts = std::vector<std::optional<CutSum>>;

  PitchAddresses(const SwizzleContext &C, SwizzleProof &Proof);
  llvm::ArrayRef<AddressSum> sums() const { return Sums; }
  /// By access; without a value where it may be in any part of a row.
  const Cuts &cuts(uint32_t Interval);
  /// All of the map's pads; Pitch is the distance of rows before.
  void make(const SwizzleMap &Map, uint32_t Pitch);
  const std::vector<PitchRoot> &roots() const { return Roots; }
  const std::vector<PitchedAddress> &addresses() const { return Addresses; }
  /// Of what make() has made, for a block.
  double clocks() const;

private:
  PitchedAddress addressOf(unsigned Access, const SwizzleMap &Map,
                           uint32_t Pitch);
  int64_t addQuotients(PitchRoot &R, const AddressSum &Of,
                       llvm::ArrayRef<RowPad> Pads, bool OfRows) const;
  unsigned rootFor(PitchRoot R);
  double weightOf(const AddressSum &S) const;

  const SwizzleContext &C;
  SwizzleProof &Proof;
  std::vector<AddressSum> Sums;
  std::map<uint32_t, Cuts> Known;
  std::vector<PitchRoot> Roots;
  std::vector<PitchedAddress> Addresses;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SWIZZLE_PITCHADDRESSES_H
