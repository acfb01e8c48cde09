//===- ContiguityChoices.h - Forms that decide an order -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Offsets such as 4 * (x0 ^ x3) + 8 * (x0 ^ x1 ^ x3 ^ 1) are evaluated for
// every combination of values that their forms may have. Here x0 ^ x3 and x1
// form a basis: the other forms are sums of them, and the two are independent.
// So there are four cases instead of the eight of x0, x1 and x3.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_CONTIGUITY_CONTIGUITYCHOICES_H
#define F2LAYOUT_PASSES_CONTIGUITY_CONTIGUITYCHOICES_H

#include "passes/bits/BitTable.h"

namespace f2layout {
inline namespace passes {

class ChoiceBasis {
public:
  explicit ChoiceBasis(BitTable &Table) : Table(Table) {}

  /// Returns false if there would be too many forms or symbols.
  bool add(Bit Form);
  /// The value of an added form where bit n of Case is the value of forms()[n].
  bool value(Bit Form, uint64_t Case) const;
  llvm::ArrayRef<Bit> forms() const { return Basis; }
  unsigned cases() const { return 1u << Basis.size(); }

private:
  /// A form as a set of symbols, and the elements of Basis whose sum it is.
  struct Row {
    uint64_t Symbols, Parts;
  };
  BitTable &Table;
  llvm::SmallVector<Bit, 4> Basis;
  llvm::SmallVector<Row, 4> Rows; ///< Their highest symbols differ.
  llvm::DenseMap<SymbolId, unsigned> Places;
  llvm::DenseMap<uint32_t, uint64_t> PartsOf; ///< By code of the linear form.
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_CONTIGUITY_CONTIGUITYCHOICES_H
