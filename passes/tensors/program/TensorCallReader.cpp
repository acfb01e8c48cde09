//===- TensorCallReader.cpp - One operation on tensors, read --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/tensors/program/TensorCallReader.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace f2layout;

std::string TensorCallReader::textOf(const llvm::Type *Ty) {
  if (std::optional<TensorType> T = TensorType::of(Ty))
    return "a tensor of " + T->toString();
  std::string Text;
  raw_string_ostream(Text) << *Ty;
  return Text;
}

std::string TensorCallReader::wrongType(const llvm::Type *Ty) {
  return "the type " + textOf(Ty) +
         ", expected target(\"f2.tensor\", T, sizes) with powers of two, and T "
         "an integer of 1, 8, 16, 32 or 64 bits, half, bfloat, float or double";
}

/// The types of tensors, which must be well-formed.
bool TensorCallReader::readTypes() {
  auto Check = [&](const llvm::Type *Ty) {
    std::optional<TensorType> T = TensorType::of(Ty);
    if (!T)
      fault(wrongType(Ty));
    return T;
  };
  for (Value *V : Call.args()) {
    if (!isTensorType(V->getType()))
      continue;
    std::optional<TensorType> T = Check(V->getType());
    if (!T)
      return false;
    Read.Tensors.push_back(V);
    Types.push_back(*T);
  }
  if (Read.Op == TensorOp::Store) {
    if (!Call.getType()->isVoidTy())
      fault("a result, expected none of a store");
    return Good;
  }
  if (!isTensorType(Call.getType())) {
    fault(Twine("the result ") + textOf(Call.getType()) +
          ", expected a tensor");
    return false;
  }
  std::optional<TensorType> T = Check(Call.getType());
  if (T)
    Read.Type = *T;
  return T.has_value();
}

bool TensorCallReader::hasOperands(unsigned N, StringRef What) {
  if (Call.arg_size() == N)
    return true;
  fault(Twine(Call.arg_size()) + " operands, expected " + Twine(N) + ": " +
        What);
  return false;
}

bool TensorCallReader::hasTensors(unsigned N) {
  if (Types.size() == N)
    return true;
  fault(Twine(Types.size()) + " operands that are tensors, expected " +
        Twine(N));
  return false;
}

std::optional<uint64_t> TensorCallReader::constantAt(unsigned Operand,
                                                     StringRef What) {
  if (auto *C = dyn_cast<ConstantInt>(Call.getArgOperand(Operand)))
    if (C->getBitWidth() <= 64)
      return C->getZExtValue();
  fault(What + " is not a constant, expected one");
  return std::nullopt;
}

void TensorCallReader::expectResult(const TensorType &Wanted) {
  if (!(Read.Type == Wanted))
    fault(Twine("the result is a tensor of ") + Read.Type.toString() +
          ", expected " + Wanted.toString());
}

void TensorCallReader::readAxis(unsigned Operand, unsigned Rank, StringRef Of) {
  std::optional<uint64_t> Axis = constantAt(Operand, "the axis");
  if (!Axis)
    return;
  if (*Axis >= Rank)
    return fault(Twine("axis ") + Twine(*Axis) + ", expected less than the " +
                 Twine(Rank) + " dimensions of " + Of);
  Read.Axis = unsigned(*Axis);
}

/// Copies on the way to shared memory read global memory only.
static bool mayBeGlobal(const Value *Address) {
  auto InGlobal = [](const Value *V) {
    const unsigned Space = V->getType()->getPointerAddressSpace();
    return Space <= 1 && !isa<AllocaInst>(V); // Generic, or global.
  };
  return !Address->getType()->isPointerTy() ||
         (InGlobal(Address) && InGlobal(getUnderlyingObject(Address)));
}

void TensorCallReader::readRest() {
  switch (Read.Op) {
  case TensorOp::Load:
    if (!hasTensors(0))
      return;
    if (Call.arg_empty())
      return fault("no operands, expected the address of the tensor first");
    return readAccess(1);
  case TensorOp::Store:
    if (!hasTensors(1))
      return;
    if (Call.arg_size() < 2)
      return fault("1 operand, expected an address and a tensor first");
    if (Call.getArgOperand(1) != Read.Tensors[0])
      return fault(
          "the second operand is no tensor, expected the one to store");
    Read.Type = tensor(0);
    return readAccess(2);
  case TensorOp::Stage:
    if (!hasTensors(0) || Call.arg_size() < 1)
      return;
    if (Call.arg_size() > 1 + Read.Type.rank())
      return fault("bounds, which a staged tensor cannot have");
    if (!mayBeGlobal(Call.getArgOperand(0)))
      return fault("an address that is not one of global memory, expected one");
    return readAccess(1);
  case TensorOp::Wait:
    if (hasOperands(1, "a staged tensor") && hasTensors(1))
      expectResult(tensor(0));
    return;
  case TensorOp::Splat:
    if (hasOperands(1, "an element") &&
        Call.getArgOperand(0)->getType() != Read.Type.Element)
      fault(Twine("the element is ") +
            textOf(Call.getArgOperand(0)->getType()) + ", expected " +
            textOf(Read.Type.Element));
    return;
  case TensorOp::Iota:
    if (!hasOperands(1, "the axis"))
      return;
    if (!Read.Type.Element->isIntegerTy())
      fault(Twine("coordinates of ") + textOf(Read.Type.Element) +
            ", expected an integer");
    return readAxis(0, Read.Type.rank(), "the result");
  case TensorOp::Map:
    return readMap();
  case TensorOp::Trans:
  case TensorOp::Reshape:
  case TensorOp::ExpandDims:
  case TensorOp::Broadcast:
  case TensorOp::Join:
  case TensorOp::Split:
    return readShape();
  case TensorOp::Reduce:
  case TensorOp::Scan:
    return readLine();
  case TensorOp::Gather:
    return readGather();
  case TensorOp::Dot:
    return readDot();
  case TensorOp::Convert:
    return readConvert();
  }
}

std::optional<TensorCall> TensorCallReader::read() {
  if (Call.isMustTailCall() || Call.hasOperandBundles())
    fault("musttail, or with operand bundles, expected a plain call");
  if (readTypes())
    readRest();
  if (!Good)
    return std::nullopt;
  return std::move(Read);
}
