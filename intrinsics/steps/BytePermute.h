//===- BytePermute.h - Bytes of two words ---------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A word whose bytes come from two words: prmt on NVIDIA, v_perm on AMD. The
// selector's nibble i names the byte that becomes byte i: 0-3 of A, 4-7 of B.
//
//   selector 0x5410: the low halves of A and B, packed
//
// A selector that is the same in every lane becomes a shufflevector on NVIDIA,
// which later passes can analyse and which is one prmt; on AMD that would be
// two instructions for some selectors. v_perm numbers its operands in reverse:
// its bytes 0-3 come from its second operand.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_STEPS_BYTEPERMUTE_H
#define F2LAYOUT_INTRINSICS_STEPS_BYTEPERMUTE_H

#include "intrinsics/lanes/LaneValues.h"
#include "llvm/IR/IRBuilder.h"

namespace f2layout {
inline namespace intrinsics {

/// Selector: one entry if it is the same in every lane, else one per lane.
llvm::Value *emitBytePermute(llvm::IRBuilder<> &B, LaneValues &Lanes,
                             llvm::Value *A, llvm::Value *Other,
                             llvm::ArrayRef<uint16_t> Selector);

/// The selector in the form that the target's instruction takes at run time.
/// The forms of selectors whose xor is a selector have its form as their xor.
uint32_t selectorOf(const Target &T, uint16_t Selector);
/// By a selector of that form.
llvm::Value *emitBytePermuteBy(llvm::IRBuilder<> &B, const Target &T,
                               llvm::Value *A, llvm::Value *Other,
                               llvm::Value *Selector);

} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_STEPS_BYTEPERMUTE_H
