//===- Algebra.cpp - Operations on layouts, for libFuzzer -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two layouts of one tensor of 2^6 elements, each made of six bytes of the
// input (the images of its bits) and one for the constant. Inverse,
// composition, product and division are compared point by point with what they
// mean.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutText.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace llvm;
using namespace f2layout;

static constexpr unsigned Bits = 6, Points = 1 << Bits;

static void require(bool Holds, const char *What, const LinearLayout &A,
                    const LinearLayout &B) {
  if (Holds)
    return;
  errs() << What << "\n" << toString(A) << "\n" << toString(B) << "\n";
  abort();
}

/// From input In to two dimensions, or to one of the name Out.
static LinearLayout made(const uint8_t *Data, StringRef In, StringRef Out) {
  SmallVector<uint64_t, Bits> Columns;
  for (unsigned I = 0; I < Bits; ++I)
    Columns.push_back(Data[I] % Points);
  LayoutDims Outputs;
  if (Out.empty())
    Outputs = {{"dim0", 2}, {"dim1", Bits - 2}};
  else
    Outputs = {{Out, Bits}};
  return cantFail(LinearLayout::fromMatrix(
      {{In, Bits}}, Outputs, BitMatrix(Bits, Columns), Data[Bits] % Points));
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  if (Size < 2 * (Bits + 1))
    return 0;
  const LinearLayout A = made(Data, "lane", "offset");
  const LinearLayout B = made(Data + Bits + 1, "offset", "");
  const LinearLayout AB = cantFail(compose(A, B));
  for (unsigned X = 0; X < Points; ++X)
    require(AB.applyFlat(X) == B.applyFlat(A.applyFlat(X)), "compose", A, B);

  Expected<LinearLayout> Inverse = invert(B);
  bool Seen[Points] = {}, IsOneToOne = true;
  for (unsigned X = 0; X < Points; ++X) {
    IsOneToOne &= !Seen[B.applyFlat(X)];
    Seen[B.applyFlat(X)] = true;
  }
  require(bool(Inverse) == IsOneToOne, "invert says otherwise", A, B);
  if (Inverse) {
    for (unsigned X = 0; X < Points; ++X)
      require(Inverse->applyFlat(B.applyFlat(X)) == X, "invert", A, B);
    // Through memory and back.
    const LinearLayout Back = cantFail(compose(AB, *Inverse));
    for (unsigned X = 0; X < Points; ++X)
      require(Back.applyFlat(X) == A.applyFlat(X), "compose, invert", A, B);
  } else {
    consumeError(Inverse.takeError());
  }

  if (A.isLinear()) {
    Expected<LinearLayout> Product = product(A, A);
    require(bool(Product), "product", A, A);
    for (unsigned X = 0; X < Points; ++X)
      for (unsigned Y = 0; Y < Points; Y += 7)
        require(Product->applyFlat(X | uint64_t(Y) << Bits) ==
                    (A.applyFlat(X) | A.applyFlat(Y) << Bits),
                "product", A, A);
    std::optional<LinearLayout> Quotient = leftDivide(*Product, A);
    require(Quotient && sameMap(cantFail(product(A, *Quotient)), *Product),
            "leftDivide", A, A);
  }

  const std::string Text = toString(AB);
  Expected<LinearLayout> Again = parseLayout(Text);
  require(bool(Again) && *Again == AB, "text", A, B);
  return 0;
}
