//===- KernelContext.cpp - How a pass over kernels begins -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/sharedmemory/kernel/KernelContext.h"
#include "passes/sharedmemory/objects/StatedLayouts.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MustExecute.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace f2layout;

LaunchShape f2layout::launchOf(Function &F, FunctionAnalysisManager &AM,
                               const Promises &P) {
  LaunchShape L = AM.getResult<LaunchShapeAnalysis>(F);
  if (L.Error.empty() && P.Block)
    L.Error = L.promise(*P.Block);
  takeStatedThreads(L, AM.getResult<StatedLayoutsAnalysis>(F));
  L.WholeWarps |= P.WholeWarps;
  L.RacesAgree |= P.RacesAgree;
  return L;
}

std::optional<KernelContext>
KernelContext::of(Function &F, FunctionAnalysisManager &AM, const Options &O) {
  if (F.isDeclaration() || !isKernel(F) || !isForGpu(*F.getParent()))
    return std::nullopt;
  KernelContext C;
  C.Launch = launchOf(F, AM, O);
  auto Refuse = [&](StringRef Name, const Twine &Why) {
    C.RefusalName = Name.str();
    C.Refusal = Why.str();
    return C;
  };
  Expected<Target> T = getTarget(F, O.Costs.get());
  if (!T)
    return Refuse("UnknownTarget", toString(T.takeError()));
  C.T = std::move(*T);
  // Iterations, of which every proof speaks, are those of natural loops.
  if (mayContainIrreducibleControl(F, &AM.getResult<LoopAnalysis>(F)))
    return Refuse("IrreducibleFlow",
                  "a cycle of its control flow has several entries");
  if (AM.getResult<StatedLayoutsAnalysis>(F).isFaulty())
    return Refuse("BadLayoutMetadata",
                  "its !f2.layout is malformed; f2layout-import says how");
  if (!C.Launch.Error.empty())
    return Refuse("BadLaunchAttribute", C.Launch.Error);
  return C;
}
