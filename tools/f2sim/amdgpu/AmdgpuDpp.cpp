//===- AmdgpuDpp.cpp - Data-parallel primitives and permlane --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A DPP operand reads a register of another lane, chosen by a control word
// ("CDNA4 ISA" 13.3.9 and "RDNA3 ISA" 7.7, "DPP"; LLVM's SIDefines.h DppCtrl).
// Rows are 16 lanes, banks are 4 lanes of each row.
//   - Lanes that row_mask or bank_mask switches off keep `old`.
//   - If the source lane is outside its row or does not execute, the value is 0
//     with bound_ctrl, and the lane keeps `old` without it.
//
//===----------------------------------------------------------------------===//

#include "compat/LLVMCompat.h"
#include "tools/f2sim/amdgpu/Amdgpu.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"

using namespace llvm;

namespace f2layout::sim {

static constexpr int OutOfRow = -1, UnknownControl = -2;

/// Returns the lane that Lane reads.
static int dppSource(unsigned Ctrl, unsigned Lane, unsigned WaveSize,
                     bool RDNA) {
  unsigned Row = Lane & ~15u, In = Lane & 15;
  unsigned N = Ctrl & 15;
  if (Ctrl <= 0xff) // quad_perm
    return (Lane & ~3u) | (Ctrl >> (2 * (Lane & 3)) & 3);
  switch (Ctrl & 0xff0) {
  case 0x100: // row_shl: lane i reads i + N
    return N && In + N < 16 ? int(Row + In + N) : N ? OutOfRow : UnknownControl;
  case 0x110: // row_shr
    return N && In >= N ? int(Row + In - N) : N ? OutOfRow : UnknownControl;
  case 0x120: // row_ror
    return N ? int(Row | ((In - N) & 15)) : UnknownControl;
  case 0x150: // row_share (gfx10), row_newbcast (gfx90a)
    return Row | N;
  case 0x160: // row_xmask
    return RDNA ? int(Row | (In ^ N)) : UnknownControl;
  default:
    break;
  }
  switch (Ctrl) {
  case 0x140: // row_mirror
    return Row | (15 - In);
  case 0x141: // row_half_mirror
    return Row | (In & 8) | (7 - (In & 7));
  default:
    break;
  }
  if (RDNA)
    return UnknownControl;
  switch (Ctrl) { // gfx8 and gfx9 only
  case 0x130:     // wave_shl:1
    return Lane + 1 < WaveSize ? int(Lane + 1) : OutOfRow;
  case 0x134: // wave_rol:1
    return (Lane + 1) % WaveSize;
  case 0x138: // wave_shr:1
    return Lane ? int(Lane - 1) : OutOfRow;
  case 0x13c: // wave_ror:1
    return (Lane + WaveSize - 1) % WaveSize;
  case 0x142: // row_bcast:15: lane 15 of each row to the next row
    return Row ? int(Row - 1) : OutOfRow;
  case 0x143: // row_bcast:31: lane 31 to rows 2 and 3
    return Lane >= 32 ? 31 : OutOfRow;
  default:
    return UnknownControl;
  }
}

/// update.dpp(old, src, ctrl, row mask, bank mask, bound_ctrl) and
/// mov.dpp(src, ctrl, row mask, bank mask, bound_ctrl).
static void dpp(Group &G) {
  unsigned First = G.I.Imm; // operand of src
  unsigned Size = G.I.DstSize;
  for (unsigned N = 0; N < G.WarpSize; ++N) {
    if (!G.lane(N))
      continue;
    Exec E = G.exec(N);
    unsigned Ctrl = E.intOp(First + 1);
    bool RowOn = E.intOp(First + 2) >> (N / 16 & 3) & 1;
    bool BankOn = E.intOp(First + 3) >> (N / 4 & 3) & 1;
    bool Bound = E.intOp(First + 4) & 1;
    int Source = dppSource(Ctrl, N, G.WarpSize, isRDNA(G.M));
    if (Source == UnknownControl)
      return E.unsupported("DPP control word");
    Thread *From = Source >= 0 ? G.lane(Source) : nullptr;
    if (RowOn && BankOn && From) {
      copyBytes(E.dst(), G.M.at(*From, G.I.Ops[First].R), Size);
    } else if (RowOn && BankOn && Bound) {
      std::memset(E.dst().D, 0, Size);
      setMeta(E.dst(), Size, Defined, E.origin(false));
    } else if (First == 1) {
      copyBytes(E.dst(), E.op(0), Size); // old
    } else {
      std::memset(E.dst().D, 0, Size);
      setMeta(E.dst(), Size, Undef, E.origin(true));
    }
  }
}

/// mov.dpp8(src, selectors): three bits for each of eight lanes. It "reads zero
/// from lanes whose EXEC mask bit is zero" (RDNA3 ISA 7.7.2).
static void dpp8(Group &G) {
  for (unsigned N = 0; N < G.WarpSize; ++N) {
    if (!G.lane(N))
      continue;
    Exec E = G.exec(N);
    unsigned Source = (N & ~7u) | (E.intOp(1) >> (3 * (N & 7)) & 7);
    if (Thread *From = G.lane(Source))
      copyBytes(E.dst(), G.M.at(*From, G.I.Ops[0].R), G.I.DstSize);
    else
      for (unsigned K = 0; K < G.I.DstSize; ++K)
        E.put(K, 0, 1, Defined, false);
  }
}

/// V_PERMLANE16_B32, V_PERMLANEX16_B32 (RDNA3 ISA 16.12): lane i of a row reads
/// lane sel[i] of its own (X: of the other row of the pair); selectors are 16
/// numbers of 4 bits in two scalars. fi: inactive lanes are read too.
static void permLane16(Group &G) {
  bool Cross = G.I.Imm & 1, PerLane = G.I.Imm & 2;
  unsigned Flags = PerLane ? 3 : 4;
  if (!PerLane && (!isUniform(G, 2, "permlane with a selector") ||
                   !isUniform(G, 3, "permlane with a selector")))
    return;
  for (unsigned N = 0; N < G.WarpSize; ++N) {
    if (!G.lane(N))
      continue;
    Exec E = G.exec(N);
    unsigned In = N & 15, Sel;
    State S = E.stateOf(2);
    if (PerLane) {
      Sel = E.intOp(2) & 15;
    } else {
      S = worst(S, E.stateOf(3));
      uint64_t Half = E.intOp(In < 8 ? 2 : 3);
      Sel = Half >> (4 * (In & 7)) & 15;
    }
    bool Bound = E.intOp(Flags + 1) & 1;
    bool FetchInactive = E.intOp(Flags) & 1;
    unsigned Source = (((N & ~15u) ^ (Cross ? 16 : 0)) | Sel) % G.WarpSize;
    unsigned Size = G.I.DstSize;
    if (Thread *From = G.lane(Source)) {
      copyBytes(E.dst(), G.M.at(*From, G.I.Ops[1].R), Size);
    } else if (FetchInactive) {
      std::memset(E.dst().D, 0, Size);
      setMeta(E.dst(), Size, Undef, E.origin(true));
    } else if (Bound) {
      std::memset(E.dst().D, 0, Size);
      setMeta(E.dst(), Size, Defined, E.origin(false));
    } else {
      copyBytes(E.dst(), E.op(0), Size);
    }
    worsen(E.dst(), Size, S);
  }
}

/// V_PERMLANE64_B32 (RDNA3): swap the halves of a wave64; nothing in wave32.
static void permLane64(Group &G) {
  for (unsigned N = 0; N < G.WarpSize; ++N) {
    if (!G.lane(N))
      continue;
    Exec E = G.exec(N);
    readFromLane(G, E, G.WarpSize == 64 ? N ^ 32 : N);
  }
}

/// V_PERMLANE16_SWAP_B32, V_PERMLANE32_SWAP_B32 (CDNA4 ISA): odd rows (the high
/// half) of the first register change places with even rows (the low half) of
/// the second.
///   new0[lane] = lane & K ? old1[lane ^ K] : old0[lane]
///   new1[lane] = lane & K ? old1[lane]     : old0[lane ^ K]
/// The two flags are fi and bound_ctrl. What they do where the other lane does
/// not execute, MLIR's amdgpu.permlane_swap states: with fi, its old value is
/// read; else with bound_ctrl, zero; else nothing is written.
static void permLaneSwap(Group &G) {
  unsigned K = G.I.Imm;
  for (unsigned N = 0; N < G.WarpSize; ++N) {
    if (!G.lane(N))
      continue;
    Exec E = G.exec(N);
    const bool High = N & K;
    const unsigned Changed = High ? 0 : 4, Kept = 4 - Changed;
    copyBytes(E.dst() + Kept, E.op(High ? 1 : 0), 4);
    Bytes To = E.dst() + Changed;
    if (Thread *From = G.lane(N ^ K)) {
      copyBytes(To, G.M.at(*From, G.I.Ops[High ? 1 : 0].R), 4);
    } else if (E.intOp(2) & 1) {
      std::memset(To.D, 0, 4);
      setMeta(To, 4, Undef, E.origin(true));
    } else if (E.intOp(3) & 1) {
      E.put(Changed, 0, 4, Defined, false);
    } else {
      copyBytes(To, E.op(High ? 0 : 1), 4);
    }
  }
}

bool decodeAmdgpuDpp(Inst &D, const CallBase &CB) {
  auto Together = [&](GroupHandler H, int64_t Imm = 0) {
    return onMeet(D, H, MeetRule::Together, -1, Imm);
  };
  switch (CB.getIntrinsicID()) {
  case Intrinsic::amdgcn_update_dpp:
    return Together(dpp, 1);
  case Intrinsic::amdgcn_mov_dpp:
    return Together(dpp, 0);
  case Intrinsic::amdgcn_mov_dpp8:
    return Together(dpp8);
  case Intrinsic::amdgcn_permlane16:
    return Together(permLane16, 0);
  case Intrinsic::amdgcn_permlanex16:
    return Together(permLane16, 1);
  case Intrinsic::amdgcn_permlane16_var:
    return Together(permLane16, 2);
  case Intrinsic::amdgcn_permlanex16_var:
    return Together(permLane16, 3);
  case Intrinsic::amdgcn_permlane64:
    return Together(permLane64);
  case Intrinsic::amdgcn_permlane16_swap:
    return Together(permLaneSwap, 16);
  case Intrinsic::amdgcn_permlane32_swap:
    return Together(permLaneSwap, 32);
  default:
    return false;
  }
}

} // namespace f2layout::sim
