//===- Apply.cpp - f2layout apply: places to elements and back ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/answer/Elements.h"
#include "tools/f2layout/answer/JsonText.h"
#include "tools/f2layout/answer/Names.h"
#include "tools/f2layout/commandline/CommandLine.h"
#include "tools/f2layout/commands/Commands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::calc {

using Indices = SmallVector<std::pair<StringRef, uint64_t>>;

/// Parses "lane=3" or "lane=3,register=1".
static Error addIndices(StringRef Text, Indices &To) {
  SmallVector<StringRef> Parts;
  Text.split(Parts, ',');
  for (StringRef Part : Parts) {
    auto [Name, Value] = Part.split('=');
    uint64_t Index;
    if (Name.empty() || Value.trim().getAsInteger(10, Index))
      return fail("'" + Part + "' is no index, expected one such as lane=3");
    const StringRef Dim = Name.trim();
    if (any_of(To, [&](const auto &Known) { return Known.first == Dim; }))
      return fail("index '" + Dim + "' is given twice");
    To.emplace_back(Dim, Index);
  }
  return Error::success();
}

/// Returns the flat place. L.apply() has accepted the names and indices.
static LongWord placeOf(const LinearLayout &L, const Indices &Place) {
  LongWord Flat;
  for (auto [Name, Index] : Place)
    Flat.addAt(*L.inputShift(Name), Index);
  return Flat;
}

/// Returns the address of a place in padded memory, counted in elements.
static uint64_t addressOf(const PaddedLayout &L, const LongWord &Place) {
  for (auto [D, Dim] : enumerate(L.Linear.inputs()))
    if (Dim.Name == "offset")
      return L.address(indexOf(L.Linear, unsigned(D), Place));
  return 0;
}

/// Returns ", address 11" if the layout is padded.
static std::string addressName(const PaddedLayout &L, const LongWord &Place) {
  if (L.Paddings.empty())
    return "";
  return ", address " + std::to_string(addressOf(L, Place));
}

static Expected<int> applyTo(const PaddedLayout &Padded, const Invocation &I) {
  const LinearLayout &L = Padded.Linear;
  Indices Place;
  for (StringRef Text : I.operands().drop_front())
    if (Error E = addIndices(Text, Place))
      return E;
  Expected<LayoutPoint> Element = L.apply(Place);
  if (!Element)
    return fail(toString(Element.takeError()));
  if (!I.json()) {
    outs() << pointName(*Element) << addressName(Padded, placeOf(L, Place))
           << "\n";
    return 0;
  }
  printObject([&](json::OStream &J) {
    J.attributeObject("place", [&] {
      for (auto [Name, Index] : Place)
        J.attribute(Name, Index);
    });
    J.attributeBegin("element");
    writeJson(J, *Element);
    J.attributeEnd();
    if (!Padded.Paddings.empty())
      J.attribute("address", addressOf(Padded, placeOf(L, Place)));
  });
  return 0;
}

/// Parses "13,11" or "(13,11)".
static Expected<LongWord> readPoint(const LinearLayout &L, StringRef Text) {
  StringRef Inside = Text.trim();
  if (Inside.consume_front("("))
    Inside.consume_back(")");
  SmallVector<StringRef> Parts;
  Inside.split(Parts, ',');
  LayoutPoint Point;
  for (StringRef Part : Parts)
    if (Part.trim().getAsInteger(10, Point.emplace_back()))
      return fail("--at is '" + Text + "', expected coordinates such as 13,11");
  if (Point.size() != L.outputs().size())
    return fail("--at has " + counted(Point.size(), "coordinate") +
                ", expected " + Twine(L.outputs().size()) +
                ", one for each output of the layout");
  for (auto [X, D] : zip(Point, L.outputs()))
    if (X >= D.size())
      return fail("--at has " + Twine(X) + " in '" + D.Name +
                  "', expected less than its size " + Twine(D.size()));
  return L.flattenLong(Point);
}

/// The most places that are listed: a layout may have any number of copies.
static constexpr uint64_t MostListed = 4096;

static Expected<int> findHolders(const PaddedLayout &Padded,
                                 const Invocation &I) {
  const LinearLayout &L = Padded.Linear;
  if (I.operands().size() > 1)
    return fail("--at asks for the places of an element, so no index is "
                "expected; found '" +
                I.operands()[1] + "'");
  Expected<LongWord> Element = readPoint(L, *I.value("at"));
  if (!Element)
    return Element.takeError();
  Elements Held(L);
  SmallVector<LongWord> Places = Held.holders(*Element, MostListed);
  if (I.json()) {
    printObject([&](json::OStream &J) {
      J.attributeBegin("element");
      writeJson(J, L.point(*Element));
      J.attributeEnd();
      // Of which the list has the first ones, if they are many.
      const unsigned Bits = Held.copyBits();
      if (Places.empty() || Bits < 63)
        J.attribute("copies", Places.empty() ? 0 : int64_t(1) << Bits);
      else
        J.attribute("copies", "2^" + std::to_string(Bits));
      J.attributeArray("places", [&] {
        for (const LongWord &Place : Places)
          J.object([&] {
            for (auto [D, Dim] : enumerate(L.inputs()))
              J.attribute(Dim.Name, indexOf(L, unsigned(D), Place));
            if (!Padded.Paddings.empty())
              J.attribute("address", addressOf(Padded, Place));
          });
      });
    });
  } else {
    for (const LongWord &Place : Places)
      outs() << placeName(L, Place) << addressName(Padded, Place) << "\n";
    if (!Places.empty() && Held.copyBits() > Log2_64(MostListed))
      outs() << "and so on, 2^" << Held.copyBits() << " in all\n";
    if (Places.empty())
      outs() << "no place holds " << elementName(L, *Element) << "\n";
  }
  return Places.empty() ? 1 : 0;
}

static Expected<int> runApply(Invocation &I) {
  Expected<PaddedLayout> L = I.paddedLayout(0u);
  if (!L)
    return L.takeError();
  return I.has("at") ? findHolders(*L, I) : applyTo(*L, I);
}

static constexpr OptionSpec Options[] = {
    {"at", "POINT", "list the places that hold this element, such as 13,11"},
};

const Command ApplyCommand = {
    "apply",
    "LAYOUT [INPUT=INDEX...]",
    1,
    64,
    "the element at a place, or with --at the places of an element",
    R"(
Inputs that are not mentioned are at index 0. With --at, the answer lists the
places that hold an element, the first 4096 if there are more, and with --json
their number as "copies"; the exit status is 1 if there are none. For a
padded layout, the answer also gives the element's address, in elements.
)",
    Options,
    {"apply 'register=[[0,1],[1,0]], lane=[[0,2],[0,4],[0,8],[2,0],[4,0]], "
     "warp=[[8,0]] -> [16,16]' register=3 lane=21 warp=1",
     R"(
(13,11)
)"},
    runApply};

} // namespace f2layout::calc
