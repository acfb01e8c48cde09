//===- Races.h - Happens-before over shared and global memory -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every thread has a vector clock; synchronisation joins clocks. Every byte of
// shared and global memory records its last write and the reads since. Two
// accesses to one byte by different threads are a race if at least one is a
// write and neither is ordered before the other:
//
//   s[tid] = x;             ; thread 0 writes byte 0 at clock 1 of thread 0
//   (no barrier)
//   y = s[tid ^ 1];         ; thread 1 reads it knowing clock 0 of thread 0
//
// NVPTX barriers order memory themselves (PTX ISA 9.7.13 "barrier": "guarantees
// that prior memory accesses are performed relative to all threads
// participating"). AMDGPU barriers do not: a thread publishes the clock that it
// had at its last release fence, and acquires the clocks that the barrier
// collected at its next acquire fence (AMDGPU usage, "memory model").
//
// Two writes of the same value to one byte are not reported. An undefined value
// is not the same as any other.
//
// An asynchronous copy (cp.async) writes at some time between its instruction
// and the wait for it. So it is a write at either of them, and until the wait
// nobody may read the byte, not even the thread that copies, or begin to copy
// another value there: nothing orders two copies of one thread.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2SIM_CHECKS_RACES_H
#define F2LAYOUT_TOOLS_F2SIM_CHECKS_RACES_H

#include "tools/f2sim/program/Memory.h"
#include "llvm/ADT/ArrayRef.h"
#include <unordered_map>
#include <vector>

namespace f2layout::sim {

class Clocks {
public:
  void start(unsigned Threads, bool WithFences);
  bool knows(unsigned Thread, unsigned Other, uint32_t Clock) const {
    return VC[size_t(Thread) * N + Other] >= Clock;
  }
  uint32_t now(unsigned Thread) const {
    return VC[size_t(Thread) * N + Thread];
  }
  unsigned size() const { return N; }

  /// A barrier that orders memory: all clocks are joined.
  void join(llvm::ArrayRef<unsigned> Arrivers,
            llvm::ArrayRef<unsigned> Waiters);
  /// A barrier that makes the clocks released at a scope (0 wave, 1 block)
  /// available to acquires.
  void pass(llvm::ArrayRef<unsigned> Threads, unsigned Scope);
  /// A barrier at which Waiters wait and Arrivers only arrive, with a release.
  void joinReleased(llvm::ArrayRef<unsigned> Arrivers,
                    llvm::ArrayRef<unsigned> Waiters);
  void fence(unsigned Thread, bool Acquire, bool Release, unsigned Scope);
  /// Atomic accesses: a write that releases, a read that acquires.
  void atomicAccess(unsigned Thread, uint64_t Addr, bool Read, bool Write,
                    bool Acquire, bool Release);

private:
  using Row = std::vector<uint32_t>;
  void mergeInto(uint32_t *To, const uint32_t *From) const;
  uint32_t *row(Row &R, unsigned T) { return R.data() + size_t(T) * N; }
  void publish(unsigned T) { ++VC[size_t(T) * N + T]; }
  void needFences();

  unsigned N = 0;
  Row VC;
  /// By scope (0 the wave, 1 the block): the clock that each thread released,
  /// and the clock that it will acquire.
  Row Released[2], Waiting[2];
  std::unordered_map<uint64_t, Row> Locations;
};

enum class Touch : uint8_t {
  Read,
  Write,
  Copy,   ///< an asynchronous copy, which may write from now on
  Copied, ///< the end of it: the thread has waited
};

struct RaceHit {
  uint32_t Thread = 0, Inst = 0;
  bool WasWrite = false;
  bool WasCopy = false; ///< which nobody has waited for
  uint64_t Offset = 0;
};

class RaceCheck {
public:
  Clocks Time;

  void start(unsigned Threads, bool WithFences, unsigned Block) {
    Time.start(Threads, WithFences);
    this->Block = Block;
  }
  /// Records an access of thread T; New holds the bytes of a write that has not
  /// happened yet. If it races, returns true and sets Hit.
  bool access(MemObject &Obj, uint64_t Offset, unsigned Size, unsigned T,
              uint32_t Inst, Touch How, bool Atomic, const Bytes *New,
              RaceHit &Hit);

private:
  struct Reader {
    uint32_t Thread, Clock, Inst;
    bool Atomic;
  };
  bool concurrent(unsigned Me, uint32_t Thread, uint32_t Clock) const;
  void addReader(Shadow &C, unsigned T, uint32_t Inst, bool Atomic);

  std::vector<std::vector<Reader>> More;
  unsigned Block = 0;
};

} // namespace f2layout::sim

#endif
