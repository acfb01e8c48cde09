//===- PtxFloat.cpp - Floating-point arithmetic of PTX --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/nvptx/PtxFloat.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace f2layout::sim {

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::optional<PtxType> parsePtxType(StringRef Text) {
  PtxType T;
  if (Text.consume_back("x2"))
    T.Count = 2;
  const StringRef Name = Text;
  if (Name == "f16" || Name == "bf16") {
    T.FK = Name == "f16" ? FloatKind::Half : FloatKind::BFloat;
    T.Bytes = 2;
    return T;
  }
  unsigned Bits;
  if (T.Count != 1 || Name.size() < 2 || !StringRef("usbf").contains(Name[0]) ||
      Name.drop_front().getAsInteger(10, Bits) || Bits % 8 || Bits < 8 ||
      Bits > 64 || !isPowerOf2_32(Bits))
    return std::nullopt;
  T.Bytes = Bits / 8;
  T.Signed = Name[0] == 's';
  if (Name[0] != 'f')
    return T;
  if (Bits < 32)
    return std::nullopt;
  T.FK = Bits == 32 ? FloatKind::Float : FloatKind::Double;
  return T;
}

bool PtxMode::take(StringRef Part) {
  static constexpr std::pair<const char *, bool PtxMode::*> Flags[] = {
      {"ftz", &PtxMode::Flush},
      {"sat", &PtxMode::Saturate},
      {"relu", &PtxMode::Relu},
      {"NaN", &PtxMode::NaN},
      {"approx", &PtxMode::Approx}};
  for (auto [Name, Flag] : Flags)
    if (Part == Name)
      return this->*Flag = true;
  static constexpr std::pair<const char *, PtxRound> Rounds[] = {
      {"rn", PtxRound::Nearest},
      {"rna", PtxRound::NearestAway},
      {"rz", PtxRound::Zero},
      {"rm", PtxRound::Down},
      {"rp", PtxRound::Up}};
  const bool Integral = Part.size() == 3 && Part.consume_back("i");
  for (auto [Name, R] : Rounds)
    if (Part == Name) {
      Round = R;
      ToIntegral = Integral;
      return HasRound = true;
    }
  return false;
}

int64_t PtxMode::encode() const {
  return int64_t(Round) | HasRound << 4 | ToIntegral << 5 | Flush << 6 |
         Saturate << 7 | Relu << 8 | NaN << 9 | Approx << 10;
}

PtxMode PtxMode::decode(int64_t Imm) {
  PtxMode M;
  M.Round = PtxRound(Imm & 15);
  M.HasRound = Imm >> 4 & 1;
  M.ToIntegral = Imm >> 5 & 1;
  M.Flush = Imm >> 6 & 1;
  M.Saturate = Imm >> 7 & 1;
  M.Relu = Imm >> 8 & 1;
  M.NaN = Imm >> 9 & 1;
  M.Approx = Imm >> 10 & 1;
  return M;
}

static constexpr PtxFloatRow Rows[] = {
    {"add", PtxFloatOp::Add, 2, false},  {"sub", PtxFloatOp::Sub, 2, false},
    {"mul", PtxFloatOp::Mul, 2, false},  {"fma", PtxFloatOp::Fma, 3, false},
    {"neg", PtxFloatOp::Neg, 1, false},  {"abs", PtxFloatOp::Abs, 1, false},
    {"min", PtxFloatOp::Min, 2, false},  {"max", PtxFloatOp::Max, 2, false},
    {"div", PtxFloatOp::Div, 2, true},   {"rcp", PtxFloatOp::Rcp, 1, true},
    {"sqrt", PtxFloatOp::Sqrt, 1, true}, {"rsqrt", PtxFloatOp::Rsqrt, 1, true},
    {"ex2", PtxFloatOp::Ex2, 1, true},   {"lg2", PtxFloatOp::Lg2, 1, true},
    {"sin", PtxFloatOp::Sin, 1, true},   {"cos", PtxFloatOp::Cos, 1, true},
    {"tanh", PtxFloatOp::Tanh, 1, true},
};

const PtxFloatRow *findPtxFloat(StringRef Name) {
  const auto *Row =
      find_if(Rows, [&](const PtxFloatRow &R) { return Name == R.Name; });
  return Row == std::end(Rows) ? nullptr : Row;
}

