//===- Completion.cpp - f2layout completion: scripts for shells -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Made from the table of commands, so that what completes is what is accepted.
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/CommandLine.h"
#include "tools/f2layout/Commands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::calc {

static void printCommandNames(raw_ostream &OS) {
  ListSeparator Space(" ");
  for (const Command *C : allCommands())
    OS << Space << C->Name;
}

static std::string spaced(StringRef Choices) {
  std::string Text = Choices.str();
  llvm::replace(Text, '|', ' ');
  return Text;
}

static void printBash(raw_ostream &OS) {
  OS << "# bash completion for f2layout\n_f2layout() {\n"
        "  local word=${COMP_WORDS[COMP_CWORD]} "
        "before=${COMP_WORDS[COMP_CWORD-1]} words=\n"
        "  if [ \"$COMP_CWORD\" = 1 ]; then\n    words='";
  printCommandNames(OS);
  OS << "'\n  else\n    case ${COMP_WORDS[1]}:$before in\n";
  for (const Command *C : allCommands())
    for (const OptionSpec &O : C->Options)
      if (O.Choices)
        OS << "    " << C->Name << ":--" << O.Name << ") words='"
           << spaced(O.Choices) << "';;\n";
  OS << "    completion:completion) words='bash zsh';;\n"
        "    help:help) words='";
  printCommandNames(OS);
  OS << "';;\n    *)\n      case ${COMP_WORDS[1]} in\n";
  for (const Command *C : allCommands()) {
    OS << "      " << C->Name << ") words='";
    ListSeparator Space(" ");
    for (const OptionSpec &O : optionsOf(*C))
      OS << Space << "--" << O.Name;
    OS << "';;\n";
  }
  OS << "      esac;;\n    esac\n  fi\n"
        "  case $word in\n"
        "    @*) COMPREPLY=($(compgen -P @ -f -- \"${word#@}\"));;\n"
        "    *) COMPREPLY=($(compgen -W \"$words\" -- \"$word\"));;\n"
        "  esac\n}\ncomplete -F _f2layout f2layout\n";
}

/// Inside single quotes, in which zsh gives [ ] and : a meaning.
static std::string zshQuoted(StringRef Text) {
  std::string Quoted;
  for (char C : Text) {
    if (C == '\'')
      Quoted += "'\\'";
    else if (C == '[' || C == ']' || C == ':' || C == '\\')
      Quoted += '\\';
    Quoted += C;
  }
  return Quoted;
}

static void printZshCommand(raw_ostream &OS, const Command &C) {
  OS << "    " << C.Name << ")\n      _arguments";
  for (const OptionSpec &O : optionsOf(C)) {
    OS << " \\\n        '--" << O.Name << "[" << zshQuoted(O.Help) << "]";
    if (O.Value)
      OS << ":" << zshQuoted(O.Value) << ":";
    if (O.Choices)
      OS << "(" << spaced(O.Choices) << ")";
    OS << "'";
  }
  if (StringRef(C.Name) == "completion") {
    OS << " \\\n        '1:shell:(bash zsh)'";
  } else if (StringRef(C.Name) == "help") {
    OS << " \\\n        '1:command:(";
    printCommandNames(OS);
    OS << ")'";
  }
  OS << ";;\n";
}

static void printZsh(raw_ostream &OS) {
  OS << "#compdef f2layout\n_f2layout() {\n"
        "  if (( CURRENT == 2 )); then\n    local -a commands=(\n";
  for (const Command *C : allCommands())
    OS << "      '" << C->Name << ":" << zshQuoted(C->Summary) << "'\n";
  OS << "    )\n    _describe command commands\n    return\n  fi\n"
        "  local command=$words[2]\n"
        "  shift words\n  (( CURRENT-- ))\n"
        "  case $command in\n";
  for (const Command *C : allCommands())
    printZshCommand(OS, *C);
  OS << "  esac\n}\ncompdef _f2layout f2layout\n";
}

static Expected<int> runCompletion(Invocation &I) {
  StringRef Shell = I.operands()[0];
  if (Shell == "bash")
    printBash(outs());
  else if (Shell == "zsh")
    printZsh(outs());
  else
    return fail("no completion for '" + Shell + "', expected bash or zsh");
  return 0;
}

const Command CompletionCommand = {"completion",
                                   "bash|zsh",
                                   1,
                                   1,
                                   "a completion script for a shell",
                                   R"(
For bash: source <(f2layout completion bash), for example in ~/.bashrc.
For zsh:  source <(f2layout completion zsh), after compinit, in ~/.zshrc.
)",
                                   {},
                                   {"completion bash | head -2", R"(
# bash completion for f2layout
_f2layout() {
)"},
                                   runCompletion};

} // namespace f2layout::calc
