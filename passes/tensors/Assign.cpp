//===- Assign.cpp - f2layout-assign: layouts for tensors ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/tensors/Assign.h"
#include "intrinsics/target/Vocabulary.h"
#include "layouts/algebra/LayoutText.h"
#include "passes/layoutcalls/import/InlineWaiting.h"
#include "passes/price/AccessCost.h"
#include "passes/sharedmemory/kernel/KernelContext.h"
#include "passes/support/PipelineAttributes.h"
#include "passes/support/RemarkBook.h"
#include "passes/tensors/emit/EmitProgram.h"
#include "passes/tensors/emit/SlotRings.h"
#include "passes/tensors/layouts/SplitDots.h"
#include "passes/tensors/program/LiveTensors.h"
#include "passes/tensors/program/UnusedTensors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "f2layout-assign"

using namespace llvm;
using namespace f2layout;
using NV = UserRemark::Argument;

namespace {

class FunctionAssignment {
public:
  FunctionAssignment(Function &F, FunctionAnalysisManager &FAM,
                     const AssignOptions &O, CallFaults &Faults)
      : F(F), FAM(FAM), O(O), Faults(Faults) {}
  /// Returns true if F changed.
  bool run();

private:
  std::optional<unsigned> threadBits(const LaunchShape &Launch,
                                     const Instruction &At);
  void remark(const TensorProgram &P, const LayoutTable &Table,
              const Instances &All);

  Function &F;
  FunctionAnalysisManager &FAM;
  const AssignOptions &O;
  CallFaults &Faults;
};

} // namespace

/// log2 of the threads of a block, which must be known.
std::optional<unsigned>
FunctionAssignment::threadBits(const LaunchShape &Launch,
                               const Instruction &At) {
  if (!Launch.Error.empty()) {
    Faults.addAt(At, Launch.Error);
    return std::nullopt;
  }
  std::optional<unsigned> Threads = Launch.ExactThreads;
  if (Launch.Exact)
    Threads = (*Launch.Exact)[0] * (*Launch.Exact)[1] * (*Launch.Exact)[2];
  if (!Threads) {
    Faults.addAt(At, "tensors in a function whose block size is not known, "
                     "expected the attribute \"f2layout-block\"=\"x,y,z\"");
    return std::nullopt;
  }
  if (!isPowerOf2_32(*Threads) || *Threads < 1u << Launch.LaneBits) {
    Faults.addAt(At, Twine("tensors in blocks of ") + Twine(*Threads) +
                         " threads, expected a power of two of whole warps "
                         "of " +
                         Twine(1u << Launch.LaneBits));
    return std::nullopt;
  }
  return Log2_32(*Threads);
}

static DenseSet<LayoutId> usedLayouts(const Instances &All) {
  DenseSet<LayoutId> Used;
  for (const Instance &I : All.all())
    Used.insert(I.Layout);
  return Used;
}

static UserRemark choiceRemark(const TensorNode &Node, const LayoutTable &Table,
                               const LayoutChoice &Choice, NodeId N) {
  const LayoutChoice::RunnerUp &Next = *Choice.Next[N];
  UserRemark R(UserRemark::Analysis, DEBUG_TYPE, "Chosen",
               *cast<Instruction>(Node.V));
  R.Worth = Next.More;
  R.Places = "tensors";
  R << NV("Operation", verbOf(Node.Call.Op)) << " of "
    << NV("Tensor", Node.Type.toString()) << " is in "
    << NV("Layout", f2layout::toString(Table[Choice.Of[N]]))
    << "; the next best, " << NV("Next", f2layout::toString(Table[Next.Layout]))
    << ", would take " << NV("More", clockText(std::max(0.0, Next.More)))
    << " more clocks per warp";
  return R;
}

void FunctionAssignment::remark(const TensorProgram &P,
                                const LayoutTable &Table,
                                const Instances &All) {
  const LayoutChoice &Choice = All.choice();
  KernelRemarks Out(F, FAM);
  Out.add([&] {
    UserRemark R(UserRemark::Passed, DEBUG_TYPE, "Assigned", F);
    const DenseSet<LayoutId> Used = usedLayouts(All);
    R.count("Tensors", P.size(), "tensor") << " got ";
    R.count("Layouts", Used.size(), "layout") << " and ";
    R.count("Conversions", All.conversions(), "conversion");
    if (const unsigned Again = All.repeated()) {
      R << "; ";
      R.count("Repeated", Again, "operation") << " made again instead";
    }
    return R;
  });
  Out.add([&] {
    UserRemark R(UserRemark::Analysis, DEBUG_TYPE, "Priced", F);
    R.Worth = WholeKernel;
    R << "operations and conversions of tensors take "
      << NV("Clocks", clockText(All.price())) << " clocks per "
      << vocabularyOf(F).Warp << ", loops included";
    return R;
  });
  for (NodeId N = 0; N < P.size(); ++N)
    if (!All.of(N).empty() && Choice.Next[N] && P[N].K == TensorNode::Operation)
      Out.add([&] { return choiceRemark(P[N], Table, Choice, N); });
}

