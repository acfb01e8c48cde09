//===- Instances.h - In which layouts each tensor is made, and how --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A value has one layout, and some of its uses want another one. That
// is a conversion, unless the value is cheap to make again:
//
//   %r = load [128]         of a row that all rows of the tile add
//   %b = broadcast (expand_dims %r)
//   %y = map @add, %x, %b   wants %b as %x is
//
// To convert %b moves a whole tile. To load %r again in the layout that %b
// needs takes a few loads that all hit the cache.
//
// So a value may exist several times, as *instances* with different layouts:
// the one that was chosen, and others that are converted from it, or made again
// from instances of the operands, whichever is cheaper. Making it again ends
// where operands are at hand in the layout that is needed, where they are free
// (splat, iota), or where a conversion is cheaper.
//
// Through a loop: an instance of a phi in another layout is another phi, whose
// operands are instances in that layout. While it is being priced, the phi
// itself costs nothing.
//
// Which choice counts. Instances are shared by all uses in one layout, and the
// search of ChooseLayouts.h gives each use its own price. So what it chose may
// cost more than the layouts that operations propose themselves: a result that
// two stores want alike is converted once, and counted twice. Both are made
// into instances, the proposed layouts also with nothing made again, and the
// cheapest of the three is taken. So no kernel has more clocks than the program
// of convert-at-uses (Assign.h).
//
// Legality. An instance that is made again stands where the original stands and
// has the same operands, so it has the same value. A load reads the same memory
// at the same point of the program; what another thread writes there meanwhile
// is a race. A sum of floats that is made again in another layout adds in
// another order, so two uses of it may see different roundings.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_TENSORS_CHOOSE_INSTANCES_H
#define F2LAYOUT_PASSES_TENSORS_CHOOSE_INSTANCES_H

#include "passes/tensors/choose/ChooseLayouts.h"

namespace f2layout {
inline namespace passes {

struct Instance {
  NodeId Node = 0;
  LayoutId Layout = 0;
  /// Converted from the value's instance of this number; else it is made by the
  /// node's operation.
  std::optional<unsigned> From;
  /// Instances of the operands; empty if converted.
  llvm::SmallVector<unsigned, 3> Operands;
};

/// Which instances a kernel needs.
class Instances {
public:
  /// MayRepeat: else what is in another layout than it is needed in is always
  /// converted, unless it is free in any.
  Instances(const TensorProgram &P, const LayoutChoice &Choice, OpLayouts &Ops,
            LayoutPrices &Prices, bool MayRepeat);

  const LayoutChoice &choice() const { return Choice; }
  llvm::ArrayRef<Instance> all() const { return Made; }
  /// Those of one node, in the order in which they can be made.
  llvm::ArrayRef<unsigned> of(NodeId N) const { return ByNode[N]; }
  /// Clocks of a warp, operations and conversions together, each as often as
  /// its loops run.
  double price() const;
  /// Stated ones included, unless the operand has that layout.
  unsigned conversions() const;
  /// Values that are made again because that is cheaper.
  unsigned repeated() const;

private:
  /// Makes N in that layout, and all that it needs.
  void require(NodeId N, LayoutId L);
  /// The number of the instance, and whether it is new. A new one knows whether
  /// it is converted, but not from which one.
  std::pair<unsigned, bool> open(NodeId N, LayoutId L);
  double priceOfDemand(NodeId N, LayoutId L, unsigned Depth);
  double priceOfMaking(NodeId N, LayoutId L, unsigned Depth);
  bool canRepeat(NodeId N) const;
  LayoutId operandLayout(NodeId N, unsigned I, LayoutId OfResult) const;

  const TensorProgram &P;
  const LayoutChoice &Choice;
  OpLayouts &Ops;
  LayoutPrices &Prices;
  const bool MayRepeat;
  std::vector<Instance> Made;
  std::vector<llvm::SmallVector<unsigned, 2>> ByNode;
  std::map<std::pair<NodeId, LayoutId>, unsigned> Numbers;
  std::map<std::pair<NodeId, LayoutId>, double> Priced;
};

/// Those of the choice that is cheapest with them; ConvertAtUses: those of the
/// proposed layouts, with nothing made again. Refers to Choices.
std::unique_ptr<Instances>
cheapestInstances(const TensorProgram &P, const LayoutChoices &Choices,
                  OpLayouts &Ops, LayoutPrices &Prices, bool ConvertAtUses);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_TENSORS_CHOOSE_INSTANCES_H
