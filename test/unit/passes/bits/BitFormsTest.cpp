//===- BitFormsTest.cpp - Forms of whole functions ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/bits/BitForms.h"
#include "compat/LLVMCompat.h"
#include "test/unit/passes/AnalysisTesting.h"
#include "test/unit/passes/bits/FormsJudge.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
using namespace f2layout;

namespace {

//===----------------------------------------------------------------------===//
// Random functions
//===----------------------------------------------------------------------===//

/// A function without control flow, of random integer operations.
class RandomFunction {
  LLVMContext &Context;
  std::mt19937 &Random;
  IRBuilder<> Build;
  std::vector<Value *> Pool;

public:
  Function *F;

  RandomFunction(Module &M, std::mt19937 &Random, unsigned Operations)
      : Context(M.getContext()), Random(Random), Build(Context) {
    Type *Args[] = {type(8), type(32), type(32), type(64)};
    F = Function::Create(
        FunctionType::get(Type::getVoidTy(Context), Args, false),
        Function::ExternalLinkage, "f", M);
    F->setCallingConv(CallingConv::PTX_Kernel);
    Build.SetInsertPoint(BasicBlock::Create(Context, "", F));
    for (Intrinsic::ID ID : {Intrinsic::nvvm_read_ptx_sreg_tid_x,
                             Intrinsic::nvvm_read_ptx_sreg_tid_y,
                             Intrinsic::nvvm_read_ptx_sreg_tid_z})
      Pool.push_back(Build.CreateIntrinsic(type(32), ID, {}));
    for (Argument &A : F->args())
      Pool.push_back(&A);
    for (unsigned N = 0; N < Operations; ++N)
      Pool.push_back(operation());
    Build.CreateRetVoid();
  }

private:
  Type *type(unsigned Width) { return Type::getIntNTy(Context, Width); }
  unsigned pick(unsigned End) { return Random() % End; }

  Constant *constant(unsigned Width) {
    uint64_t C;
    switch (pick(4)) {
    case 0:
      C = 1ull << pick(Width);
      break;
    case 1:
      C = (1ull << pick(Width)) - 1;
      break;
    case 2:
      C = pick(130);
      break;
    default:
      C = uint64_t(Random()) << 32 | Random();
    }
    return ConstantInt::get(Context, compat::lowBits(Width, C));
  }

  /// A random value of that width, preferably a recent one.
  Value *value(unsigned Width) {
    unsigned Back = std::min<unsigned>(pick(8) + 1, Pool.size());
    Value *V = pick(2) ? Pool[Pool.size() - Back] : Pool[pick(Pool.size())];
    unsigned Has = V->getType()->getIntegerBitWidth();
    if (Has == Width)
      return V;
    if (Has > Width)
      return Build.CreateTrunc(V, type(Width));
    return pick(2) ? Build.CreateZExt(V, type(Width))
                   : Build.CreateSExt(V, type(Width));
  }

  Value *operation() {
    static const unsigned Widths[] = {1, 7, 8, 16, 32, 32, 32, 64};
    unsigned Width = Widths[pick(8)];
    Value *A = value(Width);
    Value *B = pick(2) ? constant(Width) : value(Width);
    Value *Amount = ConstantInt::get(type(Width), pick(Width));
    if (pick(3) == 0) // below the width for every value
      Amount = Build.CreateURem(
          value(Width),
          ConstantInt::get(type(Width), 1 + pick(std::max(2u, Width) - 1)));
    switch (pick(22)) {
    case 0:
    case 1:
    case 2:
      return Build.CreateAdd(A, B);
    case 3:
      return Build.CreateSub(A, B);
    case 4:
      return Build.CreateSub(B, A);
    case 5:
      return Build.CreateMul(A, B);
    case 6:
      return Build.CreateShl(A, Amount);
    case 7:
      return Build.CreateLShr(A, Amount);
    case 8:
      return Build.CreateAShr(A, Amount);
    case 9:
    case 10:
      return Build.CreateAnd(A, B);
    case 11:
      return Build.CreateOr(A, B);
    case 12:
    case 13:
      return Build.CreateXor(A, B);
    case 14:
      return Build.CreateUDiv(A, constantNotZero(Width, Width));
    case 15:
      return Build.CreateURem(A, constantNotZero(Width, Width));
    case 16: {
      Constant *D = constantNotZero(Width, Width);
      if (cast<ConstantInt>(D)->isMinusOne() || Width == 1)
        return A;
      return pick(2) ? Build.CreateSDiv(A, D) : Build.CreateSRem(A, D);
    }
    case 17:
      return Build.CreateICmp(
          CmpInst::Predicate(CmpInst::FIRST_ICMP_PREDICATE + pick(10)), A, B);
    case 18:
      return Build.CreateSelect(value(1), A, B);
    case 19: {
      static const Intrinsic::ID MinMax[] = {Intrinsic::umin, Intrinsic::umax,
                                             Intrinsic::smin, Intrinsic::smax};
      return Build.CreateBinaryIntrinsic(MinMax[pick(4)], A, B);
    }
    case 20:
      return Build.CreateUnaryIntrinsic(
          Width % 16 ? Intrinsic::bitreverse : Intrinsic::bswap, A);
    default:
      return Build.CreateIntrinsic(pick(2) ? Intrinsic::fshl : Intrinsic::fshr,
                                   {type(Width)}, {A, B, Amount});
    }
  }

