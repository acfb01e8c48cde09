// A front end in one file: prints a kernel for sm_90 that sums the rows of a
// matrix of 32 x 32 integers. It says what is summed, not which thread does it.
#include "intrinsics/tensors/TensorCalls.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

int main() {
  LLVMContext Context;
  Module M("row_sums", Context);
#if LLVM_VERSION_MAJOR >= 22
  const Triple TT("nvptx64-nvidia-cuda");
  M.setTargetTriple(TT);
  M.setDataLayout(TT.computeDataLayout());
#else
  M.setTargetTriple("nvptx64-nvidia-cuda");
  M.setDataLayout("e-i64:64-i128:128-v16:16-v32:32-n16:32:64");
#endif
  IRBuilder<> B(Context);
  Type *Pointer = B.getPtrTy(1);
  auto *F = Function::Create(
      FunctionType::get(B.getVoidTy(), {Pointer, Pointer}, false),
      GlobalValue::ExternalLinkage, "row_sums", M);
  F->setCallingConv(CallingConv::PTX_Kernel);
  F->addFnAttr(Attribute::Convergent);
  F->addFnAttr("target-cpu", "sm_90");
  F->addFnAttr("nvvm.reqntid", "128");
  B.SetInsertPoint(BasicBlock::Create(Context, "entry", F));

  f2layout::TensorBuilder T(B);
  Value *Tile = T.load(F->getArg(0), B.getInt32Ty(), {32, 32},
                       {B.getInt64(32), B.getInt64(1)});
  Value *Sums = T.reduce(f2layout::LineOperation::Add, Tile, /*Axis=*/1);
  T.store(F->getArg(1), Sums, {B.getInt64(1)});
  B.CreateRetVoid();

  M.print(outs(), nullptr);
  return 0;
}
