//===- IntegerIntrinsics.cpp - Arithmetic of integers ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Semantics: LLVM Language Reference, "Intrinsic Functions".
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/intrinsics/Elementwise.h"
#include "llvm/ADT/bit.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout::sim {

namespace {
struct IntAnswer {
  uint64_t V = 0;
  bool Known = true, Bad = false;
};
} // namespace

static IntAnswer integer(unsigned ID, uint64_t A, uint64_t B, uint64_t C,
                         unsigned W) {
  uint64_t M = lowMask(W);
  int64_t SA = signExtend(A, W), SB = signExtend(B, W);
  int64_t Max = int64_t(M >> 1), Min = -Max - 1;
  switch (ID) {
  case Intrinsic::smax:
    return {uint64_t(std::max(SA, SB)) & M};
  case Intrinsic::smin:
    return {uint64_t(std::min(SA, SB)) & M};
  case Intrinsic::umax:
    return {std::max(A, B)};
  case Intrinsic::umin:
    return {std::min(A, B)};
  case Intrinsic::abs:
    return {uint64_t(SA < 0 ? 0 - uint64_t(SA) : SA) & M, true,
            (B & 1) && SA == Min};
  case Intrinsic::ctpop:
    return {uint64_t(llvm::popcount(A))};
  case Intrinsic::ctlz:
    return {A ? uint64_t(llvm::countl_zero(A)) - (64 - W) : W, true,
            !A && (B & 1)};
  case Intrinsic::cttz:
    return {A ? uint64_t(llvm::countr_zero(A)) : W, true, !A && (B & 1)};
  case Intrinsic::bitreverse:
    return {llvm::reverseBits(A) >> (64 - W)};
  case Intrinsic::fshl:
  case Intrinsic::fshr: {
    unsigned S = C % W;
    if (S == 0)
      return {ID == Intrinsic::fshl ? A : B};
    if (ID == Intrinsic::fshr)
      S = W - S;
    return {((A << S) | (B >> (W - S))) & M};
  }
  case Intrinsic::uadd_sat:
    return {((A + B) & M) < A || ((A + B) & ~M) ? M : A + B};
  case Intrinsic::usub_sat:
    return {A > B ? A - B : 0};
  case Intrinsic::sadd_sat:
  case Intrinsic::ssub_sat: {
    __extension__ typedef __int128 Wide;
    Wide R = ID == Intrinsic::sadd_sat ? Wide(SA) + SB : Wide(SA) - SB;
    return {uint64_t(int64_t(R > Max ? Max : R < Min ? Min : R)) & M};
  }
  case Intrinsic::scmp:
  case Intrinsic::ucmp:
    return {uint64_t(ID == Intrinsic::scmp ? (SA > SB) - (SA < SB)
                                           : (A > B) - (A < B))};
  default:
    return {0, false};
  }
}

/// fshl, fshr and bswap that move whole bytes keep the bytes' origins.
static bool bytewise(Exec &E, unsigned At) {
  const Inst &I = E.I;
  unsigned N = I.Bytes, ID = unsigned(I.Imm);
  if (I.Bits % 8 != 0)
    return false;
  Bytes To = E.dst() + At, A = E.op(0) + At;
  if (ID == Intrinsic::bswap) {
    if (worstState(A.S, N) == Poison)
      return false;
    for (unsigned K = 0; K < N; ++K)
      copyBytes(To + K, A + (N - 1 - K), 1);
    return true;
  }
  if (ID != Intrinsic::fshl && ID != Intrinsic::fshr)
    return false;
  Bytes B = E.op(1) + At, C = E.op(2) + At;
  if (worstState(C.S, N) != Defined || fromData(C.O, N) ||
      std::max(worstState(A.S, N), worstState(B.S, N)) == Poison)
    return false;
  unsigned S = readInt(C.D, N) % I.Bits;
  if (S % 8)
    return false;
  // The result is N bytes of the concatenation of A (high) and B (low).
  unsigned From = ID == Intrinsic::fshl ? N - S / 8 : S / 8;
  for (unsigned K = 0; K < N; ++K) {
    unsigned P = From + K;
    copyBytes(To + K, P < N ? B + P : A + (P - N), 1);
  }
  return true;
}

