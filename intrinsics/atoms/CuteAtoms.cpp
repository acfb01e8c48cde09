//===- CuteAtoms.cpp - Instructions as CuTe describes them, checked -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/atoms/CuteAtoms.h"
#include "layouts/cute/CuteText.h"
#include "layouts/cute/Linear.h"
#include "layouts/families/Family.h"
#include "layouts/families/MatrixMoves.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <functional>

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static constexpr CuteAtom Table[] = {
#define F2_CUTE_MMA(Name, Atoms, M, N, K, Bits, OfA, OfB, OfC)                 \
  {Name, CuteOperand::A, M, K, Bits, Atoms, false, OfA, {}},                   \
      {Name, CuteOperand::B, N, K, Bits, Atoms, false, OfB, {}},               \
      {Name, CuteOperand::C, M, N, Bits, Atoms, false, OfC, {}},
#define F2_CUTE_WGMMA(Name, Which, Rows, Columns, Bits, Layout)                \
  {Name, CuteOperand::Which, Rows, Columns, Bits, 1, true, Layout, {}},
#define F2_CUTE_COPY(Name, From, To)                                           \
  {Name, CuteOperand::Source, 0, 1, 1, 1, false, From, To},                    \
      {Name, CuteOperand::Destination, 0, 1, 1, 1, false, To, From},
#include "intrinsics/atoms/CuteAtoms.def"
};

ArrayRef<CuteAtom> f2layout::cuteAtoms() { return Table; }

StringRef f2layout::nameOf(CuteOperand Operand) {
  switch (Operand) {
  case CuteOperand::A:
    return "A";
  case CuteOperand::B:
    return "B";
  case CuteOperand::C:
    return "C";
  case CuteOperand::Source:
    return "source";
  case CuteOperand::Destination:
    return "destination";
  }
  return "";
}

static bool isCopy(const CuteAtom &Atom) {
  return Atom.Operand == CuteOperand::Source ||
         Atom.Operand == CuteOperand::Destination;
}

//===----------------------------------------------------------------------===//
// Layouts of this library for the same instruction
//===----------------------------------------------------------------------===//

namespace {

/// The code at a thread and a value, or nothing if there is no layout.
using Codes = std::function<uint64_t(uint64_t Thread, uint64_t Value)>;

} // namespace

/// Flat numbers of a layout of registers, lanes and warps.
static uint64_t flatOf(const LinearLayout &L, uint64_t Thread, uint64_t Value) {
  auto At = [&](StringRef Name, uint64_t Index) {
    return Index << L.inputShift(Name).value_or(0);
  };
  uint64_t Flat = At("register", Value) | At("lane", Thread % 32);
  return L.inputShift("warp") ? Flat | At("warp", Thread / 32) : Flat;
}

static Codes operandCodes(const CuteAtom &Atom) {
  if (Atom.Bits > 64 || Atom.Rows < 8 || Atom.Name.starts_with("SM70") ||
      !isPowerOf2_32(Atom.Columns))
    return nullptr;
  MmaParams P;
  P.VersionMajor = Atom.Wgmma ? 3 : 2;
  P.WarpsPerCta = {Atom.Wgmma ? 4u : 1u, 1};
  bool Result = Atom.Operand == CuteOperand::C;
  unsigned M = Atom.Operand == CuteOperand::B ? 16 : Atom.Rows;
  P.InstrShape = {M, 8};
  if (Atom.Wgmma)
    P.InstrShape = {16, Result ? Atom.Columns : 8, 16};
  Expected<LinearLayout> L = LinearLayout();
  uint64_t Rows = Atom.Rows, Columns = Atom.Columns;
  if (Result) {
    L = mmaLayout(P, {Rows, Columns});
  } else {
    DotOperandParams Dot;
    Dot.OpIdx = Atom.Operand == CuteOperand::B;
    Dot.KWidth = std::max(1u, 32 / Atom.Bits);
    SmallVector<uint64_t> Shape = {Rows, Columns};
    if (Dot.OpIdx == 1)
      Shape = {Columns, Rows};
    L = mmaOperandLayout(P, Dot, Shape);
  }
  if (!L) {
    consumeError(L.takeError());
    return nullptr;
  }
  bool Turned = Atom.Operand == CuteOperand::B;
  return [Map = *L, Rows, Turned](uint64_t Thread, uint64_t Value) {
    LayoutPoint P = Map.point(Map.applyFlat(flatOf(Map, Thread, Value)));
    return Turned ? P[1] + Rows * P[0] : P[0] + Rows * P[1];
  };
}

