//===- LinearLayout.h - Labelled linear and affine maps over F2 -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout states which element of a tensor is held where. Take a 16x16 tile
// held by two warps of 32 lanes with four registers each, every lane a 2x2
// square, eight rows of four lanes a warp, one warp above the other:
//
//            column 0    1     2    3     4 ...
//   row 0      t0r0 t0r1   t1r0 t1r1   t2r0 ...        warp 0 (t: lane,
//   row 1      t0r2 t0r3   t1r2 t1r3   t2r2 ...                r: register)
//   row 2      t8r0 t8r1   t9r0 t9r1  t10r0 ...
//   ...
//   row 8      t0r0 ...                                warp 1
//
// A few entries determine the whole table. Register 1 is at (0,1), register 2
// at (1,0); lane 1 at (0,2), lane 2 at (0,4), lane 4 at (0,8), lane 8 at (2,0),
// lane 16 at (4,0); warp 1 at (8,0). Every other entry is the xor of the
// entries at the set bits of its number. Register 3 of lane 21 = 1 ^ 4 ^ 16 of
// warp 1 holds
//
//   (0,1) ^ (1,0) ^ (0,2) ^ (0,8) ^ (4,0) ^ (8,0)  ==  (13,11)
//
// So this is the layout, in the text form of LayoutText.h:
//
//   register=[[0,1],[1,0]], lane=[[0,2],[0,4],[0,8],[2,0],[4,0]],
//   warp=[[8,0]] -> [16,16]
//
// It is a linear map over F2: each input dimension lists the images of its
// bits, least significant first. The images need not be unit vectors. A 4x4
// tile in memory, the columns of row i swizzled by xor with i:
//
//   offset=[[0,1],[0,2],[1,1],[2,2]] -> [4,4]
//
// Offset 14 = 2 ^ 4 ^ 8 holds (0,2) ^ (1,1) ^ (2,2) == (3,1). Nor must the map
// be one-to-one: an image [0,0] means that the bit has no effect, so both of
// its values hold the same element.
//
// With a constant xor-ed at the end a layout is affine: the columns of the tile
// reversed are the same layout `-> [4,4] ^ [0,3]`.
//
// Flat numbers. Input bits are numbered from bit 0 of the first input dimension
// up: register bits, then lane bits, then warp bits. Output bits are numbered
// from bit 0 of the *last* output dimension up, so the flat number of an
// element is its row-major number: (13,11) of 16x16 is 13 * 16 + 11 == 219. On
// flat numbers a layout is a matrix and a word:
//
//   flat output == matrix().apply(flat input) ^ flatOffset()
//
// Flat numbers are words where they fit. A dimension has at most 63 bits, so
// that its size is a word, but all dimensions together may have more. Then
// callers must use the functions on long words (LongWord.h); those on words use
// the low 64 bits. Up to 64 bits nothing is allocated if names have at most 16
// letters and there are at most six dimensions on a side.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ALGEBRA_LINEARLAYOUT_H
#define F2LAYOUT_LAYOUTS_ALGEBRA_LINEARLAYOUT_H

