//===- TensorOperands.cpp - What each operation on tensors takes ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/LayoutText.h"
#include "passes/tensors/program/TensorCallReader.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;
using namespace f2layout;

/// Strides from operand First on, then bounds, then the element outside.
void TensorCallReader::readAccess(unsigned First) {
  const unsigned Rank = Read.Type.rank();
  const unsigned Other = Read.Op == TensorOp::Load ? 1 : 0;
  const unsigned Short = First + Rank, Long = First + 2 * Rank + Other;
  const unsigned Size = Call.arg_size();
  if (!Call.getArgOperand(0)->getType()->isPointerTy())
    return fault("the first operand is no pointer, expected the address of the "
                 "tensor");
  if (Size != Short && (Size != Long || Rank == 0))
    return fault(Twine(Size) + " operands, expected " + Twine(Short) +
                 " (a stride for each dimension) or " + Twine(Long) +
                 " (and bounds)");
  const unsigned Numbers = Size == Short ? Short : First + 2 * Rank;
  for (unsigned I = First; I < Numbers; ++I)
    if (!Call.getArgOperand(I)->getType()->isIntegerTy(64))
      fault(Twine("operand ") + Twine(I) + " is " +
            textOf(Call.getArgOperand(I)->getType()) +
            ", expected an i64: a stride or a bound in elements");
  if (Other && Size != Short &&
      Call.getArgOperand(Size - 1)->getType() != Read.Type.Element)
    fault(Twine("the element outside of the bounds is ") +
          textOf(Call.getArgOperand(Size - 1)->getType()) + ", expected " +
          textOf(Read.Type.Element));
  if (Read.Type.elementBits() < 8)
    fault("elements of less than 8 bits in memory, expected 8 to 64");
}

void TensorCallReader::readMap() {
  if (Types.empty())
    return fault("no tensor, expected at least one");
  auto *F = dyn_cast<Function>(Call.getArgOperand(0)->stripPointerCasts());
  if (!F || F->isDeclaration() || F->isVarArg())
    return fault("the first operand is not a function with a body, expected "
                 "one that takes and returns elements");
  Read.Mapped = F;
  if (Call.arg_size() != Types.size() + 1 || F->arg_size() != Types.size())
    return fault(Twine("a function of ") + Twine(F->arg_size()) +
                 " arguments and " + Twine(Types.size()) +
                 " tensors, expected as many");
  for (auto [I, T] : enumerate(Types)) {
    if (T.Shape != Types[0].Shape)
      fault(Twine("tensors of ") + T.toString() + " and " +
            Types[0].toString() + ", expected the same shape");
    if (F->getArg(I)->getType() != T.Element)
      fault(Twine("argument ") + Twine(I) + " of the function is " +
            textOf(F->getArg(I)->getType()) + ", expected " +
            textOf(T.Element));
  }
  if (!isTensorElement(F->getReturnType()))
    return fault(Twine("the function returns ") + textOf(F->getReturnType()) +
                 ", expected an element");
  TensorType Wanted = Types[0];
  Wanted.Element = F->getReturnType();
  expectResult(Wanted);
}

void TensorCallReader::readShape() {
  const unsigned N = Read.Op == TensorOp::Join ? 2 : 1;
  if (!hasTensors(N))
    return;
  const TensorType &From = tensor(0);
  auto Take = [&](Expected<ShapeOp> Op) {
    if (!Op)
      return fault(toString(Op.takeError()));
    Read.Shape = std::move(*Op);
    TensorType Wanted = From;
    ArrayRef<uint64_t> Shape = Read.Shape->resultShape();
    Wanted.Shape.assign(Shape.begin(), Shape.end());
    expectResult(Wanted);
  };
  switch (Read.Op) {
  case TensorOp::Trans: {
    if (!hasOperands(1 + From.rank(), "a tensor and its dimensions in the new "
                                      "order"))
      return;
    SmallVector<unsigned, 4> Order;
    for (unsigned I = 1; I < Call.arg_size(); ++I) {
      std::optional<uint64_t> D = constantAt(I, "a dimension");
      if (!D)
        return;
      Order.push_back(unsigned(*D));
    }
    return Take(ShapeOp::trans(From.Shape, Order));
  }
  case TensorOp::Reshape:
    if (hasOperands(1, "a tensor"))
      Take(ShapeOp::reshape(From.Shape, Read.Type.Shape));
    return;
  case TensorOp::Broadcast:
    if (hasOperands(1, "a tensor"))
      Take(ShapeOp::broadcast(From.Shape, Read.Type.Shape));
    return;
  case TensorOp::ExpandDims: {
    if (!hasOperands(2, "a tensor and the new dimension"))
      return;
    readAxis(1, From.rank() + 1, "the result");
    if (Good)
      Take(ShapeOp::expandDims(From.Shape, Read.Axis));
    return;
  }
  case TensorOp::Join:
    if (!hasOperands(2, "two tensors"))
      return;
    if (!(tensor(1) == From))
      return fault(Twine("tensors of ") + From.toString() + " and " +
                   tensor(1).toString() + ", expected two of one type");
    return Take(ShapeOp::join(From.Shape));
  case TensorOp::Split: {
    if (!hasOperands(2, "a tensor, and 0 or 1"))
      return;
    std::optional<uint64_t> Which = constantAt(1, "which one");
    if (!Which)
      return;
    if (*Which > 1)
      return fault(Twine("element ") + Twine(*Which) +
                   " of a pair, expected 0 or 1");
    Read.Which = unsigned(*Which);
    return Take(ShapeOp::split(From.Shape));
  }
  default:
    llvm_unreachable("no shape operation");
  }
}

