//===- CuteAtomsTest.cpp - Instructions as CuTe describes them, checked ---===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/atoms/CuteAtoms.h"
#include "gtest/gtest.h"
#include <set>

using namespace llvm;
using namespace f2layout;

/// All faults of CuTe's traits, and no other.
TEST(CuteAtoms, Faults) {
  std::set<std::string> Faults;
  unsigned Linear = 0, Compared = 0, Layouts = 0;
  for (const CuteAtom &Atom : cuteAtoms()) {
    AtomReport Report = checkAtom(Atom);
    ++Layouts;
    Linear += Report.Linear;
    Compared += Report.Compared;
    for (const std::string &Fault : Report.Faults)
      Faults.insert(Atom.Name.str() + " " + nameOf(Atom.Operand).str() + ": " +
                    Fault);
  }
  EXPECT_EQ(Faults,
            (std::set<std::string>{
                "SM75_U32x1_MOVM_T destination: thread 1, value 0 is at bit "
                "32, expected bit 256 as in the layout of matrix moves",
                "SM80_16x8x128_S32U1U1S32_TN_ANDPOPC A: 1:20: stride "
                "((_512,_1),((_16,_8))) is not nested as the shape "
                "((_4,_8),(_32,_2))",
            }));
  EXPECT_EQ(Layouts, 154u);
  EXPECT_EQ(Linear, 153u);
  EXPECT_EQ(Compared, 107u);
}

/// What other programs have had for these instructions is found.
TEST(CuteAtoms, WrongLayoutsAreFound) {
  auto Faults = [](StringRef Layout, CuteOperand Operand, unsigned Rows,
                   unsigned Columns, unsigned Bits) {
    return checkAtom({"x", Operand, Rows, Columns, Bits, 1, false, Layout, {}})
        .Faults;
  };
  // B of m16n8k32 of 4-bit integers, in a library for layouts in Python.
  std::vector<std::string> B =
      Faults("((4,8),8):((32,1),8)", CuteOperand::B, 8, 32, 4);
  ASSERT_EQ(B.size(), 3u);
  EXPECT_EQ(B[0], "((4,8),8):((32,1),8) is not linear: bit 0 of mode "
                  "0 (32) and bit 2 of mode 2 (32) carry: 32 & 32 is 32");
  EXPECT_EQ(B[1], "thread 1, value 0 and thread 0, value 4 are both at (0,4)");
  EXPECT_EQ(B[2], "thread 1, value 0 is at (0,4), expected (0,8) as in the "
                  "layout of the family mma");
  // The values of a thread in another order.
  std::vector<std::string> C =
      Faults("((4,8),(2,2)):((32,1),(8,16))", CuteOperand::C, 16, 8, 32);
  ASSERT_EQ(C.size(), 1u);
  EXPECT_EQ(C[0], "thread 0, value 1 is at (8,0), expected (0,1) as in the "
                  "layout of the family mma");
  std::vector<std::string> Missing =
      Faults("((4,8),2):((16,1),8)", CuteOperand::C, 16, 8, 32);
  ASSERT_FALSE(Missing.empty());
  EXPECT_EQ(Missing[0], "no thread has (0,4)");
}
