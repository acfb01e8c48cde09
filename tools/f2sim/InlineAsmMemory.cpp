//===- InlineAsmMemory.cpp - Memory accesses in inline assembly -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/InlineAsm.h"
#include "tools/f2sim/Nvptx.h"
#include "tools/f2sim/PtxFloat.h"

using namespace llvm;

namespace f2layout::sim {

//===----------------------------------------------------------------------===//
// Semantics
//===----------------------------------------------------------------------===//

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

/// PTX ISA 9.7.13.8 atom: "the floating-point operation .add operates with
/// .rn; .noftz preserves subnormals".
static void addAsm(Exec &E) {
  if (!definedAddress(E))
    return;
  const Inst &I = E.I;
  const uint64_t Addr = E.intOp(0) + I.Offset;
  const unsigned Size = I.Bytes * I.Count;
  E.M.UsedAtomics = true;
  E.M.Races.Time.atomicAccess(E.T.Linear, Addr, true, true, false, false);
  uint8_t OldD[16], OldS[16], NewD[16], NewS[16];
  Origin OldO[16], NewO[16];
  Bytes Old{OldD, OldS, OldO}, New{NewD, NewS, NewO};
  if (!E.M.load(E.T, I, I.AS, Addr, Size, I.Align, /*Atomic=*/true, Old))
    return;
  for (unsigned K = 0; K < I.Count; ++K) {
    Bytes A = Old + K * I.Bytes, B = E.op(1) + K * I.Bytes;
    const uint64_t X = readInt(A.D, I.Bytes), Y = readInt(B.D, I.Bytes);
    const uint64_t R =
        I.FK == FloatKind::None
            ? X + Y
            : computePtxFloat(PtxFloatOp::Add, I.FK, PtxMode(), X, Y, 0);
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

/// atom[.relaxed][.scope][.space].add[.noftz].type d, [a], b; red, without d.
bool AsmExpander::atomicAdd(StringRef Name, Texts Args) {
  const bool Returns = Name.consume_front("atom.");
  if ((!Returns && !Name.consume_front("red.")) ||
      Args.size() != (Returns ? 3u : 2u))
    return false;
  SmallVector<StringRef, 8> Parts;
  Name.split(Parts, '.');
  const std::optional<PtxType> T = parsePtxType(Parts.pop_back_val());
  Inst D = fresh(Op::Lane);
  bool Adds = false, KeepsSubnormals = false;
  for (StringRef Part : Parts) {
    if (isSpace(Part, D.AS) || Part == "relaxed" || Part == "cta" ||
        Part == "gpu" || Part == "sys")
      continue;
    if (Part == "add")
      Adds = true;
    else if (Part == "noftz")
      KeepsSubnormals = true;
    else
      return false;
  }
  // Whether subnormals of f32 are flushed depends on where the word is.
  if (!T || !Adds || T->Bytes > 8 ||
      (T->FK != FloatKind::None) != KeepsSubnormals)
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
  onLane(D, addAsm);
  return emit(std::move(D));
}

} // namespace f2layout::sim
