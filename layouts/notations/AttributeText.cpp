//===- AttributeText.cpp - The syntax of MLIR's attributes ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/notations/AttributeText.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;
using namespace f2layout;

const AttributeValue *AttributeValue::find(StringRef Key) const {
  for (const AttributeEntry &E : Entries)
    if (E.Key == Key)
      return E.Value.get();
  return nullptr;
}

namespace {

constexpr unsigned MaxDepth = 32;

/// Values that a short name stands for are shared. Otherwise a text in which
/// each name uses the previous one twice would grow without bound.
class Parser {
public:
  explicit Parser(StringRef Text) : Text(Text) {}

  Expected<AttributePointer> run() {
    AttributePointer Meant;
    while (!Text.at(Token::End)) {
      size_t Position = Text.next().Position;
      StringRef Alias = Text.at(Token::Alias) ? Text.next().Text : StringRef();
      Expected<AttributePointer> V = value(/*Depth=*/1);
      if (V && !Alias.empty() && !*V) // `#name =`, a definition.
        V = value(/*Depth=*/1, /*MayDefine=*/false);
      else if (V)
        Alias = StringRef();
      if (!V)
        return V.takeError();
      Meant = *V;
      if (!Alias.empty() && !Aliases.try_emplace(Alias, Meant).second)
        return Text.fail(Position,
                         quoted(Alias) + " is defined twice, expected once");
      if (Alias.empty() && !Text.at(Token::End))
        return Text.unexpected("the end of the text");
    }
    if (!Meant)
      return Text.unexpected("an attribute, as #ttg.blocked<{...}>");
    return Meant;
  }

private:
  /// Returns null for the left side of a definition, which may only occur
  /// outside of all values.
  Expected<AttributePointer> value(unsigned Depth, bool MayDefine = true) {
    auto V = std::make_shared<AttributeValue>();
    V->Position = Text.next().Position;
    if (Depth > MaxDepth)
      return Text.fail(V->Position, "values in values are more than " +
                                        Twine(MaxDepth) + " deep");
    if (Text.at(Token::Alias)) {
      StringRef Name = Text.take().Text;
      if (Name.front() == '!' && Text.at("<"))
        return type(Name.drop_front(), *V, Depth);
      if (Depth == 1 && MayDefine && Text.takeIf("="))
        return AttributePointer();
      return aliasOrAttribute(Name, *V, Depth);
    }
    if (Error E = plain(*V, Depth))
      return E;
    return AttributePointer(std::move(V));
  }

  Error plain(AttributeValue &V, unsigned Depth) {
    if (Text.at(Token::Name)) {
      V.K = AttributeValue::Word;
      V.Name = Text.take().Text.str();
      if (V.Name != "tensor" || !Text.at("<"))
        return Error::success();
      Expected<AttributePointer> T = type("tensor", V, Depth);
      if (!T)
        return T.takeError();
      V = **T;
      return Error::success();
    }
    if (Text.at("[")) {
      V.K = AttributeValue::List;
      return Text.list("[", "]", [&]() -> Error {
        Expected<AttributePointer> Item = value(Depth + 1);
        return Item ? add(V, V.Items.emplace_back(*Item)) : Item.takeError();
      });
    }
    if (Text.at("{")) {
      V.K = AttributeValue::Dictionary;
      return entries(V, Depth);
    }
    if (Error E = Text.number(V.Integer, "a value"))
      return E;
    // A type may follow: 16 : i32.
    if (!Text.takeIf(":"))
      return Error::success();
    if (!Text.at(Token::Name))
      return Text.unexpected("a type, as i32");
    Text.take();
    return Error::success();
  }

  /// Reads what follows the name of a type. Only types with a layout are
  /// values.
  Expected<AttributePointer> type(StringRef Name, const AttributeValue &At,
                                  unsigned Depth) {
    if (Name != "tensor" && !Name.ends_with(".memdesc"))
      return Text.fail(At.Position, "type " + quoted("!" + Name.str()) +
                                        " has no layout, expected tensor<...> "
                                        "or !ttg.memdesc<...>");
    AttributeValue T;
    T.K = AttributeValue::Type;
    T.Position = At.Position;
    T.Name = Name.str();
    if (Error E = Text.expect("<"))
      return E;
    T.ShapePosition = Text.next().Position;
    if (Error E = shapeAndElement(T))
      return E;
    if (!Text.takeIf(","))
      return Text.unexpected("',' and a layout");
    Expected<AttributePointer> Layout = value(Depth + 1);
    if (!Layout)
      return Layout.takeError();
    if (Error E = add(T, T.Items.emplace_back(*Layout)))
      return E;
    while (Text.takeIf(","))
      if (Error E = behindLayout(T))
        return E;
    if (Error E = Text.expect(">"))
      return E;
    return std::make_shared<const AttributeValue>(std::move(T));
  }

  /// Reads #smem, mutable, or the shape of the allocation.
  Error behindLayout(AttributeValue &T) {
    if (Text.at(Token::Name) || Text.at(Token::Alias)) {
      Text.take();
      return Text.takeIf("<") ? skipTo(">") : Error::success();
    }
    T.AllocationPosition = Text.next().Position;
    T.Allocation.clear();
    if (Error E = Text.number(T.Allocation.emplace_back(),
                              "a memory space, 'mutable' or the allocation's "
                              "shape"))
      return E;
    if (!Text.at(Token::Name))
      return Error::success();
    StringRef Rest = Text.take().Text;
    while (Rest.consume_front("x"))
      if (Rest.consumeInteger(10, T.Allocation.emplace_back()))
        break;
    if (!Rest.empty())
      return Text.fail(T.AllocationPosition, "expected sizes, as 64x32");
    return Error::success();
  }

