//===- JoinConflicts.cpp - Wide accesses that would have conflicts --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/JoinConflicts.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/AddressSpaces.h"
#include "layouts/machine/Wavefronts.h"
#include "passes/price/BankTraffic.h"
#include "passes/sharedmemory/accesses/AccessFacts.h"
#include "passes/vectorize/VectorGroups.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// The addresses of the accesses; empty if they are not known, or not by the
/// same opaque part.
static std::vector<AccessFacts>
addressesOf(const VectorGroup &J, const FunctionAnalyses &C, ThreadEval &Eval) {
  std::vector<AccessFacts> Facts;
  for (const SharedObject &O : C.Memory.objects())
    for (const SharedAccess &A : O.Accesses)
      if (is_contained(J.Accesses, A.I)) {
        Facts.push_back(evaluateInArray(Eval, O, A));
        if (!Facts.back().Known || Facts.back().Sym != Facts.front().Sym)
          return {};
      }
  if (Facts.size() != J.size())
    return {};
  return Facts;
}

JoinWavefronts f2layout::countJoinWavefronts(const VectorGroup &J,
                                             const FunctionAnalyses &C,
                                             const Target &T) {
  JoinWavefronts N;
  if (J.hasFixedOrder() || getLoadStoreAddressSpace(J.First) != SharedSpace)
    return N;
  const std::vector<AccessFacts> Facts =
      addressesOf(J, C, C.Memory.evaluation(shapeForBanks(C.Memory, C.Launch)));
  if (Facts.empty())
    return N;
  const unsigned Lanes = T.M.lanes(), Threads = Facts.front().At.size();
  for (unsigned First = 0; First < Threads; First += Lanes) {
    SmallVector<uint32_t, 64> Whole(Lanes, ~0u);
    for (const AccessFacts &F : Facts) {
      SmallVector<uint32_t, 64> Part(Lanes, ~0u);
      for (unsigned L = 0; L < Lanes && First + L < Threads; ++L) {
        // Banks repeat, so only differences count.
        Part[L] = F.At[First + L] & maskTrailingOnes<uint64_t>(30);
        Whole[L] = std::min(Whole[L], Part[L]);
      }
      N.Apart += countWavefronts(Part, J.Bytes / J.size(), J.isStore(), T.M);
    }
    N.Joined += countWavefronts(Whole, J.Bytes, J.isStore(), T.M);
  }
  return N;
}
