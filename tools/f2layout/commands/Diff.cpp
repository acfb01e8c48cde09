//===- Diff.cpp - f2layout diff: where two layouts differ -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutText.h"
#include "tools/f2layout/answer/JsonText.h"
#include "tools/f2layout/answer/Names.h"
#include "tools/f2layout/commandline/CommandLine.h"
#include "tools/f2layout/commands/Commands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::calc {

using DimList = ArrayRef<LayoutDim>;

/// The names of both lists, A's first, without those of size one in both.
static SmallVector<StringRef> joinedNames(DimList A, DimList B) {
  SetVector<StringRef> Names;
  for (DimList Dims : {A, B})
    for (const LayoutDim &D : Dims)
      if (D.Bits)
        Names.insert(D.Name);
  return Names.takeVector();
}

static std::vector<std::string> compareSizes(const LinearLayout &A,
                                             const LinearLayout &B) {
  std::vector<std::string> Lines;
  auto Compare = [&](StringRef Kind, StringRef Name, unsigned X, unsigned Y) {
    if (X != Y)
      Lines.push_back((Kind + " '" + Name + "' has size " +
                       Twine(uint64_t(1) << X) + " and " +
                       Twine(uint64_t(1) << Y))
                          .str());
  };
  for (StringRef Name : joinedNames(A.inputs(), B.inputs()))
    Compare("input", Name, A.inputBits(Name), B.inputBits(Name));
  for (StringRef Name : joinedNames(A.outputs(), B.outputs()))
    Compare("output", Name, A.outputBits(Name), B.outputBits(Name));
  return Lines;
}

/// Reorders the dimensions of B as in A, so that columns can be compared.
static Expected<LinearLayout> reordered(const LinearLayout &A,
                                        const LinearLayout &B) {
  SmallVector<StringRef> Ins, Outs;
  for (const LayoutDim &D : A.inputs())
    if (D.Bits)
      Ins.push_back(D.Name);
  for (const LayoutDim &D : A.outputs())
    if (D.Bits)
      Outs.push_back(D.Name);
  return sublayout(B, Ins, Outs);
}

static Expected<std::vector<std::string>>
compareColumns(const LinearLayout &A, const LinearLayout &B) {
  std::vector<std::string> Lines;
  Expected<LinearLayout> LikeA = reordered(A, A), LikeB = reordered(A, B);
  if (!LikeA)
    return LikeA.takeError();
  if (!LikeB)
    return LikeB.takeError();
  for (unsigned J = 0; J < LikeA->inputBits(); ++J) {
    LongWord X = LikeA->matrix().longColumn(J),
             Y = LikeB->matrix().longColumn(J);
    if (X != Y)
      Lines.push_back(bitNames(*LikeA, LongWord::unit(J)) + " is at " +
                      elementName(*LikeA, X) + " and " +
                      elementName(*LikeA, Y));
  }
  if (LikeA->longOffset() != LikeB->longOffset())
    Lines.push_back("index 0 is at " +
                    elementName(*LikeA, LikeA->longOffset()) + " and " +
                    elementName(*LikeA, LikeB->longOffset()));
  return Lines;
}

static Expected<int> runDiff(Invocation &I) {
  Expected<LinearLayout> A = I.layout(0u);
  if (!A)
    return A.takeError();
  Expected<LinearLayout> B = I.layout(1u);
  if (!B)
    return B.takeError();
  bool Same = sameMap(*A, *B);
  std::vector<std::string> Lines = compareSizes(*A, *B);
  if (!Same && Lines.empty()) {
    Expected<std::vector<std::string>> Columns = compareColumns(*A, *B);
    if (!Columns)
      return fail(toString(Columns.takeError()));
    Lines = std::move(*Columns);
  }
  if (I.json())
    printObject([&](json::OStream &J) {
      J.attribute("same", Same);
      J.attributeArray("differences", [&] {
        for (const std::string &Line : Lines)
          J.value(Line);
      });
    });
  else if (Same)
    outs() << "same\n";
  else
    for (const std::string &Line : Lines)
      outs() << Line << "\n";
  return Same ? 0 : 1;
}

const Command DiffCommand = {
    "diff",
    "LAYOUT LAYOUT",
    2,
    2,
    "whether two layouts are the same map, and where they differ",
    R"(
Dimensions are compared by name, whatever their order; a dimension of size 1 is
the same as none. The exit status is 0 if the layouts are the same, 1 if not.
)",
    {},
    {"diff 'lane=[[0,1],[1,0]], warp=[] -> [2,2]' "
     "'lane=[[0,1],[1,1]] -> [2,2]'",
     R"(
lane 2 is at (1,0) and (1,1)
)"},
    runDiff};

} // namespace f2layout::calc
