//===- RegisterAction.cpp - Renaming registers, as a map ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/RegisterAction.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/LayoutText.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

namespace {
/// The number of registers must fit into a word.
constexpr unsigned MaxActionBits = 63;
/// The longest list of an action that is not affine.
constexpr uint64_t MaxTable = uint64_t(1) << 24;
} // namespace

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

static Error tooManyBits(unsigned SourceBits, unsigned ResultBits) {
  return layoutError("register action has " + Twine(SourceBits) +
                     " source bits and " + Twine(ResultBits) +
                     " result bits, expected at most " + Twine(MaxActionBits) +
                     " of each");
}

Expected<RegisterAction> RegisterAction::identity(unsigned Bits) {
  if (Bits > MaxActionBits)
    return tooManyBits(Bits, Bits);
  return affine(BitMatrix::identity(Bits));
}

Expected<RegisterAction> RegisterAction::ofBits(ArrayRef<unsigned> Bits,
                                                unsigned SourceBits) {
  if (SourceBits > MaxActionBits)
    return tooManyBits(SourceBits, Bits.size());
  SmallVector<uint64_t, 8> Columns;
  for (unsigned Bit : Bits) {
    if (Bit >= SourceBits)
      return layoutError("register bit " + Twine(Bit) + " is out of range, " +
                         "expected less than " + Twine(SourceBits));
    uint64_t Unit = uint64_t(1) << Bit;
    if (is_contained(Columns, Unit))
      return layoutError("register bit " + Twine(Bit) + " appears twice");
    Columns.push_back(Unit);
  }
  return affine(BitMatrix(SourceBits, Columns));
}

Expected<RegisterAction> RegisterAction::affine(const BitMatrix &Matrix,
                                                uint64_t Offset) {
  if (Matrix.rows() > MaxActionBits || Matrix.cols() > MaxActionBits)
    return tooManyBits(Matrix.rows(), Matrix.cols());
  if (Offset >> Matrix.rows())
    return layoutError("offset " + Twine(Offset) + " of a register action " +
                       "does not fit " + Twine(Matrix.rows()) + " source bits");
  RegisterAction A;
  A.Sources = uint64_t(1) << Matrix.rows();
  A.Results = uint64_t(1) << Matrix.cols();
  A.Matrix = Matrix;
  A.Offset = Offset;
  return A;
}

Expected<RegisterAction>
RegisterAction::ofRegisters(ArrayRef<uint64_t> SourceOf, uint64_t NumSources) {
  if (SourceOf.empty())
    return layoutError("register action has no results, expected at least one");
  if (SourceOf.size() > MaxTable)
    return layoutError("register action lists " + Twine(SourceOf.size()) +
                       " results, expected at most " + Twine(MaxTable));
  for (uint64_t S : SourceOf)
    if (S >= NumSources)
      return layoutError("source register " + Twine(S) + " is out of range, " +
                         "expected less than " + Twine(NumSources));
  RegisterAction A;
  A.Sources = NumSources;
  A.Results = SourceOf.size();
  A.Table.assign(SourceOf.begin(), SourceOf.end());
  if (std::optional<RegisterAction> Affine = A.asAffine())
    return *Affine;
  return A;
}

/// The list as an affine map. The sources of 0 and of the unit vectors
/// determine the map; all others must agree with it.
std::optional<RegisterAction> RegisterAction::asAffine() const {
  if (!isPowerOf2_64(Sources) || !isPowerOf2_64(Results))
    return std::nullopt;
  SmallVector<uint64_t, 8> Columns;
  for (uint64_t Unit = 1; Unit < Results; Unit <<= 1)
    Columns.push_back(Table[Unit] ^ Table[0]);
  RegisterAction A;
  A.Sources = Sources;
  A.Results = Results;
  A.Matrix = BitMatrix(Log2_64(Sources), Columns);
  A.Offset = Table[0];
  for (uint64_t R = 0; R < Results; ++R)
    if (A.source(R) != Table[R])
      return std::nullopt;
  return A;
}

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

uint64_t RegisterAction::source(uint64_t R) const {
  if (!Table.empty())
    return Table[R % Results];
  return Matrix.apply(R) ^ Offset;
}

bool RegisterAction::isIdentity() const {
  if (Sources != Results)
    return false;
  if (isAffine())
    return !Offset && Matrix == BitMatrix::identity(Matrix.rows());
  for (uint64_t R = 0; R < Results; ++R)
    if (Table[R] != R)
      return false;
  return true;
}

