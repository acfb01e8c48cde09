//===- FormsJudge.h - Forms against evaluation ----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small interpreter on top of LLVM's constant folder, and a checker of forms.
// At each end of a block in an execution, the forms of all values that dominate
// it must be solvable: thread and leaf symbols have their current values,
// products are the products of their factors, and each named symbol must have
// one value that satisfies all forms with it. This does not depend on how names
// are made, only on what equal names mean.
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TEST_UNIT_PASSES_FORMSJUDGE_H
#define F2LAYOUT_TEST_UNIT_PASSES_FORMSJUDGE_H

#include "compat/LLVMCompat.h"
#include "passes/bits/BitForms.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"
#include <map>
#include <random>
#include <set>

namespace f2layout {

using ThreadNumber = std::array<unsigned, 3>;

/// The analyses that BitForms needs.
struct FormsOf {
  llvm::Function &F;
  LaunchShape Launch;
  llvm::DominatorTree DT;
  llvm::LoopInfo LI;
  llvm::AssumptionCache AC;
  BlockUniformity Uniformity;
  BitFormsContext Context;
  BitForms Forms;

  static LaunchShape shapeOf(std::optional<ThreadNumber> Exact) {
    LaunchShape S;
    S.IsKernel = true;
    if (Exact)
      S.take(*Exact);
    return S;
  }
  explicit FormsOf(llvm::Function &F,
                   std::optional<ThreadNumber> Exact = std::nullopt)
      : F(F), Launch(shapeOf(Exact)), DT(F), LI(DT), AC(F),
        Uniformity(F, Launch), Context{F, Launch, &Uniformity, DT, LI, &AC},
        Forms(Context) {}

  ThreadNumber randomThread(std::mt19937 &Random) const {
    ThreadNumber Size =
        Launch.Exact ? *Launch.Exact : ThreadNumber{1024, 1024, 64};
    return {unsigned(Random() % Size[0]), unsigned(Random() % Size[1]),
            unsigned(Random() % Size[2])};
  }
};

/// What one thread computes: the latest value of each instruction that folds.
/// Headers of loops have the number of the iteration.
class Execution {
  llvm::Function &F;
  const llvm::LoopInfo &LI;
  ThreadNumber Thread;
  llvm::DenseMap<const llvm::Value *, llvm::APInt> Values;

public:
  Execution(FormsOf &Of, ThreadNumber Thread,
            llvm::function_ref<llvm::APInt(const llvm::Argument &)> Arguments)
      : F(Of.F), LI(Of.LI), Thread(Thread) {
    for (const llvm::Argument &A : F.args())
      if (A.getType()->isIntegerTy())
        Values[&A] = Arguments(A);
  }

  /// Runs at most MaxBlocks blocks.
  void run(unsigned MaxBlocks,
           llvm::function_ref<void(llvm::BasicBlock &)> AtEnd) {
    llvm::BasicBlock *From = nullptr, *BB = &F.getEntryBlock();
    for (; BB && MaxBlocks; --MaxBlocks) {
      enter(*BB, From);
      for (llvm::Instruction &I : *BB)
        if (!llvm::isa<llvm::PHINode>(I))
          set(I, valueOf(I));
      AtEnd(*BB);
      From = BB;
      BB = next(*BB);
    }
  }

  std::optional<llvm::APInt> of(const llvm::Value *V) const {
    if (auto *C = llvm::dyn_cast<llvm::ConstantInt>(V))
      return C->getValue();
    auto It = Values.find(V);
    return It == Values.end() ? std::nullopt : std::optional(It->second);
  }
  const ThreadNumber &thread() const { return Thread; }

private:
  void set(const llvm::Value &V, std::optional<llvm::APInt> To) {
    if (To)
      Values[&V] = *To;
    else
      Values.erase(&V);
  }

  void enter(llvm::BasicBlock &BB, llvm::BasicBlock *From) {
    if (LI.isLoopHeader(&BB)) {
      bool Back = From && LI.getLoopFor(&BB)->contains(From);
      Values[&BB] = Back ? Values[&BB] + 1 : llvm::APInt(64, 0);
    }
    std::vector<std::optional<llvm::APInt>> New;
    for (llvm::PHINode &P : BB.phis())
      New.push_back(of(P.getIncomingValueForBlock(From)));
    for (auto [P, V] : llvm::zip(BB.phis(), New))
      set(P, V);
  }

  llvm::BasicBlock *next(llvm::BasicBlock &BB) const {
    auto *Br = llvm::dyn_cast<llvm::BranchInst>(BB.getTerminator());
    if (!Br)
      return nullptr;
    if (Br->isUnconditional())
      return Br->getSuccessor(0);
    std::optional<llvm::APInt> C = of(Br->getCondition());
    return C ? Br->getSuccessor(C->isZero()) : nullptr;
  }

