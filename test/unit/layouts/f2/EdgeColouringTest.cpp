//===- EdgeColouringTest.cpp - Rounds without collisions ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/f2/EdgeColouring.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <map>
#include <random>
#include <set>

using namespace f2layout;

namespace {

using Edges = std::vector<std::pair<unsigned, unsigned>>;

unsigned degreeOf(const Edges &E) {
  std::map<unsigned, unsigned> Out, In;
  unsigned Most = 0;
  for (auto [From, To] : E)
    Most = std::max({Most, ++Out[From], ++In[To]});
  return Most;
}

void expectProper(const Edges &E) {
  std::vector<unsigned> Colours = colourEdges(E);
  ASSERT_EQ(Colours.size(), E.size());
  std::set<std::pair<unsigned, unsigned>> Out, In;
  for (unsigned I = 0; I < E.size(); ++I) {
    EXPECT_LT(Colours[I], degreeOf(E));
    EXPECT_TRUE(Out.insert({E[I].first, Colours[I]}).second);
    EXPECT_TRUE(In.insert({E[I].second, Colours[I]}).second);
  }
}

TEST(EdgeColouring, NoEdges) { EXPECT_TRUE(colourEdges({}).empty()); }

TEST(EdgeColouring, TheSquareInTheHeader) {
  expectProper({{0, 0}, {0, 1}, {1, 1}, {1, 0}});
}

TEST(EdgeColouring, ParallelEdgesDiffer) {
  expectProper({{3, 5}, {3, 5}, {3, 5}});
}

TEST(EdgeColouring, RandomGraphs) {
  std::mt19937 Rng(1);
  for (unsigned I = 0; I < 300; ++I) {
    Edges E;
    unsigned Nodes = 1 + Rng() % 64;
    for (unsigned J = 0; J < Rng() % 500; ++J)
      E.emplace_back(Rng() % Nodes, Rng() % Nodes);
    expectProper(E);
  }
}

TEST(EdgeColouring, RegularGraphsNeedTheirDegree) {
  std::mt19937 Rng(2);
  for (unsigned Degree : {1u, 3u, 7u, 16u}) {
    Edges E;
    std::vector<unsigned> To(32);
    for (unsigned J = 0; J < 32; ++J)
      To[J] = J;
    for (unsigned K = 0; K < Degree; ++K) {
      std::shuffle(To.begin(), To.end(), Rng);
      for (unsigned J = 0; J < 32; ++J)
        E.emplace_back(J, To[J]);
    }
    std::shuffle(E.begin(), E.end(), Rng);
    expectProper(E);
  }
}

} // namespace
