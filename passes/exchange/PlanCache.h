//===- PlanCache.h - Plans of conversions that occur again ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A kernel is searched for several shapes of its block, and its copy
// with unrolled loops once more; templates make many kernels with the same
// exchanges. Planning one conversion may take as long as finding it.
//
// Rule. A plan depends on the conversion, the machine and the options only.
// Plans of conversions with a table are kept, at most 256 of them, as long as
// the pass lives.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EXCHANGE_PLANCACHE_H
#define F2LAYOUT_PASSES_EXCHANGE_PLANCACHE_H

#include "layouts/plan/Plan.h"
#include "llvm/IR/Function.h"
#include <deque>
#include <string>
#include <unordered_map>

namespace f2layout {
inline namespace passes {

class PlanCache {
public:
  /// planConversion for code of F. M is the machine of F's processor, perhaps
  /// without its widest accesses.
  PlanResult plan(const Conversion &C, const llvm::Function &F,
                  const Machine &M, const PlanOptions &O);

private:
  struct Entry {
    Conversion C;
    /// The processor and its features, which decide about the machine.
    std::string Cpu, Features;
    size_t NumShapes;
    PlanOptions O;
    PlanResult Result;
  };
  /// More are not kept. A table of 1024 threads and 32 registers takes 128 KiB.
  static constexpr size_t MaxEntries = 256;

  std::deque<Entry> Entries;
  std::unordered_multimap<size_t, const Entry *> ByHash;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EXCHANGE_PLANCACHE_H
