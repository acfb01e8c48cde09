//===- AsmText.h - The text of inline assembly, and its operands ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One instruction has many spellings in assembly: with blanks or without, with
// a size in the text or as a constant operand. Here they become one:
//
//   "cp.async.cg.shared.global [$0], [$1], $2;\n", "r,l,n" (to, from, 16)
//   "cp.async.cg.shared.global[$0],[$1],16;",      "r,l"   (to, from)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_INSTRUCTIONS_ASMTEXT_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_INSTRUCTIONS_ASMTEXT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/InstrTypes.h"
#include <optional>
#include <string>

namespace f2layout {
inline namespace passes {

/// Assembly with its blanks and its immediate operands gone: the latter are
/// numbers in the text, and the others are numbered anew. "shared::cta" is
/// written "shared".
struct AsmText {
  std::string Text;
  /// Of outputs, and behind them of inputs. A memory clobber is left out.
  llvm::SmallVector<llvm::StringRef, 8> Constraints;
  llvm::SmallVector<llvm::Value *, 6> Arguments;
  /// Which arguments of the call these are.
  llvm::SmallVector<unsigned, 6> Numbers;
};

/// Nothing for a call of something else, for assembly that may throw or has a
/// comment, a bundle, or an operand in a form of its own ("${0:x}").
std::optional<AsmText> readAsm(const llvm::CallBase &Call);

/// For remarks: the first instruction that is more than arithmetic, as
/// "ldmatrix" or "cp.async.bulk". Empty if there is none.
llvm::StringRef instructionOfAsm(const llvm::CallBase &Call);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_INSTRUCTIONS_ASMTEXT_H
