//===- RewriteKind.cpp - Kinds of rewrites, counted and selected ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/support/RewriteKind.h"
#include "passes/support/UserLocation.h"

using namespace llvm;
using namespace f2layout;

std::string RewriteKind::refusal() const {
  return std::string("-debug-counter=") + Name + " does not select it";
}

bool RewriteKind::mayRewrite(OptimizationRemarkEmitter &ORE, const char *Pass,
                             const Instruction &At) {
  if (selectsNext()) {
    count(1);
    return true;
  }
  ORE.emit([&] {
    return OptimizationRemarkMissed(Pass, "NotSelected", userLocation(At),
                                    At.getParent())
           << "left alone: " << ore::NV("Reason", refusal());
  });
  return false;
}
