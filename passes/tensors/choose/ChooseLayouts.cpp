//===- ChooseLayouts.cpp - A layout for every tensor ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/tensors/choose/ChooseLayouts.h"
#include "passes/tensors/choose/LayoutCandidates.h"
#include "llvm/ADT/BitVector.h"

using namespace llvm;
using namespace f2layout;

namespace {

constexpr unsigned MaxSweeps = 4;

class Chooser {
public:
  Chooser(const TensorProgram &P, LayoutTable &Table, OpLayouts &Ops,
          LayoutPrices &Prices, CallFaults &Faults)
      : P(P), Table(Table), Ops(Ops), Prices(Prices),
        Candidates(P, Table, Ops, Prices, Faults) {}
  std::optional<LayoutChoices> run();

private:
  void start(std::optional<unsigned> RowWarps);
  LayoutId firstOf(NodeId N, std::optional<unsigned> RowWarps) const;
  void startSimply();
  void improve();
  void keepCheapest(function_ref<void()> Start, bool OnlyIfCheaper);
  bool improveValues();
  bool improveGroups();
  double total() const;
  double priceAround(NodeId N) const;
  double priceOf(NodeId N) const;
  void collectGroup(NodeId From, BitVector &Seen,
                    SmallVectorImpl<NodeId> &Group) const;
  bool moveGroup(ArrayRef<NodeId> Group, NodeId First, LayoutId To);
  void findRunnersUp();

  const TensorProgram &P;
  LayoutTable &Table;
  OpLayouts &Ops;
  LayoutPrices &Prices;
  LayoutCandidates Candidates;
  LayoutChoice Choice;
};

} // namespace

static bool proposes(const TensorNode &N) {
  return N.is(TensorOp::Load) || N.is(TensorOp::Stage) ||
         N.is(TensorOp::Store) || N.is(TensorOp::Dot) ||
         N.is(TensorOp::Convert);
}

/// A dot's first candidate whose warps divide the rows so often, if asked for.
LayoutId Chooser::firstOf(NodeId N, std::optional<unsigned> RowWarps) const {
  if (RowWarps && P[N].is(TensorOp::Dot))
    for (LayoutId L : Candidates[N]) {
      unsigned Rows = 0;
      for (unsigned I = Table.laneBits(); I < Table.threadBits(); ++I)
        Rows += Table.threadImage(L, I)[0] != 0;
      if (Rows == *RowWarps)
        return L;
    }
  return Candidates[N].front();
}

/// The layout of the first operand that the value can follow; else its own
/// first candidate.
void Chooser::start(std::optional<unsigned> RowWarps) {
  Choice.Of.resize(P.size());
  for (NodeId N = 0; N < P.size(); ++N) {
    const TensorNode &Node = P[N];
    Choice.Of[N] = firstOf(N, RowWarps);
    if (Node.isFree() || proposes(Node))
      continue;
    for (auto [I, Operand] : enumerate(Node.Operands)) {
      if (Operand >= N || P[Operand].isFree())
        continue;
      std::optional<LayoutId> L = Ops.follow(N, I, Choice.Of[Operand]);
      if (L && is_contained(Candidates[N], *L)) {
        Choice.Of[N] = *L;
        break;
      }
    }
  }
}

/// Each operation has what it proposes itself, or row by row, whatever the
/// others have.
void Chooser::startSimply() {
  for (NodeId N = 0; N < P.size(); ++N) {
    Choice.Of[N] = Candidates[N].front();
    if (proposes(P[N]))
      continue;
    std::optional<LayoutId> Rows = Candidates.rowMajor(N);
    if (Rows && Ops.canHave(N, *Rows))
      Choice.Of[N] = *Rows;
  }
}

/// The operation N and the conversions of its operands.
double Chooser::priceOf(NodeId N) const {
  const TensorNode &Node = P[N];
  const LayoutId Own = Choice.Of[N];
  const LayoutId First =
      Node.Operands.empty() ? Own : Choice.Of[Node.Operands[0]];
  double Price = Prices.operation(N, Own, First);
  for (auto [I, Operand] : enumerate(Node.Operands)) {
    const TensorNode &From = P[Operand];
    const Demand D = Ops.demand(N, I, Own);
    if (D.K == Demand::Impossible)
      return LayoutPrices::Impossible;
    if (D.K == Demand::Any || From.isFree())
      continue;
    Price += Prices.conversion(Choice.Of[Operand], D.Id, From.Type,
                               std::min(Node.Weight, From.Weight));
  }
  return Price;
}

