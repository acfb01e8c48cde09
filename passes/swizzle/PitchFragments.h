//===- PitchFragments.h - Fragments in rows of another pitch ----*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A tile of halves is filled by rows and read by WMMA:
//
//   __shared__ half As[64][64];
//   wmma::load_matrix_sync(a, &As[16 * warp][k], 64);   8 wavefronts, minimum 1
//
// The rows begin in the same bank. No swizzle helps, since the instruction
// knows rows at one distance only. Another pitch does, if the size of the
// array, all addresses and the distance that the instruction gets change
// together:
//
//   __shared__ half As[64][72];
//   wmma::load_matrix_sync(a, &As[16 * warp][k], 72);   1 wavefront
//
// Legality (O67). The pitch P divides the distance D of the fragment's rows,
// and its first row lies within one row of the array:
//
//   first = P * r + c,  0 <= c,  c + bytes of a row <= P
//   row i begins at first + i * D = P * (r + i * D / P) + c
//
// So place(first + i * D) = place(first) + i * D / P * New, for all bytes of
// the row. The instruction with the distance D / P * New touches the places of
// the bytes that it touched before, each for the same element, whichever lane
// that element belongs to.
//
// Alignment. The instruction wants a first row that begins at a multiple of 32
// bytes or less, and a distance of a multiple of 16 (FragmentAccess.h). The
// first row moves by a multiple of 32 bytes, in every thread, and the new
// distance is a multiple of 16.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SWIZZLE_PITCHFRAGMENTS_H
#define F2LAYOUT_PASSES_SWIZZLE_PITCHFRAGMENTS_H

#include "passes/sharedmemory/changes/PrivateArray.h"
#include "passes/swizzle/SwizzleProof.h"

namespace f2layout {
inline namespace passes {

/// Sets what a fragment accesses, if the distance of its rows is known.
void setFragmentRows(SwizzleAccess &S);
/// Where its last piece begins, behind the address; 0 for other accesses.
int64_t reachOf(const SwizzleAccess &S);

/// The rows of the fragment are rows of the pitch, and each is within one. Sum
/// is the first one's address, and Cut what SwizzleProof::cut makes of it.
bool isOfRows(const SwizzleAccess &A, uint32_t Pitch, const AddressSum &Sum,
              const std::optional<CutSum> &Cut, SwizzleProof &Proof);
/// The instruction may have the new distance, and a first row at its new place.
bool staysAligned(const SwizzleAccess &A, const SwizzleMap &Map,
                  const std::optional<CutSum> &Cut, SwizzleProof &Proof);
/// Gives the instruction the distance of rows of the new pitch.
void setFragmentDistance(const SharedAccess &A, const SwizzleMap &Map);

/// The distance of some fragment's rows is not known.
std::optional<Refusal>
refusalOfDistances(llvm::ArrayRef<SwizzleAccess> Accesses);
/// Some accesses are fragments, and the array stays as it is.
Refusal refusalOfFragments(llvm::ArrayRef<SwizzleAccess> Accesses);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SWIZZLE_PITCHFRAGMENTS_H
