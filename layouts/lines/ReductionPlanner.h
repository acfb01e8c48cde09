//===- ReductionPlanner.h - From differences to steps ---------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to layouts/lines. Folds what registers, lanes and warps hold, in
// this order:
//
//   ReductionFolds.cpp   registers and lanes: each warp has one partial result
//                        for each line
//   ReductionWarps.cpp   warps: partial results are brought together in one of
//                        several ways, the cheapest of which is taken
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_LINES_REDUCTIONPLANNER_H
#define F2LAYOUT_LAYOUTS_LINES_REDUCTIONPLANNER_H

#include "layouts/f2/Echelon.h"
#include "layouts/lines/LineDirections.h"
#include "layouts/lines/Reduction.h"

namespace f2layout {
inline namespace layouts {

class ReductionPlanner {
public:
  ReductionPlanner(const LinearLayout &From, unsigned Axis,
                   const LinearLayout &To, unsigned ElementBits,
                   const Machine &M, FoldTraits Traits,
                   const MovePlanner &Planner)
      : Has(lineImages(From, Axis)), Wants(lineImages(To)),
        ElementBits(ElementBits), M(M), Traits(Traits), Planner(Planner) {
    R.NumSources = 1u << Has.Register.size();
    R.NumResults = 1u << Wants.Register.size();
  }
  llvm::Expected<Reduction> plan();

private:
  void rename(Reduction &To, llvm::SmallVector<unsigned, 16> Sources) const;
  void fold(Reduction &To, unsigned Registers, ReduceStep Step) const;
  void keepDistinct();
  void foldRegisters();
  void foldLanes(unsigned Splits);
  bool splitLanes(const ThreadBits &D);
  llvm::Expected<Reduction> foldWarps();
  llvm::Expected<Reduction> withSplits(unsigned Splits) const;
  bool foldWarpAtOnce(llvm::ArrayRef<ThreadBits> Lanes);
  llvm::Error moveTo(Reduction &To, const LineImages &From,
                     const LineImages &Next);
  llvm::Error finish(Reduction &To, const LineImages &From);
  LineImages partialResults() const;
  llvm::Expected<Reduction> byRegisters(const LineImages &Partial);
  llvm::Expected<Reduction> byLanes(const LineImages &Partial,
                                    unsigned InLanes);
  llvm::Expected<Reduction> byExchange(const LineImages &Partial);

  LineImages Has, Wants;
  const unsigned ElementBits;
  const Machine &M;
  const FoldTraits Traits;
  const MovePlanner &Planner;
  /// The differences that are left to fold.
  llvm::SmallVector<ThreadBits, 8> Left;
  llvm::SmallVector<ThreadBits, 8> Copies;
  Echelon<uint64_t> Folded; ///< What is along the axis and done.
  Reduction R;
};

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_LINES_REDUCTIONPLANNER_H
