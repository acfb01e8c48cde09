//===- ExchangeReasons.cpp - Why a load is not part of an exchange --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reasons of ExchangeFinder that take a search of their own, or a text of
// several parts. Others are where the checks are.
//
//===----------------------------------------------------------------------===//

#include "intrinsics/target/Vocabulary.h"
#include "passes/evaluate/UnknownPart.h"
#include "passes/exchange/ExchangeFinder.h"
#include "passes/launch/IndexBounds.h"
#include "passes/launch/ShapeAdvice.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace f2layout;

void ExchangeFinder::miss(unsigned Access, Reason R) {
  if (WantsShape)
    R = {"NeedsBlockShape",
         "what metadata states of its addresses goes by the linear index of a "
         "thread, what else is known by its place in the block, whose shape is "
         "not known",
         nullptr};
  const auto [It, New] = Why.try_emplace(Access, std::move(R));
  if (!New && It->second.Name == FartherBarrier)
    It->second = std::move(R);
}

ExchangeFinder::Reason ExchangeFinder::searchEnded() {
  return {"SearchEnded",
          "the search for exchanges of this kernel ended before it; a larger "
          "search=, or -f2layout-search= in clang, continues it",
          nullptr};
}

/// A store in a loop whose step the block's shape would tell, if any:
///
///   for (i = threadIdx.x; i < 1024; i += blockDim.x) tile[i] = in[i];
Instruction *ExchangeFinder::storeByBlockSize() const {
  if (C.Launch.Exact)
    return nullptr;
  for (unsigned A : IsStore.set_bits()) {
    const Loop *L = C.LI.getLoopFor(O.Accesses[A].I->getParent());
    const BasicBlock *Latch = L ? L->getLoopLatch() : nullptr;
    if (!Latch)
      continue;
    for (const PHINode &Phi : L->getHeader()->phis()) {
      const auto *Next =
          dyn_cast<BinaryOperator>(Phi.getIncomingValueForBlock(Latch));
      if (Next && is_contained(Next->operands(), &Phi) &&
          any_of(Next->operands(), [&](const Value *Step) {
            return Step != &Phi && readsBlockSize(Step);
          }))
        return O.Accesses[A].I;
    }
  }
  return nullptr;
}

/// The access is in a loop that ends where the block does, so that a distance
/// that the loop changes would be known if the block's size were:
///
///   for (d = 1; d < blockDim.x; d *= 2) ... s[t + d] ...
bool ExchangeFinder::isInLoopToBlockSize(const Instruction &Access) const {
  if (C.Launch.Exact)
    return false;
  for (const Loop *L = C.LI.getLoopFor(Access.getParent()); L;
       L = L->getParentLoop()) {
    const BasicBlock *Latch = L->getLoopLatch();
    const auto *Branch =
        dyn_cast_or_null<BranchInst>(Latch ? Latch->getTerminator() : nullptr);
    const auto *Goes = Branch && Branch->isConditional()
                           ? dyn_cast<ICmpInst>(Branch->getCondition())
                           : nullptr;
    if (Goes && any_of(Goes->operands(), readsBlockSize))
      return true;
  }
  return false;
}

/// Why the address of an access is not known, and the instruction to blame.
const ExchangeFinder::Reason &ExchangeFinder::whyUnknown(unsigned Access) {
  auto [It, New] = WhyUnknown.try_emplace(Access);
  if (!New)
    return It->second;
  const SharedAccess &A = O.Accesses[Access];
  const UnknownPart Part = findUnknownPart(Eval, A.pointerUse().get());
  It->second = {"UnknownAddress", Part.text(), Part.At};
  if (Part.K == UnknownPart::BlockSize) {
    It->second.Name = "NeedsBlockShape";
    It->second.Why += "; " + shapeAdvice(C.F);
  } else if (Part.K >= UnknownPart::Product && isInLoopToBlockSize(*A.I)) {
    It->second.Why += ", in a loop that goes up to the block's size, which is "
                      "not known; " +
                      shapeAdvice(C.F);
  }
  return It->second;
}

/// Why nothing can be said of what the load reads, whatever the barrier.
ExchangeFinder::Reason ExchangeFinder::findUnknown(unsigned Access) {
  const AccessFacts &F = Facts[Access];
  if (!F.Known) {
    Reason R = whyUnknown(Access);
    R.Why = "its address is not known for every thread: " + R.Why +
            openText(Access);
    return R;
  }
  if (!Eval.shape().SizeIsExact && (F.Reads & (ReadsY | ReadsZ)))
    return {"NeedsBlockShape",
            "threads are indexed in several dimensions and the block's size is "
            "not known; " +
                shapeAdvice(C.F),
            nullptr};
  return {};
}

/// Under the warp barrier P, the load reads what another warp's store wrote.
/// That is a race unless block barriers lie between on every path; then they
/// are asked next.
ExchangeFinder::Reason ExchangeFinder::crossesWarps(const SyncPoint &P,
                                                    const Instruction &Store,
                                                    const Instruction &Load) {
  const Vocabulary &Words = vocabularyOf(C.F);
  if (C.Paths.reaches(&Store, &Load, C.Memory.segments().blockBarriers()))
    return {"CrossesWarps",
            formatv("the value comes from another {0}, and only a {0} barrier "
                    "lies between",
                    Words.Warp),
            P.At};
  return {FartherBarrier,
          formatv("the value comes from another {0}, and the barrier before "
                  "the load is a {0} barrier; the block barrier before that "
                  "one is not on every path to the load",
                  Words.Warp),
          P.At};
}

