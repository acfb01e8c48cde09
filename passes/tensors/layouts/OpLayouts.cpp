//===- OpLayouts.cpp - Layouts through operations on tensors --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/tensors/layouts/OpLayouts.h"
#include "layouts/families/Sliced.h"

using namespace llvm;
using namespace f2layout;

std::optional<LayoutId> OpLayouts::number(Expected<LinearLayout> L) {
  if (!L) {
    consumeError(L.takeError());
    return std::nullopt;
  }
  Expected<LayoutId> Id = Table.number(*L);
  if (Id)
    return *Id;
  consumeError(Id.takeError());
  return std::nullopt;
}

/// Whether N is what a wait reads, renamed or mapped and not used for anything
/// else. Of a map the first operand decides: the others, such as scales, are
/// taken to be small.
static bool isReadInParts(const TensorProgram &P, NodeId N) {
  // So many operations lie in between at most.
  constexpr unsigned MostBetween = 16;
  for (unsigned Step = 0; Step <= MostBetween; ++Step) {
    const TensorNode &Node = P[N];
    if (Node.Users.size() != 1)
      return false;
    if (Node.is(TensorOp::Wait))
      return true;
    if (!Node.is(TensorOp::Map) && !Node.isShapeOp())
      return false;
    N = Node.Operands[0];
  }
  return false;
}

ArrayRef<DotChoice> OpLayouts::allDotChoices(NodeId N) {
  auto [It, New] = AllDots.try_emplace(N);
  if (New) {
    const TensorNode &Node = P[N];
    const NodeId A = Node.Operands[0], B = Node.Operands[1];
    It->second =
        dotLayouts({P[A].Type, P[B].Type, Node.Type, Node.Call.MayRound,
                    !isReadInParts(P, A), !isReadInParts(P, B)},
                   Table, T);
  }
  return It->second;
}

/// Layouts in which dots leave what N is made of, element by element.
void OpLayouts::addResultsOfDots(NodeId N, DenseSet<NodeId> &Seen,
                                 DenseSet<LayoutId> &Results) {
  SmallVector<NodeId, 8> Work{N};
  while (!Work.empty()) {
    const NodeId At = Work.pop_back_val();
    if (!Seen.insert(At).second)
      continue;
    if (P[At].is(TensorOp::Dot))
      for (const DotChoice &C : allDotChoices(At))
        Results.insert(C.Result);
    else if (P[At].isElementwise())
      append_range(Work, P[At].Operands);
  }
}

ArrayRef<DotChoice> OpLayouts::dotChoices(NodeId N) {
  if (auto It = Dots.find(N); It != Dots.end())
    return It->second;
  DenseSet<NodeId> Seen;
  DenseSet<LayoutId> Given;
  for (unsigned Factor = 0; Factor < 2; ++Factor)
    addResultsOfDots(P[N].Operands[Factor], Seen, Given);
  std::vector<DotChoice> Choices;
  for (const DotChoice &C : allDotChoices(N)) {
    auto Same = find_if(
        Choices, [&](const DotChoice &O) { return O.Result == C.Result; });
    if (Same == Choices.end())
      Choices.push_back(C);
    else if (C.Clocks <= Same->Clocks && Given.contains(C.A) &&
             !Given.contains(Same->A))
      *Same = C;
  }
  return Dots[N] = std::move(Choices);
}

const DotChoice *OpLayouts::dotChoice(NodeId N, LayoutId OfResult) {
  for (const DotChoice &C : dotChoices(N))
    if (C.Result == OfResult)
      return &C;
  return nullptr;
}

/// The operation only renames registers between these layouts.
static bool canRename(const TensorCall &Call, const LinearLayout &Operand,
                      const LinearLayout &Result) {
  Expected<RegisterAction> Action = Call.Shape->registers(Operand, Result);
  if (Action)
    return true;
  consumeError(Action.takeError());
  return false;
}

Demand OpLayouts::demand(NodeId N, unsigned I, LayoutId OfResult) {
  const TensorNode &Node = P[N];
  // The copies of staged tensors need no layout in registers.
  if (Node.Staged || Node.is(TensorOp::Wait))
    return {Demand::Any, 0};
  if (Node.isElementwise() || Node.is(TensorOp::Scan) ||
      Node.is(TensorOp::Store) || (Node.is(TensorOp::Gather) && I == 1))
    return {Demand::Layout, OfResult};
  if (Node.is(TensorOp::Reduce) || Node.is(TensorOp::Gather) ||
      Node.is(TensorOp::Convert))
    return {Demand::Any, 0};
  if (Node.is(TensorOp::Dot)) {
    const DotChoice *C = dotChoice(N, OfResult);
    if (!C)
      return {Demand::Impossible, 0};
    return {Demand::Layout, I == 0 ? C->A : I == 1 ? C->B : C->Result};
  }
  auto [It, New] = Backward.try_emplace({N, OfResult});
  if (New)
    It->second = number(Node.Call.Shape->backward(Table[OfResult]));
  // Both must lead to the same registers, so that the operation is free.
  if (New && It->second &&
      !canRename(Node.Call, Table[*It->second], Table[OfResult]))
    It->second = std::nullopt;
  return It->second ? Demand{Demand::Layout, *It->second}
                    : Demand{Demand::Impossible, 0};
}

std::optional<LayoutId> OpLayouts::follow(NodeId N, unsigned I,
                                          LayoutId OfOperand) {
  const TensorNode &Node = P[N];
  if (Node.isElementwise() || Node.is(TensorOp::Scan) ||
      Node.is(TensorOp::Store) || (Node.is(TensorOp::Gather) && I == 1))
    return OfOperand;
  if (Node.is(TensorOp::Gather) || Node.is(TensorOp::Convert) ||
      Node.is(TensorOp::Wait))
    return std::nullopt;
  if (Node.is(TensorOp::Dot))
    return I == 2 && dotChoice(N, OfOperand) ? std::optional(OfOperand)
                                             : std::nullopt;
  auto [It, New] = Forward.try_emplace({N, OfOperand});
  if (New)
    It->second = Node.is(TensorOp::Reduce)
                     ? number(sliceOf(Table[OfOperand], Node.Call.Axis))
                     : number(Node.Call.Shape->forward(Table[OfOperand]));
  return It->second;
}

bool OpLayouts::canHave(NodeId N, LayoutId L) {
  const TensorNode &Node = P[N];
  for (unsigned I = 0; I < Node.Operands.size(); ++I)
    if (demand(N, I, L).K == Demand::Impossible)
      return false;
  return true;
}
