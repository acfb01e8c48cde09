//===- PairSwizzle.cpp - The best memory layout for a pair ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/memory/PairSwizzle.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/machine/Swizzle.h"
#include "tools/f2layout/answer/Names.h"
#include "tools/f2layout/memory/Offsets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <tuple>

using namespace llvm;

namespace f2layout::calc {

namespace {

using Basis = SmallVector<uint64_t>;

/// One side: the space of elements that its registers and its threads span.
struct Side {
  Basis Registers, Lanes, Warps;

  explicit Side(const LinearLayout &L) {
    for (auto [Name, To] :
         {std::pair<StringRef, Basis *>{"register", &Registers},
          {"lane", &Lanes},
          {"warp", &Warps}})
      for (unsigned Bit = 0; Bit < L.inputBits(Name); ++Bit)
        To->push_back(L.matrix().column(*L.inputShift(Name) + Bit));
  }
};

/// What one access covers: the lowest bits of the offset. Stores and loads may
/// be that wide if their threads agree on the order of registers.
struct Candidate {
  Basis Vector;
  unsigned StoreBits, LoadBits;
};

class Search {
public:
  Search(const LinearLayout &From, const LinearLayout &To, unsigned ElementBits,
         const Machine &M)
      : From(From), To(To), Bits(ElementBits), M(M), Store(From), Load(To),
        RowBits(Log2_32(std::max(1u, M.Banks * M.BankBytes * 8 / Bits))),
        WordBits(Log2_32(std::max(1u, M.BankBytes * 8 / Bits))) {}

  Expected<PairSwizzle> run() const;

private:
  std::vector<Candidate> candidates() const;
  void addWidths(ArrayRef<uint64_t> Common, std::vector<Candidate> &To) const;
  Basis phaseSpan(const Side &S, ArrayRef<unsigned> Phase, const Candidate &C,
                  unsigned Width) const;
  Basis threadsOf(const Candidate &C) const;
  Expected<LinearLayout> memoryOf(const Candidate &C) const;
  Expected<std::optional<Traffic>> traffic(const LinearLayout &Memory,
                                           bool IsStore) const;
  Expected<std::optional<PairSwizzle>> evaluate(const Candidate &C) const;
  const AccessShape *shape(unsigned Width) const {
    unsigned AccessBits = Bits << Width;
    return AccessBits % 8 ? nullptr : M.shape(AccessBits / 8);
  }

