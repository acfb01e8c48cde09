//===- AffinePlanTest.cpp - Plans of maps without a table -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Results that follow from columns are compared with a table entry by entry:
// the holders of elements, how much moves, how many wavefronts an access takes,
// and whether a plan is right. For the last, plans are broken at random: the
// check by columns and the check by interpretation must agree on each.
//
//===----------------------------------------------------------------------===//

#include "layouts/check/AffineCheck.h"
#include "layouts/f2/BitMatrix.h"
#include "layouts/machine/Wavefronts.h"
#include "layouts/plan/MovedAtoms.h"
#include "layouts/routes/Planner.h"
#include "test/unit/layouts/PlanRunner.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;
using namespace f2layout;
using namespace f2layout::test;

namespace {

using Rng = std::mt19937_64;

/// Swaps bits, adds a few to others; some maps are not onto.
AffineMove randomMove(Rng &R, unsigned LaneBits, unsigned WarpBits) {
  AffineMove A;
  unsigned ResultBits = R() % 5;
  A.SourceRegisterBits = R() % 4 ? ResultBits : R() % 5;
  A.ThreadBits = LaneBits + WarpBits;
  unsigned Sources = A.SourceRegisterBits + A.ThreadBits;
  std::vector<uint64_t> Columns;
  for (unsigned I = 0; I < Sources; ++I)
    Columns.push_back(uint64_t(1) << I);
  if (R() % 4)
    std::shuffle(Columns.begin(), Columns.end(), R);
  for (unsigned I = R() % 6; I > 0; --I) {
    size_t To = R() % Sources, From = R() % Sources;
    if (To != From || R() % 8 == 0)
      Columns[To] ^= Columns[From];
  }
  Columns.resize(ResultBits + A.ThreadBits, 0);
  A.RegisterColumns.append(Columns.begin(), Columns.begin() + ResultBits);
  A.ThreadColumns.append(Columns.begin() + ResultBits, Columns.end());
  if (R() % 2)
    A.Offset = R() % (uint64_t(1) << Sources);
  return A;
}

Conversion randomConversion(Rng &R, unsigned LaneBits) {
  unsigned WarpBits = R() % 2 ? 0 : R() % 3;
  const unsigned Sizes[] = {8, 16, 32, 64};
  return cantFail(Conversion::affine(
      randomMove(R, LaneBits, WarpBits), Sizes[R() % 4], LaneBits,
      WarpBits || R() % 4 == 0 ? Scope::Block : Scope::Warp));
}

Machine randomMachine(Rng &R) {
  if (R() % 2)
    return R() % 2 ? hopperLike() : matrixLike();
  return R() % 2 ? gfx942Like() : gfx950Like();
}

PlanOptions randomOptions(Rng &R) {
  PlanOptions O;
  O.AllowShuffle = R() % 4 != 0;
  O.AllowShared = R() % 4 != 0;
  O.AllLanes = R() % 4 != 0;
  O.Converged = R() % 2;
  O.WideStores = R() % 2;
  return O;
}

TEST(AffineConversion, ExampleOfTheHeader) {
  AffineMove Map;
  Map.SourceRegisterBits = 1;
  Map.ThreadBits = 2;
  Map.RegisterColumns = {2};
  Map.ThreadColumns = {4, 1};
  Expected<Conversion> C = Conversion::affine(Map, 32, 2, Scope::Warp);
  ASSERT_TRUE(bool(C));
  EXPECT_FALSE(C->hasTable());
  // Element e is held in register e / 4 of lane e % 4; result r of lane l is
  // element 2 * l + r.
  for (unsigned R = 0; R < 2; ++R)
    for (unsigned L = 0; L < 4; ++L) {
      unsigned Element = 2 * L + R;
      EXPECT_EQ(C->holder(R, L),
                (Holder{uint16_t(Element / 4), uint16_t(Element % 4)}));
    }
}

TEST(AffineConversion, RefusesWhatIsNone) {
  AffineMove Good;
  Good.ThreadBits = 5;
  for (unsigned J = 0; J < 5; ++J)
    Good.ThreadColumns.push_back(1u << J);
  auto Refusal = [](const AffineMove &A, unsigned Bits, unsigned LaneBits,
                    Scope Group) {
    Expected<Conversion> C = Conversion::affine(A, Bits, LaneBits, Group);
    return C ? std::string() : toString(C.takeError());
  };
  EXPECT_EQ(Refusal(Good, 32, 5, Scope::Warp), "");
  EXPECT_NE(Refusal(Good, 24, 5, Scope::Warp).find("24 bits"),
            std::string::npos);
  EXPECT_NE(Refusal(Good, 32, 4, Scope::Warp), "");
  EXPECT_EQ(Refusal(Good, 32, 4, Scope::Block), "");
  EXPECT_NE(Refusal(Good, 32, 6, Scope::Block), "");
  AffineMove Bad = Good;
  Bad.ThreadColumns.pop_back();
  EXPECT_NE(Refusal(Bad, 32, 5, Scope::Warp), "");
  Bad = Good;
  Bad.Offset = 32;
  EXPECT_NE(Refusal(Bad, 32, 5, Scope::Warp), "");
  Bad = Good;
  Bad.RegisterColumns = {64};
  EXPECT_NE(Refusal(Bad, 32, 5, Scope::Warp), "");
}

TEST(AffineConversion, SizesThatAreNotTheMapsAreRefused) {
  Rng R(1);
  Conversion C = randomConversion(R, 5);
  C.NumResults *= 2;
  PlanResult P = planConversion(C, hopperLike());
  EXPECT_FALSE(P.Best);
  EXPECT_FALSE(P.WhyNot.empty());
}

TEST(AffineConversion, FitOfItsTableIsTheMap) {
  Rng R(2);
  for (unsigned I = 0; I < 300; ++I) {
    Conversion C = randomConversion(R, 5), T = withTable(C);
    ASSERT_TRUE(T.hasTable());
    std::optional<AffineMove> Fit = fitAffine(T);
    ASSERT_TRUE(Fit);
    EXPECT_EQ(Fit->RegisterColumns, C.Affine->RegisterColumns);
    EXPECT_EQ(Fit->ThreadColumns, C.Affine->ThreadColumns);
    EXPECT_EQ(Fit->Offset, C.Affine->Offset);
  }
}

TEST(AffineConversion, MovedAtomsAreThoseOfTheTable) {
  Rng R(3);
  unsigned Far = 0, Copies = 0;
  for (unsigned I = 0; I < 3000; ++I) {
    Conversion C = randomConversion(R, 3 + R() % 3);
    MovedAtoms ByMap = countMovedAtoms(C),
               ByEntry = countMovedAtoms(withTable(C));
    ASSERT_EQ(ByMap.NearReceived, ByEntry.NearReceived);
    ASSERT_EQ(ByMap.FarReceived, ByEntry.FarReceived);
    ASSERT_EQ(ByMap.MostNearReceived, ByEntry.MostNearReceived);
    ASSERT_EQ(ByMap.NearGiven, ByEntry.NearGiven);
    ASSERT_EQ(ByMap.FarGiven, ByEntry.FarGiven);
    Far += ByMap.FarGiven != 0;
    Copies += ByMap.NearReceived != ByMap.NearGiven;
  }
  EXPECT_GT(Far, 300u);
  EXPECT_GT(Copies, 300u);
}

TEST(AffineConversion, WavefrontsAreThoseOfTheAddresses) {
  Rng R(4);
  unsigned Conflicts = 0;
  for (unsigned I = 0; I < 5000; ++I) {
    Machine M = randomMachine(R);
    if (R() % 8 == 0)
      M.Shapes.erase(M.Shapes.begin() + R() % M.Shapes.size());
    unsigned Bytes = 1u << R() % 5;
    bool IsStore = R() % 2;
    ThreadAddress A;
    unsigned Aligned = R() % 10 ? ~(Bytes - 1) : ~0u;
    A.Constant = R() % 4096 & Aligned;
    for (unsigned J = 0; J < M.LaneBits; ++J)
      A.Columns.push_back((R() % 2 ? R() % 4096 : Bytes << R() % 8) & Aligned);
    std::vector<uint32_t> Addresses;
    for (unsigned L = 0; L < M.lanes(); ++L)
      Addresses.push_back(A.at(L));
    unsigned Wanted = countWavefronts(Addresses, Bytes, IsStore, M);
    ASSERT_EQ(countWavefronts(A, M.LaneBits, Bytes, IsStore, M), Wanted);
    Conflicts += Wanted > 8;
  }
  EXPECT_GT(Conflicts, 100u);
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

TEST(AffineCheck, RightPlansAreRight) {
  Rng R(5);
  unsigned Plans = 0, Decided = 0, Memory = 0;
  for (unsigned I = 0; I < 1500; ++I) {
    Machine M = randomMachine(R);
    Conversion C = randomConversion(R, M.LaneBits);
    PlanResult P = planConversion(C, M, randomOptions(R));
    if (!P.Best)
      continue;
    ++Plans;
    ASSERT_EQ(runPlan(*P.Best, C), "");
    std::optional<std::string> Wrong = checkAffinePlan(*P.Best, splitWide(C));
    if (!Wrong)
      continue;
    ASSERT_EQ(*Wrong, "");
    ++Decided;
    Memory += P.Best->By == Route::Shared;
  }
  EXPECT_GT(Plans, 1000u);
  EXPECT_GT(Memory, 200u);
  EXPECT_GT(Decided, Plans * 3 / 4);
}

/// Inserts a barrier, or moves, doubles, widens or removes the one at At.
void breakBarrier(Plan &P, size_t At, Rng &R) {
  Step Sync = P.Steps[At];
  if (Sync.K != Step::Barrier) {
    Sync = Step();
    Sync.K = Step::Barrier;
    Sync.Sync = R() % 2 ? Scope::Warp : Scope::Block;
  } else if (R() % 4 == 0) {
    Scope &Of = P.Steps[At].Sync;
    Of = Of == Scope::Warp ? Scope::Block : Scope::Warp;
    return;
  } else if (R() % 3) {
    P.Steps.erase(P.Steps.begin() + At);
    if (R() % 2)
      return;
  }
  P.Steps.insert(P.Steps.begin() + R() % (P.Steps.size() + 1), Sync);
}

void breakAccess(Plan &P, Step &S, Rng &R) {
  SmallVectorImpl<uint32_t> &Columns = S.Address.Columns;
  switch (R() % 8) {
  case 0:
    S.Address.Constant ^= S.Bytes << R() % 6;
    return;
  case 1:
    if (!Columns.empty())
      Columns[R() % Columns.size()] ^= S.Bytes << R() % 6;
    return;
  case 2:
    if (!S.Words.empty())
      S.Words[R() % S.Words.size()] = R() % P.NumInputs;
    return;
  case 3: {
    const unsigned Widths[] = {0, 1, 2, 3, 4, 8, 12, 16, 32};
    S.Bytes = Widths[R() % 9];
    if (R() % 2)
      S.Count = std::max(1u, S.Bytes / 4);
    return;
  }
  case 4:
    S.FirstByte = R() % 4 ? R() % 5 : ~0u - R() % 4;
    return;
  case 5:
    S.Count = R() % 6;
    return;
  case 6:
    Columns.push_back(R() % 2 ? S.Bytes << R() % 6 : 0);
    return;
  default:
    S.Address.Constant ^= 1u << R() % 32;
  }
}

/// Changes one thing in the plan.
void breakPlan(Plan &P, Rng &R) {
  if (P.Steps.empty() || R() % 8 == 0) {
    P.Outputs[R() % P.Outputs.size()] = R() % P.NumWords;
    return;
  }
  size_t At = R() % P.Steps.size();
  Step &S = P.Steps[At];
  if (S.K == Step::Barrier || R() % 8 == 0)
    return breakBarrier(P, At, R);
  switch (S.K) {
  case Step::Select:
    if (R() % 2)
      S.Mask ^= uint64_t(1) << R() % (1u << P.LaneBits);
    else
      (R() % 2 ? S.A : S.B) = R() % P.NumInputs;
    return;
  case Step::Permute:
    if (R() % 2)
      S.Selector[R() % S.Selector.size()] ^= 1u << R() % 16;
    else
      (R() % 2 ? S.A : S.B) = R() % P.NumInputs;
    return;
  case Step::Shuffle: {
    unsigned Xor = 1u << R() % P.LaneBits;
    if (R() % 2)
      S.FromLane[R() % S.FromLane.size()] ^= Xor;
    else
      for (uint8_t &L : S.FromLane)
        L ^= Xor;
    return;
  }
  case Step::Swap:
    if (R() % 2)
      S.LaneBit = R() % (P.LaneBits + 1);
    else
      (R() % 2 ? S.A : S.B) = R() % P.NumInputs;
    return;
  case Step::Transpose:
    S.A = R() % P.NumInputs;
    return;
  case Step::StoreMatrix:
  case Step::LoadMatrix:
    if (R() % 3 == 0) {
      std::swap(S.Tile.Column[R() % 3], S.Tile.Row[R() % 3]);
      return;
    }
    return breakAccess(P, S, R);
  case Step::Store:
  case Step::Load:
    return breakAccess(P, S, R);
  case Step::Barrier:
    return;
  }
}

TEST(AffineCheck, BrokenPlansAreJudgedAsByInterpretation) {
  Rng R(6);
  unsigned Refused = 0, Accepted = 0, Left = 0;
  for (unsigned I = 0; I < 1500; ++I) {
    Machine M = randomMachine(R);
    Conversion Atoms = splitWide(randomConversion(R, M.LaneBits));
    PlanResult P = planConversion(Atoms, M, randomOptions(R));
    if (!P.Best)
      continue;
    for (unsigned Times = 0; Times < 4; ++Times) {
      Plan Broken = *P.Best;
      breakPlan(Broken, R);
      const bool Right = checkPlan(Broken, Atoms).empty();
      if (Right) {
        ASSERT_EQ(runPlan(Broken, Atoms), "") << text(Broken);
      }
      std::optional<std::string> Wrong = checkAffinePlan(Broken, Atoms);
      if (!Wrong) {
        ++Left;
        continue;
      }
      ASSERT_EQ(Wrong->empty(), Right) << *Wrong;
      ++(Right ? Accepted : Refused);
    }
  }
  EXPECT_GT(Refused, 1000u);
  EXPECT_GT(Accepted, 20u); // the change did not matter
  EXPECT_LT(Left, Refused);
}

} // namespace
