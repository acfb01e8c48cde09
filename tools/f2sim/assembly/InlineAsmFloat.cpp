//===- InlineAsmFloat.cpp - Floating point in inline assembly -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arithmetic, comparisons and conversions that cuda_fp16.h and cuda_bf16.h
// are written in, and those of f64 that CUB's reductions are. An instruction is
// a name, modifiers and one or two types:
//
//   fma .rn.relu .bf16x2          set.gtu .ftz .f16x2.f16x2
//
// A modifier or type that is not known makes the statement unknown.
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/assembly/InlineAsm.h"
#include "tools/f2sim/nvptx/Nvptx.h"
#include "tools/f2sim/nvptx/PtxFloat.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace f2layout::sim {

//===----------------------------------------------------------------------===//
// Semantics
//===----------------------------------------------------------------------===//

namespace {

/// The operands of element K: their bits, and the state and data of all.
struct Inputs {
  uint64_t V[3] = {};
  State S = Defined;
  bool Data = false;

  Inputs(const Exec &E, unsigned K, unsigned Size) {
    for (unsigned N = 0; N < E.I.Ops.size(); ++N) {
      Bytes B = E.op(N) + K * Size;
      V[N] = readInt(B.D, Size);
      S = worst(S, worstState(B.S, Size));
      Data |= fromData(B.O, Size);
    }
  }
};

} // namespace

static void arithmetic(Exec &E) {
  const PtxMode Mode = PtxMode::decode(E.I.Imm);
  const unsigned N = E.I.Bytes;
  for (unsigned K = 0; K < E.I.Count; ++K) {
    const Inputs In(E, K, N);
    const uint64_t R = computePtxFloat(PtxFloatOp(E.I.Sub), E.I.FK, Mode,
                                       In.V[0], In.V[1], In.V[2]);
    E.put(K * N, R, N, In.S, In.Data);
  }
}

/// PTX ISA 9.7.6.1 set: "writes 1.0 for floating-point destination types, and
/// 0xffffffff for integer ones" if it holds; for operands of two halves and an
/// integer destination 0xffff for each.
static void setIf(Exec &E) {
  const PtxMode Mode = PtxMode::decode(E.I.Imm);
  const FloatKind To = E.I.DstFK;
  const uint64_t True = To == FloatKind::None     ? ~0ull
                        : To == FloatKind::Half   ? 0x3c00
                        : To == FloatKind::BFloat ? 0x3f80
                                                  : 0x3f800000;
  const unsigned N = E.I.DstBytes;
  for (unsigned K = 0; K < E.I.Count; ++K) {
    const Inputs In(E, K, E.I.Bytes);
    const bool Holds = comparePtxFloat(PtxCompare(E.I.Sub), E.I.FK, Mode.Flush,
                                       In.V[0], In.V[1]);
    E.put(K * N, Holds ? True & lowMask(N * 8) : 0, N, In.S, In.Data);
  }
}

static void setPredicate(Exec &E) {
  const Inputs In(E, 0, E.I.Bytes);
  const bool Holds =
      comparePtxFloat(PtxCompare(E.I.Sub), E.I.FK,
                      PtxMode::decode(E.I.Imm).Flush, In.V[0], In.V[1]);
  E.put(0, Holds, 1, In.S, In.Data);
}

/// The sign of an integer type follows the mode in Imm: 1 << 32 of the operand,
/// 1 << 33 of the result.
static void convertOne(Exec &E) {
  const PtxMode Mode = PtxMode::decode(E.I.Imm & 0xffffffff);
  PtxType From, To;
  From.FK = E.I.FK;
  From.Bytes = E.I.Bytes;
  From.Signed = E.I.Imm >> 32 & 1;
  To.FK = E.I.DstFK;
  To.Bytes = E.I.DstBytes;
  To.Signed = E.I.Imm >> 33 & 1;
  uint64_t R = convertPtx(From, To, Mode, E.intOp(0));
  // "If the destination register is wider than the type, the value is zero- or
  // sign-extended to it."
  if (To.Signed)
    R = uint64_t(signExtend(R, To.Bytes * 8));
  E.put(0, R & lowMask(E.I.DstSize * 8), E.I.DstSize, E.stateOf(0),
        E.dataIn(0));
}

