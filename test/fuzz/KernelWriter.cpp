//===- KernelWriter.cpp - The kernel around its statements ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compat/LLVMCompat.h"
#include "test/fuzz/Writer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::fuzz {

void Writer::begin() {
  Cpu = D.among<Processor>({{"sm_90", true, 32},
                            {"gfx942", false, 64},
                            {"sm_80", true, 32},
                            {"gfx1100", false, 32},
                            {"gfx90a", false, 64}});
  compat::setTargetTriple(
      M, Triple(Cpu.IsNvidia ? "nvptx64-nvidia-cuda" : "amdgcn-amd-amdhsa"));
  M.setDataLayout(compat::targetTriple(M).computeDataLayout());
  X = D.among({64, 128, 32, 256, 16, 8});
  Y = D.among({1, 1, 2, 4, 3});
  if (X * Y > 256) // f2sim takes its time
    Y = 1;
  const unsigned GlobalSpace = Cpu.IsNvidia ? 0 : 1;
  Type *Ptr = B.getPtrTy(GlobalSpace);
  F = Function::Create(
      FunctionType::get(B.getVoidTy(), {Ptr, Ptr, B.getInt32Ty()}, false),
      GlobalValue::ExternalLinkage, "k", M);
  F->setCallingConv(Cpu.IsNvidia ? CallingConv::PTX_Kernel
                                 : CallingConv::AMDGPU_KERNEL);
  F->addFnAttr("target-cpu", Cpu.Name);
  F->addFnAttr(Attribute::NoUnwind);
  const std::string Threads = utostr(X * Y);
  switch (D.below(4)) {
  case 0: // the shape is known
    if (Cpu.IsNvidia)
      F->addFnAttr("nvvm.reqntid", utostr(X) + "," + utostr(Y));
    else
      F->setMetadata(
          "reqd_work_group_size",
          MDNode::get(Context, {ConstantAsMetadata::get(B.getInt32(X)),
                                ConstantAsMetadata::get(B.getInt32(Y)),
                                ConstantAsMetadata::get(B.getInt32(1))}));
    break;
  case 1: // promised
    F->addFnAttr("f2layout-block", utostr(X) + "," + utostr(Y) + ",1");
    break;
  case 2: // a bound
    if (Cpu.IsNvidia)
      F->addFnAttr("nvvm.maxntid", Threads);
    else
      F->addFnAttr("amdgpu-flat-work-group-size", "1," + Threads);
    break;
  default:
    break;
  }
  In = F->getArg(0), Out = F->getArg(1), N = F->getArg(2);
  if (D.oneIn(2)) {
    F->addParamAttr(0, Attribute::NoAlias);
    F->addParamAttr(1, Attribute::NoAlias);
  }
  B.SetInsertPoint(block("entry"));
}

void Writer::addArrays() {
  const unsigned Count = 1 + D.below(3);
  for (unsigned I = 0; I < Count; ++I) {
    // As many words as threads, times a small number, and sometimes a pad.
    const unsigned Bytes =
        X * Y * D.among({4, 4, 8, 16, 2}) + D.among({0, 0, 4, 16, 128, 32});
    const bool Dynamic = D.oneIn(8);
    auto *Ty = ArrayType::get(B.getInt8Ty(), Dynamic ? 0 : Bytes);
    auto *G = new GlobalVariable(
        M, Ty, false,
        Dynamic ? GlobalValue::ExternalLinkage : GlobalValue::InternalLinkage,
        Dynamic ? nullptr : UndefValue::get(Ty), "a" + utostr(I), nullptr,
        GlobalValue::NotThreadLocal, SharedSpace);
    G->setAlignment(Align(16));
    if (Dynamic) // all of them begin at one place
      DynamicBytes = std::max(DynamicBytes, Bytes);
    Arrays.push_back({G, Bytes});
  }
}

