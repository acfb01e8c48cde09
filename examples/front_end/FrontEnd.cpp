//===- FrontEnd.cpp - A small compiler that states its layouts ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   f2layout-front-end sm_90 > k.ll
//
// prints three kernels on tiles of 32 x 32 floats for 128 threads:
//
//   transpose(in, out)           out[c][r] = in[r][c]
//   look_up(in, out, rows)       out[r][c] = in[rows[r] % 32][c]
//   subtract_largest(in, out)    out[r][c] = in[r][c] - the largest of in[r]
//
// A thread loads eight neighbours of a row at once, and stores eight neighbours
// at once: of a row of `out`, which is a column of the tile. How the elements
// get from one to the other is not written here. One call says where they are
// and where they should be, and f2layout-lower finds the way: through memory
// without conflicts, by shuffles, or by nothing at all.
//
// Only the number of lanes differs between the targets.
//
//===----------------------------------------------------------------------===//

#include "compat/LLVMCompat.h"
#include "intrinsics/calls/LayoutCalls.h"
#include "intrinsics/lanes/ThreadIndex.h"
#include "layouts/families/Blocked.h"
#include "layouts/families/Sliced.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace f2layout;

namespace {

constexpr unsigned Side = 32, Threads = 128, PerThread = Side * Side / Threads;

/// Emits one kernel after the other.
class FrontEnd {
public:
  FrontEnd(LLVMContext &Context, StringRef Cpu);

  /// Both kernels, or what is wrong.
  Error emit();
  void print(raw_ostream &OS) const { M.print(OS, nullptr); }

private:
  Function *startKernel(StringRef Name, unsigned Pointers);
  Value *piece(Value *Pointer);
  Error transpose(const LinearLayout &Rows, const LinearLayout &Columns);
  Error lookUp(const LinearLayout &Rows);
  Error subtractLargest(const LinearLayout &Rows);

  Module M;
  IRBuilder<> B;
  const std::string Cpu;
  const bool IsNvidia;
  FixedVectorType *Registers;
  Value *Thread = nullptr;
};

} // namespace

FrontEnd::FrontEnd(LLVMContext &Context, StringRef Cpu)
    : M("tiles", Context), B(Context), Cpu(Cpu),
      IsNvidia(Cpu.starts_with("sm_")),
      Registers(FixedVectorType::get(B.getFloatTy(), PerThread)) {
  const Triple TT(IsNvidia ? "nvptx64-nvidia-cuda" : "amdgcn-amd-amdhsa");
  compat::setTargetTriple(M, TT);
  M.setDataLayout(compat::dataLayout(TT));
}

/// A kernel of 128 threads with the builder in it.
Function *FrontEnd::startKernel(StringRef Name, unsigned Pointers) {
  const SmallVector<Type *> Types(Pointers, B.getPtrTy(1));
  auto *F = Function::Create(FunctionType::get(B.getVoidTy(), Types, false),
                             GlobalValue::ExternalLinkage, Name, M);
  F->setCallingConv(IsNvidia ? CallingConv::PTX_Kernel
                             : CallingConv::AMDGPU_KERNEL);
  F->addFnAttr(Attribute::Convergent);
  F->addFnAttr("target-cpu", Cpu);
  F->addFnAttr("f2layout-block", std::to_string(Threads) + ",1,1");
  for (Argument &A : F->args())
    A.addAttr(Attribute::NoAlias);
  B.SetInsertPoint(BasicBlock::Create(M.getContext(), "entry", F));
  return F;
}

/// Where a thread's eight neighbours are.
Value *FrontEnd::piece(Value *Pointer) {
  return B.CreateGEP(Registers, Pointer, Thread);
}

