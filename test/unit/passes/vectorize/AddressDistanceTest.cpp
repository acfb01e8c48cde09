//===- AddressDistanceTest.cpp - Accesses that never overlap --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pairs of random addresses. If they are claimed never to overlap, they must
// not overlap in any thread with any of the tried arguments.
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/AddressDistance.h"
#include "compat/LLVMCompat.h"
#include "test/unit/passes/AnalysisTesting.h"
#include "test/unit/passes/bits/FormsJudge.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// A kernel with two slightly different addresses of one kind.
class AddressPair {
  std::mt19937 &Random;
  IRBuilder<> Build;
  Type *I64;

public:
  Function *F;
  Value *Numbers[2];
  Value *Pointers[2];

  AddressPair(Module &M, std::mt19937 &Random)
      : Random(Random), Build(M.getContext()),
        I64(Type::getInt64Ty(M.getContext())) {
    LLVMContext &Context = M.getContext();
    F = Function::Create(
        FunctionType::get(Type::getVoidTy(Context), {I64, I64}, false),
        Function::ExternalLinkage, "f", M);
    F->setCallingConv(CallingConv::PTX_Kernel);
    Build.SetInsertPoint(BasicBlock::Create(Context, "", F));
    Value *X = Build.CreateZExt(
        Build.CreateIntrinsic(Type::getInt32Ty(Context),
                              Intrinsic::nvvm_read_ptx_sreg_tid_x, {}),
        I64);
    Value *Base = pick(4) ? number(pick(2) << 12) : F->getArg(0);
    Value *Row =
        pick(2) ? Build.CreateAnd(F->getArg(1), number(pick(64))) : number(0);
    Row = Build.CreateShl(Row, number(4 + pick(8)));
    for (unsigned N = 0; N < 2; ++N) {
      Value *V = Build.CreateShl(X, number(pick(6)));
      Value *Own = Row;
      if (pick(3) == 0)
        Own = Build.CreateXor(Own, number(1u << (2 + pick(12))));
      V = pick(2) ? Build.CreateXor(V, Own) : Build.CreateAdd(V, Own);
      if (pick(2))
        V = Build.CreateXor(V, number(pick(2) ? pick(32) : 1u << pick(13)));
      if (pick(2))
        V = Build.CreateAdd(V, number(pick(2) ? pick(64) : 64 * pick(80)));
      if (pick(5) == 0)
        V = Build.CreateOr(V, number(1u << pick(8)));
      Numbers[N] = Build.CreateAdd(Base, V);
      Pointers[N] =
          Build.CreateIntToPtr(Numbers[N], PointerType::get(Context, 1));
    }
    Build.CreateRetVoid();
  }

private:
  unsigned pick(unsigned End) { return unsigned(Random() % End); }
  Value *number(uint64_t N) { return ConstantInt::get(I64, N); }
};

/// Whether BytesA bytes at A and BytesB bytes at B overlap, in unbounded
/// memory.
bool meet(uint64_t A, uint64_t BytesA, uint64_t B, uint64_t BytesB) {
  return A - B < BytesB || B - A < BytesA;
}

/// Whether they overlap in thread X with these arguments.
bool meetIn(AddressPair &P, FormsOf &Of, unsigned X,
            ArrayRef<uint64_t> Arguments, unsigned BytesA, unsigned BytesB) {
  Execution Run(Of, ThreadNumber{X, 0, 0}, [&](const Argument &A) {
    return APInt(64, Arguments[A.getArgNo()]);
  });
  Run.run(1, [](BasicBlock &) {});
  return meet(Run.of(P.Numbers[0])->getZExtValue(), BytesA,
              Run.of(P.Numbers[1])->getZExtValue(), BytesB);
}

TEST(AddressDistance, RandomPairsThatNeverMeetDoNot) {
  std::mt19937 Random(71);
  LLVMContext Context;
  unsigned Proved = 0, Met = 0;
  for (unsigned N = 0; N < 1500 && !testing::Test::HasFailure(); ++N) {
    Module M("random", Context);
    compat::setTargetTriple(M, Triple("nvptx64-nvidia-cuda"));
    AddressPair P(M, Random);
    FormsOf Of(*P.F);
    const unsigned BytesA = 1u << Random() % 5, BytesB = 1u << Random() % 5;
    const bool Never =
        neverMeet(Of.Forms, *Of.Forms.address(P.Pointers[0]), BytesA,
                  *Of.Forms.address(P.Pointers[1]), BytesB);
    bool Any = false;
    for (unsigned Try = 0; Try < 200 && !Any; ++Try) {
      const uint64_t Arguments[] = {uint64_t(Random()) << 20 | Random() % 4096,
                                    Random() % 64};
      Any = meetIn(P, Of, Random() % 1024, Arguments, BytesA, BytesB);
    }
    Proved += Never;
    Met += Any;
    if (!Never || !Any)
      continue;
    std::string Text;
    raw_string_ostream OS(Text);
    P.F->print(OS);
    ADD_FAILURE() << BytesA << " and " << BytesB << " bytes meet:\n" << Text;
  }
  // Both kinds occur often.
  EXPECT_GT(Met, 150u);
  EXPECT_GT(Proved, 400u);
}

/// For %p + A and %p + B in a kernel with %p, %n, %m and the thread %t.
bool neverMeetIn(StringRef Body, StringRef A, uint64_t BytesA, StringRef B,
                 uint64_t BytesB) {
  const StringRef At = " = getelementptr i8, ptr addrspace(3) %p, i32 ";
  const ParsedKernel K(nvptxKernel(
      "ptr addrspace(3) %p, i32 %n, i32 %m",
      (Body + "  %a" + At + A + "\n  %b" + At + B + "\n  ret void").str()));
  FormsOf Of(K.function());
  return neverMeet(Of.Forms, *Of.Forms.address(K.value("a")), BytesA,
                   *Of.Forms.address(K.value("b")), BytesB);
}

TEST(AddressDistance, TheOtherHalf) {
  const char *Xor = "  %i = and i32 %n, 1024\n"
                    "  %o = add i32 %i, %t\n"
                    "  %x = xor i32 %o, 1024\n";
  EXPECT_TRUE(neverMeetIn(Xor, "%o", 1, "%x", 1));
  EXPECT_TRUE(neverMeetIn(Xor, "%o", 1024, "%x", 1024));
  EXPECT_FALSE(neverMeetIn(Xor, "%o", 1025, "%x", 1));
  EXPECT_FALSE(neverMeetIn(Xor, "%o", 1, "%x", 1025));
}

TEST(AddressDistance, EvenAndOddRows) {
  const char *Rows = "  %e = shl i32 %n, 5\n"
                     "  %o = shl i32 %m, 5\n"
                     "  %o1 = or i32 %o, 16\n";
  EXPECT_TRUE(neverMeetIn(Rows, "%e", 16, "%o1", 16));
  EXPECT_FALSE(neverMeetIn(Rows, "%e", 17, "%o1", 1));
  EXPECT_FALSE(neverMeetIn(Rows, "%e", 1, "%o1", 17));
}

TEST(AddressDistance, ByRange) {
  const char *Range = "  %o = add i32 %t, 1024\n"
                      "  %u = and i32 %n, 255\n"
                      "  %v = add i32 %o, %u\n";
  EXPECT_TRUE(neverMeetIn(Range, "%t", 1024, "%v", 16));
  EXPECT_FALSE(neverMeetIn(Range, "%t", 1025, "%v", 16));
}

TEST(AddressDistance, NothingIsKnownOfTwoPointers) {
  EXPECT_FALSE(neverMeetIn("", "%n", 1, "%m", 1));
}

} // namespace
