//===- TargetJson.cpp - Targets as text, both ways ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "intrinsics/target/TargetJson.h"
#include "intrinsics/target/CostFields.h"
#include "intrinsics/target/JsonDocument.h"
#include "intrinsics/target/TargetRows.h"
#include "layouts/algebra/TextFile.h"
#include "layouts/f2/Echelon.h"
#include "layouts/machine/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {

static StringRef vendorName(Vendor V) {
  return V == Vendor::NVIDIA ? "nvidia" : "amd";
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// The fewest digits that are read as this number.
static std::string shortest(double N) {
  std::string Text;
  for (unsigned Digits = 1; Digits <= 17; ++Digits) {
    Text.clear();
    raw_string_ostream(Text) << format("%.*g", Digits, N);
    double Again;
    if (!StringRef(Text).getAsDouble(Again) && Again == N)
      break;
  }
  return Text;
}

static void writeNumbers(json::OStream &J, StringRef Key,
                         ArrayRef<unsigned> Numbers) {
  J.attributeBegin(Key);
  J.rawValue([&](raw_ostream &OS) {
    OS << '[';
    interleave(Numbers, OS, ",");
    OS << ']';
  });
  J.attributeEnd();
}

static SmallVector<unsigned> bitsOf(unsigned Mask) {
  SmallVector<unsigned> Bits;
  for (; Mask; Mask &= Mask - 1)
    Bits.push_back(countr_zero(Mask));
  return Bits;
}

static bool isSwap(const CostField &F) {
  return F.Clocks == &MachineCosts::Swap;
}

static void writeCosts(json::OStream &J, const TargetTable &Table) {
  const Machine &M = Table.T.M;
  for (auto [F, Source] : zip_equal(costFields(), Table.CostSources)) {
    if (!isThere(F, M))
      continue;
    J.attributeObject(F.Name, [&, &F = F, &Source = Source] {
      J.attributeBegin("clocks");
      J.rawValue(shortest(M.Costs.*F.Clocks));
      J.attributeEnd();
      J.attribute("pipe", pipeName(pipeOf(F, M)));
      if (isSwap(F))
        writeNumbers(J, "laneBits", bitsOf(M.SwapLaneBits));
      J.attribute("source", Source);
    });
  }
}

static void writeSharedMemory(json::OStream &J, const TargetTable &Table) {
  const Machine &M = Table.T.M;
  J.attribute("banks", M.Banks);
  J.attribute("bankBytes", M.BankBytes);
  J.attribute("cutsUnaligned", M.CutsUnaligned);
  J.attribute("joinsPairs", M.JoinsPairs);
  J.attribute("source", Table.BanksSource);
  J.attributeArray("accesses", [&] {
    for (auto [Shape, Source] : zip_equal(M.Shapes, Table.AccessSources))
      J.object([&, &Shape = Shape, &Source = Source] {
        J.attribute("bytes", Shape.Bytes);
        writeNumbers(J, "loadPhase", Shape.LoadPhase);
        writeNumbers(J, "storePhase", Shape.StorePhase);
        J.attribute("source", Source);
      });
  });
}

static void writeMoves(json::OStream &J, const Target &T) {
  if (T.Maker == Vendor::NVIDIA) {
    J.attribute("ldmatrix", !T.M.MatrixLoads.empty());
    J.attribute("stmatrix", !T.M.MatrixStores.empty());
    return;
  }
  J.attribute("rowXmask", T.Moves.RowXmask);
  J.attribute("permlane64", T.Moves.Permlane64);
  J.attribute("bpermuteReach", T.Moves.BpermuteReach);
  J.attribute("dsReadTr", !T.M.MatrixLoads.empty());
}

void writeTargetJson(json::OStream &J, const TargetTable &Table) {
  const Target &T = Table.T;
  J.object([&] {
    J.attribute("target", T.Cpu);
    J.attribute("vendor", vendorName(T.Maker));
    J.attribute("lanes", T.M.lanes());
    J.attributeObject("limits", [&] {
      J.attribute("sharedBytes", T.MaxSharedBytes);
      J.attribute("threads", T.MaxThreads);
      J.attribute("registers", T.MaxRegisters);
      J.attribute("source", Table.LimitsSource);
    });
    J.attributeObject("moves", [&] { writeMoves(J, T); });
    J.attributeObject("sharedMemory", [&] { writeSharedMemory(J, Table); });
    J.attributeObject("costs", [&] { writeCosts(J, Table); });
  });
}

std::string toTargetJson(const TargetTable &Table) {
  std::string Text;
  raw_string_ostream OS(Text);
  json::OStream J(OS, /*IndentSize=*/2);
  writeTargetJson(J, Table);
  OS << '\n';
  return Text;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

/// Reads a document into a table, and compares it with what the rows know.
class TargetReader {
  using Tiles = SmallVector<MatrixTile, 0>;

public:
  TargetTable read(const JsonPlace &Root);

private:
  void readName(const JsonPlace &Root);
  void readLimits(const JsonPlace &Limits);
  void readMatrixMoves(const JsonPlace &Moves);
  void readLaneMoves(const JsonPlace &Moves);
  void readMemory(const JsonPlace &Memory);
  void readAccess(const JsonPlace &Access);
  SmallVector<unsigned, 6> readPhase(const JsonPlace &Phase) const;
  void readCost(const JsonPlace &Costs, const CostField &F);
  void readPipe(const JsonPlace &Pipe, const CostField &F);
  void readSwapBits(const JsonPlace &Bits);
  unsigned atMost(const JsonPlace &Limit, unsigned Target::*Figure,
                  unsigned Most) const;
  void readTiles(const JsonPlace &Move, Tiles Machine::*Has);

  TargetTable Table;
  Target &T = Table.T;
  Machine &M = Table.T.M;
  /// The rows of this processor, if there are any.
  std::optional<Target> Known;
};

} // namespace

/// The limits where no row states others.
static constexpr unsigned MostRegisters = 1024,
                          MostSharedBytes = MaxSharedBytes, MostBanks = 256;
static constexpr double MostClocks = 1e6;
/// Below it a cost is none; plans divide by some.
static constexpr double LeastClocks = 1e-3;

void TargetReader::readName(const JsonPlace &Root) {
  JsonPlace Name = Root.member("target"), Maker = Root.member("vendor"),
            Lanes = Root.member("lanes");
  T.Cpu = Name.text();
  if (Expected<Target> Row = findTarget(T.Cpu))
    T.Cpu = Row->Cpu;
  else
    consumeError(Row.takeError());
  std::string Vendors = Maker.text();
  if (Vendors != "nvidia" && Vendors != "amd")
    Maker.expected("\"nvidia\" or \"amd\"");
  T.Maker = Vendors == "amd" ? Vendor::AMD : Vendor::NVIDIA;
  M.JoinsNeighbours = T.Maker == Vendor::AMD;
  unsigned N = Lanes.whole(32, 64);
  if (N != 32 && (N != 64 || T.Maker == Vendor::NVIDIA))
    Lanes.expected(T.Maker == Vendor::AMD ? "32 or 64" : "32");
  M.LaneBits = N == 64 ? 6 : 5;

  if (Expected<Target> Row = findTarget(T.Cpu)) {
    if (Row->Maker != T.Maker)
      Maker.expected("\"" + vendorName(Row->Maker) + "\", which makes " +
                     T.Cpu);
    Known = std::move(*Row);
    // No table says these.
    T.Resident = Known->Resident;
    T.WarpReduceClocks = Known->WarpReduceClocks;
    Expected<Target> Waves = findTarget(T.Cpu, M.LaneBits);
    if (Waves)
      Known = std::move(*Waves);
    else
      Lanes.mistake("cannot be: " + toString(Waves.takeError()));
  } else {
    consumeError(Row.takeError());
    StringRef Kind = T.Maker == Vendor::AMD ? "gfx" : "sm_";
    StringRef Rest = T.Cpu;
    if (!Rest.consume_front(Kind) || Rest.empty() || !all_of(Rest, isAlnum))
      Name.expected("the name of a processor, such as \"" + Kind +
                    (T.Maker == Vendor::AMD ? "942\"" : "90\""));
  }
}

/// A limit, which a row may only bound from above.
unsigned TargetReader::atMost(const JsonPlace &Limit, unsigned Target::*Figure,
                              unsigned Most) const {
  unsigned N = Limit.whole(1, Most);
  if (Known && N > (*Known).*Figure)
    Limit.expected("at most " + Twine((*Known).*Figure) + ", as " + T.Cpu +
                   " has");
  return N;
}

void TargetReader::readLimits(const JsonPlace &Limits) {
  Limits.expectOnly({"sharedBytes", "threads", "registers", "source"});
  T.MaxSharedBytes = atMost(Limits.member("sharedBytes"),
                            &Target::MaxSharedBytes, MostSharedBytes);
  T.MaxThreads =
      atMost(Limits.member("threads"), &Target::MaxThreads, MaxBlockThreads);
  T.MaxRegisters =
      atMost(Limits.member("registers"), &Target::MaxRegisters, MostRegisters);
  Table.LimitsSource = Limits.member("source").text();
}

/// A table may lack a move, but may not have one that its row denies. Where
/// there is no row, the moves of the vendor's other processors are allowed.
void TargetReader::readTiles(const JsonPlace &Move, Tiles Machine::*Has) {
  if (!Move.flag())
    return;
  Machine Most;
  if (Known)
    Most = Known->M;
  else
    Table::addMatrixMoves(
        Most, T.Maker == Vendor::AMD ? Table::Gfx950Moves : Table::Sm90Moves,
        ~0u);
  M.*Has = Most.*Has;
  if ((M.*Has).empty())
    Move.expected("false, as " + T.Cpu + " does not have it");
}

void TargetReader::readMatrixMoves(const JsonPlace &Moves) {
  Moves.expectOnly({"ldmatrix", "stmatrix"});
  readTiles(Moves.member("ldmatrix"), &Machine::MatrixLoads);
  readTiles(Moves.member("stmatrix"), &Machine::MatrixStores);
}

void TargetReader::readLaneMoves(const JsonPlace &Moves) {
  Moves.expectOnly({"rowXmask", "permlane64", "bpermuteReach", "dsReadTr"});
  readTiles(Moves.member("dsReadTr"), &Machine::MatrixLoads);
  T.Moves.RowXmask = Moves.member("rowXmask").flag();
  T.Moves.Permlane64 = Moves.member("permlane64").flag();
  JsonPlace Reach = Moves.member("bpermuteReach");
  T.Moves.BpermuteReach = Reach.whole(32, 64);
  M.Butterflies = butterfliesOf(T.Maker, T.Moves);
  if (T.Moves.BpermuteReach != 32 && T.Moves.BpermuteReach != 64)
    Reach.expected("32 or 64");
  // Emission relies on each of them.
  if (!Known)
    return;
  const LaneMoves &Has = Known->Moves;
  if (T.Moves.RowXmask != Has.RowXmask)
    Moves.member("rowXmask").expected(Has.RowXmask ? "true" : "false");
  if (T.Moves.Permlane64 != Has.Permlane64)
    Moves.member("permlane64").expected(Has.Permlane64 ? "true" : "false");
  if (T.Moves.BpermuteReach != Has.BpermuteReach)
    Reach.expected(Twine(Has.BpermuteReach));
}

/// Lane numbers of which none is a xor of others.
SmallVector<unsigned, 6> TargetReader::readPhase(const JsonPlace &Phase) const {
  SmallVector<unsigned, 6> Basis;
  Echelon<uint64_t> Span;
  for (const JsonPlace &Lane : Phase.items()) {
    Basis.push_back(Lane.whole(1, M.lanes() - 1));
    if (!Span.insert(Basis.back())) {
      Lane.expected("a lane that is no xor of those before it");
      break; // As many as there are lane bits, at most.
    }
  }
  return Basis;
}

void TargetReader::readAccess(const JsonPlace &Access) {
  Access.expectOnly({"bytes", "loadPhase", "storePhase", "source"});
  JsonPlace Bytes = Access.member("bytes");
  AccessShape Shape;
  Shape.Bytes = Bytes.whole(1, 16);
  if (!isPowerOf2_32(Shape.Bytes))
    Bytes.expected("1, 2, 4, 8 or 16");
  if (!M.Shapes.empty() && M.Shapes.back().Bytes >= Shape.Bytes)
    Bytes.expected("more than " + Twine(M.Shapes.back().Bytes) +
                   ", as the one before has");
  if (Known && !Known->M.shape(Shape.Bytes))
    Bytes.expected("a width that " + T.Cpu + " has");
  Shape.LoadPhase = readPhase(Access.member("loadPhase"));
  Shape.StorePhase = readPhase(Access.member("storePhase"));
  M.Shapes.push_back(std::move(Shape));
  Table.AccessSources.push_back(Access.member("source").text());
}

void TargetReader::readMemory(const JsonPlace &Memory) {
  Memory.expectOnly({"banks", "bankBytes", "cutsUnaligned", "joinsPairs",
                     "source", "accesses"});
  JsonPlace Banks = Memory.member("banks"),
            BankBytes = Memory.member("bankBytes"),
            Cuts = Memory.member("cutsUnaligned");
  M.Banks = Banks.whole(1, MostBanks);
  if (!isPowerOf2_32(M.Banks))
    Banks.expected("a power of two");
  M.BankBytes = BankBytes.whole(1, 16);
  if (!isPowerOf2_32(M.BankBytes))
    BankBytes.expected("a power of two");
  M.CutsUnaligned = Cuts.flag();
  if (Known && Known->M.CutsUnaligned && !M.CutsUnaligned)
    Cuts.expected("true, as on " + T.Cpu);
  M.JoinsPairs = Memory.member("joinsPairs").flag();
  Table.BanksSource = Memory.member("source").text();
  for (const JsonPlace &Access : Memory.member("accesses").items())
    readAccess(Access);
}

void TargetReader::readPipe(const JsonPlace &Place, const CostField &F) {
  std::string Name = Place.text();
  if (!choosesPipe(F)) {
    if (Name != pipeName(F.On))
      Place.expected("\"" + pipeName(F.On) + "\"");
    return;
  }
  if (Name != pipeName(Pipe::Alu) && Name != pipeName(Pipe::Memory))
    Place.expected("\"alu\" or \"memory\"");
  M.ButterflyPipe = Name == pipeName(Pipe::Alu) ? Pipe::Alu : Pipe::Memory;
}

void TargetReader::readSwapBits(const JsonPlace &Bits) {
  for (const JsonPlace &Bit : Bits.items()) {
    unsigned J = Bit.whole(0, M.LaneBits - 1);
    if (Known && !(Known->M.SwapLaneBits >> J & 1))
      Bit.expected("a lane bit that " + T.Cpu + " swaps");
    M.SwapLaneBits |= 1u << J;
  }
}

void TargetReader::readCost(const JsonPlace &Costs, const CostField &F) {
  JsonPlace Cost = Costs.member(F.Name);
  std::string &Source = Table.CostSources.emplace_back();
  double &Clocks = M.Costs.*F.Clocks;
  if (F.Is == CostField::MayBeMissing && !Cost.isThere()) {
    Clocks = 0;
    return;
  }
  if (!Cost.isThere()) {
    Cost.expected("{\"clocks\": ..., \"pipe\": ..., \"source\": ...}");
    return;
  }
  if (Known && !isThere(F, Known->M))
    Cost.mistake("is an instruction that " + T.Cpu +
                 " does not have, expected none");
  M.Transposes |= F.Clocks == &MachineCosts::Transpose;
  SmallVector<StringRef> Members = {"clocks", "pipe", "source"};
  if (isSwap(F)) {
    Members.push_back("laneBits");
    readSwapBits(Cost.member("laneBits"));
  }
  Cost.expectOnly(Members);
  Clocks = Cost.member("clocks").number(
      F.Is == CostField::MayBeFree ? 0 : LeastClocks, MostClocks);
  readPipe(Cost.member("pipe"), F);
  Source = Cost.member("source").text();
}

TargetTable TargetReader::read(const JsonPlace &Root) {
  readName(Root);
  Root.expectOnly({"target", "vendor", "lanes", "limits", "moves",
                   "sharedMemory", "costs"});
  readLimits(Root.member("limits"));
  if (T.Maker == Vendor::AMD)
    readLaneMoves(Root.member("moves"));
  else
    readMatrixMoves(Root.member("moves"));
  readMemory(Root.member("sharedMemory"));
  JsonPlace Costs = Root.member("costs");
  SmallVector<StringRef> Instructions;
  for (const CostField &F : costFields()) {
    Instructions.push_back(F.Name);
    readCost(Costs, F);
  }
  Costs.expectOnly(Instructions);
  return std::move(Table);
}

Expected<TargetTable> parseTargetJson(StringRef Text) {
  Expected<JsonDocument> Document = JsonDocument::parse(Text);
  if (!Document)
    return Document.takeError();
  TargetTable Table = TargetReader().read(Document->root());
  if (Document->hasMistake())
    return Document->takeError();
  return Table;
}

Expected<TargetTable> readTargetFile(StringRef Path) {
  Expected<std::string> Text = readTextFile(Path);
  if (!Text)
    return createStringError("cannot read '" + Path +
                             "': " + toString(Text.takeError()));
  Expected<TargetTable> Table = parseTargetJson(*Text);
  if (!Table)
    return createStringError(Path + ":" + toString(Table.takeError()));
  return Table;
}

} // namespace intrinsics
} // namespace f2layout
