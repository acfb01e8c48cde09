//===- CallForms.h - The signatures of layout calls -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to passes/layoutcalls. What the operands of each call are, and what
// the call does to memory.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_CALLS_CALLFORMS_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_CALLS_CALLFORMS_H

#include "passes/layoutcalls/calls/LayoutCall.h"
#include "llvm/ADT/STLExtras.h"
#include <array>
#include <optional>

namespace f2layout {
inline namespace passes {

enum class Slot : uint8_t {
  None,
  Registers,
  Index,
  Axis,
  Reverse,
  Exclusive,
  Buffer,
  Layout
};

/// What a call does to memory, which no attribute may deny.
enum class Touches : uint8_t { Everything, ReadsBuffer, WritesBuffer };

/// One line per LayoutCallKind.
struct CallForm {
  LayoutCallKind Kind;
  std::array<Slot, 5> Operands; ///< The layouts come last.
  bool HasResult;               ///< Registers.
  Touches Memory;
  llvm::StringLiteral Signature;

  unsigned operandCount() const {
    return llvm::find(Operands, Slot::None) - Operands.begin();
  }
  std::optional<unsigned> operand(Slot S) const {
    const auto *It = llvm::find(Operands, S);
    return It == Operands.end() ? std::nullopt
                                : std::optional(It - Operands.begin());
  }
};

const CallForm &formOf(LayoutCallKind Kind);
/// The operand of a slot; null if the call has none.
llvm::Value *operandOf(const LayoutCall &C, Slot S);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_CALLS_CALLFORMS_H