/// The matrix move of a copy, or nothing.
static std::optional<MatrixMoveParams> moveOf(StringRef Name) {
  MatrixMoveParams P;
  P.Trans = Name.ends_with("_T");
  // U16x8: eight elements of 16 bits a lane, two for each matrix.
  auto CountAfter = [&](StringRef Prefix, unsigned Each) {
    StringRef Rest = Name.split(Prefix).second;
    unsigned Elements = 0;
    Rest.consumeInteger(10, Elements);
    return Elements / Each;
  };
  if (Name.contains("_DU8x16_x")) {
    P.Shape = MatrixMoveShape::M8N16;
    P.ElementBits = 8;
    P.Count = CountAfter("_DU8x16_x", 1);
  } else if (Name.contains("_U8x") && Name.contains("LDSM")) {
    P.Shape = MatrixMoveShape::M16N16;
    P.ElementBits = 8;
    P.Count = CountAfter("_U8x", 8);
  } else if (Name.contains("_U8x")) {
    P.Shape = MatrixMoveShape::M16N8;
    P.ElementBits = 8;
    P.Count = CountAfter("_U8x", 4);
  } else if (Name.contains("_U16x")) {
    P.Count = CountAfter("_U16x", 2);
  } else if (Name.contains("_U32x")) {
    P.Count = CountAfter("_U32x", 1);
  } else {
    return std::nullopt;
  }
  return P;
}

