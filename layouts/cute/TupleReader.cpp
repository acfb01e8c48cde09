//===- TupleReader.cpp - Tuples of CuTe read token by token ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/cute/TupleReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace f2layout;
using namespace f2layout::cute;

/// Deeper tuples, and coordinates along axes that are deeper in tuples, are
/// refused, so that no text exhausts the stack.
static constexpr unsigned DeepestTuple = 64;

/// The names that C++ has for tuples.
static bool isTupleName(StringRef Name) {
  return Name == "Shape" || Name == "Stride" || Name == "Step" ||
         Name == "Coord" || Name == "Tile" || Name == "tuple" ||
         Name == "ArithmeticTuple";
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// Skips `cute::` and `::`.
void TupleReader::skipNamespaces() {
  while (true) {
    if (R.at(":")) {
      R.take();
      continue;
    }
    if (!atName("cute"))
      return;
    R.take();
  }
}

Error TupleReader::signedNumber(int64_t &Value, const Twine &What) {
  bool Negative = R.takeIf("-");
  size_t Position = R.next().Position;
  uint64_t Magnitude;
  if (Error E = R.number(Magnitude, What))
    return E;
  if (Magnitude >= uint64_t(Overflow))
    return R.fail(Position, "number is too large, expected less than 2^62");
  Value = Negative ? -int64_t(Magnitude) : int64_t(Magnitude);
  return Error::success();
}

Error TupleReader::axis(unsigned &Axis) {
  size_t Position = R.next().Position;
  uint64_t Number;
  if (Error E = R.number(Number, "the number of an axis"))
    return E;
  if (Number >= MaxLayoutDims)
    return R.fail(Position, "axis is too large, expected less than " +
                                Twine(MaxLayoutDims));
  Axis = unsigned(Number);
  return Error::success();
}

Error TupleReader::checkAxes(const Int &I) const {
  if (I.Axes.size() < DeepestTuple)
    return Error::success();
  return R.fail(R.next().Position,
                "axes are nested more than " + Twine(DeepestTuple) + " deep");
}

/// `@0@1` is along axis 0 of axis 1, and Axes are outermost first.
Error TupleReader::axes(Int &I) {
  while (R.at(Token::Bad) && R.next().Text == "@") {
    R.take();
    unsigned Axis;
    if (Error E = checkAxes(I))
      return E;
    if (Error E = axis(Axis))
      return E;
    I.Axes.insert(I.Axes.begin(), Axis);
  }
  return Error::success();
}

/// After `E` or `ScaledBasis`.
Expected<Int> TupleReader::basis(bool Scaled) {
  if (Error E = R.expect("<"))
    return E;
  Int Result = fixed(1);
  if (Scaled) {
    if (++BasisDepth > DeepestTuple)
      return R.fail(R.next().Position, "ScaledBasis is nested more than " +
                                           Twine(DeepestTuple) + " deep");
    Expected<Int> Value = integer();
    if (!Value)
      return Value;
    Result = *Value;
    --BasisDepth;
  }
  while (!R.takeIf(">")) {
    if (Scaled || !Result.Axes.empty())
      if (Error E = R.expect(","))
        return E;
    if (Error E = checkAxes(Result))
      return E;
    if (Error E = axis(Result.Axes.emplace_back()))
      return E;
  }
  return Result;
}

/// `_8`, `_-8`, and `_m8`, which C++ has as a name of the same.
Expected<Int> TupleReader::underscored() {
  Token T = R.take();
  StringRef Digits = T.Text.drop_front();
  Int I = fixed(0);
  if (Digits.empty() && R.at("-")) {
    if (Error E = signedNumber(I.Value, "a number"))
      return E;
  } else {
    bool Negative = Digits.consume_front("m");
    if (Digits.empty() || !all_of(Digits, isDigit))
      return R.fail(T.Position, "expected an integer, found " + quoted(T.Text));
    if (Digits.getAsInteger(10, I.Value) || I.Value >= Overflow)
      return R.fail(T.Position, "number is too large, expected less than 2^62");
    if (Negative)
      I.Value = -I.Value;
  }
  if (Error E = axes(I))
    return E;
  return I;
}

/// `C<8>`, `Int<8>`, `constant<int,8>`.
Expected<Int> TupleReader::parameter() {
  StringRef Name = R.take().Text;
  if (Error E = R.expect("<"))
    return E;
  if (Name == "constant" || Name == "integral_constant") {
    R.take();
    if (Error E = R.expect(","))
      return E;
  }
  Int I = fixed(0);
  if (Error E = signedNumber(I.Value, "a number"))
    return E;
  if (Error E = R.expect(">"))
    return E;
  return I;
}

Expected<Int> TupleReader::integer() {
  skipNamespaces();
  if (R.at(Token::Name)) {
    Token T = R.next();
    if (T.Text.starts_with("_"))
      return underscored();
    if (T.Text == "E" || T.Text == "ScaledBasis") {
      R.take();
      return basis(T.Text == "ScaledBasis");
    }
    if (T.Text == "Int" || T.Text == "C" || T.Text == "constant" ||
        T.Text == "integral_constant")
      return parameter();
    if (T.Text == "int")
      return R.fail(T.Position, "a type does not state the value of an int");
  }
  Int I;
  if (Error E = signedNumber(I.Value, "an integer or a tuple"))
    return E;
  if (Error E = axes(I))
    return E;
  return I;
}

//===----------------------------------------------------------------------===//
// Tuples
//===----------------------------------------------------------------------===//

/// After the opening bracket.
Error TupleReader::items(std::vector<IntTuple> &Items, StringRef Close,
                         unsigned Depth) {
  if (Depth >= DeepestTuple)
    return R.fail(R.next().Position, "tuples are nested more than " +
                                         Twine(DeepestTuple) + " deep");
  while (true) {
    Expected<IntTuple> Item = tuple(Depth + 1);
    if (!Item)
      return Item.takeError();
    Items.push_back(std::move(*Item));
    if (R.takeIf(Close))
      return Error::success();
    if (!R.takeIf(","))
      return R.unexpected("',' or '" + Close + "'");
    // pycute writes (4,) for a tuple of one.
    if (Items.size() == 1 && Close == ")" && R.takeIf(Close))
      return Error::success();
  }
}

Expected<IntTuple> TupleReader::tuple(unsigned Depth) {
  skipNamespaces();
  StringRef Close;
  if (R.at(Token::Name) && isTupleName(R.next().Text)) {
    R.take();
    if (Error E = R.expect("<"))
      return E;
    Close = ">";
  } else {
    if (atName("ArithTuple")) {
      R.take();
      if (!R.at("("))
        return R.unexpected("'('");
    }
    if (R.takeIf("("))
      Close = ")";
  }
  if (Close.empty()) {
    Expected<Int> I = integer();
    if (!I)
      return I.takeError();
    return IntTuple(std::move(*I));
  }
  std::vector<IntTuple> Items;
  if (Error E = items(Items, Close, Depth))
    return E;
  return IntTuple(std::move(Items));
}
