//===- StoreGroups.cpp - Stores that fill a structure in each lane --------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/coalesce/StoreGroups.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/AddressSpaces.h"
#include "passes/coalesce/LaneStride.h"
#include "passes/contiguity/Contiguity.h"
#include "passes/vectorize/AccessBetween.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;
using namespace f2layout;

static constexpr unsigned GenericSpace = 0, GlobalSpace = 1, ConstantSpace = 4;
static_assert(GlobalSpace == unsigned(AMDGPUAS::GLOBAL_ADDRESS) &&
              GlobalSpace == unsigned(NVPTXAS::ADDRESS_SPACE_GLOBAL));
static_assert(ConstantSpace == unsigned(AMDGPUAS::CONSTANT_ADDRESS) &&
              ConstantSpace == unsigned(NVPTXAS::ADDRESS_SPACE_CONST));

/// A structure of two words is a vector, or costs as much as its conversion.
static constexpr unsigned MinStructureWords = 3;

/// The value is whole bytes that can be cut into words.
static bool isPlainType(Type *Ty, const DataLayout &DL) {
  Type *Scalar = Ty->getScalarType();
  if (isa<ScalableVectorType>(Ty) ||
      !(Scalar->isIntegerTy() || Scalar->isFloatingPointTy() ||
        Scalar->isPointerTy()))
    return false;
  if (Scalar->isPointerTy() && DL.isNonIntegralPointerType(Scalar))
    return false;
  const uint64_t Bits = DL.getTypeSizeInBits(Scalar);
  return Bits % 8 == 0 &&
         DL.getTypeSizeInBits(Ty) == 8 * DL.getTypeStoreSize(Ty);
}

static bool mayConvert(const StoreInst &S) {
  const unsigned Space = S.getPointerAddressSpace();
  return S.isSimple() && (Space == GenericSpace || Space == GlobalSpace) &&
         !S.hasMetadata(LLVMContext::MD_nontemporal) &&
         isPlainType(S.getValueOperand()->getType(), S.getDataLayout());
}

static uint64_t bytesOf(const Instruction &I) {
  return I.getDataLayout().getTypeStoreSize(getLoadStoreType(&I));
}

namespace {

class StoreFinder {
public:
  StoreFinder(Function &F, FunctionAnalysisManager &AM, const Target &T)
      : F(F), AM(AM), T(T),
        Strides(AM.getResult<LoopAnalysis>(F), F.getDataLayout()) {}
  FoundStores run();

private:
  void collect(BasicBlock &BB);
  void take(const Contiguity &C, const ContiguousRun &R,
            AccessBetween &Between);
  void setPieces(StoreGroup &G, const ContiguousRun &R) const;

  Function &F;
  FunctionAnalysisManager &AM;
  const Target &T;
  LaneStride Strides;
  SmallVector<Instruction *, 16> Candidates; ///< In the order of the function.
  FoundStores Found;
};

} // namespace

/// Stores of BB that may fill a structure together.
void StoreFinder::collect(BasicBlock &BB) {
  struct Class {
    uint64_t Bytes = 0;
    bool IsMany = false;
  };
  SmallVector<StoreInst *, 16> Stores;
  for (Instruction &I : BB)
    if (auto *S = dyn_cast<StoreInst>(&I); S && mayConvert(*S))
      Stores.push_back(S);
  uint64_t All = 0;
  for (StoreInst *S : Stores)
    All += bytesOf(*S);
  if (All < 4 * MinStructureWords)
    return;
  SmallDenseMap<int64_t, Class> Classes;
  SmallVector<int64_t, 16> StrideOf;
  for (StoreInst *S : Stores) {
    const int64_t Stride = Strides.of(S->getPointerOperand()).value_or(0);
    StrideOf.push_back(Stride);
    Class &C = Classes[Stride];
    C.IsMany |= C.Bytes != 0 || !isPowerOf2_64(bytesOf(*S));
    C.Bytes += bytesOf(*S);
  }
  for (auto [S, Stride] : zip_equal(Stores, StrideOf))
    if (Stride % 4 == 0 && Stride >= 4 * int64_t(MinStructureWords) &&
        Stride <= 4 * int64_t(MaxStructureWords) && Classes[Stride].IsMany &&
        Classes[Stride].Bytes >= uint64_t(Stride))
      Candidates.push_back(S);
}

namespace {
enum class Memory { Global, Unknown, Other };
} // namespace

/// The host knows no address of a thread's stack, nor of shared memory.
static bool isFromHost(const LoadInst &L) {
  const Value *From = getUnderlyingObject(L.getPointerOperand(), 0);
  if (L.getPointerAddressSpace() == ConstantSpace ||
      From->getType()->getPointerAddressSpace() == ConstantSpace)
    return true;
  auto *A = dyn_cast<Argument>(From);
  return A && A->hasPointeeInMemoryValueAttr() && A->onlyReadsMemory();
}

