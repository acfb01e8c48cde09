//===- SpreadArray.h - Narrow elements, one to a bank -----------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Proof and choice of the bijection of ReaddressPlan.h for one array of one
// kernel. Readdress.h states the problem and the rule. Whether it is legal and
// pays is found out at once; nothing is changed before apply().
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SWIZZLE_SPREADARRAY_H
#define F2LAYOUT_PASSES_SWIZZLE_SPREADARRAY_H

#include "intrinsics/target/Target.h"
#include "passes/sharedmemory/changes/PrivateArray.h"
#include "passes/sharedmemory/kernel/KernelEvals.h"
#include "passes/support/RemarkBook.h"
#include "passes/swizzle/ReaddressPlan.h"
#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

/// An array with known accesses whose elements are narrower than a bank's word.
bool hasNarrowElements(const SharedObject &O, const Machine &M);

/// Threads may end in F without a trace in the control flow.
bool mayEndThread(const llvm::Function &F);

/// Evals and O must outlive this.
class ArraySpreader {
public:
  /// MayGrow: arrays may grow to whole words. MayEndThread: of F, see below.
  ArraySpreader(llvm::Function &F, llvm::FunctionAnalysisManager &AM,
                const Target &T, KernelEvals &Evals, const SharedObject &O,
                bool MayGrow, bool MayEndThread);

  /// Null if the elements stay where they are.
  const ReaddressPlan *best() const { return Plan ? &*Plan : nullptr; }
  /// Applies the plan, if there is one and it is selected, and reports it.
  /// Returns true if the function changed.
  bool apply(KernelRemarks &Remarks);
  /// Reports why conflicts of narrow elements remain.
  void explain(KernelRemarks &Remarks) const;

private:
  /// The facts of every access, or the reason why there are none.
  struct Evaluation {
    std::vector<AccessFacts> Facts;
    std::vector<std::vector<ThreadGuard>> Guards;
    llvm::BitVector Always; ///< Accesses that every thread makes.
    std::optional<Refusal> No;

    bool readsLane() const {
      return llvm::any_of(
          Facts, [](const AccessFacts &F) { return F.Reads & ReadsLane; });
    }
  };

  std::optional<Refusal> choose();
  std::optional<Refusal> checkAccesses() const;
  Evaluation evaluate(ThreadEval &Eval) const;
  unsigned threadsThatFit(ThreadEval &Eval) const;
  std::optional<Refusal> evaluateRows(unsigned Threads);
  ReaddressPlan plan(unsigned Threads) const;
  std::optional<Refusal> checkGain(const ReaddressPlan &P) const;
  void remarkPassed(const ReaddressPlan &P, KernelRemarks &Remarks) const;
  void remarkMissed(const Refusal &R, KernelRemarks &Remarks) const;

  llvm::Function &F;
  llvm::FunctionAnalysisManager &AM;
  const Target &T;
  KernelEvals &Evals;
  const SharedObject &O;
  bool MayGrow;
  bool MayEndThread;
  Evaluation Known;
  std::optional<ReaddressPlan> Plan;
  std::optional<Refusal> No;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SWIZZLE_SPREADARRAY_H
