//===- Fold.h - f2layout-fold: fewer and smaller conversions --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A front end that states layouts converts where two of its rules
// disagree, one operation at a time:
//
//   %b = convert %a, A -> B              %t = convert %a, A -> C
//   %c = fmul %b, 2.0             ->     %d = fmul %t, 2.0
//   %d = convert %c, B -> C
//
// Rules, each applied while it makes the kernel cheaper:
//
//   same       A -> A', two spellings of one layout: nothing
//   compose    A -> B, then B -> C: A -> C. A round trip is nothing
//   share      two conversions of one value to one layout: one, if the first
//              is executed before the second
//   before     a conversion of an element-wise result: its operands are
//              converted instead, together with the conversions that they come
//              from. Above: one instead of two
//   behind     an element-wise operation on conversions that do the same: the
//              result is converted instead. trunc(convert x) becomes
//              convert(trunc x), which moves fewer bits
//   gather     a gather from a conversion takes the value before it
//
// Element-wise operations are arithmetic, casts, comparisons, selects and
// intrinsics on the vectors of registers, one element at a time. Operands that
// are the same in all registers of all threads need no conversion: constants,
// arguments of kernels, and what arithmetic makes of these. A splat of what a
// thread computed, such as a factor of its row, is an operand like others; an
// operation with a scalar operand of that kind does not move, which a Missed
// remark says.
//
// Legality (O77). A conversion gives every register the element of its place,
// unchanged, so it commutes with what is done with each element by itself. Two
// conversions in a row give the same elements as one. Of copies any may be
// read, as they are equal. An operation moves only to the place of a conversion
// behind it, or stays; a conversion only to the place of one that it replaces,
// or of an operation in the same block: so all threads of the block still reach
// it. Operations that must not run where they did not, as a division by zero,
// run in the same threads as before.
//
// Prices are those of f2layout-lower's plans.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_FOLD_FOLD_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_FOLD_FOLD_H

#include "passes/support/PassBases.h"
#include "llvm/IR/Function.h"

namespace f2layout {
inline namespace passes {

class FoldPass : public PassWithOptions<FoldPass> {
public:
  using PassWithOptions::PassWithOptions;
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_FOLD_FOLD_H
