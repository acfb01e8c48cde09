//===- Translate.cpp - f2layout translate: one notation into another ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/notations/Notation.h"
#include "tools/f2layout/answer/JsonText.h"
#include "tools/f2layout/answer/Names.h"
#include "tools/f2layout/commandline/CommandLine.h"
#include "tools/f2layout/commands/Commands.h"
#include "tools/f2layout/commands/Relations.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::calc {

/// The words that --to accepts.
static WordList notationNames() {
  WordList Names;
  for (Notation N : allNotations())
    Names.push_back(nameOf(N));
  return Names;
}

static Notation wantedNotation(const Invocation &I) {
  std::optional<StringRef> Name = I.value("to");
  if (!Name)
    return I.json() ? Notation::Json : Notation::Text;
  return notationByName(*Name).value_or(Notation::Text);
}

static int answer(const Invocation &I, Notation To, StringRef Text) {
  if (!I.json() || To == Notation::Json) {
    outs() << Text << (Text.ends_with("\n") ? "" : "\n");
    return 0;
  }
  printObject([&](json::OStream &J) {
    J.attribute("notation", nameOf(To));
    J.attribute("layout", Text);
  });
  return 0;
}

/// Reports that the layout is not of the family, or has more than the notation
/// can express.
static int refuse(const Invocation &I, Notation To, StringRef Reason) {
  if (!I.json()) {
    outs() << "no: " << Reason << "\n";
    return 1;
  }
  printObject([&](json::OStream &J) {
    J.attribute("notation", nameOf(To));
    J.attribute("layout", nullptr);
    J.attribute("reason", Reason);
  });
  return 1;
}

static Expected<int> runTranslate(Invocation &I) {
  Notation To = wantedNotation(I);
  if (I.has("steps") && To != Notation::Isl)
    return fail("--steps prints relations, expected --to isl");
  Expected<SourceText> Source = I.text(I.operands()[0], "operand 1");
  if (!Source)
    return Source.takeError();
  if (To == Notation::Isl)
    if (std::optional<Relations> Found = relationsOfCute(Source->Text)) {
      printRelations(*Found, I);
      return 0;
    }
  if (auto Strides = strideFormOfRelation(
          Source->Text, To, [&] { return I.paddedLayout(*Source); }))
    return *Strides ? answer(I, To, **Strides)
                    : refuse(I, To, toString(Strides->takeError()));
  Expected<PaddedLayout> L = I.paddedLayout(*Source);
  if (!L) {
    std::optional<Expected<std::string>> Text = cuteInWordsOf(Source->Text, To);
    if (!Text)
      return L.takeError();
    consumeError(L.takeError());
    return *Text ? answer(I, To, **Text)
                 : refuse(I, To, toString(Text->takeError()));
  }
  if (I.has("linear"))
    L->Paddings.clear();
  if (To == Notation::Isl) {
    printRelations({relationOf(*L), relationSteps(*L)}, I);
    return 0;
  }
  std::string NoMatrix = whyNoMatrix(L->Linear);
  if (To == Notation::Masks && !NoMatrix.empty())
    return refuse(I, To, "no masks: " + NoMatrix);
  Expected<std::string> Text = writeLayout(*L, To);
  if (!Text)
    return refuse(I, To, toString(Text.takeError()));
  return answer(I, To, *Text);
}

static constexpr OptionSpec Options[] = {
    {"to", "NOTATION", "what to print (default text)", notationNames},
    {"linear", nullptr, "the linear part of a padded layout, without padding"},
    {"steps", nullptr, "with --to isl, the maps that the layout consists of"},
};

const Command TranslateCommand = {
    "translate",
    "LAYOUT",
    1,
    1,
    "the same layout in another notation",
    R"(
Reads any notation and prints the one that --to names:

  text    the layout text of metadata and of every command, on one line
  dump    Triton's debug output, one input at a time
  masks   for each bit of the tensor, the input bits whose parity it equals; at
          most 1024 input bits and 1024 bits of the tensor
  json    an object with the text, the inputs with their bases, the outputs
  isl     a relation of integers, in the notation of the integer set library
          isl; --steps prints the maps that compose it, in their order. With
          --to isl the operand may also be a layout of CuTe or a swizzle,
          ((2,2),3):((24,2),8), Sw<3,4,3> o 0 o (8,64):(64,1) or Sw<1,2,1>
  cute, pycute, cute-type
          CuTe's shape and strides as CuTe and pycute print them, and as a C++
          type; of threads behind '(T32,V4) -> (M16,N8)', threads and values to
          codes of elements; of memory from coordinates to offsets; with a
          swizzle in front if that is needed. A relation of coordinates with
          one output, {[i, j] -> [9*i + j] : 0 <= i < 6 and 0 <= j < 4}, has
          sizes and strides of its own, which isl finds: (_6,_4):(_9,_1)
  ttg     Triton's attribute of the first family that fits
  linear, generic_linear, blocked, slice, dot_op, nvidia_mma, amd_mfma,
  amd_wmma, swizzled_shared, nvmma_shared, amd_rotating_shared, padded_shared,
  shared_linear
          the attribute of that name; "no", and exit status 1, if the layout is
          not of that family, or breaks its rules

Most attributes leave the tensor's shape open; --shape gives it, or the type
around the attribute: 'tensor<64x32xf16, #ttg.blocked<{...}>>'. An attribute may
come with short names that are defined in front of it, line by line, as
Triton prints them: '#blocked = #ttg.blocked<{...}>'. A memdesc may have one
dimension more than its layout, which counts buffers; the layout is that of one
buffer.
)",
    Options,
    {"translate --shape 16x16 --to text '#ttg.amd_mfma<{version = 3, "
     "warpsPerCTA = [1, 1], instrShape = [16, 16, 16], isTransposed = false}>'",
     R"(
register=[[1,0],[2,0]], lane=[[0,1],[0,2],[0,4],[0,8],[4,0],[8,0]], warp=[] -> [16,16]
)"},
    runTranslate};

} // namespace f2layout::calc
