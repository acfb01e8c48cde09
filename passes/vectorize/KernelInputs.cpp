//===- KernelInputs.cpp - Values that are the same in the whole grid ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/vectorize/KernelInputs.h"
#include "passes/support/DisplayName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace f2layout;

/// An address that is computed from more values than this has no inputs.
static constexpr unsigned MaxWalk = 128;

/// The offset of an argument itself, which no member has.
static constexpr int64_t NoMember = std::numeric_limits<int64_t>::min();

static bool mayBeTested(const Type &Ty) {
  return Ty.isPointerTy() || Ty.isIntegerTy(16) || Ty.isIntegerTy(32) ||
         Ty.isIntegerTy(64);
}

/// The kernel's own copy of a structure, which it only reads.
static bool isConstantCopy(const Argument &A) {
  return A.hasByValAttr() && A.onlyReadsMemory();
}

std::optional<unsigned> KernelInputs::numberOf(const Value &V) {
  Input In;
  In.Ty = V.getType();
  if (!mayBeTested(*In.Ty))
    return std::nullopt;
  if (auto *A = dyn_cast<Argument>(&V)) {
    if (A->hasPassPointeeByValueCopyAttr())
      return std::nullopt;
    In.Arg = const_cast<Argument *>(A);
  } else if (auto *L = dyn_cast<LoadInst>(&V); L && L->isSimple()) {
    const DataLayout &DL = L->getDataLayout();
    const Value *P = L->getPointerOperand();
    APInt Offset(DL.getIndexTypeSizeInBits(P->getType()), 0);
    auto *A = dyn_cast<Argument>(P->stripAndAccumulateConstantOffsets(
        DL, Offset, /*AllowNonInbounds=*/true));
    if (!A || !isConstantCopy(*A))
      return std::nullopt;
    In.Arg = const_cast<Argument *>(A);
    In.Member = Offset.getSExtValue();
    In.Alignment = L->getAlign();
  } else {
    return std::nullopt;
  }
  auto [It, New] = NumberOf.try_emplace(
      {In.Arg, In.Member.value_or(NoMember), In.Ty}, Inputs.size());
  if (New)
    Inputs.push_back(In);
  else
    Inputs[It->second].Alignment =
        std::min(Inputs[It->second].Alignment, In.Alignment);
  return It->second;
}

/// Lanes have different values of V.
static bool isOfLane(const Value &V) {
  const std::optional<LaunchRead> R = classifyLaunchRead(&V);
  return R && ((R->K == LaunchRead::ThreadIndex && R->Dim == 0) ||
               R->K == LaunchRead::Lane);
}

/// Calls Found for each input's value and number; returns true if the lane
/// takes part in the address.
template <typename Callable>
bool KernelInputs::walk(const Value *Address, Callable Found) {
  SmallPtrSet<const Value *, 16> Seen = {Address};
  SmallVector<const Value *, 16> Work = {Address};
  SmallVector<std::pair<const Value *, unsigned>, 4> All;
  bool FromThread = false;
  while (!Work.empty()) {
    const Value *V = Work.pop_back_val();
    if (std::optional<unsigned> N = numberOf(*V)) {
      All.push_back({V, *N});
      continue;
    }
    FromThread |= isOfLane(*V);
    if (!isa<BinaryOperator, CastInst, GetElementPtrInst, SelectInst, PHINode,
             FreezeInst>(V))
      continue;
    for (const Value *Operand : cast<Instruction>(V)->operands())
      if (!isa<Constant>(Operand) && Seen.insert(Operand).second)
        Work.push_back(Operand);
    if (Seen.size() > MaxWalk)
      return false;
  }
  for (auto [V, N] : All)
    Found(V, N);
  return FromThread;
}

KernelInputs::Numbers KernelInputs::of(const Value *Address, bool &FromThread) {
  Numbers Found;
  FromThread = walk(Address, [&](const Value *, unsigned N) {
    if (!is_contained(Found, N))
      Found.push_back(N);
  });
  return Found;
}

LowZeros KernelInputs::hypothesis(ArrayRef<Instruction *> Accesses,
                                  ArrayRef<unsigned> Zeros) {
  LowZeros H;
  for (const Instruction *I : Accesses)
    walk(getLoadStorePointerOperand(I), [&](const Value *V, unsigned N) {
      if (N < Zeros.size() && Zeros[N])
        H[V] = Zeros[N];
    });
  return H;
}

std::string KernelInputs::name(unsigned N) const {
  const Input &In = Inputs[N];
  const std::string Arg =
      In.Arg->hasName() ? "'" + displayName(In.Arg->getName()) + "'"
                        : "argument " + std::to_string(In.Arg->getArgNo() + 1);
  return In.Member ? "a member of " + Arg : Arg;
}

/// The pointer as the accesses have it: InferAddressSpaces casts a kernel's
/// generic arguments at its entry, and would cast another use once more.
static Value *asAccessed(Argument &A, const IRBuilder<> &B) {
  const BasicBlock &Entry = A.getParent()->getEntryBlock();
  for (User *U : A.users())
    if (auto *Cast = dyn_cast<AddrSpaceCastInst>(U);
        Cast && Cast->getParent() == &Entry &&
        (B.GetInsertBlock() != &Entry ||
         Cast->comesBefore(&*B.GetInsertPoint())))
      return Cast;
  return &A;
}

/// The low 32 bits of the input, or all of a narrower one.
Value *KernelInputs::emit(IRBuilder<> &B, const Input &In) const {
  Value *V = In.Arg;
  if (In.Member)
    V = B.CreateAlignedLoad(In.Ty, B.CreatePtrAdd(V, B.getInt64(*In.Member)),
                            In.Alignment);
  const bool IsDefined = isGuaranteedNotToBeUndefOrPoison(V);
  if (!In.Member && In.Ty->isPointerTy())
    V = asAccessed(*In.Arg, B);
  if (!IsDefined)
    V = B.CreateFreeze(V);
  return In.Ty->isPointerTy() ? B.CreatePtrToInt(V, B.getInt32Ty())
                              : B.CreateZExtOrTrunc(V, B.getInt32Ty());
}

Value *KernelInputs::emitTest(IRBuilder<> &B, ArrayRef<unsigned> Zeros) const {
  std::map<unsigned, Value *> ByZeros;
  for (auto [N, Count] : enumerate(Zeros)) {
    if (!Count)
      continue;
    Value *&All = ByZeros[Count];
    Value *V = emit(B, Inputs[N]);
    All = All ? B.CreateOr(All, V) : V;
  }
  Value *Low = nullptr;
  for (auto [Count, All] : ByZeros) {
    Value *Of = B.CreateAnd(All, (1u << Count) - 1);
    Low = Low ? B.CreateOr(Low, Of) : Of;
  }
  return Low ? B.CreateICmpEQ(Low, B.getInt32(0)) : B.getTrue();
}
