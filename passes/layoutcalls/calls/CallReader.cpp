//===- CallReader.cpp - Read one layout call ------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/layoutcalls/calls/CallReader.h"
#include "intrinsics/target/AddressSpaces.h"
#include "layouts/algebra/LayoutText.h"
#include "layouts/machine/Limits.h"
#include "passes/layoutcalls/calls/CallForms.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace f2layout;

static std::string typeText(const Type *Ty) {
  std::string Text;
  raw_string_ostream(Text) << *Ty;
  return Text;
}

namespace {

/// Reads one call, and reports everything that is wrong with it.
class CallReader {
public:
  CallReader(CallInst &Call, LayoutCallKind Kind, CallFaults &Faults)
      : Call(Call), Faults(Faults), Form(formOf(Kind)) {
    Read.Call = &Call;
    Read.Kind = Kind;
  }
  std::optional<LayoutCall> read();

private:
  void fault(const Twine &Message) {
    Faults.add(Call, Message);
    Good = false;
  }
  bool hasSignature() const;
  void readAttributes();
  void readMemoryEffects();
  void readElement();
  std::optional<LinearLayout> readLayout(unsigned Operand, StringRef Which);
  void checkRegisters(const LinearLayout &L, const Type *Ty, StringRef Which);
  void readLayouts();
  void readIndex();
  void readAxis(const LinearLayout &Tensor);
  void readOperation();
  bool readFlag(Slot S, StringRef Which);

  CallInst &Call;
  CallFaults &Faults;
  LayoutCall Read;
  const CallForm &Form;
  bool Good = true;
};

} // namespace

/// Registers as an operand or a result: a vector, or a single one.
static bool areRegisters(const Type *Ty) {
  return isa<FixedVectorType>(Ty) || Ty->isSingleValueType();
}

static bool fits(const Type *Ty, Slot S) {
  switch (S) {
  case Slot::None:
    return false;
  case Slot::Registers:
    return areRegisters(Ty);
  case Slot::Index:
    return areRegisters(Ty) && (Ty->getScalarType()->isIntegerTy(32) ||
                                Ty->getScalarType()->isIntegerTy(64));
  case Slot::Axis:
    return Ty->isIntegerTy(32);
  case Slot::Reverse:
  case Slot::Exclusive:
    return Ty->isIntegerTy(1);
  case Slot::Buffer:
    return Ty->isPointerTy() && Ty->getPointerAddressSpace() == SharedSpace;
  case Slot::Layout:
    return Ty->isPointerTy();
  }
  llvm_unreachable("covered switch");
}

bool CallReader::hasSignature() const {
  if (Call.arg_size() != Form.operandCount())
    return false;
  for (unsigned I = 0; I < Call.arg_size(); ++I)
    if (!fits(Call.getArgOperand(I)->getType(), Form.Operands[I]))
      return false;
  const Type *Result = Call.getType();
  if (!Form.HasResult)
    return Result->isVoidTy();
  const Value *Source = Read.source();
  if (Read.Kind == LayoutCallKind::Scan)
    return Result == Source->getType();
  return areRegisters(Result) &&
         (!Source ||
          Result->getScalarType() == Source->getType()->getScalarType());
}

/// Without these, the optimiser may have moved or merged the call already.
void CallReader::readAttributes() {
  if (Call.isMustTailCall())
    fault("a musttail call, expected a plain one");
  // The code that replaces the call has no token, and both kinds cannot be
  // mixed.
  if (Call.hasOperandBundles())
    fault("with operand bundles, such as a convergence token, expected none");
  if (!Call.isConvergent())
    fault("the declaration is not convergent, expected convergent nocallback "
          "nounwind");
  if (Call.hasFnAttr(Attribute::Speculatable))
    fault("the call is speculatable, expected one that must not be moved");
  readMemoryEffects();
}

/// Attributes of the declaration and the call together.
void CallReader::readMemoryEffects() {
  const MemoryEffects Effects = Call.getMemoryEffects();
  const ModRefInfo OnBuffer = Effects.getModRef(IRMemLocation::ArgMem);
  if (Form.Memory == Touches::WritesBuffer &&
      (!isModSet(OnBuffer) || Call.onlyReadsMemory(0)))
    fault("attributes say that the buffer is not written, expected memory(...) "
          "with argmem: write, or none");
  if (Form.Memory == Touches::ReadsBuffer &&
      (!isRefSet(OnBuffer) || Call.onlyWritesMemory(0)))
    fault("attributes say that the buffer is not read, expected memory(...) "
          "with argmem: read, or none");
  if (Form.Memory != Touches::Everything)
    return;
  if (Effects != MemoryEffects::unknown())
    fault("memory(...) restricts what is accessed, expected none, as the "
          "call waits for other threads");
  if (Call.hasFnAttr(Attribute::NoSync))
    fault("the call is nosync, expected one that waits for other threads");
}

void CallReader::readElement() {
  const DataLayout &DL = Call.getDataLayout();
  Type *Ty = Form.HasResult ? Call.getType() : Read.source()->getType();
  Read.Element = Ty->getScalarType();
  Type *E = Read.Element;
  const bool Known = E->isIntegerTy() || E->isHalfTy() || E->isBFloatTy() ||
                     E->isFloatTy() || E->isDoubleTy() ||
                     (E->isPointerTy() && !DL.isNonIntegralPointerType(E));
  const uint64_t Bits = Known ? DL.getTypeSizeInBits(E).getFixedValue() : 0;
  if (Bits < 8 || Bits > 64)
    return fault("elements of type " + typeText(E) +
                 ", expected an integer or pointer of 8 to 64 bits, half, "
                 "bfloat, float or double");
  Read.ElementBits = PowerOf2Ceil(Bits);
}

