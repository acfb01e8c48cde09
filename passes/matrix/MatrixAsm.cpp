//===- MatrixAsm.cpp - Accesses of tiles written in assembly --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/matrix/MatrixAsm.h"
#include "intrinsics/target/AddressSpaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace f2layout;

/// Longer sums stay assembly.
static constexpr unsigned MaxDepth = 16;

namespace {

enum class Kind { Load, Store, Copy, CopyPart };

/// One instruction; its text is Begin and its operands, without blanks.
struct Row {
  StringRef Begin;
  Kind What;
  unsigned Count; ///< Matrices, or bytes of a copy.
  Intrinsic::ID ID;
};

/// Assembly with its blanks and its immediate operands gone: the latter are
/// numbers in the text, and the others are numbered anew.
struct Written {
  std::string Text;
  SmallVector<StringRef, 8> Constraints;
  SmallVector<Value *, 6> Arguments;
};

} // namespace

static const Row Rows[] = {
    {"ldmatrix.sync.aligned.m8n8.x1.shared.b16", Kind::Load, 1,
     Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x1_b16},
    {"ldmatrix.sync.aligned.m8n8.x2.shared.b16", Kind::Load, 2,
     Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x2_b16},
    {"ldmatrix.sync.aligned.m8n8.x4.shared.b16", Kind::Load, 4,
     Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x4_b16},
    {"ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16", Kind::Load, 1,
     Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x1_trans_b16},
    {"ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16", Kind::Load, 2,
     Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x2_trans_b16},
    {"ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16", Kind::Load, 4,
     Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x4_trans_b16},
    {"stmatrix.sync.aligned.m8n8.x1.shared.b16", Kind::Store, 1,
     Intrinsic::nvvm_stmatrix_sync_aligned_m8n8_x1_b16},
    {"stmatrix.sync.aligned.m8n8.x2.shared.b16", Kind::Store, 2,
     Intrinsic::nvvm_stmatrix_sync_aligned_m8n8_x2_b16},
    {"stmatrix.sync.aligned.m8n8.x4.shared.b16", Kind::Store, 4,
     Intrinsic::nvvm_stmatrix_sync_aligned_m8n8_x4_b16},
    {"stmatrix.sync.aligned.m8n8.x1.trans.shared.b16", Kind::Store, 1,
     Intrinsic::nvvm_stmatrix_sync_aligned_m8n8_x1_trans_b16},
    {"stmatrix.sync.aligned.m8n8.x2.trans.shared.b16", Kind::Store, 2,
     Intrinsic::nvvm_stmatrix_sync_aligned_m8n8_x2_trans_b16},
    {"stmatrix.sync.aligned.m8n8.x4.trans.shared.b16", Kind::Store, 4,
     Intrinsic::nvvm_stmatrix_sync_aligned_m8n8_x4_trans_b16},
    {"cp.async.ca.shared.global", Kind::Copy, 4,
     Intrinsic::nvvm_cp_async_ca_shared_global_4},
    {"cp.async.ca.shared.global", Kind::Copy, 8,
     Intrinsic::nvvm_cp_async_ca_shared_global_8},
    {"cp.async.ca.shared.global", Kind::Copy, 16,
     Intrinsic::nvvm_cp_async_ca_shared_global_16},
    {"cp.async.cg.shared.global", Kind::Copy, 16,
     Intrinsic::nvvm_cp_async_cg_shared_global_16},
    {"cp.async.ca.shared.global", Kind::CopyPart, 4,
     Intrinsic::nvvm_cp_async_ca_shared_global_4_s},
    {"cp.async.ca.shared.global", Kind::CopyPart, 8,
     Intrinsic::nvvm_cp_async_ca_shared_global_8_s},
    {"cp.async.ca.shared.global", Kind::CopyPart, 16,
     Intrinsic::nvvm_cp_async_ca_shared_global_16_s},
    {"cp.async.cg.shared.global", Kind::CopyPart, 16,
     Intrinsic::nvvm_cp_async_cg_shared_global_16_s},
};

