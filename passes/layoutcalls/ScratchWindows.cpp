//===- ScratchWindows.cpp - Move data through scratch in windows ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/layoutcalls/ScratchWindows.h"
#include "intrinsics/AffineForm.h"
#include "passes/layoutcalls/CallRegisters.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace f2layout;

std::optional<ScratchWindows> f2layout::cutIntoWindows(ScratchPlaces Places,
                                                       unsigned ElementBits,
                                                       uint64_t ScratchBytes) {
  const uint64_t Room = ScratchBytes / (ElementBits / 8);
  if (!Room)
    return std::nullopt;
  ScratchWindows W;
  W.WindowBits = std::min(Places.PlaceBits, Log2_64(Room));
  W.ElementBits = ElementBits;
  W.Places = std::move(Places);
  return W;
}

namespace {

class WindowEmitter {
public:
  WindowEmitter(const LayoutCall &C, const ScratchWindows &W,
                EmitContext &Context)
      : C(C), W(W), Context(Context), B(Context.B),
        Integer(B.getIntNTy(W.ElementBits)),
        Meeting(C.Threads.inputBits("warp") ? Scope::Block : Scope::Warp) {}
  Value *emit();

private:
  using Values = SmallVector<Value *, 16>;
  SmallVector<Value *, 16> offsets(const SidePlaces &Side, unsigned Registers);
  void addIndices(Values &Wanted);
  Value *address(Value *Offset);
  Value *storeCondition();
  void backToCall();
  BasicBlock *newBlock(const Twine &Name);
  void storeIf(Value *Condition, Value *Element, Value *Offset);
  Value *load(Value *Offset);
  void emitAtOnce();
  void emitLoop();
  void emitWindow(Value *Window, Values &Current);

  const LayoutCall &C;
  const ScratchWindows &W;
  EmitContext &Context;
  IRBuilder<> &B;
  Type *Integer;
  const Scope Meeting;   ///< For a block of one warp, the warp.
  Values Elements;       ///< The source's elements, by register.
  Values Stored, Wanted; ///< Byte offsets, by register.
  Value *StoresHere = nullptr;
  Values Results;
};

} // namespace

/// Byte offsets of the registers. They differ by constants, which are added
/// where the thread's part has no bits.
SmallVector<Value *, 16> WindowEmitter::offsets(const SidePlaces &Side,
                                                unsigned Registers) {
  const uint32_t Bytes = W.ElementBits / 8;
  AffineForm Form;
  uint32_t Touched = 0;
  for (uint64_t Column : Side.ThreadColumns) {
    Form.Columns.push_back(uint32_t(Column) * Bytes);
    Touched |= Form.Columns.back();
  }
  Value *OfThread = emitAffine(B, Context.LinearThread, 32, Form);
  SmallVector<Value *, 16> Offsets;
  for (unsigned R = 0; R < Registers; ++R) {
    const uint32_t Constant = Side.at(R, 0) * Bytes;
    Offsets.push_back(Constant & Touched
                          ? B.CreateXor(OfThread, Constant)
                          : B.CreateOr(OfThread, B.getInt32(Constant), "",
                                       /*IsDisjoint=*/true));
  }
  return Offsets;
}

/// For any index, even poison, an element of the tensor is read.
void WindowEmitter::addIndices(Values &Wanted) {
  Value *Index = C.index();
  if (!Index || !W.Places.IndexBits)
    return;
  Index = B.CreateFreeze(Index);
  const unsigned Shift = W.Places.IndexShift + Log2_32(W.ElementBits / 8);
  for (auto [R, Offset] : enumerate(Wanted)) {
    Value *I = Index->getType()->isVectorTy()
                   ? B.CreateExtractElement(Index, uint64_t(R))
                   : Index;
    I = B.CreateAnd(I, maskTrailingOnes<uint32_t>(W.Places.IndexBits));
    Offset = B.CreateOr(Offset, B.CreateShl(I, Shift), "", /*IsDisjoint=*/true);
  }
}

/// The byte offset of the place within its window.
Value *WindowEmitter::address(Value *Offset) {
  Offset = B.CreateAnd(Offset, uint32_t(W.bytes() - 1));
  Offset = B.CreateZExtOrTrunc(
      Offset, C.Call->getDataLayout().getIndexType(Context.Scratch->getType()));
  return B.CreatePtrAdd(Context.Scratch, Offset, "",
                        GEPNoWrapFlags::inBounds() |
                            GEPNoWrapFlags::noUnsignedWrap());
}

/// The condition under which this thread stores; null if every thread does.
Value *WindowEmitter::storeCondition() {
  if (!W.Places.SpareThreads)
    return nullptr;
  return B.CreateIsNull(
      B.CreateAnd(Context.LinearThread, uint32_t(W.Places.SpareThreads)));
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
void WindowEmitter::storeIf(Value *Condition, Value *Element, Value *Offset) {
  BasicBlock *After = newBlock("f2.stored"), *Store = newBlock("f2.store");
  B.CreateCondBr(Condition, Store, After);
  B.SetInsertPoint(Store);
  B.CreateAlignedStore(Element, address(Offset), Align(W.ElementBits / 8));
  B.CreateBr(After);
  B.SetInsertPoint(After);
}

Value *WindowEmitter::load(Value *Offset) {
  return B.CreateAlignedLoad(Integer, address(Offset),
                             Align(W.ElementBits / 8));
}

void WindowEmitter::emitAtOnce() {
  if (StoresHere) {
    Instruction *End =
        SplitBlockAndInsertIfThen(StoresHere, C.Call->getIterator(),
                                  /*Unreachable=*/false);
    B.SetInsertPoint(End->getParent(), End->getIterator());
  }
  for (unsigned R : W.Places.Registers)
    B.CreateAlignedStore(Elements[R], address(Stored[R]),
                         Align(W.ElementBits / 8));
  backToCall();
  emitBarrier(Context.T, B, Meeting);
  for (Value *Offset : Wanted)
    Results.push_back(load(Offset));
}

/// One iteration of the loop; Current holds the results so far.
void WindowEmitter::emitWindow(Value *Window, Values &Current) {
  const unsigned Shift = Log2_64(W.bytes());
  emitBarrier(Context.T, B, Meeting);
  for (unsigned R : W.Places.Registers) {
    Value *Here = B.CreateICmpEQ(B.CreateLShr(Stored[R], Shift), Window);
    storeIf(StoresHere ? B.CreateAnd(Here, StoresHere) : Here, Elements[R],
            Stored[R]);
  }
  emitBarrier(Context.T, B, Meeting);
  for (auto [Offset, V] : zip_equal(Wanted, Current))
    V = B.CreateSelect(B.CreateICmpEQ(B.CreateLShr(Offset, Shift), Window),
                       load(Offset), V);
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

Value *WindowEmitter::emit() {
  keepVariablesInEntry(*C.Call);
  Elements = travellers(B, C, C.source(), /*Words=*/false);
  Stored = offsets(W.Places.Source, Elements.size());
  Wanted = offsets(W.Places.Result, registersOf(C.Call->getType()));
  addIndices(Wanted);
  StoresHere = storeCondition();
  if (W.windows() == 1)
    emitAtOnce();
  else
    emitLoop();
  return resultOf(B, C, Results);
}

Value *f2layout::emitWindows(const LayoutCall &C, const ScratchWindows &W,
                             EmitContext &Context) {
  return WindowEmitter(C, W, Context).emit();
}
