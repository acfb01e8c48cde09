//===- JoinPrice.h - What wider accesses may cost -------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A wide load needs registers for all of its words at a time, and may
// stand earlier than the loads that it replaces. Where registers decide how
// many blocks run, a few accesses less may cost a block:
//
//   4 loads of 4 bytes become 1 of 16, once, in a kernel of 1024 threads
//                                     3 clocks of a warp are gained
//   32 -> 36 registers, in one of ten such kernels
//                                     1 block instead of 2
//
// Example. In a loop that does little else, the same loads gain a tenth of the
// kernel, and are joined. Outside of it, before a thousand multiply-adds, they
// stay.
//
// Algorithm. Gained is a clock for each access less than LLVM would make of the
// code as it is, as often as it runs. Lost is what the kernel takes
// (KernelWork.h) times what it is expected to become slower (Residency.h). The
// accesses of a kernel are priced together. Those that only get another address
// or alignment count if that makes them wider.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_VECTORIZE_JOINPRICE_H
#define F2LAYOUT_PASSES_VECTORIZE_JOINPRICE_H

#include "intrinsics/target/Target.h"
#include "passes/contiguity/Contiguity.h"
#include "passes/launch/LaunchShape.h"
#include "passes/support/RemarkBook.h"
#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

/// True, and Missed, if to join the runs of C is expected to cost the kernel F
/// more than it gains.
bool areJoinsTooDear(llvm::Function &F, llvm::FunctionAnalysisManager &AM,
                     const LaunchShape &L, const Target &T, const Contiguity &C,
                     KernelRemarks &Out);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_VECTORIZE_JOINPRICE_H
