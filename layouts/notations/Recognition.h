//===- Recognition.h - Recognising families of layouts --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A family makes a layout from parameters. This file has the reverse direction:
//
//   register=[[0,1],[0,2],[0,4]], lane=[[0,8],[0,16],[1,0],[2,0],[4,0]],
//   warp=[[8,0],[16,0]] -> [32,32]
//
//   recogniseBlocked   {sizePerThread [1,8], threadsPerWarp [8,4],
//                       warpsPerCTA [4,1], order [1,0]}
//   recogniseMma       error: no tile of nvidia_mma gives this layout
//
// Parameters are derived from the images, or are few enough to be tried, and
// are accepted only if the family makes exactly this layout from them. An
// answer is therefore always correct. If several parameters make the same
// layout, which happens on small tensors, the answer is the first of them in a
// fixed order: no swizzle before a swizzle, the last dimension fastest, one
// tile per warp.
//
// Blocked layouts are read from the inside to the outside, for each order of
// the dimensions. The first image of a lane or warp along a dimension shows
// where the registers end:
//
//   lane [0,8] is the first along dim1      sizePerThread[1] = 8
//   lanes are two along dim1, three along dim0      threadsPerWarp = [8,4]
//
// An image [0,0] belongs to a dimension that is already full.
//
// Inputs of size 1 (`block=[]`) and missing inputs register, lane and warp have
// no effect.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_NOTATIONS_RECOGNITION_H
#define F2LAYOUT_LAYOUTS_NOTATIONS_RECOGNITION_H

#include "layouts/families/Family.h"
#include "layouts/families/MemoryFamily.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace f2layout {
inline namespace layouts {

/// The layout with the inputs register, lane, warp (or offset), and block if it
/// has bits, in this order. Fails if it has other inputs, is affine, or has
/// outputs that are not called dim0, dim1, ...
llvm::Expected<LinearLayout> withFamilyInputs(const LinearLayout &L);

// Each takes the result of withFamilyInputs, and fails if the layout is not of
// the family.
llvm::Expected<DistributedFamily> recogniseBlocked(const LinearLayout &L);
llvm::Expected<DistributedFamily> recogniseMma(const LinearLayout &L);
llvm::Expected<DistributedFamily> recogniseMfma(const LinearLayout &L);
llvm::Expected<DistributedFamily> recogniseWmma(const LinearLayout &L);
/// The parent is a blocked layout or a matrix product.
llvm::Expected<DistributedFamily> recogniseDotOperand(const LinearLayout &L);
/// The parent is a blocked layout or a matrix product if one fits. Otherwise it
/// is the layout's own images with one more dimension, if those are linear or
/// generic_linear.
llvm::Expected<DistributedFamily> recogniseSlice(const LinearLayout &L);
/// Uses the layout's own images, if they satisfy Triton's rules
/// (RecogniseLinear.cpp). A linear layout is also generic_linear.
llvm::Expected<DistributedFamily> recogniseLinear(const LinearLayout &L);
llvm::Expected<DistributedFamily> recogniseGenericLinear(const LinearLayout &L);

llvm::Expected<MemoryFamily> recogniseSwizzled(const LinearLayout &L);
llvm::Expected<MemoryFamily> recogniseRotating(const LinearLayout &L);
llvm::Expected<MemoryFamily> recogniseNvmma(const LinearLayout &L);
/// Like recogniseLinear().
llvm::Expected<MemoryFamily> recogniseSharedLinear(const LinearLayout &L);
/// Accepts rows that follow each other, or else any bits of coordinates in any
/// order, with these gaps.
llvm::Expected<MemoryFamily> recognisePadded(const LinearLayout &L,
                                             llvm::ArrayRef<Padding> Paddings);

//===----------------------------------------------------------------------===//
// Shared by all recognisers
//===----------------------------------------------------------------------===//

/// Called with one candidate after another; returning true ends the search.
using DistributedVisitor = llvm::function_ref<bool(DistributedFamily)>;

/// Parameters that may give the layout. Operands and slices try them as
/// parents.
void visitBlocked(const LinearLayout &L, DistributedVisitor Visit);
void visitMma(const LinearLayout &L, DistributedVisitor Visit);
void visitMfma(const LinearLayout &L, DistributedVisitor Visit);
void visitWmma(const LinearLayout &L, DistributedVisitor Visit);

/// The images of the blocks, in pieces of the tensor.
CgaLayout cgaOf(const LinearLayout &L);
/// The images of an input; none if there is no such input.
std::vector<LayoutPoint> imagesOf(const LinearLayout &L, llvm::StringRef In);
/// Returns true if a family made this layout; false if it failed.
bool gives(llvm::Expected<LinearLayout> Made, const LinearLayout &L);
/// Calls Visit with every order of the dimensions, the last one fastest first,
/// until it returns true. Returns whether it did.
bool anyOrder(unsigned Rank,
              llvm::function_ref<bool(llvm::ArrayRef<unsigned>)> Visit);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_NOTATIONS_RECOGNITION_H
