//===- EdgeColouring.cpp - Rounds without collisions ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/f2/EdgeColouring.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace {

constexpr unsigned None = ~0u;

class Colouring {
public:
  explicit Colouring(ArrayRef<std::pair<unsigned, unsigned>> Edges)
      : Edges(Edges), Colour(Edges.size(), None) {
    unsigned Nodes = 0;
    for (auto [From, To] : Edges)
      Nodes = std::max({Nodes, From + 1, To + 1});
    std::vector<unsigned> Degree[2] = {std::vector<unsigned>(Nodes, 0),
                                       std::vector<unsigned>(Nodes, 0)};
    for (auto [From, To] : Edges)
      Colours = std::max({Colours, ++Degree[0][From], ++Degree[1][To]});
    for (auto &Side : At)
      Side.assign(Nodes, std::vector<unsigned>(Colours, None));
  }

  std::vector<unsigned> run() {
    for (unsigned E = 0; E < Edges.size(); ++E) {
      unsigned X = freeAt(0, Edges[E].first);
      unsigned Y = freeAt(1, Edges[E].second);
      if (X != Y)
        exchange(Edges[E].second, X, Y);
      paint(E, X);
    }
    return std::move(Colour);
  }

private:
  unsigned end(unsigned Edge, unsigned Side) const {
    return Side ? Edges[Edge].second : Edges[Edge].first;
  }
  unsigned freeAt(unsigned Side, unsigned Node) const {
    return find(At[Side][Node], None) - At[Side][Node].begin();
  }
  void paint(unsigned Edge, unsigned C) {
    Colour[Edge] = C;
    At[0][Edges[Edge].first][C] = Edge;
    At[1][Edges[Edge].second][C] = Edge;
  }
  /// Swaps X and Y on the path that leaves the receiver by X, so that X
  /// becomes free there.
  void exchange(unsigned Receiver, unsigned X, unsigned Y) {
    std::vector<unsigned> Path;
    unsigned Side = 1, Node = Receiver, C = X;
    for (unsigned Edge; (Edge = At[Side][Node][C]) != None;) {
      Path.push_back(Edge);
      Side ^= 1;
      Node = end(Edge, Side);
      C = C == X ? Y : X;
    }
    for (unsigned Edge : Path)
      for (unsigned S : {0u, 1u})
        At[S][end(Edge, S)][Colour[Edge]] = None;
    for (unsigned Edge : Path)
      paint(Edge, Colour[Edge] == X ? Y : X);
  }

  ArrayRef<std::pair<unsigned, unsigned>> Edges;
  std::vector<unsigned> Colour;
  unsigned Colours = 0;
  /// The edge of each colour at each node, senders and receivers.
  std::vector<std::vector<unsigned>> At[2];
};

} // namespace

std::vector<unsigned>
f2layout::colourEdges(ArrayRef<std::pair<unsigned, unsigned>> Edges) {
  return Colouring(Edges).run();
}
