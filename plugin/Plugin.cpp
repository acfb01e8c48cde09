//===- Plugin.cpp - Registration with opt, clang and llc ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// opt   -load-pass-plugin=F2Layout.so -passes='f2layout<no-shared>'
// clang -fpass-plugin=F2Layout.so -Xclang -mllvm -Xclang -f2layout-no-shared
//
// In clang the pipeline runs at the end of the optimiser, when addresses are
// simplified and no later pass needs the exchanges. Promises about the block's
// shape act before the optimiser (passes/launch/BlockSize.h). clang also loads
// the plugin in the host compilation, where every pass returns immediately.
//
// Layout calls (passes/layoutcalls/lower/Lower.h) have no implementation other
// than their replacement. So f2layout-lower also runs at -O0, at link time, and
// directly before code generation, which is the only place where llc calls a
// plugin:
//
//   llc   -load-pass-plugin=F2Layout.so
//
//===----------------------------------------------------------------------===//

#include "compat/LLVMCompat.h"
#include "compat/LateBounds.h"
#include "passes/choose/Alternatives.h"
#include "passes/choose/Sweep.h"
#include "passes/coalesce/Coalesce.h"
#include "passes/contiguity/Contiguity.h"
#include "passes/convergence/AlignBarriers.h"
#include "passes/idle/IdleWarps.h"
#include "passes/launch/BlockSize.h"
#include "passes/launch/CommonReads.h"
#include "passes/launch/LaunchShape.h"
#include "passes/launch/TripCounts.h"
#include "passes/layoutcalls/calls/LayoutCall.h"
#include "passes/layoutcalls/fold/Fold.h"
#include "passes/layoutcalls/import/Import.h"
#include "passes/layoutcalls/import/InlineWaiting.h"
#include "passes/layoutcalls/import/PrivatizeLayoutStrings.h"
#include "passes/layoutcalls/lower/Lower.h"
#include "passes/matrix/MatrixAccesses.h"
#include "passes/price/BankTraffic.h"
#include "passes/price/RegisterPressure.h"
#include "passes/price/ResidencyRemark.h"
#include "passes/relax/Relax.h"
#include "passes/reroute/Reroute.h"
#include "passes/sharedmemory/kernel/SharedMemoryInfo.h"
#include "passes/sharedmemory/objects/StatedLayouts.h"
#include "passes/support/Options.h"
#include "passes/support/Reachability.h"
#include "passes/support/Refuse.h"
#include "passes/support/RemarkBook.h"
#include "passes/swizzle/Readdress.h"
#include "passes/tensors/Assign.h"
#include "passes/uniformity/BlockUniformity.h"
#include "passes/uniformity/SyncPoints.h"
#include "passes/vectorize/Access.h"
#include "passes/vectorize/SmallCopies.h"
#include "plugin/HostVersion.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/WithColor.h"
#include F2_PASS_PLUGIN_HEADER

using namespace llvm;
using namespace f2layout;

static cl::opt<std::string>
    BlockOption("f2layout-block", cl::value_desc("X[xY[xZ]]"),
                cl::desc("Promise: every kernel runs in blocks of this shape"));
static cl::opt<bool>
    NoSharedOption("f2layout-no-shared",
                   cl::desc("Use shuffles wherever there are any"));
static cl::opt<bool>
    NoShuffleOption("f2layout-no-shuffle",
                    cl::desc("Keep exchanges in shared memory"));
static cl::opt<bool>
    NoGuessOption("f2layout-no-guess",
                  cl::desc("Do not test the block's shape at run time"));
static cl::opt<bool> NoRelaxOption("f2layout-no-relax",
                                   cl::desc("Keep every barrier"));
static cl::opt<bool>
    NoReaddressOption("f2layout-no-readdress",
                      cl::desc("Keep the order of elements in shared arrays"));
static cl::opt<bool> NoTestAlignOption(
    "f2layout-no-test-align",
    cl::desc("Do not test the alignment of arguments at run time"));
static cl::opt<bool> NoTestOverlapOption(
    "f2layout-no-test-overlap",
    cl::desc("Do not test at run time whether accesses overlap"));
static cl::opt<bool>
    NoCoalesceOption("f2layout-no-coalesce",
                     cl::desc("Each thread stores its structures itself"));
static cl::opt<bool> NoGrowOption("f2layout-no-grow",
                                  cl::desc("Shared arrays do not grow"));
