//===- BanksOfAccess.cpp - f2layout banks of an index expression ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/commands/BanksOfAccess.h"
#include "layouts/algebra/LayoutText.h"
#include "tools/f2layout/answer/JsonText.h"
#include "tools/f2layout/answer/Names.h"
#include "tools/f2layout/expressions/ElementType.h"
#include "tools/f2layout/expressions/Remedies.h"
#include "tools/f2layout/memory/TrafficText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace llvm;

namespace f2layout::calc {

namespace {

/// One side: the store or the load.
struct Side {
  StringRef Name;
  CountedAccess Access;
  std::vector<WarpAccess> Warps;

  uint64_t wavefronts() const { return sum(&WarpAccess::Wavefronts); }
  uint64_t ideal() const { return sum(&WarpAccess::Ideal); }
  uint64_t sum(unsigned WarpAccess::*Of) const {
    uint64_t Sum = 0;
    for (const WarpAccess &W : Warps)
      Sum += W.*Of;
    return Sum;
  }
};

/// All that the answer consists of.
struct Answer {
  ArrayUse Use;
  SmallVector<Side, 2> Sides;
  std::optional<RowPadding> Padding;
  std::optional<RowSwizzle> Swizzle;
  std::optional<BestMemory> Memory;
};

} // namespace

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static Expected<unsigned> elementBytes(const Invocation &I) {
  if (I.has("type") && I.has("bits"))
    return fail("--type and --bits, expected one of them");
  if (std::optional<StringRef> Type = I.value("type"))
    return bytesOfType(*Type).value(); // The option takes known names only.
  Expected<uint64_t> Bits = I.number("bits", 32, 8, 64);
  if (!Bits)
    return Bits.takeError();
  return unsigned(*Bits / 8);
}

static Expected<ArrayUse> arrayUse(const Invocation &I, const Target &T) {
  ArrayUse Use;
  Expected<BlockShape> Block = parseBlock(
      I.value("block").value_or(T.M.lanes() == 64 ? "64" : "32"), T.M.lanes());
  if (!Block)
    return Block.takeError();
  Use.Block = *Block;
  Expected<SmallVector<uint64_t>> Shape = I.arrayShape();
  if (!Shape)
    return Shape.takeError();
  Use.Shape.assign(Shape->begin(), Shape->end());
  Expected<unsigned> Bytes = elementBytes(I);
  if (!Bytes)
    return Bytes.takeError();
  Use.ElementBytes = *Bytes;
  if (!T.M.shape(*Bytes))
    return fail("the target has no access of " + counted(*Bytes, "byte"));
  Expected<uint64_t> Registers = I.number("registers", 1, 1, 4096);
  if (!Registers)
    return Registers.takeError();
  Use.Accesses = *Registers;
  return Use;
}

static Expected<IndexText> readIndexText(Invocation &I, StringRef Written,
                                         const Twine &Where, bool IsCondition) {
  Expected<SourceText> Source = I.text(Written, Where);
  if (!Source)
    return Source.takeError();
  SourceText Let = {"--let", I.value("let").value_or("").str()};
  Expected<IndexText> Text =
      IsCondition ? parseCondition(*Source, Let) : parseIndexText(*Source, Let);
  if (!Text)
    return Text.takeError();
  if (Text->UsesAccessNumber && !I.has("registers"))
    return fail(Source->Name + " uses i, the number of a thread's access, "
                               "which needs --registers N");
  return Text;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// "tile[0][3]"
static std::string elementText(StringRef Array, ArrayRef<uint64_t> Place) {
  std::string Text = Array.str();
  for (uint64_t X : Place)
    Text += "[" + std::to_string(X) + "]";
  return Text;
}

/// Accesses of equal cost, and the names of the first few.
static void printGroup(raw_ostream &OS, ArrayRef<const WarpAccess *> Group,
                       StringRef Array, const Side &S, const ArrayUse &Use) {
  const WarpAccess &First = *Group.front();
  OS << "  " << counted(First.Wavefronts, "wavefront") << ", ideal "
     << First.Ideal << ": ";
  constexpr size_t MostNames = 4;
  ListSeparator Comma;
  for (const WarpAccess *W : Group.take_front(MostNames)) {
    OS << Comma << "warp " << W->Warp;
    if (Use.Accesses > 1)
      OS << " i " << W->Access;
  }
  if (Group.size() > MostNames)
    OS << " and " << Group.size() - MostNames << " more";
  OS << "\n";
  if (const std::optional<ThreadClash> &C = First.Clash)
    OS << "    bank " << C->Bank << " is asked for " << C->Words
       << " words: thread " << C->First << " is at "
       << elementText(Array, S.Access.Places.at(First.Access, C->First))
       << ", thread " << C->Second << " at "
       << elementText(Array, S.Access.Places.at(First.Access, C->Second))
       << "\n";
}

static std::string sideText(StringRef Array, const Side &S,
                            const ArrayUse &Use) {
  std::string Text;
  raw_string_ostream OS(Text);
  const uint64_t Wavefronts = S.wavefronts(), Ideal = S.ideal();
  OS << ": " << S.Warps.size()
     << (S.Warps.size() == 1 ? " access of " : " accesses of ")
     << counted(S.Access.Places.Bytes, "byte") << " by warps, "
     << counted(Wavefronts, "wavefront") << ", ideal " << Ideal;
  if (Wavefronts == Ideal)
    OS << ", no conflicts\n";
  else
    OS << "\n";
  std::map<std::pair<unsigned, unsigned>, SmallVector<const WarpAccess *>>
      Groups;
  for (const WarpAccess &W : S.Warps)
    Groups[{~W.Wavefronts, ~W.Ideal}].push_back(&W);
  for (auto &[Key, Group] : Groups)
    printGroup(OS, Group, Array, S, Use);
  if (!S.Access.Places.Outside.empty())
    OS << "  note: " << S.Access.Places.Outside << "\n";
  return Text;
}

static void printAnswer(const Answer &A, ArrayRef<IndexText> Texts) {
  std::string Said;
  for (auto [N, S] : enumerate(A.Sides)) {
    const IndexText &Text = Texts[std::min(N, Texts.size() - 1)];
    std::string Now = sideText(Text.Access->Array, S, A.Use);
    outs() << S.Name << (Now == Said ? ": the same\n" : Now);
    Said = Now;
  }
  if (A.Padding) {
    SmallVector<uint64_t, 3> Shape = A.Use.Shape;
    Shape.back() += A.Padding->Elements;
    outs() << "padding helps: " << joinNumbers(Shape, "x") << ", "
           << counted(A.Padding->Wavefronts, "wavefront") << "\n";
  }
  if (A.Swizzle)
    outs() << "a swizzle helps: " << A.Swizzle->text() << ", "
           << counted(A.Swizzle->Wavefronts, "wavefront") << "\n";
  if (A.Memory) {
    outs() << "best for both: " << toString(A.Memory->Swizzle.Memory) << ", "
           << counted(A.Memory->Wavefronts, "wavefront") << "\n  ";
    printTraffic(outs(), "store", A.Memory->Swizzle.Store);
    outs() << "  ";
    printTraffic(outs(), "load", A.Memory->Swizzle.Load);
  }
}

static void printAnswerJson(const Answer &A, const Target &T) {
  printObject([&](json::OStream &J) {
    J.attribute("target", T.Cpu);
    J.attribute("bytes", A.Use.ElementBytes);
    for (const Side &S : A.Sides)
      J.attributeObject(S.Name, [&] {
        J.attribute("wavefronts", S.wavefronts());
        J.attribute("ideal", S.ideal());
        J.attributeArray("accesses", [&] {
          for (const WarpAccess &W : S.Warps)
            J.object([&] {
              J.attribute("warp", W.Warp);
              J.attribute("i", W.Access);
              J.attribute("wavefronts", W.Wavefronts);
              J.attribute("ideal", W.Ideal);
              if (!W.Clash)
                return;
              J.attribute("bank", W.Clash->Bank);
              J.attribute("words", W.Clash->Words);
              J.attributeArray("threads", [&] {
                J.value(W.Clash->First);
                J.value(W.Clash->Second);
              });
            });
        });
      });
    if (A.Padding)
      J.attributeObject("padding", [&] {
        J.attribute("elements", A.Padding->Elements);
        J.attribute("wavefronts", A.Padding->Wavefronts);
      });
    if (A.Swizzle)
      J.attributeObject("swizzle", [&] {
        J.attribute("shift", A.Swizzle->Shift);
        J.attribute("count", A.Swizzle->Count);
        J.attribute("vector", A.Swizzle->Vector);
        J.attribute("wavefronts", A.Swizzle->Wavefronts);
      });
    if (A.Memory)
      J.attributeObject("memory", [&] {
        J.attributeBegin("layout");
        writeJson(J, A.Memory->Swizzle.Memory);
        J.attributeEnd();
        J.attribute("wavefronts", A.Memory->Wavefronts);
      });
  });
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

static Expected<std::optional<IndexText>> conditionOf(Invocation &I) {
  std::optional<StringRef> Written = I.value("if");
  if (!Written)
    return std::nullopt;
  Expected<IndexText> Text =
      readIndexText(I, *Written, "--if", /*IsCondition=*/true);
  if (!Text)
    return Text.takeError();
  return std::optional(std::move(*Text));
}

static Expected<Side> sideOf(StringRef Name, const IndexText &Text,
                             const IndexText *Condition, const ArrayUse &Use,
                             const Machine &M) {
  Side S;
  S.Name = Name;
  S.Access.IsStore = Name == "store";
  Expected<AccessPlaces> Places = placesOf(Text, Condition, Use);
  if (!Places)
    return Places.takeError();
  S.Access.Places = std::move(*Places);
  auto Offset = [&](ArrayRef<uint64_t> P) { return rowMajor(Use.Shape, P); };
  S.Warps = countAccesses(S.Access.Places, Use, Offset, S.Access.IsStore, M,
                          /*FindClashes=*/true);
  return S;
}

Expected<int> runBanksOfAccess(Invocation &I) {
  Expected<Target> T = I.target();
  if (!T)
    return T.takeError();
  Expected<ArrayUse> Use = arrayUse(I, *T);
  if (!Use)
    return Use.takeError();
  SmallVector<IndexText, 2> Texts;
  for (auto [N, Written] : enumerate(I.operands())) {
    Expected<IndexText> Text =
        readIndexText(I, Written, "operand " + Twine(N + 1),
                      /*IsCondition=*/false);
    if (!Text)
      return Text.takeError();
    if (!Text->Access)
      return fail(Text->Source.Name + " has no access, expected one such as "
                                      "tile[t % 32][t / 32] at its end");
    Texts.push_back(std::move(*Text));
  }
  Expected<std::optional<IndexText>> Condition = conditionOf(I);
  if (!Condition)
    return Condition.takeError();

  Answer A;
  A.Use = std::move(*Use);
  for (StringRef Name : {"store", "load"}) {
    if (I.value("only").value_or(Name) != Name)
      continue;
    const IndexText &Text = Texts[Name == "load" ? Texts.size() - 1 : 0];
    Expected<Side> S =
        sideOf(Name, Text, *Condition ? &**Condition : nullptr, A.Use, T->M);
    if (!S)
      return S.takeError();
    A.Sides.push_back(std::move(*S));
  }
  SmallVector<CountedAccess, 2> Accesses;
  bool Conflicts = false;
  for (const Side &S : A.Sides) {
    Accesses.push_back(S.Access);
    Conflicts |= S.wavefronts() > S.ideal();
  }
  if (Conflicts) {
    A.Padding = bestPadding(Accesses, A.Use, T->M);
    A.Swizzle = bestRowSwizzle(Accesses, A.Use, T->M);
    if (Texts.size() == 2 && Accesses.size() == 2)
      A.Memory = bestMemory(Accesses[0], Accesses[1], A.Use, T->M);
  }
  if (I.json())
    printAnswerJson(A, *T);
  else
    printAnswer(A, Texts);
  return I.has("check") && Conflicts ? 1 : 0;
}

} // namespace f2layout::calc
