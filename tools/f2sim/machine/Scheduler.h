//===- Scheduler.h - Scheduling and convergence ---------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVPTX threads are independent (PTX ISA 3.1, since sm_70): each runs until it
// reaches a convergent operation and waits there until the lanes named in its
// mask have also reached it. If no thread can run, the waiting lanes are
// reported as a finding.
//
// AMDGPU lanes run in lockstep under an execution mask: all active lanes
// execute an instruction before any of them executes the next (the ISA manuals,
// "Program Organization": the processor "executes the kernel on all 64
// work-items in one pass"). So what a volatile access reads of other lanes'
// volatile stores is determined, where they do not store to one place at once.
//
// A wave keeps a stack: when its lanes diverge at a branch, each side runs
// separately up to the nearest common post-dominator, and then all continue
// together. A cross-lane operation sees exactly the active lanes.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2SIM_MACHINE_SCHEDULER_H
#define F2LAYOUT_TOOLS_F2SIM_MACHINE_SCHEDULER_H

#include "tools/f2sim/machine/Machine.h"
#include <random>

namespace f2layout::sim {

class Scheduler {
public:
  explicit Scheduler(Machine &M);
  /// Runs the block until all threads have exited or the machine has halted.
  void run();

private:
  struct Path { ///< lanes that run together until they reach their join
    std::vector<Thread *> Lanes;
    size_t Depth = 0; ///< frame depth at which they join
    int Block = -1;   ///< block where they join; -1: after leaving that frame
  };
  struct Warp {
    std::vector<Thread *> Lanes; ///< by lane number
    std::vector<Path> Stack;     ///< AMD
    bool AtBarrier = false;      ///< AMD
  };
  enum class Turn { Progress, Blocked, Preempted };

  Turn turn(Warp &W);
  std::vector<Thread *> ordered(std::vector<Thread *> Lanes);
  void deadlock();

  // NVPTX: Meetings.cpp
  Turn turnNvidia(Warp &W);
  bool arrive(Thread &T);
  bool meetAtMask(Warp &W, Thread &First);
  bool meetWholeWarp(Warp &W, Thread &First);
  bool meet(Warp &W);
  bool releaseBarriers();
  bool releaseBarrier(unsigned Id, std::vector<Thread *> &Waiting);
  bool allHaveCome(const std::vector<Thread *> &Waiting,
                   const std::vector<uint32_t> &Arrived) const;
  bool enoughHaveCome(std::vector<Thread *> &Waiting,
                      const std::vector<uint32_t> &Arrived,
                      uint64_t Needed) const;
  bool faultIfMixed(const std::vector<Thread *> &Waiting);
  bool releaseExchange(const std::vector<Thread *> &Waiting);
  void fireExchange(const std::vector<Thread *> &Threads);

  // AMD: Waves.cpp
  Turn turnAMD(Warp &W);
  bool stepWave(Warp &W);
  bool isLeaving(const Thread &T, const Warp &W) const;
  void split(Warp &W, Path &Top, int Join, size_t Depth);
  bool releaseWaves();
  std::vector<Thread *> exchanging();

  void fire(Warp &W, const Inst &I, const std::vector<Thread *> &Lanes);

  Machine &M;
  std::vector<Warp> Warps;
  std::mt19937_64 Random;
};

/// `0-3, 8, 12-31`
std::string laneList(const std::vector<Thread *> &Lanes);

/// PTX ISA 9.7.13.1: named barriers, as the handlers see them.
/// BarExchange: a layout call, at which threads exchange registers; it orders
/// no memory. BarZero: barrier 0, whose number is no operand.
enum BarrierBits : int64_t {
  BarAligned = 1,
  BarCount = 2,
  BarExchange = 4,
  BarZero = 8
};
/// Returns true if the barrier of this instruction is such an exchange.
inline bool isExchange(const Inst &I) {
  return I.Rule == MeetRule::Barrier && (I.Imm & BarExchange);
}
/// barrier.arrive: recorded, no waiting.
void arriveAtBarrier(Exec &E);

} // namespace f2layout::sim

#endif
