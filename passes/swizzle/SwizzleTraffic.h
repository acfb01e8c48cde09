//===- SwizzleTraffic.h - Wavefronts under a swizzle ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A search tries hundreds of swizzles, and each access of each warp
// would be counted for each.
//
// The addresses of a warp are nearly always an affine map of the lane's bits
// (a row's lanes: +4, +8, .. +64; a column's: +128, .. +2048), and wavefronts
// are a rank of its columns, whatever its constant is. A linear swizzle maps
// columns to columns. So accesses with equal columns are one Pattern with a
// weight, and a block has a handful. What is not affine (half a warp, odd
// strides) keeps its addresses and is counted one by one.
//
// An address that adds what all threads have alike, a loop counter say, is
// counted for some of its values; the average counts. They are multiples of
// what it is known to be a multiple of, keep every thread inside the array, and
// out of the padding that is taken out, which is proved before this is asked.
//
// Neighbours. Accesses of a block that follow each other in every thread become
// one later (f2layout-access, or the code generator). They are counted as one,
// before; after a swizzle only if it leaves them together.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SWIZZLE_SWIZZLETRAFFIC_H
#define F2LAYOUT_PASSES_SWIZZLE_SWIZZLETRAFFIC_H

#include "layouts/plan/Plan.h"
#include "passes/sharedmemory/AccessFacts.h"
#include "passes/swizzle/SwizzleMap.h"
#include <map>

namespace f2layout {
inline namespace passes {

/// What the counts are made from.
struct SwizzleAccess {
  const SharedAccess *A = nullptr;
  AccessFacts Facts;
  /// Threads that may come there.
  std::vector<bool> Active;
  /// Facts.Sym is a multiple of this; 0 if there is none.
  int64_t Step = 0;
  /// The threads that are counted: a block whose size is not known may be
  /// smaller than Active.
  size_t Threads = 0;
  double Weight = 1; ///< How often the access runs.
};

/// Values of Facts.Sym that stand for all, for an array of so many bytes from
/// which Packing takes the padding. Empty: none keeps the threads inside.
llvm::SmallVector<int64_t, 16> samplesOf(const SwizzleAccess &A, uint64_t Bytes,
                                         const SwizzleMap &Packing);

/// Of a whole block.
struct SwizzleCost {
  double Wavefronts = 0, Least = 0; ///< Each access once.
  double Clocks = 0;                ///< Weighted.

  bool hasConflicts() const { return Wavefronts > Least; }
};

class SwizzleTraffic {
public:
  /// Joined: neighbours are one access.
  SwizzleTraffic(llvm::ArrayRef<SwizzleAccess> All, uint64_t Bytes,
                 const SwizzleMap &Packing, bool Joined, const Machine &M);
  SwizzleCost cost(const SwizzleMap &Map) const;
  /// Bytes of the widest access.
  unsigned widest() const { return Widest; }
  size_t size() const { return Patterns.size(); }
  /// There were neighbours.
  bool hasJoined() const { return HasJoined; }

private:
  /// Some neighbours, together.
  struct Unit {
    const SwizzleAccess *First = nullptr;
    unsigned Bytes = 0;
  };
  struct Key {
    bool IsAffine, IsStore;
    unsigned Bytes;
    std::vector<uint32_t> Numbers; ///< Columns, or an address for each lane.
    bool operator<(const Key &O) const {
      return std::tie(IsAffine, IsStore, Bytes, Numbers) <
             std::tie(O.IsAffine, O.IsStore, O.Bytes, O.Numbers);
    }
  };
  struct Pattern {
    double Times = 0, Weight = 0, Least = 0;
  };
  void join(llvm::ArrayRef<SwizzleAccess> All);
  unsigned neighbours(llvm::ArrayRef<const SwizzleAccess *> From) const;
  void addUnit(const Unit &U, uint64_t Bytes, const SwizzleMap &Packing);
  void addRow(const Unit &U, std::vector<uint32_t> Row, double Share);
  unsigned wavefronts(const Key &K, const SwizzleMap &Map) const;

  const Machine &M;
  std::vector<Unit> Units;
  std::map<Key, Pattern> Patterns;
  unsigned Widest = 1;
  bool HasJoined = false;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SWIZZLE_SWIZZLETRAFFIC_H
