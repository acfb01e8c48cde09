//===- ExchangeEmit.cpp - Replace an exchange by its plan -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/ExchangeEmit.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/emit/Emit.h"
#include "intrinsics/emit/EmitGather.h"
#include "intrinsics/lanes/ThreadIndex.h"
#include "intrinsics/steps/Barrier.h"
#include "intrinsics/words/WholeWords.h"
#include "passes/exchange/LateLoads.h"
#include "passes/price/JoinedAccesses.h"
#include "passes/sharedmemory/changes/OwnArray.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;
using namespace f2layout;

using GatherIndices = DenseMap<const GatheredLoad *, Value *>;

namespace {

class ExchangeEmitter {
public:
  ExchangeEmitter(Function &F, const Exchanges &R, const ExchangePlan &P,
                  const FunctionAnalyses &C, const Target &T,
                  GlobalVariable *Array, const GatherIndices &Indices)
      : F(F), R(R), P(P), C(C), T(T), O(R.objects()[P.Subject->Object]),
        Array(Array), Indices(Indices), Bits(P.Subject->Move.ElementBits) {}

  void emit();
  SmallSetVector<Instruction *, 16> Dead;
  /// What is to move to its users.
  SmallVector<Instruction *, 32> Late;

private:
  void emitGathers(Instruction *Here, Instruction *LanePoint);
  void emitGather(const GatheredLoad &L, const GatherPlan &Plan,
                  ArrayRef<Value *> Sources, Instruction *LanePoint);
  void dropStores();
  void collectLate(Instruction *Before, Instruction *Here);
  Value *storedAt(unsigned Access, Instruction *Here);
  Value *element(IRBuilder<> &B, Value *V, unsigned Chunk);
  Value *widen(IRBuilder<> &B, Value *V);
  Type *elementType(Type *Whole) const;
  Value *assemble(IRBuilder<> &B, Type *Ty, ArrayRef<Value *> Elements);
  Value *scratch(IRBuilder<> &B);
  void dropBarrier();
  Value *resultWord(ArrayRef<Value *> Words, unsigned Result) const;
  void replaceWords(IRBuilder<> &B, ArrayRef<Value *> Words);
  Value *assembleWords(IRBuilder<> &B, Type *Ty, ArrayRef<Value *> Words);

  SmallVector<WeakTrackingVH, 16> Replaced; ///< Words nobody uses any more.

  Function &F;
  const Exchanges &R;
  const ExchangePlan &P;
  const FunctionAnalyses &C;
  const Target &T;
  const SharedObject &O;
  GlobalVariable *Array; ///< Whose bytes the plan may use.
  const GatherIndices &Indices;
  unsigned Bits;
};

} // namespace

/// The value a store writes, at Here; poison where the store did not run.
Value *ExchangeEmitter::storedAt(unsigned Access, Instruction *Here) {
  auto *S = cast<StoreInst>(O.Accesses[Access].I);
  Value *V = S->getValueOperand();
  // The trees are those of before the first rewrite; only blocks matter here,
  // and those have not changed between the store and the barrier.
  if (C.DT.dominates(S->getParent(), Here->getParent()))
    return V;
  BasicBlock *D =
      C.DT.findNearestCommonDominator(S->getParent(), Here->getParent());
  SSAUpdater Phis;
  Phis.Initialize(V->getType(), "f2.masked");
  Phis.AddAvailableValue(D, PoisonValue::get(V->getType()));
  Phis.AddAvailableValue(S->getParent(), V);
  return Phis.GetValueInMiddleOfBlock(Here->getParent());
}

/// The type in which elements travel: that of the value where it fits.
Type *ExchangeEmitter::elementType(Type *Whole) const {
  const DataLayout &DL = F.getDataLayout();
  if (DL.getTypeSizeInBits(Whole) == Bits)
    return Whole;
  if (auto *V = dyn_cast<FixedVectorType>(Whole))
    if (DL.getTypeSizeInBits(V->getElementType()) == Bits)
      return V->getElementType();
  return IntegerType::get(F.getContext(), Bits);
}

