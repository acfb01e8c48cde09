//===- LayoutInverses.cpp - From elements to places -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The columns are inserted into an echelon form once (Echelon.h), labelled with
// the numbers of their bits; every inverse is read from it. Free choices follow
// from the numbering: a column that is inserted earlier is preferred.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/LayoutParts.h"
#include "layouts/f2/Echelon.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace f2layout;

static Error notOnto(const LinearLayout &L) {
  return layoutError("cannot invert: the layout reaches 2^" +
                     Twine(L.matrix().rank()) + " elements, expected all 2^" +
                     Twine(L.outputBits()));
}

/// Inserts the columns of L, labelled with their numbers; sums that are zero
/// are added to Kernel. Numbers maps the bits of L's inputs to their labels;
/// without it, labels are bit numbers.
template <typename VectorT>
static void fileColumns(const LinearLayout &L, const Wires &Numbers,
                        Echelon<VectorT> &Seen,
                        SmallVectorImpl<VectorT> &Kernel) {
  for (unsigned J = 0; J < L.inputBits(); ++J) {
    unsigned Column = Numbers.source(J).value_or(J);
    typename Echelon<VectorT>::Entry E{columnOf<VectorT>(L.matrix(), Column),
                                       unitVector<VectorT>(J)};
    if (!Seen.insert(E))
      Kernel.push_back(E.Label);
  }
}

/// The inverse of L, from its outputs to its inputs in their numbering: what
/// the echelon form makes of each unit vector. It is constructed in place
/// because layouts are expensive to move.
template <typename VectorT>
static Expected<LinearLayout> readInverse(const LinearLayout &L,
                                          const Echelon<VectorT> &Seen,
                                          const FlatDims &Numbered) {
  Expected<LinearLayout> Inverse = LinearLayout();
  if (!Inverse)
    return Inverse;
  LayoutParts To(*Inverse);
  To.inputs().append(L.outputs().rbegin(), L.outputs().rend());
  for (unsigned I = Numbered.size(); I-- > 0;)
    To.outputs().push_back(Numbered[I]);
  To.resizeMatrix(L.inputBits(), L.outputBits());
  for (unsigned J = 0; J < L.outputBits(); ++J)
    To.put(J, Seen.reduce({unitVector<VectorT>(J), 0}).Label);
  To.offset() = To.matrix().apply(offsetOf<VectorT>(L));
  return Inverse;
}

template <typename VectorT>
static Expected<LinearLayout> invertAs(const LinearLayout &L) {
  SmallVector<VectorT, 4> Kernel;
  Echelon<VectorT> Seen;
  fileColumns(L, Wires(), Seen, Kernel);
  if (Seen.size() != L.outputBits())
    return notOnto(L);
  if (!Kernel.empty())
    return layoutError(
        "cannot invert: elements are held more than once, the "
        "element stays the same when these bits change together: " +
        bitsText(L.inputs(), Kernel.front()));
  return readInverse(L, Seen, inputsOf(L));
}

Expected<LinearLayout> f2layout::invert(const LinearLayout &L) {
  return L.isOfWords() ? invertAs<uint64_t>(L) : invertAs<LongWord>(L);
}

/// Register, lane, warp, block, then everything else in its order: from
/// dimensions that are cheap to move along to those that are expensive.
static LayoutDims cheapFirst(ArrayRef<LayoutDim> Inputs) {
  auto Rank = [](const LayoutDim &D) {
    return StringSwitch<unsigned>(D.Name)
        .Case("register", 0)
        .Case("lane", 1)
        .Case("warp", 2)
        .Case("block", 3)
        .Default(4);
  };
  LayoutDims Sorted(Inputs);
  // The dimensions are usually in order.
  for (unsigned I = 1; I < Sorted.size(); ++I)
    for (unsigned J = I; J > 0 && Rank(Sorted[J]) < Rank(Sorted[J - 1]); --J)
      std::swap(Sorted[J], Sorted[J - 1]);
  return Sorted;
}

