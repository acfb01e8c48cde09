//===- MatrixEmit.h - Emit matrix instructions for groups of accesses -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A group (MatrixGroups.h) becomes one instruction, at the place of the first
// load or of the last store:
//
//   %a = load i16, %p0          row lane & 7 of the matrix lane >> 3: the
//   %b = load i16, %p1          pointer of the lane that has the row, by
//   %w = %a | %b << 16          LaneRemat.h, at the first load
//   use %w                      { %w, .. } = ldmatrix [row];  use %w
//
// Values that the code assembles from whole words are replaced by the words;
// other uses of a load by a part of its word. An address that differs by a
// constant from one that exists already is computed from that one.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_MATRIX_MATRIXEMIT_H
#define F2LAYOUT_PASSES_MATRIX_MATRIXEMIT_H

#include "passes/matrix/LaneRemat.h"
#include "passes/matrix/MatrixGroups.h"

namespace f2layout {
inline namespace passes {

class MatrixEmitter {
public:
  MatrixEmitter(llvm::Function &F, ConvergenceInfo &Warp, const Target &T,
                llvm::DominatorTree &DT, ByteSources &Sources)
      : F(F), DT(DT), Sources(Sources), Others(F, Warp, T, DT) {}

  /// The group's instruction is inserted before this one.
  static llvm::Instruction *placeOf(const MatrixGroup &G);
  /// A part of the group's addresses that no other lane can compute, or null.
  const llvm::Value *obstacle(const MatrixGroup &G);
  /// Emits the access that replaces the group.
  llvm::Instruction *emit(const MatrixGroup &G);
  /// Replaces the loaded values and deletes the old accesses. Nothing may be
  /// emitted afterwards.
  void finish();

private:
  struct PlaceInWord {
    llvm::Value *Word = nullptr;
    unsigned Byte = 0;
  };
  struct RowPointer {
    const llvm::Value *Original;
    std::vector<int64_t> Apart;
    llvm::SmallVector<unsigned, 4> Choosers;
    LaneMap Map;
    SymbolicInt Sum;
    llvm::Value *Pointer;
  };

  llvm::Value *rowPointer(const MatrixGroup &G, llvm::Instruction *At);
  llvm::Value *apart(llvm::ArrayRef<llvm::Value *> Ways,
                     llvm::ArrayRef<SymbolicInt> Sums,
                     llvm::ArrayRef<unsigned> Choosers, const LaneMap &Map,
                     llvm::Instruction *At);
  void emitLoads(const MatrixGroup &G, llvm::IRBuilder<> &B,
                 llvm::Value *Pointer);
  void emitStores(const MatrixGroup &G, llvm::IRBuilder<> &B,
                  llvm::Value *Pointer);
  llvm::Value *
  wordOf(llvm::ArrayRef<std::pair<llvm::StoreInst *, unsigned>> Bytes,
         llvm::IRBuilder<> &B);
  void replaceJoins(llvm::ArrayRef<llvm::Instruction *> Loads,
                    llvm::SmallVectorImpl<llvm::WeakTrackingVH> &Dead);
  llvm::Value *joined(llvm::Instruction &I, const SourceBytes &Bytes);
  llvm::Value *part(llvm::Instruction &Load);

  llvm::Function &F;
  llvm::DominatorTree &DT;
  ByteSources &Sources;
  LaneRemat Others;
  llvm::SmallVector<RowPointer, 8> Pointers;
  llvm::SmallVector<llvm::Instruction *, 32> Replaced;
  /// For loads: the position of their first byte.
  llvm::DenseMap<const llvm::Value *, PlaceInWord> Loaded;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_MATRIX_MATRIXEMIT_H
