//===- LayoutConversionTest.cpp - From two layouts to a conversion --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/LayoutConversion.h"
#include "layouts/algebra/LayoutText.h"
#include "layouts/plan/Plan.h"
#include "gtest/gtest.h"

using namespace f2layout;

namespace {

LinearLayout read(llvm::StringRef Text) {
  return llvm::cantFail(parseLayout(Text));
}

/// Checks with the layouts that every result of every thread is held where the
/// conversion says. Inputs are in the order register, lane.
void expectHolders(const LinearLayout &From, const LinearLayout &To,
                   const Conversion &C) {
  for (unsigned T = 0; T < C.NumThreads; ++T)
    for (unsigned R = 0; R < C.NumResults; ++R) {
      Holder H = C.holder(R, T);
      EXPECT_EQ(From.applyFlat(H.Register | uint64_t(H.Thread)
                                                << From.inputBits("register")),
                To.applyFlat(R | uint64_t(T) << To.inputBits("register")));
    }
}

Machine simpleMachine() {
  Machine M;
  for (unsigned Bytes : {1u, 2u, 4u, 8u, 16u})
    M.Shapes.push_back({Bytes, {1, 2, 4, 8, 16}, {1, 2, 4, 8, 16}});
  return M;
}

/// Half of the registers are needed, beginning at an odd one: what a thread
/// sends begins inside a word.
TEST(LayoutConversion, SharesThatBeginInsideAWord) {
  const LinearLayout From = read("register=[[1],[2],[4]], lane=[[8],[16],[32],"
                                 "[64],[128]] -> [256]");
  for (unsigned Offset = 0; Offset < 8; ++Offset) {
    const LinearLayout To =
        read("register=[[11],[32]], lane=[[16],[65],[4],[128],[75]] -> [256] "
             "^ [" +
             std::to_string(Offset) + "]");
    for (unsigned Bits : {8u, 16u, 32u}) {
      auto Move = conversionBetween(From, To, Bits, 5);
      ASSERT_TRUE(bool(Move));
      ASSERT_TRUE(Move->Wanted.has_value()) << Move->WhyNot;
      expectHolders(From, To, *Move->Wanted);
      // Plans are proved, so their existence is all that needs to be checked.
      for (auto [Shared, Shuffle] :
           {std::pair(true, true), {true, false}, {false, true}}) {
        PlanOptions O;
        O.AllowShared = Shared;
        O.AllowShuffle = Shuffle;
        PlanResult R = planConversion(*Move->Wanted, simpleMachine(), O);
        EXPECT_TRUE(R.Best.has_value()) << Offset << " " << R.WhyNot;
      }
    }
  }
}

TEST(LayoutConversion, WhyThereIsNone) {
  const LinearLayout A = read("lane=[[1],[2],[4],[8],[16]] -> [32]");
  auto WhyNot = [&](llvm::StringRef From, llvm::StringRef To) {
    auto Move = conversionBetween(read(From), read(To), 32, 5);
    return Move ? Move->WhyNot : "error: " + llvm::toString(Move.takeError());
  };
  EXPECT_NE(WhyNot("lane=[[1],[2],[4],[8],[0]] -> [32]",
                   "lane=[[1],[2],[4],[8],[16]] -> [32]")
                .find("no place holds it"),
            std::string::npos);
  EXPECT_NE(WhyNot("lane=[[1],[2]] -> [4]", "lane=[[1],[2]] -> [4]")
                .find("2^2 lanes, expected 32"),
            std::string::npos);
  EXPECT_EQ(WhyNot("lane=[[1],[2],[4],[8],[16]], block=[[32]] -> [64]",
                   "register=[[32]], lane=[[1],[2],[4],[8],[16]], block=[[0]] "
                   "-> [64]"),
            "elements cross blocks");
}

} // namespace
