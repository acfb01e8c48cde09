//===- Command.h - Commands of the calculator -----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A command is a row of data and a function:
//
//   f2layout invert 'offset=[[0,1],[1,1]] -> [2,2]' --json
//            ^name   ^operand                        ^option
//
// The data describe the command line: one parser, one help text and one
// completion script serve all commands. The function computes the answer.
//
// Exit statuses. A function returns 0 for an answer or "yes", and 1 for "no" (a
// check fails, two layouts differ, a quotient does not exist). An Error is a
// fault on the command line or in a layout, and becomes status 2.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2LAYOUT_COMMANDLINE_COMMAND_H
#define F2LAYOUT_TOOLS_F2LAYOUT_COMMANDLINE_COMMAND_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace f2layout::calc {

class Invocation;

/// A fixed set of words, taken from the table of the code that handles them.
/// The parser accepts them, help lists them and completion offers them.
using WordList = llvm::SmallVector<llvm::StringRef>;

/// `--Name` or, if Value says what it takes, `--Name Value`.
struct OptionSpec {
  /// How the value relates to Words.
  enum Use {
    One,   ///< The value is one of them.
    Some,  ///< The value is a comma-separated list of them.
    Known, ///< They are suggestions; the command accepts others.
  };
  const char *Name;
  const char *Value; ///< "LAYOUT", "N"; null for a switch.
  const char *Help;
  WordList (*Words)() = nullptr; ///< Null if there is no fixed set.
  Use UseOfWords = One;
};

/// A command line without "f2layout", and what it prints.
struct CommandExample {
  const char *Line;
  const char *Output;
};

struct Command {
  const char *Name;
  const char *Operands; ///< As in the synopsis: "LAYOUT [NAME=INDEX...]".
  unsigned MinOperands, MaxOperands;
  const char *Summary; ///< One line, for the list of commands.
  const char *Details; ///< Paragraphs of at most 80 columns.
  llvm::ArrayRef<OptionSpec> Options;
  CommandExample Example;
  llvm::Expected<int> (*Run)(Invocation &);
  /// Suggestions for the operand; null if there are none.
  WordList (*OperandWords)() = nullptr;
};

/// All commands, in the order in which help lists them.
llvm::ArrayRef<const Command *> allCommands();
/// The names of all commands, in that order.
WordList commandNames();
/// Returns null if no command has that name.
const Command *findCommand(llvm::StringRef Name);
/// Options that may stand in place of a command: --version, --help.
llvm::ArrayRef<OptionSpec> globalOptions();
/// The options of the command and the common ones: --help, --shape if it reads
/// layouts, and --json if its answer has that form.
llvm::SmallVector<OptionSpec> optionsOf(const Command &C);

/// An error in the input. It is printed after "f2layout: error: ".
llvm::Error fail(const llvm::Twine &Message);

} // namespace f2layout::calc

#endif // F2LAYOUT_TOOLS_F2LAYOUT_COMMANDLINE_COMMAND_H
