//===- HandPlans.h - Plans written by hand --------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans written by hand, so that every kind of step is tested on every
// processor, whatever the planner prefers.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TEST_UNIT_INTRINSICS_HANDPLANS_H
#define F2LAYOUT_TEST_UNIT_INTRINSICS_HANDPLANS_H

#include "TestKernel.h"
#include "layouts/plan/Plan.h"

namespace f2layout {

Plan emptyPlan(unsigned LaneBits, unsigned ElementBits, unsigned NumInputs);

Step selectStep(uint64_t Mask, Word A, Word B);
Step laneSwapStep(Word A, Word B, unsigned LaneBit);
Step transposeStep(Word A);
/// Rows one after the other.
Step storeMatrixStep(llvm::ArrayRef<Word> Words, const MatrixTile &Tile);
Step loadMatrixStep(unsigned Count, const MatrixTile &Tile);
Step permuteStep(Word A, Word B, std::vector<uint16_t> Selector);
Step butterflyStep(unsigned LaneBits, Word A, unsigned Xor);
Step storeStep(ThreadAddress Address, unsigned Bytes,
               llvm::ArrayRef<Word> Words, unsigned FirstByte = 0);
Step loadStep(ThreadAddress Address, unsigned Bytes);
Step barrierStep(Scope Sync);

/// Swaps lane bit Bit with register bit 0: the example of Plan.h.
Plan swapPlan(unsigned LaneBits, unsigned Bit, unsigned ElementBits = 32);

/// Each thread writes Bytes at once and reads the element of its neighbour, in
/// two rows; the address of the second row touches columns.
Plan sharedPlan(unsigned LaneBits, unsigned Bytes, Scope Group,
                unsigned ThreadBits);

/// Sources from memory, the plan, results to memory.
llvm::SmallVector<llvm::Value *, 8>
emitInto(TestKernel &K, const Plan &P, llvm::ArrayRef<llvm::Type *> SourceTypes,
         llvm::ArrayRef<llvm::Type *> ResultTypes, unsigned ScratchStride = 0);

/// The types of N words.
llvm::SmallVector<llvm::Type *, 8> words(TestKernel &K, unsigned N);

} // namespace f2layout

#endif // F2LAYOUT_TEST_UNIT_INTRINSICS_HANDPLANS_H
