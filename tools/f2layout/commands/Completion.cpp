//===- Completion.cpp - f2layout completion: scripts for shells -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Completion is generated from the table of commands, so that it offers exactly
// what the parser accepts:
//
//   f2layout translate --to amd_       amd_mfma amd_wmma amd_rotating_shared
//   f2layout check --is linear,inj     linear,injective
//   f2layout plan --target=sm_9        sm_90
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/commandline/CommandLine.h"
#include "tools/f2layout/commands/Commands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::calc {

static std::string spaced(ArrayRef<StringRef> Words) {
  return join(Words, " ");
}

/// Returns "--to --linear".
static std::string optionNames(ArrayRef<OptionSpec> Options) {
  return join(
      map_range(Options,
                [](const OptionSpec &O) { return std::string("--") + O.Name; }),
      " ");
}

//===----------------------------------------------------------------------===//
// bash
//===----------------------------------------------------------------------===//

/// Prints what may follow each option of a command; nothing if any value is
/// accepted.
static void printBashValues(raw_ostream &OS, const Command &C) {
  for (const OptionSpec &O : optionsOf(C)) {
    if (!O.Value)
      continue;
    OS << "    " << C.Name << ":--" << O.Name << ") words='"
       << (O.Words ? spaced(O.Words()) : "") << "'"
       << (O.UseOfWords == OptionSpec::Some ? " list=1" : "") << ";;\n";
  }
}

static void printBash(raw_ostream &OS) {
  OS << R"(# bash completion for f2layout
_f2layout() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
  local words= list= done=
  # --to=text comes as three words.
  if [ "$word" = = ]; then
    word=
  elif [ "$before" = = ]; then
    before=${COMP_WORDS[COMP_CWORD-2]}
  fi
  if [ "$COMP_CWORD" = 1 ]; then
)";
  OS << "    words='" << spaced(commandNames()) << " "
     << optionNames(globalOptions()) << "'\n"
     << "  else\n    case ${COMP_WORDS[1]}:$before in\n";
  for (const Command *C : allCommands())
    printBashValues(OS, *C);
  OS << "    *)\n      case ${COMP_WORDS[1]} in\n";
  for (const Command *C : allCommands()) {
    OS << "      " << C->Name << ") words='";
    if (C->OperandWords)
      OS << spaced(C->OperandWords()) << " ";
    OS << optionNames(optionsOf(*C)) << "';;\n";
  }
  OS << R"(      esac;;
    esac
  fi
  # Of a list, the part behind the last comma.
  if [ -n "$list" ] && [ "$word" != "${word##*,}" ]; then
    done=${word%,*},
    word=${word##*,}
  fi
  case $word in
    @*) COMPREPLY=($(compgen -P @ -f -- "${word#@}"));;
    *) COMPREPLY=($(compgen -P "$done" -W "$words" -- "$word"));;
  esac
}
complete -F _f2layout f2layout
)";
}

//===----------------------------------------------------------------------===//
// zsh
//===----------------------------------------------------------------------===//

/// Quotes text for single quotes, inside which zsh interprets [ ] and :.
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

static void printZshOption(raw_ostream &OS, const OptionSpec &O) {
  OS << " \\\n        '--" << O.Name << (O.Value ? "=" : "") << "["
     << zshQuoted(O.Help) << "]";
  if (O.Value)
    OS << ":" << zshQuoted(O.Value) << ":";
  if (O.Words && O.UseOfWords == OptionSpec::Some)
    OS << "_values -s , " << zshQuoted(O.Value) << " " << spaced(O.Words());
  else if (O.Words)
    OS << "(" << spaced(O.Words()) << ")";
  OS << "'";
}

static void printZshCommand(raw_ostream &OS, const Command &C) {
  OS << "    " << C.Name << ")\n      _arguments";
  for (const OptionSpec &O : optionsOf(C))
    printZshOption(OS, O);
  if (C.OperandWords)
    OS << " \\\n        '1:" << zshQuoted(C.Operands) << ":("
       << spaced(C.OperandWords()) << ")'";
  OS << ";;\n";
}

static void printZsh(raw_ostream &OS) {
  OS << "#compdef f2layout\n_f2layout() {\n"
        "  if (( CURRENT == 2 )); then\n    local -a commands=(\n";
  for (const Command *C : allCommands())
    OS << "      '" << C->Name << ":" << zshQuoted(C->Summary) << "'\n";
  for (const OptionSpec &O : globalOptions())
    OS << "      '--" << O.Name << ":" << zshQuoted(O.Help) << "'\n";
  OS << "    )\n    _describe command commands\n    return\n  fi\n"
        "  local command=$words[2]\n"
        "  shift words\n  (( CURRENT-- ))\n"
        "  case $command in\n";
  for (const Command *C : allCommands())
    printZshCommand(OS, *C);
  OS << "  esac\n}\ncompdef _f2layout f2layout\n";
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

namespace {
struct Shell {
  StringRef Name;
  void (*Print)(raw_ostream &);
};
} // namespace

static constexpr Shell Shells[] = {{"bash", printBash}, {"zsh", printZsh}};

static WordList shellNames() {
  WordList Names;
  for (const Shell &S : Shells)
    Names.push_back(S.Name);
  return Names;
}

static Expected<int> runCompletion(Invocation &I) {
  StringRef Name = I.operands()[0];
  for (const Shell &S : Shells)
    if (S.Name == Name) {
      S.Print(outs());
      return 0;
    }
  return fail("no completion for '" + Name + "', expected " +
              join(shellNames(), " or "));
}

const Command CompletionCommand = {"completion",
                                   "SHELL",
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
                                   runCompletion,
                                   shellNames};

} // namespace f2layout::calc
