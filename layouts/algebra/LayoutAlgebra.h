//===- LayoutAlgebra.h - Layouts made from layouts ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value is stored by sixteen lanes into a 4x4 tile, one element each, and
// the columns of row i of the tile are swizzled by xor with i:
//
//   Held   = lane=[[0,1],[0,2],[1,0],[2,0]]   -> [4,4]
//   Memory = offset=[[0,1],[0,2],[1,1],[2,2]] -> [4,4]
//
// To which offset does each lane store? Lane to element is Held, element to
// offset is the inverse of Memory:
//
//   invert(Memory)             = dim1=[[1],[2]], dim0=[[5],[10]] -> [offset:16]
//   compose(Held, the inverse) = lane=[[1],[2],[5],[10]] -> [offset:16]
//
// Lane 4 holds (1,0), which is kept at offset 5: row 1, column 0 ^ 1.
//
// All operations match dimensions by name, not by order; bits within a
// dimension are compared from the least significant one. Where the result does
// not exist they fail, with the dimension and both sizes in the message.
//
// Layouts may be affine, and the definition of each operation covers the
// offsets: compose(A, B) takes a point to B(A(point)), an inverse takes every
// element back to its place, a product puts both offsets side by side. A side
// may have more than 64 bits; up to 64 bits all work is done on words.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ALGEBRA_LAYOUTALGEBRA_H
#define F2LAYOUT_LAYOUTS_ALGEBRA_LAYOUTALGEBRA_H

#include "layouts/algebra/LinearLayout.h"

namespace f2layout {
inline namespace layouts {

/// Returns true if both are the same map, whatever the order of their
/// dimensions. `lane=[[1]], warp=[] -> [2]` and `lane=[[1]] -> [2]` do.
/// Dimensions without bits are ignored.
bool sameMap(const LinearLayout &A, const LinearLayout &B);

/// First Inner, then Outer. Every output of Inner is an input of Outer and is
/// no larger than it. The example is at the top of the file.
llvm::Expected<LinearLayout> compose(const LinearLayout &Inner,
                                     const LinearLayout &Outer);

/// Inner is repeated over Outer. Two registers side by side, then two lanes one
/// below the other, in four warps side by side:
///
///   Inner           = register=[[0,1]], lane=[[1,0]] -> [2,2]
///   Outer           = warp=[[0,1],[0,2]]             -> [1,4]
///   product         = register=[[0,1]], lane=[[1,0]], warp=[[0,2],[0,4]]
///                     -> [2,8]
///
/// Dimensions of the same name are joined; Inner's bits are the lower ones.
/// Inner's inputs come first. New outputs of Outer come before Inner's, which
/// vary faster: register -> [n:2] and lane -> [m:4] make [m:4,n:2]. Fails if a
/// joined dimension has more than 63 bits.
llvm::Expected<LinearLayout> product(const LinearLayout &Inner,
                                     const LinearLayout &Outer);

/// The Outer for which product(Inner, Outer) is the same map as L, if there is
/// one. In the example above, product divided by Inner is Outer, with a
/// register and a lane of zero bits. With Inner = `register=[[1],[2]] -> [4]`
/// it tells whether a layout from registers to offsets has vectors of four.
std::optional<LinearLayout> leftDivide(const LinearLayout &L,
                                       const LinearLayout &Inner);

/// Inputs and outputs are exchanged, and their order is reversed, so that flat
/// numbers do not change: the matrix is the inverse matrix, and inverting twice
/// gives the same layout. Fails if L is not one-to-one and onto.
llvm::Expected<LinearLayout> invert(const LinearLayout &L);

/// A preimage for every element of a layout that is onto, one of several if the
/// element is held more than once. Lane bit 1 makes no difference in
///
///   L             = register=[[1]], lane=[[2],[0],[1]], warp=[[4]] -> [8]
///   pseudoInvert  = dim0=[[1,0,0],[0,1,0],[0,0,1]]
///                   mapped to [warp:2,lane:8,register:2]:
///                   dim0=[[0,0,1],[0,1,0],[1,0,0]]
///
/// Element 1 is held by register 1 of lane 0 and by register 0 of lane 4. Among
/// all preimages the one with the least block is taken, among those the one
/// with the least warp, then the least lane, then the least register. So
/// elements are looked for in the registers of one lane first, then among
/// lanes, then among warps. Other dimensions rank above block, in their order.
llvm::Expected<LinearLayout> pseudoInvert(const LinearLayout &L);

/// Where the element that is wanted at each place is held: the map X from the
/// inputs of Wanted to those of Held with Held(X(place)) == Wanted(place).
///
///   Held   = register=[[1]], lane=[[2],[0]] -> [4]    lanes 2, 3 are copies
///   Wanted = register=[[2]], lane=[[1],[0]] -> [4]
///   X      = register=[[1,0]], lane=[[0,1],[2,0]] -> [lane:4,register:2]
///
/// Register 0 of lane 1 wants element 1, which lanes 0 and 2 both hold in
/// register 1. Of several holders the nearest is taken, for every place at
/// once: a holder in the same block if there is one, among those one in the
/// same warp, then in the same lane, then in the same register. (In the example
/// lane bit 1 is kept: no lane reads a copy in another lane.)
///
/// Fails if the layouts are of different tensors, and if some wanted element is
/// held nowhere.
llvm::Expected<LinearLayout> holderOf(const LinearLayout &Wanted,
                                      const LinearLayout &Held);

/// Succeeds if the outputs are the same except for dimensions of size 1. Fails
/// with the first that differs.
llvm::Error checkSameElements(const LinearLayout &Wanted,
                              const LinearLayout &Held);

/// The layout restricted to the named inputs (the others are 0) and outputs
/// (the others are left out), in the order named; so it also reorders
/// dimensions. Of the 16x16 tile in LinearLayout.h, {"lane"} to {"dim1"} is
/// `lane=[[2],[4],[8],[0],[0]] -> [dim1:16]`.
llvm::Expected<LinearLayout> sublayout(const LinearLayout &L,
                                       llvm::ArrayRef<llvm::StringRef> Inputs,
                                       llvm::ArrayRef<llvm::StringRef> Outputs);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ALGEBRA_LAYOUTALGEBRA_H
