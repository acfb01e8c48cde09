//===- SharedMemory.cpp - f2layout swizzle, banks -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutText.h"
#include "layouts/plan/ThreadChecks.h"
#include "tools/f2layout/answer/JsonText.h"
#include "tools/f2layout/answer/Names.h"
#include "tools/f2layout/code/CodeNames.h"
#include "tools/f2layout/code/MapCode.h"
#include "tools/f2layout/commandline/CommandLine.h"
#include "tools/f2layout/commands/BanksOfAccess.h"
#include "tools/f2layout/commands/Commands.h"
#include "tools/f2layout/expressions/ElementType.h"
#include "tools/f2layout/expressions/Expression.h"
#include "tools/f2layout/memory/Offsets.h"
#include "tools/f2layout/memory/PairSwizzle.h"
#include "tools/f2layout/memory/TrafficText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::calc {

static Expected<LinearLayout> threadLayout(Expected<LinearLayout> L,
                                           StringRef Which) {
  if (L)
    if (Error E = checkThreadInputs(*L, Which))
      return fail(toString(std::move(E)));
  return L;
}

//===----------------------------------------------------------------------===//
// swizzle
//===----------------------------------------------------------------------===//

/// The offset of an element as a function of its coordinates.
static Expected<std::string> swizzleCode(const Invocation &I,
                                         const LinearLayout &Memory) {
  Expected<LinearLayout> Inverse = invert(Memory);
  if (!Inverse)
    return Inverse.takeError();
  SmallVector<StringRef> Order;
  for (const LayoutDim &D : Memory.outputs())
    Order.push_back(D.Name);
  return indexFunction(*Inverse, I.value("name").value_or("swizzled"), Order,
                       *dialectByName(*I.value("as")));
}

static Expected<int> runSwizzle(Invocation &I) {
  Expected<Target> T = I.target();
  if (!T)
    return T.takeError();
  Expected<LinearLayout> From = threadLayout(I.layout("from"), "--from");
  if (!From)
    return From.takeError();
  Expected<LinearLayout> To = threadLayout(I.layout("to"), "--to");
  if (!To)
    return To.takeError();
  Expected<unsigned> Bits = I.elementBits();
  if (!Bits)
    return Bits.takeError();
  for (auto [L, Which] :
       {std::pair<const LinearLayout *, StringRef>(&*From, "--from"),
        {&*To, "--to"}})
    if (Error E = checkLanes(*L, Which, T->M.LaneBits, " as on the target"))
      return fail(toString(std::move(E)));
  Expected<PairSwizzle> S = bestSwizzle(*From, *To, *Bits, T->M);
  if (!S)
    return fail(toString(S.takeError()));
  if (I.json()) {
    printObject([&](json::OStream &J) {
      J.attribute("target", T->Cpu);
      J.attributeBegin("layout");
      writeJson(J, S->Memory);
      J.attributeEnd();
      writeTraffic(J, "store", S->Store);
      writeTraffic(J, "load", S->Load);
    });
    return 0;
  }
  if (I.value("as").value_or("text") != "text") {
    if (Error E = checkFunctionName(I.value("name").value_or("swizzled")))
      return E;
    Expected<std::string> Code = swizzleCode(I, S->Memory);
    if (!Code)
      return fail(toString(Code.takeError()));
    outs() << *Code;
    return 0;
  }
  outs() << toString(S->Memory) << "\n";
  if (!I.has("quiet")) {
    printTraffic(outs(), "store", S->Store);
    printTraffic(outs(), "load", S->Load);
  }
  return 0;
}

static constexpr OptionSpec TargetOption = {
    "target", "CPU", "whose shared memory (default sm_90)", knownTargets,
    OptionSpec::Known};

static constexpr OptionSpec SwizzleOptions[] = {
    {"from", "LAYOUT", "the threads' layout when they store"},
    {"to", "LAYOUT", "the threads' layout when they load"},
    BitsOption,
    TargetOption,
    WaveOption,
    {"as", "FORM", "the offset of an element as a function to paste",
     [] { return WordList{"text", "c++", "cuda", "hip"}; }},
    {"name", "NAME", "of the function (default swizzled)"},
    {"quiet", nullptr, "print the layout only, for another command"},
};

