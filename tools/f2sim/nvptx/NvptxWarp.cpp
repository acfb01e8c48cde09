//===- NvptxWarp.cpp - Warp-wide operations -------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shuffles, votes and similar operations. Each handler names the section of the
// PTX ISA (9.0) that it follows.
//
//===----------------------------------------------------------------------===//

#include "compat/LLVMCompat.h"
#include "tools/f2sim/machine/Scheduler.h"
#include "tools/f2sim/nvptx/Nvptx.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace f2layout::sim {

//===----------------------------------------------------------------------===//
// PTX ISA 9.7.9.6, shfl.sync
//===----------------------------------------------------------------------===//

void copyFromLane(Group &G, Exec &E, unsigned Source, unsigned Op) {
  Thread *From = G.lane(Source);
  Bytes To = E.dst();
  if (!From) {
    G.M.note(Problem::UndefinedLane, "",
             "lane " + utostr(E.T.Lane) + " reads lane " + utostr(Source) +
                 ", which does not participate, in " + G.M.who(E.T, &G.I));
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
  // Compute the results of all lanes before any lane's registers change.
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

bool decodeShuffle(Inst &D, ShuffleMode Mode) {
  D.Sub = uint8_t(Mode);
  return onMeet(D, shuffle, MeetRule::Mask, 0);
}

static bool decodeShuffle(Inst &D, StringRef Name) {
  static constexpr std::pair<StringLiteral, ShuffleMode> Modes[] = {
      {"up", ShuffleMode::Up},
      {"down", ShuffleMode::Down},
      {"bfly", ShuffleMode::Bfly},
      {"idx", ShuffleMode::Idx}};
  if (Name.consume_front("llvm.nvvm.shfl.sync."))
    for (const auto &[Prefix, Mode] : Modes)
      if (Name.starts_with(Prefix))
        return decodeShuffle(D, Mode);
  return false;
}

//===----------------------------------------------------------------------===//
// PTX ISA 9.7.13.x: vote, match, redux, activemask, elect
//===----------------------------------------------------------------------===//

namespace {
/// The first lane of a group, and the reduction of all lanes' operands.
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

namespace {

/// vote.sync.MODE: over the lanes of the mask.
struct Vote {
  Intrinsic::ID ID;
  uint32_t (*Result)(const Summary &);
};

/// redux.sync.OP: over the lanes of the mask.
struct Reduction {
  Intrinsic::ID ID;
  uint32_t (*Combine)(uint32_t, uint32_t);
};

} // namespace

static constexpr Vote Votes[] = {
    {Intrinsic::nvvm_vote_all_sync,
     [](const Summary &S) -> uint32_t { return S.True == S.Lanes; }},
    {Intrinsic::nvvm_vote_any_sync,
     [](const Summary &S) -> uint32_t { return S.True != 0; }},
    {Intrinsic::nvvm_vote_uni_sync,
     [](const Summary &S) -> uint32_t {
       return S.True == 0 || S.True == S.Lanes;
     }},
    {Intrinsic::nvvm_vote_ballot_sync,
     [](const Summary &S) -> uint32_t { return S.True; }},
};

static constexpr Reduction Reductions[] = {
    {Intrinsic::nvvm_redux_sync_add,
     [](uint32_t A, uint32_t B) { return A + B; }},
    {Intrinsic::nvvm_redux_sync_and,
     [](uint32_t A, uint32_t B) { return A & B; }},
    {Intrinsic::nvvm_redux_sync_or,
     [](uint32_t A, uint32_t B) { return A | B; }},
    {Intrinsic::nvvm_redux_sync_xor,
     [](uint32_t A, uint32_t B) { return A ^ B; }},
    {Intrinsic::nvvm_redux_sync_max,
     [](uint32_t A, uint32_t B) -> uint32_t {
       return std::max(int32_t(A), int32_t(B));
     }},
    {Intrinsic::nvvm_redux_sync_min,
     [](uint32_t A, uint32_t B) -> uint32_t {
       return std::min(int32_t(A), int32_t(B));
     }},
    {Intrinsic::nvvm_redux_sync_umax,
     [](uint32_t A, uint32_t B) { return std::max(A, B); }},
    {Intrinsic::nvvm_redux_sync_umin,
     [](uint32_t A, uint32_t B) { return std::min(A, B); }},
};

static void vote(Group &G) {
  Summary R = summarise(G, 1);
  putAll(G, Votes[G.I.Imm].Result(R), R.S, R.Data);
}

/// match.any: the lanes with the same value; match.all: all lanes, if they
/// agree.
static void match(Group &G) {
  Summary R = summarise(G, 1);
  const bool All = G.I.Imm;
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
  std::optional<uint32_t> V;
  for (unsigned N = 0; N < 32; ++N)
    if (G.lane(N)) {
      const uint32_t X = G.exec(N).intOp(0);
      V = V ? Reductions[G.I.Imm].Combine(*V, X) : X;
    }
  putAll(G, *V, R.S, R.Data);
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
// Table
//===----------------------------------------------------------------------===//

namespace {

/// An intrinsic whose lanes meet by the mask in operand MaskOp.
struct WarpRow {
  Intrinsic::ID ID;
  GroupHandler Handler;
  MeetRule Rule;
  int MaskOp;
  int64_t Imm;
};

} // namespace

static constexpr WarpRow Rows[] = {
    {Intrinsic::nvvm_match_any_sync_i32, match, MeetRule::Mask, 0, false},
    {Intrinsic::nvvm_match_any_sync_i64, match, MeetRule::Mask, 0, false},
    {Intrinsic::nvvm_match_all_sync_i32p, match, MeetRule::Mask, 0, true},
    {Intrinsic::nvvm_match_all_sync_i64p, match, MeetRule::Mask, 0, true},
    {Intrinsic::nvvm_activemask, activeMask, MeetRule::Together, -1, 0},
    {Intrinsic::nvvm_elect_sync, elect, MeetRule::Mask, 0, 0},
};

bool decodeNvptxWarp(Inst &D, StringRef Name, unsigned ID) {
  if (decodeShuffle(D, Name))
    return true;
  if (std::optional<unsigned> N = rowOf(Votes, ID))
    return onMeet(D, vote, MeetRule::Mask, 0, *N);
  if (std::optional<unsigned> N = rowOf(Reductions, ID))
    return onMeet(D, redux, MeetRule::Mask, 1, *N);
  std::optional<unsigned> N = rowOf(Rows, ID);
  return N && onMeet(D, Rows[*N].Handler, Rows[*N].Rule, Rows[*N].MaskOp,
                     Rows[*N].Imm);
}

} // namespace f2layout::sim
