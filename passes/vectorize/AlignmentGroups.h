//===- AlignmentGroups.h - Accesses that alignment makes fewer ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The accesses of a kernel that become fewer if low bits of its inputs are
// zero, and what that saves: steps 1 and 2 of AlignmentGuess.h.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_VECTORIZE_ALIGNMENTGROUPS_H
#define F2LAYOUT_PASSES_VECTORIZE_ALIGNMENTGROUPS_H

#include "intrinsics/target/Target.h"
#include "passes/contiguity/Contiguity.h"
#include "passes/price/RegisterPressure.h"
#include "passes/vectorize/KernelInputs.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AliasAnalysis.h"

namespace f2layout {
inline namespace passes {

/// Accesses of one run that become fewer.
struct WiderGroup {
  llvm::SmallVector<llvm::Instruction *, 8> Accesses;
  /// Accesses of the run that stay alone, though better aligned.
  llvm::SmallVector<llvm::Instruction *, 4> Others;
  llvm::SmallVector<HoistedLoads, 2> Joined; ///< To estimate registers.
  unsigned From = 0, To = 0;
  unsigned WidestPiece = 0, LeastAccess = ~0u; ///< In bytes.
  double Issues = 0; ///< Accesses that are not made, as often as loops run.
  double Saved = 0;  ///< Clocks of a warp.
  /// Of these, what is saved however often loops run (isInInnerRounds).
  double Certain = 0;
};

using WiderGroups = std::vector<WiderGroup>;
double issuesOf(const WiderGroups &G);
double savedBy(const WiderGroups &G);
double certainlySavedBy(const WiderGroups &G);

class AccessBetween;

class AlignmentGroups {
public:
  using Counts = llvm::SmallVector<unsigned, 8>; ///< One for each input.

  /// C has the runs of the kernel's accesses as they are. Those in the blocks
  /// of Except are no candidates.
  AlignmentGroups(llvm::Function &F, llvm::FunctionAnalysisManager &FAM,
                  const Target &T, Contiguity &C,
                  llvm::ArrayRef<llvm::BasicBlock *> Except = {});

  /// Low bits that may be tested: cudaMalloc aligns to 256 bytes, but no access
  /// needs more than 16.
  static constexpr unsigned MostZeros = 4;

  KernelInputs Inputs;
  /// Accesses of global memory that an input leads to.
  llvm::SmallVector<llvm::Instruction *, 32> Candidates;

  /// At most so many clocks of a warp can be saved.
  double mostSaved();
  /// How many accesses the kernel issues, as often as loops run.
  double issuesOfKernel();
  /// The runs of Accesses that have fewer pieces if so many low bits of the
  /// inputs are zero.
  WiderGroups find(llvm::ArrayRef<unsigned> Zeros,
                   llvm::ArrayRef<llvm::Instruction *> Accesses);
  /// The candidates in the groups, in the order of the function.
  llvm::SmallVector<llvm::Instruction *, 32>
  accessesOf(const WiderGroups &G) const;
  /// MostZeros for each input that the groups depend on, or for each pointer.
  Counts zerosFor(const WiderGroups &G, bool WithNumbers) const;
  bool dependOnNumbers(const WiderGroups &G) const;

  /// How many accesses these candidates are now.
  unsigned countNow(llvm::ArrayRef<llvm::Instruction *> Accesses);
  /// How often BB runs.
  double weightOf(const llvm::BasicBlock *BB);
  /// Of a candidate that is a part of a piece of so many bytes.
  double wavefrontsOf(const llvm::Instruction &Access, unsigned Bytes) const;
  KernelInputs::Numbers inputsOf(const llvm::Instruction &Access) const {
    return InputsOf.lookup(&Access);
  }

private:
  void findCandidates(llvm::ArrayRef<llvm::BasicBlock *> Except);
  void numberPieces();
  std::optional<WiderGroup> groupOf(const Contiguity &Then,
                                    const ContiguousRun &R,
                                    AccessBetween &Between);

  llvm::Function &F;
  llvm::FunctionAnalysisManager &FAM;
  const Target &T;
  Contiguity &C;
  llvm::DenseMap<const llvm::Instruction *, KernelInputs::Numbers> InputsOf;
  /// Accesses whose address differs from lane to lane.
  llvm::SmallPtrSet<const llvm::Instruction *, 32> OfLanes;
  /// As the accesses are now: equal numbers are one access.
  llvm::DenseMap<const llvm::Instruction *, unsigned> PieceOf;
  llvm::DenseMap<const llvm::BasicBlock *, double> Weights;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_VECTORIZE_ALIGNMENTGROUPS_H
