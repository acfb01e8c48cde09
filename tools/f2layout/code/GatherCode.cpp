//===- GatherCode.cpp - Gathers as device functions of CUDA and HIP -------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/code/GatherCode.h"
#include "tools/f2layout/answer/Names.h"
#include "tools/f2layout/code/CodeText.h"
#include "tools/f2layout/code/PlanCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace llvm;

namespace f2layout::calc {

namespace {

class Writer {
public:
  Writer(raw_ostream &OS, const GatherPlan &P, const Gather &G, Dialect D)
      : Text(OS, D, P.LaneBits), OS(OS), P(P), G(G),
        WordsOfElement(P.ElementBits == 64 ? 2 : 1) {}
  void body();

private:
  /// The words of one element, or one that has several narrow ones.
  using Words = SmallVector<std::string, 2>;

  unsigned results() const { return 1u << G.ResultBits; }
  std::string fresh() { return "v" + std::to_string(Next++); }
  std::string define(const Twine &Value, StringRef Type = "unsigned");
  std::string ofInputs(const GatherMap &Map, uint64_t Constant,
                       unsigned Result) const;
  Words source(unsigned Word);
  Words fetched(const GatherShuffles::Candidate &From, unsigned Result);
  Words shuffled(unsigned Result);
  void shuffles();

  std::string place(const SidePlaces &Side, unsigned Register,
                    std::optional<unsigned> Result) const;
  std::string element(unsigned Register);
  void store(ArrayRef<unsigned> Registers, uint64_t Window);
  void load(unsigned Result, uint64_t Window);
  void memory();
  /// The condition that a place is in this window; empty if it always is.
  std::string inWindow(StringRef Place, uint64_t Window) const;
  bool isElsewhere(const SidePlaces &Side, unsigned Register,
                   uint64_t Window) const;
  void give(const std::vector<Words> &Results);

