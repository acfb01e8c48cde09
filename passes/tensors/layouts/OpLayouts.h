//===- OpLayouts.h - Layouts through operations on tensors ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If an operation is to give its result in a layout, which layouts must its
// operands have? And if an operand has a layout, which one can the result have
// at no cost?
//
//   operation            demand: operand's from the result's   follow
//   map, phi, select     the same                              the same
//   shape operations     ShapeOp::backward                     ShapeOp::forward
//   reduce               any: the reduction moves the results  the slice
//   scan                 the same                              the same
//   gather               tensor: any; index: the same          of the index
//   dot                  of its instruction (DotLayouts.h)     of the sum
//   convert              any                                   as stated
//
// A store's own layout is that in which it stores. "Any" means that the
// operation takes what there is: its own lowering knows the way.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_TENSORS_LAYOUTS_OPLAYOUTS_H
#define F2LAYOUT_PASSES_TENSORS_LAYOUTS_OPLAYOUTS_H

#include "passes/tensors/layouts/DotLayouts.h"
#include "passes/tensors/layouts/LayoutTable.h"
#include "passes/tensors/program/TensorProgram.h"

namespace f2layout {
inline namespace passes {

/// What an operand must have.
struct Demand {
  enum Kind { Layout, Any, Impossible };
  Kind K = Impossible;
  LayoutId Id = 0;
};

class OpLayouts {
public:
  OpLayouts(const TensorProgram &P, LayoutTable &Table, const Target &T)
      : P(P), Table(Table), T(T) {}

  /// The layout that operand number I of N must have if N has that layout.
  Demand demand(NodeId N, unsigned I, LayoutId OfResult);
  /// A layout of N that suits one of its operand number I; none if the operand
  /// says nothing about N's.
  std::optional<LayoutId> follow(NodeId N, unsigned I, LayoutId OfOperand);
  /// Whether N can have the layout at all.
  bool canHave(NodeId N, LayoutId L);
  /// The layouts of the instructions for a dot, one choice for each of the
  /// result: with a factor as another dot leaves it, if there is such a one.
  llvm::ArrayRef<DotChoice> dotChoices(NodeId N);
  /// The choice with that layout of the result; null if there is none.
  const DotChoice *dotChoice(NodeId N, LayoutId OfResult);

private:
  std::optional<LayoutId> number(llvm::Expected<LinearLayout> L);
  llvm::ArrayRef<DotChoice> allDotChoices(NodeId N);
  void addResultsOfDots(NodeId N, llvm::DenseSet<NodeId> &Seen,
                        llvm::DenseSet<LayoutId> &Results);

  const TensorProgram &P;
  LayoutTable &Table;
  const Target &T;
  llvm::DenseMap<NodeId, std::vector<DotChoice>> AllDots, Dots;
  llvm::DenseMap<std::pair<NodeId, LayoutId>, std::optional<LayoutId>> Backward,
      Forward;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_TENSORS_LAYOUTS_OPLAYOUTS_H
