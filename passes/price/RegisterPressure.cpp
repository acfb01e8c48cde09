//===- RegisterPressure.cpp - Registers that a kernel's values take -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/price/RegisterPressure.h"
#include "passes/launch/LaunchShape.h"
#include "passes/price/LateOrder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace f2layout;

/// More accesses of global memory than that are not issued together.
static constexpr unsigned MostAddresses = 8;

namespace {

/// Liveness of one function, some accesses of which are to be replaced. Sizes
/// are in bytes, since the results of an exchange may share a word.
class Liveness {
public:
  Liveness(const Function &F, ArrayRef<HoistedLoads> Replaced);
  unsigned words(bool AlsoLate = false);

private:
  void removeDead();
  void findFree();
  void spread(const Instruction &V);
  unsigned addressWords() const;
  unsigned bytesThrough(const BasicBlock &BB,
                        ArrayRef<const Instruction *> Order) const;
  unsigned leastBytesThrough(const BasicBlock &BB, bool AlsoLate) const;
  void eachUse(const Instruction &User,
               function_ref<void(const Instruction &)> Visit) const;
  unsigned bytesOf(const Instruction &V) const;
  const Instruction *definedAt(const Instruction &V) const {
    const Instruction *At = Moved.lookup(&V);
    return At ? At : &V;
  }

  const Function &F;
  ArrayRef<HoistedLoads> Replaced;
  DenseMap<const Instruction *, SmallVector<const HoistedLoads *, 2>>
      ExchangesAt;
  /// Loads that are replaced, and the barrier that defines their values.
  DenseMap<const Instruction *, const Instruction *> Moved;
  /// Elements that are packed into words, whatever their own type.
  DenseSet<const Instruction *> Packed;
  /// Values that can be computed anew wherever they are wanted.
  DenseSet<const Instruction *> Free;
  /// Instructions that will be gone.
  DenseSet<const Instruction *> Gone;
  DenseMap<const BasicBlock *, SmallVector<const Instruction *, 16>> LiveOut;
};

} // namespace

/// Words of a value in registers; 0 of predicates and of what is no value.
static unsigned wordsOf(Type *Ty, const DataLayout &DL) {
  if (auto *Struct = dyn_cast<StructType>(Ty)) {
    unsigned Words = 0;
    for (Type *Element : Struct->elements())
      Words += wordsOf(Element, DL);
    return Words;
  }
  if (auto *Array = dyn_cast<ArrayType>(Ty))
    return Array->getNumElements() * wordsOf(Array->getElementType(), DL);
  if (!Ty->isSized() || Ty->isScalableTy() ||
      Ty->getScalarType()->isIntegerTy(1))
    return 0;
  uint64_t Bits = DL.getTypeSizeInBits(Ty);
  // Pointers to shared and to local memory; their upper half is never used.
  if (auto *Pointer = dyn_cast<PointerType>(Ty->getScalarType());
      Pointer && is_contained({3u, 5u}, Pointer->getAddressSpace()))
    Bits = 32 * (Bits / DL.getTypeSizeInBits(Pointer));
  return divideCeil(Bits, 32u);
}

/// What one more instruction makes of the operand that it returns; null if it
/// is more than that.
static const Value *stepFrom(const Value *V) {
  if (auto *GEP = dyn_cast<GEPOperator>(V))
    return GEP->hasAllConstantIndices() ? GEP->getPointerOperand() : nullptr;
  if (isa<CastInst, AddrSpaceCastOperator, FreezeInst>(V))
    return cast<User>(V)->getOperand(0);
  auto *Sum = dyn_cast<BinaryOperator>(V);
  if (Sum && isa<ConstantInt>(Sum->getOperand(1)) &&
      is_contained({Instruction::Add, Instruction::Or}, Sum->getOpcode()))
    return Sum->getOperand(0);
  return nullptr;
}

/// The value that is in a register where V is used. In unreachable code a value
/// may come from itself.
static const Value *holderOf(const Value *V) {
  for (unsigned Steps = 0; Steps < 16; ++Steps) {
    const Value *From = stepFrom(V);
    if (!From)
      break;
    V = From;
  }
  return V;
}

/// Integer arithmetic: if all operands can be had at any time, so can this.
static bool isArithmetic(const Instruction &I) {
  return isa<BinaryOperator, CastInst, GetElementPtrInst, ICmpInst, SelectInst,
             FreezeInst>(I) &&
         !I.getType()->isFPOrFPVectorTy();
}

Liveness::Liveness(const Function &F, ArrayRef<HoistedLoads> Replaced)
    : F(F), Replaced(Replaced) {
  for (const HoistedLoads &E : Replaced) {
    ExchangesAt[E.At].push_back(&E);
    for (const Instruction *Load : E.Loads) {
      Moved[Load] = E.At;
      if (E.Packed)
        Packed.insert(Load);
    }
  }
  removeDead();
  findFree();
}

