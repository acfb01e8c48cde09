//===- Amdgpu.h - Parts of the AMDGPU instruction set ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2SIM_AMDGPU_AMDGPU_H
#define F2LAYOUT_TOOLS_F2SIM_AMDGPU_AMDGPU_H

#include "tools/f2sim/intrinsics/IntrinsicTable.h"

namespace f2layout::sim {

/// Returns true for gfx10 and later.
bool isRDNA(const Machine &M);

/// Lowers the state of a value that an undefined lane number or selector chose.
inline void worsen(Bytes To, unsigned N, State S) {
  if (S != Defined)
    for (unsigned K = 0; K < N; ++K)
      if (To.S[K] < S)
        To.S[K] = S;
}

/// The result is operand 0 of the lane, unknown if that does not execute here.
inline void readFromLane(Group &G, Exec &E, unsigned Lane) {
  const unsigned Size = G.I.DstSize;
  if (Thread *From = G.lane(Lane)) {
    copyBytes(E.dst(), G.M.at(*From, G.I.Ops[0].R), Size);
    return;
  }
  std::memset(E.dst().D, 0, Size);
  setMeta(E.dst(), Size, Undef, E.origin(true));
}

/// Whether an operand that comes from a scalar register is the same in all
/// lanes. If it is not, the result is undefined, and a fault is reported.
bool isUniform(Group &G, unsigned Op, const char *What);

/// Any call of an intrinsic of AMDGPU. It asks the decoders below, which return
/// false for intrinsics that they do not handle.
bool decodeAmdgpuIntrinsic(Inst &D, const llvm::CallBase &CB);
bool decodeAmdgpuLanes(Inst &D, const llvm::CallBase &CB);
bool decodeAmdgpuBits(Inst &D, const llvm::CallBase &CB);
bool decodeAmdgpuDpp(Inst &D, const llvm::CallBase &CB);
bool decodeAmdgpuMatrix(Inst &D, const llvm::CallBase &CB);
bool decodeAmdgpuReadTr(Inst &D, const llvm::CallBase &CB);

} // namespace f2layout::sim

#endif
