//===- ThreadEval.h - Run an address slice for every thread ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Address arithmetic in real kernels is padding, division by the warp size,
// xor swizzles, selects, and lane numbers read by inline asm. No pattern covers
// its forms, and none is needed: a block has a few hundred threads, so the
// slice is evaluated for each of them.
//
//   %row = lshr i32 %tid, 5                thread 37:  1
//   %pad = mul i32 %row, 33                           33
//   %idx = add i32 %pad, %col                         33 + 5
//
// Arguments, the block index and loop counters stay symbolic (SymbolicInt.h). A
// value varies if it depends on memory, or on control flow of single threads
// that the evaluation does not follow. Operations on constants, and on values
// with one symbolic part in all threads, are plain loops over the threads.
//
// Loops that threads leave one by one. In
//
//   for (i = threadIdx.x; i < 300; i += blockDim.x)
//     tile[i / 12][i % 12] = ..
//
// threads are in different iterations, and no expression in the iteration's
// number remains after the division. Costs need no proof, only examples. So an
// evaluation may be for one iteration (EvalShape::Iteration), in which all
// threads are at the same time, as the lanes of a warp usually are. A loop's
// phi has the value from before the loop in the first iteration, and what the
// latch computed in the iteration before in the others, whatever the loop does
// with it: add, toggle a stage, or advance a pointer.
//
// The definitions are in
//   ThreadEval.cpp             the table of values; which rule computes a value
//   ThreadEvalLeaves.cpp       launch values, loads and calls
//   ThreadEvalOperators.cpp    operators, casts, selects and addresses
//   ThreadEvalArithmetic.cpp   sums, products and extensions of all threads
//   ThreadEvalPhis.cpp         phis, inductions and the conditions of paths
//   ThreadEvalRows.cpp         values that do not depend on the row
//   ThreadValues.h             a value in all threads, in little memory
//   AssumedValue.cpp           the evaluation if one value were a constant
//   ThreadEvalZip.h            the loop over the threads, for these files
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EVALUATE_THREADEVAL_H
#define F2LAYOUT_PASSES_EVALUATE_THREADEVAL_H

#include "passes/evaluate/SymbolicInt.h"
#include "passes/evaluate/ThreadValues.h"
#include "passes/launch/CanonicalShared.h"
#include "passes/launch/EvalShape.h"
#include "passes/launch/LaunchShape.h"
#include "passes/support/PathCondition.h"
#include "passes/uniformity/BlockUniformity.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Operator.h"
#include <array>
#include <memory>

namespace llvm {
class IntrinsicInst;
} // namespace llvm

