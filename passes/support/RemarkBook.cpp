//===- RemarkBook.cpp - What is told about a kernel, most useful first ----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/support/RemarkBook.h"
#include "passes/support/KernelName.h"
#include "passes/support/UserLocation.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/IR/Module.h"
#include "llvm/Remarks/RemarkStreamer.h"
#include <cmath>
#include <iterator>
#include <map>
#include <tuple>

using namespace llvm;
using namespace f2layout;
using NV = UserRemark::Argument;

UserRemark::UserRemark(Kind K, const char *Pass, StringRef Name,
                       const Instruction &At)
    : K(K), Pass(Pass), Name(Name), Where(userLocation(At)),
      Block(const_cast<BasicBlock *>(At.getParent())) {}

UserRemark::UserRemark(Kind K, const char *Pass, StringRef Name, Function &F)
    : K(K), Pass(Pass), Name(Name), Where(F.getSubprogram()),
      Block(&F.getEntryBlock()) {}

UserRemark &UserRemark::count(StringRef Argument, uint64_t N, StringRef Noun) {
  return *this << NV(Argument, N) << (" " + Noun + (N == 1 ? "" : "s")).str();
}

std::string UserRemark::text() const {
  std::string Text;
  for (const Argument &A : Arguments)
    Text += A.Val;
  return Text;
}

namespace {

/// Remarks that are shown as one.
struct Group {
  UserRemark First;
  unsigned Places = 1;
};

using Groups = std::vector<Group>;

} // namespace

static bool isWritten(const LLVMContext &C, StringRef Pass) {
  const remarks::RemarkStreamer *File = C.getMainRemarkStreamer();
  return File &&
         const_cast<remarks::RemarkStreamer *>(File)->matchesFilter(Pass);
}

/// Compilers print the kind for this pass, or write it to a file.
static bool isHeard(const LLVMContext &C, const UserRemark &R) {
  if (isWritten(C, R.Pass))
    return true;
  const DiagnosticHandler *Handler = C.getDiagHandlerPtr();
  switch (R.K) {
  case UserRemark::Passed:
    return Handler->isPassedOptRemarkEnabled(R.Pass);
  case UserRemark::Missed:
    return Handler->isMissedOptRemarkEnabled(R.Pass);
  case UserRemark::Analysis:
    return Handler->isAnalysisRemarkEnabled(R.Pass);
  }
  return false;
}

/// The same for any kind and any of our passes: remarks of others cost us
/// nothing.
static bool isAnyHeard(const LLVMContext &C) {
  return any_of(ArrayRef<StringRef>{"f2layout-assign", "f2layout-fold",
                                    "f2layout-lower", "f2layout-copies",
                                    "f2layout-reroute", "f2layout-relax",
                                    "f2layout-matrix", "f2layout-readdress",
                                    "f2layout-access", "f2layout-coalesce",
                                    "f2layout-idle", "f2layout-banks",
                                    "f2layout-residency"},
                [&](StringRef Pass) {
                  return isWritten(C, Pass) ||
                         C.getDiagHandlerPtr()->isAnyRemarkEnabled(Pass);
                });
}

static Groups groupsOf(std::vector<UserRemark> Remarks) {
  Groups All;
  std::map<std::tuple<UserRemark::Kind, std::string, std::string, std::string>,
           size_t>
      Known;
  for (UserRemark &R : Remarks) {
    const auto [It, New] = Known.try_emplace(
        {R.K, R.OfAnyPass ? "" : R.Pass, R.Name, R.Subject}, All.size());
    if (New) {
      All.push_back({std::move(R)});
      continue;
    }
    Group &G = All[It->second];
    if (R.Replaces) {
      G.First = std::move(R);
      continue;
    }
    ++G.Places;
    G.First.Worth += R.Worth;
    std::move(R.Parts.begin(), R.Parts.end(),
              std::back_inserter(G.First.Parts));
  }
  for (Group &G : All)
    if (G.Places > 1)
      G.First << " (the first of " << NV("Places", G.Places) << " such "
              << G.First.Places << ")";
  return All;
}

static void sortByWorth(Groups &All) {
  stable_sort(All, [](const Group &A, const Group &B) {
    if (A.First.IsFinal != B.First.IsFinal)
      return B.First.IsFinal;
    return A.First.Worth > B.First.Worth;
  });
}

/// Puts the parts of groups in their place, those of most worth first, as long
/// as there are lines.
static void expand(Groups &All, unsigned Lines) {
  Groups Expanded;
  size_t Number = All.size();
  for (Group &G : All) {
    // Parts with the same text are one.
    for (UserRemark &Part : G.First.Parts)
      Part.Subject = Part.text();
    Groups Parts = groupsOf(G.First.Parts);
    if (Parts.empty() || Number - 1 + Parts.size() > Lines) {
      Expanded.push_back(std::move(G));
      continue;
    }
    Number += Parts.size() - 1;
    std::move(Parts.begin(), Parts.end(), std::back_inserter(Expanded));
  }
  All = std::move(Expanded);
}