void integerElementwise(Exec &E) {
  const Inst &I = E.I;
  unsigned N = I.Bytes;
  for (unsigned K = 0; K < I.Count; ++K) {
    unsigned At = K * N;
    if (bytewise(E, At))
      continue;
    if (I.Bits > 64)
      return E.unsupported("intrinsic on more than 64 bits");
    uint64_t V[3] = {0, 0, 0};
    State S = Defined;
    bool Data = false;
    for (unsigned O = 0; O < I.Ops.size() && O < 3; ++O) {
      // Flags such as is_zero_poison are one i1 for all elements.
      bool Flag = I.Ops[O].Size != I.Ops[0].Size;
      Bytes B = E.op(O) + (Flag ? 0 : At);
      unsigned Size = Flag ? I.Ops[O].Size : N;
      V[O] = readInt(B.D, Size);
      S = worst(S, worstState(B.S, Size));
      Data |= fromData(B.O, Size);
    }
    if (unsigned(I.Imm) == Intrinsic::bswap) {
      uint64_t R = llvm::byteswap(V[0]) >> (64 - I.Bits);
      E.put(At, R, N, S, Data);
      continue;
    }
    IntAnswer R = integer(unsigned(I.Imm), V[0], V[1], V[2], I.Bits);
    if (!R.Known)
      return E.unsupported("integer intrinsic");
    E.put(K * I.DstBytes, R.V & lowMask(I.DstBits), I.DstBytes,
          R.Bad && S < Undef ? Poison : S, Data);
  }
}

void integerWithOverflow(Exec &E) {
  const Inst &I = E.I;
  __extension__ typedef __int128 Wide;
  if (I.Bits > 64)
    return E.unsupported("intrinsic on more than 64 bits");
  uint64_t A = E.intOp(0), B = E.intOp(1), M = lowMask(I.Bits);
  Wide SA = signExtend(A, I.Bits), SB = signExtend(B, I.Bits);
  Wide UA = A, UB = B, R;
  bool Signed = true, Over = false;
  switch (unsigned(I.Imm)) {
  case Intrinsic::sadd_with_overflow:
    R = SA + SB;
    break;
  case Intrinsic::ssub_with_overflow:
    R = SA - SB;
    break;
  case Intrinsic::smul_with_overflow:
    R = SA * SB;
    break;
  case Intrinsic::uadd_with_overflow:
    R = UA + UB;
    Signed = false;
    break;
  case Intrinsic::usub_with_overflow:
    R = UA - UB;
    Signed = false;
    break;
  default:
    R = UA * UB;
    Over = A != 0 && uint64_t(M) / A < B;
    Signed = false;
    break;
  }
  uint64_t V = uint64_t(R) & M;
  Over |= Signed ? R != Wide(signExtend(V, I.Bits)) : R != Wide(V);
  State S = E.worstOf();
  bool Data = E.anyData();
  E.put(0, V, I.Bytes, S, Data);
  E.put(I.Bytes, Over, 1, S, Data);
}

void reduceIntegers(Exec &E) {
  const Inst &I = E.I;
  unsigned N = I.Bytes, Count = I.Ops[0].Size / N;
  if (I.Bits > 64 || I.FK != FloatKind::None)
    return E.unsupported("vector reduction");
  uint64_t V = readInt(E.op(0).D, N);
  for (unsigned K = 1; K < Count; ++K) {
    uint64_t X = readInt(E.op(0).D + K * N, N);
    int64_t SV = signExtend(V, I.Bits), SX = signExtend(X, I.Bits);
    switch (unsigned(I.Imm)) {
    case Intrinsic::vector_reduce_add:
      V += X;
      break;
    case Intrinsic::vector_reduce_mul:
      V *= X;
      break;
    case Intrinsic::vector_reduce_and:
      V &= X;
      break;
    case Intrinsic::vector_reduce_or:
      V |= X;
      break;
    case Intrinsic::vector_reduce_xor:
      V ^= X;
      break;
    case Intrinsic::vector_reduce_smax:
      V = SX > SV ? X : V;
      break;
    case Intrinsic::vector_reduce_smin:
      V = SX < SV ? X : V;
      break;
    case Intrinsic::vector_reduce_umax:
      V = std::max(V, X);
      break;
    default:
      V = std::min(V, X);
      break;
    }
    V &= lowMask(I.Bits);
  }
  E.put(0, V, N, E.stateOf(0), E.dataIn(0));
}

} // namespace f2layout::sim
