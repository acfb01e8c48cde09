//===- ContiguityTest.cpp - Runs against addresses of all threads ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels of random address arithmetic, unrolled as in typical code. Their runs
// are compared with the addresses that threads compute.
//
//===----------------------------------------------------------------------===//

#include "passes/contiguity/Contiguity.h"
#include "compat/LLVMCompat.h"
#include "test/unit/passes/AnalysisTesting.h"
#include "test/unit/passes/bits/FormsJudge.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// One random expression of the thread's index, two arguments and i; emitted
/// for each i in turn, as after unrolling.
class RandomAddresses {
  LLVMContext &Context;
  IRBuilder<> Build;

public:
  Function *F;
  unsigned Count, Bytes;

  RandomAddresses(Module &M, std::mt19937 &Random)
      : Context(M.getContext()), Build(Context) {
    Type *I64 = Type::getInt64Ty(Context), *I32 = Type::getInt32Ty(Context);
    F = Function::Create(
        FunctionType::get(Type::getVoidTy(Context), {I64, I32}, false),
        Function::ExternalLinkage, "f", M);
    F->setCallingConv(CallingConv::PTX_Kernel);
    Build.SetInsertPoint(BasicBlock::Create(Context, "", F));
    Value *X =
        Build.CreateIntrinsic(I32, Intrinsic::nvvm_read_ptx_sreg_tid_x, {});
    Value *Y =
        Build.CreateIntrinsic(I32, Intrinsic::nvvm_read_ptx_sreg_tid_y, {});
    Count = 1u << (1 + Random() % 4);
    Bytes = 1u << Random() % 4;
    unsigned Seed = Random(), Zeros = Random() % 6;
    Value *Base = Build.CreateShl(F->getArg(0), Zeros);
    std::vector<unsigned> Order(Count);
    for (unsigned I = 0; I < Count; ++I)
      Order[I] = I;
    if (Random() % 3 == 0)
      std::shuffle(Order.begin(), Order.end(), Random);
    for (unsigned I : Order) {
      std::mt19937 Same(Seed);
      Value *Index = expression(Same, X, Y, F->getArg(1), I);
      Value *Offset = Build.CreateMul(Build.CreateZExt(Index, I64),
                                      ConstantInt::get(I64, Bytes));
      Value *P = Build.CreateIntToPtr(Build.CreateAdd(Base, Offset),
                                      PointerType::get(Context, 1));
      Build.CreateAlignedLoad(Type::getIntNTy(Context, Bytes * 8), P, Align(1));
    }
    Build.CreateRetVoid();
  }

private:
  Value *number(uint64_t N) {
    return ConstantInt::get(Type::getInt32Ty(Context), N);
  }

  /// The part that depends on the thread, shifted so that i often fits below
  /// it.
  Value *expression(std::mt19937 &R, Value *X, Value *Y, Value *N, unsigned I) {
    auto Pick = [&](unsigned End) { return unsigned(R() % End); };
    unsigned LogCount = Log2_32(Count);
    Value *T = Pick(4) ? X : Build.CreateAdd(Build.CreateShl(Y, number(5)), X);
    Value *V = Pick(5)
                   ? Build.CreateShl(T, number(Pick(3) ? LogCount : Pick(6)))
                   : Build.CreateMul(T, number(1 + Pick(40)));
    Value *Mask = Build.CreateAnd(Pick(3) ? T : N, number((1u << Pick(6)) - 1));
    if (Pick(5) == 0)
      Mask = Build.CreateAnd(Mask, Pick(2) ? N : Y);
    Value *Place = number(I);
    switch (Pick(6)) {
    case 0:
      Place = Build.CreateXor(Place, Mask);
      break;
    case 1: // a rotation
      Place = Build.CreateAnd(Build.CreateAdd(Place, Mask), number(Count - 1));
      break;
    case 2:
      Place = number(Count - 1 - I);
      break;
    default:
      break;
    }
    if (Pick(6) == 0)
      V = Build.CreateAdd(V,
                          Build.CreateAnd(N, number(Pick(2) ? 0xff0 : 0xfff)));
    V = Pick(3) ? Build.CreateAdd(V, Place) : Build.CreateXor(V, Place);
    for (unsigned Steps = Pick(3); Steps; --Steps)
      switch (Pick(4)) {
      case 0: {
        Value *Part = Build.CreateAnd(V, number(7u << Pick(8) << 3));
        V = Build.CreateXor(V, Build.CreateLShr(Part, number(3)));
        break;
      }
      case 1:
        V = Build.CreateXor(V, Build.CreateShl(Mask, number(Pick(5))));
        break;
      case 2:
        V = Build.CreateAdd(V, number(Pick(64)));
        break;
      default:
        V = Build.CreateAdd(V, Build.CreateShl(Y, number(Pick(8))));
        break;
      }
    return V;
  }
};

