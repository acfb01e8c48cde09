//===- StatedVectors.cpp - Neighbours that LLVM will join -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/price/StatedVectors.h"
#include "compat/LLVMCompat.h"
#include "layouts/machine/Limits.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace f2layout;

static constexpr uint64_t WordBytes = 4;

namespace {

struct Access {
  const Instruction *I;
  int64_t Offset;
  uint64_t Bytes;
};

/// The accesses of one kind since the last call.
class Stretch {
public:
  explicit Stretch(std::vector<HoistedLoads> &Found) : Found(Found) {}
  void add(const Instruction &I);
  void end();

private:
  void join(SmallVectorImpl<Access> &Accesses);

  std::vector<HoistedLoads> &Found;
  /// By the value from which they are constants apart, loads (0) and stores.
  MapVector<std::pair<const Value *, unsigned>, SmallVector<Access, 4>> ByBase;
};

} // namespace

void Stretch::add(const Instruction &I) {
  const DataLayout &DL = I.getDataLayout();
  const TypeSize Bytes = DL.getTypeStoreSize(getLoadStoreType(&I));
  if (Bytes.isScalable() || Bytes.getFixedValue() < WordBytes ||
      Bytes.getFixedValue() >= MaxAccessBytes ||
      !has_single_bit(Bytes.getFixedValue()))
    return;
  const Value *P = getLoadStorePointerOperand(&I);
  APInt Offset(DL.getIndexTypeSizeInBits(P->getType()), 0);
  P = P->stripAndAccumulateConstantOffsets(DL, Offset,
                                           /*AllowNonInbounds=*/true);
  ByBase[{P, unsigned(isa<StoreInst>(I))}].push_back(
      {&I, Offset.getSExtValue(), Bytes.getFixedValue()});
}

void Stretch::join(SmallVectorImpl<Access> &Accesses) {
  llvm::stable_sort(Accesses, [](const Access &A, const Access &B) {
    return A.Offset < B.Offset;
  });
  auto Before = [](const Access &A, const Access &B) {
    return A.I->comesBefore(B.I);
  };
  ArrayRef<Access> Left = Accesses;
  while (Left.size() > 1) {
    const Access &First = Left.front();
    size_t Length = 1;
    while (Length < Left.size() && Left[Length].Bytes == First.Bytes &&
           Left[Length].Offset ==
               First.Offset + int64_t(Length * First.Bytes) &&
           (Length + 1) * First.Bytes <= MaxAccessBytes)
      ++Length;
    Length = bit_floor(Length);
    while (Length > 1 &&
           getLoadStoreAlignment(First.I).value() < Length * First.Bytes)
      Length /= 2;
    const ArrayRef<Access> Joined = Left.take_front(Length);
    Left = Left.drop_front(Length);
    if (Length == 1)
      continue;
    const bool AreStores = isa<StoreInst>(First.I);
    HoistedLoads H;
    H.At = (AreStores ? *max_element(Joined, Before)
                      : *min_element(Joined, Before))
               .I;
    for (const Access &A : Joined)
      if (A.I != H.At)
        (AreStores ? H.Stores : H.Loads).push_back(A.I);
    Found.push_back(std::move(H));
  }
}

void Stretch::end() {
  for (auto &[Base, Accesses] : ByBase)
    join(Accesses);
  ByBase.clear();
}

std::vector<HoistedLoads> f2layout::statedVectors(const Function &F) {
  std::vector<HoistedLoads> Found;
  Stretch Here(Found);
  for (const BasicBlock &BB : F) {
    for (const Instruction &I : BB) {
      auto *Load = dyn_cast<LoadInst>(&I);
      auto *Store = dyn_cast<StoreInst>(&I);
      if ((Load && Load->isSimple()) || (Store && Store->isSimple()))
        Here.add(I);
      else if (I.mayWriteToMemory() && !I.isDebugOrPseudoInst() &&
               !I.isLifetimeStartOrEnd())
        Here.end();
    }
    Here.end();
  }
  return Found;
}
