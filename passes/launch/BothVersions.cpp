//===- BothVersions.cpp - What is in both versions of a kernel ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/launch/BothVersions.h"
#include "passes/launch/TestedShape.h"

using namespace llvm;
using namespace f2layout;

BothVersions::BothVersions(Function &F) {
  const std::optional<TestedShape> Shape = findTestedShape(F);
  if (!Shape)
    return;
  const DominatorTree DT(F);
  for (const BasicBlock &BB : F)
    if (&BB != &F.getEntryBlock())
      Tested[&BB] = DT.dominates(Shape->Taken, &BB);
}

std::optional<bool> BothVersions::isTested(const Instruction &I) const {
  const auto It = Tested.find(I.getParent());
  if (It == Tested.end())
    return std::nullopt;
  return It->second;
}