static cl::opt<bool> WholeWarpsOption(
    "f2layout-whole-warps",
    cl::desc("Promise: the threads of every block fill whole warps"));
static cl::opt<bool> RacesAgreeOption(
    "f2layout-races-agree",
    cl::desc(
        "Promise: threads that store to one place at once store the same"));
static cl::opt<bool> AllRemarksOption(
    "f2layout-all-remarks",
    cl::desc("Report every place by itself, in the order of the passes"));
static cl::opt<unsigned>
    ScratchOption("f2layout-scratch", cl::value_desc("BYTES"),
                  cl::init(Options::DefaultScratch),
                  cl::desc("Shared memory that the layout calls of a kernel "
                           "may take for themselves"));
static cl::opt<unsigned>
    SearchOption("f2layout-search", cl::value_desc("MILLIONS"),
                 cl::init(Options::DefaultSearch),
                 cl::desc("Addresses that the search for exchanges of a kernel "
                          "may evaluate; 0 for no limit"));
static cl::opt<std::string>
    CostsOption("f2layout-costs", cl::value_desc("FILE"),
                cl::desc("A table of the target, as f2layout target --json"));
static cl::opt<bool> OffOption("f2layout-off",
                               cl::desc("Lower layout calls and do nothing "
                                        "else in clang's pipeline"));

/// The options of the command line. With a bad value they are unusable.
static Options commandLineOptions() {
  Options O;
  O.Shared = !NoSharedOption;
  O.Shuffle = !NoShuffleOption;
  O.Guess = !NoGuessOption;
  O.Relax = !NoRelaxOption;
  O.Readdress = !NoReaddressOption;
  O.TestAlign = !NoTestAlignOption;
  O.TestOverlap = !NoTestOverlapOption;
  O.Coalesce = !NoCoalesceOption;
  O.Grow = !NoGrowOption;
  O.WholeWarps = WholeWarpsOption;
  O.RacesAgree = RacesAgreeOption;
  O.Scratch = ScratchOption;
  O.Search = SearchOption;
  if (CostsOption.getNumOccurrences())
    O.readCosts(CostsOption);
  if (BlockOption.getNumOccurrences()) {
    O.Block = parseBlock(BlockOption);
    if (!O.Block)
      O.Unusable = "f2layout: invalid -f2layout-block=" + BlockOption +
                   ": expected 1 to 3 sizes such as 128 or 32x8, of at most "
                   "1024 threads in all";
  }
  return O;
}

/// Adds the lowering of layout calls, the same wherever the plugin is called;
/// where code is optimised, conversions are folded before.
/// Returns false if an option is invalid; then no other pass may be added.
static bool addLowering(ModulePassManager &MPM, const Options &O,
                        LinkPhase Phase = LinkPhase::Whole,
                        bool Optimise = false) {
  if (!O.Unusable.empty()) {
    MPM.addPass(RefusePass(O.Unusable));
    return false;
  }
  MPM.addPass(ImportPass());
  MPM.addPass(InlineWaitingPass(O, Phase));
  MPM.addPass(AssignPass(AssignOptions(O)));
  if (Optimise)
    MPM.addPass(createModuleToFunctionPassAdaptor(FoldPass(O)));
  MPM.addPass(LowerPass(O, Phase));
  return true;
}

/// Adds the whole pipeline: import metadata, assign layouts to tensors, fold
/// conversions, lower calls, read the block's size
/// once, simplify copies, find the barriers of the whole block, replace
/// exchanges, remove barriers that no longer order anything, use matrix
/// accesses, swizzle the arrays that remain, remove unused arrays, widen
/// accesses, store structures side by side, let idle warps skip shuffles, and
/// report the remaining bank conflicts. What they have to tell is told at the
/// end.
static void addPipeline(ModulePassManager &MPM, const Options &O,
                        LinkPhase Phase = LinkPhase::Whole) {
  MPM.addPass(OpenRemarksPass());
  if (!addLowering(MPM, O, Phase, /*Optimise=*/true))
    return;
  FunctionPassManager FPM;
  FPM.addPass(KeepPressurePass());
  FPM.addPass(CommonReadsPass());
  FPM.addPass(SmallCopiesPass());
  FPM.addPass(AlignBarriersPass(O));
  FPM.addPass(ReroutePass(O, placementsOf(O)));
  if (O.Relax)
    FPM.addPass(RelaxPass(RelaxOptions(O)));
  FPM.addPass(MatrixAccessesPass(O));
  if (O.Readdress)
    FPM.addPass(ReaddressPass(O));
  MPM.addPass(createModuleToFunctionPassAdaptor(std::move(FPM)));
  MPM.addPass(SweepPass());
  MPM.addPass(AccessPass(O));
  FunctionPassManager Last;
  Last.addPass(CoalescePass(O));
  Last.addPass(IdleWarpsPass(O));
  Last.addPass(BanksPass(O));
  Last.addPass(ResidencyRemarkPass(O));
  MPM.addPass(createModuleToFunctionPassAdaptor(std::move(Last)));
  MPM.addPass(EmitRemarksPass());
}

