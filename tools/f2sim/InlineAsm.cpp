//===- InlineAsm.cpp - The inline assembly that kernels contain -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One PTX instruction, matched by its text with $0, $1, ... for operands.
// Anything else is unsupported when it is run.
//
//   mov.u32 $0, %laneid;
//   movmatrix.sync.aligned.m8n8.trans.b16 $0, $1;
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/Nvptx.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace f2layout::sim {

static void special(Exec &E) {
  uint64_t V;
  if (!readSpecial(E.M, E.T, E.I.Text, V))
    return E.unsupported("special register %" + E.I.Text);
  E.putFree(V);
}

static void clock(Exec &E) {
  E.put(0, E.M.Steps, E.I.DstSize, Frozen, true);
}

/// PTX ISA 9.7.1.20 bfe: a field of `len` bits at `pos`, extended.
static void extractField(Exec &E) {
  unsigned W = E.I.DstBits;
  uint64_t A = E.intOp(0);
  unsigned Pos = E.intOp(1) & 255, Len = E.intOp(2) & 255;
  bool Signed = E.I.Imm;
  uint64_t V = Pos >= W ? 0 : A >> Pos;
  unsigned Have = Pos >= W ? 0 : W - Pos;
  unsigned Bits = std::min(Len, Have);
  // "the sign bit is that of the field, or the top bit of a if it goes beyond"
  unsigned SignAt = std::min(Pos + Len - (Len ? 1 : 0), W - 1);
  bool Sign = Signed && Len && (A >> SignAt & 1);
  V &= lowMask(Bits);
  if (Sign)
    V |= ~lowMask(Bits) & lowMask(W);
  if (!Bits)
    V = Sign ? lowMask(W) : 0;
  E.put(0, V, E.I.DstSize, E.worstOf(), E.anyData());
}

/// PTX ISA 9.7.1.21 bfi: the low `len` bits of a into b at `pos`.
static void insertField(Exec &E) {
  unsigned W = E.I.DstBits;
  uint64_t A = E.intOp(0), B = E.intOp(1);
  unsigned Pos = E.intOp(2) & 255, Len = E.intOp(3) & 255;
  uint64_t V = B;
  if (Pos < W && Len) {
    uint64_t M = lowMask(std::min(Len, W - Pos)) << Pos;
    V = (B & ~M) | ((A << Pos) & M);
  }
  // Whole bytes keep their origin.
  State S = E.worstOf();
  bool Fixed = !E.dataIn(2) && !E.dataIn(3) && S == Defined;
  E.put(0, V, E.I.DstSize, S, E.anyData());
  if (!Fixed || Pos % 8 || Len % 8 || Pos + Len > W)
    return;
  copyBytes(E.dst(), E.op(1), E.I.DstSize);
  copyBytes(E.dst() + Pos / 8, E.op(0), Len / 8);
}

static void convertShared(Exec &E) {
  // cvta.to.shared / cvta.shared, PTX ISA 9.7.9.20
  auto &Map = E.M.P.Memory;
  uint64_t A = E.intOp(0);
  uint64_t R = E.I.Imm ? Map.fromGeneric(3, A) : Map.toGeneric(3, A);
  E.put(0, R & lowMask(E.I.DstBits), E.I.DstSize, E.stateOf(0), E.dataIn(0));
}

static void loadShared(Exec &E) {
  if (E.stateOf(0) >= Undef)
    return E.M.fault(Problem::Undefined, &E.T, &E.I, "address is undefined");
  E.M.load(E.T, E.I, 3, E.intOp(0), E.I.DstSize, E.I.Imm, false, E.dst());
}

static void storeShared(Exec &E) {
  if (E.stateOf(0) >= Undef)
    return E.M.fault(Problem::Undefined, &E.T, &E.I, "address is undefined");
  // Operands 1.. are stored one after the other.
  unsigned Size = 0;
  uint8_t D[16], S[16];
  Origin O[16];
  Bytes B{D, S, O};
  for (unsigned K = 1; K < E.I.Ops.size(); ++K) {
    if (Size + E.I.Ops[K].Size > 16)
      return E.unsupported("wide store in inline assembly");
    copyBytes(B + Size, E.op(K), E.I.Ops[K].Size);
    Size += E.I.Ops[K].Size;
  }
  E.M.store(E.T, E.I, 3, E.intOp(0), Size, E.I.Imm, false, B);
}

/// `ld.shared.v4.b32 {$0,$1,$2,$3}, [$4];` and st.shared.
static bool decodeShared(Inst &D, StringRef Op, ArrayRef<StringRef> Args,
                         unsigned Outputs) {
  bool Load = Op.consume_front("ld.");
  if (!Load && !Op.consume_front("st."))
    return false;
  Op.consume_front("volatile.");
  if (!Op.consume_front("shared."))
    return false;
  unsigned Count = Op.consume_front("v2.") ? 2 : Op.consume_front("v4.") ? 4 : 1;
  unsigned Bits;
  if (Op.empty() || Op.drop_front().getAsInteger(10, Bits))
    return false;
  unsigned Each = Bits / 8;
  // All operands by plain number, in order; the address is the input 0.
  if (Args.size() != Count + 1)
    return false;
  for (unsigned K = 0; K < Args.size(); ++K) {
    unsigned Number = Load ? K : K;
    if (Args[K] != ("$" + Twine(Number)).str())
      return false;
  }
  D.Imm = Each * Count;
  if (Load) {
    if (Outputs != Count || D.DstSize != Each * Count || D.Ops.size() != 1)
      return false;
    return onLane(D, loadShared, D.Imm);
  }
  if (Outputs != 0 || D.Ops.size() != Count + 1)
    return false;
  for (unsigned K = 1; K < D.Ops.size(); ++K)
    if (D.Ops[K].Size != Each)
      return false;
  return onLane(D, storeShared, D.Imm);
}

/// Splits operands at commas, without brackets and spaces.
static SmallVector<StringRef, 16> operandsOf(StringRef Text,
                                             std::string &Storage) {
  Storage.clear();
  for (char C : Text)
    if (!StringRef(" \t{}[]").contains(C))
      Storage += C;
  SmallVector<StringRef, 16> Out;
  if (!Storage.empty())
    StringRef(Storage).split(Out, ',');
  return Out;
}

static bool isNumbered(ArrayRef<StringRef> Args) {
  for (unsigned K = 0; K < Args.size(); ++K)
    if (Args[K] != ("$" + Twine(K)).str())
      return false;
  return true;
}

bool decodeInlineAsm(Inst &D, const CallBase &CB) {
  auto *IA = cast<InlineAsm>(CB.getCalledOperand());
  unsigned Outputs = 0;
  for (const auto &C : IA->ParseConstraints()) {
    if (C.Type == InlineAsm::isOutput) {
      if (C.isIndirect)
        return false;
      ++Outputs;
    }
    // An input tied to an output would shift the operand numbers.
    if (C.Type == InlineAsm::isInput && C.hasMatchingInput())
      return false;
  }
  StringRef Text = StringRef(D.Text).trim();
  if (Text.starts_with("//") && !Text.contains('\n'))
    Text = "";
  if (Text.empty()) { // a compiler barrier
    if (Outputs == 0) {
      D.Code = Op::Nop;
      return true;
    }
    return false;
  }
  if (CB.getModule()->getTargetTriple().isAMDGPU())
    return false;
  Text.consume_front("{");
  Text = Text.trim();
  if (Text.ends_with("}") && Text.count('{') + 1 == Text.count('}'))
    Text = Text.drop_back().rtrim();
  if (!Text.consume_back(";") || Text.contains(';'))
    return false;
  auto [Name, Rest] = Text.split(' ');
  std::string Storage;
  auto Args = operandsOf(Rest, Storage);
  StringRef N = Name.trim();
  if (N.starts_with("mov.") && Args.size() == 2 && Args[0] == "$0" &&
      Args[1].starts_with("%") && Outputs == 1 && D.Ops.empty()) {
    std::string Register = Args[1].ltrim('%').str();
    D.Text = Register;
    if (StringRef(Register).starts_with("clock") ||
        StringRef(Register).starts_with("globaltimer"))
      return onLane(D, clock);
    return onLane(D, special);
  }
  if (decodeShared(D, N, Args, Outputs))
    return true;
  if (!isNumbered(Args))
    return false;
  size_t Inputs = D.Ops.size();
  bool OneOut = Outputs == 1 && Args.size() == Inputs + 1;
  if (N == "movmatrix.sync.aligned.m8n8.trans.b16" && OneOut && Inputs == 1 &&
      D.DstSize == 4 && D.Ops[0].Size == 4)
    return onMeet(D, moveMatrix, MeetRule::WholeWarp);
  if (N == "prmt.b32" && OneOut && Inputs == 3)
    return onLane(D, permute);
  if ((N == "bfe.u32" || N == "bfe.s32" || N == "bfe.u64" || N == "bfe.s64") &&
      OneOut && Inputs == 3)
    return onLane(D, extractField, N.contains(".s"));
  if ((N == "bfi.b32" || N == "bfi.b64") && OneOut && Inputs == 4)
    return onLane(D, insertField);
  if (N.starts_with("cvta.to.shared.") && OneOut && Inputs == 1)
    return onLane(D, convertShared, 1);
  if (N.starts_with("cvta.shared.") && OneOut && Inputs == 1)
    return onLane(D, convertShared, 0);
  if (N.consume_front("mma.sync.aligned.") && Outputs * 4 == D.DstSize &&
      Args.size() == Inputs + Outputs)
    return decodeMma(D, N);
  return false;
}

} // namespace f2layout::sim
