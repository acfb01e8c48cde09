//===- BufferAccessTest.cpp - Registers to and from a buffer --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses are checked element by element, against the layouts at every
// register of every thread and at every offset.
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/BufferAccess.h"
#include "layouts/algebra/LayoutText.h"
#include "test/unit/layouts/LayoutTesting.h"
#include "gtest/gtest.h"
#include <map>
#include <random>

using namespace f2layout;

namespace {

LinearLayout read(llvm::StringRef Text) {
  return llvm::cantFail(parseLayout(Text));
}

/// Checks that every register of every thread is where the memory layout has
/// its element, and that every access is aligned to its own width.
void check(const LinearLayout &Threads, const LinearLayout &Memory,
           const BufferAccesses &A, unsigned Bytes) {
  std::map<uint64_t, uint64_t> OffsetOf;
  for (uint64_t O = 0; O < uint64_t(1) << Memory.inputBits(); ++O)
    OffsetOf[Memory.applyFlat(O)] = O;
  const unsigned R = Threads.inputBits("register");
  const unsigned T = Threads.inputBits("lane") + Threads.inputBits("warp");
  std::map<std::pair<unsigned, unsigned>, uint64_t> ByteOf;
  for (unsigned Thread = 0; Thread < 1u << T; ++Thread)
    for (const BufferAccess &Access : A.Accesses) {
      const uint32_t First = Access.Address.at(Thread);
      EXPECT_EQ(Access.Registers.size(), A.Elements);
      EXPECT_EQ(First % (A.Elements * Bytes), 0u);
      for (unsigned I = 0; I < Access.Registers.size(); ++I)
        ByteOf[{Access.Registers[I], Thread}] = First + I * Bytes;
    }
  for (unsigned Thread = 0; Thread < 1u << T; ++Thread)
    for (unsigned Register = 0; Register < 1u << R; ++Register) {
      auto It = ByteOf.find({A.CopyOf[Register], Thread});
      ASSERT_TRUE(It != ByteOf.end());
      // Inputs are in the order register, lane, warp.
      const uint64_t Element =
          Threads.applyFlat(Register | uint64_t(Thread) << R);
      EXPECT_EQ(It->second, OffsetOf[Element] * Bytes)
          << "register " << Register << " of thread " << Thread;
    }
}

TEST(BufferAccess, ExampleOfTheHeader) {
  LinearLayout Apart = read("register=[[1,0]], lane=[[0,1],[0,2]] -> [2,4]");
  LinearLayout Swizzled = read("offset=[[0,1],[0,2],[1,1]] -> [2,4]");
  auto A = bufferAccesses(Apart, Swizzled, 16, 16);
  ASSERT_TRUE(bool(A));
  EXPECT_EQ(A->Elements, 1u);
  ASSERT_EQ(A->Accesses.size(), 2u);
  EXPECT_EQ(A->Accesses[0].Address.at(3), 6u);
  EXPECT_EQ(A->Accesses[1].Address.at(3), 2u * (3 ^ 5));
  check(Apart, Swizzled, *A, 2);

  LinearLayout Pairs = read("register=[[0,1]], lane=[[0,2],[1,0]] -> [2,4]");
  auto B = bufferAccesses(Pairs, Swizzled, 16, 16);
  ASSERT_TRUE(bool(B));
  EXPECT_EQ(B->Elements, 1u);
  check(Pairs, Swizzled, *B, 2);
  LinearLayout Plain = read("offset=[[0,1],[0,2],[1,0]] -> [2,4]");
  auto C = bufferAccesses(Pairs, Plain, 16, 16);
  ASSERT_TRUE(bool(C));
  EXPECT_EQ(C->Elements, 2u);
  EXPECT_EQ(C->Accesses[0].Address.at(3), 12u);
  check(Pairs, Plain, *C, 2);
}

TEST(BufferAccess, WidthIsLimited) {
  LinearLayout Row = read("register=[[1],[2],[4]], lane=[[8],[16]] -> [32]");
  LinearLayout Plain = read("offset=[[1],[2],[4],[8],[16]] -> [32]");
  for (unsigned Max : {4u, 8u, 16u}) {
    auto A = bufferAccesses(Row, Plain, 32, Max);
    ASSERT_TRUE(bool(A));
    EXPECT_EQ(A->Elements, Max / 4);
    EXPECT_EQ(A->Accesses.size(), 32 / Max);
    check(Row, Plain, *A, 4);
  }
}

TEST(BufferAccess, CopiesAreAccessedOnce) {
  // Registers 2 and 3 hold copies of 1 and 0.
  LinearLayout Copies = read("register=[[1],[1],[2]], lane=[[4],[0]] -> [8]");
  LinearLayout Plain = read("offset=[[1],[2],[4]] -> [8]");
  auto A = bufferAccesses(Copies, Plain, 32, 16);
  ASSERT_TRUE(bool(A));
  EXPECT_EQ(A->Accesses.size(), 1u);
  EXPECT_EQ(A->Elements, 4u);
  EXPECT_EQ(A->CopyOf[2], A->CopyOf[1]);
  EXPECT_EQ(A->CopyOf[3], A->CopyOf[0]);
  check(Copies, Plain, *A, 4);
}

TEST(BufferAccess, AffineLayouts) {
  LinearLayout Threads =
      read("register=[[1],[2]], lane=[[4],[8]] -> [16] ^ [3]");
  LinearLayout Memory = read("offset=[[1],[2],[4],[8]] -> [16] ^ [9]");
  auto A = bufferAccesses(Threads, Memory, 16, 16);
  ASSERT_TRUE(bool(A));
  check(Threads, Memory, *A, 2);
}

TEST(BufferAccess, Mistakes) {
  auto Fails = [](llvm::StringRef Threads, llvm::StringRef Memory,
                  llvm::StringRef Why) {
    auto A = bufferAccesses(read(Threads), read(Memory), 32, 16);
    ASSERT_FALSE(bool(A)) << Threads.str();
    std::string Message = llvm::toString(A.takeError());
    EXPECT_NE(Message.find(Why), std::string::npos) << Message;
  };
  Fails("offset=[[1]] -> [2]", "offset=[[1]] -> [2]",
        "inputs other than register");
  Fails("lane=[[1]] -> [2]", "lane=[[1]] -> [2]", "offset alone");
  Fails("lane=[[1]] -> [2]", "offset=[[1],[2]] -> [4]", "4");
  Fails("lane=[[1],[2]] -> [4]", "offset=[[1],[1]] -> [4]", "not one-to-one");
  Fails("lane=[[1]], block=[[2]] -> [4]", "offset=[[1],[2]] -> [4]", "block");
}

/// Random distributed layouts, with copies, and random memory layouts.
TEST(BufferAccess, RandomPairs) {
  std::mt19937_64 Random(7);
  for (unsigned Round = 0; Round < 500; ++Round) {
    const unsigned N = 1 + Random() % 8, R = Random() % 5, T = Random() % 7;
    std::string Threads = "register=[", Memory = "offset=[";
    for (unsigned J = 0; J < R + T; ++J) {
      Threads += J == R ? "], lane=[" : "";
      Threads += J && J != R ? "," : "";
      Threads += "[" + std::to_string(Random() % (1u << N)) + "]";
    }
    Threads += (T ? "] -> [" : "], lane=[] -> [") + std::to_string(1 << N) +
               "] ^ [" + std::to_string(Random() % (1u << N)) + "]";
    // An upper triangular matrix, so that it is one-to-one.
    for (unsigned J = 0; J < N; ++J)
      Memory += (J ? ",[" : "[") +
                std::to_string(1u << J | Random() % (1u << J)) + "]";
    Memory += "] -> [" + std::to_string(1 << N) + "]";
    LinearLayout A = read(Threads), B = read(Memory);
    for (unsigned Bytes : {1u, 2u, 4u, 8u}) {
      auto Accesses = bufferAccesses(A, B, 8 * Bytes, 16);
      ASSERT_TRUE(bool(Accesses)) << Threads << Memory;
      check(A, B, *Accesses, Bytes);
    }
    // The element at the offset is the one that the register of the thread
    // holds.
    auto Offsets = bufferOffsets(A, B, 8);
    ASSERT_TRUE(bool(Offsets)) << Threads << Memory;
    for (uint64_t Place = 0; Place < uint64_t(1) << (R + T); ++Place)
      EXPECT_EQ(B.applyFlat(Offsets->applyFlat(Place)), A.applyFlat(Place))
          << Threads << Memory;
  }
}

} // namespace
