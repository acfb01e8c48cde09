//===- CallReader.h - Read one layout call --------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to passes/layoutcalls; LayoutCall.h reads all calls of a function.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_CALLS_CALLREADER_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_CALLS_CALLREADER_H

#include "passes/layoutcalls/calls/LayoutCall.h"
#include <optional>

namespace f2layout {
inline namespace passes {

/// Reports everything that is wrong with the call; std::nullopt if anything is.
std::optional<LayoutCall>
readLayoutCall(llvm::CallInst &Call, LayoutCallKind Kind, CallFaults &Faults);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_CALLS_CALLREADER_H
