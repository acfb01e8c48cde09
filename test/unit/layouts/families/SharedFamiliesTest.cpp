//===- SharedFamiliesTest.cpp - Layouts of shared memory ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Offsets are computed from coordinates, in bytes and by division, and compared
// with the layouts.
//
//===----------------------------------------------------------------------===//

#include "layouts/families/MemoryFamily.h"
#include "test/unit/layouts/families/FamilyTesting.h"
#include "llvm/Support/MathExtras.h"

using namespace f2layout;

namespace {

LayoutPoint offset(const LinearLayout &L, uint64_t Offset) {
  return at(L, {{"offset", Offset}});
}

//===----------------------------------------------------------------------===//
// Swizzled
//===----------------------------------------------------------------------===//

TEST(SwizzledShared, ExampleOfTheHeader) {
  SwizzledSharedParams P{2, 1, 4, {1, 0}, {}};
  LinearLayout L = get(swizzledSharedLayout(P, {4, 8}));
  EXPECT_EQ(toString(L), "offset=[[0,1],[0,2],[0,4],[1,2],[2,4]] -> [4,8]");
  const uint64_t Columns[4][8] = {{0, 1, 2, 3, 4, 5, 6, 7},
                                  {2, 3, 0, 1, 6, 7, 4, 5},
                                  {4, 5, 6, 7, 0, 1, 2, 3},
                                  {6, 7, 4, 5, 2, 3, 0, 1}};
  for (uint64_t I = 0; I < 32; ++I)
    EXPECT_EQ(offset(L, I), (LayoutPoint{I / 8, Columns[I / 8][I % 8]}));
}

/// Definition 4.11 of the paper, element by element, wherever its vectors and
/// phases fit into a row.
TEST(SwizzledShared, DefinitionOfThePaper) {
  for (uint64_t Vec : {1, 2, 4, 8})
    for (uint64_t PerPhase : {1, 2, 4})
      for (uint64_t MaxPhase : {1, 2, 4, 8})
        for (bool Turned : {false, true}) {
          uint64_t Rows = 32, Columns = 64;
          SwizzledSharedParams P{
              unsigned(Vec), unsigned(PerPhase), unsigned(MaxPhase), {}, {}};
          P.Order = Turned ? Sizes{0, 1} : Sizes{1, 0};
          LinearLayout L = get(swizzledSharedLayout(
              P, Turned ? llvm::ArrayRef<uint64_t>{Columns, Rows}
                        : llvm::ArrayRef<uint64_t>{Rows, Columns}));
          for (uint64_t I = 0; I < Rows; ++I)
            for (uint64_t J = 0; J < Columns; ++J) {
              uint64_t Place =
                  ((I / PerPhase % MaxPhase) ^ (J / Vec)) * Vec + J % Vec;
              LayoutPoint Element =
                  Turned ? LayoutPoint{J, I} : LayoutPoint{I, J};
              ASSERT_EQ(offset(L, I * Columns + Place), Element) << toString(L);
            }
        }
}

/// The matrix [I C; 0 I]: column bits stay, row bits stay and shift columns.
TEST(SwizzledShared, MatrixOfThePaper) {
  const unsigned N = 6, M = 5; // 64 columns, 32 rows
  SwizzledSharedParams P{8, 2, 4, {1, 0}, {}};
  LinearLayout L = get(swizzledSharedLayout(P, {1 << M, 1 << N}));
  const BitMatrix &A = L.matrix();
  ASSERT_EQ(A.rows(), N + M);
  for (unsigned J = 0; J < N; ++J)
    EXPECT_EQ(A.column(J), uint64_t(1) << J);
  for (unsigned I = 0; I < M; ++I) {
    uint64_t C = 8 * ((1u << I) / 2 % 4) % (1u << N);
    EXPECT_EQ(A.column(N + I), uint64_t(1) << (N + I) | C);
  }
  EXPECT_EQ(A * A, BitMatrix::identity(N + M));
}

TEST(SwizzledShared, MoreDimensionsAndBlocks) {
  SwizzledSharedParams P{1, 1, 4, {1, 2, 0}, {{{1, 0, 0}, {0, 0, 0}}}};
  // Columns are dim1, rows dim2; two pieces along dim0, two copies of each.
  LinearLayout L = get(swizzledSharedLayout(P, {4, 8, 4}));
  for (uint64_t B = 0; B < 4; ++B)
    for (uint64_t O = 0; O < 2 * 8 * 4; ++O) {
      uint64_t Column = O % 8, Row = O / 8 % 4;
      EXPECT_EQ(at(L, {{"offset", O}, {"block", B}}),
                (LayoutPoint{O / 32 + 2 * (B % 2), Column ^ Row, Row}));
    }
  EXPECT_EQ(text(swizzledSharedLayout({4, 1, 4, {0}, {}}, {8})),
            "offset=[[1],[2],[4]] -> [8]");
}

TEST(SwizzledShared, AnyNumberOfDimensions) {
  Random R(6);
  for (unsigned Run = 0; Run < 60; ++Run) {
    unsigned Rank = 1 + R() % 5;
    SwizzledSharedParams P{unsigned(randomPower(R, 2)),
                           unsigned(randomPower(R, 2)),
                           unsigned(randomPower(R, 3)),
                           randomOrder(R, Rank),
                           {}};
    Extents Shape;
    for (unsigned D = 0; D < Rank; ++D)
      Shape.push_back(randomPower(R, Rank < 3 ? 5 : 3));
    LinearLayout L = get(swizzledSharedLayout(P, Shape));
    for (uint64_t O = 0; O < volume(Shape); ++O) {
      LayoutPoint Element = digits(O, Shape, P.Order);
      if (Rank > 1) {
        // The phase of a row, in numbers; the xor stays inside the row.
        uint64_t &Column = Element[P.Order[0]];
        uint64_t Phase = Element[P.Order[1]] / P.PerPhase % P.MaxPhase;
        Column ^= P.Vec * Phase % Shape[P.Order[0]];
      }
      ASSERT_EQ(offset(L, O), Element) << toString(L);
    }
    EXPECT_TRUE(L.isInjective() && L.isSurjective());
  }
}

TEST(SwizzledShared, Messages) {
  EXPECT_EQ(text(swizzledSharedLayout({3, 1, 1, {1, 0}, {}}, {4, 4})),
            "error: swizzled shared: vec is 3, expected a power of two");
  EXPECT_EQ(text(swizzledSharedLayout({1, 0, 1, {1, 0}, {}}, {4, 4})),
            "error: swizzled shared: perPhase is 0, expected a power of two");
  EXPECT_EQ(text(swizzledSharedLayout({1, 1, 1, {1, 2}, {}}, {4, 4})),
            "error: swizzled shared: order is [1,2], expected each of the 2 "
            "dimensions once");
}

//===----------------------------------------------------------------------===//
// Bulk copies
//===----------------------------------------------------------------------===//

/// The hardware's map of byte addresses: 16-byte chunks, bits 4 and up, are
/// xor-ed with the 128-byte line, bits 7 and up; three, two or one bit.
uint64_t swizzledByte(uint64_t Byte, unsigned Width) {
  uint64_t Mask = Width / 16 - 1;
  return Byte ^ ((Byte >> 7) & Mask) << 4;
}

/// A matrix of rows with contiguous columns, in boxes.
void expectBulkSwizzle(unsigned Width, unsigned Bits, uint64_t Rows,
                       uint64_t Columns, bool Transposed) {
  NvmmaSharedParams P;
  P.SwizzlingByteWidth = Width;
  P.ElementBitWidth = Bits;
  P.Transposed = Transposed;
  Extents Shape = {Rows, Columns};
  if (Transposed)
    std::swap(Shape[0], Shape[1]);
  LinearLayout L = get(nvmmaSharedLayout(P, Shape));
  ASSERT_EQ(L.inputBits(), llvm::Log2_64(Rows * Columns));
  uint64_t Bytes = Bits / 8, PerRow = Width / Bytes,
           BoxRows = std::min<uint64_t>(Rows, 256);
  uint64_t Down = Rows / BoxRows, Along = Columns / PerRow;
  for (uint64_t I = 0; I < Rows; ++I)
    for (uint64_t J = 0; J < Columns; ++J) {
      // Boxes follow each other along dim0 first.
      uint64_t Box = Transposed ? J / PerRow + Along * (I / BoxRows)
                                : I / BoxRows + Down * (J / PerRow);
      uint64_t InBox =
          swizzledByte(I % BoxRows * Width + J % PerRow * Bytes, Width);
      uint64_t Offset = Box * BoxRows * PerRow + InBox / Bytes;
      LayoutPoint Element = Transposed ? LayoutPoint{J, I} : LayoutPoint{I, J};
      ASSERT_EQ(offset(L, Offset), Element) << toString(L);
    }
}

TEST(NvmmaShared, SwizzlesOfTheHardware) {
  for (unsigned Width : {32, 64, 128})
    for (unsigned Bits : {8, 16, 32, 64})
      for (bool Transposed : {false, true}) {
        SCOPED_TRACE(testing::Message() << Width << " bytes, " << Bits
                                        << " bits, transposed " << Transposed);
        uint64_t PerRow = Width * 8 / Bits;
        expectBulkSwizzle(Width, Bits, 8, PerRow, Transposed);
        expectBulkSwizzle(Width, Bits, 64, 4 * PerRow, Transposed);
        expectBulkSwizzle(Width, Bits, 512, 2 * PerRow, Transposed);
        if (HasFatalFailure())
          return;
      }
}

TEST(NvmmaShared, ExampleOfTheHeader) {
  NvmmaSharedParams P;
  P.SwizzlingByteWidth = 64;
  EXPECT_EQ(text(nvmmaSharedLayout(P, {8, 32})),
            "offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,8],[4,16]] -> "
            "[8,32]");
}

TEST(NvmmaShared, WithoutSwizzleBoxesAreRowMajor) {
  NvmmaSharedParams P;
  LinearLayout L = get(nvmmaSharedLayout(P, {512, 4}));
  for (uint64_t I = 0; I < 512; ++I)
    for (uint64_t J = 0; J < 4; ++J)
      ASSERT_EQ(offset(L, I * 4 + J), (LayoutPoint{I, J}));
  // 512 columns are two boxes.
  L = get(nvmmaSharedLayout(P, {4, 512}));
  for (uint64_t I = 0; I < 4; ++I)
    for (uint64_t J = 0; J < 512; ++J)
      ASSERT_EQ(offset(L, J / 256 * 1024 + I * 256 + J % 256),
                (LayoutPoint{I, J}));
  EXPECT_EQ(text(nvmmaSharedLayout(P, {4})), "offset=[[1],[2]] -> [4]");
}

/// Bytes of two 4-bit elements: every second group of eight is a gap, and the
/// swizzle is that of the places with gaps.
TEST(NvmmaShared, PaddedFourBits) {
  NvmmaSharedParams P;
  P.SwizzlingByteWidth = 128;
  P.ElementBitWidth = 8;
  P.Fp4Padded = true;
  LinearLayout L = get(nvmmaSharedLayout(P, {32, 64}));
  ASSERT_EQ(L.inputBits(), 12u);
  for (uint64_t I = 0; I < 32; ++I)
    for (uint64_t J = 0; J < 64; ++J) {
      uint64_t Byte = swizzledByte(I * 128 + J / 8 * 16 + J % 8, 128);
      ASSERT_EQ(offset(L, Byte), (LayoutPoint{I, J}));
      ASSERT_EQ(offset(L, Byte + 8), (LayoutPoint{I, J}));
    }
}

/// Rows of three dimensions count together.
TEST(NvmmaShared, ThreeDimensionsAndBlocks) {
  NvmmaSharedParams P;
  P.SwizzlingByteWidth = 64;
  P.ElementBitWidth = 32;
  P.Cga = {{{1, 0, 0}}};
  LinearLayout L = get(nvmmaSharedLayout(P, {8, 4, 32}));
  for (uint64_t A = 0; A < 8; ++A)
    for (uint64_t I = 0; I < 4; ++I)
      for (uint64_t J = 0; J < 32; ++J) {
        uint64_t Row = A % 4 * 4 + I;
        uint64_t Byte = swizzledByte(Row * 64 + J % 16 * 4, 64);
        ASSERT_EQ(
            at(L, {{"offset", J / 16 * 256 + Byte / 4}, {"block", A / 4}}),
            (LayoutPoint{A, I, J}));
      }
}

TEST(NvmmaShared, FiveDimensions) {
  LinearLayout L =
      get(nvmmaSharedLayout({128, false, 16, false, {}}, {2, 2, 4, 4, 128}));
  uint64_t Row = 0;
  for (uint64_t A = 0; A < 2; ++A)
    for (uint64_t B = 0; B < 2; ++B)
      for (uint64_t C = 0; C < 4; ++C)
        for (uint64_t D = 0; D < 4; ++D, ++Row)
          for (uint64_t J = 0; J < 128; ++J) {
            uint64_t Byte = swizzledByte(Row * 128 + J % 64 * 2, 128);
            ASSERT_EQ(offset(L, J / 64 * 64 * 64 + Byte / 2),
                      (LayoutPoint{A, B, C, D, J}));
          }
}

TEST(NvmmaShared, Messages) {
  NvmmaSharedParams P;
  P.SwizzlingByteWidth = 16;
  EXPECT_EQ(text(nvmmaSharedLayout(P, {8, 8})),
            "error: nvmma shared: swizzlingByteWidth is 16, expected 0, 32, 64 "
            "or 128");
  P.SwizzlingByteWidth = 128;
  EXPECT_EQ(text(nvmmaSharedLayout(P, {8, 32})),
            "error: nvmma shared: the block's piece has 32 contiguous "
            "elements, expected at least 64 for a swizzle of 128 bytes");
  EXPECT_EQ(text(nvmmaSharedLayout(P, {4, 64})),
            "error: nvmma shared: a bulk copy fills 4 rows of 64 elements of "
            "the tensor, expected at least 8 of 64");
  EXPECT_EQ(text(nvmmaSharedLayout(P, {64})),
            "error: nvmma shared: the tensor has 1 dimensions, expected at "
            "least 2 for a swizzle");
  P.ElementBitWidth = 4;
  EXPECT_EQ(text(nvmmaSharedLayout(P, {8, 64})),
            "error: nvmma shared: elementBitWidth is 4, expected 8, 16, 32 or "
            "64");
  P.ElementBitWidth = 16;
  P.Fp4Padded = true;
  EXPECT_EQ(text(nvmmaSharedLayout(P, {8, 64})),
            "error: nvmma shared: fp4Padded with an elementBitWidth of 16, "
            "expected 8");
  P.Fp4Padded = false;
  P.SwizzlingByteWidth = 0;
  P.Transposed = true;
  EXPECT_EQ(text(nvmmaSharedLayout(P, {8, 64})),
            "error: nvmma shared: swizzlingByteWidth is 0, expected 32, 64 or "
            "128 for a padded or transposed tensor");
}

//===----------------------------------------------------------------------===//
// Padded
//===----------------------------------------------------------------------===//

TEST(PaddedShared, ExampleOfTheHeader) {
  PaddedSharedParams P;
  P.Paddings = {{8, 2}};
  P.Order = {1, 0};
  llvm::Expected<PaddedLayout> L = paddedSharedLayout(P, {4, 8});
  ASSERT_TRUE(bool(L));
  EXPECT_EQ(toString(L->Linear),
            "offset=[[0,1],[0,2],[0,4],[1,0],[2,0]] -> [4,8]");
  for (uint64_t I = 0; I < 4; ++I)
    for (uint64_t J = 0; J < 8; ++J)
      EXPECT_EQ(L->address(I * 8 + J), I * 10 + J);
  EXPECT_EQ(L->size(), 38u);
}

/// Two paddings: stepping through the offsets, each gap is where it should be.
TEST(PaddedShared, GapsWhereIntervalsEnd) {
  PaddedSharedParams P;
  P.Paddings = {{4, 1}, {16, 8}};
  P.Linear = parsed("offset=[[0,1],[0,2],[1,0],[2,0],[4,1],[8,2]] -> [16,4]");
  llvm::Expected<PaddedLayout> L = paddedSharedLayout(P, {16, 4});
  ASSERT_TRUE(bool(L));
  EXPECT_EQ(L->Linear, *P.Linear);
  uint64_t Address = 0;
  for (uint64_t O = 0; O < 64; ++O, ++Address) {
    if (O && O % 4 == 0)
      Address += 1;
    if (O && O % 16 == 0)
      Address += 8;
    EXPECT_EQ(L->address(O), Address);
  }
  EXPECT_EQ(L->size(), Address);
  EXPECT_EQ(get(memoryLayout({P}, {16, 4})), *P.Linear);
}

TEST(PaddedShared, Messages) {
  auto Message = [](const PaddedSharedParams &P,
                    llvm::ArrayRef<uint64_t> Shape) {
    llvm::Expected<PaddedLayout> L = paddedSharedLayout(P, Shape);
    return L ? std::string() : llvm::toString(L.takeError());
  };
  PaddedSharedParams P;
  P.Order = {1, 0};
  P.Paddings = {{6, 1}};
  EXPECT_EQ(Message(P, {4, 4}),
            "padded shared: padding [6:+1], expected powers of two");
  P.Paddings = {{4, 1}, {4, 2}};
  EXPECT_EQ(Message(P, {4, 4}),
            "padded shared: interval 4 comes twice, expected each once");
  P.Paddings = {{0, 1}};
  EXPECT_EQ(Message(P, {4, 4}),
            "padded shared: padding [0:+1], expected powers of two");
  P.Paddings = {{4, 1}};
  P.Linear = parsed("lane=[[1]] -> [2]");
  EXPECT_EQ(Message(P, {2}),
            "padded shared: the linear part has no input 'offset'");
  P.Linear = parsed("offset=[[1]] -> [2]");
  EXPECT_EQ(Message(P, {4}), "padded shared: 'dim0' of the tensor has size 4, "
                             "expected the layout's, 2");
}

/// The size of 2^6 offsets padded [1:+2^k] is 2^6 + (2^6 - 1) * 2^k, which is
/// below 2^64 up to k = 58; a second padding [32:+2^j] adds 2^j.
TEST(PaddedShared, AddressesAreWords) {
  auto Of = [](std::initializer_list<Padding> Paddings) {
    PaddedSharedParams P;
    P.Order = {0};
    P.Paddings = Paddings;
    return paddedSharedLayout(P, {64});
  };
  for (unsigned K = 0; K < 64; ++K) {
    llvm::Expected<PaddedLayout> L = Of({{1, uint64_t(1) << K}});
    ASSERT_EQ(bool(L), K <= 58);
    if (L)
      EXPECT_EQ(L->size(), 64 + (uint64_t(63) << K));
    else
      EXPECT_EQ(llvm::toString(L.takeError()),
                "padded shared: padding [1:+" +
                    std::to_string(uint64_t(1) << K) +
                    "] makes addresses of more than 64 bits for 2^6 offsets, "
                    "expected smaller amounts");
  }
  // 2^64 - 2^58 + 64 and 2^58 together are too large; with 2^57 they are not.
  constexpr uint64_t Large = uint64_t(1) << 58;
  EXPECT_TRUE(
      bool(llvm::expectedToOptional(Of({{1, Large}, {32, Large / 2}}))));
  EXPECT_FALSE(bool(llvm::expectedToOptional(Of({{1, Large}, {32, Large}}))));
  EXPECT_FALSE(bool(llvm::expectedToOptional(Of({{32, Large}, {1, Large}}))));
}

TEST(MemoryFamily, LooksIntoEveryMember) {
  SwizzledSharedParams Swizzled{2, 1, 4, {1, 0}, {}};
  EXPECT_EQ(get(memoryLayout({Swizzled}, {4, 8})),
            get(swizzledSharedLayout(Swizzled, {4, 8})));
  NvmmaSharedParams Nvmma;
  Nvmma.SwizzlingByteWidth = 32;
  EXPECT_EQ(get(memoryLayout({Nvmma}, {8, 16})),
            get(nvmmaSharedLayout(Nvmma, {8, 16})));
  SharedLinearParams Given{parsed("offset=[[1],[2]] -> [4]")};
  EXPECT_EQ(get(memoryLayout({Given}, {4})), Given.Layout);
  EXPECT_EQ(text(memoryLayout({Given}, {8})),
            "error: shared linear: 'dim0' of the tensor has size 8, expected "
            "the layout's, 4");
  TensorMemoryParams Results;
  EXPECT_EQ(get(memoryLayout({Results}, {128, 128})),
            get(tensorMemoryLayout(Results, {128, 128})));
  TensorMemoryScalesParams Scales;
  EXPECT_EQ(get(memoryLayout({Scales}, {128, 4})),
            get(tensorMemoryScalesLayout(Scales, {128, 4})));
}

} // namespace
