//===- SharePlan.cpp - Each thread sends its share ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Where several threads hold the same elements, only one of them needs
// to send each. If that is always the first, the others' stores are wasted:
// lanes 0 and 1 hold the same four registers, and of eight stored words four
// are wanted.
//
//   lane 0 sends registers 0, 1; lane 1 sends registers 2, 3
//
//   s0 = select(odd lane, w2, w0)
//   s1 = select(odd lane, w3, w1)      two stores instead of four
//
// Algorithm. For each bit of the thread without effect, one bit of the source
// register, from the top, states which thread sends the register. Then every
// thread sends a coset of the same subspace K of its registers, at a place
// f(thread): the conversion sends only images that f and K make. In their
// coordinates it is a conversion with fewer source registers, after selects by
// f.
//
//===----------------------------------------------------------------------===//

#include "layouts/f2/BitMatrix.h"
#include "layouts/f2/Echelon.h"
#include "layouts/plan/PlanAssembly.h"
#include "layouts/plan/RegisterShift.h"
#include "layouts/routes/Planner.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// Whole words at a time.
std::optional<Conversion> f2layout::distribute(const Conversion &Whole) {
  if (Whole.Duplicates.empty() || !Whole.Affine ||
      is_contained(Whole.Table, DontCare))
    return std::nullopt;
  Conversion C = Whole;
  C.Table.clear();
  C.Duplicates.clear();
  AffineMove &A = *C.Affine;
  unsigned Bit = A.SourceRegisterBits;
  const unsigned Slots =
      Whole.ElementBits < 32 ? Log2_32(32 / Whole.ElementBits) : 0;
  for (uint64_t Difference : Whole.Duplicates) {
    if (Bit <= Slots)
      break;
    --Bit;
    auto Give = [&](uint64_t &Image) {
      Image ^= (Image >> Bit & 1) * (Difference << A.SourceRegisterBits);
    };
    Give(A.Offset);
    for (uint64_t &Column : A.RegisterColumns)
      Give(Column);
    for (uint64_t &Column : A.ThreadColumns)
      Give(Column);
  }
  return C;
}

namespace {

/// The registers that each thread sends: a coset of K, at f(thread) ^ the
/// register of the offset.
class Shares {
public:
  explicit Shares(const Conversion &Atoms);

  /// Returns true if there is no gain, or if words would be split.
  bool isUseless() const { return Useless; }
  Conversion conversion() const;
  /// The words that are sent, made from the source words by selects.
  Plan selects() const;

private:
  uint64_t registerOf(uint64_t Image) const {
    return Image & lowOnes(A.SourceRegisterBits);
  }
  uint64_t place(uint64_t Thread) const;
  uint64_t origin() const;
  uint64_t reduced(uint64_t Image) const;
  Word select(Plan &P, unsigned Register, unsigned Distances) const;

  const Conversion &C;
  const AffineMove &A;
  const unsigned Slots;
  bool Useless = true;
  SmallVector<uint64_t> K;
  SmallVector<uint64_t> PlaceOfBit; ///< f of each thread bit.
  RegisterShift Places{{}};         ///< f.
};

} // namespace

Shares::Shares(const Conversion &Atoms)
    : C(Atoms), A(*Atoms.Affine), Slots(Log2_32(4 / atomBytes(Atoms))) {
  // Images filed by their thread part first: what is filed below is K.
  Echelon<uint64_t> Images;
  for (uint64_t Column : A.RegisterColumns)
    Images.insert(Column);
  for (uint64_t Column : A.ThreadColumns)
    Images.insert(Column);
  SmallVector<uint64_t> Threads;
  for (uint64_t Image : Images.reducedBasis()) {
    if (Image >> A.SourceRegisterBits)
      Threads.push_back(Image);
    else
      K.push_back(Image);
  }
  if (Threads.size() != A.ThreadBits || K.size() == A.SourceRegisterBits)
    return;
  for (unsigned J = 0; J < Slots; ++J)
    if (!spanContains(K, uint64_t(1) << J))
      return;
  // Reduced, each thread part is a unit vector.
  for (uint64_t Image : Threads)
    PlaceOfBit.push_back(registerOf(Image));
  Places = RegisterShift(PlaceOfBit);
  Useless = false;
}

