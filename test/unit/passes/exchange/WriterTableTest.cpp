//===- WriterTableTest.cpp - The writers of loaded values -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels that store and load through an array at random places, on either side
// of a barrier. The last writer of each word is found by enumerating the
// threads; the exchange that is found must agree on every load.
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/WriterTable.h"
#include "test/unit/passes/AnalysisTesting.h"
#include "test/unit/passes/KernelAnalysisManagers.h"
#include <random>

using namespace llvm;
using namespace f2layout;

namespace {

constexpr unsigned Threads = 64, Registers = 4, Words = Threads * Registers;

/// A bijection of register and thread onto the words of the array.
struct Places {
  unsigned Factor, Mask; ///< Odd; below Words.

  unsigned at(unsigned Register, unsigned Thread) const {
    return ((Thread + Threads * Register) * Factor ^ Mask) % Words;
  }
  /// The computation of the address, which is called Name.
  std::string text(unsigned Register, const std::string &Name) const {
    auto Line = [&](const char *Suffix, const std::string &What) {
      return "  %" + Name + Suffix + " = " + What + "\n";
    };
    const std::string N = std::to_string(Words - 1);
    return Line("a", "add i32 %t, " + std::to_string(Threads * Register)) +
           Line("m", "mul i32 %" + Name + "a, " + std::to_string(Factor)) +
           Line("x", "xor i32 %" + Name + "m, " + std::to_string(Mask)) +
           Line("w", "and i32 %" + Name + "x, " + N) +
           Line("",
                "getelementptr i32, ptr addrspace(3) @s, i32 %" + Name + "w");
  }
};

/// One store of each thread: its place and value.
struct Store {
  Places Where;
  unsigned Register;
};

/// All stores in their order, a barrier, and a load for each register.
std::string kernel(ArrayRef<Store> Stores, const Places &Loads) {
  std::string Text = R"(
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [)" +
                     std::to_string(Words) + R"( x i32] undef, align 16
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
define ptx_kernel void @k(ptr addrspace(1) noalias %in,
                          ptr addrspace(1) noalias %out) #0 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
)";
  for (auto [N, S] : enumerate(Stores)) {
    const std::string Name = "s" + std::to_string(N);
    Text += S.Where.text(S.Register, Name) + "  %v" + std::to_string(N) +
            " = load volatile i32, ptr addrspace(1) %in\n  store i32 %v" +
            std::to_string(N) + ", ptr addrspace(3) %" + Name + "\n";
  }
  Text += "  call void @llvm.nvvm.barrier0()\n";
  for (unsigned R = 0; R < Registers; ++R) {
    const std::string Name = "l" + std::to_string(R);
    Text += Loads.text(R, Name) + "  %r" + std::to_string(R) +
            " = load i32, ptr addrspace(3) %" + Name +
            "\n  store volatile i32 %r" + std::to_string(R) +
            ", ptr addrspace(1) %out\n";
  }
  return Text + "  ret void\n}\nattributes #0 = { \"nvvm.reqntid\"=\"" +
         std::to_string(Threads) + "\" \"target-cpu\"=\"sm_90\" }\n";
}

/// The analyses that a search for exchanges needs.
class Search {
  KernelAnalysisManagers Managers;

public:
  ParsedKernel Kernel;
  std::optional<Exchanges> Found;

  explicit Search(StringRef Text) : Kernel(Text) {
    FunctionAnalysisManager &FAM = Managers.Functions;
    Function &F = Kernel.function();
    SearchBudget Budget(/*Millions=*/0);
    EvalShape Shape;
    Shape.Size = {Threads, 1, 1};
    Shape.SizeIsExact = true;
    Found.emplace(
        FunctionAnalyses::of(F, FAM, FAM.getResult<LaunchShapeAnalysis>(F)),
        Shape, Budget);
  }

  StringRef nameOf(const Exchange &E, const ElementRef &Element) const {
    const SharedObject &O = Found->objects()[E.Object];
    const Instruction *I = O.Accesses[Element.Access].I;
    return isa<StoreInst>(I) ? I->getOperand(0)->getName() : I->getName();
  }
};

/// Compares the exchange with the last stores.
void check(ArrayRef<Store> Stores, const Places &Loads) {
  std::vector<std::pair<int, unsigned>> Last(Words, {-1, 0});
  for (auto [N, S] : enumerate(Stores))
    for (unsigned T = 0; T < Threads; ++T)
      Last[S.Where.at(S.Register, T)] = {int(N), T};

  Search S(kernel(Stores, Loads));
  ASSERT_EQ(S.Found->exchanges().size(), 1u)
      << (S.Found->missed().empty() ? "" : S.Found->missed()[0].Why);
  const Exchange &E = S.Found->exchanges()[0];
  ASSERT_EQ(E.Results.size(), Registers);
  const unsigned Group = E.Move.NumThreads;
  for (auto [R, Result] : enumerate(E.Results))
    for (unsigned T = 0; T < Threads; ++T) {
      const Holder H = E.Move.holder(R, T % Group);
      const unsigned Load = S.nameOf(E, Result)[1] - '0';
      auto [By, Thread] = Last[Loads.at(Load, T)];
      ASSERT_LT(H.Register, E.Sources.size());
      EXPECT_EQ(S.nameOf(E, E.Sources[H.Register]), "v" + std::to_string(By))
          << "load " << Load << " of thread " << T;
      EXPECT_EQ(H.Thread + T / Group * Group, Thread)
          << "load " << Load << " of thread " << T;
    }
}

