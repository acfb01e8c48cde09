//===- MatrixMoves.cpp - ldmatrix, stmatrix, movmatrix --------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/families/MatrixMoves.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace f2layout;

static constexpr unsigned Row = 0, Column = 1;

static Error fail(const Twine &Message) {
  return familyError("matrix move", Message);
}

static Error check(const MatrixMoveParams &P) {
  bool IsBytes = P.Shape != MatrixMoveShape::M8N8;
  bool MustTurn =
      P.Shape == MatrixMoveShape::M16N16 || P.Shape == MatrixMoveShape::M16N8;
  if (P.Shape == MatrixMoveShape::M16N16
          ? P.Count != 1 && P.Count != 2
          : P.Count != 1 && P.Count != 2 && P.Count != 4)
    return fail("count is " + Twine(P.Count) +
                ", expected 1, 2 or 4 (m16n16: "
                "1 or 2)");
  if (IsBytes && P.Trans != MustTurn)
    return fail(MustTurn ? "m16n16 and m16n8 exist with .trans only"
                         : "m8n16 exists without .trans only");
  if (IsBytes && P.ElementBits != 8)
    return fail("elements have " + Twine(P.ElementBits) +
                " bits, expected 8 for this shape");
  if (!is_contained({4u, 8u, 16u, 32u}, P.ElementBits) ||
      (P.Trans && P.ElementBits > 16))
    return fail("elements have " + Twine(P.ElementBits) +
                " bits, expected 4, 8, 16, or 32 without .trans");
  return Error::success();
}

/// Gives a lane 32 bits of a row.
static void plain(TileBuilder &T, unsigned ElementBits) {
  T.run("register", 32 / ElementBits, Column);
  T.run("lane", 4, Column);
  T.run("lane", 8, Row);
}

/// Gives a lane 16 bits of a row and 16 bits of the next one.
static void transposedPairs(TileBuilder &T, unsigned ElementBits) {
  T.run("register", 16 / ElementBits, Column);
  T.run("register", 2, Row);
  T.run("lane", 4, Row);
  T.run("lane", 8, Column);
}

/// Gives a lane neighbours of a column; the other half of the columns is in
/// further bytes.
static void transposedBytes(TileBuilder &T, unsigned Neighbours) {
  T.run("register", Neighbours, Row);
  T.run("lane", 4, Row);
  T.run("lane", 8, Column);
  T.run("register", 2, Column);
}

Expected<LinearLayout> f2layout::matrixMoveLayout(const MatrixMoveParams &P) {
  if (Error E = check(P))
    return E;
  TileBuilder T(2, {"register", "lane"});
  if (P.Shape == MatrixMoveShape::M16N16)
    transposedBytes(T, 4);
  else if (P.Shape == MatrixMoveShape::M16N8)
    transposedBytes(T, 2);
  else if (P.Trans)
    transposedPairs(T, P.ElementBits);
  else
    plain(T, P.ElementBits);
  T.run("register", P.Count, Row);
  return T.finish();
}
