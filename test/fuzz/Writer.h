//===- Writer.h - The state of a kernel that is being written ---*- C++ -*-===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// KernelWriter.cpp writes the kernel around the statements, Statements.cpp the
// statements that KernelWriter.h lists. Variables are allocas, and become
// registers when the module is optimised.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TEST_FUZZ_WRITER_H
#define F2LAYOUT_TEST_FUZZ_WRITER_H

#include "test/fuzz/Indices.h"
#include "test/fuzz/KernelWriter.h"
#include "llvm/IR/Module.h"

namespace f2layout::fuzz {

/// A processor, and how many lanes its warps have.
struct Processor {
  llvm::StringRef Name;
  bool IsNvidia;
  unsigned Lanes;
};

/// How many variables a kernel has, and where shared arrays are.
constexpr unsigned Variables = 4, SharedSpace = 3;

class Writer {
public:
  explicit Writer(Decisions &D) : D(D), M("fuzz", Context), B(Context) {}
  FuzzKernel write();

private:
  struct Array {
    llvm::GlobalVariable *G;
    unsigned Bytes;
  };

  // The kernel, and how it is launched.
  void begin();
  void addArrays();
  void readThread();
  void fillArrays();
  std::vector<sim::Options> launches();

  // Statements.
  void statements(unsigned Most);
  void statement();
  void barrier(bool OfWarp);
  void store();
  void load();
  void inPlace();
  void exchange();
  void arithmetic();
  void shuffle();
  void atomic();
  void global(bool Stores);
  void branch();
  void loop();
  void leave();

  // Parts of statements.
  llvm::Value *condition(bool &IsUniform);
  llvm::Type *elementType();
  llvm::Value *elementOf(llvm::Type *Ty, unsigned Var);
  void keep(llvm::Value *Element, unsigned Var);
  llvm::Value *address(const Array &A, llvm::Type *Ty);
  llvm::Value *globalAddress(llvm::Value *Base, llvm::Type *Ty);
  llvm::Value *variable(unsigned N) {
    return B.CreateLoad(B.getInt32Ty(), Var[N % Variables]);
  }
  void set(unsigned N, llvm::Value *V) { B.CreateStore(V, Var[N % Variables]); }
  const Array &anyArray() { return Arrays[D.below(Arrays.size())]; }
  llvm::BasicBlock *block(const char *Name) {
    return llvm::BasicBlock::Create(Context, Name, F);
  }

  Decisions &D;
  llvm::LLVMContext Context;
  llvm::Module M;
  llvm::IRBuilder<> B;
  llvm::Function *F = nullptr;
  Processor Cpu;
  unsigned X = 0, Y = 0, DynamicBytes = 0;
  llvm::AllocaInst *Var[Variables];
  llvm::Value *In = nullptr, *Out = nullptr, *N = nullptr;
  llvm::BasicBlock *Leave = nullptr;
  llvm::SmallVector<Array, 3> Arrays;
  /// The thread's index and the counters of the loops around.
  llvm::SmallVector<Bounded, 6> Begin;
  unsigned Depth = 0;
  bool IsDivergent = false; ///< not all threads of the block come here
  bool HasLeft = false;     ///< some may have returned
};
} // namespace f2layout::fuzz

#endif // F2LAYOUT_TEST_FUZZ_WRITER_H
