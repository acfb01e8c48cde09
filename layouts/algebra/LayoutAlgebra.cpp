//===- LayoutAlgebra.cpp - Layouts made from layouts ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names are translated to numbers first: the runs of bits that belong together
// are looked up once (LayoutParts.h). The rest is arithmetic on flat numbers,
// on words if all of them fit and on long words otherwise. Functions named
// ...As<VectorT> handle both.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/LayoutParts.h"
#include "layouts/f2/Echelon.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

template <typename VectorT>
static bool sameMapAs(const LinearLayout &A, const LinearLayout &B) {
  Wires ToA(outputsOf(B), outputsOf(A));
  if (offsetOf<VectorT>(A) != ToA.apply(offsetOf<VectorT>(B)))
    return false;
  unsigned Column = 0;
  for (const LayoutDim &D : A.inputs()) {
    unsigned InB = inputsOf(B).find(D.Name).Shift;
    for (unsigned Bit = 0; Bit < D.Bits; ++Bit)
      if (columnOf<VectorT>(A.matrix(), Column++) !=
          ToA.apply(columnOf<VectorT>(B.matrix(), InB + Bit)))
        return false;
  }
  return true;
}

bool f2layout::sameMap(const LinearLayout &A, const LinearLayout &B) {
  if (!sameDims(inputsOf(A), inputsOf(B)) ||
      !sameDims(outputsOf(A), outputsOf(B)))
    return false;
  return A.isOfWords() ? sameMapAs<uint64_t>(A, B) : sameMapAs<LongWord>(A, B);
}

/// The dimensions with these names.
static Expected<LayoutDims> pick(StringRef Kind, ArrayRef<LayoutDim> Dims,
                                 ArrayRef<StringRef> Names) {
  LayoutDims Picked;
  for (StringRef Name : Names) {
    const LayoutDim *D =
        find_if(Dims, [&](const LayoutDim &D) { return Name == D.Name; });
    if (D == Dims.end())
      return layoutError("layout has no " + Kind + " dimension '" + Name + "'");
    Picked.push_back(*D);
  }
  return Picked;
}

/// Applies Out to the columns of the named inputs, one after the other.
template <typename VectorT>
static BitMatrix chosenColumns(const LinearLayout &L, ArrayRef<LayoutDim> Ins,
                               unsigned Rows, const Wires &Out) {
  BitMatrix M = BitMatrix::zero(Rows, FlatDims::inputs(Ins).sumBits());
  unsigned Column = 0;
  for (const LayoutDim &D : Ins) {
    unsigned First = inputsOf(L).find(D.Name).Shift;
    for (unsigned Bit = 0; Bit < D.Bits; ++Bit)
      M.setColumn(Column++,
                  Out.apply(columnOf<VectorT>(L.matrix(), First + Bit)));
  }
  return M;
}

Expected<LinearLayout> f2layout::sublayout(const LinearLayout &L,
                                           ArrayRef<StringRef> Inputs,
                                           ArrayRef<StringRef> Outputs) {
  Expected<LayoutDims> Ins = pick("input", L.inputs(), Inputs);
  if (!Ins)
    return Ins.takeError();
  Expected<LayoutDims> Outs = pick("output", L.outputs(), Outputs);
  if (!Outs)
    return Outs.takeError();
  FlatDims To = FlatDims::outputs(*Outs);
  Wires Out(outputsOf(L), To);
  BitMatrix M = L.isOfWords()
                    ? chosenColumns<uint64_t>(L, *Ins, To.sumBits(), Out)
                    : chosenColumns<LongWord>(L, *Ins, To.sumBits(), Out);
  return LinearLayout::fromMatrix(*Ins, *Outs, M, Out.apply(L.longOffset()));
}

//===----------------------------------------------------------------------===//
// Composition
//===----------------------------------------------------------------------===//

