//===- Races.cpp - Happens-before over shared and global memory -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/checks/Races.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace f2layout::sim {

void Clocks::start(unsigned Threads, bool WithFences) {
  N = Threads;
  VC.assign(size_t(N) * N, 0);
  for (unsigned T = 0; T < N; ++T)
    VC[size_t(T) * N + T] = 1;
  for (int S = 0; S < 2; ++S) {
    Released[S].clear();
    Waiting[S].clear();
  }
  Locations.clear();
  if (WithFences)
    needFences();
}

void Clocks::needFences() {
  if (!Released[0].empty())
    return;
  for (int S = 0; S < 2; ++S) {
    Released[S].assign(size_t(N) * N, 0);
    Waiting[S].assign(size_t(N) * N, 0);
  }
}

void Clocks::mergeInto(uint32_t *To, const uint32_t *From) const {
  for (unsigned I = 0; I < N; ++I)
    To[I] = std::max(To[I], From[I]);
}

void Clocks::join(ArrayRef<unsigned> Arrivers, ArrayRef<unsigned> Waiters) {
  Row All(N, 0);
  for (unsigned T : Arrivers)
    mergeInto(All.data(), row(VC, T));
  for (unsigned T : Waiters)
    mergeInto(row(VC, T), All.data());
  for (unsigned T : Arrivers)
    publish(T);
}

void Clocks::pass(ArrayRef<unsigned> Threads, unsigned Scope) {
  needFences();
  Row All(N, 0);
  for (unsigned T : Threads)
    mergeInto(All.data(), row(Released[Scope], T));
  for (unsigned T : Threads)
    mergeInto(row(Waiting[Scope], T), All.data());
}

void Clocks::joinReleased(ArrayRef<unsigned> Arrivers,
                          ArrayRef<unsigned> Waiters) {
  needFences();
  for (unsigned W : Waiters)
    for (unsigned A : Arrivers)
      mergeInto(row(VC, W), row(Released[1], A));
}

void Clocks::fence(unsigned T, bool Acquire, bool Release, unsigned Scope) {
  if (Scope == 0)
    return; // one thread's accesses are in order
  needFences();
  for (unsigned S = 0; S < Scope && S < 2; ++S) {
    if (Acquire)
      mergeInto(row(VC, T), row(Waiting[S], T));
    if (Release)
      std::copy_n(row(VC, T), N, row(Released[S], T));
  }
  if (Release)
    publish(T);
}

void Clocks::atomicAccess(unsigned T, uint64_t Addr, bool Read, bool Write,
                          bool Acquire, bool Release) {
  needFences();
  Row &L = Locations[Addr];
  if (L.empty())
    L.assign(N, 0);
  if (Read) {
    mergeInto(row(Waiting[1], T), L.data());
    if (Acquire)
      mergeInto(row(VC, T), L.data());
  }
  if (Write) {
    mergeInto(L.data(), row(Released[1], T));
    if (Release) {
      mergeInto(L.data(), row(VC, T));
      publish(T);
    }
  }
}

//===----------------------------------------------------------------------===//

bool RaceCheck::concurrent(unsigned Me, uint32_t Thread, uint32_t Clock) const {
  if (Thread == ~0u)
    return false;
  unsigned N = Time.size();
  if (Thread / N != Block)
    return true; // nothing orders the blocks of a grid
  unsigned Other = Thread % N;
  return Other != Me && !Time.knows(Me, Other, Clock);
}

