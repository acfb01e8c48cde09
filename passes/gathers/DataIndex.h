//===- DataIndex.h - Addresses with one index from data ---------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A warp stores a row, and each lane reads one element of it, which
// one being data:
//
//   tile[warp][lane] = v;
//   __syncwarp();
//   r = tile[warp][in[i] & 31];
//
// The address is not known in any thread. But it is a function of the thread
// and of one value u (here `in[i] & 31`) that has few values: a mask, a
// remainder, an extension of a narrow type, !range, a dominating branch or an
// assumption bounds it. For each of them the address is evaluated as any other
// (AssumedValue.h). What a thread may read is then a known set of bytes.
//
// Algorithm. The instructions between the address and the first ones that
// cannot be evaluated are searched for a value of few candidates that lies on
// every way from the address to something unknown. Of several, that of the
// fewest candidates is taken: an index and not the offset in bytes, which is a
// multiple of it.
//
// That an index is inside of the array bounds nothing: an index beyond its row
// reads another row, as the program may want to.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_GATHERS_DATAINDEX_H
#define F2LAYOUT_PASSES_GATHERS_DATAINDEX_H

#include "passes/evaluate/ThreadEval.h"
#include "llvm/IR/Instructions.h"

namespace f2layout {
inline namespace passes {

struct DataIndex {
  llvm::Value *Index = nullptr;
  /// Its values, both included: as an unsigned number. A thread in which it has
  /// another one does not make the access, or behaves in an undefined way.
  uint64_t First = 0, Last = 0;
  /// What lies between the index and the address, the pointer included. Each is
  /// computed by the thread from its own values.
  llvm::SmallVector<const llvm::Value *, 8> Dependent;

  uint64_t count() const { return Last - First + 1; }
};

/// More candidates are not looked at.
inline constexpr uint64_t MaxCandidates = 256;

struct DataIndexResult {
  std::optional<DataIndex> Found;
  /// A value that depends on memory could be the index, but nothing bounds it.
  bool IsOpen = false;
};

/// The index of a load whose address, which has been evaluated, is not known.
DataIndexResult findDataIndex(ThreadEval &Eval, const llvm::LoadInst &Load,
                              const llvm::DominatorTree &DT);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_GATHERS_DATAINDEX_H
