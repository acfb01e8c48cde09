//===- Help.h - Help texts ------------------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_COMMANDS_HELP_H
#define F2LAYOUT_TOOLS_F2LAYOUT_COMMANDS_HELP_H

#include "tools/f2layout/commandline/Command.h"

namespace f2layout::calc {

/// Prints a description of the tool, the notation of layouts, and the list of
/// commands.
void printOverview(llvm::raw_ostream &OS);
/// Prints the help of one command to standard output, as text or as JSON: the
/// synopsis, what it does, its options and an example.
void printHelp(const Command &C, bool AsJson);
/// The error for an unknown command, with the most similar name and a pointer
/// to the help.
llvm::Error unknownCommand(llvm::StringRef Name);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_COMMANDS_HELP_H
