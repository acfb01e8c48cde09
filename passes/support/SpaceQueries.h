//===- SpaceQueries.h - Code that asks for an address's space -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Libraries ask what an address is an address of before they copy:
//
//   if (__isShared(to) && __isGlobal(from))
//     cp.async ..
//
// The answer does not depend on where in its array the address is, so an array
// whose elements move needs no other.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SUPPORT_SPACEQUERIES_H
#define F2LAYOUT_PASSES_SUPPORT_SPACEQUERIES_H

#include "llvm/IR/Function.h"

namespace f2layout {
inline namespace passes {

/// The instruction is such a question, and does nothing else.
bool asksForSpace(const llvm::Instruction &I);

/// Deletes those whose answers nobody needs: LLVM answers some and leaves the
/// question, with the generic pointer that it is about. True if there was one.
bool dropAnsweredQueries(llvm::Function &F);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SUPPORT_SPACEQUERIES_H
