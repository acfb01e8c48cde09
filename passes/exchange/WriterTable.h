//===- WriterTable.h - Who wrote each byte before a barrier ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tile[4 * lane + i] = v[i]; barrier:
//
//   byte   0 1 2 3   4 5 6 7   8 ..        16 ..
//   store  #0        #1        #2          #0
//   thread 0         0         0           1
//
// Only stores with a fixed place in the barrier's past take part: those that
// dominate it, and those whose guarded region it post-dominates. When two of
// them write one byte, the later one wins if their order is certain: by program
// order within one thread, by a block barrier between two threads. Otherwise
// the byte keeps all of them until a store that is later than every one is
// found.
//
// We assume that the program has no data race and writes only inside its
// arrays. If only an upper bound of the block size is known, blocks in which
// two threads would race or a thread would leave the array are therefore
// excluded, which lowers the bound. This holds only for stores that every
// thread executes. Some warps may not reach a warp barrier,
//
//   if (warp == 0) { tile[lane] = v; __syncwarp(); w = tile[31 - lane]; }
//
// and the accesses that they would make there do not happen. Two threads do not
// race, either, if something other than a block barrier orders them.
//
// Threads may leave the kernel before the barrier:
//
//   if (i >= n) return;
//   tile[t] = v;
//   barrier
//
// Then every store has all the conditions that lead to it from the entry, and a
// thread's conditions of coming to the barrier are kept beside them. Conditions
// on the way to the barrier that are the same in every thread are left out.
//
// Bytes that no load reads or no store writes are not tabulated, and adjacent
// bytes that always have one writer share an entry. A table by which no load
// can be proved need not be complete. It then says why, for each load.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EXCHANGE_WRITERTABLE_H
#define F2LAYOUT_PASSES_EXCHANGE_WRITERTABLE_H

#include "layouts/machine/Limits.h"
#include "passes/exchange/Exchanges.h"
#include "passes/sharedmemory/accesses/AccessFacts.h"
#include "llvm/ADT/BitVector.h"

#include <map>
#include <memory>