/// Fails with the dimension that keeps Outer from accepting Inner's outputs.
static Error checkComposable(const LinearLayout &Inner,
                             const LinearLayout &Outer) {
  FlatDims Given = outputsOf(Inner), Taken = inputsOf(Outer);
  for (const LayoutDim &D : Inner.outputs()) {
    FlatDims::Place Place = Taken.find(D.Name);
    if (D.Bits <= Place.Bits)
      continue;
    if (!Place.Exists)
      return layoutError("cannot compose: '" + D.Name +
                         "' is an output of the first layout and no input of "
                         "the second");
    return layoutError("cannot compose: '" + D.Name + "' has size " +
                       Twine(D.size()) +
                       " as output of the first layout, expected at most its "
                       "size as input of the second, " +
                       Twine(uint64_t(1) << Place.Bits));
  }
  for (const LayoutDim &D : Outer.inputs())
    if (D.Bits && !Given.find(D.Name).Exists)
      return layoutError("cannot compose: '" + D.Name +
                         "' is an input of the second layout and no output of "
                         "the first");
  return Error::success();
}

/// Returns true if Outer takes what Inner gives, bit by bit. This is usual, and
/// cheaper to see than that the dimensions fit in another order.
static bool agree(const LinearLayout &Inner, const LinearLayout &Outer) {
  FlatDims Given = outputsOf(Inner), Taken = inputsOf(Outer);
  if (Given.size() != Taken.size())
    return false;
  for (unsigned I = 0; I < Given.size(); ++I)
    if (Given[I].Bits != Taken[I].Bits || Given[I].Name != Taken[I].Name)
      return false;
  return true;
}

/// The columns of Outer in the order of Inner's output bits. They are written
/// to Space if their order differs.
static ArrayRef<uint64_t> columnsFor(const LinearLayout &Inner,
                                     const LinearLayout &Outer,
                                     MutableArrayRef<uint64_t> Space) {
  FlatDims Given = outputsOf(Inner), Taken = inputsOf(Outer);
  ArrayRef<uint64_t> Now = Outer.matrix().columns();
  unsigned I = 0, Shift = 0;
  while (I < Given.size() && (!Given[I].Bits || // equal so far
                              Taken.find(Given[I].Name).Shift == Shift))
    Shift += Given[I++].Bits;
  if (I == Given.size())
    return Now;
  copy(Now.take_front(Shift), Space.begin());
  for (; I < Given.size(); ++I) {
    ArrayRef<uint64_t> OfDim = Now.drop_front(Taken.find(Given[I].Name).Shift)
                                   .take_front(Given[I].Bits);
    copy(OfDim, Space.begin() + Shift);
    Shift += Given[I].Bits;
  }
  return Space.take_front(Shift);
}

static uint64_t sumOf(ArrayRef<uint64_t> Columns, uint64_t X) {
  uint64_t Sum = 0;
  for (; X; X &= X - 1)
    Sum ^= Columns[countr_zero(X)];
  return Sum;
}

static void composeWords(const LinearLayout &Inner, const LinearLayout &Outer,
                         LayoutParts To) {
  uint64_t Space[64];
  ArrayRef<uint64_t> Images = columnsFor(Inner, Outer, Space);
  ArrayRef<uint64_t> From = Inner.matrix().columns();
  To.resizeMatrix(Outer.outputBits(), From.size());
  for (size_t J = 0; J < From.size(); ++J)
    To.put(J, sumOf(Images, From[J]));
  To.offset() = sumOf(Images, Inner.flatOffset()) ^ Outer.flatOffset();
}

static void composeLong(const LinearLayout &Inner, const LinearLayout &Outer,
                        LayoutParts To) {
  Wires Between(outputsOf(Inner), inputsOf(Outer));
  To.resizeMatrix(Outer.outputBits(), Inner.inputBits());
  for (unsigned J = 0; J < Inner.inputBits(); ++J)
    To.put(J,
           Outer.matrix().apply(Between.apply(Inner.matrix().longColumn(J))));
  To.offset() = Outer.applyFlat(Between.apply(Inner.longOffset()));
}

