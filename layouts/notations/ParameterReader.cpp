//===- ParameterReader.cpp - Parameters of an attribute -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/notations/ParameterReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

void ParameterReader::fail(size_t Position, const Twine &Message) {
  if (!Fault)
    Fault = {Position, Message.str()};
}

/// Describes a value, for messages.
static std::string describe(const AttributeValue &V) {
  switch (V.K) {
  case AttributeValue::Number:
    return std::to_string(V.Integer);
  case AttributeValue::Word:
    return quoted(V.Name);
  case AttributeValue::List:
    return "a list";
  case AttributeValue::Dictionary:
    return "a dictionary";
  case AttributeValue::Attribute:
    return quoted("#" + V.Name);
  case AttributeValue::Type:
    return "a type";
  }
  return "";
}

void ParameterReader::wrong(const AttributeValue &V, StringRef Key,
                            const Twine &Expected) {
  fail(V.Position, Key + " is " + describe(V) + ", expected " + Expected);
}

Error ParameterReader::finish() {
  for (const AttributeEntry &E : Attribute.Entries)
    if (!is_contained(Known, E.Key))
      fail(E.Position, "#" + Attribute.Name + " has no parameter " +
                           quoted(E.Key) + ", expected one of " +
                           join(Known, ", "));
  if (!Fault)
    return Error::success();
  return TextReader(Text).fail(Fault->first, Fault->second);
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

const AttributeValue *ParameterReader::find(StringRef Key) {
  Known.push_back(Key.str());
  return Attribute.find(Key);
}

const AttributeValue *ParameterReader::require(StringRef Key) {
  const AttributeValue *V = find(Key);
  if (!V)
    fail(Attribute.Position,
         "#" + Attribute.Name + " is without the parameter '" + Key + "'");
  return V;
}

unsigned ParameterReader::numberOf(const AttributeValue &V, StringRef Key) {
  if (V.K != AttributeValue::Number || V.Integer > UINT32_MAX) {
    wrong(V, Key, "a number below 2^32");
    return 0;
  }
  return V.Integer;
}

SmallVector<unsigned> ParameterReader::numbersOf(const AttributeValue &V,
                                                 StringRef Key) {
  SmallVector<unsigned> List;
  if (V.K != AttributeValue::List)
    wrong(V, Key, "a list of numbers");
  for (const AttributePointer &Item : V.Items)
    List.push_back(numberOf(*Item, Key));
  return List;
}

LayoutPoint ParameterReader::pointOf(const AttributeValue &V, StringRef Key) {
  LayoutPoint Point;
  if (V.K != AttributeValue::List)
    wrong(V, Key, "a list of numbers");
  for (const AttributePointer &Item : V.Items) {
    if (Item->K != AttributeValue::Number)
      wrong(*Item, Key, "a number below 2^64");
    Point.push_back(Item->Integer);
  }
  return Point;
}

unsigned ParameterReader::number(StringRef Key,
                                 std::optional<unsigned> Default) {
  const AttributeValue *V = Default ? find(Key) : require(Key);
  return V ? numberOf(*V, Key) : Default.value_or(0);
}

bool ParameterReader::flag(StringRef Key, bool Default) {
  const AttributeValue *V = find(Key);
  if (!V)
    return Default;
  if (V->K != AttributeValue::Word || (V->Name != "true" && V->Name != "false"))
    wrong(*V, Key, "true or false");
  return V->Name == "true";
}

std::string ParameterReader::word(StringRef Key, StringRef Default) {
  const AttributeValue *V = find(Key);
  if (!V)
    return Default.str();
  if (V->K != AttributeValue::Word)
    wrong(*V, Key, "a word, as " + Default);
  return V->Name;
}

SmallVector<unsigned> ParameterReader::numbers(StringRef Key) {
  const AttributeValue *V = require(Key);
  return V ? numbersOf(*V, Key) : SmallVector<unsigned>();
}

SmallVector<unsigned> ParameterReader::optionalNumbers(StringRef Key) {
  const AttributeValue *V = find(Key);
  return V ? numbersOf(*V, Key) : SmallVector<unsigned>();
}

LayoutPoint ParameterReader::sizes(StringRef Key) {
  const AttributeValue *V = require(Key);
  return V ? pointOf(*V, Key) : LayoutPoint();
}

std::vector<LayoutPoint> ParameterReader::images(StringRef Key) {
  std::vector<LayoutPoint> Images;
  const AttributeValue *V = find(Key);
  if (!V)
    return Images;
  if (V->K != AttributeValue::List)
    wrong(*V, Key, "a list of points, as [[0, 1], [0, 2]]");
  for (const AttributePointer &Item : V->Items) {
    Images.push_back(pointOf(*Item, Key));
    if (Images.back().size() != Images.front().size())
      fail(Item->Position,
           "point of " + Key + " has " + Twine(Images.back().size()) +
               " coordinates, expected " + Twine(Images.front().size()) +
               " as the first one has");
  }
  return Images;
}

const AttributeValue *ParameterReader::tree(StringRef Key) {
  const AttributeValue *V = require(Key);
  if (!V || V->K == AttributeValue::Attribute ||
      V->K == AttributeValue::Dictionary)
    return V;
  wrong(*V, Key, "an attribute or a dictionary");
  return nullptr;
}

CgaLayout ParameterReader::cga() {
  CgaLayout Cga;
  Cga.Images = images("CGALayout");
  SmallVector<unsigned> PerCga = optionalNumbers("CTAsPerCGA");
  SmallVector<unsigned> Split = optionalNumbers("CTASplitNum");
  SmallVector<unsigned> Order = optionalNumbers("CTAOrder");
  if (!has("CTAsPerCGA") && !has("CTASplitNum") && !has("CTAOrder"))
    return Cga;
  if (has("CGALayout"))
    fail(Attribute.Position, "there is a CGALayout, expected no CTAsPerCGA, "
                             "CTASplitNum and CTAOrder beside it");
  Expected<CgaLayout> Older = cgaFromSplit(PerCga, Split, Order);
  if (Older)
    return *Older;
  fail(Attribute.Position, toString(Older.takeError()));
  return Cga;
}
