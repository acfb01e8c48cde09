//===- Target.cpp - The target of a function ------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the rows of Targets.def into a Target:
//
//   triple nvptx64-nvidia-cuda, "target-cpu"="sm_90a"      -> the row sm_90
//   triple amdgcn-amd-amdhsa,   "target-cpu"="gfx1100",
//                               "target-features"="+wavefrontsize64"
//                                       -> the row gfx1100, with 64 lanes
//
//===----------------------------------------------------------------------===//

#include "intrinsics/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include <optional>

using namespace llvm;

namespace f2layout {

namespace {

/// The rows F2_ACCESS by memory, F2_COSTS by name.
enum Memory { NvidiaShared, Cdna3Lds, Cdna4Lds, RdnaLds };
enum Costs {
#define F2_COSTS(Name, ...) Name,
#include "intrinsics/Targets.def"
};

void addShapes(Machine &M, Memory Wanted) {
#define F2_ACCESS(Memory, Bytes, LoadPhase, StorePhase)                        \
  if (Wanted == Memory)                                                        \
    M.Shapes.push_back(AccessShape{Bytes, LoadPhase, StorePhase});
#include "intrinsics/Targets.def"
}

MachineCosts costsOf(Costs Wanted) {
  switch (Wanted) {
#define F2_COSTS(Name, Shuffle, Butterfly, Select, Permute, Wavefront,         \
                 WarpBarrier, BlockBarrier, Pack, Element)                     \
  case Name:                                                                   \
    return MachineCosts{Shuffle,     Butterfly,    Select, Permute, Wavefront, \
                        WarpBarrier, BlockBarrier, Pack,   Element};
#include "intrinsics/Targets.def"
  }
  llvm_unreachable("covered switch");
}

void addLaneSwaps(Machine &M, StringRef Cpu) {
#define F2_LANE_SWAP(Name, LaneBits, Clocks)                                   \
  if (Cpu == Name) {                                                           \
    M.SwapLaneBits = LaneBits;                                                 \
    M.Costs.Swap = Clocks;                                                     \
  }
#include "intrinsics/Targets.def"
}

/// What there is in code of that PTX version, times ten; 0 for LLVM's choice.
void addMatrixMoves(Machine &M, StringRef Cpu, unsigned Ptx) {
#define F2_MATRICES(Name, DefaultPtx, Clocks, Stores)                          \
  if (Cpu == Name) {                                                           \
    Ptx = std::max<unsigned>(Ptx, DefaultPtx);                                 \
    M.Transposes = Ptx >= 78;                                                  \
    M.Costs.Transpose = Clocks;                                                \
    M.LoadsMatrices = Ptx >= 65;                                               \
    M.StoresMatrices = Stores && Ptx >= 78;                                    \
  }
#include "intrinsics/Targets.def"
}

Target makeTarget(Vendor Maker, StringRef Cpu, unsigned LaneBits,
                  Memory SharedMemory, unsigned Banks, Costs Prices,
                  unsigned SharedBytes, unsigned Threads, unsigned Registers,
                  LaneMoves Moves) {
  Target T;
  T.Maker = Maker;
  T.Cpu = Cpu;
  T.M.LaneBits = LaneBits;
  T.M.Banks = Banks;
  // PTX has no others; llc 22 makes one ds_read_b128 of 16 bytes aligned to 1.
  T.M.CutsUnaligned = Maker == Vendor::NVIDIA;
  addShapes(T.M, SharedMemory);
  T.M.Costs = costsOf(Prices);
  addLaneSwaps(T.M, Cpu);
  T.MaxSharedBytes = SharedBytes;
  T.MaxThreads = Threads;
  T.MaxRegisters = Registers;
  T.Moves = Moves;
  return T;
}

void addNvidiaNames(SmallVectorImpl<StringRef> &Names) {
#define F2_NVIDIA(Name, ...) Names.push_back(Name);
#include "intrinsics/Targets.def"
}

void addAmdNames(SmallVectorImpl<StringRef> &Names) {
#define F2_AMD(Name, ...) Names.push_back(Name);
#include "intrinsics/Targets.def"
}

Error unknownCpu(const Function &F, Vendor Maker, StringRef Cpu) {
  SmallVector<StringRef, 16> Known;
  if (Maker == Vendor::NVIDIA)
    addNvidiaNames(Known);
  else
    addAmdNames(Known);
  std::string What = Cpu.empty() ? std::string("no \"target-cpu\"")
                                 : "unknown \"target-cpu\" '" + Cpu.str() + "'";
  return createStringError("function '" + F.getName() + "' has " + What +
                           "; known are " + join(Known, ", "));
}

/// "sm_90a" and "sm_100f" are sm_90 and sm_100 with more instructions.
StringRef withoutSuffix(StringRef Cpu) {
  if (Cpu.ends_with("a") || Cpu.ends_with("f"))
    return Cpu.drop_back();
  return Cpu;
}

std::optional<Target> nvidiaTarget(StringRef Cpu, unsigned Ptx) {
  StringRef Base = withoutSuffix(Cpu);
#define F2_NVIDIA(Name, Memory, Banks, Costs, SharedBytes, Threads, Registers) \
  if (Base == Name) {                                                          \
    Target T = makeTarget(Vendor::NVIDIA, Name, 5, Memory, Banks, Costs,       \
                          SharedBytes, Threads, Registers, LaneMoves());       \
    addMatrixMoves(T.M, Base, Ptx);                                            \
    return T;                                                                  \
  }
#include "intrinsics/Targets.def"
  return std::nullopt;
}

/// With waves of 2^Asked lanes; of the processor's own if Asked is 0 or less
/// than it has.
std::optional<Target> amdTarget(StringRef Cpu, unsigned Asked) {
#define F2_AMD(Name, LaneBits, Memory, Banks, Costs, Costs64, SharedBytes,     \
               Threads, Registers, RowXmask, Permlane64, BpermuteReach)        \
  if (Cpu == Name) {                                                           \
    unsigned Bits = std::max<unsigned>(Asked, LaneBits);                       \
    return makeTarget(Vendor::AMD, Name, Bits, Memory, Banks,                  \
                      Bits == 6 ? Costs64 : Costs, SharedBytes, Threads,       \
                      Registers,                                               \
                      LaneMoves{RowXmask, Permlane64, BpermuteReach});         \
  }
#include "intrinsics/Targets.def"
  return std::nullopt;
}

