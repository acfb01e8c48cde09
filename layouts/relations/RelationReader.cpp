//===- RelationReader.cpp - Layouts from integer relations ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/relations/RelationReader.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/relations/LinearRelation.h"
#include "layouts/relations/QuasiAffine.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// What the text says about an integer.
struct Known {
  std::optional<int64_t> First, Last;
  std::optional<QuasiAffine> Value;
};

/// The relation as a function: the integers, and which of them are what.
struct Function {
  std::vector<std::string> Names;
  std::vector<Known> Integers; ///< Of each name.
  std::vector<unsigned> Inputs, Outputs, Hidden;
};

//===----------------------------------------------------------------------===//
// From text to functions
//===----------------------------------------------------------------------===//

class Parser {
public:
  explicit Parser(StringRef Whole) : Text(Whole) {}

  Expected<Function> run() {
    if (Error E = relation())
      return E;
    return std::move(F);
  }

private:
  Error relation() {
    if (Error E = Text.expect("{"))
      return E;
    if (Error E = tuple(F.Inputs, "i"))
      return E;
    if (Error E = Text.expect("->"))
      return E;
    if (Error E = tuple(F.Outputs, "dim"))
      return E;
    if (Text.takeIf(":"))
      if (Error E = conditions())
        return E;
    if (Error E = Text.expect("}"))
      return E;
    return Text.at(Token::End) ? Error::success()
                               : Text.unexpected("the end of the text");
  }

  unsigned addInteger(std::string Name) {
    F.Names.push_back(std::move(Name));
    F.Integers.emplace_back();
    return F.Names.size() - 1;
  }

  Error tuple(std::vector<unsigned> &Items, StringRef Default) {
    if (Text.at(Token::Name))
      Text.take();
    return Text.list("[", "]", [&] { return item(Items, Default); });
  }

  /// A new name, or an expression of the names before it.
  Error item(std::vector<unsigned> &Items, StringRef Default) {
    std::string Name;
    bool HasValue = true;
    size_t Position = Text.next().Position;
    if (Text.at(Token::Name) && !atWord(Text, "floor")) {
      // The name of an integer before this one begins an expression, so look
      // at a copy.
      TextReader Ahead = Text;
      std::string Written = takePrimedName(Ahead);
      if (!is_contained(F.Names, Written)) {
        Name = takePrimedName(Text);
        HasValue = Text.takeIf("=");
      }
    }
    QuasiAffine Value;
    if (HasValue)
      if (Error E = QuasiAffineReader(Text, F.Names).expression(Value))
        return E;
    if (Name.empty())
      Name = freeName(Default, Items.size());
    if (is_contained(F.Names, Name))
      return Text.fail(Position, "name " + quoted(Name) + " comes twice");
    unsigned I = addInteger(std::move(Name));
    Items.push_back(I);
    if (HasValue)
      F.Integers[I].Value = std::move(Value);
    return Error::success();
  }

  std::string freeName(StringRef Default, size_t Index) const {
    std::string Name = (Default + Twine(Index)).str();
    while (is_contained(F.Names, Name))
      Name += '\'';
    return Name;
  }

  Error conditions() {
    do {
      if (Error E = takeWord(Text, "exists") ? hidden() : condition())
        return E;
    } while (takeWord(Text, "and"));
    return Error::success();
  }

  Error hidden() {
    constexpr unsigned DeepestExists = 64;
    if (++ExistsDepth > DeepestExists)
      return Text.fail(Text.next().Position, "'exists' is nested more than " +
                                                 Twine(DeepestExists) +
                                                 " deep");
    if (Error E = Text.expect("("))
      return E;
    do {
      if (!Text.at(Token::Name))
        return Text.unexpected("a name");
      size_t Position = Text.next().Position;
      std::string Name = takePrimedName(Text);
      if (is_contained(F.Names, Name))
        return Text.fail(Position, "name " + quoted(Name) + " comes twice");
      F.Hidden.push_back(addInteger(std::move(Name)));
    } while (Text.takeIf(","));
    if (Error E = Text.expect(":"))
      return E;
    if (Error E = conditions())
      return E;
    --ExistsDepth;
    return Text.expect(")");
  }

