//===- LayoutCalls.cpp - Data movement as calls on IR ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/calls/LayoutCalls.h"
#include "layouts/algebra/LayoutText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {

bool isLayoutCallName(StringRef Name) {
  return Name.starts_with(LayoutCallPrefix);
}

std::optional<LayoutCallKind> layoutCallOf(StringRef Name) {
  if (!Name.consume_front(LayoutCallPrefix))
    return std::nullopt;
  return StringSwitch<std::optional<LayoutCallKind>>(Name.split('.').first)
      .Case("convert", LayoutCallKind::Convert)
      .Case("store", LayoutCallKind::Store)
      .Case("load", LayoutCallKind::Load)
      .Case("gather", LayoutCallKind::Gather)
      .Case("reduce", LayoutCallKind::Reduce)
      .Case("scan", LayoutCallKind::Scan)
      .Default(std::nullopt);
}

StringRef verbOf(LayoutCallKind Kind) {
  switch (Kind) {
  case LayoutCallKind::Convert:
    return "convert";
  case LayoutCallKind::Store:
    return "store";
  case LayoutCallKind::Load:
    return "load";
  case LayoutCallKind::Gather:
    return "gather";
  case LayoutCallKind::Reduce:
    return "reduce";
  case LayoutCallKind::Scan:
    return "scan";
  }
  llvm_unreachable("covered switch");
}

StringRef operationIn(StringRef Name) {
  Name.consume_front(LayoutCallPrefix);
  return Name.split('.').second.split('.').first;
}

StringRef knownLayoutCalls() {
  return "@f2.convert.<suffix>, @f2.gather.<suffix>, "
         "@f2.reduce.<operation>.<suffix>, @f2.scan.<operation>.<suffix>, "
         "@f2.store.<suffix> and @f2.load.<suffix>";
}

static Module &moduleOf(IRBuilderBase &B) {
  return *B.GetInsertBlock()->getModule();
}

Constant *layoutConstant(IRBuilderBase &B, const LinearLayout &L) {
  Module &M = moduleOf(B);
  const std::string Text = toString(L), Name = "f2.layout " + Text;
  Constant *Data = ConstantDataArray::getString(M.getContext(), Text);
  GlobalVariable *G = M.getNamedGlobal(Name);
  if (G && G->isConstant() && G->hasInitializer() &&
      G->getInitializer() == Data)
    return G;
  G = new GlobalVariable(M, Data->getType(), /*isConstant=*/true,
                         GlobalValue::PrivateLinkage, Data, Name, nullptr,
                         GlobalValue::NotThreadLocal,
                         M.getDataLayout().getDefaultGlobalsAddressSpace());
  G->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  G->setAlignment(Align(1));
  return G;
}

std::string typeSuffix(const Type *Ty) {
  if (auto *V = dyn_cast<FixedVectorType>(Ty))
    return "v" + utostr(V->getNumElements()) + typeSuffix(V->getElementType());
  if (Ty->isPointerTy())
    return "p" + utostr(Ty->getPointerAddressSpace());
  if (Ty->isIntegerTy())
    return "i" + utostr(Ty->getIntegerBitWidth());
  if (Ty->isBFloatTy())
    return "bf16";
  if (Ty->isFloatingPointTy())
    return "f" + utostr(Ty->getPrimitiveSizeInBits().getFixedValue());
  return "other";
}

/// The declaration of that type; null if there is none. Sets Name to an unused
/// one. An existing function of the same name may have another type, for
/// example with pointers of another address space.
static Function *findDeclaration(Module &M, std::string &Name,
                                 FunctionType *Ty) {
  const std::string Wanted = Name;
  for (unsigned I = 1; Function *F = M.getFunction(Name); ++I) {
    if (F->getFunctionType() == Ty && F->isDeclaration())
      return F;
    Name = (Wanted + "." + Twine(I)).str();
  }
  return nullptr;
}

