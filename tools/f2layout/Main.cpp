//===- Main.cpp - f2layout, the layout calculator -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   f2layout show 'lane=[[0,1],[1,0]] -> [2,2]'
//   f2layout help plan
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/commandline/CommandLine.h"
#include "tools/f2layout/commands/Help.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace f2layout::calc;

static int reportError(Error E) {
  outs().flush();
  logAllUnhandledErrors(std::move(E), errs(), "f2layout: ");
  return 2;
}

/// Reports an error in the command line itself.
static int reportUsage(Error E, const Twine &Help) {
  int Status = reportError(std::move(E));
  errs() << "f2layout: see '" << Help << "'\n";
  return Status;
}

/// Returns status 2 if the answer could not be written, for example because the
/// disk is full.
static int checkWritten(int Status) {
  outs().flush();
  if (!outs().has_error())
    return Status;
  std::string Why = outs().error().message();
  outs().clear_error();
  return reportError(fail("cannot write standard output: " + Why));
}

static int answer(SmallVector<StringRef> Arguments) {
  // Every answer has --json, so users easily put it before the command.
  if (Arguments.size() > 1 && Arguments.front() == "--json")
    std::swap(Arguments[0], Arguments[1]);
  if (Arguments.empty()) {
    printOverview(errs());
    return 2;
  }
  StringRef Name = Arguments.front();
  if (Name == "--version") {
    outs() << "f2layout " F2_VERSION ", LLVM " LLVM_VERSION_STRING "\n";
    return 0;
  }
  if (Name == "--help" || Name == "-h")
    Name = "help";
  if (Name.starts_with("--") && Name != "--")
    return reportUsage(fail("'" + Name +
                            "' is given where a command is expected; "
                            "options of a command follow it"),
                       "f2layout help");
  const Command *C = findCommand(Name);
  if (!C)
    return reportError(unknownCommand(Name));
  Invocation I(*C);
  if (Error E = I.parse(ArrayRef(Arguments).drop_front()))
    return reportUsage(std::move(E), Twine("f2layout help ") + C->Name);
  // `plan --help --json` is `help plan --json`.
  if (I.has("help")) {
    printHelp(*C, I.json());
    return 0;
  }
  Expected<int> Status = C->Run(I);
  if (!Status)
    return reportError(Status.takeError());
  return *Status;
}

int main(int Argc, char **Argv) {
  InitLLVM Init(Argc, Argv);
  return checkWritten(answer(SmallVector<StringRef>(Argv + 1, Argv + Argc)));
}
