//===- ElementFunction.h - Values computed element by element -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. The registers of a layout call are often made of others that are
// narrower, each by the same steps: a cast, or an operation with a constant.
//
//   %h = zext <4 x i8> %b to <4 x i16>              stage 2: 4 x i8
//   %f = uitofp <4 x i16> %h to <4 x float>         stage 1: 4 x i16
//   %y = call <4 x float> @f2.convert(%f, ...)      stage 0: 4 x float
//
// The steps may be written for vectors or for each element alone:
//
//   %w0 = uitofp i8 %b0 to float
//   %v0 = insertelement <2 x float> poison, float %w0, i32 0
//   %w1 = uitofp i8 %b1 to float
//   %v1 = insertelement <2 x float> %v0, float %w1, i32 1
//
// Algorithm. Each register is followed by itself: through inserted, extracted
// and shuffled elements to the instruction that makes it. If those of all
// registers are the same step, with the same types, constants and operand, it
// is a step of all of them, and their operands are the next stage.
//
// A step has no side effect and no operand that differs between threads, so
// that it may be done later and in another thread: its result is a function of
// the element. freeze is not a step, since it may choose another value each
// time, nor is a division.
//
// Steps are injective if different elements have different results, where one
// NaN is as good as another. What widens is; a mask, a shift that loses bits,
// or a number that is rounded, is not. Of elements of at most eight bits all
// values are tried, so that steps that are injective together are found, too.
// Denormal numbers are flushed to zero where the function says that they are.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_LOWER_ELEMENTFUNCTION_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_LOWER_ELEMENTFUNCTION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include <vector>

namespace f2layout {
inline namespace passes {

/// A scalar, or an element of a vector.
struct VectorElement {
  llvm::Value *V = nullptr;
  int Index = -1; ///< -1 for a scalar.

  llvm::Type *type() const { return V->getType()->getScalarType(); }
};

/// A step: what makes all registers of a stage from those of the next one.
struct ElementStep {
  /// The instructions, one for each register; they may be the same vector's.
  llvm::SmallVector<llvm::Instruction *, 16> Of;
  llvm::Constant *Operand = nullptr; ///< Of an operation: a scalar.
  bool OperandFirst = false;
  bool Injective = false; ///< By itself, for all values of its operand.

  llvm::Type *result() const { return Of[0]->getType()->getScalarType(); }
};

/// Registers as they are before some steps.
struct ElementStage {
  llvm::SmallVector<VectorElement, 16> Registers;

  llvm::Type *type() const { return Registers[0].type(); }
  /// The vector whose elements the registers are, in order; null if there is
  /// none.
  llvm::Value *vector() const;
};

/// Stages[0] are the registers; Steps[I] makes Stages[I] of Stages[I + 1].
struct ElementFunction {
  std::vector<ElementStage> Stages;
  std::vector<ElementStep> Steps;

  /// The first so many steps together are injective.
  bool isInjective(unsigned Count) const;
};

/// Follows the registers of V, a vector or one scalar. There is always stage 0,
/// unless a register is a constant.
ElementFunction elementFunctionOf(llvm::Value *V);

/// The registers of a stage as a vector, or as one scalar.
llvm::Value *emitStage(llvm::IRBuilderBase &B, const ElementStage &S,
                       bool AsVector);
/// What the steps make of V, the last of them first.
llvm::Value *emitSteps(llvm::IRBuilderBase &B,
                       llvm::ArrayRef<ElementStep> Steps, llvm::Value *V);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_LOWER_ELEMENTFUNCTION_H
