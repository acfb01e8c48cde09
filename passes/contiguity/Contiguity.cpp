//===- Contiguity.cpp - Which accesses are neighbours in memory -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/contiguity/Contiguity.h"
#include "compat/LLVMCompat.h"
#include "passes/contiguity/ContiguityFind.h"
#include "passes/support/UserLocation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/ModuleSlotTracker.h"

using namespace llvm;

namespace f2layout {
inline namespace passes {

/// Bytes and element bits of what I loads or stores; no value for types without
/// a fixed size.
static std::optional<ContiguousAccess> accessOf(Instruction &I) {
  if (!isa<LoadInst, StoreInst>(I))
    return std::nullopt;
  const DataLayout &DL = I.getDataLayout();
  Type *Ty = getLoadStoreType(&I);
  TypeSize Bytes = DL.getTypeStoreSize(Ty);
  if (Bytes.isScalable() || !Ty->isFirstClassType() || Ty->isAggregateType() ||
      Bytes.getFixedValue() == 0 || Bytes.getFixedValue() > 1024)
    return std::nullopt;
  ContiguousAccess A;
  A.I = &I;
  A.Bytes = Bytes.getFixedValue();
  A.ElementBits =
      isa<VectorType>(Ty)
          ? DL.getTypeSizeInBits(Ty->getScalarType()).getFixedValue()
          : A.Bytes * 8;
  return A;
}

Contiguity::Contiguity(const BitFormsContext &C)
    : F(&C.F), InFull(true), Forms(std::make_unique<BitForms>(C)) {
  for (Instruction &I : instructions(*F))
    add(I, C.DT);
  RunFinder(*this, C).run();
}

Contiguity::Contiguity(const BitFormsContext &C, ArrayRef<Instruction *> Some)
    : F(&C.F), InFull(false), Forms(std::make_unique<BitForms>(C)) {
  for (Instruction *I : Some)
    add(*I, C.DT);
  RunFinder(*this, C).run();
}

void Contiguity::add(Instruction &I, const DominatorTree &DT) {
  std::optional<ContiguousAccess> A = accessOf(I);
  if (!A || !DT.isReachableFromEntry(I.getParent()))
    return;
  AccessOf[&I] = Accesses.size();
  Accesses.push_back(*A);
}

const ContiguousRun *Contiguity::runOf(const Instruction *I) const {
  auto It = AccessOf.find(I);
  return It == AccessOf.end() ? nullptr : &Runs[Accesses[It->second].Run];
}

std::vector<SmallVector<Instruction *, 8>>
Contiguity::accessesByPiece(const ContiguousRun &R) const {
  std::vector<SmallVector<Instruction *, 8>> ByPiece(R.Pieces.size());
  size_t Next = 0;
  for (auto [Bytes, In] : zip(R.Pieces, ByPiece))
    for (unsigned Filled = 0; Filled < Bytes; ++Next) {
      const ContiguousAccess &A = Accesses[R.Accesses[Next]];
      In.push_back(A.I);
      Filled += A.Bytes;
    }
  return ByPiece;
}

AnalysisKey ContiguityAnalysis::Key;

BitFormsContext bitFormsContext(Function &F, FunctionAnalysisManager &AM,
                                bool AboutThreads) {
  return {F,
          AM.getResult<LaunchShapeAnalysis>(F),
          AboutThreads ? &AM.getResult<BlockUniformityAnalysis>(F) : nullptr,
          AM.getResult<DominatorTreeAnalysis>(F),
          AM.getResult<LoopAnalysis>(F),
          &AM.getResult<AssumptionAnalysis>(F),
          &AM.getResult<ScalarEvolutionAnalysis>(F)};
}

Contiguity ContiguityAnalysis::run(Function &F, FunctionAnalysisManager &AM) {
  return Contiguity(bitFormsContext(F, AM));
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void printSpace(raw_ostream &OS, unsigned Space) {
  switch (Space) {
  case 0:
    OS << "generic";
    return;
  case 1:
    OS << "global";
    return;
  case 3:
    OS << "shared";
    return;
  case 4:
    OS << "constant";
    return;
  case 5:
    OS << "private";
    return;
  default:
    OS << "space " << Space;
  }
}

/// "x0-x4 y2", for a mask of thread bits.
static void printThreadBits(raw_ostream &OS, uint64_t Mask) {
  ListSeparator Sep(" ");
  static const char *const Names[] = {"x", "y", "z", "lane"};
  for (unsigned Dim = 0; Dim < 4; ++Dim)
    for (unsigned N = 0; N < ThreadDimBits[Dim]; ++N) {
      auto Has = [&](unsigned B) {
        return B < ThreadDimBits[Dim] && (Mask >> threadPlace(Dim, B) & 1);
      };
      if (!Has(N))
        continue;
      unsigned Last = N;
      while (Has(Last + 1))
        ++Last;
      OS << Sep << Names[Dim] << N;
      if (Last != N)
        OS << "-" << Names[Dim] << Last;
      N = Last;
    }
}

static void printThreads(raw_ostream &OS, const ThreadFacts &T,
                         uint64_t Bytes) {
  SmallVector<std::string, 3> Parts;
  std::string Text;
  raw_string_ostream Part(Text);
  auto Next = [&] {
    Parts.push_back(Text);
    Text.clear();
  };
  if (T.ConsecutiveBits) {
    Part << "consecutive over ";
    uint64_t Mask = ((1ull << T.ConsecutiveBits) - 1) << threadPlace(T.Dim, 0);
    printThreadBits(Part, Mask);
    Part << (T.InOrder ? "" : " permuted") << " ("
         << (Bytes << T.ConsecutiveBits) << " bytes)";
    Next();
  }
  if (T.Stride && (!T.ConsecutiveBits || uint64_t(T.Stride) != Bytes)) {
    Part << "stride " << T.Stride << " bytes over "
         << (T.Dim == DimLane ? "lane" : "x");
    Next();
  }
  if (T.Constant) {
    Part << "the same over ";
    printThreadBits(Part, T.Constant);
    Next();
  }
  if (!Parts.empty())
    OS << "    threads: " << join(Parts, "; ") << "\n";
}

static void printPieces(raw_ostream &OS, ArrayRef<unsigned> Pieces) {
  for (size_t N = 0; N < Pieces.size();) {
    size_t Same = N;
    while (Same < Pieces.size() && Pieces[Same] == Pieces[N])
      ++Same;
    OS << (N ? " + " : "") << Same - N << " x " << Pieces[N] * 8;
    N = Same;
  }
  OS << " bits";
}

/// The order of the run's accesses in memory, numbered in program order.
static void printOrder(raw_ostream &OS, const ContiguousRun &R,
                       const BitTable &T) {
  if (!R.hasFixedOrder()) {
    OS << "order by";
    for (Bit B : R.Choices) {
      OS << " [";
      T.print(OS, B);
      OS << "]";
    }
    return;
  }
  if (llvm::is_sorted(R.Accesses)) {
    OS << "in order";
    return;
  }
  SmallVector<unsigned, 8> Sorted(R.Accesses);
  llvm::sort(Sorted);
  OS << "order";
  for (unsigned A : R.Accesses)
    OS << " " << llvm::lower_bound(Sorted, A) - Sorted.begin();
}

void Contiguity::print(raw_ostream &OS) const {
  OS << "contiguity of @" << F->getName() << ": " << Accesses.size()
     << " accesses in " << Runs.size() << " runs\n";
  ModuleSlotTracker Slots(F->getParent());
  Slots.incorporateFunction(*F);
  auto PrintName = [&](const Value *V) {
    OS << " ";
    V->printAsOperand(OS, /*PrintType=*/false, Slots);
  };
  for (const ContiguousRun &R : Runs) {
    unsigned First = *llvm::min_element(R.Accesses);
    const Instruction *I = Accesses[First].I;
    OS << "  " << (isa<StoreInst>(I) ? "store to " : "load from ");
    printSpace(OS, getLoadStoreAddressSpace(I));
    if (const DILocation *Line = userLine(*I))
      OS << ", line " << Line->getLine();
    bool Mixed = any_of(R.Accesses, [&](unsigned A) {
      return Accesses[A].ElementBits != Accesses[First].ElementBits;
    });
    OS << ": ";
    if (Mixed)
      OS << R.Accesses.size() << " accesses";
    else
      OS << R.Bytes * 8 / Accesses[First].ElementBits << " x "
         << Accesses[First].ElementBits << " bits";
    OS << " = " << R.Bytes << " bytes, ";
    printOrder(OS, R, Forms->table());
    OS << ", align " << R.Align;
    if (R.Residue)
      OS << " + " << R.Residue;
    OS << ": ";
    printPieces(OS, R.Pieces);
    if (!R.Limit.empty())
      OS << "; " << R.Limit;
    if (R.Raise) {
      OS << "; ";
      printPieces(OS, R.PiecesIfRaised);
      OS << " if @" << R.Raise->getName() << " were aligned to 16";
    }
    OS << "\n    at";
    for (unsigned A : R.Accesses)
      PrintName(getLoadStorePointerOperand(Accesses[A].I));
    if (!R.Repeats.empty()) {
      OS << ", again";
      for (unsigned A : R.Repeats)
        PrintName(getLoadStorePointerOperand(Accesses[A].I));
    }
    OS << "\n";
    printThreads(OS, R.Threads, R.Bytes);
  }
}

} // namespace passes
} // namespace f2layout
