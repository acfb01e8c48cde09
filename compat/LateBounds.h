//===- LateBounds.h - Bounds of kernels that passes have set --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem. A rewritten kernel may need a limit of its registers, or its largest
// block cannot be launched (passes/price/RegisterBudget.h). LLVM 22 has bounds
// in attributes and reads them when it generates code. LLVM 19 has them in
// metadata, and remembers all bounds of a kernel once one of them has been
// asked for. In clang that happens before the plugin's passes run, so that a
// limit that they set is in the metadata, but not in the PTX:
//
//   !{ptr @products, !"maxnreg", i32 64}     .entry products(...)
//                                            {  // no .maxnreg 64
//
// Algorithm. NVPTX forgets the bounds of a module at the end of code generation
// for that module, and nothing else makes it forget them. So code is generated
// for the module once while it is empty:
//   1. Everything that the module consists of is set aside.
//   2. NVPTX's passes run, and have nothing to do. Their output is dropped.
//   3. Everything comes back, in the same order.
// After that, the metadata is read again when a bound is asked for.
//
// Legality. Nothing that is set aside changes, and no analysis asks a function
// for its module meanwhile. In a program without NVPTX's code generator,
// nothing has been remembered.
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

/// Takes everything out of M, and puts it back when it is destroyed.
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

/// Makes code generation use the bounds that setNvidiaBound has set in M.
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
