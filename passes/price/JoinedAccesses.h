//===- JoinedAccesses.h - Accesses that will run as one -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Accesses must be priced as they run, not as they are written.
// f2layout-access, LLVM's vectorizer and ptxas join aligned neighbours:
//
//   s[4 * t + i] = v[i], 4 x i32    written: 4 stores, each 4-way conflicts
//                                   runs:    1 store of 16 bytes, no conflict
//
// Rule. Accesses of one kind in one block that follow each other wherever they
// run become one: the widest power of two of them that the machine has an
// access for and whose address is aligned to its size.
//
// How the addresses are known is the caller's matter. Three users ask:
//
//   AccessCost      the lanes of one warp, evaluated; countJoined
//   SwizzleTraffic  all threads of a block, evaluated, plus an amount that all
//                   add alike; countJoined
//   Banks           every thread of every block, as forms over bits; findJoined
//
// What lies between. No two loads are joined if a write between them may be to
// shared memory (LoadParts). findJoined asks alias analysis, for stores, too.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_PRICE_JOINEDACCESSES_H
#define F2LAYOUT_PASSES_PRICE_JOINEDACCESSES_H

#include "layouts/machine/Machine.h"
#include "passes/sharedmemory/objects/SharedObjects.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

/// Of Count accesses in the order of their addresses, how many from the first
/// one on become one access. Each has as many Bytes as the first one has.
/// Follows(N): access N is of that kind and width, and begins where access
/// N - 1 ends, in every thread. IsAligned(B): the first one's addresses are
/// multiples of B.
unsigned countJoined(unsigned Count, unsigned Bytes, const Machine &M,
                     llvm::function_ref<bool(unsigned N)> Follows,
                     llvm::function_ref<bool(unsigned Bytes)> IsAligned);

/// The instruction may write to shared memory, or order accesses to it, as far
/// as its type tells.
bool mayWriteShared(const llvm::Instruction &I);

/// The parts of basic blocks between which loads cannot move.
class LoadParts {
public:
  explicit LoadParts(llvm::SmallVector<const llvm::Instruction *, 16> Loads);
  /// The write before the load that is the last one it cannot pass; null if
  /// there is none behind the first load of its block.
  const llvm::Instruction *lastWrite(const llvm::Instruction *Load) const {
    return LastWrite.lookup(Load);
  }

private:
  llvm::DenseMap<const llvm::Instruction *, const llvm::Instruction *>
      LastWrite;
};

/// The bytes of an access together with the neighbours that will be joined with
/// it. They are 0 if it will be part of another one.
using JoinedBytes = llvm::DenseMap<const llvm::Instruction *, unsigned>;

/// Those of the loads and stores of the objects, whatever the thread is.
JoinedBytes findJoined(llvm::Function &F, llvm::FunctionAnalysisManager &AM,
                       llvm::ArrayRef<SharedObject> Objects);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_PRICE_JOINEDACCESSES_H
