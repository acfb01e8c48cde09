//===- KernelName.h - The name of a kernel for a reader -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All kernels that a template makes have the same lines. A remark says which of
// them it is about, without the scopes and parameters of the name:
//
//   _Z6reduceILi8EEvPf    reduce<8>
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SUPPORT_KERNELNAME_H
#define F2LAYOUT_PASSES_SUPPORT_KERNELNAME_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace f2layout {
inline namespace passes {

/// A long list of template arguments, as those of libraries are, is cut off.
/// Names that are not mangled stay as they are.
std::string kernelName(llvm::StringRef Symbol);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SUPPORT_KERNELNAME_H