const Command SwizzleCommand = {
    "swizzle",
    "",
    0,
    0,
    "the best shared-memory layout between two layouts of threads",
    R"(
Finds a memory layout through which threads get from one layout to the other
with the fewest wavefronts: accesses as wide as both sides allow, and, if
possible, no two lanes of a phase in different words of one bank. Below it
follow the costs of stores and loads, as 'banks' reports them for the same
layouts. Accesses take the same registers in the same order in every thread.
)",
    SwizzleOptions,
    {"swizzle "
     "--from 'register=[[1,0],[2,0],[4,0],[8,0],[16,0]], "
     "lane=[[0,1],[0,2],[0,4],[0,8],[0,16]] -> [32,32]' "
     "--to 'register=[[0,1],[0,2],[0,4],[0,8],[0,16]], "
     "lane=[[1,0],[2,0],[4,0],[8,0],[16,0]] -> [32,32]'",
     R"(
offset=[[1,0],[2,0],[0,1],[0,2],[0,4],[0,8],[0,16],[4,1],[8,2],[16,4]] -> [32,32]
store: 8 accesses of 128 bits a thread, 4 wavefronts each, no conflicts
load: 32 accesses of 32 bits a thread, 1 wavefront each, no conflicts
)"},
    runSwizzle};

//===----------------------------------------------------------------------===//
// banks
//===----------------------------------------------------------------------===//

namespace {
struct Width {
  unsigned Bits;   ///< log2 of the elements of an access.
  unsigned Common; ///< The widest with one order for all threads.
  bool isSelected() const { return Bits > Common; }
};
} // namespace

/// The width that --vec gives, or that of the widest access with one order for
/// all threads, as 'vectorize' reports it.
static Expected<Width> widthOf(const Invocation &I, const LinearLayout &Offsets,
                               ArrayRef<Padding> Paddings, unsigned Bits) {
  Expected<uint64_t> Asked = I.number("vec", 0, 1, 128);
  if (!Asked)
    return Asked.takeError();
  if (*Asked != 0 && !isPowerOf2_64(*Asked))
    return fail("--vec is " + Twine(*Asked) + ", expected a power of two");
  unsigned Most = maxVectorBits(Paddings, Log2_32(128 / Bits));
  if (*Asked && maxVectorBits(Paddings, Log2_64(*Asked)) < Log2_64(*Asked))
    return fail("--vec is " + Twine(*Asked) + ", but the padding " +
                paddingName(Paddings) + " leaves " +
                counted(uint64_t(1) << maxVectorBits(Paddings, 63), "element") +
                " together and aligned; expected at most as many");
  Expected<unsigned> Common = commonVectorBits(Offsets, Most);
  if (!Common)
    return fail(toString(Common.takeError()));
  if (!*Asked)
    return Width{*Common, *Common};
  Vector Widest = widestVector(Offsets, Log2_64(*Asked));
  if (*Asked > Widest.elements())
    return fail("--vec is " + Twine(*Asked) + ", but " + Widest.WhyNotWider +
                "; expected at most " + Twine(Widest.elements()));
  return Width{Widest.bits(), *Common};
}

using Sides = SmallVector<std::pair<StringRef, Traffic>>;

/// Prints the traffic of both sides, and only once if it is equal.
static void printSides(const Sides &Found, const Width &W) {
  std::string Said;
  for (auto &[Name, Of] : Found) {
    std::string Text;
    raw_string_ostream OS(Text);
    printTraffic(OS, "", Of);
    printPhases(OS, Of);
    if (Text == Said)
      outs() << Name << ": the same\n";
    else
      outs() << Name << Text;
    Said = Text;
  }
  if (W.isSelected())
    outs()
        << "only if each thread puts its registers into an order of its own; "
        << counted(uint64_t(1) << W.Common, "element")
        << " in one order for all\n";
}

