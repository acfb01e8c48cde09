//===- ThreadEvalRows.cpp - Values that do not depend on the row ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/evaluate/ThreadEval.h"

using namespace llvm;
using namespace f2layout;

/// The value is computed from operands that each read the index or the lane
/// alone and do not change under the blur; then rows make no difference to it.
bool ThreadEval::isGroupedByParts(const Value *V, ThreadEval &Blurred,
                                  DenseMap<const Value *, bool> &Known) {
  auto [It, New] = Known.try_emplace(V, false);
  if (!New)
    return It->second;
  bool Same = eval(V) == Blurred.eval(V);
  uint8_t Mixed = ReadsX | ReadsLane;
  if (!Same || (reads(V) & Mixed) != Mixed)
    return Known[V] = Same;
  auto *O = dyn_cast<Operator>(V);
  if (!O || isa<PHINode, CallBase, LoadInst>(O))
    return false;
  return Known[V] = all_of(O->operands(), [&](const Use &U) {
           return isGroupedByParts(U.get(), Blurred, Known);
         });
}

void ThreadEval::keepGrouped(SmallVectorImpl<const Value *> &Values,
                             unsigned Bits) {
  EvalShape Row = Shape;
  Row.BlurBits = Bits;
  ThreadEval First(F, Row, Uniformity, DT, PDT, LI, Terms);
  llvm::erase_if(Values,
                 [&](const Value *V) { return eval(V) != First.eval(V); });
  DenseMap<const Value *, bool> Known;
  auto *Middle =
      std::stable_partition(Values.begin(), Values.end(), [&](const Value *V) {
        return isGroupedByParts(V, First, Known);
      });
  SmallVector<const Value *, 8> Rest(Middle, Values.end());
  Values.erase(Middle, Values.end());
  Row.Size[0] = longestOfTwoRows();
  for (Row.LaneShift = 1; Row.LaneShift < 1u << Row.LaneBits && !Rest.empty();
       ++Row.LaneShift) {
    Row.BlurBits = 0;
    ThreadEval Exact(F, Row, Uniformity, DT, PDT, LI, Terms);
    Row.BlurBits = Bits;
    ThreadEval Blurred(F, Row, Uniformity, DT, PDT, LI, Terms);
    llvm::erase_if(
        Rest, [&](const Value *V) { return Exact.eval(V) != Blurred.eval(V); });
  }
  append_range(Values, Rest);
}

bool ThreadEval::differsInRows(const Value *V) {
  const ThreadValues &Values = eval(V);
  uint8_t Reads = reads(V);
  if (Reads & (ReadsY | ReadsZ | ReadsLane))
    return true;
  return (Reads & ReadsX) &&
         !all_equal(
             make_range(Values.begin(), Values.begin() + longestOfTwoRows()));
}
