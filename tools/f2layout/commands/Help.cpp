//===- Help.cpp - Help texts ----------------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/commands/Help.h"
#include "tools/f2layout/answer/JsonText.h"
#include "tools/f2layout/commandline/CommandLine.h"
#include "tools/f2layout/commands/Commands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::calc {

void printOverview(raw_ostream &OS) {
  OS << R"(f2layout: a calculator for linear layouts

  f2layout COMMAND [operands] [options]
  f2layout --version

A layout is given as text, for example a 16x8 tile held by 32 lanes with four
registers each,

  register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]] -> [16,8]

or as '-' (standard input) or '@FILE'. Each input lists the elements that its
bits 1, 2, 4, ... go to; inputs are register, lane, warp and block, or offset
for a layout of memory. Triton's attributes (on the tensor that --shape gives)
and dumps, masks and JSON are read too: 'f2layout help translate' lists them.

)";
  size_t Widest = 0;
  for (const Command *C : allCommands())
    Widest = std::max(Widest, StringRef(C->Name).size());
  for (const Command *C : allCommands()) {
    OS << "  " << C->Name;
    OS.indent(Widest - StringRef(C->Name).size() + 2) << C->Summary << "\n";
  }
  OS << R"(
'f2layout help COMMAND' says more, with an example.

Exit status: 0 for an answer or "yes", 1 for "no" (a check that fails, layouts
that differ, a quotient that does not exist), 2 for a mistake on the command
line or in a layout.
)";
}

static void printOptions(raw_ostream &OS, const Command &C) {
  SmallVector<std::string> Left;
  size_t Widest = 0;
  for (const OptionSpec &O : optionsOf(C)) {
    std::string Text = std::string("--") + O.Name;
    if (O.Value)
      Text += std::string(" ") + O.Value;
    Widest = std::max(Widest, Text.size());
    Left.push_back(Text);
  }
  for (auto [Text, O] : zip(Left, optionsOf(C))) {
    OS << "  " << Text;
    OS.indent(Widest - Text.size() + 2) << O.Help;
    if (O.Words && O.UseOfWords != OptionSpec::Known) {
      OS << ": ";
      interleaveComma(O.Words(), OS);
    }
    OS << "\n";
  }
}

static void printText(raw_ostream &OS, const Command &C) {
  OS << "f2layout " << C.Name << ": " << C.Summary << "\n\n  f2layout "
     << C.Name;
  if (*C.Operands)
    OS << ' ' << C.Operands;
  OS << " [options]\n\n" << StringRef(C.Details).ltrim('\n') << "\n";
  printOptions(OS, C);
  OS << "\nExample:\n\n$ f2layout " << C.Example.Line << "\n"
     << StringRef(C.Example.Output).ltrim('\n');
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

static void writeJson(json::OStream &J, const Command &C) {
  J.object([&] {
    J.attribute("name", C.Name);
    J.attribute("operands", C.Operands);
    J.attribute("summary", C.Summary);
    J.attributeArray("options", [&] {
      for (const OptionSpec &O : optionsOf(C))
        J.object([&] {
          J.attribute("name", O.Name);
          J.attribute("value", O.Value ? json::Value(O.Value) : nullptr);
          J.attribute("help", O.Help);
          if (O.Words)
            J.attribute(O.UseOfWords == OptionSpec::Known ? "known" : "choices",
                        join(O.Words(), "|"));
        });
    });
    J.attribute("example", C.Example.Line);
    J.attribute("output", StringRef(C.Example.Output).ltrim('\n'));
  });
}

void printHelp(const Command &C, bool AsJson) {
  if (!AsJson)
    return printText(outs(), C);
  printObject([&](json::OStream &J) {
    J.attributeBegin("command");
    writeJson(J, C);
    J.attributeEnd();
  });
}

Error unknownCommand(StringRef Name) {
  return fail("no command '" + Name + "'" + suggestion(Name, commandNames()) +
              "\nf2layout: see 'f2layout help'");
}

static Expected<int> runHelp(Invocation &I) {
  if (I.operands().empty()) {
    if (I.json())
      printObject([](json::OStream &J) {
        J.attributeArray("commands", [&] {
          for (const Command *C : allCommands())
            writeJson(J, *C);
        });
      });
    else
      printOverview(outs());
    return 0;
  }
  const Command *C = findCommand(I.operands()[0]);
  if (!C)
    return unknownCommand(I.operands()[0]);
  printHelp(*C, I.json());
  return 0;
}

const Command HelpCommand = {"help",
                             "[COMMAND]",
                             0,
                             1,
                             "the list of commands, or what one of them does",
                             R"(
Without an operand, lists the commands. With --json, prints all contents of the
help texts: names, operands, options and examples of the commands.
)",
                             {},
                             {"help | head -3", R"(
f2layout: a calculator for linear layouts

  f2layout COMMAND [operands] [options]
)"},
                             runHelp,
                             commandNames};

} // namespace f2layout::calc
