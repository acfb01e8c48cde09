//===- ScratchWindows.cpp - Move data through scratch in windows ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/layoutcalls/scratch/ScratchWindows.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/lanes/AffineForm.h"
#include "intrinsics/steps/Barrier.h"
#include "layouts/machine/Limits.h"
#include "passes/layoutcalls/calls/CallRegisters.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace f2layout;

/// An index may be anything, and what is kept over windows is kept one by one.
unsigned ScratchWindows::loadBits() const {
  if (!Places.IndexColumns.empty() || windows() > 1)
    return 0;
  return Places.Result.neighbourBits(Log2_32(MaxAccessBytes * 8 / ElementBits));
}

unsigned ScratchWindows::alignment() const {
  const unsigned Together = knowsWindows() ? Stores[0].size() : 1;
  return std::max(Together, 1u << loadBits()) * ElementBits / 8;
}

std::optional<ScratchWindows> f2layout::cutIntoWindows(ScratchPlaces Places,
                                                       const LayoutCall &C,
                                                       uint64_t ScratchBytes) {
  const uint64_t Room = ScratchBytes / (C.ElementBits / 8);
  if (!Room)
    return std::nullopt;
  ScratchWindows W;
  W.WindowBits = std::min(Places.PlaceBits, Log2_64(Room));
  W.ElementBits = C.ElementBits;
  // For a block of one warp, the warp meets.
  W.Group = C.Threads.inputBits("warp") ? Scope::Block : Scope::Warp;
  for (unsigned R : Places.Registers)
    W.Stores.push_back({R});
  W.Places = std::move(Places);
  return W;
}

namespace {

class WindowEmitter {
public:
  WindowEmitter(const LayoutCall &C, const ScratchWindows &W,
                EmitContext &Context)
      : C(C), W(W), Context(Context), B(Context.B),
        Integer(B.getIntNTy(W.ElementBits)) {}
  using Values = SmallVector<Value *, 16>;
  /// Registers: as integers, one or a vector.
  Values emit(Value *Registers, unsigned NumResults);

private:
  /// A byte offset: a value, and a constant that has other bits.
  struct Offset {
    Value *Variable = nullptr;
    uint32_t Added = 0;
  };
  using Offsets = SmallVector<Offset, 16>;
  Offsets offsets(const SidePlaces &Side, unsigned Registers, Value *Index);
  Value *ofIndex(Value *Index, unsigned Register);
  Value *sum(const Offset &O);
  Value *address(const Offset &O);
  Value *storeCondition();
  void backToCall();
  BasicBlock *newBlock(const Twine &Name);
  void storeTogether(ArrayRef<unsigned> Registers);
  void storeIf(Value *Condition, Value *Element, const Offset &O);
  Value *load(const Offset &O);
  bool keepOwn(unsigned First, unsigned Count);
  void loadNeighbours(unsigned First);
  void storeAll(uint64_t Window);
  void emitKnown();
  void emitLoop();
  void emitWindow(Value *Window, Values &Current);

  const LayoutCall &C;
  const ScratchWindows &W;
  EmitContext &Context;
  IRBuilder<> &B;
  Type *Integer;
  Value *Source = nullptr; ///< The registers, one or a vector.
  Offsets Stored, Wanted;  ///< By register.
  Value *StoresHere = nullptr;
  Values Results;
};

} // namespace

/// What an index adds to an offset. Only its low bits count, so that for any
/// index an element of the tensor is read.
Value *WindowEmitter::ofIndex(Value *Index, unsigned Register) {
  Value *I = Index->getType()->isVectorTy()
                 ? B.CreateExtractElement(Index, uint64_t(Register))
                 : Index;
  AffineForm Form;
  for (uint64_t Column : W.Places.IndexColumns)
    Form.Columns.push_back(uint32_t(Column) * (W.ElementBits / 8));
  return emitAffine(B, B.CreateTrunc(I, B.getInt32Ty()), 32, Form);
}

