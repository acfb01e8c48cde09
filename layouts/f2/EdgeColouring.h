//===- EdgeColouring.h - Rounds without collisions ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Messages between lanes are edges of a bipartite multigraph: senders on the
// left, receivers on the right. In one round a lane sends at most one message
// and takes at most one. A plan in k rounds is a colouring of the edges with k
// colours such that no two edges of one colour share an end.
//
//   messages 0->0, 0->1, 1->1, 1->0      colours  A: 0->0, 1->1
//                                                 B: 0->1, 1->0
//
// Koenig: as many colours suffice as the busiest lane has messages. Proof and
// algorithm: colour edge after edge. If colour x is free at the sender and y at
// the receiver, follow from the receiver the path of edges coloured x, y, x...
// It ends somewhere, and not at the sender: it arrives at senders by edges
// coloured x only, and x is free there. So x and y may be exchanged along it,
// after which x is free at both ends.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_F2_EDGECOLOURING_H
#define F2LAYOUT_LAYOUTS_F2_EDGECOLOURING_H

#include "llvm/ADT/ArrayRef.h"
#include <utility>
#include <vector>

namespace f2layout {
inline namespace layouts {

/// Edges are (sender, receiver). Returns a colour for each, colours counted
/// from zero, their number the greatest degree.
std::vector<unsigned>
colourEdges(llvm::ArrayRef<std::pair<unsigned, unsigned>> Edges);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_F2_EDGECOLOURING_H
