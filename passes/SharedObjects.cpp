//===- SharedObjects.cpp - A kernel's shared arrays and their accesses ----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/SharedObjects.h"
#include "passes/ThreadEval.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace f2layout;

namespace {

/// Walks from one global to all uses of its address inside F.
class UseWalker {
public:
  UseWalker(Function &F, SharedObject &O) : F(F), O(O) {}

  void walk(GlobalVariable *G) {
    push(G);
    while (!Work.empty()) {
      Value *V = Work.pop_back_val();
      for (Use &U : V->uses())
        visit(U);
    }
  }

private:
  void push(Value *V) {
    if (Seen.insert(V).second)
      Work.push_back(V);
  }

  void refuse(Instruction *I, const Twine &Why) {
    if (!O.Refusal.empty())
      return;
    O.Refusal = Why.str();
    O.RefusedAt = I;
  }

  void visit(Use &U) {
    User *Who = U.getUser();
    auto *I = dyn_cast<Instruction>(Who);
    if (!I) {
      if (isa<ConstantExpr>(Who))
        return push(Who);
      if (isa<GlobalValue>(Who) || isa<Constant>(Who))
        return refuse(nullptr, "its address is part of a constant");
      return;
    }
    Function *User = I->getFunction();
    if (User != &F) {
      // Another kernel has its own instance of the array.
      if (!isKernel(*User))
        refuse(nullptr, "function " + User->getName() + " uses it too");
      return;
    }
    visitInstruction(*I, U);
  }

  static bool isKernel(const Function &F) {
    return F.getCallingConv() == CallingConv::PTX_Kernel ||
           F.getCallingConv() == CallingConv::AMDGPU_KERNEL;
  }

  void visitInstruction(Instruction &I, Use &U) {
    if (isa<GetElementPtrInst, AddrSpaceCastInst, BitCastInst, PHINode,
            SelectInst, FreezeInst>(I))
      return push(&I);
    if (isa<ICmpInst>(I))
      return;
    if (auto *L = dyn_cast<LoadInst>(&I))
      return access(I, L->getType(), L->isVolatile(), L->isAtomic());
    if (auto *S = dyn_cast<StoreInst>(&I)) {
      if (U.getOperandNo() != StoreInst::getPointerOperandIndex())
        return refuse(&I, "its address is stored to memory");
      return access(I, S->getValueOperand()->getType(), S->isVolatile(),
                    S->isAtomic());
    }
    if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I))
      return refuse(&I, "it is accessed atomically");
    if (I.isLifetimeStartOrEnd())
      return;
    if (isa<AnyMemIntrinsic>(I))
      return refuse(&I, "it is accessed by a memory intrinsic");
    if (auto *C = dyn_cast<CallBase>(&I)) {
      if (C->isInlineAsm())
        return refuse(&I, "its address is passed to inline assembly");
      Function *Callee = C->getCalledFunction();
      if (Callee && Callee->isIntrinsic())
        return refuse(&I, "its address is passed to " + Callee->getName());
      return refuse(&I, "its address escapes through a call");
    }
    if (isa<PtrToIntInst>(I))
      return refuse(&I, "its address is converted to an integer");
    refuse(&I, "its address escapes");
  }

  void access(Instruction &I, Type *Ty, bool Volatile, bool Atomic) {
    if (Volatile)
      return refuse(&I, "it is accessed by volatile instructions");
    if (Atomic)
      return refuse(&I, "it is accessed atomically");
    const DataLayout &DL = F.getDataLayout();
    TypeSize Bits = DL.getTypeSizeInBits(Ty), Bytes = DL.getTypeStoreSize(Ty);
    Type *Scalar = Ty->getScalarType();
    bool Plain = !isa<ScalableVectorType>(Ty) &&
                 (Scalar->isIntegerTy() || Scalar->isFloatingPointTy() ||
                  Scalar->isPointerTy());
    if (!Plain || Bits.isScalable() || Bits != Bytes * 8 || Bytes > 64)
      return refuse(&I, "it is accessed as a type that is not a power-of-two "
                        "number of bytes per element");
    if (!AccessSeen.insert(&I).second)
      return;
    O.Accesses.push_back({&I, static_cast<unsigned>(Bytes.getFixedValue())});
  }

  Function &F;
  SharedObject &O;
  SmallVector<Value *, 16> Work;
  SmallPtrSet<Value *, 32> Seen;
  SmallPtrSet<Instruction *, 32> AccessSeen;
};

} // namespace

SmallVector<SharedObject, 4> f2layout::collectSharedObjects(Function &F) {
  MapVector<const GlobalVariable *, SharedObject> Objects;
  const DataLayout &DL = F.getDataLayout();
  for (GlobalVariable &G : F.getParent()->globals()) {
    if (G.getAddressSpace() != 3)
      continue;
    const GlobalVariable *Leader = ThreadEval::canonicalShared(&G);
    SharedObject &O = Objects[Leader];
    O.Arrays.push_back(&G);
    O.Bytes = DL.getTypeAllocSize(G.getValueType());
    O.Dynamic = O.Bytes == 0;
  }
  SmallVector<SharedObject, 4> Used;
  DenseMap<Instruction *, unsigned> Owner;
  for (auto &[Leader, O] : Objects) {
    UseWalker W(F, O);
    for (GlobalVariable *G : O.Arrays)
      W.walk(G);
    if (!O.Accesses.empty() || O.RefusedAt)
      Used.push_back(std::move(O));
  }
  // Program order, and nothing that two objects share through a phi.
  DenseMap<Instruction *, unsigned> Order;
  unsigned Next = 0;
  for (Instruction &I : instructions(F))
    Order[&I] = Next++;
  for (unsigned N = 0; N < Used.size(); ++N) {
    SharedObject &O = Used[N];
    llvm::sort(O.Accesses, [&](const SharedAccess &A, const SharedAccess &B) {
      return Order.lookup(A.I) < Order.lookup(B.I);
    });
    for (SharedAccess &A : O.Accesses) {
      auto [It, New] = Owner.try_emplace(A.I, N);
      if (New)
        continue;
      for (unsigned Which : {It->second, N})
        if (Used[Which].Refusal.empty()) {
          Used[Which].Refusal = "one access may go to several shared arrays";
          Used[Which].RefusedAt = A.I;
        }
    }
  }
  return Used;
}
