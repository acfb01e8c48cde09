//===- LayoutTableTest.cpp - Layouts in a normal form, numbered -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/tensors/layouts/LayoutTable.h"
#include "layouts/algebra/LayoutText.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// Two lanes and two warps.
struct Numbered {
  LayoutTable Table{1, 1};

  /// The normal form, or the error.
  std::string operator()(StringRef Text) {
    Expected<LayoutId> Id = Table.number(cantFail(parseLayout(Text)));
    return Id ? f2layout::toString(Table[*Id]) : llvm::toString(Id.takeError());
  }
};

TEST(LayoutTable, SpellingHasNoMeaning) {
  Numbered N;
  const std::string Normal =
      "register=[[0,1],[0,2]], lane=[[1,0]], warp=[[0,0]] -> [4,4]";
  // The order of registers, sums of them, copies, names, missing inputs.
  for (StringRef Text :
       {"register=[[0,1],[0,2]], lane=[[1,0]] -> [4,4]",
        "register=[[0,2],[0,1]], lane=[[1,0]], warp=[[0,0]] -> [4,4]",
        "register=[[0,1],[0,3]], lane=[[1,0]] -> [4,4]",
        "register=[[0,1],[0,2],[0,3],[0,0]], lane=[[1,0]] -> [4,4]",
        "register=[[0,1],[0,2]], lane=[[1,0]] -> [m:4,n:4]"})
    EXPECT_EQ(N(Text), Normal) << Text.str();
  EXPECT_EQ(N.Table.size(), 1u);
}

TEST(LayoutTable, ThreadsHaveMeaning) {
  Numbered N;
  const std::string A = N("register=[], lane=[[1]], warp=[[2]] -> [4]");
  EXPECT_NE(A, N("register=[], lane=[[2]], warp=[[1]] -> [4]"));
  EXPECT_NE(A, N("register=[[2]], lane=[[1]] -> [4]"));
  EXPECT_EQ(N.Table.size(), 3u);
}

TEST(LayoutTable, Refuses) {
  Numbered N;
  EXPECT_EQ(N("register=[], lane=[[1],[2]], warp=[] -> [4]"),
            "the layout has 2^2 lanes and 2^0 warps, expected at most 2^1 and "
            "2^1");
  EXPECT_EQ(N("offset=[[1],[2]] -> [4]"),
            "the layout offset=[[1],[2]] -> [4], expected register, lane and "
            "warp of one block");
  std::string Registers;
  for (unsigned I = 0; I < 9; ++I)
    Registers += (I ? ",[" : "[") + std::to_string(1u << I) + "]";
  EXPECT_EQ(N("register=[" + Registers + "] -> [512]"),
            "2^9 elements in each thread, expected at most 256");
}

TEST(LayoutTable, Images) {
  LayoutTable Table(1, 1);
  const LayoutId L = cantFail(Table.number(cantFail(parseLayout(
      "register=[[0,1],[0,2]], lane=[[1,0]], warp=[[2,0]] -> [4,4]"))));
  EXPECT_EQ(Table.registers(L), 4u);
  EXPECT_EQ(Table.threadImage(L, 1), (LayoutPoint{2, 0}));
  EXPECT_EQ(Table.registerImage(L, 1), (LayoutPoint{0, 2}));
  EXPECT_EQ(Table.elementAt(L, 3), (LayoutPoint{0, 3}));
}

} // namespace
