//===- Phases.cpp - Accesses between the same barriers --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/completion/Phases.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"

using namespace llvm;
using namespace f2layout;

Phases::Phases(const FunctionAnalyses &C, const SharedObject &O,
               bool WarpBarriers)
    : C(C), Accesses(O.Accesses.size()) {
  for (unsigned A = 0; A < Accesses; ++A)
    Of[O.Accesses[A].I->getParent()].push_back({O.Accesses[A].I, int(A)});
  // Lanes may meet at different warp barriers, if not all come to each.
  for (const SyncPoint &P : C.Syncs.all())
    if (P.K == SyncPoint::Warp &&
        !C.Uniformity.isUniformlyReached(P.At->getParent()))
      WarpBarriers = false;
  for (const SyncPoint &P : C.Syncs.all())
    if ((P.K == SyncPoint::Block || (WarpBarriers && isFullWarpBarrier(P))) &&
        C.Uniformity.isUniformlyReached(P.At->getParent()))
      Of[P.At->getParent()].push_back({P.At, -1});
  InstructionSet OfBlock;
  for (const SyncPoint &P : C.Syncs.all())
    if (P.K == SyncPoint::Block &&
        C.Uniformity.isUniformlyReached(P.At->getParent()))
      OfBlock.insert(P.At);
  Together = &C.Paths.prepare(OfBlock);
  for (auto &[BB, List] : Of)
    llvm::sort(List, [](const Event &A, const Event &B) {
      return A.I != B.I && A.I->comesBefore(B.I);
    });
}

/// Behind which barriers the phases of S begin.
SmallVector<Phases::Place, 4> Phases::startsBefore(const Instruction &S,
                                                   uint64_t &Steps) const {
  SmallVector<Place, 4> Starts, Work;
  const Events &Here = in(S.getParent());
  const auto At = find_if(Here, [&](const Event &E) { return E.I == &S; });
  Work.push_back({S.getParent(), size_t(At - Here.begin())});
  SmallPtrSet<const BasicBlock *, 16> Seen;
  while (!Work.empty()) {
    auto [BB, End] = Work.pop_back_val();
    ++Steps;
    const Events &List = in(BB);
    while (End > 0 && List[End - 1].Access >= 0)
      --End;
    if (End > 0 || BB->isEntryBlock()) {
      Starts.push_back({BB, End});
      continue;
    }
    for (const BasicBlock *P : predecessors(BB))
      if (Seen.insert(P).second)
        Work.push_back({P, in(P).size()});
  }
  return Starts;
}

/// All accesses between these places and the next barriers.
BitVector Phases::reachedFrom(ArrayRef<Place> Starts, uint64_t &Steps) const {
  BitVector Found(Accesses);
  SmallVector<Place, 4> Work(Starts);
  SmallPtrSet<const BasicBlock *, 16> Seen;
  while (!Work.empty()) {
    auto [BB, At] = Work.pop_back_val();
    ++Steps;
    const Events &List = in(BB);
    for (; At < List.size() && List[At].Access >= 0; ++At)
      Found.set(List[At].Access);
    if (At < List.size())
      continue;
    for (const BasicBlock *N : successors(BB))
      if (Seen.insert(N).second)
        Work.push_back({N, 0});
  }
  return Found;
}

/// All threads leave the block for the same successor, once in each phase: each
/// cycle through it has a block barrier.
bool Phases::decidesTogether(const BasicBlock *BB) const {
  return C.Uniformity.hasUniformBranch(BB) &&
         C.Uniformity.isUniformlyReached(BB) &&
         !C.Paths.reaches(BB->getTerminator(), BB->getTerminator(), *Together);
}

BitVector
Phases::meetingFrom(Place At, unsigned S, uint64_t &Steps,
                    DenseMap<const BasicBlock *, BitVector> &Known) const {
  const auto [BB, From] = At;
  if (!decidesTogether(BB)) {
    BitVector All = reachedFrom(At, Steps);
    return All[S] ? All : BitVector(Accesses);
  }
  if (From == 0)
    if (auto It = Known.find(BB); It != Known.end())
      return It->second;
  ++Steps;
  BitVector Here(Accesses), Found(Accesses);
  const Events &List = in(BB);
  size_t N = From;
  for (; N < List.size() && List[N].Access >= 0; ++N)
    Here.set(List[N].Access);
  const bool HasEnded = N < List.size();
  if (Here[S])
    Found = HasEnded ? Here : reachedFrom(At, Steps);
  else if (!HasEnded)
    for (const BasicBlock *To : successors(BB))
      Found |= meetingFrom({To, 0}, S, Steps, Known);
  if (Found[S])
    Found |= Here;
  if (From == 0)
    Known[BB] = Found;
  return Found;
}

BitVector Phases::meeting(const Instruction &S, uint64_t &Steps) const {
  const Events &Here = in(S.getParent());
  const unsigned Own =
      find_if(Here, [&](const Event &E) { return E.I == &S; })->Access;
  BitVector Found(Accesses);
  DenseMap<const BasicBlock *, BitVector> Known;
  for (const Place &Start : startsBefore(S, Steps))
    Found |= meetingFrom(Start, Own, Steps, Known);
  return Found;
}
