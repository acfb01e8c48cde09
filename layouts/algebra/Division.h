//===- Division.h - Dividing layouts --------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product (LayoutAlgebra.h) is a block-diagonal matrix: the inner layout has
// the low bits of every dimension, the outer layout the high bits. Division
// finds one of them when the other is known.
//
//   Inner   = register=[[0,1]], lane=[[1,0]]                      -> [2,2]
//   Outer   = warp=[[0,1],[0,2]]                                  -> [1,4]
//   product = register=[[0,1]], lane=[[1,0]], warp=[[0,2],[0,4]]  -> [2,8]
//
//   leftDivide(product, Inner) == Outer        (LayoutAlgebra.h)
//   rightDivide(product, Outer) == Inner       with a warp of zero bits
//
// Hardware has tiles: a vector store is the tile `register=[[1],[2]] -> [4]`
// of a map from registers to offsets, and a layout can use it if the layout is
// left divisible by the tile (the paper's theorem 5.1). The registers of a
// layout need not be in the tile's order:
//
//   L    = register=[[8],[2],[1]], lane=[[4]]  -> [16]
//   Tile = register=[[1],[2]]                  -> [4]
//
// Renaming registers costs nothing, and with result register bits 0, 1, 2 taken
// from bits 2, 1, 0 the tile divides the layout. divideByTile finds that action
// for any tile: with lanes, warps and several outputs, with images that are not
// unit vectors, with copies (zero images), and with offsets. Where bit
// permutations are not enough, it finds an affine action:
//
//   L    = register=[[3],[2]] -> [4] ^ [2]     registers hold 2, 1, 0, 3
//   Tile = register=[[1],[2]] -> [4]
//   Action = register=[[3],[2]] -> [register:4] ^ [2]
//
// Algorithm. The tile's registers need source registers with the same images.
// All other result bits must have no effect on the tile's part of the outputs,
// so they are taken from the kernel of that part. Among equally good bits the
// lowest source bit is taken. So if a permutation of bits suffices, the action
// is one, and if the layout is already divisible, the action is the identity.
// If there is no action, the error message states the reason.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ALGEBRA_DIVISION_H
#define F2LAYOUT_LAYOUTS_ALGEBRA_DIVISION_H

#include "layouts/algebra/RegisterAction.h"

namespace f2layout {
inline namespace layouts {

/// The Inner for which product(Inner, Outer) is the same map as L. Fails with
/// the first bit whose image differs from a product's, and if Outer has a
/// dimension that is larger than L's.
llvm::Expected<LinearLayout> rightDivide(const LinearLayout &L,
                                         const LinearLayout &Outer);

/// Succeeds exactly if leftDivide(L, Inner) finds a quotient; otherwise the
/// error states the reason: "image of lane bit 0 is [3], expected [2]".
llvm::Error checkLeftDivision(const LinearLayout &L, const LinearLayout &Inner);

struct TileDivision {
  /// Action.apply(L, Dim) is the same map as product(Tile, Quotient).
  RegisterAction Action;
  LinearLayout Quotient;
};

/// Divides on the left after renaming the indices of Dim, in the same way for
/// all lanes and warps. Finds an action whenever some affine permutation makes
/// the tile divide; fails with the reason otherwise.
llvm::Expected<TileDivision> divideByTile(const LinearLayout &L,
                                          const LinearLayout &Tile,
                                          llvm::StringRef Dim = "register");

/// Returns true if L sends every index of these dimensions, which are inputs
/// and outputs of L in the same size, to itself, and these and all other
/// dimensions do not affect each other. `register=[[1,0]], lane=[[0,2],[0,1]]
/// -> [register:2,lane:4]` is trivial over the registers: values change lanes
/// and stay in their register.
bool isTrivialOver(const LinearLayout &L, llvm::ArrayRef<llvm::StringRef> Dims);

/// What L does to all other dimensions when these are ignored. That is a map if
/// the other outputs do not depend on these inputs (the subspace of these
/// dimensions is invariant); then it is the map that L induces on the quotient
/// space. This holds, for example, if the values of all registers change lanes
/// in the same way:
///
///   L                     = register=[[1,0]], lane=[[1,1]]
///                             -> [register:2,lane:2]
///   quotient(L, register) = lane=[[1]] -> [lane:2]
///
/// Fails with the input bit that affects another output, and if a dimension is
/// not on both sides.
llvm::Expected<LinearLayout> quotient(const LinearLayout &L,
                                      llvm::ArrayRef<llvm::StringRef> Dims);

/// L without the dimensions over which it is trivial: the part of a conversion
/// between layouts that moves data.
llvm::Expected<LinearLayout> withoutTrivialDims(const LinearLayout &L);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ALGEBRA_DIVISION_H