void RaceCheck::addReader(Shadow &C, unsigned T, uint32_t Inst, bool Atomic) {
  uint32_t Me = Block * Time.size() + T;
  uint32_t Now = Time.now(T);
  if (C.RThread == Me || !concurrent(T, C.RThread, C.RClock)) {
    C.RThread = Me;
    C.RClock = Now;
    C.RInst = Inst;
    C.RAtomic = Atomic;
    return;
  }
  if (!C.More) {
    More.emplace_back();
    C.More = More.size();
  }
  auto &List = More[C.More - 1];
  // The new entry replaces entries that happen before it. Long lists, as of
  // bytes that all threads read, keep one entry for each thread.
  if (List.size() <= 64) {
    size_t Keep = 0;
    for (Reader &R : List)
      if (R.Thread != Me && concurrent(T, R.Thread, R.Clock))
        List[Keep++] = R;
    List.resize(Keep);
  }
  auto At = lower_bound(List, Me, [](const Reader &R, uint32_t Thread) {
    return R.Thread < Thread;
  });
  Reader Mine{Me, Now, Inst, Atomic};
  if (At != List.end() && At->Thread == Me)
    *At = Mine;
  else
    List.insert(At, Mine);
}

/// Whether it makes no difference which of two writes to a byte comes last. The
/// same value from two inputs is the same by chance.
static bool isSameWrite(uint8_t Data, uint8_t State, Origin From,
                        const Bytes &New, unsigned I) {
  const bool Moved = kindOf(From) == OriginKind::Input ||
                     kindOf(New.O[I]) == OriginKind::Input;
  return Data == New.D[I] && State == New.S[I] && State < Undef &&
         (!Moved || From == New.O[I]);
}

bool RaceCheck::access(MemObject &Obj, uint64_t Offset, unsigned Size,
                       unsigned T, uint32_t Inst, Touch How, bool Atomic,
                       const Bytes *New, RaceHit &Hit) {
  bool Found = false;
  auto Report = [&](uint32_t Thread, uint32_t Other, bool WasWrite,
                    bool WasCopy, uint64_t At) {
    if (!Found)
      Hit = {Thread, Other, WasWrite, WasCopy, At};
    Found = true;
  };
  uint32_t Me = Block * Time.size() + T;
  uint32_t Now = Time.now(T);
  Shadow *Cells = nullptr;
  for (unsigned I = 0; I < Size; ++I) {
    uint64_t At = Offset + I;
    if (!Cells || At % PageSize == 0)
      Cells = Obj.shadow(At).Cells;
    Shadow &C = Cells[At % PageSize];
    if (concurrent(T, C.WThread, C.WClock) && !(Atomic && C.WAtomic)) {
      bool Same = false;
      if (New) {
        Page &P = Obj.page(At);
        unsigned K = At % PageSize;
        Same = isSameWrite(P.D[K], P.S[K], P.O[K], *New, I);
      }
      if (!Same)
        Report(C.WThread, C.WInst, true, false, At);
    }
    const bool SameCopy = How == Touch::Copied ||
                          (How == Touch::Copy && New &&
                           isSameWrite(C.CData, C.CState, C.COrigin, *New, I));
    if (C.CThread != ~0u && !SameCopy)
      Report(C.CThread, C.CInst, true, true, At);
    if (How == Touch::Read) {
      addReader(C, T, Inst, Atomic);
      continue;
    }
    if (concurrent(T, C.RThread, C.RClock) && !(Atomic && C.RAtomic))
      Report(C.RThread, C.RInst, false, false, At);
    if (C.More) {
      for (const Reader &R : More[C.More - 1])
        if (concurrent(T, R.Thread, R.Clock) && !(Atomic && R.Atomic))
          Report(R.Thread, R.Inst, false, false, At);
    }
    if (How == Touch::Copy) {
      C.CThread = Me;
      C.CInst = Inst;
      ++C.CCount;
      if (New) {
        C.CData = New->D[I];
        C.CState = New->S[I];
        C.COrigin = New->O[I];
      }
      continue;
    }
    if (How == Touch::Copied && C.CCount && --C.CCount == 0)
      C.CThread = ~0u;
    if (C.More)
      More[C.More - 1].clear();
    C.WThread = Me;
    C.WClock = Now;
    C.WInst = Inst;
    C.WAtomic = Atomic;
    C.RThread = ~0u;
  }
  return Found;
}

} // namespace f2layout::sim
