//===- Banks.cpp - f2layout-banks and its printer -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compat/LLVMCompat.h"
#include "intrinsics/target/Vocabulary.h"
#include "passes/launch/LikelyShapes.h"
#include "passes/price/BankTraffic.h"
#include "passes/sharedmemory/kernel/KernelContext.h"
#include "passes/sharedmemory/objects/StatedLayouts.h"
#include "passes/support/RemarkBook.h"
#include "passes/support/UserLocation.h"
#include "llvm/Analysis/MustExecute.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/Module.h"

#define DEBUG_TYPE "f2layout-banks"

using namespace llvm;
using namespace f2layout;

std::string BankTraffic::nameOf(const AccessTraffic &A) const {
  return Objects[A.Object].name();
}

static std::string textOf(const Instruction &I) {
  std::string Text;
  raw_string_ostream(Text) << I;
  return StringRef(Text).ltrim().split(", !").first.str();
}

static StringRef plural(unsigned N) { return N == 1 ? "" : "s"; }

/// "4 wavefronts in 2 warps, minimum 2"
static std::string traffic(const AccessTraffic &A) {
  const Vocabulary &Words = vocabularyOf(*A.I->getFunction());
  if (!A.Warps)
    return "no thread runs it";
  std::string Text;
  raw_string_ostream OS(Text);
  if (A.AtMost)
    OS << "at most ";
  OS << Words.wavefronts(A.Wavefronts) << " in " << A.Warps << " " << Words.Warp
     << plural(A.Warps);
  if (A.hasConflicts())
    OS << ", minimum " << A.Least;
  return Text;
}

/// "store of 4 bytes to tile", "load of matrix rows of 16 bytes from tile"
static std::string accessText(const AccessTraffic &A, StringRef Array) {
  return ((A.IsStore ? "store of " : "load of ") +
          Twine(A.IsMatrix ? "matrix rows of " : "") + Twine(A.Bytes) +
          " byte" + plural(A.Bytes) + (A.IsStore ? " to " : " from ") + Array)
      .str();
}

void BankTraffic::print(raw_ostream &OS) const {
  for (const AccessTraffic &A : Accesses) {
    OS << "  ";
    if (const DILocation *L = userLine(*A.I))
      OS << "line " << L->getLine() << ": ";
    OS << accessText(A, nameOf(A)) << ": "
       << (A.Why.empty()      ? traffic(A)
           : A.Stride.empty() ? "not counted: " + A.Why
                              : A.Stride);
    if (!userLine(*A.I))
      OS << "; " << textOf(*A.I);
    OS << "\n";
  }
}

/// "32x8x1", and where the shape comes from.
static std::string shapeText(const EvalShape &S, const LaunchShape &L,
                             const Vocabulary &Words) {
  const std::string Size = std::to_string(S.Size[0]) + "x" +
                           std::to_string(S.Size[1]) + "x" +
                           std::to_string(S.Size[2]);
  if (L.Exact)
    return "blocks of " + Size;
  if (S.SizeIsExact)
    return "assumed blocks of " + Size;
  return "the first " + Words.Warp.str() + " of a block";
}

namespace {

/// What both passes need of a function.
struct Counted {
  Target T;
  LaunchShape Launch;
  std::optional<BankTraffic> Traffic;
  std::string Why; ///< If not empty, nothing is counted.
};

} // namespace

/// As it will run, or as it is there.
static Counted countIn(Function &F, FunctionAnalysisManager &AM,
                       const Options &O, bool AsItWillRun) {
  Counted R;
  R.Launch = launchOf(F, AM, O);
  R.Why = R.Launch.Error;
  if (!R.Why.empty())
    return R;
  Expected<Target> T = getTarget(F, O.Costs.get());
  if (!T) {
    R.Why = toString(T.takeError());
    return R;
  }
  R.T = std::move(*T);
  const LoopInfo &LI = AM.getResult<LoopAnalysis>(F);
  if (mayContainIrreducibleControl(F, &LI)) {
    R.Why = "a cycle of its control flow has several entries";
    return R;
  }
  const FunctionAnalyses C = FunctionAnalyses::of(F, AM, R.Launch);
  const EvalShape Shape = shapeForBanks(C.Memory, R.Launch);
  if (!AsItWillRun) {
    R.Traffic.emplace(C, Shape, R.T);
    return R;
  }
  const JoinedBytes Joined = findJoined(F, AM, C.Memory.objects());
  R.Traffic.emplace(C, Shape, R.T, Joined);
  if (R.Launch.Exact || !Shape.SizeIsExact)
    return R;
  for (const EvalShape &Other : likelyShapes(R.Launch)) {
    if (!R.Traffic->isImpossible())
      return R;
    R.Traffic.emplace(C, Other, R.T, Joined);
  }
  if (R.Traffic->isImpossible()) {
    R.Traffic.reset();
    R.Why = "no likely shape of its blocks keeps all threads in its arrays";
  }
  return R;
}

