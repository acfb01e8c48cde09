//===- NvptxMatrix.cpp - ldmatrix, stmatrix, movmatrix, mma ---------------===//
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
#include <cmath>

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

//===----------------------------------------------------------------------===//
// PTX ISA, "Matrix Fragments for mma.m8n8k4 with .f64 floating point type", and
// 9.7.14.5.7 to 9.7.14.5.10: mma.m16n8k8, .m16n8k16, .m16n8k32
//===----------------------------------------------------------------------===//

namespace {
struct Number {
  double V = 0;
  State S = Defined;
};

/// What mma multiplies and adds, by Inst::Sub.
enum ProductKind : uint8_t { OfHalves, OfBFloats, InHalves, OfTF32, OfBytes };
} // namespace

static unsigned bytesOf(ProductKind K) {
  return K == OfTF32 ? 4 : K == OfBytes ? 1 : 2;
}

static Number readFactor(Bytes B, ProductKind K) {
  const unsigned N = bytesOf(K);
  const uint64_t Word = readInt(B.D, N);
  const State S = worstState(B.S, N);
  switch (K) {
  case OfBytes:
    return {double(int8_t(Word)), S};
  case OfTF32: // without the low bits of a float
    return {toDouble(Word & ~uint64_t(0x1fff), FloatKind::Float), S};
  case OfBFloats:
    return {toDouble(Word, FloatKind::BFloat), S};
  default:
    return {toDouble(Word, FloatKind::Half), S};
  }
}

static Number readSum(Bytes B, ProductKind K) {
  const unsigned N = K == InHalves ? 2 : 4;
  const uint64_t Word = readInt(B.D, N);
  const State S = worstState(B.S, N);
  if (K == OfBytes)
    return {double(int32_t(Word)), S};
  return {toDouble(Word, N == 2 ? FloatKind::Half : FloatKind::Float), S};
}

static uint64_t sumBits(double Sum, ProductKind K) {
  if (K == OfBytes) // wraps
    return uint32_t(int64_t(Sum));
  return fromDouble(Sum, K == InHalves ? FloatKind::Half : FloatKind::Float);
}

/// D = A B + C with A 16 x K by rows, B K x 8 by columns; groupID = lane / 4,
/// t = lane % 4, and e elements in a register. Register r of A holds row
/// groupID + 8 (r & 1) and columns e t + 4e (r >> 1), register r of B rows
/// e t + 4e r and column groupID.
static void multiply(Group &G) {
  const Inst &I = G.I;
  const unsigned K = I.Imm;
  const auto Kind = ProductKind(I.Sub);
  const unsigned Size = bytesOf(Kind), Each = 4 / Size;
  const unsigned RegsA = K * Size / 8, RegsB = RegsA / 2;
  const unsigned AccBytes = Kind == InHalves ? 2 : 4;
  Number A[16][32], B[32][8], C[16][8];
  // Accumulator j of a lane: row groupID + 8 (j / 2), column 2t + j % 2.
  auto accumulator = [&](const Exec &E, unsigned J) {
    unsigned First = RegsA + RegsB;
    return Kind == InHalves ? E.op(First + J / 2) + 2 * (J % 2)
                            : E.op(First + J);
  };
  for (unsigned L = 0; L < 32; ++L) {
    Exec E = G.exec(L);
    unsigned Row = L / 4, T = L % 4;
    for (unsigned R = 0; R < RegsA; ++R)
      for (unsigned H = 0; H < Each; ++H)
        A[Row + 8 * (R & 1)][Each * (T + 4 * (R >> 1)) + H] =
            readFactor(E.op(R) + Size * H, Kind);
    for (unsigned R = 0; R < RegsB; ++R)
      for (unsigned H = 0; H < Each; ++H)
        B[Each * (T + 4 * R) + H][Row] =
            readFactor(E.op(RegsA + R) + Size * H, Kind);
    for (unsigned J = 0; J < 4; ++J)
      C[Row + 8 * (J / 2)][2 * T + J % 2] = readSum(accumulator(E, J), Kind);
  }
  for (unsigned L = 0; L < 32; ++L) {
    Exec E = G.exec(L);
    for (unsigned J = 0; J < 4; ++J) {
      unsigned Row = L / 4 + 8 * (J / 2), Col = 2 * (L % 4) + J % 2;
      Number Sum = C[Row][Col];
      for (unsigned X = 0; X < K; ++X) {
        Sum.V += A[Row][X].V * B[X][Col].V;
        Sum.S = worst(Sum.S, worst(A[Row][X].S, B[X][Col].S));
      }
      E.put(J * AccBytes, sumBits(Sum.V, Kind), AccBytes, Sum.S, true);
    }
  }
}

