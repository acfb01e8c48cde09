//===- ShufflePlan.h - Conversions in rounds of shuffles ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a round every lane sends one word and receives the word of one lane. A
// schedule states in which rounds each wanted atom travels; it determines how
// the words are made and how results are selected from the received words.
//
// Example: the 2x4 tile of Conversion.h, 4 lanes, 2 registers.
//
//   wanted by lane:   0      1      2      3        (register of lane)
//   r0              r0.0   r0.2   r1.0   r1.2
//   r1              r0.1   r0.3   r1.1   r1.3
//
//   round 0: from lanes 0 2 1 3, carrying r0.0 r0.2 r1.1 r1.3
//   round 1: from lanes 1 3 0 2, carrying r0.1 r0.3 r1.0 r1.2
//
// Lanes 0 and 1 use round 0 as r0, lanes 2 and 3 as r1: two selects. Lanes 0
// and 2 send r0 in round 0, lanes 1 and 3 send r1: two more.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ROUTES_SHUFFLEPLAN_H
#define F2LAYOUT_LAYOUTS_ROUTES_SHUFFLEPLAN_H

#include "layouts/plan/WordBuilder.h"
#include "layouts/routes/Planner.h"

namespace f2layout {
inline namespace layouts {

/// One wanted atom in a round; the round need not be its last.
struct Passenger {
  uint16_t Register; ///< Of the result.
  uint16_t Lane;     ///< Of the result.
  uint16_t ToLane;   ///< The lane to which this round takes it.
};

struct Round {
  /// The lane whose word each lane receives; 0xff if any lane is acceptable.
  std::vector<uint8_t> From;
  std::vector<Passenger> Passengers;
};

/// Rounds in order. An atom that no round carries must be in its lane from the
/// start.
using Schedule = std::vector<Round>;

/// Returns std::nullopt if some lane would have to send more than one word in a
/// round, or if a result does not reach its lane.
std::optional<Plan> realise(const Conversion &Atoms, const Schedule &S,
                            const Style &Choices);

/// Schedules of the F2 map: one stage with any word assignment that the map
/// allows, and several stages where packed atoms benefit. At most Limit,
/// ordered by estimated cost, the cheapest first.
std::vector<Schedule> affineSchedules(const Conversion &Atoms,
                                      const AffineMove &A, const Machine &M,
                                      unsigned Limit);

/// Schedules of any table by edge colouring.
std::vector<Schedule> colouredSchedules(const Conversion &Atoms);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ROUTES_SHUFFLEPLAN_H