/// Splits "name<parameters>" if Name is "name" or "name<...>".
static std::optional<StringRef> parametersOf(StringRef Text, StringRef Name) {
  if (!Text.consume_front(Name))
    return std::nullopt;
  if (Text.empty())
    return Text;
  if (!Text.consume_front("<") || !Text.consume_back(">"))
    return std::nullopt;
  return Text;
}

/// The options of a pipeline element; a bad one is reported here, since the
/// caller can only say that it does not know the pass.
static std::optional<Options> optionsOf(StringRef Parameters) {
  Expected<Options> O = parseOptions(Parameters, commandLineOptions());
  if (O)
    return *O;
  WithColor::error(errs()) << toString(O.takeError()) << "\n";
  return std::nullopt;
}

/// The same for a single pass, before which no other refuses the whole module:
/// a table that cannot be read, or a bad value on the command line, is reported
/// here, too.
static std::optional<Options> optionsOfPass(StringRef Parameters) {
  std::optional<Options> O = optionsOf(Parameters);
  if (!O || O->Unusable.empty())
    return O;
  WithColor::error(errs()) << O->Unusable << "\n";
  return std::nullopt;
}

/// The bodies of the macros of PassRegistry.def, for one kind of pass manager.
#define ADD_PASS(NAME, MANAGER, CREATE)                                        \
  if (Text == NAME) {                                                          \
    MANAGER.addPass(CREATE);                                                   \
    return true;                                                               \
  }
#define ADD_PASS_WITH_OPTIONS(NAME, MANAGER, CREATE)                           \
  if (auto Parameters = parametersOf(Text, NAME)) {                            \
    auto O = optionsOfPass(*Parameters);                                       \
    if (!O)                                                                    \
      return false;                                                            \
    const Options &Opts = *O;                                                  \
    (void)Opts;                                                                \
    MANAGER.addPass(CREATE);                                                   \
    return true;                                                               \
  }
#define ADD_PASS_WITH_PARAMETERS(NAME, MANAGER, PARSE, CREATE)                 \
  if (auto Parameters = parametersOf(Text, NAME)) {                            \
    auto Parsed = PARSE(*Parameters);                                          \
    if (!Parsed) {                                                             \
      WithColor::error(errs()) << toString(Parsed.takeError()) << "\n";        \
      return false;                                                            \
    }                                                                          \
    const auto &Opts = *Parsed;                                                \
    MANAGER.addPass(CREATE);                                                   \
    return true;                                                               \
  }

namespace {
/// Makes code generation use the limits of registers that passes have set. Only
/// the pipelines of LLVM 19 have it.
struct HoldLateBoundsPass : PassInfoMixin<HoldLateBoundsPass> {
  static constexpr const char *Name = "f2layout-hold-bounds";
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    compat::holdLateBounds(M);
    return PreservedAnalyses::all();
  }
  void printPipeline(raw_ostream &OS, function_ref<StringRef(StringRef)>) {
    OS << Name;
  }
};
} // namespace

