//===- PlanJson.cpp - The plans of f2layout plan as JSON ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/commands/PlanJson.h"
#include "layouts/plan/PlanSteps.h"
#include "tools/f2layout/answer/JsonText.h"
#include "llvm/Support/Format.h"

using namespace llvm;

namespace f2layout::calc {

/// Writes clocks with two decimals, as Plan::print() does.
static void clocks(json::OStream &J, StringRef Key, double Clocks) {
  J.attributeBegin(Key);
  J.rawValue([&](raw_ostream &OS) { OS << format("%.2f", Clocks); });
  J.attributeEnd();
}

template <typename T>
static void list(json::OStream &J, StringRef Key, const T &Numbers) {
  J.attributeBegin(Key);
  writeJson(J, SmallVector<uint64_t>(Numbers.begin(), Numbers.end()));
  J.attributeEnd();
}

static void writeAddress(json::OStream &J, const Step &S) {
  J.attribute("bytes", S.Bytes);
  J.attributeObject("address", [&] {
    J.attribute("constant", S.Address.Constant);
    list(J, "threadBits", S.Address.Columns);
  });
}

/// Writes how many bytes of a matrix stay together: less than a word if it is
/// transposed.
static void writeTile(json::OStream &J, const MatrixTile &Tile) {
  J.attribute("transposed", Tile.transposed());
  J.attribute("unitBytes", 1u << Tile.unitBits());
}

/// \p Made is the number of the first word that the step makes.
static void writeStep(json::OStream &J, const Step &S, Word Made) {
  switch (S.K) {
  case Step::Select:
    J.attribute("op", "select");
    J.attribute("makes", Made);
    J.attribute("lanes", S.Mask);
    if (S.WarpBits)
      J.attribute("warpBits", S.WarpBits);
    list(J, "from", SmallVector<Word>{S.A, S.B});
    break;
  case Step::Permute:
    J.attribute("op", "permute");
    J.attribute("makes", Made);
    list(J, "from", SmallVector<Word>{S.A, S.B});
    list(J, "selector", S.Selector);
    break;
  case Step::Shuffle:
    J.attribute("op", "shuffle");
    J.attribute("makes", Made);
    list(J, "from", SmallVector<Word>{S.A});
    list(J, "lanes", S.FromLane);
    break;
  case Step::Swap:
    J.attribute("op", "swap");
    J.attribute("makes", Made);
    list(J, "from", SmallVector<Word>{S.A, S.B});
    J.attribute("laneBit", S.LaneBit);
    break;
  case Step::Transpose:
    J.attribute("op", "transpose");
    J.attribute("makes", Made);
    list(J, "from", SmallVector<Word>{S.A});
    break;
  case Step::StoreMatrix:
    J.attribute("op", "storematrix");
    list(J, "from", S.Words);
    writeTile(J, S.Tile);
    writeAddress(J, S);
    break;
  case Step::LoadMatrix:
    J.attribute("op", "loadmatrix");
    J.attribute("makes", Made);
    J.attribute("words", S.Count);
    writeTile(J, S.Tile);
    writeAddress(J, S);
    break;
  case Step::Store:
    J.attribute("op", "store");
    list(J, "from", S.Words);
    if (S.Bytes < 4)
      J.attribute("firstByte", S.FirstByte);
    writeAddress(J, S);
    break;
  case Step::Load:
    J.attribute("op", "load");
    J.attribute("makes", Made);
    J.attribute("words", S.Count);
    writeAddress(J, S);
    break;
  case Step::Barrier:
    J.attribute("op", "barrier");
    J.attribute("scope", S.Sync == Scope::Warp ? "warp" : "block");
    break;
  }
}

static void writeCost(json::OStream &J, const PlanCost &C) {
  J.attributeObject("instructions", [&] {
    J.attribute("shuffles", C.Shuffles);
    J.attribute("selects", C.Selects);
    J.attribute("permutes", C.Permutes);
    J.attribute("freePermutes", C.FreePermutes);
    J.attribute("packs", C.Packs);
    J.attribute("unpacks", C.Unpacks);
    J.attribute("swaps", C.Swaps);
    J.attribute("transposes", C.Transposes);
    J.attribute("stores", C.Stores);
    J.attribute("loads", C.Loads);
    J.attribute("warpBarriers", C.WarpBarriers);
    J.attribute("blockBarriers", C.BlockBarriers);
    J.attribute("setup", C.Setup);
  });
  J.attribute("wavefronts", C.Wavefronts);
  clocks(J, "clocks", C.Clocks);
}

static void writeRejected(json::OStream &J, const RejectedPlan &L) {
  J.object([&] {
    J.attribute("route", routeName(L.By));
    if (!L.Cost) {
      J.attribute("why", L.WhyNot);
      return;
    }
    writeCost(J, *L.Cost);
    J.attribute("scratchBytes", L.ScratchBytes);
  });
}

static void writePlan(json::OStream &J, const Plan &P) {
  J.attribute("route", routeName(P.By));
  J.attribute("scope", P.Group == Scope::Warp ? "warp" : "block");
  J.attribute("elementBits", P.ElementBits);
  J.attribute("inputWords", P.NumInputs);
  writeCost(J, P.Cost);
  clocks(J, "boundClocks", P.BoundClocks);
  J.attribute("scratchBytes", P.ScratchBytes);
  J.attributeArray("steps", [&] {
    Word Made = P.NumInputs;
    for (const Step &S : P.Steps) {
      J.object([&] { writeStep(J, S, Made); });
      Made += wordsMade(S);
    }
  });
  list(J, "outputs", P.Outputs);
}

void printJson(const Plan &P, ArrayRef<RejectedPlan> Rejected,
               const Target &T) {
  printObject([&](json::OStream &J) {
    J.attribute("target", T.Cpu);
    writePlan(J, P);
    J.attributeArray("rejected", [&] {
      for (const RejectedPlan &L : Rejected)
        writeRejected(J, L);
    });
  });
}

static void writeMoves(json::OStream &J, ArrayRef<LineMove> Moves) {
  J.attributeArray("moves", [&] {
    for (const LineMove &M : Moves)
      J.object([&] {
        if (M.Best)
          return writePlan(J, *M.Best);
        if (!M.Places) {
          J.attribute("route", "windows");
          return;
        }
        const PlaceAccesses A = accessesOf(*M.Places, M.Wanted.ElementBits);
        J.attribute("route", "places");
        J.attribute("places", 1u << M.Places->PlaceBits);
        J.attribute("stores", A.Stores);
        J.attribute("spareThreads", M.Places->SpareThreads);
        J.attribute("loads", A.Loads);
        J.attribute("elementsPerLoad", 1u << A.LoadBits);
        clocks(J, "clocks", M.Clocks);
      });
  });
}

static void writeStep(json::OStream &J, const ReduceStep &S) {
  switch (S.K) {
  case ReduceStep::Rename:
    J.attribute("op", "take");
    list(J, "registers", S.Sources);
    break;
  case ReduceStep::Fold:
    J.attribute("op", "combine");
    J.attribute("laneXor", S.Lanes);
    J.attribute("registerXor", S.Registers);
    break;
  case ReduceStep::Split:
    J.attribute("op", "share");
    J.attribute("laneXor", S.Lanes);
    J.attribute("laneBit", S.LaneBit);
    J.attribute("registerBit", S.Pivot);
    break;
  case ReduceStep::Warp:
    J.attribute("op", "combineWarp");
    break;
  case ReduceStep::Move:
    J.attribute("op", "move");
    J.attribute("move", S.Moved);
    break;
  }
}

void printJson(const Reduction &R, const Target &T) {
  printObject([&](json::OStream &J) {
    J.attribute("target", T.Cpu);
    J.attribute("sources", R.NumSources);
    J.attribute("results", R.NumResults);
    J.attribute("operations", R.Operations);
    J.attribute("shuffles", R.Shuffles);
    J.attribute("selects", R.Selects);
    J.attribute("warpReductions", R.WarpReductions);
    clocks(J, "clocks", R.Clocks);
    J.attributeArray("steps", [&] {
      for (const ReduceStep &S : R.Steps)
        J.object([&] { writeStep(J, S); });
    });
    writeMoves(J, R.Moves);
  });
}

void printJson(const Scan &S, const Target &T) {
  printObject([&](json::OStream &J) {
    J.attribute("target", T.Cpu);
    J.attribute("registers", S.NumRegisters);
    J.attribute("shuffles", S.Shuffles);
    clocks(J, "clocks", S.Clocks);
    if (S.To)
      J.attribute("moveTo", *S.To);
    if (S.From)
      J.attribute("moveBack", *S.From);
    J.attributeArray("digits", [&] {
      for (const ScanDigit &D : S.Digits)
        J.object([&] {
          J.attribute("in", nameOf(D.K));
          list(J, "bits", D.Bits);
          J.attribute("inverted", D.Inverted);
          if (D.K == ScanDigit::Warp)
            J.attribute("move", D.Moved);
          if (D.InRegisters) {
            J.attribute("bitsInRegisters", D.InRegisters);
            J.attribute("moveTo", D.To);
            J.attribute("moveBack", D.From);
          }
          if (D.LastStays)
            J.attribute("lastLaneStores", true);
        });
    });
    writeMoves(J, S.Moves);
  });
}

/// Writes what each bit of the index, of the result's register and of the
/// thread adds (xor).
static void writeMap(json::OStream &J, StringRef Key, const GatherMap &Map) {
  J.attributeObject(Key, [&] {
    J.attribute("constant", Map.Offset);
    list(J, "indexBits", Map.IndexColumns);
    list(J, "registerBits", Map.RegisterColumns);
    list(J, "threadBits", Map.ThreadColumns);
  });
}

static void writeShuffles(json::OStream &J, const GatherShuffles &S) {
  J.attributeArray("words", [&] {
    for (const GatherShuffles::SourceWord &Word : S.Words)
      writeJson(J, SmallVector<uint64_t>(Word.begin(), Word.end()));
  });
  J.attribute("insideBits", S.InsideBits);
  J.attributeArray("results", [&] {
    for (const auto &Candidates : S.Results)
      J.array([&] {
        for (const GatherShuffles::Candidate &C : Candidates)
          J.object([&] {
            J.attribute("word", C.Word);
            J.attribute("lane", C.Lane);
          });
      });
  });
  writeMap(J, "choice", S.Choice);
  writeMap(J, "lane", S.Lane);
}

static void writeMemory(json::OStream &J, const GatherMemory &Memory) {
  J.attribute("scope", Memory.Group == Scope::Warp ? "warp" : "block");
  J.attribute("windows", Memory.windows());
  J.attributeArray("stores", [&] {
    for (const auto &Registers : Memory.Stores)
      writeJson(J, SmallVector<uint64_t>(Registers.begin(), Registers.end()));
  });
  const ScratchPlaces &P = Memory.Places;
  J.attribute("spareThreads", P.SpareThreads);
  const GatherMap Source{
      P.Source.Offset, {}, P.Source.RegisterColumns, P.Source.ThreadColumns},
      Result{P.Result.Offset, P.IndexColumns, P.Result.RegisterColumns,
             P.Result.ThreadColumns};
  writeMap(J, "storePlace", Source);
  writeMap(J, "loadPlace", Result);
}

void printJson(const GatherPlan &P, const Target &T) {
  printObject([&](json::OStream &J) {
    const GatherCost &C = P.Cost;
    J.attribute("target", T.Cpu);
    J.attribute("route", routeName(P.By));
    J.attribute("elementBits", P.ElementBits);
    J.attributeObject("instructions", [&] {
      J.attribute("shuffles", C.Shuffles);
      J.attribute("selects", C.Selects);
      J.attribute("permutes", C.Permutes);
      J.attribute("packs", C.Packs);
      J.attribute("indexSteps", C.IndexSteps);
      J.attribute("stores", C.Stores);
      J.attribute("loads", C.Loads);
      J.attribute("warpBarriers", C.WarpBarriers);
      J.attribute("blockBarriers", C.BlockBarriers);
    });
    clocks(J, "wavefronts", C.StoreWavefronts + C.LoadWavefronts);
    clocks(J, "clocks", C.Clocks);
    J.attribute("scratchBytes", P.scratchBytes());
    if (P.Shuffles)
      writeShuffles(J, *P.Shuffles);
    if (P.Memory)
      writeMemory(J, *P.Memory);
    if (P.RunnerUp != Route::Nothing)
      J.attributeObject("rejected", [&] {
        J.attribute("route", routeName(P.RunnerUp));
        clocks(J, "clocks", P.RunnerUpClocks);
      });
  });
}

} // namespace f2layout::calc
