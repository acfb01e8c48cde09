//===- Check.cpp - f2layout check: what a layout is -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/LayoutQueries.h"
#include "tools/f2layout/CommandLine.h"
#include "tools/f2layout/Commands.h"
#include "tools/f2layout/JsonText.h"
#include "tools/f2layout/Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::calc {

//===----------------------------------------------------------------------===//
// Properties. Each gives the empty string for "yes", else why not.
//===----------------------------------------------------------------------===//

static std::string whyNotLinear(const LinearLayout &L) {
  return L.isLinear() ? ""
                      : "index 0 is at " + elementName(L, L.longOffset()) +
                            ", so the layout is affine";
}

static std::string whyNotInjective(const LinearLayout &L) {
  SmallVector<LongWord> Kernel = L.matrix().longKernel();
  if (Kernel.empty())
    return "";
  std::string Bits = bitNames(L, Kernel.front());
  return Kernel.front().popcount() == 1
             ? Bits + " makes no difference"
             : Bits + " make no difference if all of them change";
}

static std::string whyNotSurjective(const LinearLayout &L) {
  if (L.isSurjective())
    return "";
  for (unsigned E = 0; E < L.outputBits(); ++E)
    if (!L.matrix().solve(LongWord::unit(E)))
      return "nobody holds " +
             elementName(L, LongWord::unit(E) ^ L.longOffset());
  return "";
}

static std::string whyNotInvertible(const LinearLayout &L) {
  std::string Why = whyNotInjective(L);
  return Why.empty() ? whyNotSurjective(L) : Why;
}

static std::string whyNotPermutation(const LinearLayout &L) {
  for (unsigned J = 0; J < L.inputBits(); ++J) {
    LongWord C = L.matrix().longColumn(J);
    if (C.popcount() != 1)
      return bitNames(L, LongWord::unit(J)) + " goes to " + elementName(L, C) +
             ", expected one bit of one output";
  }
  return whyNotInvertible(L);
}

/// Definition 4.10 of the paper.
static std::string whyNotDistributed(const LinearLayout &L) {
  if (!hasThreads(L))
    return "the inputs are no registers, lanes, warps and blocks";
  if (isDistributed(L))
    return "";
  for (unsigned J = 0; J < L.inputBits(); ++J) {
    LongWord C = L.matrix().longColumn(J);
    if (C.popcount() > 1)
      return bitNames(L, LongWord::unit(J)) + " goes to " + elementName(L, C) +
             ", expected at most one bit of one output";
    for (unsigned I = 0; C && I < J; ++I)
      if (L.matrix().longColumn(I) == C)
        return bitNames(L, LongWord::unit(I) ^ LongWord::unit(J)) +
               " go to the same element";
  }
  return whyNotSurjective(L);
}

/// Definition 4.14 of the paper.
static std::string whyNotMemory(const LinearLayout &L) {
  if (!hasOffsets(L))
    return "the input is no offset";
  if (isMemory(L))
    return "";
  for (unsigned J = 0; J < L.inputBits(); ++J) {
    LongWord C = L.matrix().longColumn(J);
    if (!C || C.popcount() > 2)
      return bitNames(L, LongWord::unit(J)) + " goes to " + elementName(L, C) +
             ", expected one or two bits";
  }
  return whyNotInvertible(L);
}

namespace {
struct Property {
  const char *Name;
  std::string (*WhyNot)(const LinearLayout &);
  /// It is about which elements are held, and not where, so padding leaves it.
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

/// Padding spreads offsets and merges none: what holds of which elements are
/// held, and how often, goes on to hold. The map from addresses is not linear.
static std::string whyNot(const Property &P, const PaddedLayout &L) {
  if (L.Paddings.empty() || P.OfElements)
    return P.WhyNot(L.Linear);
  return "addresses are padded " + paddingName(L.Paddings) +
         ", which adds and is not linear";
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

static Expected<SmallVector<Property>> wanted(const Invocation &I) {
  SmallVector<Property> Wanted;
  SmallVector<StringRef> Names;
  if (std::optional<StringRef> Is = I.value("is"))
    Is->split(Names, ',');
  SmallVector<StringRef> Known;
  for (const Property &P : Properties)
    Known.push_back(P.Name);
  for (StringRef Name : Names) {
    const Property *P =
        find_if(Properties, [&](const Property &P) { return Name == P.Name; });
    if (P == std::end(Properties))
      return fail("--is: no property '" + Name + "', expected " +
                  join(Known, ", ") + suggestion(Name, Known));
    Wanted.push_back(*P);
  }
  if (Wanted.empty())
    append_range(Wanted, Properties);
  return Wanted;
}

static Expected<int> runCheck(Invocation &I) {
  Expected<PaddedLayout> L = I.paddedLayout(0u);
  if (!L)
    return L.takeError();
  Expected<SmallVector<Property>> Wanted = wanted(I);
  if (!Wanted)
    return Wanted.takeError();
  bool All = true;
  for (const Property &P : *Wanted)
    All &= whyNot(P, *L).empty();
  if (I.json()) {
    printObject([&](json::OStream &J) {
      for (const Property &P : *Wanted)
        J.attributeObject(P.Name, [&] {
          std::string Why = whyNot(P, *L);
          J.attribute("holds", Why.empty());
          if (!Why.empty())
            J.attribute("why", Why);
        });
    });
  } else {
    for (const Property &P : *Wanted) {
      std::string Why = whyNot(P, *L);
      outs() << P.Name << ": " << (Why.empty() ? "yes" : "no, " + Why) << "\n";
    }
  }
  return I.has("is") && !All ? 1 : 0;
}

static constexpr OptionSpec Options[] = {
    {"is", "LIST", "ask for these only, such as surjective,distributed"},
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
listed and the exit status is 0. With --is it is 1 unless all of the list hold.
)",
    Options,
    {"check 'lane=[[0,1],[0,0],[1,0]] -> [2,2]' --is surjective,distributed",
     R"(
surjective: yes
distributed: yes
)"},
    runCheck};

} // namespace f2layout::calc
