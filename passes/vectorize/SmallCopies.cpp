//===- SmallCopies.cpp - f2layout-copies: replace small memory copies -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/SmallCopies.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/AddressSpaces.h"
#include "intrinsics/target/Vocabulary.h"
#include "layouts/machine/Limits.h"
#include "passes/launch/LaunchShape.h"
#include "passes/price/AccessCost.h"
#include "passes/price/KernelWork.h"
#include "passes/price/LoopWeights.h"
#include "passes/price/RegisterPressure.h"
#include "passes/price/Residency.h"
#include "passes/sharedmemory/kernel/KernelContext.h"
#include "passes/support/RemarkBook.h"
#include "passes/support/RewriteKind.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/SROA.h"

using namespace llvm;
using namespace f2layout;

static RewriteKind Copies("f2layout-copies",
                          "Small copies replaced by vectors");

/// A longer copy is better left as one call.
static constexpr unsigned MaxBytes = 64;
static constexpr unsigned WordBytes = 4;
/// Clocks until a word of global memory is there that no cache has. GPUs take
/// 400 to 900 for it, the more the busier the memory is. Not measured here.
static constexpr double MemoryLatency = 600;
/// Of an SM or CU: so many warps of it run at a time.
static constexpr double Schedulers = 4;

static bool isSmall(const MemTransferInst &Copy) {
  auto *Bytes = dyn_cast<ConstantInt>(Copy.getLength());
  return Bytes && !Bytes->isZero() && Bytes->getValue().ule(MaxBytes) &&
         Bytes->getZExtValue() % WordBytes == 0 && !Copy.isVolatile() &&
         Copy.getIntrinsicID() != Intrinsic::memcpy_inline;
}

static bool isShared(const Value *Object) {
  auto *G = dyn_cast<GlobalVariable>(Object);
  return G && G->getAddressSpace() == SharedSpace;
}

using VariableSet = SmallPtrSet<const AllocaInst *, 8>;

/// The copies that are worth replacing; see the header.
static SetVector<MemTransferInst *> findCopies(Function &F) {
  SmallVector<MemTransferInst *, 16> Small;
  for (Instruction &I : instructions(F))
    if (auto *Copy = dyn_cast<MemTransferInst>(&I); Copy && isSmall(*Copy))
      Small.push_back(Copy);
  SetVector<MemTransferInst *> Found;
  SmallPtrSet<const Value *, 8> Variables;
  for (bool Again = true; Again;) {
    Again = false;
    for (MemTransferInst *Copy : Small) {
      const Value *Ends[] = {getUnderlyingObject(Copy->getDest()),
                             getUnderlyingObject(Copy->getSource())};
      bool Wanted = any_of(Ends, [&](const Value *Object) {
        return isShared(Object) || Variables.contains(Object);
      });
      if (!Wanted || !Found.insert(Copy))
        continue;
      for (const Value *Object : Ends)
        Again |= isa<AllocaInst>(Object) && Variables.insert(Object).second;
    }
  }
  return Found;
}

/// The variables of the stack that P may point to.
static SmallVector<const AllocaInst *, 2> variablesAt(const Value *P) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(P, Objects);
  SmallVector<const AllocaInst *, 2> Variables;
  for (const Value *Object : Objects)
    if (auto *Variable = dyn_cast<AllocaInst>(Object))
      Variables.push_back(Variable);
  return Variables;
}

static bool isAnyAt(const Value *P, const VariableSet &Variables) {
  return any_of(variablesAt(P),
                [&](const AllocaInst *V) { return Variables.contains(V); });
}

/// All that the copies go to and come from.
static VariableSet variablesOf(const SetVector<MemTransferInst *> &Copies) {
  VariableSet Variables;
  for (const MemTransferInst *Copy : Copies)
    for (const Value *P : {Copy->getDest(), Copy->getSource()})
      for (const AllocaInst *V : variablesAt(P))
        Variables.insert(V);
  return Variables;
}

namespace {

/// Some words of a copy, between its load and its store.
struct Piece {
  Value *Words = nullptr;
  uint64_t Offset = 0, Size = 0; ///< In bytes.
};

} // namespace

static Value *placeAt(IRBuilder<> &B, Value *Begin, uint64_t Offset) {
  return Offset ? B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Begin, Offset)
                : Begin;
}

/// One vector load and one vector store for every 16 bytes. All loads come
/// first, since source and destination may be the same, or overlap.
static void expand(MemTransferInst &Copy) {
  IRBuilder<> B(&Copy);
  uint64_t Bytes = cast<ConstantInt>(Copy.getLength())->getZExtValue();
  AAMDNodes Tags = Copy.getAAMetadata();
  SmallVector<Piece, 4> Pieces;
  for (uint64_t Done = 0; Done < Bytes;) {
    uint64_t Size = bit_floor(std::min<uint64_t>(MaxAccessBytes, Bytes - Done));
    Type *Ty = B.getInt32Ty();
    if (Size > WordBytes)
      Ty = FixedVectorType::get(Ty, Size / WordBytes);
    LoadInst *Load = B.CreateAlignedLoad(
        Ty, placeAt(B, Copy.getSource(), Done),
        commonAlignment(Copy.getSourceAlign().valueOrOne(), Done));
    Load->setAAMetadata(Tags.adjustForAccess(Done, unsigned(Size)));
    Pieces.push_back({Load, Done, Size});
    Done += Size;
  }
  for (const Piece &P : Pieces) {
    StoreInst *Store = B.CreateAlignedStore(
        P.Words, placeAt(B, Copy.getDest(), P.Offset),
        commonAlignment(Copy.getDestAlign().valueOrOne(), P.Offset));
    Store->setAAMetadata(Tags.adjustForAccess(P.Offset, unsigned(P.Size)));
  }
  Copy.eraseFromParent();
}

