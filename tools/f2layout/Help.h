//===- Help.h - Help texts ------------------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_HELP_H
#define F2LAYOUT_TOOLS_F2LAYOUT_HELP_H

#include "tools/f2layout/Command.h"

namespace f2layout::calc {

/// What the tool is, how layouts are written, and the list of commands.
void printOverview(llvm::raw_ostream &OS);
/// One command on standard output: synopsis, what it does, its options, an
/// example; as text or as JSON.
void printHelp(const Command &C, bool AsJson);
/// That there is none of that name, with the nearest that there is, and where
/// to look.
llvm::Error unknownCommand(llvm::StringRef Name);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_HELP_H
