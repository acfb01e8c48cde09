//===- FloatIntrinsics.cpp - Arithmetic of floats -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Semantics: LLVM Language Reference, "Intrinsic Functions".
//
//===----------------------------------------------------------------------===//

#include "compat/LLVMCompat.h"
#include "tools/f2sim/intrinsics/Elementwise.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/IR/Intrinsics.h"
#include <cmath>

using namespace llvm;

namespace f2layout::sim {

static uint64_t fused(uint64_t A, uint64_t B, uint64_t C, FloatKind K) {
  if (K == FloatKind::Float)
    return fromDouble(std::fma(float(toDouble(A, K)), float(toDouble(B, K)),
                               float(toDouble(C, K))),
                      K);
  if (K == FloatKind::Double)
    return fromDouble(std::fma(toDouble(A, K), toDouble(B, K), toDouble(C, K)),
                      K);
  APFloat X = toAPFloat(A, K);
  X.fusedMultiplyAdd(toAPFloat(B, K), toAPFloat(C, K),
                     APFloat::rmNearestTiesToEven);
  return X.isNaN() ? canonicalNaN(K) : fromAPFloat(X);
}

static bool lessZero(double A, double B) { // orders -0 before +0
  return A < B || (A == B && std::signbit(A) && !std::signbit(B));
}

static bool floatOp(unsigned ID, const uint64_t *V, FloatKind K, uint64_t &R) {
  double A = toDouble(V[0], K), B = toDouble(V[1], K);
  uint64_t Sign = 1ull << (floatBits(K) - 1);
  double Out;
  switch (ID) {
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
    R = fused(V[0], V[1], V[2], K);
    return true;
  case Intrinsic::fabs:
    R = V[0] & ~Sign;
    return true;
  case Intrinsic::copysign:
    R = (V[0] & ~Sign) | (V[1] & Sign);
    return true;
  case Intrinsic::canonicalize:
    R = std::isnan(A) ? canonicalNaN(K) : V[0];
    return true;
  case Intrinsic::minnum:
  case Intrinsic::minimumnum:
    R = std::isnan(A) ? V[1] : std::isnan(B) || !lessZero(B, A) ? V[0] : V[1];
    if (std::isnan(A) && std::isnan(B))
      R = canonicalNaN(K);
    return true;
  case Intrinsic::maxnum:
  case Intrinsic::maximumnum:
    R = std::isnan(A) ? V[1] : std::isnan(B) || !lessZero(A, B) ? V[0] : V[1];
    if (std::isnan(A) && std::isnan(B))
      R = canonicalNaN(K);
    return true;
  case Intrinsic::minimum:
  case Intrinsic::maximum:
    if (std::isnan(A) || std::isnan(B))
      R = canonicalNaN(K);
    else
      R = lessZero(A, B) == (ID == Intrinsic::minimum) ? V[0] : V[1];
    return true;
  case Intrinsic::sqrt:
    Out = K == FloatKind::Float ? double(std::sqrt(float(A))) : std::sqrt(A);
    break;
  case Intrinsic::floor:
    Out = std::floor(A);
    break;
  case Intrinsic::ceil:
    Out = std::ceil(A);
    break;
  case Intrinsic::trunc:
    Out = std::trunc(A);
    break;
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::roundeven:
    Out = std::nearbyint(A);
    break;
  case Intrinsic::round:
    Out = std::round(A);
    break;
  // Library functions have no exact result; both sides use those of the host.
  case Intrinsic::exp:
    Out = std::exp(A);
    break;
  case Intrinsic::exp2:
    Out = std::exp2(A);
    break;
  case Intrinsic::log:
    Out = std::log(A);
    break;
  case Intrinsic::log2:
    Out = std::log2(A);
    break;
  case Intrinsic::log10:
    Out = std::log10(A);
    break;
  case Intrinsic::sin:
    Out = std::sin(A);
    break;
  case Intrinsic::cos:
    Out = std::cos(A);
    break;
  case Intrinsic::pow:
    Out = std::pow(A, B);
    break;
  default:
    return false;
  }
  R = fromDouble(Out, K);
  return true;
}

/// LLVM Language Reference, llvm.vector.reduce.fmax: "the reduction has the
/// same comparison semantics as the llvm.maxnum intrinsic", fmin: llvm.minnum,
/// fmaximum and fminimum: llvm.maximum and llvm.minimum.
static unsigned comparisonOf(unsigned Reduction) {
  switch (Reduction) {
  case Intrinsic::vector_reduce_fmax:
    return Intrinsic::maxnum;
  case Intrinsic::vector_reduce_fmin:
    return Intrinsic::minnum;
  case Intrinsic::vector_reduce_fmaximum:
    return Intrinsic::maximum;
  default:
    return Intrinsic::minimum;
  }
}

void reduceFloats(Exec &E) {
  const Inst &I = E.I;
  const unsigned N = I.DstSize, Count = I.Ops[0].Size / N;
  uint64_t V[2] = {readInt(E.op(0).D, N), 0};
  for (unsigned K = 1; K < Count; ++K) {
    V[1] = readInt(E.op(0).D + K * N, N);
    if (!floatOp(comparisonOf(unsigned(I.Imm)), V, I.FK, V[0]))
      return E.unsupported("vector reduction");
  }
  E.put(0, V[0], N, E.stateOf(0), E.dataIn(0));
}

void floatElementwise(Exec &E) {
  const Inst &I = E.I;
  unsigned N = I.Bytes;
  for (unsigned K = 0; K < I.Count; ++K) {
    uint64_t V[3] = {0, 0, 0}, R = 0;
    State S = Defined;
    bool Data = false;
    for (unsigned O = 0; O < I.Ops.size() && O < 3; ++O) {
      Bytes B = E.op(O) + K * N;
      V[O] = readInt(B.D, N);
      S = worst(S, worstState(B.S, N));
      Data |= fromData(B.O, N);
    }
    if (!floatOp(unsigned(I.Imm), V, I.FK, R))
      return E.unsupported("floating-point intrinsic");
    E.put(K * N, R, N, S, Data);
  }
}

void scaleByPower(Exec &E) {
  APFloat X = scalbn(toAPFloat(E.intOp(0), E.I.FK),
                     int(signExtend(E.intOp(1), E.I.Ops[1].Size * 8)),
                     APFloat::rmNearestTiesToEven);
  E.put(0, X.isNaN() ? canonicalNaN(E.I.FK) : fromAPFloat(X), E.I.DstSize,
        E.worstOf(), E.anyData());
}

} // namespace f2layout::sim
