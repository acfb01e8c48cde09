//===- IntOps.cpp - Integer arithmetic, comparisons and casts -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integers of up to 64 bits are computed in a machine word, wider ones with
// APInt. If a byte of the result equals a byte of an operand for all data
// (shifts by whole bytes, masks, or with zero, extension), it keeps its origin.
// This is how packed data is tracked through registers.
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/machine/Machine.h"
#include "llvm/ADT/APInt.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace f2layout::sim {

static APInt toAPInt(const uint8_t *D, unsigned Bytes, unsigned Bits) {
  SmallVector<uint64_t, 4> Words((Bytes + 7) / 8, 0);
  std::memcpy(Words.data(), D, Bytes);
  return APInt(Bytes * 8, Words).zextOrTrunc(Bits);
}

static void fromAPInt(uint8_t *D, unsigned Bytes, const APInt &V) {
  APInt Wide = V.zextOrTrunc(alignTo(Bytes, 8) * 8);
  std::memcpy(D, Wide.getRawData(), Bytes);
}

namespace {
/// A byte that does not depend on data and has a known value.
struct FreeByte {
  bool Known;
  uint8_t V;
};
} // namespace

static FreeByte freeByte(Bytes B, unsigned K) {
  return {B.S[K] == Defined && kindOf(B.O[K]) == OriginKind::Free, B.D[K]};
}

/// and, or, xor: byte by byte. A byte of the result depends on one byte of each
/// operand, so an undefined byte affects only itself; poison affects the whole
/// scalar.
static void bitwise(Exec &E, Bytes To, Bytes A, Bytes B, unsigned Op) {
  unsigned N = E.I.Bytes;
  if (std::max(worstState(A.S, N), worstState(B.S, N)) == Poison) {
    std::memset(To.D, 0, N);
    return setMeta(To, N, Poison, E.origin(true));
  }
  for (unsigned K = 0; K < N; ++K) {
    FreeByte FA = freeByte(A, K), FB = freeByte(B, K);
    uint8_t Neutral = Op == Instruction::And ? 0xff : 0;
    // Under its own mask, the top byte of an odd width is neutral.
    unsigned Left = E.I.Bits - 8 * K;
    uint8_t Ones = Left >= 8 ? 0xff : (1u << Left) - 1;
    if (Op == Instruction::And)
      Neutral = Ones;
    if (FB.Known && FB.V == Neutral) {
      copyBytes(To + K, A + K, 1);
      continue;
    }
    if (FA.Known && FA.V == Neutral) {
      copyBytes(To + K, B + K, 1);
      continue;
    }
    // Zero and x, ones or x: the result is known for every x.
    uint8_t Absorb = Op == Instruction::And ? 0 : Ones;
    if (Op != Instruction::Xor &&
        ((FA.Known && FA.V == Absorb) || (FB.Known && FB.V == Absorb))) {
      To.D[K] = Absorb;
      To.S[K] = Defined;
      To.O[K] = E.origin(false);
      continue;
    }
    uint8_t X = A.D[K], Y = B.D[K];
    bool Data = fromData(A.O + K, 1) || fromData(B.O + K, 1);
    To.S[K] = std::max(A.S[K], B.S[K]);
    To.D[K] = Op == Instruction::And  ? X & Y
              : Op == Instruction::Or ? X | Y
                                      : X ^ Y;
    To.O[K] = E.origin(Data) + K;
  }
}

/// Shifts by a whole number of bytes that does not depend on data.
static bool byteShift(Exec &E, Bytes To, Bytes A, Bytes B, unsigned Op) {
  unsigned N = E.I.Bytes;
  if (worstState(B.S, N) != Defined || fromData(B.O, N))
    return false;
  uint64_t By = readInt(B.D, N);
  if (By % 8 != 0 || By >= E.I.Bits || E.I.Bits % 8 != 0 || E.I.NSW ||
      E.I.NUW || E.I.Exact || worstState(A.S, N) == Poison)
    return false;
  unsigned K = By / 8;
  if (Op == Instruction::AShr) {
    if (A.S[N - 1] != Defined)
      return false;
    copyBytes(To, A + K, N - K);
    bool Data = fromData(A.O + N - 1, 1);
    std::memset(To.D + N - K, A.D[N - 1] & 0x80 ? 0xff : 0, K);
    setMeta(To + (N - K), K, Defined, E.origin(Data));
    return true;
  }
  Bytes Zero = Op == Instruction::Shl ? To : To + (N - K);
  if (Op == Instruction::Shl)
    copyBytes(To + K, A, N - K);
  else
    copyBytes(To, A + K, N - K);
  std::memset(Zero.D, 0, K);
  setMeta(Zero, K, Defined, E.origin(false));
  return true;
}