static void convertTf32(Exec &E) {
  const uint64_t R = roundToTf32(E.intOp(0), PtxMode::decode(E.I.Imm));
  E.put(0, R, 4, E.stateOf(0), E.dataIn(0));
}

/// The half of the same value as an 8-bit float: a NaN becomes 0x7fff, as
/// cuda_fp8.hpp has it.
static uint64_t halfOfFloat8(unsigned B, bool IsE5M2) {
  const unsigned Sign = (B & 0x80) << 8, Rest = B & 0x7f;
  if (IsE5M2)
    return Rest > 0x7c ? 0x7fff : B << 8;
  if (Rest == 0x7f)
    return 0x7fff;
  if (Rest & 0x78)
    return Sign | ((Rest << 7) + (8 << 10));
  if (!Rest)
    return Sign;
  // Rest * 2^-9: the highest bit of the three is implied.
  const unsigned High = Log2_32(Rest);
  return Sign | (High + 6) << 10 | ((Rest << (10 - High)) & 0x3ff);
}

/// PTX ISA 9.7.9.21: "each 8-bit float is converted to a half".
static void widenFloat8(Exec &E) {
  for (unsigned K = 0; K < 2; ++K)
    E.put(K * 2, halfOfFloat8(E.intOp(0) >> 8 * K & 0xff, E.I.Imm), 2,
          E.stateOf(0), E.dataIn(0));
}

