//===- NvptxSpecial.cpp - Special registers of PTX ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA (9.0) 10, special registers.
//
//===----------------------------------------------------------------------===//

#include "tools/f2sim/machine/Scheduler.h"
#include "tools/f2sim/nvptx/Nvptx.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace f2layout::sim {

namespace {

/// A register of three dimensions, such as %tid.
struct DimensionRegister {
  StringLiteral Name;
  uint64_t (*Read)(const Machine &M, const Thread &T, unsigned Dim);
};

/// Any other register.
struct ScalarRegister {
  StringLiteral Name;
  uint64_t (*Read)(const Machine &M, const Thread &T);
};

} // namespace

static uint64_t of(const Dim3 &D, unsigned Dim) {
  return Dim == 0 ? D.X : Dim == 1 ? D.Y : D.Z;
}

static constexpr DimensionRegister Dimensions[] = {
    {"tid",
     [](const Machine &, const Thread &T, unsigned D) -> uint64_t {
       return T.Tid[D];
     }},
    {"ntid",
     [](const Machine &M, const Thread &, unsigned D) -> uint64_t {
       return of(M.L.Block, D);
     }},
    {"ctaid",
     [](const Machine &M, const Thread &, unsigned D) -> uint64_t {
       return of(M.BlockIndex, D);
     }},
    {"nctaid",
     [](const Machine &M, const Thread &, unsigned D) -> uint64_t {
       return of(M.L.Grid, D);
     }},
};

/// The mask bit of the thread's lane.
static uint32_t bit(const Thread &T) { return 1u << T.Lane; }

static constexpr unsigned Multiprocessors = 132;

static constexpr ScalarRegister Scalars[] = {
    {"laneid",
     [](const Machine &, const Thread &T) -> uint64_t { return T.Lane; }},
    {"warpid",
     [](const Machine &, const Thread &T) -> uint64_t { return T.Warp; }},
    {"nwarpid", [](const Machine &, const Thread &) -> uint64_t { return 64; }},
    {"lanemask_eq",
     [](const Machine &, const Thread &T) -> uint64_t { return bit(T); }},
    {"lanemask_le",
     [](const Machine &, const Thread &T) -> uint64_t {
       return bit(T) | (bit(T) - 1);
     }},
    {"lanemask_lt",
     [](const Machine &, const Thread &T) -> uint64_t { return bit(T) - 1; }},
    {"lanemask_ge",
     [](const Machine &, const Thread &T) -> uint64_t {
       return uint32_t(~(bit(T) - 1));
     }},
    {"lanemask_gt",
     [](const Machine &, const Thread &T) -> uint64_t {
       return uint32_t(~(bit(T) | (bit(T) - 1)));
     }},
    {"smid",
     [](const Machine &M, const Thread &) -> uint64_t {
       return M.BlockNumber % Multiprocessors;
     }},
    {"nsmid",
     [](const Machine &, const Thread &) -> uint64_t {
       return Multiprocessors;
     }},
    {"gridid", [](const Machine &, const Thread &) -> uint64_t { return 1; }},
    {"reserved_smem_offset_1",
     [](const Machine &, const Thread &) -> uint64_t {
       return 16; // where no object is: an access would be out of bounds
     }},
    {"dynamic_smem_size",
     [](const Machine &M, const Thread &) -> uint64_t {
       return M.L.DynamicShared;
     }},
};

bool readSpecial(const Machine &M, const Thread &T, StringRef Name,
                 uint64_t &V) {
  auto [Base, Suffix] = Name.split('.');
  const size_t Dim = StringRef("xyz").find(Suffix);
  for (const DimensionRegister &R : Dimensions)
    if (R.Name == Base) {
      if (Suffix.size() != 1 || Dim == StringRef::npos)
        return false;
      V = R.Read(M, T, Dim);
      return true;
    }
  for (const ScalarRegister &R : Scalars)
    if (R.Name == Name) {
      V = R.Read(M, T);
      return true;
    }
  return false;
}

static void special(Exec &E) {
  uint64_t V;
  if (!readSpecial(E.M, E.T, E.I.Text, V))
    return E.unsupported("special register %" + E.I.Text);
  E.putFree(V);
}

/// %clock and the like return any value, independent of data.
static void opaque(Exec &E) {
  uint64_t V = E.M.Steps;
  E.put(0, V, E.I.DstSize, Frozen, true);
}

bool decodeNvptxSpecial(Inst &D, StringRef Name) {
  if (!Name.consume_front("llvm.nvvm.read.ptx.sreg."))
    return false;
  D.Text =
      Name.consume_front("lanemask.") ? ("lanemask_" + Name).str() : Name.str();
  if (Name == "warpsize")
    return onLane(D, [](Exec &E) { E.putFree(32); });
  if (Name.starts_with("clock") || Name.starts_with("globaltimer"))
    return onLane(D, opaque);
  return onLane(D, special);
}

} // namespace f2layout::sim
