//===- InlineAsmInteger.cpp - Integer arithmetic in inline assembly -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/assembly/InlineAsm.h"
#include "tools/f2sim/nvptx/Nvptx.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instruction.h"

using namespace llvm;

namespace f2layout::sim {

//===----------------------------------------------------------------------===//
// Semantics
//===----------------------------------------------------------------------===//

/// PTX ISA 9.7.8.9, shl, and 9.7.8.10, shr: "shift amounts greater than the
/// register width N are clamped to N". Imm: shr, and of the sign.
static void shift(Exec &E) {
  const unsigned W = E.I.DstSize * 8;
  const uint64_t A = E.intOp(0), By = E.intOp(1);
  uint64_t R = 0;
  if (E.I.Imm == 0)
    R = By < W ? A << By : 0;
  else if (E.I.Imm == 1)
    R = By < W ? A >> By : 0;
  else
    R = uint64_t(signExtend(A, W) >> std::min<uint64_t>(By, W - 1));
  E.put(0, R & lowMask(W), E.I.DstSize, E.worstOf(), E.anyData());
  // Whole bytes keep their origins.
  if (E.I.Imm == 2 || By % 8 || By >= W || E.stateOf(1) != Defined ||
      E.dataIn(1))
    return;
  const unsigned N = E.I.DstSize - By / 8;
  if (E.I.Imm == 0)
    copyBytes(E.dst() + By / 8, E.op(0), N);
  else
    copyBytes(E.dst(), E.op(0) + By / 8, N);
}

/// PTX ISA 9.7.1.17 bfind: "the bit position of the most significant non-sign
/// bit; .shiftamt: the shift that would bring it to the highest position;
/// 0xffffffff if no such bit is found".
static void findBit(Exec &E) {
  const bool Signed = E.I.Imm & 1, IsShift = E.I.Imm & 2;
  const unsigned W = E.I.Ops[0].Size * 8;
  uint64_t A = E.intOp(0);
  if (Signed && A >> (W - 1) & 1)
    A = ~A & lowMask(W);
  const unsigned At = Log2_64(A);
  const uint64_t R = !A ? ~0ull : IsShift ? W - 1 - At : At;
  E.put(0, R & 0xffffffff, 4, E.stateOf(0), E.dataIn(0));
}

/// PTX ISA 9.7.1.22 bmsk: "a 32-bit mask starting from the bit position
/// specified in operand a, and of the width specified in operand b"; .clamp:
/// positions and widths above 31 are 32, .wrap: modulo 32. A mask that would
/// end behind bit 31 ends there. Imm: .clamp.
static void bitMask(Exec &E) {
  uint64_t A = E.intOp(0), B = E.intOp(1);
  if (E.I.Imm == 0) {
    A %= 32;
    B %= 32;
  }
  const uint64_t R = A < 32 ? lowMask(std::min<uint64_t>(B, 32)) << A : 0;
  E.put(0, R & 0xffffffff, 4, E.worstOf(), E.anyData());
}

/// PTX ISA 9.7.8.6 lop3: "the logical operation is defined by a look-up table",
/// the operation applied to 0xf0 for a, 0xcc for b and 0xaa for c. Imm: the
/// table.
static void lookUpBits(Exec &E) {
  const uint64_t A = E.intOp(0), B = E.intOp(1), C = E.intOp(2);
  uint64_t R = 0;
  for (unsigned Row = 0; Row < 8; ++Row)
    if (E.I.Imm >> Row & 1)
      R |= (Row & 4 ? A : ~A) & (Row & 2 ? B : ~B) & (Row & 1 ? C : ~C);
  E.put(0, R & 0xffffffff, 4, E.worstOf(), E.anyData());
}

/// PTX ISA 9.7.1.23 dp4a: "four-way byte dot product, accumulated in 32 bits".
static void dotBytes(Exec &E) {
  auto Byte = [&](unsigned N, unsigned K, bool Signed) {
    const uint64_t B = E.intOp(N) >> (8 * K) & 0xff;
    return Signed ? signExtend(B, 8) : int64_t(B);
  };
  int64_t Sum = int64_t(E.intOp(2));
  for (unsigned K = 0; K < 4; ++K)
    Sum += Byte(0, K, E.I.Imm & 1) * Byte(1, K, E.I.Imm & 2);
  const State S = E.worstOf();
  E.put(0, uint64_t(Sum) & 0xffffffff, 4, S, E.anyData());
}

__extension__ typedef unsigned __int128 Wide;

namespace {

/// The bits of Imm of an instruction of extended precision.
enum Extended : int64_t {
  Subtracts = 1,
  Multiplies = 2,
  TakesHigh = 4,
  IsSigned = 8,
  TakesCarry = 16,
};

} // namespace

/// PTX ISA 9.7.2, extended-precision arithmetic: the result, and behind it one
/// byte of the carry or borrow. Operands: a, b, for mad c, and the carry.
static void addWithCarry(Exec &E) {
  const int64_t Mode = E.I.Imm;
  const unsigned N = E.I.DstSize - 1, W = N * 8;
  unsigned Next = 0;
  uint64_t A = E.intOp(Next++), B = E.intOp(Next++);
  if (Mode & Multiplies) {
    Wide P = Wide(A) * B;
    if (Mode & IsSigned)
      P = Wide(__extension__(__int128)(signExtend(A, W))) *
          Wide(__extension__(__int128)(signExtend(B, W)));
    A = uint64_t(Mode & TakesHigh ? P >> W : P) & lowMask(W);
    B = E.intOp(Next++);
  }
  const Wide Carry = Mode & TakesCarry ? E.intOp(Next) & 1 : 0;
  const Wide R = Mode & Subtracts ? Wide(A) - B - Carry : Wide(A) + B + Carry;
  const State S = E.worstOf();
  E.put(0, uint64_t(R) & lowMask(W), N, S, E.anyData());
  E.put(N, uint64_t(R >> W) & 1, 1, S, E.anyData());
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// {add,addc,sub,subc}[.cc].type, {mad,madc}.{lo,hi}[.cc].type, mul.hi.type.
/// The condition code is a register of its own, which only ".cc" sets.
bool AsmExpander::extended(StringRef Name, Texts Args) {
  static const char *const Carry = "%cc";
  auto [Head, Type] = Name.rsplit('.');
  const std::optional<PtxType> T = parsePtxType(Type);
  if (!T || T->FK != FloatKind::None || Type[0] == 'b')
    return false;
  const bool SetsCarry = Head.consume_back(".cc");
  int64_t Mode = T->Signed ? int64_t(IsSigned) : 0;
  if (Head.consume_back(".hi"))
    Mode |= TakesHigh;
  const bool HasHalf = Mode & TakesHigh || Head.consume_back(".lo");
  if (Head == "mul" && Mode & TakesHigh && !SetsCarry)
    Mode |= Multiplies;
  else if (Head == "mad" || Head == "madc")
    Mode |= Multiplies;
  else if (Head == "sub" || Head == "subc")
    Mode |= Subtracts;
  else if (Head != "add" && Head != "addc")
    return false;
  if (Head.ends_with("c"))
    Mode |= TakesCarry;
  if (HasHalf != bool(Mode & Multiplies) ||
      Args.size() != (Head.starts_with("mad") ? 4u : 3u))
    return false;
  Inst D = fresh(Op::Lane), Take = fresh(Op::Move);
  const unsigned N = T->Bytes;
  if (!target(Args[0], N, Take))
    return false;
  Operand In;
  for (StringRef Arg : Args.drop_front()) {
    if (!source(Arg, N, In))
      return false;
    D.Ops.push_back(In);
  }
  if (Head == "mul") { // mul.hi is mad.hi of zero.
    if (!source("0", N, In))
      return false;
    D.Ops.push_back(In);
  }
  if (Mode & TakesCarry) {
    if (!sizeOf(Carry) || !source(Carry, 1, In)) // not set in this text
      return false;
    D.Ops.push_back(In);
  }
  D.Dst = NewSlot(N + 1);
  D.DstSize = N + 1;
  Take.Ops = {{D.Dst, N}};
  Inst Keep = fresh(Op::Move);
  Keep.Ops = {{D.Dst + Ref(N), 1}};
  onLane(D, addWithCarry, Mode);
  emit(std::move(D));
  emit(std::move(Take));
  if (!SetsCarry)
    return true;
  if (!sizeOf(Carry))
    Names[Carry] = {NewSlot(1), 1};
  return target(Carry, 1, Keep) && emit(std::move(Keep));
}

/// add, sub, mul.lo, and, or, xor, not, shl and shr of whole registers.
bool AsmExpander::integer(StringRef Name, Texts Args) {
  static const std::pair<const char *, unsigned> Table[] = {
      {"add", Instruction::Add},    {"sub", Instruction::Sub},
      {"mul.lo", Instruction::Mul}, {"and", Instruction::And},
      {"or", Instruction::Or},      {"xor", Instruction::Xor},
      {"not", Instruction::Xor}};
  auto [Head, Type] = Name.rsplit('.');
  const std::optional<PtxType> T = parsePtxType(Type);
  if (!T || T->FK != FloatKind::None)
    return false;
  const unsigned Size = T->Bytes;
  if (Head == "bfind" || Head == "bfind.shiftamt") {
    Inst D = fresh(Op::Lane);
    Operand A;
    if (Args.size() != 2 || !target(Args[0], 4, D) || !source(Args[1], Size, A))
      return false;
    D.Ops = {A};
    onLane(D, findBit, T->Signed | (Head.ends_with("shiftamt") ? 2 : 0));
    return emit(std::move(D));
  }
  if (Name == "bmsk.clamp.b32" || Name == "bmsk.wrap.b32") {
    Inst D = fresh(Op::Lane);
    Operand A, B;
    if (Args.size() != 3 || !target(Args[0], 4, D) || !source(Args[1], 4, A) ||
        !source(Args[2], 4, B))
      return false;
    D.Ops = {A, B};
    onLane(D, bitMask, Name == "bmsk.clamp.b32");
    return emit(std::move(D));
  }
  if (Name == "lop3.b32") {
    Inst D = fresh(Op::Lane);
    unsigned Table = 0;
    if (Args.size() != 5 || !target(Args[0], 4, D) ||
        Args[4].trim().getAsInteger(0, Table) || Table > 0xff)
      return false;
    for (StringRef Arg : Args.slice(1, 3)) {
      Operand In;
      if (!source(Arg, 4, In))
        return false;
      D.Ops.push_back(In);
    }
    onLane(D, lookUpBits, Table);
    return emit(std::move(D));
  }
  if (Head == "dp4a.u32" || Head == "dp4a.s32") {
    Inst D = fresh(Op::Lane);
    if (Args.size() != 4 || Size != 4 || !target(Args[0], 4, D))
      return false;
    for (StringRef Arg : Args.drop_front()) {
      Operand In;
      if (!source(Arg, 4, In))
        return false;
      D.Ops.push_back(In);
    }
    onLane(D, dotBytes, (Head == "dp4a.s32") | (T->Signed ? 2 : 0));
    return emit(std::move(D));
  }
  if (Head == "shl" || Head == "shr") {
    Inst D = fresh(Op::Lane);
    Operand A, By;
    if (Args.size() != 3 || !target(Args[0], Size, D) ||
        !source(Args[1], Size, A) || !source(Args[2], 4, By))
      return false;
    D.Ops = {A, By};
    onLane(D, shift, Head == "shl" ? 0 : T->Signed ? 2 : 1);
    return emit(std::move(D));
  }
  for (auto &[Text, Opcode] : Table) {
    if (Head != Text)
      continue;
    const bool Not = Head == "not";
    Inst D = fresh(Op::IntBinary);
    Operand A, B;
    if (Args.size() != (Not ? 2u : 3u) || !target(Args[0], Size, D) ||
        !source(Args[1], Size, A) || !source(Not ? "-1" : Args[2], Size, B))
      return false;
    D.Ops = {A, B};
    D.Sub = Opcode;
    D.Bytes = D.DstBytes = Size;
    D.Bits = D.DstBits = Size * 8;
    return emit(std::move(D));
  }
  return false;
}

} // namespace f2layout::sim
