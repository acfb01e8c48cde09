//===- Meetings.cpp - Convergent operations of NVPTX warps ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/machine/Scheduler.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace llvm;

namespace f2layout::sim {

/// The instructions a lane may run before others are scheduled (spin loops).
static constexpr uint64_t Slice = 1 << 16;

/// Handles a lane that has reached a convergent operation: reads its mask.
bool Scheduler::arrive(Thread &T) {
  const Inst &I = *T.At;
  if (I.Rule != MeetRule::Mask && I.Rule != MeetRule::WarpBarrier)
    return true;
  Bytes B = M.at(T, I.Ops[I.MaskOp].R);
  if (worstState(B.S, 4) >= Undef) {
    M.fault(Problem::Undefined, &T, &I, "lane mask is undefined");
    return false;
  }
  T.Mask = readInt(B.D, 4);
  // "undefined if the executing thread is not in the membermask"
  if (T.Mask >> T.Lane & 1)
    return true;
  M.fault(Problem::Divergence, &T, &I,
          "lane " + utostr(T.Lane) + " is not in its own mask 0x" +
              utohexstr(T.Mask));
  return false;
}

Scheduler::Turn Scheduler::turnNvidia(Warp &W) {
  std::vector<Thread *> Ready;
  for (Thread *T : W.Lanes)
    if (T && T->Is == Status::Ready)
      Ready.push_back(T);
  bool Preempted = false;
  for (Thread *T : ordered(Ready)) {
    Stop S = M.interpret(*T, false, Slice);
    if (S == Stop::Fault || (S == Stop::Meet && !arrive(*T)))
      return Turn::Blocked;
    Preempted |= S == Stop::Budget;
  }
  if (meet(W))
    return Turn::Progress;
  return Preempted ? Turn::Preempted : Turn::Blocked;
}

/// PTX ISA 9.7.9.6 shfl.sync and the like: "will cause the executing thread to
/// wait until all non-exited threads corresponding to membermask have executed
/// [it] with the same qualifiers and same membermask value".
bool Scheduler::meetAtMask(Warp &W, Thread &First) {
  const Inst &I = *First.At;
  std::vector<Thread *> Lanes;
  for (unsigned N = 0; N < W.Lanes.size(); ++N) {
    Thread *T = W.Lanes[N];
    if (!(First.Mask >> N & 1) || !T || T->Is == Status::Exited)
      continue;
    if (T->Is != Status::Waiting || T->Mask != First.Mask)
      return false;
    // At bar.warp.sync any such instruction matches; else it must be the same
    // one.
    bool Fits = I.Rule == MeetRule::WarpBarrier
                    ? T->At->Rule == MeetRule::WarpBarrier
                    : T->At == &I;
    if (!Fits)
      return false;
    Lanes.push_back(T);
  }
  fire(W, I, Lanes);
  return true;
}

/// ".aligned: all threads in the warp must execute the same instruction"; the
/// behaviour is undefined "if any thread in the warp has exited".
bool Scheduler::meetWholeWarp(Warp &W, Thread &First) {
  const Inst &I = *First.At;
  std::vector<Thread *> Lanes;
  for (unsigned N = 0; N < W.Lanes.size(); ++N) {
    Thread *T = W.Lanes[N];
    if (!T || T->Is == Status::Exited) {
      M.fault(Problem::Divergence, &First, &I,
              "needs the whole warp, but lane " + utostr(N) +
                  (T ? " has exited" : " does not exist"));
      return false;
    }
    if (T->At != &I)
      return false;
    Lanes.push_back(T);
  }
  fire(W, I, Lanes);
  return true;
}

bool Scheduler::meet(Warp &W) {
  bool AnyReady = false;
  for (Thread *T : W.Lanes)
    AnyReady |= T && T->Is == Status::Ready;
  bool Progress = false;
  for (Thread *T : W.Lanes) {
    if (!T || T->Is != Status::Waiting || M.Halted)
      continue;
    switch (T->At->Rule) {
    case MeetRule::Mask:
    case MeetRule::WarpBarrier:
      Progress |= meetAtMask(W, *T);
      break;
    case MeetRule::WholeWarp:
      Progress |= meetWholeWarp(W, *T);
      break;
    default:
      break;
    }
  }
  if (Progress || AnyReady || M.Halted)
    return Progress;
  // Operations on whichever lanes are present come last.
  for (Thread *T : W.Lanes) {
    if (!T || T->Is != Status::Waiting || T->At->Rule != MeetRule::Together)
      continue;
    std::vector<Thread *> Lanes;
    for (Thread *U : W.Lanes)
      if (U && U->Is == Status::Waiting && U->At == T->At)
        Lanes.push_back(U);
    fire(W, *T->At, Lanes);
    return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Block barriers, PTX ISA 9.7.13.1
//===----------------------------------------------------------------------===//

static uint64_t barrierOperand(Machine &M, Thread &T, unsigned N) {
  return readInt(M.at(T, T.At->Ops[N].R).D, 4);
}

/// An exchange of registers is a barrier without a number; each is separate
/// from all others.
static std::pair<bool, unsigned> barrierName(Machine &M, Thread &T) {
  if (isExchange(*T.At))
    return {true, T.At->Id};
  if (T.At->Imm & BarZero)
    return {false, 0};
  return {false, unsigned(barrierOperand(M, T, 0))};
}

bool Scheduler::releaseBarriers() {
  std::map<std::pair<bool, unsigned>, std::vector<Thread *>> ByName;
  for (Thread &T : M.Threads)
    if (T.Is == Status::Waiting && T.At->Rule == MeetRule::Barrier)
      ByName[barrierName(M, T)].push_back(&T);
  bool Any = false;
  for (auto &[Name, Waiting] : ByName)
    Any |= Name.first ? releaseExchange(Waiting)
                      : releaseBarrier(Name.second, Waiting);
  return Any && !M.Halted;
}

/// All threads of the block that have not exited must have arrived.
bool Scheduler::releaseExchange(const std::vector<Thread *> &Waiting) {
  size_t Live = 0;
  for (const Thread &T : M.Threads)
    Live += T.Is != Status::Exited;
  if (Waiting.size() < Live)
    return false;
  fireExchange(Waiting);
  return true;
}

void Scheduler::fireExchange(const std::vector<Thread *> &Threads) {
  const Inst &I = *Threads.front()->At;
  Group G{M, I, 0, unsigned(M.Threads.size()), {}};
  G.Lanes.resize(M.Threads.size());
  for (Thread *T : Threads)
    G.Lanes[T->Linear] = T;
  I.OnGroup(G);
  for (Thread *T : Threads)
    M.resume(*T);
}

/// All threads of the block that have not exited have come to the barrier.
bool Scheduler::allHaveCome(const std::vector<Thread *> &Waiting,
                            const std::vector<uint32_t> &Arrived) const {
  size_t Live = 0;
  for (const Thread &T : M.Threads)
    Live += T.Is != Status::Exited;
  return Waiting.size() + Arrived.size() >= Live;
}

/// "waits for all non-exited threads from its warp and marks the warp's
/// arrival", by which "the arrival count is incremented by the warp size". The
/// threads of warps that are not complete are taken off Waiting.
bool Scheduler::enoughHaveCome(std::vector<Thread *> &Waiting,
                               const std::vector<uint32_t> &Arrived,
                               uint64_t Needed) const {
  std::vector<bool> Here(M.Threads.size()), Comes(Warps.size());
  for (const Thread *T : Waiting)
    Here[T->Linear] = Comes[T->Warp] = true;
  for (uint32_t Linear : Arrived)
    Here[Linear] = Comes[M.Threads[Linear].Warp] = true;
  for (const Thread &T : M.Threads)
    if (T.Is != Status::Exited && !Here[T.Linear])
      Comes[T.Warp] = false;
  uint64_t Count = 0;
  for (size_t W = 0; W < Warps.size(); ++W)
    Count += Comes[W] ? Warps[W].Lanes.size() : 0;
  if (Count < Needed)
    return false;
  llvm::erase_if(Waiting, [&](const Thread *T) { return !Comes[T->Warp]; });
  return !Waiting.empty();
}

/// "barrier.red should not be intermixed with barrier.sync or barrier.arrive
/// using the same active barrier", and the count must be the same for all.
bool Scheduler::faultIfMixed(const std::vector<Thread *> &Waiting) {
  const Thread &First = *Waiting.front();
  for (Thread *T : Waiting) {
    if (T->At->OnGroup == First.At->OnGroup &&
        (!T->At->OnGroup || T->At->Sub == First.At->Sub) &&
        (T->At->Imm & BarCount) == (First.At->Imm & BarCount))
      continue;
    M.fault(Problem::Divergence, T, T->At,
            "different operations on one barrier: lane " + utostr(First.Lane) +
                " of warp " + utostr(First.Warp) + " is at " +
                describe(First.At->I));
    return true;
  }
  return false;
}

bool Scheduler::releaseBarrier(unsigned Id, std::vector<Thread *> &Waiting) {
  const Inst &I = *Waiting.front()->At;
  std::vector<uint32_t> &Arrived = M.Arrived[Id];
  const bool Done = I.Imm & BarCount
                        ? enoughHaveCome(Waiting, Arrived,
                                         barrierOperand(M, *Waiting.front(), 1))
                        : allHaveCome(Waiting, Arrived);
  if (!Done || faultIfMixed(Waiting))
    return false;
  // ".aligned: all threads in the warp must execute the same barrier".
  for (Thread *T : Waiting)
    for (Thread *U : Warps[T->Warp].Lanes)
      if ((T->At->Imm & BarAligned) && U && U->Is != Status::Exited &&
          U->At != T->At) {
        M.fault(Problem::Divergence, T, T->At,
                "aligned barrier in divergent code: lane " + utostr(T->Lane) +
                    " is here, lane " + utostr(U->Lane) + " at " +
                    describe(U->At ? U->At->I : nullptr));
        return false;
      }
  Group G{M, I, 0, unsigned(M.Threads.size()), {}};
  G.Lanes.resize(M.Threads.size());
  std::vector<unsigned> Numbers;
  for (Thread *T : Waiting) {
    G.Lanes[T->Linear] = T;
    Numbers.push_back(T->Linear);
  }
  if (I.OnGroup)
    I.OnGroup(G);
  M.Races.Time.joinReleased(Arrived, Numbers);
  M.Races.Time.join(Numbers, Numbers);
  Arrived.clear();
  for (Thread *T : Waiting)
    M.resume(*T);
  return true;
}

void arriveAtBarrier(Exec &E) {
  E.M.Races.Time.fence(E.T.Linear, false, true, 2);
  E.M.Arrived[E.intOp(0)].push_back(E.T.Linear);
}

} // namespace f2layout::sim
