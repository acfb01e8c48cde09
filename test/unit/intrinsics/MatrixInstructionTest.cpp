//===- MatrixInstructionTest.cpp - Instructions that multiply matrices ----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each row fits the layouts of its family, and what is emitted is what LLVM's
// back end has.
//
//===----------------------------------------------------------------------===//

#include "intrinsics/tensors/MatrixInstruction.h"
#include "TestKernel.h"
#include "compat/LLVMCompat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include <gtest/gtest.h>
#include <set>

using namespace llvm;
using namespace f2layout;

namespace {

using Place = std::pair<uint64_t, uint64_t>;

LinearLayout get(Expected<LinearLayout> L) {
  EXPECT_TRUE(bool(L)) << toString(L.takeError());
  return *L;
}

/// What a lane holds of a matrix.
std::set<Place> placesOf(const LinearLayout &L, unsigned Lane) {
  std::set<Place> Places;
  const unsigned Bits = L.inputBits("register");
  for (uint64_t R = 0; R < 1u << Bits; ++R) {
    const LayoutPoint P = L.point(L.applyFlat(R | uint64_t(Lane) << Bits));
    Places.insert({P[P.size() - 2], P[P.size() - 1]});
  }
  return Places;
}

std::string name(const MatrixInstruction &I) {
  return compat::hasIntrinsic(I.Intrinsic)
             ? Intrinsic::getBaseName(Intrinsic::ID(I.Intrinsic)).str()
             : std::string("an instruction that this LLVM lacks");
}

/// The layout of an operand (0 or 1) of a product of one tile by one warp.
LinearLayout operand(const MatrixInstruction &I, bool Transposed,
                     unsigned Index) {
  DotOperandParams P;
  P.OpIdx = Index;
  P.Parent = std::make_shared<const DistributedFamily>(
      I.resultFamily({1, 1}, Transposed));
  P.KWidth = I.KWidth;
  return get(Index == 0 ? dotOperandLayout(P, {I.M, I.K})
                        : dotOperandLayout(P, {I.K, I.N}));
}

/// Equal, but for the order of k, which A and B must share.
void expectSameRows(const LinearLayout &Family, const LinearLayout &Fragment,
                    unsigned Lanes, const std::string &Name) {
  for (unsigned Lane = 0; Lane < Lanes; ++Lane)
    EXPECT_EQ(placesOf(Family, Lane), placesOf(Fragment, Lane))
        << Name << ", lane " << Lane;
}

std::set<Place> exchanged(const std::set<Place> &Places) {
  std::set<Place> Other;
  for (Place P : Places)
    Other.insert({P.second, P.first});
  return Other;
}

TEST(MatrixInstruction, FragmentsAreTilesOfTheFamily) {
  for (const MatrixInstruction &I : allMatrixInstructions()) {
    const unsigned Lanes = 1u << I.laneBits();
    const LinearLayout A = get(I.fragment(MmaMatrix::A)),
                       B = get(I.fragment(MmaMatrix::B)),
                       C = get(I.fragment(MmaMatrix::Result));
    expectSameRows(operand(I, false, 0), A, Lanes, name(I) + " A");
    expectSameRows(operand(I, false, 1), B, Lanes, name(I) + " B");
    expectSameRows(get(distributedLayout(I.resultFamily({1, 1}), {I.M, I.N})),
                   C, Lanes, name(I) + " D");
    if (!I.canTranspose())
      continue;
    ASSERT_EQ(I.M, I.N) << name(I);
    const LinearLayout Result =
        get(distributedLayout(I.resultFamily({1, 1}, true), {I.M, I.N}));
    const LinearLayout Left = operand(I, true, 0), Right = operand(I, true, 1);
    for (unsigned Lane = 0; Lane < Lanes; ++Lane) {
      EXPECT_EQ(placesOf(Result, Lane), exchanged(placesOf(C, Lane)))
          << name(I) << " transposed, lane " << Lane;
      EXPECT_EQ(placesOf(Left, Lane), exchanged(placesOf(B, Lane)));
      EXPECT_EQ(placesOf(Right, Lane), exchanged(placesOf(A, Lane)));
    }
  }
}

TEST(MatrixInstruction, RowsOfATileBeginWithTheLargestK) {
  const MatrixInstruction *Last = nullptr;
  for (const MatrixInstruction &I : allMatrixInstructions()) {
    if (Last && Last->M == I.M && Last->N == I.N && Last->Factor == I.Factor &&
        Last->Sum == I.Sum && Last->Rounds == I.Rounds && Last->Of == I.Of)
      EXPECT_GE(Last->K, I.K) << name(I);
    Last = &I;
  }
}

/// "v_mfma_f32_16x16x16" or "mma.sync.aligned.m16n8k16": what the assembly of
/// the row contains.
std::string inAssembly(const MatrixInstruction &I) {
  const std::string M = utostr(I.M), N = utostr(I.N), K = utostr(I.K);
  if (I.Of == MatrixInstruction::Mma)
    return "mma.sync.aligned.m" + M + "n" + N + "k" + K + ".row.col";
  const bool IsMfma = I.Of == MatrixInstruction::Mfma;
  const char *Sum = I.Sum == MatrixElement::Int32    ? "i32"
                    : I.Sum == MatrixElement::Double ? "f64"
                                                     : "f32";
  return std::string(IsMfma ? "v_mfma_" : "v_wmma_") + Sum + "_" + M + "x" + N +
         "x" + K;
}

void expectAssembled(const MatrixInstruction &I, const TestCpu &Cpu) {
  if (!compat::knowsCpu(Cpu.Cpu) || !compat::hasIntrinsic(I.Intrinsic))
    return; // In LLVM 19.
  TestKernel K(Cpu);
  Type *Factor = typeOf(I.Factor, K.Context), *Sum = typeOf(I.Sum, K.Context);
  const auto Found = matrixInstructions(K.T, Factor, Sum, I.Rounds);
  EXPECT_TRUE(is_contained(Found, &I)) << name(I) << " of " << Cpu.Cpu;
  unsigned Place = 0;
  auto Matrix = [&](MmaMatrix Which, Type *Ty) {
    SmallVector<Value *, 16> Elements;
    const LinearLayout L = get(I.fragment(Which));
    for (unsigned R = 0; R < 1u << L.inputBits("register"); ++R)
      Elements.push_back(K.source(Ty, Place++));
    return Elements;
  };
  const auto A = Matrix(MmaMatrix::A, Factor), B = Matrix(MmaMatrix::B, Factor),
             C = Matrix(MmaMatrix::Result, Sum);
  const auto D = emitMatrixProduct(K.B, I, A, B, C);
  ASSERT_EQ(D.size(), C.size()) << name(I);
  for (auto [R, V] : enumerate(D)) {
    EXPECT_EQ(V->getType(), Sum) << name(I);
    K.result(V, R);
  }
  EXPECT_NE(K.assemble().find(inAssembly(I)), std::string::npos)
      << name(I) << " on " << Cpu.Cpu << ", expected " << inAssembly(I);
}

TEST(MatrixInstruction, EachProcessorHasIt) {
  for (const MatrixInstruction &I : allMatrixInstructions())
    for (StringRef Name : split(I.Processors, ' ')) {
      Name.consume_back("+");
      const std::string Cpu = Name.str();
      expectAssembled(
          I, {Cpu.c_str(), Cpu == "sm_75" ? "+ptx65" : "", I.laneBits()});
    }
}

TEST(MatrixInstruction, FactorsAreRoundedOnlyIfAllowed) {
  TestKernel K({"sm_90", "", 5});
  Type *Float = K.B.getFloatTy(), *Half = K.B.getHalfTy();
  EXPECT_TRUE(matrixInstructions(K.T, Float, Float, false).empty());
  EXPECT_FALSE(matrixInstructions(K.T, Float, Float, true).empty());
  // Sums of bfloat are made of float.
  Type *BFloat = K.B.getBFloatTy();
  for (const MatrixInstruction *I :
       matrixInstructions(K.T, BFloat, BFloat, false))
    EXPECT_EQ(I->Sum, MatrixElement::Float);
  for (const MatrixInstruction *I : matrixInstructions(K.T, Half, Half, false))
    EXPECT_EQ(I->Sum, MatrixElement::Half);
}

} // namespace
