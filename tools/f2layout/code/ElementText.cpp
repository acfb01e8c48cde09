//===- ElementText.cpp - The elements of a thread in a function of lines --===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/code/ElementText.h"
#include "layouts/machine/Limits.h"
#include "tools/f2layout/answer/Names.h"
#include "tools/f2layout/code/PlanCode.h"
#include "tools/f2layout/commandline/Command.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout::calc {

std::string ElementText::define(const Twine &Value) {
  std::string Name = "v" + std::to_string(Next++);
  OS << "  const " << Op.type() << " " << Name << " = " << Value << ";\n";
  return Name;
}

ElementNames ElementText::combine(const ElementNames &Left,
                                  const ElementNames &Right) {
  ElementNames Results;
  for (auto [A, B] : zip_equal(Left, Right))
    Results.push_back(A.empty() ? B : B.empty() ? A : define(Op.combine(A, B)));
  return Results;
}

/// An array of words that has the elements, one after the other.
std::string ElementText::toWords(const ElementNames &V, unsigned Words) {
  const std::string Number = std::to_string(Next++), Array = "words" + Number;
  OS << "  const " << Op.type() << " given" << Number << "[" << V.size()
     << "] = {" << join(V, ", ") << "};\n"
     << "  unsigned " << Array << "[" << Words << "] = {};\n"
     << "  memcpy(" << Array << ", given" << Number << ", sizeof given"
     << Number << ");\n";
  return Array;
}

ElementNames ElementText::fromWords(StringRef Array, unsigned Count) {
  const std::string Name = "taken" + std::to_string(Next++);
  OS << "  " << Op.type() << " " << Name << "[" << Count << "];\n"
     << "  memcpy(" << Name << ", " << Array << ", sizeof " << Name << ");\n";
  ElementNames Names;
  for (unsigned I = 0; I < Count; ++I)
    Names.push_back(Name + "[" + std::to_string(I) + "]");
  return Names;
}

ElementNames ElementText::ofLanes(const ElementNames &V,
                                  function_ref<unsigned(unsigned)> FromLane) {
  if (F.ElementBits >= 32) {
    ElementNames Names;
    for (const std::string &Name : V)
      Names.push_back(define(fromLane(Name, FromLane)));
    return Names;
  }
  const unsigned Words = divideCeil(V.size() * F.ElementBits, 32);
  const std::string Array = toWords(V, Words);
  for (unsigned W = 0; W < Words; ++W) {
    const std::string Word = Array + "[" + std::to_string(W) + "]";
    const std::string Value = fromLane(Word, FromLane);
    OS << "  " << Word << " = " << Value << ";\n";
  }
  return fromWords(Array, V.size());
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

static std::string placeIn(const SidePlaces &Side, unsigned Register) {
  MappedVariable V{"thread",
                   {Side.ThreadColumns.begin(), Side.ThreadColumns.end()}};
  return xorExpression({V}, Side.at(Register, 0));
}

ElementNames ElementText::byPlaces(const ScratchPlaces &P,
                                   const ElementNames &V) {
  const std::string Places = "places" + std::to_string(Next++);
  OS << "  " << Op.type() << " *const " << Places << " = static_cast<"
     << Op.type() << " *>(scratch);\n";
  std::string Indent = "  ";
  if (P.SpareThreads) {
    OS << "  if ((thread & " << P.SpareThreads << "u) == " << P.Storing
       << "u) {\n";
    Indent = "    ";
  }
  for (unsigned R : P.Registers)
    OS << Indent << Places << "[" << placeIn(P.Source, R) << "] = " << V[R]
       << ";\n";
  if (P.SpareThreads)
    OS << "  }\n";
  barrier(Scope::Block);
  // Neighbours are loaded at once.
  const unsigned Together =
      1u << P.Result.neighbourBits(Log2_32(MaxAccessBytes * 8 / F.ElementBits));
  const unsigned Results = 1u << P.Result.RegisterColumns.size();
  ElementNames Names;
  for (unsigned First = 0; First < Results; First += Together) {
    std::string Loaded;
    for (unsigned I = 0; I < Together; ++I) {
      if (std::optional<unsigned> Own = P.ownRegister(First + I)) {
        Names.push_back(V[*Own]);
        continue;
      }
      if (Loaded.empty()) {
        Loaded = "near" + std::to_string(Next++);
        OS << "  const " << Op.type() << " *const " << Loaded
           << " = static_cast<const " << Op.type()
           << " *>(__builtin_assume_aligned(" << Places << " + ("
           << placeIn(P.Result, First) << "), " << Together * F.ElementBits / 8
           << "));\n";
      }
      Names.push_back(define(Loaded + "[" + Twine(I) + "]"));
    }
  }
  return Names;
}

ElementNames ElementText::move(unsigned N, const ElementNames &V) {
  const LineMove &M = Moves[N];
  if (UsedMemory && M.usesMemory())
    barrier(Scope::Block);
  UsedMemory |= M.usesMemory();
  if (!M.Best)
    return byPlaces(*M.Places, V);
  const std::string From = toWords(V, M.Best->NumInputs);
  const std::string To = "moved" + std::to_string(Next++);
  OS << "  unsigned " << To << "[" << M.Best->Outputs.size() << "];\n  "
     << F.Name << "_move" << N << "(" << To << ", " << From
     << (M.Best->usesMemory() ? ", scratch" : "") << ");\n";
  return fromWords(To, M.Wanted.NumResults);
}

//===----------------------------------------------------------------------===//
// The head
//===----------------------------------------------------------------------===//

static uint64_t scratchOf(const LineMove &M, const LineFunction &F) {
  if (!M.Best)
    return uint64_t(F.ElementBits / 8) << M.Places->PlaceBits;
  return uint64_t(M.Best->ScratchBytes)
         << (M.Best->Group == Scope::Warp ? F.WarpBits : 0);
}

Error printLineHead(raw_ostream &OS, const LineFunction &F,
                    const OperationCode &Op, ArrayRef<LineMove> Moves,
                    unsigned Sources, unsigned Results) {
  uint64_t Scratch = 0;
  for (auto [N, M] : enumerate(Moves)) {
    if (!M.Best && !M.Places)
      return fail("move " + Twine(N) +
                  " has no plan in the memory that is allowed, and is not "
                  "written as code");
    Scratch = std::max(Scratch, scratchOf(M, F));
  }
  for (auto [N, M] : enumerate(Moves))
    if (M.Best)
      printPlanCode(OS, *M.Best, F.threads(),
                    F.Name + "_move" + std::to_string(N), F.D);
  OS << "// " << counted(F.threads(), "thread") << ", "
     << counted(Sources, "element") << " each, " << counted(Results, "result")
     << ".\n";
  if (Scratch)
    printScratchComment(OS, Scratch, 16);
  OS << "__device__ inline void " << F.Name << "(" << Op.type() << " (&out)["
     << Results << "],\n    const " << Op.type() << " (&in)[" << Sources << "]"
     << (Scratch ? ", void *scratch" : "") << ") {\n";
  return Error::success();
}

} // namespace f2layout::calc
