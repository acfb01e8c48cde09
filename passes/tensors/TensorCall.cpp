//===- TensorCall.cpp - Read operations on tensors from IR ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/tensors/TensorCall.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/LayoutText.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace f2layout;

bool TensorCall::hasBounds() const {
  const unsigned Rest = Call->arg_size() - firstStride();
  return Rest > Type.rank();
}

Value *TensorCall::stride(unsigned Dim) const {
  return Call->getArgOperand(firstStride() + Dim);
}

Value *TensorCall::bound(unsigned Dim) const {
  return hasBounds() ? Call->getArgOperand(firstStride() + Type.rank() + Dim)
                     : nullptr;
}

Value *TensorCall::other() const {
  return Op == TensorOp::Load && hasBounds()
             ? Call->getArgOperand(Call->arg_size() - 1)
             : nullptr;
}

bool f2layout::isTensorFunction(const Function &F) {
  return F.isDeclaration() && isTensorCallName(F.getName());
}

bool f2layout::hasTensorCalls(const Module &M) {
  return any_of(M, isTensorFunction);
}

static std::string textOf(const llvm::Type *Ty) {
  if (std::optional<TensorType> T = TensorType::of(Ty))
    return "a tensor of " + T->toString();
  std::string Text;
  raw_string_ostream(Text) << *Ty;
  return Text;
}

static std::string wrongType(const llvm::Type *Ty) {
  return "the type " + textOf(Ty) +
         ", expected target(\"f2.tensor\", T, sizes) with powers of two, and T "
         "an integer of 1, 8, 16, 32 or 64 bits, half, bfloat, float or double";
}

namespace {

/// Reads one call, and reports everything that is wrong with it.
class Reader {
public:
  Reader(CallInst &Call, TensorOp Op, CallFaults &Faults)
      : Call(Call), Faults(Faults) {
    Read.Call = &Call;
    Read.Op = Op;
  }
  std::optional<TensorCall> read();

private:
  void fault(const Twine &Message) {
    Faults.add(Call, Message);
    Good = false;
  }
  bool readTypes();
  bool hasOperands(unsigned N, StringRef What);
  bool hasTensors(unsigned N);
  std::optional<uint64_t> constantAt(unsigned Operand, StringRef What);
  const TensorType &tensor(unsigned I) const { return Types[I]; }
  void expectResult(const TensorType &Wanted);
  void readAxis(unsigned Operand, unsigned Rank, StringRef Of);
  void readAccess(unsigned First);
  void readMap();
  void readShape();
  void readLine();
  void readGather();
  void readDot();
  void readConvert();
  void readRest();

  CallInst &Call;
  CallFaults &Faults;
  TensorCall Read;
  SmallVector<TensorType, 3> Types;
  bool Good = true;
};

} // namespace

/// The types of tensors, which must be well-formed.
bool Reader::readTypes() {
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

bool Reader::hasOperands(unsigned N, StringRef What) {
  if (Call.arg_size() == N)
    return true;
  fault(Twine(Call.arg_size()) + " operands, expected " + Twine(N) + ": " +
        What);
  return false;
}

bool Reader::hasTensors(unsigned N) {
  if (Types.size() == N)
    return true;
  fault(Twine(Types.size()) + " operands that are tensors, expected " +
        Twine(N));
  return false;
}

std::optional<uint64_t> Reader::constantAt(unsigned Operand, StringRef What) {
  if (auto *C = dyn_cast<ConstantInt>(Call.getArgOperand(Operand)))
    if (C->getBitWidth() <= 64)
      return C->getZExtValue();
  fault(What + " is not a constant, expected one");
  return std::nullopt;
}

void Reader::expectResult(const TensorType &Wanted) {
  if (!(Read.Type == Wanted))
    fault(Twine("the result is a tensor of ") + Read.Type.toString() +
          ", expected " + Wanted.toString());
}

void Reader::readAxis(unsigned Operand, unsigned Rank, StringRef Of) {
  std::optional<uint64_t> Axis = constantAt(Operand, "the axis");
  if (!Axis)
    return;
  if (*Axis >= Rank)
    return fault(Twine("axis ") + Twine(*Axis) + ", expected less than the " +
                 Twine(Rank) + " dimensions of " + Of);
  Read.Axis = unsigned(*Axis);
}

/// Strides from operand First on, then bounds, then the element outside.
void Reader::readAccess(unsigned First) {
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

void Reader::readMap() {
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

void Reader::readShape() {
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
void Reader::readLine() {
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

void Reader::readGather() {
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

void Reader::readDot() {
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

void Reader::readConvert() {
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
  if (shapeOf(*L) != ArrayRef<uint64_t>(tensor(0).Shape))
    return fault(Twine("a layout of ") + shapeText(shapeOf(*L)) +
                 ", expected one of " + shapeText(tensor(0).Shape));
  if (!L->isSurjective())
    return fault(Twine("the layout ") + Text +
                 ", expected one that holds every element");
  Read.Stated = std::move(*L);
  expectResult(tensor(0));
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

void Reader::readRest() {
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

std::optional<TensorCall> Reader::read() {
  if (Call.isMustTailCall() || Call.hasOperandBundles())
    fault("musttail, or with operand bundles, expected a plain call");
  if (readTypes())
    readRest();
  if (!Good)
    return std::nullopt;
  return std::move(Read);
}

/// Uses of tensors that no layout can be chosen for.
static void checkUse(Instruction &I, CallFaults &Faults) {
  auto HasTensor = [](const Use &U) { return isTensorType(U->getType()); };
  const bool Concerned =
      isTensorType(I.getType()) || any_of(I.operands(), HasTensor);
  if (!Concerned)
    return;
  if (isa<PHINode, SelectInst>(I)) {
    if (!TensorType::of(I.getType()))
      Faults.addAt(I, wrongType(I.getType()));
    return;
  }
  if (auto *Call = dyn_cast<CallInst>(&I)) {
    const Function *F = Call->getCalledFunction();
    if (F && isTensorFunction(*F))
      return;
    return Faults.addAt(I, "a call with tensors of a function that is not "
                           "inlined, expected one that can be");
  }
  Faults.addAt(I, Twine("a tensor in '") + I.getOpcodeName() +
                      "', expected it only in operations on tensors, phis, "
                      "selects and calls");
}

std::vector<TensorCall> f2layout::readTensorCalls(Function &F,
                                                  CallFaults &Faults) {
  std::vector<TensorCall> Calls;
  for (Instruction &I : instructions(F)) {
    checkUse(I, Faults);
    auto *Call = dyn_cast<CallInst>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee || !isTensorFunction(*Callee))
      continue;
    std::optional<TensorOp> Op = tensorOpOf(Callee->getName());
    if (!Op) {
      Faults.add(*Call,
                 "unknown operation, expected one of " + knownTensorOps());
      continue;
    }
    if (std::optional<TensorCall> Read = Reader(*Call, *Op, Faults).read())
      Calls.push_back(std::move(*Read));
  }
  return Calls;
}