template <typename VectorT>
static Expected<LinearLayout> pseudoInvertAs(const LinearLayout &L) {
  // With the cheap dimensions in the low bits, the least solution is the wanted
  // one. It is linear in the element.
  LayoutDims Ins = cheapFirst(L.inputs());
  FlatDims Numbered = FlatDims::inputs(Ins);
  SmallVector<VectorT, 4> Kernel;
  Echelon<VectorT> Seen;
  fileColumns(L, Wires(inputsOf(L), Numbered), Seen, Kernel);
  if (Seen.size() != L.outputBits())
    return notOnto(L);
  return readInverse(L, Seen, Numbered);
}

Expected<LinearLayout> f2layout::pseudoInvert(const LinearLayout &L) {
  return L.isOfWords() ? pseudoInvertAs<uint64_t>(L)
                       : pseudoInvertAs<LongWord>(L);
}

Error f2layout::checkSameElements(const LinearLayout &Wanted,
                                  const LinearLayout &Held) {
  if (sameDims(outputsOf(Wanted), outputsOf(Held)))
    return Error::success();
  SmallVector<StringRef, 8> Names;
  for (const LinearLayout *L : {&Wanted, &Held})
    for (const LayoutDim &D : L->outputs())
      Names.push_back(D.Name);
  for (StringRef Name : Names) {
    uint64_t W = Wanted.outputBits(Name), H = Held.outputBits(Name);
    if (W != H)
      return layoutError("layouts of different tensors: '" + Name +
                         "' has size " + Twine(uint64_t(1) << W) +
                         " where wanted, expected " + Twine(uint64_t(1) << H) +
                         " as held");
  }
  return Error::success();
}

template <typename VectorT>
static Expected<LinearLayout> holderAs(const LinearLayout &Wanted,
                                       const LinearLayout &Held) {
  using Entry = typename Echelon<VectorT>::Entry;
  // Work on flat numbers of Held, with the cheap input dimensions in the low
  // bits.
  LayoutDims Ins = cheapFirst(Held.inputs());
  FlatDims Places = FlatDims::inputs(Ins);
  SmallVector<VectorT, 4> Kernel;
  Echelon<VectorT> Holders;
  fileColumns(Held, Wires(inputsOf(Held), Places), Holders, Kernel);
  Wires ToHeld(outputsOf(Wanted), outputsOf(Held));
  Wires Stay(inputsOf(Wanted), Places);

  // Take some holder of each element, then the nearest one: of all holders,
  // which differ by the kernel, the one for which (holder ^ place) is least.
  // Reduction is linear, so choosing for the unit vectors chooses for every
  // place.
  Echelon<VectorT> Copies;
  for (const VectorT &K : Kernel)
    Copies.insert(K);
  // The least solution is already the one nearest to index 0.
  VectorT First = ToHeld.apply(offsetOf<VectorT>(Wanted));
  Entry Origin = Holders.reduce({First ^ offsetOf<VectorT>(Held), 0});
  if (Origin.Vector)
    return layoutError("element " + pointText(Held.point(First)) +
                       " is wanted at index 0 and no place holds it");
  Expected<LinearLayout> Nearest = LinearLayout();
  if (!Nearest)
    return Nearest;
  LayoutParts To(*Nearest);
  To.inputs().assign(Wanted.inputs().begin(), Wanted.inputs().end());
  To.outputs().assign(Ins.rbegin(), Ins.rend());
  To.resizeMatrix(Held.inputBits(), Wanted.inputBits());
  To.offset() = Origin.Label;
  for (unsigned J = 0; J < Wanted.inputBits(); ++J) {
    VectorT Element = ToHeld.apply(columnOf<VectorT>(Wanted.matrix(), J));
    Entry Holder = Holders.reduce({Element, 0});
    if (Holder.Vector)
      return layoutError("element " + pointText(Held.point(First ^ Element)) +
                         " is wanted at " +
                         bitsText(Wanted.inputs(), LongWord::unit(J)) +
                         " and no place holds it");
    VectorT Place = Stay.apply(unitVector<VectorT>(J));
    To.put(J, Copies.reduce(Holder.Label ^ Place) ^ Place);
  }
  return Nearest;
}

Expected<LinearLayout> f2layout::holderOf(const LinearLayout &Wanted,
                                          const LinearLayout &Held) {
  if (Error E = checkSameElements(Wanted, Held))
    return E;
  return Wanted.isOfWords() && Held.isOfWords()
             ? holderAs<uint64_t>(Wanted, Held)
             : holderAs<LongWord>(Wanted, Held);
}