bool FunctionAssignment::run() {
  auto &Loops = FAM.getResult<LoopAnalysis>(F);
  const std::vector<TensorCall> Calls = readTensorCalls(F, Faults);
  if (Faults.isIn(F) || Calls.empty())
    return false;
  const Instruction &First = *Calls.front().Call;
  const LaunchShape Launch = launchOf(F, FAM, O);
  if (!Launch.IsKernel && !Launch.ExactThreads && !Launch.Exact)
    return false; // Inlined into a kernel, or reported where it is lowered.
  const std::optional<unsigned> ThreadBits = threadBits(Launch, First);
  if (!ThreadBits)
    return false;
  Expected<Target> T = getTarget(F, O.Costs.get());
  if (!T) {
    Faults.addAt(First, toString(T.takeError()));
    return false;
  }
  const unsigned WarpBits = *ThreadBits - Launch.LaneBits;
  const bool Split = splitDots(F, *T, Launch.LaneBits, WarpBits);
  TensorProgram(F, Loops, Faults); // Faults, of unused tensors too.
  if (Faults.isIn(F))
    return Split;
  const bool Fewer = eraseUnusedTensors(F);
  const TensorProgram P(F, Loops, Faults);
  if (P.empty())
    return Split || Fewer;
  const Staging Staged(P, F, Faults);
  if (!Faults.isIn(F))
    checkDynamicMemory(F, Staged, *T, *cast<Instruction>(P[0].V), Faults);
  if (Faults.isIn(F))
    return Split || Fewer;
  LayoutTable Table(Launch.LaneBits, WarpBits);
  OpLayouts Ops(P, Table, *T);
  LayoutPrices Prices(P, Table, Ops, *T, O, O.Scratch,
                      mostLiveWords(P, Loops, *ThreadBits));
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  auto &AC = FAM.getResult<AssumptionAnalysis>(F);
  for (NodeId N = 0; N < P.size(); ++N)
    if (P[N].K == TensorNode::Operation && P[N].Call.isAccess())
      Prices.setAccess(N, GlobalAccess::of(P[N].Call, &AC, &DT));
  for (NodeId N = 0; N < P.size(); ++N)
    if (P[N].is(TensorOp::Wait))
      Prices.setStagedMinor(N, Staged.rings()[Staged.ringOf(N)].Minor);
  const std::optional<LayoutChoices> Choices =
      chooseLayouts(P, Table, Ops, Prices, Faults);
  if (!Choices)
    return Split || Fewer;
  const std::unique_ptr<Instances> Cheapest =
      cheapestInstances(P, *Choices, Ops, Prices, O.ConvertAtUses);
  const Instances &All = *Cheapest;
  remark(P, Table, All);
  const bool OneDimension =
      Launch.Exact && (*Launch.Exact)[1] == 1 && (*Launch.Exact)[2] == 1;
  emitTensors(
      F, {P, Table, Ops, Prices, All, Staged, *T, OneDimension, DT, Loops});
  FAM.invalidate(F, PreservedAnalyses::none());
  return true;
}

/// Deletes what only tensors used.
static void sweep(Module &M, ArrayRef<Function *> Mapped) {
  for (Function *F : Mapped)
    if (F->use_empty())
      F->eraseFromParent();
  for (Function &F : make_early_inc_range(M))
    if (isTensorFunction(F) && F.use_empty())
      F.eraseFromParent();
}

Expected<AssignOptions> f2layout::parseAssignOptions(StringRef Parameters,
                                                     const Options &Defaults) {
  bool ConvertAtUses = false;
  SmallVector<StringRef, 4> Words;
  for (StringRef Word : split(Parameters, ';')) {
    if (Word == "convert-at-uses")
      ConvertAtUses = true;
    else if (!Word.empty())
      Words.push_back(Word);
  }
  Expected<Options> Shared = parseOptions(join(Words, ";"), Defaults);
  if (!Shared) {
    // It lists what there is.
    std::string Error = toString(Shared.takeError());
    const StringRef Before = "': expected block=<x>";
    if (const size_t At = Error.find(Before.str()); At != std::string::npos)
      Error.insert(At + StringRef("': expected ").size(), "convert-at-uses, ");
    return createStringError(Error);
  }
  if (!Shared->Unusable.empty())
    return createStringError(Shared->Unusable);
  AssignOptions O(*Shared);
  O.ConvertAtUses = ConvertAtUses;
  return O;
}

void AssignOptions::print(raw_ostream &OS) const {
  std::string Text;
  raw_string_ostream Shared(Text);
  Options::print(Shared);
  if (!ConvertAtUses)
    OS << Text;
  else if (Text.empty())
    OS << "<convert-at-uses>";
  else
    OS << "<convert-at-uses;" << StringRef(Text).drop_front();
}

PreservedAnalyses AssignPass::run(Module &M, ModuleAnalysisManager &AM) {
  if (!isForGpu(M) || !hasTensorCalls(M))
    return PreservedAnalyses::all();
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  InlineWaitingPass(Opts).run(M, AM);
  CallFaults Faults;
  SmallVector<Function *, 16> Mapped;
  for (Function &F : M)
    if (F.hasLocalLinkage() && any_of(F.users(), [](const User *U) {
          auto *Call = dyn_cast<CallInst>(U);
          return Call && Call->getCalledFunction() &&
                 isTensorFunction(*Call->getCalledFunction());
        }))
      Mapped.push_back(&F);
  for (Function &F : M)
    if (!F.isDeclaration())
      FunctionAssignment(F, FAM, Opts, Faults).run();
  if (Faults.empty())
    sweep(M, Mapped);
  for (Function &F : M)
    if (Faults.isIn(F))
      F.addFnAttr(TensorsRefusedAttribute);
  if (!Faults.empty())
    Faults.report(M.getContext());
  return PreservedAnalyses::none();
}
