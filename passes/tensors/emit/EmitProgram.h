//===- EmitProgram.h - Tensors become registers ---------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Once layouts are chosen, an instance of a tensor is a vector of the elements
// that a thread holds, and an operation is what each thread does:
//
//   load, store      accesses of memory                      (EmitAccess.h)
//   splat, iota      constants and coordinates
//   map              the function's body, for each register  (InlineMap.h)
//   shape            registers in another order
//   dot              matrix instructions, or products        (EmitDot.h)
//   reduce, scan, gather, convert
//                    calls with stated layouts, which f2layout-lower replaces
//                    (intrinsics/calls/LayoutCalls.h)
//
// A conversion stands right behind what it converts. Only where that is in a
// loop that all users are outside of, it stands where they begin.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_TENSORS_EMIT_EMITPROGRAM_H
#define F2LAYOUT_PASSES_TENSORS_EMIT_EMITPROGRAM_H

#include "passes/tensors/choose/Instances.h"
#include "passes/tensors/staging/Staging.h"

namespace f2layout {
inline namespace passes {

struct EmitTensorsContext {
  const TensorProgram &P;
  const LayoutTable &Table;
  OpLayouts &Ops;
  const LayoutPrices &Prices;
  const Instances &All;
  const Staging &Staged;
  const Target &T;
  bool OneDimension = false; ///< Of the block.
  llvm::DominatorTree &DT;
  llvm::LoopInfo &Loops;
};

/// Replaces all operations on tensors in F.
void emitTensors(llvm::Function &F, const EmitTensorsContext &Context);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_TENSORS_EMIT_EMITPROGRAM_H