void Writer::readThread() {
  auto id = [&](bool IsY) -> Value * {
    return B.CreateIntrinsic(B.getInt32Ty(),
                             Cpu.IsNvidia
                                 ? (IsY ? Intrinsic::nvvm_read_ptx_sreg_tid_y
                                        : Intrinsic::nvvm_read_ptx_sreg_tid_x)
                                 : (IsY ? Intrinsic::amdgcn_workitem_id_y
                                        : Intrinsic::amdgcn_workitem_id_x),
                             {});
  };
  Value *T = id(false);
  if (Y > 1)
    T = B.CreateAdd(T, B.CreateMul(id(true), B.getInt32(X)));
  Begin.push_back({T, X * Y - 1});
  for (AllocaInst *&V : Var)
    V = B.CreateAlloca(B.getInt32Ty(), M.getDataLayout().getAllocaAddrSpace());
  // Their first values: neighbouring words of the input.
  for (unsigned I = 0; I < Variables; ++I) {
    Value *At =
        B.CreateAdd(B.CreateMul(T, B.getInt32(Variables)), B.getInt32(I));
    set(I, B.CreateLoad(B.getInt32Ty(), B.CreateGEP(B.getInt32Ty(), In, {At})));
  }
}

/// Every word of the arrays, so that what is read of them is defined, as an
/// address that comes of it must be.
void Writer::fillArrays() {
  for (const Array &A : Arrays) {
    BasicBlock *Body = block("fill"), *Rest = block("filled");
    BasicBlock *Before = B.GetInsertBlock();
    const unsigned Words = A.Bytes / 4;
    B.CreateCondBr(B.CreateICmpULT(Begin[0].V, B.getInt32(Words)), Body, Rest);
    B.SetInsertPoint(Body);
    PHINode *I = B.CreatePHI(B.getInt32Ty(), 2);
    I->addIncoming(Begin[0].V, Before);
    B.CreateStore(B.CreateMul(I, B.getInt32(0x9e3779b1)),
                  B.CreateInBoundsGEP(B.getInt32Ty(), A.G, {I}));
    Value *Next = B.CreateAdd(I, B.getInt32(X * Y));
    I->addIncoming(Next, Body);
    B.CreateCondBr(B.CreateICmpULT(Next, B.getInt32(Words)), Body, Rest);
    B.SetInsertPoint(Rest);
  }
  barrier(false);
}

FuzzKernel Writer::write() {
  begin();
  addArrays();
  readThread();
  if (D.oneIn(2))
    fillArrays();
  Leave = block("leave");
  statements(24);
  // What the variables are at the end.
  for (unsigned I = 0; I < Variables; ++I) {
    Value *At = B.CreateAdd(B.CreateMul(Begin[0].V, B.getInt32(Variables)),
                            B.getInt32(I));
    B.CreateStore(variable(I), B.CreateGEP(B.getInt32Ty(), Out, {At}));
  }
  B.CreateBr(Leave);
  B.SetInsertPoint(Leave);
  B.CreateRetVoid();
  FuzzKernel Result;
  raw_string_ostream OS(Result.Text);
  M.print(OS, nullptr);
  Result.Launches = launches();
  return Result;
}

std::vector<sim::Options> Writer::launches() {
  sim::Options O;
  O.Kernel = "k";
  O.L.Block = {X, Y, 1};
  O.L.DynamicShared = DynamicBytes;
  O.L.MaxSteps = 1 << 20;
  O.BufferBytes = 1 << 16;
  O.Schedules = {{sim::Schedule::Forward, 0},
                 {sim::Schedule::Reverse, 0},
                 {sim::Schedule::Random, 1}};
  O.Args[2] = {utostr(X * Y), utostr(X * Y / 2 + 1), "0"};
  std::vector<sim::Options> All = {O};
  if (!F->hasParamAttribute(0, Attribute::NoAlias)) {
    O.Aliases = {{0, 1}};
    All.push_back(O);
  }
  return All;
}

FuzzKernel writeKernel(Decisions &D) { return Writer(D).write(); }

} // namespace f2layout::fuzz
