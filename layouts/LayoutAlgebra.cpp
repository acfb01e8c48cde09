//===- LayoutAlgebra.cpp - Layouts made from layouts ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names become numbers at the border: an operation first builds the 0/1 matrix
// that moves the bits of one list of dimensions to the places of the same names
// in another ("wires"), and the rest is products of matrices on flat numbers.
//
//===----------------------------------------------------------------------===//

#include "layouts/LayoutAlgebra.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>

using namespace f2layout;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;
using llvm::StringRef;
using llvm::Twine;

using DimList = std::vector<LayoutDim>;

static Error failure(const Twine &Message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), Message);
}

//===----------------------------------------------------------------------===//
// Lists of dimensions, lowest flat bits first
//===----------------------------------------------------------------------===//

static DimList lowFirst(ArrayRef<LayoutDim> Outputs) {
  return DimList(Outputs.rbegin(), Outputs.rend());
}

static const LayoutDim *findDim(ArrayRef<LayoutDim> Dims, StringRef Name) {
  const LayoutDim *D =
      llvm::find_if(Dims, [&](const LayoutDim &D) { return D.Name == Name; });
  return D == Dims.end() ? nullptr : D;
}

static unsigned bitsOf(ArrayRef<LayoutDim> Dims, StringRef Name) {
  const LayoutDim *D = findDim(Dims, Name);
  return D ? D->Bits : 0;
}

static unsigned sumBits(ArrayRef<LayoutDim> Dims) {
  unsigned Sum = 0;
  for (const LayoutDim &D : Dims)
    Sum += D.Bits;
  return Sum;
}

/// The flat number of bit 0 of the named dimension, which is there.
static unsigned shiftOf(ArrayRef<LayoutDim> Dims, StringRef Name) {
  return sumBits(
      Dims.take_until([&](const LayoutDim &D) { return D.Name == Name; }));
}

/// The matrix that takes bit b of each dimension of From to bit b of the
/// dimension of that name in To; to zero if there is none.
///
/// With Above, to bit b + (its bits in Above): where the bits of an outer
/// layout go when those of an inner one lie below them.
static BitMatrix wires(ArrayRef<LayoutDim> From, ArrayRef<LayoutDim> To,
                       ArrayRef<LayoutDim> Above = {}) {
  SmallVector<uint64_t, 16> Columns;
  for (const LayoutDim &D : From) {
    unsigned Skip = bitsOf(Above, D.Name);
    unsigned Shift = shiftOf(To, D.Name) + Skip;
    unsigned Room = bitsOf(To, D.Name);
    for (unsigned Bit = 0; Bit < D.Bits; ++Bit)
      Columns.push_back(Skip + Bit < Room ? uint64_t(1) << (Shift + Bit) : 0);
  }
  return BitMatrix(sumBits(To), Columns);
}

/// Register, lane, warp, block, then everything else in its order: from what is
/// cheap to move along to what is dear.
static DimList cheapFirst(ArrayRef<LayoutDim> Inputs) {
  auto Rank = [](const LayoutDim &D) {
    return llvm::StringSwitch<unsigned>(D.Name)
        .Case("register", 0)
        .Case("lane", 1)
        .Case("warp", 2)
        .Case("block", 3)
        .Default(4);
  };
  DimList Sorted(Inputs.begin(), Inputs.end());
  llvm::stable_sort(Sorted, [&](const LayoutDim &A, const LayoutDim &B) {
    return Rank(A) < Rank(B);
  });
  return Sorted;
}

static DimList withoutEmpty(ArrayRef<LayoutDim> Dims) {
  DimList Kept(Dims.begin(), Dims.end());
  llvm::erase_if(Kept, [](const LayoutDim &D) { return D.Bits == 0; });
  return Kept;
}

