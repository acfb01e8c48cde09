//===- ReaddressPlan.h - Narrow elements, one to a bank -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Four bytes share a bank's word, and strides that would be fine for
// words are not for bytes. 128 threads with five bytes each:
//
//   s[5 * t + j]     lanes 0 and 26 read words 0 and 32: one bank, two words,
//                    so each access takes two wavefronts
//
// Elements one to a word would have odd strides, 32 different banks, but need
// four times the memory. The upper bytes of the words can hold the rest of the
// array, which a warp reads at some other time, or from the same words:
//
//   byte  0 1 2 3   4 5 ..                       before: element = byte
//         0 160 320 480   1 161 321 481   2 ..   after, of 640 elements
//
// Element e of N, k to a word, goes to k * (e mod N/k) + e / (N/k): in bytes
//
//   place(a) = k * a - (Bytes - Size) * (a / (Bytes / k))
//
// Algorithm. The quotient is the price. But addresses are known for every thread
// (AccessFacts), and so are quotients: of `5 * t + j` it is the same for all j,
// which share one division; of `128 * j + t` it is a constant for most j, and
// takes two values, told apart by a comparison, for the others. So addresses
// that differ by a constant share a Root, and quotients that agree in every
// thread are computed once. A root must not be poison where others use it, and
// it certainly is not where its own access runs.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SWIZZLE_READDRESSPLAN_H
#define F2LAYOUT_PASSES_SWIZZLE_READDRESSPLAN_H

#include "layouts/machine/Machine.h"
#include "passes/sharedmemory/AccessFacts.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include <optional>
#include <vector>

namespace f2layout {
inline namespace passes {

/// The bijection of an array's elements described above.
struct Spread {
  uint64_t Bytes = 0; ///< Of the array; a multiple of Ways * Size.
  unsigned Size = 1;  ///< Bytes of an element.
  unsigned Ways = 1;  ///< Elements of a word, k.

  uint64_t part() const { return Bytes / Ways; }
  uint64_t quotient(uint64_t At) const { return At / part(); }
  /// What one step of the quotient takes off the address.
  uint64_t step() const { return Bytes - Size; }
  uint64_t place(uint64_t At) const {
    return Ways * At - step() * quotient(At);
  }
};

/// One element of what an access stores or loads.
struct Piece {
  unsigned Access = 0; ///< Index in SharedObject::Accesses.
  unsigned Byte = 0;   ///< Where it begins in the access.
};

/// Where the new address of a piece comes from: place(root + Added), with the
/// quotient a constant or computed.
struct NewAddress {
  Piece Of;
  unsigned Root = 0;
  int64_t Added = 0;
  uint64_t Lowest = 0;              ///< The quotient, if Computed is absent.
  std::optional<unsigned> Computed; ///< Index into ReaddressPlan::Quotients.
};

/// The quotient of root + Added, computed behind the root.
struct Quotient {
  unsigned Root = 0;
  int64_t Added = 0;
  uint64_t Lowest = 0;
  bool Compare = false;       ///< It is Lowest or Lowest + 1; else divide.
  std::vector<int8_t> Values; ///< Per case; -1 where out of range.
};

struct ReaddressPlan {
  Spread Map;
  /// Pointers that others are reached from by a constant; null: the array.
  llvm::SmallVector<const llvm::Value *, 8> Roots;
  std::vector<Quotient> Quotients;
  std::vector<NewAddress> Addresses; ///< Of pieces; of one access in order.
  /// Of a whole block, an access in a loop counted for each of a few turns.
  double ClocksBefore = 0, ClocksAfter = 0;
  /// Of a whole block, each access counted once.
  unsigned WavefrontsBefore = 0, WavefrontsAfter = 0;
  /// Some basic block takes more wavefronts than before.
  bool WorseSomewhere = false;
};

/// What the plan is made from. Facts and guards have an entry for each thread of
/// the largest block, in a block of one row; behind those, where lanes take part
/// and other blocks are possible, as many for every other lane that the first
/// thread of a row may have. Plans hold for all of them, costs count the first.
struct ReaddressContext {
  const SharedObject &Object;
  llvm::ArrayRef<AccessFacts> Facts;               ///< Known, Sym 0.
  llvm::ArrayRef<std::vector<ThreadGuard>> Guards; ///< Empty: may always run.
  const llvm::BitVector &Always; ///< Accesses that every thread makes.
  /// A thread may end where control flow does not show it.
  bool MayLeave;
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
