//===- StatedLayouts.h - What metadata states about shared memory ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some addresses cannot be evaluated: a table in memory says where each thread
// stores. The compiler that wrote the table knows its contents, and states
// them:
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
// The value stored is register 1 of a tensor of 64 elements in the layout !1.
// Register 1 of lane t is element 2t+1, which !0 places at offset 2t+1 with its
// two lowest bits exchanged. So lane 0 stores to byte 8, lane 1 to byte 12, and
// lane 2 to byte 24. A vector holds the registers from there on, which must be
// neighbours in memory.
//
// Meaning of a statement. Whenever a thread runs the access, its address is
// that of the array plus the stated number of bytes, and the block has as many
// threads as the layout. A statement says nothing else, and nothing about other
// accesses or other times. So any of the metadata may be dropped, and accesses
// may be copied or moved with theirs: the remaining statements stay true. An
// access is stated if both its own metadata and its array's are there.
//
// Number of registers. An optimisation that gives an access another width may
// keep metadata that describes the old one. A third operand, `i32 n`, gives the
// number of registers that the statement is about; it does not apply to an
// access of another number. f2layout-import (Import.h) adds it before the
// optimiser runs.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_OBJECTS_STATEDLAYOUTS_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_OBJECTS_STATEDLAYOUTS_H

#include "layouts/algebra/LinearLayout.h"
#include "passes/launch/LaunchShape.h"
#include "passes/support/Faults.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/PassManager.h"
#include <vector>

namespace f2layout {
inline namespace passes {

/// The kinds of metadata on accesses and arrays, and of annotations.
inline constexpr char LayoutMetadata[] = "f2.layout";

class StatedLayouts {
public:
  /// The offset in its array, in bytes, at which each thread accesses, by
  /// linear thread index. Empty if it is not stated.
  llvm::ArrayRef<int64_t> offsets(const llvm::Instruction *I) const {
    auto It = Offsets.find(I);
    return It == Offsets.end() ? llvm::ArrayRef<int64_t>()
                               : llvm::ArrayRef<int64_t>(It->second);
  }
  /// The number of threads of every block that runs the function: an access
  /// with such a layout is on every path through it. 0 if there is none.
  unsigned threads() const { return Threads; }
  /// Some of the metadata is malformed: then nothing is stated, and nothing in
  /// the function may be rewritten.
  bool isFaulty() const { return Faulty; }

private:
  friend class StatementReader;
  llvm::DenseMap<const llvm::Instruction *, std::vector<int64_t>> Offsets;
  unsigned Threads = 0;
  bool Faulty = false;
};

/// Everything that is stated in F. Malformed metadata in F is added to Faults;
/// that of its arrays is not (checkArrays).
StatedLayouts readStatedLayouts(llvm::Function &F, const LaunchShape &Launch,
                                CallFaults &Faults);

/// Adds the malformed metadata of M's globals to Faults.
void checkArrays(const llvm::Module &M, CallFaults &Faults);

/// The number of elements that I, a load or store, accesses.
unsigned elementsOf(const llvm::Instruction &I);

/// Takes the number of threads from the stated layouts. It may contradict an
/// option; then L has an Error.
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

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_OBJECTS_STATEDLAYOUTS_H
