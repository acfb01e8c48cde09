//===- AccessCost.h - The cost of a warp's accesses as they run -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A plan must be better than the code as it runs, not as it is
// written: aligned neighbours are joined (JoinedAccesses.h).
//
// Rule. Accesses of one basic block whose addresses follow each other in every
// lane count as one access, as wide as their number, their alignment and the
// machine allow. Which do depends on who joins them:
//
//   stores on NVIDIA             f2layout-access and LLVM's vectorizer join
//                                them, and ptxas those of 2 bytes and more
//   loads on NVIDIA              the same, and ptxas those of 4 bytes and more,
//                                unless a write between them may be to shared
//                                memory
//   all neighbours on AMD        LLVM's vectorizer (Machine::JoinsNeighbours)
//
// Narrow elements that travel together are packed into words and taken out of
// them again, for which the ALU has a price.
//
// An array counts as aligned where f2layout-access may align it, or a copy of
// it, and where ptxas chooses its place: one that this module defines; and as
// far as the first of the neighbours states it. The kernels of
// bench/results/bench-h200.json and bench/results/price-h100.json show both.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_PRICE_ACCESSCOST_H
#define F2LAYOUT_PASSES_PRICE_ACCESSCOST_H

#include "layouts/machine/Machine.h"
#include "passes/sharedmemory/objects/SharedObjects.h"
#include <string>

namespace f2layout {
inline namespace passes {

/// One access by one warp, or an aligned piece of it: an address for each lane,
/// ~0 where the lane does not run it.
struct AccessRow {
  unsigned Access = 0; ///< Index in SharedObject::Accesses.
  llvm::ArrayRef<uint32_t> Addresses;
  unsigned Piece = 0; ///< Bytes of the piece; 0: the whole access.
};

/// The cost of a warp's accesses as they run.
struct RowCost {
  unsigned Wavefronts = 0;
  /// Clocks of the ALU to merge stores, and to take apart what was loaded.
  double Packing = 0, Unpacking = 0;
};
RowCost costOfRows(llvm::ArrayRef<AccessRow> Rows, const SharedObject &Object,
                   const Machine &M);

/// The accesses as they are written, except that an access that the machine
/// does not have counts as several.
struct WrittenAccesses {
  unsigned Stores = 0, Loads = 0;
  /// Some thread stores elements that follow each other.
  bool ContiguousStores = false;
};
WrittenAccesses countWritten(llvm::ArrayRef<AccessRow> Rows,
                             const SharedObject &Object, const Machine &M);

/// Clocks as text: an integer where they are integral.
std::string clockText(double Clocks);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_PRICE_ACCESSCOST_H
