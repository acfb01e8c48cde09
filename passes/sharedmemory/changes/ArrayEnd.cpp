//===- ArrayEnd.cpp - Shorten arrays to the bytes that are accessed -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/sharedmemory/changes/ArrayEnd.h"
#include "passes/sharedmemory/changes/OwnArray.h"
#include "passes/sharedmemory/changes/PrivateArray.h"
#include "passes/sharedmemory/objects/StatedLayouts.h"

using namespace llvm;
using namespace f2layout;

std::optional<uint64_t> f2layout::endOfAccesses(ThreadEval &Eval,
                                                const SharedObject &O) {
  uint64_t End = 0;
  for (const SharedAccess &A : O.Accesses) {
    if (A.IsFragment)
      return std::nullopt; // its rows lie apart
    const AccessFacts Facts = evaluateInArray(Eval, O, A);
    if (!Facts.Known || Facts.Sym || !holdsInEveryBlock(Eval, Facts))
      return std::nullopt;
    for (const int64_t At : Facts.At) {
      if (At < 0)
        return std::nullopt;
      End = std::max(End, uint64_t(At) + A.Bytes);
    }
  }
  return End;
}

std::optional<uint64_t> f2layout::shorterSize(const Function &F,
                                              ThreadEval &Eval,
                                              const SharedObject &O) {
  constexpr uint64_t Whole = 16;
  // A comparison may use the end that the array has in the source.
  if (!O.Refusal.empty() || O.Dynamic || O.Accesses.empty() || O.AsInteger ||
      O.Compared || O.Arrays.front()->hasMetadata(LayoutMetadata) ||
      checkPrivate(F, O))
    return std::nullopt;
  const std::optional<uint64_t> End = endOfAccesses(Eval, O);
  if (!End || alignTo(*End, Whole) >= O.Bytes)
    return std::nullopt;
  return alignTo(*End, Whole);
}

void f2layout::shortenArray(Function &F, const SharedObject &O,
                            uint64_t Bytes) {
  resizedArray(F, *O.Arrays.front(), Align(1), Bytes);
}
