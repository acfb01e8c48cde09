//===- TensorMath.cpp - Reductions, scans and products of tensors ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lines are combined from their first element to their last, one after the
// other, and so are the products of a dot, which begin with what is added. The
// order in which a GPU takes them depends on the layout that is chosen, so
// floats may differ in their last bits.
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/intrinsics/TensorOps.h"
#include <cmath>

using namespace llvm;

namespace f2layout::sim {

static LineValue combine(const TensorCallInfo &C, const LineValue &A,
                         const LineValue &B) {
  return {combineElements(C.Op, C.Result.Element, A.Bits, B.Bits),
          std::max(A.State, B.State), A.FromData || B.FromData};
}

void reduceTensor(Group &G) {
  TensorRun R(G);
  if (!R.start())
    return;
  const TensorCallInfo &C = R.call();
  const TensorShape &From = *C.Operands[0];
  for (uint64_t E = 0; E < C.Result.elements(); ++E) {
    std::vector<uint64_t> At = C.Result.pointOf(E);
    At.insert(At.begin() + C.Axis, 0);
    const uint64_t First = From.elementAt(At);
    LineValue V = R.value(0, First);
    for (uint64_t I = 1; I < From.Sizes[C.Axis]; ++I)
      V = combine(C, V, R.value(0, First + I * From.stride(C.Axis)));
    R.put(E, V);
  }
  R.finish();
}

void scanTensor(Group &G) {
  TensorRun R(G);
  if (!R.start())
    return;
  const TensorCallInfo &C = R.call();
  const TensorShape &From = *C.Operands[0];
  const uint64_t Size = From.Sizes[C.Axis], Stride = From.stride(C.Axis);
  for (uint64_t First = 0; First < From.elements(); ++First) {
    if (From.pointOf(First)[C.Axis] != 0)
      continue;
    std::optional<LineValue> Before;
    for (uint64_t I = 0; I < Size; ++I) {
      const uint64_t E = First + Stride * (C.Reverse ? Size - 1 - I : I);
      const LineValue Own = R.value(0, E);
      const LineValue With = Before ? combine(C, *Before, Own) : Own;
      if (!C.Exclusive)
        R.put(E, With);
      else if (Before)
        R.put(E, *Before);
      else
        R.put(E, {firstResult(C.Op, C.Result.Element), Defined, false});
      Before = With;
    }
  }
  R.finish();
}

/// Integers are sign-extended. Floats are multiplied and added in double, and
/// rounded once; doubles by fma.
static LineValue product(TensorRun &R, uint64_t Row, uint64_t Column) {
  const TensorCallInfo &C = R.call();
  const LineType Of = C.Operands[0]->Element, To = C.Result.Element;
  const uint64_t K = C.Operands[0]->Sizes[1], N = C.Result.Sizes[1];
  LineValue Sum = R.value(2, Row * N + Column);
  double Total = To.FK == FloatKind::None ? 0 : toDouble(Sum.Bits, To.FK);
  for (uint64_t I = 0; I < K; ++I) {
    const LineValue A = R.value(0, Row * K + I), B = R.value(1, I * N + Column);
    Sum.State = std::max({Sum.State, A.State, B.State});
    Sum.FromData |= A.FromData || B.FromData;
    if (To.FK == FloatKind::None)
      Sum.Bits += uint64_t(signExtend(A.Bits, Of.Bits)) *
                  uint64_t(signExtend(B.Bits, Of.Bits));
    else
      Total = std::fma(toDouble(A.Bits, Of.FK), toDouble(B.Bits, Of.FK), Total);
  }
  if (To.FK != FloatKind::None)
    Sum.Bits =
        std::isnan(Total) ? canonicalNaN(To.FK) : fromDouble(Total, To.FK);
  Sum.Bits &= lowMask(To.Bits);
  return Sum;
}

void multiplyTensors(Group &G) {
  TensorRun R(G);
  if (!R.start())
    return;
  const TensorShape &To = R.call().Result;
  for (uint64_t E = 0; E < To.elements(); ++E)
    R.put(E, product(R, E / To.Sizes[1], E % To.Sizes[1]));
  R.finish();
}

} // namespace f2layout::sim
