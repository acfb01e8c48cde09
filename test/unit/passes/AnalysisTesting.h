//===- AnalysisTesting.h - Functions from text, for analysis tests --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TEST_UNIT_PASSES_ANALYSISTESTING_H
#define F2LAYOUT_TEST_UNIT_PASSES_ANALYSISTESTING_H

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <memory>
#include <string>

namespace f2layout {

/// A module read from text, with lookups by name in its first defined function.
class ParsedKernel {
  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> M;

public:
  explicit ParsedKernel(llvm::StringRef Text) {
    llvm::SMDiagnostic Error;
    M = llvm::parseAssemblyString(Text, Error, Context);
    if (!M) {
      std::string Message;
      llvm::raw_string_ostream OS(Message);
      Error.print("test", OS);
      ADD_FAILURE() << Message << Text.str();
    }
  }

  llvm::Function &function() const {
    for (llvm::Function &F : *M)
      if (!F.isDeclaration())
        return F;
    llvm_unreachable("the text defines no function");
  }

  llvm::BasicBlock *block(llvm::StringRef Name) const {
    for (llvm::BasicBlock &BB : function())
      if (BB.getName() == Name)
        return &BB;
    return nullptr;
  }

  llvm::Instruction *value(llvm::StringRef Name) const {
    for (llvm::Instruction &I : llvm::instructions(function()))
      if (I.getName() == Name)
        return &I;
    return nullptr;
  }
};

/// Text of a kernel for NVIDIA in which %t is the thread's index along x. Body
/// goes on in the block entry.
inline std::string nvptxKernel(llvm::StringRef Parameters,
                               llvm::StringRef Body) {
  return ("target triple = \"nvptx64-nvidia-cuda\"\n"
          "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
          "define ptx_kernel void @k(" +
          Parameters +
          ") {\n"
          "entry:\n"
          "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n" +
          Body + "\n}\n")
      .str();
}

} // namespace f2layout

#endif // F2LAYOUT_TEST_UNIT_PASSES_ANALYSISTESTING_H
