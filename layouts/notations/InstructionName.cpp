//===- InstructionName.cpp - Layouts by the names of instructions ---------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/notations/InstructionName.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/families/DotOperand.h"
#include "layouts/families/Family.h"
#include "layouts/families/MatrixMoves.h"
#include "layouts/families/MfmaFragment.h"
#include "layouts/families/Wmma.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace f2layout;

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

namespace {

/// mma.sync with these factors; the widest sums have their own width, which
/// does not matter, as results have two neighbours whatever their type.
struct MmaRow {
  unsigned M, N, K, Bits;
  StringRef Types; ///< Of A and B.
};

constexpr MmaRow MmaRows[] = {
    {16, 8, 8, 16, "f16 bf16"},
    {16, 8, 16, 16, "f16 bf16"},
    {16, 8, 4, 32, "tf32"},
    {16, 8, 8, 32, "tf32"},
    {8, 8, 4, 64, "f64"},
    {16, 8, 4, 64, "f64"},
    {16, 8, 8, 64, "f64"},
    {16, 8, 16, 64, "f64"},
    {8, 8, 16, 8, "s8 u8"},
    {16, 8, 16, 8, "s8 u8 e4m3 e5m2"},
    {16, 8, 32, 8, "s8 u8 e4m3 e5m2"},
    {8, 8, 32, 4, "s4 u4"},
    {16, 8, 32, 4, "s4 u4"},
    {16, 8, 64, 4, "s4 u4"},
    {8, 8, 128, 1, "b1"},
    {16, 8, 128, 1, "b1"},
    {16, 8, 256, 1, "b1"},
};

struct MfmaRow {
  StringRef Name;  ///< After v_mfma_, since gfx940.
  StringRef Alias; ///< Before; may be empty.
  MfmaInstruction I;
};

// CDNA1 to CDNA4 instruction set architecture, "VOP3P-MAI".
constexpr MfmaRow MfmaRows[] = {
    {"f32_32x32x1_2b_f32", "f32_32x32x1f32", {32, 32, 1, 2}},
    {"f32_16x16x1_4b_f32", "f32_16x16x1f32", {16, 16, 1, 4}},
    {"f32_4x4x1_16b_f32", "f32_4x4x1f32", {4, 4, 1, 16}},
    {"f32_32x32x2_f32", "f32_32x32x2f32", {32, 32, 2}},
    {"f32_16x16x4_f32", "f32_16x16x4f32", {16, 16, 4}},
    {"f32_32x32x4_2b_f16", "f32_32x32x4f16", {32, 32, 4, 2}},
    {"f32_16x16x4_4b_f16", "f32_16x16x4f16", {16, 16, 4, 4}},
    {"f32_4x4x4_16b_f16", "f32_4x4x4f16", {4, 4, 4, 16}},
    {"f32_32x32x8_f16", "f32_32x32x8f16", {32, 32, 8}},
    {"f32_16x16x16_f16", "f32_16x16x16f16", {16, 16, 16}},
    {"f32_32x32x16_f16", "", {32, 32, 16}},
    {"f32_16x16x32_f16", "", {16, 16, 32}},
    {"f32_32x32x4_2b_bf16", "f32_32x32x4bf16_1k", {32, 32, 4, 2}},
    {"f32_16x16x4_4b_bf16", "f32_16x16x4bf16_1k", {16, 16, 4, 4}},
    {"f32_4x4x4_16b_bf16", "f32_4x4x4bf16_1k", {4, 4, 4, 16}},
    {"f32_32x32x8_bf16", "f32_32x32x8bf16_1k", {32, 32, 8}},
    {"f32_16x16x16_bf16", "f32_16x16x16bf16_1k", {16, 16, 16}},
    {"f32_32x32x16_bf16", "", {32, 32, 16}},
    {"f32_16x16x32_bf16", "", {16, 16, 32}},
    {"f32_32x32x2bf16", "", {32, 32, 2, 2}},
    {"f32_16x16x2bf16", "", {16, 16, 2, 4}},
    {"f32_4x4x2bf16", "", {4, 4, 2, 16}},
    {"f32_32x32x4bf16", "", {32, 32, 4}},
    {"f32_16x16x8bf16", "", {16, 16, 8}},
    {"i32_32x32x4_2b_i8", "i32_32x32x4i8", {32, 32, 4, 2}},
    {"i32_16x16x4_4b_i8", "i32_16x16x4i8", {16, 16, 4, 4}},
    {"i32_4x4x4_16b_i8", "i32_4x4x4i8", {4, 4, 4, 16}},
    {"i32_32x32x8i8", "", {32, 32, 8}},
    {"i32_16x16x16i8", "", {16, 16, 16}},
    {"i32_32x32x16_i8", "", {32, 32, 16}},
    {"i32_16x16x32_i8", "", {16, 16, 32}},
    {"i32_32x32x32_i8", "", {32, 32, 32}},
    {"i32_16x16x64_i8", "", {16, 16, 64}},
    {"f32_32x32x4_xf32", "", {32, 32, 4}},
    {"f32_16x16x8_xf32", "", {16, 16, 8}},
    {"f32_32x32x16_fp8_fp8", "", {32, 32, 16}},
    {"f32_16x16x32_fp8_fp8", "", {16, 16, 32}},
    {"f64_16x16x4_f64", "f64_16x16x4f64", {16, 16, 4, 1, true}},
    {"f64_4x4x4_4b_f64", "f64_4x4x4f64", {4, 4, 4, 4, true}},
};

/// The generations that Wmma.h calls versions.
struct WmmaRow {
  StringRef Generation;
  unsigned Version;
  StringRef Name;
  unsigned KWidth;
};

constexpr WmmaRow WmmaRows[] = {
    {"gfx11", 1, "f32_16x16x16_f16", 16}, {"gfx11", 1, "f32_16x16x16_bf16", 16},
    {"gfx11", 1, "i32_16x16x16_iu8", 16}, {"gfx12", 2, "f32_16x16x16_f16", 4},
    {"gfx12", 2, "f32_16x16x16_bf16", 4}, {"gfx12", 2, "i32_16x16x16_iu8", 8},
};

struct MoveRow {
  StringRef Name;
  MatrixMoveShape Shape;
  bool Trans;
  unsigned Most; ///< Matrices: x1, x2, ... up to it.
  unsigned Bits;
};

constexpr MoveRow MoveRows[] = {
    {"ldmatrix.xN", MatrixMoveShape::M8N8, false, 4, 16},
    {"ldmatrix.xN.trans", MatrixMoveShape::M8N8, true, 4, 16},
    {"ldmatrix.m16n16.xN.trans.b8", MatrixMoveShape::M16N16, true, 2, 8},
    {"ldmatrix.m8n16.xN.b8x16", MatrixMoveShape::M8N16, false, 4, 8},
    {"stmatrix.xN", MatrixMoveShape::M8N8, false, 4, 16},
    {"stmatrix.xN.trans", MatrixMoveShape::M8N8, true, 4, 16},
    {"stmatrix.m16n8.xN.trans.b8", MatrixMoveShape::M16N8, true, 4, 8},
};

/// An instruction and how to make its layouts.
struct Entry {
  NamedInstruction I;
  std::function<Expected<LinearLayout>(char Matrix)> Layout;
};

} // namespace

