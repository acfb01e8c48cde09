//===- TensorCalls.h - Operations on tensors as calls on IR ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A front end says what is computed on which tensors, and where they are in
// memory. Which thread holds which element is chosen by f2layout-assign. The
// softmax of a row of 4096 floats, by one block:
//
//   TensorBuilder T(B);
//   Value *X = T.load(Row, B.getFloatTy(), {4096}, {B.getInt64(1)});
//   Value *Largest = T.reduce(LineOperation::FMax, X, 0);
//   Value *E = T.exp(T.sub(X, T.broadcastTo(Largest, {4096})));
//   Value *Sum = T.reduce(LineOperation::FAdd, E, 0);
//   T.store(Out, T.div(E, T.broadcastTo(Sum, {4096})), {B.getInt64(1)});
//
// Each method emits one call of a function @f2.tensor.<operation>.<suffix>:
//
//   load        (ptr, i64 stride...)                     -> tensor
//   load        (ptr, i64 stride..., i64 bound..., T)    -> tensor
//   store       (ptr, tensor, i64 stride...[, i64 bound...])
//   stage       (ptr, i64 stride...)                     -> tensor on its way
//   wait        (tensor on its way)                      -> tensor
//   splat       (T)                                      -> tensor
//   iota        (i32 axis)                               -> tensor
//   map         (ptr function, tensor...)                -> tensor
//   trans       (tensor, i32 order...)                   -> tensor
//   reshape, broadcast (tensor)                          -> tensor
//   expand_dims (tensor, i32 axis)                       -> tensor
//   join        (tensor, tensor)                         -> tensor
//   split       (tensor, i32 which)                      -> tensor
//   reduce.<op> (tensor, i32 axis)                       -> tensor
//   scan.<op>   (tensor, i32 axis, i1 reverse, i1 exclusive) -> tensor
//   gather      (tensor, tensor index, i32 axis)         -> tensor
//   dot         (tensor a, tensor b, tensor c[, i1 round]) -> tensor
//   convert     (tensor, ptr layout)                     -> tensor
//
// docs/tensors.md describes each of them with an example.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_TENSORS_TENSORCALLS_H
#define F2LAYOUT_INTRINSICS_TENSORS_TENSORCALLS_H

#include "intrinsics/lines/LineOperation.h"
#include "intrinsics/tensors/TensorType.h"
#include "layouts/algebra/LinearLayout.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