/// Byte offsets of the registers. The constants by which they differ are added
/// where thread and index have no bits, so that they can be part of an access.
WindowEmitter::Offsets WindowEmitter::offsets(const SidePlaces &Side,
                                              unsigned Registers,
                                              Value *Index) {
  const uint32_t Bytes = W.ElementBits / 8;
  AffineForm Form;
  uint32_t OfThreads = 0, OfIndices = 0;
  for (uint64_t Column : Side.ThreadColumns) {
    Form.Columns.push_back(uint32_t(Column) * Bytes);
    OfThreads |= Form.Columns.back();
  }
  if (Index)
    for (uint64_t Column : W.Places.IndexColumns)
      OfIndices |= uint32_t(Column) * Bytes;
  Value *OfThread = emitAffine(B, Context.LinearThread, 32, Form);
  Offsets All;
  for (unsigned R = 0; R < Registers; ++R) {
    const uint32_t Constant = Side.at(R, 0) * Bytes,
                   Mixed = Constant & (OfThreads | OfIndices);
    Value *V = Mixed ? B.CreateXor(OfThread, Mixed) : OfThread;
    if (OfIndices) {
      Value *I = ofIndex(Index, R);
      if (auto *Same = dyn_cast<ConstantInt>(V); Same && Same->isZero())
        V = I;
      else if ((OfThreads | Mixed) & OfIndices)
        V = B.CreateXor(V, I);
      else
        V = compat::createDisjointOr(B, V, I);
    }
    All.push_back({V, Constant & ~Mixed});
  }
  return All;
}

Value *WindowEmitter::sum(const Offset &O) {
  if (!O.Added)
    return O.Variable;
  return compat::createDisjointOr(B, O.Variable, B.getInt32(O.Added));
}

/// The address of the place, within its window.
Value *WindowEmitter::address(const Offset &O) {
  const uint32_t InWindow = uint32_t(W.bytes() - 1);
  const bool IsWindow = !W.knowsWindows();
  Value *V = IsWindow ? B.CreateAnd(sum(O), InWindow) : O.Variable;
  V = B.CreateZExtOrTrunc(
      V, C.Call->getDataLayout().getIndexType(Context.Scratch->getType()));
  if (auto *Extended = dyn_cast<ZExtInst>(V))
    Extended->setNonNeg();
  Value *Address = B.CreatePtrAdd(Context.Scratch, V, "",
                                  GEPNoWrapFlags::inBounds() |
                                      GEPNoWrapFlags::noUnsignedWrap());
  if (IsWindow || !(O.Added & InWindow))
    return Address;
  return B.CreateConstInBoundsGEP1_32(B.getInt8Ty(), Address,
                                      O.Added & InWindow);
}

/// The condition under which this thread stores; null if every thread does.
Value *WindowEmitter::storeCondition() {
  if (!W.Places.SpareThreads)
    return nullptr;
  return B.CreateICmpEQ(
      B.CreateAnd(Context.LinearThread, uint32_t(W.Places.SpareThreads)),
      B.getInt32(uint32_t(W.Places.Storing)));
}

void WindowEmitter::backToCall() {
  const DebugLoc Line = B.getCurrentDebugLocation();
  B.SetInsertPoint(C.Call);
  B.SetCurrentDebugLocation(Line);
}

BasicBlock *WindowEmitter::newBlock(const Twine &Name) {
  BasicBlock *Here = B.GetInsertBlock();
  return BasicBlock::Create(B.getContext(), Name, Here->getParent(),
                            Here->getNextNode());
}

/// The builder is at the end of a block without a terminator, both before and
/// afterwards.
void WindowEmitter::storeIf(Value *Condition, Value *Element, const Offset &O) {
  BasicBlock *After = newBlock("f2.stored"), *Store = newBlock("f2.store");
  B.CreateCondBr(Condition, Store, After);
  B.SetInsertPoint(Store);
  B.CreateAlignedStore(Element, address(O), Align(W.ElementBits / 8));
  B.CreateBr(After);
  B.SetInsertPoint(After);
}

