//===- ElementType.h - Types of C as widths -------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_ELEMENTTYPE_H
#define F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_ELEMENTTYPE_H

#include "tools/f2layout/commandline/Command.h"

namespace f2layout::calc {

/// The names that --type offers; vectors of 2 and 4 elements (float4) are
/// accepted, too, where they exist.
WordList elementTypes();

/// The bytes of the type: 1, 2, 4, 8 or 16, which one access can move.
llvm::Expected<unsigned> bytesOfType(llvm::StringRef Name);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_EXPRESSIONS_ELEMENTTYPE_H