  Constant *constantNotZero(unsigned Bits, unsigned Width) {
    Constant *C = constant(Bits);
    uint64_t V = cast<ConstantInt>(C)->getZExtValue();
    return ConstantInt::get(type(Width), V ? V : 1);
  }
};

TEST(BitForms, RandomFunctionsAgreeWithEvaluation) {
  std::mt19937 Random(20261);
  LLVMContext Context;
  unsigned Sums = 0;
  for (unsigned N = 0; N < 3000 && !testing::Test::HasFailure(); ++N) {
    Module M("random", Context);
    compat::setTargetTriple(M, Triple("nvptx64-nvidia-cuda"));
    RandomFunction R(M, Random, 4 + Random() % 28);
    std::optional<ThreadNumber> Exact;
    if (N % 3 == 1)
      Exact = {32, 4, 2};
    if (N % 3 == 2)
      Exact = {24, 3, 1};
    FormsOf Of(*R.F, Exact);
    Sums += judgeFunction(Of, Random, 6);
  }
  // Sums are checked if their words are determined, which is often.
  EXPECT_GT(Sums, 100000u);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

/// Functions with phis of partially known bits, executed with their loops.
TEST(BitForms, LoopsAndJoinsAgreeWithEvaluation) {
  const char *const Functions[] = {
      // A counter from the thread's index, a toggled buffer, a multiple of 16.
      R"(
define ptx_kernel void @f(i32 %n, i32 %m) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %step = shl i32 %m, 4
  br label %loop
loop:
  %i = phi i32 [ %t, %entry ], [ %i1, %loop ]
  %b = phi i32 [ 5, %entry ], [ %b1, %loop ]
  %k = phi i32 [ 3, %entry ], [ %k2, %loop ]
  %at = add i32 %i, %b
  %x = xor i32 %at, %k
  %i1 = add i32 %i, 256
  %b1 = xor i32 %b, 1024
  %k1 = add i32 %k, %step
  %k2 = sub i32 %k1, 32
  %c = icmp ult i32 %x, %n
  br i1 %c, label %loop, label %exit
exit:
  %after = add i32 %i1, %at
  ret void
}
)",
      // Nested loops; the inner one starts at the counter of the outer one.
      R"(
define ptx_kernel void @f(i32 %n, i32 %m) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i1, %latch ]
  %o = phi i32 [ %m, %entry ], [ %s, %latch ]
  br label %inner
inner:
  %j = phi i32 [ %i, %outer ], [ %j1, %inner ]
  %s = phi i32 [ %o, %outer ], [ %s1, %inner ]
  %j1 = add i32 %j, 3
  %j8 = shl i32 %j, 3
  %s1 = add i32 %s, %j8
  %cj = icmp ult i32 %j, %t
  br i1 %cj, label %inner, label %latch
latch:
  %i1 = add i32 %i, 8
  %use = add i32 %s1, %j
  %ci = icmp ult i32 %i1, 40
  br i1 %ci, label %outer, label %exit
exit:
  %last = phi i32 [ %use, %latch ]
  %sum = add i32 %last, %i
  ret void
}
)",
      // Both branches agree on some bits; a value of one iteration is kept.
      R"(
define ptx_kernel void @f(i32 %n, i32 %m) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 1, %entry ], [ %next, %join ]
  %old = phi i32 [ %n, %entry ], [ %i, %join ]
  %low = and i32 %t, 7
  %c = icmp ult i32 %i, %t
  br i1 %c, label %left, label %right
left:
  %l = shl i32 %i, 3
  %lv = or i32 %l, %low
  br label %join
right:
  %r = shl i32 %old, 4
  %rv = add i32 %r, %low
  br label %join
join:
  %v = phi i32 [ %lv, %left ], [ %rv, %right ]
  %x = xor i32 %v, %old
  %next = add i32 %v, %i
  %stop = icmp ugt i32 %next, %m
  br i1 %stop, label %exit, label %loop
exit:
  ret void
}
)",
      // Sums of the same upper parts, with a carry and without.
      R"(
