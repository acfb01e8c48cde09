//===- AmdgpuIntrinsics.cpp - AMDGPU ids, barriers and cross-lane operations
//===//
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

#include "tools/f2sim/Amdgpu.h"
#include "tools/f2sim/Nvptx.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout::sim {

//===----------------------------------------------------------------------===//
// Where a thread is
//===----------------------------------------------------------------------===//

static void workitemId(Exec &E) { E.putFree(E.T.Tid[E.I.Imm]); }
static void workgroupId(Exec &E) { E.putFree(E.M.BlockIndex[E.I.Imm]); }
static void waveSizeOf(Exec &E) { E.putFree(E.M.WarpSize); }
static void waveId(Exec &E) { E.putFree(E.T.Warp); }

/// V_MBCNT_LO/HI_U32_B32: "masked bit count of the low (high) 32 threads below
/// this one", plus the second operand.
static void maskedCount(Exec &E) {
  uint64_t Below = E.T.Lane >= 64 ? ~0ull : lowMask(E.T.Lane);
  uint32_t ThreadMask = E.I.Imm ? uint32_t(Below >> 32) : uint32_t(Below);
  uint32_t V = popcount(uint32_t(E.intOp(0)) & ThreadMask) + E.intOp(1);
  E.put(0, V, 4, E.worstOf(), E.anyData());
}

static void pointerTo(Exec &E, MemObject *Obj) {
  if (!Obj)
    return E.unsupported("this pointer is not set up");
  E.putFree(Obj->Base);
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

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

/// DS_PERMUTE_B32: each lane sends; of several senders the last lane wins;
/// lanes that receive nothing get 0.
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

/// V_READLANE_B32 reads any lane, executing or not; V_READFIRSTLANE_B32 the
/// first that executes. Values of lanes that do not execute here are unknown.
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
    unsigned Size = G.I.DstSize;
    if (Thread *From = G.lane(Source)) {
      copyBytes(E.dst(), G.M.at(*From, G.I.Ops[0].R), Size);
    } else {
      std::memset(E.dst().D, 0, Size);
      setMeta(E.dst(), Size, Undef, E.origin(true));
    }
    worsen(E.dst(), Size, S);
  }
}

/// V_WRITELANE_B32: operand 0 into lane operand 1, operand 2 elsewhere.
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
    unsigned Size = G.I.DstSize;
    if (Thread *From = G.lane(E.intOp(1) % G.WarpSize)) {
      copyBytes(E.dst(), G.M.at(*From, G.I.Ops[0].R), Size);
    } else {
      std::memset(E.dst().D, 0, Size);
      setMeta(E.dst(), Size, Undef, E.origin(true));
    }
    worsen(E.dst(), Size, E.stateOf(1));
  }
}

static void ballot(Group &G) {
  uint64_t V = 0;
  State S = Defined;
  bool Data = false;
  for (unsigned N = 0; N < G.WarpSize; ++N)
    if (G.lane(N)) {
      Exec E = G.exec(N);
      V |= uint64_t(E.intOp(0) & 1) << N;
      S = worst(S, E.stateOf(0));
      Data |= E.dataIn(0);
    }
  for (unsigned N = 0; N < G.WarpSize; ++N)
    if (G.lane(N)) {
      Exec E = G.exec(N);
      E.put(0, V, G.I.DstSize, S, Data);
    }
}

static void inverseBallot(Exec &E) {
  E.put(0, E.intOp(0) >> E.T.Lane & 1, 1, E.stateOf(0), E.dataIn(0));
}

/// The lanes of a wave are together already; the fences around it order memory.
static void waveBarrier(Group &G) {
  std::vector<unsigned> Threads;
  for (unsigned N = 0; N < G.WarpSize; ++N)
    if (Thread *T = G.lane(N))
      Threads.push_back(T->Linear);
  G.M.Races.Time.pass(Threads, 0);
}

