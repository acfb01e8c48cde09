//===- PlanCode.cpp - Plans as device functions of CUDA and HIP -----------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/code/PlanCode.h"
#include "layouts/plan/PlanSteps.h"
#include "layouts/plan/StepVisitor.h"
#include "tools/f2layout/answer/Names.h"
#include "tools/f2layout/code/CodeText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout::calc {

static std::string word(Word W) { return "w" + std::to_string(W); }

namespace {

class Writer : public StepVisitor<Writer, bool> {
public:
  Writer(raw_ostream &OS, const Plan &P, unsigned Threads, Dialect D)
      : OS(OS), P(P), ThreadBits(Log2_32_Ceil(Threads)), D(D),
        Text(OS, D, P.LaneBits) {}
  void body();

private:
  friend StepVisitor;
  void select(const Step &S);
  void permute(const Step &S);
  void shuffle(const Step &S);
  void swap(const Step &S);
  void transpose(const Step &S);
  bool store(const Step &S);
  bool load(const Step &S);
  bool storeMatrix(const Step &S) { return matrix(S); }
  bool loadMatrix(const Step &S) { return matrix(S); }
  void barrier(const Step &S) { Text.barrier(S.Sync); }
  bool matrix(const Step &S);
  void matrixByLanes(const Step &S);

  unsigned lanes() const { return 1u << P.LaneBits; }
  raw_ostream &define() {
    return OS << "  const unsigned " << word(Next++) << " = ";
  }
  std::string place(const ThreadAddress &A) const;
  std::string loaded(const Step &S) const;

  raw_ostream &OS;
  const Plan &P;
  const unsigned ThreadBits; ///< Of the block.
  const Dialect D;
  CodeText Text;
  Word Next = 0;
};

} // namespace

void Writer::select(const Step &S) {
  const uint64_t All = maskTrailingOnes<uint64_t>(lanes());
  std::string Condition = Text.laneIn(S.Mask & All);
  if (S.WarpBits)
    Condition = "((" + Condition + ") != 0) != (__popc(thread & " +
                std::to_string(S.WarpBits) + "u) % 2 != 0)";
  define() << "(" << Condition << ") ? " << word(S.A) << " : " << word(S.B)
           << ";\n";
}

/// The selector of v_perm_b32 has a byte for each byte, and its first operand
/// is the high word.
static unsigned wideSelector(unsigned Nibbles) {
  unsigned Wide = 0;
  for (unsigned B = 0; B < 4; ++B)
    Wide |= (Nibbles >> (4 * B) & 7) << (8 * B);
  return Wide;
}

void Writer::permute(const Step &S) {
  SmallVector<unsigned> Selectors;
  for (uint16_t Sel : S.Selector)
    Selectors.push_back(D == Dialect::Hip ? wideSelector(Sel) : Sel);
  std::string Selector = Selectors.size() == 1
                             ? "0x" + utohexstr(Selectors[0], true) + "u"
                             : Text.lookUp("unsigned", Selectors);
  if (D == Dialect::Hip)
    define() << "__builtin_amdgcn_perm(" << word(S.B) << ", " << word(S.A)
             << ", " << Selector << ");\n";
  else
    define() << "__byte_perm(" << word(S.A) << ", " << word(S.B) << ", "
             << Selector << ");\n";
}

void Writer::shuffle(const Step &S) {
  const std::string Value = Text.fromLane(word(S.A), S.FromLane);
  define() << Value << ";\n";
}

/// Each lane sends what it does not keep.
void Writer::swap(const Step &S) {
  const std::string Bit = "lane & " + std::to_string(1u << S.LaneBit) + "u";
  const std::string Sent = "sent" + std::to_string(Next);
  OS << "  const unsigned " << Sent << " = "
     << Text.exchange("(" + Bit + ") ? " + word(S.A) + " : " + word(S.B),
                      1u << S.LaneBit)
     << ";\n";
  define() << "(" << Bit << ") ? " << Sent << " : " << word(S.A) << ";\n";
  define() << "(" << Bit << ") ? " << word(S.B) << " : " << Sent << ";\n";
}

void Writer::transpose(const Step &S) {
  const std::string Made = word(Next++);
  OS << "  unsigned " << Made << ";\n"
     << "  asm volatile(\"movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;\"\n"
     << "               : \"=r\"(" << Made << ") : \"r\"(" << word(S.A)
     << "));\n";
}

std::string Writer::place(const ThreadAddress &A) const {
  MappedVariable V{P.Group == Scope::Warp ? "lane" : "thread", {}};
  for (uint32_t Column : A.Columns)
    V.Images.push_back(Column);
  // Columns of the highest bits may be missing.
  V.Images.resize(P.Group == Scope::Warp ? P.LaneBits : ThreadBits);
  return "memory + (" + xorExpression({V}, A.Constant) + ")";
}

bool Writer::store(const Step &S) {
  if (S.Bytes < 4) {
    StringRef Type = typeOfBytes(S.Bytes);
    OS << "  *reinterpret_cast<" << Type << " *>(" << place(S.Address)
       << ") = static_cast<" << Type << ">(" << word(S.Words[0]) << " >> "
       << 8 * S.FirstByte << ");\n";
    return true;
  }
  std::string Value = join(map_range(S.Words, word), ", ");
  if (S.Bytes > 4)
    Value = ("make_" + typeOfBytes(S.Bytes) + "(" + Value + ")").str();
  OS << "  *reinterpret_cast<" << typeOfBytes(S.Bytes) << " *>("
     << place(S.Address) << ") = " << Value << ";\n";
  return true;
}

