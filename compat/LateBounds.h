//===- LateBounds.h - Bounds of kernels that code generation knows --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A rewritten kernel may need a limit of its registers, or its largest
// block cannot be launched (passes/price/RegisterBudget.h). LLVM 22 has bounds
// in attributes and reads them when it generates code. LLVM 19 has them in
// metadata, and notes those of a kernel when somebody first asks for one of
// them. In clang that is before any pass of a plugin, so that a limit from
// there is in the metadata, but not in the PTX:
//
//   !{ptr @products, !"maxnreg", i32 64}     .entry products(...)
//                                            {  // no .maxnreg 64
//
// Algorithm. NVPTX forgets what it has noted of a module at the end of code
// generation for that module, and nothing else makes it forget. So code is
// generated for the module once while it is empty:
//   1. All that the module consists of is set aside.
//   2. NVPTX's passes run, and have nothing to do. What they print is dropped.
//   3. All comes back, in the same order.
// Who asks for a bound from then on reads the metadata again.
//
// Legality. Nothing is changed while it is aside, and no analysis asks a
// function for its module then. A program without NVPTX's code generator
// notes nothing.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_COMPAT_LATEBOUNDS_H
#define F2LAYOUT_COMPAT_LATEBOUNDS_H

#include "compat/LLVMCompat.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Module.h"
#if LLVM_VERSION_MAJOR < 22
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include <memory>
#include <string>
#include <utility>
#include <vector>
#endif

namespace f2layout {
namespace compat {

#if LLVM_VERSION_MAJOR >= 22

/// Code generation takes the bounds that passes have set.
constexpr bool LateBoundsHold = true;

inline void holdLateBounds(llvm::Module &) {}

#else

constexpr bool LateBoundsHold = false;

/// All that M consists of, for as long as this lives.
class SetAside {
public:
  explicit SetAside(llvm::Module &M)
      : M(M), Functions("", M.getContext()), Assembly(M.getModuleInlineAsm()),
        NewDebugInfo(M.IsNewDbgInfoFormat) {
    Functions.getFunctionList().splice(Functions.end(), M.getFunctionList());
    take(M.globals(), Variables, &llvm::Module::removeGlobalVariable);
    take(M.aliases(), Aliases, &llvm::Module::removeAlias);
    take(M.ifuncs(), IFuncs, &llvm::Module::removeIFunc);
    for (llvm::NamedMDNode &N : M.named_metadata()) {
      Metadata.emplace_back(
          &N, std::vector<llvm::MDNode *>(N.op_begin(), N.op_end()));
      N.clearOperands();
    }
    M.setModuleInlineAsm("");
  }
  SetAside(const SetAside &) = delete;
  SetAside &operator=(const SetAside &) = delete;
  ~SetAside() {
    M.setModuleInlineAsm(Assembly);
    M.setIsNewDbgInfoFormat(NewDebugInfo);
    M.getFunctionList().splice(M.end(), Functions.getFunctionList());
    for (llvm::GlobalVariable *V : Variables)
      M.insertGlobalVariable(V);
    for (llvm::GlobalAlias *A : Aliases)
      M.insertAlias(A);
    for (llvm::GlobalIFunc *I : IFuncs)
      M.insertIFunc(I);
    for (const auto &[N, Operands] : Metadata)
      for (llvm::MDNode *Operand : Operands)
        N->addOperand(Operand);
  }

private:
  template <typename RangeT, typename T>
  void take(RangeT &&Range, std::vector<T *> &To,
            void (llvm::Module::*Remove)(T *)) {
    for (T &G : llvm::make_early_inc_range(Range)) {
      To.push_back(&G);
      (M.*Remove)(&G);
    }
  }

  llvm::Module &M;
  llvm::Module Functions;
  std::string Assembly;
  bool NewDebugInfo;
  std::vector<llvm::GlobalVariable *> Variables;
  std::vector<llvm::GlobalAlias *> Aliases;
  std::vector<llvm::GlobalIFunc *> IFuncs;
  std::vector<std::pair<llvm::NamedMDNode *, std::vector<llvm::MDNode *>>>
      Metadata;
};

/// Sees to it that code generation takes the bounds that setNvidiaBound has set
/// in M.
inline void holdLateBounds(llvm::Module &M) {
  const bool HasLateBounds = llvm::any_of(M, [](const llvm::Function &F) {
    return F.hasFnAttribute("nvvm.maxnreg");
  });
  if (!HasLateBounds || !targetTriple(M).isNVPTX())
    return;
  const std::string TT = M.getTargetTriple();
  std::string Why;
  const llvm::Target *T = llvm::TargetRegistry::lookupTarget(TT, Why);
  if (!T || !T->hasTargetMachine())
    return;
  std::unique_ptr<llvm::TargetMachine> TM(T->createTargetMachine(
      TT, /*CPU=*/"", /*Features=*/"", llvm::TargetOptions(), std::nullopt));
  llvm::raw_null_ostream Nowhere;
  llvm::legacy::PassManager PM;
  if (!TM || TM->addPassesToEmitFile(PM, Nowhere, /*DwoOut=*/nullptr,
                                     llvm::CodeGenFileType::AssemblyFile))
    return;
  const SetAside Aside(M);
  PM.run(M);
}

#endif

} // namespace compat
} // namespace f2layout

#endif // F2LAYOUT_COMPAT_LATEBOUNDS_H
