//===- LLVM22.h - What the names of compat are in LLVM 22 -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Include LLVMCompat.h, which explains. LLVM19.h has the same in LLVM 19.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_COMPAT_LLVM22_H
#define F2LAYOUT_COMPAT_LLVM22_H

#include "compat/BlockBarrier.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Uniformity.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"
#include "llvm/Support/DebugCounter.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>
#include <optional>
#include <string>

namespace llvm {
class TargetTransformInfoImplBase;
} // namespace llvm

namespace f2layout {
namespace compat {

//===----------------------------------------------------------------------===//
// What this LLVM knows
//===----------------------------------------------------------------------===//

/// Whether code can be generated for the processor.
inline bool knowsCpu(llvm::StringRef) { return true; }

/// Whether the intrinsic can be declared.
inline bool hasIntrinsic(llvm::Intrinsic::ID ID) {
  return ID < llvm::Intrinsic::num_intrinsics;
}

/// The lesser and the greater of two numbers, -0 being less than +0; of a NaN
/// and a number, the number.
constexpr llvm::Intrinsic::ID MinimumNumber = llvm::Intrinsic::minimumnum;
constexpr llvm::Intrinsic::ID MaximumNumber = llvm::Intrinsic::maximumnum;

/// There are intrinsics for stmatrix.
constexpr bool HasStoreMatrix = true;

//===----------------------------------------------------------------------===//
// Modules and functions
//===----------------------------------------------------------------------===//

inline const llvm::Triple &targetTriple(const llvm::Module &M) {
  return M.getTargetTriple();
}

/// TT as the functions of LLVM that take the name of a target want it.
inline const llvm::Triple &tripleName(const llvm::Triple &TT) { return TT; }

inline void setTargetTriple(llvm::Module &M, const llvm::Triple &TT) {
  M.setTargetTriple(TT);
}

inline std::string dataLayout(const llvm::Triple &TT) {
  return TT.computeDataLayout();
}

inline bool isNvidiaKernel(const llvm::Function &F) {
  return F.getCallingConv() == llvm::CallingConv::PTX_Kernel;
}

/// A bound of an NVPTX kernel as the attribute has it: "nvvm.maxntid" and
/// "nvvm.reqntid" are sizes with commas, "nvvm.minctasm" and "nvvm.maxnreg" one
/// number. Nothing if there is no such bound.
inline std::optional<std::string> nvidiaBound(const llvm::Function &F,
                                              llvm::StringRef Name) {
  if (llvm::Attribute A = F.getFnAttribute(Name); A.isValid())
    return A.getValueAsString().str();
  return std::nullopt;
}

inline void setNvidiaBound(llvm::Function &F, llvm::StringRef Name,
                           llvm::StringRef Value) {
  F.addFnAttr(Name, Value);
}

/// Of A is no longer known where its pointer goes.
inline void removeCaptures(llvm::Argument &A) {
  A.removeAttr(llvm::Attribute::Captures);
}

//===----------------------------------------------------------------------===//
// NVPTX's barriers of a block
//===----------------------------------------------------------------------===//

/// Of llvm.nvvm.barrier.cta.{sync,arrive,red.*}[.aligned].{all,count}.
inline std::optional<BlockBarrier> blockBarrier(const llvm::CallBase &Call) {
  llvm::StringRef Name = llvm::Intrinsic::getBaseName(Call.getIntrinsicID());
  if (!Name.consume_front("llvm.nvvm.barrier.cta."))
    return std::nullopt;
  BlockBarrier B;
  if (auto *C = llvm::dyn_cast<llvm::ConstantInt>(Call.getArgOperand(0)))
    B.Number = C->getZExtValue();
  B.OfAll = Name.consume_back(".all");
  if (!B.OfAll)
    Name.consume_back(".count");
  B.Aligned = Name.consume_back(".aligned");
  B.K = Name == "sync"     ? BlockBarrier::Sync
        : Name == "arrive" ? BlockBarrier::Arrive
                           : BlockBarrier::Reduce;
  return B;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// The blocks of a function, numbered from 0 on below bound(), as long as no
/// block is added.
class BlockNumbers {
public:
  explicit BlockNumbers(const llvm::Function &F) : F(&F) {}
  unsigned of(const llvm::BasicBlock *BB) const { return BB->getNumber(); }
  unsigned bound() const { return F->getMaxBlockNumber(); }

private:
  const llvm::Function *F;
};

/// Where G's variable offsets are collected.
using OffsetMap = llvm::SmallMapVector<llvm::Value *, llvm::APInt, 4>;

inline void moveBefore(llvm::Instruction &I, llvm::BasicBlock::iterator At) {
  I.moveBefore(At);
}

/// As dropUBImplyingAttrsAndMetadata, but !invariant.load stays.
inline void dropAllButInvariance(llvm::Instruction &I) {
  I.dropUBImplyingAttrsAndMetadata(llvm::LLVMContext::MD_invariant_load);
}

/// The variables that have the value V at some place.
inline llvm::SmallVector<llvm::DbgVariableRecord *, 4>
variablesWith(const llvm::Value &V) {
  llvm::SmallVector<llvm::DbgVariableRecord *, 4> Records;
  llvm::findDbgValues(const_cast<llvm::Value *>(&V), Records);
  return Records;
}

/// What VectorUtils.h says of operand N, whatever the target.
inline bool takesScalar(llvm::Intrinsic::ID ID, unsigned N) {
  return llvm::isVectorIntrinsicWithScalarOpAtArg(ID, N, nullptr);
}

inline bool hasSameSign(const llvm::ICmpInst &I) { return I.hasSameSign(); }

inline llvm::Value *createDisjointOr(llvm::IRBuilderBase &B, llvm::Value *L,
                                     llvm::Value *R) {
  return B.CreateOr(L, R, "", /*IsDisjoint=*/true);
}

/// The opcode of a cast from a pointer to its address.
constexpr unsigned PtrToAddr = llvm::Instruction::PtrToAddr;

//===----------------------------------------------------------------------===//
// Uniformity
//===----------------------------------------------------------------------===//

/// A target of which UniformityAnalysis asks Ask what is uniform. The caller
/// includes TargetTransformInfoImpl.h.
template <typename AskT, typename BaseT>
class UniformityTTI final : public BaseT {
public:
  UniformityTTI(const llvm::DataLayout &DL, AskT Ask)
      : BaseT(DL), Ask(std::move(Ask)) {}
  bool hasBranchDivergence(const llvm::Function *) const override {
    return true;
  }
  llvm::InstructionUniformity
  getInstructionUniformity(const llvm::Value *V) const override {
    return Ask(V);
  }

private:
  AskT Ask;
};

template <typename AskT, typename BaseT = llvm::TargetTransformInfoImplBase>
llvm::TargetTransformInfo uniformityTTI(const llvm::DataLayout &DL, AskT Ask) {
  return llvm::TargetTransformInfo(
      std::make_unique<UniformityTTI<AskT, BaseT>>(DL, std::move(Ask)));
}

//===----------------------------------------------------------------------===//
// The plugin
//===----------------------------------------------------------------------===//

#define F2_PASS_PLUGIN_HEADER "llvm/Plugins/PassPlugin.h"

using LTOPhase = llvm::ThinOrFullLTOPhase;

/// Add is called with the manager, the level and the phase of LTO.
template <typename BuilderT, typename AddT>
void atEarlySimplification(BuilderT &PB, AddT Add) {
  PB.registerPipelineEarlySimplificationEPCallback(Add);
}
template <typename BuilderT, typename AddT>
void atOptimizerLast(BuilderT &PB, AddT Add) {
  PB.registerOptimizerLastEPCallback(Add);
}

/// What a plugin tells the program that loads it. BeforeCodeGen is called
/// before code generation.
template <typename InfoT, typename CallbackT, typename BeforeT>
InfoT pluginInfo(uint32_t Api, const char *Name, const char *Version,
                 CallbackT *Callbacks, BeforeT *BeforeCodeGen) {
  return {Api, Name, Version, Callbacks, BeforeCodeGen};
}

//===----------------------------------------------------------------------===//
// Support
//===----------------------------------------------------------------------===//

template <typename T> using StringSwitch = llvm::StringSwitch<T>;

template <typename SetT, typename RangeT>
void insertRange(SetT &Set, RangeT &&Range) {
  Set.insert_range(std::forward<RangeT>(Range));
}

/// Value's lowest Width bits.
inline llvm::APInt lowBits(unsigned Width, uint64_t Value) {
  return llvm::APInt(Width, Value, /*isSigned=*/false, /*implicitTrunc=*/true);
}

inline llvm::KnownBits sumOf(const llvm::KnownBits &A,
                             const llvm::KnownBits &B) {
  return llvm::KnownBits::add(A, B);
}

inline std::optional<bool> compare(const llvm::KnownBits &A,
                                   const llvm::KnownBits &B,
                                   llvm::CmpInst::Predicate P) {
  return llvm::ICmpInst::compare(A, B, P);
}

/// A debug counter that is registered.
class DebugCounter {
public:
  DebugCounter(const char *Name, const char *Description)
      : Info(Name, Description) {}
  bool shouldExecute() { return llvm::DebugCounter::shouldExecute(Info); }

private:
  llvm::DebugCounter::CounterInfo Info;
};

} // namespace compat
} // namespace f2layout

#endif // F2LAYOUT_COMPAT_LLVM22_H
