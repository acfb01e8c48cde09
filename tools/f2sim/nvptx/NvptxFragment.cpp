//===- NvptxFragment.cpp - wmma.load, wmma.store, wmma.mma ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.7.14.4. The manual leaves it open which lane holds which elements
// of a fragment, and a program may not depend on it. Here element E of lane L
// is element L * N + E of the matrix, by rows, where a lane has N elements. If
// the lanes have more than the matrix, they hold it several times.
//
// Which lane accesses which bytes of memory is open as well, but counts for
// bank conflicts. It is as in the machine code that ptxas makes: rows of 16
// bytes, as for ldmatrix, of elements of 2 bytes, and of bytes that are read
// along the product; the fragments of mma.sync of others.
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/nvptx/Nvptx.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstrTypes.h"
#include <algorithm>

using namespace llvm;

namespace f2layout::sim {

namespace {

enum Element : uint8_t { Half, BFloat, TF32, Single, Signed, Unsigned, Int };

/// One matrix, packed into Inst::Imm.
struct Fragment {
  unsigned Rows = 0, Columns = 0; ///< of the matrix
  bool ByRows = true;             ///< in memory
  bool IsSum = false, IsB = false;
  Element E = Half;

  unsigned bytes() const {
    return E == Signed || E == Unsigned ? 1 : E == Half || E == BFloat ? 2 : 4;
  }
  /// In memory, rows are what is side by side.
  unsigned lines() const { return ByRows ? Rows : Columns; }
  unsigned inLine() const { return ByRows ? Columns : Rows; }
  /// What a lane holds together is not side by side.
  bool isAcross() const { return ByRows == IsB; }
  int64_t packed() const {
    return Rows | Columns << 8 | ByRows << 16 | IsSum << 17 | IsB << 18 |
           E << 20;
  }
  static Fragment unpacked(int64_t P) {
    return {unsigned(P & 0xff), unsigned(P >> 8 & 0xff), bool(P >> 16 & 1),
            bool(P >> 17 & 1),  bool(P >> 18 & 1),       Element(P >> 20)};
  }
};

/// A matrix by rows, of at most 32 x 16 elements of 4 bytes.
struct Matrix {
  uint8_t D[2048], S[2048];
  Origin O[2048];
  Bytes at(unsigned Byte) { return Bytes{D, S, O} + Byte; }
};

/// Bytes that one lane accesses: in a line, from an element on.
struct Piece {
  unsigned Lane, Line, First, Count;
};

/// The shape m16n16k16.
struct Shape {
  unsigned M = 0, N = 0, K = 0;
  bool take(StringRef &Name) {
    return Name.consume_front("m") && !Name.consumeInteger(10, M) &&
           Name.consume_front("n") && !Name.consumeInteger(10, N) &&
           Name.consume_front("k") && !Name.consumeInteger(10, K) &&
           M * N <= 512 && M * K <= 512 && N * K <= 512;
  }
};

} // namespace

/// In the order in which each lane accesses them.
static std::vector<Piece> piecesOf(const Fragment &F) {
  const unsigned Lines = F.lines(), InLine = F.inLine();
  std::vector<Piece> All;
  if (F.bytes() == 2 || (F.bytes() == 1 && !F.isAcross())) {
    const unsigned Count = 16 / F.bytes();
    unsigned Lane = 0;
    for (unsigned First = 0; First < InLine; First += Count)
      for (unsigned Line = 0; Line < Lines; ++Line)
        All.push_back({Lane++ % 32, Line, First, Count});
    return All;
  }
  // groupID = lane / 4 and t = lane % 4.
  const unsigned Held = F.IsSum ? 2 : 4 / F.bytes();
  const unsigned Count = F.isAcross() ? 1 : Held;
  for (unsigned X = 0; X < (F.isAcross() ? InLine : Lines); X += 8)
    for (unsigned Y = 0; Y < (F.isAcross() ? Lines : InLine); Y += 4 * Held)
      for (unsigned H = 0; H < Held; H += Count)
        for (unsigned Lane = 0; Lane < 32; ++Lane) {
          const unsigned G = X + Lane / 4, T = Y + Lane % 4 * Held + H;
          All.push_back(F.isAcross() ? Piece{Lane, T, G, 1}
                                     : Piece{Lane, G, T, Count});
        }
  return All;
}

/// All lanes have the same address and the same distance of rows.
static bool agree(Group &G, unsigned Op) {
  for (unsigned L = 0; L < 32; ++L) {
    Exec E = G.exec(L);
    if (E.stateOf(Op) < Undef && E.intOp(Op) == G.exec(0).intOp(Op))
      continue;
    G.M.fault(Problem::Undefined, &E.T, &G.I,
              "an operand is undefined, or not the same in all lanes");
    return false;
  }
  return true;
}

/// Moves the matrix between M and memory.
static bool moveMatrixOf(Group &G, const Fragment &F, bool IsStore, Matrix &M) {
  const Inst &I = G.I;
  const unsigned Distance = I.Ops.size() - 1, Size = F.bytes();
  if (!agree(G, 0) || !agree(G, Distance))
    return false;
  const uint64_t Base = G.exec(0).intOp(0);
  const int64_t Stride = int32_t(G.exec(0).intOp(Distance)) * int64_t(Size);
  for (const Piece &P : piecesOf(F)) {
    Exec E = G.exec(P.Lane);
    const uint64_t Addr = Base + P.Line * Stride + P.First * Size;
    const unsigned Whole = P.Count * Size;
    uint8_t D[16] = {}, S[16] = {};
    Origin O[16] = {};
    Bytes Part{D, S, O};
    auto ElementAt = [&](unsigned N) {
      const unsigned X = P.First + N;
      return M.at(Size *
                  (F.ByRows ? P.Line * F.Columns + X : X * F.Columns + P.Line));
    };
    for (unsigned N = 0; IsStore && N < P.Count; ++N)
      copyBytes(Part + N * Size, ElementAt(N), Size);
    if (IsStore ? !G.M.store(E.T, I, I.AS, Addr, Whole, Whole, false, Part)
                : !G.M.load(E.T, I, I.AS, Addr, Whole, Whole, false, Part))
      return false;
    for (unsigned N = 0; !IsStore && N < P.Count; ++N)
      copyBytes(ElementAt(N), Part + N * Size, Size);
  }
  return true;
}

static void loadFragment(Group &G) {
  const Fragment F = Fragment::unpacked(G.I.Imm);
  Matrix M;
  if (!moveMatrixOf(G, F, /*IsStore=*/false, M))
    return;
  const unsigned All = F.Rows * F.Columns * F.bytes();
  for (unsigned L = 0; L < 32; ++L)
    for (unsigned B = 0; B < G.I.DstSize; ++B)
      copyBytes(G.exec(L).dst() + B, M.at((L * G.I.DstSize + B) % All), 1);
}

/// The fragment in operands First to First + Count - 1.
static void gather(Group &G, unsigned First, unsigned Count, unsigned All,
                   Matrix &M) {
  const unsigned Size = G.I.Ops[First].Size;
  for (unsigned L = 0; L < 32; ++L)
    for (unsigned R = 0; R < Count; ++R)
      copyBytes(M.at((L * Count + R) * Size % All), G.exec(L).op(First + R),
                Size);
}

static void storeFragment(Group &G) {
  const Fragment F = Fragment::unpacked(G.I.Imm);
  Matrix M;
  gather(G, 1, G.I.Ops.size() - 2, F.Rows * F.Columns * F.bytes(), M);
  moveMatrixOf(G, F, /*IsStore=*/true, M);
}

static double numberOf(uint64_t Bits, Element E) {
  switch (E) {
  case Half:
    return toDouble(Bits, FloatKind::Half);
  case BFloat:
    return toDouble(Bits, FloatKind::BFloat);
  case TF32: // without the low bits of a float
    return toDouble(Bits & ~uint64_t(0x1fff), FloatKind::Float);
  case Single:
    return toDouble(Bits, FloatKind::Float);
  case Signed:
    return int8_t(Bits);
  case Unsigned:
    return uint8_t(Bits);
  case Int:
    return int32_t(Bits);
  }
  return 0;
}

static uint64_t bitsOf(double V, Element E) {
  if (E == Int) // wraps
    return uint32_t(int64_t(V));
  return fromDouble(V, E == Half ? FloatKind::Half : FloatKind::Float);
}

/// D = A B + C. Imm: M, N and K; the elements of A and B, of C, and of D.
static void multiplyFragments(Group &G) {
  const int64_t P = G.I.Imm;
  const unsigned M = P & 0xff, N = P >> 8 & 0xff, K = P >> 16 & 0xff;
  const auto In = Element(P >> 24 & 0xf), Sum = Element(P >> 28 & 0xf),
             Out = Element(P >> 32 & 0xf);
  const Fragment Fa = {M, K, true, false, false, In};
  const Fragment Fc = {M, N, true, true, false, Sum};
  const Fragment Fd = {M, N, true, true, false, Out};
  const unsigned RegsC = M * N * Fc.bytes() / 128;
  // Halves are held twice, or four times, in eight registers.
  const unsigned RegsA = In == Half ? 8 : M * K * Fa.bytes() / 128;
  const unsigned RegsB = G.I.Ops.size() - RegsC - RegsA;
  Matrix A, B, C;
  gather(G, 0, RegsA, M * K * Fa.bytes(), A);
  gather(G, RegsA, RegsB, K * N * Fa.bytes(), B);
  gather(G, RegsA + RegsB, RegsC, M * N * Fc.bytes(), C);
  auto Read = [](Matrix &X, unsigned At, Element E, unsigned Size, State &S) {
    S = worst(S, worstState(X.S + At * Size, Size));
    return numberOf(readInt(X.D + At * Size, Size), E);
  };
  const unsigned PerLane = M * N / 32, Size = Fd.bytes();
  for (unsigned L = 0; L < 32; ++L)
    for (unsigned E = 0; E < PerLane; ++E) {
      const unsigned At = L * PerLane + E, Row = At / N, Column = At % N;
      State S = Defined;
      double V = Read(C, At, Sum, Fc.bytes(), S);
      for (unsigned X = 0; X < K; ++X)
        V += Read(A, Row * K + X, In, Fa.bytes(), S) *
             Read(B, X * N + Column, In, Fa.bytes(), S);
      G.exec(L).put(E * Size, bitsOf(V, Out), Size, S, true);
    }
}

static std::optional<Element> elementOf(StringRef Name) {
  return StringSwitch<std::optional<Element>>(Name)
      .Case("f16", Half)
      .Case("bf16", BFloat)
      .Case("tf32", TF32)
      .Case("f32", Single)
      .Case("s8", Signed)
      .Case("u8", Unsigned)
      .Case("s32", Int)
      .Default(std::nullopt);
}

static bool decodeProduct(Inst &D, const Shape &S, StringRef Name) {
  // The layouts of A and B in memory do not matter here.
  for (int Side = 0; Side < 2; ++Side)
    if (!Name.consume_front("row.") && !Name.consume_front("col."))
      return false;
  // .f32.f16: of D and of C, of halves; else of A and B.
  const auto [First, Second] = Name.split('.');
  const std::optional<Element> E = elementOf(First);
  if (!E)
    return false;
  Element In = *E, Sum = In == Signed || In == Unsigned ? Int : Single;
  Element Out = Sum;
  if (const std::optional<Element> C = elementOf(Second)) {
    In = Half;
    Out = *E;
    Sum = *C;
  } else if (!Second.empty()) {
    return false; // .satfinite
  }
  return onMeet(D, multiplyFragments, MeetRule::WholeWarp, -1,
                S.M | S.N << 8 | S.K << 16 | int64_t(In) << 24 |
                    int64_t(Sum) << 28 | int64_t(Out) << 32);
}

bool decodeNvptxFragment(Inst &D, const CallBase &CB) {
  StringRef Name = CB.getCalledFunction()->getName();
  Shape S;
  if (!Name.consume_front("llvm.nvvm.wmma.") || !S.take(Name))
    return false;
  if (Name.consume_front(".mma."))
    return decodeProduct(D, S, Name);
  const bool IsStore = Name.consume_front(".store.");
  if ((!IsStore && !Name.consume_front(".load.")) || Name.empty())
    return false;
  const char Which = Name.front();
  Fragment F;
  F.Rows = Which == 'b' ? S.K : S.M;
  F.Columns = Which == 'a' ? S.K : S.N;
  F.IsB = Which == 'b';
  F.IsSum = Which != 'a' && Which != 'b';
  Name = Name.drop_front();
  F.ByRows = Name.consume_front(".row.stride.");
  if (!F.ByRows && !Name.consume_front(".col.stride."))
    return false;
  const std::optional<Element> E = elementOf(Name.split('.').first);
  if (!E)
    return false;
  F.E = *E;
  D.AS = CB.getArgOperand(0)->getType()->getPointerAddressSpace();
  return onMeet(D, IsStore ? storeFragment : loadFragment, MeetRule::WholeWarp,
                -1, F.packed());
}

} // namespace f2layout::sim
