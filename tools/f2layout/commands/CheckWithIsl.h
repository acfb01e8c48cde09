//===- CheckWithIsl.h - f2layout check --with isl -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without isl, these functions fail with a message that says so.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_COMMANDS_CHECKWITHISL_H
#define F2LAYOUT_TOOLS_F2LAYOUT_COMMANDS_CHECKWITHISL_H

#include "layouts/families/PaddedShared.h"
#include <optional>

namespace f2layout::calc {

class Invocation;

/// Prints what isl finds, and returns the exit status.
llvm::Expected<int> checkWithIsl(const PaddedLayout &L, const Invocation &I);
/// Nothing if the text is neither a layout of CuTe nor a swizzle.
std::optional<llvm::Expected<int>> checkCuteWithIsl(llvm::StringRef Text,
                                                    const Invocation &I);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_COMMANDS_CHECKWITHISL_H
