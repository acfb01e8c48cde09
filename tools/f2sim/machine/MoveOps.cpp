//===- MoveOps.cpp - Instructions that move bytes, and addresses ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/machine/Machine.h"

using namespace llvm;

namespace f2layout::sim {

/// A scalar with one poison byte becomes poison as a whole.
static void spread(Bytes To, unsigned Size, unsigned Each) {
  if (Each <= 1 || worstState(To.S, Size) != Poison)
    return;
  for (unsigned At = 0; At + Each <= Size; At += Each)
    if (worstState(To.S + At, Each) == Poison)
      std::memset(To.S + At, Poison, Each);
}

/// Bitcasts between <N x iK> and other types where elements do not fill bytes.
static void bitcastBits(Exec &E) {
  const Inst &I = E.I;
  Bytes A = E.op(0);
  unsigned Elements = I.Ops[0].Size / I.Bytes;
  unsigned Total = Elements * I.Bits;
  if (Total > 4096)
    return E.unsupported("bitcast of a wide bit vector");
  uint8_t Bit[4096];
  for (unsigned K = 0; K < Total; ++K) {
    unsigned In = K % I.Bits;
    Bit[K] = A.D[K / I.Bits * I.Bytes + In / 8] >> (In % 8) & 1;
  }
  State S = worstState(A.S, I.Ops[0].Size);
  bool Data = fromData(A.O, I.Ops[0].Size);
  unsigned Out = I.DstSize / I.DstBytes;
  for (unsigned K = 0; K < Out; ++K) {
    uint64_t V = 0;
    for (unsigned B = 0; B < I.DstBits; ++B)
      V |= uint64_t(Bit[K * I.DstBits + B]) << B;
    E.put(K * I.DstBytes, V, I.DstBytes, S, Data);
  }
}

static void select(Exec &E) {
  const Inst &I = E.I;
  bool PerElement = I.Ops[0].Size > 1;
  unsigned Each = I.DstBytes;
  for (unsigned K = 0; K < I.Count; ++K) {
    Bytes C = E.op(0) + (PerElement ? K : 0);
    Bytes To = E.dst() + K * Each;
    unsigned Arm = C.D[0] & 1 ? 1 : 2;
    copyBytes(To, E.op(Arm) + K * Each, Each);
    if (C.S[0] != Defined)
      for (unsigned B = 0; B < Each; ++B)
        To.S[B] = std::max(To.S[B], C.S[0]);
  }
}

static void extractElement(Exec &E) {
  uint64_t Index = E.intOp(1);
  unsigned Each = E.I.DstSize;
  if (E.stateOf(1) >= Undef || Index >= E.I.Ops[0].Size / std::max(Each, 1u)) {
    std::memset(E.dst().D, 0, E.I.DstSize);
    return setMeta(E.dst(), E.I.DstSize, Poison, E.origin(true));
  }
  copyBytes(E.dst(), E.op(0) + Index * Each, Each);
}

static void insertElement(Exec &E) {
  uint64_t Index = E.intOp(2);
  unsigned Each = E.I.Ops[1].Size;
  if (E.stateOf(2) >= Undef || Index >= E.I.DstSize / std::max(Each, 1u)) {
    std::memset(E.dst().D, 0, E.I.DstSize);
    return setMeta(E.dst(), E.I.DstSize, Poison, E.origin(true));
  }
  copyBytes(E.dst(), E.op(0), E.I.DstSize);
  copyBytes(E.dst() + Index * Each, E.op(1), Each);
}

static void shuffle(Exec &E) {
  const Inst &I = E.I;
  Bytes To = E.dst(), A = E.op(0);
  Bytes B = I.Ops.size() > 1 ? E.op(1) : A;
  int Split = I.Ops[0].Size;
  for (unsigned K = 0; K < I.Mask.size(); ++K) {
    int From = I.Mask[K];
    if (From < 0) {
      To.D[K] = 0;
      To.S[K] = Poison;
      To.O[K] = 0;
    } else if (From < Split) {
      copyBytes(To + K, A + From, 1);
    } else {
      copyBytes(To + K, B + (From - Split), 1);
    }
  }
}

void execMove(Exec E) {
  const Inst &I = E.I;
  switch (I.Code) {
  case Op::Bitcast:
    if (I.Imm)
      return bitcastBits(E);
    copyBytes(E.dst(), E.op(0), I.DstSize);
    return spread(E.dst(), I.DstSize, I.DstBytes);
  case Op::Freeze: {
    Bytes To = E.dst();
    copyBytes(To, E.op(0), I.DstSize);
    for (unsigned K = 0; K < I.DstSize; ++K)
      if (To.S[K] >= Undef)
        To.S[K] = Frozen;
    return;
  }
  case Op::AddrSpaceCast: {
    uint64_t A = readInt(E.op(0).D, I.Ops[0].Size);
    A = E.M.P.Memory.fromGeneric(I.ToAS, E.M.P.Memory.toGeneric(I.AS, A));
    return E.put(0, A, I.DstSize, E.stateOf(0), E.dataIn(0));
  }
  case Op::Select:
    return select(E);
  case Op::ExtractElement:
    return extractElement(E);
  case Op::InsertElement:
    return insertElement(E);
  case Op::Shuffle:
    return shuffle(E);
  default:
    return copyBytes(E.dst(), E.op(0), I.DstSize);
  }
}

void execGep(Exec E) {
  const Inst &I = E.I;
  State S = E.stateOf(0);
  bool Data = E.dataIn(0);
  uint64_t A = E.intOp(0);
  int64_t Sum = I.Offset;
  for (const GepTerm &Term : I.Terms) {
    Bytes B = E.M.at(E.T, Term.Index.R);
    S = worst(S, worstState(B.S, Term.Index.Size));
    Data |= fromData(B.O, Term.Index.Size);
    uint64_t V = readInt(B.D, Term.Index.Size);
    Sum += int64_t(uint64_t(signExtend(V, Term.Bits)) * uint64_t(Term.Stride));
  }
  uint64_t R = (A + uint64_t(Sum)) & lowMask(I.Bits);
  // nuw: base and offset are unsigned; nusw: the offset is signed.
  if (S < Undef) {
    bool Wraps = R < A;
    if ((I.NUW && Wraps) || (I.NSW && (Sum >= 0 ? Wraps : R > A)))
      S = Poison;
  }
  E.put(0, R, I.DstSize, S, Data);
}

} // namespace f2layout::sim
