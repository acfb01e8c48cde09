//===- TensorRun.cpp - Operations on tensors while they are executed ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/intrinsics/TensorOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace f2layout::sim {

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// All threads have the same value, or none has a defined one.
bool TensorRun::isUniform(unsigned I) {
  const Exec First = G.exec(0);
  const unsigned Size = G.I.Ops[I].Size;
  for (unsigned T = 1; T < G.Lanes.size(); ++T) {
    const Exec E = G.exec(T);
    const bool Undefined = First.stateOf(I) >= Undef && E.stateOf(I) >= Undef;
    if (Undefined || (First.stateOf(I) == E.stateOf(I) &&
                      !std::memcmp(First.op(I).D, E.op(I).D, Size)))
      continue;
    G.M.fault(Problem::Undefined, &E.T, &G.I,
              "operand " + utostr(I) + " is not the same in all threads");
    return false;
  }
  return true;
}

bool TensorRun::readOperand(unsigned I) {
  Numbers.push_back(0);
  if (!G.I.Ops[I].Size)
    return true; // A function.
  if (!isUniform(I))
    return false;
  if (!Call.Operands[I])
    return true;
  if (scalarState(I) >= Undef)
    Numbers.back() = ~uint64_t(scalarState(I));
  else
    Numbers.back() = scalar(I);
  return true;
}

bool TensorRun::start() {
  if (G.Lanes.size() != G.M.Threads.size())
    return false;
  for (unsigned T = 0; T < G.Lanes.size(); ++T)
    if (!G.lane(T)) {
      G.M.fault(Problem::Divergence, nullptr, &G.I,
                "needs the whole block, but thread " + utostr(T) +
                    " does not arrive");
      return false;
    }
  for (unsigned I = 0; I < G.I.Ops.size(); ++I)
    if (!readOperand(I))
      return false;
  if (!G.I.DstSize)
    return true;
  if (!G.M.Tensors.hasRoom(Call.Result.bytes())) {
    G.M.fault(Problem::Unsupported, nullptr, &G.I,
              "tensors of more than 256 MiB in a block");
    return false;
  }
  Result = G.M.Tensors.add(Call.Result.bytes());
  return true;
}

Bytes TensorRun::element(unsigned I, uint64_t E) {
  if (Numbers[I] < BlockTensors::MaxBytes)
    return G.M.Tensors[Numbers[I]] + E * Call.Operands[I]->Bytes;
  std::memset(NoState, int(~Numbers[I]), sizeof(NoState));
  return {NoData, NoState, NoOrigin};
}

LineValue TensorRun::value(unsigned I, uint64_t E) {
  const TensorShape &S = *Call.Operands[I];
  const Bytes V = element(I, E);
  return {readInt(V.D, S.Bytes) & lowMask(S.Element.Bits),
          worstState(V.S, S.Bytes), fromData(V.O, S.Bytes)};
}

void TensorRun::put(uint64_t E, const LineValue &V) {
  Bytes To = result(E);
  std::memcpy(To.D, &V.Bits, Call.Result.Bytes);
  setMeta(To, Call.Result.Bytes, State(V.State), exec(E).origin(V.FromData));
}

