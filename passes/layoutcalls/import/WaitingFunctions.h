//===- WaitingFunctions.h - Make functions around conversions convergent --===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All threads of a block synchronise in a conversion or a gather, so they also
// synchronise in the functions that contain one:
//
//   define internal <4 x float> @f(<4 x float> %x) nounwind memory(none) {
//     %y = call <4 x float> @f2.convert.v4f32(...) ; convergent
//
// If f itself is not convergent, jump threading may copy a call of f into both
// arms of a branch, and threads that take different arms no longer meet. If f
// states that it accesses no memory or does not synchronise, calls of it may be
// merged or moved, and stores may be hoisted over it, across the barrier and
// the scratch accesses that the conversion becomes. A front end that treats
// @f2.convert as an ordinary value easily states such things. So f becomes
//
//   define internal <4 x float> @f(<4 x float> %x) convergent nounwind {
//
// and so do its callers and their callers, as well as the calls themselves.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_IMPORT_WAITINGFUNCTIONS_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_IMPORT_WAITINGFUNCTIONS_H

#include "llvm/IR/Module.h"

namespace f2layout {
inline namespace passes {

/// Makes all functions convergent that contain a conversion or a gather,
/// directly or through calls, and removes memory(...), nosync and speculatable
/// from them. The declarations stay unchanged. Returns true if anything
/// changed.
bool markWaitingFunctions(llvm::Module &M);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_IMPORT_WAITINGFUNCTIONS_H
