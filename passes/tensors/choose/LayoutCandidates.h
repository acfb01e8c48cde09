//===- LayoutCandidates.h - Layouts that a tensor may have ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Step 1 of ChooseLayouts.h. Operations that care propose layouts, which are
// carried forward to users and backward to operands:
//
//   %x = load      A                A, D by its user
//   %y = map %x             ->      D, A
//   %d = dot %y    D                D
//
// A value keeps at most eight, those that came first. What nothing says
// anything about gets its elements row by row.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_TENSORS_CHOOSE_LAYOUTCANDIDATES_H
#define F2LAYOUT_PASSES_TENSORS_CHOOSE_LAYOUTCANDIDATES_H

#include "passes/tensors/choose/LayoutPrices.h"

namespace f2layout {
inline namespace passes {

class LayoutCandidates {
public:
  LayoutCandidates(const TensorProgram &P, LayoutTable &Table, OpLayouts &Ops,
                   LayoutPrices &Prices, CallFaults &Faults)
      : P(P), Table(Table), Ops(Ops), Prices(Prices), Faults(Faults),
        Of(P.size()) {}
  /// Returns false if there is a fault.
  bool find();
  /// Those of one node, what it proposes itself first.
  llvm::ArrayRef<LayoutId> operator[](NodeId N) const { return Of[N]; }
  /// The elements row by row over all threads.
  std::optional<LayoutId> rowMajor(NodeId N);

private:
  bool add(NodeId N, LayoutId L);
  void propose();
  bool spread(NodeId N, llvm::SmallVectorImpl<NodeId> *Changed = nullptr);
  void spreadAll();
  void addDefaults();

  const TensorProgram &P;
  LayoutTable &Table;
  OpLayouts &Ops;
  LayoutPrices &Prices;
  CallFaults &Faults;
  std::vector<llvm::SmallVector<LayoutId, 4>> Of;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_TENSORS_CHOOSE_LAYOUTCANDIDATES_H