/// Bits of rows of 16 bytes that a lane points at, or that its registers hold.
static Codes copyCodes(const CuteAtom &Atom) {
  std::optional<MatrixMoveParams> P = moveOf(Atom.Name);
  if (!P)
    return nullptr;
  bool Movmatrix = Atom.Name.contains("MOVM");
  bool Loads = Atom.Name.contains("LDSM");
  bool InRegisters =
      Movmatrix || (Atom.Operand == CuteOperand::Destination) == Loads;
  // movmatrix takes the plain pattern and gives the transposed one.
  if (Movmatrix)
    P->Trans = Atom.Operand == CuteOperand::Destination;
  Expected<LinearLayout> L = matrixMoveLayout(*P);
  if (!L) {
    consumeError(L.takeError());
    return nullptr;
  }
  // Threads may point at rows in any order; these point at 128 bits each.
  Expected<cute::Layout> Other = cute::parseLayout(Atom.Other);
  Expected<cute::Layout> Own = cute::parseLayout(Atom.Layout);
  if (!Other || !Own) {
    consumeError(Other.takeError());
    consumeError(Own.takeError());
    return nullptr;
  }
  if (!InRegisters)
    return [L = *Own](uint64_t Thread, uint64_t Bit) {
      return uint64_t(L(int64_t(Thread))) + Bit;
    };
  uint64_t Bits = P->ElementBits;
  // After ldmatrix.m16n16 the atom exchanges bytes 2 and 3 of one register with
  // bytes 0 and 1 of the next: bits 1 and 2 of an element's number.
  bool Exchanged = P->Shape == MatrixMoveShape::M16N16;
  return [Map = *L, Bits, Movmatrix, Exchanged, Rows = *Other](uint64_t Thread,
                                                               uint64_t Bit) {
    uint64_t Element = Bit / Bits;
    if (Exchanged)
      Element =
          (Element & ~uint64_t(6)) | (Element & 2) << 1 | (Element & 4) >> 1;
    LayoutPoint P = Map.point(Map.applyFlat(flatOf(Map, Thread, Element)));
    uint64_t InRow = P[1] * Bits + Bit % Bits;
    if (Movmatrix)
      return P[0] * 128 + InRow;
    return uint64_t(Rows(int64_t(P[0] + Rows.mode(0).size() * InRow)));
  };
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static std::string placeText(uint64_t Thread, uint64_t Value) {
  return "thread " + utostr(Thread) + ", value " + utostr(Value);
}

static std::string codeText(const CuteAtom &Atom, uint64_t Code) {
  if (isCopy(Atom))
    return "bit " + utostr(Code);
  return "(" + utostr(Code % Atom.Rows) + "," + utostr(Code / Atom.Rows) + ")";
}

/// Every element has one place. Threads may point at the same row, and plain
/// threads (SM61) hold the same.
static void checkPlaces(const CuteAtom &Atom, const cute::Layout &L,
                        std::vector<std::string> &Faults) {
  uint64_t Threads = L.mode(0).size(), Values = L.mode(1).size();
  uint64_t Count =
      isCopy(Atom) ? L.cosize() : uint64_t(Atom.Rows) * Atom.Columns;
  std::vector<int64_t> Holder(Count, -1);
  bool Shared = isCopy(Atom);
  for (uint64_t I = 0; I < Threads * Values; ++I) {
    uint64_t Code = uint64_t(L(int64_t(I)));
    if (Code >= Count) {
      Faults.push_back(placeText(I % Threads, I / Threads) + " is at code " +
                       utostr(Code) + ", beyond the " + utostr(Count) +
                       " elements");
      return;
    }
    if (Holder[Code] >= 0 &&
        !(Shared && uint64_t(Holder[Code]) / Threads == I / Threads)) {
      uint64_t Other = uint64_t(Holder[Code]);
      Faults.push_back(placeText(Other % Threads, Other / Threads) + " and " +
                       placeText(I % Threads, I / Threads) + " are both at " +
                       codeText(Atom, Code));
      return;
    }
    Holder[Code] = int64_t(I);
  }
  for (uint64_t Code = 0; Code < Count; ++Code)
    if (Holder[Code] < 0) {
      Faults.push_back("no thread has " + codeText(Atom, Code));
      return;
    }
}

static void compare(const CuteAtom &Atom, const cute::Layout &L,
                    const Codes &Ours, std::vector<std::string> &Faults) {
  uint64_t Threads = L.mode(0).size(), Values = L.mode(1).size();
  for (uint64_t Value = 0; Value < Values; ++Value)
    for (uint64_t Thread = 0; Thread < Threads; ++Thread) {
      uint64_t Code = uint64_t(L(int64_t(Thread + Threads * Value)));
      uint64_t Wanted = Ours(Thread, Value);
      if (Code == Wanted)
        continue;
      Faults.push_back(placeText(Thread, Value) + " is at " +
                       codeText(Atom, Code) + ", expected " +
                       codeText(Atom, Wanted) + " as in the layout of " +
                       (isCopy(Atom) ? "matrix moves" : "the family mma"));
      return;
    }
}

AtomReport f2layout::checkAtom(const CuteAtom &Atom) {
  AtomReport Report;
  Expected<cute::ComposedLayout> C = cute::parseComposed(Atom.Layout);
  if (!C) {
    Report.Faults.push_back(toString(C.takeError()));
    return Report;
  }
  if (C->Inner.rank() != 2) {
    Report.Faults.push_back("rank " + utostr(C->Inner.rank()) +
                            ", expected threads and values");
    return Report;
  }
  Expected<cute::LinearForm> F = toLinear(*C, cute::CoordinateKind::Natural);
  Report.Linear = bool(F);
  if (!F)
    Report.Faults.push_back(toString(F.takeError()));
  checkPlaces(Atom, C->Inner, Report.Faults);
  if (Codes Ours = isCopy(Atom) ? copyCodes(Atom) : operandCodes(Atom)) {
    Report.Compared = true;
    compare(Atom, C->Inner, Ours, Report.Faults);
  }
  return Report;
}
