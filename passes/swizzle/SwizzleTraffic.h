//===- SwizzleTraffic.h - Wavefronts under a swizzle ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A search tries hundreds of swizzles, and would have to count each
// access of each warp for each of them.
//
// The addresses of a warp are nearly always an affine map of the lane's bits (a
// row's lanes: +4, +8, .. +64; a column's: +128, .. +2048), and the number of
// wavefronts is a rank of its columns, whatever its constant is. A linear
// swizzle maps columns to columns. So accesses with equal columns are one
// Pattern with a weight, and a block has only a few. Accesses that are not
// affine (half a warp, odd strides) keep their addresses and are counted one by
// one.
//
// An address may add an amount that is the same in all threads, such as a loop
// counter. It is counted for some values of that amount, and the average is
// used. The values are multiples of its known divisor, keep every thread inside
// the array, and avoid padding that is removed; the latter is proved before.
//
// Other addresses in a loop have no such form, since threads leave it one by
// one, or divide its counter. They are counted for the first iterations, in
// each of which the address is known.
//
// Fragments. wmma.load and wmma.store access rows behind the address that the
// lanes of a warp share. What the lanes are assumed to access at a time
// (price/FragmentRows.h) is counted as an access of its own.
//
// Neighbours. Accesses of a block that follow each other in every thread become
// one access later (f2layout-access, or the code generator). Before the swizzle
// they are counted as one; after it only if it keeps them together.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SWIZZLE_SWIZZLETRAFFIC_H
#define F2LAYOUT_PASSES_SWIZZLE_SWIZZLETRAFFIC_H

#include "layouts/plan/Plan.h"
#include "passes/sharedmemory/accesses/AccessFacts.h"
#include "passes/swizzle/SwizzleMap.h"
#include <map>
#include <optional>

namespace f2layout {
inline namespace passes {

/// An access in every iteration of the loops around it, or in one of them.
struct SwizzleCase {
  AccessFacts Facts;
  /// Threads that may run it.
  std::vector<bool> Active;
  /// Facts.Sym is a multiple of this; 0 if there is no Sym.
  int64_t Step = 0;
  /// Where the last piece of a fragment begins, behind the address.
  int64_t Reach = 0;
  /// The threads that are counted: a block of unknown size may have fewer
  /// threads than Active.
  size_t Threads = 0;
};

/// The input of the counts.
struct SwizzleAccess {
  const SharedAccess *A = nullptr;
  /// One that holds in every iteration, or examples: at least one, and at most
  /// MaxIterations.
  llvm::SmallVector<SwizzleCase, 1> Cases;
  /// Threads that may run it in some iteration.
  std::vector<bool> Active;
  double Weight = 1; ///< How often the access runs.
  /// Of a fragment with a known distance of rows, what lanes access at a time,
  /// in bytes behind the address.
  std::vector<std::vector<int64_t>> Pieces;
  /// Of such a fragment, the bytes of a row, and from row to row.
  uint32_t RowBytes = 0, Distance = 0;

  /// What must stay together, at the address.
  unsigned whole() const { return std::max(A->Bytes, RowBytes); }
};
inline constexpr unsigned MaxIterations = 4;

/// Values that represent Facts.Sym, for an access of that width to an array of
/// that size from which Packing removes the padding. Empty if no value keeps
/// the threads inside.
llvm::SmallVector<int64_t, 16> samplesOf(const SwizzleCase &C, unsigned Width,
                                         uint64_t Bytes,
                                         const SwizzleMap &Packing);

/// The wavefronts of a whole block.
struct SwizzleCost {
  double Wavefronts = 0, Least = 0;   ///< Each access once.
  double Clocks = 0, LeastClocks = 0; ///< Weighted.

  bool hasConflicts() const { return Wavefronts > Least; }
};

class SwizzleTraffic {
public:
  /// Joined: neighbours count as one access.
  SwizzleTraffic(llvm::ArrayRef<SwizzleAccess> All, uint64_t Bytes,
                 const SwizzleMap &Packing, bool Joined, const Machine &M);
  SwizzleCost cost(const SwizzleMap &Map) const;
  /// The wavefronts of each of the size() different access patterns.
  std::vector<unsigned> wavefronts(const SwizzleMap &Map) const;
  /// The cost of Map with one more term that reads the bits of Mask, where
  /// Counts are the wavefronts without the term; nothing if it takes more than
  /// MaxClocks.
  std::optional<SwizzleCost> costBelow(double MaxClocks, const SwizzleMap &Map,
                                       uint32_t Mask,
                                       llvm::ArrayRef<unsigned> Counts) const;
  /// The width of the widest access, in bytes.
  unsigned widest() const { return Widest; }
  size_t size() const { return Patterns.size(); }
  /// Some accesses were neighbours.
  bool hasJoined() const { return HasJoined; }

private:
  /// Some neighbours, counted together.
  struct Unit {
    const SwizzleAccess *First = nullptr;
    unsigned Bytes = 0;
  };
  struct Key {
    bool IsAffine, IsStore;
    unsigned Bytes;
    std::vector<uint32_t> Numbers; ///< Columns, or an address per lane.
    bool operator<(const Key &O) const {
      return std::tie(IsAffine, IsStore, Bytes, Numbers) <
             std::tie(O.IsAffine, O.IsStore, O.Bytes, O.Numbers);
    }
  };
  struct Pattern {
    double Times = 0, Weight = 0, Least = 0;
    uint32_t Varies = 0; ///< The bits in which the lanes' addresses differ.
  };
  void join(llvm::ArrayRef<SwizzleAccess> All);
  unsigned neighbours(llvm::ArrayRef<const SwizzleAccess *> From) const;
  void addUnit(const Unit &U, uint64_t Bytes, const SwizzleMap &Packing);
  void addCase(const Unit &U, const SwizzleCase &C, double Share,
               uint64_t Bytes, const SwizzleMap &Packing);
  void addFragment(const SwizzleAccess &A, const SwizzleCase &C, double Share,
                   uint64_t Bytes, const SwizzleMap &Packing);
  void addRow(const Unit &U, std::vector<uint32_t> Row, double Share);
  unsigned wavefronts(const Key &K, const SwizzleMap &Map) const;
  double clocks(double Weighted) const;

  const Machine &M;
  std::vector<Unit> Units;
  std::map<Key, Pattern> Patterns;
  unsigned Widest = 1;
  bool HasJoined = false;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SWIZZLE_SWIZZLETRAFFIC_H