//===----------------------------------------------------------------------===//
// Bytes and bits
//===----------------------------------------------------------------------===//

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

static void bitOps(Exec &E) {
  uint64_t A = E.intOp(0), B = E.intOp(1),
           C = E.I.Ops.size() > 2 ? E.intOp(2) : 0, R = 0;
  unsigned W = E.I.DstBits;
  switch (E.I.Imm) {
  case Intrinsic::amdgcn_ubfe:
  case Intrinsic::amdgcn_sbfe: {
    unsigned Pos = B & 31, Len = C & 31;
    R = A >> Pos & lowMask(Len);
    if (E.I.Imm == Intrinsic::amdgcn_sbfe && Len)
      R = uint64_t(signExtend(R, Len));
    break;
  }
  case Intrinsic::amdgcn_mul_u24:
    R = (A & 0xffffff) * (B & 0xffffff);
    break;
  case Intrinsic::amdgcn_mul_i24:
    R = uint64_t(signExtend(A & 0xffffff, 24) * signExtend(B & 0xffffff, 24));
    break;
  case Intrinsic::amdgcn_mulhi_u24:
    R = (A & 0xffffff) * (B & 0xffffff) >> 32;
    break;
  case Intrinsic::amdgcn_mulhi_i24:
    R = uint64_t(signExtend(A & 0xffffff, 24) * signExtend(B & 0xffffff, 24)) >>
        32;
    break;
  default: { // bitop3: a table of eight bits, indexed by the bits of a, b, c
    unsigned Table = E.intOp(3);
    for (unsigned K = 0; K < W; ++K) {
      unsigned Index = (A >> K & 1) << 2 | (B >> K & 1) << 1 | (C >> K & 1);
      R |= uint64_t(Table >> Index & 1) << K;
    }
    break;
  }
  }
  E.put(0, R & lowMask(W), E.I.DstSize, E.worstOf(), E.anyData());
}

static void isSpace(Exec &E) {
  Place At = E.M.P.Memory.find(0, E.intOp(0), 1);
  bool Shared = At.Obj && At.Obj->In == Space::Shared;
  E.put(0, E.I.Imm ? Shared : At.IsLocal, 1, E.stateOf(0), E.dataIn(0));
}

static void endProgram(Exec &E) { E.M.exitThread(E.T); }

static void clock(Exec &E) { E.put(0, E.M.Steps, E.I.DstSize, Frozen, true); }

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

bool isRDNA(const Machine &M) {
  StringRef Cpu = M.Cpu;
  return Cpu.starts_with("gfx10") || Cpu.starts_with("gfx11") ||
         Cpu.starts_with("gfx12");
}

