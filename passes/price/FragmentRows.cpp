//===- FragmentRows.cpp - The rows that WMMA's fragments touch ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/price/FragmentRows.h"
#include "intrinsics/AddressSpaces.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;
using namespace f2layout;

static constexpr unsigned Lanes = 32;

/// "m16n16k16": the three numbers.
static bool consumeShape(StringRef &Name, unsigned &M, unsigned &N,
                         unsigned &K) {
  return Name.consume_front("m") && !Name.consumeInteger(10, M) &&
         Name.consume_front("n") && !Name.consumeInteger(10, N) &&
         Name.consume_front("k") && !Name.consumeInteger(10, K);
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
  if (!ByRows)
    std::swap(A.Rows, A.Columns);
  A.ElementBytes = StringSwitch<unsigned>(Name)
                       .Cases({"s8", "u8"}, 1)
                       .Cases({"f16", "bf16"}, 2)
                       .Cases({"f32", "s32", "tf32"}, 4)
                       .Default(0);
  A.Distance = Call.getArgOperand(Call.arg_size() - 1);
  A.Array =
      dyn_cast<GlobalVariable>(getUnderlyingObject(Call.getArgOperand(0)));
  if (!A.ElementBytes || !A.Array ||
      A.Array->getAddressSpace() != SharedSpace ||
      A.Columns * A.ElementBytes % A.pieceBytes())
    return std::nullopt;
  return A;
}

std::vector<RuntimeStride> FragmentAccess::pieces() const {
  const unsigned Piece = pieceBytes();
  // Pieces of a group of eight rows that are accessed at a time: a column of
  // rows of 16 bytes, or four pieces of 8 side by side.
  const unsigned Beside = Piece == 16 ? 1 : 4;
  const unsigned InRow = Columns * ElementBytes / Piece;
  std::vector<RuntimeStride> All;
  std::vector<std::pair<unsigned, unsigned>> Order; // row and piece
  for (unsigned First = 0; First < InRow; First += Beside)
    for (unsigned Row = 0; Row < Rows; ++Row)
      for (unsigned P = First; P < std::min(First + Beside, InRow); ++P)
        Order.push_back({Row, P});
  for (size_t At = 0; At < Order.size(); At += Lanes) {
    RuntimeStride S;
    S.Of = Distance;
    S.Multiple = 16 / ElementBytes;
    for (size_t Lane = At; Lane < std::min(At + Lanes, Order.size()); ++Lane) {
      S.Times.push_back(Order[Lane].first * ElementBytes);
      S.Added.push_back(Order[Lane].second * Piece);
    }
    All.push_back(std::move(S));
  }
  return All;
}
