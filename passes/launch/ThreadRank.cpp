//===- ThreadRank.cpp - Kernels that number the threads of a block --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/launch/ThreadRank.h"
#include "passes/launch/LaunchShape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace f2layout;

/// Casts and sums between the read of an index and its product.
static constexpr unsigned MaxDepth = 6;

/// V is the size of the block in one dimension or a product of such sizes.
static bool isBlockSize(const Value *V, unsigned Depth = 0) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth > MaxDepth)
    return false;
  if (const std::optional<LaunchRead> Read = classifyLaunchRead(I))
    return Read->K == LaunchRead::BlockSize;
  return (isa<CastInst>(I) || I->getOpcode() == Instruction::Mul) &&
         all_of(I->operands(), [&](const Value *Operand) {
           return isBlockSize(Operand, Depth + 1);
         });
}

/// V becomes a factor of a product with the size of the block wherever it is
/// used.
static bool isScaledIndex(const Value &V, unsigned Depth = 0) {
  return Depth <= MaxDepth && all_of(V.users(), [&](const User *U) {
           auto *I = dyn_cast<Instruction>(U);
           if (!I)
             return false;
           if (I->getOpcode() == Instruction::Mul)
             return isBlockSize(I->getOperand(I->getOperand(0) == &V));
           return (isa<CastInst>(I) || I->getOpcode() == Instruction::Add) &&
                  isScaledIndex(*I, Depth + 1);
         });
}

/// V is a factor wherever it is used.
static bool isFactor(const Value &V, unsigned Depth = 0) {
  return Depth <= MaxDepth && all_of(V.users(), [&](const User *U) {
           auto *I = dyn_cast<Instruction>(U);
           return I && (I->getOpcode() == Instruction::Mul ||
                        (isa<CastInst>(I) && isFactor(*I, Depth + 1)));
         });
}

bool f2layout::readsRankAlone(const Function &F) {
  bool ReadsZ = false;
  for (const Instruction &I : instructions(F)) {
    const std::optional<LaunchRead> Read = classifyLaunchRead(&I);
    if (!Read || Read->Dim == 0 || Read->Dim > 2)
      continue;
    if (Read->K == LaunchRead::ThreadIndex ? !isScaledIndex(I)
        : Read->K == LaunchRead::BlockSize ? !isFactor(I)
                                           : false)
      return false;
    ReadsZ |= Read->Dim == 2 && (Read->K == LaunchRead::ThreadIndex ||
                                 Read->K == LaunchRead::BlockSize);
  }
  return ReadsZ;
}
