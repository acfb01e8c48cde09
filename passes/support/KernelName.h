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
// A long list of template arguments, as those of libraries are, is shortened;
// what tells the kernel from the others that its template makes stays:
//
//   scan<cub::BlockScan<int, 256, (cub::BlockScanAlgorithm)1>, 4>
//   scan<cub::BlockScan<int, 256, (cub::BlockScanAlgorithm)2>, 4>
//
// become scan<... 1>, 4> and scan<... 2>, 4>.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SUPPORT_KERNELNAME_H
#define F2LAYOUT_PASSES_SUPPORT_KERNELNAME_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"
#include <string>

namespace f2layout {
inline namespace passes {

/// Names that are not mangled stay as they are. Others are symbols of the same
/// module.
std::string kernelName(llvm::StringRef Symbol,
                       llvm::ArrayRef<llvm::StringRef> Others = {});
std::string kernelName(const llvm::Function &F);

/// The template that makes a kernel of that name; empty if none does.
llvm::StringRef templateOf(llvm::StringRef KernelName);

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SUPPORT_KERNELNAME_H
