//===- FloatOps.cpp - Floating-point arithmetic ---------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// float and double use the host's arithmetic. half and bfloat are computed in
// float and then rounded, which is exact for + - * /, because a float holds
// more than twice the bits. Fused operations of the small types use APFloat.
// NaNs have no portable payload, so every NaN becomes the positive quiet one.
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/machine/Machine.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instruction.h"
#include <cmath>

using namespace llvm;

namespace f2layout::sim {

unsigned floatBits(FloatKind K) {
  switch (K) {
  case FloatKind::Half:
  case FloatKind::BFloat:
    return 16;
  case FloatKind::Float:
    return 32;
  default:
    return 64;
  }
}

const fltSemantics &semanticsOf(FloatKind K) {
  switch (K) {
  case FloatKind::Half:
    return APFloat::IEEEhalf();
  case FloatKind::BFloat:
    return APFloat::BFloat();
  case FloatKind::Float:
    return APFloat::IEEEsingle();
  default:
    return APFloat::IEEEdouble();
  }
}

uint64_t canonicalNaN(FloatKind K) {
  switch (K) {
  case FloatKind::Half:
    return 0x7e00;
  case FloatKind::BFloat:
    return 0x7fc0;
  case FloatKind::Float:
    return 0x7fc00000;
  default:
    return 0x7ff8000000000000ull;
  }
}

APFloat toAPFloat(uint64_t Bits, FloatKind K) {
  unsigned W = floatBits(K);
  return APFloat(semanticsOf(K), APInt(W, Bits & lowMask(W)));
}

uint64_t fromAPFloat(const APFloat &V) {
  return V.bitcastToAPInt().getZExtValue();
}

double toDouble(uint64_t Bits, FloatKind K) {
  switch (K) {
  case FloatKind::Float: {
    uint32_t B = Bits;
    float F;
    std::memcpy(&F, &B, 4);
    return F;
  }
  case FloatKind::BFloat: {
    uint32_t B = uint32_t(Bits) << 16;
    float F;
    std::memcpy(&F, &B, 4);
    return F;
  }
  case FloatKind::Half: {
    unsigned Exp = Bits >> 10 & 31, Man = Bits & 0x3ff;
    double V = Exp == 0    ? std::ldexp(double(Man), -24)
               : Exp == 31 ? (Man ? std::nan("") : HUGE_VAL)
                           : std::ldexp(double(Man | 0x400), int(Exp) - 25);
    return Bits & 0x8000 ? -V : V;
  }
  default: {
    double D;
    std::memcpy(&D, &Bits, 8);
    return D;
  }
  }
}

uint64_t fromDouble(double V, FloatKind K) {
  if (std::isnan(V))
    return canonicalNaN(K);
  uint64_t Bits = 0;
  if (K == FloatKind::Double) {
    std::memcpy(&Bits, &V, 8);
    return Bits;
  }
  if (K == FloatKind::Float) {
    float F = float(V);
    std::memcpy(&Bits, &F, 4);
    return Bits;
  }
  APFloat A(V);
  bool Lost;
  A.convert(semanticsOf(K), APFloat::rmNearestTiesToEven, &Lost);
  return fromAPFloat(A);
}

/// Rounded as FloatT is.
template <typename FloatT>
static FloatT compute(unsigned Op, FloatT X, FloatT Y) {
  switch (Op) {
  case Instruction::FAdd:
    return X + Y;
  case Instruction::FSub:
    return X - Y;
  case Instruction::FMul:
    return X * Y;
  case Instruction::FDiv:
    return X / Y;
  default:
    return std::fmod(X, Y);
  }
}

static uint64_t arithmetic(unsigned Op, uint64_t A, uint64_t B, FloatKind K) {
  const double X = toDouble(A, K), Y = toDouble(B, K);
  return fromDouble(K == FloatKind::Float ? compute(Op, float(X), float(Y))
                                          : compute(Op, X, Y),
                    K);
}

static bool compareFloat(CmpInst::Predicate P, double A, double B) {
  bool Unordered = std::isnan(A) || std::isnan(B);
  // A predicate has four bits: unordered, less, greater, equal.
  unsigned Bits = P;
  if (Unordered)
    return Bits & 8;
  return (A == B && (Bits & 1)) || (A > B && (Bits & 2)) ||
         (A < B && (Bits & 4));
}

/// Returns false if the value does not fit; the result is then poison.
static bool floatToInt(uint64_t A, FloatKind K, unsigned Bits, bool Signed,
                       APSInt &Out) {
  Out = APSInt(Bits, !Signed);
  bool Exact;
  APFloat F = toAPFloat(A, K);
  return F.convertToInteger(Out, APFloat::rmTowardZero, &Exact) !=
         APFloat::opInvalidOp;
}

static void floatScalar(Exec &E, unsigned K) {
  const Inst &I = E.I;
  unsigned N = I.Bytes;
  Bytes A = E.op(0) + K * N;
  State S = worstState(A.S, N);
  bool Data = fromData(A.O, N);
  uint64_t X = readInt(A.D, N), Y = 0;
  if (I.Ops.size() > 1) {
    Bytes B = E.op(1) + K * N;
    S = worst(S, worstState(B.S, N));
    Data |= fromData(B.O, N);
    Y = readInt(B.D, N);
  }
  uint64_t R = 0;
  switch (I.Code) {
  case Op::FloatBinary:
    R = arithmetic(I.Sub, X, Y, I.FK);
    break;
  case Op::FNeg:
    R = X ^ (1ull << (I.Bits - 1));
    break;
  case Op::FCmp:
    R = compareFloat(CmpInst::Predicate(I.Sub), toDouble(X, I.FK),
                     toDouble(Y, I.FK));
    break;
  case Op::FPExt:
  case Op::FPTrunc:
    R = fromDouble(toDouble(X, I.FK), I.DstFK);
    break;
  case Op::FPToInt: {
    APSInt V;
    if (!floatToInt(X, I.FK, I.DstBits, I.Sub, V))
      S = worst(S, Poison);
    else if (I.DstBits <= 64)
      R = V.getZExtValue();
    else
      return E.unsupported("conversion to more than 64 bits");
    break;
  }
  case Op::IntToFP: {
    if (I.Bits > 64)
      return E.unsupported("conversion from more than 64 bits");
    bool Signed = I.Sub;
    APFloat F(semanticsOf(I.DstFK));
    APInt V(I.Bits, X & lowMask(I.Bits));
    F.convertFromAPInt(V, Signed, APFloat::rmNearestTiesToEven);
    R = fromAPFloat(F);
    if (I.Exact && S < Undef && V.isNegative())
      S = Poison;
    break;
  }
  default:
    return E.unsupported("floating-point operation");
  }
  E.put(K * I.DstBytes, R, I.DstBytes, S, Data);
}

void execFloat(Exec E) {
  for (unsigned K = 0; K < E.I.Count && !E.M.Halted; ++K)
    floatScalar(E, K);
}

} // namespace f2layout::sim
