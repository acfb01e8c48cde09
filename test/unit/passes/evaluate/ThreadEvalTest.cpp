//===- ThreadEvalTest.cpp - Evaluation against an interpreter -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random address computations from the thread's index and two arguments. For
// every thread of a block, an interpreter (FormsJudge.h) computes them for some
// values of the arguments. A constant term must have that value. Two terms with
// the same symbolic part must differ by their constants, whichever threads they
// belong to.
//
//===----------------------------------------------------------------------===//

#include "passes/evaluate/ThreadEval.h"
#include "compat/LLVMCompat.h"
#include "test/unit/passes/AnalysisTesting.h"
#include "test/unit/passes/bits/FormsJudge.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Verifier.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// Operations on i32 and i64, as in index arithmetic.
class RandomAddress {
  std::mt19937 &Random;
  IRBuilder<> Build;
  std::vector<Value *> Pool;

public:
  Function *F;
  std::vector<Instruction *> Made;

  RandomAddress(Module &M, std::mt19937 &Random, unsigned Operations)
      : Random(Random), Build(M.getContext()) {
    Type *I32 = Build.getInt32Ty();
    F = Function::Create(FunctionType::get(Build.getVoidTy(), {I32, I32},
                                           /*isVarArg=*/false),
                         Function::ExternalLinkage, "f", M);
    F->setCallingConv(CallingConv::PTX_Kernel);
    Build.SetInsertPoint(BasicBlock::Create(M.getContext(), "", F));
    for (Intrinsic::ID ID : {Intrinsic::nvvm_read_ptx_sreg_tid_x,
                             Intrinsic::nvvm_read_ptx_sreg_tid_y})
      Pool.push_back(Build.CreateIntrinsic(I32, ID, {}));
    for (Argument &A : F->args())
      Pool.push_back(&A);
    for (unsigned N = 0; N < Operations; ++N) {
      Value *V = operation();
      Pool.push_back(V);
      if (auto *I = dyn_cast<Instruction>(V))
        Made.push_back(I);
    }
    Build.CreateRetVoid();
    EXPECT_FALSE(verifyFunction(*F, &errs()));
  }

private:
  unsigned pick(unsigned End) { return Random() % End; }
  Value *any() {
    // Prefer the thread's index and the latest value.
    const unsigned Kind = pick(4);
    return Kind == 0   ? Pool[pick(2)]
           : Kind == 1 ? Pool.back()
                       : Pool[pick(Pool.size())];
  }
  Value *anyInt() {
    Value *V = any();
    return V->getType()->isIntegerTy(1)
               ? Build.CreateZExt(V, Build.getInt32Ty())
               : V;
  }
  Value *number(Type *Ty, unsigned End) {
    return ConstantInt::get(Ty, pick(End));
  }

  Value *operation() {
    Value *A = anyInt(), *B = anyInt();
    if (pick(2))
      B = ConstantInt::get(A->getType(), pick(3) ? 1u << pick(10) : pick(999));
    else if (B->getType() != A->getType())
      B = Build.CreateZExtOrTrunc(B, A->getType());
    const unsigned Width = A->getType()->getIntegerBitWidth();
    Value *Shift = number(A->getType(), pick(4) ? 9 : Width);
    Value *Divisor = ConstantInt::get(A->getType(), 1 + pick(40));
    switch (pick(15)) {
    case 0:
    case 1:
      return Build.CreateAdd(A, B);
    case 2:
      return Build.CreateSub(A, B);
    case 3:
      return Build.CreateMul(A, B);
    case 4:
      return Build.CreateAnd(A, B);
    case 5:
      return Build.CreateOr(A, B);
    case 6:
    case 7:
      return Build.CreateXor(A, B);
    case 8:
      return Build.CreateShl(A, Shift);
    case 9:
      return Build.CreateLShr(A, Shift);
    case 10:
      return Build.CreateAShr(A, Shift);
    case 11:
      return pick(2) ? Build.CreateUDiv(A, Divisor)
                     : Build.CreateURem(A, Divisor);
    case 12:
      return Build.CreateSelect(Build.CreateICmpULT(A, B), A, B);
    case 13:
      return Width == 32 ? (pick(2) ? Build.CreateZExt(A, Build.getInt64Ty())
                                    : Build.CreateSExt(A, Build.getInt64Ty()))
                         : Build.CreateTrunc(A, Build.getInt32Ty());
    default:
      return pick(2) ? Build.CreateSDiv(A, Divisor)
                     : Build.CreateSRem(A, Divisor);
    }
  }
};

