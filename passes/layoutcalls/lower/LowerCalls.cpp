//===- LowerCalls.cpp - Plan and emit one layout call ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/layoutcalls/lower/LowerCalls.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/emit/Emit.h"
#include "intrinsics/emit/EmitGather.h"
#include "intrinsics/lanes/LaneValues.h"
#include "intrinsics/steps/SharedAccess.h"
#include "layouts/machine/Limits.h"
#include "layouts/plan/LayoutConversion.h"
#include "passes/layoutcalls/calls/CallRegisters.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

/// The registers that a layout of the call has are whole words of several
/// elements.
static bool areWords(const LayoutCall &C, const LinearLayout &L) {
  return C.ElementBits < 32 &&
         C.Element->getPrimitiveSizeInBits() == C.ElementBits &&
         (1u << L.inputBits("register")) % (32 / C.ElementBits) == 0;
}

std::optional<Conversion> f2layout::conversionOf(const LayoutCall &C,
                                                 const Target &T,
                                                 CallFaults &Faults) {
  Expected<MaybeConversion> Move =
      conversionBetween(C.Threads, C.Other, C.ElementBits, T.M.LaneBits);
  if (!Move) {
    Faults.add(*C.Call, toString(Move.takeError()));
    return std::nullopt;
  }
  if (!Move->Wanted) {
    Faults.add(*C.Call, "impossible conversion: " + Move->WhyNot);
    return std::nullopt;
  }
  Move->Wanted->PackedSources = areWords(C, C.Threads);
  Move->Wanted->PackedResults = areWords(C, C.Other);
  return std::move(*Move->Wanted);
}

std::optional<Plan> f2layout::planCall(unsigned Warps, const Conversion &Move,
                                       const Target &T, const Options &O,
                                       unsigned ScratchBytes) {
  PlanOptions Wanted;
  Wanted.Converged = true; // All threads of the block arrive together.
  Wanted.ScratchLimit =
      Move.Group == Scope::Warp ? ScratchBytes / Warps : ScratchBytes;
  // First the preferred routes. But a call must be lowered in any case, by all
  // routes, or by memory alone.
  PlanResult Result;
  for (auto [Shared, Shuffle] :
       {std::pair(O.Shared, O.Shuffle), {true, true}, {true, false}}) {
    Wanted.AllowShared = Shared;
    Wanted.AllowShuffle = Shuffle;
    Result = planConversion(Move, T.M, Wanted);
    if (Result.Best)
      break;
  }
  return std::move(Result.Best);
}

Expected<Gather> f2layout::gatherOf(const LayoutCall &C) {
  Expected<Gather> Wanted =
      gatherBetween(C.Threads, C.Other, C.axis(), C.ElementBits);
  if (!Wanted)
    return Wanted.takeError();
  Wanted->PackedSources = areWords(C, C.Threads);
  Wanted->PackedResults = areWords(C, C.Other);
  return std::move(*Wanted);
}

std::optional<GatherPlan> f2layout::planCall(const LayoutCall &C,
                                             const Gather &Wanted,
                                             const Target &T, const Options &O,
                                             uint64_t ScratchBytes) {
  GatherOptions Allowed;
  Allowed.AllowShared = O.Shared;
  Allowed.ScratchLimit = ScratchBytes;
  // A call must be lowered in any case.
  for (bool Shuffle : {O.Shuffle, true}) {
    Allowed.AllowShuffle = Shuffle;
    Expected<GatherPlan> P =
        planGather(C.Threads, C.Other, C.axis(), Wanted, T.M, Allowed);
    if (P)
      return std::move(*P);
    consumeError(P.takeError());
  }
  return std::nullopt;
}

/// The array that contains a buffer; null if it is not known.
static GlobalVariable *arrayOf(const LayoutCall &C) {
  return dyn_cast<GlobalVariable>(getUnderlyingObject(C.address()));
}