/// "{$0,$1}": registers of the assembly from First on.
static std::string registers(unsigned First, unsigned Count) {
  std::string Text = "{";
  for (unsigned N = 0; N < Count; ++N)
    Text += (N ? ",$" : "$") + std::to_string(First + N);
  return Text + "}";
}

/// The operands as they stand behind the instruction's name, without blanks.
static std::string operandText(const Row &R) {
  switch (R.What) {
  case Kind::Load:
    return registers(0, R.Count) + ",[$" + std::to_string(R.Count) + "]";
  case Kind::Store:
    return "[$0]," + registers(1, R.Count);
  case Kind::Copy:
    return "[$0],[$1]," + std::to_string(R.Count);
  case Kind::CopyPart:
    return "[$0],[$1]," + std::to_string(R.Count) + ",$2";
  }
  return "";
}

/// All outputs come first, then the inputs, of which the first is the address.
static bool hasConstraints(ArrayRef<StringRef> Given, const Row &R) {
  if (R.What == Kind::Copy || R.What == Kind::CopyPart)
    return Given.size() == (R.What == Kind::Copy ? 2 : 3) &&
           is_contained({"r", "l"}, Given[0]) && Given[1] == "l" &&
           (R.What == Kind::Copy || Given[2] == "r");
  const unsigned Outputs = R.What == Kind::Load ? R.Count : 0;
  if (Given.size() != R.Count + 1)
    return false;
  for (auto [N, C] : enumerate(Given))
    if (C != (N < Outputs ? "=r" : "r") && !(N == Outputs && C == "l"))
      return false;
  return true;
}

static bool hasTypes(ArrayRef<Value *> Arguments, const Row &R) {
  auto IsInt32 = [](const Value *V) { return V->getType()->isIntegerTy(32); };
  if (R.What != Kind::Copy && R.What != Kind::CopyPart)
    return all_of(drop_begin(Arguments), IsInt32);
  const Type *From = Arguments[1]->getType();
  const bool IsAddress =
      From->isIntegerTy(64) ||
      (From->isPointerTy() && is_contained({NVPTXAS::ADDRESS_SPACE_GENERIC,
                                            NVPTXAS::ADDRESS_SPACE_GLOBAL},
                                           From->getPointerAddressSpace()));
  return IsAddress && all_of(drop_begin(Arguments, 2), IsInt32);
}

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

static std::optional<Written> read(const CallInst &Call, const InlineAsm &Asm) {
  Written W;
  W.Text = std::string(Asm.getAsmString());
  erase_if(W.Text, [](char C) { return isSpace(C); });
  // The same address space, by its longer name.
  constexpr StringRef Long = ".shared::cta.", Short = ".shared.";
  if (size_t At = W.Text.find(Long); At != std::string::npos)
    W.Text.replace(At, Long.size(), Short);
  SmallVector<StringRef, 8> Given;
  StringRef(Asm.getConstraintString()).split(Given, ',');
  if (Given.back() == "~{memory}")
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
    if (V)
      W.Arguments.push_back(V);
  }
  if (!rename(W.Text, [&](unsigned Number) {
        return Number < Names.size() ? Names[Number] : std::string("$?");
      }))
    return std::nullopt;
  return W;
}

/// How much of its size a copy reads, the rest being zeros, if that is a number
/// in the text: as much as its size is not said, and less becomes an operand.
static void takeFilledBytes(Written &W, LLVMContext &Context) {
  StringRef Text = W.Text;
  Text.consume_back(";");
  if (!Text.starts_with("cp.async.") || Text.count(',') != 3)
    return;
  const auto [Rest, Filled] = Text.rsplit(',');
  uint32_t Bytes;
  if (Filled.getAsInteger(10, Bytes))
    return;
  std::string Shorter = Rest.str();
  if (Rest.rsplit(',').second != Filled) {
    Shorter += ",$" + std::to_string(W.Constraints.size());
    W.Constraints.push_back("r");
    W.Arguments.push_back(ConstantInt::get(Type::getInt32Ty(Context), Bytes));
  }
  W.Text = std::move(Shorter);
}

