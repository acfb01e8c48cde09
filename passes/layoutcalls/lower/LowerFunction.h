//===- LowerFunction.h - The layout calls of one function -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to f2layout-lower. All calls of a function are planned before any is
// replaced: if one cannot be planned, all of them stay unchanged. The calls of
// a function share one scratch array, as large as the largest one needs
// (ScratchOrder.h decides where barriers are needed).
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_LOWER_LOWERFUNCTION_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_LOWER_LOWERFUNCTION_H

#include "passes/launch/LaunchShape.h"
#include "passes/layoutcalls/lower/LowerCalls.h"
#include "passes/layoutcalls/lower/LowerLines.h"
#include "passes/layoutcalls/lower/WidenLater.h"
#include "passes/layoutcalls/scratch/ScratchOrder.h"
#include "passes/layoutcalls/scratch/ScratchSharing.h"
#include "passes/layoutcalls/scratch/ScratchWindows.h"
#include "passes/support/RemarkBook.h"
#include "llvm/ADT/SetVector.h"
#include <map>

namespace f2layout {
inline namespace passes {

/// A call and its replacement: one of the first five. The memory of a gather's
/// plan is Windows.
struct Lowering {
  LayoutCall C;
  std::optional<GatherPlan> Gathers;
  std::optional<Plan> Converts;
  std::optional<BufferAccesses> Accesses;
  std::optional<ScratchWindows> Windows;
  std::optional<LineLowering> Lines;

  /// A call of narrower elements was planned, too (WidenLater.h).
  struct Choice {
    llvm::Type *Narrow = nullptr;
    llvm::Type *Wide = nullptr;
    double NarrowClocks = 0, WideClocks = 0; ///< With the steps.
    /// Why the narrow elements cannot move; empty if they can.
    llvm::StringRef WhyNot;
  };
  llvm::SmallVector<Choice, 1> Choices;
  /// C is this one, and has yet to take the place of the wide call.
  std::optional<NarrowCall> Later;

  /// By the price; infinite if there is none.
  double clocks() const;
  ScratchUse scratchUse() const;
  /// For a whole block.
  uint64_t scratchBytes() const;
  llvm::Align scratchAlign() const;
  /// The replacement begins with a barrier.
  bool beginsWithBarrier() const;
};

/// An array of scratch memory.
struct ScratchArray {
  uint64_t Bytes = 0;
  llvm::Align Alignment;

  /// An array that is large enough for both.
  void join(const ScratchArray &O) {
    Bytes = std::max(Bytes, O.Bytes);
    Alignment = std::max(Alignment, O.Alignment);
  }
  llvm::GlobalVariable *make(llvm::Module &M, const llvm::Twine &Name) const;
};

/// The calls of one function.
class FunctionLowering {
public:
  FunctionLowering(llvm::Function &F, Target T, LaunchShape Launch,
                   const Options &O, const ScratchSharing &Sharing,
                   llvm::FunctionAnalysisManager &FAM)
      : F(F), T(std::move(T)), Launch(std::move(Launch)), O(O),
        Sharing(Sharing), FAM(FAM) {}

  /// Plans every call; changes nothing in the function.
  void plan(llvm::SmallVector<LayoutCall, 8> Calls, CallFaults &Faults);
  /// The scratch array that the calls need; empty if none needs one.
  std::optional<ScratchArray> scratch() const;
  const llvm::Function &function() const { return F; }
  /// Scratch: at least the size of scratch(); null if that is empty.
  void emit(llvm::GlobalVariable *Scratch);
  /// The constants with the texts of the calls' layouts.
  void addTexts(llvm::SmallSetVector<llvm::GlobalVariable *, 8> &Texts) const;

private:
  uint64_t roomForScratch() const;
  Lowering planCallAsIs(LayoutCall C, CallFaults &Faults);
  void planConversion(Lowering &L, CallFaults &Faults);
  void considerNarrow(Lowering &L);
  void planGather(Lowering &L, CallFaults &Faults);
  void planWindows(Lowering &L, const Conversion &Move, CallFaults &Faults);
  llvm::DenseMap<const llvm::Instruction *, Scope> barriers();
  llvm::Value *linearThread(llvm::IRBuilder<> &B);
  void emit(const Lowering &L, const Scope *Before,
            llvm::GlobalVariable *Scratch);
  llvm::Value *emitCode(const Lowering &L, EmitContext &Context);
  void remark(const Lowering &L, KernelRemarks &Out) const;
  UserRemark beginRemark(const Lowering &L, llvm::StringRef Name, double Clocks,
                         KernelRemarks &Out) const;
  void addClocks(UserRemark &R, double Clocks) const;
  UserRemark windowsRemark(const Lowering &L, KernelRemarks &Out) const;
  UserRemark gatherRemark(const Lowering &L, KernelRemarks &Out) const;
  UserRemark conversionRemark(const Lowering &L, KernelRemarks &Out) const;
  UserRemark linesRemark(const Lowering &L, KernelRemarks &Out) const;
  UserRemark choiceRemark(const Lowering &L, const Lowering::Choice &Choice,
                          KernelRemarks &Out) const;

  llvm::Function &F;
  const Target T;
  const LaunchShape Launch;
  const Options &O;
  const ScratchSharing &Sharing;
  llvm::FunctionAnalysisManager &FAM;
  std::vector<Lowering> Lowerings;
  /// The same conversion is planned once, however often it is called.
  std::map<std::tuple<std::string, std::string, llvm::Type *>, Plan> Known;
  llvm::Value *Thread = nullptr;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_LOWER_LOWERFUNCTION_H
