//===- ReductionCode.cpp - Reductions as device functions -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/code/ElementText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace f2layout::calc {

namespace {

class Writer : ElementText {
public:
  Writer(raw_ostream &OS, const Reduction &R, const LineFunction &F,
         const OperationCode &Op)
      : ElementText(OS, F, Op, R.Moves), R(R) {}
  void body();

private:
  ElementNames fold(const ReduceStep &S, const ElementNames &V);
  ElementNames split(const ReduceStep &S, const ElementNames &V);
  ElementNames step(const ReduceStep &S, const ElementNames &V);

  const Reduction &R;
};

} // namespace

ElementNames Writer::fold(const ReduceStep &S, const ElementNames &V) {
  const ElementNames Moved =
      S.Lanes ? ofLanes(V, [&](unsigned L) { return L ^ S.Lanes; }) : V;
  ElementNames Left, Right;
  for (unsigned I = 0, E = registersAfter(S, R, V.size()); I < E; ++I) {
    const auto [A, B] = operandsOf(S, I);
    Left.push_back(V[A]);
    Right.push_back(Moved[B]);
  }
  return combine(Left, Right);
}

/// Each lane keeps one register of a pair, and sends the other one.
ElementNames Writer::split(const ReduceStep &S, const ElementNames &V) {
  const std::string IsUpper =
      "(lane & " + std::to_string(1u << S.LaneBit) + "u) ? ";
  ElementNames Kept, Sent;
  for (unsigned I = 0, E = registersAfter(S, R, V.size()); I < E; ++I) {
    const auto [Low, High] = operandsOf(S, I);
    Kept.push_back(define(IsUpper + V[High] + " : " + V[Low]));
    Sent.push_back(define(IsUpper + V[Low] + " : " + V[High]));
  }
  return combine(Kept, ofLanes(Sent, [&](unsigned L) { return L ^ S.Lanes; }));
}

ElementNames Writer::step(const ReduceStep &S, const ElementNames &V) {
  ElementNames New;
  switch (S.K) {
  case ReduceStep::Rename:
    for (unsigned Source : S.Sources)
      New.push_back(V[Source]);
    return New;
  case ReduceStep::Fold:
    return fold(S, V);
  case ReduceStep::Split:
    return split(S, V);
  case ReduceStep::Warp:
    for (const std::string &Name : V)
      New.push_back(define(Op.ofWarp(Name)));
    return New;
  case ReduceStep::Move:
    return move(S.Moved, V);
  }
  llvm_unreachable("covered switch");
}

void Writer::body() {
  defineThread();
  ElementNames V;
  for (unsigned I = 0; I < R.NumSources; ++I)
    V.push_back("in[" + std::to_string(I) + "]");
  for (const ReduceStep &S : R.Steps)
    V = step(S, V);
  for (auto [I, Name] : enumerate(V))
    OS << "  out[" << I << "] = " << Name << ";\n";
  OS << "}\n";
}

Error printReductionCode(raw_ostream &OS, const Reduction &R,
                         const LineFunction &F) {
  Expected<OperationCode> Op = OperationCode::create(F.Op, F.ElementBits);
  if (!Op)
    return Op.takeError();
  if (Error E = printLineHead(OS, F, *Op, R.Moves, R.NumSources, R.NumResults))
    return E;
  Writer(OS, R, F, *Op).body();
  return Error::success();
}

} // namespace f2layout::calc
