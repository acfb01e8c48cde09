//===- Count.cpp - Runs one operation so that it can be counted -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   f2layout-count OPERATION TIMES [BITS]
//
// does the operation TIMES times on the tile of 2^BITS x 2^BITS halves (default
// 7). Under callgrind, two runs that differ only in TIMES give the instructions
// of one operation, without start-up: bench/layouts/count.py.
//
//===----------------------------------------------------------------------===//

#include "bench/layouts/Operations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace f2layout::bench;

static int usage() {
  errs() << "usage: f2layout-count OPERATION TIMES [BITS of each side, 5 to "
            "8]\noperations:";
  for (const Operation &O : operations())
    errs() << ' ' << O.Name;
  errs() << '\n';
  return 2;
}

int main(int ArgC, char **ArgV) {
  unsigned Times = 0, PerSide = 7;
  if (ArgC < 3 || ArgC > 4 || StringRef(ArgV[2]).getAsInteger(10, Times) ||
      (ArgC == 4 && StringRef(ArgV[3]).getAsInteger(10, PerSide)) ||
      PerSide < 5 || PerSide > 8)
    return usage();
  const Operation *Chosen = find_if(
      operations(), [&](const Operation &O) { return O.Name == ArgV[1]; });
  if (Chosen == operations().end())
    return usage();

  Inputs In(PerSide);
  for (unsigned I = 0; I < Times; ++I)
    if (Chosen->Run(In) == ~uint64_t(0)) {
      errs() << "f2layout-count: " << Chosen->Name << " fails\n";
      return 1;
    }
  return 0;
}
