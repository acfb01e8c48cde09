//===- Input.cpp - Layouts as users give them -----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/Input.h"
#include "layouts/LayoutText.h"
#include "tools/f2layout/Command.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MemoryBuffer.h"

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
  StringRef Path = IsStdin ? Written : Written.drop_front();
  auto Buffer = MemoryBuffer::getFileOrSTDIN(Path, /*IsText=*/true);
  if (!Buffer)
    return fail(Where + ": cannot read '" + Path +
                "': " + Buffer.getError().message());
  return SourceText{IsStdin ? "<stdin>" : Path.str(),
                    (*Buffer)->getBuffer().str()};
}

//===----------------------------------------------------------------------===//
// Errors with a place
//===----------------------------------------------------------------------===//

/// The line and, below it, a caret. Of long lines the part around the caret.
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

/// The readers' messages begin with "line:column: ".
static Error withPlace(const SourceText &Source, Error Reported) {
  std::string Message = toString(std::move(Reported));
  StringRef Rest = Message;
  size_t Line = 0, Column = 0;
  if (!Rest.consumeInteger(10, Line) && Rest.consume_front(":") &&
      !Rest.consumeInteger(10, Column) && Rest.consume_front(": ") && Line &&
      Column)
    return errorAt(Source, Line, Column, Rest);
  return createStringError(inconvertibleErrorCode(),
                           Source.Name + ": error: " + Message);
}

//===----------------------------------------------------------------------===//
// Notations
//===----------------------------------------------------------------------===//

static std::string shapeName(ArrayRef<uint64_t> Shape) {
  return join(map_range(Shape, [](uint64_t N) { return std::to_string(N); }),
              "x");
}

static SmallVector<uint64_t> shapeOf(const LinearLayout &L) {
  SmallVector<uint64_t> Shape;
  for (const LayoutDim &D : L.outputs())
    Shape.push_back(D.size());
  return Shape;
}

Expected<LinearLayout> readLayout(const SourceText &Source,
                                  ArrayRef<uint64_t> Shape) {
  Expected<LinearLayout> L = parseLayout(Source.Text);
  if (!L) {
    // Answers are questions too: what invert prints can be composed.
    Expected<LinearLayout> Inverse = parseInverse(Source.Text);
    if (!Inverse) {
      consumeError(Inverse.takeError());
      return withPlace(Source, L.takeError());
    }
    consumeError(L.takeError());
    L = std::move(Inverse);
  }
  if (L->inputBits() > 64 || L->outputBits() > 64)
    return createStringError(
        inconvertibleErrorCode(),
        Source.Name + ": error: the layout has " + Twine(L->inputBits()) +
            " input bits and " + Twine(L->outputBits()) +
            " output bits, expected at most 64 of each: places and elements "
            "are numbers of 64 bits here");
  if (!Shape.empty() && ArrayRef(shapeOf(*L)) != Shape)
    return createStringError(inconvertibleErrorCode(),
                             Source.Name + ": error: the layout has shape " +
                                 shapeName(shapeOf(*L)) + ", expected " +
                                 shapeName(Shape) + " as --shape says");
  return L;
}

} // namespace f2layout::calc
