//===- AmdgpuBits.cpp - Bytes and bits of AMDGPU ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Semantics: "AMD Instinct MI300 (CDNA3) ISA", "RDNA3 ISA" and "RDNA4 ISA"
// reference guides, and LLVM's "User Guide for the AMDGPU Backend".
//
//===----------------------------------------------------------------------===//

#include "compat/LLVMCompat.h"
#include "tools/f2sim/amdgpu/Amdgpu.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"

using namespace llvm;

namespace f2layout::sim {

/// V_PERM_B32: byte selectors over {S0, S1}, S1 low: 0-3 of S1, 4-7 of S0,
/// 8-11 signs of S1 and S0 halves, 12 is 0x00, above is 0xff.
static void permBytes(Exec &E) {
  State S = E.stateOf(2);
  for (unsigned K = 0; K < 4; ++K) {
    unsigned Sel = E.op(2).D[K];
    if (Sel < 8) {
      copyBytes(E.dst() + K, E.op(Sel < 4 ? 1 : 0) + (Sel & 3), 1);
    } else if (Sel >= 12) {
      E.put(K, Sel == 12 ? 0 : 0xff, 1, Defined, E.dataIn(2));
    } else {
      // 8: sign of byte 1, 9: of byte 3, 10: of byte 5, 11: of byte 7.
      unsigned B = 2 * (Sel - 8) + 1;
      Bytes From = E.op(B < 4 ? 1 : 0) + (B & 3);
      E.put(K, From.D[0] & 0x80 ? 0xff : 0, 1, State(From.S[0]),
            fromData(From.O, 1));
    }
  }
  worsen(E.dst(), 4, S);
}

/// V_ALIGNBYTE_B32: ({S0, S1} >> 8 * S2[1:0]) & 0xffffffff.
static void alignByte(Exec &E) {
  unsigned By = E.intOp(2) & 3;
  for (unsigned K = 0; K < 4; ++K) {
    unsigned P = K + By;
    copyBytes(E.dst() + K, P < 4 ? E.op(1) + P : E.op(0) + (P - 4), 1);
  }
  worsen(E.dst(), 4, E.stateOf(2));
}

namespace {

struct IntegerRow {
  unsigned ID;
  uint64_t (*Compute)(uint64_t A, uint64_t B);
};

} // namespace

/// The low 24 bits, as a signed number.
static int64_t low24(uint64_t A) { return signExtend(A & 0xffffff, 24); }

static constexpr IntegerRow Integers[] = {
    {Intrinsic::amdgcn_mul_u24,
     [](uint64_t A, uint64_t B) -> uint64_t {
       return (A & 0xffffff) * (B & 0xffffff);
     }},
    {Intrinsic::amdgcn_mul_i24,
     [](uint64_t A, uint64_t B) -> uint64_t {
       return uint64_t(low24(A) * low24(B));
     }},
    {Intrinsic::amdgcn_mulhi_u24,
     [](uint64_t A, uint64_t B) -> uint64_t {
       return (A & 0xffffff) * (B & 0xffffff) >> 32;
     }},
    {Intrinsic::amdgcn_mulhi_i24,
     [](uint64_t A, uint64_t B) -> uint64_t {
       return uint64_t(low24(A) * low24(B)) >> 32;
     }},
};

static void put(Exec &E, uint64_t R) {
  E.put(0, R & lowMask(E.I.DstBits), E.I.DstSize, E.worstOf(), E.anyData());
}

static void integer(Exec &E) {
  put(E, Integers[E.I.Imm].Compute(E.intOp(0), E.intOp(1)));
}

/// V_BFE_U32, V_BFE_I32: "(S0.i32 >> S1[4 : 0].u32) & ((1 << S2[4 : 0].u32) -
/// 1)", whose sign is then extended. Beyond the last bit, a signed field has
/// copies of the sign. LLVM's InstCombine folds those of 64 bits in the same
/// way, with numbers modulo 64.
static void bitField(Exec &E) {
  const unsigned Bits = E.I.DstBits;
  const unsigned From = E.intOp(1) & (Bits - 1), Len = E.intOp(2) & (Bits - 1);
  uint64_t R = 0;
  if (Len && E.I.Imm)
    R = signExtend(uint64_t(signExtend(E.intOp(0), Bits) >> From), Len);
  else if (Len)
    R = E.intOp(0) >> From & lowMask(Len);
  put(E, R);
}

/// V_BITOP3: a table of eight bits, indexed by the bits of a, b, c.
static void bitOp3(Exec &E) {
  const uint64_t A = E.intOp(0), B = E.intOp(1), C = E.intOp(2);
  const unsigned Table = E.intOp(3);
  uint64_t R = 0;
  for (unsigned K = 0; K < E.I.DstBits; ++K) {
    unsigned Index = (A >> K & 1) << 2 | (B >> K & 1) << 1 | (C >> K & 1);
    R |= uint64_t(Table >> Index & 1) << K;
  }
  put(E, R);
}

bool decodeAmdgpuBits(Inst &D, const CallBase &CB) {
  const unsigned ID = CB.getIntrinsicID();
  if (ID == Intrinsic::amdgcn_perm)
    return onLane(D, permBytes);
  if (ID == Intrinsic::amdgcn_alignbyte)
    return onLane(D, alignByte);
  if (CB.getType()->isVectorTy() || D.DstBits > 64)
    return false;
  if (ID == Intrinsic::amdgcn_ubfe || ID == Intrinsic::amdgcn_sbfe)
    return (D.DstBits == 32 || D.DstBits == 64) &&
           onLane(D, bitField, ID == Intrinsic::amdgcn_sbfe);
  if (std::optional<unsigned> N = rowOf(Integers, ID))
    return onLane(D, integer, *N);
  return ID == Intrinsic::amdgcn_bitop3 && onLane(D, bitOp3);
}

} // namespace f2layout::sim
