//===- TargetTable.cpp - A target and where its figures are from ----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/target/TargetTable.h"
#include "intrinsics/target/CostFields.h"
#include "intrinsics/target/TargetRows.h"

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {

static const Table::CpuRow &rowOf(const Target &T) {
  for (const Table::CpuRow &Row : Table::cpus())
    if (T.Cpu == Row.Cpu)
      return Row;
  llvm_unreachable("targets are made of rows");
}

static std::string costSource(Table::Prices Of, const CostField &F) {
  for (const Table::CostRow &Row : Table::costs())
    if (Row.Of == Of && Row.Clocks == F.Clocks)
      return Row.Source;
  return "";
}

Expected<TargetTable> findTargetTable(StringRef Cpu, unsigned LaneBits) {
  Expected<Target> T = findTarget(Cpu, LaneBits);
  if (!T)
    return T.takeError();
  const Table::CpuRow &Row = rowOf(*T);
  TargetTable Known;
  Known.LimitsSource = Row.Source;
  Known.BanksSource = Table::memory(Row.SharedMemory).Source;
  for (const Table::AccessRow &A : Table::accesses())
    if (A.Of == Row.SharedMemory)
      Known.AccessSources.push_back(A.Source);
  for (const CostField &F : costFields())
    Known.CostSources.push_back(costSource(Row.pricesFor(T->M.LaneBits), F));
  Known.T = std::move(*T);
  return Known;
}

} // namespace intrinsics
} // namespace f2layout
