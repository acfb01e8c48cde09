//===- CommandLine.cpp - Parsing the command line -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/commandline/CommandLine.h"
#include "tools/f2layout/answer/Names.h"
#include "tools/f2layout/commandline/TargetOption.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout::calc {

Error fail(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), "error: " + Message);
}

std::string suggestion(StringRef Wrong, ArrayRef<StringRef> Candidates) {
  StringRef Nearest;
  size_t Least = std::max<size_t>(1, Wrong.size() / 2) + 1;
  for (StringRef C : Candidates) {
    size_t Distance = Wrong.edit_distance(C);
    if (Distance < Least) {
      Nearest = C;
      Least = Distance;
    }
  }
  return Nearest.empty() ? "" : ("; did you mean '" + Nearest + "'?").str();
}

//===----------------------------------------------------------------------===//
// Splitting the command line
//===----------------------------------------------------------------------===//

static bool isOperand(StringRef Argument) {
  return !Argument.starts_with("-") || Argument == "-" ||
         Argument.starts_with("->") || Argument.starts_with("- ");
}

static Error unknownOption(const Command &C, StringRef Name) {
  SmallVector<std::string> Written;
  for (const OptionSpec &O : optionsOf(C))
    Written.push_back(std::string("--") + O.Name);
  return fail(
      "'" + Twine(C.Name) + "' has no option '--" + Name + "'" +
      suggestion(("--" + Name).str(),
                 SmallVector<StringRef>(Written.begin(), Written.end())));
}

static Error checkWords(const OptionSpec &O, StringRef Value) {
  if (!O.Words || O.UseOfWords == OptionSpec::Known)
    return Error::success();
  WordList Words = O.Words(), Given = {Value};
  bool IsList = O.UseOfWords == OptionSpec::Some;
  if (IsList) {
    Given.clear();
    Value.split(Given, ',');
  }
  for (StringRef Word : Given)
    if (!is_contained(Words, Word))
      return fail("--" + Twine(O.Name) + (IsList ? " has '" : " is '") + Word +
                  "', expected " + (IsList ? "some of " : "one of ") +
                  join(Words, ", ") + suggestion(Word, Words));
  return Error::success();
}

Error Invocation::addOption(StringRef Argument, ArrayRef<StringRef> &Rest) {
  auto [Name, Value] = Argument.ltrim('-').split('=');
  if (Name == "h")
    Name = "help";
  SmallVector<OptionSpec> Specs = optionsOf(Cmd);
  const OptionSpec *O = find_if(
      Specs, [&, N = Name](const OptionSpec &O) { return N == O.Name; });
  if (O == Specs.end())
    return unknownOption(Cmd, Name);
  bool HasValue = Argument.contains('=');
  if (!O->Value && HasValue)
    return fail("--" + Name + " takes no value, found '" + Value + "'");
  if (O->Value && !HasValue) {
    if (Rest.empty())
      return fail("--" + Name + " needs a value: --" + Name + " " + O->Value);
    Value = Rest.front();
    Rest = Rest.drop_front();
  }
  if (Error E = checkWords(*O, Value))
    return E;
  if (!Values.try_emplace(Name, Value).second)
    return fail("--" + Name + " is given twice");
  return Error::success();
}