/// Keeps the groups that are shown, in their order. Of what was done and what
/// was not, each has half of the lines, and what the other leaves of its half.
static void limit(Groups &All, unsigned Lines) {
  auto IsPassed = [](const Group &G) {
    return G.First.K == UserRemark::Passed;
  };
  const unsigned Passed = count_if(All, IsPassed);
  const unsigned Others = All.size() - Passed;
  unsigned LeftOfPassed = Lines - std::min(Others, Lines - Lines / 2);
  unsigned LeftOfOthers = Lines - std::min(Passed, LeftOfPassed);
  erase_if(All, [&](const Group &G) {
    unsigned &Left = IsPassed(G) ? LeftOfPassed : LeftOfOthers;
    if (Left == 0)
      return true;
    --Left;
    return false;
  });
}

/// Kernels that a template makes have one line, and without debug information
/// none has a line.
static bool isUnclear(const UserRemark &R, StringRef FunctionName) {
  return !R.Where.isValid() || R.Where.getLine() == 0 ||
         FunctionName.ends_with(">");
}

/// ", and 7 other kernels of the template" if Others is 7.
static void sayKernels(DiagnosticInfoOptimizationBase &X, StringRef Name,
                       unsigned Others) {
  X << " (in " << NV("Kernel", Name);
  if (Others == 1)
    X << " and " << NV("OtherKernels", Others) << " other kernel";
  if (Others > 1)
    X << " and " << NV("OtherKernels", Others) << " other kernels";
  X << (Others ? " of the template)" : ")");
}

template <typename LLVMRemark>
static void emitAs(OptimizationRemarkEmitter &ORE, const ShownRemark &Shown) {
  ORE.emit([&] {
    const UserRemark &R = Shown.R;
    auto *BB = cast_or_null<BasicBlock>(static_cast<Value *>(R.Block));
    LLVMRemark X(R.Pass, R.Name, R.Where,
                 BB && BB->getParent() == Shown.F ? BB
                                                  : &Shown.F->getEntryBlock());
    for (const UserRemark::Argument &A : R.Arguments)
      X << A;
    if (isUnclear(R, Shown.Kernel))
      sayKernels(X, Shown.Kernel, Shown.Others);
    return X;
  });
}

static void emitOne(OptimizationRemarkEmitter &ORE, const ShownRemark &Shown) {
  switch (Shown.R.K) {
  case UserRemark::Passed:
    return emitAs<OptimizationRemark>(ORE, Shown);
  case UserRemark::Missed:
    return emitAs<OptimizationRemarkMissed>(ORE, Shown);
  case UserRemark::Analysis:
    return emitAs<OptimizationRemarkAnalysis>(ORE, Shown);
  }
}

/// The most useful of the remarks, and a count of the others: so many lines at
/// most.
static std::vector<UserRemark>
bestOf(Function &F, std::vector<UserRemark> Remarks, unsigned Lines) {
  std::vector<UserRemark> Best;
  Groups All = groupsOf(std::move(Remarks));
  sortByWorth(All);
  expand(All, Lines);
  sortByWorth(All);
  const size_t Number = All.size();
  std::optional<UserRemark> Rest;
  if (Number > Lines) {
    const UserRemark &Last = All.back().First;
    Rest.emplace(Last.K, Last.Pass, "MoreRemarks", F);
    limit(All, Lines - 1);
    *Rest << "there are " << NV("Remarks", unsigned(Number - All.size()))
          << " more remarks of less weight about this kernel; "
             "-f2layout-all-remarks shows all";
  }
  for (Group &G : All)
    Best.push_back(std::move(G.First));
  if (Rest)
    Best.push_back(std::move(*Rest));
  return Best;
}

/// Drops what is void because something was done to the same subject.
static void dropVoid(std::vector<UserRemark> &All) {
  StringSet<> Changed;
  for (const UserRemark &R : All)
    if (R.K == UserRemark::Passed)
      Changed.insert(R.Subject);
  erase_if(All, [&](const UserRemark &R) {
    return R.IsVoidIfChanged && Changed.contains(R.Subject);
  });
}

