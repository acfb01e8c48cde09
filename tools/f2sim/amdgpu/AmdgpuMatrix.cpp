//===- AmdgpuMatrix.cpp - MFMA and WMMA -----------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix products of a whole wave, D = A B + C, one 16x16 or 32x32 block.
// Positions of elements (AMD matrix instruction calculator):
//
//   MFMA M x M x K, wave64. Lane l holds row (column) l % M of A (of B) and
//   the consecutive k from (K / G) (l / M), G = 64 / M. Register r of D is
//   column l % M, row 4 (l / M) + r % 4 + 4 G (r / 4). In f64 row l / M + G r.
//   WMMA 16x16x16, wave32. gfx11: lane l holds all 16 k of row l % 16, both
//   halves of the wave alike; register r of D is row 2 r + l / 16. gfx12: lane
//   l holds half of the k, and r is row 8 (l / 16) + r. Which k it holds makes
//   no difference to a product, since A and B have them in the same order.
//
//===----------------------------------------------------------------------===//

#include "compat/LLVMCompat.h"
#include "tools/f2sim/amdgpu/Amdgpu.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include <cmath>

using namespace llvm;

namespace f2layout::sim {

namespace {
struct Number {
  double V = 0;
  State S = Defined;
};

/// What is multiplied, by Inst::Sub; Bytes are signed and have sums of i32.
/// XFloats are floats without their low bits.
enum ProductKind : uint8_t {
  Halves,
  BFloats,
  Floats,
  XFloats,
  Doubles,
  Bytes8
};

struct Shape {
  unsigned M, K;    ///< M x M result, K products
  unsigned PerLane; ///< elements of A in a lane
  bool Replicated;  ///< gfx11: every lane group holds the same k
  bool Interleaved; ///< gfx11: rows of D alternate between the halves
};
} // namespace

static FloatKind floatOf(ProductKind K) {
  return K == Halves    ? FloatKind::Half
         : K == BFloats ? FloatKind::BFloat
         : K == Doubles ? FloatKind::Double
                        : FloatKind::Float;
}

static unsigned factorBytes(ProductKind K) {
  return K == Bytes8 ? 1 : floatBits(floatOf(K)) / 8;
}

static unsigned sumBytes(ProductKind K) { return K == Doubles ? 8 : 4; }

static Number readFactor(Bytes B, ProductKind K) {
  const unsigned N = factorBytes(K);
  uint64_t Word = readInt(B.D, N);
  if (K == XFloats)
    Word &= ~uint64_t(0x1fff);
  return {K == Bytes8 ? double(int8_t(Word)) : toDouble(Word, floatOf(K)),
          worstState(B.S, N)};
}

static Number readSum(Bytes B, ProductKind K) {
  const unsigned N = sumBytes(K);
  const uint64_t Word = readInt(B.D, N);
  return {K == Bytes8    ? double(int32_t(Word))
          : K == Doubles ? toDouble(Word, FloatKind::Double)
                         : toDouble(Word, FloatKind::Float),
          worstState(B.S, N)};
}

static uint64_t sumBits(double Sum, ProductKind K) {
  if (K == Bytes8) // Wraps.
    return uint32_t(int64_t(Sum));
  return fromDouble(Sum, K == Doubles ? FloatKind::Double : FloatKind::Float);
}

static unsigned resultRow(const Shape &S, unsigned Lane, unsigned R,
                          unsigned Wave, bool OfDoubles) {
  unsigned Groups = Wave / S.M, G = Lane / S.M;
  if (OfDoubles)
    return G + Groups * R;
  if (Wave == 32)
    return S.Interleaved ? 2 * R + G : 8 * G + R;
  return 4 * G + R % 4 + 4 * Groups * (R / 4);
}

static void multiply(Group &G, const Shape &S) {
  const Inst &I = G.I;
  unsigned Wave = G.WarpSize;
  for (unsigned L = 0; L < Wave; ++L)
    if (!G.lane(L))
      return G.M.fault(Problem::Divergence, nullptr, &I,
                       "a matrix product needs the whole wave");
  const auto Kind = ProductKind(I.Sub);
  // WMMA of bytes has operands that say whether they are signed.
  const bool HasSigns = Wave == 32 && Kind == Bytes8;
  const unsigned OfA = HasSigns, OfB = HasSigns ? 3 : 1, OfC = HasSigns ? 4 : 2;
  const unsigned InBytes = factorBytes(Kind), AccBytes = sumBytes(Kind);
  std::vector<Number> A(S.M * S.K), B(S.K * S.M);
  for (unsigned L = 0; L < Wave; ++L) {
    Exec E = G.exec(L);
    unsigned First = S.Replicated ? 0 : S.PerLane * (L / S.M);
    for (unsigned R = 0; R < S.PerLane; ++R) {
      A[L % S.M * S.K + First + R] = readFactor(E.op(OfA) + R * InBytes, Kind);
      B[(First + R) * S.M + L % S.M] =
          readFactor(E.op(OfB) + R * InBytes, Kind);
    }
  }
  for (unsigned L = 0; L < Wave; ++L) {
    Exec E = G.exec(L);
    for (unsigned R = 0; R < I.DstSize / AccBytes; ++R) {
      Number Sum = readSum(E.op(OfC) + R * AccBytes, Kind);
      unsigned Row = resultRow(S, L, R, Wave, Kind == Doubles), Col = L % S.M;
      for (unsigned K = 0; K < S.K; ++K) {
        const Number &X = A[Row * S.K + K], &Y = B[K * S.M + Col];
        Sum.V = Kind == Doubles ? std::fma(X.V, Y.V, Sum.V) : Sum.V + X.V * Y.V;
        Sum.S = worst(Sum.S, worst(X.S, Y.S));
      }
      E.put(R * AccBytes, sumBits(Sum.V, Kind), AccBytes, Sum.S, true);
    }
  }
}

static void mfma(Group &G) {
  unsigned M = G.I.Imm & 0xff, K = G.I.Imm >> 8;
  if (G.WarpSize != 64)
    return G.M.fault(Problem::Unsupported, nullptr, &G.I, "mfma in wave32");
  multiply(G, {M, K, K * M / 64, false, false});
}

static void wmma(Group &G) {
  if (G.WarpSize != 32)
    return G.M.fault(Problem::Unsupported, nullptr, &G.I, "wmma in wave64");
  // gfx11 lanes hold 16 elements of A, gfx12 lanes 8.
  bool Old = G.I.Imm == 16;
  multiply(G, {16, 16, Old ? 16u : 8u, Old, Old});
}

/// WMMA with operand OfA as A.
static bool decodeWmma(Inst &D, unsigned OfA, ProductKind K) {
  if (D.Ops.size() <= OfA)
    return false;
  const unsigned PerLane = D.Ops[OfA].Size / factorBytes(K);
  if (PerLane != 8 && PerLane != 16)
    return false;
  D.Sub = K;
  return onMeet(D, wmma, MeetRule::Together, -1, PerLane);
}

/// WMMA of bytes: signed A, A, signed B, B, C, clamp. Only signed factors
/// without clamping are known.
static bool decodeWmmaOfBytes(Inst &D, const CallBase &CB) {
  auto Flag = [&](unsigned N) {
    auto *C = dyn_cast<ConstantInt>(CB.getArgOperand(N));
    return C ? int(C->getZExtValue()) : -1;
  };
  return CB.arg_size() == 6 && Flag(0) == 1 && Flag(2) == 1 && Flag(5) == 0 &&
         decodeWmma(D, 1, Bytes8);
}

bool decodeAmdgpuMatrix(Inst &D, const CallBase &CB) {
  auto Product = [&](unsigned M, unsigned K, ProductKind Of) {
    // cbsz, abid and blgp permute blocks; only the plain form is known.
    for (unsigned N = 3; N < CB.arg_size(); ++N) {
      auto *C = dyn_cast<ConstantInt>(CB.getArgOperand(N));
      if (!C || !C->isZero())
        return false;
    }
    D.Sub = Of;
    return onMeet(D, mfma, MeetRule::Together, -1, M | K << 8);
  };
  switch (CB.getIntrinsicID()) {
  case Intrinsic::amdgcn_mfma_f32_16x16x16f16:
    return Product(16, 16, Halves);
  case Intrinsic::amdgcn_mfma_f32_16x16x16bf16_1k:
    return Product(16, 16, BFloats);
  case Intrinsic::amdgcn_mfma_f32_16x16x32_f16:
    return Product(16, 32, Halves);
  case Intrinsic::amdgcn_mfma_f32_16x16x32_bf16:
    return Product(16, 32, BFloats);
  case Intrinsic::amdgcn_mfma_f32_32x32x8f16:
    return Product(32, 8, Halves);
  case Intrinsic::amdgcn_mfma_f32_32x32x8bf16_1k:
    return Product(32, 8, BFloats);
  case Intrinsic::amdgcn_mfma_f32_32x32x16_f16:
    return Product(32, 16, Halves);
  case Intrinsic::amdgcn_mfma_f32_32x32x16_bf16:
    return Product(32, 16, BFloats);
  case Intrinsic::amdgcn_mfma_f32_16x16x4f32:
    return Product(16, 4, Floats);
  case Intrinsic::amdgcn_mfma_f32_16x16x8_xf32:
    return Product(16, 8, XFloats);
  case Intrinsic::amdgcn_mfma_f32_32x32x2f32:
    return Product(32, 2, Floats);
  case Intrinsic::amdgcn_mfma_f64_16x16x4f64:
    return Product(16, 4, Doubles);
  case Intrinsic::amdgcn_mfma_i32_16x16x16i8:
    return Product(16, 16, Bytes8);
  case Intrinsic::amdgcn_mfma_i32_32x32x8i8:
    return Product(32, 8, Bytes8);
  case Intrinsic::amdgcn_mfma_i32_16x16x32_i8:
    return Product(16, 32, Bytes8);
  case Intrinsic::amdgcn_mfma_i32_32x32x16_i8:
    return Product(32, 16, Bytes8);
  case Intrinsic::amdgcn_mfma_i32_16x16x64_i8:
    return Product(16, 64, Bytes8);
  case Intrinsic::amdgcn_mfma_i32_32x32x32_i8:
    return Product(32, 32, Bytes8);
  case Intrinsic::amdgcn_wmma_f32_16x16x16_f16:
    return decodeWmma(D, 0, Halves);
  case Intrinsic::amdgcn_wmma_f32_16x16x16_bf16:
    return decodeWmma(D, 0, BFloats);
  case Intrinsic::amdgcn_wmma_i32_16x16x16_iu8:
    return decodeWmmaOfBytes(D, CB);
  default:
    return false;
  }
}

} // namespace f2layout::sim
