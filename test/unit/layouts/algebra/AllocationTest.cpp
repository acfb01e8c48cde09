//===- AllocationTest.cpp - Small layouts do not allocate -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Composing and applying layouts of up to 64 bits must not allocate. This test
// program counts every call of malloc, which C++'s new and LLVM's SmallVector
// use in the end. It needs glibc, and no sanitizer that replaces malloc.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutAlgebra.h"
#include "test/unit/layouts/LayoutTesting.h"
#include <cstdlib>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) &&                    \
    !defined(__SANITIZE_THREAD__)
#define F2_COUNTS_MALLOC 1
#else
#define F2_COUNTS_MALLOC 0
#endif

static size_t Allocations = 0;

#if F2_COUNTS_MALLOC
extern "C" {
void *__libc_malloc(size_t Size);
void *__libc_calloc(size_t Count, size_t Size);
void *__libc_realloc(void *Old, size_t Size);
void *malloc(size_t Size) {
  ++Allocations;
  return __libc_malloc(Size);
}
void *calloc(size_t Count, size_t Size) {
  ++Allocations;
  return __libc_calloc(Count, Size);
}
void *realloc(void *Old, size_t Size) {
  ++Allocations;
  return __libc_realloc(Old, Size);
}
}
#endif

using namespace f2layout;

namespace {

template <typename FnT> size_t allocationsOf(FnT F) {
  size_t Before = Allocations;
  F();
  return Allocations - Before;
}

/// Names and sizes as large as the header promises.
const LayoutDims Places = {
    {"register", 20},        {"lane", 6}, {"warp", 10}, {"block", 20},
    {"abcdefghijklmnop", 7}, {"f", 1}};
const LayoutDims Elements = {{"dim0", 30}, {"dim1", 30}, {"dim2", 1},
                             {"dim3", 1},  {"dim4", 1},  {"dim5", 1}};

LinearLayout largeLayout(Random &R) {
  return randomBijection(R, Places, Elements);
}

class Allocation : public testing::Test {
protected:
  void SetUp() override {
    if (!F2_COUNTS_MALLOC)
      GTEST_SKIP() << "malloc cannot be counted here";
    // Check that the counter counts allocations at all.
    ASSERT_GT(allocationsOf([] { llvm::SmallVector<int, 1> V(100); }), 0u);
    ASSERT_GT(allocationsOf([] { std::string S(100, 'x'); }), 0u);
  }
};

TEST_F(Allocation, ComposeDoesNotAllocate) {
  Random R(1);
  for (unsigned Round = 0; Round < 20; ++Round) {
    LinearLayout L = largeLayout(R);
    LinearLayout Inverse = get(invert(L));
    LinearLayout Reordered = get(sublayout(
        Inverse, {"dim0", "dim1", "dim2", "dim3", "dim4", "dim5"}, {"lane"}));
    ASSERT_EQ(L.inputBits(), 64u);
    bool Composed = false;
    EXPECT_EQ(allocationsOf([&] {
                Composed = bool(llvm::expectedToOptional(compose(L, Inverse)));
              }),
              0u);
    EXPECT_TRUE(Composed);
    EXPECT_EQ(allocationsOf([&] {
                Composed =
                    bool(llvm::expectedToOptional(compose(L, Reordered)));
              }),
              0u);
    EXPECT_TRUE(Composed);
  }
}

TEST_F(Allocation, InvertDoesNotAllocate) {
  Random R(2);
  LinearLayout L = largeLayout(R);
  bool Inverted = false;
  EXPECT_EQ(allocationsOf(
                [&] { Inverted = bool(llvm::expectedToOptional(invert(L))); }),
            0u);
  EXPECT_TRUE(Inverted);
}

TEST_F(Allocation, ApplyDoesNotAllocate) {
  Random R(3);
  LinearLayout L = largeLayout(R);
  uint64_t Sum = 0;
  EXPECT_EQ(allocationsOf([&] { Sum = L.applyFlat(R()); }), 0u);
  EXPECT_EQ(allocationsOf([&] {
              llvm::Expected<LayoutPoint> P =
                  L.apply({{"lane", 63}, {"block", 12345}, {"f", 1}});
              if (P)
                Sum ^= L.flatten(*P);
              else
                llvm::consumeError(P.takeError());
            }),
            0u);
  EXPECT_NE(Sum, 0u);
}

} // namespace
