//===- ArrayLayout.cpp - The memory layout of a shared array --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/sharedmemory/objects/ArrayLayout.h"
#include "intrinsics/target/AddressSpaces.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/LayoutText.h"
#include "passes/sharedmemory/objects/StatedLayouts.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace f2layout;

std::string f2layout::nodeText(const MDNode &Node) {
  std::string Text = "!{";
  raw_string_ostream OS(Text);
  ListSeparator Sep;
  for (const MDOperand &Op : Node.operands()) {
    OS << Sep;
    if (auto *S = dyn_cast_or_null<MDString>(Op.get())) {
      OS << "!\"";
      OS.write_escaped(S->getString(), /*UseHexEscapes=*/true) << "\"";
    } else if (auto *C = dyn_cast_or_null<ConstantAsMetadata>(Op.get())) {
      C->getValue()->printAsOperand(OS);
    } else {
      OS << (Op.get() ? "!{...}" : "null");
    }
  }
  return Text + "}";
}

/// The size of the array's element in bytes; 0 if the elements are bytes, or
/// not plain elements.
static unsigned elementBytes(const GlobalVariable &G) {
  Type *Ty = G.getValueType();
  while (auto *A = dyn_cast<ArrayType>(Ty))
    Ty = A->getElementType();
  Ty = Ty->getScalarType();
  if (!Ty->isIntegerTy() && !Ty->isFloatingPointTy() && !Ty->isPointerTy())
    return 0;
  const uint64_t Bytes = G.getDataLayout().getTypeAllocSize(Ty).getFixedValue();
  return Bytes == 1 ? 0 : Bytes;
}

bool f2layout::fitsArray(const GlobalVariable &G, const LinearLayout &Memory,
                         unsigned ElementBytes) {
  const uint64_t There = G.getDataLayout().getTypeAllocSize(G.getValueType());
  if (G.isDeclaration() && There == 0)
    return true;
  const unsigned Bits = Memory.inputBits();
  return Bits < 32 && uint64_t(ElementBytes) << Bits <= There;
}

Expected<std::optional<ArrayLayout>>
f2layout::readArrayLayout(const GlobalVariable &G) {
  SmallVector<MDNode *, 1> Nodes;
  G.getMetadata(LayoutMetadata, Nodes);
  if (Nodes.empty())
    return std::nullopt;
  if (Nodes.size() > 1)
    return layoutError("it occurs " + Twine(Nodes.size()) +
                       " times, expected once");
  if (G.getAddressSpace() != SharedSpace)
    return layoutError("the array is in address space " +
                       Twine(G.getAddressSpace()) +
                       ", expected 3, shared memory");
  const MDNode &Node = *Nodes.front();
  auto *Text = Node.getNumOperands() == 1
                   ? dyn_cast_or_null<MDString>(Node.getOperand(0).get())
                   : nullptr;
  if (!Text)
    return layoutError("expected !{!\"layout\"}, found " + nodeText(Node));
  Expected<LinearLayout> L = parseLayout(Text->getString());
  if (!L)
    return layoutError("the layout cannot be read: " + toString(L.takeError()));
  if (!hasOffsets(*L))
    return layoutError("a layout of threads, expected one from offset alone");
  if (!L->isInjective() || !L->isSurjective())
    return layoutError("the layout is not one-to-one: 2^" +
                       Twine(L->inputBits()) + " offsets, 2^" +
                       Twine(L->outputBits()) + " elements, of which 2^" +
                       Twine(L->matrix().rank()) + " have a place");
  const unsigned Bytes = elementBytes(G), Least = std::max(1u, Bytes);
  if (!fitsArray(G, *L, Least))
    return layoutError("the layout has 2^" + Twine(L->inputBits()) +
                       " elements of " + Twine(Least) +
                       (Least == 1 ? " byte" : " bytes") +
                       ", expected at most the " +
                       Twine(G.getDataLayout()
                                 .getTypeAllocSize(G.getValueType())
                                 .getFixedValue()) +
                       " bytes of the array");
  return std::optional<ArrayLayout>({std::move(*L), Bytes});
}
