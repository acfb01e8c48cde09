//===- PointTesting.h - Layouts index by index ----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TEST_UNIT_LAYOUTS_POINTTESTING_H
#define F2LAYOUT_TEST_UNIT_LAYOUTS_POINTTESTING_H

#include "test/unit/layouts/LayoutTesting.h"
#include <map>
#include <string>
#include <vector>

namespace f2layout {

using Indices = std::vector<std::pair<llvm::StringRef, uint64_t>>;

/// What the layout holds at an index, by the names of outputs.
inline std::map<std::string, uint64_t> holds(const LinearLayout &L,
                                             const Indices &At) {
  llvm::Expected<LayoutPoint> P = L.apply(At);
  if (!P) {
    ADD_FAILURE() << llvm::toString(P.takeError());
    return {};
  }
  std::map<std::string, uint64_t> Named;
  for (size_t I = 0; I < P->size(); ++I)
    Named[L.outputs()[I].Name] = (*P)[I];
  return Named;
}

/// Cuts a flat number into indices, the first dimension from the low bits.
inline Indices cut(llvm::ArrayRef<LayoutDim> Dims, uint64_t Flat) {
  Indices At;
  for (const LayoutDim &D : Dims) {
    At.push_back({D.Name, Flat % D.size()});
    Flat /= D.size();
  }
  return At;
}

/// One to MaxDims dimensions of at most two bits each.
inline std::vector<LayoutDim> randomDims(Random &R, llvm::StringRef Prefix,
                                         unsigned MaxDims) {
  std::vector<LayoutDim> Dims;
  for (unsigned I = 0, N = 1 + R() % MaxDims; I < N; ++I)
    Dims.push_back({Prefix.str() + std::to_string(I), unsigned(R() % 3)});
  return Dims;
}

} // namespace f2layout

#endif // F2LAYOUT_TEST_UNIT_LAYOUTS_POINTTESTING_H
