//===- LineOperation.h - What reductions and scans combine with -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations have the names of LLVM's reductions of vectors:
//
//   integers   add mul and or xor smin smax umin umax
//   floats     fadd fmul fmin fmax fminimum fmaximum
//
// For floats, "add", "mul", "min" and "max" are other names of "fadd", "fmul",
// "fmin" and "fmax". "min" of integers is refused, since it does not say
// whether they have a sign.
//
// All are associative and commutative, those of floats but for rounding. fmin
// and fmax are llvm.minimumnum and maximumnum (a NaN is ignored, -0 is less
// than +0), fminimum and fmaximum are llvm.minimum and maximum (a NaN is the
// result), so that their results do not depend on the order.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_LINES_LINEOPERATION_H
#define F2LAYOUT_INTRINSICS_LINES_LINEOPERATION_H

#include "intrinsics/target/Target.h"
#include "layouts/lines/Reduction.h"
#include "llvm/IR/IRBuilder.h"

namespace f2layout {
inline namespace intrinsics {

enum class LineOperation {
  Add,
  Mul,
  And,
  Or,
  Xor,
  SMin,
  SMax,
  UMin,
  UMax,
  FAdd,
  FMul,
  FMin,
  FMax,
  FMinimum,
  FMaximum
};

/// The operation of that name on elements of that type, if there is one.
std::optional<LineOperation> lineOperation(llvm::StringRef Name,
                                           const llvm::Type *Element);
/// The same by its name in LLVM alone.
std::optional<LineOperation> lineOperation(llvm::StringRef Name);
/// The operation's name in LLVM.
llvm::StringRef nameOf(LineOperation Op);
/// All names in LLVM.
llvm::SmallVector<llvm::StringRef> lineOperationNames();
/// The names for that type, for messages.
llvm::StringRef operationNames(const llvm::Type *Element);

/// What may be done with the operation on this target.
FoldTraits traitsOf(LineOperation Op, const Target &T);

/// A op B, of elements or vectors of them.
llvm::Value *emitOperation(llvm::IRBuilder<> &B, LineOperation Op,
                           llvm::Value *Left, llvm::Value *Right);
/// X of which X op B is A, for operations that are invertible (FoldTraits).
llvm::Value *emitInverse(llvm::IRBuilder<> &B, LineOperation Op, llvm::Value *A,
                         llvm::Value *Right);
/// The value that changes nothing as an operand: -0.0 of fadd, NaN of fmin.
llvm::Constant *neutralElement(LineOperation Op, llvm::Type *Element);
/// The result of no elements: the neutral element, but +0.0 of fadd, and an
/// infinity of fmin and fmax.
llvm::Constant *firstElement(LineOperation Op, llvm::Type *Element);
/// V, an integer of at most 32 bits, of all lanes of a warp combined.
llvm::Value *emitWarpReduction(llvm::IRBuilder<> &B, LineOperation Op,
                               llvm::Value *V);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_LINES_LINEOPERATION_H
