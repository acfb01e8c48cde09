//===- VectorisationTest.cpp - The widest access a layout allows ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The definition of a vector, without any algebra: one partition of the
// registers that gives every thread, in each part, an aligned run of offsets in
// the same order of registers.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/Vectorisation.h"
#include "test/unit/layouts/PointTesting.h"

using namespace f2layout;

namespace {

std::string say(llvm::Expected<Vectorisation> V) {
  if (!V)
    return "error: " + llvm::toString(V.takeError());
  return std::to_string(V->Elements) + "; " + V->Action.toString() + "; " +
         toString(V->Quotient);
}

/// Offsets of all registers of all threads.
std::vector<std::vector<uint64_t>> offsets(const LinearLayout &L) {
  unsigned Bits = L.inputBits("register");
  std::vector<std::vector<uint64_t>> Of(uint64_t(1) << (L.inputBits() - Bits));
  for (uint64_t X = 0; X < uint64_t(1) << L.inputBits(); ++X) {
    uint64_t Thread = X >> Bits; // Registers come first.
    Of[Thread].push_back(holds(L, cut(L.inputs(), X)).begin()->second);
  }
  return Of;
}

/// Whether registers can be grouped into vectors. Thread 0 determines the only
/// candidate: for register r that begins an aligned vector, register q whose
/// offset is i more is its i-th element. If offsets are held more than once,
/// all threads must have the same candidates.
bool hasVectors(const std::vector<std::vector<uint64_t>> &Of, uint64_t Size) {
  unsigned N = Of[0].size();
  auto Follows = [&](unsigned First, unsigned Q, uint64_t I) {
    for (const std::vector<uint64_t> &Thread : Of)
      if (Thread[First] % Size || Thread[Q] != Thread[First] + I)
        return false;
    return true;
  };
  std::vector<bool> Used(N, false);
  unsigned Grouped = 0;
  for (unsigned First = 0; First < N; ++First) {
    if (Of[0][First] % Size)
      continue;
    for (uint64_t I = 0; I < Size; ++I) {
      unsigned Q = 0;
      while (Q < N && (Used[Q] || !Follows(First, Q, I)))
        ++Q;
      if (Q == N)
        return false;
      Used[Q] = true;
      ++Grouped;
    }
  }
  return Grouped == N;
}

TEST(Vectorisation, ExampleOfTheHeader) {
  EXPECT_EQ(say(largestVector(parsed("register=[[64],[1],[2]], "
                                     "lane=[[4],[8],[16],[32]] -> [128]"),
                              16)),
            "4; register=[[2],[4],[1]] -> [register:8]; "
            "register=[[16]], lane=[[1],[2],[4],[8]] -> [32]");
}

/// A swizzle inside the vector leaves nothing to vectorise, one outside of it
/// does; the machine's width and the element's size count.
TEST(Vectorisation, Widths) {
  LinearLayout Line = parsed("register=[[1],[2],[4],[8],[16]] -> [32]");
  for (auto [Bits, Max, Elements] : {std::tuple(8, 128, 16),
                                     {16, 128, 8},
                                     {32, 128, 4},
                                     {64, 128, 2},
                                     {128, 128, 1},
                                     {256, 128, 1},
                                     {8, 32, 4},
                                     {1, 128, 32},
                                     {8, 8, 1}}) {
    auto V = largestVector(Line, Bits, Max);
    ASSERT_TRUE(bool(V));
    EXPECT_EQ(V->Elements, uint64_t(Elements)) << Bits << " " << Max;
  }
  EXPECT_EQ(say(largestVector(parsed("register=[[1],[2]], lane=[[5],[8]] -> "
                                     "[16]"),
                              32)),
            "1; register=[[1],[2]] -> [register:4]; "
            "register=[[1],[2]], lane=[[5],[8]] -> [16]");
}

TEST(Vectorisation, Messages) {
  LinearLayout L = parsed("register=[[1]] -> [2]");
  EXPECT_EQ(say(largestVector(L, 12)),
            "error: element size of 12 bits is not a power of two");
  EXPECT_EQ(say(largestVector(L, 16, 96)),
            "error: largest access of 96 bits is not a power of two");
  EXPECT_EQ(say(largestVector(L, 16, 128, "lane")),
            "error: layout has no input dimension 'lane', expected one of "
            "[register:2]");
  EXPECT_EQ(say(largestVector(parsed("register=[[1,0]] -> [2,1]"), 16)),
            "error: cannot vectorise: the layout has the outputs "
            "[dim0:2,dim1:1], expected one, the offset in memory");
}

TEST(Vectorisation, AgreesWithGroupingRegisters) {
  Random R(41);
  unsigned Wide = 0;
  for (unsigned I = 0; I < 500; ++I) {
    LinearLayout L =
        randomLayout(R, {{"register", unsigned(R() % 4)}, {"lane", 2}},
                     {{"offset", unsigned(2 + R() % 4)}});
    // Unit images for the registers make vectors likely.
    LayoutSpec Spec = L.spec();
    unsigned Shift = R() % 2;
    for (size_t Bit = 0; Bit < Spec.Inputs[0].Images.size(); ++Bit)
      if (R() % 4)
        Spec.Inputs[0].Images[Bit][0] =
            (uint64_t(1) << ((Bit + Shift) % 3)) % Spec.Outputs[0].Size;
    for (LayoutPoint &Image : Spec.Inputs[1].Images)
      if (R() % 4)
        Image[0] &= ~uint64_t(3);
    if (!Spec.Offset.empty() && R() % 2)
      Spec.Offset[0] &= ~uint64_t(3);
    L = get(LinearLayout::create(Spec));

    auto V = largestVector(L, 32);
    ASSERT_TRUE(bool(V));
    auto Of = offsets(L);
    for (uint64_t Size = 1; Size <= 4; Size *= 2)
      EXPECT_EQ(hasVectors(Of, Size), Size <= V->Elements)
          << toString(L) << " by " << Size;
    // After the action, access i of a thread is its registers i * Elements, ...
    for (std::vector<uint64_t> &Thread : Of) {
      auto Renamed = *V->Action.apply<uint64_t>(Thread);
      for (size_t Reg = 0; Reg < Renamed.size(); ++Reg)
        EXPECT_EQ(Renamed[Reg],
                  Renamed[Reg - Reg % V->Elements] + Reg % V->Elements);
    }
    Wide += V->Elements > 1;
  }
  EXPECT_GT(Wide, 100u);
}

} // namespace
