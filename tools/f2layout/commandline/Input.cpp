//===- Input.cpp - Layouts in arguments and files -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/commandline/Input.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/LayoutText.h"
#include "layouts/algebra/TextFile.h"
#include "layouts/notations/InstructionName.h"
#include "tools/f2layout/commandline/Command.h"
#ifdef F2_HAS_ISL
#include "tools/isl/LayoutOracle.h"
#endif
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace f2layout::calc {

Expected<SourceText> StandardInput::open(StringRef Written,
                                         const Twine &Where) {
  bool IsStdin = Written == "-";
  if (!IsStdin && !Written.starts_with("@"))
    return SourceText{Where.str(), Written.str()};
  if (IsStdin && WasRead)
    return fail(Where + " is '-', but standard input has been read already");
  WasRead |= IsStdin;
  StringRef Path = IsStdin ? "<stdin>" : Written.drop_front();
  Expected<std::string> Text =
      IsStdin ? readStandardInput() : readTextFile(Path);
  if (!Text)
    return fail(Where + ": cannot read '" + Path +
                "': " + toString(Text.takeError()));
  return SourceText{Path.str(), std::move(*Text)};
}

//===----------------------------------------------------------------------===//
// Errors with a location
//===----------------------------------------------------------------------===//

/// Returns the line with a caret below it. Long lines are cut to the part
/// around the caret.
static std::string snippet(StringRef Text, size_t Line, size_t Column) {
  for (size_t I = 1; I < Line; ++I)
    Text = Text.split('\n').second;
  Text = Text.split('\n').first.rtrim('\r');
  constexpr size_t Widest = 76;
  size_t First = Column > Widest ? Column - Widest / 2 : 1;
  std::string Shown;
  for (char C :
       Text.drop_front(std::min(First - 1, Text.size())).take_front(Widest))
    Shown += isPrint(C) ? C : C == '\t' ? ' ' : '?';
  return "\n  " + Shown + "\n  " + std::string(Column - First, ' ') + "^";
}

Error errorAt(const SourceText &Source, size_t Line, size_t Column,
              const Twine &Message) {
  return createStringError(inconvertibleErrorCode(),
                           Source.Name + ":" + Twine(Line) + ":" +
                               Twine(Column) + ": error: " + Message +
                               snippet(Source.Text, Line, Column));
}

/// An error about the text as a whole.
static Error wrong(const SourceText &Source, const Twine &Message) {
  return createStringError(inconvertibleErrorCode(),
                           Source.Name + ": error: " + Message);
}

/// Splits the location off the beginning of a reader's message. It is either
/// "2:9: " or, from LLVM's JSON reader, "JSON: [2:9, byte=12]: ".
static bool consumePlace(StringRef &Message, size_t &Line, size_t &Column) {
  StringRef Rest = Message;
  bool IsJson = Rest.consume_front("JSON: [");
  if (Rest.consumeInteger(10, Line) || !Rest.consume_front(":") ||
      Rest.consumeInteger(10, Column) || !Line || !Column)
    return false;
  if (IsJson)
    Rest = Rest.drop_until([](char C) { return C == ']'; }).drop_front();
  if (!Rest.consume_front(": "))
    return false;
  Message = Rest;
  return true;
}

Error withPlace(const SourceText &Source, Error Reported) {
  std::string Message = toString(std::move(Reported));
  StringRef Rest = Message;
  size_t Line = 0, Column = 0;
  if (consumePlace(Rest, Line, Column))
    return errorAt(Source, Line, Column, Rest);
  return wrong(Source, Message);
}

//===----------------------------------------------------------------------===//
// Notations
//===----------------------------------------------------------------------===//

std::string paddingName(ArrayRef<Padding> Paddings) {
  auto Names = map_range(Paddings, [](const Padding &P) {
    return std::to_string(P.Interval) + ":+" + std::to_string(P.Amount);
  });
  return "[" + join(Names, ", ") + "]";
}

/// Accepts the output of invert as an input, so that it can be composed.
static std::optional<TypedLayout> readInverse(const SourceText &Source) {
  Expected<LinearLayout> Inverse = parseInverse(Source.Text);
  if (Inverse)
    return TypedLayout{{std::move(*Inverse), {}}, std::nullopt};
  consumeError(Inverse.takeError());
  return std::nullopt;
}

/// Reads a relation that is not given as a function, if isl is there to make it
/// one. \p Why says why it was not read without isl.
static Expected<TypedLayout> readWithIsl(const SourceText &Source, Error Why) {
#ifdef F2_HAS_ISL
  oracle::Context C(/*MaxOperations=*/5000000);
  if (!C.map(Source.Text)) // Our message has a place.
    return withPlace(Source, std::move(Why));
  consumeError(std::move(Why));
  Expected<LinearLayout> L = oracle::layoutOf(C, Source.Text);
  if (!L)
    return wrong(Source, toString(L.takeError()));
  return TypedLayout{{std::move(*L), {}}, std::nullopt};
#else
  return withPlace(Source, std::move(Why));
#endif
}

static Error checkShape(const SourceText &Source, const LinearLayout &L,
                        ArrayRef<uint64_t> Shape) {
  SmallVector<uint64_t> Found = shapeOf(L);
  if (Shape.empty() || ArrayRef(Found) == Shape)
    return Error::success();
  return wrong(Source, "the layout has shape " + shapeText(Found) +
                           ", expected " + shapeText(Shape) +
                           " as --shape says");
}

/// Reads an attribute, possibly wrapped in JSON, and applies it to the shape.
static Expected<TypedLayout> readAttribute(const SourceText &Source,
                                           ArrayRef<uint64_t> Shape) {
  std::optional<ArrayRef<uint64_t>> Given;
  if (!Shape.empty())
    Given = Shape;
  Expected<TypedLayout> L = readTypedLayout(Source.Text, Given);
  if (!L)
    return withPlace(Source, L.takeError());
  return L;
}

/// Reads the name of an instruction; a given Shape must agree.
static Expected<TypedLayout> readInstruction(const SourceText &Source,
                                             ArrayRef<uint64_t> Shape) {
  Expected<LinearLayout> L = instructionLayout(Source.Text);
  if (!L)
    return wrong(Source, toString(L.takeError()));
  if (Error E = checkShape(Source, *L, Shape))
    return E;
  return TypedLayout{{std::move(*L), {}}, std::nullopt};
}

/// Reads the other notations, which state a shape; a given Shape must agree.
static Expected<TypedLayout> readComplete(const SourceText &Source,
                                          ArrayRef<uint64_t> Shape) {
  Expected<TypedLayout> L = readTypedLayout(Source.Text);
  if (!L && recogniseNotation(Source.Text) == Notation::Isl) {
    L = readWithIsl(Source, L.takeError());
    if (!L)
      return L;
  }
  if (!L) {
    if (std::optional<TypedLayout> Inverse = readInverse(Source)) {
      consumeError(L.takeError());
      return std::move(*Inverse);
    }
    return withPlace(Source, L.takeError());
  }
  if (Error E = checkShape(Source, L->Layout.Linear, Shape))
    return E;
  return L;
}

Expected<TypedLayout> readLayout(const SourceText &Source,
                                 ArrayRef<uint64_t> Shape) {
  if (looksLikeInstruction(Source.Text))
    return readInstruction(Source, Shape);
  Notation N = recogniseNotation(Source.Text);
  bool Attribute = N == Notation::Triton || N == Notation::Json;
  return Attribute ? readAttribute(Source, Shape) : readComplete(Source, Shape);
}

Error checkUnpadded(const SourceText &Source, const PaddedLayout &L) {
  if (L.Paddings.empty())
    return Error::success();
  return wrong(Source,
               "the layout is padded " + paddingName(L.Paddings) +
                   ", which is no linear map, expected a layout without "
                   "padding; 'f2layout translate --linear' gives one");
}

Expected<LinearLayout> readLinear(const SourceText &Source,
                                  ArrayRef<uint64_t> Shape) {
  Expected<TypedLayout> L = readLayout(Source, Shape);
  if (!L)
    return L.takeError();
  if (Error E = checkUnpadded(Source, L->Layout))
    return E;
  return std::move(L->Layout.Linear);
}

} // namespace f2layout::calc
