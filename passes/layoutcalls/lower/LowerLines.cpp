//===- LowerLines.cpp - Reductions and scans along an axis ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/layoutcalls/lower/LowerLines.h"
#include "intrinsics/emit/Emit.h"
#include "intrinsics/lines/EmitLines.h"
#include "intrinsics/steps/Barrier.h"
#include "intrinsics/words/Packing.h"
#include "passes/layoutcalls/calls/CallRegisters.h"

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

static ScratchUse useOf(const LineMove &M) {
  return M.Best ? ScratchUse::of(*M.Best) : ScratchUse{ScratchUse::All, 0};
}

ScratchUse LineLowering::scratchUse() const {
  ScratchUse Use;
  for (const LineMove &M : moves())
    Use.join(useOf(M));
  return Use;
}

uint64_t LineLowering::scratchBytes(unsigned Warps) const {
  uint64_t Bytes = 0;
  for (auto [M, W] : zip_equal(moves(), Windows))
    Bytes = std::max(Bytes, W ? W->bytes()
                            : M.Best->Group == Scope::Warp
                                ? uint64_t(M.Best->ScratchBytes) * Warps
                                : M.Best->ScratchBytes);
  return Bytes;
}

Align LineLowering::scratchAlign() const {
  Align Most;
  for (auto [M, W] : zip_equal(moves(), Windows))
    Most = std::max(Most, Align(W ? W->alignment() : M.Best->ScratchAlign));
  return Most;
}

bool LineLowering::beginsWithBarrier() const {
  for (auto [M, W] : zip_equal(moves(), Windows))
    if (useOf(M).K != ScratchUse::Free)
      return W && !W->knowsWindows();
  return false;
}

bool LineLowering::needsThread() const {
  // The bits of the warp's number choose among results of a scan.
  if (Scans && any_of(Scans->Digits, [](const ScanDigit &D) {
        return D.K == ScanDigit::Warp;
      }))
    return true;
  return any_of(moves(), [](const LineMove &M) {
    return !M.Best || M.Best->usesMemory() || M.Best->dependsOnWarp();
  });
}

/// Windows for the moves that have no plan.
static bool addWindows(LineLowering &L, const LayoutCall &C, const Target &T,
                       uint64_t ScratchBytes, CallFaults &Faults) {
  for (const LineMove &M : L.moves()) {
    L.Windows.emplace_back();
    if (M.Best)
      continue;
    std::optional<ScratchPlaces> Places = M.Places;
    if (!Places)
      Places = placesOfConversion(M.Wanted,
                                  T.M.LaneBits + C.Threads.inputBits("warp"));
    if (Places)
      L.Windows.back() = cutIntoWindows(std::move(*Places), C, ScratchBytes);
    if (L.Windows.back())
      continue;
    Faults.add(*C.Call, "no scratch memory for even one element: scratch= and "
                        "the function's arrays leave " +
                            Twine(ScratchBytes) + " bytes, expected at least " +
                            Twine(C.ElementBits / 8));
    return false;
  }
  return true;
}

std::optional<LineLowering>
f2layout::planLines(const LayoutCall &C, const Target &T, const Options &O,
                    uint64_t ScratchBytes, CallFaults &Faults) {
  auto PlanOf = [&](const Conversion &Move) {
    return planCall(C.warps(), Move, T, O, ScratchBytes);
  };
  const MovePlanner Planner{PlanOf, O.Shared ? ScratchBytes : 0};
  LineLowering L;
  auto Take = [&](auto Planned, auto &To) {
    if (Planned)
      To = std::move(*Planned);
    else
      Faults.add(*C.Call, toString(Planned.takeError()));
    return To.has_value();
  };
  const bool Done =
      C.Kind == LayoutCallKind::Reduce
          ? Take(planReduction(C.Threads, C.axis(), C.Other, C.ElementBits, T.M,
                               traitsOf(C.Op, T), Planner),
                 L.Reduces)
          : Take(planScan(C.Threads, C.axis(), {C.Reverse, C.Exclusive},
                          C.ElementBits, T.M, traitsOf(C.Op, T), Planner),
                 L.Scans);
  if (!Done)
    return std::nullopt;
  if (!addWindows(L, C, T, ScratchBytes, Faults))
    return std::nullopt;
  return L;
}

//===----------------------------------------------------------------------===//
// Emitting
//===----------------------------------------------------------------------===//

