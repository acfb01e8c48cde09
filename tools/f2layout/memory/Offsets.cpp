//===- Offsets.cpp - Memory offsets of registers --------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/memory/Offsets.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/Vectorisation.h"
#include "tools/f2layout/answer/Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout::calc {

Expected<LinearLayout> offsetsIn(const LinearLayout &Threads,
                                 const LinearLayout &Memory) {
  Expected<LinearLayout> ToOffset = pseudoInvert(Memory);
  if (!ToOffset)
    return ToOffset.takeError();
  return compose(Threads, *ToOffset);
}

Expected<LinearLayout> offsetsInOrder(const LinearLayout &Threads,
                                      ArrayRef<StringRef> Order) {
  SmallVector<StringRef> Ins, Outs(Order);
  for (const LayoutDim &D : Threads.inputs())
    Ins.push_back(D.Name);
  if (Outs.empty())
    for (const LayoutDim &D : Threads.outputs())
      Outs.push_back(D.Name);
  Expected<LinearLayout> L = sublayout(Threads, Ins, Outs);
  if (!L)
    return L.takeError();
  if (L->outputBits() > MostOffsetBits)
    return createStringError(
        "the tensor has 2^" + Twine(L->outputBits()) +
        " elements, expected at most 2^" + Twine(MostOffsetBits) +
        " in memory without gaps: offsets are one dimension, and its size is "
        "counted in a word of 64 bits");
  return LinearLayout::fromMatrix(L->inputs(), {{"offset", L->outputBits()}},
                                  L->matrix(), L->flatOffset());
}

/// Says which places hold the element 2^Bit further, if not the registers of
/// the same thread.
static std::string whyNot(const LinearLayout &Offsets, unsigned Bit) {
  std::string What =
      "the element at distance " + std::to_string(uint64_t(1) << Bit) + " is ";
  if (Bit >= Offsets.outputBits())
    return What + "outside the tensor";
  // Reduce by the registers last: the remainder is what is needed beyond them.
  BitMatrix Registers = columnsOf(Offsets, "register");
  std::optional<LongWord> Place = Offsets.matrix().solve(LongWord::unit(Bit));
  if (!Place)
    return What + "held by no thread";
  unsigned Shift = Offsets.inputShift("register").value_or(0);
  LongWord OfThreads = *Place;
  OfThreads.addAt(Shift, Place->bits(Shift, Registers.cols()));
  return What + "in another thread (" + bitNames(Offsets, OfThreads) + ")";
}

std::string ifSelected(const Vector &V) {
  return counted(V.elements(), "element") +
         " if each thread puts its registers into an order of its own";
}

Vector widestVector(const LinearLayout &Offsets, unsigned MostBits) {
  BitMatrix Registers = columnsOf(Offsets, "register");
  Vector V;
  while (V.bits() < MostBits && V.bits() < Offsets.outputBits()) {
    std::optional<uint64_t> R = Registers.solve(uint64_t(1) << V.bits());
    if (!R)
      break;
    V.Registers.push_back(*R);
  }
  if (V.bits() < MostBits)
    V.WhyNotWider = whyNot(Offsets, V.bits());
  uint64_t Inside = maskTrailingOnes<uint64_t>(V.bits());
  for (const LayoutDim &D : Offsets.inputs())
    if (D.Name != "register") {
      BitMatrix Columns = columnsOf(Offsets, D.Name);
      for (uint64_t Column : Columns.columns())
        V.OrderDiffers |= (Column & Inside) != 0;
    }
  return V;
}

Expected<unsigned> commonVectorBits(const LinearLayout &Offsets,
                                    unsigned MostBits) {
  if (!Offsets.inputShift("register"))
    return 0;
  // Elements of one bit make bits count elements; at most 2^31 elements fit.
  Expected<Vectorisation> Widest =
      largestVector(Offsets, 1, 1u << std::min(MostBits, 31u));
  if (!Widest)
    return Widest.takeError();
  return Log2_64(Widest->Elements);
}

uint64_t accessCount(const LinearLayout &Offsets, unsigned VectorBits) {
  unsigned Rank = columnsOf(Offsets, "register").rank();
  return uint64_t(1) << (Rank - std::min(Rank, VectorBits));
}

} // namespace f2layout::calc