/// A reduction or a scan.
void TensorCallReader::readLine() {
  const bool Scans = Read.Op == TensorOp::Scan;
  if (!hasOperands(Scans ? 4 : 2, Scans ? "a tensor, the axis, reverse, "
                                          "exclusive"
                                        : "a tensor and the axis") ||
      !hasTensors(1))
    return;
  readAxis(1, tensor(0).rank(), "the tensor");
  const StringRef Name = lineOperationIn(Call.getCalledFunction()->getName());
  std::optional<LineOperation> Op = lineOperation(Name, tensor(0).Element);
  if (tensor(0).elementBits() < 8)
    return fault("elements of less than 8 bits, expected 8 to 64");
  if (!Op)
    return fault(Twine("the operation '") + Name + "' on " +
                 textOf(tensor(0).Element) + ", expected one of " +
                 operationNames(tensor(0).Element));
  Read.Line = *Op;
  TensorType Wanted = tensor(0);
  if (Scans) {
    auto Flag = [&](unsigned Operand, StringRef What) {
      return constantAt(Operand, What).value_or(0) != 0;
    };
    Read.Reverse = Flag(2, "reverse");
    Read.Exclusive = Flag(3, "exclusive");
  } else if (Good) {
    Wanted.Shape.erase(Wanted.Shape.begin() + Read.Axis);
  }
  if (Good)
    expectResult(Wanted);
}

void TensorCallReader::readGather() {
  if (!hasOperands(3, "a tensor, the index and the axis") || !hasTensors(2))
    return;
  readAxis(2, tensor(0).rank(), "the tensor");
  const TensorType &Index = tensor(1);
  if (!Index.Element->isIntegerTy(32) && !Index.Element->isIntegerTy(64))
    fault(Twine("indices of ") + textOf(Index.Element) +
          ", expected i32 or "
          "i64");
  if (tensor(0).elementBits() < 8)
    fault("elements of less than 8 bits, expected 8 to 64");
  if (!Good)
    return;
  if (Index.rank() != tensor(0).rank())
    return fault(Twine("an index of ") + Twine(Index.rank()) +
                 " dimensions, expected " + Twine(tensor(0).rank()));
  for (unsigned D = 0; D < Index.rank(); ++D)
    if (D != Read.Axis && Index.Shape[D] != tensor(0).Shape[D])
      return fault(Twine("an index of size ") + Twine(Index.Shape[D]) +
                   " in dimension " + Twine(D) + ", expected " +
                   Twine(tensor(0).Shape[D]));
  TensorType Wanted = Index;
  Wanted.Element = tensor(0).Element;
  expectResult(Wanted);
}

void TensorCallReader::readDot() {
  const bool HasFlag = Call.arg_size() == 4;
  if (!hasOperands(3 + HasFlag, "two factors and what is added") ||
      !hasTensors(3))
    return;
  if (HasFlag) {
    if (!Call.getArgOperand(3)->getType()->isIntegerTy(1))
      return fault(Twine("the last operand is ") +
                   textOf(Call.getArgOperand(3)->getType()) +
                   ", expected an i1: whether factors may be rounded");
    Read.MayRound = constantAt(3, "whether factors may be rounded") == 1;
  }
  const TensorType &A = tensor(0), &B = tensor(1), &C = tensor(2);
  if (A.rank() != 2 || B.rank() != 2 || C.rank() != 2)
    return fault(Twine("factors of ") + Twine(A.rank()) + " and " +
                 Twine(B.rank()) + " dimensions and a sum of " +
                 Twine(C.rank()) + ", expected two each");
  if (A.Shape[1] != B.Shape[0] || A.Shape[0] != C.Shape[0] ||
      B.Shape[1] != C.Shape[1])
    return fault(Twine("a tensor of ") + shapeText(A.Shape) + " times " +
                 shapeText(B.Shape) + " plus " + shapeText(C.Shape) +
                 ", expected m x k, k x n and m x n");
  if (A.Element != B.Element)
    fault(Twine("factors of ") + textOf(A.Element) + " and " +
          textOf(B.Element) + ", expected one type");
  if (A.Element->isIntegerTy() != C.Element->isIntegerTy())
    fault(Twine("a product of ") + textOf(A.Element) + " added to " +
          textOf(C.Element) + ", expected both integers or both not");
  else if (C.elementBits() < A.elementBits())
    fault(Twine("a product of ") + textOf(A.Element) + " added to " +
          textOf(C.Element) + ", expected elements that are no narrower");
  expectResult(C);
}

void TensorCallReader::readConvert() {
  if (!hasOperands(2, "a tensor and a layout") || !hasTensors(1))
    return;
  StringRef Text;
  if (!getConstantStringInfo(Call.getArgOperand(1), Text))
    return fault("the layout is not a constant string that ends with a zero "
                 "byte, expected one");
  Expected<LinearLayout> L = parseLayout(Text);
  if (!L)
    return fault("the layout: " + toString(L.takeError()));
  if (!hasThreads(*L))
    return fault(Twine("the layout ") + Text +
                 ", expected register, lane and "
                 "warp to coordinates");
  if (ArrayRef<uint64_t>(shapeOf(*L)) != ArrayRef<uint64_t>(tensor(0).Shape))
    return fault(Twine("a layout of ") + shapeText(shapeOf(*L)) +
                 ", expected one of " + shapeText(tensor(0).Shape));
  if (!L->isSurjective())
    return fault(Twine("the layout ") + Text +
                 ", expected one that holds every element");
  Read.Stated = std::move(*L);
  expectResult(tensor(0));
}
