//===- Annotations.cpp - Layouts that sources state by annotations --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/layoutcalls/import/Annotations.h"
#include "passes/launch/LaunchShape.h"
#include "passes/sharedmemory/objects/StatedLayouts.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"

using namespace llvm;
using namespace f2layout;

static constexpr char ListName[] = "llvm.global.annotations";
static constexpr char BlockAttribute[] = "f2layout-block";

namespace {

/// One element of the list: the annotated value, the name, and the arguments.
struct Annotation {
  GlobalObject *Object = nullptr;
  StringRef Name;
  const Constant *Arguments = nullptr; ///< A structure, or null.
  std::string Place;                   ///< "k.cu:12", if known.
};

} // namespace

static std::optional<Annotation> readAnnotation(const Constant &Element) {
  auto *S = dyn_cast<ConstantStruct>(&Element);
  Annotation A;
  if (!S || S->getNumOperands() != 5 ||
      !getConstantStringInfo(S->getOperand(1), A.Name))
    return std::nullopt;
  A.Object = dyn_cast<GlobalObject>(S->getOperand(0)->stripPointerCasts());
  if (auto *G = dyn_cast<GlobalVariable>(S->getOperand(4)->stripPointerCasts());
      G && G->hasInitializer())
    A.Arguments = G->getInitializer();
  StringRef File;
  auto *Line = dyn_cast<ConstantInt>(S->getOperand(3));
  if (getConstantStringInfo(S->getOperand(2), File) && Line)
    A.Place = (File + ":" + Twine(Line->getZExtValue())).str();
  return A;
}

static unsigned argumentCount(const Annotation &A) {
  auto *Ty =
      A.Arguments ? dyn_cast<StructType>(A.Arguments->getType()) : nullptr;
  return Ty ? Ty->getNumElements() : 0;
}

static void fault(const Annotation &A, const Twine &Message,
                  CallFaults &Faults) {
  const std::string Name =
      A.Object ? (" of @" + A.Object->getName()).str() : std::string();
  Faults.add((A.Place.empty() ? "" : A.Place + ": ") + "annotation \"" +
             A.Name + "\"" + Name + ": " + Message);
}

/// "x,y,z" of a kernel.
static bool importBlock(const Annotation &A, CallFaults &Faults) {
  auto *F = dyn_cast_or_null<Function>(A.Object);
  SmallVector<std::string, 3> Sizes;
  if (argumentCount(A) == 3)
    for (unsigned I = 0; I < 3; ++I)
      if (auto *C = dyn_cast_or_null<ConstantInt>(
              A.Arguments->getAggregateElement(I)))
        Sizes.push_back(toString(C->getValue(), 10, /*Signed=*/true));
  if (!F || !isKernel(*F) || Sizes.size() != 3) {
    fault(A, "expected on a kernel, with three integers", Faults);
    return false;
  }
  const std::string Text = join(Sizes, ",");
  const Attribute There = F->getFnAttribute(BlockAttribute);
  if (There.isValid() && There.getValueAsString() != Text) {
    fault(A,
          "\"" + Text + "\", expected \"" + There.getValueAsString() +
              "\" as the attribute says",
          Faults);
    return false;
  }
  F->addFnAttr(BlockAttribute, Text);
  return true;
}

/// The memory layout of an array. Its text is checked with other metadata.
static bool importLayout(const Annotation &A, CallFaults &Faults) {
  auto *G = dyn_cast_or_null<GlobalVariable>(A.Object);
  StringRef Text;
  if (!G || argumentCount(A) != 1 ||
      !getConstantStringInfo(A.Arguments->getAggregateElement(0u), Text)) {
    fault(A, "expected on a shared array, with one string", Faults);
    return false;
  }
  LLVMContext &Context = G->getContext();
  MDNode *Node = MDNode::get(Context, MDString::get(Context, Text));
  if (MDNode *There = G->getMetadata(LayoutMetadata)) {
    if (There == Node)
      return true;
    fault(A, "expected the layout of !f2.layout, which is different", Faults);
    return false;
  }
  G->setMetadata(LayoutMetadata, Node);
  return true;
}

/// Deletes texts and arguments that are no longer used.
static void sweep(SetVector<GlobalVariable *> &Unused) {
  while (!Unused.empty()) {
    GlobalVariable *G = Unused.pop_back_val();
    G->removeDeadConstantUsers();
    if (!G->use_empty() || !G->hasLocalLinkage())
      continue;
    if (G->hasInitializer())
      for (Use &U : G->getInitializer()->operands())
        if (auto *Text = dyn_cast<GlobalVariable>(U->stripPointerCasts()))
          Unused.insert(Text);
    G->eraseFromParent();
  }
}

/// The list is reduced to the elements that stay.
static void replaceList(GlobalVariable &List, ArrayRef<Constant *> Stay,
                        ArrayRef<Constant *> Go) {
  SetVector<GlobalVariable *> Unused;
  for (Constant *Element : Go)
    for (unsigned I : {1, 2, 4}) // name, file, arguments
      if (auto *G = dyn_cast<GlobalVariable>(
              Element->getAggregateElement(I)->stripPointerCasts()))
        Unused.insert(G);
  if (!Stay.empty()) {
    auto *Ty = ArrayType::get(Stay.front()->getType(), Stay.size());
    auto *New = new GlobalVariable(
        *List.getParent(), Ty, List.isConstant(), List.getLinkage(),
        ConstantArray::get(Ty, Stay), "", &List, List.getThreadLocalMode(),
        List.getAddressSpace());
    New->copyAttributesFrom(&List);
    New->takeName(&List);
  }
  SmallVector<GlobalObject *, 4> Annotated;
  for (Constant *Element : Go)
    if (auto *O = dyn_cast<GlobalObject>(
            Element->getAggregateElement(0u)->stripPointerCasts()))
      Annotated.push_back(O);
  List.eraseFromParent();
  // Casts of the annotated values were uses, too.
  for (GlobalObject *O : Annotated)
    O->removeDeadConstantUsers();
  sweep(Unused);
}

bool f2layout::importAnnotations(Module &M, CallFaults &Faults) {
  GlobalVariable *List = M.getNamedGlobal(ListName);
  if (!List || !List->hasInitializer() || !List->use_empty())
    return false;
  auto *Elements = dyn_cast<ConstantArray>(List->getInitializer());
  if (!Elements)
    return false;
  SmallVector<Constant *, 8> Stay, Go;
  for (const Use &U : Elements->operands()) {
    auto *Element = cast<Constant>(U.get());
    std::optional<Annotation> A = readAnnotation(*Element);
    bool Done = false;
    if (A && A->Name == BlockAttribute)
      Done = importBlock(*A, Faults);
    else if (A && A->Name == LayoutMetadata)
      Done = importLayout(*A, Faults);
    (Done ? Go : Stay).push_back(Element);
  }
  if (Go.empty())
    return false;
  replaceList(*List, Stay, Go);
  return true;
}