define ptx_kernel void @f(i32 %n, i32 %m) {
  %n1 = or i32 %n, 1
  %n0 = and i32 %n, -2
  %with = add i32 %n1, %m
  %without = add i32 %n0, %m
  %twice = add i32 %with, %n1
  ret void
}
)",
      // A cycle with two entries.
      R"(
define ptx_kernel void @f(i32 %n, i32 %m) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %n, %t
  br i1 %c, label %a, label %b
a:
  %x = phi i32 [ 8, %entry ], [ %y1, %b ]
  %x1 = add i32 %x, 8
  br label %b
b:
  %y = phi i32 [ 16, %entry ], [ %x1, %a ]
  %y1 = add i32 %y, 16
  %d = icmp ult i32 %y1, %m
  br i1 %d, label %a, label %exit
exit:
  %z = xor i32 %y1, %t
  ret void
}
)"};
  std::mt19937 Random(7);
  unsigned Sums = 0;
  for (const char *Text : Functions) {
    ParsedKernel K(std::string("target triple = \"nvptx64-nvidia-cuda\"\n"
                               "declare i32 "
                               "@llvm.nvvm.read.ptx.sreg.tid.x()\n"
                               "declare i32 "
                               "@llvm.nvvm.read.ptx.sreg.tid.y()\n") +
                   Text);
    FormsOf Of(K.function());
    Sums += judgeFunction(Of, Random, 40);
  }
  EXPECT_GT(Sums, 5000u);
}

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

std::string bitText(FormsOf &Of, const Value *V, unsigned N) {
  std::string Text;
  raw_string_ostream OS(Text);
  const BitFacts *Facts = Of.Forms.of(V);
  Of.Forms.table().print(OS, Facts->Bits[N]);
  return Text;
}

TEST(BitForms, SwizzledIndex) {
  ParsedKernel K(nvptxKernel("", R"(
  %row = lshr i32 %t, 3
  %col = and i32 %t, 7
  %r8 = mul i32 %row, 8
  %sum = add i32 %r8, %col
  %m = urem i32 %row, 8
  %at = xor i32 %sum, %m
  ret void
)"));
  FormsOf Of(K.function());
  EXPECT_EQ(bitText(Of, K.value("at"), 0), "x0 ^ x3");
  EXPECT_EQ(bitText(Of, K.value("at"), 1), "x1 ^ x4");
  EXPECT_EQ(bitText(Of, K.value("at"), 2), "x2 ^ x5");
  EXPECT_EQ(bitText(Of, K.value("at"), 9), "x9");
  EXPECT_EQ(bitText(Of, K.value("at"), 10), "0");
}

/// Bits that no iteration changes, and one that every iteration changes.
TEST(BitForms, BitsThatTurnsKeep) {
  ParsedKernel K(nvptxKernel("i32 %m, i32 %n", R"(
  %step = shl i32 %m, 4
  br label %loop
loop:
  %b = phi i32 [ %t, %entry ], [ %b1, %loop ]
  %k = phi i32 [ %t, %entry ], [ %k1, %loop ]
  %b1 = xor i32 %b, 4
  %k1 = add i32 %k, %step
  %c = icmp ult i32 %k1, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
)"));
  FormsOf Of(K.function());
  EXPECT_EQ(bitText(Of, K.value("b"), 1), "x1");
  EXPECT_EQ(bitText(Of, K.value("b"), 2), "%b.2");
  EXPECT_EQ(bitText(Of, K.value("b"), 3), "x3");
  EXPECT_EQ(bitText(Of, K.value("k"), 3), "x3");
  EXPECT_EQ(bitText(Of, K.value("k"), 4), "%k.4");
}

/// Lanes are bits of the index if the shape is known, for every shape.
TEST(BitForms, LanesOfKnownBlocks) {
  const char *Text = R"(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @f() {
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
)";
  ParsedKernel K(Text);
  FormsOf Unknown(K.function());
  EXPECT_EQ(bitText(Unknown, K.value("lane"), 4), "lane4");
  EXPECT_EQ(bitText(Unknown, K.value("lane"), 5), "0");
  FormsOf Narrow(K.function(), ThreadNumber{8, 8, 4});
  EXPECT_EQ(bitText(Narrow, K.value("lane"), 2), "x2");
  EXPECT_EQ(bitText(Narrow, K.value("lane"), 3), "y0");
  FormsOf Rows(K.function(), ThreadNumber{64, 2, 1});
  EXPECT_EQ(bitText(Rows, K.value("lane"), 4), "x4");
}

/// Above the first bit that two unknowns share, a sum is named by its summands,
/// in any order.
TEST(BitForms, SumsAreNamedByTheirParts) {
  ParsedKernel K(R"(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @f(i64 %p, i64 %q) {
  %p16 = shl i64 %p, 4
  %q8 = shl i64 %q, 3
  %a = add i64 %p16, %q8
  %a4 = add i64 %a, 4
  %b = or i64 %q8, 5
  %c = add i64 %b, %p16
  %d = sub i64 %a4, %q8
  %e = xor i64 %a, 7
  ret void
}
)");
  FormsOf Of(K.function());
  const BitFacts &A = *Of.Forms.of(K.value("a")),
                 &A4 = *Of.Forms.of(K.value("a4")),
                 &C = *Of.Forms.of(K.value("c")),
                 &D = *Of.Forms.of(K.value("d")),
                 &E = *Of.Forms.of(K.value("e"));
  EXPECT_EQ(bitText(Of, K.value("a"), 3), "%q.0");
  EXPECT_EQ(bitText(Of, K.value("a"), 4), "%p.0 ^ %q.1");
  for (unsigned N = 3; N < 64; ++N) {
    EXPECT_EQ(A.Bits[N], A4.Bits[N]) << N;
    EXPECT_EQ(A.Bits[N], C.Bits[N]) << N;
    EXPECT_EQ(A.Bits[N], E.Bits[N]) << N;
  }
  EXPECT_EQ(A.Sum.Sym, A4.Sum.Sym);
  EXPECT_EQ(A.Sum.Sym, C.Sum.Sym);
  EXPECT_EQ(A.Sum.Sym, E.Sum.Sym);
  EXPECT_EQ(C.Sum.Const, 5u);
  EXPECT_EQ(E.Sum.Const, 7u);
  EXPECT_EQ(D.Sum.Const, 4u);
  EXPECT_EQ(bitText(Of, K.value("d"), 4), "%p.0");
}