namespace {

using Values = SmallVector<Value *, 16>;

/// Emits the moves of one call, in their order.
class MoveSequence {
public:
  MoveSequence(const LayoutCall &C, const LineLowering &L, EmitContext &Context)
      : C(C), L(L), Context(Context), Scratch(Context.Scratch) {}
  Values emit(unsigned N, ArrayRef<Value *> Elements);

private:
  void waitForLast(unsigned N);
  Values byPlan(const Plan &P, ArrayRef<Value *> Elements, unsigned Results);
  Values byWindows(const ScratchWindows &W, ArrayRef<Value *> Elements,
                   unsigned Results);

  const LayoutCall &C;
  const LineLowering &L;
  EmitContext &Context;
  Value *const Scratch;
  ScratchUse Last;
};

} // namespace

/// The stores of a move wait for the loads of the one before.
void MoveSequence::waitForLast(unsigned N) {
  const ScratchUse Next = useOf(L.moves()[N]);
  if (Next.K == ScratchUse::Free)
    return;
  const bool Begins = L.Windows[N] && !L.Windows[N]->knowsWindows();
  if (Last.K != ScratchUse::Free && !Begins)
    emitBarrier(Context.T, Context.B,
                Last.K == ScratchUse::Slices && Last == Next ? Scope::Warp
                                                             : Scope::Block);
  Last = Next;
}

Values MoveSequence::byPlan(const Plan &P, ArrayRef<Value *> Elements,
                            unsigned Results) {
  Context.Scratch = P.usesMemory() ? Scratch : nullptr;
  Context.ScratchStride =
      P.usesMemory() && P.Group == Scope::Warp ? P.ScratchBytes : 0;
  const SmallVector<Type *, 16> Types(Results,
                                      Context.B.getIntNTy(C.ElementBits));
  const SmallVector<Value *, 8> Moved = emitPlan(P, Elements, Types, Context);
  return Values(Moved.begin(), Moved.end());
}

Values MoveSequence::byWindows(const ScratchWindows &W,
                               ArrayRef<Value *> Elements, unsigned Results) {
  Context.Scratch = Scratch;
  return emitWindows(C, W, Elements, Results, Context);
}

Values MoveSequence::emit(unsigned N, ArrayRef<Value *> Elements) {
  IRBuilder<> &B = Context.B;
  Type *Integer = B.getIntNTy(C.ElementBits);
  Values Integers;
  for (Value *V : Elements)
    Integers.push_back(B.CreateZExt(toInteger(B, V), Integer));
  waitForLast(N);
  const LineMove &M = L.moves()[N];
  Values Moved = M.Best
                     ? byPlan(*M.Best, Integers, M.Wanted.NumResults)
                     : byWindows(*L.Windows[N], Integers, M.Wanted.NumResults);
  Type *Own = B.getIntNTy(C.Element->getPrimitiveSizeInBits());
  for (Value *&V : Moved)
    V = fromBits(B, B.CreateTrunc(V, Own), C.Element);
  return Moved;
}

/// The registers one by one. A poison element would spoil others of its word.
static Values elementsOf(IRBuilder<> &B, Value *Registers) {
  Registers = B.CreateFreeze(Registers);
  if (!Registers->getType()->isVectorTy())
    return {Registers};
  Values Elements;
  for (unsigned R = 0; R < registersOf(Registers->getType()); ++R)
    Elements.push_back(B.CreateExtractElement(Registers, uint64_t(R)));
  return Elements;
}

static Value *toRegisters(IRBuilder<> &B, const Values &Elements, Type *Ty) {
  if (!Ty->isVectorTy())
    return Elements[0];
  Value *V = PoisonValue::get(Ty);
  for (auto [R, Element] : enumerate(Elements))
    V = B.CreateInsertElement(V, Element, uint64_t(R));
  return V;
}

Value *f2layout::emitLines(const LayoutCall &C, const LineLowering &L,
                           EmitContext &Context) {
  MoveSequence Moves(C, L, Context);
  auto EmitMove = [&](unsigned N, ArrayRef<Value *> Elements) {
    return Moves.emit(N, Elements);
  };
  const Values Sources = elementsOf(Context.B, C.source());
  const Values Results =
      L.Reduces ? emitReduction(*L.Reduces, C.Op, Sources, Context, EmitMove)
                : emitScanDigits(*L.Scans, C.Op, C.Exclusive, Sources, Context,
                                 EmitMove);
  return toRegisters(Context.B, Results, C.Call->getType());
}
