//===- TensorType.cpp - Tensors whose layout is not chosen yet ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/tensors/TensorType.h"
#include "layouts/algebra/LayoutDims.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace f2layout;

static constexpr char TypeName[] = "f2.tensor";

uint64_t TensorType::elements() const {
  uint64_t N = 1;
  for (uint64_t Size : Shape)
    N *= Size;
  return N;
}

TargetExtType *TensorType::get() const {
  SmallVector<unsigned, 4> Sizes(Shape.begin(), Shape.end());
  return TargetExtType::get(Element->getContext(), TypeName, {Element}, Sizes);
}

std::string TensorType::toString() const {
  std::string Text;
  raw_string_ostream OS(Text);
  if (!Shape.empty())
    OS << shapeText(Shape) << " x ";
  OS << *Element;
  return Text;
}

bool f2layout::isTensorType(const Type *Ty) {
  auto *Target = dyn_cast<TargetExtType>(Ty);
  return Target && Target->getName() == TypeName;
}

bool f2layout::isTensorElement(const Type *Ty) {
  if (auto *Integer = dyn_cast<IntegerType>(Ty))
    return Integer->getBitWidth() <= 64 &&
           isPowerOf2_32(Integer->getBitWidth()) &&
           (Integer->getBitWidth() == 1 || Integer->getBitWidth() >= 8);
  return Ty->isHalfTy() || Ty->isBFloatTy() || Ty->isFloatTy() ||
         Ty->isDoubleTy();
}

std::optional<TensorType> TensorType::of(const Type *Ty) {
  if (!isTensorType(Ty))
    return std::nullopt;
  auto *Target = cast<TargetExtType>(Ty);
  if (Target->getNumTypeParameters() != 1 ||
      !isTensorElement(Target->getTypeParameter(0)))
    return std::nullopt;
  TensorType T;
  T.Element = Target->getTypeParameter(0);
  for (unsigned Size : Target->int_params()) {
    if (!isPowerOf2_32(Size))
      return std::nullopt;
    T.Shape.push_back(Size);
  }
  // As many elements as 63 bits can count.
  unsigned Bits = 0;
  for (uint64_t Size : T.Shape)
    Bits += Log2_64(Size);
  if (Bits > 62)
    return std::nullopt;
  return T;
}
