//===- CostFields.cpp - The figures of a machine by name ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/target/CostFields.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {

static constexpr CostField Fields[] = {
    {"shuffle", &MachineCosts::Shuffle, Pipe::Memory, CostField::Needed,
     "any permutation of the lanes, of one 32-bit word"},
    {"butterfly", &MachineCosts::Butterfly, Pipe::Memory, CostField::Needed,
     "lane ^ constant, of one 32-bit word"},
    {"select", &MachineCosts::Select, Pipe::Alu, CostField::MayBeFree,
     "one of two 32-bit words by a predicate"},
    {"permute", &MachineCosts::Permute, Pipe::Alu, CostField::MayBeFree,
     "four bytes of two 32-bit words"},
    {"wavefront", &MachineCosts::Wavefront, Pipe::Memory, CostField::Needed,
     "one phase of a shared access without conflicts"},
    {"warpBarrier", &MachineCosts::WarpBarrier, Pipe::Both,
     CostField::MayBeFree, "a barrier of a warp, and waiting for it"},
    {"blockBarrier", &MachineCosts::BlockBarrier, Pipe::Both,
     CostField::MayBeFree, "a barrier of a block, and waiting for it"},
    {"pack", &MachineCosts::Pack, Pipe::Alu, CostField::MayBeFree,
     "one byte merged into its word"},
    {"element", &MachineCosts::Element, Pipe::Alu, CostField::MayBeFree,
     "what surrounding code spends on one element"},
    {"swap", &MachineCosts::Swap, Pipe::Alu, CostField::MayBeMissing,
     "a lane bit against the choice between two 32-bit words"},
    {"transpose", &MachineCosts::Transpose, Pipe::Memory,
     CostField::MayBeMissing,
     "8x8 matrices of halves transposed, one word per lane"},
};

ArrayRef<CostField> costFields() { return Fields; }

bool isThere(const CostField &F, const Machine &M) {
  if (F.Clocks == &MachineCosts::Swap)
    return M.SwapLaneBits != 0;
  if (F.Clocks == &MachineCosts::Transpose)
    return M.Transposes;
  return true;
}

bool choosesPipe(const CostField &F) {
  return F.Clocks == &MachineCosts::Butterfly;
}

Pipe pipeOf(const CostField &F, const Machine &M) {
  return choosesPipe(F) ? M.ButterflyPipe : F.On;
}

StringRef pipeName(Pipe P) {
  switch (P) {
  case Pipe::Memory:
    return "memory";
  case Pipe::Alu:
    return "alu";
  case Pipe::Both:
    return "both";
  }
  llvm_unreachable("covered switch");
}

} // namespace intrinsics
} // namespace f2layout