/// An existing declaration may have any attributes.
Function *declareLayoutFunction(Module &M, std::string Name, FunctionType *Ty) {
  Function *F = findDeclaration(M, Name, Ty);
  if (!F)
    F = Function::Create(Ty, GlobalValue::ExternalLinkage, Name, M);
  F->addFnAttr(Attribute::Convergent);
  F->addFnAttr(Attribute::NoCallback);
  F->addFnAttr(Attribute::NoUnwind);
  F->setMemoryEffects(MemoryEffects::unknown());
  return F;
}

static CallInst *emitCall(IRBuilderBase &B, LayoutCallKind Kind, Type *Result,
                          ArrayRef<Value *> Operands,
                          const std::string &Suffix) {
  SmallVector<Type *> Types;
  for (Value *V : Operands)
    Types.push_back(V->getType());
  Function *F = declareLayoutFunction(
      moduleOf(B), (LayoutCallPrefix + verbOf(Kind) + "." + Suffix).str(),
      FunctionType::get(Result, Types, false));
  return B.CreateCall(F, Operands);
}

static Type *registersOf(const LinearLayout &L, Type *Element) {
  // f2layout-lower refuses more registers than any thread has.
  const unsigned Bits = std::min(L.inputBits("register"), 16u);
  return FixedVectorType::get(Element, 1u << Bits);
}

Value *emitConvert(IRBuilderBase &B, Value *Source, const LinearLayout &From,
                   const LinearLayout &To) {
  Type *Ty = Source->getType(), *Result = registersOf(To, Ty->getScalarType());
  std::string Suffix = typeSuffix(Ty);
  if (Result != Ty)
    Suffix = typeSuffix(Result) + "." + Suffix;
  return emitCall(B, LayoutCallKind::Convert, Result,
                  {Source, layoutConstant(B, From), layoutConstant(B, To)},
                  Suffix);
}

Value *emitGather(IRBuilderBase &B, Value *Source, Value *Index, unsigned Axis,
                  const LinearLayout &From, const LinearLayout &To) {
  Type *Ty = Source->getType(), *Result = registersOf(To, Ty->getScalarType());
  return emitCall(B, LayoutCallKind::Gather, Result,
                  {Source, Index, B.getInt32(Axis), layoutConstant(B, From),
                   layoutConstant(B, To)},
                  typeSuffix(Result) + "." + typeSuffix(Ty));
}

Value *emitReduce(IRBuilderBase &B, LineOperation Op, Value *Source,
                  unsigned Axis, const LinearLayout &From,
                  const LinearLayout &To) {
  Type *Ty = Source->getType(), *Result = registersOf(To, Ty->getScalarType());
  return emitCall(
      B, LayoutCallKind::Reduce, Result,
      {Source, B.getInt32(Axis), layoutConstant(B, From),
       layoutConstant(B, To)},
      (nameOf(Op) + "." + typeSuffix(Result) + "." + typeSuffix(Ty)).str());
}

Value *emitScan(IRBuilderBase &B, LineOperation Op, Value *Source,
                unsigned Axis, bool Reverse, bool Exclusive,
                const LinearLayout &L) {
  Type *Ty = Source->getType();
  return emitCall(B, LayoutCallKind::Scan, Ty,
                  {Source, B.getInt32(Axis), B.getInt1(Reverse),
                   B.getInt1(Exclusive), layoutConstant(B, L)},
                  (nameOf(Op) + "." + typeSuffix(Ty)).str());
}

CallInst *emitStore(IRBuilderBase &B, Value *Address, Value *Source,
                    const LinearLayout &Threads, const LinearLayout &Memory) {
  return emitCall(
      B, LayoutCallKind::Store, B.getVoidTy(),
      {Address, Source, layoutConstant(B, Threads), layoutConstant(B, Memory)},
      typeSuffix(Source->getType()));
}

Value *emitLoad(IRBuilderBase &B, Value *Address, Type *Element,
                const LinearLayout &Threads, const LinearLayout &Memory) {
  Type *Result = registersOf(Threads, Element);
  return emitCall(
      B, LayoutCallKind::Load, Result,
      {Address, layoutConstant(B, Threads), layoutConstant(B, Memory)},
      typeSuffix(Result));
}

} // namespace intrinsics
} // namespace f2layout
