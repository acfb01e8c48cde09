//===- ShapeAdvice.h - How a user states the shape of a block -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Remarks ask for the shape of a kernel's blocks. The option block= is
// easy to use, but promises the shape of every kernel of the module: following
// that advice for one kernel breaks the others.
//
// Rule. Remarks recommend what concerns one kernel, and the option only in a
// module with one kernel:
//
//   F2_BLOCK(x, y, z) or the attribute "f2layout-block" states it;
//   __launch_bounds__ may suggest it
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_LAUNCH_SHAPEADVICE_H
#define F2LAYOUT_PASSES_LAUNCH_SHAPEADVICE_H

#include "llvm/IR/Function.h"
#include <array>
#include <string>

namespace f2layout {
inline namespace passes {

/// "32x8", "256": without sizes of 1 at the end.
std::string blockText(const std::array<unsigned, 3> &Size);

/// A sentence on how to state the unknown shape of the blocks of the kernel F.
std::string shapeAdvice(const llvm::Function &F);

/// The same where a shape is likely, and where it is not enough to guess it.
std::string shapeAdvice(const llvm::Function &F,
                        const std::array<unsigned, 3> &Size);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_LAUNCH_SHAPEADVICE_H
