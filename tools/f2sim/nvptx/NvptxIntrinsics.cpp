//===- NvptxIntrinsics.cpp - Barriers, fences, and the table ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each handler names the section of the PTX ISA (9.0) that it follows.
// Intrinsics that are not in the table here go to the decoders of other files.
//
//===----------------------------------------------------------------------===//

#include "compat/LLVMCompat.h"
#include "tools/f2sim/machine/Scheduler.h"
#include "tools/f2sim/nvptx/Nvptx.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace f2layout::sim {

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
  const unsigned P = G.I.Ops.size() - 1;
  uint64_t True = 0, Total = 0;
  State S = Defined;
  bool Data = false;
  for (unsigned N = 0; N < G.WarpSize; ++N)
    if (Thread *T = G.lane(N)) {
      // Lanes may be at different instructions, so each reads its own operand.
      Exec E{G.M, *T, *T->At};
      ++Total;
      True += E.intOp(P) != 0;
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
// PTX ISA 9.7.9.15, isspacep
//===----------------------------------------------------------------------===//

namespace {

struct SpaceRow {
  Intrinsic::ID ID;
  bool (*Holds)(const Place &At);
};

} // namespace

static bool isShared(const Place &At) {
  return At.Obj && At.Obj->In == Space::Shared;
}

static bool isConstant(const Place &At) {
  return At.Obj && At.Obj->In == Space::Constant;
}

static constexpr SpaceRow Spaces[] = {
    {Intrinsic::nvvm_isspacep_shared, isShared},
    {Intrinsic::nvvm_isspacep_local,
     [](const Place &At) -> bool { return At.IsLocal; }},
    {Intrinsic::nvvm_isspacep_const, isConstant},
    {Intrinsic::nvvm_isspacep_global,
     [](const Place &At) {
       return !isShared(At) && !At.IsLocal && !isConstant(At);
     }},
};

static void isSpace(Exec &E) {
  const Place At = E.M.P.Memory.find(0, E.intOp(0), 1);
  E.put(0, Spaces[E.I.Imm].Holds(At), 1, E.stateOf(0), E.dataIn(0));
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

bool decodeWarpBarrier(Inst &D) {
  return onMeet(D, warpBarrier, MeetRule::WarpBarrier, 0);
}

/// The bits of a barrier of the block. LLVM 22 calls all of them
/// llvm.nvvm.barrier.cta.{sync,arrive,red.OP}[.aligned].{all,count}; LLVM 19
/// has older names. The plugin reads them elsewhere: the two share no code.
static std::optional<int64_t> barrierBits(StringRef Name) {
  if (Name.starts_with("llvm.nvvm.barrier.cta."))
    return (Name.contains(".aligned") ? BarAligned : 0) |
           (Name.ends_with(".count") ? BarCount : 0);
  return StringSwitch<std::optional<int64_t>>(Name)
      .StartsWith("llvm.nvvm.barrier0", BarAligned | BarZero)
      .Case("llvm.nvvm.bar.sync", BarAligned)
      .Case("llvm.nvvm.barrier.n", BarAligned)
      .Case("llvm.nvvm.barrier", BarAligned | BarCount)
      .Case("llvm.nvvm.barrier.sync", 0)
      .Case("llvm.nvvm.barrier.sync.cnt", BarCount)
      .Default(std::nullopt);
}

static bool barrier(Inst &D, int64_t Bits, StringRef Name) {
  if (Name.contains(".arrive"))
    return onLane(D, arriveAtBarrier, Bits);
  D.Sub = Name.contains(".popc") ? 0 : Name.contains(".and") ? 1 : 2;
  const bool Reduces = Name.contains(".red.") || Name.contains("barrier0.");
  return onMeet(D, Reduces ? barrierReduce : nullptr, MeetRule::Barrier, -1,
                Bits);
}

/// ldu.global: a load through another cache. Its operands are the pointer and
/// the alignment.
static void loadUncached(Exec &E) {
  E.M.load(E.T, E.I, E.I.AS, E.intOp(0), E.I.DstSize, E.intOp(1), false,
           E.dst());
}

static bool decodeLoadUncached(Inst &D, const CallBase &CB) {
  if (D.DstSize == 0 || D.DstSize > 16)
    return false;
  D.AS = CB.getArgOperand(0)->getType()->getPointerAddressSpace();
  return onLane(D, loadUncached);
}

namespace {

struct IntrinsicRow {
  Intrinsic::ID ID;
  bool (*Decode)(Inst &D, const CallBase &CB);
};

} // namespace

static bool decodeFence(Inst &D, const CallBase &) {
  return onLane(D, fenceBoth);
}

static constexpr IntrinsicRow Rows[] = {
    {Intrinsic::nvvm_bar_warp_sync,
     [](Inst &D, const CallBase &) { return decodeWarpBarrier(D); }},
    {Intrinsic::nvvm_membar_cta, decodeFence},
    {Intrinsic::nvvm_membar_gl, decodeFence},
    {Intrinsic::nvvm_membar_sys, decodeFence},
    {Intrinsic::nvvm_fence_sc_cluster, decodeFence},
    {Intrinsic::nvvm_exit,
     [](Inst &D, const CallBase &) { return onLane(D, exitThread); }},
    {Intrinsic::nvvm_nanosleep,
     [](Inst &D, const CallBase &) { return onNop(D); }},
    {Intrinsic::nvvm_ldu_global_i, decodeLoadUncached},
    {Intrinsic::nvvm_ldu_global_f, decodeLoadUncached},
    {Intrinsic::nvvm_ldu_global_p, decodeLoadUncached},
};

bool decodeNvptxIntrinsic(Inst &D, const CallBase &CB) {
  const StringRef Name = CB.getCalledFunction()->getName();
  const unsigned ID = CB.getIntrinsicID();
  if (std::optional<int64_t> Bits = barrierBits(Name))
    return barrier(D, *Bits, Name);
  if (std::optional<unsigned> N = rowOf(Rows, ID))
    return Rows[*N].Decode(D, CB);
  if (std::optional<unsigned> N = rowOf(Spaces, ID))
    return onLane(D, isSpace, *N);
  return decodeNvptxSpecial(D, Name) || decodeNvptxWarp(D, Name, ID) ||
         decodeNvptxMatrix(D, CB) || decodeNvptxFragment(D, CB) ||
         decodeNvptxAsync(D, CB) || decodeNvptxArithmetic(D, CB);
}

} // namespace f2layout::sim