namespace f2layout {
inline namespace passes {

/// A store with a fixed place before the barrier.
struct AnchoredStore {
  unsigned Access = 0;
  /// The instruction that runs before the barrier in every iteration: the store
  /// itself, or the branch that decides whether it runs.
  const llvm::Instruction *Anchor = nullptr;
  /// One per thread; null if it always runs, or runs for whoever comes to the
  /// barrier.
  std::shared_ptr<const std::vector<ThreadGuard>> Guards;
  /// If one thread comes to the barrier, every thread of the block runs it.
  bool Always = false;
  uint8_t GuardReads = 0;
  llvm::SmallVector<const llvm::Value *, 4> Conditions;

  const ThreadGuard &guard(unsigned Thread) const {
    static const ThreadGuard Always;
    return Guards ? (*Guards)[Thread] : Always;
  }
};

struct Writer {
  enum Flaw : uint8_t { None, TwoThreads, Unordered };
  int Store = -1; ///< Index into WriterTable::stores(); -1: nobody.
  uint16_t Thread = 0;
  uint16_t Byte = 0; ///< Of the stored value.
  Flaw Bad = None;
  /// Where the list of others that may have been the last one begins, in
  /// WriterTable::Rivals. They are there if Bad, or if threads race in one
  /// store: then this one stands for them.
  int Others = -1;
};

/// Facts about the stores of one array that do not depend on the barrier. The
/// tables of all its barriers share them.
class StoreFacts {
public:
  StoreFacts(const FunctionAnalyses &C, ThreadEval &Eval, const SharedObject &O,
             llvm::ArrayRef<AccessFacts> Facts)
      : C(C), Eval(Eval), O(O), Facts(Facts) {}

  /// Returns true if something other than a block barrier, such as a named
  /// barrier or a lock, may order the threads that execute the store. Two
  /// threads that write one byte then need not race.
  bool maySerialise(unsigned Access);
  /// The size of the largest block whose threads can all execute the store
  /// without leaving the array and without a race.
  unsigned mostThreads(unsigned Access);
  /// First and last offset that a thread has. A thread that never makes the
  /// access may have any; offsets beyond FarAway in either direction count as
  /// FarAway.
  std::pair<int64_t, int64_t> range(unsigned Access) {
    return {rangeOf(Access).First, rangeOf(Access).Last};
  }
  /// Twice what an array may have, so that no sum with a width overflows.
  static constexpr int64_t FarAway = 2 * int64_t(MaxSharedBytes);
  /// All offsets of the range are known, and near enough to be bits of a set.
  bool isNear(unsigned Access) {
    const auto [First, Last] = range(Access);
    return First > -FarAway && Last < FarAway && Last - First <= MaxSharedBytes;
  }
  /// The bits that are set in the offset of some thread.
  int64_t bits(unsigned Access) { return rangeOf(Access).Bits; }

  /// What must hold for a thread to come from one block to another.
  struct Way {
    bool Known = false;
    /// If several branches lead there, all conditions that decide, wanted or
    /// not.
    Path Literals;
    /// One per thread; null if every thread comes.
    std::shared_ptr<const std::vector<ThreadGuard>> Guards;
    /// Who certainly does not come, the conditions that remain being met.
    std::shared_ptr<const std::vector<ThreadGuard>> Absent;
    uint8_t Reads = 0;
  };
  const Way &way(const llvm::BasicBlock *From, const llvm::BasicBlock *To);
  void decide(Way &W, const llvm::BasicBlock *From, const llvm::BasicBlock *To);
  /// The way from the entry, without the conditions on the way to the barrier's
  /// block that have one value in all threads.
  const Way &wayFromEntry(const llvm::BasicBlock *To,
                          const llvm::BasicBlock *Barrier);
  /// Threads of this number and above would leave the array, so that none of
  /// them makes the access.
  unsigned insideUpTo(unsigned Access) const;

private:
  struct Range {
    int64_t First = 0, Last = 0, Bits = 0;
  };
  unsigned findMostThreads(unsigned Access);
  const Range &rangeOf(unsigned Access);

  const FunctionAnalyses &C;
  ThreadEval &Eval;
  const SharedObject &O;
  llvm::ArrayRef<AccessFacts> Facts;
  llvm::DenseMap<unsigned, bool> Serialises;
  llvm::DenseMap<unsigned, unsigned> MostThreads;
  llvm::DenseMap<unsigned, Range> Ranges;
  std::map<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>, Way>
      Ways, FromEntry;
  /// The first way under these conditions.
  std::map<std::vector<std::pair<const llvm::Value *, bool>>, const Way *>
      ByConditions;
};

/// Which threads come to a barrier.
enum class Coming {
  All,      ///< All of the block, or none.
  ByWarps,  ///< Whole warps.
  Remaining ///< All that have not left the kernel.
};

class WriterTable {
public:
  /// AnchoredStore::Anchor of a store for a barrier, by control flow alone.
  /// Null if the store has no fixed place before the barrier.
  static const llvm::Instruction *anchorOf(const FunctionAnalyses &C,
                                           const llvm::Instruction *Store,
                                           const SyncPoint &At);
  /// What a table may cost: addresses, and blocks that walks enter. Walks of
  /// Paid blocks were paid for before.
  /// MayStop: a table of which no load can be read need not be complete.
  struct Allowance {
    uint64_t Paid, Left;
    bool MayStop;
  };
  /// The writers of what the accesses Loads read. A table that costs more than
  /// is left is not complete: see cost().
  WriterTable(const FunctionAnalyses &C, ThreadEval &Eval,
              const SharedObject &O, llvm::ArrayRef<AccessFacts> Facts,
              StoreFacts &Known, const SyncPoint &At, Coming Who,
              llvm::ArrayRef<unsigned> Loads,
              Allowance Most = {0, ~uint64_t(0), false});

  llvm::ArrayRef<AnchoredStore> stores() const { return Stores; }
  /// One step for each store in each thread that was entered, some perhaps
  /// twice, and one for each block that was entered since the last payment.
  uint64_t cost() const {
    return Entered * uint64_t(Eval.threads()) + C.Paths.steps() - Most.Paid;
  }
  /// Blocks that run the barrier have at most this many threads.
  unsigned limit() const { return Limit; }
  /// False if the thread certainly never gets to the barrier.
  bool comes(unsigned Thread) const {
    return !Barrier || !(*Barrier)[Thread].Never;
  }
  /// If threads may have left, what must hold for each to come; else null.
  std::shared_ptr<const std::vector<ThreadGuard>> conditionsToCome() const {
    return Who == Coming::Remaining ? Barrier : nullptr;
  }
  /// Of the accesses of the array, the stores that the table has with this
  /// opaque part of the address.
  const llvm::BitVector &accessesAt(SymId Sym);
  Writer at(SymId Sym, int64_t Offset) const;
  /// A byte that a thread reads although several stores may have written it
  /// last.
  struct BadByte {
    unsigned Thread = 0;
    int64_t Offset = 0;
    Writer W;
  };
  /// Why the load cannot be read, if the table stopped for this reason.
  std::optional<BadByte> unreadable(unsigned Load) const {
    const auto It = Unreadable.find(Load);
    if (It == Unreadable.end())
      return std::nullopt;
    return It->second;
  }
  /// Bytes from an offset on that have the same writer, if Offset is where a
  /// granule begins.
  int64_t granule(SymId Sym) const;
  /// By what the threads that race for the byte differ from its writer.
  llvm::SmallVector<uint64_t, 4> racing(const Writer &W) const;
  bool maySerialise(const AnchoredStore &S) const {
    return Known.maySerialise(S.Access);
  }

private:
  /// The bytes from First on that the loads read and that stores may write, in
  /// granules: no store begins or ends inside of one. Of a granule, the writer
  /// of its first byte is kept.
  struct Region {
    int64_t First = 0, End = 0;
    int64_t Granule = 1;
    bool HasUnwritten = false; ///< Loads read bytes before First or behind End.
    std::vector<Writer> Granules;
  };
  std::pair<int64_t, int64_t> rangeOf(unsigned Access) const;
  void makeRegions(llvm::ArrayRef<unsigned> Loads);
  void anchor(unsigned Access);
  void dominatingStore(AnchoredStore R);
  bool fits(const AnchoredStore &S) const;
  void enterStores(llvm::ArrayRef<unsigned> Loads);
  bool isSettled() const;
  bool isUnreadable(unsigned Load, const llvm::BitVector &Recent);
  bool isHopeless(llvm::ArrayRef<unsigned> Loads,
                  llvm::ArrayRef<unsigned> Before,
                  const llvm::BitVector &Recent);
  void clear();
  bool isLongBefore(unsigned S, unsigned R);
  void enter(unsigned Index);
  void meet(Writer &Old, Writer New);
  bool race(const Writer &A, const Writer &B) const;
  bool runsWith(const Writer &A, const Writer &B) const;
  bool replaces(const Writer &New, const Writer &Old);
  bool ordered(const Writer &Old, const Writer &New);
  unsigned programOrder(unsigned A, unsigned B);
  unsigned findProgramOrder(unsigned A, unsigned B);

  const FunctionAnalyses &C;
  ThreadEval &Eval;
  const SharedObject &O;
  llvm::ArrayRef<AccessFacts> Facts;
  StoreFacts &Known;
  const SyncPoint &At;
  Coming Who;
  /// Who comes, if not all; null if that is not known.
  std::shared_ptr<const std::vector<ThreadGuard>> Barrier;
  llvm::SmallVector<AnchoredStore, 8> Stores;
  llvm::DenseMap<SymId, llvm::BitVector> AccessesAt;
  llvm::DenseMap<SymId, Region> Regions;
  /// Each names the next one of its byte in Others.
  std::vector<Writer> Rivals;
  llvm::DenseMap<unsigned, BadByte> Unreadable;
  Allowance Most;
  size_t Entered = 0;
  /// Of pairs of stores: see programOrder. Most questions are about the pair
  /// of the question before.
  struct PairOrder {
    unsigned First = ~0u, Second = ~0u, Order = 0;
  };
  PairOrder LastPair;
  llvm::DenseMap<std::pair<unsigned, unsigned>, unsigned> Order;
  unsigned Limit;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EXCHANGE_WRITERTABLE_H
