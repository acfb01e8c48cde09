//===- EmitAccess.h - Tensors from memory and to memory -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to f2layout-assign. A load of a tensor in a layout becomes loads of
// vectors: for register=[[0,1],[0,2],[8,0]], lane=[[0,4],[1,0],...] and the
// strides (n, 1), with x and y the coordinates of the thread's first element,
//
//   %p = base + x * n + y
//   load <4 x T>, %p                      registers 0 to 3
//   load <4 x T>, %p + 8 * n              registers 4 to 7
//
// A staged tensor is copied to shared memory in the same pieces, by cp.async
// where the processor has it and a piece has at least four bytes.
//
// With bounds, accesses that have the same condition share a branch. Threads
// that hold copies do not store.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_TENSORS_EMIT_EMITACCESS_H
#define F2LAYOUT_PASSES_TENSORS_EMIT_EMITACCESS_H

#include "passes/tensors/choose/GlobalAccess.h"

namespace f2layout {
inline namespace passes {

/// Where the elements of a thread are, as values.
class ElementPlaces {
public:
  /// Thread is the number of the thread in the block, an i32.
  ElementPlaces(const LayoutTable &Table, LayoutId L, llvm::Value *Thread)
      : Table(Table), L(L), Thread(Thread) {}

  llvm::Value *thread() const { return Thread; }
  /// The coordinate of register R, as an i32.
  llvm::Value *coordinate(llvm::IRBuilder<> &B, unsigned R, unsigned Dim);
  /// That of register 0, and whether those of the others are its sums with
  /// constants.
  llvm::Value *first(llvm::IRBuilder<> &B, unsigned Dim);
  bool isSum(unsigned Dim) const;
  /// What register R adds to register 0, or is exclusive-ored with it.
  uint64_t distance(unsigned R, unsigned Dim) const;
  /// An i1: no thread with a lower number holds the same elements. Null if
  /// there are no copies.
  llvm::Value *isFirstHolder(llvm::IRBuilder<> &B) const;

private:
  uint64_t threadMask(unsigned Dim) const;

  const LayoutTable &Table;
  const LayoutId L;
  llvm::Value *const Thread;
  llvm::SmallVector<llvm::Value *, 4> First;
};

/// The registers of the tensor that C loads, in layout L.
llvm::Value *emitTensorLoad(llvm::IRBuilder<> &B, const TensorCall &C,
                            const GlobalAccess &G, const LayoutTable &Table,
                            LayoutId L, llvm::Value *Thread);
/// Stores the registers as C says.
void emitTensorStore(llvm::IRBuilder<> &B, const TensorCall &C,
                     const GlobalAccess &G, const LayoutTable &Table,
                     LayoutId L, llvm::Value *Thread, llvm::Value *Registers);

/// Whether copies to shared memory can be asynchronous.
bool hasAsyncCopies(const Target &T);
/// Begins to copy the tensor to To, a pointer to shared memory whose elements
/// are laid out as Memory says, with those along Minor as neighbours.
void emitTensorStage(llvm::IRBuilder<> &B, const TensorCall &C,
                     const GlobalAccess &G, const LayoutTable &Table,
                     LayoutId L, llvm::Value *Thread, llvm::Value *To,
                     const LinearLayout &Memory, unsigned Minor,
                     const Target &T);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_TENSORS_EMIT_EMITACCESS_H
