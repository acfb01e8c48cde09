//===- TestedShape.cpp - A block shape that the kernel itself tests for ---===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/launch/TestedShape.h"
#include "passes/launch/LaunchShape.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace f2layout;

/// "blockDim.d == constant"; the size may be a narrow load, extended.
static void takeComparison(const Value *V, TestedShape &Found) {
  const Value *Read = nullptr;
  const APInt *Size = nullptr;
  if (!match(V,
             m_SpecificICmp(ICmpInst::ICMP_EQ, m_Value(Read), m_APInt(Size))) ||
      Size->getActiveBits() > 16)
    return;
  bool Alone = V->hasOneUse() && Read->hasOneUse();
  if (match(Read, m_ZExt(m_Value(Read))))
    Alone &= Read->hasOneUse();
  auto R = classifyLaunchRead(Read);
  if (!R || R->K != LaunchRead::BlockSize || R->Dim > 2)
    return;
  Found.Size[R->Dim] = Size->getZExtValue();
  if (auto *I = dyn_cast<Instruction>(Read); I && Alone)
    Found.Reads.push_back(I);
}

std::optional<TestedShape> f2layout::findTestedShape(const Function &F) {
  const BasicBlock &Entry = F.getEntryBlock();
  auto *Branch = dyn_cast<BranchInst>(Entry.getTerminator());
  if (!Branch || !Branch->isConditional() ||
      Branch->getSuccessor(0) == Branch->getSuccessor(1))
    return std::nullopt;
  TestedShape Found = {
      {0, 0, 0}, BasicBlockEdge(&Entry, Branch->getSuccessor(0)), {}};
  SmallVector<const Value *, 8> Conjuncts = {Branch->getCondition()};
  for (unsigned Steps = 0; !Conjuncts.empty() && Steps < 16; ++Steps) {
    const Value *V = Conjuncts.pop_back_val(), *A, *B;
    if (match(V, m_LogicalAnd(m_Value(A), m_Value(B)))) {
      Conjuncts.push_back(A);
      Conjuncts.push_back(B);
    } else {
      takeComparison(V, Found);
    }
  }
  uint64_t Threads = uint64_t(Found.Size[0]) * Found.Size[1] * Found.Size[2];
  if (Threads == 0 || Threads > MaxBlockThreads)
    return std::nullopt;
  return Found;
}