/// What LLVM knows, what was assumed, and what ranges determine.
TEST(BitForms, AssumptionsAndRanges) {
  ParsedKernel K(nvptxKernel("i32 %n, i32 %m, ptr addrspace(1) align 32 %p", R"(
  %low = and i32 %n, 15
  %is = icmp eq i32 %low, 0
  call void @llvm.assume(i1 %is)
  %s = mul i32 %n, %m
  %few = icmp ult i32 %m, 48
  call void @llvm.assume(i1 %few)
  %most = call i32 @llvm.umin.i32(i32 %t, i32 1023)
  %in = icmp ult i32 %t, 1024
  %half = icmp ult i32 %t, 512
  %q = getelementptr i8, ptr addrspace(1) %p, i32 %s
  %third = udiv i32 %t, 96
  %rest = urem i32 %t, 96
  ret void
)"));
  FormsOf Of(K.function());
  EXPECT_EQ(bitText(Of, K.value("s"), 3), "0");
  EXPECT_NE(bitText(Of, K.value("s"), 4), "0");
  EXPECT_EQ(bitText(Of, K.value("q"), 3), "0");
  EXPECT_EQ(bitText(Of, K.function().getArg(1), 6), "0");
  EXPECT_EQ(bitText(Of, K.value("most"), 9), "x9");
  EXPECT_EQ(bitText(Of, K.value("in"), 0), "1");
  EXPECT_EQ(bitText(Of, K.value("half"), 0), "x9 ^ 1");
  EXPECT_EQ(bitText(Of, K.value("rest"), 4), "x4");
  EXPECT_EQ(bitText(Of, K.value("third"), 4), "0");
}

/// Beyond every limit the forms are still correct.
TEST(BitForms, LongAndDeepExpressions) {
  LLVMContext Context;
  Module M("long", Context);
  compat::setTargetTriple(M, Triple("nvptx64-nvidia-cuda"));
  Type *I32 = Type::getInt32Ty(Context);
  std::vector<Type *> Arguments(24, I32);
  Function *F = Function::Create(
      FunctionType::get(Type::getVoidTy(Context), Arguments, false),
      Function::ExternalLinkage, "f", M);
  F->setCallingConv(CallingConv::PTX_Kernel);
  IRBuilder<> Build(BasicBlock::Create(Context, "", F));
  Value *Xor =
      Build.CreateIntrinsic(I32, Intrinsic::nvvm_read_ptx_sreg_tid_x, {});
  Value *Sum = Xor, *Deep = Xor;
  for (Argument &A : F->args()) {
    Xor = Build.CreateXor(Xor, &A);
    Sum = Build.CreateAdd(Sum, Build.CreateShl(&A, A.getArgNo() % 7));
  }
  for (unsigned N = 0; N < 1000; ++N)
    Deep =
        N % 2 ? Build.CreateAdd(Build.CreateMul(Deep, ConstantInt::get(I32, 5)),
                                F->getArg(N % 24))
              : Build.CreateXor(Deep, Build.CreateLShr(Deep, 7));
  Build.CreateAdd(Build.CreateXor(Sum, Xor), Deep);
  Build.CreateRetVoid();
  FormsOf Of(*F);
  std::mt19937 Random(5);
  judgeFunction(Of, Random, 4);
}

} // namespace
