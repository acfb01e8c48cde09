//===- Algebra.cpp - f2layout compose, invert, divide ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/Division.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutText.h"
#include "tools/f2layout/answer/JsonText.h"
#include "tools/f2layout/commandline/CommandLine.h"
#include "tools/f2layout/commands/Commands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::calc {

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

static int answer(const Invocation &I, const LinearLayout &L) {
  if (I.json())
    printObject([&](json::OStream &J) {
      J.attributeBegin("layout");
      writeJson(J, L);
      J.attributeEnd();
    });
  else
    outs() << toString(L) << "\n";
  return 0;
}

/// Answers "no" and gives the reasons.
static int refuse(const Invocation &I, ArrayRef<std::string> Reasons) {
  if (I.json()) {
    printObject([&](json::OStream &J) {
      J.attribute("layout", nullptr);
      J.attributeArray("reasons", [&] {
        for (const std::string &Reason : Reasons)
          J.value(Reason);
      });
    });
  } else {
    for (const std::string &Reason : Reasons)
      outs() << "no: " << Reason << "\n";
  }
  return 1;
}

//===----------------------------------------------------------------------===//
// compose
//===----------------------------------------------------------------------===//

static Expected<int> runCompose(Invocation &I) {
  Expected<LinearLayout> Inner = I.layout(0u);
  if (!Inner)
    return Inner.takeError();
  Expected<LinearLayout> Outer = I.layout(1u);
  if (!Outer)
    return Outer.takeError();
  if (I.has("invert")) {
    Outer = pseudoInvert(*Outer);
    if (!Outer)
      return refuse(I, {toString(Outer.takeError())});
  }
  Expected<LinearLayout> Both = compose(*Inner, *Outer);
  if (!Both)
    return fail(toString(Both.takeError()));
  return answer(I, *Both);
}

static constexpr OptionSpec ComposeOptions[] = {
    {"invert", nullptr, "invert OUTER first: map INNER's places to OUTER's"},
};

const Command ComposeCommand = {
    "compose",
    "INNER OUTER",
    2,
    2,
    "first INNER, then OUTER",
    R"(
INNER's outputs are OUTER's inputs, by name. With --invert, OUTER is inverted
first, so that both may be layouts of the same tensor: the answer maps each
place of INNER to the place of OUTER that holds its element (if there are
several, the one nearest to index 0), or to its offset if OUTER is a memory
layout.
)",
    ComposeOptions,
    {"compose --invert 'lane=[[0,1],[0,2],[1,0],[2,0]] -> [4,4]' "
     "'offset=[[0,1],[0,2],[1,1],[2,2]] -> [4,4]'",
     R"(
lane=[[1],[2],[5],[10]] -> [offset:16]
)"},
    runCompose};

//===----------------------------------------------------------------------===//
// invert
//===----------------------------------------------------------------------===//

static Expected<int> runInvert(Invocation &I) {
  Expected<LinearLayout> L = I.layout(0u);
  if (!L)
    return L.takeError();
  Expected<LinearLayout> Inverse =
      I.has("pseudo") ? pseudoInvert(*L) : invert(*L);
  if (!Inverse)
    return refuse(I, {toString(Inverse.takeError())});
  return answer(I, *Inverse);
}

static constexpr OptionSpec InvertOptions[] = {
    {"pseudo", nullptr,
     "of several places that hold an element take the least"},
};

const Command InvertCommand = {
    "invert",
    "LAYOUT",
    1,
    1,
    "from elements to places",
    R"(
The answer is "no" (exit status 1) if an element is held twice or not at all.
With --pseudo it is enough that every element is held; if several places hold
it, the one with the least block, then warp, then lane, then register is taken.
)",
    InvertOptions,
    {"invert 'offset=[[0,1],[0,2],[1,1],[2,2]] -> [4,4]'", R"(
dim1=[[1],[2]], dim0=[[5],[10]] -> [offset:16]
)"},
    runInvert};

//===----------------------------------------------------------------------===//
// divide
//===----------------------------------------------------------------------===//

/// Reads operand 2 as a tile. --shape is the shape of the layout, not of the
/// tile, which is smaller.
static Expected<LinearLayout> readTile(Invocation &I) {
  Expected<SourceText> Text = I.text(I.operands()[1], "operand 2");
  if (!Text)
    return Text.takeError();
  return readLinear(*Text, {});
}

/// Divides after renaming the registers: prints the quotient and the new names.
static Expected<int> divideRenaming(const Invocation &I, const LinearLayout &L,
                                    const LinearLayout &Tile) {
  Expected<TileDivision> D = divideByTile(L, Tile);
  if (!D)
    return refuse(I, {toString(D.takeError())});
  if (I.json()) {
    printObject([&](json::OStream &J) {
      J.attributeBegin("layout");
      writeJson(J, D->Quotient);
      J.attributeEnd();
      J.attribute("registers", D->Action.toString());
    });
    return 0;
  }
  outs() << toString(D->Quotient) << "\n";
  if (D->Action.isIdentity())
    outs() << "registers keep their names\n";
  else
    outs() << "after renaming registers: " << D->Action.toString() << "\n";
  return 0;
}

static Expected<int> runDivide(Invocation &I) {
  if (I.has("right") && I.has("rename"))
    return fail("expected one of --right and --rename");
  Expected<LinearLayout> L = I.layout(0u);
  if (!L)
    return L.takeError();
  Expected<LinearLayout> Tile = readTile(I);
  if (!Tile)
    return Tile.takeError();
  if (I.has("rename"))
    return divideRenaming(I, *L, *Tile);
  if (I.has("right")) {
    Expected<LinearLayout> Inner = rightDivide(*L, *Tile);
    return Inner ? answer(I, *Inner) : refuse(I, {toString(Inner.takeError())});
  }
  if (Error Why = checkLeftDivision(*L, *Tile))
    return refuse(I, {toString(std::move(Why))});
  return answer(I, *leftDivide(*L, *Tile));
}

static constexpr OptionSpec DivideOptions[] = {
    {"rename", nullptr, "registers may be renamed to make it succeed"},
    {"right", nullptr, "TILE is the outer layout; what does it repeat?"},
};

const Command DivideCommand = {
    "divide",
    "LAYOUT TILE",
    2,
    2,
    "what repeats TILE to make LAYOUT",
    R"(
Computes the quotient Q such that TILE repeated over Q is LAYOUT: the low bits
of every input are those of TILE, the others map to multiples of TILE's sizes.
This decides whether an instruction's tile can cover LAYOUT. If not, the exit
status is 1 and the answer names the bit that prevents it.

With --rename, registers may be renamed; 'register=[[2],[1]]' says that new
register 1 is old register 2 and new register 2 is old register 1.
)",
    DivideOptions,
    {"divide 'register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]] -> "
     "[16,8]' 'register=[[0,1]], lane=[[0,2],[0,4]] -> [1,8]'",
     R"(
register=[[8,0]], lane=[[1,0],[2,0],[4,0]] -> [16,1]
)"},
    runDivide};

} // namespace f2layout::calc
