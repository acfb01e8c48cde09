//===- MemoryOption.h - The options for memory layouts --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_MEMORY_MEMORYOPTION_H
#define F2LAYOUT_TOOLS_F2LAYOUT_MEMORY_MEMORYOPTION_H

#include "tools/f2layout/commandline/CommandLine.h"
#include "tools/f2layout/memory/Offsets.h"

namespace f2layout::calc {

/// Returns the offsets of the threads' registers (Offsets.h), in the memory
/// that --memory gives, or in memory without gaps in the --order of its
/// dimensions. The result has an input "register", possibly of size one.
llvm::Expected<LinearLayout> offsetsAsked(Invocation &I,
                                          const LinearLayout &Threads);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_MEMORY_MEMORYOPTION_H