double Chooser::total() const {
  double Price = 0;
  for (NodeId N = 0; N < P.size(); ++N)
    Price += priceOf(N);
  return Price;
}

/// The part of the kernel's price that depends on N's layout.
double Chooser::priceAround(NodeId N) const {
  double Price = priceOf(N);
  SmallVector<NodeId, 8> Seen{N};
  for (NodeId U : P[N].Users)
    if (!is_contained(Seen, U)) {
      Price += priceOf(U);
      Seen.push_back(U);
    }
  return Price;
}

/// Prices that differ by less are equal.
static bool isLess(double A, double B) { return A < B * (1 - 1e-9) - 1e-9; }

bool Chooser::improveValues() {
  bool Changed = false;
  for (NodeId N = 0; N < P.size(); ++N) {
    if (Candidates[N].size() < 2)
      continue;
    LayoutId Best = Choice.Of[N];
    double Least = priceAround(N);
    for (LayoutId L : Candidates[N]) {
      Choice.Of[N] = L;
      const double Price = priceAround(N);
      if (!isLess(Price, Least))
        continue;
      Best = L;
      Least = Price;
      Changed = true;
    }
    Choice.Of[N] = Best;
  }
  return Changed;
}

/// What needs no conversion with From now, and could not have one without
/// conversion if From moved alone.
void Chooser::collectGroup(NodeId From, BitVector &Seen,
                           SmallVectorImpl<NodeId> &Group) const {
  auto Connects = [&](NodeId Operand, NodeId User) {
    const TensorNode &N = P[User];
    if (!N.isElementwise() && !N.isShapeOp() && !N.is(TensorOp::Scan) &&
        !N.is(TensorOp::Reduce) && !N.is(TensorOp::Store) &&
        !N.is(TensorOp::Dot))
      return false;
    for (auto [I, O] : enumerate(N.Operands))
      if (O == Operand && Ops.follow(User, I, Choice.Of[Operand]) ==
                              std::optional(Choice.Of[User]))
        return true;
    return false;
  };
  SmallVector<NodeId, 16> Work{From};
  Seen.set(From);
  while (!Work.empty()) {
    const NodeId N = Work.pop_back_val();
    Group.push_back(N);
    auto Visit = [&](NodeId Next, bool Connected) {
      if (!Connected || Seen[Next])
        return;
      Seen.set(Next);
      Work.push_back(Next);
    };
    for (NodeId U : P[N].Users)
      Visit(U, Connects(N, U));
    for (NodeId Operand : P[N].Operands)
      Visit(Operand, !P[Operand].isFree() && Connects(Operand, N));
  }
}

/// Moves First to the layout, and the rest of the group to what follows from
/// it. Keeps that if the kernel becomes cheaper.
bool Chooser::moveGroup(ArrayRef<NodeId> Group, NodeId First, LayoutId To) {
  // New layouts, in the order in which they are reached.
  DenseMap<NodeId, LayoutId> New{{First, To}};
  SmallVector<NodeId, 16> Work{First};
  const DenseSet<NodeId> Members(Group.begin(), Group.end());
  for (size_t At = 0; At < Work.size(); ++At) {
    const NodeId N = Work[At];
    auto Give = [&](NodeId Next, std::optional<LayoutId> L) {
      if (!L || !Members.contains(Next) || New.contains(Next) ||
          !is_contained(Candidates[Next], *L))
        return;
      New[Next] = *L;
      Work.push_back(Next);
    };
    for (NodeId U : P[N].Users)
      for (auto [I, O] : enumerate(P[U].Operands))
        if (O == N)
          Give(U, Ops.follow(U, I, New[N]));
    for (auto [I, Operand] : enumerate(P[N].Operands))
      if (Demand D = Ops.demand(N, I, New[N]); D.K == Demand::Layout)
        Give(Operand, D.Id);
  }
  DenseSet<NodeId> Touched;
  for (NodeId N : Work) {
    Touched.insert(N);
    Touched.insert(P[N].Users.begin(), P[N].Users.end());
  }
  auto Sum = [&] {
    double Price = 0;
    for (NodeId N : Touched)
      Price += priceOf(N);
    return Price;
  };
  const double Before = Sum();
  DenseMap<NodeId, LayoutId> Old;
  for (NodeId N : Work) {
    Old[N] = Choice.Of[N];
    Choice.Of[N] = New[N];
  }
  if (isLess(Sum(), Before))
    return true;
  for (NodeId N : Work)
    Choice.Of[N] = Old[N];
  return false;
}

