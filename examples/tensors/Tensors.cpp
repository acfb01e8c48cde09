//===- Tensors.cpp - A compiler that states no layouts --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   f2layout-tensors sm_90 [kernel[:rows[xcolumns[xdepth]]] ...] > k.ll
//
// prints kernels (Kernels.h) for a processor, for tensors of these sizes.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace f2layout;

KernelWriter::KernelWriter(LLVMContext &Context, StringRef Cpu)
    : M("tensors", Context), B(Context), T(B), Cpu(Cpu),
      IsNvidia(Cpu.starts_with("sm_")) {
  const Triple TT(IsNvidia ? "nvptx64-nvidia-cuda" : "amdgcn-amd-amdhsa");
  M.setTargetTriple(TT);
  M.setDataLayout(TT.computeDataLayout());
}

Function *KernelWriter::begin(StringRef Name, unsigned Threads,
                              unsigned Pointers, unsigned Numbers) {
  SmallVector<Type *> Types(Pointers, B.getPtrTy(1));
  Types.append(Numbers, B.getInt64Ty());
  auto *F = Function::Create(FunctionType::get(B.getVoidTy(), Types, false),
                             GlobalValue::ExternalLinkage, Name, M);
  F->setCallingConv(IsNvidia ? CallingConv::PTX_Kernel
                             : CallingConv::AMDGPU_KERNEL);
  F->addFnAttr(Attribute::Convergent);
  F->addFnAttr("target-cpu", Cpu);
  F->addFnAttr("f2layout-block", std::to_string(Threads) + ",1,1");
  if (IsNvidia)
    F->addFnAttr("nvvm.reqntid", std::to_string(Threads));
  else
    F->addFnAttr("amdgpu-flat-work-group-size",
                 std::to_string(Threads) + "," + std::to_string(Threads));
  for (Argument &A : F->args())
    if (A.getType()->isPointerTy()) {
      A.addAttr(Attribute::NoAlias);
      A.addAttr(Attribute::getWithAlignment(M.getContext(), Align(16)));
    }
  B.SetInsertPoint(BasicBlock::Create(M.getContext(), "entry", F));
  return F;
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

Value *KernelWriter::at(Value *Pointer, Type *Element, Value *Index) {
  return B.CreateGEP(Element, Pointer, Index);
}

KernelWriter::Values
KernelWriter::loop(Value *Count, Values Start,
                   std::function<Values(Value *, Values)> Body) {
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
  Value *Following = B.CreateAdd(I, number(1));
  BasicBlock *Last = B.GetInsertBlock();
  I->addIncoming(Following, Last);
  for (auto [Phi, V] : zip_equal(Now, Next))
    cast<PHINode>(Phi)->addIncoming(V, Last);
  BasicBlock *After = BasicBlock::Create(M.getContext(), "after", F);
  B.CreateCondBr(B.CreateICmpULT(Following, Count), Turn, After);
  B.SetInsertPoint(After);
  return Next;
}

namespace {
struct Example {
  const char *Name;
  void (*Write)(KernelWriter &, Sizes);
  Sizes Default;
};
} // namespace

static const Example Examples[] = {
    {"softmax", softmax, {1, 4096, 1}},
    {"layer_norm", layerNorm, {1, 4096, 1}},
    {"product", product, {1, 1024, 1024}},
    {"gather_rows", gatherRows, {1, 128, 1}},
    {"cumulative_sum", cumulativeSum, {4, 1024, 1}},
};

/// "softmax:1x4096".
static bool write(KernelWriter &W, StringRef Text) {
  auto [Name, Numbers] = Text.split(':');
  for (const Example &E : Examples) {
    if (Name != E.Name)
      continue;
    Sizes S = E.Default;
    for (uint64_t *To : {&S.Rows, &S.Columns, &S.Depth}) {
      if (Numbers.empty())
        break;
      auto [First, Rest] = Numbers.split('x');
      if (First.getAsInteger(10, *To))
        return false;
      Numbers = Rest;
    }
    E.Write(W, S);
    return true;
  }
  return false;
}

int main(int Argc, char **Argv) {
  if (Argc < 2) {
    WithColor::error() << "usage: f2layout-tensors <sm_90|gfx942|...> "
                          "[kernel[:rows[xcolumns[xdepth]]] ...]\n";
    return 1;
  }
  LLVMContext Context;
  KernelWriter W(Context, Argv[1]);
  SmallVector<StringRef> Wanted(Argv + 2, Argv + Argc);
  if (Wanted.empty())
    for (const Example &E : Examples)
      Wanted.push_back(E.Name);
  for (StringRef Text : Wanted)
    if (!write(W, Text)) {
      WithColor::error() << "no kernel '" << Text << "'\n";
      return 1;
    }
  W.M.print(outs(), nullptr);
  return 0;
}
