//===- Fit.cpp - f2layout fit, instructions -------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutText.h"
#include "layouts/notations/InstructionName.h"
#include "layouts/notations/Notation.h"
#include "tools/f2layout/answer/JsonText.h"
#include "tools/f2layout/answer/Names.h"
#include "tools/f2layout/commandline/CommandLine.h"
#include "tools/f2layout/commands/Commands.h"
#include "tools/f2layout/expressions/ExpressionFit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace f2layout::calc {

//===----------------------------------------------------------------------===//
// fit
//===----------------------------------------------------------------------===//

static Expected<ThreadPlaces> threadPlaces(const Invocation &I) {
  Expected<uint64_t> Lanes = I.number("wave", 32, 32, 64);
  if (!Lanes)
    return Lanes.takeError();
  ThreadPlaces Places;
  Expected<BlockShape> Block =
      parseBlock(I.value("threads").value_or(*Lanes == 64 ? "64" : "32"),
                 unsigned(*Lanes));
  if (!Block)
    return Block.takeError();
  Places.Block = *Block;
  if (!isPowerOf2_32(Block->threads()))
    return fail("--threads is " + *I.value("threads") +
                ", expected a power of two");
  Expected<uint64_t> Registers = I.number("registers", 1, 1, 1 << 15);
  if (!Registers)
    return Registers.takeError();
  if (!isPowerOf2_64(*Registers))
    return fail("--registers is " + Twine(*Registers) +
                ", expected a power of two");
  Places.Registers = unsigned(*Registers);
  return Places;
}

static std::string valueName(const LayoutPoint &P) {
  return P.size() == 1 ? std::to_string(P[0]) : pointName(P);
}

/// Instructions, and Triton's attribute if the layout is one.
static std::vector<std::string> namesOf(const LinearLayout &L) {
  std::vector<std::string> Names = instructionsOf(L);
  Expected<std::string> Attribute = writeLayout(L, Notation::Triton);
  if (Attribute)
    Names.push_back(*Attribute);
  else
    consumeError(Attribute.takeError());
  return Names;
}

/// "mma.m16n8k16.f16|bf16:D" for names that differ in the type only.
static std::vector<std::string> joinTypes(ArrayRef<std::string> Names) {
  std::vector<std::string> Joined;
  std::string Before, After; ///< The parts around the types of the last one.
  for (StringRef Name : Names) {
    auto [Rest, Matrix] = Name.rsplit(':');
    auto [Shape, Type] = Rest.rsplit('.');
    const bool HasType = Name.starts_with("mma.");
    if (HasType && Shape == Before && Matrix == After) {
      std::string &Last = Joined.back();
      Last.insert(Last.size() - Matrix.size() - 1, ("|" + Type).str());
    } else {
      Joined.push_back(Name.str());
    }
    Before = HasType ? Shape.str() : "";
    After = Matrix.str();
  }
  return Joined;
}

static std::string nameOfPlaces(ArrayRef<uint64_t> Numbers,
                                const ThreadPlaces &Places) {
  return join(map_range(Numbers,
                        [&](uint64_t N) { return "(" + Places.name(N) + ")"; }),
              ", ");
}

static int sayBroken(const Invocation &I, const ExpressionFit &Fit,
                     const ThreadPlaces &Places) {
  const TableBreak &B = *Fit.Broken;
  if (I.json()) {
    printObject([&](json::OStream &J) {
      J.attribute("linear", false);
      J.attribute("place", B.Index);
      J.attributeArray("is", [&] {
        for (uint64_t X : B.Is)
          J.value(X);
      });
      J.attributeArray("expected", [&] {
        for (uint64_t X : B.Expected)
          J.value(X);
      });
      J.attribute("differ", B.Differ);
    });
    return 1;
  }
  outs() << "no layout: " << Places.name(B.Index) << " is at "
         << valueName(B.Is) << ", but the xor of "
         << nameOfPlaces(B.From, Places) << " is " << valueName(B.Expected)
         << "\n";
  if (B.Carry)
    outs() << "columns " << Places.name(B.ColumnA) << " and "
           << Places.name(B.ColumnB) << " both have the bit " << B.Carry
           << ", where their sum carries\n";
  outs() << B.Differ << " of " << Fit.Table.size() << " places differ\n";
  return 1;
}