Places randomPlaces(std::mt19937 &Random) {
  return {2 * unsigned(Random() % 50) + 1, unsigned(Random() % Words)};
}

SmallVector<Store, 8> tile(const Places &Where) {
  SmallVector<Store, 8> Stores;
  for (unsigned R = 0; R < Registers; ++R)
    Stores.push_back({Where, R});
  return Stores;
}

TEST(WriterTable, EachWordOnce) {
  std::mt19937 Random(3);
  for (unsigned N = 0; N < 60; ++N) {
    check(tile(randomPlaces(Random)), randomPlaces(Random));
    ASSERT_FALSE(testing::Test::HasFailure()) << "round " << N;
  }
}

/// If a thread overwrites a word, its later store counts.
TEST(WriterTable, LaterStoresOfAThreadReplaceEarlierOnes) {
  std::mt19937 Random(5);
  for (unsigned N = 0; N < 60; ++N) {
    const Places Where = randomPlaces(Random);
    SmallVector<Store, 8> Stores = tile(Where);
    for (unsigned More = Random() % 3 + 1; More > 0; --More)
      Stores.push_back({Where, unsigned(Random() % Registers)});
    check(Stores, randomPlaces(Random));
    ASSERT_FALSE(testing::Test::HasFailure()) << "round " << N;
  }
}

/// If two threads race for one word, either may be taken as the last: the
/// kernel has no other meaning.
TEST(WriterTable, RacingThreads) {
  const Places Where = {1, 0}, Other = {1, 1}, Loads = {1, 3};
  SmallVector<Store, 8> Stores = tile(Where);
  Stores.push_back({Other, 2});
  std::vector<std::vector<std::pair<StringRef, unsigned>>> Writers(Words);
  const char *Names[] = {"v0", "v1", "v2", "v3", "v4"};
  for (auto [N, S] : enumerate(Stores))
    for (unsigned T = 0; T < Threads; ++T)
      Writers[S.Where.at(S.Register, T)].push_back({Names[N], T});
  Search S(kernel(Stores, Loads));
  ASSERT_EQ(S.Found->exchanges().size(), 1u);
  const Exchange &E = S.Found->exchanges()[0];
  const unsigned Group = E.Move.NumThreads;
  for (auto [R, Result] : enumerate(E.Results))
    for (unsigned T = 0; T < Threads; ++T) {
      const Holder H = E.Move.holder(R, T % Group);
      const unsigned Load = S.nameOf(E, Result)[1] - '0';
      const std::pair<StringRef, unsigned> Found = {
          S.nameOf(E, E.Sources[H.Register]), H.Thread + T / Group * Group};
      EXPECT_TRUE(is_contained(Writers[Loads.at(Load, T)], Found))
          << "load " << Load << " of thread " << T << ": " << Found.first.str()
          << " of thread " << Found.second;
    }
}

/// If a barrier of some warps may order the threads, the last writer is
/// unknown.
TEST(WriterTable, ThreadsInAnUnknownOrder) {
  const Places Where = {1, 0}, Other = {1, 32};
  SmallVector<Store, 8> Stores = tile(Where);
  Stores.push_back({Other, 2});
  std::string Text = kernel(Stores, {1, 3});
  // Before the last store.
  const size_t At = Text.find("  store i32 %v4");
  ASSERT_NE(At, std::string::npos);
  Text.insert(At, "  call void asm sideeffect \"bar.sync 1, 32;\", "
                  "\"~{memory}\"()\n");
  Search S(Text);
  // Only the load of the word that both store stays.
  ASSERT_EQ(S.Found->missed().size(), 1u);
  EXPECT_EQ(S.Found->missed()[0].Name, "TwoWriters");
  EXPECT_EQ(S.Found->missed()[0].Load->getName(), "r2");
  ASSERT_EQ(S.Found->exchanges().size(), 1u);
  for (const ElementRef &Result : S.Found->exchanges()[0].Results)
    EXPECT_NE(S.nameOf(S.Found->exchanges()[0], Result), "r2");
}

/// A word without a store has no writer.
TEST(WriterTable, UnwrittenWords) {
  SmallVector<Store, 8> Stores = tile({1, 0});
  Stores.pop_back();
  Search S(kernel(Stores, {1, 0}));
  EXPECT_FALSE(S.Found->missed().empty());
}

} // namespace
