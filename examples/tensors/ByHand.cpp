//===- ByHand.cpp - The same kernels with layouts written by hand ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByHand.h"
#include "intrinsics/tensors/TensorCalls.h"
#include "layouts/families/Family.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

static constexpr uint64_t Lanes = 32;

/// 16 bytes of a row in a thread, a warp along rows as far as they reach, warps
/// one below the other.
static BlockedParams blocked(const TensorType &T, uint64_t Warps) {
  BlockedParams P;
  const unsigned Rank = T.rank();
  const uint64_t Last = Rank ? T.Shape[Rank - 1] : 1;
  const uint64_t Own = std::min<uint64_t>(
      {Last, 16 / std::max(1u, T.elementBits() / 8),
       std::max<uint64_t>(1, T.elements() / (Lanes * Warps))});
  const uint64_t Along = std::min(Lanes, std::max<uint64_t>(1, Last / Own));
  for (unsigned D = 0; D < Rank; ++D) {
    const bool IsLast = D + 1 == Rank;
    P.SizePerThread.push_back(IsLast ? unsigned(Own) : 1);
    P.ThreadsPerWarp.push_back(unsigned(IsLast ? Rank == 1 ? Lanes : Along
                                        : D + 2 == Rank ? Lanes / Along
                                                        : 1));
    P.WarpsPerCta.push_back(D == 0 ? unsigned(Warps) : 1);
    P.Order.push_back(Rank - 1 - D);
  }
  return P;
}

namespace {

/// States the layouts of one kernel.
class Writer {
public:
  Writer(Function &F, uint64_t Warps) : F(F), Warps(Warps) {}
  Error run();

private:
  Error stateResult(CallInst &Call, const DistributedFamily &Of);
  Error stateOperand(CallInst &Call, unsigned Operand,
                     const DistributedFamily &Of);
  Error product(CallInst &Call);

  Function &F;
  const uint64_t Warps;
};

} // namespace

static TensorType typeOf(const Value *V) {
  return *TensorType::of(V->getType());
}

Error Writer::stateResult(CallInst &Call, const DistributedFamily &Of) {
  const TensorType T = typeOf(&Call);
  Expected<LinearLayout> L = distributedLayout(Of, T.Shape);
  if (!L)
    return L.takeError();
  IRBuilder<> B(Call.getNextNode());
  Value *Stated = TensorBuilder(B).convert(&Call, *L);
  Call.replaceUsesWithIf(Stated, [&](Use &U) { return U.getUser() != Stated; });
  return Error::success();
}

Error Writer::stateOperand(CallInst &Call, unsigned Operand,
                           const DistributedFamily &Of) {
  Value *V = Call.getArgOperand(Operand);
  Expected<LinearLayout> L = distributedLayout(Of, typeOf(V).Shape);
  if (!L)
    return L.takeError();
  IRBuilder<> B(&Call);
  Call.setArgOperand(Operand, TensorBuilder(B).convert(V, *L));
  return Error::success();
}

Error Writer::product(CallInst &Call) {
  MmaParams P;
  const unsigned Down = 1u << (Log2_64(Warps) + 1) / 2;
  P.WarpsPerCta = {Down, unsigned(Warps) / Down};
  P.InstrShape = {16, 8};
  auto Parent = distributed(P);
  for (unsigned Operand : {0, 1}) {
    DotOperandParams O;
    O.OpIdx = Operand;
    O.Parent = Parent;
    O.KWidth = 32 / typeOf(Call.getArgOperand(Operand)).elementBits();
    if (Error E = stateOperand(Call, Operand, {O}))
      return E;
  }
  return stateResult(Call, *Parent);
}

Error Writer::run() {
  SmallVector<CallInst *, 32> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (Call->getCalledFunction() &&
          isTensorCallName(Call->getCalledFunction()->getName()))
        Calls.push_back(Call);
  for (CallInst *Call : Calls) {
    Error E = Error::success();
    switch (*tensorOpOf(Call->getCalledFunction()->getName())) {
    case TensorOp::Load:
      E = stateResult(*Call, {blocked(typeOf(Call), Warps)});
      break;
    case TensorOp::Store:
      E = stateOperand(*Call, 1,
                       {blocked(typeOf(Call->getArgOperand(1)), Warps)});
      break;
    case TensorOp::Reduce: {
      const auto *Axis = cast<ConstantInt>(Call->getArgOperand(1));
      E = stateResult(
          *Call, {SliceParams{unsigned(Axis->getZExtValue()),
                              distributed(blocked(
                                  typeOf(Call->getArgOperand(0)), Warps))}});
      break;
    }
    case TensorOp::Dot:
      E = product(*Call);
      break;
    default:
      break;
    }
    if (E)
      return E;
  }
  return Error::success();
}

Error stateLayoutsByHand(Module &M) {
  for (Function &F : M) {
    unsigned Threads = 0;
    F.getFnAttribute("nvvm.reqntid")
        .getValueAsString()
        .getAsInteger(10, Threads);
    if (F.isDeclaration() || !Threads)
      continue;
    if (Error E = Writer(F, Threads / Lanes).run())
      return E;
  }
  return Error::success();
}
