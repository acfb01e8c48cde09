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
// Barriers in loops. The tables are for full occupancy: while one block waits
// at a barrier, others run. Tensors take many registers, so that only a few
// warps may run at a time (LiveTensors.h). Outside of loops that costs little.
// In a loop, barriers keep all warps of a block at the same step: they multiply
// matrices together, and while they do something else, the tensor cores are
// idle. There the price of a barrier grows with the square of the ratio of
// warps, since the wait is shared by fewer of them, and less of it is hidden.
// On an H200, a barrier in the loop of an attention step cost 85 clocks of a
// warp with 8 warps, and 31 with 16. From the price of 2 at 64 warps, the
// square gives 128 and 32.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_TENSORS_CHOOSE_LAYOUTPRICES_H
#define F2LAYOUT_PASSES_TENSORS_CHOOSE_LAYOUTPRICES_H

#include "passes/support/Options.h"
#include "passes/tensors/choose/GlobalAccess.h"
#include "passes/tensors/layouts/OpLayouts.h"
#include <map>

namespace f2layout {
inline namespace passes {

class LayoutPrices {
public:
  /// LiveWords: of all tensors that live at a time, in a thread.
  LayoutPrices(const TensorProgram &P, LayoutTable &Table, OpLayouts &Ops,
               const Target &T, const Options &O, uint64_t ScratchBytes,
               unsigned LiveWords);

  /// From one layout to another, Weight times; 0 if they are the same.
  double conversion(LayoutId From, LayoutId To, const TensorType &Type,
                    double Weight);
  /// The operation N with its result (of a store: its operand) in layout L, as
  /// often as its loops run. FirstOperand is the layout that its first operand
  /// has, where any will do.
  double operation(NodeId N, LayoutId L, LayoutId FirstOperand);

  const GlobalAccess &access(NodeId N) const { return Accesses.at(N); }
  /// Of a wait: the dimension whose elements are neighbours in shared memory.
  void setStagedMinor(NodeId N, unsigned Minor) { StagedMinor[N] = Minor; }
  void setAccess(NodeId N, GlobalAccess G) { Accesses[N] = std::move(G); }

  /// A price that no plan has.
  static constexpr double Impossible = 1e12;

private:
  /// Clocks with the barriers as in the tables, and how many these are.
  struct Price {
    double Clocks = 0;
    unsigned Barriers = 0;
  };
  double often(Price P, double Weight) const {
    return Weight *
           (P.Clocks + (Weight > 1 ? MoreForBarrier * P.Barriers : 0.0));
  }
  Price computeConversion(LayoutId From, LayoutId To, unsigned Bits);
  Price once(NodeId N, LayoutId L, LayoutId FirstOperand);
  Price line(const TensorNode &N, LayoutId From, LayoutId To);
  Price gather(const TensorNode &N, LayoutId From, LayoutId To);

  const TensorProgram &P;
  LayoutTable &Table;
  OpLayouts &Ops;
  const Target &T;
  const Options &O;
  const uint64_t ScratchBytes;
  /// Clocks of a barrier in a loop, beyond those of the tables.
  double MoreForBarrier = 0;
  std::map<NodeId, GlobalAccess> Accesses;
  std::map<NodeId, unsigned> StagedMinor;
  std::map<std::tuple<LayoutId, LayoutId, unsigned>, Price> Conversions;
  /// By operation and axis, element bits and kind, and layouts.
  std::map<std::tuple<unsigned, unsigned, LayoutId, LayoutId>, Price> Lines;
  std::map<std::tuple<unsigned, unsigned, LayoutId, LayoutId>, Price> Gathers;
  std::map<std::tuple<NodeId, LayoutId>, double> Memory;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_TENSORS_CHOOSE_LAYOUTPRICES_H
