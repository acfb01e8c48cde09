//===- Decode.cpp - From LLVM instructions to Insts -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compat/LLVMCompat.h"
#include "tools/f2sim/amdgpu/Amdgpu.h"
#include "tools/f2sim/assembly/InlineAsm.h"
#include "tools/f2sim/decode/Decoder.h"
#include "tools/f2sim/intrinsics/Intrinsics.h"
#include "tools/f2sim/nvptx/Nvptx.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/CycleInfo.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace f2layout::sim {

static FloatKind floatKind(Type *Ty) {
  Ty = Ty->getScalarType();
  if (Ty->isHalfTy())
    return FloatKind::Half;
  if (Ty->isBFloatTy())
    return FloatKind::BFloat;
  if (Ty->isFloatTy())
    return FloatKind::Float;
  if (Ty->isDoubleTy())
    return FloatKind::Double;
  return FloatKind::None;
}

static bool isUnknownFloat(Type *Ty) {
  return Ty->getScalarType()->isFloatingPointTy() &&
         floatKind(Ty) == FloatKind::None;
}

Function &Program::function(const llvm::Function &F) {
  auto &Slot = Functions[&F];
  if (!Slot) {
    Slot = std::make_unique<Function>();
    Function &Result = *Slot; // Functions may grow while decoding
    Result.F = &F;
    Decoder(*this, Result, F).run();
    for (Block &B : Result.Blocks)
      for (Inst &I : B.Insts) {
        I.Id = Insts.size();
        Insts.push_back(&I);
      }
    Result.Decoded = true;
    return Result;
  }
  return *Slot;
}

void Decoder::run() {
  for (const Argument &A : F.args()) {
    Operand O;
    O.Size = P.slotSize(A.getType());
    O.R = newSlot(O.Size);
    Slots[&A] = O;
    Out.Args.push_back(O);
  }
  unsigned N = 0;
  for (const BasicBlock &BB : F) {
    BlockNumbers[&BB] = N++;
    for (const Instruction &I : BB)
      if (!I.getType()->isVoidTy()) {
        Operand O;
        O.Size = P.slotSize(I.getType());
        O.R = newSlot(O.Size);
        Slots[&I] = O;
      }
  }
  Out.Blocks.resize(N);
  for (const BasicBlock &BB : F) {
    Block &B = Out.Blocks[BlockNumbers[&BB]];
    B.BB = &BB;
    for (const Instruction &I : BB) {
      if (isa<PHINode>(I))
        continue;
      Inst D;
      D.I = &I;
      if (!I.getType()->isVoidTy()) {
        D.Dst = Slots[&I].R;
        D.DstSize = Slots[&I].Size;
      }
      Failures.clear();
      decode(I, D);
      if (!Failures.empty())
        unsupported(D, Failures.front());
      for (Inst &E : Expansion)
        B.Insts.push_back(std::move(E));
      Expansion.clear();
      if (D.Code != Op::Nop)
        B.Insts.push_back(std::move(D));
    }
  }
  findLoops();
  if (P.Target == Vendor::AMD)
    findJoins();
}

/// The loops are those of LLVM's CycleInfo: natural loops, and cycles with
/// several entries, one of which LLVM makes the header. A way from a block back
/// to itself passes the header of at least one loop around the block, so that
/// the numbers of times that a thread has come to these headers tell its
/// executions of the block apart (machine/Machine.h, Frame::Iterations).
void Decoder::findLoops() {
  CycleInfo Cycles;
  Cycles.compute(const_cast<llvm::Function &>(F));
  for (const BasicBlock &BB : F) {
    Block &B = Out.Blocks[BlockNumbers[&BB]];
    const Cycle *Own = Cycles.getCycle(&BB);
    B.Loops = Own ? Own->getDepth() : 0;
    B.IsHeader = Own && Own->getHeader() == &BB;
    for (Edge &E : B.Insts.back().Edges) {
      const Cycle *Common = Own;
      while (Common && !Common->contains(Out.Blocks[E.Block].BB))
        Common = Common->getParentCycle();
      E.Kept = Common ? Common->getDepth() : 0;
    }
  }
}

/// A way that ends in unreachable is never taken: LLVM makes such a default of
/// a switch whose cases are all there.
static bool isNeverReached(const BasicBlock &BB) {
  return isa<UnreachableInst>(BB.getTerminator());
}