PreservedAnalyses BanksPrinterPass::run(Function &F,
                                        FunctionAnalysisManager &AM) {
  if (!isForGpu(*F.getParent()))
    return PreservedAnalyses::all();
  const Counted R = countIn(F, AM, Opts, /*AsItWillRun=*/false);
  OS << "bank conflicts in '" << F.getName() << "'";
  if (!R.Traffic) {
    OS << ": not counted: " << R.Why << "\n";
    return PreservedAnalyses::all();
  }
  OS << " on " << R.T.Cpu << ", "
     << shapeText(R.Traffic->shape(), R.Launch, vocabularyOf(F)) << ":\n";
  R.Traffic->print(OS);
  return PreservedAnalyses::all();
}

/// The alignment of an access that is made in pieces because of it; 0 for one
/// that is made at once.
static unsigned alignmentThatSplits(const AccessTraffic &A) {
  if (A.IsMatrix || !getLoadStorePointerOperand(A.I))
    return 0;
  const DataLayout &DL = A.I->getDataLayout();
  const uint64_t Known = getLoadStoreAlignment(A.I).value();
  const bool IsOne = DL.getTypeStoreSize(getLoadStoreType(A.I)) == A.Bytes;
  return IsOne && isPowerOf2_32(A.Bytes) && Known < A.Bytes ? Known : 0;
}

/// One for each array and stride.
static void addStride(const AccessTraffic &A, const Counted &R,
                      KernelRemarks &Out) {
  Out.add([&] {
    using NV = DiagnosticInfoOptimizationBase::Argument;
    UserRemark Remark(UserRemark::Analysis, DEBUG_TYPE, "RuntimeStride", *A.I);
    const std::string Array = R.Traffic->nameOf(A);
    Remark.Subject = Array + " " + A.Stride;
    Remark.Places = "accesses";
    Remark.Worth = Out.timesOf(*A.I->getParent());
    Remark << "shared array " << NV("Array", Array)
           << " is accessed at a distance that is not known: "
           << NV("Stride", A.Stride);
    return Remark;
  });
}

static void report(Function &F, FunctionAnalysisManager &AM,
                   const Options &Opts) {
  if (!isForGpu(*F.getParent()))
    return;
  auto &ORE = AM.getResult<OptimizationRemarkEmitterAnalysis>(F);
  if (!ORE.allowExtraAnalysis(DEBUG_TYPE))
    return;
  const Counted R = countIn(F, AM, Opts, /*AsItWillRun=*/true);
  if (!R.Traffic)
    return;
  using NV = DiagnosticInfoOptimizationBase::Argument;
  const Vocabulary &Words = vocabularyOf(F);
  KernelRemarks Out(F, AM);
  for (const AccessTraffic &A : R.Traffic->accesses()) {
    if (!A.Stride.empty())
      addStride(A, R, Out);
    if (!A.hasConflicts())
      continue;
    Out.add([&] {
      UserRemark Remark(UserRemark::Analysis, DEBUG_TYPE, "BankConflicts",
                        *A.I);
      Remark.Subject =
          (A.IsStore ? "store of " : "load of ") + R.Traffic->nameOf(A);
      Remark.Places = "accesses";
      Remark.Worth = double(A.Wavefronts - A.Least) / A.Warps *
                     Out.timesOf(*A.I->getParent());
      Remark << accessText(A, R.Traffic->nameOf(A)) << " takes "
             << (A.AtMost ? "at most " : "");
      Remark.count("Wavefronts", A.Wavefronts, Words.Wavefront) << " in ";
      Remark.count("Warps", A.Warps, Words.Warp)
          << ", minimum " << NV("Least", A.Least) << " ("
          << shapeText(R.Traffic->shape(), R.Launch, Words) << ")";
      if (const unsigned Known = alignmentThatSplits(A))
        Remark << "; it is made in pieces, since it is only known to be "
                  "aligned to "
               << NV("Alignment", Known) << ": __align__("
               << NV("Needed", A.Bytes) << ") on the array would help";
      return Remark;
    });
  }
}

PreservedAnalyses BanksPass::run(Function &F, FunctionAnalysisManager &AM) {
  report(F, AM, Opts);
  return withoutEvaluations(PreservedAnalyses::all());
}
