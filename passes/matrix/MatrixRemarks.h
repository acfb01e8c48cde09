//===- MatrixRemarks.h - The remarks of f2layout-matrix -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An unrolled loop has dozens of groups. To keep the number of remarks small,
// the groups of one array and tile share one remark.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_MATRIX_MATRIXREMARKS_H
#define F2LAYOUT_PASSES_MATRIX_MATRIXREMARKS_H

#include "passes/matrix/MatrixGroups.h"
#include "passes/support/RemarkBook.h"
#include <map>

namespace f2layout {
inline namespace passes {

/// Where the rows of a group begin, by the lanes that point at them, from an
/// unknown place that they share; empty if it is not known.
std::vector<uint32_t> rowOffsets(const MatrixGroup &G, MatrixGroups &Found);

class MatrixRemarks {
public:
  MatrixRemarks(llvm::Function &F, KernelRemarks &Out) : F(F), Out(Out) {}

  void passed(const MatrixGroup &G, unsigned WavefrontsBefore,
              unsigned WavefrontsAfter, unsigned Barriers);
  void missed(const MatrixMiss &M);
  /// Emits the collected remarks.
  void emit();

private:
  struct Sum {
    const MatrixTile *Tile = nullptr;
    bool IsStore = false;
    std::string Array;
    llvm::DiagnosticLocation Where;
    llvm::BasicBlock *Block = nullptr;
    unsigned Accesses = 0, Instructions = 0, Matrices = 0, Barriers = 0;
    unsigned Before = 0, After = 0;
    double Worth = 0;
    bool Known = true;
  };
  void emit(const Sum &S);

  llvm::Function &F;
  KernelRemarks &Out;
  std::vector<Sum> Sums;
  /// Block, remark name and array of remarks that were emitted already.
  std::map<std::tuple<const llvm::BasicBlock *, std::string, std::string>, bool>
      Said;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_MATRIX_MATRIXREMARKS_H
