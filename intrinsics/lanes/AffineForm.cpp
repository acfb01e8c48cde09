//===- AffineForm.cpp - F2-affine functions as shifts and masks -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/lanes/AffineForm.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {

/// Beyond this many columns no set of lone columns is tried.
static constexpr unsigned MaxSearchedColumns = 10;

/// Terms if the columns in Alone are taken alone and the rest as diagonals.
static SmallVector<AffineTerm, 8> termsWith(ArrayRef<uint32_t> Columns,
                                            uint32_t Alone) {
  std::map<int, uint32_t> MaskOfShift;
  SmallVector<AffineTerm, 8> Terms;
  for (unsigned J = 0; J < Columns.size(); ++J) {
    if (Alone >> J & 1) {
      if (Columns[J])
        Terms.push_back({true, J, 0, Columns[J]});
      continue;
    }
    for (unsigned I = 0; I < 32; ++I)
      if (Columns[J] >> I & 1)
        MaskOfShift[int(I) - int(J)] |= 1u << J;
  }
  for (auto [Shift, Mask] : MaskOfShift)
    Terms.push_back({false, 0, Shift, Mask});
  return Terms;
}

unsigned costOf(ArrayRef<AffineTerm> Terms) {
  unsigned Cost = 0;
  for (const AffineTerm &T : Terms)
    Cost += T.IsColumn ? 3 : T.Shift ? 2 : 1;
  return Cost;
}

SmallVector<AffineTerm, 8> decomposeLinear(ArrayRef<uint32_t> Columns) {
  SmallVector<AffineTerm, 8> Best = termsWith(Columns, 0);
  if (Columns.size() > MaxSearchedColumns)
    return Best;
  for (uint32_t Alone = 1; Alone < (1u << Columns.size()); ++Alone) {
    SmallVector<AffineTerm, 8> Terms = termsWith(Columns, Alone);
    if (costOf(Terms) < costOf(Best))
      Best = std::move(Terms);
  }
  return Best;
}

/// (X & Mask) shifted. The mask is left out where X, or the shift, already
/// clears the other bits.
static Value *emitDiagonal(IRBuilder<> &B, Value *X, unsigned XBits,
                           const AffineTerm &T) {
  uint32_t CanBeSet = maskTrailingOnes<uint32_t>(XBits);
  if (T.Shift < 0)
    CanBeSet &= ~maskTrailingOnes<uint32_t>(unsigned(-T.Shift));
  else
    CanBeSet &= maskTrailingOnes<uint32_t>(32 - T.Shift);
  if (T.Mask != CanBeSet)
    X = B.CreateAnd(X, T.Mask);
  if (T.Shift > 0)
    return B.CreateShl(X, T.Shift);
  if (T.Shift < 0)
    return B.CreateLShr(X, -T.Shift);
  return X;
}

/// The column, or nothing, by one bit of X: two shifts that back ends know as
/// a signed bit-field extract of one bit.
static Value *emitColumn(IRBuilder<> &B, Value *X, const AffineTerm &T) {
  Value *Top = B.CreateShl(X, 31 - T.InputBit);
  return B.CreateAnd(B.CreateAShr(Top, 31), T.Mask);
}

Value *emitAffine(IRBuilder<> &B, Value *X, unsigned XBits,
                  const AffineForm &Form) {
  Value *Sum = nullptr;
  for (const AffineTerm &T : decomposeLinear(Form.Columns)) {
    Value *V = T.IsColumn ? emitColumn(B, X, T) : emitDiagonal(B, X, XBits, T);
    Sum = Sum ? B.CreateXor(Sum, V) : V;
  }
  Value *Constant = B.getInt32(Form.Constant);
  if (!Sum)
    return Constant;
  return Form.Constant ? B.CreateXor(Sum, Constant) : Sum;
}

std::optional<AffineForm> fitAffineForm(ArrayRef<uint32_t> Table) {
  assert(isPowerOf2_64(Table.size()) && "one entry per lane");
  AffineForm Form;
  Form.Constant = Table[0];
  for (size_t Unit = 1; Unit < Table.size(); Unit *= 2)
    Form.Columns.push_back(Table[Unit] ^ Table[0]);
  for (size_t X = 0; X < Table.size(); ++X)
    if (Form.at(X) != Table[X])
      return std::nullopt;
  return Form;
}

} // namespace intrinsics
} // namespace f2layout
