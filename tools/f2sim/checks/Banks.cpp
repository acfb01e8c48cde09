//===- Banks.cpp - Wavefronts of shared accesses --------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/checks/Banks.h"
#include "tools/f2sim/program/Program.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <set>
#include <tuple>

using namespace llvm;

namespace f2layout::sim {

BankModel BankModel::get(bool AMD, StringRef Cpu) {
  BankModel M;
  if (!AMD)
    return M;
  M.K = Cpu.starts_with("gfx9") ? GCN : RDNA;
  if (Cpu == "gfx950") {
    M.K = GFX950;
    M.Banks = 64;
  }
  return M;
}

unsigned BankModel::piece(unsigned Size, uint64_t Align) const {
  unsigned Most = std::min(Size, 16u);
  if (K != Nvidia) {
    // ds_read2_b32 and ds_read2_b64 make two accesses in one instruction and
    // need only half the alignment.
    bool Halves = (Most == 8 && Align == 4) || (Most == 16 && Align == 8);
    return Halves ? Most / 2 : Most;
  }
  return llvm::bit_floor(unsigned(std::min<uint64_t>(Most, Align)));
}

/// NVIDIA: CUDA C++ Programming Guide, shared memory: a 64-bit request is two
/// of half a warp, a 128-bit request four of a quarter.
/// gfx942: Composable Kernel's notes on ds_read_b128 (first phase lanes 0-3 and
/// 20-23) and ds_write_b128 (lanes 0-7).
/// gfx950: phases measured by HipKittens: ds_read_b128 lanes 0-3, 12-15, 20-27;
/// ds_read_b96 span {1,2,20}; ds_read_b64 lanes 0-31; ds_write_b64 lanes 0-15.
/// Where nothing is published, a phase is as many consecutive lanes as fill the
/// banks.
SmallVector<unsigned, 6> BankModel::phase(unsigned Size, bool Store) const {
  if (K == GCN && Size > 8 && !Store)
    return {1, 2, 20};
  if (K == GFX950 && !Store) {
    if (Size > 12)
      return {1, 2, 12, 20};
    if (Size > 8)
      return {1, 2, 20};
    if (Size > 4)
      return {1, 2, 4, 8, 16};
    return {1, 2, 4, 8, 16, 32};
  }
  // The data path has 128 bytes per clock.
  if (Size > 8)
    return {1, 2, 4};
  if (Size > 4)
    return {1, 2, 4, 8};
  return {1, 2, 4, 8, 16};
}

/// H200, measured with Nsight Compute
/// (l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld) on 190 patterns of 64 and
/// 128 bits, with and without idle lanes. A phase has twice the lanes if lanes
/// 2 i and 2 i + 1 of all pairs, or lanes i and i + 2 of all groups of four,
/// read the same address. An idle lane matches any lane.
SmallVector<unsigned, 6>
BankModel::phase(const std::vector<LaneAccess> &Accesses, unsigned Size,
                 bool Store) const {
  SmallVector<unsigned, 6> Lanes = phase(Size, Store);
  if (K != Nvidia || Store || Size <= 4)
    return Lanes;
  for (unsigned Apart : {1u, 2u}) {
    std::map<uint32_t, uint64_t> Reads;
    bool Same = true;
    for (const LaneAccess &A : Accesses)
      Same &=
          Reads.try_emplace(A.Lane & ~Apart, A.Addr).first->second == A.Addr;
    if (!Same)
      continue;
    Lanes.push_back(1u << Lanes.size());
    break;
  }
  return Lanes;
}

/// Splits the lanes into phases and sums `Cost` over them.
template <typename Fn>
static unsigned overPhases(const std::vector<LaneAccess> &Accesses,
                           ArrayRef<unsigned> Generators, Fn Cost) {
  SmallVector<unsigned, 64> Span = {0};
  for (unsigned G : Generators)
    for (unsigned I = 0, E = Span.size(); I < E; ++I)
      Span.push_back(Span[I] ^ G);
  std::map<unsigned, std::vector<uint64_t>> Phases;
  for (const LaneAccess &A : Accesses) {
    unsigned Leader = ~0u;
    for (unsigned S : Span)
      Leader = std::min(Leader, A.Lane ^ S);
    Phases[Leader].push_back(A.Addr);
  }
  unsigned Sum = 0;
  for (auto &[Leader, Addrs] : Phases)
    Sum += Cost(Addrs);
  return Sum;
}

/// The 4-byte words of accesses of Size bytes.
static std::set<uint64_t> wordsOf(const std::vector<uint64_t> &Addrs,
                                  unsigned Size) {
  std::set<uint64_t> Words;
  for (uint64_t A : Addrs)
    for (uint64_t W = A / 4; W <= (A + Size - 1) / 4; ++W)
      Words.insert(W);
  return Words;
}

unsigned BankModel::wavefronts(const std::vector<LaneAccess> &Accesses,
                               unsigned Size, bool Store) const {
  return overPhases(Accesses, phase(Accesses, Size, Store),
                    [&](const std::vector<uint64_t> &Addrs) {
                      std::vector<unsigned> PerBank(Banks, 0);
                      unsigned Max = 0;
                      for (uint64_t W : wordsOf(Addrs, Size))
                        Max = std::max(Max, ++PerBank[W % Banks]);
                      return Max;
                    });
}

unsigned BankModel::ideal(const std::vector<LaneAccess> &Accesses,
                          unsigned Size, bool Store) const {
  return overPhases(Accesses, phase(Accesses, Size, Store),
                    [&](const std::vector<uint64_t> &Addrs) {
                      return unsigned(
                          divideCeil(wordsOf(Addrs, Size).size(), Banks));
                    });
}

void BankCounter::record(const Inst *I, const InstancePlace &Place,
                         unsigned Linear, uint64_t Addr, unsigned Size,
                         uint64_t Align, bool Store) {
  for (unsigned At = 0; At < Size;) {
    unsigned Piece = Model.piece(Size - At, MinAlign(Align, At));
    Open[{I, Piece, Store}][{Linear / WarpSize, Place}].push_back(
        {Linear % WarpSize, Addr + At});
    At += Piece;
  }
}

/// One execution of an instruction may make several accesses of one size, in
/// the same order in each lane: the first of each lane, the second, ...
static std::vector<std::vector<LaneAccess>>
inTurn(const std::vector<LaneAccess> &Recorded) {
  std::vector<std::vector<LaneAccess>> Turns;
  std::map<uint32_t, unsigned> Times;
  for (const LaneAccess &A : Recorded) {
    const unsigned Turn = Times[A.Lane]++;
    if (Turn == Turns.size())
      Turns.emplace_back();
    Turns[Turn].push_back(A);
  }
  return Turns;
}

void BankCounter::flush() {
  for (auto &[Of, Instances] : Open) {
    BankRow &R = Closed[Of];
    std::tie(R.I, R.Size, R.Store) = Of;
    for (auto &[Where, Recorded] : Instances)
      for (const std::vector<LaneAccess> &Accesses : inTurn(Recorded)) {
        ++R.Accesses;
        R.Wavefronts += Model.wavefronts(Accesses, R.Size, R.Store);
        R.Ideal += Model.ideal(Accesses, R.Size, R.Store);
      }
  }
  Open.clear();
}

std::vector<BankRow> BankCounter::rows() const {
  std::vector<BankRow> Out;
  for (auto &[Of, R] : Closed)
    Out.push_back(R);
  std::sort(Out.begin(), Out.end(), [](const BankRow &A, const BankRow &B) {
    return std::tie(A.I->Id, A.Size, A.Store) <
           std::tie(B.I->Id, B.Size, B.Store);
  });
  return Out;
}

} // namespace f2layout::sim
