//===- RegisterAsm.h - Inline assembly that only touches registers --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM treats inline assembly as opaque: it may wait at a barrier, read memory
// or leave the kernel. Most assembly in real kernels does nothing of that kind.
// CUB reads its lane number with
//
//   %lane = call i32 asm "mov.u32 $0, %laneid;", "=r"()
//
// A pass that took this for a barrier could not analyze any CUB kernel.
//
// So the text is parsed, strictly: statements of known arithmetic opcodes whose
// operands are $N, literals, special registers, or registers that the text
// itself declares with .reg. A single unknown token makes the whole text
// unknown, and so do memory clobbers, indirect constraints and pointer
// operands.
//
// Matrix products, shuffles and votes do not touch memory either, but the lanes
// of a warp wait for each other there and read each other's registers:
//
//   asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, …"
//
// A text without instructions that clobbers memory, asm volatile("" :::
// "memory"), is a word to the compiler alone. The processor sees nothing of it,
// so it touches no array and ends no thread. But its author wants the accesses
// around it in their order, and only other threads can tell the order:
//
//   while (flag[i] == 0)
//     asm volatile("" ::: "memory");
//
// So it is not known assembly: whoever removes barriers or moves values from
// one thread to another takes it for an instruction at which threads may wait
// for each other, unless it is beside a barrier and adds nothing to it
// (SyncPoints.h). It may be ignored by those who ask what code touches.
//
// Assembly returns if its text has neither a jump nor a wait. That needs less:
// only the opcodes are read, and loads are as good as arithmetic.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SUPPORT_REGISTERASM_H
#define F2LAYOUT_PASSES_SUPPORT_REGISTERASM_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/InstrTypes.h"

namespace f2layout {
inline namespace passes {

struct RegisterAsm {
  /// The assembly computes its outputs from its inputs, from special registers
  /// and, if ExchangesLanes is set, from other lanes' inputs. It does nothing
  /// else: it touches no memory and ends no thread.
  bool Known = false;
  /// The lanes of a warp synchronise here.
  bool ExchangesLanes = false;
  /// The special registers that it reads, with the percent sign ("%laneid").
  llvm::SmallVector<llvm::StringRef, 2> SpecialRegisters;
  /// Set if the whole text is one mov of a special register to the result.
  llvm::StringRef MovedRegister;
};

/// Parses the assembly that CB calls. CB may be any call.
RegisterAsm parseRegisterAsm(const llvm::CallBase &CB);

/// Assembly without instructions that clobbers memory. It is not Known.
bool isCompilerBarrier(const llvm::CallBase &CB);

/// True if control always comes out behind this assembly, which neither writes
/// memory nor has other side effects.
bool asmReturns(const llvm::CallBase &CB);

/// True if the text has an instruction that ends the thread ("exit",
/// "s_endpgm").
bool asmMayEndThread(const llvm::CallBase &CB);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SUPPORT_REGISTERASM_H
