//===- TestKernel.h - Kernels built in memory for emitter tests -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module for one processor with an empty kernel (in, out), a builder in it,
// and LLVM's own back end to compile it.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TEST_UNIT_INTRINSICS_TESTKERNEL_H
#define F2LAYOUT_TEST_UNIT_INTRINSICS_TESTKERNEL_H

#include "intrinsics/emit/Emit.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>
#include <string>

namespace f2layout {

/// A processor to test on.
struct TestCpu {
  const char *Cpu;
  const char *Features;
  unsigned LaneBits;
  bool isNvidia() const { return Cpu[0] == 's'; }
};

/// Those for which this LLVM generates code.
llvm::SmallVector<TestCpu, 0> known(llvm::ArrayRef<TestCpu> Cpus);
/// Every row of the tables of them, both wave sizes where there are two.
llvm::ArrayRef<TestCpu> allCpus();

class TestKernel {
public:
  explicit TestKernel(const TestCpu &Cpu);

  llvm::LLVMContext Context;
  std::unique_ptr<llvm::TargetMachine> Machine;
  llvm::Module M;
  llvm::Function *F; ///< (ptr addrspace(1) in, ptr addrspace(1) out)
  llvm::BasicBlock *Entry;
  llvm::IRBuilder<> B; ///< Before Entry's ret.
  Target T;

  /// An addrspace(3) array of the kernel.
  llvm::GlobalVariable *shared(unsigned Bytes, unsigned Alignment);
  /// Element number R of this thread, from `in`.
  llvm::Value *source(llvm::Type *Ty, unsigned R);
  /// Stores a result to `out`.
  void result(llvm::Value *V, unsigned R);
  /// The kernel's text, for messages.
  std::string text() const;
  /// Verifies and compiles; returns the assembly. Fails the test if the kernel
  /// does not verify.
  std::string assemble();

private:
  llvm::Value *element(llvm::Value *Base, llvm::Type *Ty, unsigned R);
};

/// Occurrences of Needle.
unsigned countOf(const std::string &Text, llvm::StringRef Needle);

} // namespace f2layout

#endif // F2LAYOUT_TEST_UNIT_INTRINSICS_TESTKERNEL_H