  const LinearLayout &From, &To;
  unsigned Bits;
  const Machine &M;
  Side Store, Load;
  unsigned RowBits, WordBits;
};

} // namespace

/// Adds the prefixes of Common of every width, and, where Common is too short,
/// wider vectors of one side.
void Search::addWidths(ArrayRef<uint64_t> Common,
                       std::vector<Candidate> &To) const {
  for (unsigned Width = 0; Width <= Log2_32(128 / Bits); ++Width) {
    unsigned Both = std::min<unsigned>(Common.size(), Width);
    Basis Shared(Common.take_front(Both));
    if (Both == Width) {
      To.push_back({Shared, Width, Width});
      continue;
    }
    for (bool OfStore : {true, false}) {
      Basis Wider = Shared;
      for (uint64_t X : OfStore ? Store.Registers : Load.Registers)
        if (Wider.size() < Width && !spanContains(Wider, X))
          Wider.push_back(X);
      if (Wider.size() == Width)
        To.push_back({Wider, OfStore ? Width : Both, OfStore ? Both : Width});
    }
  }
}

/// Vectors only use registers that are no sum of threads. Otherwise threads
/// would differ in the order of the registers inside an access.
std::vector<Candidate> Search::candidates() const {
  Basis Common = intersectBases(Store.Registers, Load.Registers);
  Basis Threads = sumBases(sumBases(Store.Lanes, Load.Lanes),
                           sumBases(Store.Warps, Load.Warps));
  Basis Span = intersectBases(Common, Threads), Pure;
  for (uint64_t X : Common)
    if (!spanContains(Span, X)) {
      Span.push_back(X);
      Pure.push_back(X);
    }
  std::vector<Candidate> All;
  addWidths(Pure, All);
  erase_if(All, [&](const Candidate &C) {
    return !shape(C.StoreBits) || !shape(C.LoadBits);
  });
  return All;
}

/// Everything that one phase accesses, and what shares its words.
Basis Search::phaseSpan(const Side &S, ArrayRef<unsigned> Phase,
                        const Candidate &C, unsigned Width) const {
  Basis Span;
  BitMatrix OfLanes(64, S.Lanes);
  for (unsigned Lane : Phase)
    Span.push_back(OfLanes.apply(Lane));
  size_t Inside = std::min<size_t>(std::max(Width, WordBits), C.Vector.size());
  append_range(Span, ArrayRef<uint64_t>(C.Vector).take_front(Inside));
  return Span;
}

/// Puts the threads of the side with the wider accesses first, because these
/// accesses need an order that all threads agree on.
Basis Search::threadsOf(const Candidate &C) const {
  const Side *Sides[] = {&Store, &Load};
  if (C.LoadBits > C.StoreBits)
    std::swap(Sides[0], Sides[1]);
  Basis Threads;
  for (const Side *S : Sides) {
    append_range(Threads, S->Lanes);
    append_range(Threads, S->Warps);
  }
  return Threads;
}

Expected<LinearLayout> Search::memoryOf(const Candidate &C) const {
  unsigned Dim = From.outputBits();
  BitMatrix Offset = swizzledLayout(
      C.Vector,
      phaseSpan(Store, shape(C.StoreBits)->StorePhase, C, C.StoreBits),
      phaseSpan(Load, shape(C.LoadBits)->LoadPhase, C, C.LoadBits),
      threadsOf(C), RowBits, Dim);
  std::optional<BitMatrix> Element = Offset.inverse();
  return LinearLayout::fromMatrix({{"offset", Dim}}, From.outputs(),
                                  Element.value_or(BitMatrix()));
}

/// The traffic of accesses as wide as 'banks' makes them. std::nullopt if the
/// machine has none of that width.
Expected<std::optional<Traffic>> Search::traffic(const LinearLayout &Memory,
                                                 bool IsStore) const {
  Expected<LinearLayout> Offsets = offsetsIn(IsStore ? From : To, Memory);
  if (!Offsets)
    return Offsets.takeError();
  Expected<unsigned> Width = commonVectorBits(*Offsets, Log2_32(128 / Bits));
  if (!Width)
    return Width.takeError();
  if (!shape(*Width))
    return std::nullopt;
  Expected<Traffic> T = trafficOf(*Offsets, {}, *Width, Bits, IsStore, M);
  if (!T)
    return T.takeError();
  return std::move(*T);
}

Expected<std::optional<PairSwizzle>>
Search::evaluate(const Candidate &C) const {
  Expected<LinearLayout> Memory = memoryOf(C);
  if (!Memory)
    return Memory.takeError();
  Expected<std::optional<Traffic>> Stores = traffic(*Memory, true);
  if (!Stores)
    return Stores.takeError();
  Expected<std::optional<Traffic>> Loads = traffic(*Memory, false);
  if (!Loads)
    return Loads.takeError();
  if (!*Stores || !*Loads)
    return std::nullopt;
  return PairSwizzle{std::move(*Memory), std::move(**Stores),
                     std::move(**Loads)};
}

Expected<PairSwizzle> Search::run() const {
  std::optional<PairSwizzle> Best;
  auto Price = [](const PairSwizzle &S) {
    return std::make_tuple(S.wavefronts(), S.Store.Accesses + S.Load.Accesses);
  };
  for (const Candidate &C : candidates()) {
    Expected<std::optional<PairSwizzle>> S = evaluate(C);
    if (!S)
      return S.takeError();
    if (*S && (!Best || Price(**S) < Price(*Best)))
      Best = std::move(**S);
  }
  if (!Best)
    return createStringError(inconvertibleErrorCode(),
                             "no access to shared memory fits elements of " +
                                 counted(Bits, "bit") +
                                 ": threads hold no neighbours, in one "
                                 "order for all, to make up a byte");
  return std::move(*Best);
}

Expected<PairSwizzle> bestSwizzle(const LinearLayout &From,
                                  const LinearLayout &To, unsigned ElementBits,
                                  const Machine &M) {
  // Bring the outputs of the destination into the order of the source's, so
  // that elements have the same numbers on both sides.
  SmallVector<StringRef> Ins, Outs;
  for (const LayoutDim &D : To.inputs())
    Ins.push_back(D.Name);
  for (const LayoutDim &D : From.outputs()) {
    Outs.push_back(D.Name);
    if (To.outputBits(D.Name) != D.Bits)
      return createStringError(inconvertibleErrorCode(),
                               "layouts of different tensors: '" +
                                   Twine(D.Name) + "' has size " +
                                   Twine(D.size()) + " in the source and " +
                                   Twine(uint64_t(1) << To.outputBits(D.Name)) +
                                   " in the destination");
  }
  if (To.outputBits() != From.outputBits())
    return createStringError(inconvertibleErrorCode(),
                             "layouts of different tensors: the destination "
                             "has outputs that the source has not");
  // Element numbers of tensors that fit into shared memory fit into words.
  if (Error E = checkSharedSize(From.outputBits(), ElementBits))
    return E;
  Expected<LinearLayout> Ordered = sublayout(To, Ins, Outs);
  if (!Ordered)
    return Ordered.takeError();
  return Search(From, *Ordered, ElementBits, M).run();
}

} // namespace f2layout::calc
