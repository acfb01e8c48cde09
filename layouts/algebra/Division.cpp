//===- Division.cpp - Dividing layouts ------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If a factor exists, its bits are a part of L. They are cut out and multiplied
// by the other factor, and the product is compared with L. The error message
// names the first difference.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/Division.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutDims.h"

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// Factors
//===----------------------------------------------------------------------===//

static Error checkFits(StringRef Kind, ArrayRef<LayoutDim> Factor,
                       ArrayRef<LayoutDim> Whole) {
  for (const LayoutDim &D : Factor)
    if (D.Bits > bitsOf(Whole, D.Name))
      return layoutError("cannot divide: " + Kind + " '" + D.Name +
                         "' of the divisor has size " + Twine(D.size()) +
                         ", expected at most that of the layout, " +
                         Twine(uint64_t(1) << bitsOf(Whole, D.Name)));
  return Error::success();
}

static Error checkFits(const LinearLayout &Factor, const LinearLayout &Whole) {
  if (Error E = checkFits("input", Factor.inputs(), Whole.inputs()))
    return E;
  return checkFits("output", Factor.outputs(), Whole.outputs());
}

namespace {
/// One of the two factors of a product.
enum class Factor { Inner, Outer };
} // namespace

/// Cuts out the coordinates of the wanted factor; the other one is Known.
static void cutPoint(LayoutPoint &P, const LinearLayout &L,
                     const LinearLayout &Known, Factor Wanted) {
  for (auto [X, D] : zip(P, L.outputs())) {
    unsigned Theirs = Known.outputBits(D.Name);
    if (Wanted == Factor::Outer)
      X >>= Theirs;
    else
      X &= (D.size() >> Theirs) - 1;
  }
}

/// The wanted factor if L is a product with Known, whose sizes fit.
static Expected<LinearLayout>
cutFactor(const LinearLayout &L, const LinearLayout &Known, Factor Wanted) {
  LayoutSpec Spec = L.spec();
  for (LayoutSpec::Output &Out : Spec.Outputs)
    Out.Size >>= Known.outputBits(Out.Name);
  for (LayoutSpec::Input &In : Spec.Inputs) {
    unsigned Theirs = Known.inputBits(In.Name);
    if (Wanted == Factor::Outer)
      In.Images.erase(In.Images.begin(), In.Images.begin() + Theirs);
    else
      In.Images.resize(In.Images.size() - Theirs);
    for (LayoutPoint &P : In.Images)
      cutPoint(P, L, Known, Wanted);
  }
  Spec.Offset = L.point(L.longOffset());
  cutPoint(Spec.Offset, L, Known, Wanted);
  return LinearLayout::create(Spec);
}

/// Fails with the first bit in which L is not the product. Both have the same
/// dimensions, possibly in another order.
static Error checkIsProduct(const LinearLayout &L,
                            const LinearLayout &Product) {
  Expected<LinearLayout> Sorted =
      sublayout(Product, namesOf(L.inputs()), namesOf(L.outputs()));
  if (!Sorted)
    return Sorted.takeError();
  unsigned Column = 0;
  for (const LayoutDim &D : L.inputs())
    for (unsigned Bit = 0; Bit < D.Bits; ++Bit, ++Column) {
      LongWord Is = L.matrix().longColumn(Column);
      LongWord Should = Sorted->matrix().longColumn(Column);
      if (Is != Should)
        return layoutError("cannot divide: image of " + D.Name + " bit " +
                           Twine(Bit) + " is " + pointText(L.point(Is)) +
                           ", expected " + pointText(L.point(Should)) +
                           " of a product with the divisor");
    }
  if (L.longOffset() != Sorted->longOffset())
    return layoutError("cannot divide: the offset is " +
                       pointText(L.point(L.longOffset())) + ", expected " +
                       pointText(L.point(Sorted->longOffset())) +
                       " of a product with the divisor");
  return Error::success();
}

/// The wanted factor of L, where the other one is Known, or the reason why
/// there is none.
static Expected<LinearLayout> quotientBy(const LinearLayout &Known,
                                         const LinearLayout &L, Factor Wanted) {
  if (Error E = checkFits(Known, L))
    return E;
  Expected<LinearLayout> Found = cutFactor(L, Known, Wanted);
  if (!Found)
    return Found;
  Expected<LinearLayout> Product =
      Wanted == Factor::Inner ? product(*Found, Known) : product(Known, *Found);
  if (!Product)
    return Product;
  if (Error E = checkIsProduct(L, *Product))
    return E;
  return Found;
}

Expected<LinearLayout> f2layout::rightDivide(const LinearLayout &L,
                                             const LinearLayout &Outer) {
  return quotientBy(Outer, L, Factor::Inner);
}

Error f2layout::checkLeftDivision(const LinearLayout &L,
                                  const LinearLayout &Inner) {
  return quotientBy(Inner, L, Factor::Outer).takeError();
}

