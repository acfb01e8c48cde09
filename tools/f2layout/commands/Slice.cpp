//===- Slice.cpp - f2layout slice: parts of a CuTe layout -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/cute/Slice.h"
#include "layouts/cute/CuteText.h"
#include "tools/f2layout/answer/JsonText.h"
#include "tools/f2layout/commandline/CommandLine.h"
#include "tools/f2layout/commands/Commands.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::calc {

static int answer(const Invocation &I, const std::string &Layout,
                  const std::string &Offset) {
  if (I.json()) {
    printObject([&](json::OStream &J) {
      J.attribute("layout", Layout);
      if (!Offset.empty())
        J.attribute("offset", Offset);
    });
    return 0;
  }
  outs() << Layout << "\n";
  if (!Offset.empty() && !I.has("quiet"))
    outs() << "offset " << Offset << "\n";
  return 0;
}

/// The part that a text of this command denotes, with the place of an error.
template <typename T>
static Expected<T> in(const SourceText &Source, Expected<T> Read) {
  if (Read)
    return Read;
  return withPlace(Source, Read.takeError());
}

static Expected<int> runSlice(Invocation &I) {
  Expected<SourceText> Source = I.text(I.operands()[0], "operand 1");
  if (!Source)
    return Source.takeError();
  Expected<SourceText> Where = I.text(I.operands()[1], "operand 2");
  if (!Where)
    return Where.takeError();
  Expected<cute::ComposedLayout> L =
      in(*Source, cute::parseComposed(Source->Text));
  if (!L)
    return L.takeError();
  Expected<cute::SliceCoordinate> At =
      in(*Where, cute::parseSliceCoordinate(Where->Text));
  if (!At)
    return At.takeError();
  if (I.has("dice")) {
    if (!L->isPlain())
      return fail("--dice takes a layout without a swizzle and an offset");
    Expected<cute::Layout> Part = in(*Where, cute::dice(L->Inner, *At));
    if (!Part)
      return Part.takeError();
    return answer(I, cute::toString(*Part), "");
  }
  if (L->isPlain()) {
    Expected<cute::Sliced> Part = in(*Where, cute::slice(L->Inner, *At));
    if (!Part)
      return Part.takeError();
    return answer(I, cute::toString(Part->Kept), cute::toString(Part->Offset));
  }
  Expected<cute::ComposedLayout> Part = in(*Where, cute::slice(*L, *At));
  if (!Part)
    return Part.takeError();
  return answer(I, cute::toString(*Part), "");
}

static constexpr OptionSpec Options[] = {
    {"dice", nullptr, "the modes that have numbers instead"},
    {"quiet", nullptr, "print the layout only, for another command"},
};

const Command SliceCommand = {
    "slice",
    "LAYOUT COORDINATE",
    2,
    2,
    "the modes of a CuTe layout that a coordinate leaves open",
    R"(
COORDINATE has '_' for modes that are kept, and numbers for those that are fixed:
'(2,_)' is row 2. The answer is the layout of what is kept, and the offset at
which it begins; of a layout behind a swizzle, one layout with the offset in it.
With --dice, the layout of the modes that have numbers. As CuTe's slice and dice.
)",
    Options,
    {"slice '((2,2),3):((24,2),8)' '((_,1),2)'", R"(
(2):(24)
offset 18
)"},
    runSlice};

} // namespace f2layout::calc