bool RegisterAction::isPermutation() const {
  if (Sources != Results)
    return false;
  if (isAffine())
    return Matrix.rank() == Matrix.rows();
  std::vector<bool> Seen(Sources, false);
  for (uint64_t S : Table) {
    if (Seen[S])
      return false;
    Seen[S] = true;
  }
  return true;
}

bool RegisterAction::isBitSelection() const {
  uint64_t Seen = 0;
  for (uint64_t C : Matrix.columns()) {
    if (!isPowerOf2_64(C) || (C & Seen))
      return false;
    Seen |= C;
  }
  return isAffine() && !Offset;
}

bool RegisterAction::operator==(const RegisterAction &O) const {
  return Sources == O.Sources && Results == O.Results && Matrix == O.Matrix &&
         Offset == O.Offset && Table == O.Table;
}

std::string RegisterAction::toString() const {
  if (!isAffine())
    return pointText(Table) + " of " + std::to_string(Sources);
  Expected<LinearLayout> L = layout();
  if (L)
    return f2layout::toString(*L);
  return llvm::toString(L.takeError());
}

//===----------------------------------------------------------------------===//
// Inverse and composition
//===----------------------------------------------------------------------===//

Expected<RegisterAction> RegisterAction::inverse() const {
  if (!isPermutation())
    return layoutError("cannot invert the register action " + toString() +
                       ": it is no permutation of " + Twine(Sources) +
                       " registers");
  if (isAffine()) {
    BitMatrix Inverse = *Matrix.inverse();
    return affine(Inverse, Inverse.apply(Offset));
  }
  std::vector<uint64_t> Back(Sources);
  for (uint64_t R = 0; R < Results; ++R)
    Back[Table[R]] = R;
  return ofRegisters(Back, Results);
}

Expected<RegisterAction>
RegisterAction::then(const RegisterAction &Next) const {
  if (Next.Sources != Results)
    return layoutError("cannot compose register actions: the second one has " +
                       Twine(Next.Sources) + " sources, expected the " +
                       Twine(Results) + " results of the first");
  if (isAffine() && Next.isAffine())
    return affine(Matrix * Next.Matrix, source(Next.Offset));
  if (Next.Results > MaxTable)
    return layoutError("composed register action lists " + Twine(Next.Results) +
                       " results, expected at most " + Twine(MaxTable));
  std::vector<uint64_t> SourceOf;
  for (uint64_t R = 0; R < Next.Results; ++R)
    SourceOf.push_back(source(Next.source(R)));
  return ofRegisters(SourceOf, Sources);
}

//===----------------------------------------------------------------------===//
// Action
//===----------------------------------------------------------------------===//

Error RegisterAction::wrongNumber(uint64_t NumValues) const {
  return layoutError("register action is applied to " + Twine(NumValues) +
                     " values, expected " + Twine(Sources));
}

Expected<LinearLayout> RegisterAction::layout(StringRef Dim) const {
  if (!isAffine())
    return layoutError("register action " + toString() +
                       " is not affine, there is no layout for it");
  return LinearLayout::fromMatrix({LayoutDim{Dim.str(), Matrix.cols()}},
                                  {LayoutDim{Dim.str(), Matrix.rows()}}, Matrix,
                                  Offset);
}

Expected<LinearLayout> RegisterAction::apply(const LinearLayout &L,
                                             StringRef Dim) const {
  std::optional<unsigned> Index = indexOf(L.inputs(), Dim);
  if (!Index)
    return noSuchDim("input", Dim, L.inputs());
  uint64_t Size = L.inputs()[*Index].size();
  if (Size != Sources)
    return layoutError("'" + Dim + "' has size " + Twine(Size) +
                       ", expected the " + Twine(Sources) +
                       " sources of the register action");
  if (!isAffine())
    return layoutError("register action " + toString() +
                       " is not affine, the layout it makes is none over F2");
  // The image of a source register alone, without the layout's offset. The
  // dimension may begin above bit 63.
  auto Image = [&](uint64_t Source) {
    LongWord Input;
    Input.addAt(*L.inputShift(Dim), Source);
    return L.matrix().apply(Input);
  };
  LayoutSpec Spec = L.spec();
  Spec.Inputs[*Index].Images.clear();
  for (uint64_t C : Matrix.columns())
    Spec.Inputs[*Index].Images.push_back(L.point(Image(C)));
  Spec.Offset = L.point(L.longOffset() ^ Image(Offset));
  return LinearLayout::create(Spec);
}