/// Values of arguments and of the thread's place in the grid alone.
void Liveness::findFree() {
  auto IsFree = [&](const Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    return !I || Free.contains(I);
  };
  for (const BasicBlock *BB : ReversePostOrderTraversal<const Function *>(&F))
    for (const Instruction &I : *BB)
      if ((isArithmetic(I) || classifyLaunchRead(&I)) &&
          all_of(I.operands(), IsFree))
        Free.insert(&I);
}

/// What only computes addresses of accesses that are replaced.
void Liveness::removeDead() {
  SmallVector<const Instruction *, 16> Work;
  auto Operands = [&](const Instruction &I) {
    for (const Value *V : I.operands())
      if (auto *Operand = dyn_cast<Instruction>(V))
        Work.push_back(Operand);
  };
  for (const HoistedLoads &E : Replaced) {
    Gone.insert(E.Stores.begin(), E.Stores.end());
    for (auto *Accesses : {&E.Loads, &E.Stores})
      for (const Instruction *I : *Accesses)
        if (auto *P = dyn_cast<Instruction>(getLoadStorePointerOperand(I)))
          Work.push_back(P);
  }
  auto IsGone = [&](const User *U) {
    auto *I = cast<Instruction>(U);
    // A load that is replaced is somewhere else, without an address.
    return Gone.contains(I) || Moved.contains(I);
  };
  while (!Work.empty()) {
    const Instruction *I = Work.pop_back_val();
    if (!Gone.contains(I) && !Moved.contains(I) && !isa<PHINode>(I) &&
        wouldInstructionBeTriviallyDead(I) && all_of(I->users(), IsGone)) {
      Gone.insert(I);
      Operands(*I);
    }
  }
}

unsigned Liveness::bytesOf(const Instruction &V) const {
  const DataLayout &DL = F.getDataLayout();
  if (Packed.contains(&V))
    return DL.getTypeStoreSize(V.getType());
  if (Free.contains(&V))
    return 0;
  return holderOf(&V) == &V ? 4 * wordsOf(V.getType(), DL) : 0;
}

/// The values that User needs in registers when it runs; those of a phi are
/// needed at the end of the blocks that they come from.
void Liveness::eachUse(const Instruction &User,
                       function_ref<void(const Instruction &)> Visit) const {
  auto Use = [&](const Value *V) {
    if (auto *I = dyn_cast<Instruction>(holderOf(V)))
      Visit(*I);
  };
  for (const HoistedLoads *E : ExchangesAt.lookup(&User))
    for (const Instruction *Store : E->Stores)
      Use(cast<StoreInst>(Store)->getValueOperand());
  if (Gone.contains(&User) || Moved.contains(&User) || holderOf(&User) != &User)
    return;
  for (const Value *V : User.operands())
    Use(V);
}

/// The blocks on the ways from Home to To.
static SmallPtrSet<const BasicBlock *, 16> blocksTowards(const BasicBlock *Home,
                                                         const BasicBlock *To) {
  SmallPtrSet<const BasicBlock *, 16> Found = {Home};
  SmallVector<const BasicBlock *, 16> Work = {Home};
  while (!Work.empty())
    for (const BasicBlock *Next : successors(Work.pop_back_val()))
      if (Next != To && Found.insert(Next).second)
        Work.push_back(Next);
  return Found;
}

/// Marks the blocks at whose ends V is live.
void Liveness::spread(const Instruction &V) {
  const BasicBlock *Home = definedAt(V)->getParent();
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const BasicBlock *, 16> Work;
  auto LiveAtEnd = [&](const BasicBlock *BB) {
    if (!Seen.insert(BB).second)
      return;
    LiveOut[BB].push_back(&V);
    if (BB != Home)
      Work.push_back(BB);
  };
  auto LiveInto = [&](const BasicBlock *BB) {
    for (const BasicBlock *P : predecessors(BB))
      LiveAtEnd(P);
  };
  // Users of what V holds are users of V.
  SmallVector<const Value *, 8> Names = {&V};
  while (!Names.empty())
    for (const Use &U : Names.pop_back_val()->uses()) {
      auto *I = cast<Instruction>(U.getUser());
      if (holderOf(I) != I) {
        Names.push_back(I);
        continue;
      }
      if (Moved.contains(I))
        continue;
      if (auto *Phi = dyn_cast<PHINode>(I))
        LiveAtEnd(Phi->getIncomingBlock(U));
      else if (!Gone.contains(I) && I->getParent() != Home)
        LiveInto(I->getParent());
    }
  while (!Work.empty())
    LiveInto(Work.pop_back_val());
  // A store need not run on every way to its barrier. On the others, the value
  // is poison, which takes no register.
  for (const HoistedLoads &E : Replaced)
    for (const Instruction *Store : E.Stores) {
      const BasicBlock *To = E.At->getParent();
      if (holderOf(cast<StoreInst>(Store)->getValueOperand()) != &V ||
          To == Home)
        continue;
      const auto Towards = blocksTowards(Home, To);
      auto LiveIntoSome = [&](const BasicBlock *BB) {
        for (const BasicBlock *P : predecessors(BB))
          if (Towards.contains(P))
            LiveAtEnd(P);
      };
      LiveIntoSome(To);
      while (!Work.empty())
        LiveIntoSome(Work.pop_back_val());
    }
}

