//===- LayoutPrices.h - What layouts of tensors cost ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clocks of one warp, by the tables that f2layout-lower uses:
//
//   conversion      the plan that f2layout-lower will take (Plan.h); of more
//                   than 32 registers, the best one through memory
//   reduce, scan    theirs, with the result where it is wanted
//   gather          the plan for these two layouts
//   load, store     instructions and sectors (GlobalAccess.h)
//   map             its instructions, for each register
//   shape           nothing
//   dot             its instructions
//
// Everything is computed once for each pair of layouts.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_TENSORS_LAYOUTPRICES_H
#define F2LAYOUT_PASSES_TENSORS_LAYOUTPRICES_H

#include "passes/support/Options.h"
#include "passes/tensors/GlobalAccess.h"
#include "passes/tensors/OpLayouts.h"
#include <map>

namespace f2layout {
inline namespace passes {

class LayoutPrices {
public:
  LayoutPrices(const TensorProgram &P, LayoutTable &Table, OpLayouts &Ops,
               const Target &T, const Options &O, uint64_t ScratchBytes)
      : P(P), Table(Table), Ops(Ops), T(T), O(O), ScratchBytes(ScratchBytes) {}

  /// From one layout to another; 0 if they are the same.
  double conversion(LayoutId From, LayoutId To, const TensorType &Type);
  /// The operation N with its result (of a store: its operand) in layout L.
  /// FirstOperand is the layout that its first operand has, where any will do.
  double operation(NodeId N, LayoutId L, LayoutId FirstOperand);

  const GlobalAccess &access(NodeId N) const { return Accesses.at(N); }
  /// Of a wait: the dimension whose elements are neighbours in shared memory.
  void setStagedMinor(NodeId N, unsigned Minor) { StagedMinor[N] = Minor; }
  void setAccess(NodeId N, GlobalAccess G) { Accesses[N] = std::move(G); }

  /// A price that no plan has.
  static constexpr double Impossible = 1e12;

private:
  double computeConversion(LayoutId From, LayoutId To, unsigned Bits);
  double line(const TensorNode &N, LayoutId From, LayoutId To);
  double gather(const TensorNode &N, LayoutId From, LayoutId To);

  const TensorProgram &P;
  LayoutTable &Table;
  OpLayouts &Ops;
  const Target &T;
  const Options &O;
  const uint64_t ScratchBytes;
  std::map<NodeId, GlobalAccess> Accesses;
  std::map<NodeId, unsigned> StagedMinor;
  std::map<std::tuple<LayoutId, LayoutId, unsigned>, double> Conversions;
  /// By operation and axis, element bits and kind, and layouts.
  std::map<std::tuple<unsigned, unsigned, LayoutId, LayoutId>, double> Lines;
  std::map<std::tuple<unsigned, unsigned, LayoutId, LayoutId>, double> Gathers;
  std::map<std::tuple<NodeId, LayoutId>, double> Memory;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_TENSORS_LAYOUTPRICES_H
