//===- BlockBarriers.cpp - Barriers that the whole block reaches together -===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/convergence/BlockBarriers.h"
#include "compat/LLVMCompat.h"
#include "passes/support/RegisterAsm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// What one call does
//===----------------------------------------------------------------------===//

namespace {

/// What a call may do to the barriers of the block.
struct Arrival {
  enum Kind {
    None,  ///< Nothing, or __syncthreads(), whose definition proves it.
    Loose, ///< Waits for all threads of the block; no more.
    Whole, ///< The same with a result, such as a vote.
    Part   ///< Waits for some threads, or not at all, or nothing is known.
  };
  Kind K = None;
  std::optional<unsigned> Number; ///< If it is a constant.
};

} // namespace

/// PTX has 16 barriers.
static bool isBarrierNumber(uint64_t Number) { return Number < 16; }

static std::optional<unsigned> constantNumber(const Value *V) {
  auto *C = dyn_cast<ConstantInt>(V);
  if (!C || !isBarrierNumber(C->getLimitedValue()))
    return std::nullopt;
  return C->getZExtValue();
}

static Arrival ofIntrinsic(const CallBase &Call) {
  using compat::BlockBarrier;
  const std::optional<BlockBarrier> B = compat::blockBarrier(Call);
  if (!B)
    return {};
  Arrival A;
  A.Number = B->Number && isBarrierNumber(*B->Number)
                 ? std::optional<unsigned>(*B->Number)
                 : std::nullopt;
  A.K = Arrival::Part;
  if (!B->OfAll || !A.Number)
    return A;
  if (B->Aligned && A.Number == 0u)
    return {};
  A.K = B->K == BlockBarrier::Sync ? Arrival::Loose : Arrival::Whole;
  return A;
}

/// The text may contain an instruction that concerns the block's barriers, or
/// that calls code which does.
static bool namesBarrier(StringRef Text) {
  auto IsWord = [](char C) { return isAlnum(C) || C == '_' || C == '.'; };
  for (size_t At = 0; At < Text.size(); ++At) {
    if (At && IsWord(Text[At - 1]))
      continue;
    const StringRef Rest = Text.substr(At);
    if ((Rest.starts_with("bar.") && !Rest.starts_with("bar.warp.")) ||
        (Rest.starts_with("barrier.") &&
         !Rest.starts_with("barrier.cluster.")) ||
        Rest.starts_with("call"))
      return true;
  }
  return false;
}

/// "bar.sync 0;", "barrier.cta.sync.aligned 0;" and the like, whose number may
/// be an operand, and nothing else.
static Arrival ofAssembly(const CallBase &Call, const InlineAsm &Asm) {
  StringRef Text = StringRef(Asm.getAsmString()).trim(" \t\n\r;");
  if (parseRegisterAsm(Call).Known || !namesBarrier(Text))
    return {};
  Arrival A;
  A.K = Arrival::Part;
  const StringRef Opcode = Text.take_until(isSpace);
  const StringRef Operand = Text.drop_front(Opcode.size()).trim();
  const bool IsSync =
      compat::StringSwitch<bool>(Opcode)
          .Cases({"bar.sync", "bar.cta.sync"}, true)
          .Cases({"barrier.sync", "barrier.cta.sync"}, true)
          .Cases({"barrier.sync.aligned", "barrier.cta.sync.aligned"}, true)
          .Default(false);
  unsigned Number;
  if (!IsSync || !Asm.hasSideEffects() || !Call.getType()->isVoidTy() ||
      Asm.canThrow() || Call.hasOperandBundles())
    return A;
  if (Operand == "$0" && Call.arg_size() == 1)
    A.Number = constantNumber(Call.getArgOperand(0));
  else if (Call.arg_empty() && !Operand.getAsInteger(0, Number) && Number < 16)
    A.Number = Number;
  if (A.Number)
    A.K = Arrival::Loose;
  return A;
}

