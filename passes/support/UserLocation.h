//===- UserLocation.h - The source location of a remark -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// __syncwarp() is defined in one of clang's headers, and an exchange in CUB's.
// A user can change only the line of the kernel's own file into which they were
// inlined, so remarks point there.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SUPPORT_USERLOCATION_H
#define F2LAYOUT_PASSES_SUPPORT_USERLOCATION_H

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"

namespace f2layout {
inline namespace passes {

/// The innermost line of I's inlining chain that is in the kernel's own file;
/// if there is none, the innermost line; null if there is none either. Line 0
/// is none: code has it that an optimisation made of several lines.
inline const llvm::DILocation *userLine(const llvm::Instruction &I) {
  const llvm::DILocation *Any = nullptr;
  const llvm::DISubprogram *Kernel = I.getFunction()->getSubprogram();
  for (const llvm::DILocation *L = I.getDebugLoc().get(); L;
       L = L->getInlinedAt()) {
    if (L->getLine() == 0)
      continue;
    if (Kernel && L->getFile() == Kernel->getFile())
      return L;
    if (!Any)
      Any = L;
  }
  return Any;
}

/// The same for a remark. It falls back to the kernel's line.
inline llvm::DiagnosticLocation userLocation(const llvm::Instruction &I) {
  if (const llvm::DILocation *L = userLine(I))
    return llvm::DiagnosticLocation(llvm::DebugLoc(L));
  return llvm::DiagnosticLocation(I.getFunction()->getSubprogram());
}

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SUPPORT_USERLOCATION_H
