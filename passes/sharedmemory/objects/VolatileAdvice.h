//===- VolatileAdvice.h - What would order volatile accesses ----*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_OBJECTS_VOLATILEADVICE_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_OBJECTS_VOLATILEADVICE_H

#include "passes/sharedmemory/objects/SharedObjects.h"

namespace f2layout {
inline namespace passes {

/// For the remark about an array that stays because accesses are volatile: what
/// would order them instead. Empty if they would stay without volatile, too.
std::string adviceForVolatile(const llvm::Function &F, const SharedObject &O);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_OBJECTS_VOLATILEADVICE_H
