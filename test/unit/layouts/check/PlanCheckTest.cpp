//===- PlanCheckTest.cpp - Wrong plans must be rejected -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans written by hand, each with one mistake: too narrow a barrier, a width
// that no machine has, an address with bits that no thread has. Neither the
// check by columns nor the check by interpretation may accept one, and both
// must accept the same plan without the mistake.
//
//===----------------------------------------------------------------------===//

#include "layouts/check/AffineCheck.h"
#include "layouts/f2/BitMatrix.h"
#include "layouts/routes/Planner.h"
#include "test/unit/layouts/PlanRunner.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;
using namespace f2layout;
using namespace f2layout::test;

namespace {

bool isAccepted(const Plan &P, const Conversion &C) {
  bool ByColumns = checkAffinePlan(P, C) == std::optional<std::string>("");
  bool ByRunning = checkPlan(P, C).empty();
  EXPECT_EQ(ByColumns, ByRunning) << text(P);
  return ByColumns && ByRunning;
}

/// Registers stay, and thread t gets what thread t ^ Xor holds.
Conversion exchange(unsigned RegisterBits, unsigned LaneBits, unsigned WarpBits,
                    unsigned Xor, unsigned ElementBits = 32) {
  AffineMove Map;
  Map.SourceRegisterBits = RegisterBits;
  Map.ThreadBits = LaneBits + WarpBits;
  for (unsigned I = 0; I < RegisterBits; ++I)
    Map.RegisterColumns.push_back(uint64_t(1) << I);
  for (unsigned J = 0; J < Map.ThreadBits; ++J)
    Map.ThreadColumns.push_back(uint64_t(1) << (RegisterBits + J));
  Map.Offset = uint64_t(Xor) << RegisterBits;
  return cantFail(Conversion::affine(std::move(Map), ElementBits, LaneBits,
                                     WarpBits ? Scope::Block : Scope::Warp));
}

/// Bytes * thread ^ Constant.
ThreadAddress rows(unsigned Bytes, unsigned ThreadBits, uint32_t Constant = 0) {
  ThreadAddress A;
  A.Constant = Constant;
  for (unsigned J = 0; J < ThreadBits; ++J)
    A.Columns.push_back(Bytes << J);
  return A;
}

/// Appends steps to a plan for a conversion.
struct PlanWriter {
  Plan P;

