//===- Banks.h - Wavefronts of shared accesses ----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp's access to shared memory is served in wavefronts. In one wavefront
// each bank delivers one word. Lanes that access the same word share it; lanes
// that access different words of one bank are served one after the other.
//
//   s[lane * 33]   ; 32 words, 32 banks    -> 1 wavefront
//   s[lane * 32]   ; 32 words, one bank    -> 32 wavefronts
//
// Wide accesses are served in phases of fewer lanes. Which lanes form a phase
// depends on the machine; phases are the cosets of a set of lane numbers that
// is closed under exclusive or.
//
// A load or store of the IR may become several accesses: none moves more than
// 16 bytes, and PTX requires the address of each to be a multiple of its size
// ("Addresses as Operands"), so code generation splits accesses with less
// alignment. On AMD GPUs it halves some.
//
//   store <4 x i8> %v, ptr addrspace(3) %p, align 1  ; four of one byte
//
// The lanes of a warp that come to the same instruction in the same iteration
// of each loop around it make one access, whenever the simulator has run them:
//
//   for (i = 0; i < 2; ++i)
//     if (lane % 2 == i)
//       s[lane] = 0;     // two accesses: even lanes (i = 0), odd lanes (i = 1)
//
// That is LLVM's maximal converged-with relation ("Convergence And
// Uniformity"); docs/f2sim.md says what a GPU may do otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2SIM_CHECKS_BANKS_H
#define F2LAYOUT_TOOLS_F2SIM_CHECKS_BANKS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace f2layout::sim {

struct Inst;

/// Where a thread is in the program, but for the instruction: the iterations of
/// the loops around it, then its call site, the iterations around this, ...
using InstancePlace = llvm::SmallVector<uint32_t, 8>;

struct LaneAccess {
  uint32_t Lane;
  uint64_t Addr;
};

struct BankModel {
  unsigned Banks = 32; ///< of 4 bytes
  /// Generators of the lanes of one phase, for an access of Size bytes.
  llvm::SmallVector<unsigned, 6> phase(unsigned Size, bool Store) const;
  /// The same for these accesses: NVIDIA GPUs serve pairs of lanes that read
  /// the same address faster.
  llvm::SmallVector<unsigned, 6> phase(const std::vector<LaneAccess> &Accesses,
                                       unsigned Size, bool Store) const;
  enum Kind : uint8_t { Nvidia, GCN, GFX950, RDNA } K = Nvidia;

  /// The number of the next Size bytes that the next access moves.
  unsigned piece(unsigned Size, uint64_t Align) const;
  static BankModel get(bool AMD, llvm::StringRef Cpu);
  unsigned wavefronts(const std::vector<LaneAccess> &Accesses, unsigned Size,
                      bool Store) const;
  /// The cost of the same bytes without conflicts: each phase takes as many
  /// wavefronts as its words fill. No arrangement of the bytes costs less,
  /// since no phase has more lanes than there are banks, and wide accesses fill
  /// all of their words.
  unsigned ideal(const std::vector<LaneAccess> &Accesses, unsigned Size,
                 bool Store) const;
};

struct BankRow {
  const Inst *I = nullptr;
  unsigned Size = 0;
  bool Store = false;
  uint64_t Accesses = 0; ///< by warps
  uint64_t Wavefronts = 0;
  uint64_t Ideal = 0;
};

class BankCounter {
public:
  void start(const BankModel &M, unsigned WarpSize) {
    Model = M;
    this->WarpSize = WarpSize;
  }
  void record(const Inst *I, const InstancePlace &Place, unsigned Linear,
              uint64_t Addr, unsigned Size, uint64_t Align, bool Store);
  /// Ends a block and counts the recorded accesses.
  void flush();
  std::vector<BankRow> rows() const;

private:
  /// The loads or the stores (true) of one instruction with one size.
  using Key = std::tuple<const Inst *, unsigned, bool>;
  /// What the lanes of a warp (by number) accessed at a place.
  using Instances =
      std::map<std::pair<uint32_t, InstancePlace>, std::vector<LaneAccess>>;
  BankModel Model;
  unsigned WarpSize = 32;
  std::map<Key, Instances> Open;
  std::map<Key, BankRow> Closed;
};

} // namespace f2layout::sim

#endif