/// The row of the instruction that the call is, and its operands; null if it is
/// another one.
static const Row *match(const CallInst &Call,
                        SmallVectorImpl<Value *> &Arguments) {
  auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand());
  if (!Asm || Asm->getDialect() != InlineAsm::AD_ATT || Asm->canThrow() ||
      Call.hasOperandBundles())
    return nullptr;
  std::optional<Written> W = read(Call, *Asm);
  if (!W)
    return nullptr;
  takeFilledBytes(*W, Call.getContext());
  for (const Row &R : Rows) {
    StringRef Rest = W->Text;
    if (Rest.consume_front(R.Begin) && Rest.consume_front(operandText(R)) &&
        (Rest.empty() || Rest == ";") && hasConstraints(W->Constraints, R) &&
        hasTypes(W->Arguments, R)) {
      Arguments.assign(W->Arguments.begin(), W->Arguments.end());
      return &R;
    }
  }
  return nullptr;
}

/// The pointer to shared memory whose address, or its low 32 bits, V is: null
/// if it is not known. Instructions are added only if one is found.
static Value *pointerOf(Value *V, IRBuilder<> &B, unsigned Depth = 0) {
  auto *O = dyn_cast<Operator>(V);
  if (!O || Depth > MaxDepth || !V->getType()->isIntegerTy() ||
      V->getType()->getIntegerBitWidth() < 32)
    return nullptr;
  Value *A = O->getOperand(0);
  switch (O->getOpcode()) {
  case Instruction::PtrToInt:
    return A->getType()->getPointerAddressSpace() == SharedSpace ? A : nullptr;
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
    return pointerOf(A, B, Depth + 1);
  case Instruction::Or:
    if (!cast<PossiblyDisjointInst>(O)->isDisjoint())
      return nullptr;
    [[fallthrough]];
  case Instruction::Add: {
    Value *Offset = O->getOperand(1);
    Value *P = pointerOf(A, B, Depth + 1);
    if (!P) {
      P = pointerOf(Offset, B, Depth + 1);
      Offset = A;
    }
    return P ? B.CreatePtrAdd(P, Offset) : nullptr;
  }
  case Instruction::Sub: {
    Value *P = pointerOf(A, B, Depth + 1);
    return P ? B.CreatePtrAdd(P, B.CreateNeg(O->getOperand(1))) : nullptr;
  }
  default:
    return nullptr;
  }
}

static Value *globalPointer(Value *V, IRBuilder<> &B) {
  Type *Ty = B.getPtrTy(NVPTXAS::ADDRESS_SPACE_GLOBAL);
  return V->getType()->isPointerTy() ? B.CreateAddrSpaceCast(V, Ty)
                                     : B.CreateIntToPtr(V, Ty);
}

static bool raise(CallInst &Call, const Row &R,
                  SmallVectorImpl<Value *> &Arguments) {
  IRBuilder<> B(&Call);
  Value *Integer = Arguments.front();
  Value *Pointer = pointerOf(Integer, B);
  if (!Pointer)
    return false;
  Arguments.front() = Pointer;
  SmallVector<Type *, 1> Overloads;
  if (R.What == Kind::Copy || R.What == Kind::CopyPart)
    Arguments[1] = globalPointer(Arguments[1], B);
  else
    Overloads.push_back(Pointer->getType());
  CallInst *New = B.CreateIntrinsic(R.ID, Overloads, Arguments);
  Call.replaceAllUsesWith(New);
  Call.eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(Integer);
  return true;
}

bool f2layout::raiseMatrixAsm(Function &F) {
  struct Match {
    CallInst *Call;
    const Row *R;
    SmallVector<Value *, 6> Arguments;
  };
  std::vector<Match> Found;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->isInlineAsm()) {
      Match M = {Call, nullptr, {}};
      if ((M.R = match(*Call, M.Arguments)))
        Found.push_back(std::move(M));
    }
  bool Changed = false;
  for (Match &M : Found)
    Changed |= raise(*M.Call, *M.R, M.Arguments);
  // An address as a constant integer is nobody's any more.
  if (Changed)
    for (const GlobalVariable &G : F.getParent()->globals())
      if (G.getAddressSpace() == SharedSpace)
        G.removeDeadConstantUsers();
  return Changed;
}
