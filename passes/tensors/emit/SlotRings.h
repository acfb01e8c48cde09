//===- SlotRings.h - Shared memory of staged tensors ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to f2layout-assign. A ring (Staging.h) is an array of slots in
// shared memory. A staged tensor is the number of its slot; the number of the
// next slot is in a variable, which becomes phis in the end.
//
// All rings are parts of one array. If it exceeds two thirds of static shared
// memory, or does not fit beside the program's arrays, it is a dynamic one, and
// the function's attribute "f2layout-dynamic-shared" says how many bytes a
// launch must provide. All dynamic arrays of a kernel begin at the same byte,
// so a kernel that has one of its own cannot have another one.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_TENSORS_EMIT_SLOTRINGS_H
#define F2LAYOUT_PASSES_TENSORS_EMIT_SLOTRINGS_H

#include "intrinsics/target/Target.h"
#include "passes/tensors/staging/Staging.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"

namespace f2layout {
inline namespace passes {

/// Rings that would need a dynamic array where there cannot be one are faults.
void checkDynamicMemory(const llvm::Function &F, const Staging &S,
                        const Target &T, const llvm::Instruction &At,
                        CallFaults &Faults);

class SlotRings {
public:
  SlotRings(llvm::Function &F, const Staging &S, const Target &T,
            llvm::DominatorTree &DT);

  /// The layout of a slot, from its offset in elements.
  const LinearLayout &memory(unsigned Ring) const { return Rings[Ring].Memory; }
  /// The dimension whose elements are neighbours in a slot.
  unsigned minor(unsigned Ring) const { return Rings[Ring].Minor; }
  /// Takes the next slot: its number and its address.
  std::pair<llvm::Value *, llvm::Value *> next(llvm::IRBuilder<> &B,
                                               unsigned Ring);
  llvm::Value *address(llvm::IRBuilder<> &B, unsigned Ring, llvm::Value *Slot);
  /// Behind the copies of a stage.
  void commit(llvm::IRBuilder<> &B);
  /// Waits for the copies of all threads, but for some of the last ones.
  void wait(llvm::IRBuilder<> &B, const Staging::Wait &W);
  void finish();

private:
  struct Ring {
    LinearLayout Memory;
    unsigned Minor;
    uint64_t First, Bytes; ///< Of a slot.
    unsigned Slots;
    llvm::AllocaInst *Next;
  };
  llvm::Function &F;
  const Target &T;
  llvm::DominatorTree &DT;
  std::vector<Ring> Rings;
  llvm::GlobalVariable *Array = nullptr;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_TENSORS_EMIT_SLOTRINGS_H