  std::string comparison() {
    for (StringRef Sign : {"<", ">", "="})
      if (Text.takeIf(Sign))
        return Sign != "=" && Text.takeIf("=") ? (Sign + "=").str()
                                               : Sign.str();
    return "";
  }

  Error values(std::vector<QuasiAffine> &Values) {
    do {
      Values.emplace_back();
      if (Error E = QuasiAffineReader(Text, F.Names).expression(Values.back()))
        return E;
    } while (Text.takeIf(","));
    return Error::success();
  }

  Error condition() {
    size_t Position = Text.next().Position;
    std::vector<QuasiAffine> Left;
    if (Error E = values(Left))
      return E;
    std::string Sign = comparison();
    if (Sign.empty())
      return Text.unexpected("one of = < <= > >=");
    while (!Sign.empty()) {
      std::vector<QuasiAffine> Right;
      if (Error E = values(Right))
        return E;
      for (const QuasiAffine &A : Left)
        for (const QuasiAffine &B : Right)
          if (!note(A, Sign, B))
            return Text.fail(Position, "expected a bound of an integer, or its "
                                       "value as a function of others");
      Left = std::move(Right);
      Sign = comparison();
    }
    return Error::success();
  }

  /// False if this is neither a bound nor a value.
  bool note(const QuasiAffine &Left, StringRef Sign, const QuasiAffine &Right) {
    if (Sign == "=") {
      if (Left.K != QuasiAffine::Variable)
        return false;
      std::optional<QuasiAffine> &Value = F.Integers[Left.Number].Value;
      if (Value)
        return false;
      Value = Right;
      return true;
    }
    bool Less = Sign.front() == '<', Equal = Sign.size() == 2;
    const QuasiAffine &Small = Less ? Left : Right;
    const QuasiAffine &Large = Less ? Right : Left;
    if (std::optional<int64_t> Least = Small.constant())
      return Large.K == QuasiAffine::Variable && *Least != INT64_MAX &&
             atLeast(F.Integers[Large.Number], *Least + !Equal);
    if (std::optional<int64_t> Most = Large.constant())
      return Small.K == QuasiAffine::Variable && *Most != INT64_MIN &&
             atMost(F.Integers[Small.Number], *Most - !Equal);
    return false;
  }
  static bool atLeast(Known &K, int64_t Bound) {
    K.First = K.First ? std::max(*K.First, Bound) : Bound;
    return true;
  }
  static bool atMost(Known &K, int64_t Bound) {
    K.Last = K.Last ? std::min(*K.Last, Bound) : Bound;
    return true;
  }

  TextReader Text;
  Function F;
  unsigned ExistsDepth = 0;
};

//===----------------------------------------------------------------------===//
// From functions to layouts
//===----------------------------------------------------------------------===//

class Builder {
public:
  Builder(Function F, StringRef Text) : F(std::move(F)), Text(Text) {}

  Expected<PaddedLayout> run() {
    if (Error E = findInputs())
      return E;
    if (Error E = findOutputs())
      return E;
    Expected<LinearLayout> L = LinearLayout::create(Spec);
    if (!L)
      return L.takeError();
    Result.Linear = std::move(*L);
    if (Error E = findSizes())
      return E;
    if (Error E = verify())
      return E;
    return std::move(Result);
  }

private:
  Error wrong(const Twine &Message) const { return layoutError(Message); }
  StringRef name(unsigned I) const { return F.Names[I]; }

  Error findInputs();
  Error findPadding(unsigned Address, unsigned Offset);
  Error findOutputs();
  Error findSizes();
  Error verify();
  /// The values of the outputs.
  std::optional<LayoutPoint> valuesAt(ArrayRef<int64_t> Places) const;
  bool sameText() const;