/// The PTX version that the features ask for, times ten; 0 if they do not.
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

/// log2 of the wave size that the features ask for; 0 if they do not. The last
/// word counts, as in LLVM's feature strings.
unsigned askedLaneBits(const Function &F) {
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

Expected<Target> targetOnAmd(const Function &F, StringRef Cpu) {
  const Triple &TT = F.getParent()->getTargetTriple();
  if (TT.getOS() != Triple::AMDHSA)
    return createStringError("target triple '" + TT.str() +
                             "' is not known; the AMD targets are known for "
                             "amdgcn-amd-amdhsa only");
  unsigned Asked = askedLaneBits(F);
  std::optional<Target> T = amdTarget(Cpu, Asked);
  if (!T)
    return unknownCpu(F, Vendor::AMD, Cpu);
  if (Asked && Asked != T->M.LaneBits)
    return createStringError("function '" + F.getName() +
                             "' asks for waves of 32 lanes, which " + T->Cpu +
                             " does not have");
  return *T;
}

} // namespace

Expected<Target> getTarget(const Function &F) {
  const Triple &TT = F.getParent()->getTargetTriple();
  StringRef Cpu = F.getFnAttribute("target-cpu").getValueAsString();
  if (TT.isNVPTX()) {
    if (std::optional<Target> T = nvidiaTarget(Cpu, askedPtx(F)))
      return *T;
    return unknownCpu(F, Vendor::NVIDIA, Cpu);
  }
  if (TT.isAMDGCN())
    return targetOnAmd(F, Cpu);
  return createStringError("target triple '" + TT.str() +
                           "' is not a GPU that f2layout knows (nvptx64 or "
                           "amdgcn-amd-amdhsa)");
}

Expected<Target> findTarget(StringRef Cpu, unsigned LaneBits) {
  constexpr unsigned NewestPtx = ~0u;
  std::optional<Target> T = nvidiaTarget(Cpu, NewestPtx);
  if (!T)
    T = amdTarget(Cpu, LaneBits);
  if (!T) {
    SmallVector<StringRef, 32> Known;
    addNvidiaNames(Known);
    addAmdNames(Known);
    return createStringError("unknown processor '" + Cpu + "'; known are " +
                             join(Known, ", "));
  }
  if (LaneBits && LaneBits != T->M.LaneBits)
    return createStringError(Twine(T->Cpu) + " has waves of " +
                             Twine(1u << T->M.LaneBits) + " lanes, not of " +
                             Twine(1u << LaneBits));
  return *T;
}

} // namespace f2layout
