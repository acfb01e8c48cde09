//===- KernelInputs.h - Values that are the same in the whole grid --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arguments of a kernel, and the members of structures that are passed by
// value, have one value in all threads, and never change:
//
//   __global__ void k(float *a, Params p) {
//     ... a[p.pitch * row + i]
//
//   inputs of the address: a, and the load from p at the offset of pitch
//
// So a test of them may stand anywhere, and all threads take the same side.
// Which of them an address is computed from is found by walking up its
// operands. A member may be loaded in several places; those loads are one
// input.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_VECTORIZE_KERNELINPUTS_H
#define F2LAYOUT_PASSES_VECTORIZE_KERNELINPUTS_H

#include "passes/bits/BitForms.h"
#include "llvm/IR/Argument.h"
#include "llvm/IR/IRBuilder.h"
#include <map>
#include <optional>
#include <string>

namespace f2layout {
inline namespace passes {

/// The inputs of one kernel, numbered in the order in which they are met.
class KernelInputs {
public:
  using Numbers = llvm::SmallVector<unsigned, 4>;

  /// The inputs that Address is computed from, in the kernel as it is now.
  /// FromThread: threadIdx.x, or the lane, as well.
  Numbers of(const llvm::Value *Address, bool &FromThread);
  size_t size() const { return Inputs.size(); }
  bool isPointer(unsigned Input) const {
    return Inputs[Input].Ty->isPointerTy();
  }
  /// "argument 1", "'in'", "a member of argument 2".
  std::string name(unsigned Input) const;
  /// The low bits of the values that Addresses are computed from, if so many of
  /// those of each input are zero.
  LowZeros hypothesis(llvm::ArrayRef<llvm::Instruction *> Accesses,
                      llvm::ArrayRef<unsigned> Zeros);
  /// Computes whether so many low bits of each input are zero.
  llvm::Value *emitTest(llvm::IRBuilder<> &B,
                        llvm::ArrayRef<unsigned> Zeros) const;

private:
  struct Input {
    llvm::Argument *Arg = nullptr;
    std::optional<int64_t> Member; ///< Its offset in what Arg points to.
    llvm::Type *Ty = nullptr;
    llvm::Align Alignment;
  };
  std::optional<unsigned> numberOf(const llvm::Value &V);
  template <typename Callable>
  bool walk(const llvm::Value *Address, Callable Found);
  llvm::Value *emit(llvm::IRBuilder<> &B, const Input &In) const;

  std::vector<Input> Inputs;
  std::map<std::tuple<const llvm::Argument *, int64_t, llvm::Type *>, unsigned>
      NumberOf;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_VECTORIZE_KERNELINPUTS_H
