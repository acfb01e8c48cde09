//===- GatherPlan.cpp - How a gather moves its elements -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/plan/GatherPlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

static bool isAnySet(ArrayRef<uint64_t> Columns, uint64_t Bits) {
  return any_of(Columns, [=](uint64_t Column) { return Column & Bits; });
}

bool GatherShuffles::readsByIndex() const {
  return isAnySet(Lane.IndexColumns, ~uint64_t(0));
}

bool GatherShuffles::choosesInside() const {
  const uint64_t Inside = maskTrailingOnes<uint64_t>(InsideBits);
  return isAnySet(Choice.IndexColumns, Inside) ||
         isAnySet(Choice.ThreadColumns, Inside);
}

/// The part of the thread is that of its own lane.
static bool isOwnLane(const GatherMap &Lane, unsigned LaneBits) {
  for (auto [J, Column] : enumerate(Lane.ThreadColumns))
    if (Column != (J < LaneBits ? uint64_t(1) << J : 0))
      return false;
  return true;
}

static unsigned laneBitsOf(const GatherMap &Lane) {
  uint64_t Any = 0;
  for (uint64_t Column : Lane.ThreadColumns)
    Any |= Column;
  return Any ? Log2_64(Any) + 1 : 0;
}

std::vector<GatherShuffles::Candidate> GatherShuffles::fetched() const {
  const bool IsOwn = isOwnLane(Lane, laneBitsOf(Lane));
  std::vector<Candidate> Fetched;
  for (const auto &Candidates : Results)
    for (const Candidate &C : Candidates)
      if ((C.Lane || !IsOwn) && !is_contained(Fetched, C))
        Fetched.push_back(C);
  return Fetched;
}

bool GatherShuffles::staysInThread() const {
  return !readsByIndex() && fetched().empty();
}

bool GatherMemory::knowsWindows() const {
  const uint64_t Window = ~maskTrailingOnes<uint64_t>(WindowBits);
  return !isAnySet(Places.Source.ThreadColumns, Window) &&
         !isAnySet(Places.Result.ThreadColumns, Window) &&
         !isAnySet(Places.IndexColumns, Window);
}

uint64_t GatherPlan::scratchBytes() const {
  return Memory ? uint64_t(ElementBits / 8) << Memory->WindowBits : 0;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// " ^ i0*2 ^ i3*16": what is not zero.
static void printColumns(raw_ostream &OS, char Name, ArrayRef<uint64_t> Columns,
                         uint64_t Scale = 1) {
  for (auto [J, Column] : enumerate(Columns))
    if (Column)
      OS << " ^ " << Name << J << "*" << Column * Scale;
}

static void printMap(raw_ostream &OS, const GatherMap &Map, uint64_t Constant,
                     uint64_t Scale = 1) {
  OS << Constant * Scale;
  printColumns(OS, 'i', Map.IndexColumns, Scale);
  printColumns(OS, 't', Map.ThreadColumns, Scale);
}

static void printShuffles(raw_ostream &OS, const GatherShuffles &S) {
  for (auto [W, Registers] : enumerate(S.Words)) {
    OS << "  w" << W << " =";
    for (unsigned R : Registers)
      OS << " x" << R;
    OS << "\n";
  }
  const bool Own = S.staysInThread();
  for (auto [R, Candidates] : enumerate(S.Results)) {
    OS << "  y" << R << " = ";
    if (Candidates.size() > 1 || S.InsideBits) {
      OS << "element [";
      printMap(OS, S.Choice, S.Choice.ofRegister(R));
      OS << "] of ";
    }
    ListSeparator Comma;
    for (const GatherShuffles::Candidate &C : Candidates) {
      OS << Comma << "w" << C.Word;
      if (Own)
        continue;
      OS << " of lane [";
      printMap(OS, S.Lane, C.Lane);
      OS << "]";
    }
    OS << "\n";
  }
}

static void printMemory(raw_ostream &OS, const GatherMemory &Memory,
                        unsigned ElementBits) {
  const unsigned Bytes = ElementBits / 8;
  const ScratchPlaces &P = Memory.Places;
  for (const auto &Registers : Memory.Stores) {
    OS << "  store.b" << ElementBits * Registers.size() << " ["
       << P.Source.at(Registers[0], 0) * Bytes;
    printColumns(OS, 't', P.Source.ThreadColumns, Bytes);
    OS << "],";
    for (unsigned R : Registers)
      OS << " x" << R;
    OS << "\n";
  }
  OS << "  barrier " << (Memory.Group == Scope::Warp ? "warp" : "block")
     << "\n";
  for (unsigned R = 0; R < 1u << P.Result.RegisterColumns.size(); ++R) {
    OS << "  y" << R << " = load.b" << ElementBits << " ["
       << P.Result.at(R, 0) * Bytes;
    printColumns(OS, 'i', P.IndexColumns, Bytes);
    printColumns(OS, 't', P.Result.ThreadColumns, Bytes);
    OS << "]\n";
  }
}

void GatherPlan::print(raw_ostream &OS) const {
  OS << "gather " << routeName(By) << ", " << ElementBits << " bits, "
     << (1u << LaneBits) << " lanes\n";
  if (Shuffles)
    printShuffles(OS, *Shuffles);
  if (Memory)
    printMemory(OS, *Memory, ElementBits);
  OS << "  cost: " << Cost.Shuffles << " shuffles, " << Cost.Selects
     << " selects, " << Cost.Permutes << " permutes, " << Cost.Packs
     << " packs, " << Cost.IndexSteps << " index steps, " << Cost.Stores
     << " stores, " << Cost.Loads << " loads, "
     << format("%.1f", Cost.StoreWavefronts + Cost.LoadWavefronts)
     << " wavefronts, " << Cost.WarpBarriers << " warp barriers, "
     << Cost.BlockBarriers << " block barriers\n";
  OS << "  clocks: " << format("%.2f", Cost.Clocks) << "\n";
  if (Memory) {
    OS << "  scratch: " << scratchBytes() << " bytes";
    if (Memory->windows() > 1)
      OS << ", " << Memory->windows() << " times";
    OS << "\n";
  }
  if (RunnerUp != Route::Nothing)
    OS << "  rejected: " << routeName(RunnerUp) << ", "
       << format("%.2f", RunnerUpClocks) << " clocks\n";
}
