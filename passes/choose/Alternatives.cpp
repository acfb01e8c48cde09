//===- Alternatives.cpp - What there is to choose from --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/choose/Alternatives.h"
#include "passes/exchange/ExchangePlan.h"
#include "passes/launch/LikelyShapes.h"
#include "passes/price/AccessCost.h"
#include "passes/sharedmemory/kernel/KernelContext.h"
#include "passes/sharedmemory/kernel/TileShapes.h"
#include "passes/support/SearchBudget.h"
#include "passes/swizzle/Readdress.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MustExecute.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace f2layout;

/// The search that f2layout-reroute would make: for the stated shape or, if
/// that shows nothing and a guess may help, for the first likely one that does.
static std::unique_ptr<Exchanges>
searchFor(const FunctionAnalyses &C, const Options &O, SearchBudget &Budget) {
  auto Found = std::make_unique<Exchanges>(C, statedShape(C.Launch), Budget);
  if (!Found->exchanges().empty() || !O.Guess || C.Launch.Exact)
    return Found;
  for (const EvalShape &S : shapesToTry(C.Memory, C.Launch)) {
    if (!Budget.affords(Exchanges::addresses(C, S)))
      break;
    auto Guess = std::make_unique<Exchanges>(C, S, Budget);
    if (!Guess->exchanges().empty())
      return Guess;
  }
  return Found;
}

static void printArrays(raw_ostream &OS, const Exchanges &R,
                        Placements &Placed) {
  for (const SharedObject &O : R.objects()) {
    OS << "  array " << O.name();
    if (!O.Dynamic)
      OS << ", " << O.Bytes << " bytes";
    OS << ": ";
    if (!O.Refusal.empty())
      OS << "not private, " << O.Refusal << "\n";
    else if (const Placement *P = Placed.of(O))
      OS << "its elements may move, " << P->How << "\n";
    else
      OS << "its elements stay where they are\n";
  }
}

static void print(raw_ostream &OS, const Exchanges &R, const ExchangePlan &P) {
  const Conversion &M = P.Subject->Move;
  OS << "  exchange through " << R.objects()[P.Subject->Object].name() << ", "
     << M.NumSources << " x i" << M.ElementBits
     << (M.Group == Scope::Warp ? " within each warp\n"
                                : " across the block\n");
  // An exchange that stays is left to f2layout-readdress.
  auto IsInPlace = [](const ExchangeWay &W) {
    return StringRef(W.How).starts_with("in place");
  };
  const bool Moves = !P.Best && any_of(P.Ways, IsInPlace);
  const StringRef Route = P.Best ? routeName(P.Best->By) : "as written";
  bool Said = false;
  for (const ExchangeWay &W : P.Ways) {
    const bool IsIt = Moves ? IsInPlace(W) : W.How == Route;
    OS << format("    %.1f clocks: ", W.Clocks) << W.How
       << (IsIt && !Said ? ", chosen\n" : "\n");
    Said |= IsIt;
  }
  if (!P.Best)
    OS << "    stays: " << P.Name << ", " << P.Why << "\n";
}

PreservedAnalyses AlternativesPrinterPass::run(Function &F,
                                               FunctionAnalysisManager &AM) {
  const auto K = KernelContext::of(F, AM, Opts);
  if (!K)
    return PreservedAnalyses::all();
  OS << "alternatives in '" << F.getName() << "'";
  if (K->isRefused()) {
    OS << ": none, " << K->Refusal << "\n";
    return PreservedAnalyses::all();
  }
  const FunctionAnalyses C = FunctionAnalyses::of(F, AM, K->Launch);
  SearchBudget Budget(Opts.Search);
  const std::unique_ptr<Exchanges> R = searchFor(C, Opts, Budget);
  const EvalShape &S = R->shape();
  OS << ", blocks of " << S.Size[0] << "x" << S.Size[1] << "x" << S.Size[2]
     << (S.SizeIsExact ? "\n" : " or smaller\n");
  const std::unique_ptr<Placements> Placed = placementsOf(Opts)(F, AM, K->T);
  PlanCache Cache;
  PlanContext Context = {C, K->T, Opts, Cache,
                         AM.getResult<ScalarEvolutionAnalysis>(F)};
  Context.Placed = Placed.get();
  Context.ListsWays = true;
  printArrays(OS, *R, *Placed);
  for (const ExchangePlan &P : planExchanges(*R, Context))
    print(OS, *R, P);
  return PreservedAnalyses::all();
}
