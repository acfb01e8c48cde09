//===- BlockBarriers.h - Barriers that the whole block reaches together ---===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. __syncthreads() is barrier.sync.aligned on NVIDIA, and CUDA defines
// that all threads of the block reach it, or none. Cooperative groups are more
// liberal: cg::sync(block) and block.sync() are barrier.sync, without .aligned.
// All threads wait there, too, but for each other's arrival at a barrier of
// that number, wherever in the code it is:
//
//   if (threadIdx.x < 40)
//     barrier(0);               // A
//   barrier(0);                 // B
//   if (threadIdx.x >= 40)
//     barrier(0);               // C
//
// Every thread executes B once, but threads at A meet others at B, and then
// those that have come to B meet the others at C. B separates nothing. The same
// holds for assembly ("bar.sync 0;"), of which PTX demands only that the
// threads of a warp execute the same instruction, and for barriers that have
// another number than 0.
//
// Algorithm. A barrier is proved if all threads meet at it. It is not if one of
// these operations can execute before it, on any path, loops included:
//
//   - a barrier of its number that the threads of the block may not reach
//     together, which may be the barrier itself;
//   - a barrier of its number for a part of the block, or an arrival without
//     waiting;
//   - a call or assembly that may contain any of these. Functions of the module
//     are looked into.
//
// Since a proved barrier is replaced by __syncthreads(), whose number is 0, the
// same is asked of that number.
//
// Legality. Let all operations before the barrier that may let a thread arrive
// at its number be barriers which all threads reach together. That is, only
// branches that all threads take together decide about them. So all threads
// execute the same sequence of these barriers, and the n-th arrival of one
// thread meets the n-th arrival of every other thread at the same instruction.
//
// __syncthreads() itself is no obstacle: by definition all threads reach it.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_CONVERGENCE_BLOCKBARRIERS_H
#define F2LAYOUT_PASSES_CONVERGENCE_BLOCKBARRIERS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include <optional>

namespace f2layout {
inline namespace passes {

/// The number of the barrier if Call waits for all threads of the block at a
/// barrier of a constant number, but does not require by definition that they
/// come to this instruction.
std::optional<unsigned> looseBarrier(const llvm::CallBase &Call);

/// The loose barriers of one kernel, which must not change while this is in
/// use, except that a barrier may become an aligned one.
class BlockBarriers {
public:
  /// Says whether all threads of the block run a basic block together, if any.
  using Together = llvm::function_ref<bool(const llvm::BasicBlock &)>;

  BlockBarriers(llvm::Function &F, Together IsTogether);

  llvm::ArrayRef<llvm::CallBase *> all() const { return Loose; }
  /// The first instruction found at which threads may arrive at the barrier
  /// without the others; it may be the barrier itself. Null if the barrier, one
  /// of all(), is proved.
  llvm::Instruction *obstacleTo(const llvm::CallBase &Barrier);

private:
  /// An instruction at which threads may arrive apart, and the number of the
  /// barrier if that is known.
  struct Obstacle {
    llvm::Instruction *At;
    std::optional<unsigned> Number;

    bool concerns(unsigned Other) const {
      return !Number || *Number == Other || *Number == 0;
    }
  };
  /// For a number: an obstacle that may execute before a block.
  using Reached = llvm::DenseMap<const llvm::BasicBlock *, llvm::Instruction *>;

  const Reached &behindObstacles(unsigned Number);

  llvm::SmallVector<llvm::CallBase *, 8> Loose;
  llvm::SmallVector<Obstacle, 2> Obstacles;
  llvm::DenseMap<unsigned, Reached> Behind;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_CONVERGENCE_BLOCKBARRIERS_H