/// Counts the claims about one function.
struct Checked {
  unsigned Constants = 0, Equal = 0;
};

void check(Function &F, ArrayRef<Instruction *> Values, EvalShape Shape,
           std::mt19937 &Random, Checked &Count) {
  FormsOf Of(F);
  PostDominatorTree PDT(F);
  SymbolicIntTable Terms;
  ThreadEval Eval(F, Shape, Of.Uniformity, Of.DT, PDT, Of.LI, Terms);
  std::vector<std::vector<SymbolicInt>> All;
  for (Instruction *I : Values)
    All.push_back(Eval.eval(I).vec());
  for (unsigned Round = 0; Round < 3; ++Round) {
    APInt Arguments[2];
    for (unsigned N = 0; N < 2; ++N)
      Arguments[N] = randomArgument(*F.getArg(N), Random);
    // By width and symbolic part: its value.
    std::map<std::pair<unsigned, SymId>, uint64_t> Parts;
    for (unsigned T = 0; T < Shape.threads(); ++T) {
      Execution Run(Of, {T % Shape.Size[0], T / Shape.Size[0], 0},
                    [&](const Argument &A) { return Arguments[A.getArgNo()]; });
      Run.run(1, [](BasicBlock &) {});
      for (auto [N, I] : enumerate(Values)) {
        std::optional<APInt> Real = Run.of(I);
        const SymbolicInt Term = All[N][T];
        if (!Real || SymbolicIntTable::isVarying(Term.Sym))
          continue;
        const unsigned Width = Real->getBitWidth();
        const uint64_t Part = (Real->getZExtValue() - Term.Const) &
                              maskTrailingOnes<uint64_t>(Width);
        if (Term.isConst())
          ++Count.Constants;
        auto [It, First] =
            Parts.try_emplace({Width, Term.Sym}, Term.isConst() ? 0 : Part);
        Count.Equal += !First && !Term.isConst();
        ASSERT_EQ(It->second, Part) << "thread " << T;
      }
    }
  }
}

TEST(ThreadEval, RandomAddresses) {
  Checked Count;
  for (unsigned Seed = 0; Seed < 150; ++Seed) {
    std::mt19937 Random(Seed);
    LLVMContext Context;
    Module M("m", Context);
    compat::setTargetTriple(M, Triple("nvptx64-nvidia-cuda"));
    RandomAddress A(M, Random, 20);
    EvalShape Shape;
    Shape.Size = Seed % 3 ? std::array<unsigned, 3>{32, 1, 1}
                          : std::array<unsigned, 3>{16, 3, 1};
    check(*A.F, A.Made, Shape, Random, Count);
    if (testing::Test::HasFailure()) {
      std::string Text;
      raw_string_ostream OS(Text);
      A.F->print(OS);
      FAIL() << "seed " << Seed << "\n" << Text;
    }
  }
  // Most values that depend on the thread alone are computed, and those with an
  // argument are still distinguished between threads.
  EXPECT_GT(Count.Constants, 50000u);
  EXPECT_GT(Count.Equal, 20000u);
}

