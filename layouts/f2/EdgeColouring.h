//===- EdgeColouring.h - Rounds without collisions ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Messages between lanes are edges of a bipartite multigraph: senders on the
// left, receivers on the right. In one round a lane sends at most one message
// and receives at most one. A schedule of k rounds is a colouring of the edges
// with k colours in which no two edges of the same colour share an end.
//
//   messages 0->0, 0->1, 1->1, 1->0      colours  A: 0->0, 1->1
//                                                 B: 0->1, 1->0
//
// Koenig's theorem: the number of messages of the busiest lane is a sufficient
// number of colours. Proof and algorithm: colour one edge after the other. Let
// colour x be free at the sender and y at the receiver. Follow from the
// receiver the path of edges coloured x, y, x... The path ends, but not at the
// sender: it reaches senders only by edges coloured x, and x is free at this
// sender. Swapping x and y along the path makes x free at both ends.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_F2_EDGECOLOURING_H
#define F2LAYOUT_LAYOUTS_F2_EDGECOLOURING_H

#include "llvm/ADT/ArrayRef.h"
#include <utility>
#include <vector>

namespace f2layout {
inline namespace layouts {

/// Edges are (sender, receiver). Returns a colour for each edge. Colours count
/// from zero, and their number is the greatest degree.
std::vector<unsigned>
colourEdges(llvm::ArrayRef<std::pair<unsigned, unsigned>> Edges);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_F2_EDGECOLOURING_H
