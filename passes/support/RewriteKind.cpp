//===- RewriteKind.cpp - Kinds of rewrites, counted and selected ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/support/RewriteKind.h"

using namespace llvm;
using namespace f2layout;

std::string RewriteKind::refusal() const {
  return std::string("-debug-counter=") + Name + " does not select it";
}

bool RewriteKind::mayRewrite(KernelRemarks &Remarks, const char *Pass,
                             const Instruction &At) {
  if (selectsNext()) {
    count(1);
    return true;
  }
  Remarks.add([&] {
    UserRemark R(UserRemark::Missed, Pass, "NotSelected", At);
    R << "left alone: " << UserRemark::Argument("Reason", refusal());
    return R;
  });
  return false;
}