/// One poison lane of a vector would poison all that share a wider piece with
/// it; in memory they stay apart.
static Value *freezeLanes(IRBuilder<> &B, Value *V) {
  return V->getType()->isVectorTy() && !isGuaranteedNotToBeUndefOrPoison(V)
             ? B.CreateFreeze(V)
             : V;
}

Value *ExchangeEmitter::element(IRBuilder<> &B, Value *V, unsigned Chunk) {
  Type *Ty = elementType(V->getType());
  if (Ty == V->getType())
    return V;
  const DataLayout &DL = F.getDataLayout();
  if (auto *Vec = dyn_cast<FixedVectorType>(V->getType());
      Vec && Vec->getElementType() == Ty)
    return B.CreateExtractElement(V, Chunk);
  unsigned Count = DL.getTypeSizeInBits(V->getType()) / Bits;
  Value *Integer = freezeLanes(B, V);
  if (V->getType()->getScalarType()->isPointerTy())
    Integer = B.CreatePtrToInt(Integer, DL.getIntPtrType(V->getType()));
  Value *Pieces = B.CreateBitCast(Integer, FixedVectorType::get(Ty, Count));
  return B.CreateExtractElement(Pieces, Chunk);
}

Value *ExchangeEmitter::widen(IRBuilder<> &B, Value *V) {
  V = B.CreateBitCast(freezeLanes(B, V), B.getIntNTy(Bits));
  return B.CreateZExt(V, B.getInt32Ty());
}

Value *ExchangeEmitter::assemble(IRBuilder<> &B, Type *Ty,
                                 ArrayRef<Value *> Elements) {
  Type *Part = elementType(Ty);
  if (Part == Ty)
    return Elements[0];
  Value *V = PoisonValue::get(FixedVectorType::get(Part, Elements.size()));
  for (unsigned I = 0; I < Elements.size(); ++I)
    V = B.CreateInsertElement(V, Elements[I], I);
  if (V->getType() == Ty)
    return V;
  if (!Ty->getScalarType()->isPointerTy())
    return B.CreateBitCast(V, Ty);
  Type *Integer = F.getDataLayout().getIntPtrType(Ty);
  return B.CreateIntToPtr(B.CreateBitCast(V, Integer), Ty);
}

/// The bytes of the array that the plan may use.
Value *ExchangeEmitter::scratch(IRBuilder<> &B) {
  uint64_t First = P.FirstByte + (O.Dynamic ? P.Subject->FirstByte : 0);
  if (!First)
    return Array;
  return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Array, First);
}

/// The plan's barrier is of the same kind and in the same place.
void ExchangeEmitter::dropBarrier() {
  if (!P.Best->usesMemory())
    return;
  bool Same = P.Subject->At->K == SyncPoint::Block
                  ? P.Best->Cost.BlockBarriers > 0
                  : P.Best->Cost.WarpBarriers > 0;
  if (!Same)
    return;
  // All of them: on gfx12 a barrier may be written in two halves.
  const SmallVector<Instruction *, 4> Instructions =
      P.Subject->At->instructions();
  for (Instruction *I : reverse(Instructions))
    Dead.insert(I);
}

/// The word that begins with this result. Of results that nobody looks at there
/// may be none: any value will do.
Value *ExchangeEmitter::resultWord(ArrayRef<Value *> Words,
                                   unsigned Result) const {
  const unsigned W = Result * Bits / 32;
  if (W < Words.size() && Words[W])
    return Words[W];
  return ConstantInt::get(Type::getInt32Ty(F.getContext()), 0);
}

/// What puts the loaded elements together is the plan's output word, or
/// consists of such words.
void ExchangeEmitter::replaceWords(IRBuilder<> &B, ArrayRef<Value *> Words) {
  MapVector<Value *, SmallVector<Value *, 4>> Wholes;
  for (unsigned I = 0; I < P.Subject->Results.size(); I += 32 / Bits) {
    const ElementRef &E = P.Subject->Results[I];
    if (O.Accesses[E.Access].Bytes >= 4)
      continue; // Loaded as words; see assembleWords.
    const WordPlace Place = *putInto(O.Accesses[E.Access].I);
    SmallVector<Value *, 4> &Parts = Wholes[Place.Word];
    Parts.resize(
        divideCeil(Place.Word->getType()->getPrimitiveSizeInBits(), 32));
    Parts[Place.Index * Bits / 32] = resultWord(Words, I);
  }
  for (auto &[Old, Parts] : Wholes) {
    Old->replaceAllUsesWith(assembleWords(B, Old->getType(), Parts));
    Replaced.push_back(Old);
  }
}

