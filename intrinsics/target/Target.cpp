//===- Target.cpp - The target of a function ------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes a Target of the rows of Targets.def:
//
//   triple nvptx64-nvidia-cuda, "target-cpu"="sm_90a"      -> the row sm_90
//   triple amdgcn-amd-amdhsa,   "target-cpu"="gfx1100",
//                               "target-features"="+wavefrontsize64"
//                                       -> the row gfx1100, with 64 lanes
//
//===----------------------------------------------------------------------===//

#include "intrinsics/target/Target.h"
#include "compat/LLVMCompat.h"
#include "intrinsics/target/AddressSpaces.h"
#include "intrinsics/target/TargetRows.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include <optional>

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {

static_assert(SharedSpace == unsigned(NVPTXAS::ADDRESS_SPACE_SHARED) &&
              PrivateSpace == unsigned(NVPTXAS::ADDRESS_SPACE_LOCAL));

uint64_t butterfliesOf(Vendor Maker, const LaneMoves &Moves) {
  if (Maker == Vendor::NVIDIA)
    return ~uint64_t(0);
  const uint64_t InRow = 0xffff, InPair = 0xffffffff;
  return (Moves.RowXmask ? InPair : InRow) | uint64_t(Moves.Permlane64) << 32;
}

using Table::CpuRow;

static void addShapes(Machine &M, Table::Memory Wanted) {
  for (const Table::AccessRow &Row : Table::accesses())
    if (Row.Of == Wanted)
      M.Shapes.push_back({Row.Bytes, Row.Load.lanes(), Row.Store.lanes()});
}

static void addCosts(Machine &M, Table::Prices Wanted) {
  M.Costs = MachineCosts();
  for (const Table::CostRow &Row : Table::costs()) {
    if (Row.Of != Wanted)
      continue;
    M.Costs.*Row.Clocks = Row.Figure;
    if (Row.Clocks == &MachineCosts::Butterfly)
      M.ButterflyPipe = Row.On;
  }
}

static Target makeTarget(const CpuRow &Row, unsigned LaneBits) {
  Target T;
  T.Maker = Row.Maker;
  T.Cpu = Row.Cpu;
  T.M.LaneBits = LaneBits;
  T.M.Banks = Table::memory(Row.SharedMemory).Banks;
  // PTX has no others; llc 22 makes one ds_read_b128 of 16 bytes aligned to 1.
  T.M.CutsUnaligned = Row.Maker == Vendor::NVIDIA;
  // By Nsight Compute on an H200 (docs/banks.md); nothing is published.
  T.M.JoinsPairs = Row.Maker == Vendor::NVIDIA;
  // llc's vectorizer; ptxas joins stores of two bytes and more
  // (ExchangeCost.h).
  T.M.JoinsNeighbours = Row.Maker == Vendor::AMD;
  T.M.SwapLaneBits = Table::swapLaneBits(Row.Cpu);
  T.WarpReduceClocks = Table::warpReduceClocks(Row.Cpu);
  addShapes(T.M, Row.SharedMemory);
  addCosts(T.M, Row.pricesFor(LaneBits));
  T.MaxSharedBytes = Row.SharedBytes;
  T.MaxThreads = Row.Threads;
  T.MaxRegisters = Row.Registers;
  T.Resident = Table::residentLimits(Row.Cpu);
  // SIMDs hold a number of waves, whatever their lanes.
  T.Resident.Threads <<= LaneBits - Row.LaneBits;
  T.Moves = Row.Moves;
  T.M.Butterflies = butterfliesOf(T.Maker, T.Moves);
  return T;
}

static SmallVector<StringRef> namesOf(Vendor Maker) {
  SmallVector<StringRef> Names;
  for (const CpuRow &Row : Table::cpus())
    if (Row.Maker == Maker)
      Names.push_back(Row.Cpu);
  return Names;
}

static Error unknownCpu(const Function &F, Vendor Maker, StringRef Cpu) {
  std::string What = Cpu.empty() ? std::string("no \"target-cpu\"")
                                 : "unknown \"target-cpu\" '" + Cpu.str() + "'";
  return createStringError("function '" + F.getName() + "' has " + What +
                           "; known are " + join(namesOf(Maker), ", "));
}

/// "sm_90a" and "sm_100f" are sm_90 and sm_100 with more instructions.
static StringRef withoutSuffix(StringRef Cpu) {
  if (Cpu.ends_with("a") || Cpu.ends_with("f"))
    return Cpu.drop_back();
  return Cpu;
}

/// The row of a processor as "target-cpu" has it.
static const CpuRow *rowOf(Vendor Maker, StringRef Cpu) {
  if (Maker == Vendor::NVIDIA)
    Cpu = withoutSuffix(Cpu);
  for (const CpuRow &Row : Table::cpus())
    if (Row.Maker == Maker && Cpu == Row.Cpu)
      return &Row;
  return nullptr;
}

/// Newer than any version that LLVM emits.
static constexpr unsigned NewestPtx = ~0u;

/// Cpu is the row's, perhaps with a suffix.
static Target nvidiaTarget(const CpuRow &Row, StringRef Cpu, unsigned Ptx) {
  Target T = makeTarget(Row, Row.LaneBits);
  if (!Table::addMatrixMoves(T.M, Cpu, Ptx))
    Table::addMatrixMoves(T.M, T.Cpu, Ptx);
  return T;
}

/// With waves of 2^Asked lanes, or the processor's default if Asked is 0 or
/// less than that.
static Target amdTarget(const CpuRow &Row, unsigned Asked) {
  Target T = makeTarget(Row, std::max(Asked, Row.LaneBits));
  Table::addMatrixMoves(T.M, T.Cpu, NewestPtx);
  return T;
}

/// The loaded table with the matrix moves that the processor has in code of the
/// function's PTX version, as far as the table has any.
static Target inPtx(Target Loaded, const CpuRow *Row, StringRef Cpu,
                    unsigned Ptx) {
  if (!Row)
    return Loaded;
  const Target Has = nvidiaTarget(*Row, Cpu, Ptx);
  Loaded.M.Transposes &= Has.M.Transposes;
  if (!Loaded.M.MatrixLoads.empty())
    Loaded.M.MatrixLoads = Has.M.MatrixLoads;
  if (!Loaded.M.MatrixStores.empty())
    Loaded.M.MatrixStores = Has.M.MatrixStores;
  return Loaded;
}

/// log2 of the wave size that the features request; 0 if they request none. The
/// last word counts, as in LLVM's feature strings.
static unsigned askedLaneBits(const Function &F) {
  SmallVector<StringRef, 16> Features;
  F.getFnAttribute("target-features").getValueAsString().split(Features, ',');
  unsigned Bits = 0;
  for (StringRef Feature : Features) {
    if (Feature.trim() == "+wavefrontsize64")
      Bits = 6;
    else if (Feature.trim() == "+wavefrontsize32")
      Bits = 5;
  }
  return Bits;
}

/// Waves of other than its lanes leave a loaded table unused.
static bool suits(const Target *Loaded, Vendor Maker, StringRef Cpu,
                  unsigned Asked) {
  return Loaded && Loaded->Maker == Maker && Loaded->Cpu == Cpu &&
         (!Asked || Asked == Loaded->M.LaneBits);
}

static Expected<Target> targetOnNvidia(const Function &F, StringRef Cpu,
                                       const Target *Loaded) {
  const CpuRow *Row = rowOf(Vendor::NVIDIA, Cpu);
  if (suits(Loaded, Vendor::NVIDIA, withoutSuffix(Cpu), 0))
    return inPtx(*Loaded, Row, Cpu, askedPtx(F));
  if (Row)
    return nvidiaTarget(*Row, Cpu, askedPtx(F));
  return unknownCpu(F, Vendor::NVIDIA, Cpu);
}

static Expected<Target> targetOnAmd(const Function &F, StringRef Cpu,
                                    const Target *Loaded) {
  const Triple &TT = compat::targetTriple(*F.getParent());
  if (TT.getOS() != Triple::AMDHSA)
    return createStringError("target triple '" + TT.str() +
                             "' is not known; the AMD targets are known for "
                             "amdgcn-amd-amdhsa only");
  unsigned Asked = askedLaneBits(F);
  const CpuRow *Row = rowOf(Vendor::AMD, Cpu);
  unsigned Runs = Asked ? Asked : Row ? Row->LaneBits : 0;
  if (suits(Loaded, Vendor::AMD, Cpu, Runs))
    return *Loaded;
  if (!Row)
    return unknownCpu(F, Vendor::AMD, Cpu);
  Target T = amdTarget(*Row, Asked);
  if (Asked && Asked != T.M.LaneBits)
    return createStringError("function '" + F.getName() +
                             "' asks for waves of 32 lanes, which " + T.Cpu +
                             " does not have");
  return T;
}

unsigned askedPtx(const Function &F) {
  SmallVector<StringRef, 16> Features;
  F.getFnAttribute("target-features").getValueAsString().split(Features, ',');
  unsigned Most = 0;
  for (StringRef Feature : Features) {
    unsigned Ptx = 0;
    Feature = Feature.trim();
    if (Feature.consume_front("+ptx") && !Feature.getAsInteger(10, Ptx))
      Most = std::max(Most, Ptx);
  }
  return Most;
}

/// The part of the target for which this LLVM can generate code.
static Expected<Target> asCompiled(Expected<Target> T) {
  if (T && !compat::HasStoreMatrix)
    T->M.MatrixStores.clear();
  return T;
}

Expected<Target> getTarget(const Function &F, const Target *Loaded) {
  const Triple &TT = compat::targetTriple(*F.getParent());
  StringRef Cpu = F.getFnAttribute("target-cpu").getValueAsString();
  if (!compat::knowsCpu(Cpu))
    return createStringError("LLVM " + Twine(LLVM_VERSION_MAJOR) +
                             " does not know the processor '" + Cpu + "'");
  if (TT.isNVPTX())
    return asCompiled(targetOnNvidia(F, Cpu, Loaded));
  if (TT.isAMDGCN())
    return targetOnAmd(F, Cpu, Loaded);
  return createStringError("target triple '" + TT.str() +
                           "' is not a GPU that f2layout knows (nvptx64 or "
                           "amdgcn-amd-amdhsa)");
}

Expected<Target> findTarget(StringRef Cpu, unsigned LaneBits) {
  const CpuRow *Nvidia = rowOf(Vendor::NVIDIA, Cpu);
  const CpuRow *Row = Nvidia ? Nvidia : rowOf(Vendor::AMD, Cpu);
  if (!Row)
    return createStringError("unknown processor '" + Cpu + "'; known are " +
                             join(knownTargets(), ", "));
  Target T =
      Nvidia ? nvidiaTarget(*Row, Cpu, NewestPtx) : amdTarget(*Row, LaneBits);
  if (LaneBits && LaneBits != T.M.LaneBits)
    return createStringError(Twine(T.Cpu) + " has waves of " +
                             Twine(1u << T.M.LaneBits) + " lanes, not of " +
                             Twine(1u << LaneBits));
  return T;
}

SmallVector<StringRef> knownTargets() {
  SmallVector<StringRef> Names = namesOf(Vendor::NVIDIA);
  append_range(Names, namesOf(Vendor::AMD));
  return Names;
}

} // namespace intrinsics
} // namespace f2layout
