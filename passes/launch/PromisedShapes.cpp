//===- PromisedShapes.cpp - The promised shape of a function's blocks -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/launch/PromisedShapes.h"
#include "passes/launch/LaunchShape.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;
using namespace f2layout;

using Size = PromisedShapes::Size;

/// Longer chains of calls, and functions that are called at more places, have
/// no shape.
static constexpr unsigned MaxDepth = 8, MaxCalls = 64;

std::optional<Size> PromisedShapes::of(Function &F, unsigned Depth) {
  if (isKernel(F))
    return ofKernel(F);
  if (Depth == MaxDepth || !F.hasLocalLinkage() || F.use_empty() ||
      F.hasNUsesOrMore(MaxCalls + 1))
    return std::nullopt;
  auto [It, IsNew] = Known.try_emplace(&F);
  if (!IsNew) // Or a recursive call.
    return It->second;
  const std::optional<Size> Found = ofCallers(F, Depth);
  return Known[&F] = Found;
}

std::optional<Size> PromisedShapes::ofKernel(Function &F) const {
  if (!Block && !F.hasFnAttribute("f2layout-block"))
    return std::nullopt;
  // Needs no other analysis.
  FunctionAnalysisManager None;
  LaunchShape L = LaunchShapeAnalysis().run(F, None);
  if (!L.Error.empty() || !hasUniformBlocks(F) ||
      (Block && !L.promise(*Block).empty()))
    return std::nullopt;
  return L.Exact;
}

std::optional<Size> PromisedShapes::ofCallers(Function &F, unsigned Depth) {
  std::optional<Size> Common;
  for (const Use &U : F.uses()) {
    auto *Call = dyn_cast<CallBase>(U.getUser());
    if (!Call || !Call->isCallee(&U))
      return std::nullopt;
    const std::optional<Size> Here = of(*Call->getFunction(), Depth + 1);
    if (!Here || (Common && *Common != *Here))
      return std::nullopt;
    Common = Here;
  }
  return Common;
}