/// The values have in a few threads what they have there in all of them.
void checkFew(Function &F, ArrayRef<Instruction *> Values, unsigned &Unknown) {
  EvalShape Shape;
  Shape.Size = {64, 2, 1};
  FormsOf Of(F);
  PostDominatorTree PDT(F);
  SymbolicIntTable Terms;
  ThreadEval Eval(F, Shape, Of.Uniformity, Of.DT, PDT, Of.LI, Terms);
  ThreadEval *Few = Eval.inFewThreads();
  ASSERT_NE(Few, nullptr);
  EXPECT_EQ(Few->inFewThreads(), nullptr);
  ASSERT_LT(Few->threads(), Eval.threads());
  for (Instruction *I : Values) {
    const std::vector<SymbolicInt> Some = Few->eval(I).vec();
    const ThreadValues &All = Eval.eval(I);
    ASSERT_EQ(Some.size(), Few->threads());
    for (unsigned T = 0; T < Some.size(); ++T)
      if (!SymbolicIntTable::isVarying(Some[T].Sym))
        ASSERT_TRUE(Some[T] == All[T]) << "thread " << T;
    EXPECT_EQ(Few->reads(I), Eval.reads(I));
    if (!Few->eval(I).sharedSym()) {
      ++Unknown;
      EXPECT_FALSE(All.sharedSym()) << "unknown in a few threads alone";
    }
  }
}

TEST(ThreadEval, FewThreadsShowWhatIsUnknown) {
  unsigned Unknown = 0;
  for (unsigned Seed = 0; Seed < 100 && !testing::Test::HasFailure(); ++Seed) {
    std::mt19937 Random(Seed);
    LLVMContext Context;
    Module M("m", Context);
    compat::setTargetTriple(M, Triple("nvptx64-nvidia-cuda"));
    RandomAddress A(M, Random, 20);
    checkFew(*A.F, A.Made, Unknown);
  }
  EXPECT_GT(Unknown, 100u);
}

/// The evaluation for a block of one warp.
struct WarpEval {
  FormsOf Of;
  PostDominatorTree PDT;
  SymbolicIntTable Terms;
  ThreadEval Eval;

  static EvalShape shape() {
    EvalShape Shape;
    Shape.Size = {32, 1, 1};
    return Shape;
  }

  explicit WarpEval(Function &F)
      : Of(F), PDT(F),
        Eval(F, shape(), Of.Uniformity, Of.DT, PDT, Of.LI, Terms) {}
};

TEST(ThreadEval, PointersAreAnObjectAndAnOffset) {
  ParsedKernel K(R"(
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [64 x [33 x i32]] undef
define ptx_kernel void @k(i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %r = and i32 %t, 15
  %p = getelementptr [33 x i32], ptr addrspace(3) @s, i32 %r, i32 %t
  %q = getelementptr i32, ptr addrspace(3) %p, i32 %n
  %z = getelementptr i32, ptr addrspace(3) @s, i32 %n
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
)");
  WarpEval Warp(K.function());
  ThreadEval &Eval = Warp.Eval;
  const std::vector<SymbolicInt> P = Eval.eval(K.value("p")).vec(),
                                 Q = Eval.eval(K.value("q")).vec(),
                                 Z = Eval.eval(K.value("z")).vec();
  ASSERT_EQ(P.size(), 32u);
  for (unsigned T = 0; T < 32; ++T) {
    EXPECT_EQ(P[T].Sym, P[0].Sym);
    EXPECT_EQ(P[T].Const, (T % 16 * 33 + T) * 4);
    EXPECT_EQ(Q[T].Sym, Z[0].Sym) << "the same object and argument";
    EXPECT_EQ(Q[T].Const - Z[T].Const, P[T].Const);
  }
  EXPECT_NE(P[0].Sym, Q[0].Sym);
  EXPECT_EQ(Eval.reads(K.value("p")), ReadsX);
}

TEST(ThreadEval, WhatIsUnknownVaries) {
  ParsedKernel K(nvptxKernel("ptr %p", R"(
  %a = getelementptr i32, ptr %p, i32 %t
  %v = load i32, ptr %a
  %w = add i32 %v, 1
  ret void
)"));
  WarpEval Warp(K.function());
  ThreadEval &Eval = Warp.Eval;
  const std::vector<SymbolicInt> V = Eval.eval(K.value("v")).vec();
  for (unsigned T = 0; T < 32; ++T)
    EXPECT_TRUE(SymbolicIntTable::isVarying(V[T].Sym));
  EXPECT_TRUE(V[0] != V[1]) << "no two threads are known to agree";
}

} // namespace
