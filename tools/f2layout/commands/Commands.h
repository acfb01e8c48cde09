//===- Commands.h - The commands by name ----------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each command is defined in the file of its name.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_COMMANDS_COMMANDS_H
#define F2LAYOUT_TOOLS_F2LAYOUT_COMMANDS_COMMANDS_H

#include "tools/f2layout/commandline/Command.h"

namespace f2layout::calc {

extern const Command ShowCommand, MatrixCommand, ApplyCommand, ComposeCommand,
    InvertCommand, DivideCommand, PlanCommand, SwizzleCommand, BanksCommand,
    VectorizeCommand, ExplainCommand, CheckCommand, TranslateCommand,
    DiffCommand, FitCommand, SliceCommand, InstructionsCommand, TargetCommand,
    CompletionCommand, HelpCommand;

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_COMMANDS_COMMANDS_H