Error Invocation::parse(ArrayRef<StringRef> Arguments) {
  while (!Arguments.empty()) {
    StringRef Argument = Arguments.front();
    Arguments = Arguments.drop_front();
    if (Argument == "--") {
      append_range(Operands, Arguments);
      break;
    }
    if (isOperand(Argument))
      Operands.push_back(Argument);
    else if (Error E = addOption(Argument, Arguments))
      return E;
  }
  size_t Given = Operands.size();
  if (!has("help") && (Given < Cmd.MinOperands || Given > Cmd.MaxOperands))
    return fail("'" + Twine(Cmd.Name) + "' has " + Twine(Given) +
                (Given == 1 ? " operand" : " operands") + ", expected " +
                (*Cmd.Operands ? Cmd.Operands : "none"));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Reading values
//===----------------------------------------------------------------------===//

std::optional<StringRef> Invocation::value(StringRef Option) const {
  auto It = Values.find(Option);
  if (It == Values.end())
    return std::nullopt;
  return It->second;
}

Expected<uint64_t> Invocation::number(StringRef Option, uint64_t Default,
                                      uint64_t Least, uint64_t Most) const {
  std::optional<StringRef> Text = value(Option);
  if (!Text)
    return Default;
  uint64_t N;
  if (Text->getAsInteger(10, N) || N < Least || N > Most)
    return fail("--" + Option + " is '" + *Text +
                "', expected a whole number from " + Twine(Least) + " to " +
                Twine(Most));
  return N;
}

/// Checks the width of an element, which comes from the option if it is given
/// and otherwise from a type.
Error Invocation::checkBits(const OptionSpec &O, unsigned Bits) const {
  if (!O.Words || has("bits"))
    return checkWords(O, std::to_string(Bits));
  WordList Words = O.Words();
  if (is_contained(Words, std::to_string(Bits)))
    return Error::success();
  return fail(TypeName + ": the type has elements of " + Twine(Bits) +
              (Bits == 1 ? " bit" : " bits") + ", expected one of " +
              join(Words, ", "));
}

Expected<unsigned> Invocation::elementBits() const {
  unsigned Bits = TypeBits.value_or(32);
  std::optional<StringRef> Given = value("bits");
  if (!Given && !TypeBits)
    return Bits;
  if (Given && Given->getAsInteger(10, Bits))
    return fail("--bits is '" + *Given + "', expected a whole number");
  if (TypeBits && Bits != *TypeBits)
    return fail("--bits is " + Twine(Bits) + ", expected " + Twine(*TypeBits) +
                " as the type in " + TypeName + " says");
  for (const OptionSpec &O : optionsOf(Cmd))
    if (StringRef(O.Name) == "bits")
      if (Error E = checkBits(O, Bits))
        return E;
  return Bits;
}

Expected<Target> Invocation::target() const {
  Expected<uint64_t> Wave = number("wave", 0, 32, 64);
  if (!Wave)
    return Wave.takeError();
  Expected<TargetTable> Table =
      readTarget(value("target").value_or("sm_90"), *Wave ? Log2_64(*Wave) : 0);
  if (!Table)
    return fail("--target: " + toString(Table.takeError()));
  return std::move(Table->T);
}

Expected<SmallVector<uint64_t>> Invocation::shape() const {
  SmallVector<uint64_t> Sizes;
  std::optional<StringRef> Text = value("shape");
  if (!Text)
    return Sizes;
  SmallVector<StringRef> Parts;
  Text->split(Parts, 'x');
  if (Parts.size() > MaxLayoutDims)
    return fail("--shape has " + Twine(Parts.size()) +
                " sizes, expected at most " + Twine(MaxLayoutDims));
  for (StringRef Part : Parts)
    if (Part.getAsInteger(10, Sizes.emplace_back()) ||
        !isPowerOf2_64(Sizes.back()))
      return fail("--shape is '" + *Text +
                  "', expected sizes that are powers of two, such as 32x64");
  return Sizes;
}

Expected<SmallVector<uint64_t>> Invocation::arrayShape() const {
  SmallVector<uint64_t> Shape;
  std::optional<StringRef> Text = value("shape");
  if (!Text)
    return Shape;
  SmallVector<StringRef> Parts;
  Text->split(Parts, 'x');
  double Elements = 1;
  for (StringRef Part : Parts) {
    if (Part.getAsInteger(10, Shape.emplace_back()) || Shape.back() == 0)
      return fail("--shape is '" + *Text + "', expected sizes such as 32x33");
    Elements *= double(Shape.back());
  }
  if (Elements > double(1u << 31))
    return fail("--shape is '" + *Text +
                "', expected at most 2^31 elements together");
  return Shape;
}

//===----------------------------------------------------------------------===//
// Reading layouts
//===----------------------------------------------------------------------===//

Expected<SourceText> Invocation::text(StringRef Written, const Twine &Where) {
  return Stdin.open(Written, Where);
}

Error Invocation::noteBits(const SourceText &Source,
                           std::optional<unsigned> Bits) {
  if (Bits && TypeBits && *Bits != *TypeBits)
    return fail(Source.Name + ": the type has elements of " +
                counted(*Bits, "bit") + ", expected " + Twine(*TypeBits) +
                " as in " + TypeName);
  if (Bits && !TypeBits) {
    TypeBits = Bits;
    TypeName = Source.Name;
  }
  return Error::success();
}

Expected<PaddedLayout> Invocation::read(StringRef Written, const Twine &Where,
                                        bool MayBePadded) {
  Expected<SourceText> Source = text(Written, Where);
  if (!Source)
    return Source.takeError();
  Expected<PaddedLayout> L = paddedLayout(*Source);
  if (L && !MayBePadded)
    if (Error E = checkUnpadded(*Source, *L))
      return E;
  return L;
}

Expected<PaddedLayout> Invocation::paddedLayout(const SourceText &Source) {
  Expected<SmallVector<uint64_t>> Shape = shape();
  if (!Shape)
    return Shape.takeError();
  Expected<TypedLayout> L = readLayout(Source, *Shape);
  if (!L)
    return L.takeError();
  if (Error E = noteBits(Source, L->ElementBits))
    return E;
  return std::move(L->Layout);
}

static Expected<LinearLayout> linearPart(Expected<PaddedLayout> L) {
  if (!L)
    return L.takeError();
  return std::move(L->Linear);
}

Expected<PaddedLayout> Invocation::paddedLayout(unsigned I) {
  return read(Operands[I], "operand " + Twine(I + 1), /*MayBePadded=*/true);
}

Expected<LinearLayout> Invocation::layout(unsigned I) {
  return linearPart(read(Operands[I], "operand " + Twine(I + 1), false));
}

Expected<LinearLayout> Invocation::layout(StringRef Option) {
  std::optional<StringRef> Written = value(Option);
  if (!Written)
    return fail("'" + Twine(Cmd.Name) + "' needs --" + Option + " LAYOUT");
  return linearPart(read(*Written, "--" + Option, false));
}

} // namespace f2layout::calc
