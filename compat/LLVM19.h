//===- LLVM19.h - What the names of compat are in LLVM 19 -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Include LLVMCompat.h, which explains. LLVM22.h has the same in LLVM 22.
//
// Of NVPTX, LLVM 19 differs in three things that are more than spellings:
//
//   kernels    are functions that !nvvm.annotations calls so, or ptx_kernel
//   bounds     of kernels are in !nvvm.annotations, too, and not in attributes
//   barriers   of a block are llvm.nvvm.barrier0, .bar.sync, .barrier.n and
//              others, which LLVM 22 has replaced by llvm.nvvm.barrier.cta.*
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_COMPAT_LLVM19_H
#define F2LAYOUT_COMPAT_LLVM19_H

#include "compat/BlockBarrier.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Uniformity.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Pass.h"
#include "llvm/Passes/OptimizationLevel.h"
#include "llvm/Support/DebugCounter.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/TargetParser/Triple.h"
#include <initializer_list>
#include <optional>
#include <string>

//===----------------------------------------------------------------------===//
// Names that LLVM 22 has
//===----------------------------------------------------------------------===//

namespace llvm {
namespace Intrinsic {

/// bar.sync is PTX's older name of barrier.cta.sync.aligned.
constexpr ID nvvm_barrier_cta_sync_aligned_all = nvvm_bar_sync;

/// Intrinsics that LLVM 19 lacks. No call has these numbers.
enum LackedIntrinsics : unsigned {
  amdgcn_bitop3 = num_intrinsics + 1,
  amdgcn_cluster_id_x,
  amdgcn_cluster_id_y,
  amdgcn_cluster_id_z,
  amdgcn_cluster_workgroup_flat_id,
  amdgcn_cluster_workgroup_id_x,
  amdgcn_cluster_workgroup_id_y,
  amdgcn_cluster_workgroup_id_z,
  amdgcn_cluster_workgroup_max_flat_id,
  amdgcn_cluster_workgroup_max_id_x,
  amdgcn_cluster_workgroup_max_id_y,
  amdgcn_cluster_workgroup_max_id_z,
  amdgcn_ds_read_tr16_b64,
  amdgcn_ds_read_tr8_b64,
  amdgcn_mfma_f32_16x16x32_bf16,
  amdgcn_mfma_f32_16x16x32_f16,
  amdgcn_mfma_f32_32x32x16_bf16,
  amdgcn_mfma_f32_32x32x16_f16,
  amdgcn_mfma_i32_16x16x64_i8,
  amdgcn_mfma_i32_32x32x32_i8,
  amdgcn_permlane16_swap,
  amdgcn_permlane32_swap,
  amdgcn_wave_shuffle,
  maximumnum,
  minimumnum,
  nvvm_barrier_cta_red_and_aligned_all,
  nvvm_barrier_cta_red_and_all,
  nvvm_barrier_cta_red_or_aligned_all,
  nvvm_barrier_cta_red_or_all,
  nvvm_barrier_cta_red_popc_aligned_all,
  nvvm_barrier_cta_red_popc_all,
  nvvm_elect_sync,
  nvvm_ex2_approx,
  nvvm_ex2_approx_ftz,
  nvvm_fabs,
  nvvm_ldmatrix_sync_aligned_m16n16_x1_trans_b8,
  nvvm_ldmatrix_sync_aligned_m16n16_x2_trans_b8,
  nvvm_mma_m16n8k16_row_col_f64,
  nvvm_mma_m16n8k4_row_col_f64,
  nvvm_mma_m16n8k8_row_col_f64,
  nvvm_prmt_b4e,
  nvvm_prmt_ecl,
  nvvm_prmt_ecr,
  nvvm_prmt_f4e,
  nvvm_prmt_rc16,
  nvvm_prmt_rc8,
  nvvm_read_ptx_sreg_aggr_smem_size,
  nvvm_read_ptx_sreg_dynamic_smem_size,
  nvvm_read_ptx_sreg_total_smem_size,
  nvvm_stmatrix_sync_aligned_m16n8_x1_trans_b8,
  nvvm_stmatrix_sync_aligned_m16n8_x2_trans_b8,
  nvvm_stmatrix_sync_aligned_m16n8_x4_trans_b8,
  nvvm_stmatrix_sync_aligned_m8n8_x1_b16,
  nvvm_stmatrix_sync_aligned_m8n8_x1_trans_b16,
  nvvm_stmatrix_sync_aligned_m8n8_x2_b16,
  nvvm_stmatrix_sync_aligned_m8n8_x2_trans_b16,
  nvvm_stmatrix_sync_aligned_m8n8_x4_b16,
  nvvm_stmatrix_sync_aligned_m8n8_x4_trans_b16
};

inline Function *getOrInsertDeclaration(Module *M, ID Id,
                                        ArrayRef<Type *> Types = {}) {
  return getDeclaration(M, Id, Types);
}

} // namespace Intrinsic

namespace NVPTXAS {
enum AddressSpace : unsigned {
  ADDRESS_SPACE_GENERIC = 0,
  ADDRESS_SPACE_GLOBAL = 1,
  ADDRESS_SPACE_SHARED = 3,
  ADDRESS_SPACE_CONST = 4,
  ADDRESS_SPACE_LOCAL = 5,
  ADDRESS_SPACE_SHARED_CLUSTER = 7,
  ADDRESS_SPACE_PARAM = 101,
};
} // namespace NVPTXAS

/// What LLVMContext::emitError is in LLVM 19.
using DiagnosticInfoGeneric = DiagnosticInfoInlineAsm;

/// Without samesign, which LLVM 19 lacks, a predicate is all there is.
using CmpPredicate = CmpInst::Predicate;

inline KnownBits computeKnownBits(const Value *V, const DataLayout &DL,
                                  AssumptionCache *AC,
                                  const Instruction *At = nullptr,
                                  const DominatorTree *DT = nullptr) {
  return computeKnownBits(V, DL, /*Depth=*/0, AC, At, DT);
}

inline Type *getLoadStoreType(const Value *I) {
  return getLoadStoreType(const_cast<Value *>(I));
}
inline Align getLoadStoreAlignment(const Value *I) {
  return getLoadStoreAlignment(const_cast<Value *>(I));
}
inline void setLoadStoreAlignment(Value *I, Align Is) {
  if (auto *Load = dyn_cast<LoadInst>(I))
    Load->setAlignment(Is);
  else
    cast<StoreInst>(I)->setAlignment(Is);
}
inline unsigned getLoadStoreAddressSpace(const Value *I) {
  return getLoadStoreAddressSpace(const_cast<Value *>(I));
}

template <typename ImplT> class TargetTransformInfoImplCRTPBase;

template <typename RangeT, typename T> void fill(RangeT &&Range, T &&Value) {
  std::fill(adl_begin(Range), adl_end(Range), std::forward<T>(Value));
}
template <typename RangeT> auto adjacent_find(RangeT &&Range) {
  return std::adjacent_find(adl_begin(Range), adl_end(Range));
}
template <typename RangeT, typename PredicateT>
auto adjacent_find(RangeT &&Range, PredicateT &&P) {
  return std::adjacent_find(adl_begin(Range), adl_end(Range),
                            std::forward<PredicateT>(P));
}

} // namespace llvm

