//===- TargetJsonTest.cpp - Tables of targets as text ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/target/TargetJson.h"
#include "TestKernel.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/CostFields.h"
#include "layouts/plan/Plan.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// Every table: all rows, with both wave sizes.
std::vector<TargetTable> allTables() {
  std::vector<TargetTable> Tables;
  for (StringRef Cpu : knownTargets())
    for (unsigned LaneBits : {5u, 6u}) {
      Expected<TargetTable> Table = findTargetTable(Cpu, LaneBits);
      if (Table)
        Tables.push_back(std::move(*Table));
      else
        consumeError(Table.takeError());
    }
  return Tables;
}

/// Compares member by member, without the list that reading and writing use.
void expectSame(const Machine &A, const Machine &B) {
  EXPECT_EQ(A.LaneBits, B.LaneBits);
  EXPECT_EQ(A.Banks, B.Banks);
  EXPECT_EQ(A.BankBytes, B.BankBytes);
  EXPECT_EQ(A.CutsUnaligned, B.CutsUnaligned);
  EXPECT_EQ(A.JoinsPairs, B.JoinsPairs);
  EXPECT_EQ(A.ButterflyPipe, B.ButterflyPipe);
  EXPECT_EQ(A.Butterflies, B.Butterflies);
  EXPECT_EQ(A.SwapLaneBits, B.SwapLaneBits);
  ASSERT_EQ(A.Shapes.size(), B.Shapes.size());
  for (size_t I = 0; I < A.Shapes.size(); ++I) {
    EXPECT_EQ(A.Shapes[I].Bytes, B.Shapes[I].Bytes);
    EXPECT_EQ(A.Shapes[I].LoadPhase, B.Shapes[I].LoadPhase);
    EXPECT_EQ(A.Shapes[I].StorePhase, B.Shapes[I].StorePhase);
  }
  // All members of MachineCosts are doubles, so this finds a member that the
  // list of CostFields.cpp lacks.
  static_assert(sizeof(MachineCosts) % sizeof(double) == 0);
  EXPECT_EQ(costFields().size(), sizeof(MachineCosts) / sizeof(double));
  EXPECT_EQ(memcmp(&A.Costs, &B.Costs, sizeof(MachineCosts)), 0);
}

TEST(TargetJson, PrintingAndReadingChangesNothing) {
  std::vector<TargetTable> Tables = allTables();
  EXPECT_EQ(Tables.size(), 19u + 6u); // RDNA has both waves.
  for (const TargetTable &Table : Tables) {
    std::string Text = toTargetJson(Table);
    Expected<TargetTable> Again = parseTargetJson(Text);
    ASSERT_TRUE(bool(Again)) << toString(Again.takeError()) << "\n" << Text;
    EXPECT_EQ(toTargetJson(*Again), Text);
    const f2layout::Target &A = Table.T, &B = Again->T;
    expectSame(A.M, B.M);
    EXPECT_EQ(A.Maker, B.Maker);
    EXPECT_EQ(A.Cpu, B.Cpu);
    EXPECT_EQ(A.MaxSharedBytes, B.MaxSharedBytes);
    EXPECT_EQ(A.MaxThreads, B.MaxThreads);
    EXPECT_EQ(A.MaxRegisters, B.MaxRegisters);
    EXPECT_EQ(A.Moves.RowXmask, B.Moves.RowXmask);
    EXPECT_EQ(A.Moves.Permlane64, B.Moves.Permlane64);
    EXPECT_EQ(A.Moves.BpermuteReach, B.Moves.BpermuteReach);
  }
}

TEST(TargetJson, EveryFigureHasASource) {
  for (const TargetTable &Table : allTables()) {
    EXPECT_NE(Table.LimitsSource, "");
    EXPECT_NE(Table.BanksSource, "");
    EXPECT_EQ(Table.AccessSources.size(), Table.T.M.Shapes.size());
    for (const std::string &Source : Table.AccessSources)
      EXPECT_NE(Source, "");
    ASSERT_EQ(Table.CostSources.size(), costFields().size());
    for (size_t I = 0; I < costFields().size(); ++I) {
      const CostField &F = costFields()[I];
      bool IsThere =
          F.Is != CostField::MayBeMissing || Table.T.M.Costs.*F.Clocks != 0;
      EXPECT_EQ(Table.CostSources[I].empty(), !IsThere)
          << Table.T.Cpu << " " << F.Name.str();
    }
  }
}

/// sm_90's table with one piece of its text replaced.
std::string changed(StringRef Cpu, StringRef From, StringRef To) {
  std::string Text = toTargetJson(cantFail(findTargetTable(Cpu)));
  size_t At = Text.find(From.str());
  EXPECT_NE(At, std::string::npos) << From.str();
  return Text.replace(At, From.size(), To.str());
}

std::string whyNot(const std::string &Text) {
  Expected<TargetTable> Table = parseTargetJson(Text);
  return Table ? "" : toString(Table.takeError());
}

