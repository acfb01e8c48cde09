//===- FragmentRows.cpp - The rows that WMMA's fragments touch ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/price/FragmentRows.h"

using namespace llvm;
using namespace f2layout;

static constexpr unsigned Lanes = 32;

std::vector<RuntimeStride> f2layout::piecesOf(const FragmentAccess &A) {
  const unsigned Piece = A.pieceBytes();
  // Pieces of a group of eight rows that are accessed at a time: a column of
  // rows of 16 bytes, or four pieces of 8 side by side.
  const unsigned Beside = Piece == 16 ? 1 : 4;
  const unsigned InRow = A.rowBytes() / Piece;
  std::vector<RuntimeStride> All;
  std::vector<std::pair<unsigned, unsigned>> Order; // row and piece
  for (unsigned First = 0; First < InRow; First += Beside)
    for (unsigned Row = 0; Row < A.Rows; ++Row)
      for (unsigned P = First; P < std::min(First + Beside, InRow); ++P)
        Order.push_back({Row, P});
  for (size_t At = 0; At < Order.size(); At += Lanes) {
    RuntimeStride S;
    S.Of = A.Distance;
    S.Multiple = 16 / A.ElementBytes;
    for (size_t Lane = At; Lane < std::min(At + Lanes, Order.size()); ++Lane) {
      S.Times.push_back(Order[Lane].first * A.ElementBytes);
      S.Added.push_back(Order[Lane].second * Piece);
    }
    All.push_back(std::move(S));
  }
  return All;
}
