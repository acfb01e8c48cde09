//===- NvptxMatrix.cpp - ldmatrix, stmatrix, movmatrix --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.7.14.5. An 8x8 matrix of 16-bit elements occupies one register of
// each lane: lane l holds row l / 4, columns 2 (l % 4) and 2 (l % 4) + 1.
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/nvptx/Nvptx.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace f2layout::sim {

namespace {
/// 8 rows of 16 bytes, each byte with its state and origin.
struct Tile {
  uint8_t D[128], S[128];
  Origin O[128];
  Bytes row(unsigned R) { return Bytes{D, S, O} + 16 * R; }
  Bytes element(unsigned R, unsigned C) { return row(R) + 2 * C; }
};
} // namespace

/// The two elements of a lane, in the tile or in its transpose.
static Bytes fragment(Tile &T, unsigned Lane, unsigned Half, bool Trans) {
  unsigned R = Lane / 4, C = 2 * (Lane % 4) + Half;
  return Trans ? T.element(C, R) : T.element(R, C);
}

/// Loads into the row, or stores from it, the 16 bytes whose address the lane
/// has, aligned to 16.
static bool moveRow(Group &G, unsigned Lane, bool IsStore, Bytes Row) {
  const Inst &I = G.I;
  Exec E = G.exec(Lane);
  if (E.stateOf(0) >= Undef) {
    G.M.fault(Problem::Undefined, &E.T, &I, "address is undefined");
    return false;
  }
  return IsStore ? G.M.store(E.T, I, I.AS, E.intOp(0), 16, 16, false, Row)
                 : G.M.load(E.T, I, I.AS, E.intOp(0), 16, 16, false, Row);
}

/// The eight rows of matrix Mat.
static bool moveRows(Group &G, unsigned Mat, bool IsStore, Tile &T) {
  for (unsigned R = 0; R < 8; ++R)
    if (!moveRow(G, 8 * Mat + R, IsStore, T.row(R)))
      return false;
  return true;
}

/// PTX ISA 9.7.14.5.15: "the addresses of the rows of matrix i come from lanes
/// 8i .. 8i+7".
static void loadMatrix(Group &G) {
  const Inst &I = G.I;
  bool Trans = I.Sub;
  for (unsigned Mat = 0; Mat < unsigned(I.Imm); ++Mat) {
    Tile T;
    if (!moveRows(G, Mat, /*IsStore=*/false, T))
      return;
    for (unsigned L = 0; L < 32; ++L)
      for (unsigned H = 0; H < 2; ++H)
        copyBytes(G.exec(L).dst() + (4 * Mat + 2 * H), fragment(T, L, H, Trans),
                  2);
  }
}

/// PTX ISA 9.7.14.5.16, the inverse.
static void storeMatrix(Group &G) {
  const Inst &I = G.I;
  bool Trans = I.Sub;
  for (unsigned Mat = 0; Mat < unsigned(I.Imm); ++Mat) {
    Tile T;
    for (unsigned L = 0; L < 32; ++L)
      for (unsigned H = 0; H < 2; ++H)
        copyBytes(fragment(T, L, H, Trans), G.exec(L).op(1 + Mat) + 2 * H, 2);
    if (!moveRows(G, Mat, /*IsStore=*/true, T))
      return;
  }
}

/// Byte B of a lane's bytes of an 8-bit matrix. The bytes are neighbours in a
/// column; half of them come from columns below 8, half from the other columns.
static Bytes byteFragment(uint8_t *D, uint8_t *S, Origin *O, unsigned Lane,
                          unsigned B, unsigned PerLane) {
  const unsigned Half = PerLane / 2;
  const unsigned R = Lane % 4 * Half + B % Half, C = Lane / 4 + B / Half * 8;
  return Bytes{D, S, O} + (16 * R + C);
}

/// PTX ISA 9.7.14.5.15, .m16n16.trans.b8: the addresses of the sixteen rows of
/// matrix i come from lanes 16i .. 16i+15.
static void loadByteMatrix(Group &G) {
  const Inst &I = G.I;
  for (unsigned Mat = 0; Mat < unsigned(I.Imm); ++Mat) {
    uint8_t D[256], S[256];
    Origin O[256];
    for (unsigned R = 0; R < 16; ++R)
      if (!moveRow(G, 16 * Mat + R, /*IsStore=*/false, Bytes{D, S, O} + 16 * R))
        return;
    for (unsigned L = 0; L < 32; ++L)
      for (unsigned B = 0; B < 8; ++B)
        copyBytes(G.exec(L).dst() + (8 * Mat + B),
                  byteFragment(D, S, O, L, B, 8), 1);
  }
}

/// PTX ISA 9.7.14.5.16, .m16n8.trans.b8: eight rows of 16 bytes in memory.
static void storeByteMatrix(Group &G) {
  const Inst &I = G.I;
  for (unsigned Mat = 0; Mat < unsigned(I.Imm); ++Mat) {
    Tile T;
    for (unsigned L = 0; L < 32; ++L)
      for (unsigned B = 0; B < 4; ++B)
        copyBytes(byteFragment(T.D, T.S, T.O, L, B, 4),
                  G.exec(L).op(1 + Mat) + B, 1);
    if (!moveRows(G, Mat, /*IsStore=*/true, T))
      return;
  }
}

/// PTX ISA 9.7.14.5.17 movmatrix.sync.aligned.m8n8.trans.b16.
void moveMatrix(Group &G) {
  Tile T;
  for (unsigned L = 0; L < 32; ++L)
    for (unsigned H = 0; H < 2; ++H)
      copyBytes(fragment(T, L, H, false), G.exec(L).op(0) + 2 * H, 2);
  for (unsigned L = 0; L < 32; ++L)
    for (unsigned H = 0; H < 2; ++H)
      copyBytes(G.exec(L).dst() + 2 * H, fragment(T, L, H, true), 2);
}

std::optional<MatrixAccess> takeMatrixAccess(StringRef &Name) {
  bool Load = Name.consume_front("ldmatrix.sync.aligned.m8n8.");
  if (!Load && !Name.consume_front("stmatrix.sync.aligned.m8n8."))
    return std::nullopt;
  unsigned Count = Name.consume_front("x1.")   ? 1
                   : Name.consume_front("x2.") ? 2
                   : Name.consume_front("x4.") ? 4
                                               : 0;
  if (!Count)
    return std::nullopt;
  return MatrixAccess{Load, Count, Name.consume_front("trans.")};
}

bool decodeMatrixAccess(Inst &D, const MatrixAccess &A, unsigned AS) {
  D.Sub = A.Trans;
  D.AS = AS;
  return onMeet(D, A.Load ? loadMatrix : storeMatrix, MeetRule::WholeWarp, -1,
                A.Count);
}

/// .m16n16.x1.trans.b8 and the like.
static bool decodeByteMatrix(Inst &D, const CallBase &CB, StringRef N) {
  bool Load = N.consume_front("llvm.nvvm.ldmatrix.sync.aligned.m16n16.");
  if (!Load && !N.consume_front("llvm.nvvm.stmatrix.sync.aligned.m16n8."))
    return false;
  unsigned Count = N.consume_front("x1.")            ? 1
                   : N.consume_front("x2.")          ? 2
                   : !Load && N.consume_front("x4.") ? 4
                                                     : 0;
  if (!Count || !N.starts_with("trans.b8."))
    return false;
  D.AS = CB.getArgOperand(0)->getType()->getPointerAddressSpace();
  return onMeet(D, Load ? loadByteMatrix : storeByteMatrix, MeetRule::WholeWarp,
                -1, Count);
}

bool decodeNvptxMatrix(Inst &D, const CallBase &CB) {
  StringRef N = CB.getCalledFunction()->getName();
  if (N.consume_front("llvm.nvvm.mma."))
    return decodeMma(D, N);
  if (decodeByteMatrix(D, CB, N))
    return true;
  if (!N.consume_front("llvm.nvvm."))
    return false;
  std::optional<MatrixAccess> A = takeMatrixAccess(N);
  return A && N.starts_with("b16") &&
         decodeMatrixAccess(
             D, *A, CB.getArgOperand(0)->getType()->getPointerAddressSpace());
}

} // namespace f2layout::sim
