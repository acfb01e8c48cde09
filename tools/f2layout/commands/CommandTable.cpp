//===- CommandTable.cpp - All commands ------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/commands/Commands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace f2layout::calc {

ArrayRef<const Command *> allCommands() {
  static const Command *const All[] = {
      &ShowCommand,       &MatrixCommand,       &ApplyCommand,
      &ComposeCommand,    &InvertCommand,       &DivideCommand,
      &PlanCommand,       &SwizzleCommand,      &BanksCommand,
      &VectorizeCommand,  &ExplainCommand,      &CheckCommand,
      &TranslateCommand,  &DiffCommand,         &FitCommand,
      &SliceCommand,      &InstructionsCommand, &TargetCommand,
      &CompletionCommand, &HelpCommand};
  return All;
}

WordList commandNames() {
  WordList Names;
  for (const Command *C : allCommands())
    Names.push_back(C->Name);
  return Names;
}

ArrayRef<OptionSpec> globalOptions() {
  static constexpr OptionSpec All[] = {
      {"version", nullptr, "print the versions of f2layout and of LLVM"},
      {"help", nullptr, "list the commands"},
  };
  return All;
}

const Command *findCommand(StringRef Name) {
  for (const Command *C : allCommands())
    if (Name == C->Name)
      return C;
  return nullptr;
}

SmallVector<OptionSpec> optionsOf(const Command &C) {
  SmallVector<OptionSpec> All(C.Options);
  if (&C != &CompletionCommand && &C != &HelpCommand && &C != &TargetCommand &&
      &C != &InstructionsCommand && &C != &SliceCommand)
    All.push_back({"shape", "32x64", "the tensor that the layouts are of"});
  if (&C != &CompletionCommand)
    All.push_back({"json", nullptr, "print the answer as one JSON object"});
  All.push_back({"help", nullptr, "say what the command does"});
  return All;
}

} // namespace f2layout::calc
