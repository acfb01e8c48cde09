//===- Plan.cpp - f2layout plan: how to get from one layout to another ----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/lines/LineOperation.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/LayoutText.h"
#include "layouts/algebra/PreShuffle.h"
#include "layouts/plan/LayoutConversion.h"
#include "layouts/plan/ThreadChecks.h"
#include "tools/f2layout/answer/JsonText.h"
#include "tools/f2layout/answer/Names.h"
#include "tools/f2layout/code/CodeNames.h"
#include "tools/f2layout/code/GatherCode.h"
#include "tools/f2layout/code/LineCode.h"
#include "tools/f2layout/code/PlanCode.h"
#include "tools/f2layout/commandline/CommandLine.h"
#include "tools/f2layout/commands/Commands.h"
#include "tools/f2layout/commands/PlanJson.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;

namespace f2layout::calc {

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// The dialect and the name of the function that --as asks for, if any.
struct AskedCode {
  Dialect D = Dialect::Cuda;
  std::string Name;
};

static Expected<std::optional<AskedCode>> askedCode(const Invocation &I,
                                                    StringRef DefaultName) {
  const StringRef As = I.value("as").value_or("text");
  if (As == "text")
    return std::nullopt;
  if (I.json())
    return fail("--as and --json, expected one of them");
  const StringRef Name = I.value("name").value_or(DefaultName);
  if (Error E = checkFunctionName(Name))
    return E;
  return std::optional(AskedCode{*dialectByName(As), Name.str()});
}

/// Prints "4 stores, 4 loads", without counts that are zero.
static void printInstructions(raw_ostream &OS, const PlanCost &C) {
  ListSeparator Comma;
  for (auto [Count, Name] :
       {std::pair<unsigned, StringRef>{C.Shuffles, "shuffle"},
        {C.Selects, "select"},
        {C.Permutes, "permute"},
        {C.Packs, "pack"},
        {C.Unpacks, "unpack"},
        {C.Stores, "store"},
        {C.Loads, "load"},
        {C.Wavefronts, "wavefront"}})
    if (Count)
      OS << Comma << counted(Count, Name);
}

/// Prints "  rejected: shared, 33.00 clocks (17.64 more): 4 stores, ...".
static void printRejected(raw_ostream &OS, const RejectedPlan &L,
                          const Plan &Best) {
  OS << "  rejected: " << routeName(L.By);
  if (!L.Cost) {
    OS << ", no plan: " << L.WhyNot << "\n";
    return;
  }
  double More = L.Cost->Clocks - Best.Cost.Clocks;
  const char *Than = More < 0 ? "less" : "more";
  OS << format(", %.2f clocks (%.2f %s): ", L.Cost->Clocks, std::abs(More),
               Than);
  printInstructions(OS, *L.Cost);
  if (L.ScratchBytes)
    OS << ", " << L.ScratchBytes << " bytes of scratch";
  OS << "\n";
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

static int refuse(const Invocation &I, const std::string &Why) {
  if (I.json())
    printObject([&](json::OStream &J) {
      J.attribute("route", nullptr);
      J.attribute("why", Why);
    });
  else
    outs() << "no plan: " << Why << "\n";
  return 1;
}

static Expected<PlanOptions> planOptions(const Invocation &I, const Target &T,
                                         const Conversion &C, unsigned Warps) {
  Expected<uint64_t> Scratch =
      I.number("scratch", T.MaxSharedBytes, 0, T.MaxSharedBytes);
  if (!Scratch)
    return Scratch.takeError();
  PlanOptions O;
  O.AllowShuffle = !I.has("no-shuffle");
  O.AllowShared = !I.has("no-shared");
  O.Converged = true;
  O.ScratchLimit = *Scratch / (C.Group == Scope::Warp ? Warps : 1);
  return O;
}

//===----------------------------------------------------------------------===//
// Gathers
//===----------------------------------------------------------------------===//

static Expected<int> planOfGather(const Invocation &I, const Target &T,
                                  const LinearLayout &From,
                                  const LinearLayout &To, unsigned Bits) {
  Expected<uint64_t> Axis = I.number("gather", 0, 0, MaxLayoutDims);
  if (!Axis)
    return Axis.takeError();
  Expected<uint64_t> Scratch =
      I.number("scratch", T.MaxSharedBytes, 0, T.MaxSharedBytes);
  if (!Scratch)
    return Scratch.takeError();
  for (auto [L, Which] :
       {std::pair<const LinearLayout *, StringRef>(&From, "the source layout"),
        {&To, "the destination layout"}})
    if (Error E = checkLanes(*L, Which, T.M.LaneBits, " as on the target"))
      return fail(toString(std::move(E)));
  Expected<Gather> G = gatherBetween(From, To, *Axis, Bits);
  if (!G)
    return fail(toString(G.takeError()));
  Expected<std::optional<AskedCode>> Code = askedCode(I, "gather");
  if (!Code)
    return Code.takeError();
  G->PackedSources = G->PackedResults = I.has("packed") || *Code;
  GatherOptions O;
  O.AllowShuffle = !I.has("no-shuffle");
  O.AllowShared = !I.has("no-shared");
  O.ScratchLimit = *Scratch;
  Expected<GatherPlan> P = planGather(From, To, *Axis, *G, T.M, O);
  if (!P)
    return refuse(I, toString(P.takeError()));
  if (*Code)
    printGatherCode(outs(), *P, *G, (*Code)->Name, (*Code)->D);
  else if (I.json())
    printJson(*P, T);
  else
    P->print(outs());
  return 0;
}

static Error printLineCode(const Reduction &R, const LineFunction &F) {
  std::string Text; // Nothing is printed before an error.
  raw_string_ostream OS(Text);
  if (Error E = printReductionCode(OS, R, F))
    return E;
  outs() << Text;
  return Error::success();
}

static Error printLineCode(const Scan &S, const LineFunction &F) {
  std::string Text;
  raw_string_ostream OS(Text);
  if (Error E = printScanCode(OS, S, F))
    return E;
  outs() << Text;
  return Error::success();
}

/// --reduce or --scan.
static Expected<int> runLines(Invocation &I, const Target &T,
                              const LinearLayout &From) {
  const bool Reduces = I.has("reduce");
  if (Reduces && I.has("scan"))
    return fail("--reduce and --scan, expected one of them");
  Expected<uint64_t> Axis =
      I.number(Reduces ? "reduce" : "scan", 0, 0, MaxLayoutDims - 1);
  if (!Axis)
    return Axis.takeError();
  std::optional<LinearLayout> To;
  if (Reduces) {
    Expected<LinearLayout> Wanted = I.layout("to");
    if (!Wanted)
      return Wanted.takeError();
    To = std::move(*Wanted);
  }
  Expected<unsigned> Bits = I.elementBits();
  if (!Bits)
    return Bits.takeError();
  auto PlanOf = [&](const Conversion &C) -> std::optional<Plan> {
    const unsigned Warps = 1u << From.inputBits("warp");
    Expected<PlanOptions> O = planOptions(I, T, C, Warps);
    if (!O) {
      consumeError(O.takeError());
      return std::nullopt;
    }
    return planConversion(C, T.M, *O).Best;
  };
  Expected<uint64_t> Scratch =
      I.number("scratch", T.MaxSharedBytes, 0, T.MaxSharedBytes);
  if (!Scratch)
    return Scratch.takeError();
  const MovePlanner Planner{PlanOf, I.has("no-shared") ? 0 : *Scratch};
  Expected<std::optional<AskedCode>> Code =
      askedCode(I, Reduces ? "reduce" : "scan");
  if (!Code)
    return Code.takeError();
  const LineOperation Op =
      lineOperation(I.value("op").value_or("fadd")).value();
  auto Print = [&](auto Planned) -> Expected<int> {
    if (!Planned)
      return fail(toString(Planned.takeError()));
    if (*Code) {
      if (Error E =
              printLineCode(*Planned, {(*Code)->Name, (*Code)->D, Op, *Bits,
                                       T.M.LaneBits, From.inputBits("warp")}))
        return E;
    } else if (I.json())
      printJson(*Planned, T);
    else
      Planned->print(outs());
    return 0;
  };
  const FoldTraits Traits = traitsOf(Op, T);
  if (!Reduces)
    return Print(planScan(From, *Axis, {I.has("reverse"), /*Exclusive=*/false},
                          *Bits, T.M, Traits, Planner));
  return Print(planReduction(From, *Axis, *To, *Bits, T.M, Traits, Planner));
}

//===----------------------------------------------------------------------===//
// Memory prepared by the host
//===----------------------------------------------------------------------===//

/// "2, 8, 2".
template <typename RangeT> static std::string listed(const RangeT &Numbers) {
  return joinNumbers(Numbers, ", ");
}

/// --preshuffle.
static Expected<int> runPreShuffle(Invocation &I) {
  Expected<LinearLayout> To = I.layout("to");
  if (!To)
    return To.takeError();
  Expected<uint64_t> Bits = I.number("bits", 32, 1, 64);
  if (!Bits)
    return Bits.takeError();
  if (!isPowerOf2_64(*Bits))
    return fail("--bits " + std::to_string(*Bits) +
                ", expected a power of two");
  Expected<PreShuffle> P = preShuffle(*To, unsigned(*Bits));
  if (!P)
    return fail(toString(P.takeError()));
  if (I.json()) {
    printObject([&](json::OStream &J) {
      J.attribute("memory", toString(P->Memory));
      J.attribute("vectorBits", int64_t(P->VectorElements * *Bits));
      J.attribute("loads", int64_t(P->Loads));
      J.attribute("vectorBitsBefore", int64_t(P->VectorBefore * *Bits));
      J.attribute("loadsBefore", int64_t(P->LoadsBefore));
      auto List = [&](StringRef Name, const auto &Numbers) {
        J.attributeArray(Name, [&] {
          for (uint64_t N : Numbers)
            J.value(int64_t(N));
        });
      };
      if (P->Steps) {
        List("sizes", P->Steps->Sizes);
        List("order", P->Steps->Order);
        List("backSizes", P->Steps->BackSizes);
        List("backOrder", P->Steps->BackOrder);
      }
    });
    return 0;
  }
  outs() << "memory: " << toString(P->Memory) << "\n";
  auto Count = [&](uint64_t Loads, uint64_t Elements) {
    return counted(Loads, "load") + " of " + counted(Elements * *Bits, "bit") +
           " in each thread";
  };
  outs() << "  " << Count(P->Loads, P->VectorElements) << "; row by row, "
         << Count(P->LoadsBefore, P->VectorBefore) << "\n";
  if (!P->Steps) {
    outs() << "  no shape operations: some bit of the offset moves several "
              "bits of the coordinates\n";
    return 0;
  }
  outs() << "host: x.reshape(" << listed(P->Steps->Sizes) << ").transpose("
         << listed(P->Steps->Order) << ").reshape(-1)\n"
         << "kernel: reshape " << listed(P->Steps->BackSizes) << "; trans "
         << listed(P->Steps->BackOrder) << "; reshape " << listed(shapeOf(*To))
         << "\n";
  return 0;
}

static Expected<int> runPlan(Invocation &I) {
  if (I.has("as") && I.has("preshuffle"))
    return fail("--as and --preshuffle, expected one of them");
  if (I.has("preshuffle"))
    return runPreShuffle(I);
  Expected<Target> T = I.target();
  if (!T)
    return T.takeError();
  Expected<LinearLayout> From = I.layout("from");
  if (!From)
    return From.takeError();
  if (I.has("reduce") || I.has("scan"))
    return runLines(I, *T, *From);
  Expected<LinearLayout> To = I.layout("to");
  if (!To)
    return To.takeError();
  Expected<unsigned> Bits = I.elementBits();
  if (!Bits)
    return Bits.takeError();
  if (I.has("gather"))
    return planOfGather(I, *T, *From, *To, *Bits);
  Expected<MaybeConversion> Asked =
      conversionBetween(*From, *To, *Bits, T->M.LaneBits);
  if (!Asked)
    return fail(toString(Asked.takeError()));
  if (!Asked->Wanted)
    return refuse(I, Asked->WhyNot);
  Conversion *C = &*Asked->Wanted;
  Expected<std::optional<AskedCode>> Code = askedCode(I, "convert");
  if (!Code)
    return Code.takeError();
  // A pasted function takes words.
  C->PackedSources = C->PackedResults = I.has("packed") || *Code;
  unsigned Warps =
      1u << std::max(From->inputBits("warp"), To->inputBits("warp"));
  Expected<PlanOptions> O = planOptions(I, *T, *C, Warps);
  if (!O)
    return O.takeError();
  PlanResult R = planConversion(*C, T->M, *O);
  if (!R.Best)
    return refuse(I, R.WhyNot);
  if (*Code) {
    printPlanCode(outs(), *R.Best, Warps << T->M.LaneBits, (*Code)->Name,
                  (*Code)->D);
    return 0;
  }
  std::vector<RejectedPlan> Rejected = rejectedPlans(*C, T->M, *O, *R.Best);
  if (I.json()) {
    printJson(*R.Best, Rejected, *T);
    return 0;
  }
  R.Best->print(outs());
  for (const RejectedPlan &L : Rejected)
    printRejected(outs(), L, *R.Best);
  return 0;
}

static constexpr OptionSpec Options[] = {
    {"from", "LAYOUT", "the layout in which threads hold the elements"},
    {"to", "LAYOUT", "the layout in which threads need them"},
    {"bits", "N", "bits of an element (default 32, or the type's)",
     [] { return WordList{"8", "16", "32", "64"}; }},
    {"target", "CPU", "the processor, such as sm_90 or gfx942 (default sm_90)",
     knownTargets, OptionSpec::Known},
    WaveOption,
    {"no-shuffle", nullptr, "do without shuffles"},
    {"no-shared", nullptr, "do not use shared memory"},
    {"scratch", "BYTES",
     "shared memory that the plan may use (default: a block's)"},
    {"as", "FORM", "the plan as a device function to paste",
     [] { return WordList{"text", "cuda", "hip"}; }},
    {"name", "NAME",
     "of the function (default convert, gather, reduce or scan)"},
    {"packed", nullptr, "narrow elements are given and wanted as whole words"},
    {"gather", "AXIS",
     "the coordinate on this axis is an index, known only at run time"},
    {"reduce", "AXIS", "combine the elements along this dimension, from 0"},
    {"scan", "AXIS", "running results along this dimension; needs no --to"},
    {"op", "NAME", "what --reduce combines with (default fadd)",
     lineOperationNames},
    {"reverse", nullptr, "--scan from the last element on"},
    {"preshuffle", nullptr,
     "the order in memory for which loads in layout --to are widest"},
};

const Command PlanCommand = {
    "plan",
    "",
    0,
    0,
    "the cheapest way from one layout to another on a GPU",
    R"(
Both layouts map registers, lanes, warps and blocks. The plan is a program over
32-bit words that every thread runs: words w0, w1, ... hold the source's
registers, each step makes new ones, and 'outputs' lists those that hold the
result. Below it follow its instructions per warp, its clocks, and a lower bound
for any plan; then the rejected routes, with the cost of their best plans, or
the reason why they have none.

Elements narrower than a word have one register each, unless --packed is given:
'packs' put them into words, 'unpacks' extract them, and permutes whose elements
can be taken from their earlier places cost nothing; those are counted as 'more
rename elements'.

With --gather, each register of the wanted layout comes with an index, and the
element is at its coordinates except for the axis, where the index is the
coordinate. The tensors may differ in the size of that axis. i0, i1, ... are
bits of the index. The plan is by shuffles and selects if the axis stays in the
warp and that is cheaper; otherwise through shared memory, whose wavefronts are
those at random indices, on average.

With --reduce AXIS, every line along the axis becomes one element, in layout
--to, whose tensor has the other dimensions: a list of combinations with other
registers and lanes, and of moves, which are plans, or go to places in shared
memory under a condition. With --scan AXIS, the digits of the position along the
axis, the lowest first, and the moves; see docs/front-end.md.

With --preshuffle, the memory layout in which a host may store a tile once, so
that each thread finds the elements that layout --to gives it in vectors of up
to 16 bytes; and the shape operations that lead there, in numpy's notation, and
back, in a kernel on tensors (docs/tensors.md).

With --as cuda or --as hip, the plan as a device function that needs nothing
else. It takes and gives 32-bit words: narrow elements are packed, as with
--packed, and the first is in the lowest bits. A gather takes an index for each
result in addition. Reductions and scans take and give elements, of the type
that --op and --bits say.

The exit status is 1 if there is no plan: if a wanted element is held nowhere or
in another block, or if all allowed routes fail, as with too many registers.
)",
    Options,
    {"plan --from 'register=[[1]], lane=[[2],[4],[8],[16],[32]] -> [64]' "
     "--to 'register=[[32]], lane=[[1],[2],[4],[8],[16]] -> [64]' "
     "--bits 32 --target sm_90",
     R"(
plan shuffle, warp, 32 bits, 32 lanes, 2 input words
  w2 = select(lane in 0xFFFF0000, w1, w0)
  w3 = shuffle(w2, lane of [0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23 8 24 9 25 10 26 11 27 12 28 13 29 14 30 15 31])
  w4 = select(lane in 0xFFFF0000, w0, w1)
  w5 = shuffle(w4, lane of [16 0 17 1 18 2 19 3 20 4 21 5 22 6 23 7 24 8 25 9 26 10 27 11 28 12 29 13 30 14 31 15])
  w6 = select(lane in 0xAAAAAAAA, w5, w3)
  w7 = select(lane in 0xAAAAAAAA, w3, w5)
  outputs: w6 w7
  cost: 2 shuffles, 4 selects, 0 permutes, 0 stores, 0 loads, 0 wavefronts, 0 warp barriers, 0 block barriers
  clocks: 2.60, bound: 1.94
  rejected: shared, 5.00 clocks (2.40 more): 2 stores, 1 load, 4 wavefronts, 256 bytes of scratch
)"},
    runPlan};

} // namespace f2layout::calc