namespace f2layout {
inline namespace intrinsics {

enum class TensorOp {
  Load,
  Store,
  Stage,
  Wait,
  Splat,
  Iota,
  Map,
  Trans,
  Reshape,
  ExpandDims,
  Broadcast,
  Join,
  Split,
  Reduce,
  Scan,
  Gather,
  Dot,
  Convert
};

/// The prefix of the name of every operation on tensors.
inline constexpr char TensorCallPrefix[] = "f2.tensor.";

/// Returns true if the function's name has this prefix.
bool isTensorCallName(llvm::StringRef Name);
/// The operation of that name, "f2.tensor.map.128x64xf32"; nothing if there is
/// none.
std::optional<TensorOp> tensorOpOf(llvm::StringRef Name);
/// "load", "expand_dims", ...
llvm::StringRef verbOf(TensorOp Op);
/// The operation in the name of a reduction or a scan: "fadd". Empty if there
/// is none.
llvm::StringRef lineOperationIn(llvm::StringRef Name);
/// The known names, for messages.
std::string knownTensorOps();

/// Emits operations on tensors. Arguments must fit each other as stated;
/// f2layout-assign checks all of it, and its errors name the call. All threads
/// of the block must reach every operation together.
class TensorBuilder {
public:
  explicit TensorBuilder(llvm::IRBuilderBase &B) : B(B) {}

  using Values = llvm::ArrayRef<llvm::Value *>;
  using Shape = llvm::ArrayRef<uint64_t>;

  /// Element (x0, x1, ...) is at Base + x0 * Strides[0] + x1 * Strides[1] ...,
  /// counted in elements (i64). Where a coordinate is not below its bound, or
  /// the bound is negative, nothing is read and the element is Other.
  llvm::Value *load(llvm::Value *Base, llvm::Type *Element, Shape Sizes,
                    Values Strides, Values Bounds = {},
                    llvm::Value *Other = nullptr);
  /// Elements outside of the bounds are not written.
  llvm::CallInst *store(llvm::Value *Base, llvm::Value *Tensor, Values Strides,
                        Values Bounds = {});
  /// A load that does not wait: the elements are copied to shared memory while
  /// the threads compute. The result may only be the operand of phis and of
  /// wait. Memory that is read must not be written before the wait.
  llvm::Value *stage(llvm::Value *Base, llvm::Type *Element, Shape Sizes,
                     Values Strides);
  /// The tensor that was staged, once it is there.
  llvm::Value *wait(llvm::Value *Staged);
  /// Every element is Scalar.
  llvm::Value *splat(llvm::Value *Scalar, Shape Sizes);
  /// Every element is its coordinate on the axis, an integer of that type.
  llvm::Value *iota(llvm::Type *Integer, Shape Sizes, unsigned Axis);

  /// Element x is F(element x of each tensor). F takes and returns scalars and
  /// is inlined; it must neither synchronise nor depend on the thread.
  llvm::Value *map(llvm::Function *F, Values Tensors);
  /// The same with a function whose body is emitted here.
  llvm::Value *
  map(Values Tensors,
      llvm::function_ref<llvm::Value *(llvm::IRBuilderBase &, Values)> Body,
      const llvm::Twine &Name = "map");

  /// Dimension i of the result is dimension Order[i].
  llvm::Value *trans(llvm::Value *Tensor, llvm::ArrayRef<unsigned> Order);
  /// The same elements in row-major order.
  llvm::Value *reshape(llvm::Value *Tensor, Shape Sizes);
  /// A new dimension of size 1 that becomes number Axis.
  llvm::Value *expandDims(llvm::Value *Tensor, unsigned Axis);
  /// Dimensions of size 1 are repeated.
  llvm::Value *broadcast(llvm::Value *Tensor, Shape Sizes);
  /// Missing dimensions are added in front, then broadcast, as in numpy.
  llvm::Value *broadcastTo(llvm::Value *Tensor, Shape Sizes);
  /// Element (x, 0) is that of A, (x, 1) that of C.
  llvm::Value *join(llvm::Value *A, llvm::Value *C);
  /// Element x is (x, Which), Which 0 or 1.
  llvm::Value *split(llvm::Value *Tensor, unsigned Which);

  /// Each line along the axis becomes one element; the axis is left out.
  llvm::Value *reduce(LineOperation Op, llvm::Value *Tensor, unsigned Axis);
  /// Each element becomes the result of those up to it in its line.
  llvm::Value *scan(LineOperation Op, llvm::Value *Tensor, unsigned Axis,
                    bool Reverse = false, bool Exclusive = false);
  /// Element x is that of Tensor at x, but with the coordinate Index[x], modulo
  /// the axis's size, on the axis. Index has i32 or i64 elements, and the
  /// result's shape.
  llvm::Value *gather(llvm::Value *Tensor, llvm::Value *Index, unsigned Axis);
  /// A [m, k] times C [k, n] plus Sum [m, n]. A and C have elements of one
  /// type, and integers have signs. Products are added in any order, and sums
  /// may be more precise than their type. MayRound: floats of A and C may be
  /// rounded to tf32, which has 10 bits of fraction, where that is faster.
  llvm::Value *dot(llvm::Value *A, llvm::Value *C, llvm::Value *Sum,
                   bool MayRound = false);
  /// The same tensor, which the threads hold as Layout says: an anchor.
  llvm::Value *convert(llvm::Value *Tensor, const LinearLayout &Layout);

  // What is written most often, by map.
  llvm::Value *add(llvm::Value *A, llvm::Value *C);
  llvm::Value *sub(llvm::Value *A, llvm::Value *C);
  llvm::Value *mul(llvm::Value *A, llvm::Value *C);
  llvm::Value *div(llvm::Value *A, llvm::Value *C);  ///< Floats.
  llvm::Value *exp(llvm::Value *A);                  ///< By exp2.
  llvm::Value *cast(llvm::Value *A, llvm::Type *To); ///< Signed.

  llvm::IRBuilderBase &builder() { return B; }

private:
  llvm::CallInst *emit(TensorOp Op, llvm::Type *Result, Values Operands,
                       llvm::StringRef Operation = "");
  llvm::IRBuilderBase &B;
};

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_TENSORS_TENSORCALLS_H
