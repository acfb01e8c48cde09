//===- ShapeOps.h - Layouts through shape operations ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transposing a tensor need not move data: element (i, j) is called element (j,
// i), and the layout changes instead:
//
//   operand   register=[[0,1]], lane=[[1,0],[2,0]] -> [4,2]
//   trans     register=[[1,0]], lane=[[0,1],[0,2]] -> [2,4]
//
// The same holds for all shape operations. For each layout of the operand there
// is one of the result, and vice versa, such that every thread has all it needs
// and the operation only renames registers (the paper's theorem 9.3):
//
//   forward    the operand's layout is given, which is the result's?
//   backward   the result's layout is given, which is the operand's?
//   registers  both are given: what becomes of a thread's registers?
//
//              result element              forward takes
//   trans      (x[0], x[1], ...) is        the outputs in the new order
//              operand's x[Order]
//   reshape    of the same row-major       the outputs cut at other places
//              number
//   expandDims x without coordinate Axis   an output of size 1 more
//   broadcast  x, 0 where the operand      free bits of the operand's layout
//              has size 1                  to fill the new elements, see below
//   join       (x, w) is x of operand w,   a new lowest register bit for w
//              w = 0, 1
//   split      of result w, x is (x, w)    the register bit that moves along w
//                                          out of the registers
//
// Broadcast. Threads may hold copies of the operand. The copies can serve as
// the new elements, so that no thread has more registers than it needs. After a
// row sum (Slicing.h), broadcast to the width of the row again:
//
//   operand    register=[[1,0],[2,0]], lane=[[0,0],[0,0]], warp=[[0,0]]
//              -> [4,1]
//   to [4,8]   register=[[1,0],[2,0]], lane=[[0,1],[0,2]], warp=[[0,4]]
//              -> [4,8]
//   to [4,16]  register=[[1,0],[2,0],[0,8]], the rest as before
//
// Free bits (Slicing.h) are used from register to block, the lowest first, for
// the new coordinates from the last dimension to the first, the lowest bit
// first. The remaining coordinates get new register bits above the old ones. So
// the sum of a row of a blocked layout, broadcast again, has the layout that
// was summed.
//
// Tensors have dimensions by position: the outputs of a layout are taken in
// their order, whatever their names, and results are called dim0, dim1, ... All
// layouts may have offsets.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ALGEBRA_SHAPEOPS_H
#define F2LAYOUT_LAYOUTS_ALGEBRA_SHAPEOPS_H

#include "layouts/algebra/RegisterAction.h"

namespace f2layout {
inline namespace layouts {

class ShapeOp {
public:
  using Shape = llvm::SmallVector<uint64_t, 5>;

  /// Dimension i of the result is dimension Order[i] of the operand. Like all
  /// functions below, fails if a size is not a power of two; also fails if
  /// Order is not a permutation of the dimensions.
  static llvm::Expected<ShapeOp> trans(llvm::ArrayRef<uint64_t> Operand,
                                       llvm::ArrayRef<unsigned> Order);
  /// Fails if the numbers of elements differ.
  static llvm::Expected<ShapeOp> reshape(llvm::ArrayRef<uint64_t> Operand,
                                         llvm::ArrayRef<uint64_t> Result);
  /// A new dimension of size 1 that becomes number Axis. Fails if Axis is
  /// larger than the number of dimensions.
  static llvm::Expected<ShapeOp> expandDims(llvm::ArrayRef<uint64_t> Operand,
                                            unsigned Axis);
  /// Dimensions of size 1 are repeated. Fails if another size or the number of
  /// dimensions changes.
  static llvm::Expected<ShapeOp> broadcast(llvm::ArrayRef<uint64_t> Operand,
                                           llvm::ArrayRef<uint64_t> Result);
  /// Two operands of this shape; the result has one more dimension, the last,
  /// of size 2.
  static llvm::Expected<ShapeOp> join(llvm::ArrayRef<uint64_t> Operand);
  /// Two results without the last dimension, which must have size 2.
  static llvm::Expected<ShapeOp> split(llvm::ArrayRef<uint64_t> Operand);

  llvm::ArrayRef<uint64_t> operandShape() const { return From; }
  llvm::ArrayRef<uint64_t> resultShape() const { return To; }

  /// The result's layout, such that `registers` exists; for split, of both
  /// results. Fails if the layout is not of the operand's shape, and for split
  /// if the two elements of a pair are not in the registers of one thread, the
  /// same for all threads.
  llvm::Expected<LinearLayout> forward(const LinearLayout &Operand) const;
  /// The operand's layout, such that `registers` exists; for join, of both
  /// operands. Fails if the layout is not of the result's shape, and for join
  /// as forward does for split.
  llvm::Expected<LinearLayout> backward(const LinearLayout &Result) const;

  /// From a thread's registers of the operand to its registers of the result.
  /// Two operands, or results, are one list, the second after the first. Fails
  /// if a thread lacks an element, or has it in another register than other
  /// threads.
  llvm::Expected<RegisterAction> registers(const LinearLayout &Operand,
                                           const LinearLayout &Result) const;

private:
  enum class Kind { Trans, Reshape, Broadcast, Join, Split };

  ShapeOp(Kind K, llvm::ArrayRef<uint64_t> From, llvm::ArrayRef<uint64_t> To)
      : K(K), From(From.begin(), From.end()), To(To.begin(), To.end()) {}
  static llvm::Expected<ShapeOp> checked(Kind K, llvm::ArrayRef<uint64_t> From,
                                         llvm::ArrayRef<uint64_t> To);
  llvm::Expected<LinearLayout> elements() const;

  Kind K;
  Shape From, To;
  llvm::SmallVector<unsigned, 5> Order; ///< Of trans.
};

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ALGEBRA_SHAPEOPS_H
