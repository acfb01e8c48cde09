//===- NvptxIntrinsics.cpp - PTX special registers, shuffles, votes, barriers
//===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each handler names the section of the PTX ISA (9.0) that it follows.
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/Nvptx.h"
#include "tools/f2sim/Scheduler.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include <cmath>

using namespace llvm;

namespace f2layout::sim {

//===----------------------------------------------------------------------===//
// PTX ISA 10, special registers
//===----------------------------------------------------------------------===//

bool readSpecial(const Machine &M, const Thread &T, StringRef Name,
                 uint64_t &V) {
  const Launch &L = M.L;
  auto dimension = [](StringRef Suffix, auto X, auto Y, auto Z, uint64_t &Out) {
    Out = Suffix == "x" ? X : Suffix == "y" ? Y : Z;
    return Suffix == "x" || Suffix == "y" || Suffix == "z";
  };
  auto [Base, Suffix] = Name.split('.');
  if (Base == "tid")
    return dimension(Suffix, T.Tid[0], T.Tid[1], T.Tid[2], V);
  if (Base == "ntid")
    return dimension(Suffix, L.Block.X, L.Block.Y, L.Block.Z, V);
  if (Base == "ctaid")
    return dimension(Suffix, M.BlockIndex.X, M.BlockIndex.Y, M.BlockIndex.Z, V);
  if (Base == "nctaid")
    return dimension(Suffix, L.Grid.X, L.Grid.Y, L.Grid.Z, V);
  uint32_t Bit = 1u << T.Lane;
  if (Name == "laneid")
    V = T.Lane;
  else if (Name == "warpid")
    V = T.Warp;
  else if (Name == "nwarpid")
    V = 64;
  else if (Name == "lanemask_eq")
    V = Bit;
  else if (Name == "lanemask_le")
    V = Bit | (Bit - 1);
  else if (Name == "lanemask_lt")
    V = Bit - 1;
  else if (Name == "lanemask_ge")
    V = uint32_t(~(Bit - 1));
  else if (Name == "lanemask_gt")
    V = uint32_t(~(Bit | (Bit - 1)));
  else if (Name == "smid")
    V = M.BlockNumber % 132;
  else if (Name == "nsmid")
    V = 132;
  else if (Name == "gridid")
    V = 1;
  else if (Name == "reserved_smem_offset_1")
    V = 16; // where no object is: an access would be out of bounds
  else if (Name == "dynamic_smem_size")
    V = L.DynamicShared;
  else
    return false;
  return true;
}

static void special(Exec &E) {
  uint64_t V;
  if (!readSpecial(E.M, E.T, E.I.Text, V))
    return E.unsupported("special register %" + E.I.Text);
  E.putFree(V);
}

/// %clock and the like: any value; it depends on nothing that can be compared.
static void opaque(Exec &E) {
  uint64_t V = E.M.Steps;
  E.put(0, V, E.I.DstSize, Frozen, true);
}

//===----------------------------------------------------------------------===//
// PTX ISA 9.7.9.6, shfl.sync
//===----------------------------------------------------------------------===//

void copyFromLane(Group &G, Exec &E, unsigned Source, unsigned Op) {
  Thread *From = G.lane(Source);
  Bytes To = E.dst();
  if (!From) {
    G.M.note(Problem::UndefinedLane, "",
             "lane " + utostr(E.T.Lane) + " reads lane " + utostr(Source) +
                 ", which takes no part, in " + G.M.who(E.T, &G.I));
    std::memset(To.D, 0, 4);
    return setMeta(To, 4, Undef, E.origin(true));
  }
  copyBytes(To, G.M.at(*From, G.I.Ops[Op].R), 4);
}

/// "bval[4:0] = b[4:0]; cval[4:0] = c[4:0]; segmask[4:0] = c[12:8];
///  maxLane = (lane & mask) | (cval & ~mask); minLane = lane & mask;
///  .up:   j = lane - bval; pval = (j >= maxLane);
///  .down: j = lane + bval; pval = (j <= maxLane);
///  .bfly: j = lane ^ bval; pval = (j <= maxLane);
///  .idx:  j = minLane | (bval & ~mask); pval = (j <= maxLane);
///  if (!pval) j = lane;"
static void shuffle(Group &G) {
  // Results of all lanes before any lane's registers change hands.
  std::vector<std::pair<unsigned, bool>> Source(G.WarpSize);
  State Worst[32] = {};
  for (unsigned N = 0; N < G.WarpSize; ++N) {
    if (!G.lane(N))
      continue;
    Exec E = G.exec(N);
    int B = E.intOp(2) & 31, C = E.intOp(3) & 31, Seg = E.intOp(3) >> 8 & 31;
    Worst[N] = worst(E.stateOf(2), E.stateOf(3));
    int Lane = N, Max = (Lane & Seg) | (C & ~Seg & 31), Min = Lane & Seg, J;
    bool P;
    switch (ShuffleMode(G.I.Sub)) {
    case ShuffleMode::Up:
      J = Lane - B;
      P = J >= Max;
      break;
    case ShuffleMode::Down:
      J = Lane + B;
      P = J <= Max;
      break;
    case ShuffleMode::Bfly:
      J = Lane ^ B;
      P = J <= Max;
      break;
    default:
      J = Min | (B & ~Seg & 31);
      P = J <= Max;
      break;
    }
    Source[N] = {unsigned(P ? J : Lane), P};
  }
  for (unsigned N = 0; N < G.WarpSize; ++N) {
    if (!G.lane(N))
      continue;
    Exec E = G.exec(N);
    copyFromLane(G, E, Source[N].first, 1);
    if (Worst[N] != Defined)
      for (unsigned K = 0; K < 4; ++K)
        E.dst().S[K] = std::max<uint8_t>(E.dst().S[K], Worst[N]);
    if (G.I.DstSize > 4)
      E.put(4, Source[N].second, 1, Worst[N], E.dataIn(2) || E.dataIn(3));
  }
}

//===----------------------------------------------------------------------===//
// PTX ISA 9.7.13.x: vote, match, redux, activemask, elect
//===----------------------------------------------------------------------===//

namespace {
/// The first lane of a group, and what all lanes' operand adds up to.
struct Summary {
  uint32_t Lanes = 0, True = 0;
  unsigned Leader = 0;
  State S = Defined;
  bool Data = false;
};
} // namespace

static Summary summarise(Group &G, int Op) {
  Summary R;
  for (unsigned N = 32; N-- > 0;) {
    if (!G.lane(N))
      continue;
    R.Lanes |= 1u << N;
    R.Leader = N;
    if (Op < 0)
      continue;
    Exec E = G.exec(N);
    R.S = worst(R.S, E.stateOf(Op));
    R.Data |= E.dataIn(Op);
    if (E.intOp(Op) & 1)
      R.True |= 1u << N;
  }
  return R;
}

static void putAll(Group &G, uint64_t V, State S, bool Data) {
  for (unsigned N = 0; N < G.WarpSize; ++N)
    if (G.lane(N)) {
      Exec E = G.exec(N);
      E.put(0, V, G.I.DstSize, S, Data);
    }
}

/// vote.sync.{all,any,uni,ballot}: over the lanes of the mask.
static void vote(Group &G) {
  Summary R = summarise(G, 1);
  uint64_t V;
  switch (G.I.Imm) {
  case Intrinsic::nvvm_vote_all_sync:
    V = R.True == R.Lanes;
    break;
  case Intrinsic::nvvm_vote_any_sync:
    V = R.True != 0;
    break;
  case Intrinsic::nvvm_vote_uni_sync:
    V = R.True == 0 || R.True == R.Lanes;
    break;
  default:
    V = R.True;
    break;
  }
  putAll(G, V, R.S, R.Data);
}

/// match.any: the lanes with my value; match.all: all lanes, if they agree.
static void match(Group &G) {
  Summary R = summarise(G, 1);
  bool All = G.I.Imm == Intrinsic::nvvm_match_all_sync_i32p ||
             G.I.Imm == Intrinsic::nvvm_match_all_sync_i64p;
  std::vector<uint32_t> Same(32, 0);
  for (unsigned N = 0; N < 32; ++N)
    for (unsigned K = 0; K < 32; ++K)
      if (G.lane(N) && G.lane(K) && G.exec(N).intOp(1) == G.exec(K).intOp(1))
        Same[N] |= 1u << K;
  for (unsigned N = 0; N < 32; ++N) {
    if (!G.lane(N))
      continue;
    Exec E = G.exec(N);
    bool Agree = Same[N] == R.Lanes;
    E.put(0, All && !Agree ? 0 : Same[N], 4, R.S, R.Data);
    if (G.I.DstSize > 4)
      E.put(4, Agree, 1, R.S, R.Data);
  }
}

static void redux(Group &G) {
  Summary R = summarise(G, 0);
  bool First = true;
  uint32_t V = 0;
  for (unsigned N = 0; N < 32; ++N) {
    if (!G.lane(N))
      continue;
    uint32_t X = G.exec(N).intOp(0);
    if (First) {
      V = X;
      First = false;
      continue;
    }
    switch (G.I.Imm) {
    case Intrinsic::nvvm_redux_sync_add:
      V += X;
      break;
    case Intrinsic::nvvm_redux_sync_and:
      V &= X;
      break;
    case Intrinsic::nvvm_redux_sync_or:
      V |= X;
      break;
    case Intrinsic::nvvm_redux_sync_xor:
      V ^= X;
      break;
    case Intrinsic::nvvm_redux_sync_max:
      V = std::max(int32_t(V), int32_t(X));
      break;
    case Intrinsic::nvvm_redux_sync_min:
      V = std::min(int32_t(V), int32_t(X));
      break;
    case Intrinsic::nvvm_redux_sync_umax:
      V = std::max(V, X);
      break;
    default:
      V = std::min(V, X);
      break;
    }
  }
  putAll(G, V, R.S, R.Data);
}

static void activeMask(Group &G) {
  putAll(G, summarise(G, -1).Lanes, Defined, false);
}

/// elect.sync: "deterministic"; here the lowest lane of the mask.
static void elect(Group &G) {
  Summary R = summarise(G, -1);
  for (unsigned N = 0; N < 32; ++N)
    if (G.lane(N)) {
      Exec E = G.exec(N);
      E.put(0, R.Leader, 4, Defined, false);
      E.put(4, N == R.Leader, 1, Defined, false);
    }
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

/// PTX ISA 9.7.13.2 bar.warp.sync: "guarantees memory ordering among threads
/// participating".
static void warpBarrier(Group &G) {
  std::vector<unsigned> Threads;
  for (unsigned N = 0; N < G.WarpSize; ++N)
    if (Thread *T = G.lane(N))
      Threads.push_back(T->Linear);
  G.M.Races.Time.join(Threads, Threads);
}

/// PTX ISA 9.7.13.1 barrier.red: popc, and, or of a predicate over the block.
static void barrierReduce(Group &G) {
  unsigned P = G.I.Imm & BarCount ? 2 : 1;
  uint64_t True = 0, Total = 0;
  State S = Defined;
  bool Data = false;
  for (unsigned N = 0; N < G.WarpSize; ++N)
    if (Thread *T = G.lane(N)) {
      // Lanes may be at different instructions: each reads its own operand.
      Exec E{G.M, *T, *T->At};
      ++Total;
      True += E.intOp(P) & 1;
      S = worst(S, E.stateOf(P));
      Data |= E.dataIn(P);
    }
  for (unsigned N = 0; N < G.WarpSize; ++N)
    if (Thread *T = G.lane(N)) {
      Exec E{G.M, *T, *T->At};
      uint64_t V = T->At->Sub == 0   ? True
                   : T->At->Sub == 1 ? True == Total
                                     : True != 0;
      E.put(0, V, T->At->DstSize, S, Data);
    }
}

static void fenceBoth(Exec &E) {
  E.M.Races.Time.fence(E.T.Linear, true, true, 2);
}

static void exitThread(Exec &E) { E.M.exitThread(E.T); }

//===----------------------------------------------------------------------===//
// PTX ISA 9.7.9.7, prmt
//===----------------------------------------------------------------------===//

/// One byte of the eight in {b, a}; with the top bit of the selector its sign
/// replicated.
static void permuteByte(Exec &E, unsigned At, unsigned Selector) {
  Bytes From =
      Selector & 4 ? E.op(1) + (Selector & 3) : E.op(0) + (Selector & 3);
  Bytes To = E.dst() + At;
  if (Selector & 8)
    return E.put(At, From.D[0] & 0x80 ? 0xff : 0, 1, State(From.S[0]),
                 fromData(From.O, 1));
  copyBytes(To, From, 1);
}

void permute(Exec &E) {
  State S = E.stateOf(2);
  uint64_t C = E.intOp(2);
  for (unsigned K = 0; K < 4; ++K)
    permuteByte(E, K, C >> (4 * K) & 15);
  if (S != Defined)
    for (unsigned K = 0; K < 4; ++K)
      E.dst().S[K] = std::max<uint8_t>(E.dst().S[K], S);
}

/// The modes: "f4e: forward 4 extract, b4e: backward 4 extract, rc8: replicate
/// 8, ecl: edge clamp left, ecr: edge clamp right, rc16: replicate 16".
static void permuteMode(Exec &E) {
  bool TwoInputs = E.I.Ops.size() == 3;
  unsigned C = E.intOp(TwoInputs ? 2 : 1) & 3;
  for (unsigned K = 0; K < 4; ++K) {
    unsigned S;
    switch (E.I.Imm) {
    case Intrinsic::nvvm_prmt_f4e:
      S = C + K;
      break;
    case Intrinsic::nvvm_prmt_b4e:
      S = (C - K) & 7;
      break;
    case Intrinsic::nvvm_prmt_rc8:
      S = C;
      break;
    case Intrinsic::nvvm_prmt_ecl:
      S = std::max(K, C);
      break;
    case Intrinsic::nvvm_prmt_ecr:
      S = std::min(K, C);
      break;
    default:
      S = (K & 1) | (C & 1) << 1;
      break;
    }
    Bytes From = S & 4 ? E.op(1) + (S & 3) : E.op(0) + (S & 3);
    copyBytes(E.dst() + K, From, 1);
  }
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static void arithmetic(Exec &E) {
  const Inst &I = E.I;
  uint64_t A = E.intOp(0), B = I.Ops.size() > 1 ? E.intOp(1) : 0;
  FloatKind K = I.FK;
  double X = toDouble(A, K), Y = toDouble(B, K);
  uint64_t R;
  __extension__ typedef __int128 Wide;
  __extension__ typedef unsigned __int128 UWide;
  switch (I.Imm) {
  case Intrinsic::nvvm_mulhi_i:
    R = uint64_t(int64_t(int32_t(A)) * int32_t(B)) >> 32;
    break;
  case Intrinsic::nvvm_mulhi_ui:
    R = uint64_t(uint32_t(A)) * uint32_t(B) >> 32;
    break;
  case Intrinsic::nvvm_mulhi_ll:
    R = uint64_t(Wide(int64_t(A)) * int64_t(B) >> 64);
    break;
  case Intrinsic::nvvm_mulhi_ull:
    R = uint64_t(UWide(A) * B >> 64);
    break;
  case Intrinsic::nvvm_mul24_i: // low 32 bits of a product of 24-bit numbers
    R = uint64_t(signExtend(A & 0xffffff, 24) * signExtend(B & 0xffffff, 24));
    break;
  case Intrinsic::nvvm_mul24_ui:
    R = (A & 0xffffff) * (B & 0xffffff);
    break;
  case Intrinsic::nvvm_d2i_lo:
    R = A & 0xffffffff;
    break;
  case Intrinsic::nvvm_d2i_hi:
    R = A >> 32;
    break;
  case Intrinsic::nvvm_add_rn_f:
  case Intrinsic::nvvm_add_rn_d:
    R = K == FloatKind::Float ? fromDouble(float(X) + float(Y), K)
                              : fromDouble(X + Y, K);
    break;
  case Intrinsic::nvvm_fma_rn_f:
    R = fromDouble(std::fma(float(X), float(Y), float(toDouble(E.intOp(2), K))),
                   K);
    break;
  case Intrinsic::nvvm_fma_rn_d:
    R = fromDouble(std::fma(X, Y, toDouble(E.intOp(2), K)), K);
    break;
  case Intrinsic::nvvm_fmax_f:
  case Intrinsic::nvvm_fmax_d:
    R = fromDouble(std::fmax(X, Y), K);
    break;
  case Intrinsic::nvvm_fmin_f:
  case Intrinsic::nvvm_fmin_d:
    R = fromDouble(std::fmin(X, Y), K);
    break;
  case Intrinsic::nvvm_fabs:
    R = A & ~(1ull << (floatBits(K) - 1));
    break;
  case Intrinsic::nvvm_sqrt_rn_f:
  case Intrinsic::nvvm_sqrt_f:
    R = fromDouble(std::sqrt(float(X)), K);
    break;
  case Intrinsic::nvvm_sqrt_rn_d:
    R = fromDouble(std::sqrt(X), K);
    break;
  case Intrinsic::nvvm_rcp_rn_f:
    R = fromDouble(1.0f / float(X), K);
    break;
  case Intrinsic::nvvm_rcp_rn_d:
    R = fromDouble(1.0 / X, K);
    break;
  // Approximations: both sides use the exact value.
  case Intrinsic::nvvm_ex2_approx:
    R = fromDouble(std::exp2(X), K);
    break;
  case Intrinsic::nvvm_lg2_approx_f:
    R = fromDouble(std::log2(X), K);
    break;
  case Intrinsic::nvvm_rsqrt_approx_f:
  case Intrinsic::nvvm_rsqrt_approx_d:
    R = fromDouble(1.0 / std::sqrt(X), K);
    break;
  default:
    return E.unsupported("arithmetic intrinsic");
  }
  E.put(0, R & lowMask(I.DstBits), I.DstSize, E.worstOf(), E.anyData());
}

/// PTX ISA 9.7.9.15 isspacep.
static void isSpace(Exec &E) {
  uint64_t A = E.intOp(0);
  Place At = E.M.P.Memory.find(0, A, 1);
  bool Shared = At.Obj && At.Obj->In == Space::Shared;
  bool R;
  switch (E.I.Imm) {
  case Intrinsic::nvvm_isspacep_shared:
    R = Shared;
    break;
  case Intrinsic::nvvm_isspacep_local:
    R = At.IsLocal;
    break;
  case Intrinsic::nvvm_isspacep_const:
    R = At.Obj && At.Obj->In == Space::Constant;
    break;
  default:
    R = !Shared && !At.IsLocal;
    break;
  }
  E.put(0, R, 1, E.stateOf(0), E.dataIn(0));
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

bool onLane(Inst &D, LaneHandler H, int64_t Imm) {
  D.Code = Op::Lane;
  D.OnLane = H;
  D.Imm = Imm;
  return true;
}

bool onMeet(Inst &D, GroupHandler H, MeetRule R, int MaskOp, int64_t Imm) {
  D.Code = Op::Meet;
  D.OnGroup = H;
  D.Rule = R;
  D.MaskOp = MaskOp;
  D.Imm = Imm;
  return true;
}

bool decodeWarpBarrier(Inst &D) {
  return onMeet(D, warpBarrier, MeetRule::WarpBarrier, 0);
}

static bool barrier(Inst &D, StringRef Name) {
  // llvm.nvvm.barrier.cta.{sync,arrive,red.OP}[.aligned].{all,count}
  int64_t Bits = 0;
  if (Name.contains(".aligned"))
    Bits |= BarAligned;
  if (Name.ends_with(".count"))
    Bits |= BarCount;
  if (Name.contains(".arrive"))
    return onLane(D, arriveAtBarrier, Bits);
  D.Sub = Name.contains(".popc") ? 0 : Name.contains(".and") ? 1 : 2;
  return onMeet(D, Name.contains(".red.") ? barrierReduce : nullptr,
                MeetRule::Barrier, -1, Bits);
}

bool decodeShuffle(Inst &D, ShuffleMode Mode) {
  D.Sub = uint8_t(Mode);
  return onMeet(D, shuffle, MeetRule::Mask, 0);
}

bool decodeNvptxIntrinsic(Inst &D, const CallBase &CB) {
  StringRef Name = CB.getCalledFunction()->getName();
  unsigned ID = CB.getIntrinsicID();
  StringRef N = Name;
  if (N.consume_front("llvm.nvvm.read.ptx.sreg.")) {
    D.Text = N.consume_front("lanemask.") ? ("lanemask_" + N).str() : N.str();
    if (N == "warpsize")
      return onLane(D, [](Exec &E) { E.putFree(32); });
    if (N.starts_with("clock") || N.starts_with("globaltimer"))
      return onLane(D, opaque);
    return onLane(D, special);
  }
  if (N.consume_front("llvm.nvvm.shfl.sync.")) {
    auto Mode = N.starts_with("up")     ? ShuffleMode::Up
                : N.starts_with("down") ? ShuffleMode::Down
                : N.starts_with("bfly") ? ShuffleMode::Bfly
                                        : ShuffleMode::Idx;
    return decodeShuffle(D, Mode);
  }
  if (Name.starts_with("llvm.nvvm.barrier.cta."))
    return barrier(D, Name);
  switch (ID) {
  case Intrinsic::nvvm_bar_warp_sync:
    return decodeWarpBarrier(D);
  case Intrinsic::nvvm_vote_all_sync:
  case Intrinsic::nvvm_vote_any_sync:
  case Intrinsic::nvvm_vote_uni_sync:
  case Intrinsic::nvvm_vote_ballot_sync:
    return onMeet(D, vote, MeetRule::Mask, 0, ID);
  case Intrinsic::nvvm_match_any_sync_i32:
  case Intrinsic::nvvm_match_any_sync_i64:
  case Intrinsic::nvvm_match_all_sync_i32p:
  case Intrinsic::nvvm_match_all_sync_i64p:
    return onMeet(D, match, MeetRule::Mask, 0, ID);
  case Intrinsic::nvvm_redux_sync_add:
  case Intrinsic::nvvm_redux_sync_and:
  case Intrinsic::nvvm_redux_sync_or:
  case Intrinsic::nvvm_redux_sync_xor:
  case Intrinsic::nvvm_redux_sync_max:
  case Intrinsic::nvvm_redux_sync_min:
  case Intrinsic::nvvm_redux_sync_umax:
  case Intrinsic::nvvm_redux_sync_umin:
    return onMeet(D, redux, MeetRule::Mask, 1, ID);
  case Intrinsic::nvvm_activemask:
    return onMeet(D, activeMask, MeetRule::Together);
  case Intrinsic::nvvm_elect_sync:
    return onMeet(D, elect, MeetRule::Mask, 0);
  case Intrinsic::nvvm_membar_cta:
  case Intrinsic::nvvm_membar_gl:
  case Intrinsic::nvvm_membar_sys:
  case Intrinsic::nvvm_fence_sc_cluster:
    return onLane(D, fenceBoth);
  case Intrinsic::nvvm_exit:
    return onLane(D, exitThread);
  case Intrinsic::nvvm_nanosleep:
    D.Code = Op::Nop;
    return true;
  case Intrinsic::nvvm_prmt:
    return onLane(D, permute);
  case Intrinsic::nvvm_prmt_f4e:
  case Intrinsic::nvvm_prmt_b4e:
  case Intrinsic::nvvm_prmt_rc8:
  case Intrinsic::nvvm_prmt_ecl:
  case Intrinsic::nvvm_prmt_ecr:
  case Intrinsic::nvvm_prmt_rc16:
    return onLane(D, permuteMode, ID);
  case Intrinsic::nvvm_isspacep_shared:
  case Intrinsic::nvvm_isspacep_local:
  case Intrinsic::nvvm_isspacep_global:
  case Intrinsic::nvvm_isspacep_const:
    return onLane(D, isSpace, ID);
  case Intrinsic::nvvm_ldu_global_i:
  case Intrinsic::nvvm_ldu_global_f:
  case Intrinsic::nvvm_ldu_global_p:
    // A load through another cache: pointer, alignment.
    if (D.DstSize == 0 || D.DstSize > 16)
      return false;
    D.AS = CB.getArgOperand(0)->getType()->getPointerAddressSpace();
    return onLane(D, [](Exec &E) {
      uint64_t Align = E.intOp(1);
      E.M.load(E.T, E.I, E.I.AS, E.intOp(0), E.I.DstSize, Align, false,
               E.dst());
    });
  default:
    break;
  }
  if (decodeNvptxMatrix(D, CB) || decodeNvptxAsync(D, CB))
    return true;
  // The rest is arithmetic or unknown; the handler says which when it runs.
  for (const Value *V : CB.args())
    if (V->getType()->isVectorTy() || !V->getType()->isSized())
      return false;
  if (CB.getType()->isVoidTy() || CB.getType()->isAggregateType() ||
      CB.getType()->isVectorTy() || CB.arg_size() == 0)
    return false;
  switch (ID) {
  case Intrinsic::nvvm_mulhi_i:
  case Intrinsic::nvvm_mulhi_ui:
  case Intrinsic::nvvm_mulhi_ll:
  case Intrinsic::nvvm_mulhi_ull:
  case Intrinsic::nvvm_mul24_i:
  case Intrinsic::nvvm_mul24_ui:
  case Intrinsic::nvvm_d2i_lo:
  case Intrinsic::nvvm_d2i_hi:
  case Intrinsic::nvvm_add_rn_f:
  case Intrinsic::nvvm_add_rn_d:
  case Intrinsic::nvvm_fma_rn_f:
  case Intrinsic::nvvm_fma_rn_d:
  case Intrinsic::nvvm_fmax_f:
  case Intrinsic::nvvm_fmax_d:
  case Intrinsic::nvvm_fmin_f:
  case Intrinsic::nvvm_fmin_d:
  case Intrinsic::nvvm_fabs:
  case Intrinsic::nvvm_sqrt_f:
  case Intrinsic::nvvm_sqrt_rn_f:
  case Intrinsic::nvvm_sqrt_rn_d:
  case Intrinsic::nvvm_rcp_rn_f:
  case Intrinsic::nvvm_rcp_rn_d:
  case Intrinsic::nvvm_ex2_approx:
  case Intrinsic::nvvm_lg2_approx_f:
  case Intrinsic::nvvm_rsqrt_approx_f:
  case Intrinsic::nvvm_rsqrt_approx_d:
    return onLane(D, arithmetic, ID);
  default:
    return false;
  }
}

} // namespace f2layout::sim