static bool parseModulePass(StringRef Text, ModulePassManager &MPM,
                            ArrayRef<PassBuilder::PipelineElement>) {
  if (auto Parameters = parametersOf(Text, "f2layout")) {
    auto O = optionsOf(*Parameters);
    if (O)
      addPipeline(MPM, *O);
    return O.has_value();
  }
  if (!compat::LateBoundsHold)
    ADD_PASS(HoldLateBoundsPass::Name, MPM, HoldLateBoundsPass())
#define MODULE_PASS(NAME, CLASS, CREATE) ADD_PASS(NAME, MPM, CREATE)
#define MODULE_PASS_WITH_OPTIONS(NAME, CLASS, CREATE)                          \
  ADD_PASS_WITH_OPTIONS(NAME, MPM, CREATE)
#define MODULE_PASS_WITH_PARAMETERS(NAME, CLASS, PARSE, CREATE)                \
  ADD_PASS_WITH_PARAMETERS(                                                    \
      NAME, MPM,                                                               \
      [](StringRef Text) { return PARSE(Text, commandLineOptions()); },        \
      CREATE)
#include "passes/PassRegistry.def"
  return false;
}

static bool parseFunctionPass(StringRef Text, FunctionPassManager &FPM,
                              ArrayRef<PassBuilder::PipelineElement>) {
#define FUNCTION_PASS(NAME, CLASS, CREATE) ADD_PASS(NAME, FPM, CREATE)
#define FUNCTION_PASS_WITH_OPTIONS(NAME, CLASS, CREATE)                        \
  ADD_PASS_WITH_OPTIONS(NAME, FPM, CREATE)
#define FUNCTION_PASS_WITH_PARAMETERS(NAME, CLASS, PARSE, CREATE)              \
  ADD_PASS_WITH_PARAMETERS(NAME, FPM, PARSE, CREATE)
#include "passes/PassRegistry.def"
  return false;
}

static bool parseLoopPass(StringRef Text, LoopPassManager &LPM,
                          ArrayRef<PassBuilder::PipelineElement>) {
#define LOOP_PASS_WITH_PARAMETERS(NAME, CLASS, PARSE, CREATE)                  \
  ADD_PASS_WITH_PARAMETERS(NAME, LPM, PARSE, CREATE)
#include "passes/PassRegistry.def"
  return false;
}

static void registerAnalyses(ModuleAnalysisManager &MAM) {
  MAM.registerPass([] { return RemarkBookAnalysis(AllRemarksOption); });
}

static void registerAnalyses(FunctionAnalysisManager &FAM) {
#define FUNCTION_ANALYSIS(NAME, ANALYSIS)                                      \
  FAM.registerPass([] { return ANALYSIS(); });
#include "passes/PassRegistry.def"
}

/// Lets -print-after, -filter-passes and bisection use the pipeline names.
static void registerNames(PassInstrumentationCallbacks *PIC) {
  if (!PIC)
    return;
#define FUNCTION_PASS(NAME, CLASS, CREATE)                                     \
  PIC->addClassToPassName(CLASS::name(), NAME);
#define FUNCTION_PASS_WITH_OPTIONS(NAME, CLASS, CREATE)                        \
  PIC->addClassToPassName(CLASS::name(), NAME);
#define FUNCTION_PASS_WITH_PARAMETERS(NAME, CLASS, PARSE, CREATE)              \
  PIC->addClassToPassName(CLASS::name(), NAME);
#define LOOP_PASS_WITH_PARAMETERS(NAME, CLASS, PARSE, CREATE)                  \
  PIC->addClassToPassName(CLASS::name(), NAME);
#define MODULE_PASS(NAME, CLASS, CREATE)                                       \
  PIC->addClassToPassName(CLASS::name(), NAME);
#define MODULE_PASS_WITH_PARAMETERS(NAME, CLASS, PARSE, CREATE)                \
  PIC->addClassToPassName(CLASS::name(), NAME);
#define MODULE_PASS_WITH_OPTIONS(NAME, CLASS, CREATE)                          \
  PIC->addClassToPassName(CLASS::name(), NAME);
#include "passes/PassRegistry.def"
}

/// A backend of ThinLTO at -O0 runs no passes. That of full LTO does.
static LinkPhase linkPhase(OptimizationLevel Level, ThinOrFullLTOPhase Phase) {
  switch (Phase) {
  case ThinOrFullLTOPhase::ThinLTOPreLink:
    return Level == OptimizationLevel::O0 ? LinkPhase::LastChance
                                          : LinkPhase::Before;
  case ThinOrFullLTOPhase::FullLTOPreLink:
    return LinkPhase::Before;
  case ThinOrFullLTOPhase::ThinLTOPostLink:
    return LinkPhase::Part;
  default:
    return LinkPhase::Whole;
  }
}

