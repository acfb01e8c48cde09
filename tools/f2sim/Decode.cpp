//===- Decode.cpp - From LLVM instructions to Insts -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/InlineAsm.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

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

static uint8_t orderBits(AtomicOrdering O) {
  return (isAcquireOrStronger(O) ? 1 : 0) | (isReleaseOrStronger(O) ? 2 : 0);
}

class Decoder {
public:
  Decoder(Program &P, Function &Out, const llvm::Function &F)
      : P(P), DL(P.DL), Out(Out), F(F) {}

  void run();

private:
  Ref newSlot(unsigned Size) {
    Ref R = Out.FrameSize;
    Out.FrameSize += Size;
    return R;
  }
  Operand operand(const Value *V);
  uint32_t scalarBits(Type *Ty) {
    return DL.getTypeSizeInBits(Ty->getScalarType());
  }
  uint8_t scopeOf(SyncScope::ID ID);
  void decode(const Instruction &I, Inst &D);
  void decodeBinary(const BinaryOperator &I, Inst &D);
  void decodeCast(const CastInst &I, Inst &D);
  void decodeMemory(const Instruction &I, Inst &D);
  void decodeGep(const GetElementPtrInst &I, Inst &D);
  void decodeAggregate(const Instruction &I, Inst &D);
  void decodeShuffle(const ShuffleVectorInst &I, Inst &D);
  void decodeControl(const Instruction &I, Inst &D);
  void decodeCall(const CallBase &I, Inst &D);
  void decodeAsm(const CallBase &I, Inst &D);
  Edge edge(const BasicBlock *From, const BasicBlock *To);
  void findJoins();

  void unsupported(Inst &D, const Twine &Why) {
    D.Code = Op::Unsupported;
    if (D.Text.empty())
      D.Text = Why.str();
  }
  void leavesOf(Inst &D, Type *Ty);

  Program &P;
  const DataLayout &DL;
  Function &Out;
  const llvm::Function &F;
  DenseMap<const Value *, Operand> Slots;
  DenseMap<const BasicBlock *, uint32_t> BlockNumbers;
  SmallVector<std::string, 4> Failures;
  std::vector<Inst> Expansion; ///< of inline assembly
};

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
  if (P.Target == Vendor::AMD)
    findJoins();
}

