//===- CuteAtoms.h - Instructions as CuTe describes them, checked ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CuTe describes a matrix instruction by layouts from (thread, value) to codes
// of elements. The product m16n8k16 of f16 has, for A,
//
//   ((_4,_8),(_2,_2,_2)):((_32,_1),(_16,_8,_128))
//
//   thread 5, value 1 -> 32 + 1 + 16 == 49 == 1 + 16 * 3: row 1, column 3
//
// and a copy of matrices by layouts from (thread, bit) to bits, for what every
// thread provides and for what it receives.
//
// CuteAtoms.def has them as data. They are checked in four ways:
//
//   nesting    shape and stride fit together
//   linearity  over F2 on the domain (layouts/cute/Linear.h)
//   bijection  every element has one place; in copies, a row may be pointed at
//              by several threads
//   families   equal to the layout of this library: mma, wgmma, their operands,
//              and matrix moves, which were checked against the manuals. Copies
//              number the rows that threads point at as they like, so that
//              registers are compared by the thread that points at their row
//
// A fault names the first thread and value that differ:
//
//   SM75_U32x1_MOVM_T destination: thread 1, value 0 is at bit 32, expected
//   bit 256 as in the layout of matrix moves
//
// (That one is known: the traits of movmatrix are a copy of the source's.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_ATOMS_CUTEATOMS_H
#define F2LAYOUT_INTRINSICS_ATOMS_CUTEATOMS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace f2layout {

enum class CuteOperand { A, B, C, Source, Destination };

/// One layout of a row of CuteAtoms.def.
struct CuteAtom {
  llvm::StringRef Name;
  CuteOperand Operand;
  /// The operand as a matrix whose first dimension is fastest in codes: M and
  /// K, N and K, or M and N. Of copies, bits and 1.
  unsigned Rows, Columns;
  unsigned Bits;  ///< Of an element; 1 for copies.
  unsigned Atoms; ///< Of CuTe that have it.
  bool Wgmma;
  llvm::StringRef Layout;
  /// The other side of a copy; empty otherwise.
  llvm::StringRef Other;
};

llvm::ArrayRef<CuteAtom> cuteAtoms();
llvm::StringRef nameOf(CuteOperand Operand);

/// What a check found.
struct AtomReport {
  std::vector<std::string> Faults; ///< None if all is well.
  bool Linear = false;
  bool Compared = false; ///< This library has a layout for it.
};
AtomReport checkAtom(const CuteAtom &Atom);

} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_ATOMS_CUTEATOMS_H
