//===- CoalescePlan.h - The conversion of a group, and its price ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lane l holds the words l * K + k of its warp's part of memory, in registers k
// below K. Store j of the converted ones writes the words j * lanes + l. So
// result j of lane l comes from
//
//   lane (j * lanes + l) / K, register (j * lanes + l) % K
//
//   K = 3         lane 0     lane 1     lane 2     lane 3   ...
//   held           0 1 2      3 4 5      6 7 8    9 10 11
//   wanted       0 32 64    1 33 65    2 34 66    3 35 67
//
// For odd K, no two words of one register go to the same lane, and K shuffles
// with few selects suffice. For powers of two this is a rotation of the bits of
// (register, lane). The planner finds both.
//
// Even K are taken for structures of fewer, wider elements of up to 4 words: 12
// words are 3 elements of 4 words, whose words travel by the plan of 3 words
// each, and the converted stores are 4 words wide. That needs their alignment,
// which is tested with the rest if it is not known. 4 words are one element,
// and nothing travels.
//
// Price. A store sends every sector that it touches (GlobalStores.h), and the
// converted ones send each sector once. The clocks of the sectors that are
// saved must be more than those of the plan and of the test before it. The
// stores are priced as the code generator will join them.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_COALESCE_COALESCEPLAN_H
#define F2LAYOUT_PASSES_COALESCE_COALESCEPLAN_H

#include "layouts/plan/Plan.h"
#include "passes/coalesce/StoreGroups.h"
#include <map>

namespace f2layout {
inline namespace passes {

/// The conversion of structures of K words.
Conversion structureConversion(unsigned K, unsigned LaneBits);

struct CoalescePlan {
  /// Moves word s of every element, for each s below ElementWords. Null if
  /// there is none.
  const Plan *How = nullptr;
  unsigned ElementWords = 1;
  /// The alignment that a test at run time must show, in bytes.
  unsigned TestAlign = 1;
  unsigned Before = 0, After = 0; ///< Sectors of a warp.
  /// Clocks of a warp that are saved; not positive if it does not pay.
  double Gain = 0;
};

/// The plans for one target, each made once.
class CoalescePlanner {
public:
  /// MayTest: a test of alignment is allowed, and the kernel has no versions
  /// for aligned arguments and others yet.
  CoalescePlanner(const Target &T, bool MayTest) : T(T), MayTest(MayTest) {}
  CoalescePlan plan(const StoreGroup &G);

private:
  const Plan *planOf(unsigned Words);

  const Target &T;
  const bool MayTest;
  std::map<unsigned, std::optional<Plan>> Plans;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_COALESCE_COALESCEPLAN_H
