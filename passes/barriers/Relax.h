//===- Relax.h - f2layout-relax -------------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. When values no longer travel through shared memory, the barrier that
// guarded them still makes the whole block wait.
//
// Example. After f2layout-reroute, with in and out declared __restrict__:
//
//   a = in[i];                         a = in[i];
//   b = shfl(a, ...);         ->       b = shfl(a, ...);
//   __syncthreads();
//   out[j] = b;                        out[j] = b;
//
// Without __restrict__ in and out may be one array, and then the barrier keeps
// a thread from overwriting what another has yet to read: it stays. If it can
// be shown that only threads of one warp would do that, a warp barrier is
// enough.
//
// Rule. A plain block barrier (or a plain warp barrier that all lanes wait at)
// that all threads reach together goes, if for every access that can run before
// it and every one that can run after it, in any memory, without another such
// barrier between (loops included), at least one of the two a write, it is
// proved that no two threads that differ touch the same byte. It becomes a warp
// barrier if that is proved for threads of different warps. BarrierAccesses.h says
// what the accesses are and which instructions need the barrier whatever they
// touch, BarrierCollisions.h how the proof goes.
//
// Barriers are judged one at a time, last ones first, each in the function as
// the earlier judgements left it: of two barriers with nothing between, one
// stays.
//
// Judged are kernels in which f2layout-reroute replaced a round trip, or proved
// one to stay within each warp; with the parameter all, every kernel. Where a
// kernel tests at its entry for a shape of block (TestedShape.h), its two bodies
// are judged each by what is known there.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_BARRIERS_RELAX_H
#define F2LAYOUT_PASSES_BARRIERS_RELAX_H

#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"
#include <array>
#include <optional>

namespace f2layout {
inline namespace passes {

struct RelaxOptions {
  /// Every kernel, not only those that PipelineAttributes.h speaks of.
  bool All = false;
  /// Promise: blocks have exactly this shape.
  std::optional<std::array<unsigned, 3>> Block;
};

/// Parses "all;block=32x8". The error names the parameter.
llvm::Expected<RelaxOptions> parseRelaxOptions(llvm::StringRef Parameters);

class RelaxPass : public llvm::PassInfoMixin<RelaxPass> {
  RelaxOptions Opts;

public:
  explicit RelaxPass(RelaxOptions Opts = {}) : Opts(Opts) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
  void
  printPipeline(llvm::raw_ostream &OS,
                llvm::function_ref<llvm::StringRef(llvm::StringRef)> MapName);
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_BARRIERS_RELAX_H
