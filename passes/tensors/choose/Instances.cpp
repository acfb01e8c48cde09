//===- Instances.cpp - In which layouts each tensor is made, and how ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/tensors/choose/Instances.h"

using namespace llvm;
using namespace f2layout;

/// Longer chains are not made again.
static constexpr unsigned MaxDepth = 32;

Instances::Instances(const TensorProgram &P, const LayoutChoice &Choice,
                     OpLayouts &Ops, LayoutPrices &Prices, bool MayRepeat)
    : P(P), Choice(Choice), Ops(Ops), Prices(Prices), MayRepeat(MayRepeat),
      ByNode(P.size()) {
  for (NodeId N = 0; N < P.size(); ++N)
    if (P[N].is(TensorOp::Store))
      require(N, Choice.Of[N]);
}

bool Instances::canRepeat(NodeId N) const {
  const TensorNode &Node = P[N];
  if (Node.Staged)
    return false;
  if (Node.isFree())
    return true;
  if (!MayRepeat)
    return false;
  if (Node.isElementwise() || Node.isShapeOp())
    return true;
  return Node.is(TensorOp::Load) || Node.is(TensorOp::Wait) ||
         Node.is(TensorOp::Reduce) || Node.is(TensorOp::Gather) ||
         Node.is(TensorOp::Convert);
}

/// The layout in which operand number I is used.
LayoutId Instances::operandLayout(NodeId N, unsigned I,
                                  LayoutId OfResult) const {
  const Demand D = Ops.demand(N, I, OfResult);
  return D.K == Demand::Layout ? D.Id : Choice.Of[P[N].Operands[I]];
}

double Instances::priceOfMaking(NodeId N, LayoutId L, unsigned Depth) {
  const TensorNode &Node = P[N];
  if (!Ops.canHave(N, L))
    return LayoutPrices::Impossible;
  const LayoutId First =
      Node.Operands.empty() ? L : Choice.Of[Node.Operands[0]];
  double Price = Prices.operation(N, L, First);
  for (unsigned I = 0; I < Node.Operands.size(); ++I) {
    if (Price >= LayoutPrices::Impossible)
      break;
    Price += priceOfDemand(Node.Operands[I], operandLayout(N, I, L), Depth + 1);
  }
  return Price;
}

/// What it costs to have N in layout L, beside what is there anyway.
double Instances::priceOfDemand(NodeId N, LayoutId L, unsigned Depth) {
  if (L == Choice.Of[N] || Numbers.count({N, L}))
    return 0;
  auto [It, New] = Priced.try_emplace({N, L}, 0); // 0 while it is priced.
  if (!New)
    return It->second;
  const TensorNode &Node = P[N];
  double Best = Node.isFree() ? LayoutPrices::Impossible
                              : Prices.conversion(Choice.Of[N], L, Node.Type,
                                                  Node.Weight);
  if (canRepeat(N) && Depth < MaxDepth)
    Best = std::min(Best, priceOfMaking(N, L, Depth));
  // The iterator stays valid in a map.
  return It->second = Best;
}

std::pair<unsigned, bool> Instances::open(NodeId N, LayoutId L) {
  auto [It, New] = Numbers.try_emplace({N, L}, Made.size());
  if (!New)
    return {It->second, false};
  const unsigned Id = It->second;
  Made.push_back({N, L, std::nullopt, {}});
  const TensorNode &Node = P[N];
  const LayoutId Own = Choice.Of[N];
  if (L == Own || Node.isFree())
    return {Id, true};
  const double Convert = Prices.conversion(Own, L, Node.Type, Node.Weight);
  // What is being made costs nothing where it is needed again.
  Priced[{N, L}] = 0;
  if (!canRepeat(N) || priceOfMaking(N, L, 0) >= Convert)
    Made[Id].From = Id; // Until the other one has a number.
  return {Id, true};
}

/// Operands come first. Chains are as long as the kernel, so those that wait
/// are in a list.
void Instances::require(NodeId N, LayoutId L) {
  struct Waiting {
    unsigned Id = 0, Next = 0;
  };
  SmallVector<Waiting, 16> Work;
  auto Need = [&](NodeId Of, LayoutId In) {
    const auto [Id, New] = open(Of, In);
    if (New)
      Work.push_back({Id, 0});
    return Id;
  };
  Need(N, L);
  while (!Work.empty()) {
    const unsigned Id = Work.back().Id, I = Work.back().Next++;
    const NodeId Of = Made[Id].Node;
    if (Made[Id].From && I == 0) {
      const unsigned From = Need(Of, Choice.Of[Of]);
      Made[Id].From = From;
    } else if (!Made[Id].From && I < P[Of].Operands.size()) {
      const unsigned Operand =
          Need(P[Of].Operands[I], operandLayout(Of, I, Made[Id].Layout));
      Made[Id].Operands.push_back(Operand);
    } else {
      ByNode[Of].push_back(Id);
      Work.pop_back();
    }
  }
}

double Instances::price() const {
  double Sum = 0;
  for (const Instance &I : Made) {
    const TensorNode &Node = P[I.Node];
    const LayoutId First =
        I.Operands.empty() ? I.Layout : Made[I.Operands[0]].Layout;
    Sum += I.From ? Prices.conversion(Made[*I.From].Layout, I.Layout, Node.Type,
                                      Node.Weight)
                  : Prices.operation(I.Node, I.Layout, First);
  }
  return Sum;
}

unsigned Instances::conversions() const {
  return count_if(Made, [&](const Instance &I) {
    const bool IsStated = !I.From && P[I.Node].is(TensorOp::Convert);
    return I.From || (IsStated && Made[I.Operands[0]].Layout != I.Layout);
  });
}

unsigned Instances::repeated() const {
  unsigned Count = 0;
  for (NodeId N = 0; N < P.size(); ++N) {
    unsigned Own = 0;
    for (unsigned Id : ByNode[N])
      Own += !Made[Id].From;
    if (Own > 1 && !P[N].isFree())
      Count += Own - 1;
  }
  return Count;
}

std::unique_ptr<Instances>
f2layout::cheapestInstances(const TensorProgram &P,
                            const LayoutChoices &Choices, OpLayouts &Ops,
                            LayoutPrices &Prices, bool ConvertAtUses) {
  auto Make = [&](const LayoutChoice &Choice, bool MayRepeat) {
    return std::make_unique<Instances>(P, Choice, Ops, Prices, MayRepeat);
  };
  std::unique_ptr<Instances> Best = Make(Choices.Proposed, false);
  if (ConvertAtUses)
    return Best;
  // Of equal ones, what was chosen.
  for (const LayoutChoice *Choice : {&Choices.Proposed, &Choices.Chosen})
    if (auto Next = Make(*Choice, true); Next->price() <= Best->price())
      Best = std::move(Next);
  return Best;
}
