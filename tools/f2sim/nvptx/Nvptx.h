//===- Nvptx.h - Parts of the NVPTX instruction set -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2SIM_NVPTX_NVPTX_H
#define F2LAYOUT_TOOLS_F2SIM_NVPTX_NVPTX_H

#include "tools/f2sim/intrinsics/IntrinsicTable.h"
#include <optional>

namespace f2layout::sim {

enum class ShuffleMode : uint8_t { Up, Down, Bfly, Idx };

/// Reads %tid.x, %laneid, ... (without the percent sign). Returns false if the
/// name is unknown.
bool readSpecial(const Machine &M, const Thread &T, llvm::StringRef Name,
                 uint64_t &V);
/// prmt.b32 of operands 0 and 1 by selector operand 2.
void permute(Exec &E);
/// Copies 4 bytes of operand Op of lane Source; undefined if that lane does not
/// participate.
void copyFromLane(Group &G, Exec &E, unsigned Source, unsigned Op);

// Inline assembly shares these; its operands are in the same order.
bool decodeShuffle(Inst &D, ShuffleMode Mode);

/// Any call of an intrinsic of NVPTX. It asks the decoders below, which return
/// false for intrinsics that they do not handle.
bool decodeNvptxIntrinsic(Inst &D, const llvm::CallBase &CB);
bool decodeNvptxSpecial(Inst &D, llvm::StringRef Name);
bool decodeNvptxWarp(Inst &D, llvm::StringRef Name, unsigned ID);
bool decodeNvptxArithmetic(Inst &D, const llvm::CallBase &CB);
bool decodeNvptxMatrix(Inst &D, const llvm::CallBase &CB);
bool decodeNvptxFragment(Inst &D, const llvm::CallBase &CB);
bool decodeNvptxAsync(Inst &D, const llvm::CallBase &CB);
/// movmatrix, which only occurs in inline assembly.
void moveMatrix(Group &G);
/// mma.sync by its PTX shape: "m16n8k16.row.col.f32.f16.f16.f32".
bool decodeMma(Inst &D, llvm::StringRef Shape);
/// ldmatrix or stmatrix of Count 8x8 matrices.
struct MatrixAccess {
  bool Load;
  unsigned Count;
  bool Trans;
};
/// Takes "ldmatrix.sync.aligned.m8n8.x4.trans." and the like off the name.
std::optional<MatrixAccess> takeMatrixAccess(llvm::StringRef &Name);
/// Operand 0 is the address.
bool decodeMatrixAccess(Inst &D, const MatrixAccess &A, unsigned AS);
bool decodeWarpBarrier(Inst &D);
enum class AsyncOp : uint8_t { Copy, Commit, Wait, WaitAll };
/// Of a copy, the size. If it is guarded, the last operand is the predicate.
bool decodeAsync(Inst &D, AsyncOp What, int64_t Size);
inline constexpr int64_t CopySize = 255, CopyGuarded = 256, CopyNegated = 512;

} // namespace f2layout::sim

#endif