#include "layouts/algebra/DimName.h"
#include "layouts/f2/BitMatrix.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace f2layout {
inline namespace layouts {

/// One coordinate for each output dimension, in their order.
using LayoutPoint = llvm::SmallVector<uint64_t, 6>;

/// The most inputs, and the most outputs, that a layout may have. Names are
/// compared pairwise, as there are few; no tensor has a hundred dimensions.
constexpr unsigned MaxLayoutDims = 1024;

/// A dimension of 2^Bits indices: ("lane", 5).
struct LayoutDim {
  DimName Name;
  unsigned Bits = 0;

  /// Bits is at most 63 in every LinearLayout.
  uint64_t size() const { return uint64_t(1) << (Bits & 63); }
  bool operator==(const LayoutDim &O) const {
    return Name == O.Name && Bits == O.Bits;
  }
};

using LayoutDims = llvm::SmallVector<LayoutDim, 6>;

/// A layout as it was written, unchecked. The swizzled tile above is
///
///   LayoutSpec{{{"offset", {{0, 1}, {0, 2}, {1, 1}, {2, 2}}}},
///              {{"dim0", 4}, {"dim1", 4}},
///              {}}
struct LayoutSpec {
  struct Input {
    std::string Name;
    std::vector<LayoutPoint> Images; ///< Of bit 0, bit 1, ...
  };
  struct Output {
    std::string Name; ///< "dim0", "dim1", ... where the text names none.
    uint64_t Size = 1;
  };
  std::vector<Input> Inputs;
  std::vector<Output> Outputs;
  LayoutPoint Offset; ///< Empty stands for zero.
};

/// The place of a fault in a spec: in the images `[[0,1],[0,9]]` of input 0 the
/// 9 is (Coordinate, Dim 0, Bit 1, Axis 1).
struct LayoutFault {
  enum Part { InputName, Image, Coordinate, Output, Offset };
  Part Where = InputName;
  unsigned Dim = 0;  ///< Number of the input, or of the output.
  unsigned Bit = 0;  ///< Image, Coordinate: of which input bit.
  unsigned Axis = 0; ///< Coordinate, Offset: in which output.
  std::string Message;
};

/// The first fault of a spec, if there is one.
std::optional<LayoutFault> findFault(const LayoutSpec &Spec);

class LinearLayout {
public:
  /// The layout without inputs and outputs.
  LinearLayout() {} // = default would clear the room for columns first.
  static llvm::Expected<LinearLayout> create(const LayoutSpec &Spec);
  /// The matrix and the offset are on flat numbers. Fails on names that are no
  /// identifiers or appear twice, on a dimension of more than 63 bits, on more
  /// than MaxLayoutDims of a kind, and if the matrix or the offset do not have
  /// the sizes of the dimensions.
  static llvm::Expected<LinearLayout>
  fromMatrix(llvm::ArrayRef<LayoutDim> Inputs,
             llvm::ArrayRef<LayoutDim> Outputs, const BitMatrix &Matrix,
             const LongWord &FlatOffset = 0);

  /// Index i of input In is element i of output Out. identity(2, "register",
  /// "dim0") is `register=[[1],[2]] -> [4]`.
  static llvm::Expected<LinearLayout>
  identity(unsigned Bits, llvm::StringRef In, llvm::StringRef Out);
  /// Index i of input In is element i * Stride of output Out, which has size
  /// 2^Bits * Stride. Stride is a power of two. strided(2, 4, "lane", "dim0")
  /// is `lane=[[4],[8]] -> [16]`.
  static llvm::Expected<LinearLayout> strided(unsigned Bits, uint64_t Stride,
                                              llvm::StringRef In,
                                              llvm::StringRef Out);
  /// Every index of input In is element 0 of output Out, which has size 1.
  /// zeros(2, "lane", "dim0") is `lane=[[0],[0]] -> [1]`.
  static llvm::Expected<LinearLayout> zeros(unsigned Bits, llvm::StringRef In,
                                            llvm::StringRef Out);
  /// The layout as a spec: create(L.spec()) == L.
  LayoutSpec spec() const;

  llvm::ArrayRef<LayoutDim> inputs() const { return Ins; }
  llvm::ArrayRef<LayoutDim> outputs() const { return Outs; }
  unsigned inputBits() const { return Matrix.cols(); }
  unsigned outputBits() const { return Matrix.rows(); }
  /// Bits of the named dimension; 0 if there is none of that name.
  unsigned inputBits(llvm::StringRef Name) const;
  unsigned outputBits(llvm::StringRef Name) const;
  /// The flat number of bit 0 of the named dimension.
  std::optional<unsigned> inputShift(llvm::StringRef Name) const;
  std::optional<unsigned> outputShift(llvm::StringRef Name) const;

  const BitMatrix &matrix() const { return Matrix; }
  /// The low 64 bits, which are all bits if there are at most 64 output bits.
  uint64_t flatOffset() const { return FlatOffset.low(); }
  const LongWord &longOffset() const { return FlatOffset; }
  bool isLinear() const { return !FlatOffset; }
  /// Flat inputs and outputs are words.
  bool isOfWords() const { return Matrix.isOfWords(); }
  bool isInjective() const { return Matrix.rank() == inputBits(); }
  bool isSurjective() const { return Matrix.rank() == outputBits(); }

  uint64_t applyFlat(uint64_t Input) const {
    return Matrix.apply(Input) ^ FlatOffset.low();
  }
  LongWord applyFlat(const LongWord &Input) const {
    return Matrix.apply(Input) ^ FlatOffset;
  }
  /// apply({{"register", 3}, {"lane", 21}, {"warp", 1}}) of the tile above is
  /// (13,11). Inputs that are not given are 0. Fails on a name that is not an
  /// input and on an index outside its dimension.
  llvm::Expected<LayoutPoint>
  apply(llvm::ArrayRef<std::pair<llvm::StringRef, uint64_t>> Indices) const;

  /// Conversion between elements and their flat numbers: (13,11) and 219.
  LayoutPoint point(uint64_t FlatOutput) const;
  LayoutPoint point(const LongWord &FlatOutput) const;
  /// Missing coordinates are 0; bits outside the sizes are cut off.
  uint64_t flatten(llvm::ArrayRef<uint64_t> Point) const;
  LongWord flattenLong(llvm::ArrayRef<uint64_t> Point) const;

  /// The same names in the same order, the same images, the same offset.
  bool operator==(const LinearLayout &O) const;
  bool operator!=(const LinearLayout &O) const { return !(*this == O); }

private:
  friend class LayoutParts;
  LayoutDims Ins, Outs;
  BitMatrix Matrix;
  LongWord FlatOffset;
};

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ALGEBRA_LINEARLAYOUT_H
