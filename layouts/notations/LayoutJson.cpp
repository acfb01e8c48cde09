//===- LayoutJson.cpp - Layouts as JSON, both ways ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/notations/LayoutJson.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/LayoutText.h"
#include "layouts/algebra/TextReader.h"
#include "layouts/notations/Notation.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace f2layout;
namespace json = json;

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Writes numbers on one line, even if the document is indented.
static void writePoint(json::OStream &J, ArrayRef<uint64_t> P) {
  J.rawValue([&](raw_ostream &OS) { OS << pointText(P); });
}

static void writeInput(json::OStream &J, const LayoutSpec::Input &In) {
  J.object([&] {
    J.attribute("name", In.Name);
    J.attributeArray("bases", [&] {
      for (const LayoutPoint &Image : In.Images)
        writePoint(J, Image);
    });
  });
}

void f2layout::writeLayoutJson(json::OStream &J, const PaddedLayout &L) {
  LayoutSpec Spec = L.Linear.spec();
  J.object([&] {
    J.attribute("text", toString(L.Linear));
    J.attributeArray("inputs", [&] {
      for (const LayoutSpec::Input &In : Spec.Inputs)
        writeInput(J, In);
    });
    J.attributeArray("outputs", [&] {
      for (const LayoutSpec::Output &Out : Spec.Outputs)
        J.object([&] {
          J.attribute("name", Out.Name);
          J.attribute("size", Out.Size);
        });
    });
    J.attributeBegin("offset");
    writePoint(J, L.Linear.point(L.Linear.longOffset()));
    J.attributeEnd();
    if (!L.Paddings.empty())
      J.attributeArray("paddings", [&] {
        for (const Padding &P : L.Paddings)
          J.object([&] {
            J.attribute("interval", P.Interval);
            J.attribute("amount", P.Amount);
          });
      });
  });
}