Value *WindowEmitter::load(const Offset &O) {
  return B.CreateAlignedLoad(Integer, address(O), Align(W.ElementBits / 8));
}

/// One store of registers that are neighbours.
void WindowEmitter::storeTogether(ArrayRef<unsigned> Registers) {
  Value *V = Source;
  if (Registers.size() > 1)
    V = B.CreateShuffleVector(
        Source, SmallVector<int, 16>(Registers.begin(), Registers.end()));
  else if (Source->getType()->isVectorTy())
    V = B.CreateExtractElement(Source, uint64_t(Registers[0]));
  B.CreateAlignedStore(V, address(Stored[Registers[0]]),
                       Align(Registers.size() * W.ElementBits / 8));
}

/// The stores of a window of known registers.
void WindowEmitter::storeAll(uint64_t Window) {
  if (StoresHere) {
    Instruction *End =
        SplitBlockAndInsertIfThen(StoresHere, C.Call->getIterator(),
                                  /*Unreachable=*/false);
    B.SetInsertPoint(End->getParent(), End->getIterator());
  }
  for (ArrayRef<unsigned> Registers : W.Stores)
    if (W.Places.Source.at(Registers[0], 0) >> W.WindowBits == Window)
      storeTogether(Registers);
  backToCall();
}

/// Takes results First, First + 1, ... from the registers that have them.
bool WindowEmitter::keepOwn(unsigned First, unsigned Count) {
  Values Own;
  for (unsigned R = First; R < First + Count; ++R) {
    const std::optional<unsigned> Register = W.Places.ownRegister(R);
    if (!Register)
      return false;
    Own.push_back(Source->getType()->isVectorTy()
                      ? B.CreateExtractElement(Source, uint64_t(*Register))
                      : Source);
  }
  copy(Own, Results.begin() + First);
  return true;
}

/// Results First, First + 1, ..., which lie side by side.
void WindowEmitter::loadNeighbours(unsigned First) {
  const unsigned Count = 1u << W.loadBits();
  if (keepOwn(First, Count))
    return;
  Value *V = B.CreateAlignedLoad(FixedVectorType::get(Integer, Count),
                                 address(Wanted[First]),
                                 Align(Count * W.ElementBits / 8));
  for (unsigned I = 0; I < Count; ++I)
    Results[First + I] = B.CreateExtractElement(V, uint64_t(I));
}

/// Each window has known registers.
void WindowEmitter::emitKnown() {
  Results.resize(Wanted.size());
  for (uint64_t Window = 0; Window < W.windows(); ++Window) {
    if (Window)
      emitBarrier(Context.T, B, W.Group);
    storeAll(Window);
    emitBarrier(Context.T, B, W.Group);
    if (W.loadBits()) {
      for (unsigned R = 0; R < Wanted.size(); R += 1u << W.loadBits())
        loadNeighbours(R);
      continue;
    }
    for (auto [R, O] : enumerate(Wanted))
      if (W.Places.Result.at(R, 0) >> W.WindowBits == Window && !keepOwn(R, 1))
        Results[R] = load(O);
  }
}

/// One iteration of the loop; Current holds the results so far.
void WindowEmitter::emitWindow(Value *Window, Values &Current) {
  const unsigned Shift = Log2_64(W.bytes());
  auto IsHere = [&](const Offset &O) {
    return B.CreateICmpEQ(B.CreateLShr(sum(O), Shift), Window);
  };
  emitBarrier(Context.T, B, W.Group);
  for (unsigned R : W.Places.Registers) {
    Value *Here = IsHere(Stored[R]);
    Value *Element = Source->getType()->isVectorTy()
                         ? B.CreateExtractElement(Source, uint64_t(R))
                         : Source;
    storeIf(StoresHere ? B.CreateAnd(Here, StoresHere) : Here, Element,
            Stored[R]);
  }
  emitBarrier(Context.T, B, W.Group);
  for (auto [O, V] : zip_equal(Wanted, Current)) {
    Value *Here = IsHere(O);
    V = B.CreateSelect(Here, load(O), V);
  }
}

