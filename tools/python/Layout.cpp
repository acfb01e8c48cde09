//===- Layout.cpp - Layouts for the Python module -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/python/Layout.h"
#include "layouts/algebra/Division.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutQueries.h"
#include "layouts/algebra/LayoutText.h"
#include "layouts/notations/Notation.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace f2layout::python {

struct LayoutAccess {
  static const LinearLayout &of(const Layout &L) {
    return *static_cast<const LinearLayout *>(L.Held.get());
  }
  static Layout make(LinearLayout L) {
    return Layout(std::make_shared<const LinearLayout>(std::move(L)));
  }
};

static const LinearLayout &of(const Layout &L) { return LayoutAccess::of(L); }

static Result<Layout> result(Expected<LinearLayout> L) {
  if (!L)
    return {std::nullopt, llvm::toString(L.takeError())};
  return {LayoutAccess::make(std::move(*L)), {}};
}

Result<Layout> Layout::read(const std::string &Text,
                            const std::vector<uint64_t> &Shape) {
  std::optional<ArrayRef<uint64_t>> Given;
  if (!Shape.empty())
    Given = Shape;
  Expected<PaddedLayout> L = readLayout(Text, Given);
  if (!L)
    return {std::nullopt, llvm::toString(L.takeError())};
  if (!L->Paddings.empty())
    return {std::nullopt,
            "a padded layout is no linear map; the calculator shows it"};
  return {LayoutAccess::make(std::move(L->Linear)), {}};
}

static std::vector<Dimension> dimensions(ArrayRef<LayoutDim> Dims) {
  std::vector<Dimension> Result;
  for (const LayoutDim &D : Dims)
    Result.push_back({StringRef(D.Name).str(), D.size()});
  return Result;
}

std::vector<Dimension> Layout::inputs() const {
  return dimensions(of(*this).inputs());
}

std::vector<Dimension> Layout::outputs() const {
  return dimensions(of(*this).outputs());
}

std::string Layout::text() const { return f2layout::toString(of(*this)); }

Result<std::string> Layout::to(const std::string &Name) const {
  const std::optional<Notation> N = notationByName(Name);
  if (!N) {
    std::vector<StringRef> Names;
    for (Notation Known : allNotations())
      Names.push_back(nameOf(Known));
    return {std::nullopt, "unknown notation '" + Name + "', expected one of " +
                              join(Names, ", ")};
  }
  Expected<std::string> Text = writeLayout(of(*this), *N);
  if (!Text)
    return {std::nullopt, llvm::toString(Text.takeError())};
  return {std::move(*Text), {}};
}

Result<std::vector<uint64_t>> Layout::apply(const Indices &Of) const {
  SmallVector<std::pair<StringRef, uint64_t>, 4> Given;
  for (const auto &[Name, Index] : Of)
    Given.push_back({Name, Index});
  Expected<LayoutPoint> P = of(*this).apply(Given);
  if (!P)
    return {std::nullopt, llvm::toString(P.takeError())};
  return {std::vector<uint64_t>(P->begin(), P->end()), {}};
}

std::string Layout::applyFlat(const uint64_t *Places, uint64_t *Elements,
                              size_t Count) const {
  const LinearLayout &L = of(*this);
  if (!L.isOfWords())
    return "places or elements have more than 64 bits";
  const unsigned Bits = L.inputBits();
  for (size_t I = 0; I < Count; ++I) {
    if (Bits < 64 && Places[I] >> Bits)
      return "place " + std::to_string(Places[I]) + " is too large, expected " +
             "less than 2^" + std::to_string(Bits);
    Elements[I] = L.applyFlat(Places[I]);
  }
  return {};
}

unsigned Layout::inputBits() const { return of(*this).inputBits(); }
unsigned Layout::outputBits() const { return of(*this).outputBits(); }

bool Layout::matrix(unsigned Row, unsigned Column) const {
  return of(*this).matrix().longColumn(Column)[Row];
}

Result<Layout> Layout::then(const Layout &Outer) const {
  return result(compose(of(*this), of(Outer)));
}

Result<Layout> Layout::inverse() const { return result(invert(of(*this))); }

Result<Layout> Layout::times(const Layout &Outer) const {
  return result(product(of(*this), of(Outer)));
}

Result<Layout> Layout::dividedBy(const Layout &Inner) const {
  if (Error E = checkLeftDivision(of(*this), of(Inner)))
    return {std::nullopt, llvm::toString(std::move(E))};
  std::optional<LinearLayout> Quotient = leftDivide(of(*this), of(Inner));
  if (!Quotient)
    return {std::nullopt, "the tile does not divide the layout"};
  return {LayoutAccess::make(std::move(*Quotient)), {}};
}

bool Layout::isSameMap(const Layout &O) const {
  return sameMap(of(*this), of(O));
}
bool Layout::isLinear() const { return of(*this).isLinear(); }
bool Layout::isInjective() const { return of(*this).isInjective(); }
bool Layout::isSurjective() const { return of(*this).isSurjective(); }
bool Layout::isDistributed() const {
  return f2layout::isDistributed(of(*this));
}
bool Layout::isMemory() const { return f2layout::isMemory(of(*this)); }

} // namespace f2layout::python