/// The alignment that raiseAlignment gives the array. If the array states none,
/// LLVM assumes the preferred alignment of its type, and PTX that of the
/// element.
static Align raisedAlignment(const GlobalVariable &G) {
  const Align Now = G.getAlign().value_or(
      G.getDataLayout().getABITypeAlign(G.getValueType()));
  return G.canIncreaseAlignment() ? std::max(Now, Align(MaxAccessBytes)) : Now;
}

static void raiseAlignment(const LayoutCall &C) {
  if (GlobalVariable *G = arrayOf(C))
    G->setAlignment(raisedAlignment(*G));
}

/// The alignment of what a GEP adds to its pointer; at most Widest.
static Align alignmentOfOffset(const GEPOperator &GEP, const LayoutCall &C) {
  const DataLayout &DL = C.Call->getDataLayout();
  const unsigned Bits = DL.getIndexTypeSizeInBits(GEP.getType());
  compat::OffsetMap Variable;
  APInt Constant(Bits, 0);
  if (!GEP.collectOffset(DL, Bits, Variable, Constant))
    return Align(1);
  unsigned Zeros = std::min(Log2_32(MaxAccessBytes), Constant.countr_zero());
  for (const auto &[Index, Scale] : Variable)
    Zeros = std::min(Zeros, Scale.countr_zero() +
                                computeKnownBits(Index, DL, nullptr, C.Call)
                                    .countMinTrailingZeros());
  return Align(uint64_t(1) << Zeros);
}

/// The alignment of the buffer, if its array G has alignment Base.
static Align alignmentIn(const GlobalVariable &G, Align Base,
                         const LayoutCall &C) {
  const Value *V = C.address()->stripPointerCasts();
  while (V != &G) {
    auto *GEP = dyn_cast<GEPOperator>(V);
    if (!GEP)
      return Align(1);
    Base = std::min(Base, alignmentOfOffset(*GEP, C));
    V = GEP->getPointerOperand()->stripPointerCasts();
  }
  return Base;
}

/// The alignment of the buffer after raiseAlignment.
static Align alignmentOfBuffer(const LayoutCall &C) {
  Align Known = getKnownAlignment(C.address(), C.Call->getDataLayout(), C.Call);
  const GlobalVariable *G = arrayOf(C);
  if (!G)
    return Known;
  const Align Raised = raisedAlignment(*G);
  if (!G->getAlign())
    Known = std::min(Known, Raised);
  return std::max(Known, alignmentIn(*G, Raised, C));
}

