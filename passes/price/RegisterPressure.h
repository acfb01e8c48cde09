//===- RegisterPressure.h - Registers that a kernel's values take ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A tiled product of doubles loads one element after the other:
//
//   for (k = 0; k < 32; ++k) sum += a[y][k] * b[k][x];      // 32 registers
//
// An exchange that replaces the loads of a has all 32 results at the barrier:
// 64 registers more. A kernel that does not state its block may be launched
// with 1024 threads, for which a GPU has 64 registers each, and a launch that
// asks for more fails.
//
// Example. The words that are live behind each line, with and without the
// exchange:
//
//                                     as written    exchange at the barrier
//   store i32 %v, %tile                1 (%p)                1 (%v)
//   barrier                            1                     3 (%x and %y)
//   %x = load i64, %p                  3 (%x and %p)         3
//   %y = load i32, %p + 8              3 (%x and %y)         3
//
// Algorithm. Backward liveness on IR, in SSA form: from each use of a value up
// to its definition, block by block, then once through each block. A set of
// hoisted loads moves the definitions of its loads, and the uses of its stored
// values, to its barrier. Where a store does not run on every way to the
// barrier, its value is live on those ways alone on which it does. Addresses
// without a remaining user are not counted.
//
// A value takes the 32-bit words of its type: pointers to shared and to local
// memory take one, others two; i1 is a predicate and takes none. Constants and
// arguments lie in the constant bank. Integer arithmetic on those and on the
// thread's place in the grid can be done anew wherever it is wanted, and takes
// none. An address that is a constant away from another is a part of the
// instruction that uses it, and keeps the other alive. Accesses of global
// memory in one block are issued together, up to eight, and each needs two
// words for its address.
//
// What it is not. The code generator and ptxas choose another order. ptxas has
// loads under way earlier; RegisterReserve in RegisterBudget.h says how far off
// the estimate is. LLVM's scheduler for AMD moves values down as long as more
// waves can run for that. So the order of IR is the careful one where nothing
// may spill, and says too little of what a plan takes: if the original seems to
// need 139 registers, a plan with 160 costs few waves, but the original has 70.
// There the other order is asked for, too.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_PRICE_REGISTERPRESSURE_H
#define F2LAYOUT_PASSES_PRICE_REGISTERPRESSURE_H

#include "passes/support/PassBases.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"

namespace f2layout {
inline namespace passes {

/// Loads and stores to be replaced by something at a barrier.
struct HoistedLoads {
  const llvm::Instruction *At = nullptr;
  llvm::SmallVector<const llvm::Instruction *, 16> Loads, Stores;
  /// The results come into being while the stored values are still needed.
  bool Together = false;
  /// Narrow elements are used by whole words; else each gets a word of its own.
  bool Packed = false;
};

/// The most 32-bit registers that values of F take at any point, if the
/// exchanges are replaced, in the order of IR.
unsigned registerPressure(const llvm::Function &F,
                          llvm::ArrayRef<HoistedLoads> Replaced = {});

/// The same in the best one of three orders for each block: that of IR, and
/// those of LateOrder.h. A scheduler that works towards few registers gets
/// about as far.
unsigned leastRegisterPressure(const llvm::Function &F,
                               llvm::ArrayRef<HoistedLoads> Replaced = {});

/// print<f2layout-registers>
class RegisterPressurePrinterPass
    : public PrinterPass<RegisterPressurePrinterPass> {
public:
  using PrinterPass::PrinterPass;
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_PRICE_REGISTERPRESSURE_H
