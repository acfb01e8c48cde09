//===- InlineAsmMemory.cpp - Memory accesses in inline assembly -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/assembly/InlineAsm.h"
#include "tools/f2sim/nvptx/Nvptx.h"
#include "tools/f2sim/nvptx/PtxFloat.h"

using namespace llvm;

namespace f2layout::sim {

//===----------------------------------------------------------------------===//
// Semantics
//===----------------------------------------------------------------------===//

/// What an atomic operation computes.
enum AtomicOp : int64_t {
  AtomicAdd,
  AtomicAnd,
  AtomicOr,
  AtomicXor,
  AtomicMin,
  AtomicMax,
  AtomicExchange,
};

static bool definedAddress(Exec &E) {
  if (E.stateOf(0) < Undef)
    return true;
  E.M.fault(Problem::Undefined, &E.T, &E.I, "address is undefined");
  return false;
}

static void loadAsm(Exec &E) {
  if (definedAddress(E))
    E.M.load(E.T, E.I, E.I.AS, E.intOp(0) + E.I.Offset, E.I.DstSize, E.I.Align,
             E.I.Atomic, E.dst());
}

static void storeAsm(Exec &E) {
  if (!definedAddress(E))
    return;
  uint8_t D[32], S[32];
  Origin O[32];
  Bytes B{D, S, O};
  unsigned Size = 0;
  for (unsigned K = 1; K < E.I.Ops.size(); ++K) {
    copyBytes(B + Size, E.op(K), E.I.Ops[K].Size);
    Size += E.I.Ops[K].Size;
  }
  E.M.store(E.T, E.I, E.I.AS, E.intOp(0) + E.I.Offset, Size, E.I.Align,
            E.I.Atomic, B);
}

/// The bits of Imm of an atomic operation, above the operation.
enum AtomicOrder : int64_t { Acquires = 16, Releases = 32 };

/// PTX ISA 9.7.13.8 atom: "the floating-point operation .add operates with
/// .rn; .noftz preserves subnormals".
static uint64_t atomicResult(int64_t Imm, PtxType T, uint64_t X, uint64_t Y) {
  const unsigned W = T.Bytes * 8;
  const bool Less = T.Signed ? signExtend(X, W) < signExtend(Y, W) : X < Y;
  switch (Imm & 15) {
  case AtomicAdd:
    return T.FK == FloatKind::None
               ? X + Y
               : computePtxFloat(PtxFloatOp::Add, T.FK, PtxMode(), X, Y, 0);
  case AtomicAnd:
    return X & Y;
  case AtomicOr:
    return X | Y;
  case AtomicXor:
    return X ^ Y;
  case AtomicMin:
    return Less ? X : Y;
  case AtomicMax:
    return Less ? Y : X;
  default:
    return Y;
  }
}

/// Each element of the word at an address becomes the result of the operation.
static void atomicAsm(Exec &E) {
  if (!definedAddress(E))
    return;
  const Inst &I = E.I;
  const uint64_t Addr = E.intOp(0) + I.Offset;
  const unsigned Size = I.Bytes * I.Count;
  E.M.Races.Time.atomicAccess(E.T.Linear, Addr, true, true, I.Imm & Acquires,
                              I.Imm & Releases);
  PtxType T;
  T.FK = I.FK;
  T.Bytes = I.Bytes;
  T.Signed = I.Sub;
  uint8_t OldD[16], OldS[16], NewD[16], NewS[16];
  Origin OldO[16], NewO[16];
  Bytes Old{OldD, OldS, OldO}, New{NewD, NewS, NewO};
  if (!E.M.load(E.T, I, I.AS, Addr, Size, I.Align, /*Atomic=*/true, Old))
    return;
  for (unsigned K = 0; K < I.Count; ++K) {
    Bytes A = Old + K * I.Bytes, B = E.op(1) + K * I.Bytes;
    const uint64_t X = readInt(A.D, I.Bytes), Y = readInt(B.D, I.Bytes);
    const uint64_t R = atomicResult(I.Imm, T, X, Y);
    std::memcpy(New.D + K * I.Bytes, &R, I.Bytes);
    setMeta(New + K * I.Bytes, I.Bytes,
            worst(worstState(A.S, I.Bytes), worstState(B.S, I.Bytes)),
            E.origin(true));
  }
  if (E.M.store(E.T, I, I.AS, Addr, Size, I.Align, /*Atomic=*/true, New) &&
      I.DstSize)
    copyBytes(E.dst(), Old, Size);
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

namespace {

/// The parts of the name of an access, but for the operation.
struct AccessName {
  unsigned AS = 0;
  unsigned Count = 1;
  bool Volatile = false;
  std::optional<PtxType> Type;
};

} // namespace

/// PTX ISA 9.7.9.1, cache operators: they change no value.
static bool isCacheHint(StringRef Part) {
  for (const char *Hint :
       {"weak", "ca", "cg", "cs", "lu", "cv", "nc", "wb", "wt",
        "L1::evict_normal", "L1::evict_unchanged", "L1::evict_first",
        "L1::evict_last", "L1::no_allocate", "L2::64B", "L2::128B", "L2::256B"})
    if (Part == Hint)
      return true;
  return false;
}

static bool isSpace(StringRef Part, unsigned &AS) {
  if (Part == "shared" || Part == "shared::cta")
    AS = 3;
  else if (Part == "global")
    AS = 1;
  else
    return false;
  return true;
}

/// [.volatile].space[.hints][.v2|.v4].type
static std::optional<AccessName> parseAccess(StringRef Name) {
  AccessName A;
  SmallVector<StringRef, 8> Parts;
  Name.split(Parts, '.');
  A.Type = parsePtxType(Parts.pop_back_val());
  if (!A.Type || A.Type->Count != 1)
    return std::nullopt;
  for (StringRef Part : Parts) {
    if (isSpace(Part, A.AS) || isCacheHint(Part))
      continue;
    if (Part == "volatile")
      A.Volatile = true;
    else if (Part == "v2" || Part == "v4")
      A.Count = Part == "v2" ? 2 : 4;
    else
      return std::nullopt;
  }
  return A;
}

/// ld and st, PTX ISA 9.7.9.8, 9.7.9.11
bool AsmExpander::access(StringRef Name, Texts Args) {
  bool Load = Name.consume_front("ld.");
  if (!Load && !Name.consume_front("st."))
    return false;
  const std::optional<AccessName> A = parseAccess(Name);
  if (!A || Args.size() != 2)
    return false;
  const unsigned Each = A->Type->Bytes;
  Inst D = fresh(Op::Lane);
  D.AS = A->AS;
  D.Atomic = A->Volatile;
  D.Align = Each * A->Count;
  auto Data = vectorElements(Args[Load ? 0 : 1]);
  if (Data.size() != A->Count || !address(Args[Load ? 1 : 0], D))
    return false;
  if (Load) {
    if (!targets(Data, Each, D))
      return false;
    onLane(D, loadAsm);
    return emit(std::move(D));
  }
  for (StringRef T : Data) {
    Operand In;
    if (!source(T, Each, In))
      return false;
    D.Ops.push_back(In);
  }
  onLane(D, storeAsm);
  return emit(std::move(D));
}

/// atom[.order][.scope][.space].op[.noftz].type d, [a], b; red, without d.
bool AsmExpander::atomic(StringRef Name, Texts Args) {
  static constexpr std::pair<StringLiteral, AtomicOp> Operations[] = {
      {"add", AtomicAdd},      {"and", AtomicAnd}, {"or", AtomicOr},
      {"xor", AtomicXor},      {"min", AtomicMin}, {"max", AtomicMax},
      {"exch", AtomicExchange}};
  const bool Returns = Name.consume_front("atom.");
  if ((!Returns && !Name.consume_front("red.")) ||
      Args.size() != (Returns ? 3u : 2u))
    return false;
  SmallVector<StringRef, 8> Parts;
  Name.split(Parts, '.');
  const std::optional<PtxType> T = parsePtxType(Parts.pop_back_val());
  Inst D = fresh(Op::Lane);
  std::optional<int64_t> What;
  int64_t Order = 0;
  bool KeepsSubnormals = false;
  for (StringRef Part : Parts) {
    if (isSpace(Part, D.AS) || Part == "relaxed" || Part == "cta" ||
        Part == "gpu" || Part == "sys")
      continue;
    const auto *Found =
        find_if(Operations, [&](const auto &Row) { return Row.first == Part; });
    if (Found != std::end(Operations))
      What = Found->second;
    else if (Part == "acquire")
      Order |= Acquires;
    else if (Part == "release")
      Order |= Releases;
    else if (Part == "acq_rel")
      Order |= Acquires | Releases;
    else if (Part == "noftz")
      KeepsSubnormals = true;
    else
      return false;
  }
  // Whether subnormals of f32 are flushed depends on where the word is.
  if (!T || !What || T->Bytes > 8 ||
      (T->FK != FloatKind::None) != KeepsSubnormals ||
      (T->FK != FloatKind::None && *What != AtomicAdd))
    return false;
  Operand In;
  if ((Returns && !target(Args[0], T->size(), D)) ||
      !address(Args[Returns ? 1 : 0], D) || !source(Args.back(), T->size(), In))
    return false;
  D.Ops.push_back(In);
  D.FK = T->FK;
  D.Bytes = T->Bytes;
  D.Count = T->Count;
  D.Align = T->size();
  D.Sub = T->Signed;
  onLane(D, atomicAsm, *What | Order);
  return emit(std::move(D));
}

} // namespace f2layout::sim
