//===- RecogniseLinear.cpp - Layouts as lists of images -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some of Triton's attributes list the image of every bit, so they could
// express any linear map. But the code that is compiled from them makes
// assumptions, and Triton refuses an attribute that violates them.
//
//                    an image moves along         images that are not zero
//   linear           one dimension, by one bit    are different bits
//   generic_linear   one dimension, if not of a   any
//                    warp; a warp's: any
//   shared_linear    any                          are independent
//
// In all of them every element must be held. Of these tiles
//
//   A   lane=[[0,1],[1,0]], warp=[[0,0]] -> [2,2]     copies: a bit each
//   B   lane=[[0,1],[1,0]], warp=[[1,1]] -> [2,2]     a warp swizzled
//   C   lane=[[0,1],[1,1]], warp=[] -> [2,2]          a lane swizzled
//
// A is linear, B is generic_linear only, and C is neither. The rule of linear
// is that of the paper's definition 4.10.
//
// (Triton, lib/Dialect/TritonGPU/IR/Dialect.cpp: LinearEncodingAttr::verify,
// GenericLinearEncodingAttr::verify, SharedLinearEncodingAttr::verify. Before
// generic_linear existed, linear required that each image moves along one
// dimension and that all elements are reached. The attributes written here were
// also valid then.)
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutDims.h"
#include "layouts/notations/Recognition.h"
#include <map>

using namespace llvm;
using namespace f2layout;

static std::string bitName(const LinearLayout &L, unsigned Column) {
  return bitsText(L.inputs(), LongWord::unit(Column));
}

static std::string imageText(const LinearLayout &L, unsigned Column) {
  return pointText(L.point(L.matrix().longColumn(Column)));
}

static Error wrongImage(const LinearLayout &L, unsigned Column,
                        const Twine &Expected) {
  return layoutError("image of " + bitName(L, Column) + " is " +
                     imageText(L, Column) + ", expected " + Expected);
}

static Error checkOnto(const LinearLayout &L) {
  if (L.isSurjective())
    return Error::success();
  unsigned Bit = 0; // Some unit vector is missing, unless all were found.
  while (L.matrix().solve(LongWord::unit(Bit)))
    ++Bit;
  return layoutError("no place holds the element " +
                     pointText(L.point(LongWord::unit(Bit))) +
                     ", expected every element to be held");
}

static Error checkPermutation(const LinearLayout &L) {
  std::map<unsigned, unsigned> Movers; // From output bits.
  for (unsigned J = 0; J < L.inputBits(); ++J) {
    LongWord Image = L.matrix().longColumn(J);
    if (Image.popcount() > 1)
      return wrongImage(L, J, "zero or a power of two in one dimension");
    if (!Image)
      continue;
    auto [First, IsNew] = Movers.try_emplace(Image.highestBit(), J);
    if (!IsNew)
      return wrongImage(
          L, J, "another one than that of " + bitName(L, First->second));
  }
  return checkOnto(L);
}

static Error checkGeneric(const LinearLayout &L) {
  unsigned Column = 0;
  for (const LayoutSpec::Input &In : L.spec().Inputs)
    for (const LayoutPoint &Image : In.Images) {
      unsigned J = Column++;
      if (In.Name != "warp" &&
          count_if(Image, [](uint64_t X) { return X != 0; }) > 1)
        return wrongImage(L, J,
                          "it to move along one dimension, as the images "
                          "of all inputs but warp");
    }
  return checkOnto(L);
}

/// Zeros that the kernel has anyway are copies, which are allowed.
static Error checkIndependent(const LinearLayout &L) {
  for (const LongWord &Sum : L.matrix().longKernel())
    if (Sum.popcount() > 1)
      return layoutError("the images of " + bitsText(L.inputs(), Sum) +
                         " add up to zero, expected independent ones");
  return Error::success();
}

static Error withWayOut(Error Reason, StringRef Others) {
  return layoutError(toString(std::move(Reason)) + "; " + Others +
                     "'text', 'dump' and 'json' can say it");
}

Expected<DistributedFamily> f2layout::recogniseLinear(const LinearLayout &L) {
  Error Reason = checkPermutation(L);
  if (!Reason)
    return DistributedFamily{LinearParams{L}};
  Error WhyNotGeneric = checkGeneric(L);
  StringRef Others = WhyNotGeneric ? "" : "'generic_linear', ";
  consumeError(std::move(WhyNotGeneric));
  return withWayOut(std::move(Reason), Others);
}

Expected<DistributedFamily>
f2layout::recogniseGenericLinear(const LinearLayout &L) {
  if (Error Reason = checkGeneric(L))
    return withWayOut(std::move(Reason), "");
  return DistributedFamily{LinearParams{L, /*IsGeneric=*/true}};
}

Expected<MemoryFamily> f2layout::recogniseSharedLinear(const LinearLayout &L) {
  Error Reason = checkOnto(L);
  if (!Reason)
    Reason = checkIndependent(L);
  if (Reason)
    return withWayOut(std::move(Reason), "");
  return MemoryFamily{SharedLinearParams{L}};
}
