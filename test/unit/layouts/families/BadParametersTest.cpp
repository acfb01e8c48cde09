//===- BadParametersTest.cpp - Arbitrary parameters -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parameters come from text that users wrote. For any parameters, a family
// either makes a layout that covers exactly the tensor, or returns an error.
//
//===----------------------------------------------------------------------===//

#include "layouts/families/MatrixMoves.h"
#include "layouts/families/MemoryFamily.h"
#include "layouts/families/MfmaFragment.h"
#include "test/unit/layouts/families/FamilyTesting.h"

using namespace f2layout;

namespace {

/// Mostly usual values, sometimes unusual ones.
class Source {
public:
  explicit Source(unsigned Seed) : R(Seed) {}

  unsigned rank() { return 1 + R() % 3; }
  unsigned number(unsigned MaxBits) {
    switch (R() % 16) {
    case 0:
      return 0;
    case 1:
      return 3;
    case 2:
      return ~0u;
    default:
      return randomPower(R, MaxBits);
    }
  }
  Sizes numbers(unsigned Rank, unsigned MaxBits) {
    Sizes List;
    for (unsigned D = 0; D < strayRank(Rank); ++D)
      List.push_back(R() % 4 ? unsigned(randomPower(R, MaxBits))
                             : number(MaxBits));
    return List;
  }
  Sizes order(unsigned Rank) { return randomOrder(R, strayRank(Rank)); }
  Extents shape(unsigned Rank) {
    Extents Shape;
    for (unsigned D = 0; D < strayRank(Rank); ++D)
      Shape.push_back(R() % 16 ? randomPower(R, 8) : R());
    return Shape;
  }
  CgaLayout cga(unsigned Rank) {
    CgaLayout Cga;
    for (unsigned Bit = 0; Bit < R() % 3; ++Bit) {
      LayoutPoint Image;
      for (unsigned D = 0; D < strayRank(Rank); ++D)
        Image.push_back(R() % 8 ? R() % 3 : R());
      Cga.Images.push_back(Image);
    }
    return Cga;
  }
  bool coin() { return R() & 1; }

private:
  unsigned strayRank(unsigned Rank) { return R() % 16 ? Rank : R() % 6; }
  Random R;
};

/// Counts layouts and messages, and checks the layouts.
struct Verdicts {
  unsigned Layouts = 0, Messages = 0;

