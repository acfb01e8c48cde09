//===- AccessJoin.cpp - One access where the order depends on the thread --===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/AccessJoin.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Local.h"
#include <optional>

using namespace llvm;
using namespace f2layout;

namespace {

using Order = SmallVector<unsigned, 8>;

/// A run that becomes one access. Positions are elements from its beginning.
struct Joint {
  SmallVector<Instruction *, 8> Accesses; ///< As ContiguousRun::Positions.
  Instruction *First, *Last;              ///< By program order.
  Type *Element;
  unsigned Bytes;
  Order AtZero;             ///< Position of each access where v is zero.
  std::vector<Order> OfBit; ///< Of each bit of v: what it does to positions.
  /// Bit p of number b: v has bit b where First is at position p.
  SmallVector<uint64_t, 4> Lookup;

  unsigned size() const { return Accesses.size(); }
  bool isStore() const { return isa<StoreInst>(First); }
};

} // namespace

static Value *pointerOf(Instruction *I) {
  return const_cast<Value *>(getLoadStorePointerOperand(I));
}

static bool isPlain(const Instruction &I) {
  if (auto *L = dyn_cast<LoadInst>(&I))
    return L->isSimple();
  return cast<StoreInst>(I).isSimple();
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

/// Nothing between the first and the last keeps them apart.
static bool areTogether(const Joint &J) {
  for (auto I = J.First->getIterator(); &*I != J.Last; ++I) {
    if (!isGuaranteedToTransferExecutionToSuccessor(&*I))
      return false;
    if (is_contained(J.Accesses, &*I))
      continue;
    if (I->mayWriteToMemory() || (J.isStore() && I->mayReadFromMemory()))
      return false;
  }
  return true;
}

static std::optional<Joint> plan(const Contiguity &C, const ContiguousRun &R) {
  if (R.Choices.empty() || R.Choices.size() > 3 || !R.Repeats.empty() ||
      R.Pieces.size() != 1 || R.Pieces[0] != R.Bytes || R.Residue != 0 ||
      R.Align < R.Bytes)
    return std::nullopt;
  Joint J;
  for (unsigned A : R.Accesses)
    J.Accesses.push_back(C.accesses()[A].I);
  auto Before = [](Instruction *A, Instruction *B) { return A->comesBefore(B); };
  J.First = *min_element(J.Accesses, Before);
  J.Last = *max_element(J.Accesses, Before);
  J.Element = getLoadStoreType(J.First);
  J.Bytes = R.Bytes;
  const unsigned Bytes = R.Bytes / J.size();
  if (!VectorType::isValidElementType(J.Element) || J.size() > 16 ||
      J.Element->getPrimitiveSizeInBits() != Bytes * 8)
    return std::nullopt;
  for (Instruction *I : J.Accesses)
    if (getLoadStoreType(I) != J.Element || !isPlain(*I))
      return std::nullopt;
  if (!findPermutations(R, Bytes, J) || !findLookup(R, Bytes, J) ||
      !areTogether(J))
    return std::nullopt;
  return J;
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
  Value *Looked = B.CreateLShr(ConstantInt::get(Integer, J.Lookup[N]), Position);
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
    Elements[J.AtZero[K]]->takeName(I);
    I->replaceAllUsesWith(Elements[J.AtZero[K]]);
  }
}

void Joiner::joinStores() {
  Value *Base = base();
  SmallVector<Value *, 8> Elements(J.size());
  for (auto [K, I] : enumerate(J.Accesses))
    Elements[J.AtZero[K]] = cast<StoreInst>(I)->getValueOperand();
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

bool f2layout::joinAccesses(Function &F, const Contiguity &C) {
  std::vector<Joint> Joints;
  for (const ContiguousRun &R : C.runs())
    if (std::optional<Joint> J = plan(C, R))
      Joints.push_back(std::move(*J));
  SmallVector<WeakTrackingVH, 16> Dead;
  for (const Joint &J : Joints) {
    if (J.isStore())
      Joiner(J, J.Last).joinStores();
    else
      Joiner(J, J.First).joinLoads();
    for (Instruction *I : J.Accesses) {
      Dead.push_back(pointerOf(I));
      I->eraseFromParent();
    }
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
  return !Joints.empty();
}