struct Mistake {
  StringRef Cpu, From, To, Message;
};

TEST(TargetJson, MistakesHaveAPlaceAndSayWhatWasExpected) {
  const Mistake Mistakes[] = {
      {"sm_90", "\"vendor\": \"nvidia\"", "\"vendor\": \"nvida\"",
       "3:13: \"vendor\" is \"nvida\", expected \"nvidia\" or \"amd\""},
      {"sm_90", "\"target\": \"sm_90\"", "\"target\": 90",
       "2:13: \"target\" is 90, expected a string"},
      {"sm_90", "\"lanes\": 32", "\"lanes\": 64",
       "4:12: \"lanes\" is 64, expected 32"},
      {"gfx942", "\"lanes\": 64", "\"lanes\": 32",
       "4:12: \"lanes\" cannot be: gfx942 has waves of 64 lanes, not of 32"},
      {"sm_90", "\"lanes\": 32,", "",
       "1:1: \"lanes\" is missing, expected a whole number from 32 to 64"},
      {"sm_90", "\"threads\": 1024", "\"threads\": 0",
       "\"limits.threads\" is 0, expected a whole number from 1 to 1024"},
      {"sm_90", "\"sharedBytes\": 49152", "\"sharedBytes\": 65536",
       "\"limits.sharedBytes\" is 65536, expected at most 49152, as sm_90 has"},
      {"sm_90", "\"banks\": 32", "\"banks\": 33",
       "\"sharedMemory.banks\" is 33, expected a power of two"},
      {"sm_90", "\"cutsUnaligned\": true", "\"cutsUnaligned\": false",
       "\"sharedMemory.cutsUnaligned\" is false, expected true, as on sm_90"},
      {"sm_90", "\"bytes\": 2", "\"bytes\": 1",
       "\"sharedMemory.accesses[1].bytes\" is 1, expected more than 1"},
      {"sm_90", "\"loadPhase\": [1,2,4,8]", "\"loadPhase\": [1,2,3]",
       "\"sharedMemory.accesses[3].loadPhase[2]\" is 3, expected a lane that "
       "is "
       "no xor of those before it"},
      {"sm_90", "\"loadPhase\": [1,2,4,8]", "\"loadPhase\": [1,2,32]",
       "loadPhase[2]\" is 32, expected a whole number from 1 to 31"},
      {"sm_90", "\"clocks\": 0.5", "\"clocks\": \"fast\"",
       "\"costs.select.clocks\" is \"fast\", expected a number from 0 to "
       "1e+06"},
      {"sm_90", "\"clocks\": 1,", "\"clocks\": 0,",
       "\"costs.shuffle.clocks\" is 0, expected a number from 0.001 to"},
      {"sm_90", "\"clocks\": 0.5", "\"clocks\": -1",
       "\"costs.select.clocks\" is -1, expected a number from 0"},
      {"sm_90", "\"pipe\": \"alu\"", "\"pipe\": \"memory\"",
       "\"costs.select.pipe\" is \"memory\", expected \"alu\""},
      {"sm_90", "\"pipe\": \"memory\"", "\"pipe\": \"tensor\"",
       "\"costs.shuffle.pipe\" is \"tensor\", expected \"memory\""},
      {"sm_90", "\"shuffle\"", "\"shufle\"",
       "\"costs.shuffle\" is missing, expected {\"clocks\""},
      {"sm_90", "\"limits\"", "\"limit\"",
       "\"limit\" is unknown, expected one"},
      {"sm_90", "\"costs\": {",
       "\"costs\": {\"swap\": {\"clocks\": 1, \"pipe\": \"alu\", "
       "\"laneBits\": [4], \"source\": \"\"},",
       "\"costs.swap\" is an instruction that sm_90 does not have"},
      {"gfx950", "\"laneBits\": [4,5]", "\"laneBits\": [3]",
       "\"costs.swap.laneBits[0]\" is 3, expected a lane bit that gfx950 "
       "swaps"},
      {"gfx942", "\"rowXmask\": false", "\"rowXmask\": true",
       "\"moves.rowXmask\" is true, expected false"},
      {"sm_80", "\"stmatrix\": false", "\"stmatrix\": true",
       "\"moves.stmatrix\" is true, expected false, as sm_80 does not have it"},
      {"sm_90", "\"ldmatrix\": true,", "",
       "\"moves.ldmatrix\" is missing, expected true or false"},
      {"sm_90", "{", "[", "2:11: Expected , or ] after array element"},
      {"sm_90", "{", "", "2:10: Text after end of document"},
  };
  for (const Mistake &M : Mistakes) {
    std::string Why = whyNot(changed(M.Cpu, M.From, M.To));
    EXPECT_NE(Why.find(M.Message.str()), std::string::npos)
        << "found:    " << Why << "\nexpected: " << M.Message.str();
    unsigned Line = 0, Column = 0;
    StringRef Rest = Why;
    EXPECT_TRUE(!Rest.consumeInteger(10, Line) && Rest.consume_front(":") &&
                !Rest.consumeInteger(10, Column) && Rest.starts_with(": ") &&
                Line && Column)
        << Why;
  }
  EXPECT_NE(whyNot(std::string(100000, '[')).find("nested deeper than"),
            std::string::npos);
  EXPECT_NE(whyNot("3").find("1:1: the document is 3, expected an object"),
            std::string::npos);
}