/// An addition where one side of each byte is zero.
static bool bytewiseAdd(Exec &E, Bytes To, Bytes A, Bytes B) {
  unsigned N = E.I.Bytes;
  if (N < 2 || E.I.Bits % 8 != 0)
    return false;
  for (unsigned K = 0; K < N; ++K) {
    FreeByte FA = freeByte(A, K), FB = freeByte(B, K);
    if (!(FA.Known && FA.V == 0) && !(FB.Known && FB.V == 0))
      return false;
    if (A.S[K] == Poison || B.S[K] == Poison)
      return false;
  }
  for (unsigned K = 0; K < N; ++K) {
    FreeByte FB = freeByte(B, K);
    copyBytes(To + K, FB.Known && FB.V == 0 ? A + K : B + K, 1);
  }
  return true;
}

namespace {
struct IntResult {
  uint64_t V = 0;
  bool Bad = false;    ///< poison
  bool Divide = false; ///< undefined behaviour
};
} // namespace

static IntResult compute64(const Inst &I, uint64_t A, uint64_t B) {
  unsigned W = I.Bits;
  uint64_t M = lowMask(W);
  A &= M;
  B &= M;
  int64_t SA = signExtend(A, W), SB = signExtend(B, W);
  IntResult R;
  switch (I.Sub) {
  case Instruction::Add:
    R.V = (A + B) & M;
    R.Bad = (I.NUW && R.V < A) ||
            (I.NSW && ((~(A ^ B) & (A ^ R.V)) >> (W - 1) & 1));
    break;
  case Instruction::Sub:
    R.V = (A - B) & M;
    R.Bad =
        (I.NUW && A < B) || (I.NSW && (((A ^ B) & (A ^ R.V)) >> (W - 1) & 1));
    break;
  case Instruction::Mul: {
    R.V = (A * B) & M;
    __extension__ typedef __int128 Wide;
    __extension__ typedef unsigned __int128 UWide;
    R.Bad = (I.NUW && (UWide(A) * B) >> W != 0) ||
            (I.NSW && Wide(SA) * SB != Wide(signExtend(R.V, W)));
    break;
  }
  case Instruction::UDiv:
  case Instruction::URem:
    if (B == 0) {
      R.Divide = true;
      break;
    }
    R.V = I.Sub == Instruction::UDiv ? A / B : A % B;
    R.Bad = I.Exact && I.Sub == Instruction::UDiv && A % B != 0;
    break;
  case Instruction::SDiv:
  case Instruction::SRem:
    if (SB == 0 || (SB == -1 && A == (1ull << (W - 1)))) {
      R.Divide = true;
      break;
    }
    R.V = uint64_t(I.Sub == Instruction::SDiv ? SA / SB : SA % SB) & M;
    R.Bad = I.Exact && I.Sub == Instruction::SDiv && SA % SB != 0;
    break;
  case Instruction::Shl:
    R.Bad = B >= W;
    if (R.Bad)
      break;
    R.V = (A << B) & M;
    R.Bad =
        (I.NUW && (R.V >> B) != A) || (I.NSW && signExtend(R.V, W) >> B != SA);
    break;
  case Instruction::LShr:
  case Instruction::AShr:
    R.Bad = B >= W;
    if (R.Bad)
      break;
    R.V = I.Sub == Instruction::LShr ? A >> B : uint64_t(SA >> B) & M;
    R.Bad = I.Exact && (A & lowMask(B)) != 0 && B != 0;
    break;
  }
  return R;
}

