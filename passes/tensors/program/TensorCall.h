//===- TensorCall.h - Read operations on tensors from IR ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// intrinsics/tensors/TensorCalls.h lists the operations that front ends emit:
//
//   %s = call target("f2.tensor", float, 64)
//          @f2.tensor.reduce.fadd.64xf32(target("f2.tensor", float, 64, 32) %x,
//                                        i32 1)
//
// To read a call is to check that operands and result fit each other, so that
// the rest of the folder need not: the shapes, the axis, the elements, the
// function of a map. Every mismatch is a fault with what was expected and what
// was found (support/Faults.h).
//
// Tensors may only be operands and results of these calls, of phis and selects,
// and of calls of functions that are inlined before. Any other use, such as a
// store of a tensor to memory, is a fault, too.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_TENSORS_PROGRAM_TENSORCALL_H
#define F2LAYOUT_PASSES_TENSORS_PROGRAM_TENSORCALL_H

#include "intrinsics/tensors/TensorCalls.h"
#include "layouts/algebra/ShapeOps.h"
#include "passes/support/Faults.h"

namespace f2layout {
inline namespace passes {

/// A call that is well-formed by itself.
struct TensorCall {
  llvm::CallInst *Call = nullptr;
  TensorOp Op = TensorOp::Map;
  /// The tensors among the operands, in order.
  llvm::SmallVector<llvm::Value *, 3> Tensors;
  /// The result; of a store, the tensor that is stored.
  TensorType Type;
  unsigned Axis = 0;  ///< Iota, ExpandDims, Reduce, Scan, Gather.
  unsigned Which = 0; ///< Split.
  LineOperation Line = LineOperation::Add; ///< Reduce, Scan.
  bool Reverse = false, Exclusive = false; ///< Scan.
  std::optional<ShapeOp> Shape;            ///< Shape operations.
  std::optional<LinearLayout> Stated;      ///< Convert.
  llvm::Function *Mapped = nullptr;        ///< Map.
  bool MayRound = false;                   ///< Dot: factors may lose precision.

  bool isAccess() const {
    return Op == TensorOp::Load || Op == TensorOp::Store ||
           Op == TensorOp::Stage;
  }
  /// Load, Store, Stage.
  llvm::Value *base() const { return Call->getArgOperand(0); }
  llvm::Value *stride(unsigned Dim) const;
  /// Null if there is none.
  llvm::Value *bound(unsigned Dim) const;
  /// Load with bounds: the elements outside.
  llvm::Value *other() const;

private:
  unsigned firstStride() const { return Op == TensorOp::Store ? 2 : 1; }
  bool hasBounds() const;
};

/// A declaration of such a name.
bool isTensorFunction(const llvm::Function &F);
/// True if the module has one.
bool hasTensorCalls(const llvm::Module &M);

/// The well-formed calls in F, in order, and faults for everything else that
/// concerns tensors.
std::vector<TensorCall> readTensorCalls(llvm::Function &F, CallFaults &Faults);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_TENSORS_PROGRAM_TENSORCALL_H
