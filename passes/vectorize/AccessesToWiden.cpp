//===- AccessesToWiden.cpp - Select the accesses that are analyzed --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/AccessesToWiden.h"
#include "compat/LLVMCompat.h"
#include "passes/contiguity/Contiguity.h"
#include "passes/vectorize/AddressProbe.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// Loads or stores of one address space.
struct Kind {
  bool AreStores = false;
  unsigned Space = 0;
  SmallVector<Instruction *, 16> Accesses;
};

} // namespace

static bool isSimple(const Instruction &I) {
  if (auto *L = dyn_cast<LoadInst>(&I))
    return L->isSimple();
  auto *S = dyn_cast<StoreInst>(&I);
  return S && S->isSimple();
}

/// It has the largest width, and is aligned to it.
static bool isWidest(const Instruction &I) {
  const TypeSize Bytes =
      I.getDataLayout().getTypeStoreSize(getLoadStoreType(&I));
  return Bytes.isScalable() ||
         (Bytes.getFixedValue() >=
              widestAccess(*I.getFunction(), getLoadStoreAddressSpace(&I)) &&
          getLoadStoreAlignment(&I).value() >= Bytes.getFixedValue());
}

static bool isUnderaligned(const Instruction &I) {
  const TypeSize Bytes =
      I.getDataLayout().getTypeStoreSize(getLoadStoreType(&I));
  return getLoadStoreAlignment(&I).value() < Bytes.getKnownMinValue();
}

static uint64_t bytesOf(const Instruction &I) {
  return I.getDataLayout()
      .getTypeStoreSize(getLoadStoreType(&I))
      .getKnownMinValue();
}

/// Takes the accesses of one kind that have neighbours in the example or a
/// small alignment.
static void take(const Kind &K, AddressProbe &Probe,
                 SmallVectorImpl<Instruction *> &Taken) {
  SmallVector<std::pair<uint64_t, Instruction *>, 16> Sorted;
  if (K.Accesses.size() > 1)
    for (Instruction *I : K.Accesses)
      Sorted.push_back({Probe.of(getLoadStorePointerOperand(I)), I});
  else if (isUnderaligned(*K.Accesses.front()))
    Taken.push_back(K.Accesses.front());
  llvm::stable_sort(Sorted, less_first());
  for (size_t First = 0; First < Sorted.size();) {
    size_t Next = First;
    uint64_t End = Sorted[First].first;
    for (; Next < Sorted.size() && Sorted[Next].first <= End; ++Next)
      End = std::max(End, Sorted[Next].first + bytesOf(*Sorted[Next].second));
    const bool HasNeighbour = Next - First > 1;
    for (; First < Next; ++First)
      if (HasNeighbour || isUnderaligned(*Sorted[First].second))
        Taken.push_back(Sorted[First].second);
  }
}

SmallVector<Instruction *, 32> f2layout::accessesToWiden(Function &F) {
  SmallVector<Instruction *, 32> Taken;
  AddressProbe Probe(F.getDataLayout());
  for (BasicBlock &BB : F) {
    SmallVector<Kind, 4> Kinds;
    for (Instruction &I : BB) {
      if (!isSimple(I) || isWidest(I))
        continue;
      const bool IsStore = isa<StoreInst>(I);
      const unsigned Space = getLoadStoreAddressSpace(&I);
      auto *It = find_if(Kinds, [&](const Kind &K) {
        return K.AreStores == IsStore && K.Space == Space;
      });
      if (It == Kinds.end()) {
        Kinds.push_back({IsStore, Space, {}});
        It = std::prev(Kinds.end());
      }
      It->Accesses.push_back(&I);
    }
    const size_t Before = Taken.size();
    for (const Kind &K : Kinds)
      take(K, Probe, Taken);
    llvm::sort(
        Taken.begin() + Before, Taken.end(),
        [](Instruction *A, Instruction *B) { return A->comesBefore(B); });
  }
  return Taken;
}
