//===- BitFormsTest.cpp - Forms against evaluation ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The judge is LLVM's constant folder: each instruction of a function is cloned
// with constant operands and folded, for given thread numbers and arguments.
// The forms of all values must then be solvable: thread and leaf symbols have
// their values, products are what they are products of, and for the named
// symbols one value must satisfy every form that they occur in. So nothing is
// asked of how names are made, and everything of what equal names mean.
//
//===----------------------------------------------------------------------===//

#include "passes/BitForms.h"
#include "AnalysisTesting.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include <random>

using namespace llvm;
using namespace f2layout;

namespace {

/// The analyses that BitForms wants, of a function without loops.
struct Facts {
  Function &F;
  LaunchShape Launch;
  DominatorTree DT;
  LoopInfo LI;
  AssumptionCache AC;
  BlockUniformity Uniformity;
  BitForms Forms;

  static LaunchShape shapeOf(std::optional<std::array<unsigned, 3>> Exact) {
    LaunchShape S;
    S.IsKernel = true;
    if (Exact)
      S.take(*Exact);
    return S;
  }
  explicit Facts(Function &F,
                 std::optional<std::array<unsigned, 3>> Exact = std::nullopt)
      : F(F), Launch(shapeOf(Exact)), DT(F), LI(DT), AC(F),
        Uniformity(F, Launch), Forms({F, Launch, Uniformity, DT, LI, &AC}) {}
};

/// What one thread computes: a value for each instruction that folds.
class Execution {
  Function &F;
  DenseMap<const Value *, APInt> Values;

public:
  Execution(Function &F, std::array<unsigned, 3> Thread,
            function_ref<APInt(const Argument &)> Arguments)
      : F(F) {
    for (const Argument &A : F.args())
      if (A.getType()->isIntegerTy())
        Values[&A] = Arguments(A);
    for (Instruction &I : instructions(F))
      run(I, Thread);
  }

  std::optional<APInt> of(const Value *V) const {
    if (auto *C = dyn_cast<ConstantInt>(V))
      return C->getValue();
    auto It = Values.find(V);
    return It == Values.end() ? std::nullopt : std::optional(It->second);
  }

private:
  void run(Instruction &I, std::array<unsigned, 3> Thread) {
    if (!I.getType()->isIntegerTy())
      return;
    if (auto R = classifyLaunchRead(&I)) {
      if (R->K == LaunchRead::ThreadIndex)
        Values[&I] = APInt(I.getType()->getIntegerBitWidth(), Thread[R->Dim]);
      return;
    }
    SmallVector<Constant *, 3> Operands;
    for (const Use &U : I.operands()) {
      if (isa<Function>(U.get())) {
        Operands.push_back(cast<Function>(U.get()));
        continue;
      }
      std::optional<APInt> V = of(U.get());
      if (!V)
        return;
      Operands.push_back(ConstantInt::get(U->getType(), *V));
    }
    Constant *Folded =
        ConstantFoldInstOperands(&I, Operands, F.getDataLayout());
    if (auto *C = dyn_cast_or_null<ConstantInt>(Folded))
      Values[&I] = C->getValue();
  }
};

/// Equations over F2 in numbered unknowns; the constant is unknown number 0.
class Equations {
  std::map<uint32_t, std::set<uint32_t>> ByLeading;

public:
  /// The sum of the unknowns is zero. False if that contradicts the others.
  bool add(std::set<uint32_t> Sum) {
    while (!Sum.empty()) {
      uint32_t Leading = *Sum.rbegin();
      if (Leading == 0)
        return false;
      auto [It, New] = ByLeading.try_emplace(Leading, Sum);
      if (New)
        return true;
      for (uint32_t U : std::set<uint32_t>(It->second))
        if (!Sum.insert(U).second)
          Sum.erase(U);
    }
    return true;
  }
  /// Value of a form that the equations decide.
  std::optional<bool> value(std::set<uint32_t> Sum) const {
    bool Constant = false;
    while (!Sum.empty()) {
      uint32_t Leading = *Sum.rbegin();
      if (Leading == 0)
        return !Constant;
      auto It = ByLeading.find(Leading);
      if (It == ByLeading.end())
        return std::nullopt;
      for (uint32_t U : It->second)
        if (!Sum.insert(U).second)
          Sum.erase(U);
    }
    return Constant;
  }
};

/// Checks all forms of one function in one execution.
class Judge {
  BitForms &Forms;
  BitTable &T;
  const Execution &Run;
  std::array<unsigned, 3> Thread;
  Equations System;

public:
  Judge(BitForms &Forms, const Execution &Run, std::array<unsigned, 3> Thread)
      : Forms(Forms), T(Forms.table()), Run(Run), Thread(Thread) {}

  /// What is wrong; empty if nothing.
  std::string check(Function &F) {
    std::vector<const Value *> All;
    for (const Argument &A : F.args())
      All.push_back(&A);
    for (const Instruction &I : instructions(F))
      All.push_back(&I);
    for (const Value *V : All)
      if (std::string Wrong = checkBits(V); !Wrong.empty())
        return Wrong;
    for (const Value *V : All)
      if (std::string Wrong = checkSum(V); !Wrong.empty())
        return Wrong;
    return checkProducts(All);
  }

private:
  static std::string nameOf(const Value *V) {
    std::string Text;
    raw_string_ostream(Text) << *V;
    return Text;
  }

