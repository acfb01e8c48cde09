//===- Judge.cpp ----------------------------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/fuzz/Judge.h"
#include "compat/LLVMCompat.h"
#include "tools/f2sim/run/Run.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include F2_PASS_PLUGIN_HEADER

using namespace llvm;

extern "C" PassPluginLibraryInfo llvmGetPassPluginInfo();

namespace f2layout::fuzz {

namespace {
/// Keeps errors; remarks and warnings are of no interest here.
struct KeepErrors : DiagnosticHandler {
  explicit KeepErrors(std::string &Errors) : Errors(Errors) {}
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    if (Info.getSeverity() != DS_Error)
      return true;
    raw_string_ostream OS(Errors);
    DiagnosticPrinterRawOStream Printer(OS);
    Info.print(Printer);
    OS << "\n";
    return true;
  }
  // So that the code that makes remarks runs, too.
  bool isAnyRemarkEnabled() const override { return true; }
  bool isPassedOptRemarkEnabled(StringRef) const override { return true; }
  bool isMissedOptRemarkEnabled(StringRef) const override { return true; }
  bool isAnalysisRemarkEnabled(StringRef) const override { return true; }

private:
  std::string &Errors;
};
} // namespace

/// The machine of the module's first function that states a processor.
static std::unique_ptr<TargetMachine> machineOf(const Module &M) {
  std::string Cpu, Error;
  for (const Function &F : M)
    if (Attribute A = F.getFnAttribute("target-cpu");
        A.isValid() && Cpu.empty())
      Cpu = A.getValueAsString().str();
  const Target *T = TargetRegistry::lookupTarget(
      compat::tripleName(compat::targetTriple(M)), Error);
  if (!T)
    return nullptr;
  return std::unique_ptr<TargetMachine>(
      T->createTargetMachine(compat::tripleName(compat::targetTriple(M)), Cpu,
                             "", TargetOptions(), Reloc::PIC_));
}

Rewritten rewrite(StringRef Text, StringRef Passes, bool WithPlugin) {
  Rewritten Result;
  LLVMContext Context;
  Context.setDiagnosticHandler(std::make_unique<KeepErrors>(Result.Errors));
  SMDiagnostic Diagnostic;
  std::unique_ptr<Module> M = parseAssemblyString(Text, Diagnostic, Context);
  if (!M)
    return Result;
  Result.Readable = true;
  const std::unique_ptr<TargetMachine> TM = machineOf(*M);

  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassInstrumentationCallbacks Instrumentation;
  StandardInstrumentations Standard(Context, /*DebugLogging=*/false,
                                    /*VerifyEach=*/true);
  Standard.registerCallbacks(Instrumentation, &MAM);
  PassBuilder PB(TM.get(), PipelineTuningOptions(), std::nullopt,
                 &Instrumentation);
  if (WithPlugin)
    llvmGetPassPluginInfo().RegisterPassBuilderCallbacks(PB);
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  ModulePassManager MPM;
  if (Error E = PB.parsePassPipeline(MPM, Passes))
    report_fatal_error(std::move(E));
  MPM.run(*M, MAM);
  if (verifyModule(*M, &errs()))
    report_fatal_error("the pipeline broke the module");
  raw_string_ostream OS(Result.Text);
  M->print(OS, nullptr);
  return Result;
}

Judged compare(StringRef Before, StringRef After, const sim::Options &Launch) {
  std::string Error;
  const auto B = sim::Runner::open(
      MemoryBuffer::getMemBufferCopy(Before, "before"), Error);
  const auto A =
      sim::Runner::open(MemoryBuffer::getMemBufferCopy(After, "after"), Error);
  if (!B || !A)
    return {Verdict::Wrong, Error};
  const sim::Comparison C = sim::compareKernel(*B, *A, Launch.Kernel, Launch);
  switch (C.Is) {
  case sim::Verdict::Equal:
    return {Verdict::Equal, ""};
  case sim::Verdict::None:
  case sim::Verdict::Depends:
    return {Verdict::None, C.Text};
  case sim::Verdict::Unsupported:
    // The kernel is undefined before; the plugin may do anything.
    return {StringRef(C.Text).contains("before cannot be run") ? Verdict::None
                                                               : Verdict::Wrong,
            C.Text};
  case sim::Verdict::Different:
    return {Verdict::Wrong, C.Text};
  }
  llvm_unreachable("all verdicts are listed");
}

} // namespace f2layout::fuzz
