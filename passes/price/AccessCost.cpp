//===- AccessCost.cpp - The cost of a warp's accesses as they run ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/price/AccessCost.h"
#include "compat/LLVMCompat.h"
#include "layouts/machine/Limits.h"
#include "layouts/machine/Wavefronts.h"
#include "passes/price/JoinedAccesses.h"
#include "passes/sharedmemory/changes/OwnArray.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>
#include <tuple>

using namespace llvm;
using namespace f2layout;

static constexpr uint32_t Inactive = ~0u;

namespace {

/// One access of a warp.
struct WarpAccess {
  std::vector<uint32_t> Addresses; ///< Per lane.
  unsigned Bytes;
  bool IsStore;
  /// The part of a basic block, by order of appearance: accesses of different
  /// parts are not joined.
  unsigned Where;
  /// The alignment that the program states for it.
  uint64_t Stated = 1;
};

/// The accesses of a warp, by kind, place and address.
class Accesses {
public:
  /// Join: cut into pieces small enough to join all that the compiler joins.
  Accesses(ArrayRef<AccessRow> Rows, const SharedObject &Object,
           const Machine &M, bool Join);
  unsigned count(bool Stores) const {
    return count_if(All,
                    [=](const WarpAccess &A) { return A.IsStore == Stores; });
  }
  RowCost cost();
  bool hasContiguousStores() const;

private:
  void split(const AccessRow &R, unsigned Most, const LoadParts &Parts);
  unsigned smallest(ArrayRef<AccessRow> Rows) const;
  bool isAligned(const WarpAccess &A, unsigned Bytes) const;
  unsigned runLength(unsigned First) const;
  void merge();

  const SharedObject &Object;
  const Machine &M;
  std::vector<WarpAccess> All;
  SmallVector<std::pair<const BasicBlock *, const Instruction *>, 4> Parts;
  double Packing = 0, Unpacking = 0;
};

} // namespace

unsigned Accesses::smallest(ArrayRef<AccessRow> Rows) const {
  unsigned Least = MaxAccessBytes;
  for (const AccessRow &R : Rows)
    Least =
        std::min(Least, R.Piece ? R.Piece : Object.Accesses[R.Access].Bytes);
  return bit_floor(Least);
}

/// Vectors wider than Most, wider than the machine's accesses, or wider than
/// their alignment are made in pieces.
void Accesses::split(const AccessRow &R, unsigned Most,
                     const LoadParts &OfLoads) {
  const SharedAccess &A = Object.Accesses[R.Access];
  unsigned Bytes = R.Piece ? R.Piece : A.Bytes;
  uint64_t Alignment = Most;
  if (!R.Piece && M.CutsUnaligned)
    Alignment = getLoadStoreAlignment(A.I).value();
  const std::pair<const BasicBlock *, const Instruction *> Part(
      A.I->getParent(), OfLoads.lastWrite(A.I));
  const unsigned Where = find(Parts, Part) - Parts.begin();
  if (Where == Parts.size())
    Parts.push_back(Part);
  for (unsigned Done = 0; Done < Bytes;) {
    unsigned Piece = std::min<uint64_t>(
        {Most, uint64_t(1) << Log2_32(Bytes - Done), Alignment});
    WarpAccess One{R.Addresses.vec(), Piece, A.isStore(), Where,
                   R.Piece || Done ? 1 : A.alignment().value()};
    for (uint32_t &Address : One.Addresses)
      if (Address != Inactive)
        Address += Done;
    All.push_back(std::move(One));
    Done += Piece;
  }
}

/// B continues A in every lane.
static bool follow(const WarpAccess &A, const WarpAccess &B) {
  if (A.IsStore != B.IsStore || A.Where != B.Where || A.Bytes != B.Bytes)
    return false;
  for (unsigned L = 0; L < A.Addresses.size(); ++L) {
    bool Here = A.Addresses[L] != Inactive, There = B.Addresses[L] != Inactive;
    if (Here != There || (Here && A.Addresses[L] + A.Bytes != B.Addresses[L]))
      return false;
  }
  return true;
}

