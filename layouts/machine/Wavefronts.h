//===- Wavefronts.h - Wavefronts of shared-memory accesses ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared memory serves a warp's access in wavefronts. In each, every bank
// delivers one word to all lanes that request it:
//
//   lane l loads word l         32 banks, one word each      1 wavefront
//   lane l loads word 32 l      one bank, 32 words          32 wavefronts
//
// Wide accesses are served in phases, each for a part of the lanes; the
// machine's table states which.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_MACHINE_WAVEFRONTS_H
#define F2LAYOUT_LAYOUTS_MACHINE_WAVEFRONTS_H

#include "layouts/machine/Machine.h"
#include "layouts/machine/ThreadAddress.h"
#include "llvm/ADT/ArrayRef.h"

namespace f2layout {
inline namespace layouts {

/// Wavefronts that one access of a warp takes: Addresses holds one byte address
/// per lane (~0u: the lane is inactive), each access Bytes wide. Lanes of one
/// phase that touch different words of one bank are served one after the other;
/// lanes that read the same word share it.
unsigned countWavefronts(llvm::ArrayRef<uint32_t> Addresses, unsigned Bytes,
                         bool IsStore, const Machine &M);

/// The fewest wavefronts that these addresses could take: the words of each
/// phase, spread evenly over the banks.
unsigned countLeastWavefronts(llvm::ArrayRef<uint32_t> Addresses,
                              unsigned Bytes, bool IsStore, const Machine &M);

/// Wavefronts of an access by every lane at an affine address. On a machine of
/// 2^n banks of 2^m bytes this needs no enumeration: the words that a phase
/// touches are a coset of a span. If the span has w dimensions, b of which
/// change the bank, then 2^(w - b) words share each bank.
unsigned countWavefronts(const ThreadAddress &Address, unsigned LaneBits,
                         unsigned Bytes, bool IsStore, const Machine &M);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_MACHINE_WAVEFRONTS_H
