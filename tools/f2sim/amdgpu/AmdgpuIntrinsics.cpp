//===- AmdgpuIntrinsics.cpp - AMDGPU ids, barriers, and the table -------===//
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
#include <cmath>

using namespace llvm;

namespace f2layout::sim {

//===----------------------------------------------------------------------===//
// Where a thread runs
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

static void isSpace(Exec &E) {
  Place At = E.M.P.Memory.find(0, E.intOp(0), 1);
  bool Shared = At.Obj && At.Obj->In == Space::Shared;
  E.put(0, E.I.Imm ? Shared : At.IsLocal, 1, E.stateOf(0), E.dataIn(0));
}

static void endProgram(Exec &E) { E.M.exitThread(E.T); }

static void clock(Exec &E) { E.put(0, E.M.Steps, E.I.DstSize, Frozen, true); }

//===----------------------------------------------------------------------===//
// Floating point
//===----------------------------------------------------------------------===//

namespace {

struct FloatRow {
  unsigned ID;
  double (*Compute)(double);
};

} // namespace

/// V_FRACT: "D = S0 + -floor(S0)", below 1. V_FREXP_MANT: "if S0 is infinite or
/// NaN, D = S0, else the mantissa in [0.5, 1) with the sign of S0". The others
/// are approximations, which have the host's result.
static constexpr FloatRow Floats[] = {
    {Intrinsic::amdgcn_rcp, [](double A) { return 1 / A; }},
    {Intrinsic::amdgcn_rsq, [](double A) { return 1 / std::sqrt(A); }},
    {Intrinsic::amdgcn_sqrt, [](double A) { return std::sqrt(A); }},
    {Intrinsic::amdgcn_exp2, [](double A) { return std::exp2(A); }},
    {Intrinsic::amdgcn_log, [](double A) { return std::log2(A); }},
    {Intrinsic::amdgcn_fract,
     [](double A) {
       const double F = A - std::floor(A); // NaN for infinities
       return F > 0x1.fffffep-1 ? 0x1.fffffep-1 : F;
     }},
    {Intrinsic::amdgcn_frexp_mant,
     [](double A) {
       int Exponent;
       return std::isfinite(A) ? std::frexp(A, &Exponent) : A;
     }},
};

static void floating(Exec &E) {
  const double R = Floats[E.I.Imm].Compute(toDouble(E.intOp(0), E.I.FK));
  E.put(0, fromDouble(R, E.I.FK) & lowMask(E.I.DstBits), E.I.DstSize,
        E.stateOf(0), E.dataIn(0));
}

/// V_FREXP_EXP: "if S0 is infinite or NaN, D = 0, else the exponent of S0 whose
/// mantissa is in [0.5, 1)".
static void exponent(Exec &E) {
  const FloatKind K =
      E.I.Ops[0].Size == 8 ? FloatKind::Double : FloatKind::Float;
  const double A = toDouble(E.intOp(0), K);
  int Exponent = 0;
  if (std::isfinite(A))
    std::frexp(A, &Exponent);
  E.put(0, uint64_t(Exponent) & lowMask(E.I.DstBits), E.I.DstSize, E.stateOf(0),
        E.dataIn(0));
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

bool isRDNA(const Machine &M) {
  StringRef Cpu = M.Cpu;
  return Cpu.starts_with("gfx10") || Cpu.starts_with("gfx11") ||
         Cpu.starts_with("gfx12");
}

static constexpr LaneRow Rows[] = {
    {Intrinsic::amdgcn_workitem_id_x, workitemId, 0},
    {Intrinsic::amdgcn_workitem_id_y, workitemId, 1},
    {Intrinsic::amdgcn_workitem_id_z, workitemId, 2},
    {Intrinsic::amdgcn_workgroup_id_x, workgroupId, 0},
    {Intrinsic::amdgcn_workgroup_id_y, workgroupId, 1},
    {Intrinsic::amdgcn_workgroup_id_z, workgroupId, 2},
    {Intrinsic::amdgcn_wavefrontsize, waveSizeOf},
    {Intrinsic::amdgcn_wave_id, waveId},
    {Intrinsic::amdgcn_mbcnt_lo, maskedCount, false},
    {Intrinsic::amdgcn_mbcnt_hi, maskedCount, true},
    {Intrinsic::amdgcn_implicitarg_ptr,
     [](Exec &E) { pointerTo(E, E.M.ImplicitArgs); }},
    {Intrinsic::amdgcn_dispatch_ptr,
     [](Exec &E) { pointerTo(E, E.M.DispatchPacket); }},
    {Intrinsic::amdgcn_kernarg_segment_ptr,
     [](Exec &E) { pointerTo(E, E.M.KernArgs); }},
    {Intrinsic::amdgcn_is_shared, isSpace, true},
    {Intrinsic::amdgcn_is_private, isSpace, false},
    {Intrinsic::amdgcn_endpgm, endProgram},
    {Intrinsic::amdgcn_s_memtime, clock},
    {Intrinsic::amdgcn_s_memrealtime, clock},
};

/// Operations that change no value. A wave that signals continues to the wait.
static constexpr unsigned Nops[] = {Intrinsic::amdgcn_s_barrier_signal,
                                    Intrinsic::amdgcn_sched_barrier,
                                    Intrinsic::amdgcn_sched_group_barrier,
                                    Intrinsic::amdgcn_iglp_opt,
                                    Intrinsic::amdgcn_s_sleep,
                                    Intrinsic::amdgcn_s_nop,
                                    Intrinsic::amdgcn_s_setprio,
                                    Intrinsic::amdgcn_s_waitcnt,
                                    Intrinsic::amdgcn_s_wait_dscnt,
                                    Intrinsic::amdgcn_s_wait_loadcnt,
                                    Intrinsic::amdgcn_s_wait_storecnt};

bool decodeAmdgpuIntrinsic(Inst &D, const CallBase &CB) {
  const unsigned ID = CB.getIntrinsicID();
  if (std::optional<unsigned> N = rowOf(Rows, ID))
    return onLane(D, Rows[*N].Handler, Rows[*N].Imm);
  if (is_contained(Nops, ID))
    return onNop(D);
  if (ID == Intrinsic::amdgcn_frexp_exp && CB.getType()->isIntegerTy(32) &&
      !CB.getArgOperand(0)->getType()->isHalfTy())
    return onLane(D, exponent);
  // The limit of fract is that of f32.
  if (CB.getType()->isFloatTy())
    if (std::optional<unsigned> N = rowOf(Floats, ID))
      return onLane(D, floating, *N);
  if (ID == Intrinsic::amdgcn_s_barrier ||
      ID == Intrinsic::amdgcn_s_barrier_wait)
    return onMeet(D, nullptr, MeetRule::Barrier);
  return decodeAmdgpuLanes(D, CB) || decodeAmdgpuBits(D, CB) ||
         decodeAmdgpuDpp(D, CB) || decodeAmdgpuMatrix(D, CB) ||
         decodeAmdgpuReadTr(D, CB);
}

} // namespace f2layout::sim
