//===- Traffic.h - Costs of shared accesses by phase ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes of one phase (Machine.h) that access different words of the same bank
// are served one after the other; each step is a wavefront. In a linear layout,
// the accesses of all warps differ only by the constant part of their address.
// They all cost the same, so one represents all.
//
//   32 lanes read a column of a 32x32 tile of words kept row by row: lane t
//   reads word 32 t, which is in bank 0. One phase, 32 wavefronts, and all
//   lanes clash in bank 0.
//
// Padding moves the rows of the tile apart: [32:+1] puts word 32 t at 33 t, and
// reading the column takes 1 wavefront. In padded memory, accesses may differ
// in cost. Their offsets are base ^ lanes' part, and padding is additive on
// disjoint bits,
//
//   address(a | b) = address(a) + address(b)    if a & b = 0,
//
// so bits of the base that occur in no lane's offset move all lanes by the same
// amount. This costs nothing if the amount is a multiple of the word size. The
// other bits of the base are enumerated, and the worst access is reported.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_MEMORY_TRAFFIC_H
#define F2LAYOUT_TOOLS_F2LAYOUT_MEMORY_TRAFFIC_H

#include "layouts/families/PaddedShared.h"
#include "layouts/machine/Machine.h"
#include <vector>

namespace f2layout::calc {

/// Lanes of a phase that access more than one word of a bank.
struct Clash {
  unsigned Bank;
  unsigned Words;
  llvm::SmallVector<unsigned> Lanes;
};

struct Phase {
  llvm::SmallVector<unsigned> Lanes;
  unsigned Wavefronts = 0;
  std::vector<Clash> Clashes; ///< By bank.
};

/// The traffic of one access of a warp, and the number of accesses of a thread.
struct Traffic {
  unsigned Bytes = 0; ///< The size of one access of one lane.
  uint64_t Accesses = 0;
  bool AllSame = true; ///< If false, this is the worst access.
  std::vector<Phase> Phases;

  unsigned wavefronts() const {
    unsigned Sum = 0;
    for (const Phase &P : Phases)
      Sum += P.Wavefronts;
    return Sum;
  }
  /// The wavefronts that are due to clashes.
  unsigned conflicts() const { return wavefronts() - unsigned(Phases.size()); }
};

/// The phases of one access by a warp, given the byte address of each lane; ~0u
/// where a lane takes no part. Bytes is a width that the machine has.
std::vector<Phase> servedPhases(llvm::ArrayRef<uint32_t> Addresses,
                                unsigned Bytes, bool IsStore, const Machine &M);

/// The traffic of accesses of 2^VectorBits elements to the offsets of a layout
/// of threads (Offsets.h), at the addresses that Paddings make of them. Fails
/// if the machine has no access of that width, if a warp has more lanes than
/// the machine's, if padding cuts the accesses (maxVectorBits), or if addresses
/// reach 2^31 bytes.
llvm::Expected<Traffic> trafficOf(const LinearLayout &Offsets,
                                  llvm::ArrayRef<Padding> Paddings,
                                  unsigned VectorBits, unsigned ElementBits,
                                  bool IsStore, const Machine &M);

/// Fails if 2^TensorBits elements without padding reach 2^31 bytes.
llvm::Error checkSharedSize(unsigned TensorBits, unsigned ElementBits);

/// log2 of the elements that are contiguous and aligned between paddings, at
/// most Most.
unsigned maxVectorBits(llvm::ArrayRef<Padding> Paddings, unsigned Most);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_MEMORY_TRAFFIC_H
