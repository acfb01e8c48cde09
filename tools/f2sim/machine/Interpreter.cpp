//===- Interpreter.cpp - One thread, one instruction after the other ------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/machine/Machine.h"

using namespace llvm;

namespace f2layout::sim {

static constexpr unsigned MaxFrames = 256;

/// Copies the argument to the stack and writes the copy's address to To.
bool Machine::passCopy(Thread &T, const Inst &Call, const CopiedArgument &A,
                       Bytes To) {
  const Operand &Pointer = Call.Ops[A.Number];
  const Bytes From = at(T, Pointer.R);
  if (worstState(From.S, Pointer.Size) >= Undef) {
    fault(Problem::Undefined, &T, &Call, "address is undefined");
    return false;
  }
  std::vector<uint8_t> D(A.Size), S(A.Size);
  std::vector<Origin> O(A.Size);
  const Bytes Copy{D.data(), S.data(), O.data()};
  uint64_t Address = allocate(T, A.Size, A.Align);
  if (A.AS != 5)
    Address = P.Memory.localToGeneric(Address);
  if (!load(T, Call, A.AS, readInt(From.D, Pointer.Size), A.Size, A.Align,
            /*Atomic=*/false, Copy) ||
      !store(T, Call, A.AS, Address, A.Size, A.Align, /*Atomic=*/false, Copy))
    return false;
  std::memcpy(To.D, &Address, Pointer.Size);
  setMeta(To, Pointer.Size, Defined,
          computedOrigin(/*FromData=*/false, Call.Id, globalLinear(T)));
  return true;
}

bool Machine::pushFrame(Thread &T, Function &F, const Inst *CallSite) {
  if (T.Frames.size() >= MaxFrames) {
    fault(Problem::Unsupported, &T, CallSite, "calls nested too deep");
    return false;
  }
  if (F.Blocks.empty()) {
    fault(Problem::Unsupported, &T, CallSite, "function without a body");
    return false;
  }
  Frame N;
  N.F = &F;
  N.CallSite = CallSite;
  F.Blocks.front().Ran = true;
  N.StackTop = T.StackTop;
  // Origins come first because of their alignment, then states and data.
  size_t Size = alignTo(F.FrameSize, 8);
  N.Store.reset(new uint64_t[Size + Size / 8 * 2]);
  N.Base.O = N.Store.get();
  N.Base.D = reinterpret_cast<uint8_t *>(N.Store.get() + Size);
  N.Base.S = N.Base.D + Size;
  if (CallSite)
    for (unsigned K = 0; K < F.Args.size(); ++K)
      copyBytes(N.Base + F.Args[K].R, at(T, CallSite->Ops[K].R),
                F.Args[K].Size);
  if (CallSite)
    for (const CopiedArgument &A : CallSite->Copied)
      if (!passCopy(T, *CallSite, A, N.Base + F.Args[A.Number].R))
        return false;
  T.Frames.push_back(std::move(N));
  return true;
}

/// All phis of a block are read before any is written.
void Machine::takeEdge(Thread &T, const Edge &E) {
  Frame &F = T.Frames.back();
  if (E.Phis.size() == 1) {
    const PhiCopy &C = E.Phis.front();
    copyBytes(F.Base + C.To, at(T, C.From.R), C.From.Size);
  } else if (!E.Phis.empty()) {
    size_t Total = 0;
    for (const PhiCopy &C : E.Phis)
      Total += C.From.Size;
    PhiD.resize(Total);
    PhiS.resize(Total);
    PhiO.resize(Total);
    Bytes Temp{PhiD.data(), PhiS.data(), PhiO.data()};
    size_t At = 0;
    for (const PhiCopy &C : E.Phis) {
      copyBytes(Temp + At, at(T, C.From.R), C.From.Size);
      At += C.From.Size;
    }
    At = 0;
    for (const PhiCopy &C : E.Phis) {
      copyBytes(F.Base + C.To, Temp + At, C.From.Size);
      At += C.From.Size;
    }
  }
  F.Block = E.Block;
  F.Pc = 0;
  Block &To = F.F->Blocks[F.Block];
  To.Ran = true;
  F.Iterations.truncate(E.Kept);
  F.Iterations.resize(To.Loops);
  if (To.IsHeader)
    ++F.Iterations.back();
}

/// Reads the value that decides a branch. Branching on undef is undefined
/// behaviour.
bool Machine::decide(Thread &T, const Inst &I, uint64_t &V) {
  Bytes B = at(T, I.Ops[0].R);
  if (worstState(B.S, I.Ops[0].Size) >= Undef) {
    fault(Problem::Undefined, &T, &I, "branch on an undefined value");
    return false;
  }
  V = readInt(B.D, I.Ops[0].Size);
  return true;
}

void Machine::resume(Thread &T) {
  if (T.Is != Status::Waiting)
    return;
  T.Is = Status::Ready;
  T.At = nullptr;
  ++T.Frames.back().Pc;
}

/// A processor has an instruction for it, as far as that can be said.
static bool isComputed(const Inst &I) {
  switch (I.Code) {
  case Op::Trunc:
  case Op::Move:
  case Op::Bitcast:
  case Op::AddrSpaceCast:
  case Op::Freeze:
  case Op::ExtractElement:
  case Op::InsertElement:
  case Op::Gep:
  case Op::Fence:
  case Op::Alloca:
  case Op::Br:
  case Op::Ret:
  case Op::Call:
  case Op::Nop:
    return false;
  default:
    return true;
  }
}

Stop Machine::interpret(Thread &T, bool Lockstep, uint64_t Budget) {
  for (bool First = true;; First = false) {
    Frame &F = T.Frames.back();
    const Inst &I = F.F->Blocks[F.Block].Insts[F.Pc];
    if (Halted)
      return Stop::Fault;
    if (Lockstep && I.Atomic && !First)
      return Stop::Access;
    if (Budget-- == 0)
      return Stop::Budget;
    if (++Steps > L.MaxSteps) {
      fault(Problem::Steps, &T, &I, "ran for more than the allowed steps");
      return Stop::Fault;
    }
    Computed += isComputed(I);
    Barriers += I.Code == Op::Meet && I.Rule == MeetRule::Barrier;
    Exec E{*this, T, I};
    uint64_t V;
    switch (I.Code) {
    case Op::IntBinary:
      execIntBinary(E);
      break;
    case Op::ICmp:
      execICmp(E);
      break;
    case Op::Trunc:
    case Op::ZExt:
    case Op::SExt:
      execIntCast(E);
      break;
    case Op::FloatBinary:
    case Op::FNeg:
    case Op::FCmp:
    case Op::FPTrunc:
    case Op::FPExt:
    case Op::FPToInt:
    case Op::IntToFP:
      execFloat(E);
      break;
    case Op::Move:
    case Op::Bitcast:
    case Op::AddrSpaceCast:
    case Op::Freeze:
    case Op::Select:
    case Op::ExtractElement:
    case Op::InsertElement:
    case Op::Shuffle:
    case Op::Gather:
      execMove(E);
      break;
    case Op::Gep:
      execGep(E);
      break;
    case Op::Load:
    case Op::Store:
    case Op::AtomicRMW:
    case Op::CmpXchg:
    case Op::Alloca:
      execMemory(E);
      break;
    case Op::Fence:
      Races.Time.fence(T.Linear, I.Order & 1, I.Order & 2, I.Scope);
      break;
    case Op::Br:
      takeEdge(T, I.Edges[0]);
      if (Lockstep)
        return Stop::BlockEnd;
      continue;
    case Op::CondBr:
      if (!decide(T, I, V))
        return Stop::Fault;
      takeEdge(T, I.Edges[V & 1 ? 0 : 1]);
      if (Lockstep)
        return Stop::BlockEnd;
      continue;
    case Op::Switch: {
      if (!decide(T, I, V))
        return Stop::Fault;
      auto It = I.Cases.find(V);
      takeEdge(T, I.Edges[It == I.Cases.end() ? 0 : It->second]);
      if (Lockstep)
        return Stop::BlockEnd;
      continue;
    }
    case Op::Ret: {
      if (T.Frames.size() == 1) {
        exitThread(T);
        return Stop::Exit;
      }
      Frame Done = std::move(T.Frames.back());
      T.Frames.pop_back();
      T.StackTop = Done.StackTop;
      const Inst &Call = *Done.CallSite;
      if (!I.Ops.empty()) {
        Bytes From =
            I.Ops[0].R >= 0 ? Done.Base + I.Ops[0].R : PoolBase + ~I.Ops[0].R;
        copyBytes(at(T, Call.Dst), From, Call.DstSize);
      }
      ++T.Frames.back().Pc;
      if (Lockstep)
        return Stop::BlockEnd;
      continue;
    }
    case Op::Call:
      if (!pushFrame(T, *I.Callee, &I))
        return Stop::Fault;
      if (Lockstep)
        return Stop::BlockEnd;
      continue;
    case Op::Unreachable:
      fault(Problem::Undefined, &T, &I, "reached unreachable");
      return Stop::Fault;
    case Op::Lane:
      I.OnLane(E);
      if (T.Is == Status::Exited)
        return Stop::Exit;
      break;
    case Op::Meet:
      T.Is = Status::Waiting;
      T.At = &I;
      return Stop::Meet;
    case Op::Nop:
      break;
    case Op::Unsupported:
      fault(Problem::Unsupported, &T, &I, I.Text);
      return Stop::Fault;
    }
    ++F.Pc;
  }
}

} // namespace f2layout::sim