namespace f2layout {
namespace compat {

//===----------------------------------------------------------------------===//
// What this LLVM knows
//===----------------------------------------------------------------------===//

/// Whether code can be generated for the processor.
inline bool knowsCpu(llvm::StringRef Cpu) {
  unsigned Number;
  if (llvm::StringRef Digits = Cpu;
      Digits.consume_front("sm_") && !Digits.consumeInteger(10, Number))
    return Number <= 90;
  return Cpu != "gfx950" && !Cpu.starts_with("gfx125");
}

/// Whether the intrinsic can be declared.
inline bool hasIntrinsic(llvm::Intrinsic::ID ID) {
  return ID < llvm::Intrinsic::num_intrinsics;
}

/// The lesser and the greater of two numbers, -0 being less than +0; of a NaN
/// and a number, the number. LLVM 19 has no intrinsic that promises so. But
/// all of it orders zeros: its constants (APFloat.h), and the one instruction
/// that each of the targets has, such as min.f32 and v_min_f32.
constexpr llvm::Intrinsic::ID MinimumNumber = llvm::Intrinsic::minnum;
constexpr llvm::Intrinsic::ID MaximumNumber = llvm::Intrinsic::maxnum;

/// There are intrinsics for stmatrix.
constexpr bool HasStoreMatrix = false;

//===----------------------------------------------------------------------===//
// Modules and functions
//===----------------------------------------------------------------------===//

inline llvm::Triple targetTriple(const llvm::Module &M) {
  return llvm::Triple(M.getTargetTriple());
}

/// TT as the functions of LLVM that take the name of a target want it.
inline std::string tripleName(const llvm::Triple &TT) { return TT.str(); }

inline void setTargetTriple(llvm::Module &M, const llvm::Triple &TT) {
  M.setTargetTriple(TT.str());
}

/// The data layout of nvptx64-nvidia-cuda and of amdgcn-amd-amdhsa.
inline std::string dataLayout(const llvm::Triple &TT) {
  return TT.isNVPTX()
             ? "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
             : "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:"
               "32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64-v16:"
               "16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-"
               "v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9";
}

/// The number that !nvvm.annotations states of F by that name.
inline std::optional<uint64_t> annotation(const llvm::Function &F,
                                          llvm::StringRef Name) {
  const llvm::NamedMDNode *All =
      F.getParent()->getNamedMetadata("nvvm.annotations");
  if (!All)
    return std::nullopt;
  for (const llvm::MDNode *N : All->operands()) {
    if (N->getNumOperands() == 0 ||
        llvm::mdconst::dyn_extract_or_null<llvm::Function>(N->getOperand(0)) !=
            &F)
      continue;
    for (unsigned I = 1; I + 1 < N->getNumOperands(); I += 2) {
      auto *Key = llvm::dyn_cast<llvm::MDString>(N->getOperand(I));
      auto *Is = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(
          N->getOperand(I + 1));
      if (Key && Is && Key->getString() == Name)
        return Is->getZExtValue();
    }
  }
  return std::nullopt;
}

inline void annotate(llvm::Function &F, llvm::StringRef Name, uint64_t Is) {
  llvm::LLVMContext &C = F.getContext();
  auto *Number = llvm::ConstantInt::get(llvm::Type::getInt32Ty(C), Is);
  F.getParent()
      ->getOrInsertNamedMetadata("nvvm.annotations")
      ->addOperand(llvm::MDNode::get(
          C, {llvm::ConstantAsMetadata::get(&F), llvm::MDString::get(C, Name),
              llvm::ConstantAsMetadata::get(Number)}));
}

inline bool isNvidiaKernel(const llvm::Function &F) {
  return F.getCallingConv() == llvm::CallingConv::PTX_Kernel ||
         annotation(F, "kernel") == 1u;
}

/// A bound of an NVPTX kernel as LLVM 22's attribute has it: "nvvm.maxntid" and
/// "nvvm.reqntid" are sizes with commas, "nvvm.minctasm" and "nvvm.maxnreg" one
/// number. Nothing if there is no such bound.
inline std::optional<std::string> nvidiaBound(const llvm::Function &F,
                                              llvm::StringRef Name) {
  if (llvm::Attribute A = F.getFnAttribute(Name); A.isValid())
    return A.getValueAsString().str();
  Name.consume_front("nvvm.");
  if (!Name.ends_with("ntid")) {
    if (std::optional<uint64_t> Is = annotation(F, Name))
      return std::to_string(*Is);
    return std::nullopt;
  }
  llvm::SmallVector<std::string, 3> Sizes;
  for (const char *Dimension : {"x", "y", "z"})
    if (std::optional<uint64_t> Is =
            annotation(F, (Name + llvm::Twine(Dimension)).str()))
      Sizes.push_back(std::to_string(*Is));
  if (Sizes.empty())
    return std::nullopt;
  return llvm::join(Sizes, ",");
}

/// Both as LLVM 19's code generator reads it and as LLVM 22 writes it.
inline void setNvidiaBound(llvm::Function &F, llvm::StringRef Name,
                           llvm::StringRef Value) {
  F.addFnAttr(Name, Value);
  Name.consume_front("nvvm.");
  llvm::SmallVector<llvm::StringRef, 3> Numbers;
  Value.split(Numbers, ',');
  for (const auto &[I, Text] : llvm::enumerate(Numbers)) {
    uint64_t Number;
    if (Text.trim().getAsInteger(10, Number))
      return;
    if (Name.ends_with("ntid"))
      annotate(F, (Name + llvm::Twine("xyz"[I])).str(), Number);
    else
      annotate(F, Name, Number);
  }
}

/// Of A is no longer known where its pointer goes.
inline void removeCaptures(llvm::Argument &A) {
  A.removeAttr(llvm::Attribute::NoCapture);
}

//===----------------------------------------------------------------------===//
// NVPTX's barriers of a block
//===----------------------------------------------------------------------===//

/// Of a call that LLVM 22 makes one of llvm.nvvm.barrier.cta.* when it reads
/// it.
inline std::optional<BlockBarrier> blockBarrier(const llvm::CallBase &Call) {
  BlockBarrier B;
  B.Aligned = B.OfAll = true;
  switch (Call.getIntrinsicID()) {
  case llvm::Intrinsic::nvvm_barrier0:
    B.HasNumber = false;
    B.Number = 0;
    return B;
  case llvm::Intrinsic::nvvm_barrier0_and:
  case llvm::Intrinsic::nvvm_barrier0_or:
  case llvm::Intrinsic::nvvm_barrier0_popc:
    B.K = BlockBarrier::Reduce;
    B.HasNumber = false;
    B.Number = 0;
    return B;
  case llvm::Intrinsic::nvvm_bar_sync:
  case llvm::Intrinsic::nvvm_barrier_n:
    break;
  case llvm::Intrinsic::nvvm_barrier:
    B.OfAll = false;
    break;
  case llvm::Intrinsic::nvvm_barrier_sync:
    B.Aligned = false;
    break;
  case llvm::Intrinsic::nvvm_barrier_sync_cnt:
    B.Aligned = B.OfAll = false;
    break;
  default:
    return std::nullopt;
  }
  if (auto *C = llvm::dyn_cast<llvm::ConstantInt>(Call.getArgOperand(0)))
    B.Number = C->getZExtValue();
  return B;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// The blocks of a function, numbered from 0 on below bound(), as long as no
/// block is added.
class BlockNumbers {
public:
  explicit BlockNumbers(const llvm::Function &F) {
    for (const llvm::BasicBlock &BB : F)
      Numbers.try_emplace(&BB, Numbers.size());
  }
  unsigned of(const llvm::BasicBlock *BB) const { return Numbers.lookup(BB); }
  unsigned bound() const { return Numbers.size(); }

private:
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Numbers;
};

/// Where G's variable offsets are collected.
using OffsetMap = llvm::MapVector<llvm::Value *, llvm::APInt>;

inline void moveBefore(llvm::Instruction &I, llvm::BasicBlock::iterator At) {
  I.moveBefore(*At.getNodeParent(), At);
}

/// As dropUBImplyingAttrsAndMetadata, but !invariant.load stays.
inline void dropAllButInvariance(llvm::Instruction &I) {
  using llvm::LLVMContext;
  I.dropUBImplyingAttrsAndUnknownMetadata(
      {LLVMContext::MD_annotation, LLVMContext::MD_range,
       LLVMContext::MD_nonnull, LLVMContext::MD_align,
       LLVMContext::MD_invariant_load});
}

/// The variables that have the value V at some place.
inline llvm::SmallVector<llvm::DbgVariableRecord *, 4>
variablesWith(const llvm::Value &V) {
  llvm::SmallVector<llvm::DbgValueInst *, 4> Calls;
  llvm::SmallVector<llvm::DbgVariableRecord *, 4> Records;
  llvm::findDbgValues(Calls, const_cast<llvm::Value *>(&V), &Records);
  return Records;
}

/// What VectorUtils.h says of operand N, whatever the target.
inline bool takesScalar(llvm::Intrinsic::ID ID, unsigned N) {
  return llvm::isVectorIntrinsicWithScalarOpAtArg(ID, N);
}

inline bool hasSameSign(const llvm::ICmpInst &) { return false; }

inline llvm::Value *createDisjointOr(llvm::IRBuilderBase &B, llvm::Value *L,
                                     llvm::Value *R) {
  llvm::Value *V = B.CreateOr(L, R);
  if (auto *Or = llvm::dyn_cast<llvm::PossiblyDisjointInst>(V))
    Or->setIsDisjoint(true);
  return V;
}

/// The opcode of a cast that LLVM 19 lacks; no instruction has it.
constexpr unsigned PtrToAddr = ~0u;

//===----------------------------------------------------------------------===//
// Uniformity
//===----------------------------------------------------------------------===//

/// A target of which UniformityAnalysis asks Ask what is uniform. The caller
/// includes TargetTransformInfoImpl.h.
template <typename AskT>
class UniformityTTI final
    : public llvm::TargetTransformInfoImplCRTPBase<UniformityTTI<AskT>> {
public:
  UniformityTTI(const llvm::DataLayout &DL, AskT Ask)
      : llvm::TargetTransformInfoImplCRTPBase<UniformityTTI<AskT>>(DL),
        Ask(std::move(Ask)) {}
  bool hasBranchDivergence(const llvm::Function * = nullptr) const {
    return true;
  }
  bool isSourceOfDivergence(const llvm::Value *V) const {
    return Ask(V) == llvm::InstructionUniformity::NeverUniform;
  }
  bool isAlwaysUniform(const llvm::Value *V) const {
    return Ask(V) == llvm::InstructionUniformity::AlwaysUniform;
  }

private:
  AskT Ask;
};

template <typename AskT>
llvm::TargetTransformInfo uniformityTTI(const llvm::DataLayout &DL, AskT Ask) {
  return llvm::TargetTransformInfo(UniformityTTI<AskT>(DL, std::move(Ask)));
}

//===----------------------------------------------------------------------===//
// The plugin
//===----------------------------------------------------------------------===//

#define F2_PASS_PLUGIN_HEADER "llvm/Passes/PassPlugin.h"

using LTOPhase = llvm::ThinOrFullLTOPhase;

/// Add is called with the manager, the level and the phase of LTO. LLVM 19 does
/// not tell the phase: every call looks like one without LTO.
template <typename BuilderT, typename AddT>
void atEarlySimplification(BuilderT &PB, AddT Add) {
  PB.registerPipelineEarlySimplificationEPCallback(
      [Add](llvm::ModulePassManager &MPM, llvm::OptimizationLevel Level) {
        Add(MPM, Level, LTOPhase::None);
      });
}
template <typename BuilderT, typename AddT>
void atOptimizerLast(BuilderT &PB, AddT Add) {
  PB.registerOptimizerLastEPCallback(
      [Add](llvm::ModulePassManager &MPM, llvm::OptimizationLevel Level) {
        Add(MPM, Level, LTOPhase::None);
      });
}

/// What a plugin tells the program that loads it. LLVM 19 calls no plugin
/// before code generation.
template <typename InfoT, typename CallbackT, typename BeforeT>
InfoT pluginInfo(uint32_t Api, const char *Name, const char *Version,
                 CallbackT *Callbacks, BeforeT *) {
  return {Api, Name, Version, Callbacks};
}

//===----------------------------------------------------------------------===//
// Support
//===----------------------------------------------------------------------===//

/// llvm::StringSwitch, whose Cases takes a list in LLVM 22.
template <typename T> class StringSwitch {
public:
  explicit StringSwitch(llvm::StringRef Text) : Text(Text) {}
  StringSwitch &Case(llvm::StringRef S, T Value) {
    if (!Result && Text == S)
      Result = std::move(Value);
    return *this;
  }
  StringSwitch &Cases(std::initializer_list<llvm::StringRef> All, T Value) {
    if (!Result && llvm::is_contained(All, Text))
      Result = std::move(Value);
    return *this;
  }
  T Default(T Value) { return Result ? std::move(*Result) : std::move(Value); }

private:
  llvm::StringRef Text;
  std::optional<T> Result;
};

template <typename SetT, typename RangeT>
void insertRange(SetT &Set, RangeT &&Range) {
  Set.insert(llvm::adl_begin(Range), llvm::adl_end(Range));
}

/// Value's lowest Width bits.
inline llvm::APInt lowBits(unsigned Width, uint64_t Value) {
  return llvm::APInt(Width, Value);
}

inline llvm::KnownBits sumOf(const llvm::KnownBits &A,
                             const llvm::KnownBits &B) {
  return llvm::KnownBits::computeForAddSub(/*Add=*/true, /*NSW=*/false,
                                           /*NUW=*/false, A, B);
}

inline std::optional<bool> compare(const llvm::KnownBits &A,
                                   const llvm::KnownBits &B,
                                   llvm::CmpInst::Predicate P) {
  using llvm::CmpInst;
  using llvm::KnownBits;
  switch (P) {
  case CmpInst::ICMP_EQ:
    return KnownBits::eq(A, B);
  case CmpInst::ICMP_NE:
    return KnownBits::ne(A, B);
  case CmpInst::ICMP_UGE:
    return KnownBits::uge(A, B);
  case CmpInst::ICMP_UGT:
    return KnownBits::ugt(A, B);
  case CmpInst::ICMP_ULE:
    return KnownBits::ule(A, B);
  case CmpInst::ICMP_ULT:
    return KnownBits::ult(A, B);
  case CmpInst::ICMP_SGE:
    return KnownBits::sge(A, B);
  case CmpInst::ICMP_SGT:
    return KnownBits::sgt(A, B);
  case CmpInst::ICMP_SLE:
    return KnownBits::sle(A, B);
  case CmpInst::ICMP_SLT:
    return KnownBits::slt(A, B);
  default:
    llvm_unreachable("no predicate of integers");
  }
}

/// A debug counter that is registered. DebugCounter::shouldExecute is always
/// true in a release build of LLVM 19.
class DebugCounter {
public:
  DebugCounter(const char *Name, const char *Description)
      : Number(llvm::DebugCounter::registerCounter(Name, Description)) {}
  bool shouldExecute() { return llvm::DebugCounter::shouldExecuteImpl(Number); }

private:
  unsigned Number;
};

} // namespace compat
} // namespace f2layout

#endif // F2LAYOUT_COMPAT_LLVM19_H
