//===- ExchangeFinder.h - The search for exchanges of one array -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of Exchanges.h for one shared object: choose a barrier for each
// load, match the loads of a barrier against its WriterTable, prove the match,
// and cut it into elements.
//
// The definitions are in
//   ExchangeFinder.cpp       which barrier; the writer of every byte
//   ExchangeMissing.cpp      writers that may not have run
//   ExchangeLastWriter.cpp   paths: the last writer, and the same iteration
//   ExchangeShape.cpp        the block's shape, and the mask of the barrier
//   ExchangeBuild.cpp        elements and their table
//   ExchangeGathers.cpp      loads at an index from data
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EXCHANGE_EXCHANGEFINDER_H
#define F2LAYOUT_PASSES_EXCHANGE_EXCHANGEFINDER_H

#include "passes/exchange/WriterTable.h"
#include "passes/gathers/DataIndex.h"
#include "passes/sharedmemory/accesses/PlaceBounds.h"
#include "passes/sharedmemory/accesses/StatedFacts.h"
#include "passes/support/MarkedPaths.h"
#include "passes/support/NearbyWrites.h"
#include "passes/support/PathQueries.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"

namespace f2layout {
inline namespace passes {

class ExchangeFinder {
public:
  ExchangeFinder(const FunctionAnalyses &C, ThreadEval &Eval,
                 SearchBudget &Budget, Exchanges &Out, unsigned Object);
  void run();

private:
  /// Why a load does not match; converts to true if there is a reason.
  struct Reason {
    std::string Name, Why;
    llvm::Instruction *Witness = nullptr;
    explicit operator bool() const { return !Name.empty(); }
  };
  /// One load with the writer of each byte, per thread.
  struct Match {
    unsigned Access = 0;
    /// One per thread; null if it always runs.
    std::shared_ptr<const std::vector<ThreadGuard>> Guards;
    /// ReadFlags of the address and the guards.
    uint8_t Reads = 0;
    /// Of the way from the barrier to the load.
    llvm::SmallVector<const llvm::Value *, 4> Conditions;
    /// Of each unit of the load in each thread, the writer of the first byte.
    /// The same store and thread wrote the other bytes of the unit.
    std::vector<Writer> Writers;
    unsigned Unit = 1;  ///< Bytes, a power of two.
    unsigned Units = 0; ///< Of one load.
    /// The stores found: indices into WriterTable::stores(), in order.
    llvm::SmallVector<unsigned, 4> Winners;

    bool isOff(unsigned Thread) const {
      return Guards && (*Guards)[Thread].Never;
    }
    /// Every thread reads what it has written.
    bool isOwn() const {
      for (size_t I = 0; I < Writers.size(); ++I)
        if (Writers[I].Store >= 0 && Writers[I].Thread != I / Units)
          return false;
      return true;
    }
    /// The writer of a byte of the load.
    Writer at(unsigned Thread, unsigned Byte) const {
      Writer V = Writers[Thread * Units + Byte / Unit];
      V.Byte += Byte % Unit;
      return V;
    }
  };

  /// Instructions other than block barriers at which a thread may wait for what
  /// another does: of the block, and barriers of lanes of one warp.
  struct Handovers {
    InstructionsByBlock OfBlock, OfWarp;
    /// The paths between the same block barriers as the barrier at hand.
    std::pair<const llvm::Instruction *, std::unique_ptr<MarkedPaths>> ByBlock,
        ByWarp;
  };

  bool integersAreStated() const;
  bool anyStoreHasPlace(const SyncPoint &P) const;
  llvm::Instruction *storeByBlockSize() const;
  bool isInLoopToBlockSize(const llvm::Instruction &Access) const;
  void search();
  bool listLoads();
  Reason checkBarrier(const SyncPoint &P);
  const llvm::SmallVector<const llvm::Instruction *, 4> &
  opaquePartsOf(WriterTable &W, unsigned Store);
  bool leavesBefore(const llvm::Instruction &Branch,
                    const llvm::BasicBlock &BB) const;
  Reason checkExits(const SyncPoint &P, llvm::StringRef Barrier);
  Reason match(const SyncPoint &P, WriterTable &W, Match &M);
  llvm::SmallVector<uint64_t, 2> racing(WriterTable &W,
                                        llvm::ArrayRef<Match> Matches);
  void requireComing(const WriterTable &W, Match &M);
  Reason readBytes(const SyncPoint &P, WriterTable &W, Match &M);
  Reason checkWriterRuns(const SyncPoint &P, WriterTable &W, const Match &M,
                         unsigned Thread, const Writer &V, int64_t Byte);
  bool mayHaveRunBefore(WriterTable &W, const Writer &V, bool OnlyLeft) const;
  bool isOnlyWriter(const SyncPoint &P, WriterTable &W, const Writer &V,
                    int64_t Byte);
  bool mayWriteInOtherShape() const;
  Reason noBarrier(const llvm::Instruction &Load);
  Reason looseReason(const SyncPoint &P);
  Reason crossesWarps(const SyncPoint &P, const llvm::Instruction &Store,
                      const llvm::Instruction &Load);
  const NearbyWrites &writes();
  llvm::BitVector writesNear(const SyncPoint &P, WriterTable &W,
                             const Match &M);
  Handovers &handovers();
  bool mayHandOn(const llvm::Instruction *From, const llvm::Instruction *To,
                 const SyncPoint &P);
  llvm::StringRef comesBetween(const SyncPoint &P, const WriterTable &W,
                               const Match &M, const llvm::Instruction *Write,
                               bool Later, bool Tabulated);
  Reason checkLastWriter(const SyncPoint &P, WriterTable &W, const Match &M);
  Reason checkIterations(WriterTable &W, const Match &M);
  bool disjoint(unsigned StoreAccess, unsigned LoadAccess, unsigned Limit);
  const std::optional<PlaceBounds> &placeOf(unsigned Access);
  bool areApart(unsigned One, unsigned Other);
  bool findDisjoint(unsigned StoreAccess, unsigned LoadAccess, unsigned Limit);
  const llvm::BitVector &bytesOf(unsigned Access, unsigned Limit);
  bool mayWriteByte(unsigned Access, SymId Sym, int64_t Byte);
  std::string placeText(unsigned Thread, int64_t Byte) const;
  bool isOutside(int64_t Byte) const;
  const Reason &whyUnknown(unsigned Access);
  Reason findUnknown(unsigned Access);
  Reason twoWriters(const WriterTable &W, const WriterTable::BadByte &B);
  Reason unwritten(const SyncPoint &P, const WriterTable &W,
                   const AccessFacts &L, unsigned Thread, int64_t Byte);
  void findAt(const SyncPoint &P, llvm::SmallVectorImpl<unsigned> &Loads);
  static llvm::SmallVector<size_t, 4>
  groupByStores(llvm::MutableArrayRef<Match> Matches);
  Reason buildApart(const SyncPoint &P, WriterTable &W,
                    llvm::MutableArrayRef<Match> Matches,
                    llvm::SmallVectorImpl<unsigned> &Left);
  Reason build(const SyncPoint &P, WriterTable &W,
               llvm::MutableArrayRef<Match> Matches);
  bool takesWhole(WriterTable &W, const Match &M, unsigned Size);
  unsigned elementBits(WriterTable &W, llvm::ArrayRef<Match> Matches);
  void numberRegisters(Exchange &T, WriterTable &W,
                       llvm::ArrayRef<Match> Matches, unsigned Bits);
  void fillTable(Exchange &T, WriterTable &W, llvm::ArrayRef<Match> Matches);
  struct GatherMatch {
    unsigned Access = 0;            ///< Of the load.
    llvm::SmallVector<Match, 0> Of; ///< By value of the index.
  };
  void listGathers();
  void listGather(unsigned Access);
  std::string openText(unsigned Access) const;
  Reason matchGather(const SyncPoint &P, WriterTable &W, GatherMatch &M);
  llvm::SmallVector<unsigned, 2>
  buildGathers(const SyncPoint &P, WriterTable &W,
               llvm::MutableArrayRef<GatherMatch> Matches);
  Reason buildGather(const SyncPoint &P, WriterTable &W,
                     llvm::MutableArrayRef<GatherMatch> Matches);
  Reason findPoint(const SyncPoint &P, GatheredLoad &L, Match &M);
  bool areTogether(const llvm::BasicBlock &BB, Match &M);
  bool fitGather(GatheredLoad &L, const Conversion &Whole, size_t FirstResult);
  void sampleGather(GatheredLoad &L, const GatherMatch &M, unsigned FirstLane,
                    size_t Lanes);
  bool narrowToWarp(Conversion &M);
  Reason checkShape(Exchange &T, WriterTable &W, llvm::ArrayRef<Match> Matches);
  bool changesAroundBarrier(SymId Sym, const SyncPoint &P) const;
  bool seesThroughMissingLanes(const Exchange &T, WriterTable &W,
                               llvm::ArrayRef<Match> Matches);
  bool leavesByte(unsigned A, int64_t First, int64_t End, WriterTable &W,
                  llvm::ArrayRef<Match> Matches);
  bool holdsInAnyShape(const Exchange &T, const WriterTable &W,
                       llvm::ArrayRef<Match> Matches);
  bool holdsInRows(llvm::ArrayRef<const llvm::Value *> Guards,
                   const WriterTable &W, llvm::ArrayRef<Match> Matches);
  Reason checkMask(Exchange &T);
  void recordAddresses(Exchange &T, WriterTable &W,
                       llvm::ArrayRef<Match> Matches);
  void miss(unsigned Access, Reason R);
  Reason refuseTable() const;
  Reason payForTable(const WriterTable &W);
  static Reason searchEnded();

  const FunctionAnalyses &C;
  ThreadEval &Eval;
  SearchBudget &Budget;
  Exchanges &Out;
  unsigned Object;
  /// The object, and behind its accesses those that loads at an index from data
  /// would be if the index were a constant.
  SharedObject WithCandidates;
  const SharedObject &O;
  /// By access, of the loads at an index from data.
  struct GatherSource {
    DataIndex Index;
    unsigned First = 0; ///< Access of the index's first value.
  };
  llvm::DenseMap<unsigned, GatherSource> GatherSources;
  llvm::SmallDenseSet<unsigned, 4> OpenIndices; ///< Nothing bounds them.
  std::vector<AccessFacts> Facts;
  std::optional<StoreFacts> Known;
  /// By access: the bytes that threads below a limit access, from the first of
  /// all threads on.
  llvm::DenseMap<unsigned, std::pair<unsigned, llvm::BitVector>> Bytes;
  /// By a store, a load, and the limit of threads: they touch no common byte.
  llvm::DenseMap<std::tuple<unsigned, unsigned, unsigned>, bool> Disjoint;
  /// By access: what it stays within.
  llvm::DenseMap<unsigned, std::optional<PlaceBounds>> Places;
  llvm::BitVector IsStore; ///< By access.
  /// The loads that are not yet explained, and the barriers before each load.
  llvm::SmallVector<unsigned, 8> Pending;
  llvm::DenseMap<unsigned, llvm::SmallVector<const SyncPoint *, 4>> BarriersOf;
  /// The stores, by access, and behind them what O.Opaque has of writes.
  std::optional<NearbyWrites> Writes;
  /// Of the barrier at hand: the writes that may come between a store that
  /// Anchor stands for and the barrier, and others between block barriers.
  struct NearBarrier {
    const SyncPoint *Of = nullptr;
    const llvm::Instruction *Anchor = nullptr;
    llvm::BitVector Before, Behind;
    bool Few = false; ///< No walk was given up.
  } Near;
  std::optional<Handovers> Hands;
  /// Of barriers that are not proved to be the block's, by SyncPoint::At.
  llvm::DenseMap<const llvm::Instruction *, Reason> LooseReasons;
  /// The opaque parts of the stores of the writer table at hand.
  std::vector<std::optional<llvm::SmallVector<const llvm::Instruction *, 4>>>
      Opaque;
  /// By the guards of a way from the barrier at hand: the same guards, and what
  /// the threads need to reach that barrier. The keys are kept by StoreFacts.
  llvm::DenseMap<const std::vector<ThreadGuard> *,
                 std::shared_ptr<std::vector<ThreadGuard>>>
      WithComing;
  /// Of the walks through the function that were counted already.
  uint64_t StepsPaid = 0;
  /// Of the exchange that was built last, or would have been.
  bool LastBuildWasAffine = false;
  /// A table cost more than was left.
  bool TablesEnded = false;
  /// What metadata states can be used only if the block's shape is known.
  bool WantsShape = false;
  /// Of accesses whose addresses are not known (whyUnknown).
  llvm::DenseMap<unsigned, Reason> WhyUnknown;
  /// First reason, per access; a later one in place of FartherBarrier.
  llvm::DenseMap<unsigned, Reason> Why;
  /// The name of the reason that says only that another barrier decides.
  static constexpr char FartherBarrier[] = "NoBarrier";
  /// Branches that decide whether the barrier at hand is reached, and that
  /// evaluation settled.
  llvm::SmallVector<const llvm::Value *, 4> BarrierConditions;
  /// Branches at which threads may leave the kernel before it.
  llvm::SmallVector<const llvm::BranchInst *, 2> Exits;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EXCHANGE_EXCHANGEFINDER_H
