//===- RegisterAsm.h - Inline assembly that only touches registers --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To LLVM inline assembly is opaque: it may wait at a barrier, read memory or
// leave the kernel. Real kernels are full of assembly that does nothing of the
// kind. CUB reads its lane number so,
//
//   %lane = call i32 asm "mov.u32 $0, %laneid;", "=r"()
//
// and a pass that took this for a barrier could not look into any CUB kernel.
//
// So the text is parsed, strictly: statements of known arithmetic opcodes whose
// operands are $N, literals, special registers, or registers that the text
// itself declares with .reg. One token that is not understood and the whole is
// unknown; so are memory clobbers, indirect constraints and pointer operands.
//
// Matrix products, shuffles and votes touch no memory either, but the lanes of
// a warp wait for each other there and read each other's registers:
//
//   asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, …"
//
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
  /// and, if ExchangesLanes, from other lanes' inputs. It does nothing else: no
  /// memory is touched, no thread ends.
  bool Known = false;
  /// The lanes of a warp meet here.
  bool ExchangesLanes = false;
  /// Special registers it reads, with the percent sign ("%laneid").
  llvm::SmallVector<llvm::StringRef, 2> SpecialRegisters;
  /// Set if the whole text is one mov of a special register to the result.
  llvm::StringRef MovedRegister;
};

/// Parses the assembly that CB calls. CB may be any call.
RegisterAsm parseRegisterAsm(const llvm::CallBase &CB);

/// The text has a word that ends the thread ("exit", "s_endpgm").
bool asmMayEndThread(const llvm::CallBase &CB);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SUPPORT_REGISTERASM_H
