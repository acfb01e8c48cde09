//===- ReaddressPlan.h - Spread narrow elements over the banks ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Four bytes share a bank's word, and strides that have no conflicts
// for words have some for bytes. 128 threads with five bytes each:
//
//   s[5 * t + j]     lanes 0 and 26 read words 0 and 32: one bank, two words,
//                    so each access takes two wavefronts
//
// With one element to a word, the strides would be odd and use 32 different
// banks, but the array would need four times the memory. The upper bytes of the
// words can hold the rest of the array, which a warp reads at another time, or
// from the same words:
//
//   byte  0 1 2 3   4 5 ..                       before: element = byte
//         0 160 320 480   1 161 321 481   2 ..   after, of 640 elements
//
// Element e of N, with k to a word, moves to k * (e mod N/k) + e / (N/k); in
// bytes
//
//   place(a) = k * a - (Bytes - Size) * (a / (Bytes / k))
//
// Algorithm. The quotient is the cost. But addresses are known for every thread
// (AccessFacts), and so are quotients. For `5 * t + j` the quotient is the same
// for all j, which share one division. For `128 * j + t` it is a constant for
// most j; for the others it takes two values, which a comparison distinguishes.
// So addresses that differ by a constant share a Root, and quotients that agree
// in every thread are computed once. A root must not be poison where others use
// it; it certainly is not poison where its own access runs.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SWIZZLE_READDRESSPLAN_H
#define F2LAYOUT_PASSES_SWIZZLE_READDRESSPLAN_H

#include "layouts/machine/Machine.h"
#include "passes/sharedmemory/accesses/AccessFacts.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include <optional>
#include <vector>

namespace f2layout {
inline namespace passes {

/// The bijection of an array's elements described above.
struct Spread {
  uint64_t Bytes = 0; ///< Size of the array; a multiple of Ways * Size.
  unsigned Size = 1;  ///< Bytes of an element.
  unsigned Ways = 1;  ///< Elements per word, k.

  uint64_t part() const { return Bytes / Ways; }
  uint64_t quotient(uint64_t At) const { return At / part(); }
  /// What one unit of the quotient subtracts from the address.
  uint64_t step() const { return Bytes - Size; }
  uint64_t place(uint64_t At) const {
    return Ways * At - step() * quotient(At);
  }
};

/// One element of what an access stores or loads.
struct Piece {
  unsigned Access = 0; ///< Index in SharedObject::Accesses.
  unsigned Byte = 0;   ///< Its offset in the access.
};

/// The source of a piece's new address: place(root + Added), with the quotient
/// a constant or computed.
struct NewAddress {
  Piece Of;
  unsigned Root = 0;
  int64_t Added = 0;
  uint64_t Lowest = 0;              ///< The quotient, if Computed is absent.
  std::optional<unsigned> Computed; ///< Index into ReaddressPlan::Quotients.
};

/// The quotient of root + Added, computed after the root.
struct Quotient {
  unsigned Root = 0;
  int64_t Added = 0;
  uint64_t Lowest = 0;
  bool Compare = false;       ///< It is Lowest or Lowest + 1; else divide.
  std::vector<int8_t> Values; ///< Per case; -1 where out of range.
};

struct ReaddressPlan {
  Spread Map;
  /// Pointers from which others are reached by a constant; null: the array.
  llvm::SmallVector<const llvm::Value *, 8> Roots;
  std::vector<Quotient> Quotients;
  std::vector<NewAddress> Addresses; ///< By piece, in the order of the access.
  /// For a whole block; an access in a loop counts once for each of a few
  /// iterations.
  double ClocksBefore = 0, ClocksAfter = 0;
  /// Clocks of one warp for the address of one access, on average.
  double ArithmeticClocks = 0;
  /// For a whole block, each access counted once.
  unsigned WavefrontsBefore = 0, WavefrontsAfter = 0;
  /// Some basic block takes more wavefronts than before.
  bool WorseSomewhere = false;
};

/// The input of the plan. Facts and guards have an entry for each thread of the
/// largest block, in a block of one row. Where lanes take part and other blocks
/// are possible, these are followed by as many entries for every other lane
/// that the first thread of a row may have. Plans hold for all of them; costs
/// count the first.
struct ReaddressContext {
  const SharedObject &Object;
  llvm::ArrayRef<AccessFacts> Facts;               ///< Known, Sym 0.
  llvm::ArrayRef<std::vector<ThreadGuard>> Guards; ///< Empty: may always run.
  const llvm::BitVector &Always; ///< Accesses that every thread makes.
  /// A thread may end without a trace in the control flow.
  bool MayEndThread;
  unsigned Threads;
  const llvm::DominatorTree &DT;
  const llvm::LoopInfo &LI;
  const Machine &M;

  unsigned cases() const { return Facts.front().At.size(); }
};

ReaddressPlan planReaddress(const ReaddressContext &C, const Spread &Map);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SWIZZLE_READDRESSPLAN_H
