//===- AsmText.cpp - The text of inline assembly, and its operands --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/sharedmemory/instructions/AsmText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace f2layout;

/// "$12" in the text becomes what Name says of 12. Returns false if there is
/// more to an operand than its number.
static bool rename(std::string &Text,
                   function_ref<std::string(unsigned)> Name) {
  std::string Renamed;
  for (StringRef Rest = Text; !Rest.empty();) {
    Renamed += Rest.take_until([](char C) { return C == '$'; });
    Rest = Rest.drop_until([](char C) { return C == '$'; });
    unsigned Number;
    if (Rest.consume_front("$")) {
      if (Rest.consumeInteger(10, Number))
        return false;
      Renamed += Name(Number);
    }
  }
  Text = std::move(Renamed);
  return true;
}

std::optional<AsmText> f2layout::readAsm(const CallBase &Call) {
  auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand());
  if (!Asm || Asm->getDialect() != InlineAsm::AD_ATT || Asm->canThrow() ||
      !isa<CallInst>(Call) || Call.hasOperandBundles())
    return std::nullopt;
  AsmText W;
  W.Text = std::string(Asm->getAsmString());
  if (StringRef(W.Text).contains("//") || StringRef(W.Text).contains("/*"))
    return std::nullopt;
  erase_if(W.Text, [](char C) { return isSpace(C); });
  // The same address space, by its longer name.
  constexpr StringRef Long = ".shared::cta.", Short = ".shared.";
  if (size_t At = W.Text.find(Long); At != std::string::npos)
    W.Text.replace(At, Long.size(), Short);
  SmallVector<StringRef, 8> Given;
  StringRef(Asm->getConstraintString())
      .split(Given, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  if (!Given.empty() && Given.back() == "~{memory}")
    Given.pop_back();
  SmallVector<std::string, 8> Names;
  unsigned Input = 0;
  for (StringRef C : Given) {
    const bool IsInput = !C.starts_with("=") && !C.starts_with("~");
    if (IsInput && Input >= Call.arg_size())
      return std::nullopt;
    Value *V = IsInput ? Call.getArgOperand(Input++) : nullptr;
    if (auto *Constant = dyn_cast_or_null<ConstantInt>(V);
        Constant && (C == "n" || C == "i")) {
      Names.push_back(toString(Constant->getValue(), 10, /*Signed=*/true));
      continue;
    }
    Names.push_back("$" + std::to_string(W.Constraints.size()));
    W.Constraints.push_back(C);
    if (V) {
      W.Arguments.push_back(V);
      W.Numbers.push_back(Input - 1);
    }
  }
  if (!rename(W.Text, [&](unsigned Number) {
        return Number < Names.size() ? Names[Number] : std::string("$?");
      }))
    return std::nullopt;
  return W;
}

StringRef f2layout::instructionOfAsm(const CallBase &Call) {
  auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand());
  if (!Asm)
    return "";
  SmallVector<StringRef, 8> Statements;
  StringRef(Asm->getAsmString()).split(Statements, ';');
  for (StringRef S : Statements) {
    S = S.ltrim("{} \t\r\n");
    if (S.starts_with("@"))
      S = S.drop_until(isSpace).ltrim();
    S = S.take_until(isSpace);
    const StringRef Head = S.split('.').first;
    if (Head.empty() ||
        is_contained({"setp", "mov", "cvt", "cvta", "createpolicy"}, Head))
      continue;
    for (StringRef Long : {"cp.async.bulk", "cp.async.mbarrier", "cp.async"})
      if (S.starts_with(Long))
        return S.take_front(Long.size());
    return Head;
  }
  return "";
}