std::optional<BufferAccesses>
f2layout::accessesOf(const LayoutCall &C, const Target &T, CallFaults &Faults) {
  unsigned Bytes =
      std::min<uint64_t>(MaxAccessBytes, alignmentOfBuffer(C).value());
  while (Bytes > C.ElementBits / 8 && !T.M.shape(Bytes))
    Bytes /= 2;
  Bytes = std::max(Bytes, C.ElementBits / 8);
  Expected<BufferAccesses> A =
      bufferAccesses(C.Threads, C.Other, C.ElementBits, Bytes);
  if (A)
    return std::move(*A);
  Faults.add(*C.Call, toString(A.takeError()));
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Emitting
//===----------------------------------------------------------------------===//

Value *f2layout::emitConversion(const LayoutCall &C, const Plan &P,
                                EmitContext &Context) {
  IRBuilder<> &B = Context.B;
  SmallVector<Value *, 16> Sources =
      travellers(B, C, C.source(), P.PackedSources);
  SmallVector<Type *, 16> Types(registersOf(C.Call->getType()),
                                B.getIntNTy(C.ElementBits));
  SmallVector<Value *, 8> Results = emitPlan(P, Sources, Types, Context);
  if (P.PackedResults)
    return fromWords(B, Context.OutputWords, C.Call->getType());
  return resultOf(B, C, Results);
}

Value *f2layout::emitGatherCall(const LayoutCall &C, const GatherPlan &P,
                                EmitContext &Context) {
  IRBuilder<> &B = Context.B;
  // Poison of one lane or element must not reach others of its word.
  auto ElementsOf = [&](Value *V) {
    V = B.CreateFreeze(V);
    if (!V->getType()->isVectorTy())
      return SmallVector<Value *, 16>{V};
    SmallVector<Value *, 16> Elements;
    for (unsigned R = 0; R < registersOf(V->getType()); ++R)
      Elements.push_back(B.CreateExtractElement(V, uint64_t(R)));
    return Elements;
  };
  const SmallVector<Value *, 16> Sources =
      ElementsOf(integers(B, C, C.source()));
  const SmallVector<Value *, 16> Indices = ElementsOf(C.index());
  const SmallVector<Value *, 16> Results =
      emitGatherPlan(P, Sources, Indices, Context);
  return P.PackedResults ? fromWords(B, Results, C.Call->getType())
                         : resultOf(B, C, Results);
}

/// For the emitter of accesses, a buffer is the same as scratch.
static Plan planOfBuffer(const LayoutCall &C, const BufferAccesses &A,
                         const EmitContext &Context) {
  Plan P;
  P.Group = Scope::Block;
  P.ElementBits = C.ElementBits;
  P.LaneBits = Context.T.M.LaneBits;
  // The known alignment of the address; front ends promise that of an element.
  P.ScratchAlign = std::max<uint64_t>(
      A.Elements * C.ElementBits / 8,
      std::min<uint64_t>(
          MaxAccessBytes,
          getKnownAlignment(C.address(), C.Call->getDataLayout(), C.Call)
              .value()));
  return P;
}

static Step stepOf(const BufferAccess &Access, const BufferAccesses &A,
                   const LayoutCall &C) {
  Step S;
  S.Address = Access.Address;
  S.Bytes = A.Elements * C.ElementBits / 8;
  return S;
}

namespace {
/// Emits the accesses of a call.
struct BufferEmitter {
  BufferEmitter(const LayoutCall &C, const BufferAccesses &A,
                EmitContext &Context)
      : P(planOfBuffer(C, A, Context)),
        Lanes(Context.T, Context.B, Context.LanePoint),
        Shared(P, Context, Lanes) {}
  const Plan P;
  LaneValues Lanes;
  SharedEmitter Shared;
};
} // namespace

void f2layout::emitStores(const LayoutCall &C, const BufferAccesses &A,
                          EmitContext &Context) {
  IRBuilder<> &B = Context.B;
  raiseAlignment(C);
  BufferEmitter E(C, A, Context);
  Value *Source = integers(B, C, C.source());
  for (const BufferAccess &Access : A.Accesses) {
    Value *V = Source;
    if (A.Elements > 1)
      V = B.CreateShuffleVector(Source,
                                SmallVector<int, 16>(Access.Registers.begin(),
                                                     Access.Registers.end()));
    else if (Source->getType()->isVectorTy())
      V = B.CreateExtractElement(Source, uint64_t(Access.Registers[0]));
    E.Shared.storeElement(stepOf(Access, A, C), V);
  }
}

Value *f2layout::emitLoads(const LayoutCall &C, const BufferAccesses &A,
                           EmitContext &Context) {
  IRBuilder<> &B = Context.B;
  raiseAlignment(C);
  BufferEmitter E(C, A, Context);
  Type *Integer = B.getIntNTy(C.ElementBits);
  SmallVector<Value *, 16> Loaded(A.CopyOf.size());
  for (const BufferAccess &Access : A.Accesses) {
    Type *Ty =
        A.Elements > 1 ? FixedVectorType::get(Integer, A.Elements) : Integer;
    Value *V = E.Shared.loadElement(stepOf(Access, A, C), Ty);
    for (auto [I, Register] : enumerate(Access.Registers))
      Loaded[Register] =
          A.Elements > 1 ? B.CreateExtractElement(V, uint64_t(I)) : V;
  }
  SmallVector<Value *, 16> Registers;
  for (unsigned Copy : A.CopyOf)
    Registers.push_back(Loaded[Copy]);
  return resultOf(B, C, Registers);
}
