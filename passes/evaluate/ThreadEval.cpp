//===- ThreadEval.cpp - Run an address slice for every thread -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/evaluate/ThreadEval.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace f2layout;

ThreadEval::ThreadEval(const Function &F, const EvalShape &Shape,
                       const BlockUniformity &Uniformity,
                       const DominatorTree &DT, const PostDominatorTree &PDT,
                       const LoopInfo &LI, SymbolicIntTable &Terms,
                       ThreadEval *Previous)
    : F(F), Shape(Shape), NumThreads(Shape.threads()), Uniformity(Uniformity),
      DT(DT), PDT(PDT), LI(LI), DL(F.getDataLayout()), Terms(Terms),
      Previous(Previous), Number(Terms.countEvaluation()) {}

ThreadEval::ThreadEval(const ThreadEval &Whole, ThreadEval *Previous)
    : F(Whole.F), Shape(Whole.Shape), NumThreads(FewThreads),
      Uniformity(Whole.Uniformity), DT(Whole.DT), PDT(Whole.PDT), LI(Whole.LI),
      DL(Whole.DL), Terms(Whole.Terms), Previous(Previous),
      Number(Terms.countEvaluation()) {}

ThreadEval::~ThreadEval() = default;

ThreadEval *ThreadEval::inFewThreads() {
  // With fewer, the evaluation of known values would take noticeably longer.
  if (NumThreads < 8 * FewThreads || Added)
    return nullptr;
  ThreadEval *Before = Previous ? Previous->inFewThreads() : nullptr;
  if (Previous && !Before)
    return nullptr;
  if (!InFew)
    InFew.reset(new ThreadEval(*this, Before));
  return InFew.get();
}

unsigned ThreadEval::widthOf(const Value *V) const {
  Type *Ty = V->getType();
  if (Ty->isPointerTy())
    return std::min<unsigned>(64, DL.getIndexTypeSizeInBits(Ty));
  if (Ty->isIntegerTy() && Ty->getIntegerBitWidth() <= 64)
    return Ty->getIntegerBitWidth();
  return 0;
}

const ThreadValues &ThreadEval::eval(const Value *V) {
  return lookup(V, 0).Values;
}

uint8_t ThreadEval::reads(const Value *V) const {
  auto It = Memo.find(V);
  return It == Memo.end() ? 0 : It->second->Reads;
}

ThreadEval::Entry &ThreadEval::lookup(const Value *V, unsigned Depth) {
  auto It = Memo.find(V);
  if (It != Memo.end() && It->second)
    return *It->second;
  if (It != Memo.end() || Depth > MaxDepth) {
    // A cycle that is not a recognised induction, or too deep.
    Unknown = uniformOr(V, 0);
    return Unknown;
  }
  Memo[V] = nullptr;
  if (Added)
    Added->push_back({V, 0});
  auto New = std::make_unique<Entry>(compute(V, Depth + 1));
  return *(Memo[V] = std::move(New));
}

ThreadEval::Entry ThreadEval::constant(uint64_t C) {
  return {ThreadValues::uniform(NumThreads, {0, C})};
}

SymId ThreadEval::derived(const Value *V, unsigned As) {
  return Terms.varying(V, Number << 8 | As);
}

ThreadEval::Entry ThreadEval::compute(const Value *V, unsigned Depth) {
  unsigned Width = widthOf(V);
  if (!Width)
    return uniformOr(V, 0);
  if (auto *C = dyn_cast<ConstantInt>(V))
    return constant(C->getZExtValue());
  if (isa<ConstantPointerNull>(V))
    return constant(0);
  if (auto *G = dyn_cast<GlobalVariable>(V))
    return {ThreadValues::uniform(
        NumThreads, Terms.opaque(canonicalShared(G), KnownBits(Width)))};
  if (isa<UndefValue>(V))
    return varies(V);
  if (auto R = classifyLaunchRead(V))
    return computeLaunchRead(V, *R);
  if (auto *P = dyn_cast<PHINode>(V))
    return computePhi(P, Depth);
  if (auto *C = dyn_cast<CallBase>(V))
    return computeCall(C, Depth);
  if (auto *O = dyn_cast<Operator>(V))
    return computeOperator(O, Depth);
  return uniformOr(V, 0);
}
