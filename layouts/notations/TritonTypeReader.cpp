//===- TritonTypeReader.cpp - Types with a layout inside ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/TextReader.h"
#include "layouts/notations/TritonAttributeReader.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Returns 16 for f16, bf16 and i16, 8 for f8E4M3FN, 64 for !tt.ptr.
static std::optional<unsigned> elementBits(StringRef Element) {
  if (Element == "!tt.ptr" || Element == "index")
    return 64;
  unsigned Bits;
  bool HasPrefix = Element.consume_front("i") || Element.consume_front("si") ||
                   Element.consume_front("ui") || Element.consume_front("bf") ||
                   Element.consume_front("f");
  if (!HasPrefix || Element.consumeInteger(10, Bits) || Bits == 0 ||
      !(Element.empty() || Element.front() == 'E'))
    return std::nullopt;
  return Bits;
}

/// Checks that `tensor` has a layout of threads, and `memdesc` one of memory.
static Error checkKind(StringRef Text, const AttributeValue &V,
                       const TritonAttribute &A) {
  bool OfMemory = std::holds_alternative<MemoryFamily>(A.Family);
  if (OfMemory == (V.Name != "tensor"))
    return Error::success();
  return TextReader(Text).fail(
      V.Items.front()->Position,
      OfMemory ? "layout of a tensor is one of memory, expected one of threads"
               : "layout of memory is one of threads, expected one of memory");
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// The number of dimensions of a memory layout.
static size_t rankOf(const MemoryFamily &F) {
  return std::visit(
      makeVisitor(
          [](const SwizzledSharedParams &P) { return P.Order.size(); },
          [](const RotatingSharedParams &P) { return P.Order.size(); },
          [](const NvmmaSharedParams &P) -> size_t {
            if (!P.Cga.Images.empty())
              return P.Cga.Images.front().size();
            return P.Rank ? P.Rank : 2;
          },
          [](const PaddedSharedParams &P) {
            return P.Linear ? P.Linear->outputs().size() : P.Order.size();
          },
          [](const SharedLinearParams &P) { return P.Layout.outputs().size(); },
          [](const TensorMemoryParams &) { return size_t(2); },
          [](const TensorMemoryScalesParams &) { return size_t(2); }),
      F.Params);
}

/// The shape of the whole, or of one buffer if the type has one dimension more
/// than the layout.
static Expected<SmallVector<uint64_t>> shapeOfBuffer(const TextReader &At,
                                                     const AttributeValue &V,
                                                     const TritonAttribute &A) {
  auto *F = std::get_if<MemoryFamily>(&A.Family);
  ArrayRef<uint64_t> Shape = V.Shape;
  if (!F || Shape.size() <= rankOf(*F))
    return V.Shape;
  size_t Rank = rankOf(*F);
  if (Shape.size() > Rank + 1)
    return At.fail(V.ShapePosition,
                   "the type has " + Twine(Shape.size()) +
                       " dimensions, expected " + Twine(Rank) +
                       " as its layout, or one more in front that counts "
                       "buffers");
  if (Shape.front() == 0)
    return At.fail(V.ShapePosition, "there are 0 buffers, expected some");
  return SmallVector<uint64_t>(Shape.drop_front());
}

/// A part of an allocation is stored in its rows, which the layout of the part
/// does not know. Sizes in front of the layout's count copies of the whole.
static Error checkAllocation(const TextReader &At, const AttributeValue &V,
                             ArrayRef<uint64_t> Shape) {
  ArrayRef<uint64_t> Whole = V.Allocation;
  if (Whole.empty() || (Whole.size() >= V.Shape.size() &&
                        Whole.take_back(Shape.size()) == Shape))
    return Error::success();
  return At.fail(V.AllocationPosition,
                 "this is a part of an allocation of another shape, and lies "
                 "in the rows of that, expected the whole");
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

static Expected<TritonAttribute> readType(StringRef Text,
                                          const AttributeValue &V) {
  Expected<TritonAttribute> A = readAttribute(Text, *V.Items.front());
  if (!A)
    return A;
  if (Error E = checkKind(Text, V, *A))
    return E;
  TextReader At(Text);
  A->ElementBits = elementBits(V.Element);
  if (!A->ElementBits)
    return At.fail(V.ShapePosition,
                   "element type " + quoted(V.Element) +
                       " is not known, expected one as f16, bf16, f8E4M3FN, "
                       "i32 or !tt.ptr<...>");
  auto Shape = shapeOfBuffer(At, V, *A);
  if (!Shape)
    return Shape.takeError();
  if (Error E = checkAllocation(At, V, *Shape))
    return E;
  bool IsOpen = !A->Shape || A->Shape->empty();
  auto *F = std::get_if<DistributedFamily>(&A->Family);
  if (!IsOpen && !(F && std::holds_alternative<LinearParams>(F->Params)) &&
      *A->Shape != *Shape)
    return At.fail(V.ShapePosition, "the type has shape " + shapeText(*Shape) +
                                        ", expected " + shapeText(*A->Shape) +
                                        " as its layout says");
  A->Shape = std::move(*Shape);
  return A;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static void addPlace(const TextReader &Text, StringRef Key, size_t Position,
                     std::vector<ParameterPlace> &Places) {
  auto [Line, Column] = Text.place(Position);
  Places.push_back({Key.str(), Line, Column});
}

/// The parameters of a parent follow those of its child. Messages use other
/// names for blocks and paddings than the text.
static void addPlaces(const TextReader &Text, const AttributeValue &V,
                      std::vector<ParameterPlace> &Places) {
  for (const AttributeEntry &E : V.Entries) {
    addPlace(Text, E.Key, E.Value->Position, Places);
    if (E.Key == "CGALayout")
      addPlace(Text, "block bit", E.Value->Position, Places);
  }
  if (!V.Paddings.empty())
    for (StringRef Name : {"padding", "interval"})
      addPlace(Text, Name, V.Position, Places);
  for (const AttributeEntry &E : V.Entries)
    addPlaces(Text, *E.Value, Places);
}

Expected<TritonAttribute> f2layout::parseTritonAttribute(StringRef Text) {
  Expected<AttributePointer> V = parseAttributeText(Text);
  if (!V)
    return V.takeError();
  bool IsType = (*V)->K == AttributeValue::Type;
  Expected<TritonAttribute> A =
      IsType ? readType(Text, **V) : readAttribute(Text, **V);
  if (!A)
    return A;
  TextReader At(Text);
  if (IsType)
    for (StringRef Name : {"the tensor", "shape"})
      addPlace(At, Name, (*V)->ShapePosition, A->Places);
  addPlaces(At, IsType ? *(*V)->Items.front() : **V, A->Places);
  return A;
}
