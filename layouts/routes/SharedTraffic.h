//===- SharedTraffic.h - What must go through shared memory ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of a conversion in atoms that moves between threads: the result
// registers that their threads do not already hold, the source registers that
// those need, and the affine map between them in coordinates without gaps.
// Elements in memory are points: bits of the stored registers first, then bits
// of the source thread.
//
//   Example: 8 registers, of which the odd ones go to lane ^ 1. The results {1,
//   3, 5, 7} = 1 ^ span{2, 4} travel, and so do the same sources: four stored
//   registers, two bits, instead of eight.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ROUTES_SHAREDTRAFFIC_H
#define F2LAYOUT_LAYOUTS_ROUTES_SHAREDTRAFFIC_H

#include "layouts/f2/BitMatrix.h"
#include "layouts/plan/Conversion.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/bit.h"
#include <vector>

namespace f2layout {
inline namespace layouts {

/// Registers as an affine subspace: Origin ^ the span of Basis, the smallest
/// that contains all given registers.
struct RegisterSpace {
  unsigned Origin = 0;
  llvm::SmallVector<uint64_t> Basis;

  explicit RegisterSpace(const llvm::BitVector &Registers);
  unsigned size() const { return 1u << Basis.size(); }
  /// Bits of the coordinates at or above the dimension are ignored.
  unsigned at(unsigned Coordinates) const {
    unsigned Register = Origin;
    for (Coordinates &= size() - 1; Coordinates; Coordinates &= Coordinates - 1)
      Register ^= Basis[llvm::countr_zero(Coordinates)];
    return Register;
  }
};

/// The part of the conversion that goes through memory, in coordinates: bits of
/// the stored registers, then bits of the thread.
class SharedTraffic {
public:
  SharedTraffic(const Conversion &C, const AffineMove &A);

  unsigned dim() const { return SourceBits + ThreadBits; }
  bool empty() const { return Travels.none(); }
  uint64_t sourceThread(unsigned Bit) const {
    return uint64_t(1) << (SourceBits + Bit);
  }

  const Conversion &C;
  // Each of these is made from the ones before it.
  /// For results that do not travel: the source register.
  std::vector<unsigned> StaysAs;
  llvm::BitVector Travels; ///< Result registers.
  llvm::BitVector Used;    ///< Source registers that they need.
  RegisterSpace Sources, Results;
  unsigned SourceBits, ThreadBits;
  llvm::SmallVector<uint64_t, 8> ResultColumns; ///< Of Results.Basis.
  llvm::SmallVector<uint64_t, 10> ThreadColumns;
  uint64_t Offset; ///< Of Results.Origin.
  bool CrossesWarps = false;
};

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ROUTES_SHAREDTRAFFIC_H