static Expected<int> runFit(Invocation &I) {
  Expected<ThreadPlaces> Places = threadPlaces(I);
  if (!Places)
    return Places.takeError();
  Expected<SmallVector<uint64_t>> Shape = I.shape();
  if (!Shape)
    return Shape.takeError();
  Expected<SourceText> Source = I.text(I.operands()[0], "operand 1");
  if (!Source)
    return Source.takeError();
  Expected<IndexText> Text = parseIndexText(*Source);
  if (!Text)
    return Text.takeError();
  if (Text->UsesAccessNumber && !I.has("registers"))
    return fail(Source->Name +
                " uses i, the number of a register, which needs --registers N");
  Expected<ExpressionFit> Fit = fitExpressions(*Text, *Places, *Shape);
  if (!Fit)
    return Fit.takeError();
  if (Fit->Broken)
    return sayBroken(I, *Fit, *Places);
  std::vector<std::string> Names = namesOf(Fit->Layout);
  if (I.json()) {
    printObject([&](json::OStream &J) {
      J.attribute("linear", true);
      J.attributeBegin("layout");
      writeJson(J, Fit->Layout);
      J.attributeEnd();
      J.attributeArray("names", [&] {
        for (const std::string &Name : Names)
          J.value(Name);
      });
    });
    return 0;
  }
  outs() << toString(Fit->Layout) << "\n";
  if (!I.has("quiet"))
    for (const std::string &Name : joinTypes(Names))
      outs() << "is " << Name << "\n";
  return 0;
}

static constexpr OptionSpec FitOptions[] = {
    {"threads", "N", "threads, or the shape of a block (default one warp)"},
    {"registers", "N", "registers of a thread: i is 0 to N - 1"},
    WaveOption,
    {"quiet", nullptr, "print the layout only, for another command"},
};

const Command FitCommand = {
    "fit",
    "EXPRESSIONS",
    1,
    1,
    "the layout that index expressions of C are",
    R"(
EXPRESSIONS are definitions such as 'row = t / 4, col = t % 4'. Those that no
other one uses are the coordinates. They are evaluated for every register i of
every thread, and if they are a linear or affine map over F2, the layout is
printed, with the instructions and the attribute of Triton's that have it. If
not, the first place that breaks it, and the exit status is 1. Names and
operators are those of 'banks'; docs/calculator.md lists them.
)",
    FitOptions,
    {"fit 'row = t % 16, col = t / 16 * 4 + i' --registers 4 --wave 64",
     R"(
register=[[0,1],[0,2]], lane=[[1,0],[2,0],[4,0],[8,0],[0,4],[0,8]] -> [16,16]
is v_mfma_f32_16x16x16_f16:A
is v_mfma_f32_16x16x16_bf16:A
is v_mfma_i32_16x16x16i8:A
is #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [16, 4], warpsPerCTA = [1, 1], order = [0, 1]}>
)"},
    runFit};

//===----------------------------------------------------------------------===//
// instructions
//===----------------------------------------------------------------------===//

static Expected<int> runInstructions(Invocation &I) {
  StringRef Part = I.operands().empty() ? "" : I.operands()[0];
  std::vector<NamedInstruction> Found;
  for (NamedInstruction &N : namedInstructions())
    if (StringRef(N.Name).contains(Part) || StringRef(N.Alias).contains(Part))
      Found.push_back(std::move(N));
  if (Found.empty())
    return fail("no name contains '" + Part +
                "'; 'f2layout instructions' lists all");
  if (I.json()) {
    printObject([&](json::OStream &J) {
      J.attributeArray("instructions", [&] {
        for (const NamedInstruction &N : Found)
          J.object([&] {
            J.attribute("name", N.Name);
            J.attribute("matrices", N.Matrices);
            if (!N.Alias.empty())
              J.attribute("alias", N.Alias);
          });
      });
    });
    return 0;
  }
  for (const NamedInstruction &N : Found) {
    outs() << N.Name;
    if (!N.Matrices.empty())
      outs() << ":"
             << join(map_range(N.Matrices,
                               [](char C) { return std::string(1, C); }),
                     "|");
    if (!N.Alias.empty())
      outs() << "  (" << N.Alias << ")";
    outs() << "\n";
  }
  return 0;
}

const Command InstructionsCommand = {"instructions",
                                     "[PART]",
                                     0,
                                     1,
                                     "the instructions whose names are layouts",
                                     R"(
Lists the names that may stand wherever a layout may, with the matrices of each:
'mma.m16n8k16.f16:A'. With PART, those that contain it. Another name of the same
instruction follows in parentheses.
)",
                                     {},
                                     {"instructions f32_32x32x8", R"(
v_mfma_f32_32x32x8_f16:A|B|C|D  (v_mfma_f32_32x32x8f16)
v_mfma_f32_32x32x8_bf16:A|B|C|D  (v_mfma_f32_32x32x8bf16_1k)
)"},
                                     runInstructions};

} // namespace f2layout::calc
