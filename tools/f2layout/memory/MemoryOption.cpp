//===- MemoryOption.cpp - The options for memory layouts ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/memory/MemoryOption.h"
#include "tools/f2layout/answer/Names.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace f2layout::calc {

/// Adds an input "register" of size one if the layout has none.
static Expected<LinearLayout> withRegisters(LinearLayout L) {
  LayoutSpec Spec = L.spec();
  for (const LayoutSpec::Input &In : Spec.Inputs)
    if (In.Name == "register")
      return L;
  Spec.Inputs.insert(Spec.Inputs.begin(), {"register", {}});
  return LinearLayout::create(Spec);
}

static Expected<LinearLayout> offsetsInMemory(Invocation &I,
                                              const LinearLayout &Threads) {
  if (I.has("memory")) {
    if (I.has("order"))
      return fail("--order is for memory without a layout, but --memory gives "
                  "one");
    Expected<LinearLayout> Memory = I.layout("memory");
    if (!Memory)
      return Memory.takeError();
    Expected<LinearLayout> Offsets = offsetsIn(Threads, *Memory);
    if (!Offsets)
      return fail(toString(Offsets.takeError()));
    return Offsets;
  }
  SmallVector<StringRef> Order;
  if (std::optional<StringRef> Text = I.value("order"))
    Text->split(Order, ',');
  if (!Order.empty() && Order.size() != Threads.outputs().size())
    return fail("--order has " + counted(Order.size(), "dimension") +
                ", expected all " + Twine(Threads.outputs().size()) +
                " of the tensor");
  Expected<LinearLayout> Offsets = offsetsInOrder(Threads, Order);
  if (!Offsets)
    return fail((Order.empty() ? "" : "--order: ") +
                toString(Offsets.takeError()));
  return Offsets;
}

Expected<LinearLayout> offsetsAsked(Invocation &I,
                                    const LinearLayout &Threads) {
  Expected<LinearLayout> Offsets = offsetsInMemory(I, Threads);
  if (!Offsets)
    return Offsets;
  return withRegisters(std::move(*Offsets));
}

} // namespace f2layout::calc
