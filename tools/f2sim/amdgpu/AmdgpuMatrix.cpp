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
//   column l % M, row 4 (l / M) + r % 4 + 4 G (r / 4).
//   WMMA 16x16x16, wave32. gfx11: lane l holds all 16 k of row l % 16, both
//   halves of the wave alike; register r of D is row 2 r + l / 16. gfx12: 8 k
//   from 8 (l / 16), and row 8 (l / 16) + r.
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/amdgpu/Amdgpu.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"

using namespace llvm;

namespace f2layout::sim {

namespace {
struct Number {
  double V = 0;
  State S = Defined;
};

struct Shape {
  unsigned M, K;    ///< M x M result, K products
  unsigned PerLane; ///< elements of A in a lane
  bool Replicated;  ///< gfx11: every lane group holds the same k
  bool Interleaved; ///< gfx11: rows of D alternate between the halves
};
} // namespace

static Number readNumber(Bytes B, FloatKind K) {
  unsigned N = floatBits(K) / 8;
  return {toDouble(readInt(B.D, N), K), worstState(B.S, N)};
}

static unsigned resultRow(const Shape &S, unsigned Lane, unsigned R,
                          unsigned Wave) {
  unsigned Groups = Wave / S.M, G = Lane / S.M;
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
  FloatKind In = FloatKind(I.Sub), Acc = FloatKind::Float;
  unsigned InBytes = floatBits(In) / 8, AccBytes = floatBits(Acc) / 8;
  std::vector<Number> A(S.M * S.K), B(S.K * S.M);
  for (unsigned L = 0; L < Wave; ++L) {
    Exec E = G.exec(L);
    unsigned First = S.Replicated ? 0 : S.PerLane * (L / S.M);
    for (unsigned R = 0; R < S.PerLane; ++R) {
      A[L % S.M * S.K + First + R] = readNumber(E.op(0) + R * InBytes, In);
      B[(First + R) * S.M + L % S.M] = readNumber(E.op(1) + R * InBytes, In);
    }
  }
  for (unsigned L = 0; L < Wave; ++L) {
    Exec E = G.exec(L);
    for (unsigned R = 0; R < I.DstSize / AccBytes; ++R) {
      Number Sum = readNumber(E.op(2) + R * AccBytes, Acc);
      unsigned Row = resultRow(S, L, R, Wave), Col = L % S.M;
      for (unsigned K = 0; K < S.K; ++K) {
        const Number &X = A[Row * S.K + K], &Y = B[K * S.M + Col];
        Sum.V += X.V * Y.V;
        Sum.S = worst(Sum.S, worst(X.S, Y.S));
      }
      E.put(R * AccBytes, fromDouble(Sum.V, Acc), AccBytes, Sum.S, true);
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
  bool Old = G.I.Ops[0].Size == 32;
  multiply(G, {16, 16, Old ? 16u : 8u, Old, Old});
}

bool decodeAmdgpuMatrix(Inst &D, const CallBase &CB) {
  auto product = [&](unsigned M, unsigned K, FloatKind In) {
    // cbsz, abid and blgp permute blocks; only the plain form is known.
    for (unsigned N = 3; N < CB.arg_size(); ++N) {
      auto *C = dyn_cast<ConstantInt>(CB.getArgOperand(N));
      if (!C || !C->isZero())
        return false;
    }
    D.Sub = uint8_t(In);
    return onMeet(D, mfma, MeetRule::Together, -1, M | K << 8);
  };
  switch (CB.getIntrinsicID()) {
  case Intrinsic::amdgcn_mfma_f32_16x16x16f16:
    return product(16, 16, FloatKind::Half);
  case Intrinsic::amdgcn_mfma_f32_16x16x16bf16_1k:
    return product(16, 16, FloatKind::BFloat);
  case Intrinsic::amdgcn_mfma_f32_16x16x32_f16:
    return product(16, 32, FloatKind::Half);
  case Intrinsic::amdgcn_mfma_f32_16x16x32_bf16:
    return product(16, 32, FloatKind::BFloat);
  case Intrinsic::amdgcn_mfma_f32_32x32x8f16:
    return product(32, 8, FloatKind::Half);
  case Intrinsic::amdgcn_mfma_f32_32x32x8bf16_1k:
    return product(32, 8, FloatKind::BFloat);
  case Intrinsic::amdgcn_mfma_f32_32x32x16_f16:
    return product(32, 16, FloatKind::Half);
  case Intrinsic::amdgcn_mfma_f32_32x32x16_bf16:
    return product(32, 16, FloatKind::BFloat);
  case Intrinsic::amdgcn_mfma_f32_16x16x4f32:
    return product(16, 4, FloatKind::Float);
  case Intrinsic::amdgcn_mfma_f32_32x32x2f32:
    return product(32, 2, FloatKind::Float);
  case Intrinsic::amdgcn_wmma_f32_16x16x16_f16:
  case Intrinsic::amdgcn_wmma_f32_16x16x16_bf16:
    if (D.Ops.size() != 3 || (D.Ops[0].Size != 32 && D.Ops[0].Size != 16))
      return false;
    D.Sub =
        uint8_t(CB.getIntrinsicID() == Intrinsic::amdgcn_wmma_f32_16x16x16_f16
                    ? FloatKind::Half
                    : FloatKind::BFloat);
    return onMeet(D, wmma, MeetRule::Together);
  default:
    return false;
  }
}

} // namespace f2layout::sim
