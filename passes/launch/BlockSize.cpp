//===- BlockSize.cpp - f2layout-block-size: promises before the optimiser -===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/launch/BlockSize.h"
#include "compat/LLVMCompat.h"
#include "passes/launch/LaunchShape.h"
#include "passes/launch/PromisedShapes.h"
#include "passes/support/RewriteKind.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace f2layout;

static RewriteKind Reads("f2layout-block-size",
                         "Reads of the block's size and of thread indices");

using Size = PromisedShapes::Size;

/// States that the index is below Count. Returns false if that adds nothing.
static bool stateRange(CallBase &Index, unsigned Count) {
  const unsigned Width = Index.getType()->getIntegerBitWidth();
  const ConstantRange Below(APInt(Width, 0), APInt(Width, Count));
  if (const auto Old = Index.getRange();
      Old && (Below.contains(*Old) || Below.intersectWith(*Old).isEmptySet()))
    return false;
  if (!Reads.selectsNext())
    return false;
  Index.addRangeRetAttr(Below);
  return true;
}

static bool replaceRead(Instruction &I, uint64_t By) {
  if (!Reads.selectsNext())
    return false;
  I.replaceAllUsesWith(ConstantInt::get(I.getType(), By));
  I.eraseFromParent();
  return true;
}

static bool simplifyRead(Instruction &I, LaunchRead Read, const Size &Shape) {
  if (!I.getType()->isIntegerTy() || Read.Dim > 2)
    return false;
  if (Read.K == LaunchRead::BlockSize)
    return replaceRead(I, Shape[Read.Dim]);
  if (Read.K != LaunchRead::ThreadIndex)
    return false;
  if (Shape[Read.Dim] == 1)
    return replaceRead(I, 0);
  // LLVM knows nothing of the range of assembly or a function.
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call && stateRange(*Call, Shape[Read.Dim]);
}

//===----------------------------------------------------------------------===//
// AMD: blocks at the end of a grid
//===----------------------------------------------------------------------===//

/// V, perhaps extended, is this read of the launch in dimension Dim.
static bool isRead(const Value *V, LaunchRead::Kind K, unsigned Dim) {
  if (auto *Extended = dyn_cast<ZExtInst>(V))
    V = Extended->getOperand(0);
  const auto Read = classifyLaunchRead(V);
  return Read && Read->K == K && Read->Dim == Dim;
}

/// The threads of the grid: hsa_kernel_dispatch_packet_t has u32 grid_size[3]
/// at 12.
static bool isThreadsOfGrid(const Value *V, unsigned Dim) {
  auto *Load = dyn_cast<LoadInst>(V);
  if (!Load || !Load->getType()->isIntegerTy(32))
    return false;
  const DataLayout &DL = Load->getDataLayout();
  const Value *Pointer = Load->getPointerOperand();
  APInt Offset(DL.getIndexTypeSizeInBits(Pointer->getType()), 0);
  auto *Packet = dyn_cast<IntrinsicInst>(
      Pointer->stripAndAccumulateConstantOffsets(DL, Offset, true));
  return Packet && Packet->getIntrinsicID() == Intrinsic::amdgcn_dispatch_ptr &&
         Offset == 12 + 4 * Dim;
}

/// umin(threads of the grid - index of the block * size, size), by which the
/// device library finds the size of a block that may be the last one.
static bool isSizeOfLast(const Instruction &I, unsigned Dim) {
  using namespace PatternMatch;
  Value *Rest, *Whole, *Grid, *A, *B;
  if (!match(&I, m_Intrinsic<Intrinsic::umin>(m_Value(Rest), m_Value(Whole))))
    return false;
  if (!isRead(Whole, LaunchRead::BlockSize, Dim))
    std::swap(Rest, Whole);
  if (!match(Rest, m_Sub(m_Value(Grid), m_Mul(m_Value(A), m_Value(B)))))
    return false;
  if (!isRead(A, LaunchRead::BlockIndex, Dim))
    std::swap(A, B);
  return isRead(Whole, LaunchRead::BlockSize, Dim) &&
         isRead(A, LaunchRead::BlockIndex, Dim) &&
         isRead(B, LaunchRead::BlockSize, Dim) && isThreadsOfGrid(Grid, Dim);
}

/// Index of the block < number of whole blocks, by which it does so since code
/// object version 5.
static bool isOneOfWhole(const Instruction &I, unsigned Dim) {
  using namespace PatternMatch;
  CmpPredicate Predicate;
  Value *A, *B;
  if (!match(&I, m_ICmp(Predicate, m_Value(A), m_Value(B))))
    return false;
  if (Predicate == CmpInst::ICMP_UGT)
    std::swap(A, B);
  else if (Predicate != CmpInst::ICMP_ULT)
    return false;
  return isRead(A, LaunchRead::BlockIndex, Dim) &&
         isRead(B, LaunchRead::GridSize, Dim);
}

/// Every block has the promised size, so none at the end of a grid is smaller.
static uint64_t foldSmallerBlocks(Function &F, const Size &Shape) {
  uint64_t Folded = 0;
  for (Instruction &I : make_early_inc_range(instructions(F)))
    for (unsigned Dim = 0; Dim < 3; ++Dim)
      if (isSizeOfLast(I, Dim)) {
        Folded += replaceRead(I, Shape[Dim]);
        break;
      } else if (isOneOfWhole(I, Dim)) {
        Folded += replaceRead(I, true);
        break;
      }
  return Folded;
}

//===----------------------------------------------------------------------===//

PreservedAnalyses BlockSizePass::run(Function &F, FunctionAnalysisManager &) {
  if (F.isDeclaration() || !isForGpu(*F.getParent()))
    return PreservedAnalyses::all();
  const std::optional<Size> Shape = PromisedShapes(Block).of(F);
  if (!Shape)
    return PreservedAnalyses::all();
  // The kernels that call it have uniform blocks (PromisedShapes.h). On AMD,
  // LLVM states that of device functions only behind the optimiser.
  if (!hasUniformBlocks(F))
    F.addFnAttr("uniform-work-group-size", "true");
  uint64_t Changed = 0;
  if (compat::targetTriple(*F.getParent()).isAMDGCN())
    Changed += foldSmallerBlocks(F, *Shape);
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (const auto Read = classifyLaunchRead(&I))
      Changed += simplifyRead(I, *Read, *Shape);
  Reads.count(Changed);
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses PA;
  PA.preserveSet<CFGAnalyses>();
  return PA;
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

void BlockSizePass::printPipeline(raw_ostream &OS,
                                  function_ref<StringRef(StringRef)> MapName) {
  PassInfoMixin<BlockSizePass>::printPipeline(OS, MapName);
  printBlockSizeOptions(OS, Block);
}

void f2layout::printBlockSizeOptions(raw_ostream &OS,
                                     const std::optional<Size> &Block) {
  if (Block)
    OS << formatv("<block={0}x{1}x{2}>", (*Block)[0], (*Block)[1], (*Block)[2]);
}

Expected<std::optional<Size>>
f2layout::parseBlockSizeOptions(StringRef Parameters) {
  std::optional<Size> Block;
  if (Parameters.empty())
    return Block;
  StringRef Text = Parameters;
  if (Text.consume_front("block="))
    Block = parseBlock(Text);
  if (!Block)
    return createStringError("f2layout: '" + Parameters +
                             "': expected block=128, block=32x8 or "
                             "block=32x8x1, at most 1024 threads");
  return Block;
}