static IntResult computeWide(const Inst &I, const APInt &A, const APInt &B,
                             APInt &V) {
  IntResult R;
  bool OverS = false, OverU = false;
  unsigned W = I.Bits;
  switch (I.Sub) {
  case Instruction::Add:
    V = A.sadd_ov(B, OverS);
    (void)A.uadd_ov(B, OverU);
    break;
  case Instruction::Sub:
    V = A.ssub_ov(B, OverS);
    (void)A.usub_ov(B, OverU);
    break;
  case Instruction::Mul:
    V = A.smul_ov(B, OverS);
    (void)A.umul_ov(B, OverU);
    break;
  case Instruction::UDiv:
  case Instruction::URem:
  case Instruction::SDiv:
  case Instruction::SRem: {
    bool Signed = I.Sub == Instruction::SDiv || I.Sub == Instruction::SRem;
    R.Divide = B.isZero() || (Signed && A.isMinSignedValue() && B.isAllOnes());
    if (R.Divide)
      break;
    bool Div = I.Sub == Instruction::UDiv || I.Sub == Instruction::SDiv;
    APInt Rem = Signed ? A.srem(B) : A.urem(B);
    V = Div ? (Signed ? A.sdiv(B) : A.udiv(B)) : Rem;
    R.Bad = Div && I.Exact && !Rem.isZero();
    break;
  }
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    R.Bad = B.uge(W);
    if (R.Bad)
      break;
    V = I.Sub == Instruction::Shl    ? A.shl(B)
        : I.Sub == Instruction::LShr ? A.lshr(B)
                                     : A.ashr(B);
    if (I.Sub == Instruction::Shl)
      R.Bad = (I.NUW && V.lshr(B) != A) || (I.NSW && V.ashr(B) != A);
    else
      R.Bad = I.Exact && V.shl(B) != A;
    break;
  }
  R.Bad |= (I.NSW && OverS) || (I.NUW && OverU);
  return R;
}

static void poison(Exec &E, Bytes To, unsigned N) {
  std::memset(To.D, 0, N);
  setMeta(To, N, Poison, E.origin(true));
}

static void binaryScalar(Exec &E, Bytes To, Bytes A, Bytes B) {
  const Inst &I = E.I;
  unsigned N = I.Bytes;
  unsigned Op = I.Sub;
  if (Op == Instruction::And || Op == Instruction::Or ||
      Op == Instruction::Xor) {
    if (Op == Instruction::Or && I.Exact)
      for (unsigned K = 0; K < N; ++K)
        if ((A.D[K] & B.D[K]) && A.S[K] == Defined && B.S[K] == Defined)
          return poison(E, To, N); // "disjoint" that is not
    return bitwise(E, To, A, B, Op);
  }
  bool IsShift = Op == Instruction::Shl || Op == Instruction::LShr ||
                 Op == Instruction::AShr;
  if (IsShift && byteShift(E, To, A, B, Op))
    return;
  if (Op == Instruction::Add && !I.NSW && !I.NUW && bytewiseAdd(E, To, A, B))
    return;
  State S = worst(worstState(A.S, N), worstState(B.S, N));
  bool Data = fromData(A.O, N) || fromData(B.O, N);
  IntResult R;
  bool MayTrap = Op == Instruction::UDiv || Op == Instruction::URem ||
                 Op == Instruction::SDiv || Op == Instruction::SRem;
  if (MayTrap && worstState(B.S, N) >= Undef) {
    E.M.fault(Problem::Undefined, &E.T, &I, "division by an undefined value");
    return;
  }
  if (I.Bits <= 64) {
    R = compute64(I, readInt(A.D, N), readInt(B.D, N));
    std::memcpy(To.D, &R.V, N);
  } else {
    APInt V(I.Bits, 0);
    R = computeWide(I, toAPInt(A.D, N, I.Bits), toAPInt(B.D, N, I.Bits), V);
    fromAPInt(To.D, N, V);
  }
  if (R.Divide) {
    E.M.fault(Problem::Undefined, &E.T, &I, "division by zero or overflow");
    return;
  }
  // Flags are checked on defined operands only: undef may take a value that
  // satisfies them.
  setMeta(To, N, R.Bad && S < Undef ? Poison : S, E.origin(Data));
}

void execIntBinary(Exec E) {
  unsigned N = E.I.Bytes;
  Bytes To = E.dst(), A = E.op(0), B = E.op(1);
  for (unsigned K = 0; K < E.I.Count; ++K)
    binaryScalar(E, To + K * N, A + K * N, B + K * N);
}

static bool compare(CmpInst::Predicate P, const APInt &A, const APInt &B) {
  return ICmpInst::compare(A, B, P);
}

