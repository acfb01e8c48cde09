//===- Plan.h - A conversion as straight-line steps -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Plan is a short straight-line program that every lane runs, in SSA form,
// over 32-bit words. Routes write it, the emitter translates it to IR, and the
// checks interpret it. It depends on no target.
//
// Words. Elements travel in 32-bit words. Source register r of
//   64 bits is words 2r (low) and 2r+1 (high),
//   32 bits is word r,
//   16 bits is half r%2 of word r/2 (least significant first),
//    8 bits is byte r%4 of word r/4;
// a last, incomplete word has unspecified upper bytes. These input words are
// numbered 0 .. NumInputs-1; each step that makes words appends the next
// numbers. Results are packed in the same way: Outputs lists, for each output
// word, the word that holds it.
//
// Example: swap lane bit 0 with register bit 0, two 32-bit registers.
//   w2 = select(lane in 0xAAAAAAAA, w0, w1)   ; what the partner wants
//   w3 = shuffle(w2, lane ^ 1)
//   w4 = select(lane in 0xAAAAAAAA, w3, w0)   ; odd lanes use it as register 0
//   w5 = select(lane in 0xAAAAAAAA, w1, w3)
//   outputs: w4 w5
//
// Matrices. A word of 32 lanes is also an 8 x 8 matrix of halves: lane 4 r + c
// holds the elements (r, 2 c) and (r, 2 c + 1). Accesses of matrices have a
// tile (MatrixTile.h), which states which lane holds which byte; with the tiles
// of ldmatrix:
//
//   w1 = transpose(w0)                 lane 4 r + c gets (2 c, r), (2 c + 1, r)
//   storematrix.x2 [a], w0, w1         row r of matrix m to the 16 bytes at the
//                                      address of lane 8 m + r
//   w2 = loadmatrix.x1.transposed [a]  lane 4 r + c gets (2 c, r), (2 c + 1, r)
//
// Over index bits, a transpose swaps (half, lane 0, lane 1) with (lane 2, lane
// 3, lane 4). Addresses of lanes without a row (lanes 8 and up, or 16 and up)
// are not used. With the tile of ds_read_b64_tr_b16 each of 64 lanes points at
// 8 bytes:
//
//   w3, w4 = loadmatrix.x1.b64.transposed [a]
//     lane 16 g + 4 i + j gets halves j of lanes 16 g + i, + 4, + 8, + 12
//
// Functions of the lane are tables of one entry per lane. A predicate is a mask
// with bit l for lane l. Tables represent linear and arbitrary functions alike.
// The emitter recognises functions with a cheap form (a single lane bit, lane ^
// constant, a linear map) and computes the others from constants.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_PLAN_PLAN_H
#define F2LAYOUT_LAYOUTS_PLAN_PLAN_H

#include "layouts/machine/Machine.h"
#include "layouts/machine/ThreadAddress.h"
#include "layouts/plan/Conversion.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <string>
#include <vector>

