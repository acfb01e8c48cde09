//===- TestKernel.cpp - Kernels built in memory for emitter tests ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestKernel.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/lanes/ThreadIndex.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace f2layout {

SmallVector<TestCpu, 0> known(ArrayRef<TestCpu> Cpus) {
  SmallVector<TestCpu, 0> Found;
  for (const TestCpu &Cpu : Cpus)
    if (compat::knowsCpu(Cpu.Cpu))
      Found.push_back(Cpu);
  return Found;
}

ArrayRef<TestCpu> allCpus() {
  static const auto Cpus = known({{"sm_75", "", 5},
                                  {"sm_80", "", 5},
                                  {"sm_86", "", 5},
                                  {"sm_87", "", 5},
                                  {"sm_89", "", 5},
                                  {"sm_90", "", 5},
                                  {"sm_90a", "", 5},
                                  {"sm_100", "", 5},
                                  {"sm_100a", "", 5},
                                  {"sm_120f", "", 5},
                                  {"sm_103", "", 5},
                                  {"sm_120", "", 5},
                                  {"sm_121", "", 5},
                                  {"gfx90a", "", 6},
                                  {"gfx942", "", 6},
                                  {"gfx950", "", 6},
                                  {"gfx1100", "", 5},
                                  {"gfx1101", "", 5},
                                  {"gfx1102", "", 5},
                                  {"gfx1103", "", 5},
                                  {"gfx1200", "", 5},
                                  {"gfx1201", "", 5},
                                  {"gfx1100", "+wavefrontsize64", 6},
                                  {"gfx1201", "+wavefrontsize64", 6}});
  return Cpus;
}

static std::unique_ptr<TargetMachine> machineFor(const TestCpu &Cpu) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTarget();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUAsmPrinter();
  Triple TT(Cpu.isNvidia() ? "nvptx64-nvidia-cuda" : "amdgcn-amd-amdhsa");
  std::string Error;
  const llvm::Target *Found =
      TargetRegistry::lookupTarget(compat::tripleName(TT), Error);
  EXPECT_TRUE(Found) << Error;
  TargetOptions Options;
  Options.MCOptions.AsmVerbose = true; // Some barriers are comments only.
  return std::unique_ptr<TargetMachine>(Found->createTargetMachine(
      compat::tripleName(TT), Cpu.Cpu, Cpu.Features, Options, std::nullopt));
}

static Function *makeKernel(Module &M, const TestCpu &Cpu) {
  LLVMContext &C = M.getContext();
  Type *Global = PointerType::get(C, 1);
  auto *Ty = FunctionType::get(Type::getVoidTy(C), {Global, Global}, false);
  auto *F = Function::Create(Ty, GlobalValue::ExternalLinkage, "kernel", M);
  F->setCallingConv(Cpu.isNvidia() ? CallingConv::PTX_Kernel
                                   : CallingConv::AMDGPU_KERNEL);
  F->addFnAttr("target-cpu", Cpu.Cpu);
  F->addFnAttr("target-features", Cpu.Features);
  return F;
}

TestKernel::TestKernel(const TestCpu &Cpu)
    : Machine(machineFor(Cpu)), M("test", Context), F(nullptr), Entry(nullptr),
      B(Context) {
  compat::setTargetTriple(M, Machine->getTargetTriple());
  M.setDataLayout(Machine->createDataLayout());
  F = makeKernel(M, Cpu);
  Entry = BasicBlock::Create(Context, "entry", F);
  B.SetInsertPoint(ReturnInst::Create(Context, Entry));
  Expected<Target> Known = getTarget(*F);
  if (Known)
    T = *Known;
  else
    ADD_FAILURE() << toString(Known.takeError());
  EXPECT_EQ(T.M.LaneBits, Cpu.LaneBits);
}

GlobalVariable *TestKernel::shared(unsigned Bytes, unsigned Alignment) {
  auto *Ty = ArrayType::get(B.getInt8Ty(), Bytes);
  auto *G = new GlobalVariable(M, Ty, false, GlobalValue::InternalLinkage,
                               PoisonValue::get(Ty), "scratch", nullptr,
                               GlobalValue::NotThreadLocal, 3);
  G->setAlignment(Align(Alignment));
  return G;
}

Value *TestKernel::element(Value *Base, Type *Ty, unsigned R) {
  Value *Thread = emitLinearThread(T, B, true);
  Value *Index = B.CreateAdd(Thread, B.getInt32(R * 1024));
  return B.CreateGEP(Ty, Base, B.CreateZExt(Index, B.getInt64Ty()));
}

Value *TestKernel::source(Type *Ty, unsigned R) {
  return B.CreateLoad(Ty, element(F->getArg(0), Ty, R));
}

void TestKernel::result(Value *V, unsigned R) {
  B.CreateStore(V, element(F->getArg(1), V->getType(), R));
}

std::string TestKernel::text() const {
  std::string Text;
  raw_string_ostream(Text) << M;
  return Text;
}

std::string TestKernel::assemble() {
  std::string Problem;
  raw_string_ostream OS(Problem);
  if (verifyModule(M, &OS)) {
    ADD_FAILURE() << Problem << text();
    return "";
  }
  SmallString<4096> Assembly;
  raw_svector_ostream Out(Assembly);
  legacy::PassManager Passes;
  EXPECT_FALSE(Machine->addPassesToEmitFile(Passes, Out, nullptr,
                                            CodeGenFileType::AssemblyFile));
  Passes.run(M);
  return std::string(Assembly);
}

unsigned countOf(const std::string &Text, StringRef Needle) {
  return StringRef(Text).count(Needle);
}

} // namespace f2layout