  CodeText Text;
  raw_ostream &OS;
  const GatherPlan &P;
  const Gather &G;
  const unsigned WordsOfElement;
  unsigned Next = 0;
  std::map<unsigned, Words> SourceWords;
  std::map<std::pair<unsigned, unsigned>, Words> Fetched;
};

} // namespace

std::string Writer::define(const Twine &Value, StringRef Type) {
  std::string Name = fresh();
  OS << "  const " << Type << " " << Name << " = " << Value << ";\n";
  return Name;
}

static MappedVariable variable(std::string Name, ArrayRef<uint64_t> Columns) {
  return {std::move(Name), {Columns.begin(), Columns.end()}};
}

/// The map's value in this thread, for this result's index.
std::string Writer::ofInputs(const GatherMap &Map, uint64_t Constant,
                             unsigned Result) const {
  return xorExpression(
      {variable("i" + std::to_string(Result), Map.IndexColumns),
       variable("thread", Map.ThreadColumns)},
      Constant);
}

//===----------------------------------------------------------------------===//
// By shuffles
//===----------------------------------------------------------------------===//

/// A narrow element alone, from its word.
std::string Writer::element(unsigned Register) {
  const unsigned PerWord = 32 / P.ElementBits;
  const unsigned Shift = Register % PerWord * P.ElementBits;
  std::string Word = "in[" + std::to_string(Register / PerWord) + "]";
  if (Shift)
    Word += " >> " + std::to_string(Shift);
  return "(" + Word + " & 0x" +
         utohexstr(maskTrailingOnes<uint64_t>(P.ElementBits), true) + "u)";
}

Writer::Words Writer::source(unsigned Word) {
  Words &W = SourceWords[Word];
  if (!W.empty())
    return W;
  const GatherShuffles::SourceWord &Registers = P.Shuffles->Words[Word];
  if (P.ElementBits >= 32) {
    for (unsigned I = 0; I < WordsOfElement; ++I)
      W.push_back("in[" + std::to_string(Registers[0] * WordsOfElement + I) +
                  "]");
    return W;
  }
  const unsigned PerWord = 32 / P.ElementBits;
  bool IsWhole = Registers.size() == PerWord && Registers[0] % PerWord == 0;
  for (auto [I, R] : enumerate(Registers))
    IsWhole &= R == Registers[0] + I;
  if (IsWhole) {
    W.push_back("in[" + std::to_string(Registers[0] / PerWord) + "]");
    return W;
  }
  std::string Value;
  for (auto [I, R] : enumerate(Registers))
    Value += (I ? " | " : "") + element(R) +
             (I ? " << " + std::to_string(I * P.ElementBits) : "");
  W.push_back(define(Value));
  return W;
}

Writer::Words Writer::fetched(const GatherShuffles::Candidate &From,
                              unsigned Result) {
  const GatherShuffles &S = *P.Shuffles;
  if (S.readsByIndex()) {
    const std::string Lane = define(ofInputs(S.Lane, From.Lane, Result));
    Words W;
    for (const std::string &Value : source(From.Word))
      W.push_back(define(Text.fromLaneAt(Value, Lane)));
    return W;
  }
  Words &W = Fetched[{From.Word, From.Lane}];
  if (!W.empty())
    return W;
  const bool OfWarp = any_of(drop_begin(S.Lane.ThreadColumns, P.LaneBits),
                             [](uint64_t Column) { return Column != 0; });
  for (const std::string &Value : source(From.Word)) {
    std::string Moved =
        OfWarp ? Text.fromLaneAt(
                     Value,
                     xorExpression({variable("thread", S.Lane.ThreadColumns)},
                                   From.Lane))
               : Text.fromLane(Value, [&](unsigned Lane) {
                   return unsigned(S.Lane.ofThread(Lane) ^ From.Lane);
                 });
    W.push_back(Moved == Value ? Value : define(Moved));
  }
  return W;
}

/// The words of a result; a narrow element is in the low bits of one.
Writer::Words Writer::shuffled(unsigned Result) {
  const GatherShuffles &S = *P.Shuffles;
  const uint64_t Constant = S.Choice.ofRegister(Result);
  const bool Chooses =
      any_of(S.Choice.IndexColumns, [](uint64_t C) { return C; }) ||
      any_of(S.Choice.ThreadColumns, [](uint64_t C) { return C; });
  std::string Choice;
  if (Chooses)
    Choice = define(ofInputs(S.Choice, Constant, Result));
  SmallVector<Words, 8> Left;
  if (Chooses)
    for (const GatherShuffles::Candidate &From : S.Results[Result])
      Left.push_back(fetched(From, Result));
  else
    Left.push_back(
        fetched(S.Results[Result][Constant >> S.InsideBits], Result));
  for (unsigned J = Log2_64_Ceil(Left.size()); J-- > 0;)
    for (unsigned N = 0; N < 1u << J; ++N)
      for (unsigned I = 0; I < WordsOfElement; ++I)
        Left[N][I] =
            define("(" + Choice + " & " + Twine(1u << (S.InsideBits + J)) +
                   "u) ? " + Left[N + (1u << J)][I] + " : " + Left[N][I]);
  if (!S.InsideBits)
    return Left[0];
  const uint64_t Inside = maskTrailingOnes<uint64_t>(S.InsideBits);
  if (Chooses)
    return {define(Left[0][0] + " >> (" + Choice + " & " + Twine(Inside) +
                   "u) * " + Twine(P.ElementBits))};
  if (!(Constant & Inside))
    return Left[0];
  return {
      define(Left[0][0] + " >> " + Twine((Constant & Inside) * P.ElementBits))};
}

void Writer::shuffles() {
  std::vector<Words> Results;
  for (unsigned R = 0; R < results(); ++R)
    Results.push_back(shuffled(R));
  give(Results);
}

/// Writes the results, narrow ones packed.
void Writer::give(const std::vector<Words> &Results) {
  if (P.ElementBits >= 32) {
    for (auto [R, W] : enumerate(Results))
      for (auto [I, Value] : enumerate(W))
        OS << "  out[" << R * WordsOfElement + I << "] = " << Value << ";\n";
    return;
  }
  const unsigned PerWord = 32 / P.ElementBits;
  const std::string Mask =
      "u" + utohexstr(maskTrailingOnes<uint64_t>(P.ElementBits), true);
  for (unsigned First = 0; First < Results.size(); First += PerWord) {
    OS << "  out[" << First / PerWord << "] = ";
    for (unsigned I = 0; I < PerWord && First + I < Results.size(); ++I) {
      OS << (I ? " | " : "") << "(" << Results[First + I][0] << " & 0x"
         << StringRef(Mask).drop_front() << "u)";
      if (I)
        OS << " << " << I * P.ElementBits;
    }
    OS << ";\n";
  }
}

//===----------------------------------------------------------------------===//
// Through memory
//===----------------------------------------------------------------------===//

std::string Writer::place(const SidePlaces &Side, unsigned Register,
                          std::optional<unsigned> Result) const {
  SmallVector<MappedVariable, 2> Variables;
  if (Result)
    Variables.push_back(
        variable("i" + std::to_string(*Result), P.Memory->Places.IndexColumns));
  Variables.push_back(variable("thread", Side.ThreadColumns));
  return xorExpression(Variables, Side.at(Register, 0));
}

/// Whether no thread's place is in this window.
bool Writer::isElsewhere(const SidePlaces &Side, unsigned Register,
                         uint64_t Window) const {
  return P.Memory->knowsWindows() &&
         Side.at(Register, 0) >> P.Memory->WindowBits != Window;
}

std::string Writer::inWindow(StringRef Place, uint64_t Window) const {
  if (P.Memory->windows() == 1 || P.Memory->knowsWindows())
    return "";
  return (Place + " >> " + Twine(P.Memory->WindowBits) +
          " == " + Twine(Window) + "u")
      .str();
}

/// The address of a place in its window.
static std::string address(const GatherMemory &M, StringRef Type,
                           StringRef Place) {
  std::string At = Place.str();
  if (M.windows() > 1)
    At = (Place + " & 0x" +
          utohexstr(maskTrailingOnes<uint64_t>(M.WindowBits), true) + "u")
             .str();
  return ("(static_cast<" + Type + " *>(scratch) + (" + At + "))").str();
}

static StringRef elementType(unsigned Bits) {
  return Bits == 64 ? "unsigned long long" : typeOfBytes(Bits / 8);
}

void Writer::store(ArrayRef<unsigned> Registers, uint64_t Window) {
  const GatherMemory &M = *P.Memory;
  if (isElsewhere(M.Places.Source, Registers[0], Window))
    return;
  const std::string Place =
      define(place(M.Places.Source, Registers[0], std::nullopt));
  SmallVector<std::string> Conditions;
  if (M.Places.SpareThreads)
    Conditions.push_back(("(thread & " + Twine(M.Places.SpareThreads) +
                          "u) == " + Twine(M.Places.Storing) + "u")
                             .str());
  if (std::string Here = inWindow(Place, Window); !Here.empty())
    Conditions.push_back(std::move(Here));
  const unsigned Bytes = P.ElementBits / 8 * Registers.size();
  std::string Value;
  if (P.ElementBits >= 32) {
    SmallVector<std::string> Parts;
    for (unsigned R : Registers)
      for (unsigned I = 0; I < WordsOfElement; ++I)
        Parts.push_back("in[" + std::to_string(R * WordsOfElement + I) + "]");
    Value = join(Parts, ", ");
  } else {
    const unsigned PerWord = std::max(1u, 32 / P.ElementBits);
    SmallVector<std::string> Parts;
    for (unsigned First = 0; First < Registers.size(); First += PerWord) {
      std::string Part;
      for (unsigned I = 0; I < PerWord && First + I < Registers.size(); ++I)
        Part += (I ? " | " : "") + element(Registers[First + I]) +
                (I ? " << " + std::to_string(I * P.ElementBits) : "");
      Parts.push_back(std::move(Part));
    }
    Value = join(Parts, ", ");
  }
  const StringRef Type = typeOfBytes(Bytes);
  if (Bytes > 4)
    Value = ("make_" + Type + "(" + Value + ")").str();
  OS << "  "
     << (Conditions.empty() ? ""
                            : "if (" + join(Conditions, " && ") + ")\n    ")
     << "*reinterpret_cast<" << Type << " *>("
     << address(M, elementType(P.ElementBits), Place) << ") = ";
  if (Bytes < 4)
    OS << "static_cast<" << Type << ">(" << Value << ");\n";
  else
    OS << Value << ";\n";
}

/// Sets y0, y1, ... of a result, where it is in the window.
void Writer::load(unsigned Result, uint64_t Window) {
  const GatherMemory &M = *P.Memory;
  if (isElsewhere(M.Places.Result, Result, Window))
    return;
  const std::string Place = define(place(M.Places.Result, Result, Result));
  const std::string Here = inWindow(Place, Window);
  OS << "  " << (Here.empty() ? "" : "if (" + Here + ")\n    ") << "y" << Result
     << " = *" << address(M, elementType(P.ElementBits), Place) << ";\n";
}

void Writer::memory() {
  const GatherMemory &M = *P.Memory;
  for (unsigned R = 0; R < results(); ++R)
    OS << "  " << elementType(P.ElementBits) << " y" << R << " = 0;\n";
  for (uint64_t Window = 0; Window < M.windows(); ++Window) {
    if (Window)
      Text.barrier(M.Group);
    for (const auto &Registers : M.Stores)
      store(Registers, Window);
    Text.barrier(M.Group);
    for (unsigned R = 0; R < results(); ++R)
      load(R, Window);
  }
  std::vector<Words> Results;
  for (unsigned R = 0; R < results(); ++R) {
    const std::string Y = "y" + std::to_string(R);
    if (P.ElementBits == 64)
      Results.push_back({"static_cast<unsigned>(" + Y + ")",
                         "static_cast<unsigned>(" + Y + " >> 32)"});
    else
      Results.push_back({Y});
  }
  give(Results);
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

void Writer::body() {
  Text.defineThread();
  const uint64_t Mask = maskTrailingOnes<uint64_t>(G.indexBits());
  for (unsigned R = 0; R < results(); ++R)
    OS << "  const unsigned i" << R << " = index[" << R << "] & " << Mask
       << "u;\n";
  if (P.Memory)
    memory();
  else
    shuffles();
}

void printGatherCode(raw_ostream &OS, const GatherPlan &P, const Gather &G,
                     StringRef Name, Dialect D) {
  const unsigned Threads = 1u << G.threadBits();
  auto WordsOf = [&](unsigned Registers) {
    return std::max(1u, Registers * P.ElementBits / 32);
  };
  printWordsComment(OS, Threads, 1u << G.SourceBits, P.ElementBits);
  OS << "// An index counts modulo " << (uint64_t(1) << G.indexBits()) << ".\n";
  if (P.Memory)
    printScratchComment(OS, P.scratchBytes(), 16);
  OS << "__device__ inline void " << Name << "(unsigned (&out)["
     << WordsOf(1u << G.ResultBits) << "],\n    const unsigned (&in)["
     << WordsOf(1u << G.SourceBits) << "], const unsigned (&index)["
     << (1u << G.ResultBits) << "]" << (P.Memory ? ", void *scratch" : "")
     << ") {\n";
  Writer(OS, P, G, D).body();
  OS << "}\n";
}

} // namespace f2layout::calc