//===----------------------------------------------------------------------===//
// Division by a tile
//===----------------------------------------------------------------------===//

namespace {

/// Searches for an action on one dimension, on flat outputs of L. Those may be
/// long words; indices of the dimension, the sources, are words.
class TileSearch {
public:
  TileSearch(const LinearLayout &L, const LinearLayout &Tile, StringRef Dim);

  Expected<RegisterAction> action();

private:
  Error takeTileBits();
  Error takeOtherBits();
  Expected<uint64_t> origin() const;
  std::optional<uint64_t> sourceOf(const LongWord &Image) const;
  bool isNew(uint64_t Source) const { return !spanContains(Chosen, Source); }

  const LinearLayout &L;
  StringRef Dim;
  BitMatrix Sources; ///< Images of the source bits of Dim.
  BitMatrix Parts;   ///< The part of these images that the tile determines.
  BitMatrix Wanted;  ///< Images of the tile's bits of Dim.
  LongWord TileMask; ///< The tile's part of the outputs.
  LongWord WantedOffset;
  SmallVector<uint64_t, 8> Chosen; ///< Source of each result bit so far.
};

} // namespace

/// Applies Map, which has Rows rows, to every column.
static BitMatrix mapColumns(const BitMatrix &M, unsigned Rows,
                            function_ref<LongWord(const LongWord &)> Map) {
  BitMatrix Mapped = BitMatrix::zero(Rows, M.cols());
  for (unsigned J = 0; J < M.cols(); ++J)
    Mapped.setColumn(J, Map(M.longColumn(J)));
  return Mapped;
}

TileSearch::TileSearch(const LinearLayout &L, const LinearLayout &Tile,
                       StringRef Dim)
    : L(L), Dim(Dim) {
  // Points translate flat numbers of the tile into flat numbers of L, because
  // coordinates are matched by name.
  auto Place = [&](const LongWord &Flat) {
    LayoutPoint Small = Tile.point(Flat), Large(L.outputs().size(), 0);
    for (auto [X, D] : zip(Small, Tile.outputs()))
      if (std::optional<unsigned> I = indexOf(L.outputs(), D.Name))
        Large[*I] = X;
    return L.flattenLong(Large);
  };
  TileMask = Place(LongWord::ones(Tile.outputBits()));
  WantedOffset = Place(Tile.longOffset());
  Wanted = mapColumns(columnsOf(Tile, Dim), L.outputBits(), Place);
  Sources = columnsOf(L, Dim);
  Parts = mapColumns(Sources, L.outputBits(),
                     [&](const LongWord &Image) { return Image & TileMask; });
}

/// A source with this image that is independent of the chosen ones: the lowest
/// bit, else the least sum of bits, else another source of the same image.
std::optional<uint64_t> TileSearch::sourceOf(const LongWord &Image) const {
  for (unsigned Bit = 0; Bit < Sources.cols(); ++Bit)
    if (Sources.longColumn(Bit) == Image && isNew(uint64_t(1) << Bit))
      return uint64_t(1) << Bit;
  std::optional<LongWord> Found = Sources.solve(Image);
  if (!Found)
    return std::nullopt;
  uint64_t Least = Found->low();
  if (isNew(Least))
    return Least;
  // All other sources differ from this one by words of the kernel. If each of
  // those leads back to a chosen source, the kernel has no room for another
  // copy.
  for (uint64_t Same : Sources.kernel())
    if (isNew(Least ^ Same))
      return Least ^ Same;
  return std::nullopt;
}

Error TileSearch::takeTileBits() {
  for (unsigned Bit = 0; Bit < Wanted.cols(); ++Bit) {
    LongWord Image = Wanted.longColumn(Bit);
    std::optional<uint64_t> Source = sourceOf(Image);
    if (!Source)
      return layoutError(
          "cannot divide: no " + Twine(Chosen.empty() ? "" : "other ") + Dim +
          " has the image " + pointText(L.point(Image)) + " of bit " +
          Twine(Bit) + " of the tile's '" + Dim + "'");
    Chosen.push_back(*Source);
  }
  return Error::success();
}

/// The rest comes from the kernel of the tile's part, bits before sums of bits.
/// The kernel is large enough: with R source bits, and a tile of r bits and
/// rank k, it has dimension R - k, of which the tile's bits used r - k.
Error TileSearch::takeOtherBits() {
  for (unsigned Bit = 0; Bit < Parts.cols(); ++Bit) {
    LongWord Image = Parts.longColumn(Bit);
    if (!Wanted.solve(Image))
      return layoutError("cannot divide: " + Dim + " bit " + Twine(Bit) +
                         " moves the element by " + pointText(L.point(Image)) +
                         " inside the tile, which the tile's '" + Dim +
                         "' cannot");
  }
  for (unsigned Bit = 0; Bit < Parts.cols(); ++Bit)
    if (!Parts.longColumn(Bit) && isNew(uint64_t(1) << Bit))
      Chosen.push_back(uint64_t(1) << Bit);
  for (uint64_t Unseen : Parts.kernel())
    if (isNew(Unseen))
      Chosen.push_back(Unseen);
  return Error::success();
}

