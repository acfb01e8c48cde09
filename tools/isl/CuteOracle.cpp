//===- CuteOracle.cpp - CuTe's operations stated as relations -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/isl/CuteOracle.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace llvm;
using f2layout::cute::Layout;
using f2layout::cute::Mode;

namespace f2layout::oracle {

Answer both(Answer A, Answer B) {
  if (A == Answer::No || B == Answer::No)
    return Answer::No;
  return A == Answer::Yes ? B : A;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

static std::string letter(char Letter, size_t I) {
  return Letter + std::to_string(I);
}

/// x0, x1, ...
static std::string tuple(char Letter, size_t Count, StringRef Between = ", ") {
  std::vector<std::string> Names;
  for (size_t I = 0; I < Count; ++I)
    Names.push_back(letter(Letter, I));
  return join(Names, Between);
}

/// The value of a layout at a coordinate of this name. The digit of a mode is
/// what is left of the coordinate after division by the sizes before it, modulo
/// its own size; of the last mode all that is left.
static std::string valueAt(const Layout &L, StringRef Name) {
  std::string Text = "0";
  int64_t Before = 1;
  std::vector<Mode> Modes = L.modes();
  for (const Mode &M : Modes) {
    std::string Digit = ("floor(" + Name + "/" + Twine(Before) + ")").str();
    if (&M != &Modes.back())
      Digit = "(" + Digit + " mod " + std::to_string(M.Size.Value) + ")";
    if (M.Stride.Value != 0)
      Text += " + " + std::to_string(M.Stride.Value) + "*" + Digit;
    Before *= M.Size.Value;
  }
  return Text;
}

static std::string bounds(ArrayRef<Layout> Parts, CuteOracle::Extent E) {
  std::vector<std::string> Conditions;
  for (auto [I, L] : enumerate(Parts)) {
    int64_t Size = 1;
    for (const Mode &M : L.modes())
      Size *= M.Size.Value;
    std::string Condition = "0 <= " + letter('c', I);
    if (E == CuteOracle::Ends)
      Condition += " < " + std::to_string(Size);
    Conditions.push_back(Condition);
  }
  return join(Conditions, " and ");
}

Map CuteOracle::sum(ArrayRef<Layout> Parts, Extent E) {
  std::vector<std::string> Values;
  for (auto [I, L] : enumerate(Parts))
    Values.push_back(valueAt(L, letter('c', I)));
  return C.map("{ [" + tuple('c', Parts.size()) + "] -> [" +
               join(Values, " + ") + "] : " + bounds(Parts, E) + " }");
}

Map CuteOracle::parts(ArrayRef<Layout> Parts, Extent E) {
  std::vector<std::string> Values;
  for (auto [I, L] : enumerate(Parts))
    Values.push_back(valueAt(L, letter('c', I)));
  return C.map("{ [" + tuple('c', Parts.size()) + "] -> [" +
               join(Values, ", ") + "] : " + bounds(Parts, E) + " }");
}

Function CuteOracle::function(const Layout &L) {
  return C.function("{ [c] -> [" + valueAt(L, "c") + "] }");
}

Map CuteOracle::byDigits(const Layout &L) {
  std::vector<Mode> Modes = L.modes();
  std::string Coordinate = "0", Value = "0", Bounds;
  int64_t Before = 1;
  for (auto [I, M] : enumerate(Modes)) {
    std::string Digit = letter('n', I);
    Coordinate += " + " + std::to_string(Before) + "*" + Digit;
    Value += " + " + std::to_string(M.Stride.Value) + "*" + Digit;
    Bounds += " and 0 <= " + Digit + " < " + std::to_string(M.Size.Value);
    Before *= M.Size.Value;
  }
  return C.map("{ [c] -> [x] : exists (" + tuple('n', Modes.size()) +
               " : c = " + Coordinate + " and x = " + Value + Bounds + ") }");
}

Set CuteOracle::values(const Layout &L) {
  // Other digits do not change the value.
  std::vector<std::string> Digits;
  std::string Value = "0", Bounds;
  for (const Mode &M : L.modes()) {
    if (M.Size.Value == 1 || M.Stride.Value == 0)
      continue;
    std::string Digit = letter('n', Digits.size());
    Value += " + " + std::to_string(M.Stride.Value) + "*" + Digit;
    Bounds += " and 0 <= " + Digit + " < " + std::to_string(M.Size.Value);
    Digits.push_back(Digit);
  }
  if (Digits.empty())
    return C.set("{ [0] }");
  return C.set("{ [x] : exists (" + join(Digits, ", ") + " : x = " + Value +
               Bounds + ") }");
}

Map CuteOracle::sideBySide(ArrayRef<Map> Maps) {
  Map Result = Maps.front();
  for (const Map &M : Maps.drop_front())
    Result = Result.beside(M);
  return Result;
}

Map CuteOracle::addition(unsigned Count) {
  return C.map("{ [" + tuple('x', Count) + "] -> [" + tuple('x', Count, " + ") +
               "] }");
}

Map CuteOracle::permutation(ArrayRef<unsigned> Order) {
  std::vector<std::string> Names;
  for (unsigned I : Order)
    Names.push_back(letter('x', I));
  return C.map("{ [" + tuple('x', Order.size()) + "] -> [" + join(Names, ", ") +
               "] }");
}

Set CuteOracle::below(int64_t Size) {
  return C.set("{ [x] : 0 <= x < " + std::to_string(Size) + " }");
}

Map CuteOracle::wordOf(int64_t N) {
  return C.map("{ [x] -> [floor(x/" + std::to_string(N) + ")] }");
}

Map CuteOracle::partsOf(int64_t N) {
  return C.map("{ [x] -> [y] : " + std::to_string(N) + "*x <= y < " +
               std::to_string(N) + "*x + " + std::to_string(N) + " }");
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

Map CuteOracle::divided(const Layout &A, const Layout &B, const Layout &Rest) {
  return sum({B, Rest}).then(layout(A, GoesOn));
}

Map CuteOracle::multiplied(const Layout &A, const Layout &B,
                           const Layout &Places) {
  return layout(A).beside(layout(B).then(layout(Places))).then(addition(2));
}

Answer CuteOracle::enumerates(const Layout &R, const Set &Values) {
  Map M = layout(R);
  return both(M.isIncreasing(), M.range().equals(Values));
}

/// The modes that reach other values, by stride.
static std::vector<Mode> reaching(const Layout &L) {
  std::vector<Mode> Modes;
  for (const Mode &M : L.modes())
    if (M.Stride.Value != 0 && !M.Size.isStatic(1))
      Modes.push_back(M);
  stable_sort(Modes, [](const Mode &A, const Mode &B) {
    return A.Stride.Value < B.Stride.Value;
  });
  return Modes;
}

/// Copies of what is below each stride, at its multiples, as long as a copy
/// ends at or below the stride; without an end above the last one.
static std::string copies(const Layout &L) {
  std::string Sum, Conditions;
  int64_t Below = 1;
  std::vector<Mode> Modes = reaching(L);
  for (auto [I, M] : enumerate(Modes)) {
    std::string Step = std::to_string(Below), Copy = letter('k', I);
    Sum += Step + "*" + Copy + " + ";
    Conditions += " and 0 <= " + Copy + " and " + Step + "*" + Copy + " + " +
                  Step + " <= " + std::to_string(M.Stride.Value);
    Below = M.Size.Value * M.Stride.Value;
  }
  std::string Last = letter('k', Modes.size());
  return "{ [t] : exists (" + tuple('k', Modes.size() + 1) + " : t = " + Sum +
         std::to_string(Below) + "*" + Last + " and 0 <= " + Last + Conditions +
         ") }";
}

Answer CuteOracle::isComplement(const Layout &L, const Layout &R, bool &Gaps) {
  Set Values = values(L), Moves = values(R);
  Answer Increasing = layout(R).isIncreasing();
  if (Increasing != Answer::Yes)
    return Increasing;
  // No sum comes twice: each sum of a value and a move has one of each.
  Map Sums = C.map("{ [a, b] -> [a + b] }");
  Set Pairs(isl_set_flat_product(Values.give(), Moves.give()));
  Answer Apart = Sums.on(Pairs).isInjective();
  if (Apart != Answer::Yes)
    return Apart;
  std::optional<int64_t> Interval = initialInterval(Values.plus(Moves));
  if (!Interval)
    return Answer::Unknown;
  Set Whole = below(*Interval);
  Answer Filled = Values.plus(Moves).equals(Whole);
  Gaps = Filled == Answer::No;
  if (Filled == Answer::Yes) {
    Set Others = Values.without(C.set("{ [0] }"));
    return Moves.equals(Whole.without(Moves.plus(Others)));
  }
  if (Filled == Answer::Unknown)
    return Filled;
  std::optional<int64_t> Last = Moves.greatest(0);
  if (!Last)
    return Answer::Unknown;
  return Moves.equals(C.set(copies(L)).intersect(below(*Last + 1)));
}

Answer CuteOracle::isWithoutEffect(const Layout &L, unsigned I) {
  // The value at the next digit is the same.
  std::vector<Layout> Flat;
  std::vector<std::string> Next;
  for (auto [J, M] : enumerate(L.modes())) {
    Flat.push_back(cantFail(Layout::create({M})));
    Next.push_back(letter('x', J) + (J == I ? " + 1" : ""));
  }
  Map Step = C.map("{ [" + tuple('x', Flat.size()) + "] -> [" +
                   join(Next, ", ") + "] }");
  Map M = sum(Flat);
  return Step.then(M).on(M.domain()).isSubsetOf(M);
}

Answer CuteOracle::isRightInverse(const Layout &L, const Layout &R) {
  Map M = after(L, R);
  return both(M.isIdentity(), M.domain().equals(layout(R).domain()));
}

Answer CuteOracle::isLeftInverse(const Layout &L, const Layout &R) {
  Map M = layout(L), Back = M.then(layout(R, GoesOn));
  Answer Total = Back.domain().equals(M.domain());
  Answer Injective = M.isInjective();
  if (Injective == Answer::Yes)
    return both(Total, Back.isIdentity());
  if (Injective == Answer::No)
    return both(Total, Back.then(layout(L, GoesOn)).equals(M));
  return Injective;
}

std::optional<int64_t> CuteOracle::initialInterval(const Set &S) {
  return C.set("{ [x] : x >= 0 }").without(S).least(0);
}

} // namespace f2layout::oracle
