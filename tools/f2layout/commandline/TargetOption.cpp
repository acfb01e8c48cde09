//===- TargetOption.cpp - The --target option -----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/commandline/TargetOption.h"
#include "intrinsics/target/TargetJson.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace f2layout::calc {

Expected<TargetTable> readTarget(StringRef Written, unsigned LaneBits) {
  bool IsFile = Written.consume_front("@") || Written.ends_with(".json");
  if (!IsFile)
    return findTargetTable(Written, LaneBits);
  Expected<TargetTable> Table = readTargetFile(Written);
  if (Table && LaneBits && LaneBits != Table->T.M.LaneBits)
    return createStringError(Written + " has " + Twine(Table->T.M.lanes()) +
                             " lanes, not " + Twine(1u << LaneBits));
  return Table;
}

} // namespace f2layout::calc