/// The place is that of the value, even after escapes, nesting and other
/// members of the same name.
TEST(TargetJson, PlacesAreThoseOfValues) {
  std::string Text =
      changed("sm_90", "\"source\": \"CUDA", "\"source\": \"\\\"}]\\\\ CUDA");
  size_t At = Text.find("\"clocks\": 0.5");
  At = Text.find("0.5", At);
  Text.replace(At, 3, "null");
  size_t Line = 1 + std::count(Text.begin(), Text.begin() + At, '\n');
  size_t Column = At - Text.rfind('\n', At);
  EXPECT_EQ(whyNot(Text), std::to_string(Line) + ":" + std::to_string(Column) +
                              ": \"costs.select.clocks\" is null, expected a "
                              "number from 0 to 1e+06");
}

TEST(TargetJson, ProcessorsWithoutARow) {
  std::string Text =
      changed("sm_90", "\"target\": \"sm_90\"", "\"target\": \"sm_130\"");
  TargetTable Table = cantFail(parseTargetJson(Text));
  EXPECT_EQ(Table.T.Cpu, "sm_130");
  expectSame(Table.T.M, cantFail(findTarget("sm_90")).M);
  EXPECT_NE(whyNot(changed("sm_90", "\"target\": \"sm_90\"",
                           "\"target\": \"hopper\""))
                .find("2:13: \"target\" is \"hopper\", expected the name of a "
                      "processor, such as \"sm_90\""),
            std::string::npos);
}

/// A loaded table is used for its processor, with its wave size, and nowhere
/// else.
TEST(TargetJson, LoadedTablesStandForTheirRow) {
  for (const TestCpu &Cpu : allCpus()) {
    TestKernel K(Cpu);
    f2layout::Target Loaded = K.T;
    Loaded.M.Costs.Shuffle = 1234;
    EXPECT_EQ(cantFail(getTarget(*K.F, &Loaded)).M.Costs.Shuffle, 1234);
    Loaded.M.LaneBits = 11 - Loaded.M.LaneBits;
    if (!Cpu.isNvidia()) {
      EXPECT_NE(cantFail(getTarget(*K.F, &Loaded)).M.Costs.Shuffle, 1234);
    }
    Loaded = K.T;
    Loaded.M.Costs.Shuffle = 1234;
    Loaded.Cpu = Cpu.isNvidia() ? "sm_130" : "gfx1310";
    EXPECT_NE(cantFail(getTarget(*K.F, &Loaded)).M.Costs.Shuffle, 1234);
    EXPECT_EQ(cantFail(getTarget(*K.F)).M.Costs.Shuffle, K.T.M.Costs.Shuffle);
  }
}

/// A table can remove an instruction, but cannot add one that the code's PTX
/// version does not have.
TEST(TargetJson, MatrixMovesCanBeTakenAway) {
  std::string Text =
      changed("sm_90", "\"ldmatrix\": true", "\"ldmatrix\": false");
  f2layout::Target Loaded = cantFail(parseTargetJson(Text)).T;
  TestKernel K({"sm_90", "+ptx80", 5});
  f2layout::Target T = cantFail(getTarget(*K.F, &Loaded));
  EXPECT_TRUE(T.M.MatrixLoads.empty());
  EXPECT_EQ(T.M.MatrixStores.size(), compat::HasStoreMatrix ? 2u : 0u);
  EXPECT_TRUE(T.M.Transposes);
  for (auto [Cpu, Features, Loads, Transposes, Stores] :
       {std::tuple{"sm_75", "+ptx63", false, false, false},
        {"sm_75", "+ptx65", true, false, false},
        {"sm_80", "+ptx77", true, false, false},
        {"sm_80", "+ptx78", true, true, false},
        {"sm_90", "", true, true, compat::HasStoreMatrix}}) {
    TestKernel Kernel({Cpu, Features, 5});
    f2layout::Target All = cantFail(findTarget(Cpu));
    for (const f2layout::Target *Table :
         {(const f2layout::Target *)nullptr, (const f2layout::Target *)&All}) {
      f2layout::Target Has = cantFail(getTarget(*Kernel.F, Table));
      EXPECT_EQ(!Has.M.MatrixLoads.empty(), Loads) << Cpu << Features;
      EXPECT_EQ(Has.M.Transposes, Transposes) << Cpu << Features;
      EXPECT_EQ(!Has.M.MatrixStores.empty(), Stores) << Cpu << Features;
    }
  }
}

} // namespace
