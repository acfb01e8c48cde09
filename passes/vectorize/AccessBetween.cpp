//===- AccessBetween.cpp - Instructions that keep neighbours apart --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/AccessBetween.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/AddressSpaces.h"
#include "passes/vectorize/AddressDistance.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include <optional>

using namespace llvm;
using namespace f2layout;

/// At most this many instructions between that access memory are checked.
static constexpr unsigned MaxBetween = 64;

bool f2layout::isPlainAccess(const Instruction &I) {
  if (auto *L = dyn_cast<LoadInst>(&I))
    return L->isSimple();
  auto *S = dyn_cast<StoreInst>(&I);
  return S && S->isSimple();
}

/// Assumptions, and other intrinsics that only claim to write memory.
static bool touchesNothing(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  return Call && Call->onlyAccessesInaccessibleMemory() &&
         Call->hasFnAttr(Attribute::NoSync) && !Call->isConvergent();
}

bool f2layout::letsAccessesPass(const Instruction &I) {
  return isGuaranteedToTransferExecutionToSuccessor(&I) &&
         (!I.mayReadOrWriteMemory() || touchesNothing(I));
}

/// All dynamic shared arrays begin at the same address, which LLVM does not
/// know.
static bool isDynamicShared(const Instruction &I) {
  auto *G = dyn_cast<GlobalVariable>(
      getUnderlyingObject(getLoadStorePointerOperand(&I)));
  return G && G->getAddressSpace() == SharedSpace && G->isDeclaration();
}

static std::optional<uint64_t> bytesOf(const Instruction &I) {
  const TypeSize Size =
      I.getDataLayout().getTypeStoreSize(getLoadStoreType(&I));
  if (Size.isScalable())
    return std::nullopt;
  return Size.getFixedValue();
}

/// Compares the bits of their addresses.
bool AccessBetween::areApart(const Instruction &A, const Instruction &B) {
  const std::optional<uint64_t> BytesA = bytesOf(A), BytesB = bytesOf(B);
  if (!BytesA || !BytesB ||
      getLoadStoreAddressSpace(&A) != getLoadStoreAddressSpace(&B))
    return false;
  const auto FactsA = C.forms().address(getLoadStorePointerOperand(&A));
  const auto FactsB = C.forms().address(getLoadStorePointerOperand(&B));
  return FactsA && FactsB &&
         neverMeet(C.forms(), *FactsA, *BytesA, *FactsB, *BytesB);
}

/// True if Moved may be exchanged with I.
bool AccessBetween::mayPass(Instruction &I, ArrayRef<Instruction *> Moved,
                            bool &ByPlace) {
  if (!isPlainAccess(I))
    return false;
  auto Whole = [](const Instruction &Access) {
    return MemoryLocation::getBeforeOrAfter(
        getLoadStorePointerOperand(&Access));
  };
  for (Instruction *M : Moved) {
    const bool Dynamic = isDynamicShared(I) && isDynamicShared(*M);
    if (!Dynamic && AA.alias(Whole(I), Whole(*M)) == AliasResult::NoAlias)
      continue;
    const bool Apart =
        !Dynamic && AA.alias(MemoryLocation::get(&I), MemoryLocation::get(M)) ==
                        AliasResult::NoAlias;
    if (!Apart && !areApart(I, *M))
      return false;
    ByPlace = true;
  }
  return true;
}

bool AccessBetween::mayExchange(Instruction &A, Instruction &B) {
  bool ByPlace = false;
  return (isa<LoadInst>(A) && isa<LoadInst>(B)) || mayPass(A, &B, ByPlace);
}

BetweenFacts AccessBetween::look(ArrayRef<Instruction *> Accesses) {
  SmallVector<Instruction *, 16> Sorted(Accesses);
  llvm::sort(Sorted,
             [](Instruction *A, Instruction *B) { return A->comesBefore(B); });
  const bool AreStores = isa<StoreInst>(Sorted.front());
  BetweenFacts Facts;
  unsigned Seen = 0; ///< Number of entries of Sorted.
  unsigned Between = 0;
  for (auto At = Sorted.front()->getIterator(); &*At != Sorted.back(); ++At) {
    Instruction &I = *At;
    if (&I == Sorted[Seen]) {
      ++Seen;
      continue;
    }
    const bool Harmless =
        AreStores ? !I.mayReadOrWriteMemory() : !I.mayWriteToMemory();
    if (isGuaranteedToTransferExecutionToSuccessor(&I) &&
        (Harmless || touchesNothing(I)))
      continue;
    const ArrayRef<Instruction *> All = Sorted;
    const ArrayRef<Instruction *> Moved =
        AreStores ? All.take_front(Seen) : All.drop_front(Seen);
    if (++Between > MaxBetween ||
        !isGuaranteedToTransferExecutionToSuccessor(&I) ||
        !mayPass(I, Moved, Facts.ByPlace)) {
      Facts.InTheWay = &I;
      return Facts;
    }
  }
  return Facts;
}
