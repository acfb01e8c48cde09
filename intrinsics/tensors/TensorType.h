//===- TensorType.h - Tensors whose layout is not chosen yet --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value of the type
//
//   target("f2.tensor", float, 128, 64)
//
// is a tensor of 128 x 64 floats that the threads of a block hold together.
// Which thread holds which element is not said: f2layout-assign chooses it
// (passes/tensors/Assign.h). Until then the value passes through phis, selects
// and calls like any other, and LLVM knows nothing of it but its type.
//
// Sizes are powers of two, as in all layouts. A tensor without dimensions has
// one element, which every thread holds.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_TENSORS_TENSORTYPE_H
#define F2LAYOUT_INTRINSICS_TENSORS_TENSORTYPE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DerivedTypes.h"
#include <optional>
#include <string>

namespace f2layout {
inline namespace intrinsics {

/// What the type says.
struct TensorType {
  llvm::Type *Element = nullptr;
  llvm::SmallVector<uint64_t, 4> Shape;

  unsigned rank() const { return Shape.size(); }
  uint64_t elements() const;
  unsigned elementBits() const { return Element->getScalarSizeInBits(); }
  bool operator==(const TensorType &O) const {
    return Element == O.Element && Shape == O.Shape;
  }

  /// The type on IR.
  llvm::TargetExtType *get() const;
  /// "128x64 x float", for messages.
  std::string toString() const;

  /// What a type on IR says; nothing if it is no tensor's, or a malformed one.
  static std::optional<TensorType> of(const llvm::Type *Ty);
};

/// True for target("f2.tensor", ...), malformed ones included.
bool isTensorType(const llvm::Type *Ty);

/// Whether tensors may have such elements: integers of 1 to 64 bits with a
/// power of two of them, half, bfloat, float and double.
bool isTensorElement(const llvm::Type *Ty);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_TENSORS_TENSORTYPE_H
