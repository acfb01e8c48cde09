//===- VectorGroups.cpp - Which accesses become one vector ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/VectorGroups.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/AddressSpaces.h"
#include "passes/vectorize/AccessBetween.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace llvm;
using namespace f2layout;

using Order = VectorGroup::Order;

/// Selects that an access which is not made is worth.
static constexpr double SelectsOfAccess = 3.5;

/// The positions of all accesses for one value, as elements.
static Order orderOf(const ContiguousRun &R, unsigned V, unsigned Bytes) {
  Order O;
  for (uint32_t Position : R.Positions[V])
    O.push_back(Position / Bytes);
  return O;
}

/// The permutation that maps From to To.
static Order between(const Order &From, const Order &To) {
  Order P(From.size());
  for (auto [F, T] : zip(From, To))
    P[F] = T;
  return P;
}

static Order applied(const Order &P, Order O) {
  for (unsigned &Position : O)
    Position = P[Position];
  return O;
}

/// Finds the permutation of each bit; false if the bits do not act one after
/// another.
static bool findPermutations(const ContiguousRun &R, unsigned Bytes,
                             VectorGroup &J) {
  J.AtZero = orderOf(R, 0, Bytes);
  for (unsigned B = 0; B < R.Choices.size(); ++B)
    J.OfBit.push_back(between(J.AtZero, orderOf(R, 1u << B, Bytes)));
  for (unsigned V = 0; V < R.Positions.size(); ++V) {
    Order O = J.AtZero;
    for (unsigned B = 0; B < R.Choices.size(); ++B)
      if (V >> B & 1)
        O = applied(J.OfBit[B], O);
    if (O != orderOf(R, V, Bytes))
      return false;
  }
  return true;
}

/// Which v each position of the first access means; false if it is ambiguous.
static bool findLookup(const ContiguousRun &R, unsigned Bytes, VectorGroup &J) {
  const unsigned First = find(J.Accesses, J.First) - J.Accesses.begin();
  J.Lookup.assign(R.Choices.size(), 0);
  uint64_t Seen = 0;
  for (unsigned V = 0; V < R.Positions.size(); ++V) {
    const uint64_t Here = uint64_t(1) << orderOf(R, V, Bytes)[First];
    if (Seen & Here)
      return false;
    Seen |= Here;
    for (unsigned B = 0; B < R.Choices.size(); ++B)
      if (V >> B & 1)
        J.Lookup[B] |= Here;
  }
  return true;
}

/// The element type of the vector: the accesses' type, or an integer if they
/// have several types. Null if they do not form a vector.
static Type *elementOf(ArrayRef<Instruction *> Accesses, unsigned Bytes) {
  const DataLayout &DL = Accesses.front()->getDataLayout();
  Type *Common = getLoadStoreType(Accesses.front());
  bool AreSame = VectorType::isValidElementType(Common);
  for (const Instruction *I : Accesses) {
    Type *Ty = getLoadStoreType(I);
    if (Ty->isPtrOrPtrVectorTy() || DL.getTypeSizeInBits(Ty) != Bytes * 8)
      return nullptr;
    AreSame &= Ty == Common;
  }
  if (AreSame)
    return Common;
  return Bytes <= 8 ? Type::getIntNTy(Common->getContext(), Bytes * 8)
                    : nullptr;
}

/// What LLVM knows a pointer to be a constant away from.
static const Value *withoutConstants(const Instruction &I) {
  const Value *P = getLoadStorePointerOperand(&I);
  const DataLayout &DL = I.getDataLayout();
  APInt Offset(DL.getIndexTypeSizeInBits(P->getType()), 0);
  return P->stripAndAccumulateConstantOffsets(DL, Offset,
                                              /*AllowNonInbounds=*/true);
}

/// The permutation moves aligned blocks of Size positions as they are.
static bool keepsBlocks(const Order &P, unsigned Size) {
  for (unsigned Position = 0; Position < P.size(); ++Position)
    if (P[Position] % Size != Position % Size ||
        P[Position] / Size != P[Position / Size * Size] / Size)
      return false;
  return true;
}

/// How many accesses LLVM's vectorizer joins without this pass: neighbours in
/// one order in every thread, at constant distances.
static unsigned joinedAnyway(const VectorGroup &J) {
  SmallVector<const Value *, 16> BaseAt(J.size());
  for (auto [I, Position] : zip(J.Accesses, J.AtZero))
    BaseAt[Position] = withoutConstants(*I);
  unsigned Most = 1;
  for (unsigned Size = 2; Size < J.size(); Size *= 2) {
    for (unsigned Position = 0; Position < J.size(); ++Position)
      if (BaseAt[Position] != BaseAt[Position / Size * Size])
        return Most;
    if (!all_of(J.OfBit, [&](const Order &P) { return keepsBlocks(P, Size); }))
      return Most;
    Most = Size;
  }
  return Most;
}

/// The selects are worth the accesses that are not made. Measured on an H100: a
/// bitonic sort of structures takes 1.05 times as long if two stores of eight
/// bytes become one, with four selects, in each of its steps.
static bool paysForSelects(const VectorGroup &J) {
  const unsigned Saved = J.size() / joinedAnyway(J) - 1;
  return J.size() * J.OfBit.size() <= SelectsOfAccess * Saved;
}

