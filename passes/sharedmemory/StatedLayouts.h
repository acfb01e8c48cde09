//===- StatedLayouts.h - What metadata says of shared memory --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some addresses cannot be evaluated: a table in memory says where each thread
// stores. The compiler that wrote the table knows, and says so:
//
//   @tile = internal addrspace(3) global [64 x i32] poison, !f2.layout !0
//
//   %i = load i32, ptr %table.t
//   %p = getelementptr i32, ptr addrspace(3) @tile, i32 %i
//   store i32 %x, ptr addrspace(3) %p, !f2.layout !1
//
//   !0 = !{!"offset=[[2],[1],[4],[8],[16],[32]] -> [64]"}
//   !1 = !{!"register=[[1]], lane=[[2],[4],[8],[16],[32]] -> [64]", i32 1}
//
// What is stored is register 1 of a tensor of 64 elements in the layout !1.
// Register 1 of lane t is element 2t+1, which !0 has at offset 2t+1 with its
// two lowest bits exchanged. So lane 0 stores to byte 8, lane 1 to byte 12, and
// lane 2 to byte 24. A vector holds the registers from there on, which must be
// neighbours in memory.
//
// What a statement means. Whenever a thread runs the access, its address is
// that of the array plus so many bytes, and the block has as many threads as
// the layout. Nothing else is meant, nothing about other accesses or times. So
// any of the metadata may be lost, and accesses may be copied or moved with
// theirs: what is left stays true. An access is stated where both halves, its
// own and its array's, are there.
//
// How many registers. Optimisations that give an access another width may keep
// metadata that is then about the old one. A third operand, `i32 n`, says of
// how many registers the statement is; an access of another number is not meant
// any more. f2layout-import (Import.h) adds it before the optimiser runs.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_STATEDLAYOUTS_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_STATEDLAYOUTS_H

#include "layouts/algebra/LinearLayout.h"
#include "passes/launch/LaunchShape.h"
#include "passes/support/Faults.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/PassManager.h"
#include <vector>

namespace f2layout {
inline namespace passes {

/// Of metadata on accesses and arrays, and of annotations.
inline constexpr char LayoutMetadata[] = "f2.layout";

class StatedLayouts {
public:
  /// Bytes from the beginning of its array at which each thread accesses, by
  /// linear thread index; empty if that is not stated.
  llvm::ArrayRef<int64_t> offsets(const llvm::Instruction *I) const {
    auto It = Offsets.find(I);
    return It == Offsets.end() ? llvm::ArrayRef<int64_t>()
                               : llvm::ArrayRef<int64_t>(It->second);
  }
  /// Threads of every block that runs the function: some access of such a
  /// layout is on every way through it. 0 if there is none.
  unsigned threads() const { return Threads; }
  /// Some of it is malformed: then nothing is stated, and nothing in the
  /// function is to be rewritten.
  bool isFaulty() const { return Faulty; }

private:
  friend class StatementReader;
  llvm::DenseMap<const llvm::Instruction *, std::vector<int64_t>> Offsets;
  unsigned Threads = 0;
  bool Faulty = false;
};

/// Everything stated in F; what is malformed in F is added to Faults, what is
/// malformed in its arrays is not (checkArrays).
StatedLayouts readStatedLayouts(llvm::Function &F, const LaunchShape &Launch,
                                CallFaults &Faults);

/// Adds what is malformed in the metadata of M's globals.
void checkArrays(const llvm::Module &M, CallFaults &Faults);

/// Number of elements that I, a load or store, accesses.
unsigned elementsOf(const llvm::Instruction &I);

/// The block has the threads that layouts say, which may contradict an option:
/// then L has an Error.
void takeStatedThreads(LaunchShape &L, const StatedLayouts &Stated);

class StatedLayoutsAnalysis
    : public llvm::AnalysisInfoMixin<StatedLayoutsAnalysis> {
  friend llvm::AnalysisInfoMixin<StatedLayoutsAnalysis>;
  static llvm::AnalysisKey Key;

public:
  using Result = StatedLayouts;
  Result run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_STATEDLAYOUTS_H
