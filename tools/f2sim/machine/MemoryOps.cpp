//===- MemoryOps.cpp - Loads, stores and atomics, with their checks -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/machine/Machine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Instructions.h"
#include <algorithm>
#include <cmath>

using namespace llvm;

namespace f2layout::sim {

static constexpr uint64_t MaxStack = 1 << 20;

uint64_t Machine::allocate(Thread &T, uint64_t Size, uint64_t Align) {
  uint64_t Base = alignTo(T.StackTop, std::max<uint64_t>(Align, 1));
  if (Size > MaxStack || Base + Size > MaxStack) {
    fault(Problem::Unsupported, &T, nullptr, "stack of more than 1 MiB");
    return 0;
  }
  T.StackTop = Base + Size;
  if (T.LD.size() < T.StackTop) {
    T.LD.resize(T.StackTop);
    T.LS.resize(T.StackTop);
    T.LO.resize(T.StackTop);
  }
  std::fill(T.LS.begin() + Base, T.LS.begin() + T.StackTop, Undef);
  return Base;
}

bool Machine::place(Thread &T, const Inst &I, unsigned AS, uint64_t Addr,
                    unsigned Size, uint64_t Align, bool Write, Place &Out) {
  StringRef What = Write ? "write of " : "read of ";
  if (Align > 1 && Addr % Align != 0) {
    fault(Problem::Misaligned, &T, &I,
          (What + Twine(Size) + " bytes promised aligned to " + Twine(Align) +
           " at " + P.Memory.describe(AS, Addr))
              .str());
    return false;
  }
  Out = P.Memory.find(AS, Addr, Size);
  if (Out.IsLocal && (Out.Offset < 16 || Out.Offset + Size > T.StackTop))
    Out = {};
  if (!Out.Obj && !Out.IsLocal) {
    fault(Problem::OutOfBounds, &T, &I,
          (What + Twine(Size) + " bytes at " + P.Memory.describe(AS, Addr))
              .str());
    return false;
  }
  if (Write && Out.Obj && Out.Obj->ReadOnly) {
    fault(Problem::OutOfBounds, &T, &I,
          "write to constant memory " + Out.Obj->Name);
    return false;
  }
  return true;
}

void Machine::checkRace(Thread &T, const Inst &I, MemObject &Obj,
                        uint64_t Offset, unsigned Size, Touch How, bool Atomic,
                        const Bytes *New) {
  RaceHit Hit;
  if (Obj.ReadOnly ||
      !Races.access(Obj, Offset, Size, T.Linear, I.Id, How, Atomic, New, Hit))
    return;
  auto Key = std::make_tuple(unsigned(Obj.Buffer), Hit.Inst, I.Id);
  auto It = SeenRaces.find(Key);
  if (It != SeenRaces.end()) {
    ++Findings[It->second].Count;
    return;
  }
  if (SeenRaces.size() >= 64)
    return;
  SeenRaces[Key] = Findings.size();
  const Inst *Other = P.inst(Hit.Inst);
  std::string Text = "byte " + utostr(Hit.Offset) + " of " + Obj.Name + ": " +
                     who(T, nullptr) +
                     (How == Touch::Read ? " reads at " : " writes at ") +
                     describe(I.I) + "\n    and " + threadName(Hit.Thread) +
                     (Hit.WasWrite ? " wrote at " : " read at ") +
                     describe(Other ? Other->I : nullptr) +
                     (Hit.WasCopy ? "\n    and has not waited for the copy"
                                  : "\n    with no barrier between");
  Findings.push_back({Problem::Race, Obj.Name, Text, 1});
}

/// The place in the program, from the innermost call outwards: the instruction
/// (I or the next one's call site) says how many loops are around it.
static InstancePlace placeOf(const Thread &T) {
  InstancePlace Place;
  for (const Frame &F : reverse(T.Frames)) {
    Place.append(F.Iterations.begin(), F.Iterations.end());
    if (F.CallSite)
      Place.push_back(F.CallSite->Id);
  }
  return Place;
}

void Machine::countBanks(const Thread &T, const Inst &I, uint64_t Addr,
                         unsigned Size, uint64_t Align, bool Store) {
  if (L.CountBanks)
    Banks.record(&I, placeOf(T), T.Linear, Addr, Size, Align, Store);
}

bool Machine::load(Thread &T, const Inst &I, unsigned AS, uint64_t Addr,
                   unsigned Size, uint64_t Align, bool Atomic, Bytes To) {
  Place At;
  if (!place(T, I, AS, Addr, Size, Align, false, At))
    return false;
  if (At.IsLocal) {
    copyBytes(To, Bytes{T.LD.data(), T.LS.data(), T.LO.data()} + At.Offset,
              Size);
    return true;
  }
  UsedAtomics |= Atomic;
  MemObject &Obj = *At.Obj;
  checkRace(T, I, Obj, At.Offset, Size, Touch::Read, Atomic, nullptr);
  Obj.load(At.Offset, To, Size);
  if (Obj.In == Space::Shared) {
    countBanks(T, I, Obj.Base + At.Offset, Size, Align, /*Store=*/false);
    if (worstState(To.S, Size) == Undef)
      for (unsigned K = 0; K < Size; ++K) {
        const ShadowPage *S = Obj.peekShadow(At.Offset + K);
        if (S && S->Cells[(At.Offset + K) % PageSize].WThread != ~0u)
          continue;
        note(Problem::UnwrittenRead, Obj.Name,
             "byte " + utostr(At.Offset + K) + " of " + Obj.Name +
                 ", which no thread wrote, read by " + who(T, &I));
        break;
      }
  }
  return true;
}

bool Machine::store(Thread &T, const Inst &I, unsigned AS, uint64_t Addr,
                    unsigned Size, uint64_t Align, bool Atomic, Bytes From,
                    Touch How) {
  Place At;
  if (!place(T, I, AS, Addr, Size, Align, true, At))
    return false;
  if (At.IsLocal) {
    copyBytes(Bytes{T.LD.data(), T.LS.data(), T.LO.data()} + At.Offset, From,
              Size);
    return true;
  }
  UsedAtomics |= Atomic;
  MemObject &Obj = *At.Obj;
  checkRace(T, I, Obj, At.Offset, Size, How, Atomic, &From);
  Obj.store(At.Offset, From, Size);
  if (Obj.In == Space::Shared && How != Touch::Copied) // See beginCopy.
    countBanks(T, I, Obj.Base + At.Offset, Size, Align, /*Store=*/true);
  return true;
}

bool Machine::beginCopy(Thread &T, const Inst &I, unsigned AS, uint64_t Addr,
                        unsigned Size, Bytes From) {
  Place At;
  if (!place(T, I, AS, Addr, Size, Size, true, At))
    return false;
  if (At.IsLocal)
    return true;
  checkRace(T, I, *At.Obj, At.Offset, Size, Touch::Copy, false, &From);
  if (At.Obj->In == Space::Shared)
    countBanks(T, I, At.Obj->Base + At.Offset, Size, Size, /*Store=*/true);
  return true;
}

/// Reads the address in operand 0, if the operand is a valid address.
static bool address(Exec &E, uint64_t &Addr) {
  if (E.stateOf(0) >= Undef) {
    E.M.fault(Problem::Undefined, &E.T, &E.I, "address is undefined");
    return false;
  }
  Addr = E.intOp(0);
  return true;
}

/// Atomics that order memory publish and acquire clocks.
static void noteOrder(Exec &E, uint64_t Addr, bool Reads, bool Writes) {
  if (!E.I.Atomic || !E.I.Order)
    return;
  E.M.Races.Time.atomicAccess(E.T.Linear, Addr, Reads, Writes,
                              Reads && (E.I.Order & 1),
                              Writes && (E.I.Order & 2));
}

static bool execLoad(Exec &E) {
  const Inst &I = E.I;
  uint64_t Addr;
  if (!address(E, Addr))
    return false;
  Bytes To = E.dst();
  noteOrder(E, Addr, /*Reads=*/true, /*Writes=*/false);
  if (I.Dense) {
    if (!E.M.load(E.T, I, I.AS, Addr, I.DstSize, I.Align, I.Atomic, To))
      return false;
  } else {
    for (const Leaf &L : I.Leaves) {
      if (!E.M.load(E.T, I, I.AS, Addr + L.Mem, L.Bytes,
                    MinAlign(I.Align, L.Mem), I.Atomic, To + L.Slot))
        return false;
      if (L.Bits % 8)
        To.D[L.Slot + L.Bytes - 1] &= (1u << (L.Bits % 8)) - 1;
    }
  }
  if (worstState(To.S, I.DstSize) == Poison)
    for (const Leaf &L : I.Leaves)
      if (worstState(To.S + L.Slot, L.Bytes) == Poison)
        std::memset(To.S + L.Slot, Poison, L.Bytes);
  return true;
}

static bool execStore(Exec &E) {
  const Inst &I = E.I;
  uint64_t Addr;
  if (!address(E, Addr))
    return false;
  Bytes From = E.op(1);
  noteOrder(E, Addr, /*Reads=*/false, /*Writes=*/true);
  if (I.Dense)
    return E.M.store(E.T, I, I.AS, Addr, I.Ops[1].Size, I.Align, I.Atomic,
                     From);
  for (const Leaf &L : I.Leaves)
    if (!E.M.store(E.T, I, I.AS, Addr + L.Mem, L.Bytes,
                   MinAlign(I.Align, L.Mem), I.Atomic, From + L.Slot))
      return false;
  return true;
}

/// Returns false for an operation that the simulator does not know.
static bool modify(const Inst &I, uint64_t Old, uint64_t V, uint64_t &New) {
  unsigned W = I.Bits;
  int64_t SOld = signExtend(Old, W), SV = signExtend(V, W);
  switch (I.Sub) {
  case AtomicRMWInst::Xchg:
    New = V;
    return true;
  case AtomicRMWInst::Add:
    New = Old + V;
    return true;
  case AtomicRMWInst::Sub:
    New = Old - V;
    return true;
  case AtomicRMWInst::And:
    New = Old & V;
    return true;
  case AtomicRMWInst::Nand:
    New = ~(Old & V);
    return true;
  case AtomicRMWInst::Or:
    New = Old | V;
    return true;
  case AtomicRMWInst::Xor:
    New = Old ^ V;
    return true;
  case AtomicRMWInst::Max:
    New = SOld > SV ? Old : V;
    return true;
  case AtomicRMWInst::Min:
    New = SOld < SV ? Old : V;
    return true;
  case AtomicRMWInst::UMax:
    New = std::max(Old, V);
    return true;
  case AtomicRMWInst::UMin:
    New = std::min(Old, V);
    return true;
  case AtomicRMWInst::UIncWrap:
    New = Old >= V ? 0 : Old + 1;
    return true;
  case AtomicRMWInst::UDecWrap:
    New = Old == 0 || Old > V ? V : Old - 1;
    return true;
  case AtomicRMWInst::FAdd:
  case AtomicRMWInst::FSub: {
    if (I.FK == FloatKind::None)
      return false;
    APFloat A = toAPFloat(Old, I.FK), B = toAPFloat(V, I.FK);
    if (I.Sub == AtomicRMWInst::FAdd)
      A.add(B, APFloat::rmNearestTiesToEven);
    else
      A.subtract(B, APFloat::rmNearestTiesToEven);
    New = A.isNaN() ? canonicalNaN(I.FK) : fromAPFloat(A);
    return true;
  }
  case AtomicRMWInst::FMax:
  case AtomicRMWInst::FMin: {
    if (I.FK == FloatKind::None)
      return false;
    double A = toDouble(Old, I.FK), B = toDouble(V, I.FK);
    bool TakeV =
        std::isnan(A) || (I.Sub == AtomicRMWInst::FMax ? B > A : B < A);
    New = TakeV ? V : Old;
    return true;
  }
  default:
    return false;
  }
}

static bool execAtomic(Exec &E) {
  const Inst &I = E.I;
  uint64_t Addr;
  if (!address(E, Addr))
    return false;
  unsigned N = I.Bytes;
  uint8_t D[8], S[8];
  Origin O[8];
  Bytes Old{D, S, O};
  E.M.Races.Time.atomicAccess(E.T.Linear, Addr, true, true, I.Order & 1,
                              I.Order & 2);
  if (!E.M.load(E.T, I, I.AS, Addr, N, I.Align, true, Old))
    return false;
  Bytes To = E.dst();
  uint64_t OldV = readInt(D, N), New;
  if (I.Code == Op::CmpXchg) {
    uint64_t Expected = E.intOp(1);
    bool Same = OldV == Expected;
    State Sure = worst(worstState(S, N), E.stateOf(1));
    if (Same && !E.M.store(E.T, I, I.AS, Addr, N, I.Align, true, E.op(2)))
      return false;
    copyBytes(To, Old, N);
    E.put(N, Same, 1, Sure, true);
    return true;
  }
  if (!modify(I, OldV, E.intOp(1), New)) {
    E.unsupported("atomic operation");
    return false;
  }
  uint8_t ND[8], NS[8];
  Origin NO[8];
  Bytes Next{ND, NS, NO};
  New &= lowMask(I.Bits);
  std::memcpy(ND, &New, N);
  setMeta(Next, N, worst(worstState(S, N), E.stateOf(1)), E.origin(true));
  if (I.Sub == AtomicRMWInst::Xchg)
    copyBytes(Next, E.op(1), N);
  if (!E.M.store(E.T, I, I.AS, Addr, N, I.Align, true, Next))
    return false;
  copyBytes(To, Old, N);
  return true;
}

static bool execAlloca(Exec &E) {
  const Inst &I = E.I;
  uint64_t Count = E.intOp(0);
  uint64_t Size = Count > (1u << 20) ? ~0ull : Count * uint64_t(I.Offset);
  uint64_t Base = E.M.allocate(E.T, Size, I.Align);
  if (I.AS != 5)
    Base = E.M.P.Memory.localToGeneric(Base);
  E.put(0, Base, I.DstSize, Defined, false);
  return !E.M.Halted;
}

bool execMemory(Exec E) {
  switch (E.I.Code) {
  case Op::Load:
    return execLoad(E);
  case Op::Store:
    return execStore(E);
  case Op::Alloca:
    return execAlloca(E);
  default:
    return execAtomic(E);
  }
}

} // namespace f2layout::sim