void WindowEmitter::emitLoop() {
  BasicBlock *Before = C.Call->getParent();
  BasicBlock *After = SplitBlock(Before, C.Call->getIterator());
  B.SetInsertPoint(Before);
  BasicBlock *Loop = newBlock("f2.window");
  Before->getTerminator()->setSuccessor(0, Loop);
  B.SetInsertPoint(Loop);
  PHINode *Window = B.CreatePHI(B.getInt32Ty(), 2);
  Window->addIncoming(B.getInt32(0), Before);
  SmallVector<PHINode *, 16> Kept;
  for (unsigned R = 0; R < Wanted.size(); ++R) {
    Kept.push_back(B.CreatePHI(Integer, 2));
    Kept.back()->addIncoming(PoisonValue::get(Integer), Before);
  }
  Results.assign(Kept.begin(), Kept.end());
  emitWindow(Window, Results);
  for (auto [Phi, V] : zip_equal(Kept, Results))
    Phi->addIncoming(V, B.GetInsertBlock());
  Value *Next = B.CreateAdd(Window, B.getInt32(1), "", true, true);
  Window->addIncoming(Next, B.GetInsertBlock());
  B.CreateCondBr(B.CreateICmpEQ(Next, B.getInt32(W.windows())), After, Loop);
  backToCall();
}

/// Keeps allocas in the entry block when the rest of it is split off.
static void keepVariablesInEntry(CallInst &Call) {
  BasicBlock &Entry = Call.getFunction()->getEntryBlock();
  if (Call.getParent() != &Entry)
    return;
  for (Instruction &I :
       make_early_inc_range(make_range(Call.getIterator(), Entry.end())))
    if (auto *Variable = dyn_cast<AllocaInst>(&I);
        Variable && isa<Constant>(Variable->getArraySize()))
      Variable->moveBefore(Entry, Entry.getFirstInsertionPt());
}

WindowEmitter::Values WindowEmitter::emit(Value *Registers,
                                          unsigned NumResults) {
  keepVariablesInEntry(*C.Call);
  Source = Registers;
  Value *Index = C.index() && !W.Places.IndexColumns.empty()
                     ? B.CreateFreeze(C.index())
                     : nullptr;
  Stored = offsets(W.Places.Source, registersOf(Source->getType()), nullptr);
  Wanted = offsets(W.Places.Result, NumResults, Index);
  StoresHere = storeCondition();
  if (W.knowsWindows())
    emitKnown();
  else
    emitLoop();
  return Results;
}

SmallVector<Value *, 16> f2layout::emitWindows(const LayoutCall &C,
                                               const ScratchWindows &W,
                                               ArrayRef<Value *> Elements,
                                               unsigned Results,
                                               EmitContext &Context) {
  IRBuilder<> &B = Context.B;
  Value *V = Elements[0];
  if (Elements.size() > 1) {
    V = PoisonValue::get(FixedVectorType::get(V->getType(), Elements.size()));
    for (auto [R, Element] : enumerate(Elements))
      V = B.CreateInsertElement(V, Element, uint64_t(R));
  }
  return WindowEmitter(C, W, Context).emit(V, Results);
}

Value *f2layout::emitWindows(const LayoutCall &C, const ScratchWindows &W,
                             EmitContext &Context) {
  Value *Registers = integers(Context.B, C, C.source());
  return resultOf(Context.B, C,
                  WindowEmitter(C, W, Context)
                      .emit(Registers, registersOf(C.Call->getType())));
}
