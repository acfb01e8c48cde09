//===- Echelon.h - Gaussian elimination by highest bit --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal; BitMatrix.h has the public functions.
//
// Independent vectors are filed by their highest bit. Each vector carries a
// label, and labels are added whenever vectors are added. If column j has the
// label 1 << j, a label states which columns a vector is the sum of.
//
//   insert 0b011 with label 1:  file 1 holds (0b011, 1)
//   insert 0b010 with label 2:  0b010 ^ 0b011 == 0b001, file 0 holds (0b001, 3)
//   reduce 0b101: nothing in file 2, bit 2 stays; file 0 removes bit 0:
//                 (0b100, 3)
//
// Rank, kernel, image, solution, inverse and reduced basis can be read from the
// files. The vectors are words, which need no allocation, or long words of any
// length.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_F2_ECHELON_H
#define F2LAYOUT_LAYOUTS_F2_ECHELON_H

#include "layouts/f2/LongWord.h"
#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

namespace f2layout {
inline namespace layouts {

inline unsigned highestBit(uint64_t X) { return 63 - llvm::countl_zero(X); }
inline unsigned highestBit(const LongWord &X) { return X.highestBit(); }

template <typename VectorT> VectorT unitVector(unsigned N) {
  if constexpr (std::is_same_v<VectorT, LongWord>)
    return LongWord::unit(N);
  else
    return uint64_t(1) << N;
}

/// The highest bit below Below that is set in both, if there is one.
inline std::optional<unsigned>
highestCommonBit(const LongWord &A, const LongWord &B, unsigned Below) {
  unsigned Words = std::min(A.numWords(), B.numWords());
  for (unsigned I = std::min(Words, Below / 64 + 1); I-- > 0;) {
    uint64_t Both = A.word(I) & B.word(I) & lowOnes(Below - 64 * I);
    if (Both)
      return 64 * I + highestBit(Both);
  }
  return std::nullopt;
}

/// The low N bits.
template <typename VectorT> VectorT onesVector(unsigned N) {
  if constexpr (std::is_same_v<VectorT, LongWord>)
    return LongWord::ones(N);
  else
    return lowOnes(N);
}

template <typename VectorT> class Echelon {
  static constexpr bool IsWord = std::is_same_v<VectorT, uint64_t>;

public:
  struct Entry {
    VectorT Vector;
    VectorT Label;
  };

  Echelon() {}

  /// Clears every bit of the vector that has a file, from the highest to the
  /// lowest.
  Entry reduce(Entry E) const {
    auto Clear = [&](unsigned Top) {
      E.Vector ^= Files[Top].Vector;
      E.Label ^= Files[Top].Label;
    };
    if constexpr (std::is_same_v<VectorT, LongWord>) {
      // The remaining bits are not stored; that would need a long word per bit.
      std::optional<unsigned> Top = ~0u;
      while ((Top = highestCommonBit(E.Vector, Filed, *Top)))
        Clear(*Top);
    } else {
      for (VectorT Left = E.Vector & Filed; Left;) {
        unsigned Top = highestBit(Left);
        Clear(Top);
        Left = E.Vector & Filed & onesVector<VectorT>(Top);
      }
    }
    return E;
  }
  VectorT reduce(const VectorT &V) const { return reduce(Entry{V, 0}).Vector; }

  /// Files the vector if it is independent of the filed ones. Otherwise returns
  /// false, and the label in E states which sum is zero.
  bool insert(Entry &E) {
    E = reduce(std::move(E));
    if (!E.Vector)
      return false;
    unsigned Top = highestBit(E.Vector);
    if constexpr (!IsWord)
      if (Files.size() <= Top)
        Files.resize(Top + 1);
    Files[Top] = E;
    Filed ^= unitVector<VectorT>(Top);
    ++Count;
    return true;
  }
  bool insert(const VectorT &Vector) {
    Entry E{Vector, 0};
    return insert(E);
  }

  unsigned size() const { return Count; }

  /// The highest bits of the filed vectors.
  const VectorT &filed() const { return Filed; }

  /// The filed vectors, increasing, each cleared of the others' highest bits.
  llvm::SmallVector<VectorT> reducedBasis() const {
    llvm::SmallVector<VectorT> Basis(Count, 0);
    unsigned Next = Count;
    for (VectorT Left = Filed; Left;) {
      unsigned Top = highestBit(Left);
      VectorT Unit = unitVector<VectorT>(Top);
      Left ^= Unit;
      Basis[--Next] = reduce(Files[Top].Vector ^ Unit) ^ Unit;
    }
    return Basis;
  }

private:
  // Only files of the bits in Filed are ever read.
  std::conditional_t<IsWord, Entry[64], llvm::SmallVector<Entry, 0>> Files;
  VectorT Filed = 0;
  unsigned Count = 0;
};

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_F2_ECHELON_H
