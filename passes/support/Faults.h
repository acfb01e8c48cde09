//===- Faults.h - All errors in the layout calls of a module --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compiler that emits layout calls makes the same mistake in many places. It
// should see all of them at once, each with its location, what was expected,
// and what was found:
//
//   error: k.cu:12:7: in function k void (ptr): @f2.convert.v4f32: the source
//   layout has 64 lanes, expected the 32 of a warp of sm_90
//
// So faults are collected over the whole module and reported at the end. This
// also matters where no handler is installed, as in opt: LLVM then ends the
// process at the first error. All faults but the last are therefore printed
// here if no handler prints them.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_PASSES_SUPPORT_FAULTS_H
#define F2LAYOUT_PASSES_SUPPORT_FAULTS_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <string>
#include <vector>

namespace f2layout {
inline namespace passes {

class CallFaults {
public:
  /// The message is prefixed with the callee and the name of the call's result.
  void add(const llvm::CallBase &At, const llvm::Twine &Message);
  /// A fault of an instruction that is not a layout call.
  void addAt(const llvm::Instruction &At, const llvm::Twine &Message);
  /// A fault of the module.
  void add(const llvm::Twine &Message);

  bool empty() const { return Faults.empty(); }
  bool isIn(const llvm::Function &F) const { return Functions.contains(&F); }

  /// One error for each fault, in the order in which they were added.
  void report(llvm::LLVMContext &Context) const;

private:
  struct Fault {
    const llvm::Instruction *At;
    std::string Message;
  };
  std::vector<Fault> Faults;
  llvm::SmallPtrSet<const llvm::Function *, 8> Functions;
};

} // namespace passes
} // namespace f2layout

#endif // F2LAYOUT_PASSES_SUPPORT_FAULTS_H