bool decodeAmdgpuIntrinsic(Inst &D, const CallBase &CB) {
  unsigned ID = CB.getIntrinsicID();
  auto together = [&](GroupHandler H, int64_t Imm = 0) {
    return onMeet(D, H, MeetRule::Together, -1, Imm);
  };
  switch (ID) {
  case Intrinsic::amdgcn_workitem_id_x:
  case Intrinsic::amdgcn_workitem_id_y:
  case Intrinsic::amdgcn_workitem_id_z:
    return onLane(D, workitemId,
                  ID == Intrinsic::amdgcn_workitem_id_x   ? 0
                  : ID == Intrinsic::amdgcn_workitem_id_y ? 1
                                                          : 2);
  case Intrinsic::amdgcn_workgroup_id_x:
  case Intrinsic::amdgcn_workgroup_id_y:
  case Intrinsic::amdgcn_workgroup_id_z:
    return onLane(D, workgroupId,
                  ID == Intrinsic::amdgcn_workgroup_id_x   ? 0
                  : ID == Intrinsic::amdgcn_workgroup_id_y ? 1
                                                           : 2);
  case Intrinsic::amdgcn_wavefrontsize:
    return onLane(D, waveSizeOf);
  case Intrinsic::amdgcn_wave_id:
    return onLane(D, waveId);
  case Intrinsic::amdgcn_mbcnt_lo:
  case Intrinsic::amdgcn_mbcnt_hi:
    return onLane(D, maskedCount, ID == Intrinsic::amdgcn_mbcnt_hi);
  case Intrinsic::amdgcn_implicitarg_ptr:
    return onLane(D, [](Exec &E) { pointerTo(E, E.M.ImplicitArgs); });
  case Intrinsic::amdgcn_dispatch_ptr:
    return onLane(D, [](Exec &E) { pointerTo(E, E.M.DispatchPacket); });
  case Intrinsic::amdgcn_kernarg_segment_ptr:
    return onLane(D, [](Exec &E) { pointerTo(E, E.M.KernArgs); });
  case Intrinsic::amdgcn_ds_bpermute:
    return together(backwardPermute);
  case Intrinsic::amdgcn_ds_permute:
    return together(forwardPermute);
  case Intrinsic::amdgcn_ds_swizzle:
    return together(dsSwizzle);
  case Intrinsic::amdgcn_readfirstlane:
    return together(readLane, 0);
  case Intrinsic::amdgcn_readlane:
    return together(readLane, 1);
  case Intrinsic::amdgcn_writelane:
    return together(writeLane);
  case Intrinsic::amdgcn_wave_shuffle:
    return together(waveShuffle);
  case Intrinsic::amdgcn_ballot:
    return together(ballot);
  case Intrinsic::amdgcn_inverse_ballot:
    return onLane(D, inverseBallot);
  case Intrinsic::amdgcn_wave_barrier:
    return together(waveBarrier);
  case Intrinsic::amdgcn_s_barrier:
  case Intrinsic::amdgcn_s_barrier_wait:
    return onMeet(D, nullptr, MeetRule::Barrier);
  case Intrinsic::amdgcn_s_barrier_signal: // its wave goes on to the wait
  case Intrinsic::amdgcn_sched_barrier:
  case Intrinsic::amdgcn_sched_group_barrier:
  case Intrinsic::amdgcn_iglp_opt:
  case Intrinsic::amdgcn_s_sleep:
  case Intrinsic::amdgcn_s_nop:
  case Intrinsic::amdgcn_s_setprio:
  case Intrinsic::amdgcn_s_waitcnt:
  case Intrinsic::amdgcn_s_wait_dscnt:
  case Intrinsic::amdgcn_s_wait_loadcnt:
  case Intrinsic::amdgcn_s_wait_storecnt:
    D.Code = Op::Nop;
    return true;
  case Intrinsic::amdgcn_perm:
    return onLane(D, permBytes);
  case Intrinsic::amdgcn_alignbyte:
    return onLane(D, alignByte);
  case Intrinsic::amdgcn_ubfe:
  case Intrinsic::amdgcn_sbfe:
  case Intrinsic::amdgcn_mul_u24:
  case Intrinsic::amdgcn_mul_i24:
  case Intrinsic::amdgcn_mulhi_u24:
  case Intrinsic::amdgcn_mulhi_i24:
  case Intrinsic::amdgcn_bitop3:
    if (CB.getType()->isVectorTy() || D.DstBits > 64)
      return false;
    return onLane(D, bitOps, ID);
  case Intrinsic::amdgcn_is_shared:
  case Intrinsic::amdgcn_is_private:
    return onLane(D, isSpace, ID == Intrinsic::amdgcn_is_shared);
  case Intrinsic::amdgcn_endpgm:
    return onLane(D, endProgram);
  case Intrinsic::amdgcn_s_memtime:
  case Intrinsic::amdgcn_s_memrealtime:
    return onLane(D, clock);
  default:
    return decodeAmdgpuDpp(D, CB) || decodeAmdgpuMatrix(D, CB) ||
           decodeAmdgpuReadTr(D, CB);
  }
}

} // namespace f2layout::sim
