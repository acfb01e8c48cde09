//===- LayoutParts.h - From names of dimensions to flat bits --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to layouts/.
//
// Layouts are matched by the names of their dimensions, and computed on flat
// numbers. A few runs of bits translate between the two: to compose
//
//   lane=[...] -> [m:4,n:8]          flat: n is bits 0-2, m bits 3-4
//   m=[...], n=[...] -> [offset:32]  flat: m is bits 0-1, n bits 2-4
//
// bits 0-2 move up by two and bits 3-4 down by three. These are the wires
// {0 -> 2, 3 bits}, {3 -> 0, 2 bits}. Runs that remain neighbours are one run.
// Where both sides agree in the order of dimensions there is only one, and
// moving a word is a mask.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_ALGEBRA_LAYOUTPARTS_H
#define F2LAYOUT_LAYOUTS_ALGEBRA_LAYOUTPARTS_H

#include "layouts/algebra/LinearLayout.h"
#include <type_traits>

namespace f2layout {
inline namespace layouts {

/// The dimensions of one side of a layout, the one with the lowest bits first:
/// inputs in their order, outputs from the last one.
class FlatDims {
public:
  static FlatDims inputs(llvm::ArrayRef<LayoutDim> Dims) {
    return FlatDims(Dims, false);
  }
  static FlatDims outputs(llvm::ArrayRef<LayoutDim> Dims) {
    return FlatDims(Dims, true);
  }

  unsigned size() const { return Dims.size(); }
  const LayoutDim &operator[](unsigned I) const {
    return Dims[LastIsLow ? Dims.size() - 1 - I : I];
  }

  struct Place {
    unsigned Shift = 0, Bits = 0;
    bool Exists = false;
  };
  /// Where the bits of the named dimension are; none if it does not exist.
  LLVM_ATTRIBUTE_ALWAYS_INLINE Place find(const DimName &Name) const {
    unsigned Shift = 0;
    for (unsigned I = 0; I < size(); ++I) {
      const LayoutDim &D = (*this)[I];
      if (Name == D.Name)
        return {Shift, D.Bits, true};
      Shift += D.Bits;
    }
    return {};
  }
  unsigned bitsOf(const DimName &Name) const { return find(Name).Bits; }
  unsigned sumBits() const {
    unsigned Sum = 0;
    for (const LayoutDim &D : Dims)
      Sum += D.Bits;
    return Sum;
  }
  /// The list with the lowest first; as a list of outputs, with the lowest
  /// last.
  LayoutDims lowFirst() const { return list(!LastIsLow); }
  LayoutDims lowLast() const { return list(LastIsLow); }

private:
  FlatDims(llvm::ArrayRef<LayoutDim> Dims, bool LastIsLow)
      : Dims(Dims), LastIsLow(LastIsLow) {}
  LayoutDims list(bool AsIs) const {
    return AsIs ? LayoutDims(Dims.begin(), Dims.end())
                : LayoutDims(Dims.rbegin(), Dims.rend());
  }

  llvm::ArrayRef<LayoutDim> Dims;
  bool LastIsLow;
};

inline FlatDims inputsOf(const LinearLayout &L) {
  return FlatDims::inputs(L.inputs());
}
inline FlatDims outputsOf(const LinearLayout &L) {
  return FlatDims::outputs(L.outputs());
}

/// Returns true if both have the same dimensions in any order, except for
/// dimensions without bits.
bool sameDims(const FlatDims &A, const FlatDims &B);

/// The map that takes bits of one flat number to places in another.
class Wires {
public:
  Wires() = default;
  /// Takes bit b of each dimension of From to bit b of the dimension of that
  /// name in To, if there is one. Bits without a place in To are dropped.
  Wires(const FlatDims &From, const FlatDims &To);

  /// Adds a run of Bits bits that starts at bit From and goes to bit To. At
  /// most 63 at a time.
  LLVM_ATTRIBUTE_ALWAYS_INLINE void add(unsigned From, unsigned To,
                                        unsigned Bits) {
    if (!Bits || extend(More.empty() ? First : More.back(), From, To, Bits))
      return;
    Run New = {From, To, Bits, lowOnes(Bits)};
    if (First.Bits == 0)
      First = New;
    else
      More.push_back(New);
  }

  uint64_t apply(uint64_t X) const {
    uint64_t Y = (X >> First.From & First.Mask) << First.To;
    if (!More.empty())
      for (const Run &R : More)
        Y |= (X >> R.From & R.Mask) << R.To;
    return Y;
  }
  LongWord apply(const LongWord &X) const;
  /// The bit that apply takes to bit To.
  std::optional<unsigned> source(unsigned To) const;

private:
  struct Run {
    unsigned From = 0, To = 0, Bits = 0;
    uint64_t Mask = 0; ///< The low Bits bits.
  };
  /// Extends the last run if the new one is its neighbour.
  static bool extend(Run &Last, unsigned From, unsigned To, unsigned Bits) {
    if (Last.From + Last.Bits != From || Last.To + Last.Bits != To ||
        Last.Bits + Bits > 64)
      return false;
    Last.Bits += Bits;
    Last.Mask = lowOnes(Last.Bits);
    return true;
  }

  Run First;                      ///< Usually there is one, or none.
  llvm::SmallVector<Run, 4> More; ///< Empty if First is.
};

/// A layout that an operation constructs in place after checking its operands.
/// The caller ensures that dimensions are distinct and named by identifiers,
/// and that matrix and offset have the dimensions' sizes.
class LayoutParts {
public:
  explicit LayoutParts(LinearLayout &L) : L(L) {}

  LayoutDims &inputs() { return L.Ins; }
  LayoutDims &outputs() { return L.Outs; }
  BitMatrix &matrix() { return L.Matrix; }
  LongWord &offset() { return L.FlatOffset; }

  /// Gives the matrix its size. The caller must then set every column, with
  /// bits inside the rows: words up to 64 rows, else long words.
  void resizeMatrix(unsigned Rows, unsigned Cols) {
    BitMatrix &M = L.Matrix;
    M.NumRows = Rows;
    M.NumCols = Cols;
    M.Words.resize_for_overwrite(size_t(Cols) * M.stride());
  }
  void put(unsigned J, uint64_t Column) { L.Matrix.Words[J] = Column; }
  void put(unsigned J, const LongWord &Column) {
    L.Matrix.setColumn(J, Column);
  }

  static uint64_t column(const BitMatrix &M, unsigned J, uint64_t) {
    return M.Words[J];
  }
  static LongWord column(const BitMatrix &M, unsigned J, const LongWord &) {
    return M.longColumn(J);
  }

private:
  LinearLayout &L;
};

/// Column J, which must exist, and the offset as vectors of either type; words
/// only up to 64 rows.
template <typename VectorT> VectorT columnOf(const BitMatrix &M, unsigned J) {
  return LayoutParts::column(M, J, VectorT());
}
template <typename VectorT> VectorT offsetOf(const LinearLayout &L) {
  if constexpr (std::is_same_v<VectorT, LongWord>)
    return L.longOffset();
  else
    return L.flatOffset();
}

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_ALGEBRA_LAYOUTPARTS_H
