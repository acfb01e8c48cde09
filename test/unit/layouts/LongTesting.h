//===- LongTesting.h - Random layouts of many bits ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts whose sides have up to 150 bits in all, and what they do to points. A
// point is a list of indices by dimension; flat numbers do not occur.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TEST_UNIT_LAYOUTS_LONGTESTING_H
#define F2LAYOUT_TEST_UNIT_LAYOUTS_LONGTESTING_H

#include "test/unit/layouts/LayoutTesting.h"
#include <map>

namespace f2layout::longtest {

using Indices = std::map<std::string, uint64_t>;

inline Indices at(const LinearLayout &L, const Indices &In) {
  llvm::SmallVector<std::pair<llvm::StringRef, uint64_t>> Args;
  for (const LayoutDim &D : L.inputs())
    if (auto It = In.find(D.Name.str()); It != In.end())
      Args.emplace_back(D.Name, It->second);
  Indices Out;
  llvm::Expected<LayoutPoint> P = L.apply(Args);
  if (!P) {
    ADD_FAILURE() << llvm::toString(P.takeError());
    return Out;
  }
  for (unsigned I = 0; I < P->size(); ++I)
    Out[L.outputs()[I].Name.str()] = (*P)[I];
  return Out;
}

inline Indices randomPlace(Random &R, llvm::ArrayRef<LayoutDim> Dims) {
  Indices Place;
  for (const LayoutDim &D : Dims)
    Place[D.Name.str()] = R() & (D.size() - 1);
  return Place;
}

/// Some of the indices.
inline Indices only(llvm::ArrayRef<LayoutDim> Dims, const Indices &All) {
  Indices Some;
  for (const LayoutDim &D : Dims)
    Some[D.Name.str()] = All.at(D.Name.str());
  return Some;
}

/// The place with a different index of one dimension.
inline Indices with(Indices Place, const std::string &Name, uint64_t Index) {
  Place[Name] = Index;
  return Place;
}

/// All bits of a point, the first dimension of the list in the low bits.
inline std::vector<bool> bitsOfPoint(llvm::ArrayRef<LayoutDim> LowFirst,
                                     const Indices &P) {
  std::vector<bool> Bits;
  for (const LayoutDim &D : LowFirst)
    for (unsigned Bit = 0; Bit < D.Bits; ++Bit)
      Bits.push_back(P.at(D.Name.str()) >> Bit & 1);
  return Bits;
}

inline Indices pointOfBits(llvm::ArrayRef<LayoutDim> LowFirst,
                           const std::vector<bool> &Bits) {
  Indices P;
  unsigned Next = 0;
  for (const LayoutDim &D : LowFirst) {
    uint64_t &Index = P[D.Name.str()];
    for (unsigned Bit = 0; Bit < D.Bits; ++Bit)
      Index |= uint64_t(Bits[Next++]) << Bit;
  }
  return P;
}

inline LayoutDims randomDims(Random &R,
                             std::initializer_list<const char *> Names) {
  LayoutDims Dims;
  for (const char *Name : Names)
    Dims.push_back({Name, unsigned(R() % 51)});
  return Dims;
}

inline BitMatrix randomLongMatrix(Random &R, unsigned Rows, unsigned Cols) {
  BitMatrix M = BitMatrix::zero(Rows, Cols);
  for (unsigned J = 0; J < Cols; ++J)
    M.setColumn(J, LongWord::fromWords({R(), R(), R()}));
  return M;
}

inline LinearLayout randomLong(Random &R, llvm::ArrayRef<LayoutDim> Ins,
                               llvm::ArrayRef<LayoutDim> Outs) {
  unsigned Bits = sumOfBits(Outs);
  LongWord Offset = LongWord::fromWords({R(), R(), R()}) & LongWord::ones(Bits);
  return get(LinearLayout::fromMatrix(
      Ins, Outs, randomLongMatrix(R, Bits, sumOfBits(Ins)), Offset));
}

inline constexpr auto Threads = {"register", "lane", "warp"};
inline constexpr auto Tensor = {"m", "n", "k"};

/// A random layout whose rank is often much below the number of inputs.
inline LinearLayout randomThin(Random &R) {
  LayoutDims Ins = randomDims(R, Threads), Outs = randomDims(R, Tensor);
  unsigned Rows = sumOfBits(Outs), Rank = R() % 90;
  BitMatrix M = randomLongMatrix(R, Rows, Rank) *
                randomLongMatrix(R, Rank, sumOfBits(Ins));
  for (unsigned J = 0, Low = R() & 1 ? std::min(Rows / 2, 64u) : 0;
       J < M.cols(); ++J)
    M.setColumn(J, M.longColumn(J) ^
                       (M.longColumn(J) & LongWord::ones(R() % 4 ? Low : 0)));
  LongWord Offset = LongWord::fromWords({R(), R(), R()}) & LongWord::ones(Rows);
  return get(LinearLayout::fromMatrix(Ins, Outs, M, Offset));
}

/// A random layout that is onto, with more input bits than output bits: a
/// triangular matrix with ones on its diagonal and random other columns, mixed
/// by another matrix.
inline LinearLayout randomOnto(Random &R, llvm::ArrayRef<LayoutDim> Ins,
                               llvm::ArrayRef<LayoutDim> Outs) {
  unsigned Rows = sumOfBits(Outs), Cols = sumOfBits(Ins);
  BitMatrix Right = BitMatrix::zero(Rows, Cols),
            Left = BitMatrix::zero(Rows, Rows);
  for (unsigned J = 0; J < Cols; ++J)
    Right.setColumn(J, J < Rows ? LongWord::unit(J) ^
                                      (LongWord::fromWords({R(), R(), R()}) &
                                       LongWord::ones(J))
                                : LongWord::fromWords({R(), R(), R()}));
  for (unsigned J = 0; J < Rows; ++J) {
    LongWord Above = LongWord::fromWords({R(), R(), R()});
    Left.setColumn(J,
                   LongWord::unit(J) ^ Above ^ (Above & LongWord::ones(J + 1)));
  }
  LongWord Offset = LongWord::fromWords({R(), R(), R()}) & LongWord::ones(Rows);
  return get(LinearLayout::fromMatrix(Ins, Outs, Left * Right, Offset));
}

/// Something that holds of random layouts.
struct RandomCheck {
  const char *Name;
  void (*Check)(Random &);
};

inline std::string
nameOfCheck(const testing::TestParamInfo<RandomCheck> &Info) {
  return Info.param.Name;
}

class RandomChecks : public testing::TestWithParam<RandomCheck> {
protected:
  void checkRandom(uint64_t Seed) {
    Random R(Seed);
    for (unsigned Round = 0; Round < 60 && !HasFailure(); ++Round)
      GetParam().Check(R);
  }
};

/// The same dimensions in another order.
inline LayoutDims reversed(llvm::ArrayRef<LayoutDim> Dims) {
  return LayoutDims(Dims.rbegin(), Dims.rend());
}

} // namespace f2layout::longtest

#endif // F2LAYOUT_TEST_UNIT_LAYOUTS_LONGTESTING_H