/// f of a thread.
uint64_t Shares::place(uint64_t Thread) const {
  uint64_t Place = 0;
  for (; Thread; Thread &= Thread - 1)
    Place ^= PlaceOfBit[countr_zero(Thread)];
  return Place;
}

/// The register of thread 0 that is sent as register 0; the offset's thread has
/// moved on from there.
uint64_t Shares::origin() const {
  return registerOf(A.Offset) ^ place(A.Offset >> A.SourceRegisterBits);
}

/// An image with the register's coordinates in K.
uint64_t Shares::reduced(uint64_t Image) const {
  uint64_t Thread = Image >> A.SourceRegisterBits;
  uint64_t InK = registerOf(Image) ^ place(Thread), Coordinates = 0;
  for (auto [I, Vector] : enumerate(K))
    Coordinates |= (InK >> highestBit(Vector) & 1) << I;
  return Coordinates | Thread << K.size();
}

Conversion Shares::conversion() const {
  Conversion R = C;
  R.NumSources = 1u << K.size();
  AffineMove &M = *R.Affine;
  M.SourceRegisterBits = K.size();
  // The register of the offset is where all places begin, in whole words: they
  // are what is selected. The slot bits are the lowest vectors of K.
  M.Offset = (A.Offset >> A.SourceRegisterBits) << K.size() |
             (origin() & lowOnes(Slots));
  for (uint64_t &Column : M.RegisterColumns)
    Column = reduced(Column);
  for (uint64_t &Column : M.ThreadColumns)
    Column = reduced(Column);
  return R;
}

/// The word of a register, further by those of the distances that the thread
/// decides on.
Word Shares::select(Plan &P, unsigned Register, unsigned Count) const {
  if (Count == 0)
    return Register >> Slots;
  Word Near = select(P, Register, Count - 1);
  Word Far = select(P, Register ^ Places.distances()[Count - 1], Count - 1);
  P.Steps.push_back(Places.select(Count - 1, Far, Near, C.LaneBits));
  return P.NumWords++;
}

Plan Shares::selects() const {
  Plan P = startPlan(C);
  const uint64_t Origin = origin() & ~lowOnes(Slots);
  for (unsigned R = 0; R < 1u << K.size(); R += 1u << Slots) {
    uint64_t Register = Origin;
    for (auto [I, Vector] : enumerate(K))
      Register ^= (R >> I & 1) * Vector;
    P.Outputs.push_back(select(P, Register, Places.distances().size()));
  }
  return P;
}

/// Bits only change places: every thread sends all its registers.
static bool isPermutation(const AffineMove &A) {
  uint64_t Seen = 0;
  for (ArrayRef<uint64_t> Columns : {ArrayRef<uint64_t>(A.RegisterColumns),
                                     ArrayRef<uint64_t>(A.ThreadColumns)})
    for (uint64_t Column : Columns) {
      if (!isPowerOf2_64(Column) || (Seen & Column))
        return false;
      Seen |= Column;
    }
  return Seen == lowOnes(A.SourceRegisterBits + A.ThreadBits);
}

std::optional<Plan> f2layout::planShares(const Conversion &Atoms,
                                         const Machine &M,
                                         const PlanOptions &O) {
  if (Atoms.hasTable() || !Atoms.Affine || !O.AllLanes ||
      isPermutation(*Atoms.Affine))
    return std::nullopt;
  Shares Each(Atoms);
  if (Each.isUseless())
    return std::nullopt;
  std::string WhyNot;
  std::optional<Plan> Rest = planAtoms(Each.conversion(), M, O, WhyNot);
  if (!Rest)
    return std::nullopt;
  PlanAssembly Whole(Atoms);
  Plan First = Each.selects();
  PlanAssembly::Words Sources;
  for (Word W = 0; W < First.NumInputs; ++W)
    Sources.push_back(W);
  PlanAssembly::Words Sent = Whole.then({&First, std::move(Sources)});
  // Selected words are not sent, but the plan is not empty.
  const Route By = Rest->By == Route::Nothing ? Route::Rename : Rest->By;
  Plan P = Whole.finish(Whole.then({&*Rest, std::move(Sent)}), By);
  pricePlan(P, M);
  return P;
}
