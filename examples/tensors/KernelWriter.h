//===- KernelWriter.h - Begins and ends kernels on tensors ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a compiler has around its kernels: the attributes of a kernel, numbers
// of blocks, addresses, loops.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_EXAMPLES_TENSORS_KERNELWRITER_H
#define F2LAYOUT_EXAMPLES_TENSORS_KERNELWRITER_H

#include "intrinsics/tensors/TensorCalls.h"
#include "llvm/IR/Module.h"
#include <functional>

class KernelWriter {
public:
  KernelWriter(llvm::LLVMContext &Context, llvm::StringRef Cpu);

  /// A kernel of pointers to global memory, aligned to 16 bytes and without
  /// aliases. The builder is in its first block.
  llvm::Function *begin(llvm::StringRef Name, unsigned Threads,
                        unsigned Pointers);
  /// Floats of the kernel that are denormals may be taken for zero, as with
  /// -ftz=true, and as Triton's exp2 does. The code generator of NVPTX does the
  /// same with halves.
  void flushDenormals();
  void end() { B.CreateRetVoid(); }

  llvm::Value *number(uint64_t N) { return B.getInt64(N); }
  llvm::Value *plus(llvm::Value *L, llvm::Value *R) {
    return B.CreateNUWAdd(L, R);
  }
  llvm::Value *times(llvm::Value *L, uint64_t N) {
    return B.CreateNUWMul(L, number(N));
  }
  /// blockIdx in that dimension, as an i64.
  llvm::Value *block(unsigned Dim = 0);
  /// The address of element Index.
  llvm::Value *at(llvm::Value *Pointer, llvm::Type *Element,
                  llvm::Value *Index) {
    return B.CreateGEP(Element, Pointer, Index);
  }

  /// for (i64 i = 0; i < Count; ++i), with values that each turn replaces. The
  /// body returns those of the next turn; what is returned here are the last.
  /// It runs at least once.
  using Values = llvm::SmallVector<llvm::Value *, 4>;
  Values loop(uint64_t Count, const Values &Start,
              const std::function<Values(llvm::Value *, Values)> &Body);

  llvm::Module M;
  llvm::IRBuilder<> B;
  f2layout::TensorBuilder T;

private:
  const std::string Cpu;
  const bool IsNvidia;
};

#endif // F2LAYOUT_EXAMPLES_TENSORS_KERNELWRITER_H