/// D = A B + C of doubles, with A M x K by rows and B K x 8 by columns, M 8 or
/// 16: a lane holds row groupID and column t of A, row t and column groupID of
/// B, and two neighbours of D. Further registers are 8 rows below, then 4
/// columns of A (rows of B) further.
static void multiplyDoubles(Group &G) {
  constexpr unsigned Size = 8, N = 8;
  const unsigned K = G.I.Imm, M = G.I.Sub, Down = M / 8;
  auto read = [](Bytes B) {
    return Number{toDouble(readInt(B.D, Size), FloatKind::Double),
                  worstState(B.S, Size)};
  };
  const unsigned RegsA = Down * K / 4, RegsB = K / 4;
  Number A[16][16], B[16][N];
  for (unsigned L = 0; L < 32; ++L) {
    const unsigned Row = L / 4, T = L % 4;
    for (unsigned R = 0; R < RegsA; ++R)
      A[Row + 8 * (R % Down)][T + 4 * (R / Down)] = read(G.exec(L).op(R));
    for (unsigned R = 0; R < RegsB; ++R)
      B[T + 4 * R][Row] = read(G.exec(L).op(RegsA + R));
  }
  for (unsigned L = 0; L < 32; ++L)
    for (unsigned J = 0; J < 2 * Down; ++J) {
      Exec E = G.exec(L);
      const unsigned Row = L / 4 + 8 * (J / 2), Column = 2 * (L % 4) + J % 2;
      Number Sum = read(E.op(RegsA + RegsB + J));
      for (unsigned X = 0; X < K; ++X) {
        Sum.V = std::fma(A[Row][X].V, B[X][Column].V, Sum.V);
        Sum.S = worst(Sum.S, worst(A[Row][X].S, B[X][Column].S));
      }
      E.put(J * Size, fromDouble(Sum.V, FloatKind::Double), Size, Sum.S, true);
    }
}

static bool decodeDoubles(Inst &D, unsigned M, unsigned K) {
  D.Sub = uint8_t(M);
  return D.Ops.size() == M * K / 32 + K / 4 + M / 4 &&
         all_of(D.Ops, [](const Operand &O) { return O.Size == 8; }) &&
         onMeet(D, multiplyDoubles, MeetRule::WholeWarp, -1, K);
}

