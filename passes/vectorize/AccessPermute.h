//===- AccessPermute.h - An order that depends on the thread --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Each of four loads reads a different element in every thread, and
// together they always read the same 16 bytes:
//
//   x0 = s[4 t + (0 ^ (t & 3))];  x1 = s[4 t + (1 ^ (t & 3))];  ...
//
// No two addresses differ by a constant, so no other pass joins them. One load
// of 16 bytes and eight selects have the same effect:
//
//   { e0, e1, e2, e3 } = s[4 t .. 4 t + 3]
//   f_j = t & 2 ? e_(j ^ 2) : e_j
//   x_j = t & 1 ? f_(j ^ 1) : f_j
//
// The vectorizer also fails to join neighbours in plain order if between them
// the other half of a double buffer is written, whose address differs by an
// xor.
//
// Algorithm. Contiguity says where the accesses of a run are for every value v
// of the forms that decide their order. Let P(v) be the map from accesses to
// positions, and let each bit b of v stand for one permutation of positions, so
// that P(v) = pi_c ... pi_a P(0) over the bits a, ..., c of v. Xors and
// rotations are of that kind. Loads apply the permutations from the last bit to
// the first; each bit takes as many selects as there are elements. Stores apply
// the inverse permutations in the opposite order. The value v can be read off
// the position of the first access, the low bits of its address, if that
// position is different for each v: bit b is then looked up in a constant of as
// many bits as there are positions. A run with one order has no bits; it is
// left to the vectorizer unless AccessBetween can show more than the
// vectorizer.
//
// Loads are joined at the first of them, stores at the last, if AccessBetween
// allows moving them past the instructions between. Two groups that block each
// other are joined one after the other, each by the facts of the function as
// the previous step left it.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_VECTORIZE_ACCESSPERMUTE_H
#define F2LAYOUT_PASSES_VECTORIZE_ACCESSPERMUTE_H

#include "passes/contiguity/Contiguity.h"
#include "passes/vectorize/AccessRemarks.h"
#include "llvm/Analysis/AliasAnalysis.h"

namespace f2layout {
inline namespace passes {

struct VectorGroup;

/// Joins the accesses of a group in plain order in front of At. It begins at
/// Base, which exists there and has that alignment.
void joinAt(const VectorGroup &J, llvm::Instruction *At, llvm::Value *Base,
            llvm::Align Alignment);

/// Joins what can be joined, but for the groups that Stays picks. Returns true
/// if anything changed; then more may be possible. C describes the function as
/// it was before, and is invalid afterwards.
bool joinAccesses(Contiguity &C, llvm::AAResults &AA, AccessRemarks &Remarks,
                  llvm::function_ref<bool(const VectorGroup &)> Stays);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_VECTORIZE_ACCESSPERMUTE_H
