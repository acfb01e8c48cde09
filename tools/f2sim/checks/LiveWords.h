//===- LiveWords.h - Values that a thread holds at a time -------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rewrite that needs fewer accesses may need more registers. The number of
// registers is the code generator's affair, but the values that are live at
// once are a lower bound that both kernels can be compared by:
//
//   %a = load ...                 %a
//   %b = load ...                 %a, %b
//   %c = fadd float %a, %b        %c
//
// holds two words at most. Only blocks that were run count, so that the
// original behind a test of the block's shape does not hide what was run.
// Values of one bit are in predicates or in scalar registers, and count as
// nothing. What a caller holds while a function runs is not added.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2SIM_CHECKS_LIVEWORDS_H
#define F2LAYOUT_TOOLS_F2SIM_CHECKS_LIVEWORDS_H

#include "tools/f2sim/program/Program.h"

namespace f2layout::sim {

/// The most 32-bit words that are live at one place of the blocks of P that
/// were run.
unsigned mostLiveWords(const Program &P);

} // namespace f2layout::sim

#endif
