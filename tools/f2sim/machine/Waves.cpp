//===- Waves.cpp - AMDGPU waves in lockstep -------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/machine/Scheduler.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <set>

using namespace llvm;

namespace f2layout::sim {

/// Whether T has reached the point where the lanes of P join.
static bool atJoin(const Thread &T, size_t Depth, int Block) {
  if (T.Frames.size() < Depth)
    return true;
  return T.Frames.size() == Depth && Block >= 0 &&
         int(T.Frames.back().Block) == Block && T.Frames.back().Pc == 0;
}

/// The blocks of F that control may come to from Start, itself among them.
static std::set<uint32_t> reachableFrom(const Function &F, uint32_t Start) {
  std::set<uint32_t> Seen = {Start};
  std::vector<uint32_t> Work = {Start};
  while (!Work.empty()) {
    const uint32_t At = Work.back();
    Work.pop_back();
    for (const Edge &E : F.Blocks[At].Insts.back().Edges)
      if (Seen.insert(E.Block).second)
        Work.push_back(E.Block);
  }
  return Seen;
}

/// T will leave the kernel without meeting another lane: there is no operation
/// at which lanes meet on its way, and no block at which it is to join others,
/// but for a bare return.
bool Scheduler::isLeaving(const Thread &T, const Warp &W) const {
  if (T.Frames.size() != 1)
    return false;
  const Frame &At = T.Frames.front();
  const std::set<uint32_t> Way = reachableFrom(*At.F, At.Block);
  for (const Path &P : W.Stack)
    if (P.Depth == 1 && P.Block >= 0 && Way.count(P.Block) &&
        At.F->Blocks[P.Block].Insts.front().Code != Op::Ret)
      return false;
  return llvm::all_of(Way, [&](uint32_t Block) {
    return llvm::none_of(At.F->Blocks[Block].Insts, [](const Inst &I) {
      return I.Code == Op::Meet || I.Code == Op::Call;
    });
  });
}

static std::vector<Thread *> live(const std::vector<Thread *> &Lanes) {
  std::vector<Thread *> Out;
  for (Thread *T : Lanes)
    if (T && T->Is != Status::Exited)
      Out.push_back(T);
  return Out;
}

Scheduler::Turn Scheduler::turnAMD(Warp &W) {
  if (W.AtBarrier || live(W.Lanes).empty())
    return Turn::Blocked;
  for (unsigned Steps = 0; Steps < 4096; ++Steps) {
    if (!stepWave(W))
      return Turn::Blocked;
    if (W.AtBarrier)
      return Turn::Progress;
    if (M.L.Order.K == Schedule::Random && Random() % 16 == 0)
      return Turn::Progress;
  }
  return Turn::Preempted;
}

/// Splits diverged lanes: one path for each block they are in. The path that
/// they were on continues when all lanes have reached Join.
void Scheduler::split(Warp &W, Path &Top, int Join, size_t Depth) {
  std::map<std::pair<size_t, uint32_t>, std::vector<Thread *>> Places;
  for (Thread *T : live(Top.Lanes))
    if (!atJoin(*T, Depth, Join))
      Places[{T->Frames.size(), T->Frames.back().Block}].push_back(T);
  std::vector<Path> Sides;
  for (auto &[Key, Lanes] : Places) {
    Path Side;
    Side.Lanes = Lanes;
    Side.Depth = Depth;
    Side.Block = Join;
    Sides.push_back(std::move(Side));
  }
  // The order of the sides is arbitrary.
  if (M.L.Order.K == Schedule::Reverse)
    std::reverse(Sides.begin(), Sides.end());
  if (M.L.Order.K == Schedule::Random)
    std::shuffle(Sides.begin(), Sides.end(), Random);
  for (Path &Side : Sides)
    W.Stack.push_back(std::move(Side));
}

/// Runs the lanes on top of the stack up to the end of their block, to an
/// operation at which they meet, or to the next access whose order can be seen,
/// one that is atomic or volatile: all lanes make it before any goes on. Other
/// accesses may run in any order, since all that depend on it are races.
/// Returns false when the wave is done.
bool Scheduler::stepWave(Warp &W) {
  while (!W.Stack.empty()) {
    Path &Top = W.Stack.back();
    std::vector<Thread *> Here = live(Top.Lanes);
    bool Joined = all_of(
        Here, [&](Thread *T) { return atJoin(*T, Top.Depth, Top.Block); });
    if (!Here.empty() && !Joined)
      break;
    W.Stack.pop_back();
  }
  if (W.Stack.empty())
    return false;
  std::vector<Thread *> Here = live(W.Stack.back().Lanes);
  const Frame &At = Here.front()->Frames.back();
  const Function *F = At.F;
  int Join = F->Blocks[At.Block].Join;
  size_t Depth = Here.front()->Frames.size();
  const Inst *Met = nullptr;
  for (Thread *T : ordered(Here)) {
    Stop S = M.interpret(*T, true, ~0ull);
    if (S == Stop::Fault)
      return false;
    if (S == Stop::Meet)
      Met = T->At;
  }
  if (Met) {
    // In straight-line code all lanes of a path reach the same instruction.
    if (Met->Rule != MeetRule::Barrier) {
      fire(W, *Met, Here);
      return true;
    }
    // Lanes that leave the kernel are masked off, and the wave's barrier is met
    // by the others. The order of the two sides is arbitrary.
    for (Thread *T : live(W.Lanes))
      if (!is_contained(Here, T) && isLeaving(*T, W))
        while (T->Is == Status::Ready)
          if (M.interpret(*T, true, ~0ull) == Stop::Fault)
            return false;
    if (Here.size() != live(W.Lanes).size()) {
      M.fault(Problem::Divergence, Here.front(), Met,
              "barrier in divergent code: only lanes " + laneList(Here) +
                  " of the wave are here");
      return false;
    }
    W.AtBarrier = true;
    return true;
  }
  // At the end of a block: check whether all lanes take the same successor.
  Here = live(W.Stack.back().Lanes);
  bool Same = true;
  for (Thread *T : Here)
    Same &= T->Frames.size() == Here.front()->Frames.size() &&
            T->Frames.back().Block == Here.front()->Frames.back().Block;
  if (!Same)
    split(W, W.Stack.back(), Join, Depth);
  return true;
}

/// The threads at an exchange of registers, if they have all reached the same
/// one.
std::vector<Thread *> Scheduler::exchanging() {
  std::vector<Thread *> Here;
  const Inst *At = nullptr;
  bool Same = true, Any = false;
  for (Thread &T : M.Threads)
    if (T.Is == Status::Waiting) {
      Any |= isExchange(*T.At);
      Same &= !At || At == T.At;
      At = T.At;
      Here.push_back(&T);
    }
  if (!Any)
    return {};
  if (!Same)
    M.fault(Problem::Divergence, Here.front(), Here.front()->At,
            "other waves of the block are at another barrier");
  return Here;
}

bool Scheduler::releaseWaves() {
  bool Any = false;
  for (Warp &W : Warps) {
    if (!W.AtBarrier && !live(W.Lanes).empty())
      return false;
    Any |= W.AtBarrier;
  }
  if (!Any)
    return false;
  if (std::vector<Thread *> Exchange = exchanging(); !Exchange.empty()) {
    if (M.Halted)
      return false;
    fireExchange(Exchange);
    for (Warp &W : Warps)
      W.AtBarrier = false;
    return true;
  }
  std::vector<unsigned> All;
  for (Warp &W : Warps) {
    std::vector<unsigned> Wave;
    for (Thread *T : live(W.Lanes))
      Wave.push_back(T->Linear);
    M.Races.Time.pass(Wave, 0);
    All.insert(All.end(), Wave.begin(), Wave.end());
    W.AtBarrier = false;
  }
  M.Races.Time.pass(All, 1);
  for (Thread &T : M.Threads)
    M.resume(T);
  return true;
}

} // namespace f2layout::sim
