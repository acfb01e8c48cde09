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
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout::calc {

static std::string word(Word W) { return "w" + std::to_string(W); }

/// The images of a function of the lane, if it is affine: f(0) is the constant.
static std::optional<MappedVariable> affineTable(ArrayRef<uint8_t> Table) {
  MappedVariable V{"lane", {}};
  for (size_t Bit = 1; Bit < Table.size(); Bit *= 2)
    V.Images.push_back(Table[Bit] ^ Table[0]);
  for (size_t Lane = 0; Lane < Table.size(); ++Lane) {
    uint64_t Image = Table[0];
    for (size_t J = 0; J < V.Images.size(); ++J)
      Image ^= Lane >> J & 1 ? V.Images[J] : 0;
    if (Image != Table[Lane])
      return std::nullopt;
  }
  return V;
}

namespace {

class Writer : public StepVisitor<Writer, bool> {
public:
  Writer(raw_ostream &OS, const Plan &P, unsigned Threads, Dialect D)
      : OS(OS), P(P), ThreadBits(Log2_32_Ceil(Threads)), D(D) {}
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
  void barrier(const Step &S);
  bool matrix(const Step &S);
  void matrixByLanes(const Step &S);

  unsigned lanes() const { return 1u << P.LaneBits; }
  raw_ostream &define() {
    return OS << "  const unsigned " << word(Next++) << " = ";
  }
  std::string laneIn(uint64_t Mask) const;
  std::string place(const ThreadAddress &A) const;
  std::string lookUp(StringRef Type, ArrayRef<unsigned> Values);
  std::string exchange(const std::string &Value, unsigned Distance) const;
  std::string loaded(const Step &S) const;

  raw_ostream &OS;
  const Plan &P;
  const unsigned ThreadBits; ///< Of the block.
  const Dialect D;
  Word Next = 0;
  unsigned Tables = 0;
};

} // namespace

/// A condition that is true in the lanes of the mask.
std::string Writer::laneIn(uint64_t Mask) const {
  for (unsigned J = 0; J < P.LaneBits; ++J) {
    uint64_t WithBit = 0;
    for (unsigned Lane = 0; Lane < lanes(); ++Lane)
      WithBit |= uint64_t(Lane >> J & 1) << Lane;
    if (Mask == WithBit)
      return "lane & " + std::to_string(1u << J) + "u";
  }
  return "0x" + utohexstr(Mask, true) + (lanes() > 32 ? "ull" : "u") +
         " >> lane & 1u";
}

void Writer::select(const Step &S) {
  const uint64_t All = maskTrailingOnes<uint64_t>(lanes());
  std::string Condition = laneIn(S.Mask & All);
  if (S.WarpBits)
    Condition = "((" + Condition + ") != 0) != (__popc(thread & " +
                std::to_string(S.WarpBits) + "u) % 2 != 0)";
  define() << "(" << Condition << ") ? " << word(S.A) << " : " << word(S.B)
           << ";\n";
}

/// A table indexed by the lane; returns the expression of the entry.
std::string Writer::lookUp(StringRef Type, ArrayRef<unsigned> Values) {
  std::string Name = "table" + std::to_string(Tables++);
  OS << "  constexpr " << Type << " " << Name << "[" << Values.size() << "] = {"
     << join(map_range(Values, [](unsigned V) { return std::to_string(V); }),
             ", ")
     << "};\n";
  return Name + "[lane]";
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
                             : lookUp("unsigned", Selectors);
  if (D == Dialect::Hip)
    define() << "__builtin_amdgcn_perm(" << word(S.B) << ", " << word(S.A)
             << ", " << Selector << ");\n";
  else
    define() << "__byte_perm(" << word(S.A) << ", " << word(S.B) << ", "
             << Selector << ");\n";
}

std::string Writer::exchange(const std::string &Value,
                             unsigned Distance) const {
  std::string Operands = Value + ", " + std::to_string(Distance);
  return D == Dialect::Hip ? "__shfl_xor(" + Operands + ")"
                           : "__shfl_xor_sync(0xffffffffu, " + Operands + ")";
}

void Writer::shuffle(const Step &S) {
  std::optional<MappedVariable> V = affineTable(S.FromLane);
  if (V) {
    bool Butterfly = true;
    for (size_t J = 0; J < V->Images.size(); ++J)
      Butterfly &= V->Images[J] == uint64_t(1) << J;
    if (Butterfly && S.FromLane[0]) {
      define() << exchange(word(S.A), S.FromLane[0]) << ";\n";
      return;
    }
  }
  std::string From =
      V ? xorExpression({*V}, S.FromLane[0])
        : lookUp("unsigned char",
                 SmallVector<unsigned>(S.FromLane.begin(), S.FromLane.end()));
  define() << (D == Dialect::Hip ? "__shfl(" : "__shfl_sync(0xffffffffu, ")
           << word(S.A) << ", " << From << ");\n";
}

/// Each lane sends what it does not keep.
void Writer::swap(const Step &S) {
  const std::string Bit = "lane & " + std::to_string(1u << S.LaneBit) + "u";
  const std::string Sent = "sent" + std::to_string(Next);
  OS << "  const unsigned " << Sent << " = "
     << exchange("(" + Bit + ") ? " + word(S.A) + " : " + word(S.B),
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

static StringRef wordsType(unsigned Bytes) {
  return Bytes == 4 ? "unsigned" : Bytes == 8 ? "uint2" : "uint4";
}

bool Writer::store(const Step &S) {
  if (S.Bytes < 4) {
    StringRef Type = S.Bytes == 1 ? "unsigned char" : "unsigned short";
    OS << "  *reinterpret_cast<" << Type << " *>(" << place(S.Address)
       << ") = static_cast<" << Type << ">(" << word(S.Words[0]) << " >> "
       << 8 * S.FirstByte << ");\n";
    return true;
  }
  std::string Value = join(map_range(S.Words, word), ", ");
  if (S.Bytes > 4)
    Value = ("make_" + wordsType(S.Bytes) + "(" + Value + ")").str();
  OS << "  *reinterpret_cast<" << wordsType(S.Bytes) << " *>("
     << place(S.Address) << ") = " << Value << ";\n";
  return true;
}

std::string Writer::loaded(const Step &S) const {
  StringRef Type = S.Bytes == 1   ? "unsigned char"
                   : S.Bytes == 2 ? "unsigned short"
                                  : wordsType(S.Bytes);
  return ("*reinterpret_cast<const " + Type + " *>(" + place(S.Address) + ")")
      .str();
}

bool Writer::load(const Step &S) {
  if (S.Bytes <= 4) {
    define() << loaded(S) << ";\n";
    return true;
  }
  const std::string Name = "loaded" + std::to_string(Next);
  OS << "  const " << wordsType(S.Bytes) << " " << Name << " = " << loaded(S)
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

void Writer::barrier(const Step &S) {
  if (S.Sync == Scope::Block)
    OS << "  __syncthreads();\n";
  else if (D == Dialect::Cuda)
    OS << "  __syncwarp();\n";
  else
    OS << "  __builtin_amdgcn_fence(__ATOMIC_RELEASE, \"wavefront\");\n"
       << "  __builtin_amdgcn_wave_barrier();\n"
       << "  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, \"wavefront\");\n";
}

void Writer::body() {
  OS << "  const unsigned thread =\n      threadIdx.x + blockDim.x * "
        "(threadIdx.y + blockDim.y * threadIdx.z);\n"
     << "  const unsigned lane = thread % " << lanes() << ";\n";
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

void printPlanCode(raw_ostream &OS, const Plan &P, unsigned Threads,
                   StringRef Name, Dialect D) {
  OS << "// " << counted(Threads, "thread") << ", "
     << counted(P.NumSources, "element") << " of " << P.ElementBits
     << " bits each, in words: ";
  if (P.ElementBits < 32)
    OS << 32 / P.ElementBits << " in a word, the first in its lowest bits.\n";
  else
    OS << (P.ElementBits == 64 ? "two an element, the low one first.\n"
                               : "one an element.\n");
  const unsigned Slices =
      P.Group == Scope::Warp ? std::max(1u, Threads >> P.LaneBits) : 1;
  if (P.usesMemory())
    OS << "// scratch: " << P.ScratchBytes * Slices
       << " bytes of shared memory, aligned to " << P.ScratchAlign
       << "; a barrier must follow before it\n// is used again.\n";
  OS << "__device__ inline void " << Name << "(unsigned (&out)["
     << P.Outputs.size() << "],\n    const unsigned (&in)[" << P.NumInputs
     << "]" << (P.usesMemory() ? ", void *scratch" : "") << ") {\n";
  Writer(OS, P, Threads, D).body();
  OS << "}\n";
}

} // namespace f2layout::calc