namespace f2layout {
inline namespace passes {

/// Launch values that a result depends on.
enum ReadFlags : uint8_t {
  ReadsX = 1,
  ReadsY = 2,
  ReadsZ = 4,
  ReadsLane = 8,
  ReadsSize = 16
};
/// Of the place in a block that has a shape.
inline constexpr uint8_t ReadsIndex = ReadsX | ReadsY | ReadsZ;

class ThreadEval {
public:
  ThreadEval(const llvm::Function &F, const EvalShape &Shape,
             const BlockUniformity &Uniformity, const llvm::DominatorTree &DT,
             const llvm::PostDominatorTree &PDT, const llvm::LoopInfo &LI,
             SymbolicIntTable &Terms, ThreadEval *Previous = nullptr);
  ~ThreadEval();

  /// One term per thread. Pointers are terms too: the object they point into is
  /// an opaque leaf, the rest the byte offset.
  const ThreadValues &eval(const llvm::Value *V);
  /// Keeps those of Values that depend on threadIdx.x by groups of 2^Bits
  /// threads alone, and on the lane by its place in such a group, in every row
  /// that a block may have.
  void keepGrouped(llvm::SmallVectorImpl<const llvm::Value *> &Values,
                   unsigned Bits);
  /// In a block with two rows or more, V may depend on the thread's index.
  bool differsInRows(const llvm::Value *V);
  /// The threads that may run BB: no condition on the way to it from the entry
  /// is false for them. All threads, if the way is not known.
  const std::vector<bool> &threadsIn(const llvm::BasicBlock *BB);
  struct RunningThreads {
    std::vector<bool> Active;
    uint8_t Reads = 0; ///< ReadFlags of the conditions that are known.
  };
  /// The same, in every iteration of loops around BB. If the way is not known,
  /// the branches count of which one side leads to BB.
  const RunningThreads &threadsBehindBranches(const llvm::BasicBlock *BB);
  /// For an example of an iteration: removes the threads that have left a loop
  /// around BB in an iteration before, as far as that is known.
  void removeLeft(const llvm::BasicBlock *BB, std::vector<bool> &Active);
  /// ReadFlags of V; V must have been evaluated.
  uint8_t reads(const llvm::Value *V) const;

  /// The evaluation of a few of the threads. A value that is not known in those
  /// is not known in all of them, and they take a small part of the time. Null
  /// if the block has few threads, and while a value is assumed
  /// (AssumedValue.h).
  ThreadEval *inFewThreads();

  const EvalShape &shape() const { return Shape; }
  /// Those that are evaluated: the block's, or the first few of them.
  unsigned threads() const { return NumThreads; }
  SymbolicIntTable &terms() { return Terms; }
  const llvm::DataLayout &layout() const { return DL; }

  /// The free function (PathCondition.h) with this function's trees.
  std::optional<Path> pathCondition(const llvm::BasicBlock *From,
                                    const llvm::BasicBlock *To,
                                    bool IntoLoops = false) const;

private:
  friend class AssumedValue;
  /// Deeper expressions are left unknown, so that no input exhausts the stack.
  static constexpr unsigned MaxDepth = 400;
  static constexpr unsigned FewThreads = 16;
  /// The same evaluation of the first few threads.
  ThreadEval(const ThreadEval &Whole, ThreadEval *Previous);

  struct Entry {
    ThreadValues Values;
    uint8_t Reads = 0;
  };
  Entry &lookup(const llvm::Value *V, unsigned Depth);
  /// An entry that stays where it is: Unknown, which another lookup may change,
  /// moves to Kept.
  const Entry &keep(Entry &E, Entry &Kept) {
    return &E == &Unknown ? Kept = std::move(E) : E;
  }
  Entry compute(const llvm::Value *V, unsigned Depth);
  Entry computeOperator(const llvm::Operator *O, unsigned Depth);
  Entry computeBinary(const llvm::Operator *O, unsigned Depth);
  Entry computeGEP(const llvm::GEPOperator *G, unsigned Depth);
  Entry computePhi(const llvm::PHINode *P, unsigned Depth);
  Entry computeFunction(const llvm::IntrinsicInst &I, unsigned Depth);
  Entry computeCall(const llvm::CallBase *C, unsigned Depth);
  Entry computeLaunchRead(const llvm::Value *V, LaunchRead R);
  Entry &extended(const llvm::Value *V, unsigned To, bool Signed,
                  unsigned Depth);
  Entry computeExtended(const llvm::Value *V, unsigned To, bool Signed,
                        unsigned Depth);
  Entry pointerCast(const llvm::Operator *O, unsigned Depth);
  std::optional<Entry> induction(const llvm::PHINode *P, unsigned Depth);
  std::optional<Entry> iterated(const llvm::PHINode *P, unsigned Depth);
  Entry uniformOr(const llvm::Value *V, uint8_t Reads);
  Entry varies(const llvm::Value *V, uint8_t Reads = 0);
  Entry variesFrom(SymId First, uint8_t Reads);
  /// The identifier, in thread 0, of a value that is computed from varying
  /// ones. As numbers a function of V, and is 0 for V itself.
  SymId derived(const llvm::Value *V, unsigned As = 0);
  Entry constant(uint64_t C);
  template <typename Fn>
  Entry zip(const llvm::Value *V, const Entry &A, const Entry &B, Fn Each,
            unsigned As = 0);
  template <typename Fn>
  void map(const llvm::Value *V, Entry &A, Fn Each, unsigned As = 0);
  /// Sums, products, extensions; of constants by loops without terms.
  Entry sum(const llvm::Value *V, const Entry &A, const Entry &B,
            unsigned Width, unsigned As = 0);
  void scale(const llvm::Value *V, Entry &A, uint64_t Factor, unsigned Width,
             unsigned As = 0);
  void extend(const llvm::Value *V, Entry &A, unsigned From, unsigned To,
              bool Signed);
  static std::optional<Entry> combineConstants(const Entry &A, const Entry &B,
                                               unsigned Opcode, unsigned Width);
  SymbolicInt select(const llvm::Value *V, SymbolicInt P, SymbolicInt X,
                     SymbolicInt Y, unsigned Width, unsigned T);

  unsigned longestOfTwoRows() const { return (Shape.Size[0] + 1) / 2; }
  unsigned widthOf(const llvm::Value *V) const;
  bool isGroupedByParts(const llvm::Value *V, ThreadEval &Blurred,
                        llvm::DenseMap<const llvm::Value *, bool> &Known);
  bool leavesLoopsTogether(const llvm::BasicBlock *BB) const;

  const llvm::Function &F;
  EvalShape Shape;
  unsigned NumThreads;
  const BlockUniformity &Uniformity;
  const llvm::DominatorTree &DT;
  const llvm::PostDominatorTree &PDT;
  const llvm::LoopInfo &LI;
  const llvm::DataLayout &DL;
  SymbolicIntTable &Terms;
  /// Of the iteration before, if this is an example of one after the first.
  ThreadEval *Previous;
  std::unique_ptr<ThreadEval> InFew; ///< Made when somebody asks.
  /// The number of this evaluation among those that share Terms. Values derived
  /// from varying ones are not compared between evaluations.
  unsigned Number;
  llvm::DenseMap<const llvm::Value *, std::unique_ptr<Entry>> Memo;
  /// Of value, and width and signedness that it is extended to.
  llvm::DenseMap<std::pair<const llvm::Value *, unsigned>,
                 std::unique_ptr<Entry>>
      Extensions;
  /// If not null, what is added to Memo and Extensions is noted here.
  llvm::SmallVectorImpl<std::pair<const llvm::Value *, unsigned>> *Added =
      nullptr;
  RunningThreads threadsOnWay(const Path &Way);
  llvm::DenseMap<const llvm::BasicBlock *, std::vector<bool>> Runs;
  llvm::DenseMap<const llvm::BasicBlock *, RunningThreads> BehindBranches;
  Entry Unknown; ///< While a value is being computed.
};

/// One binary operation, comparison (Opcode ICmp, Aux the predicate) on terms.
SymbolicInt foldBinary(SymbolicIntTable &T, unsigned Opcode, unsigned Aux,
                       SymbolicInt A, SymbolicInt B, unsigned Width);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EVALUATE_THREADEVAL_H
