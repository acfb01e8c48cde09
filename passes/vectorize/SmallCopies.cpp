//===- SmallCopies.cpp - f2layout-copies: replace small memory copies -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/SmallCopies.h"
#include "intrinsics/AddressSpaces.h"
#include "intrinsics/Vocabulary.h"
#include "layouts/machine/Limits.h"
#include "passes/launch/LaunchShape.h"
#include "passes/price/RegisterPressure.h"
#include "passes/price/Residency.h"
#include "passes/sharedmemory/KernelContext.h"
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

static bool isSmall(const MemTransferInst &Copy) {
  auto *Bytes = dyn_cast<ConstantInt>(Copy.getLength());
  return Bytes && !Bytes->isZero() && Bytes->getValue().ule(MaxBytes) &&
         Bytes->getZExtValue() % WordBytes == 0 && !Copy.isVolatile() &&
         !Copy.isForceInlined();
}

static bool isShared(const Value *Object) {
  auto *G = dyn_cast<GlobalVariable>(Object);
  return G && G->getAddressSpace() == SharedSpace;
}

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

/// Words of all variables of a thread that are on its stack.
static unsigned wordsOnStack(const Function &F) {
  uint64_t Bytes = 0;
  for (const Instruction &I : instructions(F))
    if (auto *A = dyn_cast<AllocaInst>(&I))
      if (auto Size = A->getAllocationSize(F.getDataLayout());
          Size && !Size->isScalable())
        Bytes += Size->getFixedValue();
  return Bytes / WordBytes;
}

namespace {

/// Says what variables in registers cost: the price leaves them there, since
/// nothing else in the kernel is proved as long as they are in memory.
class StackRemark {
public:
  StackRemark(Function &F, FunctionAnalysisManager &AM)
      : F(F), AM(AM), Out(F, AM) {
    if (!Out.isWanted())
      return;
    Words = wordsOnStack(F);
    Pressure = registerPressure(F);
  }
  void say();

private:
  using NV = UserRemark::Argument;

  Function &F;
  FunctionAnalysisManager &AM;
  KernelRemarks Out;
  unsigned Words = 0, Pressure = 0;
};

} // namespace

void StackRemark::say() {
  const unsigned Left = Out.isWanted() ? wordsOnStack(F) : 0;
  if (Left >= Words)
    return;
  unsigned Before = 0, After = 0;
  const auto C = KernelContext::of(F, AM, Options());
  if (C && !C->isRefused()) {
    std::optional<unsigned> Threads = C->Launch.ExactThreads;
    if (!Threads)
      Threads = C->Launch.BoundThreads;
    const unsigned Had = Pressure + UsualReserve;
    Before = residentWarps(C->T, Threads, Had);
    After = residentWarps(C->T, Threads, Had + Words - Left);
  }
  Out.add([&] {
    UserRemark R(UserRemark::Passed, "f2layout-copies", "StackInRegisters", F);
    R.Worth = Words - Left;
    R.count("Words", Words - Left, "word")
        << " of each thread's stack became registers, since copies to and from "
           "shared memory became loads and stores";
    if (After < Before)
      R << "; by estimate, " << NV("WarpsAfter", After) << " "
        << vocabularyOf(F).Warp.str() + "s run at a time instead of "
        << NV("WarpsBefore", Before);
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
  std::optional<StackRemark> Stack;
  // The parts that SROA leaves of a long copy may be small ones. They become
  // fewer and shorter each time.
  while (Again) {
    const SetVector<MemTransferInst *> Found = findCopies(F);
    if (Found.empty())
      break;
    if (!Stack)
      Stack.emplace(F, AM);
    KernelRemarks Remarks(F, AM);
    for (MemTransferInst *Copy : Found)
      if (Copies.mayRewrite(Remarks, "f2layout-copies", *Copy)) {
        expand(*Copy);
        Changed = true;
      } else {
        Again = false; // it would be found again
      }
    if (!Changed)
      break;
    AM.invalidate(F, Kept);
    SROAPass(SROAOptions::PreserveCFG).run(F, AM);
  }
  if (Changed)
    Stack->say();
  return Changed ? Kept : PreservedAnalyses::all();
}