/// The places of stores depend on the block's shape: as long as none is known,
/// tables are those of a block of one row, in which most may be missing.
bool ExchangeFinder::mayWriteInOtherShape() const {
  if (Eval.shape().SizeIsExact)
    return false;
  for (unsigned A : IsStore.set_bits())
    if (Facts[A].Reads & (ReadsY | ReadsZ | ReadsSize))
      return true;
  return false;
}

/// There is no such thread, or it does not come here.
bool ExchangeFinder::isOutside(int64_t Byte) const {
  return !O.Dynamic && (Byte < 0 || Byte >= int64_t(O.Bytes));
}

std::string ExchangeFinder::placeText(unsigned Thread, int64_t Byte) const {
  const std::string Who = "thread " + std::to_string(Thread);
  const std::string What = std::to_string(Byte);
  if (isOutside(Byte))
    return Who + " would read byte " + What + ", outside of the array's " +
           std::to_string(O.Bytes) + " bytes";
  return Who + " reads byte " + What;
}

ExchangeFinder::Reason
ExchangeFinder::twoWriters(const WriterTable &W,
                           const WriterTable::BadByte &B) {
  return {"TwoWriters",
          placeText(B.Thread, B.Offset) +
              (B.W.Bad == Writer::TwoThreads
                   ? ", which more than one thread may write, and it is not "
                     "known which of them is the last"
                   : ", which two stores of one thread write in no fixed order "
                     "or under a condition"),
          O.Accesses[W.stores()[B.W.Store].Access].I};
}

/// Thread reads a byte of the load L that no store is known to write. A store
/// whose place is not known may write it.
ExchangeFinder::Reason
ExchangeFinder::unwritten(const SyncPoint &P, const WriterTable &W,
                          const AccessFacts &L, unsigned Thread, int64_t Byte) {
  if (L.Sym != 0 && !Eval.shape().SizeIsExact && (L.Reads & ReadsSize) &&
      none_of(IsStore.set_bits(), [&](unsigned A) {
        return Facts[A].Known && Facts[A].Sym == L.Sym;
      }))
    return {"Unwritten",
            "its address depends on the block's size, which is not known; " +
                shapeAdvice(C.F),
            nullptr};
  const std::string Place = placeText(Thread, Byte);
  // Every block has a thread 0.
  if (isOutside(Byte) && L.Sym == 0)
    return {"Unwritten",
            Place + (Eval.shape().SizeIsExact || Thread == 0
                         ? "; a condition that is not known may keep it from "
                           "the load"
                         : "; the block may be smaller or of another shape, "
                           "which is not known; " +
                               shapeAdvice(C.F)),
            nullptr};
  if (mayWriteInOtherShape())
    return {"Unwritten",
            Place +
                ", and whether a store before the barrier writes it "
                "depends on the block's shape, which is not known; " +
                shapeAdvice(C.F),
            nullptr};
  for (unsigned A : IsStore.set_bits()) {
    Instruction *Store = O.Accesses[A].I;
    if ((Facts[A].Known && Facts[A].Sym == L.Sym) ||
        !WriterTable::anchorOf(C, Store, P))
      continue;
    const std::string Unknown = Place + ", and whether a store writes it is "
                                        "not known: ";
    if (Facts[A].Known)
      return {"Unwritten",
              Unknown + "the addresses of the two differ by a value that only "
                        "the launch or a loop decides",
              Store};
    return {"Unwritten",
            Unknown + "of the store's address, " + whyUnknown(A).Why, Store};
  }
  // Not every store is in the table.
  for (unsigned A : IsStore.set_bits()) {
    Instruction *Store = O.Accesses[A].I;
    if (!mayWriteByte(A, L.Sym, Byte) ||
        any_of(W.stores(),
               [&](const AnchoredStore &S) { return S.Access == A; }) ||
        !C.Paths.reaches(Store, P.At, InstructionSet()))
      continue;
    if (WriterTable::anchorOf(C, Store, P))
      return {"Unwritten",
              Place + ", which a store may write that several branches lead to",
              Store};
    return {"Unwritten",
            Place + ", which only a store may write that is in another loop or "
                    "iteration, or from which not every way leads to the "
                    "barrier",
            Store};
  }
  return {"Unwritten",
          Place + ", which no store before the barrier writes, except perhaps "
                  "in another loop or iteration",
          nullptr};
}

/// Of a store whose place is known.
bool ExchangeFinder::mayWriteByte(unsigned Access, SymId Sym, int64_t Byte) {
  if (!Facts[Access].Known || Facts[Access].Sym != Sym ||
      !Known->isNear(Access))
    return false;
  const auto [First, Last] = Known->range(Access);
  return Byte >= First && Byte < Last + int64_t(O.Accesses[Access].Bytes) &&
         bytesOf(Access, Eval.threads()).test(Byte - First);
}
