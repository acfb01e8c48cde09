//===- Decoder.h - From LLVM instructions to Insts ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decodes one function. Decode.cpp assigns every value a place in the frame and
// visits the blocks; DecodeValues.cpp decodes instructions that compute values,
// DecodeMemory.cpp those that access memory.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2SIM_DECODE_DECODER_H
#define F2LAYOUT_TOOLS_F2SIM_DECODE_DECODER_H

#include "tools/f2sim/program/Program.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"

namespace f2layout::sim {

class Decoder {
public:
  Decoder(Program &P, Function &Out, const llvm::Function &F)
      : P(P), DL(P.DL), Out(Out), F(F) {}

  /// Decodes the body into the function.
  void run();

private:
  Ref newSlot(unsigned Size) {
    Ref R = Out.FrameSize;
    Out.FrameSize += Size;
    return R;
  }
  Operand operand(const llvm::Value *V);
  uint32_t scalarBits(llvm::Type *Ty) {
    return DL.getTypeSizeInBits(Ty->getScalarType());
  }
  uint8_t scopeOf(llvm::SyncScope::ID ID);
  void decode(const llvm::Instruction &I, Inst &D);
  void decodeBinary(const llvm::BinaryOperator &I, Inst &D);
  void decodeCast(const llvm::CastInst &I, Inst &D);
  void decodeMemory(const llvm::Instruction &I, Inst &D);
  void decodeGep(const llvm::GetElementPtrInst &I, Inst &D);
  void decodeAggregate(const llvm::Instruction &I, Inst &D);
  void decodeShuffle(const llvm::ShuffleVectorInst &I, Inst &D);
  void decodeControl(const llvm::Instruction &I, Inst &D);
  void decodeCall(const llvm::CallBase &I, Inst &D);
  void decodeAsm(const llvm::CallBase &I, Inst &D);
  Edge edge(const llvm::BasicBlock *From, const llvm::BasicBlock *To);
  void findJoins();
  void findLoops();

  void unsupported(Inst &D, const llvm::Twine &Why) {
    D.Code = Op::Unsupported;
    if (D.Text.empty())
      D.Text = Why.str();
  }
  void leavesOf(Inst &D, llvm::Type *Ty);

  Program &P;
  const llvm::DataLayout &DL;
  Function &Out;
  const llvm::Function &F;
  llvm::DenseMap<const llvm::Value *, Operand> Slots;
  llvm::DenseMap<const llvm::BasicBlock *, uint32_t> BlockNumbers;
  llvm::SmallVector<std::string, 4> Failures;
  std::vector<Inst> Expansion; ///< of inline assembly
};

} // namespace f2layout::sim

#endif // F2LAYOUT_TOOLS_F2SIM_DECODE_DECODER_H
