//===- Kernels.h - Kernels on tensors -------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function is a kernel as a compiler would emit it: what is computed on
// which tensors. No layout is stated anywhere.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_EXAMPLES_TENSORS_KERNELS_H
#define F2LAYOUT_EXAMPLES_TENSORS_KERNELS_H

#include "intrinsics/tensors/TensorCalls.h"
#include "llvm/IR/Module.h"
#include <functional>

/// Begins kernels in a module for one processor.
class KernelWriter {
public:
  KernelWriter(llvm::LLVMContext &Context, llvm::StringRef Cpu);

  /// A kernel with pointers to global memory, then i64 numbers. The builder is
  /// in its first block.
  llvm::Function *begin(llvm::StringRef Name, unsigned Threads,
                        unsigned Pointers, unsigned Numbers = 0);
  /// Ends the kernel.
  void end() { B.CreateRetVoid(); }
  /// blockIdx in that dimension, as an i64.
  llvm::Value *block(unsigned Dim = 0);
  /// The address of element Index.
  llvm::Value *at(llvm::Value *Pointer, llvm::Type *Element,
                  llvm::Value *Index);
  /// for (i64 i = 0; i < Count; ++i), with values that each turn replaces. The
  /// body returns those of the next turn; what is returned here are the last.
  using Values = llvm::SmallVector<llvm::Value *, 4>;
  Values loop(llvm::Value *Count, Values Start,
              std::function<Values(llvm::Value *, Values)> Body);
  llvm::Value *number(uint64_t N) { return B.getInt64(N); }

  llvm::Module M;
  llvm::IRBuilder<> B;
  f2layout::TensorBuilder T;

private:
  const std::string Cpu;
  const bool IsNvidia;
};

/// What a launch of an example looks like.
struct Sizes {
  uint64_t Rows = 1, Columns = 1, Depth = 1;
};

void softmax(KernelWriter &W, Sizes S);
void layerNorm(KernelWriter &W, Sizes S);
void layerNormBackward(KernelWriter &W, Sizes S);
void product(KernelWriter &W, Sizes S);
void gatherRows(KernelWriter &W, Sizes S);
void cumulativeSum(KernelWriter &W, Sizes S);

#endif // F2LAYOUT_EXAMPLES_TENSORS_KERNELS_H