/// The accesses of a vector group, and what they have in common.
static std::optional<VectorGroup> gather(ArrayRef<Instruction *> Accesses,
                                         unsigned Bytes) {
  VectorGroup J;
  J.Accesses.assign(Accesses.begin(), Accesses.end());
  auto Before = [](Instruction *A, Instruction *B) {
    return A->comesBefore(B);
  };
  J.First = *min_element(J.Accesses, Before);
  J.Last = *max_element(J.Accesses, Before);
  J.Bytes = Bytes;
  if (J.size() < 2 || J.size() > 16 || Bytes % J.size() ||
      getLoadStoreAddressSpace(J.First) == PrivateSpace)
    return std::nullopt;
  J.Element = elementOf(J.Accesses, Bytes / J.size());
  if (!J.Element)
    return std::nullopt;
  return J;
}

/// A run, or a piece of it, whose order depends on the thread.
static std::optional<VectorGroup> planPermuted(const Contiguity &C,
                                               const ContiguousRun &R) {
  if (R.Choices.empty() || R.Choices.size() > 3 || R.Residue % R.Bytes ||
      R.Align < R.Bytes)
    return std::nullopt;
  SmallVector<Instruction *, 8> Accesses;
  for (unsigned A : R.Accesses)
    Accesses.push_back(C.accesses()[A].I);
  std::optional<VectorGroup> J = gather(Accesses, R.Bytes);
  if (!J)
    return std::nullopt;
  const unsigned Bytes = R.Bytes / J->size();
  if (!findPermutations(R, Bytes, *J) || !findLookup(R, Bytes, *J) ||
      !paysForSelects(*J))
    return std::nullopt;
  return J;
}

/// Drops the choices that change nothing.
static void dropIdleChoices(ContiguousRun &R) {
  for (unsigned B = R.Choices.size(); B-- > 0;) {
    std::vector<SmallVector<uint32_t, 8>> Without;
    bool IsIdle = true;
    for (unsigned V = 0; V < R.Positions.size() && IsIdle; ++V)
      if (V >> B & 1)
        IsIdle = R.Positions[V] == R.Positions[V ^ 1u << B];
      else
        Without.push_back(R.Positions[V]);
    if (!IsIdle)
      continue;
    R.Choices.erase(R.Choices.begin() + B);
    R.Positions = std::move(Without);
  }
}

/// The pieces of a run, as runs: those that contain the same accesses in every
/// thread.
static std::vector<ContiguousRun> piecesOf(const Contiguity &C,
                                           const ContiguousRun &R) {
  std::vector<ContiguousRun> Pieces;
  size_t First = 0;
  uint64_t Begin = 0;
  for (auto [Accesses, Bytes] : zip(C.accessesByPiece(R), R.Pieces)) {
    const size_t Count = Accesses.size();
    ContiguousRun Piece;
    const auto Slice = ArrayRef(R.Accesses).slice(First, Count);
    Piece.Accesses.assign(Slice.begin(), Slice.end());
    Piece.Bytes = Bytes;
    Piece.Align = R.Align;
    Piece.Residue = (R.Residue + Begin) & (R.Align - 1);
    Piece.Choices = R.Choices;
    bool Stays = true;
    for (ArrayRef<uint32_t> All : R.Positions) {
      SmallVector<uint32_t, 8> In;
      for (uint32_t Position : All.slice(First, Count)) {
        Stays &= Position >= Begin && Position < Begin + Bytes;
        In.push_back(Position - Begin);
      }
      Piece.Positions.push_back(std::move(In));
    }
    First += Count;
    Begin += Bytes;
    if (!Stays)
      continue;
    dropIdleChoices(Piece);
    Pieces.push_back(std::move(Piece));
  }
  return Pieces;
}

std::vector<VectorGroup> f2layout::groupsInOrder(const Contiguity &C,
                                                 const ContiguousRun &R) {
  std::vector<VectorGroup> Groups;
  for (auto [Accesses, Bytes] : zip(C.accessesByPiece(R), R.Pieces)) {
    std::optional<VectorGroup> J = gather(Accesses, Bytes);
    if (!J)
      continue;
    for (unsigned Position = 0; Position < J->size(); ++Position)
      J->AtZero.push_back(Position);
    Groups.push_back(std::move(*J));
  }
  return Groups;
}

/// One group must be moved past an access of the other.
static bool areEntangled(const VectorGroup &A, const VectorGroup &B) {
  if (A.First->getParent() != B.First->getParent())
    return false;
  const bool Overlap =
      !A.Last->comesBefore(B.First) && !B.Last->comesBefore(A.First);
  return Overlap && (A.isStore() || B.isStore());
}

namespace {

/// Chooses the groups that are joined at once.
class Planner {
public:
  Planner(Contiguity &C, AAResults &AA) : C(C), Between(C, AA) {}
  std::vector<VectorGroup> run();

private:
  void consider(VectorGroup J);

  Contiguity &C;
  AccessBetween Between;
  std::vector<VectorGroup> Groups;
};

} // namespace

void Planner::consider(VectorGroup J) {
  const BetweenFacts Facts = Between.look(J.Accesses);
  if (Facts.InTheWay || (J.hasFixedOrder() && !Facts.ByPlace))
    return;
  if (none_of(Groups, [&](const VectorGroup &O) { return areEntangled(O, J); }))
    Groups.push_back(std::move(J));
}

std::vector<VectorGroup> Planner::run() {
  for (const ContiguousRun &R : C.runs()) {
    if (R.hasFixedOrder()) {
      for (VectorGroup &J : groupsInOrder(C, R))
        consider(std::move(J));
      continue;
    }
    for (const ContiguousRun &Piece : piecesOf(C, R))
      if (std::optional<VectorGroup> J = planPermuted(C, Piece))
        consider(std::move(*J));
  }
  return std::move(Groups);
}

std::vector<VectorGroup> f2layout::planVectorGroups(Contiguity &C,
                                                    AAResults &AA) {
  return Planner(C, AA).run();
}