void Decoder::findJoins() {
  PostDominatorTree PDT(const_cast<llvm::Function &>(F));
  for (const BasicBlock &BB : F) {
    auto *Node = PDT.getNode(&BB);
    auto *Up = Node ? Node->getIDom() : nullptr;
    if (Up && Up->getBlock())
      Out.Blocks[BlockNumbers[&BB]].Join = BlockNumbers[Up->getBlock()];
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

uint8_t Decoder::scopeOf(SyncScope::ID ID) {
  SmallVector<StringRef, 16> Names;
  F.getContext().getSyncScopeNames(Names);
  StringRef Name = ID < Names.size() ? Names[ID] : "";
  if (Name.starts_with("singlethread"))
    return 0;
  return Name.starts_with("wavefront") ? 1 : 2;
}

void Decoder::leavesOf(Inst &D, Type *Ty) {
  if (auto *V = dyn_cast<FixedVectorType>(Ty))
    D.Bits = scalarBits(V);
  if (!Ty->isSized() || !P.leaves(Ty, D.Leaves))
    return unsupported(D, "type that the simulator cannot lay out");
  D.Dense = true;
  for (const Leaf &L : D.Leaves)
    D.Dense &= L.Slot == L.Mem && L.Bits == L.Bytes * 8;
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
      D.Exact = IC->hasSameSign();
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

void Decoder::decodeBinary(const BinaryOperator &I, Inst &D) {
  D.Code = I.getType()->isFPOrFPVectorTy() ? Op::FloatBinary : Op::IntBinary;
  D.Sub = I.getOpcode();
  D.Ops = {operand(I.getOperand(0)), operand(I.getOperand(1))};
  if (auto *O = dyn_cast<OverflowingBinaryOperator>(&I)) {
    D.NSW = O->hasNoSignedWrap();
    D.NUW = O->hasNoUnsignedWrap();
  }
  if (auto *E = dyn_cast<PossiblyExactOperator>(&I))
    D.Exact = E->isExact();
  if (auto *O = dyn_cast<PossiblyDisjointInst>(&I))
    D.Exact = O->isDisjoint();
}

void Decoder::decodeCast(const CastInst &I, Inst &D) {
  D.Ops = {operand(I.getOperand(0))};
  Type *From = I.getSrcTy(), *To = I.getDestTy();
  switch (I.getOpcode()) {
  case Instruction::Trunc:
    D.Code = Op::Trunc;
    D.NSW = cast<TruncInst>(I).hasNoSignedWrap();
    D.NUW = cast<TruncInst>(I).hasNoUnsignedWrap();
    return;
  case Instruction::ZExt:
    D.Code = Op::ZExt;
    D.Exact = I.hasNonNeg();
    return;
  case Instruction::SExt:
    D.Code = Op::SExt;
    return;
  case Instruction::FPTrunc:
    D.Code = Op::FPTrunc;
    return;
  case Instruction::FPExt:
    D.Code = Op::FPExt;
    return;
  case Instruction::FPToUI:
  case Instruction::FPToSI:
    D.Code = Op::FPToInt;
    D.Sub = I.getOpcode() == Instruction::FPToSI;
    return;
  case Instruction::UIToFP:
  case Instruction::SIToFP:
    D.Code = Op::IntToFP;
    D.Sub = I.getOpcode() == Instruction::SIToFP;
    D.Exact = I.getOpcode() == Instruction::UIToFP && I.hasNonNeg();
    return;
  case Instruction::PtrToInt:
  case Instruction::PtrToAddr:
  case Instruction::IntToPtr:
    D.Code = D.DstBits > D.Bits ? Op::ZExt : Op::Trunc;
    return;
  case Instruction::BitCast:
    D.Code = Op::Bitcast;
    // Bit-packed vectors (<8 x i1> and the like) change shape.
    D.Imm = D.Bits % 8 != 0 || D.DstBits % 8 != 0;
    if (D.Imm && (D.Bits > 64 || D.DstBits > 64))
      unsupported(D, "bitcast of a wide bit vector");
    return;
  case Instruction::AddrSpaceCast:
    D.Code = Op::AddrSpaceCast;
    D.AS = From->getPointerAddressSpace();
    D.ToAS = To->getPointerAddressSpace();
    return;
  default:
    return unsupported(D, "cast");
  }
}

void Decoder::decodeMemory(const Instruction &I, Inst &D) {
  if (auto *L = dyn_cast<LoadInst>(&I)) {
    D.Code = Op::Load;
    D.Ops = {operand(L->getPointerOperand())};
    D.AS = L->getPointerAddressSpace();
    D.Align = L->getAlign().value();
    D.Atomic = L->isAtomic() || L->isVolatile();
    D.Order = L->isAtomic() ? orderBits(L->getOrdering()) : 0;
    D.Scope = scopeOf(L->getSyncScopeID());
    return leavesOf(D, L->getType());
  }
  if (auto *S = dyn_cast<StoreInst>(&I)) {
    D.Code = Op::Store;
    D.Ops = {operand(S->getPointerOperand()), operand(S->getValueOperand())};
    D.AS = S->getPointerAddressSpace();
    D.Align = S->getAlign().value();
    D.Atomic = S->isAtomic() || S->isVolatile();
    D.Order = S->isAtomic() ? orderBits(S->getOrdering()) : 0;
    D.Scope = scopeOf(S->getSyncScopeID());
    return leavesOf(D, S->getValueOperand()->getType());
  }
  if (auto *R = dyn_cast<AtomicRMWInst>(&I)) {
    D.Code = Op::AtomicRMW;
    D.Sub = R->getOperation();
    D.Ops = {operand(R->getPointerOperand()), operand(R->getValOperand())};
    D.AS = R->getPointerAddressSpace();
    D.Align = R->getAlign().value();
    D.Atomic = true;
    D.Order = orderBits(R->getOrdering());
    D.Scope = scopeOf(R->getSyncScopeID());
    D.Bits = D.DstBits;
    D.Bytes = D.DstBytes;
    D.FK = D.DstFK;
    if (D.Bits > 64 || R->getType()->isVectorTy())
      unsupported(D, "wide atomic");
    return leavesOf(D, R->getType());
  }
  if (auto *X = dyn_cast<AtomicCmpXchgInst>(&I)) {
    D.Code = Op::CmpXchg;
    D.Ops = {operand(X->getPointerOperand()), operand(X->getCompareOperand()),
             operand(X->getNewValOperand())};
    D.AS = X->getPointerAddressSpace();
    D.Align = X->getAlign().value();
    D.Atomic = true;
    D.Order = orderBits(X->getSuccessOrdering());
    D.Scope = scopeOf(X->getSyncScopeID());
    D.Bits = scalarBits(X->getCompareOperand()->getType());
    D.Bytes = (D.Bits + 7) / 8;
    if (D.Bits > 64)
      unsupported(D, "wide atomic");
    return leavesOf(D, X->getCompareOperand()->getType());
  }
  if (auto *Fe = dyn_cast<FenceInst>(&I)) {
    D.Code = Op::Fence;
    D.Order = orderBits(Fe->getOrdering());
    D.Scope = scopeOf(Fe->getSyncScopeID());
    return;
  }
  auto &A = cast<AllocaInst>(I);
  D.Code = Op::Alloca;
  D.AS = A.getAddressSpace();
  D.Align = A.getAlign().value();
  D.Ops = {operand(A.getArraySize())};
  Type *Ty = A.getAllocatedType();
  if (!Ty->isSized() || DL.getTypeAllocSize(Ty).isScalable())
    return unsupported(D, "alloca of an unsized type");
  D.Offset = DL.getTypeAllocSize(Ty);
}

void Decoder::decodeGep(const GetElementPtrInst &I, Inst &D) {
  D.Code = Op::Gep;
  if (I.getType()->isVectorTy())
    return unsupported(D, "vector of pointers");
  D.Ops = {operand(I.getPointerOperand())};
  D.NUW = I.hasNoUnsignedWrap();
  D.NSW = I.hasNoUnsignedSignedWrap();
  // An add of the index width; wider pointers keep their upper bits.
  D.Bits = DL.getIndexTypeSizeInBits(I.getType());
  if (D.Bits != D.DstBits)
    return unsupported(D, "pointer wider than its index");
  for (gep_type_iterator It = gep_type_begin(I), E = gep_type_end(I); It != E;
       ++It) {
    const Value *V = It.getOperand();
    if (StructType *S = It.getStructTypeOrNull()) {
      unsigned Field = cast<ConstantInt>(V)->getZExtValue();
      D.Offset += DL.getStructLayout(S)->getElementOffset(Field);
      continue;
    }
    TypeSize Size = It.getSequentialElementStride(DL);
    if (Size.isScalable())
      return unsupported(D, "scalable vector");
    int64_t Stride = Size.getFixedValue();
    if (auto *C = dyn_cast<ConstantInt>(V); C && C->getBitWidth() <= 64) {
      D.Offset += Stride * C->getSExtValue();
      continue;
    }
    uint32_t Bits = scalarBits(V->getType());
    if (Bits > 64)
      return unsupported(D, "index wider than 64 bits");
    D.Terms.push_back({operand(V), Bits, Stride});
  }
}

void Decoder::decodeAggregate(const Instruction &I, Inst &D) {
  auto fieldAt = [&](Type *Ty, ArrayRef<unsigned> Indices) {
    uint32_t Off = 0;
    for (unsigned Index : Indices) {
      if (auto *S = dyn_cast<StructType>(Ty)) {
        for (unsigned K = 0; K < Index; ++K)
          Off += P.slotSize(S->getElementType(K));
        Ty = S->getElementType(Index);
      } else {
        Ty = cast<ArrayType>(Ty)->getElementType();
        Off += Index * P.slotSize(Ty);
      }
    }
    return Off;
  };
  auto mask = [&](unsigned Base) {
    for (unsigned K = 0; K < D.DstSize; ++K)
      D.Mask.push_back(Base + K);
  };
  switch (I.getOpcode()) {
  case Instruction::ExtractValue: {
    auto &E = cast<ExtractValueInst>(I);
    D.Code = Op::Shuffle;
    D.Ops = {operand(E.getAggregateOperand())};
    mask(fieldAt(E.getAggregateOperand()->getType(), E.getIndices()));
    return;
  }
  case Instruction::InsertValue: {
    auto &E = cast<InsertValueInst>(I);
    D.Code = Op::Shuffle;
    D.Ops = {operand(E.getAggregateOperand()),
             operand(E.getInsertedValueOperand())};
    mask(0);
    unsigned At = fieldAt(E.getType(), E.getIndices());
    for (unsigned K = 0; K < D.Ops[1].Size; ++K)
      D.Mask[At + K] = D.Ops[0].Size + K;
    return;
  }
  case Instruction::ExtractElement: {
    auto &E = cast<ExtractElementInst>(I);
    D.Code = Op::ExtractElement;
    D.Ops = {operand(E.getVectorOperand()), operand(E.getIndexOperand())};
    return;
  }
  default: {
    auto &E = cast<InsertElementInst>(I);
    D.Code = Op::InsertElement;
    D.Ops = {operand(E.getOperand(0)), operand(E.getOperand(1)),
             operand(E.getOperand(2))};
    return;
  }
  }
}

void Decoder::decodeShuffle(const ShuffleVectorInst &I, Inst &D) {
  D.Code = Op::Shuffle;
  D.Ops = {operand(I.getOperand(0)), operand(I.getOperand(1))};
  uint32_t Each = (scalarBits(I.getType()) + 7) / 8;
  for (int M : I.getShuffleMask())
    for (uint32_t K = 0; K < Each; ++K)
      D.Mask.push_back(M < 0 ? -1 : int(M * Each + K));
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
  auto slot = [this](unsigned Size) { return newSlot(Size); };
  if (Failures.empty() && AsmExpander(P, I, D, slot, Expansion).run())
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
  for (const Value *V : I.args())
    D.Ops.push_back(V->getType()->isMetadataTy() ? Operand() : operand(V));
  if (!Callee->isDeclaration()) {
    D.Code = Op::Call;
    D.Callee = &P.function(*Callee);
    if (I.getFunctionType() != Callee->getFunctionType())
      unsupported(D, "call with another type than its callee's");
    for (unsigned K = 0; K < I.arg_size(); ++K)
      if (I.isByValArgument(K))
        unsupported(D, "call with a byval argument");
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