namespace {

/// Which functions of the module contain barriers that are no __syncthreads().
class Callees {
public:
  Arrival arrivalAt(const CallBase &Call, unsigned Depth = 0) {
    if (auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand()))
      return ofAssembly(Call, *Asm);
    if (Call.getIntrinsicID() != Intrinsic::not_intrinsic)
      return ofIntrinsic(Call);
    // Whatever contains a barrier is convergent, synchronises, and has effects.
    if (!Call.isConvergent() || Call.hasFnAttr(Attribute::NoSync) ||
        Call.onlyReadsMemory())
      return {};
    Arrival A;
    if (const Function *Callee = Call.getCalledFunction();
        !Callee || mayArrive(*Callee, Depth))
      A.K = Arrival::Part;
    return A;
  }

private:
  /// Nothing is known of calls that are nested deeper.
  static constexpr unsigned MaxDepth = 32;

  bool mayArrive(const Function &F, unsigned Depth) {
    if (F.isDeclaration())
      return !compat::StringSwitch<bool>(F.getName())
                  .Cases({"vprintf", "malloc", "free", "__assertfail"}, true)
                  .Default(false);
    if (Depth == MaxDepth)
      return true;
    // Of recursion nothing is known, either.
    auto [It, IsNew] = Known.try_emplace(&F, true);
    if (!IsNew)
      return It->second;
    const bool May = any_of(instructions(F), [&](const Instruction &I) {
      auto *Call = dyn_cast<CallBase>(&I);
      return Call && arrivalAt(*Call, Depth + 1).K != Arrival::None;
    });
    return Known[&F] = May;
  }

  DenseMap<const Function *, bool> Known;
};

} // namespace

std::optional<unsigned> f2layout::looseBarrier(const CallBase &Call) {
  Arrival A;
  if (auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand()))
    A = ofAssembly(Call, *Asm);
  else if (Call.getIntrinsicID() != Intrinsic::not_intrinsic)
    A = ofIntrinsic(Call);
  return A.K == Arrival::Loose ? A.Number : std::nullopt;
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

BlockBarriers::BlockBarriers(Function &F, Together IsTogether) {
  Callees Called;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      continue;
    const Arrival A = Called.arrivalAt(*Call);
    if (A.K == Arrival::None)
      continue;
    if (A.K == Arrival::Loose)
      Loose.push_back(Call);
    if (A.K == Arrival::Part || !IsTogether(*Call->getParent()))
      Obstacles.push_back({Call, A.Number});
  }
}

/// The blocks that can follow the block of an obstacle.
const BlockBarriers::Reached &BlockBarriers::behindObstacles(unsigned Number) {
  auto [It, IsNew] = Behind.try_emplace(Number);
  if (!IsNew)
    return It->second;
  Reached &Blocks = It->second;
  SmallVector<const BasicBlock *, 16> Worklist;
  auto Follow = [&](const BasicBlock *BB, Instruction *At) {
    for (const BasicBlock *Next : successors(BB))
      if (Blocks.try_emplace(Next, At).second)
        Worklist.push_back(Next);
  };
  for (const Obstacle &O : Obstacles)
    if (O.concerns(Number))
      Follow(O.At->getParent(), O.At);
  while (!Worklist.empty()) {
    const BasicBlock *BB = Worklist.pop_back_val();
    Follow(BB, Blocks.lookup(BB));
  }
  return Blocks;
}

Instruction *BlockBarriers::obstacleTo(const CallBase &Barrier) {
  if (Obstacles.empty())
    return nullptr;
  const unsigned Number = *looseBarrier(Barrier);
  // The barrier itself is the reason that is easiest to understand.
  for (const Obstacle &O : Obstacles)
    if (O.At == &Barrier)
      return O.At;
  for (const Obstacle &O : Obstacles)
    if (O.concerns(Number) && O.At->getParent() == Barrier.getParent() &&
        O.At->comesBefore(&Barrier))
      return O.At;
  return behindObstacles(Number).lookup(Barrier.getParent());
}
