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
  Expected<uint64_t> Registers = I.number("registers", 1, 1, 1 << 15);
  if (!Registers)
    return Registers.takeError();
  Places.Registers = unsigned(*Registers);
  constexpr uint64_t MostPlaces = 1 << 20; // They are in a table.
  if (*Registers * Block->threads() > MostPlaces)
    return fail(Twine(Block->threads()) + " threads and " + Twine(*Registers) +
                " registers are " + Twine(*Registers * Block->threads()) +
                " places, expected at most " + Twine(MostPlaces));
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

/// "lane 3 is at 9, but the xor of (lane 0), (lane 1), (lane 2) is 5"
static void printBreak(const TableBreak &B, const ThreadPlaces &Places) {
  outs() << Places.name(B.Index) << " is at " << valueName(B.Is)
         << ", but the xor of " << nameOfPlaces(B.From, Places) << " is "
         << valueName(B.Expected) << "\n";
  if (B.Carry)
    outs() << "columns " << Places.name(B.ColumnA) << " and "
           << Places.name(B.ColumnB) << " both have the bit " << B.Carry
           << ", where their sum carries\n";
}

static std::string signedPoint(ArrayRef<int64_t> P) {
  std::string Text =
      join(map_range(P, [](int64_t X) { return std::to_string(X); }), ",");
  return P.size() == 1 ? Text : "(" + Text + ")";
}

/// "no strides: lane 9 is at 30, but the strides give 3"
static void printBreak(const StrideBreak &B, const ExpressionFit &Fit,
                       const ThreadPlaces &Places) {
  const unsigned Thread = B.Place[0];
  const unsigned Register = B.Place.size() > 1 ? B.Place[1] : 0;
  outs() << "no strides: " << Places.name(Places.place(Thread, Register))
         << " is at " << signedPoint(coordinatesOf(B.Is, Fit.Shape))
         << ", but the strides give "
         << signedPoint(coordinatesOf(B.Expected, Fit.Shape));
  if (B.Size)
    outs() << ", and " << B.Size << " does not divide " << B.Whole;
  outs() << "\n";
}

static void writeDomain(json::OStream &J, const ExpressionFit &Fit,
                        const ThreadPlaces &Places) {
  J.attributeObject("domain", [&] {
    J.attribute("threads", Places.Block.threads());
    J.attribute("registers", Places.Registers);
    J.attributeArray("shape", [&] {
      for (uint64_t Size : Fit.Shape)
        J.value(Size);
    });
  });
}

static void writeStrides(json::OStream &J, const ExpressionFit &Fit,
                         const ThreadPlaces &Places) {
  if (!Fit.Strides)
    return;
  if (!Fit.Strides->Broken) {
    J.attribute("cute", strideText(Fit, Places));
    return;
  }
  const StrideBreak &B = *Fit.Strides->Broken;
  J.attributeObject("noStrides", [&] {
    J.attribute("thread", B.Place[0]);
    J.attribute("register", B.Place.size() > 1 ? B.Place[1] : 0);
    for (auto [Name, Code] :
         {std::pair<StringRef, int64_t>{"is", B.Is}, {"expected", B.Expected}})
      J.attributeArray(Name, [&, C = Code] {
        for (int64_t X : coordinatesOf(C, Fit.Shape))
          J.value(X);
      });
  });
}

/// No map over F2, but perhaps sizes and strides.
static int sayBroken(const Invocation &I, const ExpressionFit &Fit,
                     const ThreadPlaces &Places) {
  const TableBreak &B = *Fit.Broken;
  const bool HasStrides = Fit.Strides && !Fit.Strides->Broken;
  const int Status = HasStrides ? 0 : 1;
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
      writeDomain(J, Fit, Places);
      writeStrides(J, Fit, Places);
    });
    return Status;
  }
  if (HasStrides) {
    outs() << strideText(Fit, Places) << "\n";
    if (I.has("quiet"))
      return Status;
    outs() << "not linear over F2: ";
    printBreak(B, Places);
    return Status;
  }
  outs() << "no layout: ";
  printBreak(B, Places);
  outs() << B.Differ << " of " << Fit.Table.size() << " places differ\n";
  if (Fit.Strides)
    printBreak(*Fit.Strides->Broken, Fit, Places);
  return Status;
}

/// "on 96 threads, 4 registers, in 24x40"
static void printDomain(const Invocation &I, const ExpressionFit &Fit,
                        const ThreadPlaces &Places) {
  outs() << "on " << counted(Places.Block.threads(), "thread");
  if (Places.Registers > 1)
    outs() << ", " << counted(Places.Registers, "register");
  if (I.has("shape"))
    outs() << ", in " << joinNumbers(Fit.Shape, "x");
  outs() << "\n";
  if (!Fit.Strides)
    return;
  if (Fit.Strides->Broken)
    printBreak(*Fit.Strides->Broken, Fit, Places);
  else
    outs() << "with strides: " << strideText(Fit, Places) << "\n";
}

static Expected<int> runFit(Invocation &I) {
  Expected<ThreadPlaces> Places = threadPlaces(I);
  if (!Places)
    return Places.takeError();
  Expected<SmallVector<uint64_t>> Shape = I.arrayShape();
  if (!Shape)
    return Shape.takeError();
  Expected<SourceText> Source = I.text(I.operands()[0], "operand 1");
  if (!Source)
    return Source.takeError();
  if (!StringRef(Source->Text).contains('='))
    return fail(Source->Name + " has no definitions, expected some such as "
                               "row = t / 4, col = t % 4");
  SourceText Let = {"--let", I.value("let").value_or("").str()};
  Expected<IndexText> Text = parseIndexText(*Source, Let);
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
  std::vector<std::string> Names; // Of no part of a layout.
  if (Fit->IsWhole)
    Names = namesOf(Fit->Layout);
  if (I.json()) {
    printObject([&](json::OStream &J) {
      J.attribute("linear", true);
      J.attributeBegin("layout");
      writeJson(J, Fit->Layout);
      J.attributeEnd();
      if (!Fit->IsWhole) {
        writeDomain(J, *Fit, *Places);
        writeStrides(J, *Fit, *Places);
      }
      J.attributeArray("names", [&] {
        for (const std::string &Name : Names)
          J.value(Name);
      });
    });
    return 0;
  }
  outs() << toString(Fit->Layout) << "\n";
  if (I.has("quiet"))
    return 0;
  if (!Fit->IsWhole)
    printDomain(I, *Fit, *Places);
  for (const std::string &Name : joinTypes(Names))
    outs() << "is " << Name << "\n";
  return 0;
}

static constexpr OptionSpec FitOptions[] = {
    {"threads", "N", "threads, or the shape of a block (default one warp)"},
    {"registers", "N", "registers of a thread: i is 0 to N - 1"},
    {"let", "DEFINITIONS", "of names in the expressions: 'n = 64, k = 0'"},
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
printed, with the instructions and the attribute of Triton's that have it.
Nothing has to be a power of two: where the numbers of threads, registers and
coordinates are none, the layout has more places, and the line below it says on
how many it is meant. Expressions that add where a layout xors are printed with
sizes and strides, as CuTe has them. If they are neither, a place that breaks
each follows (of F2, the first), and the exit status is 1. Names and operators are those of
'banks'; docs/calculator.md lists them.
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
  Part = Part.split(':').first; // A matrix behind it is no part of a name.
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
