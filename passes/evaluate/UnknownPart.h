//===- UnknownPart.h - Why a value is not known in every thread -*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. The threads of a block have a value in common if each has the same
// symbolic part plus a constant of its own (SymbolicInt.h). A remark on an
// address that is no such value must say what stands against it, since the
// reader has to do something else in each case:
//
//   s[table[t]]               it depends on what a load reads from memory
//   s[t * blockDim.x]         it depends on the block's size
//   s[t * pitch]              each thread has another multiple of pitch
//   s[u64(t + pitch)]         a sum of 32 bits may wrap
//
// Algorithm. Going from the value to its operands, an instruction is the reason
// if its value is unknown and those of its operands are known. Of several that
// one is named against which least can be done: memory first, wrapping last.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EVALUATE_UNKNOWNPART_H
#define F2LAYOUT_PASSES_EVALUATE_UNKNOWNPART_H

#include "passes/evaluate/ThreadEval.h"
#include <string>

namespace f2layout {
inline namespace passes {

struct UnknownPart {
  /// In this order.
  enum Kind {
    Memory,
    Undefined,
    Call,
    Float,
    Path,
    BlockSize,
    Product,
    Wraps,
    Other
  } K;
  llvm::Instruction *At; ///< Null if V is no instruction.
  /// "it depends on memory".
  std::string text() const;
};

/// V has one symbolic part in all threads.
bool isKnownInAllThreads(ThreadEval &Eval, const llvm::Value *V);

/// What makes V unknown, if it is unknown.
UnknownPart findUnknownPart(ThreadEval &Eval, llvm::Value *V);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EVALUATE_UNKNOWNPART_H
