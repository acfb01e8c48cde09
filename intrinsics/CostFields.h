//===- CostFields.h - The figures of a machine by name --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MachineCosts is a struct, so that planning is quick; tables of targets are
// read and written by name. This is the list between the two: one row for each
// member of MachineCosts, such as
//
//   "wavefront"  &MachineCosts::Wavefront  the memory pipe
//
// A member that is not in the list is printed by nobody and cannot be loaded,
// so whoever adds one adds a row.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_COSTFIELDS_H
#define F2LAYOUT_INTRINSICS_COSTFIELDS_H

#include "layouts/machine/Machine.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace f2layout {
inline namespace intrinsics {

struct CostField {
  /// Of which a machine may have none; others cost more than 0 or may be free.
  enum Kind { Needed, MayBeFree, MayBeMissing };

  llvm::StringLiteral Name; ///< As in JSON: "wavefront".
  double MachineCosts::*Clocks;
  Pipe On; ///< What it occupies; butterflies say so themselves.
  Kind Is;
  llvm::StringLiteral What; ///< One instruction of it, in words.
};

llvm::ArrayRef<CostField> costFields();

/// The machine has the instruction.
bool isThere(const CostField &F, const Machine &M);
/// The pipe that the instruction occupies on this machine.
Pipe pipeOf(const CostField &F, const Machine &M);
/// It may be on either pipe.
bool choosesPipe(const CostField &F);

/// "memory", "alu", "both".
llvm::StringRef pipeName(Pipe P);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_COSTFIELDS_H
