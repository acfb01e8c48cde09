//===- InlineAsm.h - PTX inside inline assembly ---------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2SIM_ASSEMBLY_INLINEASM_H
#define F2LAYOUT_TOOLS_F2SIM_ASSEMBLY_INLINEASM_H

#include "tools/f2sim/nvptx/PtxFloat.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>

namespace f2layout::sim {

unsigned ptxTypeBytes(llvm::StringRef Type);
/// Returns the elements of `{a, b}`, or the single element of other text.
llvm::SmallVector<llvm::StringRef, 8> vectorElements(llvm::StringRef Text);

/// Expands one call of inline assembly into Insts.
class AsmExpander {
public:
  AsmExpander(Program &P, const llvm::CallBase &CB, const Inst &Call,
              llvm::function_ref<Ref(unsigned)> NewSlot,
              std::vector<Inst> &Out);
  /// Returns false if a statement is unknown; Out is then incomplete.
  bool run();

private:
  using Texts = llvm::ArrayRef<llvm::StringRef>;

  bool bindOperands();
  bool declare(llvm::StringRef Text);
  bool statement(llvm::StringRef Text);
  bool guarded(llvm::StringRef Text);
  Inst fresh(Op Code) const;
  bool source(llvm::StringRef Text, unsigned Size, Operand &O);
  bool number(llvm::StringRef Text, int64_t &Number) const;
  bool target(llvm::StringRef Text, unsigned Size, Inst &D);
  /// The bytes of a register; 0 if there is none of that name.
  unsigned sizeOf(llvm::StringRef Text) const;
  bool targets(Texts Names, unsigned Size, Inst &D);
  bool address(llvm::StringRef Text, Inst &D);
  /// Instructions write their result in parts, so one whose result is also an
  /// operand ("shr.u32 a, a, 16;") gets a slot of its own for it.
  bool emit(Inst D);

  // InlineAsmOps.cpp: each handles one kind of instruction.
  bool instruction(llvm::StringRef Name, Texts Args);
  bool move(llvm::StringRef Type, Texts Args);
  bool matrix(llvm::StringRef Name, Texts Args);
  bool exchange(llvm::StringRef Name, Texts Args);
  bool barrier(llvm::StringRef Name, Texts Args);
  bool copyAsync(llvm::StringRef Name, Texts Args,
                 const Operand *Guard = nullptr, bool Negated = false);
  bool policy(llvm::StringRef Name, Texts Args);
  // InlineAsmInteger.cpp
  bool integer(llvm::StringRef Name, Texts Args);
  bool extended(llvm::StringRef Name, Texts Args);
  // InlineAsmFloat.cpp
  bool floating(llvm::StringRef Name, Texts Args);
  bool compare(llvm::StringRef Name, Texts Args);
  bool select(llvm::StringRef Type, Texts Args);
  bool convert(llvm::StringRef Name, Texts Args);
  bool convertFloat8(bool IsE5M2, Texts Args);
  bool convertPair(const PtxType &From, const PtxType &To, const PtxMode &Mode,
                   Texts Args);
  // InlineAsmMemory.cpp
  bool access(llvm::StringRef Name, Texts Args);
  bool atomic(llvm::StringRef Name, Texts Args);

  Program &P;
  const llvm::CallBase &CB;
  const Inst &Call;
  llvm::function_ref<Ref(unsigned)> NewSlot;
  std::vector<Inst> &Out;
  std::map<std::string, Operand> Names;
};

} // namespace f2layout::sim

#endif