std::optional<LinearLayout> CallReader::readLayout(unsigned Operand,
                                                   StringRef Which) {
  StringRef Text;
  if (!getConstantStringInfo(Call.getArgOperand(Operand), Text,
                             /*TrimAtNul=*/false)) {
    fault("the " + Which +
          " layout is not known, expected a pointer to a private constant "
          "string");
    return std::nullopt;
  }
  const size_t End = Text.find('\0');
  if (End == StringRef::npos && !Text.empty()) {
    fault("the text of the " + Which +
          " layout is not terminated, expected a zero "
          "byte after it");
    return std::nullopt;
  }
  Expected<LinearLayout> L = parseLayout(Text.take_front(End));
  if (L)
    return *L;
  fault("the " + Which + " layout cannot be read: " + toString(L.takeError()));
  return std::nullopt;
}

void CallReader::checkRegisters(const LinearLayout &L, const Type *Ty,
                                StringRef Which) {
  auto *V = dyn_cast<FixedVectorType>(Ty);
  const uint64_t Count = V ? V->getNumElements() : 1;
  if (Count > MaxPlanRegisters)
    return fault(Twine(Count) + " registers, expected at most " +
                 Twine(MaxPlanRegisters));
  const unsigned Bits = L.inputBits("register");
  if (Bits >= 63 || Count != uint64_t(1) << Bits)
    fault("the " + Which + " layout has 2^" + Twine(Bits) +
          " registers, expected " + Twine(Count) + " as in " + typeText(Ty));
}

void CallReader::readLayouts() {
  const unsigned First = *Form.operand(Slot::Layout);
  const bool HasOther = First + 1 < Call.arg_size();
  const StringRef Here = Read.exchanges() ? "source" : "threads'",
                  There = Read.exchanges() ? "destination" : "memory";
  std::optional<LinearLayout> Threads = readLayout(First, Here);
  std::optional<LinearLayout> Other =
      HasOther ? readLayout(First + 1, There) : Threads;
  if (Threads) {
    const Value *Source = Read.source();
    checkRegisters(*Threads, Source ? Source->getType() : Call.getType(), Here);
    if (Form.operand(Slot::Axis))
      readAxis(*Threads);
    Read.Threads = std::move(*Threads);
  }
  if (Other) {
    if (Read.exchanges() && HasOther)
      checkRegisters(*Other, Call.getType(), There);
    if (Read.index())
      readIndex();
    Read.Other = std::move(*Other);
  }
}

void CallReader::readIndex() {
  const Type *Index = Read.index()->getType();
  if (Index != Call.getType()->getWithNewType(Index->getScalarType()))
    fault("an index of type " + typeText(Index) +
          ", expected one i32 or i64 for each register of " +
          typeText(Call.getType()));
}

/// The axis is one of this layout's tensor.
void CallReader::readAxis(const LinearLayout &Tensor) {
  auto *Axis = dyn_cast<ConstantInt>(operandOf(Read, Slot::Axis));
  if (!Axis)
    return fault("the axis is not known, expected a constant");
  if (Axis->getZExtValue() >= Tensor.outputs().size())
    fault("axis " + Twine(Axis->getSExtValue()) +
          ", expected one of the tensor's " + Twine(Tensor.outputs().size()) +
          " dimensions, counted from 0");
}

void CallReader::readOperation() {
  const StringRef Name = operationIn(Call.getCalledOperand()->getName());
  if (std::optional<LineOperation> Op = lineOperation(Name, Read.Element)) {
    Read.Op = *Op;
    return;
  }
  const bool IsNumber =
      Read.Element->isIntegerTy() || Read.Element->isFloatingPointTy();
  fault("operation '" + Name + "' on elements of type " +
        typeText(Read.Element) + ", expected " +
        (IsNumber ? "" : "elements that are ") + operationNames(Read.Element));
}

bool CallReader::readFlag(Slot S, StringRef Which) {
  auto *Flag = dyn_cast<ConstantInt>(operandOf(Read, S));
  if (!Flag)
    fault("'" + Which + "' is not known, expected a constant");
  return Flag && Flag->isOne();
}

std::optional<LayoutCall> CallReader::read() {
  if (!hasSignature()) {
    fault("of type " + typeText(Call.getFunctionType()) + ", expected " +
          Form.Signature);
    return std::nullopt;
  }
  readAttributes();
  readElement();
  if (Read.isAlongAxis())
    readOperation();
  if (Read.Kind == LayoutCallKind::Scan) {
    Read.Reverse = readFlag(Slot::Reverse, "reverse");
    Read.Exclusive = readFlag(Slot::Exclusive, "exclusive");
  }
  readLayouts();
  return Good ? std::optional(std::move(Read)) : std::nullopt;
}

std::optional<LayoutCall> f2layout::readLayoutCall(CallInst &Call,
                                                   LayoutCallKind Kind,
                                                   CallFaults &Faults) {
  return CallReader(Call, Kind, Faults).read();
}
