//===- AccessRemarks.cpp - The remarks of f2layout-access -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/AccessRemarks.h"
#include "passes/contiguity/ContiguityRuns.h"
#include "passes/support/DisplayName.h"
#include "passes/support/UserLocation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace f2layout;
using NV = DiagnosticInfoOptimizationBase::Argument;

#define DEBUG_TYPE "f2layout-access"

void WrittenAlignment::keep(Module &M) {
  const LLVMContext &Context = M.getContext();
  if (!Context.getLLVMRemarkStreamer() &&
      !Context.getDiagHandlerPtr()->isAnyRemarkEnabled(DEBUG_TYPE))
    return;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (isa<LoadInst, StoreInst>(I))
        At.insert({&I, getLoadStoreAlignment(&I)});
}

bool WrittenAlignment::isRaised(const Instruction &I) const {
  auto It = At.find(&I);
  return It != At.end() && It->second < getLoadStoreAlignment(&I);
}

bool AccessRemarks::isWanted() const { return ORE.enabled(); }

using InstructionList = SmallVector<Instruction *, 8>;

static InstructionList accessesOf(const Contiguity &C, const ContiguousRun &R) {
  InstructionList List;
  for (unsigned A : R.Accesses)
    List.push_back(C.accesses()[A].I);
  return List;
}

static Instruction &firstOf(ArrayRef<Instruction *> Accesses) {
  return **min_element(Accesses, [](Instruction *A, Instruction *B) {
    return A->comesBefore(B);
  });
}

static unsigned bytesOf(const Instruction &I) {
  return I.getDataLayout().getTypeStoreSize(getLoadStoreType(&I));
}

/// "4 loads of 4 bytes", "5 stores of 2 to 4 bytes".
static void sayAccesses(DiagnosticInfoOptimizationBase &R,
                        ArrayRef<Instruction *> Accesses) {
  unsigned Least = ~0u, Most = 0;
  for (const Instruction *I : Accesses) {
    Least = std::min(Least, bytesOf(*I));
    Most = std::max(Most, bytesOf(*I));
  }
  R << NV("Accesses", unsigned(Accesses.size()))
    << (isa<StoreInst>(Accesses.front()) ? " stores of " : " loads of ");
  if (Least != Most)
    R << NV("LeastBytes", Least) << " to ";
  R << NV("Bytes", Most) << (Most == 1 ? " byte" : " bytes");
}

/// "2 of 16 bytes and 1 of 4 bytes".
static void sayPieces(DiagnosticInfoOptimizationBase &R,
                      ArrayRef<unsigned> Pieces) {
  SmallVector<unsigned, 8> Sorted(Pieces);
  llvm::sort(Sorted, std::greater<unsigned>());
  for (size_t N = 0; N < Sorted.size();) {
    const size_t Same = llvm::count(Sorted, Sorted[N]);
    R << (N == 0                      ? ""
          : N + Same == Sorted.size() ? " and "
                                      : ", ")
      << NV("Wide", unsigned(Same)) << " of " << NV("WideBytes", Sorted[N])
      << (Sorted[N] == 1 ? " byte" : " bytes");
    N += Same;
  }
}

static void passed(OptimizationRemarkEmitter &ORE,
                   ArrayRef<Instruction *> Accesses,
                   ArrayRef<unsigned> Pieces) {
  Instruction &At = firstOf(Accesses);
  ORE.emit([&] {
    OptimizationRemark R(DEBUG_TYPE, "AccessWidened", userLocation(At),
                         At.getParent());
    sayAccesses(R, Accesses);
    R << " become ";
    sayPieces(R, Pieces);
    return R;
  });
}

void AccessRemarks::joined(ArrayRef<Instruction *> Accesses, unsigned Bytes) {
  passed(ORE, Accesses, Bytes);
}

void AccessRemarks::stated(const Contiguity &C, const ContiguousRun &R,
                           bool IsMoved) {
  if (!isWanted() || R.Pieces.size() == R.Accesses.size())
    return;
  const InstructionList Accesses = accessesOf(C, R);
  if (IsMoved || any_of(C.accessesByPiece(R), [&](const InstructionList &P) {
        return P.size() > 1 && Before.isRaised(*P.front());
      }))
    passed(ORE, Accesses, R.Pieces);
}

/// "store at line 12", or the instruction's name if there are no line numbers.
static void sayInstruction(DiagnosticInfoOptimizationBase &R,
                           const Instruction &I) {
  if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->getCalledFunction())
    R << "call of "
      << NV("Callee", displayName(Call->getCalledFunction()->getName()));
  else
    R << NV("Instruction", StringRef(I.getOpcodeName()));
  if (const DILocation *Line = userLine(I))
    R << " at line " << NV("Line", Line->getLine());
}

void AccessRemarks::keptApart(ArrayRef<Instruction *> Accesses,
                              const Instruction &InTheWay) {
  Instruction &At = firstOf(Accesses);
  ORE.emit([&] {
    OptimizationRemarkMissed R(DEBUG_TYPE, "AccessKeptApart", userLocation(At),
                               At.getParent());
    sayAccesses(R, Accesses);
    unsigned Bytes = 0;
    for (const Instruction *I : Accesses)
      Bytes += bytesOf(*I);
    R << " could be ";
    sayPieces(R, Bytes);
    R << ", but the ";
    sayInstruction(R, InTheWay);
    R << " is between them";
    if (isa<LoadInst, StoreInst>(InTheWay))
      R << " and may touch the same bytes";
    return R;
  });
}

/// clang keeps no names of local values.
static std::string nameOf(const Value &V) {
  if (V.hasName())
    return "'" + displayName(V.getName()) + "'";
  if (auto *A = dyn_cast<Argument>(&V))
    return "argument " + std::to_string(A->getArgNo() + 1);
  return isa<LoadInst>(V) ? "a loaded value" : "a value";
}

/// The annotation by which the user can state a larger alignment of V.
static StringRef helpFor(const Value &V) {
  if (isa<GlobalVariable>(V))
    return "__align__ on its declaration would help";
  if (V.getType()->isPointerTy())
    return "__builtin_assume_aligned would help";
  return "__builtin_assume would help";
}

void AccessRemarks::unaligned(const Contiguity &C, const ContiguousRun &R) {
  if (!isWanted() || !R.Unaligned)
    return;
  const InstructionList Accesses = accessesOf(C, R);
  Instruction &At = firstOf(Accesses);
  const unsigned Space = getLoadStoreAddressSpace(&At);
  // On AMD only shared memory needs alignment.
  if (At.getModule()->getTargetTriple().isAMDGPU() && Space != 3)
    return;
  SmallVector<unsigned, 8> Sizes;
  for (const Instruction *I : Accesses)
    Sizes.push_back(bytesOf(*I));
  const SmallVector<unsigned, 4> Pieces =
      cutRun(Sizes, {256, 0}, widestAccess(*At.getFunction(), Space));
  if (Pieces.size() >= R.Pieces.size())
    return;
  ORE.emit([&] {
    OptimizationRemarkMissed M(DEBUG_TYPE, "AlignmentUnknown", userLocation(At),
                               At.getParent());
    sayAccesses(M, Accesses);
    M << " could be ";
    sayPieces(M, Pieces);
    M << ", but are only known to be aligned to "
      << NV("Align", unsigned(R.Align)) << " because of "
      << NV("Value", nameOf(*R.Unaligned)) << ": " << helpFor(*R.Unaligned);
    return M;
  });
}
