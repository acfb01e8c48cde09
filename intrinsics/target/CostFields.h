//===- CostFields.h - The figures of a machine by name --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MachineCosts is a struct, so that planning is fast; tables of targets are
// read and written by name. This list connects the two. It has one row for each
// member of MachineCosts, such as
//
//   "wavefront"  &MachineCosts::Wavefront  the memory pipe
//
// A member that is not in the list is never printed and cannot be loaded. A new
// member needs a row.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_TARGET_COSTFIELDS_H
#define F2LAYOUT_INTRINSICS_TARGET_COSTFIELDS_H

#include "layouts/machine/Machine.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace f2layout {
inline namespace intrinsics {

struct CostField {
  /// Whether the cost must be above 0, may be 0, or may be missing because some
  /// machines do not have the instruction.
  enum Kind { Needed, MayBeFree, MayBeMissing };

  llvm::StringLiteral Name; ///< As in JSON: "wavefront".
  double MachineCosts::*Clocks;
  Pipe On; ///< Butterflies have Machine::ButterflyPipe.
  Kind Is;
  llvm::StringLiteral What; ///< One instruction of it, in words.
};

llvm::ArrayRef<CostField> costFields();

/// Returns true if the machine has the instruction.
bool isThere(const CostField &F, const Machine &M);
/// The pipe that the instruction occupies on this machine.
Pipe pipeOf(const CostField &F, const Machine &M);
/// Returns true if it may be on either pipe.
bool choosesPipe(const CostField &F);

/// "memory", "alu", "both".
llvm::StringRef pipeName(Pipe P);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_TARGET_COSTFIELDS_H