std::string Writer::loaded(const Step &S) const {
  return ("*reinterpret_cast<const " + typeOfBytes(S.Bytes) + " *>(" +
          place(S.Address) + ")")
      .str();
}

bool Writer::load(const Step &S) {
  if (S.Bytes <= 4) {
    define() << loaded(S) << ";\n";
    return true;
  }
  const std::string Name = "loaded" + std::to_string(Next);
  OS << "  const " << typeOfBytes(S.Bytes) << " " << Name << " = " << loaded(S)
     << ";\n";
  for (unsigned J = 0; J < S.Count; ++J)
    define() << Name << "." << "xyzw"[J] << ";\n";
  return true;
}

/// The tiles of ldmatrix and stmatrix of 16-bit elements.
static bool isHalfTile(const MatrixTile &T) {
  return T.laneBits() == 5 && T.rowBytes() == 16 && T.rows().size() == 3 &&
         T.words() == 1 && T.unitBits() >= 1;
}

void Writer::matrixByLanes(const Step &S) {
  SmallVector<Step, 8> Accesses = accessesOfLanes(S);
  if (isStore(S)) {
    for (const Step &A : Accesses)
      store(A);
    return;
  }
  // The pieces of a word follow each other.
  for (unsigned W = 0; W < S.Count; ++W) {
    std::string Value;
    const unsigned PerWord = Accesses.size() / S.Count;
    for (unsigned J = 0; J < PerWord; ++J) {
      const Step &A = Accesses[W * PerWord + J];
      Value += (J ? " | " : "") + std::string("unsigned(") + loaded(A) +
               ") << " + std::to_string(8 * A.FirstByte);
    }
    define() << Value << ";\n";
  }
}

bool Writer::matrix(const Step &S) {
  if (D != Dialect::Cuda || !isHalfTile(S.Tile)) {
    matrixByLanes(S);
    return true;
  }
  const unsigned Count = isStore(S) ? S.Words.size() : S.Count;
  const unsigned First = isStore(S) ? 1 : 0;
  SmallVector<std::string> Numbers, Words;
  for (unsigned J = 0; J < Count; ++J) {
    Numbers.push_back("%" + std::to_string(First + J));
    Words.push_back(isStore(S) ? word(S.Words[J]) : word(Next++));
  }
  if (!isStore(S))
    OS << "  unsigned " << join(Words, ", ") << ";\n";
  auto Listed = [&](StringRef Constraint) {
    return join(map_range(Words,
                          [&](const std::string &W) {
                            return ("\"" + Constraint + "\"(" + W + ")").str();
                          }),
                ", ");
  };
  const std::string Address =
      "\"r\"(unsigned(__cvta_generic_to_shared(" + place(S.Address) + ")))";
  const std::string Instruction =
      std::string(isStore(S) ? "stmatrix" : "ldmatrix") +
      ".sync.aligned.m8n8.x" + std::to_string(Count) +
      (S.Tile.transposed() ? ".trans" : "") + ".shared.b16";
  OS << "  asm volatile(\"" << Instruction << " ";
  if (isStore(S))
    OS << "[%0], {" << join(Numbers, ", ")
       << "};\"\n               :: " << Address << ", " << Listed("r");
  else
    OS << "{" << join(Numbers, ", ") << "}, [%" << Count << "];\"\n"
       << "               : " << Listed("=r")
       << "\n               : " << Address;
  OS << "\n               : \"memory\");\n";
  return true;
}

void Writer::body() {
  Text.defineThread();
  if (P.usesMemory()) {
    OS << "  char *const memory = static_cast<char *>(scratch)";
    if (P.Group == Scope::Warp)
      OS << " + thread / " << lanes() << " * " << P.ScratchBytes;
    OS << ";\n";
  }
  while (Next < P.NumInputs) {
    const unsigned W = Next;
    define() << "in[" << W << "];\n";
  }
  for (const Step &S : P.Steps)
    visit(S, true);
  for (auto [J, W] : enumerate(P.Outputs))
    OS << "  out[" << J << "] = " << word(W) << ";\n";
}

void printWordsComment(raw_ostream &OS, unsigned Threads, unsigned Elements,
                       unsigned ElementBits) {
  OS << "// " << counted(Threads, "thread") << ", "
     << counted(Elements, "element") << " of " << ElementBits
     << " bits each, in words: ";
  if (ElementBits < 32)
    OS << 32 / ElementBits << " in a word, the first in its lowest bits.\n";
  else
    OS << (ElementBits == 64 ? "two an element, the low one first.\n"
                             : "one an element.\n");
}

void printScratchComment(raw_ostream &OS, uint64_t Bytes, unsigned Align) {
  OS << "// scratch: " << Bytes << " bytes of shared memory, aligned to "
     << Align << "; a barrier must follow before it\n// is used again.\n";
}

void printPlanCode(raw_ostream &OS, const Plan &P, unsigned Threads,
                   StringRef Name, Dialect D) {
  printWordsComment(OS, Threads, P.NumSources, P.ElementBits);
  const unsigned Slices =
      P.Group == Scope::Warp ? std::max(1u, Threads >> P.LaneBits) : 1;
  if (P.usesMemory())
    printScratchComment(OS, P.ScratchBytes * Slices, P.ScratchAlign);
  OS << "__device__ inline void " << Name << "(unsigned (&out)["
     << P.Outputs.size() << "],\n    const unsigned (&in)[" << P.NumInputs
     << "]" << (P.usesMemory() ? ", void *scratch" : "") << ") {\n";
  Writer(OS, P, Threads, D).body();
  OS << "}\n";
}

} // namespace f2layout::calc
