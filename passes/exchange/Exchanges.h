//===- Exchanges.h - Values that travel through shared memory -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. This is a permutation of registers among the lanes of a warp, but
// nothing in it says so:
//
//   store i32 %a, ptr addrspace(3) %p         ; tile[4 * lane + 0], and so on
//   call void @llvm.nvvm.bar.warp.sync(i32 -1)
//   %x = load i32, ptr addrspace(3) %q        ; tile[lane + 0], and so on
//
// Algorithm. For one shared array and one barrier:
//   1. Evaluate the address of every store before the barrier and every load
//      after it, for every thread of the block (ThreadEval).
//   2. Fill a table from byte to writer: which store, by which thread. Two
//      writers must be ordered, or the exchange is refused.
//   3. Look every loaded byte up. The writers found, cut into elements, are the
//      Conversion: result register r of thread t comes from register r' of t'.
//   4. Prove that the table is the truth on every path (see Legality below).
//
// Legality. The exchange may be replaced at the barrier if
//   * the barrier is reached uniformly, dominates every load and post-dominates
//     every store's guarded region;
//   * on every path, back edges included, the matched store is the last writer;
//   * a store under a condition is only read under an equal condition (equal
//     symbolic integers, see SymbolicInt.h), so no value comes from a thread
//     that was masked off;
//   * opaque parts of the addresses belong to the same iteration on both sides.
// Where an address cannot be evaluated, metadata may state it (StatedFacts.h).
// Each failure is named, with the instruction that shows it.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EXCHANGE_EXCHANGES_H
#define F2LAYOUT_PASSES_EXCHANGE_EXCHANGES_H

#include "layouts/plan/Conversion.h"
#include "layouts/plan/Gather.h"
#include "passes/convergence/SettledBranches.h"
#include "passes/evaluate/ThreadEval.h"
#include "passes/sharedmemory/kernel/FunctionAnalyses.h"
#include "passes/sharedmemory/objects/SharedObjects.h"
#include "passes/sharedmemory/objects/StatedLayouts.h"
#include "passes/support/SearchBudget.h"
#include "passes/uniformity/SyncPoints.h"
#include <map>
#include <optional>

namespace f2layout {
inline namespace passes {

/// ElementBits of the value that an access stores or loads: element number
/// Chunk, counted from the least significant.
struct ElementRef {
  unsigned Access = 0; ///< Index in SharedObject::Accesses.
  unsigned Chunk = 0;
};

/// A load of an exchange at an index from data (gathers/DataIndex.h). It was
/// proved for each of the index's values.
struct GatheredLoad {
  unsigned Access = 0; ///< Index in SharedObject::Accesses.
  llvm::Value *Index = nullptr;
  /// Map's index is that value less Base, never negative where the load runs.
  uint64_t Base = 0;
  /// Before it, the lanes of a warp are together, and index and barrier have
  /// run.
  llvm::Instruction *Point = nullptr;
  /// To the register and the lane that hold the element; a result for each
  /// element of the load.
  Gather Map;
  /// The same as a table, one row of lanes for each result and, within it, each
  /// index: some values of the index may not occur.
  std::vector<Holder> Wanted;
  /// Addresses of the first warp at random values of the index, for costs.
  std::vector<std::vector<uint32_t>> Samples;

  Holder wanted(const GatherPoint &P) const {
    const size_t Row = P.Index | uint64_t(P.Register) << Map.indexBits();
    return Wanted[Row << Map.LaneBits | P.Thread];
  }
};

/// One exchange that was proved: all loads at one barrier, and the stores that
/// they read.
struct Exchange {
  unsigned Object = 0; ///< Index in Exchanges::objects().
  const SyncPoint *At = nullptr;
  llvm::SmallVector<unsigned, 8> Stores, Loads; ///< Of the object's accesses.
  llvm::SmallVector<ElementRef, 16> Sources, Results;
  Conversion Move;
  /// If there are any: one for each of Loads. Results are empty then, and Move
  /// says how much is moved, but not from where.
  std::vector<GatheredLoad> Gathers;
  /// Where threads may have left the kernel before the barrier. No value comes
  /// from those, and none may pass through their registers on its way.
  llvm::SmallVector<const llvm::BranchInst *, 2> Exits;
  /// The mask the barrier names, if not the whole warp.
  llvm::Value *WarpMask = nullptr;
  /// The blocks that the proof holds for. NeedsShape: exactly the shape that
  /// was searched with, which the launch does not state. AnyShape: so many
  /// threads, in any shape. Neither: the stated shape or, if none is stated,
  /// any one-dimensional block.
  bool NeedsShape = false;
  bool AnyShape = false;
  /// Smallest byte offset within the object that a thread writes by a store
  /// without a condition; ~0 if there is none.
  uint64_t FirstByte = 0;
  /// End of the bytes that each warp writes by stores without a condition; 0 if
  /// it writes none.
  llvm::SmallVector<uint64_t, 8> EndOfWarp;
  /// All addresses are constants from the array's beginning.
  bool FixedBase = true;
  /// Addresses of every access of the first warp that comes to the barrier, for
  /// costs: one row per access in Stores then Loads, one address per lane.
  std::vector<std::vector<uint32_t>> WarpAddresses;
  /// Of the warps that come to the barrier, the share in which some lane runs
  /// an access: the mean over all accesses. The others branch around it.
  double ShareOfWarps = 1;
};

/// A load that stays: why, and the instruction that shows it.
struct MissedExchange {
  unsigned Object = 0;
  llvm::Instruction *Load = nullptr; ///< Null: the whole object.
  std::string Name;                  ///< CamelCase key for the remark.
  std::string Why;
  llvm::Instruction *Witness = nullptr;
};

class Exchanges {
public:
  /// Searches F for blocks of the given shape; with Only, through these arrays
  /// alone; not through the arrays Without, of which not all completed stores
  /// are proved (CompletedStores.h).
  Exchanges(const FunctionAnalyses &C, const EvalShape &Shape,
            SearchBudget &Budget, const SharedArraySet *Only = nullptr,
            const SharedArraySet &Without = {});
  /// How many addresses the search with these arguments evaluates: one for each
  /// access in each thread.
  static uint64_t addresses(const FunctionAnalyses &C, const EvalShape &Shape,
                            const SharedArraySet *Only = nullptr);

  llvm::ArrayRef<SharedObject> objects() const { return Objects; }
  llvm::ArrayRef<Exchange> exchanges() const { return Found; }
  llvm::ArrayRef<MissedExchange> missed() const { return Missed; }
  const EvalShape &shape() const { return Shape; }
  void print(llvm::raw_ostream &OS) const;

private:
  friend class ExchangeFinder;
  void leaveOut(unsigned Object);
  const BranchSettlement &settle(const FunctionAnalyses &C, ThreadEval &Eval,
                                 const llvm::BasicBlock &BB, unsigned Group);

  EvalShape Shape;
  llvm::ArrayRef<SharedObject> Objects;
  llvm::SmallVector<Exchange, 4> Found;
  llvm::SmallVector<MissedExchange, 4> Missed;
  /// By block, and the number of threads that must reach it together.
  std::map<std::pair<const llvm::BasicBlock *, unsigned>, BranchSettlement>
      Settled;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EXCHANGE_EXCHANGES_H
