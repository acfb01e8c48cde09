//===- TensorCalls.cpp - Calls of @f2.tensor.* ----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/intrinsics/Intrinsics.h"
#include "tools/f2sim/intrinsics/TensorOps.h"
#include "tools/f2sim/machine/Scheduler.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"

using namespace llvm;

namespace f2layout::sim {

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

uint64_t TensorShape::elements() const {
  uint64_t N = 1;
  for (uint64_t Size : Sizes)
    N *= Size;
  return N;
}

uint64_t TensorShape::stride(unsigned Dim) const {
  uint64_t N = 1;
  for (unsigned D = Dim + 1; D < Sizes.size(); ++D)
    N *= Sizes[D];
  return N;
}

std::vector<uint64_t> TensorShape::pointOf(uint64_t Element) const {
  std::vector<uint64_t> Point(Sizes.size());
  for (unsigned D = Sizes.size(); D-- > 0; Element /= Sizes[D])
    Point[D] = Element % Sizes[D];
  return Point;
}

uint64_t TensorShape::elementAt(const std::vector<uint64_t> &Point) const {
  uint64_t Element = 0;
  for (unsigned D = 0; D < Sizes.size(); ++D)
    Element = Element * Sizes[D] + Point[D];
  return Element;
}

bool TensorShape::operator==(const TensorShape &O) const {
  return Sizes == O.Sizes && Element.FK == O.Element.FK &&
         Element.Bits == O.Element.Bits;
}

static std::optional<LineType> elementType(const Type *Ty) {
  if (auto *Integer = dyn_cast<IntegerType>(Ty)) {
    const unsigned Bits = Integer->getBitWidth();
    if (Bits != 1 && Bits != 8 && Bits != 16 && Bits != 32 && Bits != 64)
      return std::nullopt;
    return LineType{FloatKind::None, Bits};
  }
  const FloatKind K = Ty->isHalfTy()     ? FloatKind::Half
                      : Ty->isBFloatTy() ? FloatKind::BFloat
                      : Ty->isFloatTy()  ? FloatKind::Float
                      : Ty->isDoubleTy() ? FloatKind::Double
                                         : FloatKind::None;
  if (K == FloatKind::None)
    return std::nullopt;
  return LineType{K, unsigned(Ty->getPrimitiveSizeInBits())};
}

std::optional<TensorShape> tensorShape(const Type *Ty) {
  auto *Tensor = dyn_cast<TargetExtType>(Ty);
  if (!Tensor || Tensor->getName() != "f2.tensor" ||
      Tensor->getNumTypeParameters() != 1)
    return std::nullopt;
  std::optional<LineType> Element = elementType(Tensor->getTypeParameter(0));
  if (!Element)
    return std::nullopt;
  TensorShape S;
  S.Element = *Element;
  S.Bytes = (Element->Bits + 7) / 8;
  uint64_t Bytes = S.Bytes;
  for (unsigned Size : Tensor->int_params()) {
    if (!Size || Bytes * Size > BlockTensors::MaxBytes)
      return std::nullopt;
    Bytes *= Size;
    S.Sizes.push_back(Size);
  }
  return S;
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

namespace {

/// Reads one call; what does not fit is left to others, who do not know it
/// either.
class Reading {
public:
  Reading(const CallBase &CB, TensorCallInfo &C) : CB(CB), C(C) {}
  GroupHandler read(StringRef Verb, StringRef Operation);

private:
  bool hasTensors(unsigned N, unsigned Operands) const;
  std::optional<unsigned> number(unsigned Operand) const;
  bool readAxis(unsigned Operand, unsigned Rank);
  bool readAccess(unsigned FirstStride, const TensorShape &S);
  bool readMap() const;
  bool readTrans();
  bool readLines(StringRef Operation, bool Scans);
  bool fitsGather();
  bool fitsDot() const;
  GroupHandler readMove(StringRef Verb);
  const TensorShape &from(unsigned I) const { return *C.Operands[I]; }

  const CallBase &CB;
  TensorCallInfo &C;
};

} // namespace

/// The first N operands are tensors, and no other.
bool Reading::hasTensors(unsigned N, unsigned Operands) const {
  if (CB.arg_size() != Operands)
    return false;
  for (unsigned I = 0; I < Operands; ++I)
    if (C.Operands[I].has_value() != (I < N))
      return false;
  return true;
}

std::optional<unsigned> Reading::number(unsigned Operand) const {
  auto *N = dyn_cast<ConstantInt>(CB.getArgOperand(Operand));
  if (!N || N->getBitWidth() > 64 || N->getZExtValue() > 64)
    return std::nullopt;
  return N->getZExtValue();
}

bool Reading::readAxis(unsigned Operand, unsigned Rank) {
  std::optional<unsigned> Axis = number(Operand);
  C.Axis = Axis.value_or(0);
  return Axis && *Axis < Rank;
}

bool Reading::readAccess(unsigned FirstStride, const TensorShape &S) {
  const unsigned Rank = S.Sizes.size(), Given = CB.arg_size() - FirstStride;
  const unsigned Other = FirstStride == 1 ? 1 : 0;
  C.FirstStride = FirstStride;
  C.HasBounds = Given == 2 * Rank + Other && Rank;
  if ((Given != Rank && !C.HasBounds) || S.Element.Bits < 8 ||
      !CB.getArgOperand(0)->getType()->isPointerTy())
    return false;
  for (unsigned I = FirstStride; I < FirstStride + (C.HasBounds ? 2 : 1) * Rank;
       ++I)
    if (!CB.getArgOperand(I)->getType()->isIntegerTy(64))
      return false;
  if (!C.HasBounds || !Other)
    return true;
  auto *Tensor = cast<TargetExtType>(CB.getType());
  return CB.getArgOperand(CB.arg_size() - 1)->getType() ==
         Tensor->getTypeParameter(0);
}

static const Type *elementOf(const Value *Tensor) {
  return cast<TargetExtType>(Tensor->getType())->getTypeParameter(0);
}

bool Reading::readMap() const {
  auto *F = dyn_cast<llvm::Function>(CB.getArgOperand(0));
  if (!F || F->isDeclaration() || F->arg_size() + 1 != CB.arg_size() ||
      CB.arg_size() < 2 || F->getReturnType() != elementOf(&CB))
    return false;
  for (unsigned I = 1; I < CB.arg_size(); ++I)
    if (!C.Operands[I] || from(I).Sizes != C.Result.Sizes ||
        F->getArg(I - 1)->getType() != elementOf(CB.getArgOperand(I)))
      return false;
  return true;
}

bool Reading::readTrans() {
  const unsigned Rank = C.Result.Sizes.size();
  if (!hasTensors(1, 1 + Rank) || from(0).Sizes.size() != Rank)
    return false;
  std::vector<bool> Seen(Rank);
  for (unsigned D = 0; D < Rank; ++D) {
    std::optional<unsigned> From = number(1 + D);
    if (!From || *From >= Rank || Seen[*From] ||
        from(0).Sizes[*From] != C.Result.Sizes[D])
      return false;
    Seen[*From] = true;
    C.Order.push_back(*From);
  }
  return true;
}

bool Reading::readLines(StringRef Operation, bool Scans) {
  if (!hasTensors(1, Scans ? 4 : 2) || !readAxis(1, from(0).Sizes.size()))
    return false;
  std::optional<LineOp> Op =
      readLineOp(Operation, C.Result.Element.FK != FloatKind::None);
  TensorShape Wanted = from(0);
  if (!Op || Wanted.Element.Bits < 8)
    return false;
  C.Op = *Op;
  if (!Scans) {
    Wanted.Sizes.erase(Wanted.Sizes.begin() + C.Axis);
    return C.Result == Wanted;
  }
  std::optional<unsigned> Reverse = number(2), Exclusive = number(3);
  C.Reverse = Reverse.value_or(0);
  C.Exclusive = Exclusive.value_or(0);
  return Reverse && Exclusive && C.Result == Wanted;
}

bool Reading::fitsGather() {
  if (!hasTensors(2, 3) || !readAxis(2, from(0).Sizes.size()) ||
      from(1).Element.FK != FloatKind::None || from(1).Element.Bits < 32 ||
      from(1).Sizes != C.Result.Sizes || from(0).Element.Bits < 8)
    return false;
  TensorShape Wanted = from(0);
  if (Wanted.Sizes.size() != C.Result.Sizes.size())
    return false;
  Wanted.Sizes[C.Axis] = C.Result.Sizes[C.Axis];
  return C.Result == Wanted;
}

bool Reading::fitsDot() const {
  // The last of four says whether factors may be rounded; here they are not.
  if ((!hasTensors(3, 3) && !hasTensors(3, 4)) || from(0).Sizes.size() != 2 ||
      from(1).Sizes.size() != 2 || from(2).Sizes.size() != 2)
    return false;
  const bool OfInts = from(0).Element.FK == FloatKind::None;
  return C.Result == from(2) && from(0).Sizes[0] == C.Result.Sizes[0] &&
         from(1).Sizes[1] == C.Result.Sizes[1] &&
         from(0).Sizes[1] == from(1).Sizes[0] &&
         from(0).Element.FK == from(1).Element.FK &&
         from(0).Element.Bits == from(1).Element.Bits &&
         OfInts == (C.Result.Element.FK == FloatKind::None);
}

GroupHandler Reading::readMove(StringRef Verb) {
  if (Verb == "trans")
    return readTrans() ? transTensor : nullptr;
  if (Verb == "join") {
    TensorShape Wanted = C.Result;
    if (!hasTensors(2, 2) || Wanted.Sizes.empty() || Wanted.Sizes.back() != 2)
      return nullptr;
    Wanted.Sizes.pop_back();
    return from(0) == Wanted && from(1) == Wanted ? joinTensors : nullptr;
  }
  const bool HasNumber = Verb == "expand_dims" || Verb == "split";
  const bool HasLayout = Verb == "convert";
  if (!hasTensors(1, HasNumber || HasLayout ? 2 : 1))
    return nullptr;
  TensorShape Wanted = from(0);
  if (Verb == "split") {
    std::optional<unsigned> Which = number(1);
    Wanted.Sizes = C.Result.Sizes;
    Wanted.Sizes.push_back(2);
    C.Which = Which.value_or(2);
    Wanted.Element = C.Result.Element;
    return C.Which < 2 && from(0) == Wanted ? splitTensor : nullptr;
  }
  if (Verb == "broadcast") {
    if (from(0).Sizes.size() != C.Result.Sizes.size())
      return nullptr;
    for (unsigned D = 0; D < Wanted.Sizes.size(); ++D)
      if (Wanted.Sizes[D] == 1)
        Wanted.Sizes[D] = C.Result.Sizes[D];
    return C.Result == Wanted ? broadcastTensor : nullptr;
  }
  if (Verb == "expand_dims") {
    if (!readAxis(1, Wanted.Sizes.size() + 1))
      return nullptr;
    Wanted.Sizes.insert(Wanted.Sizes.begin() + C.Axis, 1);
  } else if (Verb == "reshape") {
    if (Wanted.elements() != C.Result.elements())
      return nullptr;
    Wanted.Sizes = C.Result.Sizes;
  } else if (Verb != "convert" && Verb != "wait") {
    return nullptr;
  }
  return C.Result == Wanted ? copyTensor : nullptr;
}

GroupHandler Reading::read(StringRef Verb, StringRef Operation) {
  const bool Stores = Verb == "store";
  if (Stores != CB.getType()->isVoidTy() || CB.arg_empty())
    return nullptr;
  if (Verb == "load")
    return readAccess(1, C.Result) ? loadTensor : nullptr;
  if (Verb == "stage") // Read at once, as its memory must not change.
    return readAccess(1, C.Result) && !C.HasBounds ? loadTensor : nullptr;
  if (Stores)
    return CB.arg_size() > 1 && C.Operands[1] && readAccess(2, from(1))
               ? storeTensor
               : nullptr;
  if (Verb == "splat")
    return hasTensors(0, 1) && CB.getArgOperand(0)->getType() == elementOf(&CB)
               ? splatTensor
               : nullptr;
  if (Verb == "iota")
    return hasTensors(0, 1) && C.Result.Element.FK == FloatKind::None &&
                   readAxis(0, C.Result.Sizes.size())
               ? iotaTensor
               : nullptr;
  if (Verb == "map")
    return readMap() ? mapTensors : nullptr;
  if (Verb == "reduce")
    return readLines(Operation, false) ? reduceTensor : nullptr;
  if (Verb == "scan")
    return readLines(Operation, true) ? scanTensor : nullptr;
  if (Verb == "gather")
    return fitsGather() ? gatherTensor : nullptr;
  if (Verb == "dot")
    return fitsDot() ? multiplyTensors : nullptr;
  return readMove(Verb);
}

bool decodeTensorCall(Inst &D, const CallBase &CB) {
  StringRef Name = CB.getCalledFunction()->getName();
  if (!Name.consume_front("f2.tensor."))
    return false;
  auto C = std::make_shared<TensorCallInfo>();
  for (const Value *V : CB.args())
    C->Operands.push_back(tensorShape(V->getType()));
  if (!CB.getType()->isVoidTy()) {
    std::optional<TensorShape> Result = tensorShape(CB.getType());
    if (!Result)
      return false;
    C->Result = std::move(*Result);
  }
  auto [Verb, Rest] = Name.split('.');
  D.OnGroup = Reading(CB, *C).read(Verb, Rest.split('.').first);
  if (!D.OnGroup)
    return false;
  if (CB.getArgOperand(0)->getType()->isPointerTy())
    D.AS = CB.getArgOperand(0)->getType()->getPointerAddressSpace();
  D.Tensor = std::move(C);
  D.Code = Op::Meet;
  D.Rule = MeetRule::Barrier;
  D.Imm = BarAligned | BarExchange;
  return true;
}

} // namespace f2layout::sim