static Expected<int> runBanks(Invocation &I) {
  if (looksLikeAccess(I.operands()[0]))
    return runBanksOfAccess(I);
  for (StringRef Option : {"block", "type", "registers", "if", "let"})
    if (I.has(Option))
      return fail("--" + Option +
                  " is for an index expression, and operand 1 "
                  "is none");
  if (I.operands().size() != 2)
    return fail("'banks' has 1 operand, expected THREADS MEMORY, or an access "
                "such as tile[t % 32][t / 32]");
  Expected<Target> T = I.target();
  if (!T)
    return T.takeError();
  Expected<LinearLayout> Threads = threadLayout(I.layout(0u), "operand 1");
  if (!Threads)
    return Threads.takeError();
  Expected<PaddedLayout> Memory = I.paddedLayout(1u);
  if (!Memory)
    return Memory.takeError();
  Expected<unsigned> Bits = I.elementBits();
  if (!Bits)
    return Bits.takeError();
  if (!hasOffsets(Memory->Linear))
    return fail("operand 2 has inputs other than offset, so it is no layout of "
                "memory");
  Expected<LinearLayout> Offsets = offsetsIn(*Threads, Memory->Linear);
  if (!Offsets)
    return fail(toString(Offsets.takeError()));
  Expected<Width> W = widthOf(I, *Offsets, Memory->Paddings, *Bits);
  if (!W)
    return W.takeError();

  Sides Found;
  for (StringRef Name : {"store", "load"}) {
    if (I.value("only").value_or(Name) != Name)
      continue;
    Expected<Traffic> Of = trafficOf(*Offsets, Memory->Paddings, W->Bits, *Bits,
                                     Name == "store", T->M);
    if (!Of)
      return fail(toString(Of.takeError()));
    Found.emplace_back(Name, std::move(*Of));
  }
  if (I.json())
    printObject([&](json::OStream &J) {
      J.attribute("target", T->Cpu);
      J.attribute("elements", uint64_t(1) << W->Bits);
      if (W->isSelected())
        J.attribute("elementsInOneOrder", uint64_t(1) << W->Common);
      for (auto &[Name, Of] : Found)
        writeTraffic(J, Name, Of);
    });
  else
    printSides(Found, *W);
  bool Conflicts =
      any_of(Found, [](const auto &F) { return F.second.conflicts() != 0; });
  return I.has("check") && Conflicts ? 1 : 0;
}

static constexpr OptionSpec BanksOptions[] = {
    BitsOption,
    {"vec", "N", "elements of one access (default: as 'vectorize' says)"},
    {"only", "SIDE", "one of the two",
     [] { return WordList{"store", "load"}; }},
    TargetOption,
    WaveOption,
    {"check", nullptr, "exit with status 1 if there are conflicts"},
    {"block", "32x8", "of an expression: the block's shape (default one warp)"},
    {"type", "NAME", "of an expression: the elements (default float)",
     elementTypes},
    {"registers", "N", "of an expression: i is 0 to N - 1"},
    {"let", "DEFINITIONS", "of an expression: 'n = 64, blockIdx.x = 1'"},
    {"if", "CONDITION", "of an expression: the threads that take part"},
};

const Command BanksCommand = {
    "banks",
    "THREADS MEMORY | ACCESS [ACCESS]",
    1,
    2,
    "bank conflicts when threads access a memory layout, phase by phase",
    R"(
THREADS is a layout of registers, lanes and warps, and MEMORY a layout of
offsets of the same tensor. A wavefront serves each bank once; a phase is a
group of lanes that the hardware serves together, in one wavefront if its lanes
do not clash. Conflicts are the wavefronts beyond one per phase. Accesses are as
wide as 'vectorize' finds them: the same registers in the same order in every
thread; --vec may ask for wider ones that need a separate order in each thread.
All accesses of a thread and all warps cost the same, so one is shown; in padded
memory they may differ, and the worst is shown.

ACCESS is an index expression of C such as 'tile[t % 32][t / 32]', evaluated in
each thread of a block; see docs/calculator.md for the names and operators. Two
of them are the store and the load. --shape is the array's, in elements, and
need not be powers of two. Every access by a warp is counted, and where there
are conflicts two threads are named, and the padding or the swizzle that helps.
)",
    BanksOptions,
    {"banks 'lane=[[1,0],[2,0],[4,0],[8,0],[16,0]] -> [32,1]' "
     "'offset=[[0],[0],[0],[0],[0],[1],[2],[4],[8],[16]] -> [32]'",
     R"(
store: 1 access of 32 bits a thread, 32 wavefronts, 31 conflicts
  phase 0, lanes 0-31: 32 wavefronts; bank 0 is asked for 32 words by lanes 0-31
load: the same
)"},
    runBanks};

} // namespace f2layout::calc
