//===- AccessJoin.cpp - One access where the order depends on the thread --===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/AccessJoin.h"
#include "passes/AccessBetween.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Local.h"
#include <optional>

using namespace llvm;
using namespace f2layout;

namespace {

using Order = SmallVector<unsigned, 8>;

/// A thread's own memory, whose widths are the code generator's.
constexpr unsigned PrivateSpace = 5;

/// Accesses that become one. Positions are elements from its beginning.
struct Joint {
  SmallVector<Instruction *, 8> Accesses; ///< As ContiguousRun::Positions.
  Instruction *First, *Last;              ///< By program order.
  Type *Element;                          ///< Of the vector.
  unsigned Bytes;
  Order AtZero;             ///< Position of each access where v is zero.
  std::vector<Order> OfBit; ///< Of each bit of v: what it does to positions.
  /// Bit p of number b: v has bit b where First is at position p.
  SmallVector<uint64_t, 4> Lookup;

  unsigned size() const { return Accesses.size(); }
  bool isStore() const { return isa<StoreInst>(First); }
  bool hasFixedOrder() const { return OfBit.empty(); }
};

} // namespace

static Value *pointerOf(Instruction *I) {
  return const_cast<Value *>(getLoadStorePointerOperand(I));
}

//===----------------------------------------------------------------------===//
// What can be joined
//===----------------------------------------------------------------------===//

/// The positions of all accesses for one value, as elements.
static Order orderOf(const ContiguousRun &R, unsigned V, unsigned Bytes) {
  Order O;
  for (uint32_t Position : R.Positions[V])
    O.push_back(Position / Bytes);
  return O;
}

/// The permutation that makes To of From.
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