/// Composes layouts that fit. The result is constructed in place, because
/// moving a layout costs half as much as composing two.
static Expected<LinearLayout> composed(const LinearLayout &Inner,
                                       const LinearLayout &Outer) {
  Expected<LinearLayout> Composed = LinearLayout();
  if (!Composed)
    return Composed;
  LayoutParts Parts(*Composed);
  Parts.inputs().append(Inner.inputs().begin(), Inner.inputs().end());
  Parts.outputs().append(Outer.outputs().begin(), Outer.outputs().end());
  if (Inner.isOfWords() && Outer.isOfWords())
    composeWords(Inner, Outer, Parts);
  else
    composeLong(Inner, Outer, Parts);
  return Composed;
}

Expected<LinearLayout> f2layout::compose(const LinearLayout &Inner,
                                         const LinearLayout &Outer) {
  if (!agree(Inner, Outer))
    if (Error E = checkComposable(Inner, Outer))
      return E;
  return composed(Inner, Outer);
}

//===----------------------------------------------------------------------===//
// Product and division
//===----------------------------------------------------------------------===//

/// The dimensions of A, lowest first, extended by B's of the same name, then
/// the other dimensions of B.
static LayoutDims joined(const FlatDims &A, const FlatDims &B) {
  LayoutDims All = A.lowFirst();
  for (LayoutDim &D : All)
    D.Bits += B.bitsOf(D.Name);
  for (unsigned I = 0; I < B.size(); ++I)
    if (!A.find(B[I].Name).Exists)
      All.push_back(B[I]);
  return All;
}

/// Maps the bits of the outer dimensions to their places in All, above the bits
/// of the inner dimension of the same name.
static Wires aboveInner(const FlatDims &Outer, const FlatDims &Inner,
                        const FlatDims &All) {
  Wires W;
  unsigned Shift = 0;
  for (unsigned I = 0; I < Outer.size(); ++I) {
    const LayoutDim &D = Outer[I];
    W.add(Shift, All.find(D.Name).Shift + Inner.bitsOf(D.Name), D.Bits);
    Shift += D.Bits;
  }
  return W;
}

template <typename VectorT>
static BitMatrix productMatrix(const LinearLayout &Inner,
                               const LinearLayout &Outer,
                               ArrayRef<LayoutDim> Ins, unsigned Rows,
                               const Wires &Low, const Wires &High) {
  BitMatrix M = BitMatrix::zero(Rows, FlatDims::inputs(Ins).sumBits());
  unsigned Column = 0;
  for (const LayoutDim &D : Ins) {
    FlatDims::Place In = inputsOf(Inner).find(D.Name);
    FlatDims::Place Out = inputsOf(Outer).find(D.Name);
    for (unsigned Bit = 0; Bit < In.Bits; ++Bit)
      M.setColumn(Column++,
                  Low.apply(columnOf<VectorT>(Inner.matrix(), In.Shift + Bit)));
    for (unsigned Bit = 0; Bit < Out.Bits; ++Bit)
      M.setColumn(Column++, High.apply(columnOf<VectorT>(Outer.matrix(),
                                                         Out.Shift + Bit)));
  }
  return M;
}

Expected<LinearLayout> f2layout::product(const LinearLayout &Inner,
                                         const LinearLayout &Outer) {
  LayoutDims Ins = joined(inputsOf(Inner), inputsOf(Outer));
  LayoutDims LowFirst = joined(outputsOf(Inner), outputsOf(Outer));
  FlatDims All = FlatDims::inputs(LowFirst);
  unsigned Rows = All.sumBits();
  Wires Low(outputsOf(Inner), All);
  Wires High = aboveInner(outputsOf(Outer), outputsOf(Inner), All);
  bool OfWords = Rows <= 64 && Inner.isOfWords() && Outer.isOfWords();
  BitMatrix M =
      OfWords ? productMatrix<uint64_t>(Inner, Outer, Ins, Rows, Low, High)
              : productMatrix<LongWord>(Inner, Outer, Ins, Rows, Low, High);
  // Joined dimensions may be too large; fromMatrix reports that.
  return LinearLayout::fromMatrix(
      Ins, LayoutDims(LowFirst.rbegin(), LowFirst.rend()), M,
      Low.apply(Inner.longOffset()) ^ High.apply(Outer.longOffset()));
}

