//===- TensorProgram.cpp - The tensors of a kernel and what makes them ----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/tensors/program/TensorProgram.h"
#include "llvm/ADT/PostOrderIterator.h"
#include <cmath>

using namespace llvm;
using namespace f2layout;

/// A loop is assumed to run so many times.
static constexpr double TurnsOfLoop = 8;

static double weightOf(const BasicBlock *BB, const LoopInfo &Loops) {
  return std::pow(TurnsOfLoop, std::min(Loops.getLoopDepth(BB), 6u));
}

TensorProgram::TensorProgram(Function &F, LoopInfo &Loops, CallFaults &Faults) {
  DenseMap<const Value *, TensorCall> Calls;
  for (TensorCall &C : readTensorCalls(F, Faults)) {
    const Value *V = C.Call;
    Calls.try_emplace(V, std::move(C));
  }
  if (Faults.isIn(F))
    return;
  ReversePostOrderTraversal<Function *> Order(&F);
  for (BasicBlock *BB : Order)
    for (Instruction &I : *BB) {
      auto It = Calls.find(&I);
      const bool IsCall = It != Calls.end();
      if (!IsCall && !isTensorType(I.getType()))
        continue;
      TensorNode N;
      N.V = &I;
      N.Weight = weightOf(BB, Loops);
      if (IsCall) {
        N.Call = std::move(It->second);
        N.Type = N.Call.Type;
      } else {
        N.K = isa<PHINode>(I) ? TensorNode::Phi : TensorNode::Select;
        N.Type = *TensorType::of(I.getType());
      }
      Ids[&I] = Nodes.size();
      Nodes.push_back(std::move(N));
    }
  // Undefined operands become nodes behind the others.
  for (NodeId N = 0, End = Nodes.size(); N < End; ++N) {
    SmallVector<Value *, 4> Tensors;
    for (Value *V : cast<Instruction>(Nodes[N].V)->operands())
      if (isTensorType(V->getType()))
        Tensors.push_back(V);
    for (Value *V : Tensors) {
      if (!isa<Instruction, UndefValue>(V)) {
        Faults.addAt(*cast<Instruction>(Nodes[N].V),
                     "a tensor that is an argument, expected the function "
                     "inlined into a kernel");
        return;
      }
      const NodeId Operand = nodeOf(V);
      Nodes[N].Operands.push_back(Operand);
      Nodes[Operand].Users.push_back(N);
    }
  }
  findStaged(Faults);
}

/// What may be used by phis and waits only.
void TensorProgram::findStaged(CallFaults &Faults) {
  SmallVector<NodeId, 8> Work;
  auto Mark = [&](NodeId N) {
    if (!Nodes[N].Staged)
      Work.push_back(N);
    Nodes[N].Staged = true;
  };
  for (NodeId N = 0; N < Nodes.size(); ++N)
    if (Nodes[N].is(TensorOp::Stage))
      Mark(N);
  while (!Work.empty())
    for (NodeId U : Nodes[Work.pop_back_val()].Users)
      if (Nodes[U].K == TensorNode::Phi)
        Mark(U);
  for (const TensorNode &N : Nodes)
    for (NodeId O : N.Operands) {
      const TensorNode &From = Nodes[O];
      const bool Takes = N.Staged || N.is(TensorOp::Wait);
      if (From.K == TensorNode::Undefined || From.Staged == Takes)
        continue;
      Faults.addAt(*cast<Instruction>(N.V),
                   From.Staged
                       ? "a staged tensor, expected it only in phis and "
                         "waits"
                       : "a tensor that is not staged, expected one");
    }
}

NodeId TensorProgram::nodeOf(Value *V) {
  auto [It, New] = Ids.try_emplace(V, Nodes.size());
  if (!New)
    return It->second;
  const NodeId Id = It->second;
  TensorNode N;
  // In code that is never reached, an instruction may have no node.
  N.K = TensorNode::Undefined;
  N.V = UndefValue::get(V->getType());
  N.Type = *TensorType::of(V->getType());
  Nodes.push_back(std::move(N));
  return Id;
}
