//===- Reshaping.h - Other names and sizes for the same bits --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout is a matrix between flat numbers, and labels that divide the numbers
// into dimensions. Four lanes hold the rows of a 4x2 tile, two registers each:
//
//   L = register=[[0,1]], lane=[[1,0],[2,0]] -> [4,2]
//
// The operations of this file move the labels, and add or drop bits. L need not
// be one-to-one or onto, and may have an offset.
//
//   flattenOutputs(L, "offset")       register=[[1]], lane=[[2],[4]]
//                                       -> [offset:8]
//   flattenInputs(L, "thread")        thread=[[0,1],[1,0],[2,0]] -> [4,2]
//   reshapeOutputs(L, {2,2,2})        register=[[0,0,1]],
//                                       lane=[[0,1,0],[1,0,0]] -> [2,2,2]
//   transposeOutputs(L, dim1, dim0)   register=[[1,0]], lane=[[0,1],[0,2]]
//                                       -> [dim1:2,dim0:4]
//   resizeInput(L, "lane", 3)         a third lane bit that makes no difference
//   resizeInput(L, "lane", 1)         lanes 0 and 1 only
//   resizeOutput(L, "dim0", 1)        rows modulo 2
//
// Two layouts side by side: concatInputs makes [A B] of two layouts of the same
// tensor, concatOutputs makes [A; B] of two layouts of the same threads.
//
//   A = register=[[1]] -> [4]      B = lane=[[2]] -> [4]
//   concatInputs(A, B)             register=[[1]], lane=[[2]] -> [4]
//
//   A = lane=[[1],[2]] -> [m:4]    B = lane=[[1],[1]] -> [n:2]
//   concatOutputs(A, B)            lane=[[1,1],[2,1]] -> [m:4,n:2]
//
// Every function fails, with the dimension and the sizes in the message, if a
// name is missing or occurs twice, or if the numbers of bits do not agree.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ALGEBRA_RESHAPING_H
#define F2LAYOUT_LAYOUTS_ALGEBRA_RESHAPING_H

#include "layouts/algebra/LinearLayout.h"

namespace f2layout {
inline namespace layouts {

/// The same dimensions in the order named; each is named once. Flat numbers
/// change, the map by names does not.
llvm::Expected<LinearLayout>
transposeInputs(const LinearLayout &L, llvm::ArrayRef<llvm::StringRef> Order);
llvm::Expected<LinearLayout>
transposeOutputs(const LinearLayout &L, llvm::ArrayRef<llvm::StringRef> Order);

/// Other dimensions with the same total number of bits. Flat numbers do not
/// change: for outputs this is a row-major reshape, for inputs the first
/// dimension has the low bits.
llvm::Expected<LinearLayout> reshapeInputs(const LinearLayout &L,
                                           llvm::ArrayRef<LayoutDim> Dims);
llvm::Expected<LinearLayout> reshapeOutputs(const LinearLayout &L,
                                            llvm::ArrayRef<LayoutDim> Dims);

/// One dimension whose indices are the flat numbers.
llvm::Expected<LinearLayout> flattenInputs(const LinearLayout &L,
                                           llvm::StringRef Name);
llvm::Expected<LinearLayout> flattenOutputs(const LinearLayout &L,
                                            llvm::StringRef Name);

llvm::Expected<LinearLayout>
renameInput(const LinearLayout &L, llvm::StringRef From, llvm::StringRef To);
llvm::Expected<LinearLayout>
renameOutput(const LinearLayout &L, llvm::StringRef From, llvm::StringRef To);
/// All outputs by position: dim0, dim1, ...
llvm::Expected<LinearLayout> withStandardOutputs(const LinearLayout &L);

/// Drops a dimension of size 1.
llvm::Expected<LinearLayout> squeezeInput(const LinearLayout &L,
                                          llvm::StringRef Name);
llvm::Expected<LinearLayout> squeezeOutput(const LinearLayout &L,
                                           llvm::StringRef Name);

/// Gives the dimension 2^Bits indices. If that is fewer, the highest bits are
/// dropped and the remaining indices hold what they held. If it is more, the
/// new bits, above the old ones, have no effect.
llvm::Expected<LinearLayout> resizeInput(const LinearLayout &L,
                                         llvm::StringRef Name, unsigned Bits);
/// Gives the dimension size 2^Bits. If that is smaller, coordinates are taken
/// modulo the new size. If it is larger, no index holds the new elements.
llvm::Expected<LinearLayout> resizeOutput(const LinearLayout &L,
                                          llvm::StringRef Name, unsigned Bits);

/// (a, b) goes to A(a) ^ B(b). The outputs are the same in name, size and
/// order; no input is in both.
llvm::Expected<LinearLayout> concatInputs(const LinearLayout &A,
                                          const LinearLayout &B);
/// x goes to the coordinates A(x), then B(x). The inputs are the same in name,
/// size and order; no output is in both.
llvm::Expected<LinearLayout> concatOutputs(const LinearLayout &A,
                                           const LinearLayout &B);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ALGEBRA_RESHAPING_H
