//===- Layout.h - CuTe layouts, swizzles and their compositions -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A CuTe layout is a function from coordinates to numbers, given by a shape and
// a stride with the same nesting (`shape:stride`):
//
//   ((2,2),3):((24,2),8)
//
//            0   1   2         element (c0,c1) is c0's number + 8 * c1, and c0
//      0     0   8  16         is itself (a,b): 24 * a + 2 * b
//      1    24  32  40
//      2     2  10  18
//      3    26  34  42
//
// One layout takes several kinds of coordinates. A number stands for a tuple
// that it enumerates with the first item fastest:
//
//   integral       7             == (3,1): 7 == 3 + 4 * 1
//   intermediate   (3,1)         == ((1,1),1): 3 == 1 + 2 * 1
//   natural        ((1,1),1)     24 * 1 + 2 * 1 + 8 * 1 == 34
//
// Strides may be negative or zero, sizes are any positive numbers. With strides
// along axes (IntTuple.h) the result is a coordinate: (4,8):(1@1,1@0)
// transposes coordinates, 6 -> (1,2).
//
// A swizzle xors B bits of a number into B others. With Y the bits
// M + max(0,S) ..., and Z the bits M - min(0,S) ...,
//
//   Sw<B,M,S>(x) == x ^ ((x & Y) >> S)         a shift to the left if S < 0
//
//   Sw<2,0,3>   ...YY.ZZ:   bit 3 into bit 0, bit 4 into bit 1
//   Sw<2,0,-3>  ...ZZ.YY
//
// As |S| >= B, Y and Z do not overlap, and a swizzle is its own inverse.
//
// A composed layout is `Sw o Offset o L`: c -> Sw(Offset + L(c)). The sum is of
// integers, with carries. Swizzle or offset may be missing; the offset is a
// coordinate if L gives coordinates, as in `ArithTuple(0,8) o (4,8):(1@0,1@1)`,
// and may have axes that L lacks: `ArithTuple(0,11) o (4):(1@0)`.
//
// An offset that is the place of a pointer which is not yet set counts as 0.
// Its swizzle is one of byte addresses, whatever the elements are. Here it is
// kept as the swizzle of the elements: CuTe's text
//
//   Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)
//
// is the swizzle Sw<3,3,3> of halves, since element x has the address 2 x.
//
// (CuTe: media/docs/cpp/cute/01_layout.md, include/cute/layout.hpp, stride.hpp,
// swizzle.hpp. C. Cecka, CuTe Layout Representation and Algebra.)
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_CUTE_LAYOUT_H
#define F2LAYOUT_LAYOUTS_CUTE_LAYOUT_H