std::optional<PtxCompare> parsePtxCompare(StringRef Text) {
  static constexpr const char *Names[] = {"eq",  "ne",  "lt",  "le",  "gt",
                                          "ge",  "equ", "neu", "ltu", "leu",
                                          "gtu", "geu", "num", "nan"};
  const auto *It = find(Names, Text);
  if (It == std::end(Names))
    return std::nullopt;
  return PtxCompare(It - Names);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static APFloat::roundingMode roundingOf(PtxRound R) {
  switch (R) {
  case PtxRound::Nearest:
    return APFloat::rmNearestTiesToEven;
  case PtxRound::NearestAway:
    return APFloat::rmNearestTiesToAway;
  case PtxRound::Zero:
    return APFloat::rmTowardZero;
  case PtxRound::Down:
    return APFloat::rmTowardNegative;
  case PtxRound::Up:
    return APFloat::rmTowardPositive;
  }
  return APFloat::rmNearestTiesToEven;
}

uint64_t ptxNaN(FloatKind K) {
  return K == FloatKind::Float    ? 0x7fffffff
         : K == FloatKind::Double ? 0x7ff8000000000000ull
                                  : 0x7fff;
}

/// "Subnormal inputs and results are flushed to sign-preserving zero."
static void flush(APFloat &V) {
  if (V.isDenormal())
    V = APFloat::getZero(V.getSemantics(), V.isNegative());
}

/// "sat clamps the result to [0.0, 1.0]. NaN results are flushed to +0.0."
static void saturate(APFloat &V) {
  const APFloat One(V.getSemantics(), 1);
  if (V.isNaN() || V.isNegative())
    V = APFloat::getZero(V.getSemantics());
  else if (V > One)
    V = One;
}

/// "relu clamps the result to 0 if negative. NaN result is converted to
/// canonical NaN."
static void clampBelow(APFloat &V) {
  if (!V.isNaN() && V.isNegative())
    V = APFloat::getZero(V.getSemantics());
}

static uint64_t bitsOf(const APFloat &V, FloatKind K) {
  return V.isNaN() ? ptxNaN(K) : fromAPFloat(V);
}

/// Applies the modifiers to a result.
static uint64_t finish(APFloat V, FloatKind K, const PtxMode &Mode) {
  if (Mode.Flush)
    flush(V);
  if (Mode.Saturate)
    saturate(V);
  if (Mode.Relu)
    clampBelow(V);
  return bitsOf(V, K);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// "+0.0 > -0.0. If one of the inputs is NaN, the result is the other. If both
/// are, or with .NaN if either is, the result is the canonical NaN."
static APFloat choose(const APFloat &X, const APFloat &Y, bool Max, bool NaN) {
  if (X.isNaN() || Y.isNaN())
    return X.isNaN() == NaN ? X : Y;
  if (X.isZero() && Y.isZero())
    return X.isNegative() == Max ? Y : X;
  return (X < Y) == Max ? Y : X;
}

static double approximate(PtxFloatOp Op, double X, double Y) {
  switch (Op) {
  case PtxFloatOp::Div:
    return X / Y;
  case PtxFloatOp::Rcp:
    return 1 / X;
  case PtxFloatOp::Sqrt:
    return std::sqrt(X);
  case PtxFloatOp::Rsqrt:
    return 1 / std::sqrt(X);
  case PtxFloatOp::Ex2:
    return std::exp2(X);
  case PtxFloatOp::Lg2:
    return std::log2(X);
  case PtxFloatOp::Sin:
    return std::sin(X);
  case PtxFloatOp::Cos:
    return std::cos(X);
  default:
    return std::tanh(X);
  }
}

/// The sign alone changes, and so does that of a NaN in the wider types. H100:
/// a NaN of f16 and bf16 becomes the canonical one.
static uint64_t withSign(const APFloat &X, FloatKind K, uint64_t Bits) {
  const bool IsHalf = K == FloatKind::Half || K == FloatKind::BFloat;
  return X.isNaN() && IsHalf ? ptxNaN(K) : Bits;
}

uint64_t computePtxFloat(PtxFloatOp Op, FloatKind K, const PtxMode &Mode,
                         uint64_t A, uint64_t B, uint64_t C) {
  const uint64_t Sign = 1ull << (floatBits(K) - 1);
  APFloat X = toAPFloat(A, K), Y = toAPFloat(B, K), Z = toAPFloat(C, K);
  if (Mode.Flush)
    for (APFloat *V : {&X, &Y, &Z})
      flush(*V);
  const APFloat::roundingMode Round = roundingOf(Mode.Round);
  switch (Op) {
  case PtxFloatOp::Neg:
    return withSign(X, K, fromAPFloat(X) ^ Sign);
  case PtxFloatOp::Abs:
    return withSign(X, K, fromAPFloat(X) & ~Sign);
  case PtxFloatOp::Add:
    X.add(Y, Round);
    break;
  case PtxFloatOp::Sub:
    X.subtract(Y, Round);
    break;
  case PtxFloatOp::Mul:
    X.multiply(Y, Round);
    break;
  case PtxFloatOp::Fma:
    X.fusedMultiplyAdd(Y, Z, Round);
    break;
  case PtxFloatOp::Min:
  case PtxFloatOp::Max:
    X = choose(X, Y, Op == PtxFloatOp::Max, Mode.NaN);
    break;
  default: {
    APFloat R(approximate(Op, toDouble(fromAPFloat(X), K),
                          toDouble(fromAPFloat(Y), K)));
    bool Lost;
    R.convert(semanticsOf(K), APFloat::rmNearestTiesToEven, &Lost);
    X = R;
  }
  }
  return finish(X, K, Mode);
}

bool comparePtxFloat(PtxCompare C, FloatKind K, bool Flush, uint64_t A,
                     uint64_t B) {
  APFloat X = toAPFloat(A, K), Y = toAPFloat(B, K);
  if (Flush) {
    flush(X);
    flush(Y);
  }
  const APFloat::cmpResult R = X.compare(Y);
  const bool Unordered = R == APFloat::cmpUnordered;
  const bool Less = R == APFloat::cmpLessThan;
  const bool Equal = R == APFloat::cmpEqual;
  const bool Greater = R == APFloat::cmpGreaterThan;
  switch (C) {
  case PtxCompare::Eq:
    return Equal;
  case PtxCompare::Ne:
    return Less || Greater;
  case PtxCompare::Lt:
    return Less;
  case PtxCompare::Le:
    return Less || Equal;
  case PtxCompare::Gt:
    return Greater;
  case PtxCompare::Ge:
    return Greater || Equal;
  case PtxCompare::Equ:
    return Equal || Unordered;
  case PtxCompare::Neu:
    return !Equal;
  case PtxCompare::Ltu:
    return Less || Unordered;
  case PtxCompare::Leu:
    return !Greater;
  case PtxCompare::Gtu:
    return Greater || Unordered;
  case PtxCompare::Geu:
    return !Less;
  case PtxCompare::Num:
    return !Unordered;
  case PtxCompare::Nan:
    return Unordered;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// PTX ISA 9.7.9.21: "NaN input results in zero if source is not .f64 and
/// destination is not .s64, .u64; otherwise 1 << (BitWidth(dst) - 1)". What
/// does not fit is clamped.
static uint64_t toInteger(const APFloat &V, const PtxType &From,
                          const PtxType &To, const PtxMode &Mode) {
  const unsigned Bits = To.Bytes * 8;
  if (V.isNaN())
    return From.FK == FloatKind::Double || Bits == 64 ? 1ull << (Bits - 1) : 0;
  APSInt R(Bits, !To.Signed);
  bool Exact;
  V.convertToInteger(R, roundingOf(Mode.Round), &Exact);
  return R.getZExtValue();
}

uint64_t convertPtx(const PtxType &From, const PtxType &To, const PtxMode &Mode,
                    uint64_t A) {
  const APFloat::roundingMode Round = roundingOf(Mode.Round);
  if (From.FK == FloatKind::None) {
    APFloat R(semanticsOf(To.FK));
    R.convertFromAPInt(APInt(From.Bytes * 8, A & lowMask(From.Bytes * 8)),
                       From.Signed, Round);
    return finish(R, To.FK, Mode);
  }
  APFloat V = toAPFloat(A, From.FK);
  if (Mode.Flush)
    flush(V);
  if (To.FK == FloatKind::None)
    return toInteger(V, From, To, Mode);
  if (Mode.ToIntegral && !V.isNaN())
    V.roundToIntegral(Round);
  bool Lost;
  V.convert(semanticsOf(To.FK), Round, &Lost);
  // The same exponents: a shift, which keeps the bits of a NaN.
  if (V.isNaN() && From.FK == FloatKind::BFloat && To.FK == FloatKind::Float)
    return A << 16;
  // H100: a NaN of f64 keeps its sign and the upper bits of its payload.
  // APFloat made it quiet.
  if (V.isNaN() && From.FK == FloatKind::Double && To.FK != FloatKind::Float &&
      !Mode.Saturate)
    return fromAPFloat(V);
  return finish(V, To.FK, Mode);
}

uint64_t roundToTf32(uint64_t A, const PtxMode &Mode) {
  APFloat V = toAPFloat(A, FloatKind::Float);
  if (V.isNaN())
    return ptxNaN(FloatKind::Float);
  bool Lost;
  V.convert(APFloat::FloatTF32(), roundingOf(Mode.Round), &Lost);
  V.convert(APFloat::IEEEsingle(), APFloat::rmTowardZero, &Lost);
  return finish(V, FloatKind::Float, Mode);
}

} // namespace f2layout::sim
