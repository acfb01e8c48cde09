//===- ForeignRelation.cpp - Any relation as a layout ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutDims.h"
#include "layouts/relations/LinearRelation.h"
#include "tools/isl/LayoutOracle.h"
#include "tools/isl/Limits.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout::oracle {

namespace {

class Reader {
public:
  Reader(Context &C, Map M) : C(C), M(std::move(M)) {}

  Expected<LinearLayout> run() {
    if (M.isSingleValued() != Answer::Yes)
      return layoutError("isl does not find the relation single-valued");
    if (Error E = findInputs())
      return E;
    if (Error E = findImages())
      return E;
    Expected<LinearLayout> L = LinearLayout::create(Spec);
    if (!L)
      return L;
    if (Error E = verify(*L))
      return E;
    return L;
  }

private:
  Error findInputs();
  Error findImages();
  Error verify(const LinearLayout &L);
  /// The values at a tuple, none of which is negative.
  std::optional<LayoutPoint> at(ArrayRef<int64_t> Input) const;

  Context &C;
  Map M;
  LayoutSpec Spec;
};

} // namespace

static std::string nameOr(std::string Name, StringRef Default, unsigned I) {
  Name = withoutPrimes(Name).str();
  return Name.empty() ? (Default + Twine(I)).str() : Name;
}

Error Reader::findInputs() {
  std::string Names, Bounds;
  Set Domain = M.domain();
  for (unsigned I = 0; I < M.inputs(); ++I) {
    std::optional<int64_t> First = Domain.least(I), Last = Domain.greatest(I);
    std::string Name = nameOr(M.inputName(I), "i", I);
    if (First != 0 || !Last || !isPowerOf2_64(uint64_t(*Last) + 1))
      return layoutError("input '" + Name +
                         "' has other bounds than 0 and one less than a power "
                         "of two");
    unsigned Bits = Log2_64(uint64_t(*Last) + 1);
    Spec.Inputs.push_back({Name, std::vector<LayoutPoint>(Bits)});
    std::string Letter = "x" + std::to_string(I);
    Names += (I ? ", " : "") + Letter;
    Bounds += (I ? " and 0 <= " : " : 0 <= ") + Letter +
              " <= " + std::to_string(*Last);
  }
  if (Domain.equals(C.set("{ [" + Names + "]" + Bounds + " }")) != Answer::Yes)
    return layoutError("the inputs of the relation are not a box: some tuples "
                       "in between have no value");
  return Error::success();
}

std::optional<LayoutPoint> Reader::at(ArrayRef<int64_t> Input) const {
  std::optional<std::vector<int64_t>> Values = M.at(Input);
  if (!Values || any_of(*Values, [](int64_t V) { return V < 0; }))
    return std::nullopt;
  return LayoutPoint(Values->begin(), Values->end());
}

Error Reader::findImages() {
  std::vector<int64_t> Input(Spec.Inputs.size());
  std::optional<LayoutPoint> Zero = at(Input);
  LayoutPoint Used;
  bool AllFound = Zero.has_value();
  if (AllFound)
    Used = *Zero;
  for (size_t I = 0; I < Spec.Inputs.size() && AllFound; ++I)
    for (size_t B = 0; B < Spec.Inputs[I].Images.size() && AllFound; ++B) {
      Input[I] = int64_t(1) << B;
      std::optional<LayoutPoint> Image = at(Input);
      Input[I] = 0;
      AllFound = Image.has_value();
      for (size_t O = 0; AllFound && O < Image->size(); ++O) {
        (*Image)[O] ^= (*Zero)[O];
        Used[O] |= (*Image)[O];
      }
      if (AllFound)
        Spec.Inputs[I].Images[B] = *Image;
    }
  if (!AllFound)
    return layoutError("a value of the relation at 0 or at a power of two is "
                       "negative or too large");
  Spec.Offset = *Zero;
  for (unsigned O = 0; O < M.outputs(); ++O)
    Spec.Outputs.push_back(
        {nameOr(M.outputName(O), "dim", O), PowerOf2Ceil(Used[O] + 1)});
  return Error::success();
}

Error Reader::verify(const LinearLayout &L) {
  auto NotLinear = [] {
    return layoutError("the relation is not linear or affine: some value is "
                       "not what those at 0 and at powers of two say");
  };
  auto ValueAt = [&](uint64_t Flat) {
    std::vector<int64_t> Input;
    for (const LayoutDim &D : L.inputs()) {
      Input.push_back(int64_t(Flat & (D.size() - 1)));
      Flat >>= D.Bits;
    }
    C.restart();
    return at(Input);
  };
  // A carry shows where two bits are set, which is much faster to find.
  for (unsigned I = 0; I < L.inputBits() && L.isOfWords(); ++I)
    for (unsigned J = 0; J < I; ++J) {
      uint64_t Flat = uint64_t(1) << I | uint64_t(1) << J;
      std::optional<LayoutPoint> Value = ValueAt(Flat);
      if (Value != L.point(L.applyFlat(Flat)) && !C.gaveUp())
        return NotLinear();
    }
  C.restart();
  Answer Same = M.equals(C.map(toString(relationOf(L))));
  if (Same == Answer::Yes)
    return Error::success();
  if (Same == Answer::No)
    return NotLinear();
  C.restart();
  auto Undecided = [] {
    return layoutError("isl did not decide whether the relation is linear");
  };
  if (L.inputBits() > Log2_64(MostPoints))
    return Undecided();
  Timer Time;
  for (uint64_t Flat = 0; Flat >> L.inputBits() == 0; ++Flat) {
    std::optional<LayoutPoint> Value = ValueAt(Flat);
    if ((!Value && C.gaveUp()) || Time.isOver())
      return Undecided();
    if (Value != L.point(L.applyFlat(Flat)))
      return NotLinear();
  }
  return Error::success();
}

Expected<LinearLayout> layoutOf(Context &C, StringRef Text) {
  Map M = C.map(Text);
  if (!M)
    return layoutError("isl does not read the relation: " + C.why());
  return Reader(C, std::move(M)).run();
}

} // namespace f2layout::oracle
