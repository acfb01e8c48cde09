//===- Relation.cpp - Layouts as integer relations, in isl's notation -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/relations/Relation.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// Names and numerals
//===----------------------------------------------------------------------===//

/// Words that isl's lexer does not take for names.
static constexpr StringRef Keywords[] = {
    "exists",   "and", "or",   "not",   "implies", "mod",
    "min",      "max", "rat",  "true",  "false",   "infty",
    "infinity", "nan", "ceil", "ceild", "floor",   "floord"};

std::string RelationNames::choose(StringRef Name) {
  std::string Result = Name.str();
  StringRef Lower = Name;
  bool Refused = any_of(
      Keywords, [&](StringRef Word) { return Lower.equals_insensitive(Word); });
  while (Refused || is_contained(Taken, Result)) {
    Result += '\'';
    Refused = false;
  }
  Taken.push_back(Result);
  return Result;
}

StringRef f2layout::withoutPrimes(StringRef Name) { return Name.rtrim('\''); }

static std::string numeral(const APInt &Value) {
  SmallString<32> Text;
  Value.toStringUnsigned(Text);
  return std::string(Text);
}

std::string f2layout::powerOfTwo(unsigned N) {
  return numeral(APInt::getOneBitSet(N + 1, N));
}

std::string f2layout::lastOf(unsigned Bits) {
  return Bits ? numeral(APInt::getAllOnes(Bits)) : "0";
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

void RelationSum::add(StringRef Factor, StringRef Expression, bool Compound) {
  Terms.push_back({Factor.str(), Expression.str(), Compound});
}

void RelationSum::addConstant(StringRef Number) {
  Terms.push_back({Number.str(), "", false});
}

std::string RelationSum::text() const {
  std::string Text;
  for (const Term &T : Terms) {
    StringRef Factor = T.Factor;
    bool Negative = Factor.consume_front("-");
    if (!Text.empty())
      Text += Negative ? " - " : " + ";
    else if (Negative)
      Text += "-";
    if (T.Expression.empty()) {
      Text += Factor;
      continue;
    }
    if (Factor != "1")
      Text += (Factor + "*").str();
    bool Alone = Terms.size() == 1 && Factor == "1" && !Negative;
    Text += T.Compound && !Alone ? "(" + T.Expression + ")" : T.Expression;
  }
  return Text.empty() ? "0" : Text;
}

std::string f2layout::shifted(StringRef Name, unsigned First) {
  return First ? ("floor(" + Name + "/" + powerOfTwo(First) + ")").str()
               : Name.str();
}

std::string f2layout::bitsExpression(StringRef Name, unsigned First,
                                     unsigned Count, unsigned Total,
                                     bool &Compound) {
  Compound = First + Count < Total;
  std::string Text = shifted(Name, First);
  return Compound ? Text + " mod " + powerOfTwo(Count) : Text;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string valueOf(const Relation &R, StringRef Name) {
  for (const RelationEquation &E : R.Equations)
    if (E.Name == Name)
      return E.Value;
  return "";
}

static std::string tuple(const Relation &R, ArrayRef<RelationDim> Dims) {
  std::vector<std::string> Items;
  for (const RelationDim &D : Dims) {
    std::string Value = R.Hidden.empty() ? valueOf(R, D.Name) : "";
    Items.push_back(Value.empty() ? D.Name : D.Name + " = " + Value);
  }
  return "[" + join(Items, ", ") + "]";
}

/// Integers with equal bounds that follow each other share one condition:
/// 0 <= c0, c1, c2 <= 1.
static void addBounds(std::vector<std::string> &Conditions,
                      ArrayRef<RelationDim> Dims) {
  while (!Dims.empty()) {
    StringRef Last = Dims.front().Last;
    ArrayRef<RelationDim> Equal =
        Dims.take_while([&](const RelationDim &D) { return D.Last == Last; });
    Dims = Dims.drop_front(Equal.size());
    if (Last.empty())
      continue;
    auto Names = map_range(Equal, [](const RelationDim &D) { return D.Name; });
    Conditions.push_back("0 <= " + join(Names, ", ") + " <= " + Last.str());
  }
}

std::string f2layout::toString(const Relation &R) {
  std::vector<std::string> Conditions;
  if (!R.Hidden.empty()) {
    std::vector<std::string> Inner, Names;
    addBounds(Inner, R.Hidden);
    for (const RelationDim &D : R.Hidden)
      Names.push_back(D.Name);
    for (const RelationEquation &E : R.Equations)
      Inner.push_back(E.Name + " = " + E.Value);
    Conditions.push_back("exists (" + join(Names, ", ") + " : " +
                         join(Inner, " and ") + ")");
  }
  addBounds(Conditions, R.Inputs);
  addBounds(Conditions, R.Outputs);
  std::string Text = "{ " + tuple(R, R.Inputs) + " -> " + tuple(R, R.Outputs);
  if (!Conditions.empty())
    Text += " : " + join(Conditions, " and ");
  return Text + " }";
}
