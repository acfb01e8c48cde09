//===- KernelCopy.h - A copy of a kernel, to try something ------*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a change of a kernel gains is known when the exchanges that follow have
// been searched for. So the change is made to a copy, and to the kernel only if
// it pays.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_EXCHANGE_KERNELCOPY_H
#define F2LAYOUT_PASSES_EXCHANGE_KERNELCOPY_H

#include "compat/LLVMCompat.h"
#include "passes/sharedmemory/kernel/KeptTileShapes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace f2layout {
inline namespace passes {

/// A function of its own in the same module, until it goes out of scope.
class KernelCopy {
  llvm::FunctionAnalysisManager &AM;
  llvm::ValueToValueMapTy Map;
  llvm::Function &Copy;

public:
  KernelCopy(llvm::Function &F, llvm::FunctionAnalysisManager &AM)
      : AM(AM), Copy(*llvm::CloneFunction(&F, Map)) {
    Copy.setLinkage(llvm::GlobalValue::InternalLinkage);
    Copy.setComdat(nullptr);
    copyKernelFacts(F);
    AM.getResult<KeptTileShapesAnalysis>(Copy) =
        AM.getResult<KeptTileShapesAnalysis>(F);
  }
  KernelCopy(const KernelCopy &) = delete;
  KernelCopy &operator=(const KernelCopy &) = delete;
  ~KernelCopy() {
    AM.clear(Copy, Copy.getName());
    Copy.eraseFromParent();
  }

  llvm::Function &get() const { return Copy; }
  /// The copy of an instruction or a block of the kernel, as long as neither is
  /// deleted; null for null.
  template <typename T> T *of(T *V) const {
    return V ? llvm::cast<T>(static_cast<llvm::Value *>(Map.lookup(V)))
             : nullptr;
  }

private:
  /// LLVM 19 states in metadata which functions are NVIDIA's kernels, and their
  /// bounds. No metadata names the copy.
  void copyKernelFacts(const llvm::Function &F) {
    if (!compat::isNvidiaKernel(F))
      return;
    Copy.setCallingConv(llvm::CallingConv::PTX_Kernel);
    for (const char *Name :
         {"nvvm.maxntid", "nvvm.reqntid", "nvvm.minctasm", "nvvm.maxnreg"})
      if (const auto Bound = compat::nvidiaBound(F, Name))
        Copy.addFnAttr(Name, *Bound);
  }
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_EXCHANGE_KERNELCOPY_H
