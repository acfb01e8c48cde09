//===- Plan.cpp - Plans as text -------------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/Plan.h"
#include "layouts/plan/LaneFunctions.h"
#include "layouts/plan/PlanSteps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

StringRef f2layout::routeName(Route By) {
  switch (By) {
  case Route::Nothing:
    return "nothing";
  case Route::Rename:
    return "rename";
  case Route::Shuffle:
    return "shuffle";
  case Route::Shared:
    return "shared";
  case Route::Mixed:
    return "mixed";
  }
  return "?";
}

bool Plan::dependsOnWarp() const {
  return any_of(Steps, [](const Step &S) { return S.WarpBits || isAccess(S); });
}

static StringRef nameOf(Scope S) { return S == Scope::Warp ? "warp" : "block"; }

/// "lane ^ 5", or the table.
static void printLanes(ArrayRef<uint8_t> From, raw_ostream &OS) {
  if (isButterfly(From)) {
    OS << "lane ^ " << unsigned(From[0]);
    return;
  }
  OS << "lane of [";
  ListSeparator Comma(" ");
  for (uint8_t L : From)
    OS << Comma << unsigned(L);
  OS << "]";
}

static void printSelector(ArrayRef<uint16_t> Selector, raw_ostream &OS) {
  if (Selector.size() != 1)
    OS << "lane of [";
  ListSeparator Space(" ");
  for (uint16_t S : Selector)
    OS << Space << format("%04x", S);
  if (Selector.size() != 1)
    OS << "]";
}

/// "16 ^ t0*4 ^ t1*8": bit j of the thread contributes its column.
static void printAddress(const ThreadAddress &A, raw_ostream &OS) {
  OS << "[" << A.Constant;
  for (auto [J, Column] : enumerate(A.Columns))
    if (Column)
      OS << " ^ t" << J << "*" << Column;
  OS << "]";
}

/// ".x2.transposed ": the number of matrices, the length of their rows unless
/// it is 16 bytes, whether words are split, and into what unless halves.
static void printMatrices(const Step &S, raw_ostream &OS) {
  OS << ".x" << numMatrices(S);
  if (S.Tile.rowBytes() != 16)
    OS << ".b" << S.Tile.rowBytes() * 8;
  if (S.Tile.transposed())
    OS << (S.Tile.unitBits() == 0 ? ".transposed.b8" : ".transposed");
  OS << " ";
}

static void printStep(const Step &S, Word &Next, unsigned LaneBits,
                      raw_ostream &OS) {
  OS << "  ";
  switch (S.K) {
  case Step::Select:
    OS << "w" << Next++ << " = select(lane in 0x"
       << format_hex_no_prefix(S.Mask, LaneBits < 2 ? 1 : (1u << LaneBits) / 4,
                               true);
    if (S.WarpBits)
      OS << " ^ parity(thread & " << S.WarpBits << ")";
    OS << ", w" << S.A << ", w" << S.B << ")";
    break;
  case Step::Permute:
    OS << "w" << Next++ << " = permute(w" << S.A << ", w" << S.B << ", ";
    printSelector(S.Selector, OS);
    OS << ")";
    break;
  case Step::Shuffle:
    OS << "w" << Next++ << " = shuffle(w" << S.A << ", ";
    printLanes(S.FromLane, OS);
    OS << ")";
    break;
  case Step::Swap:
    OS << "w" << Next << ", w" << Next + 1 << " = swap(w" << S.A << ", w" << S.B
       << ", lane bit " << S.LaneBit << ")";
    Next += 2;
    break;
  case Step::Transpose:
    OS << "w" << Next++ << " = transpose(w" << S.A << ")";
    break;
  case Step::Store: {
    OS << "store.b" << S.Bytes * 8 << " ";
    printAddress(S.Address, OS);
    for (Word W : S.Words)
      OS << ", w" << W;
    if (S.Bytes < 4)
      OS << " byte " << S.FirstByte;
    break;
  }
  case Step::Load: {
    ListSeparator Comma;
    for (unsigned I = 0; I < S.Count; ++I)
      OS << Comma << "w" << Next++;
    OS << " = load.b" << S.Bytes * 8 << " ";
    printAddress(S.Address, OS);
    break;
  }
  case Step::StoreMatrix:
    OS << "storematrix";
    printMatrices(S, OS);
    printAddress(S.Address, OS);
    for (Word W : S.Words)
      OS << ", w" << W;
    break;
  case Step::LoadMatrix: {
    ListSeparator Comma;
    for (unsigned I = 0; I < S.Count; ++I)
      OS << Comma << "w" << Next++;
    OS << " = loadmatrix";
    printMatrices(S, OS);
    printAddress(S.Address, OS);
    break;
  }
  case Step::Barrier:
    OS << "barrier " << nameOf(S.Sync);
    break;
  }
  OS << "\n";
}

void Plan::print(raw_ostream &OS) const {
  OS << "plan " << routeName(By) << ", " << nameOf(Group) << ", " << ElementBits
     << " bits, " << (1u << LaneBits) << " lanes, " << NumInputs
     << " input words\n";
  Word Next = NumInputs;
  for (const Step &S : Steps)
    printStep(S, Next, LaneBits, OS);
  OS << "  outputs:";
  for (Word W : Outputs)
    OS << " w" << W;
  OS << "\n  cost: " << Cost.Shuffles << " shuffles, " << Cost.Selects
     << " selects, " << Cost.Permutes << " permutes";
  if (Cost.FreePermutes)
    OS << " (" << Cost.FreePermutes << " more rename elements)";
  OS << ", ";
  if (Cost.Packs || Cost.Unpacks)
    OS << Cost.Packs << " packs, " << Cost.Unpacks << " unpacks, ";
  if (Cost.Swaps)
    OS << Cost.Swaps << " swaps, ";
  if (Cost.Transposes)
    OS << Cost.Transposes << " transposes, ";
  OS << Cost.Stores << " stores, " << Cost.Loads << " loads, "
     << Cost.Wavefronts << " wavefronts, " << Cost.WarpBarriers
     << " warp barriers, " << Cost.BlockBarriers
     << " block barriers\n  clocks: " << format("%.2f", Cost.Clocks)
     << ", bound: " << format("%.2f", BoundClocks) << "\n";
  if (ScratchBytes)
    OS << "  scratch: " << ScratchBytes << " bytes, aligned to " << ScratchAlign
       << "\n";
}
