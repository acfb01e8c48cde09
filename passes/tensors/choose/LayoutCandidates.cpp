//===- LayoutCandidates.cpp - Layouts that a tensor may have --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/tensors/choose/LayoutCandidates.h"

using namespace llvm;
using namespace f2layout;

static constexpr unsigned MaxCandidates = 8;
static constexpr unsigned MaxSweeps = 4;

bool LayoutCandidates::add(NodeId N, LayoutId L) {
  SmallVector<LayoutId, 4> &Here = Of[N];
  if (Here.size() >= MaxCandidates || is_contained(Here, L) ||
      !Ops.canHave(N, L))
    return false;
  Here.push_back(L);
  return true;
}

/// The layouts of operations that care, the most particular ones first.
void LayoutCandidates::propose() {
  auto ForEach = [&](TensorOp Op, auto Do) {
    for (NodeId N = 0; N < P.size(); ++N)
      if (P[N].is(Op))
        Do(N);
  };
  ForEach(TensorOp::Convert, [&](NodeId N) {
    Expected<LayoutId> Id = Table.number(*P[N].Call.Stated);
    if (Id)
      add(N, *Id);
    else
      Faults.add(*P[N].Call.Call, toString(Id.takeError()));
  });
  ForEach(TensorOp::Dot, [&](NodeId N) {
    for (const DotChoice &C : Ops.dotChoices(N))
      add(N, C.Result);
    if (Of[N].empty())
      Faults.add(*P[N].Call.Call,
                 Twine("no layout of ") + P[N].Type.toString() +
                     " for a product with k = " +
                     Twine(P[P[N].Operands[0]].Type.Shape[1]) +
                     ", expected one with at most 256 elements of each factor "
                     "in a thread");
  });
  auto OfAccess = [&](NodeId N) {
    Expected<LayoutId> Id = Prices.access(N).best(Table, P[N].Type);
    if (Id)
      add(N, *Id);
    else
      Faults.add(*P[N].Call.Call, toString(Id.takeError()));
  };
  ForEach(TensorOp::Stage, OfAccess);
  ForEach(TensorOp::Load, OfAccess);
  ForEach(TensorOp::Store, OfAccess);
}

/// Carries N's candidates to its users and operands; returns true if one of
/// them is new there, and appends who has new ones.
bool LayoutCandidates::spread(NodeId N, SmallVectorImpl<NodeId> *Changed) {
  bool Any = false;
  auto Add = [&](NodeId To, LayoutId L) {
    if (!add(To, L))
      return;
    Any = true;
    if (Changed)
      Changed->push_back(To);
  };
  const SmallVector<LayoutId, 4> Own = Of[N];
  for (NodeId U : P[N].Users) {
    const TensorNode &User = P[U];
    for (auto [I, Operand] : enumerate(User.Operands)) {
      if (Operand != N)
        continue;
      for (LayoutId L : Own)
        if (std::optional<LayoutId> Next = Ops.follow(U, I, L))
          Add(U, *Next);
    }
  }
  for (auto [I, Operand] : enumerate(P[N].Operands))
    for (LayoutId L : Own)
      if (Demand D = Ops.demand(N, I, L); D.K == Demand::Layout)
        Add(Operand, D.Id);
      else if (P[N].is(TensorOp::Convert)) // Then it converts nothing.
        Add(Operand, L);
  return Any;
}

/// Each round carries candidates across the kernel and back.
void LayoutCandidates::spreadAll() {
  bool Changed = true;
  for (unsigned Sweep = 0; Changed && Sweep < MaxSweeps; ++Sweep) {
    Changed = false;
    for (NodeId N = 0; N < P.size(); ++N)
      Changed |= spread(N);
    for (NodeId N = P.size(); N-- > 0;)
      Changed |= spread(N);
  }
}

std::optional<LayoutId> LayoutCandidates::rowMajor(NodeId N) {
  GlobalAccess G;
  for (unsigned D = P[N].Type.rank(); D-- > 0;)
    G.Order.push_back(D);
  Expected<LayoutId> Id = G.best(Table, P[N].Type);
  if (Id)
    return *Id;
  consumeError(Id.takeError());
  return std::nullopt;
}

/// Tensors that nothing says anything about. Others may follow each of them.
void LayoutCandidates::addDefaults() {
  for (NodeId N = 0; N < P.size(); ++N) {
    if (!Of[N].empty())
      continue;
    std::optional<LayoutId> Id = rowMajor(N);
    SmallVector<NodeId, 8> Work;
    if (Id && add(N, *Id))
      Work.push_back(N);
    while (!Work.empty())
      spread(Work.pop_back_val(), &Work);
  }
}

bool LayoutCandidates::find() {
  propose();
  if (!Faults.empty())
    return false;
  spreadAll();
  addDefaults();
  for (NodeId N = 0; N < P.size(); ++N)
    if (Of[N].empty()) {
      if (auto *I = dyn_cast<Instruction>(P[N].V))
        Faults.addAt(*I, Twine("no layout of ") + P[N].Type.toString() +
                             " for a block of 2^" + Twine(Table.threadBits()) +
                             " threads, expected at most 256 elements in a "
                             "thread");
      return false;
    }
  return true;
}