  void operator()(llvm::Expected<LinearLayout> L,
                  llvm::ArrayRef<uint64_t> Shape) {
    if (!L) {
      ++Messages;
      EXPECT_FALSE(llvm::toString(L.takeError()).empty());
      return;
    }
    ++Layouts;
    ASSERT_EQ(L->outputs().size(), Shape.size()) << toString(*L);
    for (size_t D = 0; D < Shape.size(); ++D) {
      EXPECT_EQ(L->outputs()[D].Name, "dim" + std::to_string(D));
      EXPECT_EQ(L->outputs()[D].size(), Shape[D]) << toString(*L);
    }
  }
};

constexpr unsigned Runs = 3000;

TEST(BadParameters, Distributed) {
  Source S(1);
  Verdicts V;
  for (unsigned Run = 0; Run < Runs; ++Run) {
    unsigned Rank = S.rank();
    BlockedParams Blocked{S.numbers(Rank, 3), S.numbers(Rank, 3),
                          S.numbers(Rank, 2), S.order(Rank), S.cga(Rank)};
    MmaParams Mma{2 + unsigned(S.coin()), 0, S.numbers(Rank, 2),
                  S.numbers(Rank, 4), S.cga(Rank)};
    if (S.coin())
      Mma.InstrShape = {16, S.number(4), 16};
    auto Parent = S.coin() ? distributed(Blocked) : distributed(Mma);
    DotOperandParams Operand{S.number(1), Parent, S.number(3)};
    SliceParams Slice{S.number(1), S.coin() ? Parent : distributed(Operand)};
    for (const DistributedFamily &F :
         {DistributedFamily{Blocked}, DistributedFamily{Mma},
          DistributedFamily{Operand}, DistributedFamily{Slice}}) {
      Extents Shape = S.shape(Rank);
      V(distributedLayout(F, Shape), Shape);
    }
  }
  EXPECT_GT(V.Layouts, Runs / 10);
  EXPECT_GT(V.Messages, Runs / 10);
}

/// Mostly an instruction that exists.
Sizes instruction(Source &S, unsigned K) {
  unsigned N = S.coin() ? 16 : S.number(6);
  return {S.coin() ? N : S.number(6), N, K};
}

TEST(BadParameters, AmdAndIntel) {
  Source S(4);
  Verdicts V;
  for (unsigned Run = 0; Run < Runs; ++Run) {
    unsigned Rank = 1 + S.rank();
    MfmaParams Mfma{S.number(2), S.numbers(Rank, 2), instruction(S, 16),
                    S.coin(),    S.numbers(Rank, 1), S.coin() ? 32 : 64u,
                    S.cga(Rank)};
    WmmaParams Wmma{S.number(1), S.numbers(Rank, 2),
                    {},          {},
                    S.coin(),    instruction(S, S.coin() ? 16 : S.number(7)),
                    S.cga(Rank)};
    if (S.coin())
      Wmma.TilesPerWarp = S.numbers(Rank, 1);
    DpasParams Dpas{S.number(3),
                    8,
                    8,
                    S.number(2),
                    8u << S.rank() / 2,
                    S.numbers(Rank, 2),
                    S.numbers(Rank, 1)};
    for (const auto &Parent :
         {distributed(Mfma), distributed(Wmma), distributed(Dpas)}) {
      Extents Shape = S.shape(Rank);
      V(distributedLayout(*Parent, Shape), Shape);
      DotOperandParams Operand{S.number(1) % 3, Parent, S.number(4)};
      V(dotOperandLayout(Operand, Shape), Shape);
      V(sliceLayout({S.number(1), Parent}, Shape), Shape);
    }
  }
  EXPECT_GT(V.Layouts, Runs / 10);
  EXPECT_GT(V.Messages, Runs / 10);
}

TEST(BadParameters, Memory) {
  Source S(2);
  Verdicts V;
  for (unsigned Run = 0; Run < Runs; ++Run) {
    unsigned Rank = S.rank();
    SwizzledSharedParams Swizzled{S.number(4), S.number(3), S.number(3),
                                  S.order(Rank), S.cga(Rank)};
    RotatingSharedParams Rotating{S.number(4), S.number(3), S.number(3),
                                  S.order(Rank), S.cga(Rank)};
    NvmmaSharedParams Nvmma{S.number(7), S.coin(), S.number(6), S.coin(),
                            S.cga(Rank)};
    PaddedSharedParams Padded;
    Padded.Order = S.order(Rank);
    Padded.Cga = S.cga(Rank);
    Padded.Paddings = {{S.number(5), S.number(3)}, {S.number(8), S.number(3)}};
    TensorMemoryParams Results{64u << S.coin(), S.number(7), S.number(1),
                               S.cga(2),        S.coin(),    S.coin()};
    TensorMemoryScalesParams Scales{S.cga(2)};
    for (const MemoryFamily &F :
         {MemoryFamily{Swizzled}, MemoryFamily{Rotating}, MemoryFamily{Nvmma},
          MemoryFamily{Padded}, MemoryFamily{Results}, MemoryFamily{Scales}}) {
      Extents Shape = S.shape(Rank);
      V(memoryLayout(F, Shape), Shape);
    }
  }
  EXPECT_GT(V.Layouts, Runs / 10);
  EXPECT_GT(V.Messages, Runs / 10);
}

TEST(BadParameters, Instructions) {
  Source S(3);
  for (unsigned Run = 0; Run < Runs; ++Run) {
    MmaMatrix Which = S.coin()   ? MmaMatrix::A
                      : S.coin() ? MmaMatrix::B
                                 : MmaMatrix::Result;
    auto Shape = MatrixMoveShape(S.rank());
    auto Atom = TensorMemoryAtom(S.rank());
    auto Look = [](llvm::Expected<LinearLayout> L) {
      if (!L)
        EXPECT_FALSE(llvm::toString(L.takeError()).empty());
      else
        EXPECT_TRUE(L->isInjective()) << toString(*L);
    };
    Look(
        mmaFragment(Which, S.number(4), S.number(4), S.number(6), S.number(6)));
    Look(mfmaFragment(Which, {S.number(5), S.number(5), S.number(7),
                              S.coin() ? 1 : S.number(4), S.coin(),
                              S.coin() ? 0 : S.number(4)}));
    Look(wgmmaFragment(Which, S.number(8), S.number(6), S.number(6)));
    Look(matrixMoveLayout({Shape, S.number(2), S.coin(), S.number(5)}));
    Look(tensorMemoryAccess(Atom, S.number(7), S.coin() ? 0 : S.number(7)));
  }
}

} // namespace