  Function F;
  StringRef Text;
  std::vector<unsigned> Places; ///< Inputs, or the hidden offset instead.
  LayoutSpec Spec;
  PaddedLayout Result;
};

} // namespace

/// Inputs have all values from 0 to one less than a power of two.
Error Builder::findInputs() {
  for (unsigned I : F.Inputs) {
    unsigned Place = I;
    if (F.Integers[I].Value) {
      if (F.Hidden.size() != 1)
        return wrong("input " + quoted(name(I)) +
                     " is not free, and there is no one integer that it "
                     "depends on");
      Place = F.Hidden.front();
      if (is_contained(Places, Place))
        return wrong("two inputs depend on " + quoted(name(Place)));
      if (Error E = findPadding(I, Place))
        return E;
    }
    const Known &K = F.Integers[Place];
    if (K.First != 0 || !K.Last || *K.Last < 0 ||
        !isPowerOf2_64(uint64_t(*K.Last) + 1))
      return wrong("input " + quoted(name(Place)) +
                   " has other bounds than 0 and one less than a power of two");
    unsigned Bits = Log2_64(uint64_t(*K.Last) + 1);
    Places.push_back(Place);
    StringRef Name = Place == I ? withoutPrimes(name(I)) : "offset";
    Spec.Inputs.push_back({Name.str(), std::vector<LayoutPoint>(Bits)});
  }
  if (!F.Hidden.empty() && !is_contained(Places, F.Hidden.front()))
    return wrong("no input depends on " + quoted(name(F.Hidden.front())));
  return Error::success();
}

/// Takes offset + 2*floor(offset/8) apart.
Error Builder::findPadding(unsigned Address, unsigned Offset) {
  const Known &K = F.Integers[Address];
  QuasiAffine Sum = *K.Value;
  if (Sum.K != QuasiAffine::Sum)
    Sum = {QuasiAffine::Sum, 0, {Sum}};
  bool Itself = false;
  for (const QuasiAffine &Part : Sum.Parts) {
    if (Part.isVariable(Offset) && !Itself) {
      Itself = true;
      continue;
    }
    int64_t Amount = Part.K == QuasiAffine::Scale ? Part.Number : 1;
    const QuasiAffine &Of = Part.K == QuasiAffine::Scale ? Part.Parts[0] : Part;
    bool Divided = Of.K == QuasiAffine::Floor && Of.Parts[0].isVariable(Offset);
    if (Amount <= 0 || !(Divided || Of.isVariable(Offset)))
      return wrong("address " + quoted(name(Address)) +
                   " is not an offset and multiples of floor(offset/interval)");
    uint64_t Interval = Divided ? uint64_t(Of.Number) : 1;
    Result.Paddings.push_back({Interval, uint64_t(Amount)});
  }
  if (!Itself || K.First || K.Last)
    return wrong("address " + quoted(name(Address)) +
                 " is not an offset and paddings without bounds");
  return Error::success();
}

std::optional<LayoutPoint> Builder::valuesAt(ArrayRef<int64_t> At) const {
  std::vector<int64_t> Values(F.Names.size());
  for (auto [I, Place] : enumerate(Places))
    Values[Place] = At[I];
  LayoutPoint Point;
  for (unsigned O : F.Outputs) {
    const Known &K = F.Integers[O];
    std::optional<int64_t> Value = K.Value->evaluate(Values);
    if (!Value || *Value < 0 || (K.First && *Value < *K.First) ||
        (K.Last && *Value > *K.Last))
      return std::nullopt;
    Point.push_back(uint64_t(*Value));
  }
  return Point;
}

