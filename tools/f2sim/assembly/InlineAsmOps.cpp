//===- InlineAsmOps.cpp - The PTX instructions of inline assembly ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/assembly/InlineAsm.h"
#include "tools/f2sim/machine/Scheduler.h"
#include "tools/f2sim/nvptx/Nvptx.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instruction.h"

using namespace llvm;

namespace f2layout::sim {

//===----------------------------------------------------------------------===//
// Semantics of the statements
//===----------------------------------------------------------------------===//

static void special(Exec &E) {
  uint64_t V;
  if (!readSpecial(E.M, E.T, E.I.Text, V))
    return E.unsupported("special register %" + E.I.Text);
  E.putFree(V);
}

static void clock(Exec &E) { E.put(0, E.M.Steps, E.I.DstSize, Frozen, true); }

/// mov.b64 d, {a, b}: concatenates the operands.
static void pack(Exec &E) {
  unsigned At = 0;
  for (unsigned K = 0; K < E.I.Ops.size(); ++K) {
    copyBytes(E.dst() + At, E.op(K), E.I.Ops[K].Size);
    At += E.I.Ops[K].Size;
  }
}

/// Extracts one register from a wider one, from byte Imm.
static void unpack(Exec &E) {
  copyBytes(E.dst(), E.op(0) + E.I.Imm, E.I.DstSize);
}

/// PTX ISA 9.7.1.20 bfe: "pos = b & 0xff; len = c & 0xff; the sign is bit
/// min(pos + len - 1, msb) of a; bits beyond the top of a are the sign".
static void extractField(Exec &E) {
  unsigned W = E.I.DstSize * 8;
  uint64_t A = E.intOp(0);
  unsigned Pos = E.intOp(1) & 255, Len = E.intOp(2) & 255;
  bool Sign = E.I.Imm && Len && (A >> std::min(Pos + Len - 1, W - 1) & 1);
  uint64_t V = 0;
  for (unsigned K = 0; K < W; ++K) {
    bool Bit = K < Len && Pos + K < W ? A >> (Pos + K) & 1 : Sign;
    V |= uint64_t(Bit) << K;
  }
  E.put(0, V, E.I.DstSize, E.worstOf(), E.anyData());
}

/// PTX ISA 9.7.1.21 bfi: "the low len bits of a into b, from bit pos".
static void insertField(Exec &E) {
  unsigned W = E.I.DstSize * 8;
  uint64_t A = E.intOp(0), V = E.intOp(1);
  unsigned Pos = E.intOp(2) & 255, Len = E.intOp(3) & 255;
  for (unsigned K = 0; K < Len && Pos + K < W; ++K) {
    uint64_t Bit = 1ull << (Pos + K);
    V = (V & ~Bit) | ((A >> K & 1) << (Pos + K));
  }
  State S = E.worstOf();
  E.put(0, V, E.I.DstSize, S, E.anyData());
  // Whole bytes keep their origins.
  bool Fixed = !E.dataIn(2) && !E.dataIn(3) && S == Defined;
  if (!Fixed || Pos % 8 || Len % 8 || Pos + Len > W)
    return;
  copyBytes(E.dst(), E.op(1), E.I.DstSize);
  copyBytes(E.dst() + Pos / 8, E.op(0), Len / 8);
}

/// PTX ISA 9.7.9.20 cvta: to generic (Imm 0) and back (Imm 1); AS says which.
static void convertAddress(Exec &E) {
  auto &Map = E.M.P.Memory;
  uint64_t A = E.intOp(0);
  uint64_t R = E.I.Imm ? Map.fromGeneric(E.I.AS, A) : Map.toGeneric(E.I.AS, A);
  E.put(0, R & lowMask(E.I.DstSize * 8), E.I.DstSize, E.stateOf(0),
        E.dataIn(0));
}

static void fenceBoth(Exec &E) {
  E.M.Races.Time.fence(E.T.Linear, true, true, 2);
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

bool AsmExpander::move(StringRef Type, Texts Args) {
  unsigned Size = ptxTypeBytes(Type);
  if (!Size || Args.size() != 2)
    return false;
  auto To = vectorElements(Args[0]), From = vectorElements(Args[1]);
  if (To.size() > 1) { // mov.b64 {a, b}, c
    Operand In;
    unsigned Each = Size / To.size();
    if (From.size() != 1 || !source(From[0], Size, In))
      return false;
    for (unsigned K = 0; K < To.size(); ++K) {
      Inst D = fresh(Op::Lane);
      D.Ops = {In};
      if (To[K] == "_")
        continue;
      if (!target(To[K], Each, D))
        return false;
      onLane(D, unpack, K * Each);
      emit(std::move(D));
    }
    return true;
  }
  Inst D = fresh(Op::Move);
  if (!target(Args[0], Size, D))
    return false;
  if (From.size() > 1) {
    for (StringRef F : From) {
      Operand In;
      if (!source(F, Size / From.size(), In))
        return false;
      D.Ops.push_back(In);
    }
    onLane(D, pack);
    return emit(std::move(D));
  }
  StringRef Register = From[0];
  if (Register.consume_front("%")) {
    Register.consume_front("%"); // as some front ends escape it
    D.Text = Register.str();
    bool Clock =
        Register.starts_with("clock") || Register.starts_with("globaltimer");
    onLane(D, Clock ? clock : special);
    return emit(std::move(D));
  }
  Operand In;
  if (!source(Register, Size, In))
    return false;
  D.Ops = {In};
  return emit(std::move(D));
}

bool AsmExpander::matrix(StringRef Name, Texts Args) {
  Inst D = fresh(Op::Meet);
  if (Name == "movmatrix.sync.aligned.m8n8.trans.b16") {
    Operand In;
    if (Args.size() != 2 || !target(Args[0], 4, D) || !source(Args[1], 4, In))
      return false;
    D.Ops = {In};
    onMeet(D, moveMatrix, MeetRule::WholeWarp);
    return emit(std::move(D));
  }
  if (Name.consume_front("mma.sync.aligned.")) {
    if (Args.size() != 4 || !targets(vectorElements(Args[0]), 4, D))
      return false;
    for (unsigned K = 1; K < 4; ++K)
      for (StringRef T : vectorElements(Args[K])) {
        Operand In;
        if (!source(T, 4, In))
          return false;
        D.Ops.push_back(In);
      }
    return decodeMma(D, Name) && emit(std::move(D));
  }
  std::optional<MatrixAccess> A = takeMatrixAccess(Name);
  if (!A || Name != "shared.b16" || Args.size() != 2 ||
      !address(Args[A->Load ? 1 : 0], D) || D.Offset != 0)
    return false;
  auto Data = vectorElements(Args[A->Load ? 0 : 1]);
  if (Data.size() != A->Count)
    return false;
  if (A->Load && !targets(Data, 4, D))
    return false;
  for (StringRef T : Data) {
    Operand In;
    if (A->Load)
      break;
    if (!source(T, 4, In))
      return false;
    D.Ops.push_back(In);
  }
  decodeMatrixAccess(D, *A, 3);
  return emit(std::move(D));
}

/// shfl.sync.mode.b32 d[|p], a, b, c, membermask
bool AsmExpander::exchange(StringRef Name, Texts Args) {
  ShuffleMode Mode;
  if (Name == "shfl.sync.up.b32")
    Mode = ShuffleMode::Up;
  else if (Name == "shfl.sync.down.b32")
    Mode = ShuffleMode::Down;
  else if (Name == "shfl.sync.bfly.b32")
    Mode = ShuffleMode::Bfly;
  else if (Name == "shfl.sync.idx.b32")
    Mode = ShuffleMode::Idx;
  else
    return false;
  Inst D = fresh(Op::Meet), Take = fresh(Op::Move), InRange = fresh(Op::Move);
  if (Args.size() != 5)
    return false;
  const auto [Result, Predicate] = Args[0].split('|');
  if (!target(Result.trim(), 4, Predicate.empty() ? D : Take) ||
      (!Predicate.empty() && !target(Predicate.trim(), 1, InRange)))
    return false;
  // Operands in the order of the intrinsic: mask, value, lane, clamp.
  for (unsigned K : {4, 1, 2, 3}) {
    Operand In;
    if (!source(Args[K], 4, In))
      return false;
    D.Ops.push_back(In);
  }
  if (Predicate.empty())
    return decodeShuffle(D, Mode) && emit(std::move(D));
  D.Dst = NewSlot(5);
  D.DstSize = 5;
  Take.Ops = {{D.Dst, 4}};
  InRange.Ops = {{D.Dst + Ref(4), 1}};
  return decodeShuffle(D, Mode) && emit(std::move(D)) &&
         emit(std::move(Take)) && emit(std::move(InRange));
}

/// bar[rier][.cta].{sync,arrive}[.aligned] a[, b]; bar.warp.sync mask; fences.
bool AsmExpander::barrier(StringRef Name, Texts Args) {
  if (Name == "bar.warp.sync") {
    Inst D = fresh(Op::Meet);
    Operand In;
    if (Args.size() != 1 || !source(Args[0], 4, In))
      return false;
    D.Ops = {In};
    decodeWarpBarrier(D);
    return emit(std::move(D));
  }
  // Between grids; there is only one.
  if (Name == "griddepcontrol.wait" ||
      Name == "griddepcontrol.launch_dependents")
    return Args.empty();
  if (Name.starts_with("membar.") || Name.starts_with("fence.acq_rel.") ||
      Name.starts_with("fence.sc.")) {
    if (!Args.empty())
      return false;
    Inst D = fresh(Op::Lane);
    onLane(D, fenceBoth);
    return emit(std::move(D));
  }
  // "bar.sync is equivalent to barrier.cta.sync.aligned"
  bool Aligned = Name.consume_front("bar.");
  if (!Aligned && !Name.consume_front("barrier."))
    return false;
  Name.consume_front("cta.");
  bool Arrive = Name.consume_front("arrive");
  if (!Arrive && !Name.consume_front("sync"))
    return false;
  Aligned |= Name.consume_front(".aligned");
  if (!Name.empty() || Args.empty() || Args.size() > 2)
    return false;
  Inst D = fresh(Op::Meet);
  for (StringRef T : Args) {
    Operand In;
    if (!source(T, 4, In))
      return false;
    D.Ops.push_back(In);
  }
  int64_t Bits = 0;
  if (Aligned)
    Bits |= BarAligned;
  if (Args.size() == 2)
    Bits |= BarCount;
  if (Arrive && Args.size() != 2)
    return false;
  if (Arrive)
    onLane(D, arriveAtBarrier, Bits);
  else
    onMeet(D, nullptr, MeetRule::Barrier, -1, Bits);
  return emit(std::move(D));
}

/// A number in the text, or a constant operand of the call.
bool AsmExpander::number(StringRef Text, int64_t &Number) const {
  auto It = Names.find(Text.str());
  if (It == Names.end())
    return !Text.getAsInteger(0, Number);
  if (It->second.R >= 0)
    return false;
  Number = readInt(P.Constants.D.data() + ~It->second.R, It->second.Size);
  return true;
}

/// cp.async.{ca,cg}.shared.global[.L2::cache_hint][.L2::128B]
///   [to], [from], size[, filled][, policy]
bool AsmExpander::copyAsync(StringRef Name, Texts Args, const Operand *Guard,
                            bool Negated) {
  if (!Name.consume_front("cp.async."))
    return false;
  Inst D = fresh(Op::Lane);
  if (Guard && !Name.starts_with("c")) // ca and cg, and commit_group
    return false;
  if (Name == "commit_group" && Args.empty() && !Guard)
    return decodeAsync(D, AsyncOp::Commit, 0) && emit(std::move(D));
  if (Name == "wait_all" && Args.empty())
    return decodeAsync(D, AsyncOp::WaitAll, 0) && emit(std::move(D));
  Operand In;
  int64_t Number;
  if (Name == "wait_group" && Args.size() == 1 && number(Args[0], Number) &&
      source(std::to_string(Number), 4, In)) {
    D.Ops = {In};
    return decodeAsync(D, AsyncOp::Wait, 0) && emit(std::move(D));
  }
  if (!Name.starts_with("ca.shared.global") &&
      !Name.starts_with("cg.shared.global") &&
      !Name.starts_with("ca.shared::cta.global") &&
      !Name.starts_with("cg.shared::cta.global"))
    return false;
  if (Args.size() < 3 || !address(Args[0], D) || D.Offset != 0 ||
      !address(Args[1], D) || D.Offset != 0)
    return false;
  if (Name.contains(".L2::cache_hint")) {
    if (sizeOf(Args.back()) != 8)
      return false;
    Args = Args.drop_back(); // It changes no data.
  }
  if (Args.size() < 3 || Args.size() > 4)
    return false;
  int64_t Size;
  if (!number(Args[2], Size))
    return false;
  if (Args.size() == 4) {
    // CUDA's own header states the constant in 64 bits.
    auto Filled = Names.find(Args[3].str());
    const bool IsLong = Filled != Names.end() && Filled->second.R < 0 &&
                        Filled->second.Size == 8;
    if (!source(Args[3], IsLong ? 8 : 4, In))
      return false;
    D.Ops.push_back(In);
  }
  D.AS = 3;
  D.ToAS = 1;
  if (Size != 4 && Size != 8 && Size != 16)
    return false;
  if (Guard) {
    D.Ops.push_back(*Guard);
    Size |= CopyGuarded | (Negated ? CopyNegated : 0);
  }
  return decodeAsync(D, AsyncOp::Copy, Size) && emit(std::move(D));
}

/// createpolicy.fractional.L2::evict_first.b64 q, 1.0: how the caches treat an
/// access, which changes no data.
bool AsmExpander::policy(StringRef Name, Texts Args) {
  Inst D = fresh(Op::Move);
  Operand Any;
  if (!Name.starts_with("createpolicy.fractional.L2::") || Args.empty() ||
      Args.size() > 2 || !target(Args[0], 8, D) || !source("0", 8, Any))
    return false;
  D.Ops = {Any};
  return emit(std::move(D));
}

bool AsmExpander::instruction(StringRef Name, Texts Args) {
  StringRef Rest = Name;
  if (Rest.consume_front("mov."))
    return move(Rest, Args);
  if (Rest.consume_front("cvt."))
    return convert(Rest, Args);
  if (Rest.consume_front("cvta.")) {
    Inst D = fresh(Op::Lane);
    bool To = Rest.consume_front("to.");
    D.AS = Rest.starts_with("shared")   ? 3
           : Rest.starts_with("local")  ? 5
           : Rest.starts_with("global") ? 1
                                        : 0;
    unsigned Size = ptxTypeBytes(Rest.rsplit('.').second);
    Operand In;
    if (!D.AS || !Size || Args.size() != 2 || !target(Args[0], Size, D) ||
        !source(Args[1], Size, In))
      return false;
    D.Ops = {In};
    onLane(D, convertAddress, To);
    return emit(std::move(D));
  }
  bool Bfe = Rest.consume_front("bfe."), Bfi = Rest.consume_front("bfi.");
  if (Bfe || Bfi || Name == "prmt.b32") {
    unsigned Size = Name == "prmt.b32" ? 4 : ptxTypeBytes(Rest);
    unsigned Wide = Bfe ? 1 : 2; // operands as wide as the result
    Inst D = fresh(Op::Lane);
    if (!Size || Args.size() != (Bfi ? 5u : 4u) || !target(Args[0], Size, D))
      return false;
    for (unsigned K = 1; K < Args.size(); ++K) {
      Operand In;
      if (!source(Args[K], K <= Wide ? Size : 4, In))
        return false;
      D.Ops.push_back(In);
    }
    onLane(D,
           Bfe   ? extractField
           : Bfi ? insertField
                 : permute,
           Bfe && Rest.starts_with("s"));
    return emit(std::move(D));
  }
  return floating(Name, Args) || compare(Name, Args) || access(Name, Args) ||
         atomic(Name, Args) || matrix(Name, Args) || exchange(Name, Args) ||
         barrier(Name, Args) || copyAsync(Name, Args) || policy(Name, Args) ||
         integer(Name, Args) || extended(Name, Args);
}

} // namespace f2layout::sim
