//===- AsyncCopy.cpp - Asynchronous copies to shared memory ---------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/sharedmemory/instructions/AsyncCopy.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/AddressSpaces.h"
#include "passes/sharedmemory/instructions/AsmText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
using namespace f2layout;

static std::optional<AsyncCopy> ofIntrinsic(Intrinsic::ID ID) {
  AsyncCopy C;
  switch (ID) {
  case Intrinsic::nvvm_cp_async_ca_shared_global_4_s:
  case Intrinsic::nvvm_cp_async_ca_shared_global_8_s:
  case Intrinsic::nvvm_cp_async_ca_shared_global_16_s:
  case Intrinsic::nvvm_cp_async_cg_shared_global_16_s:
    C.Filled = 2;
    break;
  default:
    break;
  }
  switch (ID) {
  case Intrinsic::nvvm_cp_async_ca_shared_global_4:
  case Intrinsic::nvvm_cp_async_ca_shared_global_4_s:
    C.Bytes = 4;
    return C;
  case Intrinsic::nvvm_cp_async_ca_shared_global_8:
  case Intrinsic::nvvm_cp_async_ca_shared_global_8_s:
    C.Bytes = 8;
    return C;
  case Intrinsic::nvvm_cp_async_cg_shared_global_16:
  case Intrinsic::nvvm_cp_async_cg_shared_global_16_s:
    C.IsGlobal = true;
    [[fallthrough]];
  case Intrinsic::nvvm_cp_async_ca_shared_global_16:
  case Intrinsic::nvvm_cp_async_ca_shared_global_16_s:
    C.Bytes = 16;
    return C;
  default:
    return std::nullopt;
  }
}

namespace {

/// Reads the text of one copy from its begin to its end.
class CopyReader {
public:
  explicit CopyReader(const AsmText &W) : W(W), Rest(W.Text) {}
  std::optional<AsyncCopy> read();

private:
  bool take(StringRef Text) { return Rest.consume_front(Text); }
  bool takeName(StringRef &Name);
  /// "$2": an operand with that constraint, and no output.
  bool takeOperand(unsigned &Argument, ArrayRef<StringRef> Constraints);
  bool takePredicate();
  bool takePolicy();
  bool takeInstruction();
  bool takeLast(bool HasPolicy);

  const AsmText &W;
  StringRef Rest, Predicate, Policy;
  AsyncCopy C;
};

} // namespace

/// A register that the text declares: "p;".
bool CopyReader::takeName(StringRef &Name) {
  Name = Rest.take_until([](char C) { return C == ';'; });
  Rest = Rest.drop_front(Name.size());
  return !Name.empty() && take(";") &&
         all_of(Name, [](char C) { return isAlnum(C) || C == '_'; });
}

bool CopyReader::takeOperand(unsigned &Argument,
                             ArrayRef<StringRef> Constraints) {
  unsigned Number;
  if (!take("$") || Rest.consumeInteger(10, Number) ||
      Number >= W.Numbers.size() ||
      !is_contained(Constraints, W.Constraints[Number]))
    return false;
  Argument = W.Numbers[Number];
  return true;
}

/// .reg .pred p; setp.ne.b32 p, $0, 0; @p
bool CopyReader::takePredicate() {
  unsigned Condition;
  if (!takeName(Predicate) || !take("setp."))
    return false;
  C.RunsIfZero = take("eq.");
  if (!(C.RunsIfZero || take("ne.")) ||
      !(take("b32") || take("s32") || take("u32")) || !take(Predicate) ||
      !take(",") || !takeOperand(Condition, {"r"}) || !take(",0;@"))
    return false;
  C.RunsIfZero ^= take("!");
  C.Condition = Condition;
  C.IsPlain = false;
  return take(Predicate);
}

/// .reg .b64 q; createpolicy.fractional.L2::evict_first.b64 q, 1.0;
bool CopyReader::takePolicy() {
  if (!takeName(Policy) || !take("createpolicy.fractional.L2::"))
    return false;
  const size_t Type = Rest.find(".b64");
  if (Type == StringRef::npos)
    return false;
  const StringRef Kind = Rest.take_front(Type);
  Rest = Rest.drop_front(Type);
  if (!take(".b64") || !take(Policy) || !all_of(Kind, [](char C) {
        return isAlnum(C) || C == '_' || C == '.' || C == ':';
      }))
    return false;
  take(",1.0");
  return take(";");
}