bool Chooser::improveGroups() {
  bool Changed = false;
  BitVector Seen(P.size());
  for (NodeId N = 0; N < P.size(); ++N) {
    if (Seen[N] || P[N].isFree())
      continue;
    SmallVector<NodeId, 16> Group;
    collectGroup(N, Seen, Group);
    if (Group.size() < 2)
      continue;
    // The member with the most candidates leads.
    const NodeId First = *max_element(Group, [&](NodeId L, NodeId R) {
      return Candidates[L].size() < Candidates[R].size();
    });
    for (LayoutId L : Candidates[First])
      if (L != Choice.Of[First])
        Changed |= moveGroup(Group, First, L);
  }
  return Changed;
}

void Chooser::improve() {
  for (unsigned Sweep = 0; Sweep < MaxSweeps; ++Sweep) {
    const bool Values = improveValues(), Groups = improveGroups();
    if (!Values && !Groups)
      break;
  }
}

/// Searches from another start, and keeps what it finds if that is cheaper than
/// what there is. OnlyIfCheaper: only if the start itself is.
void Chooser::keepCheapest(function_ref<void()> Start, bool OnlyIfCheaper) {
  const std::vector<LayoutId> Best = Choice.Of;
  const double Least = total();
  Start();
  if (!OnlyIfCheaper || isLess(total(), Least))
    improve();
  if (!isLess(total(), Least))
    Choice.Of = Best;
}

void Chooser::findRunnersUp() {
  Choice.Next.assign(P.size(), std::nullopt);
  for (NodeId N = 0; N < P.size(); ++N) {
    if (Candidates[N].size() < 2 || P[N].isFree())
      continue;
    const LayoutId Best = Choice.Of[N];
    const double Least = priceAround(N);
    std::optional<LayoutChoice::RunnerUp> &Next = Choice.Next[N];
    for (LayoutId L : Candidates[N]) {
      if (L == Best)
        continue;
      Choice.Of[N] = L;
      const double More = priceAround(N) - Least;
      if (More < LayoutPrices::Impossible / 2 && (!Next || More < Next->More))
        Next = {L, More};
    }
    Choice.Of[N] = Best;
  }
}

std::optional<LayoutChoices> Chooser::run() {
  if (!Candidates.find())
    return std::nullopt;
  start(std::nullopt);
  improve();
  // Dots that feed each other may have to move together.
  if (count_if(P.nodes(),
               [](const TensorNode &N) { return N.is(TensorOp::Dot); }) > 1)
    for (unsigned Rows = 0; Rows <= Table.warpBits(); ++Rows)
      keepCheapest([&] { start(Rows); }, /*OnlyIfCheaper=*/false);
  // A search may end where converting at every use would be cheaper: then it
  // begins there.
  keepCheapest([&] { startSimply(); }, /*OnlyIfCheaper=*/true);
  findRunnersUp();
  LayoutChoices Both;
  Both.Chosen = Choice;
  startSimply();
  findRunnersUp();
  Both.Proposed = std::move(Choice);
  return Both;
}

std::optional<LayoutChoices> f2layout::chooseLayouts(const TensorProgram &P,
                                                     LayoutTable &Table,
                                                     OpLayouts &Ops,
                                                     LayoutPrices &Prices,
                                                     CallFaults &Faults) {
  return Chooser(P, Table, Ops, Prices, Faults).run();
}
