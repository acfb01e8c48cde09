//===- PrivateArray.h - Arrays that only known accesses touch -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array's elements may move if all code that accesses them uses the new
// places: every access is known, each goes to this array on every path, and no
// data enters the array in another way, by an initial value or through the
// array's name.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_CHANGES_PRIVATEARRAY_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_CHANGES_PRIVATEARRAY_H

#include "passes/sharedmemory/objects/SharedObjects.h"

namespace f2layout {
inline namespace passes {

/// Why an array's elements must stay where they are.
struct Refusal {
  std::string Name, Why;
  const llvm::Instruction *At = nullptr;
};

/// Why code other than O's accesses may access the array, or why O's accesses
/// may go to other memory. O must not be refused by collectSharedObjects.
std::optional<Refusal> checkPrivate(const llvm::Function &F,
                                    const SharedObject &O);

/// Why O's accesses may go to other memory than its only array.
std::optional<Refusal> checkOrigins(const SharedObject &O);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_CHANGES_PRIVATEARRAY_H
