//===- Traffic.h - What a shared access costs, by phase -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes of one phase (Machine.h) that touch different words of one bank are
// served one after the other; each step is a wavefront. All accesses of all
// warps that differ only by the constant part of their address, as those of a
// linear layout do, cost the same, so one represents all.
//
//   32 lanes read a column of a 32x32 tile of words kept row by row: lane t
//   reads word 32 t, which is in bank 0. One phase, 32 wavefronts, and all
//   lanes clash in bank 0.
//
// In padded memory the tile's rows are apart: [32:+1] puts word 32 t at 33 t,
// and the column takes 1 wavefront. There accesses may differ. Their offsets
// are base ^ lanes' part, and padding adds up over bits that are disjoint,
//
//   address(a | b) = address(a) + address(b)    if a & b = 0,
//
// so bits of the base that are in no lane's offset move all lanes by the same
// amount, which costs nothing as long as it is whole words. The other bits of
// the base are enumerated, and the worst access is reported.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_TRAFFIC_H
#define F2LAYOUT_TOOLS_F2LAYOUT_TRAFFIC_H

#include "layouts/families/PaddedShared.h"
#include "layouts/machine/Machine.h"
#include <vector>

namespace f2layout::calc {

/// Lanes of a phase that touch more than one word of a bank.
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

/// One access of a warp, and how many a thread makes.
struct Traffic {
  unsigned Bytes = 0; ///< Of one access of one lane.
  uint64_t Accesses = 0;
  bool AllSame = true; ///< Else this is the worst of them.
  std::vector<Phase> Phases;

  unsigned wavefronts() const {
    unsigned Sum = 0;
    for (const Phase &P : Phases)
      Sum += P.Wavefronts;
    return Sum;
  }
  /// The wavefronts that would be saved without clashes.
  unsigned conflicts() const { return wavefronts() - unsigned(Phases.size()); }
};

/// The traffic of accesses of 2^VectorBits elements to the offsets that a
/// layout of threads has (Offsets.h), at the addresses that Paddings make of
/// them. Fails if the machine has no access of that width, if a warp has more
/// lanes than the machine's, if padding cuts the accesses (maxVectorBits), and
/// if addresses reach 2^31 bytes.
llvm::Expected<Traffic> trafficOf(const LinearLayout &Offsets,
                                  llvm::ArrayRef<Padding> Paddings,
                                  unsigned VectorBits, unsigned ElementBits,
                                  bool IsStore, const Machine &M);

/// Fails if 2^TensorBits elements without padding reach 2^31 bytes.
llvm::Error checkSharedSize(unsigned TensorBits, unsigned ElementBits);

/// log2 of the elements that lie together and aligned between paddings, at most
/// Most.
unsigned maxVectorBits(llvm::ArrayRef<Padding> Paddings, unsigned Most);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_TRAFFIC_H
