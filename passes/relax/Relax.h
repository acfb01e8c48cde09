//===- Relax.h - f2layout-relax -------------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. When values no longer travel through shared memory, the barrier that
// protected them still makes the whole block wait.
//
// Example. After f2layout-reroute, with in and out declared __restrict__:
//
//   a = in[i];                         a = in[i];
//   b = shfl(a, ...);         ->       b = shfl(a, ...);
//   __syncthreads();
//   out[j] = b;                        out[j] = b;
//
// Without __restrict__, in and out may be the same array. Then the barrier
// keeps a thread from overwriting data that another thread has not yet read,
// and it stays. If only threads of one warp can collide, a warp barrier is
// enough.
//
// Rule. The rule applies to a plain block barrier (or a plain warp barrier at
// which all lanes wait) that all threads reach together. Consider every pair of
// an access that can run before it and one that can run after it, in any
// memory, without another such barrier between them (loops included), where at
// least one of the two is a write. The barrier is removed if it is proved for
// each pair that no two different threads access the same byte. It becomes a
// warp barrier if that is proved for threads of different warps.
// BarrierAccesses.h defines the accesses and the instructions that need the
// barrier whatever they access; BarrierCollisions.h contains the proof.
//
// Barriers are judged one at a time, the last one first, each in the function
// as the earlier decisions left it: of two barriers with nothing between them,
// one stays.
//
// The pass visits kernels in which f2layout-reroute replaced an exchange, or
// proved one to stay within each warp; with the parameter all, every kernel.
// Where a kernel tests for a block shape at its entry (TestedShape.h), each of
// its two versions is judged by what is known there. Where it does not, and the
// shape is not stated, a likely one may be tested for (GuessedBarriers.h).
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_RELAX_RELAX_H
#define F2LAYOUT_PASSES_RELAX_RELAX_H

#include "passes/support/PassBases.h"
#include "llvm/Support/Error.h"

namespace f2layout {
inline namespace passes {

struct RelaxOptions : Promises {
  /// Visit every kernel, not only those that PipelineAttributes.h marks.
  bool All = false;
  /// no-guess: no run-time test of the block's shape.
  bool Guess = true;
  /// As that of Options, for the guess.
  unsigned Search = Options::DefaultSearch;

  RelaxOptions() = default;
  explicit RelaxOptions(const Options &O)
      : Promises(O), Guess(O.Guess), Search(O.Search) {}
  /// Prints the parameters in the syntax of parseRelaxOptions.
  void print(llvm::raw_ostream &OS) const;
};

/// Parses "all;no-guess;block=32x8". The error names the parameter.
llvm::Expected<RelaxOptions> parseRelaxOptions(llvm::StringRef Parameters);

class RelaxPass : public PassWithOptions<RelaxPass, RelaxOptions> {
public:
  using PassWithOptions::PassWithOptions;
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_RELAX_RELAX_H
