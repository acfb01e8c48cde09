//===- OneStageSearch.h - All stages of shuffles of a small map -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. The planner considers a few ways to assign result registers to
// rounds (LaneLabelling.h) and takes the cheapest. Is there a better way that
// it does not consider? On small maps all ways can be tried.
//
// A way is a matrix C1 from lanes to registers: in the round of label l, lane t
// takes its result register l ^ C1 t. It is a stage if in every round every
// lane sends once. A round in which every lane takes its own value is free; any
// other is a shuffle.
//
//   Two registers, two lanes; register r of lane t is held as register t of
//   lane r. There are two matrices of one entry:
//
//   C1 = 0   round 0: lane 0 takes r0 from lane 0, lane 1 takes r0 from lane 0
//            no stage: lane 0 sends twice, lane 1 never
//   C1 = 1   round 0: lane 0 takes r0 from lane 0, lane 1 takes r1 from lane 1
//            round 1: lane 0 takes r1 from lane 1, lane 1 takes r0 from lane 0
//            a stage of one shuffle
//
// Everything is counted point by point, lane by lane, from a table of the map.
// No code of the library is used, and nothing of the planner's algebra.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TEST_UNIT_LAYOUTS_ONESTAGESEARCH_H
#define F2LAYOUT_TEST_UNIT_LAYOUTS_ONESTAGESEARCH_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace f2layout::test {

/// An affine map of at most 6 bits, of which 3 are a lane's, from (result
/// register, lane) to (source register, lane); registers are the low bits.
struct SmallMap {
  unsigned RegisterBits = 0, LaneBits = 0;
  std::vector<uint8_t> Columns; ///< Of register bits, then of lane bits.
  uint8_t Offset = 0;
};

class OneStageSearch {
public:
  /// C1 t for each lane t.
  using LaneTable = std::array<uint8_t, 8>;

  explicit OneStageSearch(const SmallMap &Map)
      : RegisterBits(Map.RegisterBits), LaneBits(Map.LaneBits),
        Registers(1u << RegisterBits), Lanes(1u << LaneBits) {
    Held[0] = Map.Offset;
    for (unsigned J = 0; J < Map.Columns.size(); ++J)
      for (unsigned X = 0; X < 1u << J; ++X)
        Held[X | 1u << J] = Held[X] ^ Map.Columns[J];
  }

  /// The source register and lane that lane t takes from in the round of a
  /// label.
  unsigned sourceRegister(const LaneTable &C1, unsigned Label,
                          unsigned T) const {
    return source(C1, Label, T) & (Registers - 1);
  }
  unsigned sourceLane(const LaneTable &C1, unsigned Label, unsigned T) const {
    return source(C1, Label, T) >> RegisterBits;
  }

  /// Calls F with each C1 that is a stage.
  template <typename FnT> void forStages(FnT F) const {
    for (unsigned Number = 0; Number < 1u << RegisterBits * LaneBits;
         ++Number) {
      LaneTable C1 = matrix(Number);
      if (isStage(C1))
        F(C1);
    }
  }

  /// The labels of the stage that need a shuffle.
  unsigned shuffles(const LaneTable &C1) const {
    unsigned Count = 0;
    for (unsigned Label = 0; Label < Registers; ++Label)
      Count += travels(C1, Label);
    return Count;
  }

  /// The least number over all stages; std::nullopt if there is none.
  std::optional<unsigned> leastShuffles() const {
    std::optional<unsigned> Least;
    forStages([&](const LaneTable &C1) {
      Least = std::min(Least.value_or(~0u), shuffles(C1));
    });
    return Least;
  }

  /// The most result registers that one lane has to get from others. A shuffle
  /// brings a lane one word, so plans of any number of stages need that many.
  unsigned mostLacked() const {
    unsigned Most = 0;
    for (unsigned T = 0; T < Lanes; ++T) {
      unsigned Lacked = 0;
      for (unsigned R = 0; R < Registers; ++R)
        Lacked += unsigned(Held[R | T << RegisterBits] >> RegisterBits) != T;
      Most = std::max(Most, Lacked);
    }
    return Most;
  }

private:
  unsigned source(const LaneTable &C1, unsigned Label, unsigned T) const {
    return Held[(Label ^ C1[T]) | T << RegisterBits];
  }

  /// The matrix whose columns are the digits of the number.
  LaneTable matrix(unsigned Number) const {
    LaneTable C1{};
    for (unsigned T = 0; T < C1.size(); ++T)
      for (unsigned J = 0; J < LaneBits; ++J)
        if (T >> J & 1)
          C1[T] ^= Number >> J * RegisterBits & (Registers - 1);
    return C1;
  }

  bool isStage(const LaneTable &C1) const {
    for (unsigned Label = 0; Label < Registers; ++Label) {
      unsigned Senders = 0;
      for (unsigned T = 0; T < Lanes; ++T)
        Senders |= 1u << sourceLane(C1, Label, T);
      if (Senders != (1u << Lanes) - 1)
        return false;
    }
    return true;
  }

  bool travels(const LaneTable &C1, unsigned Label) const {
    for (unsigned T = 0; T < Lanes; ++T)
      if (sourceLane(C1, Label, T) != T)
        return true;
    return false;
  }

  const unsigned RegisterBits, LaneBits, Registers, Lanes;
  std::array<uint8_t, 64> Held; ///< The map at each point.
};

} // namespace f2layout::test

#endif // F2LAYOUT_TEST_UNIT_LAYOUTS_ONESTAGESEARCH_H
