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

#include "compat/LLVMCompat.h"
#include "tools/f2sim/amdgpu/Amdgpu.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include <optional>
#include <string>

using namespace llvm;

namespace f2layout::sim {

/// The lane that a byte address names in DS_PERMUTE_B32 and DS_BPERMUTE_B32:
/// "(VGPR[i][ADDR] + OFFSET) / 4 % num_lanes" (RDNA4 ISA). On gfx10 and gfx11,
/// "in wave64 mode the permute operates only across 32 lanes at a time on each
/// half of a wave64" (RDNA3.5 ISA 12.5.2).
static unsigned namedLane(const Group &G, unsigned Lane, uint64_t Address) {
  const StringRef Cpu = G.M.Cpu;
  if (Cpu.starts_with("gfx10") || Cpu.starts_with("gfx11"))
    return Address / 4 % 32 + (Lane & 32);
  return Address / 4 % G.WarpSize;
}

/// DS_BPERMUTE_B32: "EXEC is applied to the source VGPR reads", so that lanes
/// that do not execute give 0.
static void backwardPermute(Group &G) {
  for (unsigned N = 0; N < G.WarpSize; ++N) {
    if (!G.lane(N))
      continue;
    Exec E = G.exec(N);
    State S = E.stateOf(0);
    if (Thread *From = G.lane(namedLane(G, N, E.intOp(0))))
      copyBytes(E.dst(), G.M.at(*From, G.I.Ops[1].R), 4);
    else
      E.put(0, 0, 4, Defined, false);
    worsen(E.dst(), 4, S);
  }
}

/// DS_PERMUTE_B32: each lane sends. "If multiple sources select the same
/// destination thread, the highest-numbered source thread wins"; lanes that
/// receive nothing get 0.
static void forwardPermute(Group &G) {
  std::vector<int> Sender(G.WarpSize, -1);
  State S = Defined;
  for (unsigned N = 0; N < G.WarpSize; ++N)
    if (G.lane(N)) {
      Exec E = G.exec(N);
      Sender[namedLane(G, N, E.intOp(0))] = N;
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

/// DS_SWIZZLE_B32 (RDNA3 ISA 16.15, with its pseudocode), by its offset:
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

bool isUniform(Group &G, unsigned Op, const char *What) {
  std::optional<uint64_t> First;
  for (unsigned N = 0; N < G.WarpSize; ++N) {
    if (!G.lane(N))
      continue;
    Exec E = G.exec(N);
    const uint64_t Value = E.intOp(Op);
    if (First.value_or(Value) != Value) {
      G.M.fault(Problem::Divergence, &E.T, &G.I,
                std::string(What) + " that differs in lanes");
      return false;
    }
    First = Value;
  }
  return true;
}

/// V_READLANE_B32 reads any lane, executing or not; V_READFIRSTLANE_B32 reads
/// the first executing lane. The values of lanes that do not execute here are
/// unknown.
static void readLane(Group &G) {
  unsigned First = 0;
  while (First < G.WarpSize && !G.lane(First))
    ++First;
  if (First == G.WarpSize ||
      (G.I.Imm && !isUniform(G, 1, "readlane with a lane number")))
    return;
  for (unsigned N = 0; N < G.WarpSize; ++N) {
    if (!G.lane(N))
      continue;
    Exec E = G.exec(N);
    const State S = G.I.Imm ? E.stateOf(1) : Defined;
    readFromLane(G, E, G.I.Imm ? E.intOp(1) % G.WarpSize : First);
    worsen(E.dst(), G.I.DstSize, S);
  }
}

/// V_WRITELANE_B32: writes operand 0 into lane operand 1; the others get
/// operand 2.
static void writeLane(Group &G) {
  if (!isUniform(G, 0, "writelane of a value") ||
      !isUniform(G, 1, "writelane with a lane number"))
    return;
  for (unsigned N = 0; N < G.WarpSize; ++N) {
    if (!G.lane(N))
      continue;
    Exec E = G.exec(N);
    bool Mine = E.intOp(1) % G.WarpSize == N;
    copyBytes(E.dst(), E.op(Mine ? 0 : 2), G.I.DstSize);
    worsen(E.dst(), G.I.DstSize, E.stateOf(1));
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

/// llvm.amdgcn.inverse.ballot: "only defined for dynamically uniform masks".
static void inverseBallot(Group &G) {
  if (!isUniform(G, 0, "inverse ballot of a mask"))
    return;
  for (unsigned N = 0; N < G.WarpSize; ++N)
    if (G.lane(N)) {
      Exec E = G.exec(N);
      E.put(0, E.intOp(0) >> N & 1, 1, E.stateOf(0), E.dataIn(0));
    }
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
    {Intrinsic::amdgcn_inverse_ballot, inverseBallot},
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
  std::optional<unsigned> N = rowOf(Rows, ID);
  return N && onMeet(D, Rows[*N].Handler, MeetRule::Together, -1, Rows[*N].Imm);
}

} // namespace f2layout::sim
