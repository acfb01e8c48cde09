//===- WidenLater.cpp - Elements are widened behind a move, not before ----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/layoutcalls/lower/WidenLater.h"
#include "passes/layoutcalls/calls/CallRegisters.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace f2layout;

static constexpr unsigned NibbleBits = 4;

static unsigned registerCount(const LinearLayout &L) {
  return 1u << L.inputBits("register");
}

//===----------------------------------------------------------------------===//
// Which calls may take the place
//===----------------------------------------------------------------------===//

namespace {
/// A bit of one coordinate.
struct CoordinateBit {
  std::string Dim;
  unsigned Bit;
  bool operator==(const CoordinateBit &O) const {
    return Dim == O.Dim && Bit == O.Bit;
  }
};

/// A layout of pairs of registers, and the bit in which those of one differ.
struct PairedLayout {
  LinearLayout Pairs;
  CoordinateBit Apart;
};
} // namespace

/// The bit that an image moves by; nothing if it is not a single one.
static std::optional<std::pair<unsigned, unsigned>>
singleBit(const LayoutPoint &Image) {
  std::optional<std::pair<unsigned, unsigned>> Found;
  for (auto [Dim, Coordinate] : enumerate(Image)) {
    if (!Coordinate)
      continue;
    if (Found || !isPowerOf2_64(Coordinate))
      return std::nullopt;
    Found.emplace(Dim, Log2_64(Coordinate));
  }
  return Found;
}

/// Nothing if the registers of a pair are not apart by a bit of their own.
static std::optional<PairedLayout> inPairs(const LinearLayout &L) {
  LayoutSpec S = L.spec();
  auto Registers = find_if(S.Inputs, [](const LayoutSpec::Input &I) {
    return I.Name == "register";
  });
  if (Registers == S.Inputs.end() || Registers->Images.empty())
    return std::nullopt;
  const auto Bit = singleBit(Registers->Images[0]);
  if (!Bit)
    return std::nullopt;
  Registers->Images.erase(Registers->Images.begin());
  const auto [Dim, At] = *Bit;
  const uint64_t Mask = uint64_t(1) << At;
  auto Drop = [&, Dim = Dim](LayoutPoint &P) {
    if (P.empty())
      return true;
    const uint64_t V = P[Dim];
    P[Dim] = (V & (Mask - 1)) | (V >> 1 & ~(Mask - 1));
    return !(V & Mask);
  };
  for (LayoutSpec::Input &I : S.Inputs)
    for (LayoutPoint &Image : I.Images)
      if (!Drop(Image))
        return std::nullopt;
  if (!Drop(S.Offset))
    return std::nullopt;
  S.Outputs[Dim].Size /= 2;
  Expected<LinearLayout> Pairs = LinearLayout::create(S);
  if (!Pairs) {
    consumeError(Pairs.takeError());
    return std::nullopt;
  }
  return PairedLayout{std::move(*Pairs), {S.Outputs[Dim].Name, At}};
}

/// The call for bytes of two elements; nothing if a pair is not one on both
/// sides.
static std::optional<LayoutCall> callForPairs(LayoutCall C) {
  if (C.Kind != LayoutCallKind::Convert)
    return std::nullopt;
  std::optional<PairedLayout> From = inPairs(C.Threads), To = inPairs(C.Other);
  if (!From || !To || !(From->Apart == To->Apart))
    return std::nullopt;
  C.Threads = std::move(From->Pairs);
  C.Other = std::move(To->Pairs);
  C.Element = Type::getInt8Ty(C.Call->getContext());
  C.ElementBits = 8;
  return C;
}

/// What makes wide elements of those of four bits, if it is a step that can be
/// taken from bytes.
static bool widensNibbles(const ElementStep &S) {
  switch (S.Of[0]->getOpcode()) {
  case Instruction::ZExt:
  case Instruction::SExt:
    return S.result()->getIntegerBitWidth() >= 8;
  case Instruction::UIToFP:
  case Instruction::SIToFP:
    return true;
  default:
    return false;
  }
}

static bool canMove(const Type *Ty) {
  if (Ty->isIntegerTy())
    return Ty->getIntegerBitWidth() >= 8;
  return Ty->isHalfTy() || Ty->isBFloatTy() || Ty->isFloatTy();
}

/// A step takes an instruction for each word of each register.
static double clocksOf(const ElementStep &S, unsigned Registers,
                       const Machine &M) {
  if (isa<BitCastInst>(S.Of[0]))
    return 0;
  const unsigned Words =
      divideCeil(S.result()->getPrimitiveSizeInBits().getFixedValue(), 32);
  return M.Costs.Select * Words * Registers;
}

