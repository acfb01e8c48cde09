//===- LayoutDims.h - Lists of dimensions ---------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Queries of `inputs()` and `outputs()` that the operations on layouts share,
// and the text of their error messages:
//
//   bitsOf({register:1, lane:5}, "lane")        5, and 0 for a name not there
//   dimText({m:4, n:2})                         "[m:16,n:4]"
//   pointText((13,11))                          "[13,11]"
//   shapeText((32,64))                          "32x64"
//   bitsText({register:1, lane:5}, 0b101)       "register bit 0, lane bit 1"
//
// and of whole layouts, here of L = register=[[1]], lane=[[2],[4]] -> [8]:
//
//   shapeOf(L)                                  (8)
//   columnsOf(L, "lane")                        the matrix (3, {2, 4})
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ALGEBRA_LAYOUTDIMS_H
#define F2LAYOUT_LAYOUTS_ALGEBRA_LAYOUTDIMS_H

#include "layouts/algebra/LinearLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

namespace f2layout {
inline namespace layouts {

inline llvm::Error layoutError(const llvm::Twine &Message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), Message);
}

/// The name of an output that was given none: dim0, dim1, ...
inline std::string defaultName(size_t Index) {
  return "dim" + std::to_string(Index);
}

/// The position of the named dimension in the list.
inline std::optional<unsigned> indexOf(llvm::ArrayRef<LayoutDim> Dims,
                                       llvm::StringRef Name) {
  for (auto [I, D] : llvm::enumerate(Dims))
    if (D.Name == Name)
      return unsigned(I);
  return std::nullopt;
}

/// The bits of the named dimension; 0 if there is no dimension of that name.
inline unsigned bitsOf(llvm::ArrayRef<LayoutDim> Dims, llvm::StringRef Name) {
  std::optional<unsigned> I = indexOf(Dims, Name);
  return I ? Dims[*I].Bits : 0;
}

inline unsigned sumBits(llvm::ArrayRef<LayoutDim> Dims) {
  unsigned Sum = 0;
  for (const LayoutDim &D : Dims)
    Sum += D.Bits;
  return Sum;
}

inline llvm::SmallVector<llvm::StringRef>
namesOf(llvm::ArrayRef<LayoutDim> Dims) {
  llvm::SmallVector<llvm::StringRef> Names;
  for (const LayoutDim &D : Dims)
    Names.push_back(D.Name);
  return Names;
}

/// Outputs as the inputs of an inverse, and vice versa; flat numbers do not
/// change.
inline std::vector<LayoutDim> swapped(llvm::ArrayRef<LayoutDim> Dims) {
  return std::vector<LayoutDim>(Dims.rbegin(), Dims.rend());
}

/// The sizes of a layout's outputs.
inline llvm::SmallVector<uint64_t> shapeOf(const LinearLayout &L) {
  llvm::SmallVector<uint64_t> Shape;
  for (const LayoutDim &D : L.outputs())
    Shape.push_back(D.size());
  return Shape;
}

/// Sizes with names, as in the text of a layout.
inline std::string dimText(llvm::ArrayRef<LayoutDim> Dims) {
  auto One = [](const LayoutDim &D) {
    return D.Name + ":" + std::to_string(D.size());
  };
  return "[" + llvm::join(llvm::map_range(Dims, One), ",") + "]";
}

template <typename RangeT>
std::string joinNumbers(const RangeT &Numbers, llvm::StringRef Separator) {
  auto One = [](uint64_t X) { return std::to_string(X); };
  return llvm::join(llvm::map_range(Numbers, One), Separator);
}

/// The text of a point, or of any list of numbers.
template <typename RangeT> std::string pointText(const RangeT &Point) {
  return "[" + joinNumbers(Point, ",") + "]";
}

/// Sizes of a tensor as users give them: "32x64".
inline std::string shapeText(llvm::ArrayRef<uint64_t> Shape) {
  return joinNumbers(Shape, "x");
}

/// "lane bit 2, warp bit 0" for the flat input bits that are set.
inline std::string bitsText(llvm::ArrayRef<LayoutDim> Inputs,
                            const LongWord &Flat) {
  llvm::SmallVector<std::string> Bits;
  unsigned Column = 0;
  for (const LayoutDim &D : Inputs)
    for (unsigned Bit = 0; Bit < D.Bits; ++Bit)
      if (Flat[Column++])
        Bits.push_back(D.Name + " bit " + std::to_string(Bit));
  return llvm::join(Bits, ", ");
}

/// Returns true if the only input is "offset".
inline bool hasOffsets(const LinearLayout &L) {
  return L.inputs().size() == 1 && L.inputs()[0].Name == "offset";
}

/// Returns true if no layout has both inputs: memory has offsets, of each
/// block, and threads have registers.
inline bool excludeEachOther(llvm::StringRef A, llvm::StringRef B) {
  if (B == "offset")
    std::swap(A, B);
  return A == "offset" && (B == "register" || B == "lane" || B == "warp");
}

/// What is wrong with an input behind one that it excludes.
inline std::string exclusionText(llvm::StringRef Before,
                                 llvm::StringRef Input) {
  return ("expected offset and block (memory) or register, lane, warp, block; "
          "found '" +
          Input + "' after '" + Before + "'")
      .str();
}

/// Returns true if all inputs are "register", "lane", "warp" or "block".
inline bool hasThreads(const LinearLayout &L) {
  return llvm::all_of(L.inputs(), [](const LayoutDim &D) {
    return D.Name == "register" || D.Name == "lane" || D.Name == "warp" ||
           D.Name == "block";
  });
}

/// The error that an operation named a dimension which does not exist.
inline llvm::Error noSuchDim(llvm::StringRef Kind, llvm::StringRef Name,
                             llvm::ArrayRef<LayoutDim> Dims) {
  return layoutError("layout has no " + Kind + " dimension '" + Name +
                     "', expected one of " + dimText(Dims));
}

/// The images of the bits of the named input, one row for each output bit of L;
/// no columns if there is no input of that name.
inline BitMatrix columnsOf(const LinearLayout &L, llvm::StringRef In) {
  unsigned First = L.inputShift(In).value_or(0), Bits = L.inputBits(In);
  BitMatrix Columns = BitMatrix::zero(L.outputBits(), Bits);
  for (unsigned Bit = 0; Bit < Bits; ++Bit)
    Columns.setColumn(Bit, L.matrix().longColumn(First + Bit));
  return Columns;
}

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ALGEBRA_LAYOUTDIMS_H