/// The images are the values at powers of two, without that at 0.
Error Builder::findOutputs() {
  for (unsigned O : F.Outputs) {
    const Known &K = F.Integers[O];
    if (!K.Value ||
        K.Value->mentions([&](unsigned V) { return !is_contained(Places, V); }))
      return wrong("output " + quoted(name(O)) +
                   " is not given as a function of the inputs");
    Spec.Outputs.push_back({withoutPrimes(name(O)).str(), 1});
  }
  std::vector<int64_t> At(Places.size());
  auto Outside = [&] {
    return wrong("the value at some power of two is outside of the bounds of "
                 "an output, or is negative");
  };
  std::optional<LayoutPoint> Zero = valuesAt(At);
  if (!Zero)
    return Outside();
  LayoutPoint Used = *Zero;
  for (auto [I, In] : enumerate(Spec.Inputs))
    for (size_t B = 0; B < In.Images.size(); ++B) {
      At[I] = int64_t(1) << B;
      std::optional<LayoutPoint> Image = valuesAt(At);
      At[I] = 0;
      if (!Image)
        return Outside();
      for (size_t O = 0; O < Image->size(); ++O) {
        (*Image)[O] ^= (*Zero)[O];
        Used[O] |= (*Image)[O];
      }
      In.Images[B] = *Image;
    }
  Spec.Offset = *Zero;
  for (auto [O, Out] : enumerate(Spec.Outputs)) {
    const Known &K = F.Integers[F.Outputs[O]];
    bool Bounded = K.First == 0 && K.Last;
    uint64_t Last = Bounded ? uint64_t(*K.Last) : Used[O];
    Out.Size = Bounded ? Last + 1 : PowerOf2Ceil(Last + 1);
    if (!isPowerOf2_64(Out.Size))
      return wrong("output " + quoted(name(F.Outputs[O])) + " has size " +
                   Twine(Out.Size) + ", expected a power of two");
  }
  return Error::success();
}

/// Addresses must be words.
Error Builder::findSizes() {
  if (Result.Paddings.empty())
    return Error::success();
  PaddedSharedParams P;
  P.Paddings = Result.Paddings;
  P.Linear = Result.Linear;
  Expected<PaddedLayout> L = paddedSharedLayout(P, shapeOf(Result.Linear));
  if (!L)
    return L.takeError();
  Result = std::move(*L);
  return Error::success();
}

/// Compares without white space.
bool Builder::sameText() const {
  auto Squeezed = [](StringRef S) {
    std::string Kept;
    for (char C : S)
      if (!isSpace(C))
        Kept += C;
    return Kept;
  };
  return Squeezed(Text) == Squeezed(toString(relationOf(Result)));
}

Error Builder::verify() {
  if (sameText())
    return Error::success();
  const LinearLayout &L = Result.Linear;
  constexpr unsigned MostBits = 20;
  if (L.inputBits() > MostBits || !L.isOfWords())
    return wrong("the relation has " + Twine(L.inputBits()) +
                 " input bits, and not the text that f2layout writes; expected "
                 "at most " +
                 Twine(MostBits) + " to check that it is linear");
  std::vector<int64_t> At(Places.size());
  for (uint64_t Flat = 0; Flat >> L.inputBits() == 0; ++Flat) {
    uint64_t Rest = Flat;
    for (auto [I, D] : enumerate(L.inputs())) {
      At[I] = int64_t(Rest & (D.size() - 1));
      Rest >>= D.Bits;
    }
    std::optional<LayoutPoint> Value = valuesAt(At);
    LayoutPoint Expected = L.point(L.applyFlat(Flat));
    if (Value && *Value == Expected)
      continue;
    std::string Place;
    for (auto [I, D] : enumerate(L.inputs()))
      Place += (I ? ", " : "") + D.Name.str() + "=" + std::to_string(At[I]);
    return wrong("the relation is not linear or affine: at " + Place +
                 " its value is not what those at 0 and at powers of two say");
  }
  return Error::success();
}

Expected<PaddedLayout> f2layout::parseRelation(StringRef Text) {
  Expected<Function> F = Parser(Text).run();
  if (!F)
    return F.takeError();
  return Builder(std::move(*F), Text).run();
}