/// At the end of clang's optimiser, and of each half of it around a link.
static void addAtEnd(ModulePassManager &MPM, OptimizationLevel Level,
                     ThinOrFullLTOPhase Phase) {
  const LinkPhase Link = linkPhase(Level, Phase);
  if (Level == OptimizationLevel::O0 || OffOption)
    addLowering(MPM, commandLineOptions(), Link);
  else
    addPipeline(MPM, commandLineOptions(), Link);
  // Code is generated next, unless there is a link before.
  if (!compat::LateBoundsHold)
    MPM.addPass(HoldLateBoundsPass());
}

/// Promises about the block's shape, before LLVM optimises the kernels.
static void registerPromises(PassBuilder &PB) {
  // An invalid size is refused with the other options, in addLowering.
  auto Block = [] {
    return BlockOption.empty() ? std::nullopt : parseBlock(BlockOption);
  };
  auto Act = [](OptimizationLevel Level) {
    return Level != OptimizationLevel::O0 && !OffOption;
  };
  PB.registerPipelineStartEPCallback([=](ModulePassManager &MPM,
                                         OptimizationLevel Level) {
    if (Act(Level))
      MPM.addPass(createModuleToFunctionPassAdaptor(BlockSizePass(Block())));
  });
  PB.registerPeepholeEPCallback(
      [=](FunctionPassManager &FPM, OptimizationLevel Level) {
        if (Act(Level))
          FPM.addPass(BlockSizePass(Block()));
      });
  PB.registerLateLoopOptimizationsEPCallback(
      [=](LoopPassManager &LPM, OptimizationLevel Level) {
        if (Act(Level))
          LPM.addPass(TripCountsPass(Block()));
      });
}

static void registerCallbacks(PassBuilder &PB) {
  registerNames(PB.getPassInstrumentationCallbacks());
  PB.registerAnalysisRegistrationCallback(
      [](FunctionAnalysisManager &FAM) { registerAnalyses(FAM); });
  PB.registerAnalysisRegistrationCallback(
      [](ModuleAnalysisManager &MAM) { registerAnalyses(MAM); });
  PB.registerPipelineParsingCallback(parseModulePass);
  PB.registerPipelineParsingCallback(parseFunctionPass);
  PB.registerPipelineParsingCallback(parseLoopPass);
  PB.registerPipelineStartEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel) {
        MPM.addPass(ImportPass(/*Says=*/false));
        // Tensors become registers before LLVM optimises loops around them.
        if (Options O = commandLineOptions(); O.Unusable.empty())
          MPM.addPass(AssignPass(AssignOptions(O)));
      });
  registerPromises(PB);
  compat::atEarlySimplification(
      PB,
      [](ModulePassManager &MPM, OptimizationLevel, ThinOrFullLTOPhase Phase) {
        if (Phase == ThinOrFullLTOPhase::ThinLTOPostLink)
          MPM.addPass(PrivatizeLayoutStringsPass());
      });
  compat::atOptimizerLast(PB, addAtEnd);
  // Before all else: AMD's backend places shared arrays at the end of full LTO,
  // and aborts if one is added behind that.
  PB.registerFullLinkTimeOptimizationEarlyEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel) {
        addLowering(MPM, commandLineOptions());
      });
}

/// What is left of layout calls when code is generated.
static bool lowerBeforeCodeGen(Module &M, TargetMachine &TM, CodeGenFileType,
                               raw_pwrite_stream &) {
  const DiagnosticHandler *Handler = M.getContext().getDiagHandlerPtr();
  if (!hasLayoutCalls(M) || (Handler && Handler->HasErrors))
    return false; // Nothing to do, or why has been said.
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder PB(&TM);
  registerAnalyses(FAM);
  registerAnalyses(MAM);
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  ModulePassManager MPM;
  addLowering(MPM, commandLineOptions());
  MPM.run(M, MAM);
  return false; // The usual code generation goes on.
}

extern "C" LLVM_ATTRIBUTE_WEAK
    __attribute__((visibility("default"))) PassPluginLibraryInfo
    llvmGetPassPluginInfo() {
  // No version of the interface is 0, so LLVM refuses to use the plugin.
  return compat::pluginInfo<PassPluginLibraryInfo>(
      hostVersionFits() ? LLVM_PLUGIN_API_VERSION : 0u, "f2layout",
      LLVM_VERSION_STRING, registerCallbacks, lowerBeforeCodeGen);
}
