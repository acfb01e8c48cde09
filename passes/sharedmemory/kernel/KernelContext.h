//===- KernelContext.h - How a pass over kernels begins -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. Every rewrite needs the processor that a kernel is compiled for and
// all that is known of its blocks: attributes of the kernel, what metadata
// states, and what the user promises by options. A pass that overlooks a
// promise refuses code that the user has vouched for.
//
// Rule. f2layout-reroute, f2layout-matrix, f2layout-readdress and
// f2layout-coalesce begin with KernelContext::of. If the result has a refusal,
// no proof about the kernel holds, and the pass leaves it unchanged;
// f2layout-reroute reports refusals. Passes that need only the launch call
// launchOf: f2layout-relax, f2layout-access, f2layout-banks, f2layout-lower and
// f2layout-inline.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SHAREDMEMORY_KERNEL_KERNELCONTEXT_H
#define F2LAYOUT_PASSES_SHAREDMEMORY_KERNEL_KERNELCONTEXT_H

#include "intrinsics/target/Target.h"
#include "passes/launch/LaunchShape.h"
#include "passes/support/Options.h"
#include "llvm/IR/PassManager.h"

namespace f2layout {
inline namespace passes {

/// The launch of F by its attributes, by the layouts that metadata states, and
/// by the promises of the options. If these contradict each other, the result
/// has an Error.
LaunchShape launchOf(llvm::Function &F, llvm::FunctionAnalysisManager &AM,
                     const Promises &P);

/// What a pass over kernels must know before it looks at shared memory.
struct KernelContext {
  Target T;
  LaunchShape Launch;
  /// The remark's name, and why the kernel is left unchanged; empty if it may
  /// be changed. T is not valid if the name is "UnknownTarget".
  std::string RefusalName, Refusal;

  /// Returns std::nullopt if F is not the definition of a kernel for a GPU.
  static std::optional<KernelContext>
  of(llvm::Function &F, llvm::FunctionAnalysisManager &AM, const Options &O);

  bool isRefused() const { return !RefusalName.empty(); }
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SHAREDMEMORY_KERNEL_KERNELCONTEXT_H