static Memory memoryOf(const Value &Object) {
  if (Object.getType()->isPointerTy()) {
    const unsigned Space = Object.getType()->getPointerAddressSpace();
    if (Space != GenericSpace)
      return Space == GlobalSpace ? Memory::Global : Memory::Other;
  }
  if (isa<AllocaInst>(Object))
    return Memory::Other;
  if (auto *A = dyn_cast<Argument>(&Object))
    return A->hasPointeeInMemoryValueAttr() ? Memory::Other : Memory::Global;
  auto *L = dyn_cast<LoadInst>(&Object);
  return L && isFromHost(*L) ? Memory::Global : Memory::Unknown;
}

/// The memory that the pointer is to; unknown if it may be global and other.
static Memory memoryAt(const Value &Pointer) {
  if (Pointer.getType()->getPointerAddressSpace() == GlobalSpace)
    return Memory::Global;
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(&Pointer, Objects, nullptr, /*MaxLookup=*/0);
  std::optional<Memory> All;
  for (const Value *O : Objects) {
    const Memory M = memoryOf(*O);
    All = !All || *All == M ? M : Memory::Unknown;
  }
  return All.value_or(Memory::Unknown);
}

/// On AMD, accesses of up to 16 bytes need to be aligned to 4 only, and LLVM
/// joins neighbours of any number of words.
void StoreFinder::setPieces(StoreGroup &G, const ContiguousRun &R) const {
  if (T.M.CutsUnaligned || G.Alignment < 4) {
    G.Pieces.assign(R.Pieces.begin(), R.Pieces.end());
    return;
  }
  for (uint64_t Left = G.Bytes; Left;) {
    G.Pieces.push_back(std::min<uint64_t>(Left, 16));
    Left -= G.Pieces.back();
  }
}

void StoreFinder::take(const Contiguity &C, const ContiguousRun &R,
                       AccessBetween &Between) {
  StoreGroup G;
  G.Bytes = R.Bytes;
  SmallVector<Instruction *, 16> All;
  for (unsigned A : R.Accesses) {
    const ContiguousAccess &Access = C.accesses()[A];
    G.Parts.push_back({cast<StoreInst>(Access.I), Access.Offset});
    All.push_back(Access.I);
  }
  if (Strides.of(G.base()) != int64_t(G.Bytes))
    return;
  G.Last = G.Parts.front().I;
  for (const StoreGroup::Part &P : G.Parts)
    if (G.Last->comesBefore(P.I))
      G.Last = P.I;
  G.Alignment = R.Residue ? R.Residue & -R.Residue : R.Align;
  setPieces(G, R);
  const Memory Space = memoryAt(*G.base());
  if (Space == Memory::Other)
    return;
  G.MayBeElsewhere = Space == Memory::Unknown;
  if (const BetweenFacts Facts = Between.look(All); Facts.InTheWay) {
    Found.Missed.push_back({G.Last, "InTheWay",
                            "the instruction between them may access the same "
                            "memory, or may not return",
                            Facts.InTheWay});
    return;
  }
  Found.Groups.push_back(std::move(G));
}

FoundStores StoreFinder::run() {
  for (BasicBlock &BB : F)
    collect(BB);
  if (Candidates.empty())
    return {};
  Contiguity C(bitFormsContext(F, AM, /*AboutThreads=*/false), Candidates);
  AccessBetween Between(C, AM.getResult<AAManager>(F));
  for (const ContiguousRun &R : C.runs())
    if (R.hasFixedOrder() && !R.Accesses.empty() && R.Bytes % 4 == 0 &&
        R.Bytes >= 4 * MinStructureWords && R.Bytes <= 4 * MaxStructureWords)
      take(C, R, Between);
  DenseMap<const Instruction *, unsigned> PlaceOf;
  for (auto [Place, I] : enumerate(Candidates))
    PlaceOf[I] = Place;
  llvm::sort(Found.Groups, [&](const StoreGroup &A, const StoreGroup &B) {
    return PlaceOf.lookup(A.Last) < PlaceOf.lookup(B.Last);
  });
  return std::move(Found);
}

FoundStores f2layout::findStoreGroups(Function &F, FunctionAnalysisManager &AM,
                                      const Target &T) {
  return StoreFinder(F, AM, T).run();
}

bool f2layout::mayStoreStructures(const Function &F) {
  return any_of(F, [](const BasicBlock &BB) {
    uint64_t Bytes = 0;
    for (const Instruction &I : BB)
      if (auto *S = dyn_cast<StoreInst>(&I); S && mayConvert(*S))
        Bytes += bytesOf(*S);
    return Bytes >= 4 * MinStructureWords;
  });
}
