//===- AmdgpuLanes.cpp - Wave-wide operations -----------------------------===//
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

#include "tools/f2sim/amdgpu/Amdgpu.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"

using namespace llvm;

namespace f2layout::sim {

/// DS_BPERMUTE_B32 (CDNA3 ISA 12.16, RDNA3 ISA 12.12): "the lane that is read
/// is addr / 4 modulo the wave; inactive lanes give 0".
static void backwardPermute(Group &G) {
  for (unsigned N = 0; N < G.WarpSize; ++N) {
    if (!G.lane(N))
      continue;
    Exec E = G.exec(N);
    unsigned Source = E.intOp(0) / 4 % G.WarpSize;
    // "on wave64 of gfx10 and 11 it reaches the lanes of its own half"
    if (G.WarpSize == 64 && isRDNA(G.M))
      Source = (Source & 31) | (N & 32);
    State S = E.stateOf(0);
    if (Thread *From = G.lane(Source))
      copyBytes(E.dst(), G.M.at(*From, G.I.Ops[1].R), 4);
    else
      E.put(0, 0, 4, Defined, false);
    worsen(E.dst(), 4, S);
  }
}

/// DS_PERMUTE_B32: each lane sends. If several lanes send to one lane, the last
/// wins; lanes that receive nothing get 0.
static void forwardPermute(Group &G) {
  std::vector<int> Sender(G.WarpSize, -1);
  State S = Defined;
  for (unsigned N = 0; N < G.WarpSize; ++N)
    if (G.lane(N)) {
      Exec E = G.exec(N);
      unsigned To = E.intOp(0) / 4 % G.WarpSize;
      if (G.WarpSize == 64 && isRDNA(G.M))
        To = (To & 31) | (N & 32);
      Sender[To] = N;
      S = worst(S, E.stateOf(0));
    }
  for (unsigned N = 0; N < G.WarpSize; ++N) {
    if (!G.lane(N))
      continue;
    Exec E = G.exec(N);
    if (Sender[N] >= 0)
      copyBytes(E.dst(), G.M.at(*G.lane(Sender[N]), G.I.Ops[1].R), 4);
    else
      E.put(0, 0, 4, Defined, false);
    worsen(E.dst(), 4, S);
  }
}

/// DS_SWIZZLE_B32 (RDNA3 ISA 16.12.2, with its pseudocode), by its offset:
///   0xE000..: FFT mode;  0xC000..: rotate;  0x8000..: quad permute;
///   else bit masks: and [4:0], or [9:5], xor [14:10] within 32 lanes.
static int swizzleSource(unsigned Offset, unsigned Lane) {
  unsigned In = Lane & 31, Half = Lane & ~31u;
  if ((Offset & 0xe000) == 0xe000) {
    // FFT: reverse the low bits of the lane; offset[4:0] is a mask.
    unsigned Mask = Offset & 31;
    unsigned Reversed = 0;
    for (unsigned B = 0; B < 5; ++B)
      Reversed |= (In >> B & 1) << (4 - B);
    unsigned J = (Reversed >> popcount(Mask)) | (In & Mask);
    return Half | J;
  }
  if ((Offset & 0xe000) == 0xc000) {
    unsigned Right = Offset >> 10 & 1, By = Offset >> 5 & 31,
             Keep = Offset & 31;
    unsigned Moved = Right ? In - By : In + By;
    return Half | (In & Keep) | (Moved & 31 & ~Keep);
  }
  if (Offset & 0x8000)
    return (Lane & ~3u) | (Offset >> (2 * (Lane & 3)) & 3);
  unsigned And = Offset & 31, Or = Offset >> 5 & 31, Xor = Offset >> 10 & 31;
  return Half | (((In & And) | Or) ^ Xor);
}

static void dsSwizzle(Group &G) {
  for (unsigned N = 0; N < G.WarpSize; ++N) {
    if (!G.lane(N))
      continue;
    Exec E = G.exec(N);
    unsigned Offset = E.intOp(1);
    Thread *From = G.lane(swizzleSource(Offset, N));
    // "reading an inactive lane gives 0"
    if (From)
      copyBytes(E.dst(), G.M.at(*From, G.I.Ops[0].R), 4);
    else
      E.put(0, 0, 4, Defined, false);
  }
}

/// V_READLANE_B32 reads any lane, executing or not; V_READFIRSTLANE_B32 reads
/// the first executing lane. The values of lanes that do not execute here are
/// unknown.
static void readLane(Group &G) {
  unsigned First = 0;
  while (First < G.WarpSize && !G.lane(First))
    ++First;
  if (First == G.WarpSize)
    return;
  for (unsigned N = 0; N < G.WarpSize; ++N) {
    if (!G.lane(N))
      continue;
    Exec E = G.exec(N);
    State S = Defined;
    unsigned Source = First;
    if (G.I.Imm) {
      // The lane number is scalar: it must be the same in all lanes.
      uint64_t Wanted = G.exec(First).intOp(1);
      S = E.stateOf(1);
      if (E.intOp(1) != Wanted)
        return G.M.fault(Problem::Divergence, &E.T, &G.I,
                         "readlane with a lane number that differs in lanes");
      Source = Wanted % G.WarpSize;
    }
    readFromLane(G, E, Source);
    worsen(E.dst(), G.I.DstSize, S);
  }
}

/// V_WRITELANE_B32: writes operand 0 into lane operand 1; the others get
/// operand 2.
static void writeLane(Group &G) {
  for (unsigned N = 0; N < G.WarpSize; ++N) {
    if (!G.lane(N))
      continue;
    Exec E = G.exec(N);
    bool Mine = E.intOp(1) % G.WarpSize == N;
    copyBytes(E.dst(), E.op(Mine ? 0 : 2), G.I.DstSize);
  }
}

/// llvm.amdgcn.wave.shuffle: each lane names the lane that it reads.
static void waveShuffle(Group &G) {
  for (unsigned N = 0; N < G.WarpSize; ++N) {
    if (!G.lane(N))
      continue;
    Exec E = G.exec(N);
    readFromLane(G, E, E.intOp(1) % G.WarpSize);
    worsen(E.dst(), G.I.DstSize, E.stateOf(1));
  }
}

/// Every lane that executes gets the votes of all of them.
template <typename Function> static void collect(Group &G, Function Vote) {
  uint64_t V = 0;
  State S = Defined;
  bool Data = false;
  for (unsigned N = 0; N < G.WarpSize; ++N)
    if (G.lane(N)) {
      Exec E = G.exec(N);
      V |= uint64_t(Vote(E)) << N;
      S = worst(S, E.worstOf());
      Data |= E.anyData();
    }
  for (unsigned N = 0; N < G.WarpSize; ++N)
    if (G.lane(N)) {
      Exec E = G.exec(N);
      E.put(0, V, G.I.DstSize, S, Data);
    }
}

static void ballot(Group &G) {
  collect(G, [](const Exec &E) { return E.intOp(0) & 1; });
}

/// llvm.amdgcn.icmp and llvm.amdgcn.fcmp: V_CMP into a scalar register, whose
/// bits of lanes that do not execute are zero.
static void compareLanes(Group &G) {
  const auto P = CmpInst::Predicate(G.I.Imm);
  collect(G, [&](const Exec &E) {
    const uint64_t A = E.intOp(0), B = E.intOp(1);
    if (CmpInst::isFPPredicate(P))
      return FCmpInst::compare(toAPFloat(A, G.I.FK), toAPFloat(B, G.I.FK), P);
    return ICmpInst::compare(APInt(G.I.Bits, A), APInt(G.I.Bits, B), P);
  });
}

static void inverseBallot(Exec &E) {
  E.put(0, E.intOp(0) >> E.T.Lane & 1, 1, E.stateOf(0), E.dataIn(0));
}

/// The lanes of a wave run in lockstep; the fences around it order memory.
static void waveBarrier(Group &G) {
  std::vector<unsigned> Threads;
  for (unsigned N = 0; N < G.WarpSize; ++N)
    if (Thread *T = G.lane(N))
      Threads.push_back(T->Linear);
  G.M.Races.Time.pass(Threads, 0);
}

namespace {

struct WaveRow {
  unsigned ID;
  GroupHandler Handler;
  int64_t Imm = 0;
};

} // namespace

static constexpr WaveRow Rows[] = {
    {Intrinsic::amdgcn_ds_bpermute, backwardPermute},
    {Intrinsic::amdgcn_ds_permute, forwardPermute},
    {Intrinsic::amdgcn_ds_swizzle, dsSwizzle},
    {Intrinsic::amdgcn_readfirstlane, readLane, false},
    {Intrinsic::amdgcn_readlane, readLane, true},
    {Intrinsic::amdgcn_writelane, writeLane},
    {Intrinsic::amdgcn_wave_shuffle, waveShuffle},
    {Intrinsic::amdgcn_ballot, ballot},
    {Intrinsic::amdgcn_wave_barrier, waveBarrier},
};

bool decodeAmdgpuLanes(Inst &D, const CallBase &CB) {
  const unsigned ID = CB.getIntrinsicID();
  if (ID == Intrinsic::amdgcn_icmp || ID == Intrinsic::amdgcn_fcmp) {
    const auto *P = cast<ConstantInt>(CB.getArgOperand(2));
    const auto Is = CmpInst::Predicate(P->getZExtValue());
    if (ID == Intrinsic::amdgcn_icmp ? !CmpInst::isIntPredicate(Is)
                                     : !CmpInst::isFPPredicate(Is))
      return false;
    return onMeet(D, compareLanes, MeetRule::Together, -1, P->getSExtValue());
  }
  if (ID == Intrinsic::amdgcn_inverse_ballot)
    return onLane(D, inverseBallot);
  std::optional<unsigned> N = rowOf(Rows, ID);
  return N && onMeet(D, Rows[*N].Handler, MeetRule::Together, -1, Rows[*N].Imm);
}

} // namespace f2layout::sim