static unsigned wordsOf(const AllocaInst &Variable) {
  const auto Size =
      Variable.getAllocationSize(Variable.getFunction()->getDataLayout());
  return Size && !Size->isScalable()
             ? divideCeil(Size->getFixedValue(), WordBytes)
             : 0;
}

/// Words of all variables of a thread that are on its stack.
static unsigned wordsOnStack(const Function &F) {
  unsigned Words = 0;
  for (const Instruction &I : instructions(F))
    if (auto *A = dyn_cast<AllocaInst>(&I))
      Words += wordsOf(*A);
  return Words;
}

namespace {

/// What it costs to have variables in registers.
class StackPrice {
public:
  StackPrice(Function &F, FunctionAnalysisManager &AM) : F(F), AM(AM) {}
  bool isTooHigh(const VariableSet &Variables);
  void sayKept();
  void sayMoved(unsigned Words);
  bool isWanted() const { return Out.isWanted(); }

private:
  using NV = UserRemark::Argument;

  void count(unsigned Words);
  double clocksOf(const VariableSet &Variables) const;
  double clocksOfWaiting() const;
  void sayWarps(UserRemark &R) const;
  /// With so many registers, not even one block runs.
  bool fitsNoMore() const { return WarpsBefore > 0 && WarpsAfter == 0; }

  Function &F;
  FunctionAnalysisManager &AM;
  KernelRemarks Out{F, AM};
  std::optional<KernelContext> C = KernelContext::of(F, AM, Options());
  std::optional<unsigned> Pressure;
  unsigned WarpsBefore = 0, WarpsAfter = 0;
  double Slowdown = 1, Gained = 0, Lost = 0;
};

} // namespace

/// What so many more words do to the kernel as it is written.
void StackPrice::count(unsigned Words) {
  if (!C || C->isRefused())
    return;
  if (!Pressure)
    Pressure = registerPressure(F);
  const std::optional<unsigned> Threads = statedBlock(C->Launch, C->T);
  const unsigned Had = registersOf(C->T, *Pressure).Usual;
  WarpsBefore = residentWarps(C->T, Threads, Had);
  WarpsAfter = residentWarps(C->T, Threads, Had + Words);
  Slowdown = slowdownByRegisters(C->T, Threads, Had, Had + Words);
}

/// Of a warp, for all accesses of the variables: a wavefront for each word.
double StackPrice::clocksOf(const VariableSet &Variables) const {
  const LoopInfo &LI = AM.getResult<LoopAnalysis>(F);
  auto &SE = AM.getResult<ScalarEvolutionAnalysis>(F);
  double Words = 0;
  for (const Instruction &I : instructions(F)) {
    unsigned OfThis = 0;
    if (auto *Copy = dyn_cast<MemTransferInst>(&I); Copy && isSmall(*Copy)) {
      OfThis = (isAnyAt(Copy->getDest(), Variables) +
                isAnyAt(Copy->getSource(), Variables)) *
               cast<ConstantInt>(Copy->getLength())->getZExtValue() / WordBytes;
    } else if (const Value *P = getLoadStorePointerOperand(&I);
               P && isAnyAt(P, Variables)) {
      OfThis = divideCeil(F.getDataLayout()
                              .getTypeStoreSize(getLoadStoreType(&I))
                              .getKnownMinValue(),
                          WordBytes);
    }
    if (OfThis)
      Words += OfThis * weightIn(LI, SE, I.getParent());
  }
  return Words * C->T.M.Costs.Wavefront;
}

/// Returns true if a copy of the block brings a value from other memory to a
/// variable that is read behind the block, if at all: in a register, the value
/// may be under way until then.
static bool hasPrefetch(const BasicBlock &BB) {
  SmallPtrSet<const AllocaInst *, 8> ReadLater;
  for (const Instruction &I : reverse(BB)) {
    const auto *Copy = dyn_cast<MemTransferInst>(&I);
    if (Copy && isSmall(*Copy)) {
      const SmallVector<const AllocaInst *, 2> To =
          variablesAt(Copy->getDest());
      const Value *From = getUnderlyingObject(Copy->getSource());
      if (To.size() == 1 && !isa<AllocaInst>(From) && !isShared(From) &&
          !ReadLater.contains(To.front()))
        return true;
    }
    const Value *P =
        isa<LoadInst>(I) ? getLoadStorePointerOperand(&I) : nullptr;
    if (Copy)
      P = Copy->getSource();
    if (P)
      for (const AllocaInst *V : variablesAt(P))
        ReadLater.insert(V);
  }
  return false;
}

