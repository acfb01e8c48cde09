//===- LayoutTesting.h - Helpers for tests of layouts ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TEST_UNIT_LAYOUTS_LAYOUTTESTING_H
#define F2LAYOUT_TEST_UNIT_LAYOUTS_LAYOUTTESTING_H

#include "layouts/algebra/LayoutText.h"
#include "layouts/algebra/LinearLayout.h"
#include "gtest/gtest.h"
#include <optional>
#include <random>
#include <string>

namespace f2layout {

inline std::string toString(const LayoutPoint &P) {
  std::string Text = "(";
  for (size_t I = 0; I < P.size(); ++I)
    Text += (I ? "," : "") + std::to_string(P[I]);
  return Text + ")";
}

/// The result as text, or "error: " and the message: both compare literally.
template <typename T> std::string text(llvm::Expected<T> Result) {
  if (!Result)
    return "error: " + llvm::toString(Result.takeError());
  return toString(*Result);
}

inline std::string text(const std::optional<LinearLayout> &L) {
  return L ? toString(*L) : "none";
}

/// Parses a text that must be a layout.
inline LinearLayout parsed(llvm::StringRef Text) {
  llvm::Expected<LinearLayout> L = parseLayout(Text);
  if (L)
    return *L;
  ADD_FAILURE() << Text.str() << ": " << llvm::toString(L.takeError());
  return LinearLayout();
}

/// Unwraps a result that must exist.
inline LinearLayout get(llvm::Expected<LinearLayout> L) {
  if (L)
    return *L;
  ADD_FAILURE() << llvm::toString(L.takeError());
  return LinearLayout();
}

using Random = std::mt19937_64;

inline BitMatrix randomMatrix(Random &R, unsigned Rows, unsigned Cols) {
  llvm::SmallVector<uint64_t> Columns;
  bool Sparse = R() & 1;
  for (unsigned J = 0; J < Cols; ++J) {
    Columns.push_back(R());
    for (unsigned Times = 0; Sparse && Times < 2; ++Times)
      Columns.back() &= R();
  }
  return BitMatrix(Rows, Columns);
}

inline unsigned sumOfBits(llvm::ArrayRef<LayoutDim> Dims) {
  unsigned Sum = 0;
  for (const LayoutDim &D : Dims)
    Sum += D.Bits;
  return Sum;
}

/// Any affine layout between these dimensions.
inline LinearLayout randomLayout(Random &R, llvm::ArrayRef<LayoutDim> Ins,
                                 llvm::ArrayRef<LayoutDim> Outs) {
  unsigned OutBits = sumOfBits(Outs);
  BitMatrix M = randomMatrix(R, OutBits, sumOfBits(Ins));
  uint64_t Offset = R() & 1 ? 0 : BitMatrix(OutBits, {R()}).column(0);
  return get(LinearLayout::fromMatrix(Ins, Outs, M, Offset));
}

/// A random layout that is one-to-one and onto, if both sides have equally many
/// bits.
inline LinearLayout randomBijection(Random &R, llvm::ArrayRef<LayoutDim> Ins,
                                    llvm::ArrayRef<LayoutDim> Outs) {
  while (true) {
    LinearLayout L = randomLayout(R, Ins, Outs);
    if (L.isInjective() && L.isSurjective())
      return L;
  }
}

} // namespace f2layout

#endif // F2LAYOUT_TEST_UNIT_LAYOUTS_LAYOUTTESTING_H