/// Every thread gets the number of the result.
void TensorRun::finish() {
  if (G.I.DstSize)
    for (unsigned T = 0; T < G.Lanes.size(); ++T)
      G.exec(T).putFree(Result);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// The address of an element; nothing if it is outside of the bounds, or after
/// a fault.
static std::optional<uint64_t> placeOf(TensorRun &R, const TensorShape &S,
                                       uint64_t Element) {
  const TensorCallInfo &C = R.call();
  Group &G = R.group();
  auto Number = [&](unsigned Operand) -> std::optional<int64_t> {
    if (R.scalarState(Operand) < Undef)
      return int64_t(R.scalar(Operand));
    G.M.fault(Problem::Undefined, nullptr, &G.I,
              "operand " + utostr(Operand) + " is undefined");
    return std::nullopt;
  };
  const std::vector<uint64_t> At = S.pointOf(Element);
  const unsigned Rank = At.size();
  for (unsigned D = 0; C.HasBounds && D < Rank; ++D) {
    std::optional<int64_t> Bound = Number(C.FirstStride + Rank + D);
    if (!Bound || int64_t(At[D]) >= *Bound)
      return std::nullopt;
  }
  std::optional<int64_t> Base = Number(0);
  if (!Base)
    return std::nullopt;
  uint64_t Sum = 0;
  for (unsigned D = 0; D < Rank; ++D) {
    if (S.Sizes[D] == 1)
      continue;
    std::optional<int64_t> Stride = Number(C.FirstStride + D);
    if (!Stride)
      return std::nullopt;
    Sum += At[D] * uint64_t(*Stride);
  }
  return uint64_t(*Base) + Sum * S.Bytes;
}

void loadTensor(Group &G) {
  TensorRun R(G);
  if (!R.start())
    return;
  const TensorShape &S = R.call().Result;
  for (uint64_t E = 0; E < S.elements(); ++E) {
    std::optional<uint64_t> From = placeOf(R, S, E);
    if (G.M.Halted)
      return;
    Exec By = R.exec(E);
    if (!From)
      copyBytes(R.result(E), By.op(G.I.Ops.size() - 1), S.Bytes);
    else if (!G.M.load(By.T, G.I, G.I.AS, *From, S.Bytes, S.Bytes, false,
                       R.result(E)))
      return;
  }
  R.finish();
}

void storeTensor(Group &G) {
  TensorRun R(G);
  if (!R.start())
    return;
  const TensorShape &S = *R.call().Operands[1];
  for (uint64_t E = 0; E < S.elements(); ++E) {
    std::optional<uint64_t> To = placeOf(R, S, E);
    if (G.M.Halted)
      return;
    if (To && !G.M.store(R.exec(E).T, G.I, G.I.AS, *To, S.Bytes, S.Bytes, false,
                         R.element(1, E)))
      return;
  }
}

//===----------------------------------------------------------------------===//
// Elements by themselves
//===----------------------------------------------------------------------===//

void splatTensor(Group &G) {
  TensorRun R(G);
  if (!R.start())
    return;
  const TensorShape &S = R.call().Result;
  for (uint64_t E = 0; E < S.elements(); ++E)
    copyBytes(R.result(E), R.exec(E).op(0), S.Bytes);
  R.finish();
}

void iotaTensor(Group &G) {
  TensorRun R(G);
  if (!R.start())
    return;
  const TensorShape &S = R.call().Result;
  for (uint64_t E = 0; E < S.elements(); ++E)
    R.put(E, {S.pointOf(E)[R.call().Axis] & lowMask(S.Element.Bits), Defined,
              false});
  R.finish();
}

/// Runs the function for an element in a thread of its own, which has only one
/// frame, with the numbers of the thread in charge.
static bool callFor(TensorRun &R, uint64_t E) {
  Group &G = R.group();
  const Thread &By = R.exec(E).T;
  Thread One;
  One.Linear = By.Linear;
  copy(By.Tid, One.Tid);
  One.Lane = By.Lane;
  One.Warp = By.Warp;
  Function &F = *G.I.Callee;
  if (!G.M.pushFrame(One, F, nullptr))
    return false;
  for (unsigned I = 0; I < F.Args.size(); ++I)
    copyBytes(One.Frames.back().Base + F.Args[I].R, R.element(I + 1, E),
              F.Args[I].Size);
  const Stop Why = G.M.interpret(One, false, G.M.L.MaxSteps);
  if (Why != Stop::Exit) {
    G.M.fault(Problem::Divergence, nullptr, &G.I,
              "the function of a map waits for other threads");
    return false;
  }
  const Frame &Last = One.Frames.back();
  const Inst &Return = F.Blocks[Last.Block].Insts[Last.Pc];
  if (One.Frames.size() != 1 || Return.Code != Op::Ret || Return.Ops.empty()) {
    G.M.fault(Problem::Unsupported, nullptr, &G.I,
              "the function of a map ends without a return");
    return false;
  }
  copyBytes(R.result(E), G.M.at(One, Return.Ops[0].R), R.call().Result.Bytes);
  return true;
}

void mapTensors(Group &G) {
  TensorRun R(G);
  if (!R.start())
    return;
  for (uint64_t E = 0; E < R.call().Result.elements(); ++E)
    if (!callFor(R, E))
      return;
  R.finish();
}

} // namespace f2layout::sim
