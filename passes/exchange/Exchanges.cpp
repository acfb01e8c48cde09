//===- Exchanges.cpp - Values that travel through shared memory -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/exchange/Exchanges.h"
#include "passes/exchange/ExchangeFinder.h"
#include "passes/support/PipelineAttributes.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace f2layout;

static bool isSearched(const SharedObject &O, const SharedArraySet *Only) {
  return !O.Arrays.front()->hasAttribute(ScratchAttribute) &&
         (!Only || any_of(O.Arrays, [&](const GlobalVariable *G) {
           return Only->contains(G);
         }));
}

uint64_t Exchanges::addresses(const FunctionAnalyses &C, const EvalShape &Shape,
                              const SharedArraySet *Only) {
  uint64_t Accesses = 0;
  for (const SharedObject &O : C.Memory.objects())
    if (isSearched(O, Only) && (O.Refusal.empty() || O.OnlyVolatile))
      Accesses += O.Accesses.size();
  return Accesses * Shape.threads();
}

Exchanges::Exchanges(const FunctionAnalyses &C, const EvalShape &Shape,
                     SearchBudget &Budget, const SharedArraySet *Only,
                     const SharedArraySet &Without)
    : Shape(Shape), Objects(C.Memory.objects()) {
  if (Objects.empty())
    return;
  ThreadEval &Eval = C.Memory.evaluation(Shape);
  for (unsigned N = 0; N < Objects.size(); ++N)
    if (isSearched(Objects[N], Only) && isSearched(Objects[N], &Without) &&
        !Without.empty())
      leaveOut(N);
    else if (isSearched(Objects[N], Only))
      ExchangeFinder(C, Eval, Budget, *this, N).run();
}

void Exchanges::leaveOut(unsigned Object) {
  for (const SharedAccess &A : Objects[Object].Accesses)
    if (!A.isStore() && Shape.SizeIsExact)
      Missed.push_back({Object, A.I, "TwoWriters",
                        "stores under a condition write its array, and other "
                        "threads may access the same bytes",
                        nullptr});
    else if (!A.isStore())
      Missed.push_back({Object, A.I, "NeedsBlockShape",
                        "stores under a condition write its array, and whether "
                        "other threads access the same bytes depends on the "
                        "block's size, which is not known",
                        nullptr});
}

/// Whether groups of threads reach BB together, by evaluation.
const BranchSettlement &Exchanges::settle(const FunctionAnalyses &C,
                                          ThreadEval &Eval,
                                          const BasicBlock &BB,
                                          unsigned Group) {
  auto [It, New] = Settled.try_emplace({&BB, Group});
  if (New) {
    BlockUniformity U = C.Uniformity.forLaunch(C.Launch);
    It->second = settleBranches(U, Eval, BB, Group, &C.Syncs);
  }
  return It->second;
}

void Exchanges::print(raw_ostream &OS) const {
  OS << "  block " << Shape.Size[0] << "x" << Shape.Size[1] << "x"
     << Shape.Size[2] << (Shape.SizeIsExact ? "" : " or smaller") << "\n";
  for (const Exchange &T : Found) {
    const Conversion &M = T.Move;
    OS << "  exchange through " << Objects[T.Object].name() << ": "
       << M.NumSources << " -> " << M.NumResults << " x i" << M.ElementBits
       << ", " << (M.Group == Scope::Warp ? "warp" : "block") << " of "
       << M.NumThreads << ", "
       << (!T.Gathers.empty() ? "by an index"
           : M.Affine         ? "affine"
                              : "not affine")
       << (T.NeedsShape ? ", for this block shape only" : "")
       << (T.AnyShape ? ", for any shape of so many threads" : "") << "\n";
    if (!M.Affine)
      continue;
    auto PrintPlace = [&](uint64_t Place) {
      OS << "["
         << (Place & maskTrailingOnes<uint64_t>(M.Affine->SourceRegisterBits))
         << "," << (Place >> M.Affine->SourceRegisterBits) << "]";
    };
    auto PrintColumns = [&](StringRef Name, ArrayRef<uint64_t> Columns) {
      OS << "    " << Name << " = [";
      ListSeparator Sep(",");
      for (uint64_t C : Columns) {
        OS << Sep;
        PrintPlace(C);
      }
      OS << "]\n";
    };
    OS << "    images in (source register, source thread):\n";
    PrintColumns("register", M.Affine->RegisterColumns);
    PrintColumns("thread", M.Affine->ThreadColumns);
    OS << "    offset = ";
    PrintPlace(M.Affine->Offset);
    OS << "\n";
  }
  for (const MissedExchange &M : Missed) {
    OS << "  stays in " << Objects[M.Object].name() << ": " << M.Name << ": "
       << M.Why;
    if (M.Load)
      OS << " (" << *M.Load << ")";
    OS << "\n";
  }
}