Error FrontEnd::transpose(const LinearLayout &Rows,
                          const LinearLayout &Columns) {
  Function *F = startKernel("transpose", 2);
  Expected<f2layout::Target> T = getTarget(*F);
  if (!T)
    return T.takeError();
  Thread = emitLinearThread(*T, B, /*OneD=*/true);
  Value *X = B.CreateLoad(Registers, piece(F->getArg(0)));
  Value *Y = emitConvert(B, X, Rows, Columns);
  B.CreateStore(Y, piece(F->getArg(1)));
  B.CreateRetVoid();
  return Error::success();
}

Error FrontEnd::lookUp(const LinearLayout &Rows) {
  Function *F = startKernel("look_up", 3);
  Expected<f2layout::Target> T = getTarget(*F);
  if (!T)
    return T.takeError();
  Thread = emitLinearThread(*T, B, /*OneD=*/true);
  Value *X = B.CreateLoad(Registers, piece(F->getArg(0)));
  // All of a thread's elements are of one row.
  Value *Row = B.CreateUDiv(Thread, B.getInt32(Side / PerThread));
  Value *Index = B.CreateLoad(B.getInt32Ty(),
                              B.CreateGEP(B.getInt32Ty(), F->getArg(2), Row));
  Value *Y = emitGather(B, X, B.CreateVectorSplat(PerThread, Index),
                        /*Axis=*/0, Rows, Rows);
  B.CreateStore(Y, piece(F->getArg(1)));
  B.CreateRetVoid();
  return Error::success();
}

/// Each element less the largest of its row, as the first step of a softmax.
/// The largest is wanted in every thread that has elements of the row.
Error FrontEnd::subtractLargest(const LinearLayout &Rows) {
  Expected<LinearLayout> OnePerRow = sliceOf(Rows, /*Dim=*/1);
  if (!OnePerRow)
    return OnePerRow.takeError();
  Function *F = startKernel("subtract_largest", 2);
  Expected<f2layout::Target> T = getTarget(*F);
  if (!T)
    return T.takeError();
  Thread = emitLinearThread(*T, B, /*OneD=*/true);
  Value *X = B.CreateLoad(Registers, piece(F->getArg(0)));
  Value *Largest =
      emitReduce(B, LineOperation::FMax, X, /*Axis=*/1, Rows, *OnePerRow);
  // All of a thread's elements are of one row.
  Largest = B.CreateVectorSplat(PerThread,
                                B.CreateExtractElement(Largest, uint64_t(0)));
  B.CreateStore(B.CreateFSub(X, Largest), piece(F->getArg(1)));
  B.CreateRetVoid();
  return Error::success();
}

Error FrontEnd::emit() {
  const unsigned Lanes = Cpu.substr(0, 4) == "gfx9" ? 64 : 32;
  BlockedParams OfRows;
  OfRows.SizePerThread = {1, PerThread};
  OfRows.ThreadsPerWarp = {Lanes / 4, 4};
  OfRows.WarpsPerCta = {Threads / Lanes, 1};
  OfRows.Order = {1, 0};
  BlockedParams OfColumns;
  OfColumns.SizePerThread = {PerThread, 1};
  OfColumns.ThreadsPerWarp = {4, Lanes / 4};
  OfColumns.WarpsPerCta = {1, Threads / Lanes};
  OfColumns.Order = {0, 1};
  Expected<LinearLayout> Rows = blockedLayout(OfRows, {Side, Side});
  if (!Rows)
    return Rows.takeError();
  Expected<LinearLayout> Columns = blockedLayout(OfColumns, {Side, Side});
  if (!Columns)
    return Columns.takeError();
  if (Error E = transpose(*Rows, *Columns))
    return E;
  if (Error E = lookUp(*Rows))
    return E;
  return subtractLargest(*Rows);
}

int main(int Argc, char **Argv) {
  if (Argc != 2) {
    WithColor::error() << "usage: f2layout-front-end <sm_90|gfx942|...>\n";
    return 1;
  }
  LLVMContext Context;
  FrontEnd Compiler(Context, Argv[1]);
  if (Error E = Compiler.emit()) {
    WithColor::error() << toString(std::move(E)) << "\n";
    return 1;
  }
  Compiler.print(outs());
  return 0;
}