/// The same dimensions, in whatever order, but for those without bits?
static bool sameDims(ArrayRef<LayoutDim> A, ArrayRef<LayoutDim> B) {
  DimList X = withoutEmpty(A), Y = withoutEmpty(B);
  return std::is_permutation(X.begin(), X.end(), Y.begin(), Y.end());
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

bool f2layout::sameMap(const LinearLayout &A, const LinearLayout &B) {
  if (!sameDims(A.inputs(), B.inputs()) || !sameDims(A.outputs(), B.outputs()))
    return false;
  BitMatrix ToA = wires(lowFirst(B.outputs()), lowFirst(A.outputs()));
  BitMatrix ToB = wires(A.inputs(), B.inputs());
  return A.matrix() == ToA * B.matrix() * ToB &&
         A.flatOffset() == ToA.apply(B.flatOffset());
}

/// The dimensions of these names.
static Expected<DimList> pick(StringRef Kind, ArrayRef<LayoutDim> Dims,
                              ArrayRef<StringRef> Names) {
  DimList Picked;
  for (StringRef Name : Names) {
    const LayoutDim *D = findDim(Dims, Name);
    if (!D)
      return failure("layout has no " + Kind + " dimension '" + Name + "'");
    Picked.push_back(*D);
  }
  return Picked;
}

Expected<LinearLayout> f2layout::sublayout(const LinearLayout &L,
                                           ArrayRef<StringRef> Inputs,
                                           ArrayRef<StringRef> Outputs) {
  Expected<DimList> Ins = pick("input", L.inputs(), Inputs);
  if (!Ins)
    return Ins.takeError();
  Expected<DimList> Outs = pick("output", L.outputs(), Outputs);
  if (!Outs)
    return Outs.takeError();
  BitMatrix In = wires(*Ins, L.inputs());
  BitMatrix Out = wires(lowFirst(L.outputs()), lowFirst(*Outs));
  return LinearLayout::fromMatrix(*Ins, *Outs, Out * L.matrix() * In,
                                  Out.apply(L.flatOffset()));
}

//===----------------------------------------------------------------------===//
// Composition, product, division
//===----------------------------------------------------------------------===//

Expected<LinearLayout> f2layout::compose(const LinearLayout &Inner,
                                         const LinearLayout &Outer) {
  for (const LayoutDim &D : Inner.outputs()) {
    const LayoutDim *Taken = findDim(Outer.inputs(), D.Name);
    if (D.Bits && !Taken)
      return failure("cannot compose: '" + D.Name +
                     "' is an output of the first layout and no input of the "
                     "second");
    if (D.Bits > bitsOf(Outer.inputs(), D.Name))
      return failure("cannot compose: '" + D.Name + "' has size " +
                     Twine(D.size()) +
                     " as output of the first layout, expected at most its "
                     "size as input of the second, " +
                     Twine(Taken->size()));
  }
  for (const LayoutDim &D : Outer.inputs())
    if (D.Bits && !findDim(Inner.outputs(), D.Name))
      return failure("cannot compose: '" + D.Name +
                     "' is an input of the second layout and no output of the "
                     "first");
  BitMatrix Between = wires(lowFirst(Inner.outputs()), Outer.inputs());
  return LinearLayout::fromMatrix(
      Inner.inputs(), Outer.outputs(),
      Outer.matrix() * Between * Inner.matrix(),
      Outer.applyFlat(Between.apply(Inner.flatOffset())));
}

/// A's dimensions, enlarged by B's of the same name, then B's other ones.
static DimList joined(ArrayRef<LayoutDim> A, ArrayRef<LayoutDim> B) {
  DimList All(A.begin(), A.end());
  for (LayoutDim &D : All)
    D.Bits += bitsOf(B, D.Name);
  for (const LayoutDim &D : B)
    if (!findDim(A, D.Name))
      All.push_back(D);
  return All;
}

Expected<LinearLayout> f2layout::product(const LinearLayout &Inner,
                                         const LinearLayout &Outer) {
  DimList InnerOuts = lowFirst(Inner.outputs());
  DimList OuterOuts = lowFirst(Outer.outputs());
  DimList Ins = joined(Inner.inputs(), Outer.inputs());
  DimList Outs = joined(InnerOuts, OuterOuts);
  if (sumBits(Ins) > 64 || sumBits(Outs) > 64)
    return failure("product has " + Twine(sumBits(Ins)) + " input bits and " +
                   Twine(sumBits(Outs)) +
                   " output bits, expected at most 64 of each");
  BitMatrix Low = wires(InnerOuts, Outs);
  BitMatrix High = wires(OuterOuts, Outs, InnerOuts);
  SmallVector<uint64_t, 16> Columns;
  for (const LayoutDim &D : Ins) {
    unsigned LowBits = Inner.inputBits(D.Name);
    for (unsigned Bit = 0; Bit < D.Bits; ++Bit)
      Columns.push_back(Bit < LowBits
                            ? Low.apply(Inner.matrix().column(
                                  *Inner.inputShift(D.Name) + Bit))
                            : High.apply(Outer.matrix().column(
                                  *Outer.inputShift(D.Name) + Bit - LowBits)));
  }
  return LinearLayout::fromMatrix(
      Ins, lowFirst(Outs), BitMatrix(sumBits(Outs), Columns),
      Low.apply(Inner.flatOffset()) ^ High.apply(Outer.flatOffset()));
}

/// A without the low bits that are B's; nothing if B has more.
static std::optional<DimList> quotientDims(ArrayRef<LayoutDim> A,
                                           ArrayRef<LayoutDim> B) {
  for (const LayoutDim &D : B)
    if (D.Bits > bitsOf(A, D.Name))
      return std::nullopt;
  DimList Rest(A.begin(), A.end());
  for (LayoutDim &D : Rest)
    D.Bits -= bitsOf(B, D.Name);
  return Rest;
}

std::optional<LinearLayout> f2layout::leftDivide(const LinearLayout &L,
                                                 const LinearLayout &Inner) {
  DimList InnerOuts = lowFirst(Inner.outputs());
  DimList AllOuts = lowFirst(L.outputs());
  std::optional<DimList> Ins = quotientDims(L.inputs(), Inner.inputs());
  std::optional<DimList> Outs = quotientDims(AllOuts, InnerOuts);
  if (!Ins || !Outs)
    return std::nullopt;
  // Take from L the part that a quotient would have; then look whether that,
  // multiplied by Inner, is L.
  BitMatrix In = wires(*Ins, L.inputs(), Inner.inputs());
  BitMatrix Out = wires(*Outs, AllOuts, InnerOuts).transpose();
  Expected<LinearLayout> Quotient = LinearLayout::fromMatrix(
      *Ins, lowFirst(*Outs), Out * L.matrix() * In, Out.apply(L.flatOffset()));
  if (!Quotient) {
    llvm::consumeError(Quotient.takeError());
    return std::nullopt;
  }
  Expected<LinearLayout> Back = product(Inner, *Quotient);
  if (!Back) {
    llvm::consumeError(Back.takeError());
    return std::nullopt;
  }
  if (!sameMap(*Back, L))
    return std::nullopt;
  return std::move(*Quotient);
}

//===----------------------------------------------------------------------===//
// Inverses
//===----------------------------------------------------------------------===//

/// "lane bit 2, warp bit 0" for the flat input bits that are set.
static std::string nameInputs(const LinearLayout &L, uint64_t Flat) {
  std::string Names;
  unsigned Shift = 0;
  for (const LayoutDim &D : L.inputs())
    for (unsigned Bit = 0; Bit < D.Bits; ++Bit)
      if (Flat >> Shift++ & 1)
        Names +=
            (Twine(Names.empty() ? "" : ", ") + D.Name + " bit " + Twine(Bit))
                .str();
  return Names;
}

static std::string namePoint(const LinearLayout &L, uint64_t Flat) {
  std::string Text = "[";
  for (auto [I, X] : llvm::enumerate(L.point(Flat)))
    Text += (Twine(I ? "," : "") + Twine(X)).str();
  return Text + "]";
}

static Error notOnto(const LinearLayout &L) {
  return failure("cannot invert: the layout reaches 2^" +
                 Twine(L.matrix().rank()) + " elements, expected all 2^" +
                 Twine(L.outputBits()));
}

Expected<LinearLayout> f2layout::invert(const LinearLayout &L) {
  if (!L.isSurjective())
    return notOnto(L);
  SmallVector<uint64_t> Kernel = L.matrix().kernel();
  if (!Kernel.empty())
    return failure("cannot invert: elements are held more than once, the "
                   "element stays the same when these bits change together: " +
                   nameInputs(L, Kernel.front()));
  BitMatrix Inverse = *L.matrix().inverse();
  return LinearLayout::fromMatrix(lowFirst(L.outputs()), lowFirst(L.inputs()),
                                  Inverse, Inverse.apply(L.flatOffset()));
}

Expected<LinearLayout> f2layout::pseudoInvert(const LinearLayout &L) {
  if (!L.isSurjective())
    return notOnto(L);
  // With the cheap dimensions in the low bits, the least solution is the one we
  // want. It is linear in the element.
  DimList Ins = cheapFirst(L.inputs());
  BitMatrix M = L.matrix() * wires(Ins, L.inputs());
  SmallVector<uint64_t, 16> Columns;
  for (unsigned Bit = 0; Bit < M.rows(); ++Bit)
    Columns.push_back(M.solve(uint64_t(1) << Bit).value_or(0));
  BitMatrix Inverse(M.cols(), Columns);
  return LinearLayout::fromMatrix(lowFirst(L.outputs()), lowFirst(Ins), Inverse,
                                  Inverse.apply(L.flatOffset()));
}

/// Nothing, or which dimension the elements of two layouts differ in.
static Error checkSameElements(const LinearLayout &Wanted,
                               const LinearLayout &Held) {
  if (sameDims(Wanted.outputs(), Held.outputs()))
    return Error::success();
  for (const LayoutDim &D : joined(Wanted.outputs(), Held.outputs())) {
    uint64_t W = Wanted.outputBits(D.Name), H = Held.outputBits(D.Name);
    if (W != H)
      return failure("layouts of different tensors: '" + D.Name +
                     "' has size " + Twine(uint64_t(1) << W) +
                     " where wanted, expected " + Twine(uint64_t(1) << H) +
                     " as held");
  }
  return Error::success();
}

Expected<LinearLayout> f2layout::holderOf(const LinearLayout &Wanted,
                                          const LinearLayout &Held) {
  if (Error E = checkSameElements(Wanted, Held))
    return E;
  // On flat numbers of Held, with the cheap input dimensions in the low bits.
  DimList Ins = cheapFirst(Held.inputs());
  BitMatrix H = Held.matrix() * wires(Ins, Held.inputs());
  BitMatrix ToHeld =
      wires(lowFirst(Wanted.outputs()), lowFirst(Held.outputs()));
  BitMatrix W = ToHeld * Wanted.matrix();
  uint64_t First = ToHeld.apply(Wanted.flatOffset());
  BitMatrix Stay = wires(Wanted.inputs(), Ins);

  // Some holder of each, then the nearest one: of all that differ from it by
  // the kernel, the one for which (holder ^ place) is least. As remainder() is
  // linear, choosing for the unit vectors chooses for every place.
  SmallVector<uint64_t> Kernel = H.kernel();
  auto Nearest = [&](uint64_t Holder, uint64_t Place) {
    return remainder(Kernel, Holder ^ Place) ^ Place;
  };
  // The least solution is the nearest to index 0 already.
  std::optional<uint64_t> Origin = H.solve(First ^ Held.flatOffset());
  if (!Origin)
    return failure("element " + namePoint(Held, First) +
                   " is wanted at index 0 and nobody holds it");
  SmallVector<uint64_t, 16> Columns;
  for (unsigned J = 0; J < W.cols(); ++J) {
    std::optional<uint64_t> Holder = H.solve(W.column(J));
    if (!Holder)
      return failure("element " + namePoint(Held, First ^ W.column(J)) +
                     " is wanted at " + nameInputs(Wanted, uint64_t(1) << J) +
                     " and nobody holds it");
    Columns.push_back(Nearest(*Holder, Stay.column(J)));
  }
  return LinearLayout::fromMatrix(Wanted.inputs(), lowFirst(Ins),
                                  BitMatrix(sumBits(Ins), Columns), *Origin);
}
