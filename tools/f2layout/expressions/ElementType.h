//===- ElementType.h - Types of C as widths -------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_ELEMENTTYPE_H
#define F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_ELEMENTTYPE_H

#include "tools/f2layout/commandline/Command.h"
#include <optional>

namespace f2layout::calc {

/// The names of all types: those of one access, with vectors such as float4.
WordList elementTypes();

/// The bytes of the type: 1, 2, 4, 8 or 16.
std::optional<unsigned> bytesOfType(llvm::StringRef Name);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_ELEMENTTYPE_H