/// Concatenates the operands.
static void concatenate(Exec &E) {
  unsigned At = 0;
  for (unsigned K = 0; K < E.I.Ops.size(); ++K) {
    copyBytes(E.dst() + At, E.op(K), E.I.Ops[K].Size);
    At += E.I.Ops[K].Size;
  }
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// Takes the last part off the name as a type.
static std::optional<PtxType> takeType(SmallVectorImpl<StringRef> &Parts) {
  if (Parts.empty())
    return std::nullopt;
  std::optional<PtxType> T = parsePtxType(Parts.back());
  if (T)
    Parts.pop_back();
  return T;
}

/// Takes all parts from First on as modifiers.
static bool takeModes(ArrayRef<StringRef> Parts, PtxMode &Mode) {
  return all_of(Parts, [&](StringRef Part) { return Mode.take(Part); });
}

/// PTX ISA 9.7.3 to 9.7.4: arithmetic on f16, bf16, f32 and f64. An add without
/// a rounding mode may be fused with a mul by ptxas; here it never is.
bool AsmExpander::floating(StringRef Name, Texts Args) {
  SmallVector<StringRef, 6> Parts;
  Name.split(Parts, '.');
  const PtxFloatRow *Row = findPtxFloat(Parts.front());
  const std::optional<PtxType> T = takeType(Parts);
  PtxMode Mode;
  if (!Row || !T || T->FK == FloatKind::None ||
      !takeModes(ArrayRef(Parts).drop_front(), Mode) || Mode.ToIntegral ||
      Args.size() != Row->Operands + 1)
    return false;
  // f64 has roundings and no other modifier.
  if (T->FK == FloatKind::Double &&
      (Mode.Flush || Mode.Saturate || Mode.Relu || Mode.NaN || Mode.Approx))
    return false;
  if (Row->Approximate != Mode.Approx ||
      (Row->Op == PtxFloatOp::Fma && !Mode.HasRound))
    return false;
  Inst D = fresh(Op::Lane);
  if (!target(Args[0], T->size(), D))
    return false;
  for (StringRef Arg : Args.drop_front()) {
    Operand In;
    if (!source(Arg, T->size(), In))
      return false;
    D.Ops.push_back(In);
  }
  D.FK = D.DstFK = T->FK;
  D.Bytes = D.DstBytes = T->Bytes;
  D.Count = T->Count;
  D.Sub = uint8_t(Row->Op);
  onLane(D, arithmetic, Mode.encode());
  return emit(std::move(D));
}

/// selp.type d, a, b, p
bool AsmExpander::select(StringRef Type, Texts Args) {
  const unsigned Size = ptxTypeBytes(Type);
  Inst D = fresh(Op::Select);
  Operand A, B, P;
  if (!Size || Args.size() != 4 || !target(Args[0], Size, D) ||
      !source(Args[1], Size, A) || !source(Args[2], Size, B) ||
      !sizeOf(Args[3]) || !source(Args[3], 1, P))
    return false;
  D.Ops = {P, A, B};
  D.Bytes = D.DstBytes = Size;
  D.Bits = D.DstBits = Size * 8;
  return emit(std::move(D));
}

static CmpInst::Predicate integerPredicate(PtxCompare C, bool Signed) {
  switch (C) {
  case PtxCompare::Eq:
    return CmpInst::ICMP_EQ;
  case PtxCompare::Ne:
    return CmpInst::ICMP_NE;
  case PtxCompare::Lt:
    return Signed ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT;
  case PtxCompare::Le:
    return Signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE;
  case PtxCompare::Gt:
    return Signed ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT;
  case PtxCompare::Ge:
    return Signed ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE;
  default:
    return CmpInst::BAD_ICMP_PREDICATE;
  }
}

/// setp.cmp[.ftz].type p, a, b; set.cmp[.ftz].dtype.type d, a, b; selp.
bool AsmExpander::compare(StringRef Name, Texts Args) {
  SmallVector<StringRef, 6> Parts;
  Name.split(Parts, '.');
  if (Parts.front() == "selp" && Parts.size() == 2)
    return select(Parts.back(), Args);
  const bool ToPredicate = Parts.front() == "setp";
  if ((!ToPredicate && Parts.front() != "set") || Parts.size() < 3 ||
      Args.size() != 3)
    return false;
  const std::optional<PtxCompare> C = parsePtxCompare(Parts[1]);
  const std::optional<PtxType> T = takeType(Parts);
  const std::optional<PtxType> To =
      ToPredicate ? PtxType{FloatKind::None, 1, 1, false} : takeType(Parts);
  PtxMode Mode;
  if (!C || !T || !To || Parts.size() < 2 ||
      !takeModes(ArrayRef(Parts).drop_front(2), Mode))
    return false;
  Inst D = fresh(Op::Lane);
  Operand A, B;
  if (!target(Args[0], To->size(), D) || !source(Args[1], T->size(), A) ||
      !source(Args[2], T->size(), B))
    return false;
  D.Ops = {A, B};
  D.Sub = uint8_t(*C);
  D.FK = T->FK;
  D.Bytes = T->Bytes;
  D.Bits = T->Bytes * 8;
  if (T->FK == FloatKind::None) {
    const CmpInst::Predicate P = integerPredicate(*C, T->Signed);
    if (!ToPredicate || P == CmpInst::BAD_ICMP_PREDICATE)
      return false;
    D.Code = Op::ICmp;
    D.Sub = P;
    return emit(std::move(D));
  }
  if (ToPredicate) {
    if (T->Count != 1)
      return false;
    onLane(D, setPredicate, Mode.encode());
    return emit(std::move(D));
  }
  // One element of the result for each of the operands.
  if (To->size() % T->Count || To->FK == FloatKind::Double ||
      (To->FK != FloatKind::None && To->Count != T->Count))
    return false;
  D.DstFK = To->FK;
  D.DstBytes = To->size() / T->Count;
  D.Count = T->Count;
  onLane(D, setIf, Mode.encode());
  return emit(std::move(D));
}

/// "For .f16x2 and .bf16x2, a is converted to the upper half, b to the lower."
bool AsmExpander::convertPair(const PtxType &From, const PtxType &To,
                              const PtxMode &Mode, Texts Args) {
  Inst Pack = fresh(Op::Lane);
  if (Args.size() != 3 || From.FK != FloatKind::Float ||
      !target(Args[0], To.size(), Pack))
    return false;
  for (StringRef Arg : {Args[2], Args[1]}) {
    Inst D = fresh(Op::Lane);
    Operand In;
    if (!source(Arg, From.Bytes, In))
      return false;
    D.Ops = {In};
    D.Dst = NewSlot(To.Bytes);
    D.DstSize = D.DstBytes = To.Bytes;
    D.FK = From.FK;
    D.DstFK = To.FK;
    D.Bytes = From.Bytes;
    onLane(D, convertOne, Mode.encode());
    Pack.Ops.push_back({D.Dst, To.Bytes});
    emit(std::move(D));
  }
  onLane(Pack, concatenate);
  return emit(std::move(Pack));
}

/// cvt.rn.f16x2.e4m3x2, cvt.rn.f16x2.e5m2x2: two bytes become two halves.
bool AsmExpander::convertFloat8(bool IsE5M2, Texts Args) {
  Inst D = fresh(Op::Lane);
  Operand In;
  if (Args.size() != 2 || !source(Args[1], 2, In) || !target(Args[0], 4, D))
    return false;
  D.Ops = {In};
  onLane(D, widenFloat8, IsE5M2);
  return emit(std::move(D));
}

/// PTX ISA 9.7.9.21 cvt{.rnd}{.modifiers}.to.from
bool AsmExpander::convert(StringRef Name, Texts Args) {
  if (Name == "rn.f16x2.e4m3x2" || Name == "rn.f16x2.e5m2x2")
    return convertFloat8(Name.ends_with("e5m2x2"), Args);
  SmallVector<StringRef, 6> Parts;
  Name.split(Parts, '.');
  const std::optional<PtxType> From = takeType(Parts);
  const bool IsTf32 = !Parts.empty() && Parts.back() == "tf32";
  std::optional<PtxType> To = PtxType{FloatKind::Float, 4, 1, false};
  if (IsTf32)
    Parts.pop_back();
  else
    To = takeType(Parts);
  PtxMode Mode;
  if (!From || !To || !takeModes(Parts, Mode) || Mode.NaN || Mode.Approx ||
      From->Count != 1)
    return false;
  const bool FromInt = From->FK == FloatKind::None;
  const bool ToInt = To->FK == FloatKind::None;
  if (To->Count == 2)
    return Mode.HasRound && !Mode.ToIntegral &&
           convertPair(*From, *To, Mode, Args);
  Inst D = fresh(Op::Lane);
  Operand In;
  const unsigned Size = Args.empty() ? 0 : sizeOf(Args[0]);
  if (Args.size() != 2 || !source(Args[1], From->Bytes, In) ||
      Size < To->Bytes || (!ToInt && Size != To->Bytes) ||
      !target(Args[0], Size, D))
    return false;
  D.Ops = {In};
  D.FK = From->FK;
  D.DstFK = To->FK;
  D.Bytes = From->Bytes;
  D.Bits = From->Bytes * 8;
  D.DstBytes = To->Bytes;
  D.DstBits = To->Bytes * 8;
  if (IsTf32) {
    if (From->FK != FloatKind::Float || !Mode.HasRound || Mode.ToIntegral)
      return false;
    onLane(D, convertTf32, Mode.encode());
    return emit(std::move(D));
  }
  if (FromInt && ToInt) {
    if (Size != To->Bytes || Mode.encode() != 0)
      return false;
    D.Code = To->Bytes < From->Bytes    ? Op::Trunc
             : To->Bytes == From->Bytes ? Op::Move
             : From->Signed             ? Op::SExt
                                        : Op::ZExt;
    return emit(std::move(D));
  }
  // Integer rounding where the result is integral, floating-point rounding
  // where it may be inexact, none where it is exact.
  const bool Integral = ToInt || (From->FK == To->FK);
  const bool Inexact = FromInt || To->Bytes < From->Bytes ||
                       (To->Bytes == From->Bytes && From->FK != To->FK);
  if (Integral ? !Mode.ToIntegral : Mode.ToIntegral || Mode.HasRound != Inexact)
    return false;
  onLane(D, convertOne,
         Mode.encode() | int64_t(From->Signed) << 32 |
             int64_t(To->Signed) << 33);
  return emit(std::move(D));
}

} // namespace f2layout::sim
