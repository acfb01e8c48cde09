//===- BufferAccess.cpp - Registers to and from a buffer in memory --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/BufferAccess.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/Vectorisation.h"
#include "layouts/f2/Echelon.h"
#include "layouts/machine/Limits.h"
#include "layouts/plan/ThreadChecks.h"
#include "llvm/ADT/DenseMap.h"

using namespace llvm;
using namespace f2layout;

static constexpr unsigned MostByteBits = 28;
static constexpr StringLiteral Which = "the layout of the threads";

static Error checkSides(const LinearLayout &Threads, const LinearLayout &Memory,
                        unsigned ElementBits) {
  if (Error E = checkThreadInputs(Threads, Which))
    return E;
  if (!hasOffsets(Memory))
    return layoutError("the memory layout has inputs other than offset, "
                       "expected offset alone");
  if (Error E = checkSameElements(Threads, Memory))
    return E;
  if (!Memory.isInjective() || !Memory.isSurjective())
    return layoutError("the memory layout is not one-to-one: 2^" +
                       Twine(Memory.inputBits()) + " offsets, 2^" +
                       Twine(Memory.outputBits()) + " elements, of which " +
                       "2^" + Twine(Memory.matrix().rank()) + " have a place");
  if (Memory.inputBits() + Log2_32(ElementBits / 8) >= MostByteBits)
    return layoutError("a buffer of 2^" + Twine(Memory.inputBits()) +
                       " elements, expected less than 2^" +
                       Twine(MostByteBits) + " bytes");
  if (Error E = checkThreadCount(Threads, Which))
    return E;
  return checkRegisterCount(Threads, Which, MaxMapRegisterBits);
}

/// From places in one block to offsets.
static Expected<LinearLayout> offsetsOf(const LinearLayout &Threads,
                                        const LinearLayout &Memory) {
  if (Error E = checkOneBlock(Threads, Which, "shared memory is one block's"))
    return E;
  Expected<LinearLayout> OfElement = invert(Memory);
  if (!OfElement)
    return OfElement.takeError();
  Expected<LinearLayout> Offsets = compose(Threads, *OfElement);
  if (!Offsets)
    return Offsets.takeError();
  // All three inputs in their order, even where the layout does not name them.
  LayoutDims Inputs;
  SmallVector<uint64_t> Columns;
  for (StringRef Name : {"register", "lane", "warp"}) {
    const BitMatrix OfName = columnsOf(*Offsets, Name);
    Inputs.push_back({Name, OfName.cols()});
    for (unsigned J = 0; J < OfName.cols(); ++J)
      Columns.push_back(OfName.column(J));
  }
  return LinearLayout::fromMatrix(Inputs, Offsets->outputs(),
                                  BitMatrix(Offsets->outputBits(), Columns),
                                  Offsets->longOffset());
}

/// Register bits that lead to other offsets than those below them.
static SmallVector<unsigned> distinctRegisterBits(const LinearLayout &Offsets) {
  Echelon<uint64_t> Seen;
  SmallVector<unsigned> Bits;
  for (unsigned J = 0; J < Offsets.inputBits("register"); ++J)
    if (Seen.insert(Offsets.applyFlat(uint64_t(1) << J) ^ Offsets.flatOffset()))
      Bits.push_back(J);
  return Bits;
}

/// Where the register of each thread is, in bytes.
static ThreadAddress addressAt(const LinearLayout &Offsets, uint64_t Register,
                               unsigned Bytes) {
  ThreadAddress A;
  A.Constant = Offsets.applyFlat(Register) * Bytes;
  const unsigned First = Offsets.inputBits("register");
  for (unsigned J = First; J < Offsets.inputBits(); ++J)
    A.Columns.push_back(
        (Offsets.applyFlat(uint64_t(1) << J) ^ Offsets.flatOffset()) * Bytes);
  return A;
}

Expected<LinearLayout> f2layout::bufferOffsets(const LinearLayout &Threads,
                                               const LinearLayout &Memory,
                                               unsigned ElementBits) {
  if (Error E = checkSides(Threads, Memory, ElementBits))
    return E;
  return offsetsOf(Threads, Memory);
}

Expected<BufferAccesses> f2layout::bufferAccesses(const LinearLayout &Threads,
                                                  const LinearLayout &Memory,
                                                  unsigned ElementBits,
                                                  unsigned MaxBytes) {
  Expected<LinearLayout> Offsets = bufferOffsets(Threads, Memory, ElementBits);
  if (!Offsets)
    return Offsets.takeError();
  const unsigned RegisterBits = Offsets->inputBits("register");
  Expected<RegisterAction> Distinct =
      RegisterAction::ofBits(distinctRegisterBits(*Offsets), RegisterBits);
  if (!Distinct)
    return Distinct.takeError();
  Expected<LinearLayout> Stored = Distinct->apply(*Offsets);
  if (!Stored)
    return Stored.takeError();
  Expected<Vectorisation> Vectors =
      largestVector(*Stored, ElementBits, 8 * MaxBytes);
  if (!Vectors)
    return Vectors.takeError();
  Expected<RegisterAction> Order = Distinct->then(Vectors->Action);
  if (!Order)
    return Order.takeError();

  BufferAccesses All;
  All.Elements = Vectors->Elements;
  DenseMap<uint64_t, unsigned> AtOffset;
  for (uint64_t R = 0; R < Order->numResults(); ++R) {
    const uint64_t Register = Order->source(R);
    AtOffset[Offsets->applyFlat(Register)] = Register;
    if (R % All.Elements == 0)
      All.Accesses.push_back(
          {addressAt(*Offsets, Register, ElementBits / 8), {}});
    All.Accesses.back().Registers.push_back(Register);
  }
  for (uint64_t R = 0; R < uint64_t(1) << RegisterBits; ++R)
    All.CopyOf.push_back(AtOffset.lookup(Offsets->applyFlat(R)));
  return All;
}