/// The most bytes live in BB, whose instructions run in that order.
unsigned Liveness::bytesThrough(const BasicBlock &BB,
                                ArrayRef<const Instruction *> Order) const {
  DenseSet<const Instruction *> Live;
  unsigned Bytes = 0, Most = 0;
  auto Add = [&](const Instruction &V) {
    if (Live.insert(&V).second)
      Bytes += bytesOf(V);
  };
  auto Remove = [&](const Instruction &V) {
    if (Live.erase(&V))
      Bytes -= bytesOf(V);
  };
  for (const Instruction *V : LiveOut.lookup(&BB))
    Add(*V);
  Most = Bytes;
  for (const Instruction *At : reverse(Order)) {
    const Instruction &I = *At;
    const SmallVector<const HoistedLoads *, 2> Here = ExchangesAt.lookup(&I);
    if (any_of(Here, [](const HoistedLoads *E) { return E->Together; }))
      eachUse(I, Add);
    Most = std::max(Most, Bytes);
    for (const HoistedLoads *E : Here)
      for (const Instruction *Load : E->Loads)
        Remove(*Load);
    if (!Moved.contains(&I))
      Remove(I);
    if (!isa<PHINode>(I))
      eachUse(I, Add);
    Most = std::max(Most, Bytes);
  }
  return Most;
}

unsigned Liveness::leastBytesThrough(const BasicBlock &BB,
                                     bool AlsoLate) const {
  SmallVector<const Instruction *, 0> Order;
  for (const Instruction &I : BB)
    Order.push_back(&I);
  unsigned Bytes = bytesThrough(BB, Order);
  if (!AlsoLate)
    return Bytes;
  auto MadeWith = [&](const Instruction &I) {
    SmallVector<const Instruction *, 4> Others;
    for (const HoistedLoads *E : ExchangesAt.lookup(&I))
      Others.append(E->Loads.begin(), E->Loads.end());
    return Others;
  };
  for (bool ByLevel : {false, true})
    Bytes = std::min(Bytes, bytesThrough(BB, lateOrder(BB, ByLevel, MadeWith)));
  return Bytes;
}

/// Words of addresses in other memory that are under way together: those of one
/// block. Addresses at a constant distance of each other are one.
unsigned Liveness::addressWords() const {
  size_t Most = 0;
  for (const BasicBlock &BB : F) {
    SmallPtrSet<const Value *, 16> Addresses;
    for (const Instruction &I : BB) {
      const Value *P = getLoadStorePointerOperand(&I);
      if (P && isa<Instruction>(holderOf(P)) &&
          getUnderlyingObject(P)->getType()->getPointerAddressSpace() != 3)
        Addresses.insert(holderOf(P));
    }
    Most = std::max<size_t>(Most, Addresses.size());
  }
  return 2 * std::min<size_t>(Most, MostAddresses);
}

unsigned Liveness::words(bool AlsoLate) {
  for (const BasicBlock &BB : F)
    for (const Instruction &I : BB)
      if (!Gone.contains(&I) && bytesOf(I))
        spread(I);
  unsigned Most = 0;
  for (const BasicBlock &BB : F)
    Most = std::max(Most, leastBytesThrough(BB, AlsoLate));
  return divideCeil(Most, 4u) + addressWords();
}

unsigned f2layout::registerPressure(const Function &F,
                                    ArrayRef<HoistedLoads> Replaced) {
  return Liveness(F, Replaced).words();
}

unsigned f2layout::leastRegisterPressure(const Function &F,
                                         ArrayRef<HoistedLoads> Replaced) {
  return Liveness(F, Replaced).words(/*AlsoLate=*/true);
}

PreservedAnalyses RegisterPressurePrinterPass::run(Function &F,
                                                   FunctionAnalysisManager &) {
  const unsigned Words = registerPressure(F), Least = leastRegisterPressure(F);
  OS << "registers of '" << F.getName() << "': " << Words;
  if (Least < Words)
    OS << ", if values are made late " << Least;
  OS << "\n";
  return PreservedAnalyses::all();
}
