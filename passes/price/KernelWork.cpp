//===- KernelWork.cpp - What a kernel does besides its exchanges ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/price/KernelWork.h"
#include "passes/price/LoopWeights.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace f2layout;
using namespace llvm::PatternMatch;

/// A division by a constant, or its remainder: the high half of a product, a
/// shift, a product and a subtraction.
static constexpr unsigned DivideOps = 4;
/// Stores are hidden if they take less than this share of the clocks in which
/// the kernel issues its instructions: other warps compute meanwhile, and an
/// exchange only makes each warp slower. This is an assumption. Measured on an
/// H100: with an eighth, a kernel of 2 microseconds took 0.1 more.
static constexpr double HiddenStores = 0.25;

static bool isLongDivision(const Instruction &I) {
  const APInt *By = nullptr;
  return I.isIntDivRem() && match(I.getOperand(1), m_APInt(By)) &&
         !By->isPowerOf2();
}

/// Instructions of the machine for one of LLVM.
static unsigned machineInstructions(const Instruction &I) {
  if (isa<PHINode, AllocaInst, GetElementPtrInst, FreezeInst,
          ExtractElementInst, InsertElementInst, ExtractValueInst,
          InsertValueInst>(I) ||
      I.isDebugOrPseudoInst() || I.isLifetimeStartOrEnd() || I.isTerminator())
    return 0;
  if (auto *Cast = dyn_cast<CastInst>(&I);
      Cast && Cast->isNoopCast(I.getDataLayout()))
    return 0;
  if (I.mayReadOrWriteMemory())
    return 1;
  const unsigned Each = isLongDivision(I) ? DivideOps : 1;
  if (auto *Vector = dyn_cast<FixedVectorType>(I.getType()))
    return Each * Vector->getNumElements();
  return Each;
}

double f2layout::kernelWork(const Function &F,
                            function_ref<double(const BasicBlock *)> WeightOf,
                            const Machine &M) {
  double Instructions = 0;
  for (const BasicBlock &BB : F) {
    unsigned OfBlock = 0;
    for (const Instruction &I : BB)
      OfBlock += machineInstructions(I);
    if (OfBlock)
      Instructions += OfBlock * WeightOf(&BB);
  }
  return Instructions * M.Costs.Select;
}

double f2layout::kernelWork(const Function &F, const LoopInfo &LI,
                            ScalarEvolution &SE, const Machine &M) {
  return kernelWork(
      F, [&](const BasicBlock *BB) { return weightIn(LI, SE, BB); }, M);
}

bool f2layout::hidesStores(double Work, double Clocks) {
  return Clocks < Work * HiddenStores;
}

bool f2layout::hidesWavefronts(double Work, double Before, double After,
                               double Added) {
  const double Arithmetic = Work + Added;
  return Work * Work + Before * Before <=
         Arithmetic * Arithmetic + After * After;
}