namespace {

/// Divides L by Inner column by column. The low bits of each output are Inner's
/// elements, and the high bits those of the quotient:
///
///   L = register=[[1],[2],[4]] -> [8], Inner = register=[[1]] -> [2]
///   column 0: low bits 1, high bits 0     as Inner has it: fits
///   column 1: low bits 0, high bits 1     of the quotient
///   column 2: low bits 0, high bits 2
template <typename VectorT> class Division {
public:
  Division(const LinearLayout &L, const LinearLayout &Inner, LinearLayout &To)
      : L(L), Inner(Inner), To(To) {}

  bool run() { return divideOutputs() && divideInputs() && divideOffset(); }

private:
  bool divideOutputs();
  bool divideInputs();
  bool divideOffset();
  bool isInner(const VectorT &OfL, const VectorT &OfInner) const {
    return OfL == ToLow.apply(OfInner);
  }

  const LinearLayout &L, &Inner;
  LayoutParts To;
  Wires ToLow, ToQuotient; ///< From outputs of Inner to L, of L to quotient.
  VectorT Low = 0;         ///< All bits that ToLow can set.
  unsigned Rows = 0;
};

} // namespace

template <typename VectorT> bool Division<VectorT>::divideOutputs() {
  To.outputs().append(L.outputs().begin(), L.outputs().end());
  FlatDims OfInner = outputsOf(Inner);
  unsigned From = 0, Found = 0;
  for (LayoutDim &D : reverse(To.outputs())) {
    FlatDims::Place In = OfInner.find(D.Name);
    if (In.Bits > D.Bits)
      return false;
    ToLow.add(In.Shift, From, In.Bits);
    D.Bits -= In.Bits;
    ToQuotient.add(From + In.Bits, Rows, D.Bits);
    From += In.Bits + D.Bits;
    Rows += D.Bits;
    Found += In.Bits;
  }
  Low = ToLow.apply(onesVector<VectorT>(Found));
  return Found == Inner.outputBits();
}

template <typename VectorT> bool Division<VectorT>::divideInputs() {
  To.inputs().append(L.inputs().begin(), L.inputs().end());
  if (Inner.inputBits() > L.inputBits())
    return false;
  const unsigned Left = L.inputBits() - Inner.inputBits();
  To.resizeMatrix(Rows, Left);
  FlatDims OfInner = inputsOf(Inner);
  unsigned From = 0, Put = 0;
  for (LayoutDim &D : To.inputs()) {
    FlatDims::Place In = OfInner.find(D.Name);
    // If L lacks bits of Inner, more columns may remain than there is room for.
    if (In.Bits > D.Bits || Put + D.Bits - In.Bits > Left)
      return false;
    for (unsigned Bit = 0; Bit < In.Bits; ++Bit)
      if (!isInner(columnOf<VectorT>(L.matrix(), From++),
                   columnOf<VectorT>(Inner.matrix(), In.Shift + Bit)))
        return false;
    D.Bits -= In.Bits;
    for (unsigned End = Put + D.Bits; Put < End; ++Put) {
      VectorT Column = columnOf<VectorT>(L.matrix(), From++);
      if (Column & Low)
        return false;
      To.put(Put, ToQuotient.apply(Column));
    }
  }
  return Put == Left;
}

template <typename VectorT> bool Division<VectorT>::divideOffset() {
  VectorT Offset = offsetOf<VectorT>(L);
  To.offset() = ToQuotient.apply(Offset);
  return isInner(Offset & Low, offsetOf<VectorT>(Inner));
}

std::optional<LinearLayout> f2layout::leftDivide(const LinearLayout &L,
                                                 const LinearLayout &Inner) {
  std::optional<LinearLayout> Quotient(std::in_place);
  bool Divides = L.isOfWords() && Inner.isOfWords()
                     ? Division<uint64_t>(L, Inner, *Quotient).run()
                     : Division<LongWord>(L, Inner, *Quotient).run();
  if (!Divides)
    Quotient.reset();
  return Quotient;
}
