//===- LaneStride.cpp - How far apart neighbouring lanes are --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/coalesce/LaneStride.h"
#include "compat/LLVMCompat.h"
#include "passes/launch/LaunchShape.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace f2layout;

static constexpr unsigned MaxDepth = 64;

/// Larger ones are of no interest, and products of those do not overflow.
static std::optional<int64_t> ifSmall(std::optional<int64_t> Stride) {
  constexpr int64_t Most = 1 << 30;
  return Stride && *Stride <= Most && *Stride >= -Most ? Stride : std::nullopt;
}

std::optional<int64_t> LaneStride::of(const Value *V, unsigned Depth) {
  if (auto *G = dyn_cast<GEPOperator>(V); G && !isa<Instruction>(V))
    return ofAddress(*G, Depth);
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return 0; // Constants and arguments.
  if (auto It = Known.find(I); It != Known.end())
    return It->second;
  if (Depth >= MaxDepth)
    return std::nullopt;
  if (auto *Phi = dyn_cast<PHINode>(I))
    return ofPhi(*Phi, Depth + 1);
  const std::optional<int64_t> Stride = ifSmall(compute(*I, Depth + 1));
  Known[I] = Stride;
  return Stride;
}

std::optional<int64_t> LaneStride::compute(const Instruction &I,
                                           unsigned Depth) {
  if (auto *B = dyn_cast<BinaryOperator>(&I))
    return ofBinary(*B, Depth);
  if (auto *G = dyn_cast<GEPOperator>(&I))
    return ofAddress(*G, Depth);
  if (isa<SExtInst, ZExtInst, TruncInst, FreezeInst, AddrSpaceCastInst,
          PtrToIntInst, IntToPtrInst>(I))
    return of(I.getOperand(0), Depth);
  if (isa<CallInst, LoadInst>(I))
    if (const auto Read = classifyLaunchRead(&I))
      switch (Read->K) {
      case LaunchRead::Lane:
        return 1;
      case LaunchRead::ThreadIndex:
        return Read->Dim == 0;
      case LaunchRead::LaneMask:
        return std::nullopt;
      default:
        return 0;
      }
  if (auto *S = dyn_cast<SelectInst>(&I)) {
    const auto A = of(S->getTrueValue(), Depth);
    return A && A == of(S->getFalseValue(), Depth) &&
                   of(S->getCondition(), Depth) == 0
               ? A
               : std::nullopt;
  }
  if (isa<CallBase>(I) ? cast<CallBase>(I).mayReadOrWriteMemory()
                       : I.mayWriteToMemory())
    return std::nullopt;
  for (const Value *Op : I.operands())
    if (!isa<BasicBlock, Function>(Op) && of(Op, Depth) != 0)
      return std::nullopt;
  return 0;
}

std::optional<int64_t> LaneStride::ofBinary(const BinaryOperator &I,
                                            unsigned Depth) {
  const auto A = of(I.getOperand(0), Depth), B = of(I.getOperand(1), Depth);
  if (!A || !B)
    return std::nullopt;
  auto *C = dyn_cast<ConstantInt>(I.getOperand(1));
  const bool Small = C && C->getValue().getSignificantBits() <= 32;
  switch (I.getOpcode()) {
  case Instruction::Add:
    return *A + *B;
  case Instruction::Sub:
    return *A - *B;
  case Instruction::Or:
    if (cast<PossiblyDisjointInst>(I).isDisjoint())
      return *A + *B;
    break;
  case Instruction::Mul:
    if (Small)
      return *A * C->getSExtValue();
    break;
  case Instruction::Shl:
    if (Small && C->getValue().ult(32))
      return *A * (int64_t(1) << C->getZExtValue());
    break;
  case Instruction::And:
    // The lane within a row of threads.
    if (Small && *A == 1 && C->getValue().isMask() &&
        C->getValue().countr_one() >= 5)
      return 1;
    // The warp.
    if (Small && *A == 1 && C->getValue().countr_zero() >= 5)
      return 0;
    break;
  case Instruction::LShr:
  case Instruction::AShr:
    if (Small && *A == 1 && C->getValue().uge(5))
      return 0;
    break;
  default:
    break;
  }
  if (*A == 0 && *B == 0)
    return 0;
  return std::nullopt;
}

std::optional<int64_t> LaneStride::ofAddress(const GEPOperator &G,
                                             unsigned Depth) {
  const unsigned Width = DL.getIndexTypeSizeInBits(G.getType());
  compat::OffsetMap Variable;
  APInt Constant(Width, 0);
  if (Width > 64 || !G.collectOffset(DL, Width, Variable, Constant))
    return std::nullopt;
  std::optional<int64_t> Sum = of(G.getPointerOperand(), Depth + 1);
  for (const auto &[Index, Scale] : Variable) {
    const auto Step = of(Index, Depth + 1);
    if (!Sum || !Step || Scale.getSignificantBits() > 32)
      return std::nullopt;
    Sum = ifSmall(*Sum + *Step * Scale.getSExtValue());
  }
  return Sum;
}

std::optional<int64_t> LaneStride::ofPhi(const PHINode &Phi, unsigned Depth) {
  const Loop *L = LI.getLoopFor(Phi.getParent());
  const bool IsHeader = L && L->getHeader() == Phi.getParent();
  std::optional<int64_t> Stride;
  bool IsFirst = true;
  auto Add = [&](const Value *V) {
    const auto Next = of(V, Depth);
    Stride = IsFirst || Next == Stride ? Next : std::nullopt;
    IsFirst = false;
    Known[&Phi] = Stride;
    return Stride.has_value();
  };
  // The start of a loop first: what it is repeats itself.
  for (bool Back : {false, true})
    for (unsigned N = 0; N < Phi.getNumIncomingValues(); ++N)
      if (Back == (IsHeader && L->contains(Phi.getIncomingBlock(N))))
        if (!Add(Phi.getIncomingValue(N)))
          return std::nullopt;
  return Stride;
}