/// Finds what each bit does; false if bits do not act one after the other.
static bool findPermutations(const ContiguousRun &R, unsigned Bytes, Joint &J) {
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

/// What the position of the first access says of v; false if not all.
static bool findLookup(const ContiguousRun &R, unsigned Bytes, Joint &J) {
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

/// What the elements of the vector are: the accesses' type, or an integer if
/// they have several. Null: they do not make a vector.
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

/// The accesses of a joint, and what they have in common.
static std::optional<Joint> gather(ArrayRef<Instruction *> Accesses,
                                   unsigned Bytes) {
  Joint J;
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
static std::optional<Joint> planPermuted(const Contiguity &C,
                                         const ContiguousRun &R) {
  if (R.Choices.empty() || R.Choices.size() > 3 || R.Residue % R.Bytes ||
      R.Align < R.Bytes)
    return std::nullopt;
  SmallVector<Instruction *, 8> Accesses;
  for (unsigned A : R.Accesses)
    Accesses.push_back(C.accesses()[A].I);
  std::optional<Joint> J = gather(Accesses, R.Bytes);
  if (!J)
    return std::nullopt;
  const unsigned Bytes = R.Bytes / J->size();
  if (!findPermutations(R, Bytes, *J) || !findLookup(R, Bytes, *J))
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

/// The pieces of a run, as runs: those that hold the same accesses in every
/// thread.
static std::vector<ContiguousRun> piecesOf(const Contiguity &C,
                                           const ContiguousRun &R) {
  std::vector<ContiguousRun> Pieces;
  size_t First = 0;
  uint64_t Begin = 0;
  for (auto [Accesses, Bytes] : zip(C.accessesByPiece(R), R.Pieces)) {
    const size_t Count = Accesses.size();
    ContiguousRun Piece;
    Piece.Accesses.assign(ArrayRef(R.Accesses).slice(First, Count));
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

/// The pieces of a run of one order.
static std::vector<Joint> planFixed(const Contiguity &C,
                                    const ContiguousRun &R) {
  std::vector<Joint> Joints;
  for (auto [Accesses, Bytes] : zip(C.accessesByPiece(R), R.Pieces)) {
    std::optional<Joint> J = gather(Accesses, Bytes);
    if (!J)
      continue;
    for (unsigned Position = 0; Position < J->size(); ++Position)
      J->AtZero.push_back(Position);
    Joints.push_back(std::move(*J));
  }
  return Joints;
}

/// One of them is to be placed past an access of the other.
static bool areEntangled(const Joint &A, const Joint &B) {
  if (A.First->getParent() != B.First->getParent())
    return false;
  const bool Overlap =
      !A.Last->comesBefore(B.First) && !B.Last->comesBefore(A.First);
  return Overlap && (A.isStore() || B.isStore());
}

namespace {

/// Chooses what is joined at once.
class Planner {
public:
  Planner(Contiguity &C, AAResults &AA) : C(C), Between(C, AA) {}
  std::vector<Joint> run();

private:
  void consider(Joint J);

  Contiguity &C;
  AccessBetween Between;
  std::vector<Joint> Joints;
};

} // namespace

void Planner::consider(Joint J) {
  const BetweenFacts Facts = Between.look(J.Accesses);
  if (Facts.InTheWay || (J.hasFixedOrder() && !Facts.ByPlace))
    return;
  if (none_of(Joints, [&](const Joint &O) { return areEntangled(O, J); }))
    Joints.push_back(std::move(J));
}

std::vector<Joint> Planner::run() {
  for (const ContiguousRun &R : C.runs()) {
    if (R.hasFixedOrder()) {
      for (Joint &J : planFixed(C, R))
        consider(std::move(J));
      continue;
    }
    for (const ContiguousRun &Piece : piecesOf(C, R))
      if (std::optional<Joint> J = planPermuted(C, Piece))
        consider(std::move(*J));
  }
  return std::move(Joints);
}

//===----------------------------------------------------------------------===//
// Joining
//===----------------------------------------------------------------------===//

namespace {

class Joiner {
public:
  Joiner(const Joint &J, Instruction *At) : J(J), B(At) {}
  void joinLoads();
  void joinStores();

private:
  Value *base();
  Value *bit(unsigned N);
  SmallVector<Value *, 8> moved(ArrayRef<Value *> Elements, const Order &From,
                                Value *If);
  AAMDNodes aliasInfo() const;

  const Joint &J;
  IRBuilder<> B;
  Value *Place = nullptr; ///< Byte of the first access in the run.
};

} // namespace

/// Where the run begins.
Value *Joiner::base() {
  Value *P = pointerOf(J.First);
  if (J.hasFixedOrder()) {
    const int64_t Position = find(J.Accesses, J.First) - J.Accesses.begin();
    Type *Offset = J.First->getDataLayout().getIndexType(P->getType());
    return B.CreatePtrAdd(
        P, ConstantInt::getSigned(Offset, -Position * (J.Bytes / J.size())));
  }
  Type *Integer = J.First->getDataLayout().getIntPtrType(P->getType());
  Place = B.CreateAnd(B.CreatePtrToInt(P, Integer),
                      ConstantInt::get(Integer, J.Bytes - 1));
  return B.CreatePtrAdd(P, B.CreateNeg(Place));
}

/// Bit N of v.
Value *Joiner::bit(unsigned N) {
  Type *Integer = Place->getType();
  const unsigned Shift = Log2_32(J.Bytes / J.size());
  Value *Position = B.CreateLShr(Place, Shift);
  Value *Looked =
      B.CreateLShr(ConstantInt::get(Integer, J.Lookup[N]), Position);
  return B.CreateTrunc(Looked, B.getInt1Ty());
}

/// Element j is the one at From[j] if the bit is set.
SmallVector<Value *, 8> Joiner::moved(ArrayRef<Value *> Elements,
                                      const Order &From, Value *If) {
  SmallVector<Value *, 8> Moved;
  for (unsigned I = 0; I < Elements.size(); ++I)
    Moved.push_back(From[I] == I
                        ? Elements[I]
                        : B.CreateSelect(If, Elements[From[I]], Elements[I]));
  return Moved;
}

AAMDNodes Joiner::aliasInfo() const {
  AAMDNodes Info = J.First->getAAMetadata();
  for (Instruction *I : J.Accesses)
    Info = Info.concat(I->getAAMetadata());
  return Info;
}

void Joiner::joinLoads() {
  Value *Base = base();
  LoadInst *Wide = B.CreateAlignedLoad(
      FixedVectorType::get(J.Element, J.size()), Base, Align(J.Bytes));
  Wide->setAAMetadata(aliasInfo());
  SmallVector<Value *, 8> Elements;
  for (unsigned I = 0; I < J.size(); ++I)
    Elements.push_back(B.CreateExtractElement(Wide, uint64_t(I)));
  for (unsigned N = J.OfBit.size(); N-- > 0;)
    Elements = moved(Elements, J.OfBit[N], bit(N));
  for (auto [K, I] : enumerate(J.Accesses)) {
    Value *Element =
        B.CreateBitCast(Elements[J.AtZero[K]], getLoadStoreType(I));
    Element->takeName(I);
    I->replaceAllUsesWith(Element);
  }
}

void Joiner::joinStores() {
  Value *Base = base();
  SmallVector<Value *, 8> Elements(J.size());
  for (auto [K, I] : enumerate(J.Accesses))
    Elements[J.AtZero[K]] =
        B.CreateBitCast(cast<StoreInst>(I)->getValueOperand(), J.Element);
  for (unsigned N = 0; N < J.OfBit.size(); ++N) {
    Order Inverse(J.size());
    for (unsigned I = 0; I < J.size(); ++I)
      Inverse[J.OfBit[N][I]] = I;
    Elements = moved(Elements, Inverse, bit(N));
  }
  Value *Wide = PoisonValue::get(FixedVectorType::get(J.Element, J.size()));
  for (unsigned I = 0; I < J.size(); ++I)
    Wide = B.CreateInsertElement(Wide, Elements[I], uint64_t(I));
  B.CreateAlignedStore(Wide, Base, Align(J.Bytes))->setAAMetadata(aliasInfo());
}

static void join(const Joint &J) {
  if (J.isStore())
    Joiner(J, J.Last).joinStores();
  else
    Joiner(J, J.First).joinLoads();
}

bool f2layout::joinAccesses(Contiguity &C, AAResults &AA,
                            AccessRemarks &Remarks) {
  const std::vector<Joint> Joints = Planner(C, AA).run();
  SmallVector<WeakTrackingVH, 16> Dead;
  for (const Joint &J : Joints) {
    Remarks.joined(J.Accesses, J.Bytes);
    join(J);
    for (Instruction *I : J.Accesses) {
      Dead.push_back(pointerOf(I));
      I->eraseFromParent();
    }
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
  return !Joints.empty();
}