bool decodeMma(Inst &D, StringRef Shape) {
  StringRef Doubles = Shape;
  if (Doubles.consume_back(".f64.f64.f64.f64") || Doubles.consume_back(".f64"))
    return Doubles == "m8n8k4.row.col"     ? decodeDoubles(D, 8, 4)
           : Doubles == "m16n8k4.row.col"  ? decodeDoubles(D, 16, 4)
           : Doubles == "m16n8k8.row.col"  ? decodeDoubles(D, 16, 8)
           : Doubles == "m16n8k16.row.col" ? decodeDoubles(D, 16, 16)
                                           : false;
  // m16n8k16.row.col.f32.f16.f16.f32 as in PTX; .f32.f32, .f16.f16, .bf16,
  // .tf32 and .s8 as in LLVM's intrinsics.
  int64_t K;
  if (Shape.consume_front("m16n8k32.row.col."))
    K = 32;
  else if (Shape.consume_front("m16n8k16.row.col."))
    K = 16;
  else if (Shape.consume_front("m16n8k8.row.col."))
    K = 8;
  else if (Shape.consume_front("m16n8k4.row.col."))
    K = 4;
  else
    return false;
  if (Shape == "f32.f16.f16.f32" || Shape == "f32.f32")
    D.Sub = OfHalves;
  else if (Shape == "f32.bf16.bf16.f32" || Shape == "bf16")
    D.Sub = OfBFloats;
  else if (Shape == "f16.f16.f16.f16" || Shape == "f16.f16")
    D.Sub = InHalves;
  else if (Shape == "f32.tf32.tf32.f32" || Shape == "tf32")
    D.Sub = OfTF32;
  else if (Shape == "s32.s8.s8.s32" || Shape == "s8")
    D.Sub = OfBytes;
  else
    return false;
  const unsigned Row = K * bytesOf(ProductKind(D.Sub)); // of A, in bytes
  if (Row != 16 && Row != 32)
    return false;
  unsigned Regs = Row / 8 + Row / 16 + (D.Sub == InHalves ? 2 : 4);
  if (D.Ops.size() != Regs)
    return false;
  for (const Operand &O : D.Ops)
    if (O.Size != 4)
      return false;
  return onMeet(D, multiply, MeetRule::WholeWarp, -1, K);
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

//===----------------------------------------------------------------------===//
// PTX ISA 9.7.9.25.3 cp.async
//===----------------------------------------------------------------------===//

/// Reads what the copy stores: Filled bytes, and zeros.
static bool readCopy(Exec &E, const PendingCopy &C, Bytes To) {
  return !C.Filled ||
         E.M.load(E.T, *C.I, C.FromAS, C.From, C.Filled, C.Size, false, To);
}

/// The copy is done when the thread waits for it; until then the destination
/// keeps its old contents.
static void issueCopy(Exec &E) {
  const uint32_t Size = E.I.Imm & CopySize;
  unsigned Operands = E.I.Ops.size();
  if (E.I.Imm & CopyGuarded) {
    // Without the copy, its operands do not matter.
    --Operands;
    if (E.stateOf(Operands) < Undef &&
        (E.intOp(Operands) != 0) == bool(E.I.Imm & CopyNegated))
      return;
  }
  uint32_t Filled = Operands > 2 ? std::min<uint64_t>(E.intOp(2), Size) : Size;
  if (E.worstOf() >= Undef)
    return E.M.fault(Problem::Undefined, &E.T, &E.I, "undefined operand");
  PendingCopy C{E.intOp(1), E.intOp(0), E.I.ToAS, Size, Filled, &E.I};
  uint8_t D[16] = {}, S[16] = {};
  Origin O[16] = {};
  Bytes B{D, S, O};
  if (!readCopy(E, C, B) || !E.M.beginCopy(E.T, *C.I, C.I->AS, C.To, C.Size, B))
    return;
  if (E.T.Copies.empty())
    E.T.Copies.emplace_back();
  E.T.Copies.back().push_back(C);
}

static void commitCopies(Exec &E) {
  if (E.T.Copies.empty())
    E.T.Copies.emplace_back();
  E.T.Copies.emplace_back();
}

/// wait_group N: all but the N youngest committed groups are complete.
static void waitCopies(Exec &E) {
  auto &Groups = E.T.Copies;
  bool All = E.I.Imm;
  size_t Committed = Groups.empty() ? 0 : Groups.size() - 1;
  uint64_t Keep = All ? 0 : E.intOp(0);
  size_t Done = All ? Groups.size() : Committed > Keep ? Committed - Keep : 0;
  for (size_t G = 0; G < Done; ++G)
    for (const PendingCopy &C : Groups[G]) {
      uint8_t D[16] = {}, S[16] = {};
      Origin O[16] = {};
      Bytes B{D, S, O};
      if (!readCopy(E, C, B) || !E.M.store(E.T, *C.I, C.I->AS, C.To, C.Size,
                                           C.Size, false, B, Touch::Copied))
        return;
    }
  Groups.erase(Groups.begin(), Groups.begin() + Done);
}

bool decodeAsync(Inst &D, AsyncOp What, int64_t Size) {
  switch (What) {
  case AsyncOp::Copy:
    return onLane(D, issueCopy, Size);
  case AsyncOp::Commit:
    return onLane(D, commitCopies);
  case AsyncOp::Wait:
    return onLane(D, waitCopies, 0);
  case AsyncOp::WaitAll:
    return onLane(D, waitCopies, 1);
  }
  return false;
}

bool decodeNvptxAsync(Inst &D, const CallBase &CB) {
  StringRef N = CB.getCalledFunction()->getName();
  if (!N.consume_front("llvm.nvvm.cp.async."))
    return false;
  if (N == "commit.group")
    return decodeAsync(D, AsyncOp::Commit, 0);
  if (N == "wait.group")
    return decodeAsync(D, AsyncOp::Wait, 0);
  if (N == "wait.all")
    return decodeAsync(D, AsyncOp::WaitAll, 0);
  if (!N.consume_front("ca.shared.global.") &&
      !N.consume_front("cg.shared.global."))
    return false;
  int64_t Size = N.starts_with("16")  ? 16
                 : N.starts_with("8") ? 8
                 : N.starts_with("4") ? 4
                                      : 0;
  if (!Size)
    return false;
  D.AS = CB.getArgOperand(0)->getType()->getPointerAddressSpace();
  D.ToAS = CB.getArgOperand(1)->getType()->getPointerAddressSpace();
  return decodeAsync(D, AsyncOp::Copy, Size);
}

} // namespace f2layout::sim
