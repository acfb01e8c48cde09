//===- NvptxArithmetic.cpp - Byte permutes and arithmetic of PTX --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What each lane computes by itself. Each handler names the section of the PTX
// ISA (9.0) that it follows.
//
//===----------------------------------------------------------------------===//

#include "compat/LLVMCompat.h"
#include "tools/f2sim/nvptx/Nvptx.h"
#include "tools/f2sim/nvptx/PtxFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include <cmath>

using namespace llvm;

namespace f2layout::sim {

//===----------------------------------------------------------------------===//
// PTX ISA 9.7.9.7, prmt
//===----------------------------------------------------------------------===//

/// One byte of the eight in {b, a}; with the top bit of the selector its sign
/// replicated.
static void permuteByte(Exec &E, unsigned At, unsigned Selector) {
  Bytes From =
      Selector & 4 ? E.op(1) + (Selector & 3) : E.op(0) + (Selector & 3);
  Bytes To = E.dst() + At;
  if (Selector & 8)
    return E.put(At, From.D[0] & 0x80 ? 0xff : 0, 1, State(From.S[0]),
                 fromData(From.O, 1));
  copyBytes(To, From, 1);
}

void permute(Exec &E) {
  State S = E.stateOf(2);
  uint64_t C = E.intOp(2);
  for (unsigned K = 0; K < 4; ++K)
    permuteByte(E, K, C >> (4 * K) & 15);
  if (S != Defined)
    for (unsigned K = 0; K < 4; ++K)
      E.dst().S[K] = std::max<uint8_t>(E.dst().S[K], S);
}

namespace {

/// prmt.b32.MODE: which byte of {b, a} becomes byte K of the result, by the two
/// low bits C of the selector.
struct PermuteMode {
  Intrinsic::ID ID;
  unsigned (*Source)(unsigned K, unsigned C);
};

} // namespace

/// "f4e: forward 4 extract, b4e: backward 4 extract, rc8: replicate 8, ecl:
/// edge clamp left, ecr: edge clamp right, rc16: replicate 16".
static constexpr PermuteMode PermuteModes[] = {
    {Intrinsic::nvvm_prmt_f4e, [](unsigned K, unsigned C) { return C + K; }},
    {Intrinsic::nvvm_prmt_b4e,
     [](unsigned K, unsigned C) { return (C - K) & 7; }},
    {Intrinsic::nvvm_prmt_rc8, [](unsigned, unsigned C) { return C; }},
    {Intrinsic::nvvm_prmt_ecl,
     [](unsigned K, unsigned C) { return std::max(K, C); }},
    {Intrinsic::nvvm_prmt_ecr,
     [](unsigned K, unsigned C) { return std::min(K, C); }},
    {Intrinsic::nvvm_prmt_rc16,
     [](unsigned K, unsigned C) { return (K & 1) | (C & 1) << 1; }},
};

static void permuteMode(Exec &E) {
  const bool TwoInputs = E.I.Ops.size() == 3;
  const unsigned C = E.intOp(TwoInputs ? 2 : 1) & 3;
  for (unsigned K = 0; K < 4; ++K) {
    const unsigned S = PermuteModes[E.I.Imm].Source(K, C);
    Bytes From = S & 4 ? E.op(1) + (S & 3) : E.op(0) + (S & 3);
    copyBytes(E.dst() + K, From, 1);
  }
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

namespace {

__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 UWide;

struct IntegerRow {
  Intrinsic::ID ID;
  uint64_t (*Compute)(uint64_t A, uint64_t B);
};

} // namespace

static constexpr IntegerRow Integers[] = {
    {Intrinsic::nvvm_mulhi_i,
     [](uint64_t A, uint64_t B) -> uint64_t {
       return uint64_t(int64_t(int32_t(A)) * int32_t(B)) >> 32;
     }},
    {Intrinsic::nvvm_mulhi_ui,
     [](uint64_t A, uint64_t B) -> uint64_t {
       return uint64_t(uint32_t(A)) * uint32_t(B) >> 32;
     }},
    {Intrinsic::nvvm_mulhi_ll,
     [](uint64_t A, uint64_t B) -> uint64_t {
       return uint64_t(Wide(int64_t(A)) * int64_t(B) >> 64);
     }},
    {Intrinsic::nvvm_mulhi_ull,
     [](uint64_t A, uint64_t B) -> uint64_t {
       return uint64_t(UWide(A) * B >> 64);
     }},
    // Low 32 bits of a product of 24-bit numbers.
    {Intrinsic::nvvm_mul24_i,
     [](uint64_t A, uint64_t B) -> uint64_t {
       return uint64_t(signExtend(A & 0xffffff, 24) *
                       signExtend(B & 0xffffff, 24));
     }},
    {Intrinsic::nvvm_mul24_ui,
     [](uint64_t A, uint64_t B) -> uint64_t {
       return (A & 0xffffff) * (B & 0xffffff);
     }},
    {Intrinsic::nvvm_lohi_i2d,
     [](uint64_t A, uint64_t B) -> uint64_t { return A | B << 32; }},
    {Intrinsic::nvvm_d2i_lo,
     [](uint64_t A, uint64_t) -> uint64_t { return A & 0xffffffff; }},
    {Intrinsic::nvvm_d2i_hi,
     [](uint64_t A, uint64_t) -> uint64_t { return A >> 32; }},
};

static void integer(Exec &E) {
  const uint64_t B = E.I.Ops.size() > 1 ? E.intOp(1) : 0;
  const uint64_t R = Integers[E.I.Imm].Compute(E.intOp(0), B);
  E.put(0, R & lowMask(E.I.DstBits), E.I.DstSize, E.worstOf(), E.anyData());
}

//===----------------------------------------------------------------------===//
// Floating point
//===----------------------------------------------------------------------===//

namespace {

struct FloatRow {
  Intrinsic::ID ID;
  double (*Compute)(double A, double B, double C);
};

} // namespace

/// Single precision is computed in float where double would round twice.
/// Approximations use the exact value on both sides of a comparison.
static constexpr FloatRow Floats[] = {
    {Intrinsic::nvvm_add_rn_f,
     [](double A, double B, double) -> double { return float(A) + float(B); }},
    {Intrinsic::nvvm_mul_rn_f,
     [](double A, double B, double) -> double { return float(A) * float(B); }},
    {Intrinsic::nvvm_add_rn_d,
     [](double A, double B, double) { return A + B; }},
    {Intrinsic::nvvm_mul_rn_d,
     [](double A, double B, double) { return A * B; }},
    {Intrinsic::nvvm_fma_rn_f,
     [](double A, double B, double C) -> double {
       return std::fma(float(A), float(B), float(C));
     }},
    {Intrinsic::nvvm_fma_rn_d,
     [](double A, double B, double C) { return std::fma(A, B, C); }},
    {Intrinsic::nvvm_sqrt_rn_f,
     [](double A, double, double) -> double { return std::sqrt(float(A)); }},
    {Intrinsic::nvvm_sqrt_f,
     [](double A, double, double) -> double { return std::sqrt(float(A)); }},
    {Intrinsic::nvvm_sqrt_rn_d,
     [](double A, double, double) { return std::sqrt(A); }},
    {Intrinsic::nvvm_rcp_rn_f,
     [](double A, double, double) -> double { return 1.0f / float(A); }},
    {Intrinsic::nvvm_rcp_rn_d,
     [](double A, double, double) { return 1.0 / A; }},
    {Intrinsic::nvvm_rcp_approx_ftz_d,
     [](double A, double, double) { return 1.0 / A; }},
    {Intrinsic::nvvm_sin_approx_f,
     [](double A, double, double) { return std::sin(A); }},
    {Intrinsic::nvvm_cos_approx_f,
     [](double A, double, double) { return std::cos(A); }},
    // cvt.rni: "to the nearest integer, ties to even".
    {Intrinsic::nvvm_round_f,
     [](double A, double, double) { return std::nearbyint(A); }},
    {Intrinsic::nvvm_round_d,
     [](double A, double, double) { return std::nearbyint(A); }},
    {Intrinsic::nvvm_sqrt_approx_f,
     [](double A, double, double) { return std::sqrt(A); }},
    {Intrinsic::nvvm_div_approx_f,
     [](double A, double B, double) { return A / B; }},
    // "NaN inputs are clamped to 0".
    {Intrinsic::nvvm_saturate_f,
     [](double A, double, double) { return A > 0 ? std::fmin(A, 1) : 0.0; }},
    {Intrinsic::nvvm_ex2_approx,
     [](double A, double, double) { return std::exp2(A); }},
    {Intrinsic::nvvm_ex2_approx_ftz,
     [](double A, double, double) {
       // Subnormals of the operand make no difference; those of the result do.
       const double R = std::exp2(A);
       return R < 0x1p-126 ? 0.0 : R;
     }},
    {Intrinsic::nvvm_lg2_approx_f,
     [](double A, double, double) { return std::log2(A); }},
    {Intrinsic::nvvm_rsqrt_approx_f,
     [](double A, double, double) { return 1.0 / std::sqrt(A); }},
    {Intrinsic::nvvm_rsqrt_approx_d,
     [](double A, double, double) { return 1.0 / std::sqrt(A); }},
};

static void floating(Exec &E) {
  const FloatKind K = E.I.FK;
  double X[3] = {};
  for (unsigned N = 0; N < std::min<size_t>(3, E.I.Ops.size()); ++N)
    X[N] = toDouble(E.intOp(N), K);
  const uint64_t R = fromDouble(Floats[E.I.Imm].Compute(X[0], X[1], X[2]), K);
  E.put(0, R & lowMask(E.I.DstBits), E.I.DstSize, E.worstOf(), E.anyData());
}

/// Clears the sign, also of a NaN.
static void absolute(Exec &E) {
  const uint64_t R = E.intOp(0) & ~(1ull << (floatBits(E.I.FK) - 1));
  E.put(0, R & lowMask(E.I.DstBits), E.I.DstSize, E.worstOf(), E.anyData());
}

namespace {

/// Rounded otherwise than to the nearest, or with rules for NaNs and zeros.
struct RoundedRow {
  Intrinsic::ID ID;
  PtxFloatOp Op;
  PtxRound Round;
};

/// cvt of an f32 or f64 to an integer.
struct ToIntegerRow {
  Intrinsic::ID ID;
  PtxRound Round;
  bool Flush;
  PtxType To;
};

} // namespace

#define ROUNDED(NAME, OP, TYPE)                                                \
  {Intrinsic::nvvm_##NAME##_rz_##TYPE, PtxFloatOp::OP, PtxRound::Zero},        \
      {Intrinsic::nvvm_##NAME##_rm_##TYPE, PtxFloatOp::OP, PtxRound::Down},    \
      {Intrinsic::nvvm_##NAME##_rp_##TYPE, PtxFloatOp::OP, PtxRound::Up},
static constexpr RoundedRow Rounded[] = {
    ROUNDED(add, Add, f) ROUNDED(add, Add, d) ROUNDED(mul, Mul, f)
        ROUNDED(mul, Mul, d) ROUNDED(fma, Fma, f) ROUNDED(fma, Fma, d){
            Intrinsic::nvvm_fmin_f, PtxFloatOp::Min, PtxRound::Nearest},
    {Intrinsic::nvvm_fmin_d, PtxFloatOp::Min, PtxRound::Nearest},
    {Intrinsic::nvvm_fmax_f, PtxFloatOp::Max, PtxRound::Nearest},
    {Intrinsic::nvvm_fmax_d, PtxFloatOp::Max, PtxRound::Nearest},
};
#undef ROUNDED

static void rounded(Exec &E) {
  const RoundedRow &Row = Rounded[E.I.Imm];
  PtxMode Mode;
  Mode.Round = Row.Round;
  uint64_t X[3] = {};
  for (unsigned N = 0; N < std::min<size_t>(3, E.I.Ops.size()); ++N)
    X[N] = E.intOp(N);
  const uint64_t R = computePtxFloat(Row.Op, E.I.FK, Mode, X[0], X[1], X[2]);
  E.put(0, R, E.I.DstSize, E.worstOf(), E.anyData());
}

#define TO_INTEGER(NAME, TYPE)                                                 \
  {Intrinsic::nvvm_##NAME##_rn, PtxRound::Nearest, false, TYPE},               \
      {Intrinsic::nvvm_##NAME##_rz, PtxRound::Zero, false, TYPE},              \
      {Intrinsic::nvvm_##NAME##_rm, PtxRound::Down, false, TYPE},              \
      {Intrinsic::nvvm_##NAME##_rp, PtxRound::Up, false, TYPE},                \
      {Intrinsic::nvvm_##NAME##_rn_ftz, PtxRound::Nearest, true, TYPE},        \
      {Intrinsic::nvvm_##NAME##_rz_ftz, PtxRound::Zero, true, TYPE},           \
      {Intrinsic::nvvm_##NAME##_rm_ftz, PtxRound::Down, true, TYPE},           \
      {Intrinsic::nvvm_##NAME##_rp_ftz, PtxRound::Up, true, TYPE},

static constexpr PtxType S32{FloatKind::None, 4, 1, true};
static constexpr PtxType U32{FloatKind::None, 4, 1, false};
static constexpr PtxType S64{FloatKind::None, 8, 1, true};
static constexpr PtxType U64{FloatKind::None, 8, 1, false};
#define DOUBLE_TO_INTEGER(NAME, TYPE)                                          \
  {Intrinsic::nvvm_##NAME##_rn, PtxRound::Nearest, false, TYPE},               \
      {Intrinsic::nvvm_##NAME##_rz, PtxRound::Zero, false, TYPE},              \
      {Intrinsic::nvvm_##NAME##_rm, PtxRound::Down, false, TYPE},              \
      {Intrinsic::nvvm_##NAME##_rp, PtxRound::Up, false, TYPE},
static constexpr ToIntegerRow ToIntegers[] = {
    TO_INTEGER(f2i, S32) TO_INTEGER(f2ui, U32) TO_INTEGER(f2ll, S64)
        TO_INTEGER(f2ull, U64) DOUBLE_TO_INTEGER(d2i, S32)
            DOUBLE_TO_INTEGER(d2ui, U32) DOUBLE_TO_INTEGER(d2ll, S64)
                DOUBLE_TO_INTEGER(d2ull, U64)};
#undef TO_INTEGER
#undef DOUBLE_TO_INTEGER

namespace {

/// cvt of an integer to f32.
struct FromIntegerRow {
  Intrinsic::ID ID;
  PtxRound Round;
  PtxType From;
};

} // namespace

#define FROM_INTEGER(NAME, TYPE)                                               \
  {Intrinsic::nvvm_##NAME##_rn, PtxRound::Nearest, TYPE},                      \
      {Intrinsic::nvvm_##NAME##_rz, PtxRound::Zero, TYPE},                     \
      {Intrinsic::nvvm_##NAME##_rm, PtxRound::Down, TYPE},                     \
      {Intrinsic::nvvm_##NAME##_rp, PtxRound::Up, TYPE},

static constexpr FromIntegerRow FromIntegers[] = {
    FROM_INTEGER(i2f, S32) FROM_INTEGER(ui2f, U32) FROM_INTEGER(ll2f, S64)
        FROM_INTEGER(ull2f, U64)};
#undef FROM_INTEGER

static void fromInteger(Exec &E) {
  const FromIntegerRow &Row = FromIntegers[E.I.Imm];
  PtxMode Mode;
  Mode.Round = Row.Round;
  const PtxType F32{FloatKind::Float, 4, 1, false};
  const uint64_t R = convertPtx(Row.From, F32, Mode, E.intOp(0));
  E.put(0, R, E.I.DstSize, E.stateOf(0), E.dataIn(0));
}

static void toInteger(Exec &E) {
  const ToIntegerRow &Row = ToIntegers[E.I.Imm];
  PtxMode Mode;
  Mode.Round = Row.Round;
  Mode.Flush = Row.Flush;
  const bool IsDouble = E.I.Ops[0].Size == 8;
  const PtxType From{IsDouble ? FloatKind::Double : FloatKind::Float,
                     IsDouble ? 8u : 4u, 1, false};
  const uint64_t R = convertPtx(From, Row.To, Mode, E.intOp(0));
  E.put(0, R, E.I.DstSize, E.stateOf(0), E.dataIn(0));
}

static void toTf32(Exec &E) {
  PtxMode Mode;
  Mode.Round = PtxRound::NearestAway;
  E.put(0, roundToTf32(E.intOp(0), Mode), E.I.DstSize, E.stateOf(0),
        E.dataIn(0));
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// LLVM 19 has intrinsics for each type where LLVM 22 has one for all.
static unsigned ofAllTypes(Intrinsic::ID ID) {
  if (ID == Intrinsic::not_intrinsic)
    return ID;
  return compat::StringSwitch<unsigned>(Intrinsic::getBaseName(ID))
      .Cases({"llvm.nvvm.fabs.f", "llvm.nvvm.fabs.d"}, Intrinsic::nvvm_fabs)
      .Cases({"llvm.nvvm.ex2.approx.f", "llvm.nvvm.ex2.approx.d"},
             Intrinsic::nvvm_ex2_approx)
      .Case("llvm.nvvm.ex2.approx.ftz.f", Intrinsic::nvvm_ex2_approx_ftz)
      .Default(ID);
}

bool decodeNvptxArithmetic(Inst &D, const CallBase &CB) {
  const unsigned ID = ofAllTypes(CB.getIntrinsicID());
  if (ID == Intrinsic::nvvm_prmt)
    return onLane(D, permute);
  if (std::optional<unsigned> N = rowOf(PermuteModes, ID))
    return onLane(D, permuteMode, *N);
  // Only scalars are supported.
  for (const Value *V : CB.args())
    if (V->getType()->isVectorTy() || !V->getType()->isSized())
      return false;
  if (!CB.getType()->isSingleValueType() || CB.getType()->isVectorTy())
    return false;
  if (std::optional<unsigned> N = rowOf(Integers, ID))
    return onLane(D, integer, *N);
  if (std::optional<unsigned> N = rowOf(Floats, ID))
    return onLane(D, floating, *N);
  if (std::optional<unsigned> N = rowOf(Rounded, ID))
    return onLane(D, rounded, *N);
  if (std::optional<unsigned> N = rowOf(ToIntegers, ID))
    return onLane(D, toInteger, *N);
  if (std::optional<unsigned> N = rowOf(FromIntegers, ID))
    return onLane(D, fromInteger, *N);
  if (ID == Intrinsic::nvvm_f2tf32_rna)
    return onLane(D, toTf32);
  return ID == Intrinsic::nvvm_fabs && onLane(D, absolute);
}

} // namespace f2layout::sim