/// Every use of the value extends it or makes a float of it.
static bool isExtended(const Value &V) {
  return all_of(V.users(), [](const User *U) {
    return isa<ZExtInst, SExtInst, UIToFPInst, SIToFPInst>(U);
  });
}

/// A value of this type from its words.
Value *ExchangeEmitter::assembleWords(IRBuilder<> &B, Type *Ty,
                                      ArrayRef<Value *> Words) {
  if (Words.size() == 1)
    return B.CreateBitCast(Words[0], Ty);
  Value *V =
      PoisonValue::get(FixedVectorType::get(B.getInt32Ty(), Words.size()));
  for (auto [I, W] : enumerate(Words))
    V = B.CreateInsertElement(V, W, I);
  return B.CreateBitCast(V, Ty);
}

/// The plan's loads and what is made of them, behind its barrier.
void ExchangeEmitter::collectLate(Instruction *Before, Instruction *Here) {
  BasicBlock::iterator I =
      Before ? std::next(Before->getIterator()) : Here->getParent()->begin();
  for (; &*I != Here; ++I) {
    if (mayWriteShared(*I))
      Late.clear();
    else
      Late.push_back(&*I);
  }
}

void ExchangeEmitter::dropStores() {
  if (!P.KeepsStores)
    for (unsigned S : P.Subject->Stores)
      Dead.insert(O.Accesses[S].I);
}

/// The values are those that the barrier sees, in whatever iteration of a loop
/// the shuffles are: an instruction at the barrier holds them.
void ExchangeEmitter::emitGathers(Instruction *Here, Instruction *LanePoint) {
  IRBuilder<> B(Here);
  DenseMap<unsigned, Value *> Stored;
  Type *Integer = B.getIntNTy(Bits);
  SmallVector<Value *, 16> Sources;
  for (const ElementRef &E : P.Subject->Sources) {
    Value *&V = Stored[E.Access];
    if (!V)
      V = storedAt(E.Access, Here);
    Value *Element = element(B, V, E.Chunk);
    Element = Element->getType()->isPointerTy()
                  ? B.CreatePtrToInt(Element, Integer)
                  : B.CreateBitCast(Element, Integer);
    Sources.push_back(B.CreateFreeze(Element, "f2.held"));
  }
  for (auto [L, Plan] : zip_equal(P.Subject->Gathers, P.Gathers)) {
    // The map may name registers that no thread has, where the index has no
    // such value.
    Sources.resize(
        std::max<size_t>(Sources.size(), size_t(1) << L.Map.SourceBits),
        ConstantInt::get(Integer, 0));
    emitGather(L, Plan, Sources, LanePoint);
  }
  dropStores();
}

void ExchangeEmitter::emitGather(const GatheredLoad &L, const GatherPlan &Plan,
                                 ArrayRef<Value *> Sources,
                                 Instruction *LanePoint) {
  IRBuilder<> B(L.Point);
  if (!B.getCurrentDebugLocation())
    if (DISubprogram *SP = F.getSubprogram())
      B.SetCurrentDebugLocation(DILocation::get(F.getContext(), 0, 0, SP));
  EmitContext Context{T, B, LanePoint};
  Value *Index = Indices.lookup(&L);
  if (L.Base)
    Index = B.CreateSub(Index, ConstantInt::get(Index->getType(), L.Base));
  Index = B.CreateZExtOrTrunc(Index, B.getInt32Ty());
  const SmallVector<Value *, 4> Same(size_t(1) << L.Map.ResultBits, Index);
  SmallVector<Value *, 4> Parts;
  Instruction *Load = O.Accesses[L.Access].I;
  Type *Part = elementType(Load->getType());
  for (Value *V : emitGatherPlan(Plan, Sources, Same, Context))
    Parts.push_back(Part->isPointerTy() ? B.CreateIntToPtr(V, Part)
                                        : B.CreateBitCast(V, Part));
  Load->replaceAllUsesWith(assemble(B, Load->getType(), Parts));
  Dead.insert(Load);
}

