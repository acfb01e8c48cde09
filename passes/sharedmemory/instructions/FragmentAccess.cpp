//===- FragmentAccess.cpp - Loads and stores of WMMA fragments ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/sharedmemory/instructions/FragmentAccess.h"
#include "compat/LLVMCompat.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;
using namespace f2layout;

/// "m16n16k16": the three numbers.
static bool consumeShape(StringRef &Name, unsigned &M, unsigned &N,
                         unsigned &K) {
  return Name.consume_front("m") && !Name.consumeInteger(10, M) &&
         Name.consume_front("n") && !Name.consumeInteger(10, N) &&
         Name.consume_front("k") && !Name.consumeInteger(10, K);
}

/// Of what a load returns; of what a store has between its pointer and the
/// distance.
static unsigned laneBytes(const CallBase &Call) {
  const DataLayout &DL = Call.getDataLayout();
  if (!Call.getType()->isVoidTy())
    return DL.getTypeAllocSize(Call.getType());
  unsigned Bytes = 0;
  for (unsigned Arg = 1; Arg + 1 < Call.arg_size(); ++Arg)
    Bytes += DL.getTypeAllocSize(Call.getArgOperand(Arg)->getType());
  return Bytes;
}

std::optional<FragmentAccess> f2layout::fragmentOf(const CallBase &Call) {
  const Intrinsic::ID ID = Call.getIntrinsicID();
  if (ID == Intrinsic::not_intrinsic)
    return std::nullopt;
  StringRef Name = Intrinsic::getBaseName(ID);
  unsigned M = 0, N = 0, K = 0;
  if (!Name.consume_front("llvm.nvvm.wmma.") || !consumeShape(Name, M, N, K))
    return std::nullopt;
  FragmentAccess A;
  A.IsStore = Name.consume_front(".store.");
  if (!A.IsStore && !Name.consume_front(".load."))
    return std::nullopt;
  const char Matrix = Name.empty() ? 0 : Name.front();
  Name = Name.drop_front(1);
  const bool ByRows = Name.consume_front(".row.stride.");
  if (!ByRows && !Name.consume_front(".col.stride."))
    return std::nullopt;
  A.Rows = Matrix == 'b' ? K : M;
  A.Columns = Matrix == 'a' ? K : N;
  A.IsSum = Matrix != 'a' && Matrix != 'b';
  A.IsAcross = ByRows == (Matrix == 'b');
  if (!ByRows)
    std::swap(A.Rows, A.Columns);
  A.ElementBytes = compat::StringSwitch<unsigned>(Name)
                       .Cases({"s8", "u8"}, 1)
                       .Cases({"f16", "bf16"}, 2)
                       .Cases({"f32", "s32", "tf32"}, 4)
                       .Default(0);
  A.DistanceOperand = Call.arg_size() - 1;
  A.Distance = Call.getArgOperand(A.DistanceOperand);
  A.LaneBytes = laneBytes(Call);
  if (!A.ElementBytes || A.rowBytes() % A.pieceBytes() ||
      !isPowerOf2_32(A.LaneBytes))
    return std::nullopt;
  return A;
}

unsigned FragmentAccess::pieceBytes() const {
  // ldmatrix transposes elements of two bytes, and no others.
  if (ElementBytes == 2 || (ElementBytes == 1 && !IsAcross))
    return 16;
  return IsSum && !IsAcross ? 2 * ElementBytes : ElementBytes;
}

std::optional<uint32_t> FragmentAccess::distance() const {
  constexpr int64_t Largest = 1 << 20;
  auto *C = dyn_cast<ConstantInt>(Distance);
  if (!C || C->getSExtValue() <= 0 || C->getSExtValue() > Largest)
    return std::nullopt;
  return uint32_t(C->getZExtValue()) * ElementBytes;
}