std::string f2layout::toLayoutJson(const PaddedLayout &L) {
  std::string Text;
  raw_string_ostream OS(Text);
  json::OStream J(OS, /*IndentSize=*/2);
  writeLayoutJson(J, L);
  OS << '\n';
  return Text;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static Error jsonError(const Twine &Message) {
  return layoutError("JSON: " + Message);
}

static Expected<const json::Array *> arrayOf(const json::Object &O,
                                             StringRef Key) {
  if (const json::Array *A = O.getArray(Key))
    return A;
  return jsonError("\"" + Key + "\" is missing or no array, expected an array");
}

static Expected<uint64_t> numberOf(const json::Value *V, const Twine &What) {
  if (V)
    if (std::optional<uint64_t> N = V->getAsUINT64())
      return *N;
  return jsonError(What + " is missing or no number, expected a number from 0 "
                          "to 2^64 - 1");
}

static Expected<std::string> nameOf(const json::Object &O, StringRef Key) {
  if (std::optional<StringRef> Name = O.getString("name"))
    return Name->str();
  return jsonError("\"name\" of an item of \"" + Key +
                   "\" is missing, expected a string");
}

static Error readPoint(const json::Array &A, StringRef Key, LayoutPoint &P) {
  for (const json::Value &V : A) {
    Expected<uint64_t> N = numberOf(&V, "coordinate in \"" + Key + "\"");
    if (!N)
      return N.takeError();
    P.push_back(*N);
  }
  return Error::success();
}

/// Unknown keys are errors; otherwise a misspelt key would be ignored silently.
static Error checkKeys(const json::Object &O, const Twine &Of,
                       ArrayRef<StringRef> Known) {
  std::optional<std::string> Unknown; // Objects keep no order.
  for (const auto &Entry : O) {
    std::string Key = Entry.first.str();
    if (!is_contained(Known, Key) && (!Unknown || Key < *Unknown))
      Unknown = std::move(Key);
  }
  if (!Unknown)
    return Error::success();
  return jsonError("key " + quoted(*Unknown) + " of " + Of +
                   " is unknown, expected some of " + join(Known, ", "));
}

/// Calls Item for each element of an array of objects.
static Error eachObject(const json::Object &O, StringRef Key,
                        function_ref<Error(const json::Object &)> Item) {
  Expected<const json::Array *> A = arrayOf(O, Key);
  if (!A)
    return A.takeError();
  for (const json::Value &V : **A) {
    const json::Object *Each = V.getAsObject();
    if (!Each)
      return jsonError("an item of \"" + Key + "\" is no object");
    if (Error E = Item(*Each))
      return E;
  }
  return Error::success();
}

static Error readInput(const json::Object &O, LayoutSpec &Spec) {
  if (Error E = checkKeys(O, "an input", {"name", "bases"}))
    return E;
  Expected<std::string> Name = nameOf(O, "inputs");
  if (!Name)
    return Name.takeError();
  Expected<const json::Array *> Bases = arrayOf(O, "bases");
  if (!Bases)
    return Bases.takeError();
  LayoutSpec::Input &In = Spec.Inputs.emplace_back();
  In.Name = *Name;
  for (const json::Value &V : **Bases) {
    const json::Array *Image = V.getAsArray();
    if (!Image)
      return jsonError("an item of \"bases\" is no array of numbers");
    if (Error E = readPoint(*Image, "bases", In.Images.emplace_back()))
      return E;
  }
  return Error::success();
}

static Error readOutput(const json::Object &O, LayoutSpec &Spec) {
  if (Error E = checkKeys(O, "an output", {"name", "size"}))
    return E;
  Expected<std::string> Name = nameOf(O, "outputs");
  if (!Name)
    return Name.takeError();
  Expected<uint64_t> Size = numberOf(O.get("size"), "\"size\" of an output");
  if (!Size)
    return Size.takeError();
  Spec.Outputs.push_back({*Name, *Size});
  return Error::success();
}

static Expected<LinearLayout> readSpec(const json::Object &O) {
  LayoutSpec Spec;
  if (Error E = eachObject(O, "inputs", [&](const json::Object &In) {
        return readInput(In, Spec);
      }))
    return E;
  if (Error E = eachObject(O, "outputs", [&](const json::Object &Out) {
        return readOutput(Out, Spec);
      }))
    return E;
  if (O.get("offset")) {
    Expected<const json::Array *> Offset = arrayOf(O, "offset");
    if (!Offset)
      return Offset.takeError();
    if (Error E = readPoint(**Offset, "offset", Spec.Offset))
      return E;
  }
  if (std::optional<LayoutFault> F = findFault(Spec))
    return jsonError(F->Message);
  return LinearLayout::create(Spec);
}

static Error readPadding(const json::Object &O, PaddedLayout &L) {
  if (Error E = checkKeys(O, "a padding", {"interval", "amount"}))
    return E;
  Expected<uint64_t> Interval = numberOf(O.get("interval"), "\"interval\"");
  if (!Interval)
    return Interval.takeError();
  Expected<uint64_t> Amount = numberOf(O.get("amount"), "\"amount\"");
  if (!Amount)
    return Amount.takeError();
  L.Paddings.push_back({*Interval, *Amount});
  return Error::success();
}

/// Combines the text and the lists. The text of a layout with inputs of other
/// names cannot be read, so it is only used if there are no lists.
static Expected<LinearLayout> readLinear(const json::Object &O) {
  std::optional<StringRef> Text = O.getString("text");
  bool Lists = O.get("inputs") || O.get("outputs");
  if (O.get("text") && !Text)
    return jsonError("\"text\" is no string, expected a layout's text");
  if (!Text && !Lists)
    return jsonError("the object is without \"inputs\" and \"outputs\" and "
                     "without \"text\", expected one of the two");
  if (!Lists) {
    Expected<LinearLayout> L = parseLayout(*Text);
    if (!L)
      return jsonError("\"text\": " + toString(L.takeError()));
    return L;
  }
  Expected<LinearLayout> L = readSpec(O);
  if (L && Text && *Text != toString(*L))
    return jsonError("\"text\" is not what \"inputs\" and \"outputs\" say, "
                     "expected '" +
                     toString(*L) + "'");
  return L;
}

/// A layout with its paddings, if there are any.
static Expected<PaddedLayout> readLayoutObject(const json::Object &O) {
  if (Error E = checkKeys(O, "a layout",
                          {"text", "inputs", "outputs", "offset", "paddings"}))
    return E;
  Expected<LinearLayout> Linear = readLinear(O);
  if (!Linear)
    return Linear.takeError();
  PaddedLayout L{*Linear, {}};
  if (O.get("paddings"))
    if (Error E = eachObject(O, "paddings", [&](const json::Object &P) {
          return readPadding(P, L);
        }))
      return E;
  if (L.Paddings.empty())
    return L;
  PaddedSharedParams P;
  P.Paddings = L.Paddings;
  P.Linear = L.Linear;
  SmallVector<uint64_t> Shape;
  for (const LayoutDim &D : L.Linear.outputs())
    Shape.push_back(D.size());
  return paddedSharedLayout(P, Shape);
}

/// Reads a layout that an answer wraps: an object, or text in any notation.
static Expected<PaddedLayout>
readWrapped(const json::Value &V, std::optional<ArrayRef<uint64_t>> Shape) {
  if (const json::Object *O = V.getAsObject())
    return readLayoutObject(*O);
  std::optional<StringRef> Text = V.getAsString();
  if (!Text)
    return jsonError("\"layout\" is neither an object nor a string, expected a "
                     "layout");
  Expected<PaddedLayout> L = readLayout(*Text, Shape);
  if (!L)
    return jsonError("\"layout\": " + toString(L.takeError()));
  return L;
}

/// llvm::json::parse recurses for each level, and a document may have any
/// number of levels. Documents too deep for a layout are refused before
/// parsing.
Error f2layout::checkJsonDepth(StringRef Text, const Twine &Wanted) {
  unsigned Depth = 0, Line = 1;
  size_t LineBegin = 0;
  bool InString = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (C == '\n') {
      ++Line;
      LineBegin = I + 1;
    } else if (InString && C == '\\') {
      ++I;
    } else if (C == '"') {
      InString = !InString;
    } else if (!InString && (C == '}' || C == ']')) {
      Depth -= Depth != 0;
    } else if (!InString && (C == '{' || C == '[') && ++Depth > MaxJsonDepth) {
      return layoutError(Twine(Line) + ":" + Twine(I - LineBegin + 1) +
                         ": JSON is nested deeper than " + Twine(MaxJsonDepth) +
                         " levels, expected " + Wanted);
    }
  }
  return Error::success();
}

Expected<PaddedLayout>
f2layout::parseLayoutJson(StringRef Text,
                          std::optional<ArrayRef<uint64_t>> Shape) {
  if (Error E = checkJsonDepth(Text, "a layout, which has 4"))
    return E;
  Expected<json::Value> V = json::parse(Text);
  if (!V)
    return jsonError(toString(V.takeError()));
  const json::Object *O = V->getAsObject();
  if (!O)
    return jsonError("the document is no object, expected {\"inputs\": ...}");
  bool IsLayout = O->get("text") || O->get("inputs") || O->get("outputs");
  const json::Value *Wrapped = O->get("layout");
  return !IsLayout && Wrapped ? readWrapped(*Wrapped, Shape)
                              : readLayoutObject(*O);
}
