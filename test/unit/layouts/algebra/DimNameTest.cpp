//===- DimNameTest.cpp - The name of a dimension --------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/DimName.h"
#include "llvm/ADT/Twine.h"
#include "gtest/gtest.h"
#include <utility>
#include <vector>

using namespace f2layout;

namespace {

/// Both sides of the border between letters in place and allocated ones.
std::vector<std::string> texts() {
  std::vector<std::string> All;
  for (size_t Size : {0, 1, 4, 15, 16, 17, 40})
    for (char Letter : {'a', 'b'})
      All.push_back(std::string(Size, Letter));
  return All;
}

TEST(DimName, ComparesAsText) {
  for (const std::string &A : texts())
    for (const std::string &B : texts()) {
      DimName X(A), Y(B);
      EXPECT_EQ(X == Y, A == B);
      EXPECT_EQ(X != Y, A != B);
      EXPECT_EQ(X == llvm::StringRef(B), A == B);
      EXPECT_EQ(X == B.c_str(), A == B);
    }
}

TEST(DimName, CopiesOwnTheirLetters) {
  for (const std::string &A : texts())
    for (const std::string &B : texts()) {
      DimName Copy("other");
      {
        DimName Original(A);
        Copy = Original;
        Original = B;
        EXPECT_TRUE(Original == DimName(B)) << A << " becomes " << B;
      }
      EXPECT_EQ(Copy.str(), A);
      DimName Moved(std::move(Copy));
      EXPECT_EQ(Moved.str(), A);
      DimName Other(B);
      Other = std::move(Moved);
      EXPECT_EQ(Other.str(), A);
      DimName &Same = Other;
      Other = Same;
      EXPECT_EQ(Other.str(), A);
      Other = Other.take_front(2);
      EXPECT_EQ(Other.str(), A.substr(0, 2));
    }
}

TEST(DimName, IsAStringRef) {
  DimName Lane("lane");
  std::string Text = Lane;
  EXPECT_EQ(Text, "lane");
  EXPECT_EQ((llvm::Twine("'") + Lane + "'").str(), "'lane'");
  std::string Joined = "the " + Lane + " of " + Text;
  EXPECT_EQ(Joined, "the lane of lane");
  EXPECT_EQ(Text + Lane + Lane, "lanelanelane");
  EXPECT_TRUE(Lane.starts_with("la"));
  EXPECT_TRUE(DimName().empty());
}

template <typename T, typename = void> constexpr bool CanConsume = false;
template <typename T>
constexpr bool CanConsume<
    T, std::void_t<decltype(std::declval<T &>().consume_front("l"))>> = true;

/// A name that was shortened from the front would free memory it does not own.
TEST(DimName, IsNotCut) {
  EXPECT_TRUE(CanConsume<llvm::StringRef>);
  EXPECT_FALSE(CanConsume<DimName>);
}

} // namespace
