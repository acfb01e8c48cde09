//===- ExchangeShape.cpp - For which blocks an exchange is proved ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A match is proved for one block: of the stated shape, or the largest
// one-dimensional one. Without a known shape it must hold for every block with
// which the kernel may be launched. Three things can differ there: the rows of
// the block, the position of a lane within threadIdx.x, and lanes that do not
// exist in an incomplete last warp.
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/ExchangeFinder.h"
#include "passes/launch/BlockRows.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace f2layout;

/// Returns true if the opaque part of the addresses may differ between two
/// executions of the barrier, because a loop around the barrier computes it.
bool ExchangeFinder::changesAroundBarrier(SymId Sym, const SyncPoint &P) const {
  SmallVector<const Value *, 8> Leaves;
  Eval.terms().collectLeaves(Sym, Leaves);
  const BasicBlock *BB = P.At->getParent();
  return any_of(Leaves, [&](const Value *V) {
    auto *Block = dyn_cast<BasicBlock>(V);
    if (auto *I = dyn_cast<Instruction>(V))
      Block = I->getParent();
    for (const Loop *L = C.LI.getLoopFor(BB); L; L = L->getParentLoop())
      if (Block && L->contains(Block))
        return true;
    return false;
  });
}

/// A thread of an incomplete last warp may read what a lane that does not exist
/// would have written; then it sees what any other store, an unknown writer, or
/// the same store in another round of a loop, left there. True if there is a
/// block size for which something may have been left.
bool ExchangeFinder::seesThroughMissingLanes(const Exchange &T, WriterTable &W,
                                             ArrayRef<Match> Matches) {
  const auto MayLack = [&](const Match &M) {
    for (unsigned I = 0; I < M.Writers.size(); ++I)
      if (M.Writers[I].Store >= 0 && M.Writers[I].Thread > I / M.Units)
        return true;
    return false;
  };
  if (none_of(Matches, MayLack))
    return false;
  SymId Sym = Facts[Matches.front().Access].Sym;
  bool Anything = changesAroundBarrier(Sym, *T.At); // left anywhere
  for (const Instruction *I : O.Opaque)
    Anything |=
        I->mayWriteToMemory() && C.Paths.reaches(I, T.At->At, InstructionSet());
  for (const Match &M : Matches)
    Anything |= Facts[M.Access].Sym != Sym;
  int64_t First = 0, End = 0;
  for (const Match &M : Matches) {
    const auto [Least, Most] = Known->range(M.Access);
    First = std::min(First, Least);
    End = std::max(End, Most + O.Accesses[M.Access].Bytes);
  }
  const bool AreNear =
      all_of(Matches, [&](const Match &M) { return Known->isNear(M.Access); });
  // In a block of as many threads as the writer's number it is missing.
  if (Anything || !AreNear || End - First > MaxSharedBytes)
    return true;
  for (unsigned A : IsStore.set_bits()) {
    const bool Left = Facts[A].Known && Facts[A].Sym == Sym
                          ? leavesByte(A, First, End, W, Matches)
                          : any_of(Matches, [&](const Match &M) {
                              return !areApart(A, M.Access);
                            });
    if (Left)
      return true;
  }
  return false;
}

/// In a block that lacks the thread that writes what a load reads, another
/// thread may still execute the store A to that byte.
bool ExchangeFinder::leavesByte(unsigned A, int64_t First, int64_t End,
                                WriterTable &W, ArrayRef<Match> Matches) {
  constexpr uint16_t Nobody = 0xffff;
  std::vector<uint16_t> Lowest(End - First, Nobody);
  for (unsigned Thread = W.limit(); Thread-- > 0;) {
    const int64_t At = std::clamp(Facts[A].At[Thread], -StoreFacts::FarAway,
                                  StoreFacts::FarAway);
    const int64_t To = std::min<int64_t>(At + O.Accesses[A].Bytes, End);
    for (int64_t B = std::max(At, First); B < To; ++B)
      Lowest[B - First] = Thread;
  }
  for (const Match &M : Matches)
    for (unsigned I = 0; I < M.Writers.size(); ++I) {
      const Writer &V = M.Writers[I];
      const unsigned Reader = I / M.Units;
      if (V.Store < 0 || V.Thread <= Reader || W.stores()[V.Store].Access == A)
        continue;
      const int64_t At =
          Facts[M.Access].At[Reader] + I % M.Units * M.Unit - First;
      for (unsigned B = 0; B < M.Unit; ++B)
        if (Lowest[At + B] < V.Thread)
          return true;
    }
  return false;
}