void ExchangeEmitter::emit() {
  Instruction *Here = P.Subject->At->First;
  Instruction *Before = Here->getPrevNode();
  IRBuilder<> B(Here);
  if (!B.getCurrentDebugLocation())
    if (DISubprogram *SP = F.getSubprogram())
      B.SetCurrentDebugLocation(DILocation::get(F.getContext(), 0, 0, SP));
  Instruction *LanePoint = Here;
  BasicBlock &Entry = F.getEntryBlock();
  if (Here->getParent() != &Entry)
    LanePoint = Entry.getTerminator();

  if (!P.Gathers.empty()) {
    emitGathers(Here, LanePoint);
    return;
  }

  DenseMap<unsigned, Value *> Stored;
  SmallVector<Value *, 16> Sources;
  for (const ElementRef &E : P.Subject->Sources) {
    Value *&V = Stored[E.Access];
    if (!V)
      V = storedAt(E.Access, Here);
    Value *Element = element(B, V, E.Chunk);
    Sources.push_back(P.Widened ? widen(B, Element) : Element);
  }
  SmallVector<Type *, 16> Types;
  for (const ElementRef &E : P.Subject->Results)
    Types.push_back(P.Widened ? B.getInt32Ty()
                              : elementType(O.Accesses[E.Access].I->getType()));

  EmitContext Context{T, B, LanePoint};
  Context.Extended.resize(P.Subject->Results.size());
  for (auto [R, E] : enumerate(P.Subject->Results))
    Context.Extended[R] = isExtended(*O.Accesses[E.Access].I);
  Context.WarpMask = P.Subject->WarpMask;
  Context.MarksStores = P.Best->ElementBits < 32 &&
                        !(P.Best->PackedSources && P.Best->PackedResults);
  if (P.BarrierBefore)
    emitBarrier(T, B, *P.BarrierBefore, P.Subject->WarpMask);
  if (P.Best->usesMemory()) {
    Context.Scratch = scratch(B);
    if (P.Best->Group == Scope::Warp)
      Context.ScratchStride = P.Best->ScratchBytes;
  }
  if (P.Best->dependsOnWarp()) {
    IRBuilder<> LB(LanePoint);
    LB.SetCurrentDebugLocation(B.getCurrentDebugLocation());
    bool OneD =
        !P.Subject->NeedsShape && !C.Launch.Exact && !P.Subject->AnyShape;
    if (P.Subject->NeedsShape || C.Launch.Exact)
      OneD = R.shape().Size[1] * R.shape().Size[2] == 1;
    Context.LinearThread = emitLinearThread(T, LB, OneD);
  }
  SmallVector<Value *, 8> Results = emitPlan(*P.Best, Sources, Types, Context);

  if (P.Best->PackedResults)
    replaceWords(B, Context.OutputWords);
  for (unsigned L : P.Subject->Loads) {
    const unsigned Count = O.Accesses[L].Bytes * 8 / Bits, PerWord = 32 / Bits;
    const bool Whole = P.Best->PackedResults && O.Accesses[L].Bytes >= 4;
    SmallVector<Value *, 8> Parts(Whole ? Count / PerWord : Count);
    for (unsigned I = 0; I < P.Subject->Results.size(); ++I) {
      const ElementRef &E = P.Subject->Results[I];
      if (E.Access == L && !Whole)
        Parts[E.Chunk] = Results[I];
      else if (E.Access == L && E.Chunk % PerWord == 0)
        Parts[E.Chunk / PerWord] = resultWord(Context.OutputWords, I);
    }
    Instruction *Load = O.Accesses[L].I;
    if (P.Widened)
      for (Value *&E : Parts)
        E = B.CreateBitCast(B.CreateTrunc(E, B.getIntNTy(Bits)),
                            elementType(Load->getType()));
    Load->replaceAllUsesWith(Whole ? assembleWords(B, Load->getType(), Parts)
                                   : assemble(B, Load->getType(), Parts));
    Dead.insert(Load);
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Replaced);
  dropStores();
  if (P.Late)
    collectLate(Before, Here);
  dropBarrier();
}