  explicit PlanWriter(const Conversion &C) : P(startPlan(C)) {
    P.ScratchBytes = 4096;
  }
  void store(ThreadAddress A, unsigned Bytes, Word First) {
    Step &S = P.Steps.emplace_back();
    S.K = Step::Store;
    S.Address = std::move(A);
    S.Bytes = Bytes;
    for (unsigned I = 0; I < std::max(1u, Bytes / 4); ++I)
      S.Words.push_back(First + I);
  }
  Word load(ThreadAddress A, unsigned Bytes) {
    Step &S = P.Steps.emplace_back();
    S.K = Step::Load;
    S.Address = std::move(A);
    S.Bytes = Bytes;
    S.Count = std::max(1u, Bytes / 4);
    P.NumWords += S.Count;
    return P.NumWords - S.Count;
  }
  void barrier(std::optional<Scope> Sync) {
    if (!Sync)
      return;
    Step &S = P.Steps.emplace_back();
    S.K = Step::Barrier;
    S.Sync = *Sync;
  }
};

/// Swaps the values of two lanes, each through its own word of scratch.
Plan neighbours(const Conversion &C, Scope Sync) {
  PlanWriter W(C);
  const unsigned ThreadBits = C.Affine->ThreadBits;
  W.store(rows(4, ThreadBits), 4, 0);
  W.barrier(Sync);
  W.P.Outputs = {W.load(rows(4, ThreadBits, 4), 4)};
  return W.P;
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

TEST(PlanCheck, BlockBarrierBeforeTheStoreDoesNotHelp) {
  const Conversion C = exchange(0, 5, 1, 32);
  auto With = [&](Scope Before, Scope After) {
    PlanWriter W(C);
    W.barrier(Before);
    W.store(rows(4, 6), 4, 0);
    W.barrier(After);
    W.P.Outputs = {W.load(rows(4, 6, 128), 4)};
    return W.P;
  };
  EXPECT_TRUE(isAccepted(With(Scope::Block, Scope::Block), C));
  EXPECT_TRUE(isAccepted(With(Scope::Warp, Scope::Block), C));
  EXPECT_FALSE(isAccepted(With(Scope::Block, Scope::Warp), C));
  EXPECT_FALSE(isAccepted(With(Scope::Warp, Scope::Warp), C));
}

TEST(PlanCheck, ThereAndBackNeedsBlockBarriersToo) {
  const Conversion C = exchange(0, 5, 1, 0);
  auto With = [&](Scope There, Scope Back) {
    PlanWriter W(C);
    W.store(rows(4, 6), 4, 0);
    W.barrier(There);
    Word Other = W.load(rows(4, 6, 128), 4);
    W.store(rows(4, 6, 256), 4, Other);
    W.barrier(Back);
    W.P.Outputs = {W.load(rows(4, 6, 256 + 128), 4)};
    return W.P;
  };
  EXPECT_TRUE(isAccepted(With(Scope::Block, Scope::Block), C));
  EXPECT_FALSE(isAccepted(With(Scope::Warp, Scope::Block), C));
  EXPECT_FALSE(isAccepted(With(Scope::Block, Scope::Warp), C));
  EXPECT_FALSE(isAccepted(With(Scope::Warp, Scope::Warp), C));
}

TEST(PlanCheck, AllWarpsReadOne) {
  Conversion C = exchange(0, 5, 1, 0);
  C.Affine->ThreadColumns[5] = 0;
  auto With = [&](Scope Sync) {
    PlanWriter W(C);
    W.store(rows(4, 6), 4, 0);
    W.barrier(Sync);
    W.P.Outputs = {W.load(rows(4, 5), 4)};
    return W.P;
  };
  EXPECT_TRUE(isAccepted(With(Scope::Block), C));
  EXPECT_FALSE(isAccepted(With(Scope::Warp), C));
}

bool isOneToOne(ArrayRef<uint64_t> Columns, unsigned Bits) {
  return BitMatrix(Bits, Columns).rank() == Columns.size();
}

/// Two registers; thread t gets them from threads t ^ Apart[r].
struct Exchange {
  SmallVector<uint64_t, 8> Threads;
  unsigned Apart[2];

  unsigned holder(unsigned R, unsigned T) const {
    unsigned H = Apart[R];
    for (auto [J, Column] : enumerate(Threads))
      H ^= T >> J & 1 ? Column : 0;
    return H;
  }
  bool crosses(unsigned R, unsigned LaneBits) const {
    for (unsigned T = 0; T < 1u << Threads.size(); ++T)
      if ((holder(R, T) ^ T) >> LaneBits)
        return true;
    return false;
  }
};

/// In many of these, no thread reads from another warp.
Exchange randomExchange(std::mt19937 &R, unsigned LaneBits, unsigned WarpBits) {
  const unsigned Bits = LaneBits + WarpBits;
  const unsigned Lanes = 1u << LaneBits, Threads = 1u << Bits;
  Exchange E;
  const bool Stays = R() % 2;
  for (unsigned J = 0; J < Bits; ++J)
    E.Threads.push_back(!Stays         ? R() % Threads
                        : J < LaneBits ? R() % Lanes
                                       : R() % Lanes | 1u << J);
  for (unsigned &A : E.Apart)
    A = R() % (R() % 3 ? Lanes : Threads);
  return E;
}

/// Both registers are stored at random places and read, with barriers in
/// between.
TEST(PlanCheck, EachReaderNeedsABarrierThatItSharesWithTheWriter) {
  constexpr unsigned LaneBits = 3, WarpBits = 2, Bits = LaneBits + WarpBits;
  std::mt19937 R(7);
  unsigned Right = 0, Wrong = 0;
  for (unsigned I = 0; I < 2000; ++I) {
    const Exchange E = randomExchange(R, LaneBits, WarpBits);
    Conversion C = exchange(1, LaneBits, WarpBits, 0);
    C.Affine->Offset = E.Apart[0] << 1;
    C.Affine->RegisterColumns[0] = 1 | (E.Apart[0] ^ E.Apart[1]) << 1;
    for (unsigned J = 0; J < Bits; ++J)
      C.Affine->ThreadColumns[J] = E.Threads[J] << 1;

    SmallVector<uint64_t, 8> Places; // of the threads, the register above them
    do {
      Places.clear();
      for (unsigned J = 0; J <= Bits; ++J)
        Places.push_back(R() % (2u << Bits));
    } while (!isOneToOne(Places, Bits + 1));
    auto PlaceOf = [&](unsigned Register, unsigned Thread) {
      uint32_t Place = Register ? Places[Bits] : 0;
      for (unsigned J = 0; J < Bits; ++J)
        Place ^= Thread >> J & 1 ? Places[J] : 0;
      return 4 * Place;
    };
    auto Stored = [&](unsigned Register) {
      ThreadAddress A;
      A.Constant = PlaceOf(Register, 0);
      for (unsigned J = 0; J < Bits; ++J)
        A.Columns.push_back(PlaceOf(0, 1u << J));
      return A;
    };
    auto Loaded = [&](unsigned Register) {
      ThreadAddress A;
      A.Constant = PlaceOf(Register, E.holder(Register, 0));
      for (unsigned J = 0; J < Bits; ++J)
        A.Columns.push_back(PlaceOf(0, E.Threads[J]));
      return A;
    };
    const std::optional<Scope> Kinds[] = {std::nullopt, Scope::Warp,
                                          Scope::Block};
    const std::optional<Scope> First = Kinds[R() % 3], Last = Kinds[R() % 3];

    PlanWriter W(C);
    W.store(Stored(0), 4, 0);
    W.barrier(First);
    W.store(Stored(1), 4, 1);
    W.barrier(Last);
    for (unsigned Register = 0; Register < 2; ++Register)
      W.P.Outputs.push_back(W.load(Loaded(Register), 4));

    auto IsShown = [&](unsigned Register, ArrayRef<std::optional<Scope>> By) {
      return E.crosses(Register, LaneBits)
                 ? is_contained(By, std::optional(Scope::Block))
                 : !all_of(By, [](auto Sync) { return !Sync; });
    };
    const bool IsRight = IsShown(0, {First, Last}) && IsShown(1, Last);
    ASSERT_EQ(isAccepted(W.P, C), IsRight) << text(W.P);
    ++(IsRight ? Right : Wrong);
  }
  EXPECT_GT(Right, 300u);
  EXPECT_GT(Wrong, 300u);
}

//===----------------------------------------------------------------------===//
// Plans of another conversion
//===----------------------------------------------------------------------===//

TEST(PlanCheck, AddressOfBitsThatNoThreadHas) {
  for (unsigned WarpBits : {0u, 1u}) {
    const Conversion C = exchange(0, 5, WarpBits, 1);
    const Plan Right = neighbours(C, C.Group);
    ASSERT_TRUE(isAccepted(Right, C));
    for (size_t At : {0, 2}) {
      Plan P = Right;
      P.Steps[At].Address.Columns.append({0, 0});
      EXPECT_TRUE(isAccepted(P, C));
      P.Steps[At].Address.Columns.back() = 512;
      EXPECT_FALSE(isAccepted(P, C));
    }
  }
}

TEST(PlanCheck, MemoryOfAnotherGroup) {
  for (unsigned WarpBits : {0u, 1u}) {
    const Conversion C = exchange(0, 5, WarpBits, 1);
    Plan P = neighbours(C, Scope::Warp);
    ASSERT_TRUE(isAccepted(P, C));
    P.Group = WarpBits ? Scope::Warp : Scope::Block;
    EXPECT_FALSE(isAccepted(P, C));
  }
}

TEST(PlanCheck, WarpsOfAnotherSize) {
  const Conversion C = exchange(0, 5, 1, 1);
  Plan P = neighbours(C, Scope::Block);
  ASSERT_TRUE(isAccepted(P, C));
  for (unsigned LaneBits : {4, 6}) {
    P.LaneBits = LaneBits;
    EXPECT_FALSE(isAccepted(P, C));
  }
}

TEST(PlanCheck, InputWordsThatAreNotTheSources) {
  const Conversion C = exchange(1, 5, 0, 0);
  Plan P = startPlan(C);
  P.Outputs = {0, 1};
  ASSERT_TRUE(isAccepted(P, C));
  P.NumInputs = P.NumWords = 3;
  EXPECT_FALSE(isAccepted(P, C));
}

//===----------------------------------------------------------------------===//
// Accesses and selectors
//===----------------------------------------------------------------------===//

/// Eight registers of two lanes, of which the first few go through memory.
TEST(PlanCheck, WidthsThatNoMachineHas) {
  const Conversion C = exchange(3, 1, 0, 0);
  auto With = [&](unsigned Bytes) {
    PlanWriter W(C);
    W.store(rows(Bytes, 1), Bytes, 0);
    W.barrier(Scope::Warp);
    Word First = W.load(rows(Bytes, 1), Bytes);
    for (unsigned R = 0; R < 8; ++R)
      W.P.Outputs.push_back(R < Bytes / 4 ? First + R : R);
    return W.P;
  };
  for (unsigned Bytes : {4, 8, 16})
    EXPECT_TRUE(isAccepted(With(Bytes), C)) << Bytes;
  for (unsigned Bytes : {12, 20, 24, 28, 32})
    EXPECT_FALSE(isAccepted(With(Bytes), C)) << Bytes;
}

/// prmt repeats the sign of a byte where a nibble has its highest bit.
TEST(PlanCheck, SelectorsAboveSeven) {
  Conversion C = exchange(2, 5, 0, 0, 8);
  C.Affine->Offset = 3;
  Plan P = startPlan(C);
  Step &S = P.Steps.emplace_back();
  S.K = Step::Permute;
  S.Selector = {0x0123};
  P.NumWords = 2;
  P.Outputs = {1};
  ASSERT_TRUE(isAccepted(P, C));
  for (unsigned I = 0; I < 4; ++I) {
    S.Selector = {uint16_t(0x0123 ^ 8 << 4 * I)};
    EXPECT_FALSE(isAccepted(P, C));
    S.Selector.resize(32, 0x0123);
    EXPECT_FALSE(isAccepted(P, C));
  }
}

/// Swaps a register bit with lane bit 3.
TEST(PlanCheck, SwapsOfOtherLanesAndWords) {
  Conversion C = exchange(1, 5, 1, 0);
  std::swap(C.Affine->RegisterColumns[0], C.Affine->ThreadColumns[3]);
  Plan Right = startPlan(C);
  Step &S = Right.Steps.emplace_back();
  S.K = Step::Swap;
  S.A = 0;
  S.B = 1;
  S.LaneBit = 3;
  Right.NumWords = 4;
  Right.Outputs = {2, 3};
  ASSERT_TRUE(isAccepted(Right, C));
  for (unsigned Bit : {0, 1, 2, 4, 5, 6, 31, 64}) {
    Plan P = Right;
    P.Steps[0].LaneBit = Bit;
    EXPECT_FALSE(isAccepted(P, C)) << Bit;
  }
  for (Word W : {1, 2, 3, 100}) {
    Plan P = Right;
    P.Steps[0].A = W;
    EXPECT_FALSE(isAccepted(P, C)) << W;
  }
  for (Word W : {0, 2, 3, 100}) {
    Plan P = Right;
    P.Steps[0].B = W;
    EXPECT_FALSE(isAccepted(P, C)) << W;
  }
  for (unsigned Words : {3, 5}) {
    Plan P = Right;
    P.NumWords = Words;
    EXPECT_FALSE(isAccepted(P, C)) << Words;
  }
}

/// Swaps the half of each word and lane bits 0 and 1 with lane bits 2, 3 and 4.
TEST(PlanCheck, TransposesOfOtherWords) {
  Conversion C = exchange(2, 5, 1, 0, 16);
  std::swap(C.Affine->RegisterColumns[0], C.Affine->ThreadColumns[2]);
  std::swap(C.Affine->ThreadColumns[0], C.Affine->ThreadColumns[3]);
  std::swap(C.Affine->ThreadColumns[1], C.Affine->ThreadColumns[4]);
  Plan Right = startPlan(C);
  for (Word W : {0, 1}) {
    Step &S = Right.Steps.emplace_back();
    S.K = Step::Transpose;
    S.A = W;
    Right.Outputs.push_back(Right.NumWords++);
  }
  ASSERT_TRUE(isAccepted(Right, C));
  for (Word W : {1, 2, 100}) {
    Plan P = Right;
    P.Steps[0].A = W;
    EXPECT_FALSE(isAccepted(P, C)) << W;
  }
  Plan P = Right;
  P.Steps[1].K = Step::Shuffle;
  for (unsigned L = 0; L < 32; ++L)
    P.Steps[1].FromLane.push_back(L);
  EXPECT_FALSE(isAccepted(P, C));
  // Warps of 64 lanes have no such matrix.
  Conversion Wide = exchange(0, 6, 0, 0);
  P = startPlan(Wide);
  P.Steps = {Right.Steps[0]};
  P.NumWords = 2;
  P.Outputs = {0};
  EXPECT_FALSE(isAccepted(P, Wide));
}

/// Two matrices of each warp, stored plain and loaded transposed.
TEST(PlanCheck, AccessesOfMatrices) {
  Conversion C = exchange(2, 5, 1, 0, 16);
  std::swap(C.Affine->RegisterColumns[0], C.Affine->ThreadColumns[2]);
  std::swap(C.Affine->ThreadColumns[0], C.Affine->ThreadColumns[3]);
  std::swap(C.Affine->ThreadColumns[1], C.Affine->ThreadColumns[4]);
  PlanWriter W(C);
  ThreadAddress Rows;
  Rows.Columns = {16, 32, 64, 128, 0, 256};
  auto Access = [&](Step::Kind K) {
    Step &S = W.P.Steps.emplace_back();
    S.K = K;
    S.Bytes = 16;
    S.Tile = plainTile();
    S.Address = Rows;
    return &S;
  };
  Access(Step::StoreMatrix)->Words = {0, 1};
  W.barrier(Scope::Warp);
  Step *Load = Access(Step::LoadMatrix);
  Load->Count = 2;
  Load->Tile = transposedTile();
  W.P.NumWords = 4;
  W.P.Outputs = {2, 3};
  const Plan Right = W.P;
  ASSERT_TRUE(isAccepted(Right, C));
  using Change = void (*)(Plan &);
  const Change Changes[] = {
      [](Plan &P) { P.Steps[0].Tile = transposedTile(); },
      [](Plan &P) { P.Steps[2].Tile = plainTile(); },
      [](Plan &P) { P.Steps[0].Words = {0, 2}; },
      [](Plan &P) { P.Steps[0].Words = {0, 1, 0}; },
      [](Plan &P) { P.Steps[0].Words = {}; },
      [](Plan &P) { P.Steps[0].Words = {1, 0}; },
      [](Plan &P) { P.Steps[2].Count = 3; },
      [](Plan &P) { P.Steps[2].Count = 0; },
      [](Plan &P) { P.Steps[2].Count = 1, P.NumWords = 3; },
      [](Plan &P) { P.NumWords = 1; },
      [](Plan &P) { P.Steps[0].Bytes = 8; },
      [](Plan &P) { P.Steps[2].Bytes = 4; },
      [](Plan &P) { P.Steps[0].Address.Columns[3] = 64; },   // rows overlap
      [](Plan &P) { P.Steps[0].Address.Columns[4] = 1024; }, // not a row
      [](Plan &P) { P.Steps[0].Address.Columns[0] = 8; },    // not aligned
      [](Plan &P) { P.Steps[2].Address.Constant = 16; },     // another row
      [](Plan &P) { P.Steps[2].Address.Constant = 4096; },   // outside
      [](Plan &P) { P.Steps[2].Address.Columns[5] = 0; },    // another warp's
      [](Plan &P) { P.Steps[2].Address.Columns.push_back(1024); },
      [](Plan &P) { P.Steps.erase(P.Steps.begin() + 1); }, // no barrier
      [](Plan &P) { P.ScratchBytes = 511; },
  };
  for (size_t I = 0; I < std::size(Changes); ++I) {
    Plan P = Right;
    Changes[I](P);
    EXPECT_FALSE(isAccepted(P, C)) << I;
  }
  // In warps of 64 lanes there are none.
  const Conversion Wide = exchange(1, 6, 0, 0);
  Plan P = startPlan(Wide);
  P.ScratchBytes = 4096;
  P.Steps = {Right.Steps[0]};
  P.Steps[0].Address.Columns.pop_back();
  P.Outputs = {0, 1};
  EXPECT_FALSE(isAccepted(P, Wide));
}

TEST(PlanCheck, SumsBeyond32Bits) {
  const Conversion C = exchange(0, 5, 0, 1);
  const Plan Right = neighbours(C, Scope::Warp);
  ASSERT_TRUE(isAccepted(Right, C));
  for (size_t At : {0, 2}) {
    Plan P = Right;
    P.Steps[At].Address.Constant = 0xffffff84; // 0xfffffffc in some lane
    EXPECT_FALSE(isAccepted(P, C));
    P.Steps[At].Address = ThreadAddress();
    P.Steps[At].Address.Constant = 0xfffffffc;
    EXPECT_FALSE(isAccepted(P, C));
  }
  Plan P = Right;
  P.Steps[0].Bytes = P.Steps[2].Bytes = 1;
  P.Steps[0].FirstByte = ~0u;
  EXPECT_FALSE(isAccepted(P, C));
}

/// Half of the registers, then the other half through the same bytes.
TEST(PlanCheck, MemoryIsUsedAgainBehindABarrier) {
  AffineMove Map;
  Map.SourceRegisterBits = 1;
  Map.ThreadBits = 6;
  Map.RegisterColumns = {1};
  for (unsigned J = 0; J < 6; ++J)
    Map.ThreadColumns.push_back(2u << (5 - J));
  const Conversion C = cantFail(Conversion::affine(Map, 32, 5, Scope::Block));
  SmallVector<uint32_t, 10> Turned;
  for (unsigned J = 0; J < 6; ++J)
    Turned.push_back(4u << (5 - J));
  auto With = [&](std::optional<Scope> Between) {
    PlanWriter W(C);
    W.store({0, rows(4, 6).Columns}, 4, 0);
    W.barrier(Scope::Block);
    Word First = W.load({0, Turned}, 4);
    if (Between)
      W.barrier(*Between);
    W.store({0, rows(4, 6).Columns}, 4, 1);
    W.barrier(Scope::Block);
    W.P.Outputs = {First, W.load({0, Turned}, 4)};
    return W.P;
  };
  EXPECT_TRUE(isAccepted(With(Scope::Block), C));
  EXPECT_FALSE(isAccepted(With(Scope::Warp), C));
  EXPECT_FALSE(isAccepted(With(std::nullopt), C));
}

/// The same if the first store writes undefined bytes.
TEST(PlanCheck, TwoStoresToOneByte) {
  const Conversion C = exchange(0, 5, 0, 1);
  Plan P = neighbours(C, Scope::Warp);
  P.Steps.insert(P.Steps.begin(), P.Steps[2]); // bytes that no thread wrote
  P.Steps.insert(P.Steps.begin() + 1, P.Steps[1]);
  P.Steps[1].Words = {1};
  P.NumWords = 3;
  P.Outputs = {2};
  EXPECT_FALSE(isAccepted(P, C));
  P.Steps.erase(P.Steps.begin() + 1);
  EXPECT_TRUE(isAccepted(P, C));
}

} // namespace