#include "layouts/cute/IntTuple.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace f2layout {
inline namespace layouts {
namespace cute {

/// One flattened mode, `Size:Stride`.
struct Mode {
  Int Size, Stride;
  bool operator==(const Mode &O) const {
    return Size == O.Size && Stride == O.Stride;
  }
};

class Layout {
public:
  /// `_1:_0`.
  Layout() : Shape(fixed(1)), Stride(fixed(0)) {}
  /// Fails unless shape and stride are congruent, all sizes are positive, the
  /// size and all values stay below 2^62, and all strides that are not zero are
  /// numbers or all lie along axes of one coordinate.
  static llvm::Expected<Layout> create(IntTuple Shape, IntTuple Stride);
  /// Flat, and of one integer if there is one mode. There is at least one.
  static llvm::Expected<Layout> create(llvm::ArrayRef<Mode> Modes);
  /// With compact strides, the first mode fastest.
  static llvm::Expected<Layout> create(IntTuple Shape);

  const IntTuple &shape() const { return Shape; }
  const IntTuple &stride() const { return Stride; }
  unsigned rank() const { return Shape.rank(); }
  unsigned depth() const { return Shape.depth(); }
  /// Mode I as a layout.
  Layout mode(unsigned I) const;
  /// The modes, flattened. There is at least one.
  std::vector<Mode> modes() const;

  int64_t size() const { return cute::size(Shape); }
  /// One more than the largest value, if no stride is negative. Negative
  /// strides count as positive ones, as in CuTe. Of coordinates, the product.
  int64_t cosize() const;
  /// One more than the largest value in every axis: (4,8) for
  /// (8,4):(1@1,1@0).
  IntTuple coshape() const;
  /// All values are numbers, not coordinates.
  bool givesNumbers() const;

  /// The value at an integral coordinate. Coordinates from size() on continue
  /// along the last mode. The layout gives numbers.
  int64_t operator()(int64_t Index) const;
  /// The value at a coordinate of any kind. Fails if the coordinate is not
  /// weakly congruent to the shape or lies outside of it. The result is a
  /// tuple if the strides have axes.
  llvm::Expected<IntTuple> evaluate(const IntTuple &Coordinate) const;

  bool operator==(const Layout &O) const {
    return Shape == O.Shape && Stride == O.Stride;
  }
  bool operator!=(const Layout &O) const { return !(*this == O); }

private:
  Layout(IntTuple Shape, IntTuple Stride)
      : Shape(std::move(Shape)), Stride(std::move(Stride)) {}
  IntTuple Shape, Stride;
};

/// The layout with these layouts as modes. There is at least one.
llvm::Expected<Layout> joined(llvm::ArrayRef<Layout> Modes);

/// The compact strides of a shape, the first mode fastest (Left) or the last
/// one; a static size 1 has stride _0. The axes of a size, with which no layout
/// is created, are ignored.
enum class Major { Left, Right };
IntTuple compactStride(const IntTuple &Shape, Major M = Major::Left,
                       Int First = fixed(1));

/// Conversion between an integral and a natural coordinate of a shape.
IntTuple naturalCoordinate(int64_t Index, const IntTuple &Shape);
/// Fails as Layout::evaluate does.
llvm::Expected<int64_t> integralCoordinate(const IntTuple &Coordinate,
                                           const IntTuple &Shape);

class Swizzle {
public:
  Swizzle() = default; ///< `Sw<0,0,0>`, the identity.
  /// Fails unless B, M >= 0, |S| >= B and B + M + |S| <= 62.
  static llvm::Expected<Swizzle> create(int64_t B, int64_t M, int64_t S);

  int bits() const { return B; }
  int base() const { return M; }
  int shift() const { return S; }
  /// The bits that are read, and those that change.
  uint64_t sources() const { return mask() << (M + (S > 0 ? S : 0)); }
  uint64_t targets() const { return mask() << (M - (S < 0 ? S : 0)); }
  /// The size of the smallest domain that has all these bits.
  uint64_t size() const { return uint64_t(1) << (B + M + (S < 0 ? -S : S)); }

  int64_t operator()(int64_t X) const {
    uint64_t Y = uint64_t(X) & sources();
    return int64_t(uint64_t(X) ^ (S < 0 ? Y << -S : Y >> S));
  }
  bool operator==(const Swizzle &O) const {
    return B == O.B && M == O.M && S == O.S;
  }

private:
  uint64_t mask() const { return (uint64_t(1) << B) - 1; }
  int B = 0, M = 0, S = 0;
};

/// `smem_ptr[16b](unset)`: a pointer to elements of 16 bits, not yet set.
struct UnsetPointer {
  std::string Name; ///< "smem_ptr"
  int64_t Bits = 0; ///< Of an element; positive.

  bool operator==(const UnsetPointer &O) const {
    return Name == O.Name && Bits == O.Bits;
  }
};

/// `Sw o Offset o Inner`.
struct ComposedLayout {
  /// Of the numbers of elements, also where the text has that of addresses.
  std::optional<Swizzle> Outer;
  /// Counts as 0 if it is missing. It has an item for every axis of the values.
  std::optional<IntTuple> Offset;
  /// In place of the offset.
  std::optional<UnsetPointer> Pointer;
  Layout Inner;

  /// Fails if an offset cannot be added to what the inner layout gives, and if
  /// a swizzle is applied to coordinates or to negative numbers.
  static llvm::Expected<ComposedLayout> create(std::optional<Swizzle> Outer,
                                               std::optional<IntTuple> Offset,
                                               Layout Inner);
  /// A layout alone, without swizzle and offset.
  bool isPlain() const { return !Outer && !Offset && !Pointer; }
  /// The offset as a number; the layout gives numbers.
  int64_t offset() const { return Offset ? Offset->integer().Value : 0; }
  /// As of Layout; of the sums of offset and layout, before the swizzle.
  IntTuple coshape() const;

  /// As of Layout.
  int64_t operator()(int64_t Index) const;
  llvm::Expected<IntTuple> evaluate(const IntTuple &Coordinate) const;
  int64_t size() const { return Inner.size(); }

  bool operator==(const ComposedLayout &O) const {
    return Outer == O.Outer && Offset == O.Offset && Pointer == O.Pointer &&
           Inner == O.Inner;
  }
};

/// An error of that message.
llvm::Error cuteError(const llvm::Twine &Message);

} // namespace cute
} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_CUTE_LAYOUT_H