  /// Unknown symbols become unknowns, known ones constants.
  std::set<uint32_t> unknowns(Bit B) {
    std::set<uint32_t> Sum;
    bool Constant = B.offset();
    for (SymbolId Id : T.symbolsOf(B)) {
      const BitSymbol &S = T.symbol(Id);
      if (S.K == BitSymbol::Thread && S.Index < 3) {
        Constant ^= Thread[S.Index] >> S.Number & 1;
        continue;
      }
      if (S.K == BitSymbol::Leaf)
        if (auto V = Run.of(T.leafValue(S.Index));
            V && S.Number < V->getBitWidth()) {
          Constant ^= (*V)[S.Number];
          continue;
        }
      Sum.insert(Id + 1);
    }
    if (Constant)
      Sum.insert(0);
    return Sum;
  }

  std::string checkBits(const Value *V) {
    const BitFacts *Facts = Forms.of(V);
    std::optional<APInt> Real = Run.of(V);
    if (!Facts || !Real)
      return "";
    if (!Facts->Range.contains(*Real))
      return "range of" + nameOf(V);
    for (unsigned N = 0; N < Facts->width(); ++N) {
      std::set<uint32_t> Sum = unknowns(Facts->Bits[N]);
      if ((*Real)[N] && !Sum.insert(0).second)
        Sum.erase(0);
      if (!System.add(Sum))
        return "bit " + std::to_string(N) + " of" + nameOf(V);
    }
    return "";
  }

  /// Where all words of the sum are decided, so is the value.
  std::string checkSum(const Value *V) {
    const BitFacts *Facts = Forms.of(V);
    std::optional<APInt> Real = Run.of(V);
    if (!Facts || !Real)
      return "";
    uint64_t Total = Facts->Sum.Const;
    for (const BitForms::WordTerm &S : Forms.summands(Facts->Sum)) {
      uint64_t Word = 0;
      for (auto [N, B] : enumerate(T.bits(S.Word))) {
        std::optional<bool> Known = System.value(unknowns(B));
        if (!Known)
          return "";
        Word |= uint64_t(*Known) << N;
      }
      Total += S.Coefficient * Word;
    }
    ++SumsChecked;
    return (Total & lowBits(Facts->width())) == Real->getZExtValue()
               ? ""
               : "sum of" + nameOf(V);
  }

  std::string checkProducts(ArrayRef<const Value *> All) {
    std::set<SymbolId> Seen;
    for (const Value *V : All)
      if (const BitFacts *Facts = Forms.of(V))
        for (Bit B : Facts->Bits)
          for (SymbolId Id : T.symbolsOf(B))
            if (T.symbol(Id).K == BitSymbol::Product &&
                Seen.insert(Id).second) {
              const BitSymbol &S = T.symbol(Id);
              auto A = System.value(unknowns({S.Index}));
              auto C = System.value(unknowns({S.Number}));
              auto P = System.value({Id + 1});
              if (A && C && P && *P != (*A && *C))
                return "product in" + nameOf(V);
            }
    return "";
  }

public:
  unsigned SumsChecked = 0;
};

/// Runs F for some threads and arguments, and judges each run. Returns how many
/// sums were checked.
unsigned judgeFunction(Facts &Of, std::mt19937 &Random, unsigned Runs) {
  unsigned Sums = 0;
  for (unsigned N = 0; N < Runs; ++N) {
    std::array<unsigned, 3> Thread;
    for (unsigned Dim = 0; Dim < 3; ++Dim)
      Thread[Dim] = Random() % (Of.Launch.Exact ? (*Of.Launch.Exact)[Dim]
                                : Dim == 2      ? 64
                                                : 1024);
    auto Argument = [&](const llvm::Argument &A) {
      uint64_t Bits = uint64_t(Random()) << 32 | Random();
      if (Random() % 4 == 0) // values near zero and powers of two
        Bits = (1ull << Random() % 64) - Random() % 3;
      APInt Value(A.getType()->getIntegerBitWidth(), Bits, false, true);
      return Value;
    };
    Execution Run(Of.F, Thread, Argument);
    Judge J(Of.Forms, Run, Thread);
    std::string Wrong = J.check(Of.F);
    Sums += J.SumsChecked;
    EXPECT_EQ(Wrong, "") << "thread " << Thread[0] << "," << Thread[1] << ","
                         << Thread[2];
    if (!Wrong.empty()) {
      std::string Text;
      raw_string_ostream OS(Text);
      Of.F.print(OS);
      ADD_FAILURE() << Text;
      return Sums;
    }
  }
  return Sums;
}

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
    return ConstantInt::get(Context, APInt(Width, C, false, true));
  }

  /// Some value of that width: recent ones are likelier.
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
    if (pick(3) == 0) // below the width, whatever the value is
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
    M.setTargetTriple(Triple("nvptx64-nvidia-cuda"));
    RandomFunction R(M, Random, 4 + Random() % 28);
    std::optional<std::array<unsigned, 3>> Exact;
    if (N % 3 == 1)
      Exact = {32, 4, 2};
    if (N % 3 == 2)
      Exact = {24, 3, 1};
    Facts Of(*R.F, Exact);
    Sums += judgeFunction(Of, Random, 6);
  }
  // Sums are checked where their words are decided; that is often.
  EXPECT_GT(Sums, 100000u);
}

} // namespace
