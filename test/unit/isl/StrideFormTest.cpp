//===- StrideFormTest.cpp - Sizes and strides of relations ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Relations of random layouts, and tables of numbers, which have a stride form
// or not by trial of all sizes.
//
//===----------------------------------------------------------------------===//

#include "tools/isl/StrideForm.h"
#include "IslTesting.h"
#include "layouts/cute/Structure.h"
#include "test/unit/layouts/cute/RandomLayouts.h"
#include "tools/isl/CuteOracle.h"

using namespace llvm;
using namespace f2layout;
using namespace f2layout::oracle;
using cute::Layout;

namespace {

/// Whether sizes and strides have these values, by trial of the first size.
bool hasStrideForm(const std::vector<int64_t> &F) {
  int64_t Size = int64_t(F.size());
  if (F[0] != 0)
    return false;
  if (Size == 1)
    return true;
  for (int64_t N = 2; N <= Size; ++N) {
    bool Fits = Size % N == 0;
    for (int64_t I = 0; Fits && I < Size; ++I)
      Fits = F[I] == I % N * F[1] + F[I - I % N];
    std::vector<int64_t> Rest;
    for (int64_t I = 0; Fits && I < Size; I += N)
      Rest.push_back(F[I]);
    if (Fits && hasStrideForm(Rest))
      return true;
  }
  return false;
}

/// A layout of at most Most elements, some strides negative.
Layout nextLayout(cute::RandomLayouts &Random, int64_t Most) {
  Layout L = Random.next(true);
  while (L.size() > Most)
    L = Random.next(true);
  return Random.withSigns(L);
}

} // namespace

TEST(StrideForm, RandomLayouts) {
  Context C(300000);
  CuteOracle Isl(C);
  cute::RandomLayouts Random(5);
  for (int N = 0; N < 300; ++N) {
    Layout L = nextLayout(Random, 200);
    SCOPED_TRACE(cute::toString(L));
    std::vector<Layout> Modes;
    for (unsigned I = 0; I < L.rank(); ++I)
      Modes.push_back(L.mode(I));
    C.restart();
    Expected<Layout> R = strideFormOf(C, Isl.sum(Modes));
    ASSERT_TRUE(bool(R)) << llvm::toString(R.takeError());
    ASSERT_EQ(cute::countOf(R->shape()), cute::countOf(L.shape()));
    if (L.rank() > 1) {
      ASSERT_EQ(R->rank(), L.rank());
      for (unsigned I = 0; I < L.rank(); ++I)
        ASSERT_EQ(R->mode(I).size(), L.mode(I).size());
    }
    ASSERT_EQ(cute::valuesOf(*R), cute::valuesOf(L));
  }
}

// Layouts with one or no value changed.
TEST(StrideForm, Tables) {
  Context C(300000);
  cute::RandomLayouts Random(6);
  int Found = 0, Refused = 0, Others = 0;
  for (int N = 0; N < 300; ++N) {
    Layout L = nextLayout(Random, 24);
    std::vector<int64_t> F = cute::valuesOf(L);
    bool Changed = Random.below(2) == 0;
    if (Changed)
      F[size_t(Random.below(int64_t(F.size())))] += 1 + Random.below(3);
    SCOPED_TRACE(cute::toString(L));
    std::string Table;
    for (size_t I = 0; I < F.size(); ++I)
      Table += (I ? "; [" : "[") + std::to_string(I) + "] -> [" +
               std::to_string(F[I]) + "]";
    C.restart();
    Expected<Layout> R = strideFormOf(C, C.map("{ " + Table + " }"));
    ASSERT_EQ(bool(R), hasStrideForm(F));
    if (!R) {
      ++Refused;
      EXPECT_EQ(llvm::toString(R.takeError()).rfind("no stride form: ", 0), 0u);
      continue;
    }
    ++Found;
    Others += Changed;
    ASSERT_EQ(cute::valuesOf(*R), F);
  }
  EXPECT_GT(Found, 100);
  EXPECT_GT(Refused, 100);
  EXPECT_GT(Others, 0);
}
