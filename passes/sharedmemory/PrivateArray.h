//===- PrivateArray.h - Arrays that only known accesses touch -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array's elements may move if everybody who touches it moves along: every
// access is known, each goes to this array whatever the path was, and nobody
// has put anything into it from elsewhere, by an initial value or by the
// array's name.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_PRIVATEARRAY_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_PRIVATEARRAY_H

#include "passes/sharedmemory/SharedObjects.h"

namespace f2layout {
inline namespace passes {

/// Why an array's elements stay where they are.
struct Refusal {
  std::string Name, Why;
  const llvm::Instruction *At = nullptr;
};

/// Why others than O's accesses may know the array, or its accesses other
/// memory; of an array that collectSharedObjects did not refuse.
std::optional<Refusal> checkPrivate(const llvm::Function &F,
                                    const SharedObject &O);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_PRIVATEARRAY_H
