//===- Program.cpp - Constants, globals and types of a module -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/program/Program.h"
#include "compat/LLVMCompat.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::sim {

Program::Program(Module &M)
    : M(M), DL(M.getDataLayout()),
      Target(compat::targetTriple(M).isAMDGPU() ? Vendor::AMD : Vendor::Nvidia),
      Memory(Target == Vendor::AMD) {
  Insts.push_back(nullptr); // number 0 is no instruction
  // Shared memory: the static arrays, then the dynamic ones, all at one
  // address.
  uint64_t Addr;
  for (bool Dynamic : {false, true})
    for (const GlobalVariable &G : M.globals())
      if (G.getAddressSpace() == 3 && G.getValueType()->isSized() &&
          (DL.getTypeAllocSize(G.getValueType()).isZero()) == Dynamic)
        globalAddress(G, Addr);
}

unsigned Program::nameBuffer(StringRef Name) {
  auto [It, New] = BufferNumbers.try_emplace(Name, 256 + BufferNames.size());
  if (New)
    BufferNames.push_back(Name.str());
  return std::min(It->second, 0x3fffu);
}

std::string Program::bufferName(unsigned Buffer) const {
  if (Buffer < 256)
    return "arg " + utostr(Buffer);
  if (Buffer - 256 < BufferNames.size())
    return BufferNames[Buffer - 256];
  return "buffer " + utostr(Buffer);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static uint32_t bytesOf(uint64_t Bits) { return (Bits + 7) / 8; }

bool Program::leaves(Type *Ty, std::vector<Leaf> &Out, uint32_t Slot,
                     uint64_t Mem) const {
  if (Out.size() > 65536)
    return false;
  if (auto *V = dyn_cast<FixedVectorType>(Ty)) {
    uint64_t Bits = DL.getTypeSizeInBits(V->getElementType());
    if (Bits % 8 != 0 && V->getNumElements() != 1)
      return false; // bit-packed in memory
    for (unsigned I = 0; I < V->getNumElements(); ++I)
      Out.push_back({Slot + I * bytesOf(Bits), bytesOf(Bits),
                     Mem + I * bytesOf(Bits), uint32_t(Bits)});
    return true;
  }
  if (auto *A = dyn_cast<ArrayType>(Ty)) {
    uint32_t Each = slotSize(A->getElementType());
    uint64_t Stride = DL.getTypeAllocSize(A->getElementType());
    if (A->getNumElements() > 65536)
      return false;
    for (uint64_t I = 0; I < A->getNumElements(); ++I)
      if (!leaves(A->getElementType(), Out, Slot + I * Each, Mem + I * Stride))
        return false;
    return true;
  }
  if (auto *S = dyn_cast<StructType>(Ty)) {
    if (S->isOpaque())
      return false;
    const StructLayout *SL = DL.getStructLayout(S);
    for (unsigned I = 0; I < S->getNumElements(); ++I) {
      if (!leaves(S->getElementType(I), Out, Slot,
                  Mem + SL->getElementOffset(I)))
        return false;
      Slot += slotSize(S->getElementType(I));
    }
    return true;
  }
  if (!Ty->isIntegerTy() && !Ty->isPointerTy() && !Ty->isFloatingPointTy())
    return false;
  uint64_t Bits = DL.getTypeSizeInBits(Ty);
  Out.push_back({Slot, bytesOf(Bits), Mem, uint32_t(Bits)});
  return true;
}

unsigned Program::slotSize(Type *Ty) const {
  if (auto *V = dyn_cast<FixedVectorType>(Ty))
    return bytesOf(DL.getTypeSizeInBits(V->getElementType())) *
           V->getNumElements();
  if (auto *A = dyn_cast<ArrayType>(Ty))
    return slotSize(A->getElementType()) *
           std::min<uint64_t>(A->getNumElements(), 65536);
  if (auto *S = dyn_cast<StructType>(Ty)) {
    unsigned N = 0;
    for (Type *E : S->elements())
      N += slotSize(E);
    return N;
  }
  if (Ty->isIntegerTy() || Ty->isPointerTy() || Ty->isFloatingPointTy())
    return bytesOf(DL.getTypeSizeInBits(Ty));
  if (auto *T = dyn_cast<TargetExtType>(Ty); T && T->getName() == "f2.tensor")
    return 8; // Its number (machine/BlockTensors.h).
  return 0;
}

//===----------------------------------------------------------------------===//
// Globals
//===----------------------------------------------------------------------===//

bool Program::imageOf(const Constant &C, std::vector<uint8_t> &D,
                      std::vector<uint8_t> &S, uint64_t At) {
  std::vector<Leaf> Ls;
  if (isa<ConstantAggregateZero>(C)) {
    uint64_t N = DL.getTypeStoreSize(C.getType());
    std::memset(D.data() + At, 0, N);
    std::memset(S.data() + At, Defined, N);
    return true;
  }
  if (isa<UndefValue>(C))
    return true;
  if (auto *A = dyn_cast<ConstantDataArray>(&C)) {
    StringRef Raw = A->getRawDataValues();
    std::memcpy(D.data() + At, Raw.data(), Raw.size());
    std::memset(S.data() + At, Defined, Raw.size());
    return true;
  }
  if (!leaves(C.getType(), Ls))
    return false;
  Ref R = allocConstant(slotSize(C.getType()));
  if (!writeConstant(C, R))
    return false;
  for (const Leaf &L : Ls) {
    std::memcpy(D.data() + At + L.Mem, &Constants.D[~R + L.Slot], L.Bytes);
    std::memcpy(S.data() + At + L.Mem, &Constants.S[~R + L.Slot], L.Bytes);
  }
  return true;
}

/// All that F uses, by way of other functions, constants and initializers.
static DenseSet<const Value *> usedBy(const llvm::Function &F) {
  DenseSet<const Value *> Used = {&F};
  SmallVector<const Value *, 32> Work = {&F};
  auto Add = [&](const Value *V) {
    if (isa<Constant>(V) && Used.insert(V).second)
      Work.push_back(V);
  };
  while (!Work.empty()) {
    const Value *V = Work.pop_back_val();
    if (auto *Callee = dyn_cast<llvm::Function>(V))
      for (const Instruction &I : instructions(*Callee))
        llvm::for_each(I.operand_values(), Add);
    else
      llvm::for_each(cast<User>(V)->operand_values(), Add);
  }
  return Used;
}

void Program::hideSharedOfOthers(const llvm::Function &Kernel) {
  const DenseSet<const Value *> Used = usedBy(Kernel);
  for (auto &[G, Obj] : GlobalObjects)
    if (Obj->In == Space::Shared &&
        !DL.getTypeAllocSize(G->getValueType()).isZero())
      Obj->IsAbsent = !Used.contains(G);
}

bool Program::globalAddress(const GlobalVariable &G, uint64_t &Addr) {
  auto It = GlobalObjects.find(&G);
  if (It != GlobalObjects.end()) {
    Addr = It->second->Base;
    return true;
  }
  Type *Ty = G.getValueType();
  if (!Ty->isSized() || DL.getTypeAllocSize(Ty).isScalable())
    return false;
  uint64_t Size = DL.getTypeAllocSize(Ty);
  uint64_t Align =
      G.getAlign() ? G.getAlign()->value() : DL.getABITypeAlign(Ty).value();
  MemObject *Obj;
  std::string Name = ("@" + G.getName()).str();
  if (G.getAddressSpace() == 3) {
    bool Dynamic = Size == 0;
    Obj = Dynamic ? &Memory.dynamicShared(Align)
                  : &Memory.addShared(Name, Size, Align);
    Obj->Buffer = nameBuffer(Name);
    GlobalObjects[&G] = Obj;
    Addr = Obj->Base;
    return true;
  }
  Obj = &Memory.addGlobal(Name, Size, std::max<uint64_t>(Align, 16),
                          G.getAddressSpace() == 4 ? Space::Constant
                                                   : Space::Global);
  GlobalObjects[&G] = Obj;
  Obj->Buffer = nameBuffer(Name);
  Obj->ReadOnly = G.isConstant();
  Obj->IsOutput = !G.isConstant();
  if (!G.hasInitializer() || Size > (64u << 20)) {
    Obj->Init = Fill::Finite;
  } else {
    Obj->Init = Fill::Image;
    std::vector<uint8_t> D(Size, 0), S(Size, Undef);
    if (!imageOf(*G.getInitializer(), D, S, 0)) {
      GlobalObjects.erase(&G); // the next request fails, too
      return false;
    }
    Obj->Image = std::move(D);
    Obj->ImageState = std::move(S);
  }
  Addr = Obj->Base;
  return true;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Ref Program::allocConstant(uint32_t N) {
  size_t At = Constants.D.size();
  Constants.D.resize(At + N);
  Constants.S.resize(At + N);
  Constants.O.resize(At + N);
  return ~Ref(At);
}

/// Evaluates pointers and integers made of globals, offsets and casts.
bool Program::evaluateAddress(const Constant &C, uint64_t &Addr) {
  if (auto *G = dyn_cast<GlobalVariable>(&C))
    return globalAddress(*G, Addr);
  if (auto *CI = dyn_cast<ConstantInt>(&C)) {
    if (CI->getBitWidth() > 64)
      return false;
    Addr = CI->getZExtValue();
    return true;
  }
  if (isa<ConstantPointerNull>(C)) {
    unsigned AS = C.getType()->getPointerAddressSpace();
    Addr = Target == Vendor::AMD && (AS == 3 || AS == 5) ? 0xffffffffu : 0;
    return true;
  }
  auto *E = dyn_cast<ConstantExpr>(&C);
  if (!E)
    return false;
  uint64_t A, B;
  switch (E->getOpcode()) {
  case Instruction::GetElementPtr: {
    auto *GEP = cast<GEPOperator>(E);
    APInt Offset(DL.getIndexTypeSizeInBits(E->getType()), 0);
    if (!GEP->accumulateConstantOffset(DL, Offset) ||
        !evaluateAddress(*cast<Constant>(GEP->getPointerOperand()), A))
      return false;
    Addr = A + Offset.getSExtValue();
    return true;
  }
  case Instruction::AddrSpaceCast: {
    unsigned From = E->getOperand(0)->getType()->getPointerAddressSpace();
    unsigned To = E->getType()->getPointerAddressSpace();
    if (!evaluateAddress(*E->getOperand(0), A))
      return false;
    Addr = Memory.fromGeneric(To, Memory.toGeneric(From, A));
    return true;
  }
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
  case Instruction::BitCast:
  case Instruction::Trunc:
    if (!evaluateAddress(*E->getOperand(0), A))
      return false;
    Addr = A & lowMask(DL.getTypeSizeInBits(E->getType()));
    return true;
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Xor:
    if (!evaluateAddress(*E->getOperand(0), A) ||
        !evaluateAddress(*E->getOperand(1), B))
      return false;
    Addr = E->getOpcode() == Instruction::Add   ? A + B
           : E->getOpcode() == Instruction::Sub ? A - B
                                                : (A ^ B);
    Addr &= lowMask(DL.getTypeSizeInBits(E->getType()));
    return true;
  default:
    return false;
  }
}

bool Program::writeConstant(const Constant &C, Ref At) {
  Type *Ty = C.getType();
  unsigned Size = slotSize(Ty);
  auto SetAll = [&](State S) {
    std::memset(Constants.D.data() + ~At, 0, Size);
    std::memset(Constants.S.data() + ~At, S, Size);
    return true;
  };
  if (isa<PoisonValue>(C))
    return SetAll(Poison);
  if (isa<UndefValue>(C))
    return SetAll(Undef);
  if (isa<ConstantAggregateZero>(C))
    return SetAll(Defined);
  auto WriteBits = [&](const APInt &V) {
    SetAll(Defined);
    for (unsigned I = 0; I < Size; ++I)
      Constants.D[~At + I] = V.extractBitsAsZExtValue(
          std::min(8u, V.getBitWidth() - 8 * I), 8 * I);
    return true;
  };
  if (!Ty->isVectorTy()) {
    if (auto *CI = dyn_cast<ConstantInt>(&C))
      return WriteBits(CI->getValue());
    if (auto *CF = dyn_cast<ConstantFP>(&C))
      return WriteBits(CF->getValueAPF().bitcastToAPInt());
  }
  // bitcast (<2 x i16> <i16 0, i16 7> to i32)
  if (isa<ConstantExpr>(C))
    if (Constant *Folded = ConstantFoldConstant(&C, DL); Folded != &C)
      return writeConstant(*Folded, At);
  if (Ty->isPointerTy() || isa<ConstantExpr>(C)) {
    uint64_t Addr;
    if (Ty->isVectorTy() || Size > 8 || !evaluateAddress(C, Addr))
      return false;
    SetAll(Defined);
    std::memcpy(Constants.D.data() + ~At, &Addr, Size);
    return true;
  }
  // Vectors, arrays and structures, element by element.
  uint64_t N = 0;
  if (auto *V = dyn_cast<FixedVectorType>(Ty))
    N = V->getNumElements();
  else if (auto *A = dyn_cast<ArrayType>(Ty))
    N = A->getNumElements();
  else if (auto *S = dyn_cast<StructType>(Ty))
    N = S->getNumElements();
  else
    return false;
  uint32_t Off = 0;
  for (uint64_t I = 0; I < N; ++I) {
    Constant *E = C.getAggregateElement(I);
    if (!E || !writeConstant(*E, ~(~At + Ref(Off))))
      return false;
    Off += slotSize(E->getType());
  }
  return true;
}

std::string describe(const Instruction *I) {
  if (!I)
    return "?";
  std::string Text;
  raw_string_ostream OS(Text);
  if (const DebugLoc &Loc = I->getDebugLoc())
    OS << "line " << Loc.getLine() << ": ";
  std::string Body;
  raw_string_ostream BodyOS(Body);
  BodyOS << *I;
  OS << StringRef(Body).trim().substr(0, 160);
  return Text;
}

std::vector<const Function *> Program::functions() const {
  std::vector<const Function *> All;
  for (const auto &[F, Decoded] : Functions)
    All.push_back(Decoded.get());
  return All;
}

void Program::forgetRuns() {
  for (const auto &[F, Decoded] : Functions)
    for (Block &B : Decoded->Blocks)
      B.Ran = false;
}

} // namespace f2layout::sim
