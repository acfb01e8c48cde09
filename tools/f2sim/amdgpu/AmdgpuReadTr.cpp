//===- AmdgpuReadTr.cpp - ds_read_b64_tr_b16, ds_read_b64_tr_b8 -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "AMD Instinct CDNA4 ISA" reference guide, 11.4 "MFMA Transpose Load from
// LDS": a matrix is transposed "while transferring 16/8/6/4-bit data from LDS
// to VGPRs"; before it, "EXEC must be all 1's", and "the LDS address must be
// aligned to the data size".
//
// The guide defines the result through the operands of matrix products that are
// loaded this way. Triton states it for each lane (TransLocalLoadOpConversion
// of its AMD backend, which runs on the hardware). Each of 16 lanes reads 64
// bits; one after the other, they form a matrix with rows of 16 elements:
//
//   16 bits          row 0: lanes 0 to 3      row 3: lanes 12 to 15
//     lane 4 i + j gets element j of lanes i, 4 + i, 8 + i, 12 + i: its column
//   8 bits           row 0: lanes 0 and 1     row 7: lanes 14 and 15
//     lane 8 i + j gets element j of lanes i, 2 + i, ..., 14 + i
//
// Elements of 4 and 6 bits are parts of bytes, whose origins f2sim does not
// track.
//
//===----------------------------------------------------------------------===//

#include "compat/LLVMCompat.h"
#include "tools/f2sim/amdgpu/Amdgpu.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"

using namespace llvm;

namespace f2layout::sim {

namespace {
constexpr unsigned Lanes = 64, GroupLanes = 16, LaneBytes = 8;

/// The memory that the lanes point at, each byte with its state and origin.
struct Rows {
  uint8_t D[Lanes * LaneBytes], S[Lanes * LaneBytes];
  Origin O[Lanes * LaneBytes];
  Bytes of(unsigned Lane) { return Bytes{D, S, O} + LaneBytes * Lane; }
};
} // namespace

/// Returns false and reports a fault if the rows cannot be read.
static bool readRows(Group &G, Rows &R) {
  for (unsigned N = 0; N < Lanes; ++N) {
    if (N < G.WarpSize && G.lane(N))
      continue;
    Thread *Some = nullptr;
    for (unsigned L = 0; L < G.WarpSize && !Some; ++L)
      Some = G.lane(L);
    G.M.fault(Problem::Divergence, Some, &G.I,
              "needs all " + utostr(Lanes) + " lanes, but lane " + utostr(N) +
                  " does not execute it");
    return false;
  }
  for (unsigned N = 0; N < Lanes; ++N) {
    Exec E = G.exec(N);
    if (E.stateOf(0) >= Undef) {
      G.M.fault(Problem::Undefined, &E.T, &G.I, "address is undefined");
      return false;
    }
    if (!G.M.load(E.T, G.I, G.I.AS, E.intOp(0), LaneBytes, LaneBytes, false,
                  R.of(N)))
      return false;
  }
  return true;
}

/// Imm is the number of bytes of an element.
static void readTransposed(Group &G) {
  Rows R;
  if (!readRows(G, R))
    return;
  const unsigned Size = G.I.Imm, PerLane = LaneBytes / Size;
  const unsigned LanesOfRow = GroupLanes / PerLane;
  for (unsigned N = 0; N < Lanes; ++N) {
    const unsigned First = N - N % GroupLanes, Column = N % GroupLanes;
    for (unsigned Row = 0; Row < PerLane; ++Row) {
      unsigned From = First + Row * LanesOfRow + Column / PerLane;
      copyBytes(G.exec(N).dst() + Row * Size,
                R.of(From) + Column % PerLane * Size, Size);
    }
  }
}

bool decodeAmdgpuReadTr(Inst &D, const CallBase &CB) {
  const unsigned ID = CB.getIntrinsicID();
  if (ID != Intrinsic::amdgcn_ds_read_tr16_b64 &&
      ID != Intrinsic::amdgcn_ds_read_tr8_b64)
    return false;
  D.AS = CB.getArgOperand(0)->getType()->getPointerAddressSpace();
  return onMeet(D, readTransposed, MeetRule::Together, -1,
                ID == Intrinsic::amdgcn_ds_read_tr16_b64 ? 2 : 1);
}

} // namespace f2layout::sim
