//===- ScratchPlacesTest.cpp - A place in memory for every element --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads are simulated: each stores the elements that its layout names, and
// loads those that it needs, by coordinates.
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/ScratchPlaces.h"
#include "layouts/algebra/LayoutText.h"
#include "layouts/plan/LayoutConversion.h"
#include "gtest/gtest.h"
#include <map>

using namespace f2layout;

namespace {

LinearLayout read(llvm::StringRef Text) {
  return llvm::cantFail(parseLayout(Text));
}

/// The coordinates in a register of a thread of one warp.
LayoutPoint pointAt(const LinearLayout &L, unsigned Register, unsigned Thread) {
  const unsigned Lanes = L.inputBits("lane");
  llvm::SmallVector<std::pair<llvm::StringRef, uint64_t>> Indices;
  if (L.inputShift("register"))
    Indices.push_back({"register", Register});
  Indices.push_back({"lane", Thread & ((1u << Lanes) - 1)});
  if (L.inputShift("warp"))
    Indices.push_back({"warp", Thread >> Lanes});
  return llvm::cantFail(L.apply(Indices));
}

unsigned threads(const LinearLayout &L) {
  return 1u << (L.inputBits("lane") + L.inputBits("warp"));
}

void checkGather(const LinearLayout &From, const LinearLayout &To,
                 unsigned Axis) {
  auto P = placesOfGather(From, To, Axis);
  ASSERT_TRUE(bool(P)) << llvm::toString(P.takeError());
  std::map<uint64_t, LayoutPoint> Memory;
  for (unsigned T = 0; T < threads(From); ++T)
    for (unsigned R : P->Registers)
      if (!(T & P->SpareThreads)) {
        const uint64_t Place = P->Source.at(R, T);
        EXPECT_LT(Place, uint64_t(1) << P->PlaceBits);
        EXPECT_TRUE(Memory.emplace(Place, pointAt(From, R, T)).second)
            << "two threads store to place " << Place;
      }
  EXPECT_EQ(Memory.size(), uint64_t(1) << P->PlaceBits);
  for (unsigned T = 0; T < threads(To); ++T)
    for (unsigned R = 0; R < 1u << To.inputBits("register"); ++R)
      for (uint64_t I = 0; I < From.outputs()[Axis].size(); ++I) {
        LayoutPoint Want = pointAt(To, R, T);
        Want[Axis] = I;
        uint64_t Place = P->Result.at(R, T);
        for (unsigned J = 0; J < P->IndexColumns.size(); ++J)
          Place ^= I >> J & 1 ? P->IndexColumns[J] : 0;
        EXPECT_EQ(Memory[Place], Want);
      }
}

TEST(ScratchPlaces, ExampleOfTheHeader) {
  LinearLayout From =
      read("register=[[1,0],[2,0]], lane=[[0,1],[0,2],[0,4]] -> [4,8]");
  LinearLayout To = read("register=[[0,4]], lane=[[0,1],[0,2],[1,0]] -> [2,8]");
  auto P = placesOfGather(From, To, 0);
  ASSERT_TRUE(bool(P));
  EXPECT_EQ(P->PlaceBits, 5u);
  EXPECT_EQ(P->Source.at(2, 5), 21u);
  EXPECT_EQ(P->Result.at(1, 5), 5u);
  ASSERT_EQ(P->IndexColumns.size(), 2u);
  EXPECT_EQ(P->IndexColumns[0], 8u);
  EXPECT_EQ(P->IndexColumns[1], 16u);
  checkGather(From, To, 0);
}

TEST(ScratchPlaces, AxesCopiesAndOffsets) {
  LinearLayout A = read("register=[[0,0,1],[1,0,0],[0,0,1]], "
                        "lane=[[0,2,0],[0,1,0],[1,1,1]], warp=[[0,0,2],[2,0,0]]"
                        " -> [4,4,4] ^ [1,0,2]");
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    checkGather(A, A, Axis);
  checkGather(A,
              read("lane=[[4,0,0],[0,1,1],[8,0,0]], warp=[[0,0,2],[0,2,0]] "
                   "-> [16,4,4] ^ [3,2,1]"),
              0);
  checkGather(A,
              read("lane=[[0,0,0],[0,1,0],[2,1,0]], warp=[[0,0,0],[0,2,0]] "
                   "-> [4,4,1]"),
              2);
}

TEST(ScratchPlaces, ConversionByHolders) {
  struct {
    llvm::StringRef From, To;
  } const Pairs[] = {
      {"register=[[1],[2]], lane=[[4],[8]], warp=[[16]] -> [32]",
       "register=[[16],[4]], lane=[[1],[2]], warp=[[8]] -> [32]"},
      // Within warps, and with fewer registers.
      {"register=[[1],[2]], lane=[[4],[8]], warp=[[16]] -> [32] ^ [3]",
       "register=[[8]], lane=[[1],[2]], warp=[[16]] -> [32]"},
      // From copies.
      {"register=[[0],[1]], lane=[[2],[0]], warp=[[4]] -> [8]",
       "register=[[4]], lane=[[1],[2]], warp=[[0]] -> [8]"},
  };
  for (const auto &[FromText, ToText] : Pairs) {
    LinearLayout From = read(FromText), To = read(ToText);
    auto Move = conversionBetween(From, To, 32, 2);
    ASSERT_TRUE(bool(Move) && Move->Wanted);
    auto P = placesOfConversion(*Move->Wanted, 3);
    ASSERT_TRUE(P.has_value());
    EXPECT_TRUE(P->IndexColumns.empty());
    std::map<uint64_t, LayoutPoint> Memory;
    for (unsigned T = 0; T < 8; ++T)
      for (unsigned R : P->Registers) {
        if (T & P->SpareThreads)
          continue;
        EXPECT_TRUE(
            Memory.emplace(P->Source.at(R, T), pointAt(From, R, T)).second);
      }
    for (unsigned T = 0; T < 8; ++T)
      for (unsigned R = 0; R < 1u << To.inputBits("register"); ++R)
        EXPECT_EQ(Memory[P->Result.at(R, T)], pointAt(To, R, T));
  }
}

TEST(ScratchPlaces, Mistakes) {
  auto Fails = [](llvm::StringRef From, llvm::StringRef To, unsigned Axis,
                  llvm::StringRef Why) {
    auto P = placesOfGather(read(From), read(To), Axis);
    ASSERT_FALSE(bool(P));
    std::string Message = llvm::toString(P.takeError());
    EXPECT_NE(Message.find(Why), std::string::npos) << Message;
  };
  const llvm::StringRef Good = "register=[[1,0]], lane=[[0,1],[0,2]] -> [2,4]";
  Fails("offset=[[1]] -> [2]", "lane=[[1]] -> [2]", 0, "inputs other than");
  Fails(Good, "offset=[[1]] -> [2]", 0, "destination layout has inputs");
  Fails(Good, Good, 2, "axis 2 of a tensor of 2 dimensions");
  Fails(Good, "lane=[[0],[1]] -> [2]", 0, "2 dimensions, the result 1");
  Fails(Good, "lane=[[0,1],[0,2]] -> [dim0:2,x:4]", 0, "'dim1' of the source");
  Fails(Good, "lane=[[0,1],[0,2]] -> [2,8]", 0, "size 8 in the result");
  Fails(Good, "lane=[[0,1]] -> [2,4]", 0, "different numbers of lanes");
  Fails("lane=[[0,1],[0,2]] -> [2,4]", Good, 0, "holds 2^2 of 2^3 elements");
  Fails(Good, "lane=[[0,1],[0,2]], block=[[1,0]] -> [2,4]", 0,
        "blocks of the destination layout");
}

} // namespace
