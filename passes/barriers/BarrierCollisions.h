//===- BarrierCollisions.h - May two threads touch the same byte? ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A barrier is unnecessary if no byte is accessed before it by one
// thread and after it by another. Alias analysis answers a question about one
// thread at one time, and its answer is misleading here:
//
//   x = p[i];   __syncthreads();   p[i + 1] = y;     "no alias": i is not i + 1
//
// Yet thread 4 reads what thread 3 writes. So we only use those facts of alias
// analysis that hold for whole objects, at all times, for every thread:
// distinct arrays, kernel arguments declared __restrict__, memory of different
// kinds. We ignore three more kinds of facts that compilers use within one
// thread:
//   * pairs of pointers that are both phis or selects: two threads, or one
//     thread at two times, may take different paths;
//   * alias.scope metadata: inlining derives it from __restrict__ on pointers
//     that differ per thread or per iteration;
//   * types (TBAA): after a barrier a shared array is often reused with another
//     type.
//
// Algorithm. If the objects may be the same, evaluate both addresses for every
// thread (ThreadEval). Equal opaque parts cancel. Then look for two threads
// whose byte ranges overlap:
//
//   load  p + 16*ctaid*ntid + 16*t, 16 bytes        thread 0 reads [0, 16)
//   store p + 16*ctaid*ntid + 4*t + 128*r, 4 bytes  thread 1 writes [4, 8)
//                                                   both are in warp 0
//
// Of the conditions under which a thread makes an access, those count that the
// evaluation knows, such as t == 0; an access is assumed to run in every other
// thread.
//
// Blocks of unknown shape. We use the threads of the largest one-dimensional
// block, which covers all smaller ones. The write of the pair shows that the
// block is one-dimensional: if its address and its conditions do not depend on
// the second and third dimension, two threads that differ only in those would
// write the same bytes at the same time, which is a race. The lane number does
// depend on them. So it may be combined with threadIdx.x only where the latter
// selects whole warps, and then the conditions must not depend on the thread,
// so that all threads of two rows write.
//
// An opaque part cancels only if no path from one access over the barrier to
// the other computes it again. The barrier is reached uniformly, so all threads
// are in the same iteration there.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_BARRIERS_BARRIERCOLLISIONS_H
#define F2LAYOUT_PASSES_BARRIERS_BARRIERCOLLISIONS_H

#include "passes/barriers/BarrierAccesses.h"
#include "passes/sharedmemory/kernel/SharedMemoryInfo.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include <map>
#include <tuple>

namespace f2layout {
inline namespace passes {

/// Whether two accesses, one on each side of a barrier, may access the same
/// byte from different threads.
struct Collision {
  bool WithinWarp = false;  ///< From different threads of one warp.
  bool AcrossWarps = false; ///< From threads of different warps.
  enum Cause {
    Overlap,        ///< ThreadA and ThreadB access the same byte.
    UnknownObjects, ///< The pointers may point to the same array.
    UnknownAddress, ///< Same array, unknown offset.
    NeedsShape,     ///< Not known without the block's shape.
    OtherIteration  ///< Offsets differ between iterations of a loop.
  } Why = Overlap;
  unsigned ThreadA = 0, ThreadB = 0;
  /// The objects are arguments that could be declared __restrict__.
  bool RestrictWouldHelp = false;

  explicit operator bool() const { return WithinWarp || AcrossWarps; }
};

class Collisions {
public:
  Collisions(llvm::Function &F, llvm::FunctionAnalysisManager &AM,
             const LaunchShape &Launch);

  /// Sets the barrier that the following questions are about.
  void setBarrier(const SyncPoint &P, const InstructionSet &Separators);
  /// Before and After are accesses of that barrier's two sides.
  Collision between(const BarrierAccess &Before, const BarrierAccess &After);
  /// The addresses that were evaluated or compared up to now.
  uint64_t addressesSeen() const { return Seen; }

private:
  /// Where every thread accesses: Base + Sym + Start, in order of Start.
  struct Span {
    int64_t Start;
    unsigned Thread;
  };
  struct Place {
    bool Known = false;
    const llvm::Value *Base = nullptr; ///< The same global in all threads.
    SymId Sym = 0;
    unsigned Width = 0;
    uint8_t Reads = 0; ///< ReadFlags of the address.
    std::vector<Span> Spans;
    llvm::SmallVector<const llvm::Instruction *, 4> Leaves;
  };

  bool objectsDiffer(const BarrierAccess &A, const BarrierAccess &B,
                     bool &RestrictWouldHelp);
  bool differ(const llvm::Value *A, const llvm::Value *B);
  bool flatPair(const BarrierAccess &A, const Place &PlaceA,
                const BarrierAccess &B, const Place &PlaceB);
  bool showsFlatBlock(const BarrierAccess &Write, const Place &P, bool Mixed);
  bool runsInAllRows(const llvm::Instruction &Write, bool Mixed);
  bool countsWarps(const llvm::Value *Pointer);
  const Place &placeOf(const llvm::Value *Pointer);
  Place evaluate(const llvm::Value *Pointer);
  bool recomputed(const llvm::Instruction *Leaf, const BarrierAccess &Before,
                  const BarrierAccess &After);
  std::vector<bool> threadsMaking(const BarrierAccess &Access, const Place &A,
                                  const Place &B);
  void overlap(const Place &A, const BarrierAccess &Before, const Place &B,
               const BarrierAccess &After, Collision &Result);
  Collision unknown(Collision::Cause Why) const;

  llvm::Function &F;
  llvm::FunctionAnalysisManager &AM;
  const LaunchShape &Launch;
  llvm::AAResults &AA;
  unsigned LaneBits;
  bool MayBeFlat; ///< No visible read of threadIdx.y or .z.
  uint64_t Seen = 0;
  ThreadEval &Eval;
  SymbolicIntTable &Terms;
  llvm::DenseMap<const llvm::Value *, bool> CountsWarps;
  llvm::DenseMap<std::pair<const llvm::Instruction *, unsigned>, bool>
      ShowsFlat;
  llvm::DenseMap<const llvm::Value *, std::unique_ptr<Place>> Places;
  /// Offsets are relative to the first one found for their base, so that they
  /// are small even if the address arithmetic wraps.
  std::map<std::tuple<const llvm::Value *, SymId, unsigned>, uint64_t>
      References;

  const llvm::Instruction *Barrier = nullptr;
  InstructionSet Separators;
  /// Path queries for the present barrier: from first to second.
  llvm::DenseMap<
      std::pair<const llvm::Instruction *, const llvm::Instruction *>, bool>
      Paths;
  bool path(const llvm::Instruction *From, const llvm::Instruction *To);
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_BARRIERS_BARRIERCOLLISIONS_H
