//===- LineImages.cpp - Images along an axis and beside it ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/lines/LineImages.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/f2/Echelon.h"
#include "layouts/machine/Limits.h"
#include "layouts/plan/ThreadChecks.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout {
inline namespace layouts {

static void addBits(LineImage &Sum, ArrayRef<LineImage> Images, uint64_t Bits) {
  for (auto [J, Image] : enumerate(Images))
    if (Bits >> J & 1)
      Sum ^= Image;
}

LineImage LineImages::of(const ThreadBits &B) const {
  LineImage Sum;
  addBits(Sum, Register, B.Register);
  addBits(Sum, Lane, B.Lane);
  addBits(Sum, Warp, B.Warp);
  return Sum;
}

LinearLayout LineImages::layout() const {
  const LayoutDims Ins = {{"register", unsigned(Register.size())},
                          {"lane", unsigned(Lane.size())},
                          {"warp", unsigned(Warp.size())}};
  const LayoutDims Outs = {{"line", LineBits}, {"along", AxisBits}};
  auto Flat = [&](const LineImage &I) { return I.Line << AxisBits | I.Along; };
  SmallVector<uint64_t> Columns;
  for (ArrayRef<LineImage> Images :
       {ArrayRef(Register), ArrayRef(Lane), ArrayRef(Warp)})
    for (const LineImage &I : Images)
      Columns.push_back(Flat(I));
  // The dimensions are those of the columns, so nothing can fail.
  return cantFail(LinearLayout::fromMatrix(
      Ins, Outs, BitMatrix(LineBits + AxisBits, Columns), Flat(Offset)));
}

/// Axis bits First, First + 1, ... of the flat number.
static LineImages imagesOf(const LinearLayout &L, unsigned First,
                           unsigned AxisBits) {
  LineImages Result;
  Result.AxisBits = AxisBits;
  Result.LineBits = L.outputBits() - AxisBits;
  const uint64_t Below = maskTrailingOnes<uint64_t>(First);
  auto Divide = [&](uint64_t Flat) {
    LineImage I;
    I.Line = (Flat & Below) | (Flat >> AxisBits & ~Below);
    I.Along = Flat >> First & maskTrailingOnes<uint64_t>(AxisBits);
    return I;
  };
  auto Add = [&](LineImageList &To, StringRef In) {
    const BitMatrix Columns = columnsOf(L, In);
    for (unsigned J = 0; J < Columns.cols(); ++J)
      To.push_back(Divide(Columns.column(J)));
  };
  Add(Result.Register, "register");
  Add(Result.Lane, "lane");
  Add(Result.Warp, "warp");
  Result.Offset = Divide(L.flatOffset());
  return Result;
}

LineImages lineImages(const LinearLayout &L, unsigned Axis) {
  const LayoutDim &D = L.outputs()[Axis];
  return imagesOf(L, *L.outputShift(D.Name), D.Bits);
}

LineImages lineImages(const LinearLayout &L) { return imagesOf(L, 0, 0); }

unsigned DistinctRegisters::registerOf(unsigned R) const {
  unsigned Register = 0;
  for (auto [J, Bit] : enumerate(Kept))
    Register |= (R >> J & 1) << Bit;
  return Register;
}

unsigned DistinctRegisters::keptOf(unsigned R) const {
  unsigned Register = 0;
  for (auto [J, Same] : enumerate(InKept))
    if (R >> J & 1)
      Register ^= unsigned(Same);
  return Register;
}

DistinctRegisters distinctRegisters(ArrayRef<LineImage> Registers) {
  // The two parts as one vector; together they have fewer than 64 bits.
  unsigned AlongBits = 0;
  for (const LineImage &I : Registers)
    AlongBits = std::max(AlongBits, I.Along ? Log2_64(I.Along) + 1 : 0);
  DistinctRegisters D;
  D.InKept.resize(Registers.size());
  Echelon<uint64_t> Seen;
  for (unsigned J = Registers.size(); J-- > 0;) {
    Echelon<uint64_t>::Entry E{
        Registers[J].Line << AlongBits | Registers[J].Along, uint64_t(1) << J};
    if (Seen.insert(E))
      D.Kept.insert(D.Kept.begin(), J);
    else
      D.InKept[J] = E.Label ^ uint64_t(1) << J; // In bits of all registers.
  }
  for (unsigned J = 0; J < Registers.size(); ++J) {
    const bool IsKept = is_contained(D.Kept, J);
    const uint64_t Sum = IsKept ? uint64_t(1) << J : D.InKept[J];
    D.InKept[J] = 0;
    for (auto [K, Bit] : enumerate(D.Kept))
      D.InKept[J] |= (Sum >> Bit & 1) << K;
  }
  return D;
}

Error checkLineThreads(const LinearLayout &L, const Twine &Which,
                       unsigned LaneBits, const Twine &Why) {
  if (Error E = checkThreadInputs(L, Which))
    return E;
  if (Error E = checkLanes(L, Which, LaneBits, " as on the target"))
    return E;
  if (Error E = checkOneBlock(L, Which, Why))
    return E;
  if (Error E = checkThreadCount(L, Which))
    return E;
  return checkRegisterCount(L, Which, MaxLayoutRegisterBits);
}

Error checkLines(const LinearLayout &L, uint64_t Axis) {
  if (Axis >= L.outputs().size())
    return layoutError(
        "axis " + Twine(int64_t(Axis)) + ", expected one of the tensor's " +
        Twine(L.outputs().size()) + " dimensions, counted from 0");
  if (!L.isSurjective())
    return layoutError("the source layout holds 2^" + Twine(L.matrix().rank()) +
                       " of 2^" + Twine(L.outputBits()) +
                       " elements, expected all of every line");
  return Error::success();
}

} // namespace layouts
} // namespace f2layout
