//===- Target.cpp - f2layout target: tables of GPUs -----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/target/CostFields.h"
#include "intrinsics/target/TargetJson.h"
#include "tools/f2layout/answer/JsonText.h"
#include "tools/f2layout/commandline/CommandLine.h"
#include "tools/f2layout/commandline/TargetOption.h"
#include "tools/f2layout/commands/Commands.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::calc {

namespace {

/// Numbers the sources, so that a source of many figures is printed once.
class SourceList {
public:
  std::string mark(StringRef Source) {
    auto [It, New] = Numbers.insert({Source, Numbers.size() + 1});
    return "[" + utostr(It->second) + "]";
  }
  void print(raw_ostream &OS) const {
    for (auto [Source, Number] : Numbers)
      OS << "  [" << Number << "] " << Source << "\n";
  }

private:
  MapVector<StringRef, size_t> Numbers;
};

} // namespace

static std::string lanesText(ArrayRef<unsigned> Lanes) {
  return join(map_range(Lanes, [](unsigned L) { return utostr(L); }), " ");
}

static void printAccesses(raw_ostream &OS, const TargetTable &Table,
                          SourceList &Sources) {
  OS << "  bytes  a load's phase    a store's phase   source\n";
  for (auto [Shape, Source] : zip_equal(Table.T.M.Shapes, Table.AccessSources))
    OS << "  " << left_justify(utostr(Shape.Bytes), 7)
       << left_justify(lanesText(Shape.LoadPhase), 18)
       << left_justify(lanesText(Shape.StorePhase), 18) << Sources.mark(Source)
       << "\n";
}

static void printCosts(raw_ostream &OS, const TargetTable &Table,
                       SourceList &Sources) {
  const Machine &M = Table.T.M;
  OS << "  instruction   clocks  pipe    source\n";
  for (auto [F, Source] : zip_equal(costFields(), Table.CostSources)) {
    if (!isThere(F, M))
      continue;
    OS << "  " << left_justify(F.Name, 12)
       << format("%8.2f  ", M.Costs.*F.Clocks)
       << left_justify(pipeName(pipeOf(F, M)), 8)
       << left_justify(Sources.mark(Source), 6) << F.What << "\n";
  }
}

static void printMatrixMoves(raw_ostream &OS, const Machine &M) {
  OS << "matrix moves: ";
  ListSeparator Comma;
  for (auto [Has, Name] :
       {std::pair<bool, StringRef>{M.Transposes, "movmatrix"},
        {!M.MatrixLoads.empty(), "ldmatrix"},
        {!M.MatrixStores.empty(), "stmatrix"}})
    if (Has)
      OS << Comma << Name;
  OS << "\n";
}

static void printLaneMoves(raw_ostream &OS, const Target &T) {
  OS << "lane moves: " << (T.Moves.RowXmask ? "row_xmask, " : "")
     << (T.Moves.Permlane64 ? "permlane64, " : "") << "ds_bpermute over "
     << std::min(T.Moves.BpermuteReach, T.M.lanes()) << " lanes";
  for (unsigned Bit = 0; Bit < T.M.LaneBits; ++Bit)
    if (T.M.SwapLaneBits >> Bit & 1)
      OS << ", permlane" << (1u << Bit) << "_swap";
  OS << "\n";
  if (T.M.MatrixLoads.empty())
    return;
  OS << "matrix moves: ";
  ListSeparator Comma;
  for (const MatrixTile &Tile : T.M.MatrixLoads)
    OS << Comma << "ds_read_b" << Tile.rowBytes() * 8 << "_tr_b"
       << (8u << Tile.unitBits());
  OS << "\n";
}

static void print(raw_ostream &OS, const TargetTable &Table) {
  const Target &T = Table.T;
  SourceList Sources;
  OS << T.Cpu << ": " << T.M.lanes() << " lanes\nlimits: " << T.MaxThreads
     << " threads a block, " << T.MaxRegisters << " registers a thread, "
     << T.MaxSharedBytes << " bytes shared " << Sources.mark(Table.LimitsSource)
     << "\n";
  if (T.Maker == Vendor::AMD)
    printLaneMoves(OS, T);
  else if (T.M.Transposes || !T.M.MatrixLoads.empty() ||
           !T.M.MatrixStores.empty())
    printMatrixMoves(OS, T.M);
  OS << "shared memory: " << T.M.Banks << " banks of " << T.M.BankBytes
     << " bytes " << Sources.mark(Table.BanksSource)
     << "; lanes served together, as a basis\n";
  printAccesses(OS, Table, Sources);
  OS << "clocks of one warp instruction\n";
  printCosts(OS, Table, Sources);
  OS << "sources\n";
  Sources.print(OS);
}

static int listAll(const Invocation &I) {
  if (I.json())
    printObject([](json::OStream &J) {
      J.attributeArray("targets", [&] {
        for (StringRef Cpu : knownTargets())
          J.value(Cpu);
      });
    });
  else
    outs() << join(knownTargets(), "\n") << "\n";
  return 0;
}

static Expected<int> runTarget(Invocation &I) {
  if (I.operands().empty())
    return listAll(I);
  Expected<uint64_t> Wave = I.number("wave", 0, 32, 64);
  if (!Wave)
    return Wave.takeError();
  Expected<TargetTable> Table =
      readTarget(I.operands()[0], *Wave ? Log2_64(*Wave) : 0);
  if (!Table)
    return fail(toString(Table.takeError()));
  if (I.json())
    outs() << toTargetJson(*Table);
  else
    print(outs(), *Table);
  return 0;
}

static constexpr OptionSpec Options[] = {
    {"wave", "LANES", "lanes of a wave, where the target has a choice"},
};

const Command TargetCommand = {
    "target",
    "[CPU|FILE]",
    0,
    1,
    "what plans assume about a GPU, and the source of each figure",
    R"(
Lanes, limits, the phases in which shared memory serves a warp (bases of lane
numbers), and the clocks of instructions, each with its source. Without an
operand, lists the known processors.

With --json the answer is a table that can be changed and read again: here as
@FILE or FILE.json, by other commands with --target, and by the plugin as
f2layout<costs=FILE>. A table of a known processor may change its clocks, but
may not add instructions that it does not have.
)",
    Options,
    {"target sm_90 | head -8", R"(
sm_90: 32 lanes
limits: 1024 threads a block, 255 registers a thread, 49152 bytes shared [1]
matrix moves: movmatrix, ldmatrix, stmatrix
shared memory: 32 banks of 4 bytes [2]; lanes served together, as a basis
  bytes  a load's phase    a store's phase   source
  1      1 2 4 8 16        1 2 4 8 16        [2]
  2      1 2 4 8 16        1 2 4 8 16        [2]
  4      1 2 4 8 16        1 2 4 8 16        [2]
)"},
    runTarget,
    knownTargets};

} // namespace f2layout::calc
