//===- TargetRows.h - The rows of Targets.def -----------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to intrinsics/; users include Target.h or TargetJson.h. The rows as
// arrays. Target.cpp makes targets of them, and TargetTable.cpp reports the
// sources of figures.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_INTRINSICS_TARGET_TARGETROWS_H
#define F2LAYOUT_INTRINSICS_TARGET_TARGETROWS_H

#include "intrinsics/target/Target.h"
#include "llvm/ADT/ArrayRef.h"

namespace f2layout {
inline namespace intrinsics {
namespace Table {

// Named by the rows themselves.
enum Memory {
#define F2_MEMORY(Memory, Banks, Source) Memory,
#include "intrinsics/target/Targets.def"
};
enum Prices {
#define F2_PRICES(Prices) Prices,
#include "intrinsics/target/Targets.def"
};

enum Tile {
#define F2_TILE(Tile, Columns, Rows, Matrices, Source) Tile,
#include "intrinsics/target/Targets.def"
};
enum Moves {
#define F2_MOVES(Moves) Moves,
#include "intrinsics/target/Targets.def"
};

/// A basis of lane numbers, ended by a 0.
struct PhaseBasis {
  uint8_t Basis[7];
  llvm::SmallVector<unsigned, 6> lanes() const {
    llvm::SmallVector<unsigned, 6> Lanes;
    for (const uint8_t *Lane = Basis; *Lane; ++Lane)
      Lanes.push_back(*Lane);
    return Lanes;
  }
};

struct MemoryRow {
  unsigned Banks;
  const char *Source;
};
struct AccessRow {
  Memory Of;
  unsigned Bytes;
  PhaseBasis Load, Store;
  const char *Source;
};
struct CostRow {
  Prices Of;
  double MachineCosts::*Clocks;
  Pipe On;
  double Figure;
  const char *Source;
};
struct CpuRow {
  Vendor Maker;
  const char *Cpu;
  unsigned LaneBits;
  Memory SharedMemory;
  Prices Costs, Costs64;
  unsigned SharedBytes, Threads, Registers;
  LaneMoves Moves;
  const char *Source;

  Prices pricesFor(unsigned Bits) const { return Bits == 6 ? Costs64 : Costs; }
  /// Waves of other sizes are an error.
  bool runs(unsigned Bits) const {
    return Bits == LaneBits || (Bits == 6 && Maker == Vendor::AMD);
  }
};

const MemoryRow &memory(Memory M);
llvm::ArrayRef<AccessRow> accesses();
llvm::ArrayRef<CostRow> costs();
llvm::ArrayRef<CpuRow> cpus();
const MatrixTile &tile(Tile T);
/// Sets Machine's matrix moves to those that the processor has in code of that
/// PTX version, times ten, or of LLVM's default if that is newer. Returns false
/// if no row has that name.
bool addMatrixMoves(Machine &M, llvm::StringRef Cpu, unsigned Ptx);
/// The same for a processor with that set.
void addMatrixMoves(Machine &M, Moves Set, unsigned Ptx);
/// Target::Resident of the processor.
ResidentLimits residentLimits(llvm::StringRef Cpu);
/// Machine::SwapLaneBits of the processor.
unsigned swapLaneBits(llvm::StringRef Cpu);
/// Target::WarpReduceClocks of the processor.
double warpReduceClocks(llvm::StringRef Cpu);

} // namespace Table
} // namespace intrinsics
} // namespace f2layout

#endif // F2LAYOUT_INTRINSICS_TARGET_TARGETROWS_H
