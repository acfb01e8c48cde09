//===- CommonIntrinsics.cpp - Intrinsics of all targets -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Semantics: LLVM Language Reference, "Intrinsic Functions".
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/intrinsics/Intrinsics.h"
#include "tools/f2sim/machine/Machine.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace llvm;

namespace f2layout::sim {

static unsigned idOf(const Inst &I) { return unsigned(I.Imm); }

//===----------------------------------------------------------------------===//
// Integers, element by element
//===----------------------------------------------------------------------===//

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
  unsigned N = I.Bytes, ID = idOf(I);
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

static void elementwise(Exec &E) {
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
    if (idOf(I) == Intrinsic::bswap) {
      uint64_t R = llvm::byteswap(V[0]) >> (64 - I.Bits);
      E.put(At, R, N, S, Data);
      continue;
    }
    IntAnswer R = integer(idOf(I), V[0], V[1], V[2], I.Bits);
    if (!R.Known)
      return E.unsupported("integer intrinsic");
    E.put(K * I.DstBytes, R.V & lowMask(I.DstBits), I.DstBytes,
          R.Bad && S < Undef ? Poison : S, Data);
  }
}

/// {iN, i1} of the *.with.overflow family.
static void withOverflow(Exec &E) {
  const Inst &I = E.I;
  __extension__ typedef __int128 Wide;
  if (I.Bits > 64)
    return E.unsupported("intrinsic on more than 64 bits");
  uint64_t A = E.intOp(0), B = E.intOp(1), M = lowMask(I.Bits);
  Wide SA = signExtend(A, I.Bits), SB = signExtend(B, I.Bits);
  Wide UA = A, UB = B, R;
  bool Signed = true, Over = false;
  switch (idOf(I)) {
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

static void reduce(Exec &E) {
  const Inst &I = E.I;
  unsigned N = I.Bytes, Count = I.Ops[0].Size / N;
  if (I.Bits > 64 || I.FK != FloatKind::None)
    return E.unsupported("vector reduction");
  uint64_t V = readInt(E.op(0).D, N);
  for (unsigned K = 1; K < Count; ++K) {
    uint64_t X = readInt(E.op(0).D + K * N, N);
    int64_t SV = signExtend(V, I.Bits), SX = signExtend(X, I.Bits);
    switch (idOf(I)) {
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

//===----------------------------------------------------------------------===//
// Floats, element by element
//===----------------------------------------------------------------------===//

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

static void reduceFloats(Exec &E) {
  const Inst &I = E.I;
  const unsigned N = I.DstSize, Count = I.Ops[0].Size / N;
  uint64_t V[2] = {readInt(E.op(0).D, N), 0};
  for (unsigned K = 1; K < Count; ++K) {
    V[1] = readInt(E.op(0).D + K * N, N);
    if (!floatOp(comparisonOf(idOf(I)), V, I.FK, V[0]))
      return E.unsupported("vector reduction");
  }
  E.put(0, V[0], N, E.stateOf(0), E.dataIn(0));
}

static void floatElementwise(Exec &E) {
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
    if (!floatOp(idOf(I), V, I.FK, R))
      return E.unsupported("floating-point intrinsic");
    E.put(K * N, R, N, S, Data);
  }
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static void copyMemory(Exec &E) {
  const Inst &I = E.I;
  if (E.worstOf() >= Undef)
    return E.M.fault(Problem::Undefined, &E.T, &I, "undefined operand");
  uint64_t To = E.intOp(0), From = E.intOp(1), N = E.intOp(2);
  if (N > (1u << 24))
    return E.unsupported("copy of more than 16 MiB");
  std::vector<uint8_t> D(N), S(N);
  std::vector<Origin> O(N);
  for (uint64_t K = 0; K < N; K += 16) {
    unsigned Size = std::min<uint64_t>(16, N - K);
    if (!E.M.load(E.T, I, I.ToAS, From + K, Size, 1, I.Atomic,
                  Bytes{&D[K], &S[K], &O[K]}))
      return;
  }
  for (uint64_t K = 0; K < N; K += 16) {
    unsigned Size = std::min<uint64_t>(16, N - K);
    if (!E.M.store(E.T, I, I.AS, To + K, Size, 1, I.Atomic,
                   Bytes{&D[K], &S[K], &O[K]}))
      return;
  }
}

static void setMemory(Exec &E) {
  const Inst &I = E.I;
  if (E.stateOf(0) >= Undef || E.stateOf(2) >= Undef)
    return E.M.fault(Problem::Undefined, &E.T, &I, "undefined operand");
  uint64_t To = E.intOp(0), N = E.intOp(2);
  if (N > (1u << 24))
    return E.unsupported("fill of more than 16 MiB");
  for (uint64_t K = 0; K < N; ++K)
    if (!E.M.store(E.T, I, I.AS, To + K, 1, 1, I.Atomic, E.op(1)))
      return;
}

static void assume(Exec &E) {
  if (E.stateOf(0) == Defined && !(E.intOp(0) & 1))
    E.M.fault(Problem::Undefined, &E.T, &E.I, "assumption that does not hold");
}

static void trap(Exec &E) { E.M.fault(Problem::Undefined, &E.T, &E.I, "trap"); }

static void ptrMask(Exec &E) {
  E.put(0, E.intOp(0) & E.intOp(1), E.I.DstSize, E.worstOf(), E.anyData());
}

/// ldexp(a, n): a * 2^n, rounded once.
static void scaleByPower(Exec &E) {
  APFloat X = scalbn(toAPFloat(E.intOp(0), E.I.FK),
                     int(signExtend(E.intOp(1), E.I.Ops[1].Size * 8)),
                     APFloat::rmNearestTiesToEven);
  E.put(0, X.isNaN() ? canonicalNaN(E.I.FK) : fromAPFloat(X), E.I.DstSize,
        E.worstOf(), E.anyData());
}

static void falseValue(Exec &E) { E.putFree(0); }

static bool lane(Inst &D, LaneHandler H, unsigned ID) {
  D.Code = Op::Lane;
  D.OnLane = H;
  D.Imm = ID;
  return true;
}

bool decodeCommonIntrinsic(Inst &D, const CallBase &CB) {
  unsigned ID = CB.getIntrinsicID();
  switch (ID) {
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::invariant_start:
  case Intrinsic::invariant_end:
  case Intrinsic::prefetch:
  case Intrinsic::sideeffect:
  case Intrinsic::donothing:
  case Intrinsic::pseudoprobe:
    // The result of invariant.start is only used by invariant.end.
    D.Code = Op::Nop;
    return true;
  case Intrinsic::assume:
    return lane(D, assume, ID);
  case Intrinsic::trap:
  case Intrinsic::debugtrap:
  case Intrinsic::ubsantrap:
    return lane(D, trap, ID);
  case Intrinsic::is_constant:
    return lane(D, falseValue, ID);
  case Intrinsic::expect:
  case Intrinsic::expect_with_probability:
  case Intrinsic::annotation:
  case Intrinsic::ssa_copy:
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
  case Intrinsic::arithmetic_fence:
    D.Code = Op::Move;
    return true;
  case Intrinsic::ldexp:
    return !CB.getType()->isVectorTy() && lane(D, scaleByPower, ID);
  case Intrinsic::ptrmask:
    return lane(D, ptrMask, ID);
  case Intrinsic::memcpy:
  case Intrinsic::memcpy_inline:
  case Intrinsic::memmove:
  case Intrinsic::memset:
  case Intrinsic::memset_inline: {
    D.AS = CB.getArgOperand(0)->getType()->getPointerAddressSpace();
    bool Set = ID == Intrinsic::memset || ID == Intrinsic::memset_inline;
    if (!Set)
      D.ToAS = CB.getArgOperand(1)->getType()->getPointerAddressSpace();
    return lane(D, Set ? setMemory : copyMemory, ID);
  }
  case Intrinsic::smax:
  case Intrinsic::smin:
  case Intrinsic::umax:
  case Intrinsic::umin:
  case Intrinsic::abs:
  case Intrinsic::ctpop:
  case Intrinsic::ctlz:
  case Intrinsic::cttz:
  case Intrinsic::bswap:
  case Intrinsic::bitreverse:
  case Intrinsic::fshl:
  case Intrinsic::fshr:
  case Intrinsic::uadd_sat:
  case Intrinsic::usub_sat:
  case Intrinsic::sadd_sat:
  case Intrinsic::ssub_sat:
  case Intrinsic::scmp:
  case Intrinsic::ucmp:
    return lane(D, elementwise, ID);
  case Intrinsic::sadd_with_overflow:
  case Intrinsic::ssub_with_overflow:
  case Intrinsic::smul_with_overflow:
  case Intrinsic::uadd_with_overflow:
  case Intrinsic::usub_with_overflow:
  case Intrinsic::umul_with_overflow:
    if (CB.getArgOperand(0)->getType()->isVectorTy())
      return false;
    return lane(D, withOverflow, ID);
  case Intrinsic::vector_reduce_add:
  case Intrinsic::vector_reduce_mul:
  case Intrinsic::vector_reduce_and:
  case Intrinsic::vector_reduce_or:
  case Intrinsic::vector_reduce_xor:
  case Intrinsic::vector_reduce_smax:
  case Intrinsic::vector_reduce_smin:
  case Intrinsic::vector_reduce_umax:
  case Intrinsic::vector_reduce_umin:
    return lane(D, reduce, ID);
  case Intrinsic::vector_reduce_fmax:
  case Intrinsic::vector_reduce_fmin:
  case Intrinsic::vector_reduce_fmaximum:
  case Intrinsic::vector_reduce_fminimum:
    return lane(D, reduceFloats, ID);
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
  case Intrinsic::fabs:
  case Intrinsic::copysign:
  case Intrinsic::canonicalize:
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimumnum:
  case Intrinsic::maximumnum:
  case Intrinsic::minimum:
  case Intrinsic::maximum:
  case Intrinsic::sqrt:
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::trunc:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::roundeven:
  case Intrinsic::round:
  case Intrinsic::exp:
  case Intrinsic::exp2:
  case Intrinsic::log:
  case Intrinsic::log2:
  case Intrinsic::log10:
  case Intrinsic::sin:
  case Intrinsic::cos:
  case Intrinsic::pow:
    return lane(D, floatElementwise, ID);
  default:
    return false;
  }
}

} // namespace f2layout::sim