bool CopyReader::takeInstruction() {
  if (!take("cp.async.c"))
    return false;
  C.IsGlobal = take("g");
  if (!(C.IsGlobal || take("a")) || !take(".shared.global"))
    return false;
  const bool HasPolicy = take(".L2::cache_hint");
  if (take(".L2::64B") || take(".L2::128B") || take(".L2::256B") || HasPolicy)
    C.IsPlain = false;
  if (!take("[") || !takeOperand(C.To, {"r", "l"}) || !take("],[") ||
      !takeOperand(C.From, {"l"}) || !take("],") ||
      Rest.consumeInteger(10, C.Bytes))
    return false;
  const bool IsSize =
      C.IsGlobal ? C.Bytes == 16 : is_contained({4u, 8u, 16u}, C.Bytes);
  return IsSize && takeLast(HasPolicy) && take(";");
}

/// What stands behind the size: how much is read, and the policy.
bool CopyReader::takeLast(bool HasPolicy) {
  const StringRef Last = Rest.take_until([](char C) { return C == ';'; });
  if (Last.count(',') > (HasPolicy ? 1u : 0u)) {
    unsigned Number;
    uint32_t Bytes;
    if (!take(","))
      return false;
    if (Rest.starts_with("$")) {
      if (!takeOperand(Number, {"r"}))
        return false;
      C.Filled = Number;
    } else if (Rest.consumeInteger(10, Bytes)) {
      return false;
    } else if (Bytes != C.Bytes) {
      C.FilledBytes = Bytes;
    }
  }
  if (!HasPolicy)
    return true;
  unsigned Number;
  return take(",") &&
         (Policy.empty() ? takeOperand(Number, {"l"}) : take(Policy));
}

std::optional<AsyncCopy> CopyReader::read() {
  // The last semicolon may be left out.
  std::string Whole = Rest.str();
  if (!StringRef(Whole).ends_with(";") && !StringRef(Whole).ends_with("}"))
    Whole += ';';
  Rest = Whole;
  if (!all_of(W.Constraints, [](StringRef C) { return isAlnum(C.front()); }))
    return std::nullopt;
  const bool HasScope = take("{");
  if (take(".reg.pred")) {
    if (!takePredicate())
      return std::nullopt;
  } else if (take(".reg.b64") && !takePolicy()) {
    return std::nullopt;
  }
  if (!takeInstruction() || (HasScope && !take("}")))
    return std::nullopt;
  take(";");
  auto IsInt32 = [&](std::optional<unsigned> N) {
    return !N || any_of(zip_equal(W.Numbers, W.Arguments), [&](auto Operand) {
      return std::get<0>(Operand) == *N &&
             std::get<1>(Operand)->getType()->isIntegerTy(32);
    });
  };
  if (!Rest.empty() || !IsInt32(C.Filled) || !IsInt32(C.Condition))
    return std::nullopt;
  return C;
}

std::optional<AsyncCopy> f2layout::asyncCopyOf(const CallBase &Call) {
  auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand());
  if (!Asm)
    return ofIntrinsic(Call.getIntrinsicID());
  if (!StringRef(Asm->getAsmString()).contains("cp.async.c"))
    return std::nullopt;
  const std::optional<AsmText> W = readAsm(Call);
  return W ? CopyReader(*W).read() : std::nullopt;
}

std::optional<AsyncCopy> f2layout::copyToShared(const CallBase &Call) {
  std::optional<AsyncCopy> C = asyncCopyOf(Call);
  if (!C)
    return std::nullopt;
  auto *To = dyn_cast<PointerType>(Call.getArgOperand(C->To)->getType());
  return To && To->getAddressSpace() == SharedSpace ? C : std::nullopt;
}

bool f2layout::isCopyWait(const CallBase &Call) {
  auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand());
  if (!Asm || !StringRef(Asm->getAsmString()).contains("cp.async."))
    return false;
  const std::optional<AsmText> W = readAsm(Call);
  if (!W || !W->Constraints.empty())
    return false;
  StringRef Text = W->Text;
  Text.consume_back(";");
  unsigned Groups;
  return Text == "cp.async.commit_group" || Text == "cp.async.wait_all" ||
         (Text.consume_front("cp.async.wait_group") &&
          !Text.getAsInteger(10, Groups));
}
