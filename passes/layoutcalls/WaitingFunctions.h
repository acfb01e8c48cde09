//===- WaitingFunctions.h - Functions around conversions wait -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All threads of a block meet in a conversion or a gather, so they meet in the
// functions that call for one, too:
//
//   define internal <4 x float> @f(<4 x float> %x) nounwind memory(none) {
//     %y = call <4 x float> @f2.convert.v4f32(...) ; convergent
//
// Where f itself is not convergent, jump threading may copy a call of f into
// both arms of a branch, and threads that take different arms meet no more.
// Where it says that it touches no memory or does not wait, calls of it may be
// merged or moved, and stores hoisted over it, across the barrier and the
// scratch memory that the conversion becomes. A front end for which
// @f2.convert is a value like any other easily states such things. So f becomes
//
//   define internal <4 x float> @f(<4 x float> %x) convergent nounwind {
//
// and so do its callers and their callers, as well as the calls themselves.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_WAITINGFUNCTIONS_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_WAITINGFUNCTIONS_H

#include "llvm/IR/Module.h"

namespace f2layout {
inline namespace passes {

/// Makes all functions convergent that call for a conversion or a gather,
/// directly or not, and takes memory(...), nosync and speculatable from them.
/// The declarations stay as they are. True if there was anything to change.
bool markWaitingFunctions(llvm::Module &M);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_WAITINGFUNCTIONS_H
