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
  // What is accessed of a row at a time, by one lane or by neighbours.
  const unsigned Beside = Piece == 16 ? 1 : A.IsAcross ? 8 : 4;
  const unsigned InRow = A.rowBytes() / Piece;
  // Elements that one lane holds of rows side by side.
  const unsigned Step = !A.IsAcross || Piece == 16 ? 1
                        : A.IsSum                  ? 2
                                                   : 4 / A.ElementBytes;
  SmallVector<unsigned, 32> RowsInOrder;
  for (unsigned Block = 0; Block < A.Rows; Block += 4 * Step)
    for (unsigned First = 0; First < Step; ++First)
      for (unsigned Row = Block + First;
           Row < std::min(Block + 4 * Step, A.Rows); Row += Step)
        RowsInOrder.push_back(Row);
  std::vector<RuntimeStride> All;
  std::vector<std::pair<unsigned, unsigned>> Order; // row and piece
  for (unsigned First = 0; First < InRow; First += Beside)
    for (unsigned Row : RowsInOrder)
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
