//===- Assign.h - f2layout-assign: layouts for tensors --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A front end knows what is computed on which tensors, and should not
// have to know which thread holds what:
//
//   %x = call @f2.tensor.load(...)           64 x 64 halves, rows in memory
//   %y = call @f2.tensor.load(...)
//   %d = call @f2.tensor.dot(%x, %y, %zero)  wants fragments of mma
//   %s = call @f2.tensor.reduce.fadd(%d, 1)
//   call @f2.tensor.store(%out, %s, 1)
//
// Algorithm, for each kernel.
//   1. Read the operations and check them                  TensorProgram.h
//   2. Choose a layout for every tensor, by price          ChooseLayouts.h
//   3. Find which are converted, and which made again      Instances.h
//   4. Emit vectors of registers and @f2.* calls           EmitProgram.h
//
// The calls state layouts, and f2layout-lower replaces them as always.
//
// Remarks say which layouts were chosen: for each tensor that had several
// candidates, the one that was taken, and what the next best would have cost
// more.
//
// To compare: with the parameter convert-at-uses, step 2 gives each operation
// the layout that it proposes itself, or row by row, and step 3 only converts,
// wherever a use wants another layout. What is chosen is never priced higher.
//
// The number of threads must be known ("f2layout-block", reqntid, or equal
// bounds on AMD). Device functions with tensors are inlined into kernels before
// (layoutcalls/import/InlineWaiting.h). A malformed operation is an error
// (support/Faults.h), and then the operations of the function are left.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_TENSORS_ASSIGN_H
#define F2LAYOUT_PASSES_TENSORS_ASSIGN_H

#include "passes/support/PassBases.h"

namespace f2layout {
inline namespace passes {

struct AssignOptions : Options {
  /// convert-at-uses: no layout is chosen by price, and nothing is made again.
  bool ConvertAtUses = false;

  AssignOptions() = default;
  explicit AssignOptions(const Options &O) : Options(O) {}
  /// Prints the parameters in the syntax of parseAssignOptions.
  void print(llvm::raw_ostream &OS) const;
};

/// Parses "convert-at-uses;scratch=4096": the parameters of Options, and one
/// more. Here a table that cannot be read is an error.
llvm::Expected<AssignOptions> parseAssignOptions(llvm::StringRef Parameters,
                                                 const Options &Defaults);

class AssignPass : public PassWithOptions<AssignPass, AssignOptions> {
public:
  using PassWithOptions::PassWithOptions;
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_TENSORS_ASSIGN_H
