//===- Check.cpp - f2layout check: properties of a layout -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/f2/Echelon.h"
#include "tools/f2layout/answer/JsonText.h"
#include "tools/f2layout/answer/Names.h"
#include "tools/f2layout/commandline/CommandLine.h"
#include "tools/f2layout/commands/CheckWithIsl.h"
#include "tools/f2layout/commands/Commands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include <utility>

using namespace llvm;

namespace f2layout::calc {

//===----------------------------------------------------------------------===//
// The layout, and what several properties need to know about it
//===----------------------------------------------------------------------===//

namespace {

/// Finds what keeps a layout from being one-to-one and onto; the answer is
/// empty if it is both. A matrix may have thousands of columns, so it is
/// eliminated only once, and only if a property asks.
class Subject {
public:
  explicit Subject(const LinearLayout &L) : L(L) {}

  const std::string &whyNotInjective() {
    eliminate();
    return NotInjective;
  }
  const std::string &whyNotSurjective() {
    eliminate();
    return NotSurjective;
  }

  const LinearLayout &L;

private:
  void eliminate();

  bool Eliminated = false;
  std::string NotInjective, NotSurjective;
};

} // namespace

void Subject::eliminate() {
  if (std::exchange(Eliminated, true))
    return;
  Echelon<LongWord> Seen;
  for (unsigned J = 0; J < L.inputBits(); ++J) {
    // Labels are only needed until the first sum that is zero.
    bool Wanted = NotInjective.empty();
    Echelon<LongWord>::Entry E{L.matrix().longColumn(J),
                               Wanted ? LongWord::unit(J) : LongWord()};
    if (Seen.insert(E) || !Wanted)
      continue;
    NotInjective =
        bitNames(L, E.Label) +
        (E.Label.popcount() == 1 ? " makes no difference"
                                 : " make no difference if all of them change");
  }
  if (Seen.size() == L.outputBits())
    return;
  unsigned First = 0;
  while (!Seen.reduce(LongWord::unit(First)))
    ++First;
  NotSurjective = "no place holds " +
                  elementName(L, LongWord::unit(First) ^ L.longOffset());
}

//===----------------------------------------------------------------------===//
// Properties. Each returns the empty string for "yes", or the reason for "no".
//===----------------------------------------------------------------------===//

static std::string whyNotLinear(Subject &S) {
  return S.L.isLinear()
             ? ""
             : "index 0 is at " + elementName(S.L, S.L.longOffset()) +
                   ", so the layout is affine";
}

static std::string whyNotInjective(Subject &S) { return S.whyNotInjective(); }

static std::string whyNotSurjective(Subject &S) { return S.whyNotSurjective(); }

static std::string whyNotInvertible(Subject &S) {
  std::string Why = S.whyNotInjective();
  return Why.empty() ? S.whyNotSurjective() : Why;
}

/// "lane 2 goes to (1,1), expected one bit"
static std::string goesTo(const LinearLayout &L, unsigned InputBit,
                          StringRef Instead) {
  return bitNames(L, LongWord::unit(InputBit)) + " goes to " +
         elementName(L, L.matrix().longColumn(InputBit)) + ", expected " +
         Instead.str();
}

static std::string whyNotPermutation(Subject &S) {
  const LinearLayout &L = S.L;
  for (unsigned J = 0; J < L.inputBits(); ++J)
    if (L.matrix().longColumn(J).popcount() != 1)
      return goesTo(L, J, "one bit of one output");
  return whyNotInvertible(S);
}

/// Definition 4.10 of the paper.
static std::string whyNotDistributed(Subject &S) {
  const LinearLayout &L = S.L;
  if (!hasThreads(L))
    return "the inputs are not registers, lanes, warps and blocks";
  SmallVector<std::optional<unsigned>> Holder(L.outputBits());
  for (unsigned J = 0; J < L.inputBits(); ++J) {
    LongWord C = L.matrix().longColumn(J);
    if (C.popcount() > 1)
      return goesTo(L, J, "at most one bit of one output");
    if (!C)
      continue;
    std::optional<unsigned> &Before = Holder[C.highestBit()];
    if (Before)
      return bitNames(L, LongWord::unit(*Before) ^ LongWord::unit(J)) +
             " go to the same element";
    Before = J;
  }
  return whyNotSurjective(S);
}

/// Definition 4.14 of the paper.
static std::string whyNotMemory(Subject &S) {
  const LinearLayout &L = S.L;
  if (!hasOffsets(L))
    return "the input is not an offset";
  for (unsigned J = 0; J < L.inputBits(); ++J) {
    LongWord C = L.matrix().longColumn(J);
    if (!C || C.popcount() > 2)
      return goesTo(L, J, "one or two bits");
  }
  return whyNotInvertible(S);
}

namespace {
struct Property {
  const char *Name;
  std::string (*WhyNot)(Subject &);
  /// The property depends only on which elements are held, not on where they
  /// are, so it also holds for the padded layout.
  bool OfElements = false;
};
} // namespace

static constexpr Property Properties[] = {
    {"linear", whyNotLinear},
    {"injective", whyNotInjective, /*OfElements=*/true},
    {"surjective", whyNotSurjective, /*OfElements=*/true},
    {"invertible", whyNotInvertible, /*OfElements=*/true},
    {"permutation", whyNotPermutation},
    {"distributed", whyNotDistributed},
    {"memory", whyNotMemory},
};

/// Padding spreads offsets but never merges two of them. Properties of which
/// elements are held, and how often, therefore stay true. The map from
/// addresses is not linear.
static std::string whyNot(const Property &P, Subject &S,
                          ArrayRef<Padding> Paddings) {
  if (Paddings.empty() || P.OfElements)
    return P.WhyNot(S);
  return "addresses are padded " + paddingName(Paddings) +
         ", which adds and is therefore not linear";
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

/// The words that --is accepts.
static WordList propertyNames() {
  WordList Names;
  for (const Property &P : Properties)
    Names.push_back(P.Name);
  return Names;
}

/// The properties that --is lists, in its order, or all of them.
static SmallVector<Property> wanted(const Invocation &I) {
  std::optional<StringRef> Is = I.value("is");
  if (!Is)
    return SmallVector<Property>(std::begin(Properties), std::end(Properties));
  SmallVector<Property> Wanted;
  SmallVector<StringRef> Names;
  Is->split(Names, ',');
  for (StringRef Name : Names)
    for (const Property &P : Properties)
      if (Name == P.Name)
        Wanted.push_back(P);
  return Wanted;
}

static Expected<int> runCheck(Invocation &I) {
  Expected<SourceText> Source = I.text(I.operands()[0], "operand 1");
  if (!Source)
    return Source.takeError();
  if (I.has("with"))
    if (std::optional<Expected<int>> Status = checkCuteWithIsl(Source->Text, I))
      return std::move(*Status);
  Expected<PaddedLayout> L = I.paddedLayout(*Source);
  if (!L)
    return L.takeError();
  if (I.has("with"))
    return checkWithIsl(*L, I);
  Subject S(L->Linear);
  SmallVector<std::pair<StringRef, std::string>> Answers;
  for (const Property &P : wanted(I))
    Answers.emplace_back(P.Name, whyNot(P, S, L->Paddings));
  if (I.json()) {
    printObject([&](json::OStream &J) {
      for (const auto &[Name, Why] : Answers)
        J.attributeObject(Name, [&, &Why = Why] {
          J.attribute("holds", Why.empty());
          if (!Why.empty())
            J.attribute("why", Why);
        });
    });
  } else {
    for (const auto &[Name, Why] : Answers)
      outs() << Name << ": " << (Why.empty() ? "yes" : "no, " + Why) << "\n";
  }
  bool All = all_of(Answers, [](const auto &A) { return A.second.empty(); });
  return I.has("is") && !All ? 1 : 0;
}

static constexpr OptionSpec Options[] = {
    {"is", "LIST", "check only these properties, comma-separated",
     propertyNames, OptionSpec::Some},
    {"with", "ORACLE", "ask isl instead, and compare its answers with ours",
     [] { return WordList{"isl"}; }},
};

const Command CheckCommand = {
    "check",
    "LAYOUT",
    1,
    1,
    "whether the layout is linear, one-to-one, onto, distributed, of memory",
    R"(
  linear        index 0 is at element 0
  injective     no element is held twice
  surjective    every element is held
  invertible    both
  permutation   invertible, and each bit goes to one bit
  distributed   registers, lanes, warps and blocks; surjective; each bit goes to
                at most one bit, no two to the same
  memory        offsets; invertible; each bit goes to one or two bits

The last two are definitions 4.10 and 4.14 of "Linear Layouts: Robust Code
Generation of Efficient Tensor Computation Using F2". Without --is, all are
printed and the exit status is 0. With --is it is 1 unless all listed ones hold.

With --with isl, the integer set library isl examines the relations that
`translate --to isl` prints, also of layouts of CuTe and of swizzles: their
values, those of the maps that compose them, injective, surjective, and whether
the inverse or the swizzle undoes the layout. The exit status is 1 unless isl
confirms every answer of f2layout.
)",
    Options,
    {"check 'lane=[[0,1],[0,0],[1,0]] -> [2,2]' --is surjective,distributed",
     R"(
surjective: yes
distributed: yes
)"},
    runCheck};

} // namespace f2layout::calc