/// The lanes of a branch meet again where all ways from it do. By block, the
/// blocks that are on every way to the end are intersected until nothing
/// changes; the nearest of them is the one that has all others after itself.
void Decoder::findJoins() {
  const unsigned N = F.size();
  std::vector<BitVector> After(N, BitVector(N, true));
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const BasicBlock &BB : reverse(F)) {
      BitVector All(N, !succ_empty(&BB));
      for (const BasicBlock *Next : successors(&BB))
        if (!isNeverReached(*Next))
          All &= After[BlockNumbers[Next]];
      const unsigned B = BlockNumbers[&BB];
      All.set(B);
      Changed |= All != After[B];
      After[B] = std::move(All);
    }
  }
  for (const BasicBlock &BB : F) {
    const unsigned B = BlockNumbers[&BB];
    const unsigned Others = After[B].count() - 1;
    for (unsigned P : After[B].set_bits())
      if (P != B && After[P].count() == Others)
        Out.Blocks[B].Join = P;
  }
}

Operand Decoder::operand(const Value *V) {
  auto It = Slots.find(V);
  if (It != Slots.end())
    return It->second;
  Operand O;
  auto *C = dyn_cast<Constant>(V);
  if (!C) {
    Failures.push_back("operand that is no value");
    return O;
  }
  O.Size = P.slotSize(V->getType());
  O.R = P.allocConstant(O.Size);
  Slots[V] = O;
  if (!P.writeConstant(*C, O.R)) {
    Failures.push_back("constant that the simulator cannot evaluate");
    Slots.erase(V);
  }
  return O;
}

void Decoder::decode(const Instruction &I, Inst &D) {
  if (isUnknownFloat(I.getType()))
    return unsupported(D, "floating-point type");
  for (const Value *V : I.operands())
    if (isUnknownFloat(V->getType()))
      return unsupported(D, "floating-point type");
    else if (isa<ScalableVectorType>(V->getType()))
      return unsupported(D, "scalable vector");
  Type *Ty = I.getNumOperands() ? I.getOperand(0)->getType() : I.getType();
  if (auto *V = dyn_cast<FixedVectorType>(I.getType()))
    D.Count = V->getNumElements();
  if (Ty->isSized() && !Ty->isAggregateType()) {
    D.Bits = scalarBits(Ty);
    D.Bytes = (D.Bits + 7) / 8;
    D.FK = floatKind(Ty);
  }
  if (I.getType()->isSized() && !I.getType()->isAggregateType()) {
    D.DstBits = scalarBits(I.getType());
    D.DstBytes = (D.DstBits + 7) / 8;
    D.DstFK = floatKind(I.getType());
  }
  if (auto *B = dyn_cast<BinaryOperator>(&I))
    return decodeBinary(*B, D);
  if (auto *C = dyn_cast<CastInst>(&I))
    return decodeCast(*C, D);
  if (auto *G = dyn_cast<GetElementPtrInst>(&I))
    return decodeGep(*G, D);
  if (I.isTerminator())
    return decodeControl(I, D);
  if (auto *CB = dyn_cast<CallBase>(&I))
    return decodeCall(*CB, D);
  if (auto *S = dyn_cast<ShuffleVectorInst>(&I))
    return decodeShuffle(*S, D);
  switch (I.getOpcode()) {
  case Instruction::ICmp:
  case Instruction::FCmp:
    D.Code = I.getOpcode() == Instruction::ICmp ? Op::ICmp : Op::FCmp;
    D.Sub = cast<CmpInst>(I).getPredicate();
    if (auto *IC = dyn_cast<ICmpInst>(&I))
      D.Exact = compat::hasSameSign(*IC);
    D.Ops = {operand(I.getOperand(0)), operand(I.getOperand(1))};
    return;
  case Instruction::FNeg:
    D.Code = Op::FNeg;
    D.Ops = {operand(I.getOperand(0))};
    return;
  case Instruction::Freeze:
    D.Code = Op::Freeze;
    D.Ops = {operand(I.getOperand(0))};
    return;
  case Instruction::Select:
    D.Code = Op::Select;
    for (const Value *V : I.operands())
      D.Ops.push_back(operand(V));
    if (!Ty->isVectorTy())
      D.Count = 1;
    D.DstBytes = D.Count ? D.DstSize / D.Count : 0;
    return;
  case Instruction::ExtractElement:
  case Instruction::InsertElement:
  case Instruction::ExtractValue:
  case Instruction::InsertValue:
    return decodeAggregate(I, D);
  case Instruction::Load:
  case Instruction::Store:
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
  case Instruction::Fence:
  case Instruction::Alloca:
    return decodeMemory(I, D);
  default:
    return unsupported(D, Twine("instruction ") + I.getOpcodeName());
  }
}

