//===- Solving.cpp - Layouts as equations ---------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// BitMatrix::solve finds the least word that solves an equation. With the
// inputs of A in the order of the list, its first one in the lowest bits, the
// least word is the least index in the last dimension, and so on down. The
// least solution is linear in the right hand side: it is the one that uses no
// column which depends on earlier ones.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/Solving.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/Reshaping.h"

using namespace llvm;
using namespace f2layout;

/// Checks that both have outputs of the same names and sizes, in any order.
static Error checkSameOutputs(const LinearLayout &A, const LinearLayout &B) {
  auto Check = [](const LinearLayout &From, const LinearLayout &To,
                  StringRef FromSide, StringRef ToSide) -> Error {
    for (const LayoutDim &D : From.outputs()) {
      if (!indexOf(To.outputs(), D.Name))
        return layoutError("cannot solve: output '" + D.Name + "' of the " +
                           FromSide + " is missing on the " + ToSide);
      if (To.outputBits(D.Name) != D.Bits)
        return layoutError("cannot solve: output '" + D.Name + "' has size " +
                           Twine(D.size()) + " on the " + FromSide +
                           ", expected " +
                           Twine(uint64_t(1) << To.outputBits(D.Name)) +
                           " as on the " + ToSide);
    }
    return Error::success();
  };
  if (Error E = Check(B, A, "right hand side", "left hand side"))
    return E;
  return Check(A, B, "left hand side", "right hand side");
}

Expected<LinearLayout> f2layout::solve(const LinearLayout &A,
                                       const LinearLayout &B,
                                       ArrayRef<StringRef> Order) {
  if (Error E = checkSameOutputs(A, B))
    return E;
  Expected<LinearLayout> Left =
      Order.empty() ? Expected<LinearLayout>(A) : transposeInputs(A, Order);
  if (!Left)
    return Left.takeError();
  Expected<LinearLayout> Right = transposeOutputs(B, namesOf(A.outputs()));
  if (!Right)
    return Right.takeError();

  auto NotHeld = [&](const LongWord &Element) {
    return layoutError("cannot solve: the left hand side does not reach the "
                       "element " +
                       pointText(A.point(Element)) + " of the right hand side");
  };
  const BitMatrix &M = Left->matrix();
  const LongWord &First = Right->longOffset();
  std::optional<LongWord> Origin = M.solve(First ^ Left->longOffset());
  if (!Origin)
    return NotHeld(First);
  SmallVector<LongWord, 16> Columns;
  for (unsigned J = 0; J < Right->inputBits(); ++J) {
    LongWord Image = Right->matrix().longColumn(J);
    std::optional<LongWord> Source = M.solve(Image);
    if (!Source)
      return NotHeld(First ^ Image);
    Columns.push_back(*Source);
  }
  return LinearLayout::fromMatrix(B.inputs(), swapped(Left->inputs()),
                                  BitMatrix::fromLongColumns(M.cols(), Columns),
                                  *Origin);
}

Expected<LinearLayout> f2layout::rightInvert(const LinearLayout &A,
                                             ArrayRef<StringRef> Order) {
  if (!A.isSurjective())
    return layoutError("no right inverse: the layout reaches 2^" +
                       Twine(A.matrix().rank()) + " elements of " +
                       dimText(A.outputs()) + ", expected all 2^" +
                       Twine(A.outputBits()));
  Expected<LinearLayout> Identity = LinearLayout::fromMatrix(
      swapped(A.outputs()), A.outputs(), BitMatrix::identity(A.outputBits()));
  if (!Identity)
    return Identity.takeError();
  return solve(A, *Identity, Order);
}

Expected<LinearLayout> f2layout::leftInvert(const LinearLayout &A) {
  SmallVector<LongWord> Kernel = A.matrix().longKernel();
  if (!Kernel.empty())
    return layoutError("no left inverse: the element stays the same when these "
                       "bits change together: " +
                       bitsText(A.inputs(), Kernel.front()));
  // X * M == 1 is equivalent to M^T * X^T == 1: row i of X is the least word
  // for unit vector i.
  BitMatrix Transposed = A.matrix().transpose();
  SmallVector<LongWord, 16> Rows;
  for (unsigned I = 0; I < A.inputBits(); ++I)
    Rows.push_back(Transposed.solve(LongWord::unit(I)).value_or(0));
  BitMatrix X = BitMatrix::fromLongColumns(A.outputBits(), Rows).transpose();
  return LinearLayout::fromMatrix(swapped(A.outputs()), swapped(A.inputs()), X,
                                  X.apply(A.longOffset()));
}
