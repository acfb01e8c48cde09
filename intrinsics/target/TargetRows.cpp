//===- TargetRows.cpp - The rows of Targets.def ---------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/target/TargetRows.h"

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {
namespace Table {

static constexpr MemoryRow Memories[] = {
#define F2_MEMORY(Memory, Banks, Source) {Banks, Source},
#include "intrinsics/target/Targets.def"
};

// Braced lists go through by __VA_ARGS__.
static constexpr AccessRow Accesses[] = {
#define F2_ACCESS(Memory, Bytes, ...) {Memory, Bytes, __VA_ARGS__},
#include "intrinsics/target/Targets.def"
};

static constexpr CostRow Costs[] = {
#define F2_COST(Prices, Instruction, Runs, Clocks, Source)                     \
  {Prices, &MachineCosts::Instruction, Pipe::Runs, Clocks, Source},
#include "intrinsics/target/Targets.def"
};

static constexpr CpuRow Cpus[] = {
#define F2_NVIDIA(Cpu, Memory, Prices, SharedBytes, Threads, Registers, From)  \
  {Vendor::NVIDIA, Cpu,     5,         Memory,      Prices, Prices,            \
   SharedBytes,    Threads, Registers, LaneMoves(), From},
#define F2_AMD(Cpu, LaneBits, Memory, Prices, Prices64, SharedBytes, Threads,  \
               Registers, RowXmask, Permlane64, BpermuteReach, Source)         \
  {Vendor::AMD, Cpu,                                                           \
   LaneBits,    Memory,                                                        \
   Prices,      Prices64,                                                      \
   SharedBytes, Threads,                                                       \
   Registers,   LaneMoves{RowXmask, Permlane64, BpermuteReach},                \
   Source},
#include "intrinsics/target/Targets.def"
};

static constexpr MatrixTile Tiles[] = {
#define F2_TILE(Tile, Columns, Rows, Matrices, Source)                         \
  {Columns, Rows, Matrices},
#include "intrinsics/target/Targets.def"
};

const MemoryRow &memory(Memory M) { return Memories[M]; }
ArrayRef<AccessRow> accesses() { return Accesses; }
ArrayRef<CostRow> costs() { return Costs; }
ArrayRef<CpuRow> cpus() { return Cpus; }
const MatrixTile &tile(Tile T) { return Tiles[T]; }

void addMatrixMoves(Machine &M, Moves Set, unsigned Ptx) {
  auto Add = [&](Moves Of, unsigned From, SmallVector<MatrixTile, 0> &To,
                 Tile By) {
    if (Of == Set && Ptx >= From)
      To.push_back(tile(By));
  };
#define F2_MATRIX_MOVE(Moves, Kind, Tile, From)                                \
  Add(Moves, From, M.Matrix##Kind##s, Tile);
#define F2_TRANSPOSE(Moves, From) M.Transposes |= Set == Moves && Ptx >= From;
#include "intrinsics/target/Targets.def"
}

bool addMatrixMoves(Machine &M, StringRef Cpu, unsigned Ptx) {
#define F2_MATRICES(Name, DefaultPtx, Moves)                                   \
  if (Cpu == Name) {                                                           \
    addMatrixMoves(M, Moves, std::max<unsigned>(Ptx, DefaultPtx));             \
    return true;                                                               \
  }
#include "intrinsics/target/Targets.def"
  return false;
}

static bool hasAccumulators(StringRef Cpu) {
#define F2_ACCUMULATORS(Name)                                                  \
  if (Cpu == Name)                                                             \
    return true;
#include "intrinsics/target/Targets.def"
  return false;
}

ResidentLimits residentLimits(StringRef Cpu) {
#define F2_RESIDENT(Name, SharedBytes, KeptBytes, Threads, Registers, Source)  \
  if (Cpu == Name)                                                             \
    return {SharedBytes, KeptBytes, Threads, Registers, hasAccumulators(Cpu)};
#include "intrinsics/target/Targets.def"
  return {};
}

unsigned swapLaneBits(StringRef Cpu) {
#define F2_LANE_SWAP(Name, LaneBits)                                           \
  if (Cpu == Name)                                                             \
    return LaneBits;
#include "intrinsics/target/Targets.def"
  return 0;
}

double warpReduceClocks(StringRef Cpu) {
#define F2_WARP_REDUCE(Name, Clocks, Source)                                   \
  if (Cpu == Name)                                                             \
    return Clocks;
#include "intrinsics/target/Targets.def"
  return 0;
}

} // namespace Table
} // namespace intrinsics
} // namespace f2layout
