//===- LongOperationsTest.cpp - Every operation above 64 bits -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations built on the algebra, on affine layouts of up to 150 bits per
// side. Each operation is checked against its definition on points, by name.
// Half of the layouts have images only in the high half of the outputs, where
// truncation to 64 bits would show. Division is in LongDivisionTest.cpp, shape
// operations are in LongShapesTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/LayoutDims.h"
#include "layouts/algebra/Reshaping.h"
#include "layouts/algebra/Slicing.h"
#include "layouts/algebra/Solving.h"
#include "test/unit/layouts/BoolMatrix.h"
#include "test/unit/layouts/LongTesting.h"

using namespace f2layout;
using namespace f2layout::longtest;

namespace {

Indices sum(Indices A, const Indices &B) {
  for (const auto &[Name, Index] : B)
    A[Name] ^= Index;
  return A;
}

Indices renamed(Indices Place, const std::string &From, const std::string &To) {
  uint64_t Index = Place.at(From);
  Place.erase(From);
  Place[To] = Index;
  return Place;
}

/// The image of bits of one input alone, without the offset.
Indices image(const LinearLayout &L, const std::string &In, uint64_t Index) {
  return sum(at(L, {{In, Index}}), at(L, {}));
}

bool isZero(const Indices &P) {
  return llvm::all_of(P, [](const auto &Each) { return Each.second == 0; });
}

/// Other dimensions of as many bits.
LayoutDims cutAnew(Random &R, unsigned Bits) {
  LayoutDims Dims;
  while (Bits) {
    unsigned Some = std::min<unsigned>(Bits, 1 + R() % 63);
    Dims.push_back({"x" + std::to_string(Dims.size()), Some});
    Bits -= Some;
  }
  return Dims;
}

void renaming(Random &R) {
  LinearLayout L = randomThin(R);
  Indices Place = randomPlace(R, L.inputs()), Element = at(L, Place);
  EXPECT_EQ(at(get(renameOutput(L, "n", "x")), Place),
            renamed(Element, "n", "x"));
  EXPECT_EQ(at(get(renameInput(L, "lane", "x")), renamed(Place, "lane", "x")),
            Element);
  EXPECT_EQ(at(get(withStandardOutputs(L)), Place),
            renamed(renamed(renamed(Element, "m", "dim0"), "n", "dim1"), "k",
                    "dim2"));
  EXPECT_EQ(at(get(transposeInputs(L, {"warp", "register", "lane"})), Place),
            Element);
  EXPECT_EQ(at(get(transposeOutputs(L, {"k", "m", "n"})), Place), Element);
}

void reshaping(Random &R) {
  LinearLayout L = randomThin(R);
  Indices Place = randomPlace(R, L.inputs()), Element = at(L, Place);
  LayoutDims Ins = cutAnew(R, L.inputBits()), Outs = cutAnew(R, L.outputBits());
  EXPECT_EQ(
      bitsOfPoint(reversed(Outs), at(get(reshapeOutputs(L, Outs)), Place)),
      bitsOfPoint(reversed(L.outputs()), Element));
  EXPECT_EQ(at(get(reshapeInputs(L, Ins)),
               pointOfBits(Ins, bitsOfPoint(L.inputs(), Place))),
            Element);
  LinearLayout One = get(resizeInput(get(resizeOutput(L, "n", 0)), "lane", 0));
  Indices Less = only(get(squeezeInput(One, "lane")).inputs(), Place);
  EXPECT_EQ(at(get(squeezeInput(One, "lane")), Less), at(One, Less));
  EXPECT_EQ(with(at(get(squeezeOutput(One, "n")), Less), "n", 0),
            at(One, Less));
  llvm::Expected<LinearLayout> Flat = flattenOutputs(L, "x");
  EXPECT_EQ(bool(Flat), L.outputBits() <= 63);
  if (!Flat) {
    EXPECT_EQ(llvm::toString(Flat.takeError()),
              "output dimension 'x' has " + std::to_string(L.outputBits()) +
                  " bits, expected at most 63");
  }
}

void resizing(Random &R) {
  LinearLayout L = randomThin(R);
  unsigned Bits = R() % 60;
  LinearLayout In = get(resizeInput(L, "lane", Bits)),
               Out = get(resizeOutput(L, "m", Bits));
  Indices Place = randomPlace(R, In.inputs()), Cut = Place;
  Cut["lane"] &= lowOnes(L.inputBits("lane"));
  EXPECT_EQ(at(In, Place), at(L, Cut));
  Place = randomPlace(R, L.inputs());
  Indices Element = at(L, Place);
  Element["m"] &= lowOnes(Bits);
  EXPECT_EQ(at(Out, Place), Element);
}

void concatenation(Random &R) {
  LinearLayout A = randomThin(R);
  LinearLayout B = randomLong(R, randomDims(R, {"a", "b"}), A.outputs());
  LinearLayout C = randomLong(R, A.inputs(), randomDims(R, {"x", "y"}));
  Indices P = randomPlace(R, A.inputs()), Q = randomPlace(R, B.inputs());
  EXPECT_EQ(at(get(concatInputs(A, B)), sum(P, Q)), sum(at(A, P), at(B, Q)));
  EXPECT_EQ(at(get(concatOutputs(A, C)), P), sum(at(A, P), at(C, P)));
}

void slices(Random &R) {
  LinearLayout L = randomThin(R);
  Indices Place = randomPlace(R, L.inputs()), Element = at(L, Place);
  EXPECT_EQ(at(get(sliceInput(L, "lane", Place["lane"])), Place), Element);
  Element.erase("n");
  EXPECT_EQ(at(get(sliceOutput(L, "n")), Place), Element);
}

void solving(Random &R) {
  LayoutDims Outs = randomDims(R, Tensor), Ins;
  for (auto [Name, D] : llvm::zip(Threads, Outs))
    Ins.push_back({Name, D.Bits + unsigned(R() % 8)});
  LinearLayout A = randomOnto(R, Ins, Outs);
  LinearLayout B = randomLong(R, randomDims(R, {"a", "b"}), reversed(Outs));
  Indices Place = randomPlace(R, B.inputs());
  EXPECT_EQ(at(A, at(get(solve(A, B)), Place)), at(B, Place));
  LinearLayout X = get(solve(A, B, {"warp", "register", "lane"}));
  EXPECT_EQ(at(A, at(X, Place)), at(B, Place));
  Indices Element = randomPlace(R, Outs);
  EXPECT_EQ(at(A, at(get(rightInvert(A)), Element)), Element);
  // The transpose is one-to-one.
  LinearLayout Into = get(LinearLayout::fromMatrix(
      Outs, Ins, A.matrix().transpose(),
      LongWord::unit(0) & LongWord::ones(sumOfBits(Ins))));
  EXPECT_EQ(at(get(leftInvert(Into)), at(Into, Element)), Element);
}

/// A one-sided inverse exists exactly if the rank allows it.
void missingInverses(Random &R) {
  LinearLayout L = randomThin(R);
  unsigned Rank = toBoolMatrix(L.matrix()).rank();
  llvm::Expected<LinearLayout> Left = leftInvert(L), Right = rightInvert(L);
  EXPECT_EQ(bool(Left), Rank == L.inputBits());
  EXPECT_EQ(bool(Right), Rank == L.outputBits());
  if (!Left)
    llvm::consumeError(Left.takeError());
  if (!Right)
    llvm::consumeError(Right.takeError());
  // Solvable exactly if the element is held.
  Indices Element = randomPlace(R, L.outputs());
  LayoutPoint P;
  for (const LayoutDim &D : L.outputs())
    P.push_back(Element.at(D.Name.str()));
  LinearLayout One =
      get(LinearLayout::create(LayoutSpec{{}, L.spec().Outputs, P}));
  BoolMatrix More = toBoolMatrix(L.matrix());
  Indices Missing = sum(Element, at(L, {}));
  std::vector<bool> Wanted = bitsOfPoint(reversed(L.outputs()), Missing);
  for (unsigned I = 0; I < More.Rows; ++I)
    More.Entries[I].push_back(Wanted[I]);
  ++More.Cols;
  llvm::Expected<LinearLayout> X = solve(L, One);
  EXPECT_EQ(bool(X), More.rank() == Rank);
  if (X)
    EXPECT_EQ(at(L, at(*X, {})), Element);
  else
    llvm::consumeError(X.takeError());
}

void registerActions(Random &R) {
  LinearLayout L = randomThin(R);
  for (const char *Dim : Threads) {
    unsigned Bits = L.inputBits(Dim), Results = R() % 20;
    llvm::Expected<RegisterAction> A = RegisterAction::affine(
        randomMatrix(R, Bits, Results), R() & lowOnes(Bits));
    ASSERT_TRUE(bool(A)) << llvm::toString(A.takeError());
    LinearLayout Applied = get(A->apply(L, Dim));
    Indices Place = randomPlace(R, Applied.inputs());
    EXPECT_EQ(at(Applied, Place),
              at(L, with(Place, Dim, A->source(Place[Dim]))));
  }
}

/// The rank grows with every bit that is not free.
void freeAndBroadcastBits(Random &R) {
  LinearLayout L = randomThin(R);
  std::vector<InputBits> Free = freeBits(L), Same = broadcastBits(L);
  ASSERT_EQ(Free.size(), L.inputs().size());
  BoolMatrix All = toBoolMatrix(L.matrix()), Begin = All;
  unsigned Column = 0, Rank = 0;
  for (auto [D, F, S] : llvm::zip_equal(L.inputs(), Free, Same))
    for (unsigned Bit = 0; Bit < D.Bits; ++Bit) {
      Begin.Cols = ++Column;
      unsigned Now = Begin.rank();
      EXPECT_EQ(F.Bits >> Bit & 1, Now == Rank);
      Rank = Now;
      EXPECT_EQ(S.Bits >> Bit & 1,
                isZero(image(L, D.Name.str(), uint64_t(1) << Bit)));
    }
}

void fewerRegisters(Random &R) {
  LinearLayout L = randomThin(R);
  for (const char *Dim : Threads) {
    llvm::Expected<FewerRegisters> Fewer = withoutFreeRegisters(L, Dim);
    ASSERT_TRUE(bool(Fewer)) << llvm::toString(Fewer.takeError());
    BoolMatrix Images = toBoolMatrix(columnsOf(L, Dim));
    EXPECT_EQ(Fewer->Layout.inputBits(Dim), Images.rank());
    Indices Place = randomPlace(R, L.inputs());
    uint64_t Back = Fewer->Broadcast.source(Place[Dim]);
    EXPECT_EQ(at(Fewer->Layout, with(Place, Dim, Back)), at(L, Place));
    EXPECT_EQ(at(L, with(Place, Dim, Fewer->Keep.source(Back))), at(L, Place));
  }
}

class LongOperation : public RandomChecks {};

TEST_P(LongOperation, DoesWhatNamesSay) { checkRandom(64); }

INSTANTIATE_TEST_SUITE_P(
    All, LongOperation,
    testing::Values(RandomCheck{"Renaming", renaming},
                    RandomCheck{"Reshaping", reshaping},
                    RandomCheck{"Resizing", resizing},
                    RandomCheck{"Concatenation", concatenation},
                    RandomCheck{"Slices", slices},
                    RandomCheck{"Solving", solving},
                    RandomCheck{"MissingInverses", missingInverses},
                    RandomCheck{"RegisterActions", registerActions},
                    RandomCheck{"FreeAndBroadcastBits", freeAndBroadcastBits},
                    RandomCheck{"FewerRegisters", fewerRegisters}),
    nameOfCheck);

} // namespace
