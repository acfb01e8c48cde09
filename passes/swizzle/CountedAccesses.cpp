//===- CountedAccesses.cpp - Whose accesses a remark counts ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/swizzle/CountedAccesses.h"
#include "passes/launch/BothVersions.h"

using namespace llvm;
using namespace f2layout;

bool f2layout::isInBothVersions(const SharedObject &O) {
  const BothVersions Versions(*O.Accesses.front().I->getFunction());
  bool IsIn[2] = {false, false};
  for (const SharedAccess &A : O.Accesses)
    if (const std::optional<bool> Tested = Versions.isTested(*A.I))
      IsIn[*Tested] = true;
  return IsIn[0] && IsIn[1];
}

StringRef f2layout::countedAccesses(const SharedObject &O) {
  return isInBothVersions(O) ? " accesses of both versions of the kernel"
                             : " accesses of a block";
}
