//===- UnknownPart.cpp - Why a value is not known in every thread ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/evaluate/UnknownPart.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace f2layout;

/// Longer computations are not followed to their end.
static constexpr unsigned MaxValues = 64;

bool f2layout::isKnownInAllThreads(ThreadEval &Eval, const Value *V) {
  ThreadEval *Few = Eval.inFewThreads();
  return (!Few || Few->eval(V).sharedSym()) && Eval.eval(V).sharedSym();
}

/// A minimum or the like: a function of its operands.
static bool isArithmetic(const Instruction &I) {
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call && Call->arg_size() > 0 && Call->doesNotAccessMemory() &&
         !Call->isConvergent() && Call->getType()->isIntOrIntVectorTy();
}

/// I is unknown though its operands are not.
static UnknownPart::Kind kindOf(ThreadEval &Eval, const Instruction &I) {
  if (I.mayReadFromMemory() && !isa<CallBase>(I))
    return UnknownPart::Memory;
  if (isa<FreezeInst>(I))
    return UnknownPart::Undefined;
  if (isa<CallBase>(I) && !isArithmetic(I))
    return UnknownPart::Call;
  auto IsFloat = [](const Value *V) {
    return V->getType()->isFPOrFPVectorTy();
  };
  if (IsFloat(&I) || any_of(I.operand_values(), IsFloat))
    return UnknownPart::Float;
  if (isa<PHINode>(I))
    return UnknownPart::Path;
  auto ReadsTheSize = [&](const Value *V) {
    return (Eval.reads(V) & ReadsSize) != 0;
  };
  if (!Eval.shape().SizeIsExact &&
      (ReadsTheSize(&I) || any_of(I.operand_values(), ReadsTheSize)))
    return UnknownPart::BlockSize;
  // A GEP extends its indices to the width of an address, like sext.
  if (isa<SExtInst, ZExtInst, GetElementPtrInst>(I))
    return UnknownPart::Wraps;
  if (I.getOpcode() == Instruction::Mul || I.getOpcode() == Instruction::Shl)
    return UnknownPart::Product;
  return UnknownPart::Other;
}

namespace {
struct Search {
  ThreadEval &Eval;
  SmallPtrSet<Value *, 32> Seen, OnWay;
  UnknownPart Best = {UnknownPart::Other, nullptr};

  void take(UnknownPart::Kind K, Instruction &I) {
    if (!Best.At || K < Best.K)
      Best = {K, &I};
  }
  void visit(Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || Seen.size() >= MaxValues || !Seen.insert(I).second)
      return;
    OnWay.insert(I);
    bool OfOperand = false;
    // What a load or a call returns is no function of its operands.
    if (!isa<LoadInst, CallBase>(I) || isArithmetic(*I))
      for (Value *Operand : I->operand_values())
        if (isa<Instruction>(Operand) && !isKnownInAllThreads(Eval, Operand)) {
          // Back at a loop's phi, what the loop does is the reason.
          if (OnWay.count(Operand) && isa<PHINode>(Operand))
            take(UnknownPart::Path, *cast<PHINode>(Operand));
          OfOperand = true;
          visit(Operand);
        }
    OnWay.erase(I);
    if (!OfOperand)
      take(kindOf(Eval, *I), *I);
  }
};
} // namespace

UnknownPart f2layout::findUnknownPart(ThreadEval &Eval, Value *V) {
  if (ThreadEval *Few = Eval.inFewThreads();
      Few && !isKnownInAllThreads(*Few, V))
    return findUnknownPart(*Few, V);
  Search S{Eval, {}, {}};
  if (!isKnownInAllThreads(Eval, V))
    S.visit(V);
  return S.Best;
}

std::string UnknownPart::text() const {
  switch (K) {
  case Memory:
    return "it depends on what is read from memory";
  case Undefined:
    return "it depends on a value that may be undefined";
  case Call:
    return "it depends on the result of a call or of inline assembly";
  case Float:
    return "it depends on floating-point numbers";
  case Path:
    return "it depends on a loop or a branch in which threads may differ";
  case BlockSize:
    return "it depends on the block's size, which is not known";
  case Product:
    return "each thread multiplies by a value that only the launch or a loop "
           "decides";
  case Wraps:
    return "a sum may wrap before it is extended to more bits";
  case Other:
    return "it depends, other than by addition, on a value that only the "
           "launch or a loop decides";
  }
  return "";
}
