//===- MatrixAsm.cpp - Accesses of tiles written in assembly --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/matrix/MatrixAsm.h"
#include "intrinsics/AddressSpaces.h"
#include "llvm/ADT/STLExtras.h"
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

enum class Kind { Load, Store, Copy };

/// One instruction; its text is Begin and its operands, without blanks.
struct Row {
  StringRef Begin;
  Kind What;
  unsigned Count; ///< Matrices, or bytes of a copy.
  Intrinsic::ID ID;
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
  }
  return "";
}

/// All outputs come first, then the inputs, of which the first is the address.
static bool hasConstraints(StringRef Text, const Row &R) {
  SmallVector<StringRef, 8> Given;
  Text.split(Given, ',');
  if (Given.back() == "~{memory}")
    Given.pop_back();
  if (R.What == Kind::Copy)
    return Given.size() == 2 && is_contained({"r", "l"}, Given[0]) &&
           Given[1] == "l";
  const unsigned Outputs = R.What == Kind::Load ? R.Count : 0;
  if (Given.size() != R.Count + 1)
    return false;
  for (auto [N, C] : enumerate(Given))
    if (C != (N < Outputs ? "=r" : "r") && !(N == Outputs && C == "l"))
      return false;
  return true;
}

static bool hasTypes(const CallInst &Call, const Row &R) {
  if (R.What == Kind::Copy) {
    Type *From = Call.getArgOperand(1)->getType();
    return From->isIntegerTy(64) ||
           (From->isPointerTy() &&
            is_contained(
                {NVPTXAS::ADDRESS_SPACE_GENERIC, NVPTXAS::ADDRESS_SPACE_GLOBAL},
                From->getPointerAddressSpace()));
  }
  return all_of(drop_begin(Call.args()),
                [](const Use &U) { return U->getType()->isIntegerTy(32); });
}

/// The row of the instruction that the call is; null if it is another one.
static const Row *match(const CallInst &Call) {
  auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand());
  if (!Asm || Asm->getDialect() != InlineAsm::AD_ATT || Asm->canThrow() ||
      Call.hasOperandBundles())
    return nullptr;
  std::string Flat(Asm->getAsmString());
  erase_if(Flat, [](char C) { return isSpace(C); });
  // The same address space, by its longer name.
  constexpr StringRef Long = ".shared::cta.", Short = ".shared.";
  if (size_t At = Flat.find(Long); At != std::string::npos)
    Flat.replace(At, Long.size(), Short);
  for (const Row &R : Rows) {
    StringRef Rest = Flat;
    if (Rest.consume_front(R.Begin) && Rest.consume_front(operandText(R)) &&
        (Rest.empty() || Rest == ";") &&
        hasConstraints(Asm->getConstraintString(), R) && hasTypes(Call, R))
      return &R;
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

static bool raise(CallInst &Call, const Row &R) {
  IRBuilder<> B(&Call);
  Value *Integer = Call.getArgOperand(0);
  Value *Pointer = pointerOf(Integer, B);
  if (!Pointer)
    return false;
  SmallVector<Value *, 5> Arguments(Call.args());
  Arguments.front() = Pointer;
  SmallVector<Type *, 1> Overloads;
  if (R.What == Kind::Copy)
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
  SmallVector<std::pair<CallInst *, const Row *>, 16> Found;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->isInlineAsm())
      if (const Row *R = match(*Call))
        Found.push_back({Call, R});
  bool Changed = false;
  for (auto [Call, R] : Found)
    Changed |= raise(*Call, *R);
  // An address as a constant integer is nobody's any more.
  if (Changed)
    for (const GlobalVariable &G : F.getParent()->globals())
      if (G.getAddressSpace() == SharedSpace)
        G.removeDeadConstantUsers();
  return Changed;
}
