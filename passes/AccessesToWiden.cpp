//===- AccessesToWiden.cpp - Which loads and stores are worth a look ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/AccessesToWiden.h"
#include "passes/Contiguity.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// Loads or stores of one address space.
struct Kind {
  SmallVector<Instruction *, 16> Accesses;
  SmallVector<const Value *, 16> Objects; ///< Null: one of several, or none.
  bool AnyUnknown = false;
};

} // namespace

/// The object that a pointer points into, if that can be said at a glance.
static const Value *objectOf(const Instruction &I) {
  const Value *Object = getUnderlyingObject(getLoadStorePointerOperand(&I));
  return isa<Argument, GlobalVariable>(Object) ? Object : nullptr;
}

static bool isSimple(const Instruction &I) {
  if (auto *L = dyn_cast<LoadInst>(&I))
    return L->isSimple();
  auto *S = dyn_cast<StoreInst>(&I);
  return S && S->isSimple();
}

/// As wide as accesses get, and aligned to that.
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

/// Takes those of one kind that have company or are aligned badly.
static void take(const Kind &K, SmallVectorImpl<Instruction *> &Taken) {
  DenseMap<const Value *, unsigned> Count;
  for (const Value *Object : K.Objects)
    ++Count[K.AnyUnknown ? nullptr : Object];
  for (auto [I, Object] : zip(K.Accesses, K.Objects))
    if (Count.lookup(K.AnyUnknown ? nullptr : Object) > 1 || isUnderaligned(*I))
      Taken.push_back(I);
}

SmallVector<Instruction *, 32> f2layout::accessesToWiden(Function &F) {
  SmallVector<Instruction *, 32> Taken;
  for (BasicBlock &BB : F) {
    SmallVector<std::pair<std::pair<bool, unsigned>, Kind>, 4> Kinds;
    for (Instruction &I : BB) {
      if (!isSimple(I) || isWidest(I))
        continue;
      const std::pair<bool, unsigned> Key = {isa<StoreInst>(I),
                                             getLoadStoreAddressSpace(&I)};
      auto It = find_if(Kinds, [&](auto &K) { return K.first == Key; });
      if (It == Kinds.end()) {
        Kinds.push_back({Key, {}});
        It = std::prev(Kinds.end());
      }
      Kind &K = It->second;
      K.Accesses.push_back(&I);
      K.Objects.push_back(objectOf(I));
      K.AnyUnknown |= !K.Objects.back();
    }
    const size_t Before = Taken.size();
    for (auto &[Key, K] : Kinds)
      take(K, Taken);
    llvm::sort(
        Taken.begin() + Before, Taken.end(),
        [](Instruction *A, Instruction *B) { return A->comesBefore(B); });
  }
  return Taken;
}
