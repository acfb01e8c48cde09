//===- NvptxAsync.cpp - cp.async ------------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.7.9.25.3, cp.async.
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/nvptx/Nvptx.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace f2layout::sim {

/// Reads what the copy stores: Filled bytes, and zeros.
static bool readCopy(Exec &E, const PendingCopy &C, Bytes To) {
  return !C.Filled ||
         E.M.load(E.T, *C.I, C.FromAS, C.From, C.Filled, C.Size, false, To);
}

/// The copy is done when the thread waits for it; until then the destination
/// keeps its old contents.
static void issueCopy(Exec &E) {
  const uint32_t Size = E.I.Imm & CopySize;
  unsigned Operands = E.I.Ops.size();
  if (E.I.Imm & CopyGuarded) {
    // Without the copy, its operands do not matter.
    --Operands;
    if (E.stateOf(Operands) < Undef &&
        (E.intOp(Operands) != 0) == bool(E.I.Imm & CopyNegated))
      return;
  }
  uint32_t Filled = Operands > 2 ? std::min<uint64_t>(E.intOp(2), Size) : Size;
  if (E.worstOf() >= Undef)
    return E.M.fault(Problem::Undefined, &E.T, &E.I, "undefined operand");
  PendingCopy C{E.intOp(1), E.intOp(0), E.I.ToAS, Size, Filled, &E.I};
  uint8_t D[16] = {}, S[16] = {};
  Origin O[16] = {};
  Bytes B{D, S, O};
  if (!readCopy(E, C, B) || !E.M.beginCopy(E.T, *C.I, C.I->AS, C.To, C.Size, B))
    return;
  if (E.T.Copies.empty())
    E.T.Copies.emplace_back();
  E.T.Copies.back().push_back(C);
}

static void commitCopies(Exec &E) {
  if (E.T.Copies.empty())
    E.T.Copies.emplace_back();
  E.T.Copies.emplace_back();
}

/// wait_group N: all but the N youngest committed groups are complete.
static void waitCopies(Exec &E) {
  auto &Groups = E.T.Copies;
  bool All = E.I.Imm;
  size_t Committed = Groups.empty() ? 0 : Groups.size() - 1;
  uint64_t Keep = All ? 0 : E.intOp(0);
  size_t Done = All ? Groups.size() : Committed > Keep ? Committed - Keep : 0;
  for (size_t G = 0; G < Done; ++G)
    for (const PendingCopy &C : Groups[G]) {
      uint8_t D[16] = {}, S[16] = {};
      Origin O[16] = {};
      Bytes B{D, S, O};
      if (!readCopy(E, C, B) || !E.M.store(E.T, *C.I, C.I->AS, C.To, C.Size,
                                           C.Size, false, B, Touch::Copied))
        return;
    }
  Groups.erase(Groups.begin(), Groups.begin() + Done);
}

bool decodeAsync(Inst &D, AsyncOp What, int64_t Size) {
  switch (What) {
  case AsyncOp::Copy:
    return onLane(D, issueCopy, Size);
  case AsyncOp::Commit:
    return onLane(D, commitCopies);
  case AsyncOp::Wait:
    return onLane(D, waitCopies, 0);
  case AsyncOp::WaitAll:
    return onLane(D, waitCopies, 1);
  }
  return false;
}

bool decodeNvptxAsync(Inst &D, const CallBase &CB) {
  StringRef N = CB.getCalledFunction()->getName();
  if (!N.consume_front("llvm.nvvm.cp.async."))
    return false;
  if (N == "commit.group")
    return decodeAsync(D, AsyncOp::Commit, 0);
  if (N == "wait.group")
    return decodeAsync(D, AsyncOp::Wait, 0);
  if (N == "wait.all")
    return decodeAsync(D, AsyncOp::WaitAll, 0);
  if (!N.consume_front("ca.shared.global.") &&
      !N.consume_front("cg.shared.global."))
    return false;
  int64_t Size = N.starts_with("16")  ? 16
                 : N.starts_with("8") ? 8
                 : N.starts_with("4") ? 4
                                      : 0;
  if (!Size)
    return false;
  D.AS = CB.getArgOperand(0)->getType()->getPointerAddressSpace();
  D.ToAS = CB.getArgOperand(1)->getType()->getPointerAddressSpace();
  return decodeAsync(D, AsyncOp::Copy, Size);
}

} // namespace f2layout::sim
