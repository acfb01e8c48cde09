//===- RegisterAsmTest.cpp ------------------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/support/RegisterAsm.h"
#include "compat/LLVMCompat.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// A function with one call of assembly.
class RegisterAsmTest : public testing::Test {
protected:
  /// The assembly has two inputs and one output of 32 bits.
  CallInst *call(StringRef Text, bool HasSideEffects = false,
                 const char *Cpu = "nvptx64-nvidia-cuda") {
    compat::setTargetTriple(M, Triple(Cpu));
    const char *Constraints =
        compat::targetTriple(M).isNVPTX() ? "=r,r,r" : "=v,v,v";
    Type *I32 = Type::getInt32Ty(C);
    auto *T = FunctionType::get(I32, {I32, I32}, false);
    IRBuilder<> B(BB);
    CallInst *Call =
        B.CreateCall(InlineAsm::get(T, Text, Constraints, HasSideEffects),
                     {B.getInt32(1), B.getInt32(2)});
    Call->setDoesNotThrow();
    Call->setDoesNotAccessMemory();
    return Call;
  }
  bool returns(StringRef Text) { return asmReturns(*call(Text)); }
  bool returnsOnAmd(StringRef Text) {
    return asmReturns(*call(Text, false, "amdgcn-amd-amdhsa"));
  }
  bool isKnown(StringRef Text) { return parseRegisterAsm(*call(Text)).Known; }

private:
  LLVMContext C;
  Module M{"m", C};
  Function *F = Function::Create(FunctionType::get(Type::getVoidTy(C), false),
                                 Function::ExternalLinkage, "f", M);
  BasicBlock *BB = BasicBlock::Create(C, "", F);
};

TEST_F(RegisterAsmTest, KnowsTheAssemblyOfHalves) {
  for (const char *Text :
       {"{add.f16x2 $0,$1,$2;\n}", "{  cvt.rn.f16.f32 $0, $1;}\n",
        "{.reg .f16 low,high;\n mov.b32 {low,high}, $1;\n mov.b16 $0, low;}",
        "{ .reg .pred __$$temp3;\n setp.eq.f16  __$$temp3, $1, $2;\n "
        "selp.u16 $0, 1, 0, __$$temp3;}",
        "{.reg.b32         f, C;  mov.b32 C, 0x3fb8aa3bU; "
        "fma.rn.f32 f,$1,C,-0.0; }",
        "{mov.u32 $0, WARP_SZ;\n}"}) {
    EXPECT_TRUE(isKnown(Text)) << Text;
    EXPECT_TRUE(returns(Text)) << Text;
  }
}

TEST_F(RegisterAsmTest, KnowsNoOtherNames) {
  for (const char *Text :
       {"mov.b32 $0, $$1;", "mov.b32 $0, __$$1;", "mov.b32 $0, symbol;",
        "mov.b32 $0, ${1:x};", ".reg.b32 1x; mov.b32 $0, 1x;"})
    EXPECT_FALSE(isKnown(Text)) << Text;
}

TEST_F(RegisterAsmTest, LoadsReturnButAreNotKnown) {
  for (const char *Text :
       {"ld.global.nc.b32 $0, [$1];", "ld.shared.b32 $0, [$1+4];",
        "@p ld.b32 $0, [$1];"}) {
    EXPECT_TRUE(returns(Text)) << Text;
    EXPECT_FALSE(isKnown(Text)) << Text;
  }
}

TEST_F(RegisterAsmTest, TexturesAreLeftOut) {
  EXPECT_FALSE(returns("tex.1d.v4.u32.s32 {$0, $1, $2, $2}, [$1, {$2}];"));
}

TEST_F(RegisterAsmTest, JumpsAndWaitsMayNotReturn) {
  for (const char *Text : {"exit;",
                           "mov.b32 $0, $1; exit",
                           "trap;",
                           "@p bra L;",
                           "L: mov.b32 $0,1;",
                           "bar.sync 0;",
                           "barrier.sync 0;",
                           "@p ret;",
                           "call f;",
                           "@p",
                           "$0 a;",
                           "shfl.sync.idx.b32 $0, $1, $2, 31, -1;",
                           "nanosleep.u32 $1;",
                           "mbarrier.try_wait.b64 p, [$1], $2;",
                           "ld.volatile.b32 $0, [$1];",
                           "ld.global.relaxed.sys.b32 $0, [$1];",
                           "st.b32 [$1], $2;",
                           "atom.add.u32 $0, [$1], $2;",
                           "mov.b32 $0, 1; /* mov */ exit;",
                           "/* mov */ mov.b32 $0, $1;",
                           "mov.b32 $0, 1; // mov \n exit;",
                           ".regs",
                           "moveit.b32 $0, $1;"})
    EXPECT_FALSE(returns(Text)) << Text;
}

TEST_F(RegisterAsmTest, SideEffectsAndWritesAreKept) {
  EXPECT_TRUE(asmReturns(*call("mov.b32 $0, $1;")));
  EXPECT_FALSE(asmReturns(*call("mov.b32 $0, $1;", /*HasSideEffects=*/true)));
  CallInst *Writes = call("mov.b32 $0, $1;");
  Writes->setMemoryEffects(MemoryEffects::unknown());
  EXPECT_FALSE(asmReturns(*Writes));
  Writes->setOnlyReadsMemory();
  EXPECT_TRUE(asmReturns(*Writes));
}

TEST_F(RegisterAsmTest, ReadsTheAssemblyOfAmd) {
  EXPECT_TRUE(returnsOnAmd(""));
  EXPECT_TRUE(returnsOnAmd("v_cvt_f32_f16 $0, $1"));
  EXPECT_TRUE(returnsOnAmd("v_pk_add_f16 $0, $1, $2\n\tv_mov_b32 $0, $0"));
  // What is behind a semicolon is a comment there.
  EXPECT_TRUE(returnsOnAmd("v_mov_b32 $0, $1 ; s_endpgm"));
  for (const char *Text :
       {"s_endpgm", "v_mov_b32 $0, $1\ns_endpgm", "s_barrier", "s_sleep 1",
        "s_branch L", "L:", "s_waitcnt vmcnt(0)", "s_trap 2", "; v_mov_b32",
        "global_load_dword $0, $1, off"})
    EXPECT_FALSE(returnsOnAmd(Text)) << Text;
}

} // namespace