/// Aligns the arrays that plans use, and makes them as large, as they need
/// them; by object.
static DenseMap<unsigned, GlobalVariable *>
prepareArrays(Function &F, const Exchanges &R, ArrayRef<ExchangePlan> Plans) {
  struct Needs {
    Align Alignment;
    uint64_t Bytes = 0;
  };
  DenseMap<unsigned, Needs> Need;
  for (const ExchangePlan &P : Plans)
    if (P.Best && P.Best->usesMemory()) {
      Needs &N = Need[P.Subject->Object];
      N.Alignment =
          std::max(N.Alignment, Align(std::max(1u, P.Best->ScratchAlign)));
      if (P.FirstByte)
        N.Bytes = std::max(N.Bytes, P.FirstByte + P.Best->ScratchBytes);
    }
  DenseMap<unsigned, GlobalVariable *> Arrays;
  for (const auto &[Object, N] : Need) {
    GlobalVariable *G = R.objects()[Object].Arrays.front();
    Arrays[Object] =
        canOwnArray(F, *G) ? ownArray(F, *G, N.Alignment, N.Bytes) : G;
  }
  return Arrays;
}

namespace {
/// What was made for an exchange whose loads may stand where their values are
/// used; nothing for the others.
struct MadeLate {
  const Exchange *Subject;
  SmallVector<Instruction *, 32> Made;
};
} // namespace

/// Moves late loads behind the code of other exchanges at the same barrier,
/// whose stores they could not pass otherwise (LateLoads.h).
static void moveBehindOthers(ArrayRef<MadeLate> Late) {
  for (const auto &[N, L] : enumerate(Late)) {
    const bool IsReused =
        any_of(Late.drop_front(N + 1), [&L = L](const MadeLate &Q) {
          return Q.Subject->At == L.Subject->At &&
                 Q.Subject->Object == L.Subject->Object;
        });
    for (Instruction *I : L.Made)
      if (!IsReused)
        compat::moveBefore(*I, L.Subject->At->First->getIterator());
  }
}

/// The indices of gathers where the shuffles are to be, before any load is
/// replaced that they come from. Lanes that do not run the load may have any.
static GatherIndices holdIndices(ArrayRef<ExchangePlan> Plans) {
  GatherIndices Indices;
  for (const ExchangePlan &P : Plans)
    if (P.Best)
      for (const GatheredLoad &L : P.Subject->Gathers)
        Indices[&L] = IRBuilder<>(L.Point).CreateFreeze(L.Index, "f2.index");
  return Indices;
}

void f2layout::emitExchanges(Function &F, const Exchanges &R,
                             ArrayRef<ExchangePlan> Plans,
                             const FunctionAnalyses &C, const Target &T) {
  DenseMap<unsigned, GlobalVariable *> Arrays = prepareArrays(F, R, Plans);
  SmallSetVector<Instruction *, 16> Dead;
  SmallVector<MadeLate, 4> Late;
  const GatherIndices Indices = holdIndices(Plans);
  for (const ExchangePlan &P : Plans) {
    if (!P.Best)
      continue;
    ExchangeEmitter E(F, R, P, C, T, Arrays.lookup(P.Subject->Object), Indices);
    E.emit();
    Dead.insert(E.Dead.begin(), E.Dead.end());
    Late.push_back({P.Subject, std::move(E.Late)});
  }
  moveBehindOthers(Late);
  SmallVector<WeakTrackingVH, 16> Addresses;
  for (Instruction *I : Dead)
    if (Value *Pointer = getLoadStorePointerOperand(I))
      Addresses.push_back(Pointer);
  for (Instruction *I : Dead)
    I->eraseFromParent();
  for (const MadeLate &L : Late)
    sinkToUsers(L.Made);
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Addresses);
}
