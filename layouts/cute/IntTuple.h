//===- IntTuple.h - Integers of CuTe and nested tuples of them ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shapes, strides and coordinates of CuTe are nested tuples of integers:
//
//   8      _8     (4,8)     ((_2,_2),3)     (_1@0,_1@1)
//
// An integer is static, known to the C++ compiler and written `_8`, or dynamic,
// written `8`. Operations must keep the difference: only a static size 1 can be
// dropped, because the nesting of a result is a type.
//
// A stride may lie along an axis of a coordinate: with the strides (1@0,1@1) a
// layout gives coordinates instead of numbers. `1@0@1` is along axis 0 of the
// tuple at axis 1; C++ calls the axes E<1,0>, outermost first.
//
// The leaves of a tuple are its integers from left to right. ((2,2),3) has
// rank 2, depth 2, the leaves 2, 2, 3 and the size 12.
//
// Shapes are compared by where their coordinates are valid:
//
//   congruent          (2,(3,4)) and (5,(1,1))   the same nesting
//   weakly congruent   6 and (2,(3,4))           the first is coarser
//   compatible         24 and (2,(3,4))          the same, with equal sizes:
//                      (2,12) and (2,(3,4))      every coordinate of the first
//                                                is one of the second
//
// Numbers stay below 2^62 in absolute value. Arithmetic saturates at Overflow,
// which every check of a layout refuses.
//
// (CuTe: media/docs/cpp/cute/01_layout.md, include/cute/int_tuple.hpp.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_CUTE_INTTUPLE_H
#define F2LAYOUT_LAYOUTS_CUTE_INTTUPLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace f2layout {
inline namespace layouts {
namespace cute {

/// The first number that is too large.
constexpr int64_t Overflow = int64_t(1) << 62;

/// An integer, as `_8`, `8` or `_1@0`.
struct Int {
  int64_t Value = 0;
  bool Static = false;
  /// Of a stride along an axis of a coordinate, outermost first: {1, 0} for
  /// E<1,0> and `1@0@1`. Empty for a number.
  std::vector<unsigned> Axes;

  bool isNumber() const { return Axes.empty(); }
  /// A static integer of this value.
  bool isStatic(int64_t V) const {
    return Static && Value == V && Axes.empty();
  }
  bool operator==(const Int &O) const {
    return Value == O.Value && Static == O.Static && Axes == O.Axes;
  }
  bool operator!=(const Int &O) const { return !(*this == O); }
};

inline Int fixed(int64_t Value) { return Int{Value, true, {}}; }
inline Int dynamic(int64_t Value) { return Int{Value, false, {}}; }

/// The result is static if both are; zero times anything is the static zero, as
/// in CuTe. At most one of the two has axes.
Int multiply(const Int &A, const Int &B);
/// The quotient rounded down. B is a positive number, and A is not negative.
Int divide(const Int &A, const Int &B);
/// The quotient rounded up, of the same.
Int ceilDiv(const Int &A, const Int &B);
Int min(const Int &A, const Int &B);
Int absolute(const Int &A);

/// A product of numbers that saturates at Overflow and -Overflow.
int64_t multiply(int64_t A, int64_t B);
int64_t add(int64_t A, int64_t B);

/// An integer or a tuple. A tuple has at least one item.
class IntTuple {
public:
  IntTuple() = default; ///< The dynamic 0.
  IntTuple(Int I) : Leaf(std::move(I)) {}
  IntTuple(std::vector<IntTuple> Items) : Items(std::move(Items)) {}

  bool isTuple() const { return !Items.empty(); }
  const Int &integer() const { return Leaf; } ///< Not of a tuple.
  llvm::ArrayRef<IntTuple> items() const { return Items; }

  /// Items of the tuple; 1 for an integer.
  unsigned rank() const { return isTuple() ? Items.size() : 1; }
  /// Mode I of the tuple; an integer is its only mode.
  const IntTuple &mode(unsigned I) const {
    return isTuple() ? Items[I] : *this;
  }
  /// Levels of brackets; 0 for an integer.
  unsigned depth() const;

  bool operator==(const IntTuple &O) const {
    return Leaf == O.Leaf && Items == O.Items;
  }
  bool operator!=(const IntTuple &O) const { return !(*this == O); }

private:
  Int Leaf;
  std::vector<IntTuple> Items;
};

/// The leaves from left to right.
std::vector<Int> leaves(const IntTuple &T);
/// An integer for a single one, a tuple for several.
IntTuple unwrapped(std::vector<Int> Leaves);
/// A tuple of integers, also of a single one. There is at least one.
IntTuple tupleOf(llvm::ArrayRef<Int> Leaves);
/// (a,(b,c)) becomes (a,b,c); an integer stays one.
IntTuple flatten(const IntTuple &T);
/// The leaves with the nesting of Profile, which has as many.
IntTuple unflatten(llvm::ArrayRef<Int> Leaves, const IntTuple &Profile);
/// The same nesting with a tuple for every leaf.
IntTuple replaceLeaves(const IntTuple &T, llvm::ArrayRef<IntTuple> Parts);
/// The same nesting with F of every leaf.
IntTuple mapLeaves(const IntTuple &T, llvm::function_ref<Int(const Int &)> F);

/// The product of all leaves; static if all are.
Int product(const IntTuple &T);
inline int64_t size(const IntTuple &T) { return product(T).Value; }

bool congruent(const IntTuple &A, const IntTuple &B);
bool weaklyCongruent(const IntTuple &A, const IntTuple &B);
bool compatible(const IntTuple &A, const IntTuple &B);
/// The sum of two coordinates. Items that one of them lacks count as 0, and so
/// does a whole coordinate that is the integer 0: (1,2) + (0,0,3) is (1,2,3).
/// Nothing if an integer that is not 0 meets a tuple. The sum is dynamic.
std::optional<IntTuple> sum(const IntTuple &A, const IntTuple &B);
/// Equal nesting and values, static or not.
bool sameValues(const IntTuple &A, const IntTuple &B);

} // namespace cute
} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_CUTE_INTTUPLE_H
