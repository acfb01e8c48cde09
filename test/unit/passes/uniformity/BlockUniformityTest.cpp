//===- BlockUniformityTest.cpp - Reach and assumptions --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/uniformity/BlockUniformity.h"
#include "test/unit/passes/AnalysisTesting.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/xxhash.h"
#include <array>
#include <map>
#include <optional>
#include <random>
#include <vector>

using namespace llvm;
using namespace f2layout;

namespace {

LaunchShape kernelShape() {
  LaunchShape Shape;
  Shape.IsKernel = true;
  return Shape;
}

std::string guarded() {
  return nvptxKernel("i32 %n", R"(
  %c = icmp ult i32 %t, 1024
  br i1 %c, label %then, label %end
then:
  %d = icmp ult i32 %t, 100
  br i1 %d, label %more, label %end
more:
  br label %end
end:
  %v = phi i32 [ 0, %entry ], [ 1, %then ], [ 2, %more ]
  ret void
)");
}

TEST(BlockUniformity, AssumedBranchesRefineTheAnswers) {
  ParsedKernel K(guarded());
  BlockUniformity U(K.function(), kernelShape());
  EXPECT_FALSE(U.hasUniformBranch(K.block("entry")));
  EXPECT_FALSE(U.isUniformlyReached(K.block("then")));
  EXPECT_EQ(U.divergenceOf(K.block("then")), K.block("entry")->getTerminator());
  EXPECT_EQ(U.divergenceOf(K.block("end")), nullptr);

  U.assumeUniformBranch(K.block("entry"));
  EXPECT_TRUE(U.hasUniformBranch(K.block("entry")));
  EXPECT_TRUE(U.isUniformlyReached(K.block("then")));
  EXPECT_FALSE(U.isUniformlyReached(K.block("more")));
  EXPECT_EQ(U.divergenceOf(K.block("more")), K.block("then")->getTerminator());
  EXPECT_FALSE(U.isUniform(K.value("c")))
      << "the condition itself still varies";
  EXPECT_FALSE(U.isUniform(K.value("v")));

  U.assumeUniformBranches({K.block("entry"), K.block("then")});
  EXPECT_TRUE(U.isUniformlyReached(K.block("more")));
  EXPECT_TRUE(U.isUniform(K.value("v")));
}

TEST(BlockUniformity, MovedAnswersStayValid) {
  ParsedKernel K(guarded());
  BlockUniformity First(K.function(), kernelShape());
  BlockUniformity U = std::move(First);
  EXPECT_FALSE(U.isUniform(K.value("t")));
  U.assumeUniformBranch(K.block("entry"));
  EXPECT_TRUE(U.isUniformlyReached(K.block("then")));
}

TEST(BlockUniformity, AValueMayBeUniformInsideALoopOnly) {
  ParsedKernel K(nvptxKernel("i32 %n", R"(
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %k, 1
  %again = icmp ult i32 %next, %t
  br i1 %again, label %loop, label %end
end:
  %outside = add i32 %next, %n
  ret void
)"));
  BlockUniformity U(K.function(), kernelShape());
  EXPECT_TRUE(U.isUniform(K.value("next")));
  EXPECT_TRUE(U.isUniformUse(K.value("again")->getOperandUse(0)));
  EXPECT_FALSE(U.isUniformUse(K.value("outside")->getOperandUse(0)));
  EXPECT_FALSE(U.isUniform(K.value("outside")));
  EXPECT_FALSE(U.isUniformlyReached(K.block("loop")));
}

//===----------------------------------------------------------------------===//
// Against running threads
//===----------------------------------------------------------------------===//

/// A function of random control flow. Branches on %u are uniform, branches on
/// %c and switches on %t divergent; some blocks end the thread, by ret or by an
/// assembly exit, and some are undefined behaviour.
std::string randomFunction(std::mt19937 &Random, unsigned Blocks) {
  auto Pick = [&](unsigned N) { return unsigned(Random() % N); };
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "target triple = \"nvptx64-nvidia-cuda\"\n"
        "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
        "define ptx_kernel void @k(i1 %u) {\nentry:\n"
        "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
        "  %c = icmp eq i32 %t, 0\n  br label %b0\n";
  for (unsigned I = 0; I != Blocks; ++I) {
    auto Target = [&] { return "label %b" + std::to_string(Pick(Blocks)); };
    OS << "b" << I << ":\n";
    if (Pick(16) == 0)
      OS << "  call void asm sideeffect \"@p exit;\", \"\"()\n";
    switch (Pick(12)) {
    case 0:
      OS << "  ret void\n";
      break;
    case 1:
      OS << (Pick(2) ? "  unreachable\n" : "  ret void\n");
      break;
    case 2:
      OS << "  switch i32 %t, " << Target() << " [ i32 0, " << Target()
         << "\n i32 1, " << Target() << " ]\n";
      break;
    case 3:
    case 4:
    case 5:
      OS << "  br i1 %c, " << Target() << ", " << Target() << "\n";
      break;
    case 6:
    case 7:
    case 8:
    case 9:
      OS << "  br i1 %u, " << Target() << ", " << Target() << "\n";
      break;
    default:
      OS << "  br " << Target() << "\n";
    }
  }
  OS << "}\n";
  return Text;
}

using Visits = std::map<const BasicBlock *, unsigned>;

/// A number that depends only on the arguments.
uint64_t choose(std::array<unsigned, 4> Of) {
  return xxh3_64bits(
      ArrayRef(reinterpret_cast<const uint8_t *>(Of.data()), sizeof(Of)));
}

/// Runs one thread: uniform branches depend on block and visit, divergent ones
/// also on the thread. Returns std::nullopt if the thread does not terminate,
/// or reaches a block that no thread may reach.
std::optional<Visits> runThread(const Function &F, unsigned Thread,
                                unsigned Seed) {
  Visits Count;
  const BasicBlock *BB = &F.getEntryBlock();
  for (unsigned Step = 0; Step != 300; ++Step) {
    unsigned Visit = Count[BB]++;
    const Instruction *T = BB->getTerminator();
    bool Divergent = isa<SwitchInst>(T);
    if (auto *Branch = dyn_cast<BranchInst>(T))
      Divergent =
          Branch->isConditional() && !isa<Argument>(Branch->getCondition());
    unsigned Number = std::distance(F.begin(), BB->getIterator());
    if (isa<CallInst>(BB->front()) && BB != &F.getEntryBlock() &&
        choose({Seed, Visit, Thread, 77}) % 4 == 0)
      return Count; // "exit", under the thread's own predicate.
    if (isa<UnreachableInst>(T))
      return std::nullopt;
    if (isa<ReturnInst>(T))
      return Count;
    uint64_t Way = choose({Seed, Number, Visit, Divergent ? Thread + 1 : 0});
    BB = T->getSuccessor(Way % T->getNumSuccessors());
  }
  return std::nullopt;
}

TEST(BlockUniformity, ReachAgreesWithRunningThreads) {
  std::mt19937 Random(20240601);
  unsigned Checked = 0, Uniform = 0;
  for (unsigned Round = 0; Round != 3000; ++Round) {
    ParsedKernel K(randomFunction(Random, 3 + Random() % 9));
    BlockUniformity U(K.function(), kernelShape());
    for (unsigned Seed = 0; Seed != 8; ++Seed) {
      std::vector<Visits> Threads;
      for (unsigned Thread = 0; Thread != 4; ++Thread)
        if (auto V = runThread(K.function(), Thread, Round * 8 + Seed))
          Threads.push_back(*V);
      // A program in which a thread has undefined behaviour promises nothing.
      if (Threads.size() != 4)
        continue;
      ++Checked;
      for (const BasicBlock &BB : K.function()) {
        if (!U.isUniformlyReached(&BB)) {
          EXPECT_NE(U.divergenceOf(&BB), nullptr);
          continue;
        }
        ++Uniform;
        for (Visits &V : Threads)
          ASSERT_EQ(V[&BB], Threads[0][&BB])
              << BB.getName().str() << " of round " << Round;
      }
    }
  }
  // The property must not hold vacuously.
  EXPECT_GT(Checked, 1000u);
  EXPECT_GT(Uniform, 1000u);
}

} // namespace