NarrowCalls f2layout::narrowCallsOf(const LayoutCall &C, const Machine &M,
                                    const LoopInfo &Loops) {
  NarrowCalls N;
  const unsigned Bits = C.Element->getPrimitiveSizeInBits();
  const bool HasCopies = !C.Threads.isInjective();
  const ElementFunction F = elementFunctionOf(C.source());
  const Loop *Around = Loops.getLoopFor(C.Call->getParent());
  // What is computed before the call, as often as the call runs, and not for
  // anything else.
  auto ClocksBefore = [&](ArrayRef<ElementStep> Steps) {
    double Sum = 0;
    for (const ElementStep &S : Steps)
      if (C.source()->hasOneUse() &&
          Loops.getLoopFor(S.Of[0]->getParent()) == Around)
        Sum += clocksOf(S, registerCount(C.Threads), M);
    return Sum;
  };
  N.StepClocks = ClocksBefore(F.Steps);
  for (unsigned Steps = 1; Steps <= F.Steps.size(); ++Steps) {
    Type *Ty = F.Stages[Steps].type();
    const unsigned Narrow = Ty->getPrimitiveSizeInBits();
    const bool IsNibble = Ty->isIntegerTy(NibbleBits);
    if (Narrow >= Bits || (!canMove(Ty) && !IsNibble))
      continue;
    auto Refuse = [&](StringRef Why) {
      N.Refused = Ty;
      N.Why = Why;
    };
    if (HasCopies && !F.isInjective(Steps)) {
      Refuse("threads or registers have copies, and what widens the elements "
             "may make equal ones of different ones");
      continue;
    }
    NarrowCall Call;
    Call.C = C;
    Call.Type = Ty;
    Call.Steps = Steps;
    Call.C.Element = Ty;
    Call.C.ElementBits = PowerOf2Ceil(Narrow);
    if (IsNibble) {
      std::optional<LayoutCall> Pairs = callForPairs(C);
      if (!Pairs || !F.Stages[Steps].vector() ||
          !widensNibbles(F.Steps[Steps - 1])) {
        Refuse("two elements that share a byte are not two registers side by "
               "side in both layouts");
        continue;
      }
      Call.C = std::move(*Pairs);
      Call.InPairs = true;
    }
    Call.StepClocks = ClocksBefore(ArrayRef(F.Steps).drop_front(Steps));
    for (const ElementStep &S : ArrayRef(F.Steps).take_front(Steps))
      Call.StepClocks += clocksOf(S, registerCount(C.Other), M);
    N.Possible.push_back(std::move(Call));
  }
  return N;
}

//===----------------------------------------------------------------------===//
// Replacing the call
//===----------------------------------------------------------------------===//

/// Bytes of the pairs of a vector of i4.
static Value *pairsOf(IRBuilderBase &B, Value *Nibbles, unsigned Pairs) {
  // The vector often comes from bytes.
  while (auto *Cast = dyn_cast<BitCastInst>(Nibbles))
    Nibbles = Cast->getOperand(0);
  return B.CreateBitCast(Nibbles, FixedVectorType::get(B.getInt8Ty(), Pairs));
}

/// The nibbles of bytes, widened by the step: the lower one of each pair comes
/// first.
static Value *widenPairs(IRBuilderBase &B, Value *Pairs, const ElementStep &S) {
  const unsigned Count = 2 * registersOf(Pairs->getType());
  SmallVector<int, 32> Byte;
  SmallVector<Constant *, 32> Up, Down;
  for (unsigned R = 0; R < Count; ++R) {
    Byte.push_back(R / 2);
    Up.push_back(B.getInt8(R % 2 ? 0 : NibbleBits));
    Down.push_back(B.getInt8(R % 2 ? NibbleBits : 0));
  }
  Value *V = B.CreateShuffleVector(Pairs, Byte);
  const unsigned Opcode = S.Of[0]->getOpcode();
  if (Opcode == Instruction::SExt || Opcode == Instruction::SIToFP) {
    V = B.CreateShl(V, ConstantVector::get(Up));
    V = B.CreateAShr(V, uint64_t(NibbleBits));
  } else {
    V = B.CreateLShr(V, ConstantVector::get(Down));
    V = B.CreateAnd(V, uint64_t((1 << NibbleBits) - 1));
  }
  Type *Wide = V->getType()->getWithNewType(S.result());
  return Wide == V->getType()
             ? V
             : B.CreateCast(Instruction::CastOps(Opcode), V, Wide);
}

/// A layout function of that type. Its name is unused, and the layouts of its
/// calls are not read again.
static Function *declareLike(const Function &F, Type *Result,
                             ArrayRef<Value *> Operands) {
  SmallVector<Type *, 5> Types;
  for (const Value *V : Operands)
    Types.push_back(V->getType());
  Function *Narrow = Function::Create(FunctionType::get(Result, Types, false),
                                      GlobalValue::ExternalLinkage, F.getName(),
                                      const_cast<Module *>(F.getParent()));
  Narrow->addFnAttr(Attribute::Convergent);
  return Narrow;
}

LayoutCall f2layout::widenLater(const NarrowCall &N) {
  CallInst *Old = N.C.Call;
  Value *Wide = N.C.source();
  // Another call may have been replaced since, so the source is read again.
  const ElementFunction F = elementFunctionOf(Wide);
  const auto Behind = ArrayRef(F.Steps).take_front(N.Steps);
  IRBuilder<> B(Old);
  Value *Source =
      emitStage(B, F.Stages[N.Steps], Wide->getType()->isVectorTy());
  Type *Result = Old->getType()->getWithNewType(N.C.Element);
  if (N.InPairs) {
    Source = pairsOf(B, Source, registerCount(N.C.Threads));
    Result = FixedVectorType::get(N.C.Element, registerCount(N.C.Other));
  }
  SmallVector<Value *, 5> Operands(Old->args());
  Operands[0] = Source;
  CallInst *Call = B.CreateCall(
      declareLike(*Old->getCalledFunction(), Result, Operands), Operands);
  Value *New = N.InPairs ? emitSteps(B, Behind.drop_back(),
                                     widenPairs(B, Call, Behind.back()))
                         : emitSteps(B, Behind, Call);
  Old->replaceAllUsesWith(New);
  if (isa<Instruction>(New))
    New->takeName(Old);
  Old->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(Wide);
  LayoutCall C = N.C;
  C.Call = Call;
  return C;
}
