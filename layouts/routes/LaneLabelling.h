//===- LaneLabelling.h - Which lane takes which register in a round -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to layouts/; AffineSchedule.cpp explains the purpose of labels. In
// the round of a label, lane t receives its register (label + C1 t), so its
// source lane is c label + L t with L = d + c C1:
//
//   C1 = 0 and d = [1 0; 0 0]    lanes 0 and 2 want something of lane 0 at once
//   c = [0; 1], C1 = [0 1]       L = [1 0; 0 1]: every lane sends once
//
// This file chooses C1: such that L is the identity, if possible (labels with c
// label = 0 then do not move), and of least rank, which costs the fewest
// selects.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ROUTES_LANELABELLING_H
#define F2LAYOUT_LAYOUTS_ROUTES_LANELABELLING_H

#include "layouts/f2/BitMatrix.h"
#include "layouts/plan/Conversion.h"
#include <vector>

namespace f2layout {
inline namespace layouts {

/// The map in blocks: result (register r, lane t) to source (register, lane).
struct Blocks {
  BitMatrix RegisterOfRegister; ///< a: the source register is a r + b t.
  BitMatrix RegisterOfLane;     ///< b
  BitMatrix LaneOfRegister;     ///< c: the source lane is c r + d t.
  BitMatrix LaneOfLane;         ///< d
  uint64_t RegisterOffset, LaneOffset;
  unsigned RegisterBits, LaneBits; ///< Of r and t.

  Blocks(const AffineMove &M, unsigned Lanes);
};

/// A choice of C1 with what follows from it.
struct Labelling {
  /// C1: in the round of a label, lane t receives its register label + C1 t.
  BitMatrix LabelShift;
  /// L = d + c C1: lane t has its element from lane c label + L t.
  BitMatrix SourceLane;
  /// Lanes with the same source lane are served in one round only if they want
  /// the same register. These rows of b + a C1 distinguish those that do not.
  BitMatrix ExtraLabel;
  /// The rank of the selects of receivers and senders: of C1 and of b + a C1.
  unsigned SelectRank;

  Labelling(const Blocks &M, const BitMatrix &LabelShift);
};

/// Choices of C1: those with L = 1 first, then at most Limit others.
std::vector<BitMatrix> proposeLabellings(const Blocks &M, unsigned Limit);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ROUTES_LANELABELLING_H
