//===- MatrixAsm.cpp - Accesses of tiles written in assembly --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/matrix/MatrixAsm.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/AddressSpaces.h"
#include "passes/sharedmemory/instructions/AsmText.h"
#include "passes/sharedmemory/instructions/AsyncCopy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace f2layout;

/// Longer sums stay assembly.
static constexpr unsigned MaxDepth = 16;

namespace {

enum class Kind { Load, Store };

/// One instruction; its text is Begin and its operands, without blanks.
struct Row {
  StringRef Begin;
  Kind What;
  unsigned Count; ///< Of matrices.
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
  }
  return "";
}

/// All outputs come first, then the inputs, of which the first is the address.
static bool hasConstraints(ArrayRef<StringRef> Given, const Row &R) {
  const unsigned Outputs = R.What == Kind::Load ? R.Count : 0;
  if (Given.size() != R.Count + 1)
    return false;
  for (auto [N, C] : enumerate(Given))
    if (C != (N < Outputs ? "=r" : "r") && !(N == Outputs && C == "l"))
      return false;
  return true;
}

/// The row of the instruction that the call is, and its operands; null if it is
/// another one.
static const Row *match(const CallInst &Call,
                        SmallVectorImpl<Value *> &Arguments) {
  const std::optional<AsmText> W = readAsm(Call);
  if (!W)
    return nullptr;
  for (const Row &R : Rows) {
    StringRef Rest = W->Text;
    if (compat::hasIntrinsic(R.ID) && Rest.consume_front(R.Begin) &&
        Rest.consume_front(operandText(R)) && (Rest.empty() || Rest == ";") &&
        hasConstraints(W->Constraints, R) &&
        all_of(drop_begin(W->Arguments),
               [](const Value *V) { return V->getType()->isIntegerTy(32); })) {
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

/// The call has become New, and the address is nobody's any more.
static void replace(CallInst &Call, CallInst *New, Value *Integer) {
  Call.replaceAllUsesWith(New);
  Call.eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(Integer);
}

static bool raise(CallInst &Call, const Row &R,
                  SmallVectorImpl<Value *> &Arguments) {
  IRBuilder<> B(&Call);
  Value *Integer = Arguments.front();
  Value *Pointer = pointerOf(Integer, B);
  if (!Pointer)
    return false;
  Arguments.front() = Pointer;
  replace(Call, B.CreateIntrinsic(R.ID, {Pointer->getType()}, Arguments),
          Integer);
  return true;
}

//===----------------------------------------------------------------------===//
// Asynchronous copies
//===----------------------------------------------------------------------===//

/// Null if it has none: the source is no address of global memory.
static Value *globalPointer(Value *V, IRBuilder<> &B) {
  Type *Ty = B.getPtrTy(NVPTXAS::ADDRESS_SPACE_GLOBAL);
  if (V->getType()->isIntegerTy(64))
    return B.CreateIntToPtr(V, Ty);
  if (!V->getType()->isPointerTy() ||
      !is_contained({unsigned(NVPTXAS::ADDRESS_SPACE_GENERIC),
                     unsigned(NVPTXAS::ADDRESS_SPACE_GLOBAL)},
                    V->getType()->getPointerAddressSpace()))
    return nullptr;
  return B.CreateAddrSpaceCast(V, Ty);
}

static Intrinsic::ID intrinsicOf(const AsyncCopy &C) {
  const bool IsWhole = !C.Filled && !C.FilledBytes;
  switch (C.Bytes) {
  case 4:
    return IsWhole ? Intrinsic::nvvm_cp_async_ca_shared_global_4
                   : Intrinsic::nvvm_cp_async_ca_shared_global_4_s;
  case 8:
    return IsWhole ? Intrinsic::nvvm_cp_async_ca_shared_global_8
                   : Intrinsic::nvvm_cp_async_ca_shared_global_8_s;
  default:
    break;
  }
  if (C.IsGlobal)
    return IsWhole ? Intrinsic::nvvm_cp_async_cg_shared_global_16
                   : Intrinsic::nvvm_cp_async_cg_shared_global_16_s;
  return IsWhole ? Intrinsic::nvvm_cp_async_ca_shared_global_16
                 : Intrinsic::nvvm_cp_async_ca_shared_global_16_s;
}

/// The same assembly, with a pointer where it had an integer. No intrinsic has
/// a copy's hints or its predicate.
static CallInst *withPointer(CallInst &Call, unsigned Argument, Value *Pointer,
                             IRBuilder<> &B) {
  auto *Asm = cast<InlineAsm>(Call.getCalledOperand());
  const DataLayout &DL = Call.getDataLayout();
  SmallVector<StringRef, 8> Constraints;
  StringRef(Asm->getConstraintString()).split(Constraints, ',');
  // A copy has no outputs, so constraints are numbered as arguments are.
  Constraints[Argument] =
      DL.getPointerSizeInBits(SharedSpace) == 32 ? "r" : "l";
  SmallVector<Value *, 8> Arguments(Call.args());
  Arguments[Argument] = Pointer;
  SmallVector<Type *, 8> Types;
  for (const Value *V : Arguments)
    Types.push_back(V->getType());
  auto *Ty = FunctionType::get(Call.getType(), Types, /*isVarArg=*/false);
  CallInst *New =
      B.CreateCall(Ty,
                   InlineAsm::get(Ty, Asm->getAsmString(),
                                  join(Constraints, ","), Asm->hasSideEffects(),
                                  Asm->isAlignStack(), Asm->getDialect()),
                   Arguments);
  New->setAttributes(Call.getAttributes());
  New->setTailCallKind(Call.getTailCallKind());
  return New;
}

static bool raise(CallInst &Call, const AsyncCopy &C) {
  IRBuilder<> B(&Call);
  Value *Integer = Call.getArgOperand(C.To);
  Value *Pointer = pointerOf(Integer, B);
  if (!Pointer)
    return false;
  Value *From =
      C.IsPlain ? globalPointer(Call.getArgOperand(C.From), B) : nullptr;
  if (!From) {
    replace(Call, withPointer(Call, C.To, Pointer, B), Integer);
    return true;
  }
  SmallVector<Value *, 3> Arguments = {Pointer, From};
  if (C.Filled)
    Arguments.push_back(Call.getArgOperand(*C.Filled));
  else if (C.FilledBytes)
    Arguments.push_back(B.getInt32(*C.FilledBytes));
  replace(Call, B.CreateIntrinsic(intrinsicOf(C), {}, Arguments), Integer);
  return true;
}

bool f2layout::raiseMatrixAsm(Function &F) {
  struct Match {
    CallInst *Call;
    const Row *R;
    std::optional<AsyncCopy> Copy;
    SmallVector<Value *, 6> Arguments;
  };
  std::vector<Match> Found;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->isInlineAsm()) {
      Match M = {Call, nullptr, asyncCopyOf(*Call), {}};
      if (M.Copy || (M.R = match(*Call, M.Arguments)))
        Found.push_back(std::move(M));
    }
  bool Changed = false;
  for (Match &M : Found)
    Changed |=
        M.Copy ? raise(*M.Call, *M.Copy) : raise(*M.Call, *M.R, M.Arguments);
  // An address as a constant integer is nobody's any more.
  if (Changed)
    for (const GlobalVariable &G : F.getParent()->globals())
      if (G.getAddressSpace() == SharedSpace)
        G.removeDeadConstantUsers();
  return Changed;
}