/// Compares the claims of runs with the addresses of one thread.
class RunJudge {
  Contiguity &Runs;
  FormsOf &Of;
  APInt Arguments[2];
  unsigned &LargeGroups; ///< number of large groups that may still be checked

public:
  RunJudge(Contiguity &Runs, FormsOf &Of, std::mt19937 &Random,
           unsigned &LargeGroups)
      : Runs(Runs), Of(Of),
        Arguments{APInt(64, (uint64_t(Random()) << 32 | Random()) >> 8),
                  randomArgument(*Of.F.getArg(1), Random)},
        LargeGroups(LargeGroups) {}

  uint64_t address(unsigned Access, const Execution &Run) const {
    auto *Cast = cast<IntToPtrInst>(
        getLoadStorePointerOperand(Runs.accesses()[Access].I));
    return Run.of(Cast->getOperand(0))->getZExtValue();
  }
  uint64_t begin(const ContiguousRun &R, ThreadNumber Thread) {
    Execution Run = execute(Thread);
    uint64_t Begin = ~0ull;
    for (unsigned A : R.Accesses)
      Begin = std::min(Begin, address(A, Run));
    return Begin;
  }
  Execution execute(ThreadNumber Thread) {
    Execution Run(Of, Thread,
                  [&](const Argument &A) { return Arguments[A.getArgNo()]; });
    Run.run(1, [](BasicBlock &) {});
    return Run;
  }

  void checkRun(const ContiguousRun &R, ThreadNumber Thread) {
    Execution Run = execute(Thread);
    uint64_t Begin = begin(R, Thread);
    EXPECT_EQ(Begin % R.Align, R.Residue);
    std::set<std::vector<uint64_t>> Orders;
    std::vector<uint64_t> Order;
    std::set<uint64_t> Covered;
    for (unsigned A : R.Accesses) {
      uint64_t Offset = address(A, Run) - Begin;
      Order.push_back(Offset);
      Covered.insert(Offset);
      if (R.hasFixedOrder()) {
        EXPECT_EQ(Offset, Runs.accesses()[A].Offset);
      }
    }
    for (unsigned A : R.Repeats)
      EXPECT_TRUE(Covered.count(address(A, Run) - Begin));
    uint64_t End = 0;
    for (uint64_t Offset : Covered) {
      EXPECT_EQ(Offset, End);
      End = Offset + Runs.accesses()[R.Accesses.front()].Bytes;
    }
    EXPECT_EQ(End, R.Bytes);
    EXPECT_EQ(Covered.size(), R.Accesses.size());
    if (!R.hasFixedOrder()) {
      EXPECT_EQ(positions(R, Run), Order);
    }
  }

  /// The row of Positions that applies to this thread, by the values of the
  /// forms.
  std::vector<uint64_t> positions(const ContiguousRun &R,
                                  const Execution &Run) {
    BitTable &T = Runs.forms().table();
    unsigned Case = 0;
    for (auto [N, Form] : enumerate(R.Choices)) {
      bool Value = Form.offset();
      for (SymbolId Id : T.symbolsOf(Form)) {
        const BitSymbol &S = T.symbol(Id);
        if (S.K == BitSymbol::Thread)
          Value ^= Run.thread()[S.Index] >> S.Number & 1;
        else if (S.K == BitSymbol::Leaf)
          Value ^= (*Run.of(T.leafValue(S.Index)))[S.Number];
        else // not evaluated here: any row that fits
          return anyRow(R, Run);
      }
      Case |= unsigned(Value) << N;
    }
    auto Row = R.Positions[Case];
    return std::vector<uint64_t>(Row.begin(), Row.end());
  }
  std::vector<uint64_t> anyRow(const ContiguousRun &R, const Execution &Run) {
    std::vector<uint64_t> Order;
    uint64_t Begin = begin(R, Run.thread());
    for (unsigned A : R.Accesses)
      Order.push_back(address(A, Run) - Begin);
    for (auto &Row : R.Positions)
      if (std::equal(Row.begin(), Row.end(), Order.begin()))
        return Order;
    return {};
  }

