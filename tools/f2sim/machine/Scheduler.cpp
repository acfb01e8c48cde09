//===- Scheduler.cpp - Scheduling threads ---------------------------------===//
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

Scheduler::Scheduler(Machine &M) : M(M), Random(M.L.Order.Seed + 1) {
  for (Thread &T : M.Threads) {
    if (T.Warp >= Warps.size())
      Warps.resize(T.Warp + 1);
    Warps[T.Warp].Lanes.resize(M.WarpSize);
    Warps[T.Warp].Lanes[T.Lane] = &T;
  }
  if (M.P.Target == Vendor::AMD)
    for (Warp &W : Warps) {
      Path All;
      for (Thread *T : W.Lanes)
        if (T)
          All.Lanes.push_back(T);
      W.Stack.push_back(std::move(All));
    }
}

std::vector<Thread *> Scheduler::ordered(std::vector<Thread *> Lanes) {
  if (M.L.Order.K == Schedule::Reverse)
    std::reverse(Lanes.begin(), Lanes.end());
  if (M.L.Order.K == Schedule::Random)
    std::shuffle(Lanes.begin(), Lanes.end(), Random);
  return Lanes;
}

Scheduler::Turn Scheduler::turn(Warp &W) {
  return M.P.Target == Vendor::AMD ? turnAMD(W) : turnNvidia(W);
}

void Scheduler::run() {
  size_t N = Warps.size();
  std::vector<size_t> Order(N);
  for (size_t K = 0; K < N; ++K)
    Order[K] = M.L.Order.K == Schedule::Reverse ? N - 1 - K : K;
  size_t Blocked = 0, At = 0;
  while (!M.Halted) {
    Warp &W = Warps[Order[At]];
    Turn R = turn(W);
    if (M.Halted)
      return;
    // Except in random schedules, a warp runs as far as it can.
    bool Next = R != Turn::Progress || M.L.Order.K == Schedule::Random;
    Blocked = R == Turn::Blocked ? Blocked + 1 : 0;
    if (Next)
      At = M.L.Order.K == Schedule::Random && R != Turn::Blocked ? Random() % N
                                                                 : (At + 1) % N;
    if (Blocked < N)
      continue;
    bool Alive = false;
    for (const Thread &T : M.Threads)
      Alive |= T.Is != Status::Exited;
    if (!Alive)
      return;
    bool Freed = M.P.Target == Vendor::AMD ? releaseWaves() : releaseBarriers();
    if (!Freed && !M.Halted)
      deadlock();
    Blocked = 0;
  }
}

void Scheduler::fire(Warp &W, const Inst &I,
                     const std::vector<Thread *> &Lanes) {
  Group G{M, I, Lanes.empty() ? 0 : Lanes.front()->Warp, M.WarpSize, {}};
  G.Lanes.resize(M.WarpSize);
  for (Thread *T : Lanes)
    G.Lanes[T->Lane] = T;
  I.OnGroup(G);
  for (Thread *T : Lanes)
    M.resume(*T);
}

std::string laneList(const std::vector<Thread *> &Lanes) {
  std::vector<unsigned> Ns;
  for (const Thread *T : Lanes)
    Ns.push_back(T->Lane);
  std::sort(Ns.begin(), Ns.end());
  std::string Out;
  for (size_t I = 0; I < Ns.size();) {
    size_t E = I;
    while (E + 1 < Ns.size() && Ns[E + 1] == Ns[E] + 1)
      ++E;
    if (!Out.empty())
      Out += ", ";
    Out += utostr(Ns[I]);
    if (E > I)
      Out += "-" + utostr(Ns[E]);
    I = E + 1;
  }
  return Out;
}

/// No thread can continue: reports which lanes wait where.
void Scheduler::deadlock() {
  std::string Text = "threads wait for threads that do not arrive";
  unsigned Lines = 0;
  const Inst *First = nullptr;
  for (Warp &W : Warps) {
    std::map<const Inst *, std::vector<Thread *>> At;
    std::vector<Thread *> Exited;
    for (Thread *T : W.Lanes) {
      if (!T)
        continue;
      if (T->Is == Status::Exited)
        Exited.push_back(T);
      else
        At[T->At].push_back(T);
    }
    if (At.empty())
      continue;
    for (auto &[I, Lanes] : At) {
      if (!First)
        First = I;
      if (++Lines > 8)
        break;
      Text += "\n    warp " + utostr(Lanes.front()->Warp) + " lanes " +
              laneList(Lanes) + " wait at " + describe(I ? I->I : nullptr);
      if (I && (I->Rule == MeetRule::Mask || I->Rule == MeetRule::WarpBarrier))
        Text += " with mask 0x" + utohexstr(Lanes.front()->Mask);
    }
    if (!Exited.empty() && Lines < 8)
      Text += "\n    warp " + utostr(Exited.front()->Warp) + " lanes " +
              laneList(Exited) + " have exited";
  }
  M.fault(Problem::Divergence, nullptr, First, Text);
}

} // namespace f2layout::sim
