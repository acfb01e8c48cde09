//===- ScratchDoubleBuffering.cpp - Exchanges alternate between buffers ---===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/ScratchDoubleBuffering.h"
#include "passes/sharedmemory/changes/OwnArray.h"
#include "passes/sharedmemory/changes/SharedMemoryBudget.h"
#include "passes/support/RewriteKind.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

static RewriteKind Buffers("f2layout-buffers",
                           "Arrays in parts of which exchanges take turns");

/// Nothing if the size of blocks is not known. Bounds say only what it is at
/// the most.
static uint64_t affordable(const Exchanges &R, const FunctionAnalyses &C,
                           const Target &T) {
  std::optional<unsigned> Threads = C.Launch.ExactThreads;
  if (!Threads && R.shape().SizeIsExact)
    Threads = R.shape().threads();
  return Threads ? affordableBytes(T, *Threads) : 0;
}

/// Nobody else may count on what is left of shared memory.
static bool canAfford(uint64_t More, const Exchanges &R,
                      const FunctionAnalyses &C, const Target &T) {
  std::optional<uint64_t> Bytes = sharedBytes(R.objects());
  return Bytes && callsNobody(C.F) && *Bytes + More <= affordable(R, C, T);
}

/// In the order in which the function has them.
static SmallVector<ExchangePlan *, 8>
blockExchanges(MutableArrayRef<ExchangePlan> Plans, unsigned Object,
               const FunctionAnalyses &C) {
  SmallVector<ExchangePlan *, 8> Found;
  for (ExchangePlan &P : Plans)
    if (P.Subject->Object == Object && P.Best && P.Best->usesMemory() &&
        P.Best->Group == Scope::Block)
      Found.push_back(&P);
  DenseMap<const BasicBlock *, unsigned> Place;
  for (const BasicBlock &BB : C.F)
    Place.insert({&BB, Place.size()});
  stable_sort(Found, [&](const ExchangePlan *A, const ExchangePlan *B) {
    const Instruction *I = A->Subject->At->At, *J = B->Subject->At->At;
    if (I->getParent() != J->getParent())
      return Place.lookup(I->getParent()) < Place.lookup(J->getParent());
    return I->comesBefore(J);
  });
  return Found;
}

/// Begins of the parts, and the end of the last.
static SmallVector<uint64_t, 4> partBegins(ArrayRef<ExchangePlan *> Found,
                                           ArrayRef<unsigned> PartOf) {
  SmallVector<uint64_t, 4> Bytes(*max_element(PartOf) + 1);
  uint64_t Alignment = 16;
  for (auto [P, Part] : zip(Found, PartOf)) {
    Bytes[Part] = std::max<uint64_t>(Bytes[Part], P->Best->ScratchBytes);
    Alignment = std::max<uint64_t>(Alignment, P->Best->ScratchAlign);
  }
  SmallVector<uint64_t, 4> Begins = {0};
  for (uint64_t Size : Bytes)
    Begins.push_back(alignTo(Begins.back() + Size, Alignment));
  return Begins;
}

/// Which part each exchange uses. In an odd number of them the first and the
/// last follow each other, in a loop; with two parts only they wait for each
/// other.
static SmallVector<unsigned, 8> takeTurns(size_t Exchanges, bool ThirdPart) {
  SmallVector<unsigned, 8> PartOf;
  for (size_t K = 0; K < Exchanges; ++K)
    PartOf.push_back(K % 2);
  if (ThirdPart)
    PartOf.back() = 2;
  return PartOf;
}

/// The turns for which there is room, the third part if possible.
static std::optional<SmallVector<unsigned, 8>>
findTurns(ArrayRef<ExchangePlan *> Found,
          function_ref<bool(uint64_t)> HasRoom) {
  const bool Odd = Found.size() % 2;
  for (bool ThirdPart : {true, false}) {
    if (ThirdPart && !Odd)
      continue;
    SmallVector<unsigned, 8> PartOf = takeTurns(Found.size(), ThirdPart);
    if (HasRoom(partBegins(Found, PartOf).back()))
      return PartOf;
  }
  return std::nullopt;
}

static bool isOwnArray(const SharedObject &O, const FunctionAnalyses &C) {
  return !O.Dynamic && O.Arrays.size() == 1 &&
         canOwnArray(C.F, *O.Arrays.front());
}

bool f2layout::mayTakeTurns(unsigned Object, const Exchanges &R,
                            const FunctionAnalyses &C, const Target &T,
                            bool MayGrow) {
  const SharedObject &O = R.objects()[Object];
  return MayGrow && isOwnArray(O, C) && canAfford(O.Bytes, R, C, T);
}

bool f2layout::wouldSaveBarriers(const Exchange &X, const Exchanges &R,
                                 const FunctionAnalyses &C) {
  const Loop *L = C.LI.getLoopFor(X.At->At->getParent());
  if (!L)
    return false;
  auto IsHere = [&](const SyncPoint &At) {
    return At.K == SyncPoint::Block && C.LI.getLoopFor(At.At->getParent()) == L;
  };
  SmallPtrSet<const SyncPoint *, 4> OfExchanges;
  for (const Exchange &Other : R.exchanges())
    if (Other.Object == X.Object && Other.Move.Group == Scope::Block &&
        IsHere(*Other.At))
      OfExchanges.insert(Other.At);
  return OfExchanges.size() % 2 == 0 &&
         size_t(count_if(C.Syncs.all(), IsHere)) >= 2 * OfExchanges.size();
}

SmallVector<DoubleBufferedArray, 2>
f2layout::doubleBufferScratch(MutableArrayRef<ExchangePlan> Plans,
                              const Exchanges &R, const FunctionAnalyses &C,
                              const Target &T, bool MayGrow) {
  SmallVector<DoubleBufferedArray, 2> Parted;
  for (auto [I, O] : enumerate(R.objects())) {
    SmallVector<ExchangePlan *, 8> Found = blockExchanges(Plans, I, C);
    if (Found.size() < 2 || !isOwnArray(O, C) ||
        any_of(Found, [](const ExchangePlan *P) { return P->KeepsPlace; }))
      continue;
    const uint64_t Has = O.Bytes;
    auto PartOf = findTurns(Found, [&](uint64_t Bytes) {
      return Bytes <= Has || (MayGrow && canAfford(Bytes - Has, R, C, T));
    });
    if (!PartOf || !Buffers.selectsNext())
      continue;
    Buffers.count(1);
    SmallVector<uint64_t, 4> Begins = partBegins(Found, *PartOf);
    for (auto [P, Part] : zip(Found, *PartOf))
      P->FirstByte = Begins[Part];
    Parted.push_back({unsigned(I), unsigned(Found.size()), Begins.back(),
                      Found.front()->Subject->At});
  }
  return Parted;
}