  /// `64x32xf16` is lexed as the number 64 and the name x32xf16.
  Error shapeAndElement(AttributeValue &T) {
    while (Text.at(Token::Number)) {
      if (Error E = Text.number(T.Shape.emplace_back(), "a size"))
        return E;
      StringRef Rest = Text.at(Token::Name) ? Text.next().Text : StringRef();
      size_t Position = Text.next().Position;
      if (!Rest.consume_front("x"))
        return Text.unexpected("'x' and a size or an element's type");
      Text.take();
      while (!Rest.empty() && isDigit(Rest.front())) {
        if (Rest.consumeInteger(10, T.Shape.emplace_back()) ||
            !Rest.consume_front("x"))
          return Text.fail(Position, "expected sizes and an element's type, as "
                                     "64x32xf16");
      }
      if (!Rest.empty()) {
        T.Element = Rest.str();
        return Error::success();
      }
    }
    if (!Text.at(Token::Name) && !Text.at(Token::Alias))
      return Text.unexpected("an element's type, as f16");
    T.Element = Text.take().Text.str();
    return Text.takeIf("<") ? skipTo(">") : Error::success();
  }

  /// Skips to the closing bracket and past it. The skipped parts do not matter
  /// here: #smem, mutable, an allocation's shape.
  Error skipTo(StringRef Close) {
    for (unsigned Open = 1;; Text.take()) {
      if (Text.at(Token::End))
        return Text.unexpected("'" + Close + "'");
      if (Text.at("<"))
        ++Open;
      if (Text.at(Close) && --Open == 0)
        break;
    }
    Text.take();
    return Error::success();
  }

  Expected<AttributePointer> aliasOrAttribute(StringRef Name, AttributeValue &V,
                                              unsigned Depth) {
    auto Known = Aliases.find(Name);
    if (Known != Aliases.end())
      return Known->second;
    if (!Name.contains('.'))
      return Text.fail(V.Position, quoted(Name) +
                                       " is not defined, expected a line '" +
                                       Name.take_front(32) + " = ...' above");
    AttributeValue A;
    A.K = AttributeValue::Attribute;
    A.Position = V.Position;
    A.Name = Name.drop_front().str();
    if (Text.takeIf("<"))
      if (Error E = parts(A, Depth))
        return E;
    return std::make_shared<const AttributeValue>(std::move(A));
  }

  /// Reads everything between < and >.
  Error parts(AttributeValue &A, unsigned Depth) {
    while (!Text.takeIf(">")) {
      if (Text.at("[")) {
        if (Error E = paddings(A))
          return E;
      } else if (Text.at("{")) {
        if (Error E = entries(A, Depth))
          return E;
      } else if (Text.at(Token::Name)) {
        if (Error E = entry(A, Depth))
          return E;
      } else {
        return Text.unexpected("'{', a parameter or '>'");
      }
      Text.takeIf(",");
    }
    return Error::success();
  }

  Error paddings(AttributeValue &A) {
    return Text.list("[", "]", [&]() -> Error {
      auto &[Interval, Amount] = A.Paddings.emplace_back();
      if (Error E = Text.number(Interval, "an interval, as 32 in 32:+4"))
        return E;
      if (Error E = Text.expect(":"))
        return E;
      if (Error E = Text.expect("+"))
        return E;
      return Text.number(Amount, "a number of elements, as 4 in 32:+4");
    });
  }

  Error entries(AttributeValue &V, unsigned Depth) {
    return Text.list("{", "}", [&] { return entry(V, Depth); });
  }

  Error entry(AttributeValue &V, unsigned Depth) {
    if (!Text.at(Token::Name))
      return Text.unexpected("the name of a parameter");
    Token Key = Text.take();
    if (V.find(Key.Text))
      return Text.fail(Key.Position, "parameter " + quoted(Key.Text) +
                                         " comes twice, expected once");
    AttributeEntry Entry{Key.Text.str(), Key.Position, nullptr};
    if (Text.takeIf("=")) {
      Expected<AttributePointer> Value = value(Depth + 1);
      if (!Value)
        return Value.takeError();
      Entry.Value = *Value;
    } else {
      AttributeValue True;
      True.K = AttributeValue::Word;
      True.Position = Key.Position;
      True.Name = "true";
      Entry.Value = std::make_shared<const AttributeValue>(std::move(True));
    }
    AttributePointer Value = Entry.Value;
    V.Entries.push_back(std::move(Entry));
    return add(V, Value);
  }

  /// A short name may stand for a tree that is already deep.
  Error add(AttributeValue &V, const AttributePointer &Child) {
    V.Depth = std::max(V.Depth, Child->Depth + 1);
    if (V.Depth > MaxDepth)
      return Text.fail(V.Position, "values in values are more than " +
                                       Twine(MaxDepth) + " deep");
    return Error::success();
  }

  TextReader Text;
  StringMap<AttributePointer> Aliases;
};

} // namespace

Expected<AttributePointer> f2layout::parseAttributeText(StringRef Text) {
  return Parser(Text).run();
}
