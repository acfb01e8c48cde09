//===- Gather.cpp - What a gather wants from where ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/Gather.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/f2/Echelon.h"
#include "layouts/machine/Limits.h"
#include "layouts/plan/ThreadChecks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// The elements of a tensor; every one may get a place in memory.
static constexpr unsigned MostElementBits = 27;

/// The sum of the columns at the bits of X.
template <typename ColumnsT>
static uint64_t sumAt(const ColumnsT &Columns, uint64_t X) {
  uint64_t Sum = 0;
  for (auto [J, Column] : enumerate(Columns))
    Sum ^= X >> J & 1 ? Column : 0;
  return Sum;
}

uint64_t GatherMap::ofThread(unsigned Thread) const {
  return sumAt(ThreadColumns, Thread);
}

uint64_t GatherMap::ofRegister(unsigned Register) const {
  return Offset ^ sumAt(RegisterColumns, Register);
}

uint64_t GatherMap::at(const GatherPoint &P) const {
  return ofRegister(P.Register) ^ ofThread(P.Thread) ^
         sumAt(IndexColumns, P.Index);
}

bool Gather::staysInWarp() const {
  const unsigned Shift = SourceBits + LaneBits;
  auto Within = [&](uint64_t Image) { return Image >> Shift == 0; };
  if (!Within(Holder.Offset) || !all_of(Holder.IndexColumns, Within) ||
      !all_of(Holder.RegisterColumns, Within))
    return false;
  for (auto [J, Column] : enumerate(Holder.ThreadColumns)) {
    const uint64_t Own = J < LaneBits ? 0 : uint64_t(1) << (SourceBits + J);
    if (!Within(Column ^ Own))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static Error checkThreads(const LinearLayout &L, const Twine &Which) {
  if (Error E = checkThreadInputs(L, Which))
    return E;
  if (Error E = checkOneBlock(L, Which, "a gather stays in its block"))
    return E;
  if (Error E = checkThreadCount(L, Which))
    return E;
  return checkRegisterCount(L, Which, MaxMapRegisterBits);
}

/// The same outputs, but for the size of one.
static Error checkOutputs(const LinearLayout &From, const LinearLayout &To,
                          uint64_t Axis) {
  const ArrayRef<LayoutDim> A = From.outputs(), B = To.outputs();
  if (A.size() != B.size())
    return layoutError("the source has " + Twine(A.size()) +
                       " dimensions, the result " + Twine(B.size()) +
                       ", expected the same");
  if (Axis >= A.size())
    return layoutError("axis " + Twine(Axis) + " of a tensor of " +
                       Twine(A.size()) + " dimensions");
  for (unsigned D = 0; D < A.size(); ++D) {
    if (A[D].Name != B[D].Name)
      return layoutError("dimension " + Twine(D) + " is '" + A[D].Name +
                         "' of the source and '" + B[D].Name +
                         "' of the result, expected the same");
    if (D != Axis && A[D].Bits != B[D].Bits)
      return layoutError("'" + A[D].Name + "' has size " + Twine(B[D].size()) +
                         " in the result, expected " + Twine(A[D].size()) +
                         " as in the source: only axis " + Twine(Axis) +
                         " may differ");
  }
  if (From.outputBits() > MostElementBits || To.outputBits() > MostElementBits)
    return layoutError("tensors of 2^" + Twine(From.outputBits()) + " and 2^" +
                       Twine(To.outputBits()) +
                       " elements, expected at most 2^" +
                       Twine(MostElementBits));
  if (!From.isSurjective())
    return layoutError("the source layout holds 2^" +
                       Twine(From.matrix().rank()) + " of 2^" +
                       Twine(From.outputBits()) +
                       " elements, expected all: any may be asked for");
  return Error::success();
}

Error f2layout::checkGather(const LinearLayout &From, const LinearLayout &To,
                            uint64_t Axis) {
  if (Error E = checkThreads(From, "the source layout"))
    return E;
  if (Error E = checkThreads(To, "the destination layout"))
    return E;
  if (From.inputBits("lane") != To.inputBits("lane") ||
      From.inputBits("warp") != To.inputBits("warp"))
    return layoutError("the layouts have different numbers of lanes or warps");
  return checkOutputs(From, To, Axis);
}

uint64_t f2layout::atIndexZero(const LinearLayout &From, const LinearLayout &To,
                               uint64_t Axis, uint64_t Element) {
  LayoutPoint At = To.point(Element);
  At[Axis] = 0;
  return From.flatten(At);
}

//===----------------------------------------------------------------------===//
// The map
//===----------------------------------------------------------------------===//

namespace {

/// Finds holders in the source layout, whose inputs are ordered here as
/// register, lane, warp.
class Holders {
public:
  explicit Holders(const LinearLayout &From) {
    SmallVector<uint64_t> Columns;
    for (StringRef In : {"register", "lane", "warp"}) {
      const BitMatrix OfInput = columnsOf(From, In);
      for (unsigned J = 0; J < OfInput.cols(); ++J)
        Columns.push_back(OfInput.column(J));
    }
    Elements = BitMatrix(From.outputBits(), Columns);
    for (uint64_t Copy : Elements.kernel())
      Copies.insert(Copy);
  }

  /// The nearest to Own of those that hold the element. Warps are the highest
  /// bits, which elimination clears first.
  uint64_t nearest(uint64_t Element, uint64_t Own) const {
    const uint64_t Least = Elements.solve(Element).value_or(0);
    return Own ^ Copies.reduce(Least ^ Own);
  }

private:
  BitMatrix Elements;
  Echelon<uint64_t> Copies;
};

} // namespace

Expected<Gather> f2layout::gatherBetween(const LinearLayout &From,
                                         const LinearLayout &To, uint64_t Axis,
                                         unsigned ElementBits) {
  if (Error E = checkGather(From, To, Axis))
    return E;
  Gather G;
  G.ElementBits = ElementBits;
  G.LaneBits = From.inputBits("lane");
  G.WarpBits = From.inputBits("warp");
  G.SourceBits = From.inputBits("register");
  G.ResultBits = To.inputBits("register");
  const Holders Held(From);
  auto Wanted = [&](uint64_t Element) {
    return atIndexZero(From, To, Axis, Element);
  };
  const LayoutDim &Along = From.outputs()[Axis];
  const unsigned Shift = *From.outputShift(Along.Name);
  for (unsigned J = 0; J < Along.Bits; ++J)
    G.Holder.IndexColumns.push_back(
        Held.nearest(uint64_t(1) << (Shift + J), 0));
  const BitMatrix Registers = columnsOf(To, "register");
  for (unsigned J = 0; J < Registers.cols(); ++J)
    G.Holder.RegisterColumns.push_back(
        Held.nearest(Wanted(Registers.column(J)), 0));
  for (StringRef In : {"lane", "warp"}) {
    const BitMatrix Threads = columnsOf(To, In);
    for (unsigned J = 0; J < Threads.cols(); ++J)
      G.Holder.ThreadColumns.push_back(Held.nearest(
          Wanted(Threads.column(J)),
          uint64_t(1) << (G.SourceBits + G.Holder.ThreadColumns.size())));
  }
  G.Holder.Offset =
      Held.nearest(From.flatOffset() ^ Wanted(To.flatOffset()), 0);
  return G;
}