/// The source of result register 0: it makes the offset the tile's.
Expected<uint64_t> TileSearch::origin() const {
  LongWord Offset = L.longOffset() & TileMask;
  if (std::optional<LongWord> Source = Parts.solve(Offset ^ WantedOffset))
    return Source->low();
  return layoutError(
      "cannot divide: the offset is " + pointText(L.point(Offset)) +
      " inside the tile, expected " + pointText(L.point(WantedOffset)) +
      ", and no " + Dim + " makes up for that");
}

Expected<RegisterAction> TileSearch::action() {
  if (Error E = takeTileBits())
    return E;
  if (Error E = takeOtherBits())
    return E;
  Expected<uint64_t> Origin = origin();
  if (!Origin)
    return Origin.takeError();
  return RegisterAction::affine(BitMatrix(Sources.cols(), Chosen), *Origin);
}

Expected<TileDivision> f2layout::divideByTile(const LinearLayout &L,
                                              const LinearLayout &Tile,
                                              StringRef Dim) {
  if (!indexOf(L.inputs(), Dim))
    return noSuchDim("input", Dim, L.inputs());
  if (Error E = checkFits(Tile, L))
    return E;
  Expected<RegisterAction> Action = TileSearch(L, Tile, Dim).action();
  if (!Action)
    return Action.takeError();
  Expected<LinearLayout> Renamed = Action->apply(L, Dim);
  if (!Renamed)
    return Renamed.takeError();
  // It remains to be checked whether the other inputs fit.
  Expected<LinearLayout> Quotient = quotientBy(Tile, *Renamed, Factor::Outer);
  if (!Quotient)
    return Quotient.takeError();
  return TileDivision{*Action, *Quotient};
}

//===----------------------------------------------------------------------===//
// Quotients by dimensions
//===----------------------------------------------------------------------===//

bool f2layout::isTrivialOver(const LinearLayout &L, ArrayRef<StringRef> Dims) {
  LayoutSpec Spec = L.spec();
  for (StringRef Name : Dims) {
    std::optional<unsigned> In = indexOf(L.inputs(), Name);
    std::optional<unsigned> Out = indexOf(L.outputs(), Name);
    if (!In || !Out || L.inputBits(Name) != L.outputBits(Name))
      return false;
    if (!Spec.Offset.empty() && Spec.Offset[*Out])
      return false;
    for (const LayoutSpec::Input &From : Spec.Inputs)
      for (auto [Bit, Image] : enumerate(From.Images)) {
        LayoutPoint Alone(Image.size(), 0);
        Alone[*Out] = uint64_t(1) << Bit;
        if (From.Name == Name ? Image != Alone : Image[*Out] != 0)
          return false;
      }
  }
  return true;
}

static SmallVector<StringRef> without(ArrayRef<LayoutDim> All,
                                      ArrayRef<StringRef> Dims) {
  SmallVector<StringRef> Rest;
  for (const LayoutDim &D : All)
    if (!is_contained(Dims, D.Name))
      Rest.push_back(D.Name);
  return Rest;
}

Expected<LinearLayout> f2layout::quotient(const LinearLayout &L,
                                          ArrayRef<StringRef> Dims) {
  for (StringRef Name : Dims) {
    if (!indexOf(L.inputs(), Name))
      return noSuchDim("input", Name, L.inputs());
    if (!indexOf(L.outputs(), Name))
      return noSuchDim("output", Name, L.outputs());
  }
  LayoutSpec Spec = L.spec();
  for (const LayoutSpec::Input &In : Spec.Inputs) {
    if (!is_contained(Dims, In.Name))
      continue;
    for (auto [Bit, Image] : enumerate(In.Images))
      for (auto [X, Out] : zip(Image, L.outputs()))
        if (X && !is_contained(Dims, Out.Name))
          return layoutError("no quotient: " + In.Name + " bit " + Twine(Bit) +
                             " moves '" + Out.Name + "' by " + Twine(X) +
                             ", expected 0 of what is left out");
  }
  return sublayout(L, without(L.inputs(), Dims), without(L.outputs(), Dims));
}

Expected<LinearLayout> f2layout::withoutTrivialDims(const LinearLayout &L) {
  SmallVector<StringRef> Trivial;
  for (const LayoutDim &D : L.inputs())
    if (isTrivialOver(L, StringRef(D.Name)))
      Trivial.push_back(D.Name);
  return quotient(L, Trivial);
}
