//===- DotOperand.cpp - Operands of a product, from its result ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/families/DotOperand.h"
#include "layouts/families/Family.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

Expected<unsigned> f2layout::contractedDim(StringRef Family,
                                           const DotOperandParams &P,
                                           unsigned Rank) {
  if (P.OpIdx > 1)
    return familyError(Family,
                       "opIdx is " + Twine(P.OpIdx) + ", expected 0 or 1");
  if (Rank < 2)
    return familyError(Family, "the tensor has " + Twine(Rank) +
                                   " dimensions, expected at least 2");
  return P.OpIdx == 0 ? Rank - 1 : Rank - 2;
}

Error f2layout::checkKWidth(StringRef Family, const DotOperandParams &P) {
  if (isPowerOf2_32(P.KWidth))
    return Error::success();
  return familyError(Family, "kWidth is " + Twine(P.KWidth) +
                                 ", expected a power of two");
}

SmallVector<unsigned> f2layout::contractedFirst(unsigned Rank,
                                                unsigned ContractedDim) {
  SmallVector<unsigned> Order = minorLast(Rank);
  std::stable_partition(Order.begin(), Order.end(),
                        [&](unsigned D) { return D == ContractedDim; });
  return Order;
}

CgaLayout f2layout::operandCga(const CgaLayout &Result,
                               unsigned ContractedDim) {
  CgaLayout Cga = Result;
  for (LayoutPoint &Image : Cga.Images)
    if (ContractedDim < Image.size())
      Image[ContractedDim] = 0;
  return Cga;
}

Expected<LinearLayout> f2layout::dotOperandLayout(const DotOperandParams &P,
                                                  ArrayRef<uint64_t> Shape) {
  if (!P.Parent)
    return familyError("operand", "there is no parent");
  const auto &Parent = P.Parent->Params;
  if (auto *Blocked = std::get_if<BlockedParams>(&Parent))
    return blockedOperandLayout(*Blocked, P, Shape);
  if (auto *Mma = std::get_if<MmaParams>(&Parent))
    return mmaOperandLayout(*Mma, P, Shape);
  if (auto *Mfma = std::get_if<MfmaParams>(&Parent))
    return mfmaOperandLayout(*Mfma, P, Shape);
  if (auto *Wmma = std::get_if<WmmaParams>(&Parent))
    return wmmaOperandLayout(*Wmma, P, Shape);
  if (auto *Dpas = std::get_if<DpasParams>(&Parent))
    return dpasOperandLayout(*Dpas, P, Shape);
  return familyError("operand", "products have operands in registers if their "
                                "results are blocked or of a matrix "
                                "instruction; the parent is neither");
}