namespace f2layout {
inline namespace layouts {

using Word = unsigned;

struct Step {
  enum Kind {
    Select,  ///< one word:  lane in Mask ? A : B; see WarpBits
    Permute, ///< one word:  bytes chosen from A (0-3) and B (4-7)
    Shuffle, ///< one word:  A of lane FromLane[lane]
    Swap,    ///< two words: the lane bit selects between A and B, and which of
             ///< them it was becomes the lane bit
    Transpose,   ///< one word: A as a matrix of halves, transposed
    Store,       ///< no word:   Words to shared memory at Address
    Load,        ///< Count words from shared memory at Address
    StoreMatrix, ///< no word: Words to rows of matrices in shared memory
    LoadMatrix,  ///< Count words from rows of matrices in shared memory
    Barrier      ///< no word:   orders stores before it with loads after it, of
                 ///< threads of one warp or of the block
  };
  Kind K = Select;

  Word A = 0, B = 0;
  uint64_t Mask = 0; ///< Select.
  /// Select: bits of the thread above those of the lane. In warps where an odd
  /// number of them is set the operands are exchanged: lane in Mask ? B : A.
  uint32_t WarpBits = 0;
  /// Permute: nibble i of the selector, 0 to 7, names the byte that becomes
  /// byte i. One entry if it is the same in every lane, else one per lane.
  std::vector<uint16_t> Selector;
  std::vector<uint8_t> FromLane; ///< Shuffle: one entry per lane.
  /// Swap: with K = 1 << LaneBit, the words made are, lane by lane,
  ///            lanes without K     lanes with K
  ///   first    A                   B of lane ^ K
  ///   second   A of lane ^ K       B
  /// Two of four values stay, two change lanes. A and B may be one word: then
  /// the words made are the values of both lanes of a pair, in both lanes.
  unsigned LaneBit = 0;

  MatrixTile Tile;                  ///< StoreMatrix, LoadMatrix.
  ThreadAddress Address;            ///< Store, Load; rows of matrices.
  unsigned Bytes = 0;               ///< Store, Load: 1, 2, 4, 8 or 16 per lane;
                                    ///< of matrices a row.
  llvm::SmallVector<Word, 4> Words; ///< Store: Bytes/4 words; below 4 bytes one
                                    ///< word, of which the bytes from
  unsigned FirstByte = 0;           ///< this one on are stored. StoreMatrix:
                                    ///< the words of each of 1, 2, 4 matrices.
  unsigned Count = 0;               ///< Load: words made; below 4 bytes one,
                                    ///< zero-extended. LoadMatrix: as many.
  Scope Sync = Scope::Warp;         ///< Barrier.
};

/// The cost of a plan per warp, by its parts.
struct PlanCost {
  unsigned Shuffles = 0, Selects = 0, Permutes = 0, Swaps = 0;
  /// Permutes of the plan that are not emitted, since every element of their
  /// words can be taken from its earlier place (ElementTrace.h).
  unsigned FreePermutes = 0;
  /// Instructions that pack narrow elements into words and unpack them. There
  /// are none where the kernel holds whole words.
  unsigned Packs = 0, Unpacks = 0;
  unsigned Transposes = 0;
  unsigned Loads = 0, Stores = 0; ///< Instructions, of matrices too.
  unsigned Wavefronts = 0;        ///< Of all loads and stores together.
  unsigned WarpBarriers = 0, BlockBarriers = 0;
  /// Clocks by Machine::Costs: of the pipe of shuffles and memory, of the ALU,
  /// and of barriers. The pipes overlap.
  double MemoryClocks = 0, AluClocks = 0, BarrierClocks = 0;
  double Clocks = 0; ///< Of all together.
  /// Instructions that compute nonlinear functions of the lane, once per
  /// thread. A loop does not repeat them; straight-line code executes all of
  /// them.
  unsigned Setup = 0;
};

enum class Route {
  Nothing,
  Rename,
  Shuffle,
  Shared,
  Mixed ///< Shuffles and shared memory.
};

/// One lower-case word.
llvm::StringRef routeName(Route By);

struct Plan {
  Route By = Route::Nothing;
  Scope Group = Scope::Warp;
  unsigned ElementBits = 32;
  unsigned LaneBits = 5;
  /// As in Conversion.
  bool PackedSources = false, PackedResults = false;
  unsigned NumSources = 0; ///< Source atoms: elements, 64 bits as two.
  unsigned NumInputs = 0;  ///< Input words.
  unsigned NumWords = 0;   ///< Input words and those that steps make.
  std::vector<Step> Steps;
  std::vector<Word> Outputs; ///< One per output word.
  /// Shared memory needed: in total for Scope::Block, per warp for Scope::Warp.
  unsigned ScratchBytes = 0;
  unsigned ScratchAlign = 1;
  PlanCost Cost;
  double BoundClocks = 0; ///< No plan on this machine is cheaper.
  /// The best plan of another route, if one was priced, and its clocks.
  Route RunnerUp = Route::Nothing;
  double RunnerUpClocks = 0;

  bool usesMemory() const { return ScratchBytes > 0; }
  /// Returns true if some step depends on more of the thread's number than the
  /// lane.
  bool dependsOnWarp() const;
  void print(llvm::raw_ostream &OS) const;
};

struct PlanOptions {
  bool AllowShuffle = true;
  bool AllowShared = true;
  /// Every lane of every warp takes part. If not, an atom may only be in its
  /// source lane and in its destination lane: any other lane might not exist.
  bool AllLanes = true;
  /// All lanes of a warp reach the plan together. Transposes and accesses of
  /// matrices require this, and AllLanes.
  bool Converged = false;
  /// Of equal plans through shared memory, take the one with wide stores,
  /// otherwise the one with wide loads. The side whose neighbours are also
  /// neighbours in other memory often already has them in words.
  bool WideStores = false;
  /// Shared memory the plan may use: in total for Scope::Block, per warp for
  /// Scope::Warp.
  unsigned ScratchLimit = ~0u;
};

/// The cheapest plan, or why there is none. Every returned plan has been
/// proved: by composing its steps and comparing them with the conversion's
/// columns, or, where there is a table that no map replaces, by interpretation.
/// The proof shows that every wanted result is correct if every lane takes
/// part, and that no access to scratch races with another access of the plan.
/// The routes must respect AllLanes = false, ScratchLimit and the machine's
/// accesses; nothing checks those afterwards.
struct PlanResult {
  std::optional<Plan> Best;
  std::string WhyNot;
};
PlanResult planConversion(const Conversion &C, const Machine &M,
                          const PlanOptions &O = {});

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_PLAN_PLAN_H
