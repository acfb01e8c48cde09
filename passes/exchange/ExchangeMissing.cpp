//===- ExchangeMissing.cpp - Writers that may not have run ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table names the thread that writes a byte if it runs its store. It may
// not:
//
//   if (i >= n) return;                    if (i < n)
//   s[t] = in[i];                            s[t] = in[i];
//   barrier                                barrier
//   out[i] = s[t ^ 1];                     y = s[t ^ 1];
//
// There are two proofs that this makes no difference.
//
//   * The reader meets all conditions of its writer, equal symbolic integer by
//     equal symbolic integer: then the writer has run (O9), and has not left.
//   * Nobody else can have written the byte since the kernel began, and the
//     writer not in an earlier run of the store. Then a reader whose writer did
//     not run reads shared memory that was never written, which is undefined:
//     any value will do, also what a shuffle brings from a lane that has left.
//
// A thread that left behind its store has written a value that can be read, and
// cannot take part in a shuffle: there only the first proof helps.
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/ExchangeFinder.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace f2layout;

/// Whoever makes the load has come to the barrier.
void ExchangeFinder::requireComing(const WriterTable &W, Match &M) {
  const auto Come = W.conditionsToCome();
  if (!Come)
    return;
  if (M.Guards) {
    // The loads of one block have the same guards.
    auto [It, New] = WithComing.try_emplace(M.Guards.get());
    if (New) {
      It->second = std::make_shared<std::vector<ThreadGuard>>(*M.Guards);
      for (auto [G, Also] : zip_equal(*It->second, *Come)) {
        G.Never |= Also.Never;
        append_range(G.Needs, Also.Needs);
      }
    }
    M.Guards = It->second;
  } else {
    M.Guards = Come;
  }
  for (const Value *V : BarrierConditions) {
    M.Reads |= Eval.reads(V);
    M.Conditions.push_back(V);
  }
}

/// The store may have run in the same thread before, although what it needs
/// does not hold now. OnlyLeft: because the thread has left.
bool ExchangeFinder::mayHaveRunBefore(WriterTable &W, const Writer &V,
                                      bool OnlyLeft) const {
  const Instruction *Store = O.Accesses[W.stores()[V.Store].Access].I;
  if (!C.Paths.reaches(Store, Store, InstructionSet()))
    return false;
  return !OnlyLeft || any_of(Exits, [&](const BranchInst *Exit) {
    return C.Paths.reaches(Store, Exit, InstructionSet());
  });
}

/// No other store, and no other thread by this one, can have written the byte
/// before the barrier.
bool ExchangeFinder::isOnlyWriter(const SyncPoint &P, WriterTable &W,
                                  const Writer &V, int64_t Byte) {
  const unsigned Store = W.stores()[V.Store].Access;
  const SymId Sym = Facts[Store].Sym;
  if (changesAroundBarrier(Sym, P) ||
      any_of(O.Opaque,
             [](const Instruction *I) { return I->mayWriteToMemory(); }) ||
      any_of(O.Arrays, [](const GlobalVariable *G) {
        return G->hasInitializer() && !isa<UndefValue>(G->getInitializer());
      }))
    return false;
  for (unsigned A : IsStore.set_bits()) {
    // What only comes after the barrier of all is not seen before it.
    if (A == Store ||
        (P.K == SyncPoint::Block &&
         !C.Paths.reaches(O.Accesses[A].I, P.At, InstructionSet())))
      continue;
    if (!Facts[A].Known || Facts[A].Sym != Sym || !Known->isNear(A)) {
      const auto &Bounds = placeOf(A);
      if (Sym || !Bounds || !Bounds->isApartFrom({Byte, Byte + 1}))
        return false;
      continue;
    }
    if (mayWriteByte(A, Sym, Byte))
      return false;
  }
  return true;
}

ExchangeFinder::Reason
ExchangeFinder::checkWriterRuns(const SyncPoint &P, WriterTable &W,
                                const Match &M, unsigned Thread,
                                const Writer &V, int64_t Byte) {
  const AnchoredStore &S = W.stores()[V.Store];
  const auto Come = W.conditionsToCome();
  const auto &ToStore = S.guard(V.Thread).Needs;
  auto IsMet = [&](const SymbolicInt &Need) {
    return M.Guards && is_contained((*M.Guards)[Thread].Needs, Need);
  };
  const bool HasStored = all_of(ToStore, IsMet);
  bool HasCome = true, LeavesBehindStore = false, OnlyLeft = true;
  if (Come) {
    const ThreadGuard &ToCome = (*Come)[V.Thread];
    HasCome = !ToCome.Never && all_of(ToCome.Needs, IsMet);
    LeavesBehindStore =
        ToCome.Never || any_of(ToCome.Needs, [&](const SymbolicInt &Need) {
          return !IsMet(Need) && !is_contained(ToStore, Need);
        });
  }
  if (HasStored && HasCome)
    return {};
  for (const SymbolicInt &Need : ToStore)
    OnlyLeft &=
        IsMet(Need) || (Come && is_contained((*Come)[V.Thread].Needs, Need));
  if (!LeavesBehindStore && !mayHaveRunBefore(W, V, OnlyLeft) &&
      isOnlyWriter(P, W, V, Byte))
    return {};
  Instruction *At = O.Accesses[S.Access].I;
  const std::string Place =
      placeText(Thread, Byte) + ", which thread " + std::to_string(V.Thread);
  if (LeavesBehindStore)
    return {"EarlyExit",
            Place + " writes, which may leave the kernel between the store and "
                    "the barrier",
            At};
  if (!HasCome)
    return {"EarlyExit",
            Place + " writes unless it has left the kernel; then the byte is "
                    "what another store, or another iteration, wrote there",
            At};
  return {"StaleRead",
          Place + " writes only under a condition that the reader does not "
                  "repeat; otherwise the byte is what another store, or "
                  "another iteration, wrote there",
          At};
}