/// Of a warp, for the loads that are waited for at once, since a store to the
/// stack takes their values: all loads of a block are under way together, and
/// the other warps of the scheduler run meanwhile.
double StackPrice::clocksOfWaiting() const {
  const LoopInfo &LI = AM.getResult<LoopAnalysis>(F);
  auto &SE = AM.getResult<ScalarEvolutionAnalysis>(F);
  double Waits = 0;
  for (const BasicBlock &BB : F)
    if (hasPrefetch(BB))
      Waits += weightIn(LI, SE, &BB);
  return Waits * MemoryLatency * Schedulers / WarpsBefore;
}

bool StackPrice::isTooHigh(const VariableSet &Variables) {
  unsigned Words = 0;
  for (const AllocaInst *V : Variables)
    Words += wordsOf(*V);
  if (Words == 0 || !isKernel(F) || statesWarps(F))
    return false;
  count(Words);
  if (fitsNoMore())
    return true; // The assembler would put them on the stack again.
  if (Slowdown == 1)
    return false;
  Lost = (Slowdown - 1) * kernelWork(F, AM.getResult<LoopAnalysis>(F),
                                     AM.getResult<ScalarEvolutionAnalysis>(F),
                                     C->T.M);
  Gained = clocksOf(Variables) + clocksOfWaiting();
  return Lost > Gained;
}

void StackPrice::sayWarps(UserRemark &R) const {
  R << NV("WarpsAfter", WarpsAfter) << " "
    << vocabularyOf(F).Warp.str() + "s run at a time instead of "
    << NV("WarpsBefore", WarpsBefore);
}

void StackPrice::sayKept() {
  Out.add([&] {
    UserRemark R(UserRemark::Missed, "f2layout-copies", "Residency", F);
    R.Worth = WholeKernel;
    R << "variables that are copied to and from shared memory stay on the "
         "stack: in registers, they would ";
    if (fitsNoMore()) {
      R << "take more of them, by estimate, than a block has";
      return R;
    }
    R << "let ";
    sayWarps(R);
    R << ", by estimate, which is expected to cost "
      << NV("Lost", clockText(Lost)) << " clocks per " << vocabularyOf(F).Warp
      << ", and would gain " << NV("Gained", clockText(Gained))
      << "; where the second number of __launch_bounds__ states how many "
         "must fit, they become registers";
    return R;
  });
}

void StackPrice::sayMoved(unsigned Words) {
  count(Words);
  Out.add([&] {
    UserRemark R(UserRemark::Passed, "f2layout-copies", "StackInRegisters", F);
    R.Worth = WarpsAfter < WarpsBefore ? WholeKernel : Words;
    R.count("Words", Words, "word")
        << " of each thread's stack became registers, since copies to and from "
           "shared memory became loads and stores";
    if (WarpsAfter < WarpsBefore) {
      R << "; by estimate, ";
      sayWarps(R);
    }
    return R;
  });
}

PreservedAnalyses SmallCopiesPass::run(Function &F,
                                       FunctionAnalysisManager &AM) {
  if (!isForGpu(*F.getParent()))
    return PreservedAnalyses::all();
  PreservedAnalyses Kept = PreservedAnalyses::none();
  Kept.preserveSet<CFGAnalyses>();
  bool Changed = false, Again = true;
  std::optional<StackPrice> Price;
  std::optional<unsigned> Stack; // in words, before
  bool StaysOnStack = false;
  // The parts that SROA leaves of a long copy may be small ones. They become
  // fewer and shorter each time.
  while (Again) {
    SetVector<MemTransferInst *> Found = findCopies(F);
    if (Found.empty())
      break;
    if (!Price) {
      Price.emplace(F, AM);
      const VariableSet Variables = variablesOf(Found);
      if (Price->isTooHigh(Variables)) {
        Price->sayKept();
        Found.remove_if([&](const MemTransferInst *Copy) {
          return isAnyAt(Copy->getDest(), Variables) ||
                 isAnyAt(Copy->getSource(), Variables);
        });
        StaysOnStack = true;
        Again = false; // they would be found again
      } else if (Price->isWanted()) {
        Stack = wordsOnStack(F);
      }
    }
    KernelRemarks Remarks(F, AM);
    bool ChangedNow = false;
    for (MemTransferInst *Copy : Found)
      if (Copies.mayRewrite(Remarks, "f2layout-copies", *Copy)) {
        expand(*Copy);
        ChangedNow = true;
      } else {
        Again = false; // it would be found again
      }
    if (!ChangedNow)
      break;
    Changed = true;
    AM.invalidate(F, Kept);
    // It would cut the variables into parts that the code generator moves.
    if (!StaysOnStack)
      SROAPass(SROAOptions::PreserveCFG).run(F, AM);
  }
  if (Changed && Stack && wordsOnStack(F) < *Stack)
    Price->sayMoved(*Stack - wordsOnStack(F));
  return Changed ? Kept : PreservedAnalyses::all();
}