/// Without a known block size the proof must hold for every block of at most
/// the evaluated size.
ExchangeFinder::Reason ExchangeFinder::checkShape(Exchange &T, WriterTable &W,
                                                  ArrayRef<Match> Matches) {
  if (Eval.shape().SizeIsExact) {
    assert(W.limit() == Eval.threads() && "a known size needs no limit");
    return {};
  }
  if (T.AnyShape)
    return {};
  Reason Unknown = {"NeedsBlockShape",
                    "the proof needs the block's size, which is not known",
                    nullptr};
  if (any_of(Facts, [](const AccessFacts &F) { return F.Stated; }))
    return Unknown;
  uint8_t Reads = 0;
  SmallVector<const Value *, 8> Guards(BarrierConditions.begin(),
                                       BarrierConditions.end());
  for (const AnchoredStore &S : W.stores())
    if (is_contained(T.Stores, S.Access)) {
      Reads |= Facts[S.Access].Reads;
      append_range(Guards, S.Conditions);
    }
  for (const Value *V : Guards)
    Reads |= Eval.reads(V);
  for (const Match &M : Matches)
    Reads |= M.Reads;
  if ((Reads & (ReadsY | ReadsZ)) || mayKnowRows(C.F, C.Launch))
    return Unknown;
  if (!C.Launch.WholeWarps && seesThroughMissingLanes(T, W, Matches))
    return Unknown;
  // That a second row would race is what rules it out.
  for (const AnchoredStore &S : W.stores())
    if (is_contained(T.Stores, S.Access) && W.maySerialise(S))
      return Unknown;
  if (!(Reads & ReadsLane) || holdsInRows(Guards, W, Matches))
    return {};
  return Unknown;
}

/// The number of threads is known, and nothing that the proof rests on asks for
/// their place in the block's shape, only for lanes: addresses are stated, or
/// the same in all threads.
bool ExchangeFinder::holdsInAnyShape(const Exchange &T, const WriterTable &W,
                                     ArrayRef<Match> Matches) {
  if (Eval.shape().SizeIsExact || C.Launch.ExactThreads != Eval.threads() ||
      W.limit() != Eval.threads() ||
      none_of(Facts, [](const AccessFacts &F) { return F.Stated; }))
    return false;
  uint8_t Reads = 0;
  for (const AccessFacts &F : Facts)
    Reads |= F.Reads;
  for (const AnchoredStore &S : W.stores())
    Reads |= S.GuardReads;
  for (const Match &M : Matches)
    Reads |= M.Reads;
  for (const Value *V : BarrierConditions)
    Reads |= Eval.reads(V);
  if (const Value *Mask = T.At->K == SyncPoint::Warp ? T.At->Mask : nullptr) {
    (void)Eval.eval(Mask);
    Reads |= Eval.reads(Mask);
  }
  return !(Reads & ReadsIndex);
}

/// The lane number is that of threadIdx.x only if the block is one-dimensional.
/// If threadIdx.x matters by groups of 2^k threads alone, and the lane number
/// only within such a group, then any other block has two threads of one group
/// number and one place in it, which write the same bytes: a race. So the block
/// is one-dimensional, or a single group. That must be known of all places that
/// a lane may have in a row, not of the first row's alone, and the two threads
/// must both write: Guards, which decide that, must be one for all threads of a
/// block that has two rows.
///
/// The other stores of the array must be where the evaluation saw them, too.
bool ExchangeFinder::holdsInRows(ArrayRef<const Value *> Guards,
                                 const WriterTable &W,
                                 ArrayRef<Match> Matches) {
  uint8_t Reads = 0;
  SmallVector<const Value *, 32> Values;
  for (unsigned A = 0; A < O.Accesses.size(); ++A)
    if (O.Accesses[A].isStore() && Facts[A].Known) {
      Reads |= Facts[A].Reads;
      Values.push_back(O.Accesses[A].pointer());
    }
  for (const AnchoredStore &S : W.stores()) {
    Reads |= S.GuardReads;
    append_range(Values, S.Conditions);
  }
  for (const Match &M : Matches) {
    Reads |= M.Reads;
    Values.push_back(O.Accesses[M.Access].pointer());
    append_range(Values, M.Conditions);
  }
  if (Reads & (ReadsY | ReadsZ))
    return false;
  if (!(Reads & ReadsX))
    return true;
  if (any_of(Guards, [&](const Value *V) { return Eval.differsInRows(V); }))
    return false;
  for (unsigned Bits = Eval.shape().LaneBits; Bits > 0; --Bits) {
    SmallVector<const Value *, 32> Grouped(Values);
    Eval.keepGrouped(Grouped, Bits);
    if (Grouped.size() == Values.size())
      return true;
  }
  return false;
}

/// A shuffle in place of bar.warp.sync(m) may only name lanes of m.
ExchangeFinder::Reason ExchangeFinder::checkMask(Exchange &T) {
  Value *Mask = T.At->K == SyncPoint::Warp ? T.At->Mask : nullptr;
  if (!Mask)
    return {};
  unsigned Lanes = 1u << T.Move.LaneBits;
  const ThreadValues &Values = Eval.eval(Mask);
  uint64_t All = maskTrailingOnes<uint64_t>(Lanes);
  bool Full = true;
  for (unsigned Thread = 0; Thread < Values.size(); ++Thread) {
    if (!Values[Thread].isConst())
      return {"UnknownMask", "the barrier's lane mask is not known", T.At->At};
    Full &= (Values[Thread].Const & All) == All;
  }
  if (Full)
    return {};
  T.WarpMask = Mask;
  for (unsigned R = 0; R < T.Move.NumResults; ++R)
    for (unsigned Thread = 0; Thread < T.Move.NumThreads; ++Thread) {
      Holder H = T.Move.holder(R, Thread);
      if (H == DontCare)
        continue;
      if (!(Values[Thread].Const >> H.Thread % Lanes & 1) ||
          Values[Thread] != Values[H.Thread])
        return {"PartialMask",
                "the value comes from a lane that the barrier does not wait "
                "for",
                T.At->At};
    }
  return {};
}
