//===- TileLines.cpp - Reductions and scans by their definition -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/intrinsics/TileLines.h"
#include "compat/LLVMCompat.h"
#include "tools/f2sim/machine/Machine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace llvm;

namespace f2layout::sim {

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

std::optional<LineOp> readLineOp(StringRef Name, bool OnFloats) {
  using Result = std::optional<LineOp>;
  if (!OnFloats)
    return compat::StringSwitch<Result>(Name)
        .Case("add", LineOp::Add)
        .Case("mul", LineOp::Mul)
        .Case("and", LineOp::And)
        .Case("or", LineOp::Or)
        .Case("xor", LineOp::Xor)
        .Case("smin", LineOp::SMin)
        .Case("smax", LineOp::SMax)
        .Case("umin", LineOp::UMin)
        .Case("umax", LineOp::UMax)
        .Default(std::nullopt);
  return compat::StringSwitch<Result>(Name)
      .Cases({"add", "fadd"}, LineOp::FAdd)
      .Cases({"mul", "fmul"}, LineOp::FMul)
      .Cases({"min", "fmin"}, LineOp::FMin)
      .Cases({"max", "fmax"}, LineOp::FMax)
      .Case("fminimum", LineOp::FMinimum)
      .Case("fmaximum", LineOp::FMaximum)
      .Default(std::nullopt);
}

static uint64_t combineInts(LineOp Op, unsigned Bits, uint64_t A, uint64_t B) {
  const int64_t SA = signExtend(A, Bits), SB = signExtend(B, Bits);
  A &= lowMask(Bits);
  B &= lowMask(Bits);
  switch (Op) {
  case LineOp::Add:
    return (A + B) & lowMask(Bits);
  case LineOp::Mul:
    return (A * B) & lowMask(Bits);
  case LineOp::And:
    return A & B;
  case LineOp::Or:
    return A | B;
  case LineOp::Xor:
    return A ^ B;
  case LineOp::SMin:
    return SA < SB ? A : B;
  case LineOp::SMax:
    return SA > SB ? A : B;
  case LineOp::UMin:
    return std::min(A, B);
  default:
    return std::max(A, B);
  }
}

static bool isLess(double A, double B) { // -0 is less than +0
  return A < B || (A == B && std::signbit(A) && !std::signbit(B));
}

static uint64_t combineFloats(LineOp Op, FloatKind K, uint64_t A, uint64_t B) {
  const double X = toDouble(A, K), Y = toDouble(B, K);
  const bool OfFloats = K == FloatKind::Float;
  switch (Op) {
  case LineOp::FAdd:
    return fromDouble(OfFloats ? double(float(X) + float(Y)) : X + Y, K);
  case LineOp::FMul:
    return fromDouble(OfFloats ? double(float(X) * float(Y)) : X * Y, K);
  default:
    break;
  }
  const bool IsMin = Op == LineOp::FMin || Op == LineOp::FMinimum;
  if (std::isnan(X) || std::isnan(Y)) {
    const bool Ignores = Op == LineOp::FMin || Op == LineOp::FMax;
    if (!Ignores || (std::isnan(X) && std::isnan(Y)))
      return canonicalNaN(K);
    return std::isnan(X) ? B : A;
  }
  return isLess(X, Y) == IsMin ? A : B;
}

uint64_t combineElements(LineOp Op, LineType Ty, uint64_t A, uint64_t B) {
  return Ty.FK == FloatKind::None ? combineInts(Op, Ty.Bits, A, B)
                                  : combineFloats(Op, Ty.FK, A, B);
}

uint64_t firstResult(LineOp Op, LineType Ty) {
  switch (Op) {
  case LineOp::Mul:
    return 1;
  case LineOp::And:
  case LineOp::UMin:
    return lowMask(Ty.Bits);
  case LineOp::SMin:
    return lowMask(Ty.Bits - 1);
  case LineOp::SMax:
    return uint64_t(1) << (Ty.Bits - 1);
  case LineOp::FMul:
    return fromDouble(1, Ty.FK);
  case LineOp::FMin:
  case LineOp::FMinimum:
    return fromDouble(HUGE_VAL, Ty.FK);
  case LineOp::FMax:
  case LineOp::FMaximum:
    return fromDouble(-HUGE_VAL, Ty.FK);
  default:
    return 0;
  }
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

namespace {

/// One axis of a tensor, in row-major numbers of elements.
struct AxisPlace {
  uint64_t Stride = 1, Size = 1;

  AxisPlace(const std::vector<uint64_t> &Sizes, uint64_t Axis)
      : Size(Sizes[Axis]) {
    for (unsigned D = Axis + 1; D < Sizes.size(); ++D)
      Stride *= Sizes[D];
  }
  uint64_t position(uint64_t Element) const { return Element / Stride % Size; }
  uint64_t lineOf(uint64_t Element) const {
    return Element - position(Element) * Stride;
  }
};

/// Vectors without the common highest bits: a basis, found one by one.
struct Span {
  std::vector<uint64_t> Basis;

  uint64_t reduce(uint64_t V) const {
    for (uint64_t B : Basis)
      V = std::min(V, V ^ B);
    return V;
  }
  bool add(uint64_t V) {
    V = reduce(V);
    if (!V)
      return false;
    Basis.push_back(V);
    std::sort(Basis.rbegin(), Basis.rend());
    return true;
  }
};

} // namespace

static constexpr unsigned MostBits = 10;

/// Numbers of registers and threads, and who holds what.
static std::optional<TileLines> start(const TileLayout &From, uint64_t Axis) {
  const unsigned R = From.bits("register"),
                 T = From.bits("lane") + From.bits("warp");
  if (R > MostBits || T > MostBits || Axis >= From.Sizes.size() ||
      From.Elements > uint64_t(1) << (R + T))
    return std::nullopt;
  TileLines L;
  L.Given = L.Registers = 1u << R;
  L.Threads = 1u << T;
  const std::pair<unsigned, unsigned> Nobody{~0u, ~0u};
  L.Holder.assign(From.Elements, Nobody);
  for (unsigned Thread = L.Threads; Thread-- > 0;)
    for (unsigned Register = L.Given; Register-- > 0;)
      L.Holder[From.element(Register, Thread)] = {Register, Thread};
  if (llvm::is_contained(L.Holder, Nobody))
    return std::nullopt;
  return L;
}

/// The images in the order in which a reduction takes them: registers, lanes,
/// warps, the highest bit of each first.
static std::vector<uint64_t> imagesInOrder(const TileLayout &L) {
  std::vector<uint64_t> Order;
  for (const char *Input : {"register", "lane", "warp"})
    for (unsigned J = L.bits(Input); J-- > 0;)
      Order.push_back(L.Inputs.at(Input)[J]);
  return Order;
}

/// The subspaces of the axis that the first images span together with the axis:
/// a vector that is in each, and not in the one before.
static std::vector<uint64_t> axisBasis(const TileLayout &L,
                                       const AxisPlace &Axis) {
  // With what is beside the axis in the high bits, a basis ends with what is
  // along the axis only.
  const unsigned AxisBits = Log2_64(Axis.Size);
  auto Swap = [&](uint64_t Element) {
    const uint64_t Line = Axis.lineOf(Element);
    return Line << AxisBits | Axis.position(Element);
  };
  std::vector<uint64_t> Found;
  Span All, Known;
  for (uint64_t Image : imagesInOrder(L)) {
    if (!All.add(Swap(Image)))
      continue;
    // Make every highest bit that of one vector only, then look for one along
    // the axis that is new.
    for (uint64_t V : All.Basis)
      if (V < Axis.Size && Known.add(V))
        Found.push_back(V);
  }
  return Found;
}

std::optional<TileLines> planReduce(const TileLayout &From, uint64_t Axis,
                                    const TileLayout &To) {
  std::optional<TileLines> L = start(From, Axis);
  const unsigned R = To.bits("register");
  if (!L || R > MostBits ||
      To.bits("lane") + To.bits("warp") != Log2_32(L->Threads))
    return std::nullopt;
  const AxisPlace Place(From.Sizes, Axis);
  if (To.Elements * Place.Size != From.Elements)
    return std::nullopt;
  L->Registers = 1u << R;
  for (unsigned T = 0; T < L->Threads; ++T)
    for (unsigned Register = 0; Register < L->Registers; ++Register) {
      const uint64_t Line = To.element(Register, T);
      L->Wanted.emplace_back(
          Line % Place.Stride + Line / Place.Stride * Place.Stride * Place.Size,
          0);
    }
  const std::vector<uint64_t> Basis = axisBasis(From, Place);
  for (uint64_t I = 0; I < Place.Size; ++I) {
    uint64_t Position = 0;
    for (unsigned J = 0; J < Basis.size(); ++J)
      Position ^= I >> J & 1 ? Basis[J] : 0;
    L->Order.push_back(Position * Place.Stride);
  }
  return L;
}

/// The input that moves along each bit of the axis; none if a bit moves
/// otherwise, or two move along one.
static std::optional<std::vector<StringRef>>
holdersOfBits(const TileLayout &L, const AxisPlace &Axis,
              uint64_t &RegisterBits) {
  std::vector<StringRef> Of(Log2_64(Axis.Size));
  RegisterBits = 0;
  Span Registers;
  for (StringRef Input : {"register", "lane", "warp"})
    for (unsigned J = L.bits(Input.str()); J-- > 0;) {
      const uint64_t Image = L.Inputs.at(Input.str())[J];
      // A register that holds a copy does not count.
      if (Input == "register" && !Registers.add(Image))
        continue;
      const uint64_t Along = Axis.position(Image);
      RegisterBits += Input == "register" && !Along;
      if (!Along)
        continue;
      if (Axis.lineOf(Image) || !isPowerOf2_64(Along) ||
          !Of[Log2_64(Along)].empty())
        return std::nullopt;
      Of[Log2_64(Along)] = Input;
    }
  if (llvm::is_contained(Of, StringRef()))
    return std::nullopt;
  return Of;
}

static std::vector<LineDigit> digitsOf(ArrayRef<StringRef> Of) {
  std::vector<LineDigit> Digits;
  for (unsigned J = 0; J < Of.size(); ++J) {
    if (!J || Of[J] != Of[J - 1])
      Digits.push_back({0, Of[J] != "register"});
    ++Digits.back().Bits;
  }
  return Digits;
}

/// A thread takes the elements of all warps for each of its registers that are
/// above or beside the digit: at most 256 in all.
static bool haveRoom(ArrayRef<StringRef> Of, uint64_t Beside) {
  for (unsigned J = 0; J < Of.size();) {
    unsigned End = J;
    while (End < Of.size() && Of[End] == Of[J])
      ++End;
    uint64_t Above = Beside;
    for (unsigned K = End; K < Of.size(); ++K)
      Above += Of[K] == "register";
    if (Of[J] == "warp" && Above + End - J > 8)
      return false;
    J = End;
  }
  return true;
}

std::optional<TileLines> planScan(const TileLayout &From, uint64_t Axis) {
  std::optional<TileLines> L = start(From, Axis);
  if (!L)
    return std::nullopt;
  const AxisPlace Place(From.Sizes, Axis);
  L->IsScan = true;
  L->Stride = Place.Stride;
  for (unsigned T = 0; T < L->Threads; ++T)
    for (unsigned R = 0; R < L->Registers; ++R) {
      const uint64_t Element = From.element(R, T);
      L->Wanted.emplace_back(Place.lineOf(Element), Place.position(Element));
    }
  L->Order.resize(Place.Size);
  uint64_t Beside;
  std::optional<std::vector<StringRef>> Of = holdersOfBits(From, Place, Beside);
  if (!Of || !haveRoom(*Of, Beside)) {
    // Registers first, then lanes, then warps.
    const unsigned Lanes = From.bits("lane"), Warps = From.bits("warp"),
                   All = Log2_64(From.Elements),
                   Registers = All > Lanes + Warps ? All - Lanes - Warps : 0;
    Of.emplace();
    for (unsigned J = 0; J < Log2_64(Place.Size); ++J)
      Of->push_back(J < Registers           ? "register"
                    : J < Registers + Lanes ? "lane"
                                            : "warp");
  }
  L->Digits = digitsOf(*Of);
  return L;
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

static LineValue combine(const TileLines &L, const LineValue &A,
                         const LineValue &B) {
  return {combineElements(L.Op, L.Type, A.Bits, B.Bits),
          std::max(A.State, B.State), A.FromData || B.FromData};
}

LineValue reduceLine(const TileLines &L, std::vector<LineValue> Line) {
  while (Line.size() > 1) {
    for (size_t I = 0; I < Line.size() / 2; ++I)
      Line[I] = combine(L, Line[2 * I], Line[2 * I + 1]);
    Line.resize(Line.size() / 2);
  }
  return Line[0];
}

using MaybeValues = std::vector<std::optional<LineValue>>;

/// Inclusive results within each group of Size elements.
static std::vector<LineValue>
scanGroups(const TileLines &L, std::vector<LineValue> V, const LineDigit &D) {
  const size_t Size = size_t(1) << D.Bits;
  if (!D.BitByBit) {
    for (size_t I = 0; I < V.size(); ++I)
      if (I % Size)
        V[I] = combine(L, V[I - 1], V[I]);
    return V;
  }
  for (size_t Half = 1; Half < Size; Half *= 2) {
    const std::vector<LineValue> Was = V;
    for (size_t I = 0; I < V.size(); ++I)
      if (I & Half)
        V[I] = combine(L, Was[(I & ~(2 * Half - 1)) + Half - 1], Was[I]);
  }
  return V;
}

/// What lies before each element, in digits from N on.
static MaybeValues before(const TileLines &L, const std::vector<LineValue> &V,
                          size_t N) {
  MaybeValues Result(V.size());
  if (N == L.Digits.size())
    return Result;
  const std::vector<LineValue> Inside = scanGroups(L, V, L.Digits[N]);
  const size_t Size = size_t(1) << L.Digits[N].Bits;
  std::vector<LineValue> Last;
  for (size_t I = Size - 1; I < V.size(); I += Size)
    Last.push_back(Inside[I]);
  const MaybeValues Groups = before(L, Last, N + 1);
  for (size_t I = 0; I < V.size(); ++I) {
    Result[I] = Groups[I / Size];
    if (I % Size)
      Result[I] =
          Result[I] ? combine(L, *Result[I], Inside[I - 1]) : Inside[I - 1];
  }
  return Result;
}

/// The same with the element itself.
static std::vector<LineValue> upTo(const TileLines &L,
                                   const std::vector<LineValue> &V, size_t N) {
  if (N == L.Digits.size())
    return V;
  std::vector<LineValue> Inside = scanGroups(L, V, L.Digits[N]);
  const size_t Size = size_t(1) << L.Digits[N].Bits;
  std::vector<LineValue> Last;
  for (size_t I = Size - 1; I < V.size(); I += Size)
    Last.push_back(Inside[I]);
  const MaybeValues Groups = before(L, Last, N + 1);
  std::vector<LineValue> Whole;
  if (!L.Digits[N].BitByBit)
    Whole = upTo(L, Last, N + 1);
  for (size_t I = 0; I < V.size(); ++I)
    if (!Whole.empty() && (I + 1) % Size == 0)
      Inside[I] = Whole[I / Size];
    else if (Groups[I / Size])
      Inside[I] = combine(L, *Groups[I / Size], Inside[I]);
  return Inside;
}

MaybeValues scanLine(const TileLines &L, const std::vector<LineValue> &Line) {
  std::vector<LineValue> V = Line;
  if (L.Reverse)
    std::reverse(V.begin(), V.end());
  MaybeValues Result;
  if (L.Exclusive) {
    Result = before(L, V, 0);
  } else {
    const std::vector<LineValue> Sums = upTo(L, V, 0);
    Result.assign(Sums.begin(), Sums.end());
  }
  if (L.Reverse)
    std::reverse(Result.begin(), Result.end());
  return Result;
}

} // namespace f2layout::sim
