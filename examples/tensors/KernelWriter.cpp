//===- KernelWriter.cpp - Begins and ends kernels on tensors --------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"
#include "compat/LLVMCompat.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
using namespace f2layout;

KernelWriter::KernelWriter(LLVMContext &Context, StringRef Cpu)
    : M("tensors", Context), B(Context), T(B), Cpu(Cpu),
      IsNvidia(Cpu.starts_with("sm_")) {
  const Triple TT(IsNvidia ? "nvptx64-nvidia-cuda" : "amdgcn-amd-amdhsa");
  compat::setTargetTriple(M, TT);
  M.setDataLayout(compat::dataLayout(TT));
  // As most compilers of such languages do: products are fused with sums, and
  // division and exp2 are the approximations of the processor.
  FastMathFlags Flags;
  Flags.setAllowContract();
  Flags.setAllowReciprocal();
  Flags.setApproxFunc();
  B.setFastMathFlags(Flags);
}

Function *KernelWriter::begin(StringRef Name, unsigned Threads,
                              unsigned Pointers) {
  SmallVector<Type *> Types(Pointers, B.getPtrTy(1));
  auto *F = Function::Create(FunctionType::get(B.getVoidTy(), Types, false),
                             GlobalValue::ExternalLinkage, Name, M);
  F->setCallingConv(IsNvidia ? CallingConv::PTX_Kernel
                             : CallingConv::AMDGPU_KERNEL);
  F->addFnAttr(Attribute::Convergent);
  F->addFnAttr("target-cpu", Cpu);
  F->addFnAttr("f2layout-block", std::to_string(Threads) + ",1,1");
  if (IsNvidia)
    compat::setNvidiaBound(*F, "nvvm.reqntid", std::to_string(Threads));
  else
    F->addFnAttr("amdgpu-flat-work-group-size",
                 std::to_string(Threads) + "," + std::to_string(Threads));
  for (Argument &A : F->args()) {
    A.addAttr(Attribute::NoAlias);
    A.addAttr(Attribute::getWithAlignment(M.getContext(), Align(16)));
  }
  B.SetInsertPoint(BasicBlock::Create(M.getContext(), "entry", F));
  return F;
}

void KernelWriter::flushDenormals() {
  B.GetInsertBlock()->getParent()->addFnAttr("denormal-fp-math-f32",
                                             "preserve-sign,preserve-sign");
}

Value *KernelWriter::block(unsigned Dim) {
  static constexpr Intrinsic::ID Nvidia[] = {
      Intrinsic::nvvm_read_ptx_sreg_ctaid_x,
      Intrinsic::nvvm_read_ptx_sreg_ctaid_y};
  static constexpr Intrinsic::ID Amd[] = {Intrinsic::amdgcn_workgroup_id_x,
                                          Intrinsic::amdgcn_workgroup_id_y};
  Value *Block =
      B.CreateIntrinsic(B.getInt32Ty(), IsNvidia ? Nvidia[Dim] : Amd[Dim], {});
  return B.CreateZExt(Block, B.getInt64Ty());
}

KernelWriter::Values
KernelWriter::loop(uint64_t Count, const Values &Start,
                   const std::function<Values(Value *, Values)> &Body) {
  Function *F = B.GetInsertBlock()->getParent();
  BasicBlock *Before = B.GetInsertBlock();
  BasicBlock *Turn = BasicBlock::Create(M.getContext(), "loop", F);
  B.CreateBr(Turn);
  B.SetInsertPoint(Turn);
  PHINode *I = B.CreatePHI(B.getInt64Ty(), 2, "i");
  I->addIncoming(number(0), Before);
  Values Now;
  for (Value *V : Start) {
    PHINode *Phi = B.CreatePHI(V->getType(), 2);
    Phi->addIncoming(V, Before);
    Now.push_back(Phi);
  }
  const Values Next = Body(I, Now);
  Value *Following = plus(I, number(1));
  BasicBlock *Last = B.GetInsertBlock();
  I->addIncoming(Following, Last);
  for (auto [Phi, V] : zip_equal(Now, Next))
    cast<PHINode>(Phi)->addIncoming(V, Last);
  BasicBlock *After = BasicBlock::Create(M.getContext(), "after", F);
  B.CreateCondBr(B.CreateICmpULT(Following, number(Count)), Turn, After);
  B.SetInsertPoint(After);
  return Next;
}
