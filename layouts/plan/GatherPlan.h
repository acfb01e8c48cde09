//===- GatherPlan.h - How a gather moves its elements ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A gather (Gather.h) is performed in one of two ways.
//
// By shuffles, if it stays in the warp. A lane can send only one word at a
// time, and it does not know which of its registers the readers want. So in
// each round all lanes send the same register, and the readers keep what they
// wanted:
//
//   axis of 4 rows, held by register bit 0 and lane bit 4
//
//     w0 = shuffle(x0, lane of row >> 1 << 4 | lane & 15)     round 0
//     w1 = shuffle(x1, lane of row >> 1 << 4 | lane & 15)     round 1
//     y  = row & 1 ? w1 : w0
//
// The number of rounds is 2^n for n independent register bits that depend on
// index or thread. Narrow elements need fewer: a word brings four bytes, of
// which a shift or a byte permute chooses one. If the axis lies in registers
// only, the lanes to read from do not depend on the index; then all results
// share the words that a lane fetches, and usually nothing is fetched at all,
// since they are the thread's own. An axis in lanes can be treated like that,
// too: with few lanes and many results it is cheaper to fetch everything.
//
// Through memory: stores, a barrier, and one load of each result at an address
// that depends on the index. Places are chosen so that stores are wide, and so
// that lanes with different indices meet in as few banks as possible.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_PLAN_GATHERPLAN_H
#define F2LAYOUT_LAYOUTS_PLAN_GATHERPLAN_H

#include "layouts/machine/Machine.h"
#include "layouts/plan/Conversion.h"
#include "layouts/plan/Gather.h"
#include "layouts/plan/Plan.h"
#include "layouts/plan/ScratchPlaces.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <vector>

namespace f2layout {
inline namespace layouts {

/// A gather by selects, permutes and shuffles.
struct GatherShuffles {
  /// A word of source registers, lowest bits first: one register, or
  /// 2^InsideBits narrow ones. 64 bits are two words, treated alike.
  using SourceWord = llvm::SmallVector<unsigned, 4>;
  std::vector<SourceWord> Words;
  /// What one word is chosen from, and from which lane it comes, apart from
  /// what Lane adds (xor).
  struct Candidate {
    unsigned Word = 0;
    unsigned Lane = 0;
    bool operator==(const Candidate &O) const {
      return Word == O.Word && Lane == O.Lane;
    }
  };
  /// Log2 of the elements of a word that have a place there, and of the
  /// candidates of a result.
  unsigned InsideBits = 0, AmongBits = 0;
  /// Candidates of each result register, 2^AmongBits.
  std::vector<llvm::SmallVector<Candidate, 4>> Results;
  /// The place in the word (low InsideBits), and above them the number of the
  /// candidate.
  GatherMap Choice;
  /// The lane to read from. Its constant and the part of the register are in
  /// the candidates.
  GatherMap Lane;

  /// The lane to read depends on the index: every result has its own shuffles.
  bool readsByIndex() const;
  /// All words are the thread's own.
  bool staysInThread() const;
  /// The place in a word depends on index or thread.
  bool choosesInside() const;
  /// Words that are fetched, if the lanes do not depend on the index; own ones
  /// are not among them.
  std::vector<Candidate> fetched() const;
};

/// A gather through shared memory. There may be room for a part of the places
/// only, a window: those that agree in the high bits. If it is known of every
/// register which window it belongs to, all windows together have no more
/// accesses than one. Otherwise all registers are looked at in every window.
struct GatherMemory {
  ScratchPlaces Places;
  /// Registers of each store, lowest place first: all stores have the same
  /// number, a power of two.
  std::vector<llvm::SmallVector<unsigned, 8>> Stores;
  /// The block, or the warp if each warp has a slice of its own: places whose
  /// high bits are the warp's number.
  Scope Group = Scope::Block;
  unsigned WindowBits = 0; ///< 2^WindowBits places are in memory at once.

  uint64_t windows() const {
    return uint64_t(1) << (Places.PlaceBits - WindowBits);
  }
  /// The window of a register does not depend on thread or index.
  bool knowsWindows() const;
};

struct GatherCost {
  unsigned Shuffles = 0, Selects = 0, Permutes = 0;
  unsigned Packs = 0;      ///< As in PlanCost.
  unsigned IndexSteps = 0; ///< Arithmetic on indices.
  unsigned Stores = 0, Loads = 0;
  unsigned WarpBarriers = 0, BlockBarriers = 0;
  /// Of stores, and of loads at random indices, on average.
  double StoreWavefronts = 0, LoadWavefronts = 0;
  double MemoryClocks = 0, AluClocks = 0, BarrierClocks = 0;
  double Clocks = 0; ///< Per warp, by Machine::Costs.
};

struct GatherPlan {
  Route By = Route::Nothing;
  unsigned ElementBits = 32, LaneBits = 5;
  bool PackedResults = false;             ///< As in Gather.
  std::optional<GatherShuffles> Shuffles; ///< One of the two.
  std::optional<GatherMemory> Memory;
  GatherCost Cost;
  /// The best plan of the other way, if there is one, and its clocks.
  Route RunnerUp = Route::Nothing;
  double RunnerUpClocks = 0;

  /// For all threads of the block.
  uint64_t scratchBytes() const;
  void print(llvm::raw_ostream &OS) const;
};

struct GatherOptions {
  bool AllowShuffle = true;
  /// If false, memory is used only where shuffles cannot do it.
  bool AllowShared = true;
  uint64_t ScratchLimit = ~uint64_t(0); ///< Bytes of a block.
};

/// The cheapest plan. Fails as checkGather does, and if there is no room for
/// one element although the gather leaves the warp. Every plan has been proved
/// (check/GatherCheck.h).
llvm::Expected<GatherPlan> planGather(const LinearLayout &From,
                                      const LinearLayout &To, uint64_t Axis,
                                      const Gather &G, const Machine &M,
                                      const GatherOptions &O = {});

/// Which element a thread wants, for a gather that no two layouts describe: a
/// register and a thread as in Gather::Holder. No value: it does not matter.
using WantedElements =
    llvm::function_ref<std::optional<uint64_t>(const GatherPoint &)>;

/// The cheapest plan by shuffles and selects of a gather within the warp; none
/// if it leaves the warp. The plan has been compared with what is wanted, point
/// by point.
std::optional<GatherPlan> planGatherInWarp(const Gather &G, const Machine &M,
                                           WantedElements Wanted);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_PLAN_GATHERPLAN_H
