//===- Solving.h - Layouts as equations -----------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which index of A holds what B holds? That is the layout X with
//
//   A(X(index)) == B(index)        for every index of B.
//
// With the identity for B it is a right inverse of A (the paper's definition
// 4.5). There may be none: B holds an element that A does not hold. And there
// may be many: A holds it more than once, and X + (what A maps to zero) is as
// good as X. Three functions differ in the solution they return:
//
//   solve         of the dimensions at the end of a list as little as possible
//   pseudoInvert  the same for the list register, lane, warp, block
//   holderOf      the holder that is nearest to the index of B
//                 (both in LayoutAlgebra.h)
//
//   A = register=[[1],[2]], lane=[[2],[4]] -> [8]     2 is held twice
//   solve(A, identity)                 dim0=[[0,1],[0,2],[2,0]]
//                                        -> [lane:4,register:4]
//   solve(A, identity, lane register)  dim0=[[1,0],[0,1],[0,2]]
//                                        -> [register:4,lane:4]
//
// Register 2 of lane 0 holds element 2, and so does register 0 of lane 1. The
// free variables are the input bits whose image is a sum of those before them
// in the list; they are 0 in the answer. In the first example that is lane bit
// 0, in the second register bit 1.
//
// A layout that is one-to-one has a left inverse instead, X(A(index)) == index.
// It is also defined for elements that are not held: output bits that are not
// needed to determine the index have no effect.
//
//   A = lane=[[2],[6]] -> [8]      leftInvert(A) = dim0=[[0],[1],[3]]
//                                    -> [lane:4]
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ALGEBRA_SOLVING_H
#define F2LAYOUT_LAYOUTS_ALGEBRA_SOLVING_H

#include "layouts/algebra/LinearLayout.h"

namespace f2layout {
inline namespace layouts {

/// The X from B's inputs to A's inputs with A(X(index)) == B(index). Order
/// lists all inputs of A (by default in A's order). Of all solutions, the one
/// with the least index in the last of them is taken, among those the one with
/// the least index in the one before, and so on. Fails if the outputs differ,
/// naming the dimension and both sizes, and if there is no solution, naming an
/// element.
llvm::Expected<LinearLayout> solve(const LinearLayout &A, const LinearLayout &B,
                                   llvm::ArrayRef<llvm::StringRef> Order = {});

/// solve with the identity: the X from A's outputs to its inputs with
/// A(X(element)) == element. Fails if A is not onto.
llvm::Expected<LinearLayout>
rightInvert(const LinearLayout &A, llvm::ArrayRef<llvm::StringRef> Order = {});

/// The X from A's outputs to its inputs with X(A(index)) == index. The lowest
/// independent flat output bits are used; the others have no effect. Fails if A
/// is not one-to-one, naming the bits that may change together.
llvm::Expected<LinearLayout> leftInvert(const LinearLayout &A);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ALGEBRA_SOLVING_H
