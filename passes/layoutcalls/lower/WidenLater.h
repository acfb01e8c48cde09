//===- WidenLater.h - Elements are widened behind a move, not before ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to f2layout-lower.
//
// Problem. A product of two types widens its narrower operand, and a front end
// states that as it stands in the source: first all elements become wide, then
// they move from the layout in which they were loaded to that of the matrix
// instruction. So four times as many bytes move as there were:
//
//   %w = uitofp <8 x i8> %x to <8 x float>
//   %y = call <8 x float> @f2.convert.v8f32(<8 x float> %w, ptr @a, ptr @b)
//
// Example. Bytes move, in words of four, and are widened where they arrive:
//
//   %n = call <8 x i8> @f2.convert.v8i8(<8 x i8> %x, ptr @a, ptr @b)
//   %y = uitofp <8 x i8> %n to <8 x float>
//
// Legality (O76). A conversion and a gather give every register an element,
// whole and unchanged; that is a renaming of elements. A function of each
// element by itself (ElementFunction.h) commutes with it, exactly. Two things
// remain:
//
//   - Of several copies any may be read, since they are equal. If different
//     narrow elements may have equal wide ones, the narrow copies may differ.
//     Every choice is still correct, but threads might store different values
//     at one place. So a function that is not injective stays before the call
//     if the source's layout has copies.
//   - A value may be undefined. Then it may be another one in each thread
//     that gets it, whether it is widened before or behind; freeze, after which
//     it may not, is not moved.
//
// Nibbles. Elements of four bits cannot move by themselves. If in both layouts
// the lowest bit of the register moves by the same bit of one coordinate, and
// nothing else moves by that bit, then every pair of registers is a pair on
// both sides, and a tensor of bytes with one bit less moves:
//
//   register=[[0,1],[0,2]], lane=[[1,0],...] -> [16,4]     i4
//   register=[[0,1]],       lane=[[1,0],...] -> [16,2]     i8
//
// Algorithm. Follow the registers of the call back through what makes them. At
// each stage that is narrower than the call's elements, plan the call for the
// stage, and add the clocks of the steps, which are one instruction of the ALU
// for each word of each register: of the destination's registers behind the
// call, of the source's before it. Those before it count only if nothing else
// uses what they make, and if they are in the call's loop. Take the cheapest
// stage, of equal ones the narrowest; the call as it is only if it is cheaper
// than all of them.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAYOUTCALLS_LOWER_WIDENLATER_H
#define F2LAYOUT_PASSES_LAYOUTCALLS_LOWER_WIDENLATER_H

#include "layouts/machine/Machine.h"
#include "passes/layoutcalls/calls/LayoutCall.h"
#include "passes/layoutcalls/lower/ElementFunction.h"
#include "llvm/Analysis/LoopInfo.h"

namespace f2layout {
inline namespace passes {

/// A call for narrower elements, with steps behind it.
struct NarrowCall {
  LayoutCall C; ///< As it would be; its Call is still the wide one.
  llvm::Type *Type = nullptr; ///< Of an element, not of a pair.
  unsigned Steps = 0;
  /// The elements have four bits, and those of the call are pairs of them.
  bool InPairs = false;
  double StepClocks = 0; ///< Of all steps, before and behind the call.
};

/// The calls that may take the place of C, and why others may not.
struct NarrowCalls {
  llvm::SmallVector<NarrowCall, 2> Possible;
  double StepClocks = 0;         ///< Of the steps before C.
  llvm::Type *Refused = nullptr; ///< The type of a stage that cannot move.
  llvm::StringRef Why;
};

/// Of a conversion or a gather.
NarrowCalls narrowCallsOf(const LayoutCall &C, const Machine &M,
                          const llvm::LoopInfo &Loops);

/// Replaces the call by the narrow one, with the steps behind it, and deletes
/// what is no longer used. The narrow call has the wide one's layouts as
/// operands. Returns N.C with its new call.
LayoutCall widenLater(const NarrowCall &N);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAYOUTCALLS_LOWER_WIDENLATER_H
