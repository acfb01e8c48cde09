//===- NvptxProduct.cpp - mma ---------------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Matrix Fragments for mma.m8n8k4 with .f64 floating point type", and
// 9.7.14.5.7 to 9.7.14.5.10: mma.m16n8k8, .m16n8k16, .m16n8k32.
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/nvptx/Nvptx.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace llvm;

namespace f2layout::sim {

namespace {
struct Number {
  double V = 0;
  State S = Defined;
};

/// What mma multiplies and adds, by Inst::Sub.
enum ProductKind : uint8_t { OfHalves, OfBFloats, InHalves, OfTF32, OfBytes };

/// Inst::Imm: the depth, and of bytes which have no sign and whether the sum
/// saturates.
static constexpr int64_t DepthBits = 255;
static constexpr int64_t UnsignedA = 256, UnsignedB = 512, Saturates = 1024;
} // namespace

static unsigned bytesOf(ProductKind K) {
  return K == OfTF32 ? 4 : K == OfBytes ? 1 : 2;
}

static Number readFactor(Bytes B, ProductKind K, bool IsUnsigned) {
  const unsigned N = bytesOf(K);
  const uint64_t Word = readInt(B.D, N);
  const State S = worstState(B.S, N);
  switch (K) {
  case OfBytes:
    return {IsUnsigned ? double(uint8_t(Word)) : double(int8_t(Word)), S};
  case OfTF32: // without the low bits of a float
    return {toDouble(Word & ~uint64_t(0x1fff), FloatKind::Float), S};
  case OfBFloats:
    return {toDouble(Word, FloatKind::BFloat), S};
  default:
    return {toDouble(Word, FloatKind::Half), S};
  }
}

static Number readSum(Bytes B, ProductKind K) {
  const unsigned N = K == InHalves ? 2 : 4;
  const uint64_t Word = readInt(B.D, N);
  const State S = worstState(B.S, N);
  if (K == OfBytes)
    return {double(int32_t(Word)), S};
  return {toDouble(Word, N == 2 ? FloatKind::Half : FloatKind::Float), S};
}

static uint64_t sumBits(double Sum, ProductKind K, bool Clamp) {
  if (K == OfBytes && Clamp) // ".satfinite: clamped to the range of s32"
    return uint32_t(int32_t(std::clamp<double>(Sum, INT32_MIN, INT32_MAX)));
  if (K == OfBytes) // wraps
    return uint32_t(int64_t(Sum));
  return fromDouble(Sum, K == InHalves ? FloatKind::Half : FloatKind::Float);
}

/// D = A B + C with A 16 x K by rows, B K x 8 by columns; groupID = lane / 4,
/// t = lane % 4, and e elements in a register. Register r of A holds row
/// groupID + 8 (r & 1) and columns e t + 4e (r >> 1), register r of B rows
/// e t + 4e r and column groupID.
static void multiply(Group &G) {
  const Inst &I = G.I;
  const unsigned K = I.Imm & DepthBits;
  const auto Kind = ProductKind(I.Sub);
  const unsigned Size = bytesOf(Kind), Each = 4 / Size;
  const unsigned RegsA = K * Size / 8, RegsB = RegsA / 2;
  const unsigned AccBytes = Kind == InHalves ? 2 : 4;
  Number A[16][32], B[32][8], C[16][8];
  // Accumulator j of a lane: row groupID + 8 (j / 2), column 2t + j % 2.
  auto Accumulator = [&](const Exec &E, unsigned J) {
    unsigned First = RegsA + RegsB;
    return Kind == InHalves ? E.op(First + J / 2) + 2 * (J % 2)
                            : E.op(First + J);
  };
  for (unsigned L = 0; L < 32; ++L) {
    Exec E = G.exec(L);
    unsigned Row = L / 4, T = L % 4;
    for (unsigned R = 0; R < RegsA; ++R)
      for (unsigned H = 0; H < Each; ++H)
        A[Row + 8 * (R & 1)][Each * (T + 4 * (R >> 1)) + H] =
            readFactor(E.op(R) + Size * H, Kind, I.Imm & UnsignedA);
    for (unsigned R = 0; R < RegsB; ++R)
      for (unsigned H = 0; H < Each; ++H)
        B[Each * (T + 4 * R) + H][Row] =
            readFactor(E.op(RegsA + R) + Size * H, Kind, I.Imm & UnsignedB);
    for (unsigned J = 0; J < 4; ++J)
      C[Row + 8 * (J / 2)][2 * T + J % 2] = readSum(Accumulator(E, J), Kind);
  }
  for (unsigned L = 0; L < 32; ++L) {
    Exec E = G.exec(L);
    for (unsigned J = 0; J < 4; ++J) {
      unsigned Row = L / 4 + 8 * (J / 2), Col = 2 * (L % 4) + J % 2;
      Number Sum = C[Row][Col];
      for (unsigned X = 0; X < K; ++X) {
        Sum.V += A[Row][X].V * B[X][Col].V;
        Sum.S = worst(Sum.S, worst(A[Row][X].S, B[X][Col].S));
      }
      E.put(J * AccBytes, sumBits(Sum.V, Kind, I.Imm & Saturates), AccBytes,
            Sum.S, true);
    }
  }
}

/// D = A B + C of doubles, with A M x K by rows and B K x 8 by columns, M 8 or
/// 16: a lane holds row groupID and column t of A, row t and column groupID of
/// B, and two neighbours of D. Further registers are 8 rows below, then 4
/// columns of A (rows of B) further.
static void multiplyDoubles(Group &G) {
  constexpr unsigned Size = 8, N = 8;
  const unsigned K = G.I.Imm, M = G.I.Sub, Down = M / 8;
  auto Read = [](Bytes B) {
    return Number{toDouble(readInt(B.D, Size), FloatKind::Double),
                  worstState(B.S, Size)};
  };
  const unsigned RegsA = Down * K / 4, RegsB = K / 4;
  Number A[16][16], B[16][N];
  for (unsigned L = 0; L < 32; ++L) {
    const unsigned Row = L / 4, T = L % 4;
    for (unsigned R = 0; R < RegsA; ++R)
      A[Row + 8 * (R % Down)][T + 4 * (R / Down)] = Read(G.exec(L).op(R));
    for (unsigned R = 0; R < RegsB; ++R)
      B[T + 4 * R][Row] = Read(G.exec(L).op(RegsA + R));
  }
  for (unsigned L = 0; L < 32; ++L)
    for (unsigned J = 0; J < 2 * Down; ++J) {
      Exec E = G.exec(L);
      const unsigned Row = L / 4 + 8 * (J / 2), Column = 2 * (L % 4) + J % 2;
      Number Sum = Read(E.op(RegsA + RegsB + J));
      for (unsigned X = 0; X < K; ++X) {
        Sum.V = std::fma(A[Row][X].V, B[X][Column].V, Sum.V);
        Sum.S = worst(Sum.S, worst(A[Row][X].S, B[X][Column].S));
      }
      E.put(J * Size, fromDouble(Sum.V, FloatKind::Double), Size, Sum.S, true);
    }
}

static bool decodeDoubles(Inst &D, unsigned M, unsigned K) {
  D.Sub = uint8_t(M);
  return D.Ops.size() == M * K / 32 + K / 4 + M / 4 &&
         all_of(D.Ops, [](const Operand &O) { return O.Size == 8; }) &&
         onMeet(D, multiplyDoubles, MeetRule::WholeWarp, -1, K);
}

namespace {
/// The types of a product, as PTX and as LLVM's intrinsics name them.
struct ProductTypes {
  StringLiteral InPtx, InLLVM;
  ProductKind Kind;
  int64_t Flags = 0;
  bool isNamed(StringRef Name) const { return Name == InPtx || Name == InLLVM; }
};
} // namespace

static constexpr ProductTypes Products[] = {
    {"f32.f16.f16.f32", "f32.f32", OfHalves},
    {"f32.bf16.bf16.f32", "bf16", OfBFloats},
    {"f16.f16.f16.f16", "f16.f16", InHalves},
    {"f32.tf32.tf32.f32", "tf32", OfTF32},
    {"s32.s8.s8.s32", "s8", OfBytes},
    {"s32.u8.u8.s32", "u8", OfBytes, UnsignedA | UnsignedB},
    {"s32.s8.u8.s32", "s8.u8", OfBytes, UnsignedB},
    {"s32.u8.s8.s32", "u8.s8", OfBytes, UnsignedA},
};

bool decodeMma(Inst &D, StringRef Shape) {
  StringRef Doubles = Shape;
  if (Doubles.consume_back(".f64.f64.f64.f64") || Doubles.consume_back(".f64"))
    return Doubles == "m8n8k4.row.col"     ? decodeDoubles(D, 8, 4)
           : Doubles == "m16n8k4.row.col"  ? decodeDoubles(D, 16, 4)
           : Doubles == "m16n8k8.row.col"  ? decodeDoubles(D, 16, 8)
           : Doubles == "m16n8k16.row.col" ? decodeDoubles(D, 16, 16)
                                           : false;
  // m16n8k16.row.col.f32.f16.f16.f32 and the like.
  int64_t K;
  if (Shape.consume_front("m16n8k32.row.col."))
    K = 32;
  else if (Shape.consume_front("m16n8k16.row.col."))
    K = 16;
  else if (Shape.consume_front("m16n8k8.row.col."))
    K = 8;
  else if (Shape.consume_front("m16n8k4.row.col."))
    K = 4;
  else
    return false;
  const int64_t Clamp = Shape.consume_front("satfinite.") ? Saturates : 0;
  const ProductTypes *T = find_if(
      Products, [&](const ProductTypes &P) { return P.isNamed(Shape); });
  if (T == std::end(Products) || (Clamp && T->Kind != OfBytes))
    return false;
  D.Sub = T->Kind;
  const unsigned Row = K * bytesOf(ProductKind(D.Sub)); // of A, in bytes
  if (Row != 16 && Row != 32)
    return false;
  unsigned Regs = Row / 8 + Row / 16 + (D.Sub == InHalves ? 2 : 4);
  if (D.Ops.size() != Regs)
    return false;
  for (const Operand &O : D.Ops)
    if (O.Size != 4)
      return false;
  return onMeet(D, multiply, MeetRule::WholeWarp, -1, K | T->Flags | Clamp);
}

} // namespace f2layout::sim