/// The alignment that an array has when the kernel runs.
static uint64_t alignmentAsRun(const Function &F, const GlobalVariable &G,
                               bool NarrowLoad) {
  if (canOwnArray(F, G) || (!G.isDeclaration() && !NarrowLoad))
    return MaxAccessBytes;
  return G.getAlign().valueOrOne().value();
}

bool Accesses::isAligned(const WarpAccess &A, unsigned Bytes) const {
  const bool NarrowLoad = !A.IsStore && A.Bytes < M.BankBytes;
  const Function &F = *Object.Accesses.front().I->getFunction();
  // Dynamic arrays of bytes are often used as vectors.
  uint64_t Bits = 0;
  for (const GlobalVariable *G : Object.Arrays)
    Bits |= std::max(A.Stated, alignmentAsRun(F, *G, NarrowLoad));
  for (uint32_t Address : A.Addresses)
    if (Address != Inactive)
      Bits |= Address;
  return (Bits & (Bytes - 1)) == 0;
}

/// The number of accesses from First on that form one access. They are in order
/// of address.
unsigned Accesses::runLength(unsigned First) const {
  const WarpAccess &A = All[First];
  return countJoined(
      All.size() - First, A.Bytes, M,
      [&](unsigned N) { return follow(All[First + N - 1], All[First + N]); },
      [&](unsigned Bytes) { return isAligned(A, Bytes); });
}

Accesses::Accesses(ArrayRef<AccessRow> Rows, const SharedObject &Object,
                   const Machine &M, bool Join)
    : Object(Object), M(M) {
  // Where all neighbours are joined, it does not matter how they were written.
  const unsigned Most =
      Join && M.JoinsNeighbours ? smallest(Rows) : MaxAccessBytes;
  SmallVector<const Instruction *, 16> Loads;
  for (const AccessRow &R : Rows)
    if (!Object.Accesses[R.Access].isStore())
      Loads.push_back(Object.Accesses[R.Access].I);
  const LoadParts OfLoads(std::move(Loads));
  for (const AccessRow &R : Rows)
    split(R, Most, OfLoads);
  auto Order = [](const WarpAccess &A) {
    return std::tuple(A.IsStore, A.Where, A.Bytes, *min_element(A.Addresses));
  };
  stable_sort(All, [&](const WarpAccess &A, const WarpAccess &B) {
    return Order(A) < Order(B);
  });
}

bool Accesses::hasContiguousStores() const {
  for (unsigned I = 1; I < All.size(); ++I)
    if (All[I].IsStore && follow(All[I - 1], All[I]))
      return true;
  return false;
}

void Accesses::merge() {
  std::vector<WarpAccess> Merged;
  for (unsigned I = 0; I < All.size();) {
    unsigned N = runLength(I);
    WarpAccess A = All[I];
    A.Bytes *= N;
    if (All[I].Bytes < 4 && !M.JoinsNeighbours)
      (A.IsStore ? Packing : Unpacking) +=
          (N - std::max(1u, A.Bytes / 4)) * M.Costs.Permute;
    Merged.push_back(std::move(A));
    I += N;
  }
  All = std::move(Merged);
}

RowCost Accesses::cost() {
  RowCost Cost;
  merge();
  for (const WarpAccess &A : All)
    Cost.Wavefronts += countWavefronts(A.Addresses, A.Bytes, A.IsStore, M);
  Cost.Packing = Packing;
  Cost.Unpacking = Unpacking;
  return Cost;
}

std::string f2layout::clockText(double Clocks) {
  std::string Text;
  raw_string_ostream(Text) << format(
      Clocks == std::floor(Clocks) ? "%.0f" : "%.1f", Clocks);
  return Text;
}

RowCost f2layout::costOfRows(ArrayRef<AccessRow> Rows,
                             const SharedObject &Object, const Machine &M) {
  return Accesses(Rows, Object, M, /*Join=*/true).cost();
}

WrittenAccesses f2layout::countWritten(ArrayRef<AccessRow> Rows,
                                       const SharedObject &Object,
                                       const Machine &M) {
  Accesses Written(Rows, Object, M, /*Join=*/false);
  return {Written.count(/*Stores=*/true), Written.count(/*Stores=*/false),
          Written.hasContiguousStores()};
}