std::vector<ShownRemark> RemarkBook::take(Function &F) {
  std::vector<ShownRemark> Shown;
  auto *It = Remarks.find(&F);
  if (It == Remarks.end())
    return Shown;
  std::vector<UserRemark> All = std::move(It->second);
  Remarks.erase(It);
  const std::string Name = kernelName(F);
  auto Show = [&](std::vector<UserRemark> List) {
    for (UserRemark &R : List)
      Shown.push_back({&F, std::move(R), Name});
  };
  if (EachPlace) {
    Show(std::move(All));
    return Shown;
  }
  dropVoid(All);
  std::vector<UserRemark> Results, Analyses;
  for (UserRemark &R : All)
    if (isHeard(F.getContext(), R))
      (R.K == UserRemark::Analysis ? Analyses : Results)
          .push_back(std::move(R));
  // Analyses have the lines that are left: one of them at least, and one more
  // for the count of the others, if one is about the whole kernel.
  size_t OfAnalyses = std::min<size_t>(Analyses.size(), 1);
  if (any_of(Analyses,
             [](const UserRemark &R) { return R.Worth >= WholeKernel; }))
    OfAnalyses = std::min<size_t>(Analyses.size(), 2);
  Show(bestOf(F, std::move(Results), MaxLines - OfAnalyses));
  Show(bestOf(F, std::move(Analyses), MaxLines - Shown.size()));
  return Shown;
}

void RemarkBook::emit(Function &F, OptimizationRemarkEmitter &ORE) {
  for (const ShownRemark &S : take(F))
    emitOne(ORE, S);
}

/// Kernels of one template have the same lines: what is said of several of them
/// in the same words stays for the first one only.
static void joinKernels(std::vector<ShownRemark> &All) {
  using Key =
      std::tuple<UserRemark::Kind, const char *, std::string, std::string,
                 unsigned, unsigned, std::string, std::string>;
  std::map<Key, SmallVector<size_t, 1>> Known;
  BitVector Joined(All.size());
  for (auto [N, S] : enumerate(All)) {
    const UserRemark &R = S.R;
    const StringRef Template = templateOf(S.Kernel);
    if (Template.empty())
      continue;
    const bool HasPlace = R.Where.isValid();
    SmallVector<size_t, 1> &Same =
        Known[{R.K, R.Pass, R.Name,
               HasPlace ? R.Where.getAbsolutePath() : std::string(),
               HasPlace ? R.Where.getLine() : 0,
               HasPlace ? R.Where.getColumn() : 0, R.text(), Template.str()}];
    // A kernel may say the same of two places; they are not joined.
    auto *First = find_if(Same, [&, Own = S.F](size_t M) {
      return All[M].F != Own && All[M].LastOther != Own;
    });
    if (First == Same.end()) {
      Same.push_back(N);
      continue;
    }
    ++All[*First].Others;
    All[*First].LastOther = S.F;
    Joined.set(N);
  }
  size_t N = 0;
  erase_if(All, [&](const ShownRemark &) { return Joined[N++]; });
}

AnalysisKey RemarkBookAnalysis::Key;

RemarkBookAnalysis::Result RemarkBookAnalysis::run(Module &,
                                                   ModuleAnalysisManager &) {
  Result R{std::make_shared<RemarkBook>()};
  R.Book->EachPlace = EachPlace;
  return R;
}

/// The open book of the pipeline; null if there is none.
static std::shared_ptr<RemarkBook> openBook(Function &F,
                                            FunctionAnalysisManager &AM) {
  const auto *Found = AM.getResult<ModuleAnalysisManagerFunctionProxy>(F)
                          .getCachedResult<RemarkBookAnalysis>(*F.getParent());
  return Found && Found->Book->IsOpen ? Found->Book : nullptr;
}

KernelRemarks::KernelRemarks(Function &F, FunctionAnalysisManager &AM)
    : F(F), AM(AM),
      IsWanted(AM.getResult<OptimizationRemarkEmitterAnalysis>(F).enabled() &&
               isAnyHeard(F.getContext())) {
  if (IsWanted)
    Shared = openBook(F, AM);
}

KernelRemarks::~KernelRemarks() {
  if (IsWanted && !Shared)
    Own.emit(F, AM.getResult<OptimizationRemarkEmitterAnalysis>(F));
}

double KernelRemarks::timesOf(const BasicBlock &BB) const {
  constexpr unsigned MaxDepth = 4;
  const auto &LI = AM.getResult<LoopAnalysis>(F);
  return std::pow(8, std::min(LI.getLoopDepth(&BB), MaxDepth));
}

PreservedAnalyses OpenRemarksPass::run(Module &M, ModuleAnalysisManager &AM) {
  AM.getResult<RemarkBookAnalysis>(M).Book->IsOpen = true;
  return PreservedAnalyses::all();
}

PreservedAnalyses EmitRemarksPass::run(Module &M, ModuleAnalysisManager &AM) {
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  RemarkBook &Book = *AM.getResult<RemarkBookAnalysis>(M).Book;
  std::vector<ShownRemark> All;
  for (Function &F : M)
    if (!F.isDeclaration()) {
      std::vector<ShownRemark> OfKernel = Book.take(F);
      std::move(OfKernel.begin(), OfKernel.end(), std::back_inserter(All));
    }
  if (!Book.EachPlace)
    joinKernels(All);
  for (const ShownRemark &S : All)
    emitOne(FAM.getResult<OptimizationRemarkEmitterAnalysis>(*S.F), S);
  Book.IsOpen = false;
  return PreservedAnalyses::all();
}