  void checkThreads(const ContiguousRun &R, ThreadNumber Thread) {
    const ThreadFacts &Facts = R.Threads;
    uint64_t Begin = begin(R, Thread);
    for (unsigned Dim = 0; Dim < 3; ++Dim)
      for (unsigned N = 0; N < ThreadDimBits[Dim]; ++N)
        if (Facts.Constant >> threadPlace(Dim, N) & 1) {
          ThreadNumber Other = Thread;
          Other[Dim] ^= 1u << N;
          EXPECT_EQ(begin(R, Other), Begin) << "bit " << N << " of " << Dim;
        }
    if (Facts.ConsecutiveBits)
      checkConsecutive(R, Thread);
    if (Facts.Stride && Thread[0] < 1023) {
      ThreadNumber Next = Thread;
      ++Next[0];
      EXPECT_EQ(begin(R, Next) - Begin, uint64_t(Facts.Stride));
    }
  }

  void checkConsecutive(const ContiguousRun &R, ThreadNumber Thread) {
    unsigned Total = R.Threads.ConsecutiveBits;
    if (Total > 5 && LargeGroups-- == 0) { // these take long
      LargeGroups = 0;
      return;
    }
    std::set<uint64_t> Begins;
    uint64_t First = 0;
    for (unsigned N = 0; N < 1u << Total; ++N) {
      ThreadNumber Other = Thread;
      Other[0] = (Thread[0] >> Total << Total) + N;
      uint64_t Begin = begin(R, Other);
      if (N == 0)
        First = Begin;
      Begins.insert(Begin);
      if (R.Threads.InOrder) {
        EXPECT_EQ(Begin, First + N * R.Bytes);
      }
    }
    EXPECT_EQ(Begins.size(), 1u << Total);
    EXPECT_EQ(*Begins.rbegin() - *Begins.begin(),
              ((1u << Total) - 1) * R.Bytes);
  }
};

TEST(Contiguity, RandomAddressesAgreeWithEvaluation) {
  std::mt19937 Random(33);
  LLVMContext Context;
  unsigned Wide = 0, Permuted = 0, Consecutive = 0, Shuffled = 0, Strides = 0;
  unsigned LargeGroups = 12;
  for (unsigned N = 0; N < 1200 && !testing::Test::HasFailure(); ++N) {
    Module M("random", Context);
    compat::setTargetTriple(M, Triple("nvptx64-nvidia-cuda"));
    RandomAddresses A(M, Random);
    FormsOf Of(*A.F);
    Contiguity Found(Of.Context);
    for (unsigned Try = 0; Try < 3; ++Try) {
      RunJudge Judge(Found, Of, Random, LargeGroups);
      for (const ContiguousRun &R : Found.runs()) {
        ThreadNumber Thread = Of.randomThread(Random);
        Judge.checkRun(R, Thread);
        Judge.checkThreads(R, Thread);
      }
    }
    for (const ContiguousRun &R : Found.runs()) {
      Wide += R.Accesses.size() > 1;
      Permuted += !R.hasFixedOrder();
      Consecutive += R.Threads.ConsecutiveBits > 0;
      Shuffled += R.Threads.ConsecutiveBits > 0 && !R.Threads.InOrder;
      Strides += R.Threads.Stride != 0;
    }
    if (testing::Test::HasFailure()) {
      std::string Text;
      raw_string_ostream OS(Text);
      A.F->print(OS);
      Found.print(OS);
      ADD_FAILURE() << Text;
    }
  }
  // Each kind was checked, and often.
  EXPECT_GT(Wide, 800u);
  EXPECT_GT(Permuted, 100u);
  EXPECT_GT(Consecutive, 500u);
  EXPECT_GT(Shuffled, 50u);
  EXPECT_GT(Strides, 200u);
}

} // namespace