static MmaMatrix matrixOf(char Letter) {
  return Letter == 'A'   ? MmaMatrix::A
         : Letter == 'B' ? MmaMatrix::B
                         : MmaMatrix::Result;
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

static void addMma(std::vector<Entry> &All) {
  for (const MmaRow &R : MmaRows)
    for (StringRef Type : split(R.Types, ' ')) {
      std::string Name = "mma.m" + std::to_string(R.M) + "n" +
                         std::to_string(R.N) + "k" + std::to_string(R.K) + "." +
                         Type.str();
      All.push_back({{Name, "ABCD", ""}, [R](char Matrix) {
                       return mmaFragment(matrixOf(Matrix), R.M, R.N, R.K,
                                          R.Bits);
                     }});
    }
}

static void addWgmma(std::vector<Entry> &All) {
  for (unsigned Bits : {16, 32, 8, 1})
    for (unsigned N = 8; N <= 256; N *= 2) {
      const unsigned K = 256 / Bits;
      std::string Name =
          "wgmma.m64n" + std::to_string(N) + "k" + std::to_string(K);
      All.push_back({{Name, "AD", ""}, [=](char Matrix) {
                       return wgmmaFragment(matrixOf(Matrix), N, K, Bits);
                     }});
    }
}

static void addMoves(std::vector<Entry> &All) {
  for (const MoveRow &R : MoveRows)
    for (unsigned Count = 1; Count <= R.Most; Count *= 2) {
      std::string Name = R.Name.str();
      Name.replace(Name.find("xN"), 2, "x" + std::to_string(Count));
      All.push_back({{Name, "", ""}, [=](char) {
                       return matrixMoveLayout(
                           {R.Shape, Count, R.Trans, R.Bits});
                     }});
    }
}

/// Leaves out the dimension of the blocks if there is one.
static Expected<LinearLayout> withoutBlock(Expected<LinearLayout> L) {
  if (!L || L->outputs().front().Bits != 0)
    return L;
  LayoutSpec Spec = L->spec();
  Spec.Outputs.erase(Spec.Outputs.begin());
  for (auto [D, Output] : enumerate(Spec.Outputs))
    Output.Name = "dim" + std::to_string(D);
  for (LayoutSpec::Input &In : Spec.Inputs)
    for (LayoutPoint &Image : In.Images)
      Image.erase(Image.begin());
  if (!Spec.Offset.empty())
    Spec.Offset.erase(Spec.Offset.begin());
  return LinearLayout::create(Spec);
}

static void addMfma(std::vector<Entry> &All) {
  for (const MfmaRow &R : MfmaRows)
    All.push_back({{("v_mfma_" + R.Name).str(), "ABCD",
                    R.Alias.empty() ? "" : ("v_mfma_" + R.Alias).str()},
                   [I = R.I](char Matrix) {
                     return withoutBlock(mfmaFragment(matrixOf(Matrix), I));
                   }});
}

static Expected<LinearLayout> wmmaMatrix(const WmmaRow &R, char Matrix) {
  WmmaParams P;
  P.Version = R.Version;
  P.WarpsPerCta = {1, 1};
  if (matrixOf(Matrix) == MmaMatrix::Result)
    return wmmaLayout(P, {16, 16});
  DotOperandParams Operand;
  Operand.OpIdx = Matrix == 'A' ? 0 : 1;
  Operand.Parent = distributed(P);
  Operand.KWidth = R.KWidth;
  return wmmaOperandLayout(P, Operand, {16, 16});
}

static void addWmma(std::vector<Entry> &All) {
  for (const WmmaRow &R : WmmaRows)
    All.push_back(
        {{("v_wmma_" + R.Name + "." + R.Generation).str(), "ABCD", ""},
         [R](char Matrix) { return wmmaMatrix(R, Matrix); }});
}

static std::vector<Entry> allEntries() {
  std::vector<Entry> All;
  addMma(All);
  addWgmma(All);
  addMoves(All);
  addMfma(All);
  addWmma(All);
  return All;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::vector<NamedInstruction> f2layout::namedInstructions() {
  std::vector<NamedInstruction> Names;
  for (Entry &E : allEntries())
    Names.push_back(std::move(E.I));
  return Names;
}

bool f2layout::looksLikeInstruction(StringRef Text) {
  Text = Text.trim();
  if (Text.contains_insensitive("->") || Text.contains('='))
    return false;
  return any_of(ArrayRef<StringRef>{"mma.", "wgmma.", "v_mfma", "v_wmma",
                                    "ldmatrix", "stmatrix"},
                [&](StringRef First) { return Text.starts_with(First); });
}

/// "mma.m16n8k16.f16:D", "ldmatrix.x4"
static std::string fullName(const NamedInstruction &I, char Matrix) {
  return I.Matrices.empty() ? I.Name : I.Name + ":" + Matrix;
}

/// The three names that take the fewest changes; before others those that begin
/// as this one does: 'mma.m16n8k16:A' lacks a type only.
static std::string nearest(StringRef Name, ArrayRef<Entry> All) {
  const auto [Begin, Wanted] = Name.split(':');
  std::vector<std::pair<unsigned, std::string>> Near;
  for (const Entry &E : All) {
    StringRef Matrices = E.I.Matrices.empty() ? "-" : StringRef(E.I.Matrices);
    for (char Matrix : Matrices) {
      std::string Full = fullName(E.I, Matrix);
      const bool Continues = Full.rfind((Begin + ".").str(), 0) == 0 &&
                             (Wanted.empty() || Wanted == Twine(Matrix).str());
      const unsigned Changes = Name.edit_distance(Full);
      Near.push_back({Continues ? 0 : Changes, std::move(Full)});
    }
  }
  stable_sort(Near, less_first());
  std::vector<std::string> First;
  for (auto &[Distance, Full] : ArrayRef(Near).take_front(3))
    First.push_back("'" + Full + "'");
  return join(First, ", ");
}

static std::string listed(StringRef Letters) {
  std::vector<std::string> All;
  for (char Letter : Letters)
    All.push_back(std::string(":") + Letter);
  return join(All, ", ");
}

Expected<LinearLayout> f2layout::instructionLayout(StringRef Name) {
  Name = Name.trim();
  std::vector<Entry> All = allEntries();
  auto [Instruction, Matrix] = Name.split(':');
  for (const Entry &E : All) {
    if (Instruction != E.I.Name &&
        (E.I.Alias.empty() || Instruction != E.I.Alias))
      continue;
    if (E.I.Matrices.empty() && !Matrix.empty())
      return layoutError("'" + Instruction +
                         "' has one layout, expected no matrix after it");
    if (!E.I.Matrices.empty() &&
        (Matrix.size() != 1 || !StringRef(E.I.Matrices).contains(Matrix)))
      return layoutError("'" + Name + "' names no matrix, expected one of " +
                         listed(E.I.Matrices) + " after '" + Instruction + "'");
    return E.Layout(Matrix.empty() ? '-' : Matrix.front());
  }
  return layoutError("'" + Name +
                     "' is no instruction whose layout is known; "
                     "the nearest are " +
                     nearest(Name, All));
}

//===----------------------------------------------------------------------===//
// From layouts to names
//===----------------------------------------------------------------------===//

/// The images of inputs with bits, by name, and the sizes of outputs.
static bool isSame(const LinearLayout &A, const LinearLayout &B) {
  if (A.inputBits() != B.inputBits() || !A.isLinear() || !B.isLinear() ||
      shapeOf(A) != shapeOf(B))
    return false;
  for (const LayoutDim &D : A.inputs()) {
    if (D.Bits != B.inputBits(D.Name))
      return false;
    for (unsigned J = 0; J < D.Bits; ++J)
      if (A.matrix().column(*A.inputShift(D.Name) + J) !=
          B.matrix().column(*B.inputShift(D.Name) + J))
        return false;
  }
  return true;
}

std::vector<std::string> f2layout::instructionsOf(const LinearLayout &L) {
  std::vector<std::string> Names;
  if (!L.isOfWords())
    return Names;
  for (const Entry &E : allEntries()) {
    StringRef Matrices = E.I.Matrices.empty() ? "-" : StringRef(E.I.Matrices);
    for (char Matrix : Matrices) {
      if (Matrix == 'C')
        continue;
      Expected<LinearLayout> Of = E.Layout(Matrix);
      if (!Of)
        consumeError(Of.takeError());
      else if (isSame(L, *Of))
        Names.push_back(fullName(E.I, Matrix));
    }
  }
  return Names;
}