  std::optional<llvm::APInt> valueOf(llvm::Instruction &I) const {
    if (!I.getType()->isIntegerTy())
      return std::nullopt;
    if (auto R = classifyLaunchRead(&I))
      return R->K == LaunchRead::ThreadIndex
                 ? std::optional(llvm::APInt(I.getType()->getIntegerBitWidth(),
                                             Thread[R->Dim]))
                 : std::nullopt;
    llvm::SmallVector<llvm::Constant *, 3> Operands;
    for (const llvm::Use &U : I.operands()) {
      if (auto *Callee = llvm::dyn_cast<llvm::Function>(U.get())) {
        Operands.push_back(Callee);
        continue;
      }
      std::optional<llvm::APInt> V = of(U.get());
      if (!V)
        return std::nullopt;
      Operands.push_back(llvm::ConstantInt::get(U->getType(), *V));
    }
    auto *C = llvm::dyn_cast_or_null<llvm::ConstantInt>(
        llvm::ConstantFoldInstOperands(&I, Operands, F.getDataLayout()));
    return C ? std::optional(C->getValue()) : std::nullopt;
  }
};

/// Equations over F2 in numbered unknowns; the constant is unknown number 0.
class Equations {
  std::map<uint32_t, std::set<uint32_t>> ByLeading;

public:
  /// Adds: the sum of the unknowns is zero. Returns false if that contradicts
  /// the other equations.
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
  /// The value of a form that the equations determine.
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

/// Checks forms at one moment of an execution.
class Judge {
  BitForms &Forms;
  BitTable &T;
  const Execution &Run;
  Equations System;

public:
  Judge(BitForms &Forms, const Execution &Run)
      : Forms(Forms), T(Forms.table()), Run(Run) {}

  /// Describes the first error; empty if there is none.
  std::string check(llvm::ArrayRef<const llvm::Value *> All) {
    for (const llvm::Value *V : All)
      if (std::string Wrong = checkBits(V); !Wrong.empty())
        return Wrong;
    for (const llvm::Value *V : All)
      if (std::string Wrong = checkSum(V); !Wrong.empty())
        return Wrong;
    return checkProducts(All);
  }

private:
  static std::string nameOf(const llvm::Value *V) {
    std::string Text;
    llvm::raw_string_ostream(Text) << *V;
    return Text;
  }

  /// Unknown symbols become unknowns, known ones constants.
  std::set<uint32_t> unknowns(Bit B) {
    std::set<uint32_t> Sum;
    bool Constant = B.offset();
    for (SymbolId Id : T.symbolsOf(B)) {
      const BitSymbol &S = T.symbol(Id);
      if (S.K == BitSymbol::Thread && S.Index < 3) {
        Constant ^= Run.thread()[S.Index] >> S.Number & 1;
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

  std::string checkBits(const llvm::Value *V) {
    const BitFacts *Facts = Forms.of(V);
    std::optional<llvm::APInt> Real = Run.of(V);
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

  /// If all words of the sum are determined, the value is, too.
  std::string checkSum(const llvm::Value *V) {
    const BitFacts *Facts = Forms.of(V);
    std::optional<llvm::APInt> Real = Run.of(V);
    if (!Facts || !Real)
      return "";
    uint64_t Total = Facts->Sum.Const;
    for (const BitForms::WordTerm &S : Forms.summands(Facts->Sum)) {
      uint64_t Word = 0;
      for (auto [N, B] : llvm::enumerate(T.bits(S.Word))) {
        std::optional<bool> Known = System.value(unknowns(B));
        if (!Known)
          return "";
        Word |= uint64_t(*Known) << N;
      }
      Total += S.Coefficient * Word;
    }
    ++SumsChecked;
    return (Total & llvm::maskTrailingOnes<uint64_t>(Facts->width())) ==
                   Real->getZExtValue()
               ? ""
               : "sum of" + nameOf(V);
  }

  std::string checkProducts(llvm::ArrayRef<const llvm::Value *> All) {
    std::set<SymbolId> Seen;
    for (const llvm::Value *V : All)
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

/// A random argument: any bits, or near a power of two.
inline llvm::APInt randomArgument(const llvm::Argument &A,
                                  std::mt19937 &Random) {
  uint64_t Bits = uint64_t(Random()) << 32 | Random();
  if (Random() % 4 == 0)
    Bits = (1ull << Random() % 64) - Random() % 3;
  return compat::lowBits(A.getType()->getIntegerBitWidth(), Bits);
}

/// Runs F for some threads and arguments, and checks at each block's end.
/// Returns how many sums were checked.
inline unsigned judgeFunction(FormsOf &Of, std::mt19937 &Random,
                              unsigned Runs) {
  unsigned Sums = 0;
  bool Failed = false;
  for (unsigned N = 0; N < Runs && !Failed; ++N) {
    Execution Run(Of, Of.randomThread(Random), [&](const llvm::Argument &A) {
      return randomArgument(A, Random);
    });
    Run.run(60, [&](llvm::BasicBlock &BB) {
      if (Failed)
        return;
      std::vector<const llvm::Value *> All;
      for (const llvm::Argument &A : Of.F.args())
        All.push_back(&A);
      for (const llvm::Instruction &I : llvm::instructions(Of.F))
        if (&I != BB.getTerminator() && Of.DT.dominates(&I, BB.getTerminator()))
          All.push_back(&I);
      Judge J(Of.Forms, Run);
      std::string Wrong = J.check(All);
      Sums += J.SumsChecked;
      if (Wrong.empty())
        return;
      Failed = true;
      std::string Text;
      llvm::raw_string_ostream OS(Text);
      Of.F.print(OS);
      ADD_FAILURE() << Wrong << "\nthread " << Run.thread()[0] << ","
                    << Run.thread()[1] << "," << Run.thread()[2] << "\n"
                    << Text;
    });
  }
  return Sums;
}

} // namespace f2layout

#endif // F2LAYOUT_TEST_UNIT_PASSES_FORMSJUDGE_H
