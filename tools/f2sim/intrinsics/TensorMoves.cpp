//===- TensorMoves.cpp - Operations that move elements of tensors ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/intrinsics/TensorOps.h"

using namespace llvm;

namespace f2layout::sim {

/// Element E of the result is a copy of element Source(E) of operand 0.
template <typename Fn> static void moveElements(Group &G, Fn Source) {
  TensorRun R(G);
  if (!R.start())
    return;
  const TensorShape &To = R.call().Result;
  for (uint64_t E = 0; E < To.elements(); ++E)
    copyBytes(R.result(E), R.element(0, Source(E)), To.Bytes);
  R.finish();
}

void transTensor(Group &G) {
  const TensorCallInfo &C = *G.I.Tensor;
  moveElements(G, [&](uint64_t E) {
    const std::vector<uint64_t> At = C.Result.pointOf(E);
    std::vector<uint64_t> From(At.size());
    for (unsigned D = 0; D < At.size(); ++D)
      From[C.Order[D]] = At[D];
    return C.Operands[0]->elementAt(From);
  });
}

void copyTensor(Group &G) {
  moveElements(G, [](uint64_t E) { return E; });
}

void broadcastTensor(Group &G) {
  const TensorCallInfo &C = *G.I.Tensor;
  moveElements(G, [&](uint64_t E) {
    std::vector<uint64_t> At = C.Result.pointOf(E);
    for (unsigned D = 0; D < At.size(); ++D)
      At[D] %= C.Operands[0]->Sizes[D];
    return C.Operands[0]->elementAt(At);
  });
}

void splitTensor(Group &G) {
  moveElements(G, [&](uint64_t E) { return 2 * E + G.I.Tensor->Which; });
}

void joinTensors(Group &G) {
  TensorRun R(G);
  if (!R.start())
    return;
  const TensorShape &To = R.call().Result;
  for (uint64_t E = 0; E < To.elements(); ++E)
    copyBytes(R.result(E), R.element(E % 2, E / 2), To.Bytes);
  R.finish();
}

/// As in a gather with layouts: an index outside is taken modulo the size, and
/// an undefined one gives an undefined element.
void gatherTensor(Group &G) {
  TensorRun R(G);
  if (!R.start())
    return;
  const TensorCallInfo &C = R.call();
  const TensorShape &From = *C.Operands[0];
  for (uint64_t E = 0; E < C.Result.elements(); ++E) {
    const LineValue Index = R.value(1, E);
    std::vector<uint64_t> At = C.Result.pointOf(E);
    At[C.Axis] = Index.Bits % From.Sizes[C.Axis];
    copyBytes(R.result(E), R.element(0, From.elementAt(At)), From.Bytes);
    if (Index.State > Frozen)
      std::memset(R.result(E).S, Index.State, From.Bytes);
  }
  R.finish();
}

} // namespace f2layout::sim