Edge Decoder::edge(const BasicBlock *From, const BasicBlock *To) {
  Edge E;
  E.Block = BlockNumbers[To];
  for (const PHINode &Phi : To->phis()) {
    Operand O = operand(Phi.getIncomingValueForBlock(From));
    E.Phis.push_back({Slots[&Phi].R, O});
  }
  return E;
}

void Decoder::decodeControl(const Instruction &I, Inst &D) {
  if (auto *B = dyn_cast<BranchInst>(&I)) {
    D.Code = B->isConditional() ? Op::CondBr : Op::Br;
    if (B->isConditional())
      D.Ops = {operand(B->getCondition())};
    for (unsigned K = 0; K < B->getNumSuccessors(); ++K)
      D.Edges.push_back(edge(I.getParent(), B->getSuccessor(K)));
    return;
  }
  if (auto *S = dyn_cast<SwitchInst>(&I)) {
    D.Code = Op::Switch;
    D.Ops = {operand(S->getCondition())};
    if (D.Bits > 64)
      return unsupported(D, "switch wider than 64 bits");
    D.Edges.push_back(edge(I.getParent(), S->getDefaultDest()));
    for (auto &C : S->cases()) {
      D.Cases[C.getCaseValue()->getZExtValue()] = D.Edges.size();
      D.Edges.push_back(edge(I.getParent(), C.getCaseSuccessor()));
    }
    return;
  }
  if (auto *R = dyn_cast<ReturnInst>(&I)) {
    D.Code = Op::Ret;
    if (R->getReturnValue())
      D.Ops = {operand(R->getReturnValue())};
    return;
  }
  if (isa<UnreachableInst>(I)) {
    D.Code = Op::Unreachable;
    return;
  }
  unsupported(D, Twine("terminator ") + I.getOpcodeName());
}

void Decoder::decodeAsm(const CallBase &I, Inst &D) {
  for (const Value *V : I.args())
    D.Ops.push_back(operand(V));
  auto Slot = [this](unsigned Size) { return newSlot(Size); };
  if (Failures.empty() && AsmExpander(P, I, D, Slot, Expansion).run())
    return; // D itself stays a Nop
  Expansion.clear();
  StringRef Text = cast<InlineAsm>(I.getCalledOperand())->getAsmString();
  unsupported(D, "inline assembly \"" + Text.trim() + "\"");
}

void Decoder::decodeCall(const CallBase &I, Inst &D) {
  if (I.isInlineAsm())
    return decodeAsm(I, D);
  const llvm::Function *Callee = I.getCalledFunction();
  if (!Callee)
    return unsupported(D, "indirect call");
  switch (Callee->getIntrinsicID()) {
  case Intrinsic::dbg_declare:
  case Intrinsic::dbg_value:
  case Intrinsic::dbg_label:
  case Intrinsic::dbg_assign:
  case Intrinsic::experimental_noalias_scope_decl:
    return;
  default:
    break;
  }
  // The function of a map is called, and is no value.
  const bool Maps = Callee->getName().starts_with("f2.tensor.map.");
  for (const Value *V : I.args())
    D.Ops.push_back(V->getType()->isMetadataTy() ||
                            (Maps && isa<llvm::Function>(V))
                        ? Operand()
                        : operand(V));
  if (!Callee->isDeclaration()) {
    D.Code = Op::Call;
    D.Callee = &P.function(*Callee);
    if (I.getFunctionType() != Callee->getFunctionType())
      unsupported(D, "call with another type than its callee's");
    for (unsigned K = 0; K < I.arg_size(); ++K)
      if (Type *Ty = I.getParamByValType(K))
        D.Copied.push_back(
            {K, I.getArgOperand(K)->getType()->getPointerAddressSpace(),
             uint32_t(DL.getTypeStoreSize(Ty)),
             I.getParamAlign(K).value_or(DL.getABITypeAlign(Ty)).value()});
    return;
  }
  if (Callee->getName() == "vprintf") { // Nothing is printed.
    D.Code = Op::Lane;
    D.OnLane = [](Exec &E) { E.putFree(0); };
    return;
  }
  if (decodeTensorCall(D, I)) {
    if (auto *Mapped = dyn_cast<llvm::Function>(I.getArgOperand(0)))
      D.Callee = &P.function(*Mapped);
    return;
  }
  if (decodeLayoutCall(D, I))
    return;
  if (decodeCommonIntrinsic(D, I))
    return;
  if (P.Target == Vendor::Nvidia ? decodeNvptxIntrinsic(D, I)
                                 : decodeAmdgpuIntrinsic(D, I))
    return;
  unsupported(D, "call of @" + Callee->getName());
}

} // namespace f2layout::sim
