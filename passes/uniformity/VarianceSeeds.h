//===- VarianceSeeds.h - Which instructions differ between threads --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Uniformity flows from operands to results, so it needs a start. For each
// instruction by itself, this class says how the result relates to the operands
// when all threads of a block execute it:
//
//   %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()   ; NeverUniform
//   %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() ; AlwaysUniform
//   %v = load float, ptr %p                          ; NeverUniform: unknown
//   %c = load i32, ptr %q, !invariant.load !0        ; as uniform as %q
//   %s = add i32 %b, %n                              ; as uniform as its
//   operands
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_UNIFORMITY_VARIANCESEEDS_H
#define F2LAYOUT_PASSES_UNIFORMITY_VARIANCESEEDS_H

#include "passes/launch/LaunchShape.h"
#include "llvm/ADT/Uniformity.h"
#include "llvm/IR/Instructions.h"

namespace f2layout {
inline namespace passes {

class VarianceSeeds {
public:
  VarianceSeeds(const llvm::Function &F, const LaunchShape &Shape);
  llvm::InstructionUniformity of(const llvm::Value *V) const;
  /// The seeds of every function are the same for both launches.
  static bool areSame(const LaunchShape &A, const LaunchShape &B);

private:
  llvm::InstructionUniformity ofLaunchRead(LaunchRead Read) const;
  llvm::InstructionUniformity ofCall(const llvm::CallBase &Call) const;
  bool isInvariantLoad(const llvm::LoadInst &Load) const;

  LaunchShape Shape;
  /// No instruction of the function writes memory.
  bool WritesNothing = true;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_UNIFORMITY_VARIANCESEEDS_H