static bool compare64(CmpInst::Predicate P, uint64_t A, uint64_t B,
                      unsigned W) {
  int64_t SA = signExtend(A, W), SB = signExtend(B, W);
  switch (P) {
  case CmpInst::ICMP_EQ:
    return A == B;
  case CmpInst::ICMP_NE:
    return A != B;
  case CmpInst::ICMP_UGT:
    return A > B;
  case CmpInst::ICMP_UGE:
    return A >= B;
  case CmpInst::ICMP_ULT:
    return A < B;
  case CmpInst::ICMP_ULE:
    return A <= B;
  case CmpInst::ICMP_SGT:
    return SA > SB;
  case CmpInst::ICMP_SGE:
    return SA >= SB;
  case CmpInst::ICMP_SLT:
    return SA < SB;
  default:
    return SA <= SB;
  }
}

void execICmp(Exec E) {
  unsigned N = E.I.Bytes;
  auto P = CmpInst::Predicate(E.I.Sub);
  for (unsigned K = 0; K < E.I.Count; ++K) {
    Bytes A = E.op(0) + K * N, B = E.op(1) + K * N;
    State S = worst(worstState(A.S, N), worstState(B.S, N));
    bool Data = fromData(A.O, N) || fromData(B.O, N);
    bool V;
    if (E.I.Bits <= 64) {
      uint64_t X = readInt(A.D, N), Y = readInt(B.D, N);
      V = compare64(P, X, Y, E.I.Bits);
      if (E.I.Exact && S < Undef && ((X ^ Y) >> (E.I.Bits - 1) & 1))
        S = Poison; // samesign
    } else {
      V = compare(P, toAPInt(A.D, N, E.I.Bits), toAPInt(B.D, N, E.I.Bits));
    }
    E.put(K, V, 1, S, Data);
  }
}

static void castScalar(Exec &E, Bytes To, Bytes A) {
  const Inst &I = E.I;
  unsigned N = I.Bytes, M = I.DstBytes;
  State S = worstState(A.S, N);
  bool Data = fromData(A.O, N);
  if (I.Code == Op::Trunc) {
    if (S == Poison)
      return poison(E, To, M);
    copyBytes(To, A, M);
    unsigned Odd = I.DstBits % 8;
    if (Odd) {
      To.D[M - 1] &= (1u << Odd) - 1;
      To.O[M - 1] = E.origin(fromData(A.O + M - 1, 1)) + M - 1;
    }
    if ((I.NSW || I.NUW) && S == Defined) {
      APInt V = toAPInt(A.D, N, I.Bits), T = V.trunc(I.DstBits);
      if ((I.NUW && T.zext(I.Bits) != V) || (I.NSW && T.sext(I.Bits) != V))
        poison(E, To, M);
    }
    return;
  }
  // Extension: whole bytes move, the byte that holds the top bit is mixed.
  if (S == Poison)
    return poison(E, To, M);
  bool Signed = I.Code == Op::SExt;
  unsigned TopBit = I.Bits - 1;
  bool Negative = A.D[TopBit / 8] >> (TopBit % 8) & 1;
  if (!Signed && I.Exact && Negative && A.S[TopBit / 8] == Defined)
    return poison(E, To, M);
  copyBytes(To, A, N);
  uint8_t Fill = Signed && Negative ? 0xff : 0;
  if (Signed && I.Bits % 8 != 0) {
    uint8_t Mask = (1u << (I.Bits % 8)) - 1;
    To.D[N - 1] = (A.D[N - 1] & Mask) | (Fill & ~Mask);
    To.O[N - 1] = E.origin(Data) + N - 1;
  }
  if (M > N) {
    std::memset(To.D + N, Fill, M - N);
    setMeta(To + N, M - N, Signed ? State(A.S[N - 1]) : Defined,
            E.origin(Signed && fromData(A.O + N - 1, 1)) + N);
  }
  // Bits above an odd width stay zero.
  if (I.DstBits % 8)
    To.D[M - 1] &= (1u << (I.DstBits % 8)) - 1;
}

void execIntCast(Exec E) {
  for (unsigned K = 0; K < E.I.Count; ++K)
    castScalar(E, E.dst() + K * E.I.DstBytes, E.op(0) + K * E.I.Bytes);
}

} // namespace f2layout::sim
