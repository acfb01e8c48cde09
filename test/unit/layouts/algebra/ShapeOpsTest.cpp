//===- ShapeOpsTest.cpp - Layouts through shape operations ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Theorem 9.3, by moving elements. Operands are tensors of distinct numbers.
// The operand's layout distributes them to threads, every thread renames its
// registers, and then it must hold what the result's layout says. The result is
// computed on the tensors by the definition of the operation.
//
//===----------------------------------------------------------------------===//

#include "layouts/algebra/ShapeOps.h"
#include "layouts/algebra/LayoutAlgebra.h"
#include "layouts/algebra/LayoutQueries.h"
#include "layouts/algebra/RegisterPairs.h"
#include "layouts/algebra/Reshaping.h"
#include "layouts/algebra/Slicing.h"
#include "test/unit/layouts/PointTesting.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <functional>
#include <numeric>

using namespace f2layout;

namespace {

using Shape = ShapeOp::Shape;
using Tensor = std::vector<uint64_t>;

ShapeOp made(llvm::Expected<ShapeOp> Op) {
  if (Op)
    return *Op;
  ADD_FAILURE() << llvm::toString(Op.takeError());
  return *ShapeOp::reshape({1}, {1});
}

std::string say(llvm::Expected<ShapeOp> Op) {
  return Op ? "made" : "error: " + llvm::toString(Op.takeError());
}

std::string say(llvm::Expected<RegisterAction> A) {
  return A ? A->toString() : "error: " + llvm::toString(A.takeError());
}

uint64_t count(llvm::ArrayRef<uint64_t> S) {
  return std::accumulate(S.begin(), S.end(), uint64_t(1),
                         std::multiplies<uint64_t>());
}

Shape coordinates(llvm::ArrayRef<uint64_t> S, uint64_t Number) {
  Shape At(S.size());
  for (size_t I = S.size(); I-- > 0; Number /= S[I])
    At[I] = Number % S[I];
  return At;
}

uint64_t number(llvm::ArrayRef<uint64_t> S, llvm::ArrayRef<uint64_t> At) {
  uint64_t Number = 0;
  for (size_t I = 0; I < S.size(); ++I)
    Number = Number * S[I] + At[I];
  return Number;
}

/// An operation and what it does to tensors.
struct Case {
  ShapeOp Op;
  unsigned Operands, Results;
  /// For result tensor w, the element at these coordinates: operand tensor and
  /// row-major number.
  std::function<std::pair<unsigned, uint64_t>(unsigned, const Shape &)> Source;
};

Shape randomShape(Random &R, unsigned Bits) {
  Shape S(1 + R() % 4, 1);
  while (Bits-- > 0)
    S[R() % S.size()] *= 2;
  return S;
}

Case randomTrans(Random &R) {
  Shape S = randomShape(R, R() % 6);
  std::vector<unsigned> Order(S.size());
  std::iota(Order.begin(), Order.end(), 0);
  std::shuffle(Order.begin(), Order.end(), R);
  return {made(ShapeOp::trans(S, Order)), 1, 1, [=](unsigned, const Shape &At) {
            Shape Old(At.size());
            for (size_t I = 0; I < At.size(); ++I)
              Old[Order[I]] = At[I];
            return std::make_pair(0u, number(S, Old));
          }};
}

Case randomReshape(Random &R) {
  unsigned Bits = R() % 6;
  Shape From = randomShape(R, Bits), To = randomShape(R, Bits);
  return {made(ShapeOp::reshape(From, To)), 1, 1,
          [=](unsigned, const Shape &At) {
            return std::make_pair(0u, number(To, At));
          }};
}

Case randomExpand(Random &R) {
  Shape S = randomShape(R, R() % 6);
  unsigned Axis = R() % (S.size() + 1);
  return {made(ShapeOp::expandDims(S, Axis)), 1, 1,
          [=](unsigned, const Shape &At) {
            Shape Old(At);
            Old.erase(Old.begin() + Axis);
            return std::make_pair(0u, number(S, Old));
          }};
}

Case randomBroadcast(Random &R) {
  Shape To = randomShape(R, R() % 6), From = To;
  for (uint64_t &Size : From)
    if (R() & 1)
      Size = 1;
  return {made(ShapeOp::broadcast(From, To)), 1, 1,
          [=](unsigned, const Shape &At) {
            Shape Old(At);
            for (size_t I = 0; I < At.size(); ++I)
              Old[I] %= From[I];
            return std::make_pair(0u, number(From, Old));
          }};
}

Case randomJoin(Random &R) {
  Shape S = randomShape(R, R() % 5);
  return {made(ShapeOp::join(S)), 2, 1, [=](unsigned, const Shape &At) {
            Shape Old(At);
            Old.pop_back();
            return std::make_pair(unsigned(At.back()), number(S, Old));
          }};
}

Case randomSplit(Random &R) {
  Shape S = randomShape(R, R() % 5);
  S.push_back(2);
  return {made(ShapeOp::split(S)), 1, 2, [=](unsigned Which, const Shape &At) {
            Shape Old(At);
            Old.push_back(Which);
            return std::make_pair(0u, number(S, Old));
          }};
}

Case randomCase(Random &R) {
  switch (R() % 6) {
  case 0:
    return randomTrans(R);
  case 1:
    return randomReshape(R);
  case 2:
    return randomExpand(R);
  case 3:
    return randomBroadcast(R);
  case 4:
    return randomJoin(R);
  default:
    return randomSplit(R);
  }
}

std::vector<LayoutDim> namedDims(llvm::ArrayRef<uint64_t> S) {
  std::vector<LayoutDim> Dims;
  for (uint64_t Size : S)
    Dims.push_back(
        {"axis" + std::to_string(Dims.size()), unsigned(llvm::Log2_64(Size))});
  return Dims;
}

const std::vector<LayoutDim> Threads = {
    {"register", 3}, {"lane", 3}, {"warp", 1}};

/// A permutation matrix with zero columns in between, and perhaps an offset.
LinearLayout randomDistributed(Random &R, llvm::ArrayRef<uint64_t> S) {
  std::vector<LayoutDim> Outs = namedDims(S);
  unsigned Bits = sumOfBits(Outs);
  llvm::SmallVector<uint64_t> Columns(7, 0);
  for (unsigned Bit = 0; Bit < Bits; ++Bit)
    Columns[Bit] = uint64_t(1) << Bit;
  std::shuffle(Columns.begin(), Columns.end(), R);
  uint64_t Offset = R() % 3 ? 0 : R() % (uint64_t(1) << Bits);
  return get(LinearLayout::fromMatrix(Threads, Outs, BitMatrix(Bits, Columns),
                                      Offset));
}

LinearLayout someLayout(Random &R, llvm::ArrayRef<uint64_t> S) {
  if (R() & 1)
    return randomDistributed(R, S);
  if (R() % 4 == 0) // Without registers.
    return randomLayout(R, {{"lane", 2}, {"warp", 2}}, namedDims(S));
  return randomLayout(R, Threads, namedDims(S));
}

/// The row-major number of what a layout holds.
uint64_t held(const LinearLayout &L, const Indices &At) {
  auto Named = holds(L, At);
  uint64_t Number = 0;
  for (const LayoutDim &D : L.outputs())
    Number = Number * D.size() + Named[D.Name];
  return Number;
}

/// What a thread holds of several tensors, one list of registers after the
/// other.
std::vector<uint64_t> valuesOf(const LinearLayout &L, Indices Thread,
                               llvm::ArrayRef<Tensor> Tensors) {
  std::vector<uint64_t> Values;
  for (const Tensor &T : Tensors)
    for (uint64_t Reg = 0; Reg < uint64_t(1) << L.inputBits("register");
         ++Reg) {
      Indices At = Thread;
      if (L.inputShift("register"))
        At.push_back({"register", Reg});
      Values.push_back(T[held(L, At)]);
    }
  return Values;
}

/// Checks that renaming registers gives the results from the operands.
void expectMoves(const Case &C, const LinearLayout &Operand,
                 const LinearLayout &Result) {
  llvm::Expected<RegisterAction> A = C.Op.registers(Operand, Result);
  if (!A) {
    ADD_FAILURE() << llvm::toString(A.takeError()) << ": " << toString(Operand)
                  << " to " << toString(Result);
    return;
  }
  std::vector<Tensor> Operands, Results;
  for (unsigned I = 0; I < C.Operands; ++I) {
    Operands.emplace_back(count(C.Op.operandShape()));
    std::iota(Operands.back().begin(), Operands.back().end(), 1000 * I);
  }
  for (unsigned I = 0; I < C.Results; ++I) {
    Tensor &T = Results.emplace_back();
    for (uint64_t N = 0; N < count(C.Op.resultShape()); ++N) {
      auto [Which, From] = C.Source(I, coordinates(C.Op.resultShape(), N));
      T.push_back(Operands[Which][From]);
    }
  }
  std::vector<LayoutDim> Outside;
  for (const LayoutDim &D : Result.inputs())
    if (D.Name != "register")
      Outside.push_back(D);
  for (uint64_t T = 0; T < uint64_t(1) << sumOfBits(Outside); ++T) {
    Indices Thread = cut(Outside, T);
    std::vector<uint64_t> Old = valuesOf(Operand, Thread, Operands);
    auto New = A->apply<uint64_t>(Old);
    ASSERT_TRUE(bool(New)) << llvm::toString(New.takeError());
    EXPECT_EQ(*New, valuesOf(Result, Thread, Results))
        << toString(Operand) << " to " << toString(Result);
  }
}

/// Whether pairs along the last dimension are in the registers of one thread,
/// and the first ones in the same registers of all threads.
bool holdsPairs(const LinearLayout &L) {
  std::vector<LayoutDim> Outside;
  for (const LayoutDim &D : L.inputs())
    if (D.Name != "register")
      Outside.push_back(D);
  std::optional<std::vector<bool>> First;
  for (uint64_t T = 0; T < uint64_t(1) << sumOfBits(Outside); ++T) {
    Tensor All(uint64_t(1) << L.outputBits());
    std::iota(All.begin(), All.end(), 0);
    std::vector<uint64_t> Held = valuesOf(L, cut(Outside, T), All);
    std::vector<bool> IsFirst;
    for (uint64_t Element : Held) {
      IsFirst.push_back(Element % 2 == 0);
      if (!llvm::is_contained(Held, Element % 2 ? Element - 1 : Element + 1))
        return false;
    }
    if (First && *First != IsFirst)
      return false;
    First = IsFirst;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Examples and messages
//===----------------------------------------------------------------------===//

TEST(ShapeOps, ExamplesOfTheHeader) {
  LinearLayout L = parsed("register=[[0,1]], lane=[[1,0],[2,0]] -> [4,2]");
  EXPECT_EQ(text(made(ShapeOp::trans({4, 2}, {1, 0})).forward(L)),
            "register=[[1,0]], lane=[[0,1],[0,2]] -> [2,4]");
  LinearLayout Sums = parsed("register=[[1,0],[2,0]], lane=[[0,0],[0,0]], "
                             "warp=[[0,0]] -> [4,1]");
  EXPECT_EQ(text(made(ShapeOp::broadcast({4, 1}, {4, 8})).forward(Sums)),
            "register=[[1,0],[2,0]], lane=[[0,1],[0,2]], warp=[[0,4]] -> "
            "[4,8]");
  EXPECT_EQ(text(made(ShapeOp::broadcast({4, 1}, {4, 16})).forward(Sums)),
            "register=[[1,0],[2,0],[0,8]], lane=[[0,1],[0,2]], warp=[[0,4]] "
            "-> [4,16]");
}

TEST(ShapeOps, OneExampleEach) {
  LinearLayout L = parsed("register=[[0,1]], lane=[[1,0],[2,0]] -> [m:4,n:2]");
  EXPECT_EQ(text(made(ShapeOp::reshape({4, 2}, {2, 4})).forward(L)),
            "register=[[0,1]], lane=[[0,2],[1,0]] -> [2,4]");
  EXPECT_EQ(text(made(ShapeOp::expandDims({4, 2}, 1)).forward(L)),
            "register=[[0,0,1]], lane=[[1,0,0],[2,0,0]] -> [4,1,2]");
  EXPECT_EQ(text(made(ShapeOp::join({4, 2})).forward(L)),
            "register=[[0,0,1],[0,1,0]], lane=[[1,0,0],[2,0,0]] -> [4,2,2]");
  EXPECT_EQ(text(made(ShapeOp::split({4, 2})).forward(L)),
            "register=[], lane=[[1],[2]] -> [4]");
  EXPECT_EQ(text(made(ShapeOp::join({})).forward(parsed("lane=[[]] -> []"))),
            "register=[[1]], lane=[[0]] -> [2]");
}

/// After broadcasting the row sums of a blocked layout, every thread has the
/// sums that it needs for its own elements.
TEST(ShapeOps, BroadcastAfterReduction) {
  LinearLayout Tile = parsed("register=[[0,1],[1,0]], "
                             "lane=[[0,2],[0,4],[0,8],[2,0],[4,0]], "
                             "warp=[[8,0]] -> [16,16]");
  for (unsigned Axis : {0u, 1u}) {
    Shape Kept = {16}, One = {16, 16};
    One[Axis] = 1;
    LinearLayout Sums = get(sliceOutput(Tile, Axis ? "dim1" : "dim0"));
    LinearLayout Column =
        get(made(ShapeOp::expandDims(Kept, Axis)).forward(Sums));
    EXPECT_EQ(get(made(ShapeOp::broadcast(One, {16, 16})).forward(Column)),
              Tile);
  }
}

TEST(RegisterPairs, ExamplesAndMessages) {
  LinearLayout Each = parsed("register=[[1]], lane=[[2]] -> [4]");
  LinearLayout InTurn = get(pairRegisters(Each, 0));
  LinearLayout InLists = get(pairRegisters(Each, 1));
  EXPECT_EQ(toString(InTurn), "register=[[0,1],[1,0]], lane=[[2,0]] -> [4,2]");
  EXPECT_EQ(toString(InLists), "register=[[1,0],[0,1]], lane=[[2,0]] -> [4,2]");
  EXPECT_EQ(get(unpairRegisters(InTurn)), Each);
  EXPECT_EQ(get(unpairRegisters(InLists)), Each);
  EXPECT_EQ(text(withRegisters(parsed("lane=[[1]] -> [2]"))),
            "register=[], lane=[[1]] -> [2]");
  EXPECT_EQ(text(pairRegisters(Each, 2)),
            "error: cannot pair registers at bit 2, expected at most 1");
  EXPECT_EQ(text(unpairRegisters(Each)),
            "error: cannot take pairs apart: the outputs are [dim0:4], "
            "expected the last one to have size 2");
}

TEST(ShapeOps, MessagesOfShapes) {
  EXPECT_EQ(say(ShapeOp::join({4, 3})),
            "error: size 3 of dimension 1 of [4,3] is not a power of two");
  EXPECT_EQ(say(ShapeOp::trans({4, 2}, {0, 0})),
            "error: cannot transpose: [0,0] is no order of the 2 dimensions of "
            "[4,2]");
  EXPECT_EQ(say(ShapeOp::reshape({4, 2}, {4})),
            "error: cannot reshape [4,2] with 2^3 elements to [4] with 2^2");
  EXPECT_EQ(say(ShapeOp::expandDims({4, 2}, 3)),
            "error: cannot expand [4,2] at axis 3, expected at most 2");
  EXPECT_EQ(say(ShapeOp::broadcast({4}, {4, 2})),
            "error: cannot broadcast [4] to [4,2], expected the same number of "
            "dimensions");
  EXPECT_EQ(say(ShapeOp::broadcast({4, 2}, {4, 8})),
            "error: cannot broadcast [4,2] to [4,8]: dimension 1 has size 2, "
            "expected 1 or 8");
  EXPECT_EQ(say(ShapeOp::split({2, 4})),
            "error: cannot split [2,4], expected a last dimension of size 2");
}

TEST(ShapeOps, MessagesOfLayouts) {
  ShapeOp Trans = made(ShapeOp::trans({4, 2}, {1, 0}));
  LinearLayout L = parsed("lane=[[1,0],[2,0],[0,1]] -> [m:4,n:2]");
  EXPECT_EQ(text(Trans.backward(L)),
            "error: the layout of the result has the outputs [m:4,n:2], "
            "expected the shape [2,4]");
  EXPECT_EQ(text(Trans.forward(parsed("lane=[[1]] -> [2]"))),
            "error: the layout of the operand has the outputs [dim0:2], "
            "expected the shape [4,2]");
  ShapeOp Split = made(ShapeOp::split({4, 2}));
  EXPECT_EQ(text(Split.forward(L)),
            "error: cannot take pairs apart: no two registers of a thread hold "
            "elements that differ in 'dim1' only");
  EXPECT_EQ(text(Split.forward(
                parsed("register=[[0,1],[2,0]], lane=[[1,1]] -> [4,2]"))),
            "error: cannot take pairs apart: lane bit 0 moves along 'dim1', "
            "expected registers only");

  ShapeOp Same = made(ShapeOp::reshape({4}, {4}));
  EXPECT_EQ(say(Same.registers(parsed("lane=[[1],[2]] -> [4]"),
                               parsed("lane=[[2],[1]] -> [4]"))),
            "error: some index of 'lane' needs an element that it does not "
            "hold");
  EXPECT_EQ(say(Same.registers(parsed("register=[[1]], lane=[[2]] -> [4]"),
                               parsed("register=[[1]], lane=[[3]] -> [4]"))),
            "error: an element is in different registers of different threads: "
            "no quotient: lane bit 0 moves 'register' by 1, expected 0 of what "
            "is left out");
  EXPECT_EQ(say(Same.registers(parsed("lane=[[1]], warp=[[2]] -> [4]"),
                               parsed("register=[[2]], lane=[[1]] -> [4]"))),
            "error: some thread needs an element that it does not hold: no "
            "quotient: register bit 0 moves 'warp' by 1, expected 0 of what is "
            "left out");
  EXPECT_EQ(say(Same.registers(parsed("lane=[[1]], warp=[[2]] -> [4]"),
                               parsed("lane=[[1]] -> [4] ^ [2]"))),
            "error: every thread needs an element that it does not hold");
}

//===----------------------------------------------------------------------===//
// Theorem 9.3
//===----------------------------------------------------------------------===//

/// The layout of the result for one of the operand, or the other way.
void expectNothingMoves(uint64_t Seed, bool Forward) {
  Random R(Seed);
  unsigned Moved = 0, Apart = 0;
  for (unsigned I = 0; I < 600; ++I) {
    Case C = randomCase(R);
    LinearLayout From =
        someLayout(R, Forward ? C.Op.operandShape() : C.Op.resultShape());
    llvm::Expected<LinearLayout> To =
        Forward ? C.Op.forward(From) : C.Op.backward(From);
    ASSERT_EQ(bool(To),
              (Forward ? C.Results : C.Operands) == 1 || holdsPairs(From))
        << toString(From);
    if (!To) {
      ++Apart;
      llvm::consumeError(To.takeError());
      continue;
    }
    ++Moved;
    expectMoves(C, Forward ? From : *To, Forward ? *To : From);
    EXPECT_TRUE(!From.isSurjective() || To->isSurjective());
    EXPECT_TRUE(!isDistributed(From) || isDistributed(*To));
  }
  EXPECT_GT(Moved, 400u);
  EXPECT_GT(Apart, 30u);
}

TEST(ShapeOps, ForwardMovesNothing) {
  expectNothingMoves(61, /*Forward=*/true);
}

TEST(ShapeOps, BackwardMovesNothing) {
  expectNothingMoves(62, /*Forward=*/false);
}

/// Backward after forward gives the original layout; broadcasting may have
/// added registers, which then hold copies.
TEST(ShapeOps, ThereAndBack) {
  Random R(63);
  for (unsigned I = 0; I < 400; ++I) {
    Case C = randomCase(R);
    if (C.Results == 2) {
      LinearLayout Half = someLayout(R, C.Op.resultShape());
      LinearLayout Pairs = get(C.Op.backward(Half));
      EXPECT_TRUE(
          sameMap(get(C.Op.forward(Pairs)), get(withStandardOutputs(Half))));
      continue;
    }
    LinearLayout Operand = someLayout(R, C.Op.operandShape());
    LinearLayout Result = get(C.Op.forward(Operand));
    LinearLayout Back = get(C.Op.backward(Result));
    if (Back.inputShift("register"))
      Back = get(resizeInput(Back, "register", Operand.inputBits("register")));
    EXPECT_TRUE(sameMap(Back, get(withStandardOutputs(Operand))));
  }
}

} // namespace
