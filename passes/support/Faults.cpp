//===- Faults.cpp - All errors in the layout calls of a module ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/support/Faults.h"
#include "compat/LLVMCompat.h"
#include "passes/support/UserLocation.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace f2layout;

void CallFaults::add(const CallBase &At, const Twine &Message) {
  // Without line numbers, the result's name identifies the call.
  const std::string Name =
      At.hasName() ? (" (%" + At.getName() + ")").str() : std::string();
  addAt(At, "@" + At.getCalledOperand()->getName() + Name + ": " + Message);
}

void CallFaults::addAt(const Instruction &At, const Twine &Message) {
  Functions.insert(At.getFunction());
  Faults.push_back({&At, Message.str()});
}

void CallFaults::add(const Twine &Message) {
  Faults.push_back({nullptr, Message.str()});
}

/// Shows one diagnostic. LLVM ends the process after an error that no handler
/// handles, so errors before the last one are printed directly in that case.
static void show(LLVMContext &Context, const DiagnosticInfo &D, bool IsLast) {
  const DiagnosticHandler *Handler = Context.getDiagHandlerPtr();
  if (IsLast || !Handler) {
    Context.diagnose(D);
    return;
  }
  if (const_cast<DiagnosticHandler *>(Handler)->handleDiagnostics(D))
    return;
  std::string Text;
  raw_string_ostream OS(Text);
  DiagnosticPrinterRawOStream Printer(OS);
  D.print(Printer);
  WithColor::error(errs()) << StringRef(Text).rtrim() << "\n";
}

void CallFaults::report(LLVMContext &Context) const {
  for (const Fault &F : Faults) {
    const bool IsLast = &F == &Faults.back();
    if (!F.At) {
      show(Context, DiagnosticInfoGeneric(F.Message), IsLast);
      continue;
    }
    // The diagnostic refers to a Twine, which lives until the call returns.
    show(Context,
         DiagnosticInfoUnsupported(*F.At->getFunction(), F.Message,
                                   userLocation(*F.At)),
         IsLast);
  }
}
