//===- MfmaFragment.cpp - Operands and result of one MFMA -----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/families/MfmaFragment.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

static constexpr unsigned WaveSize = 64;

static unsigned rowGroup(const MfmaInstruction &I) { return I.IsF64 ? 1 : 4; }

/// The number of k that a lane holds.
static unsigned shareOfK(const MfmaInstruction &I) {
  return I.K / (WaveSize / (I.M * I.Blocks));
}

static Error fault(const MfmaInstruction &I, const Twine &Expected) {
  return familyError("mfma fragment", "the instruction is " + Twine(I.M) + "x" +
                                          Twine(I.N) + "x" + Twine(I.K) +
                                          " in " + Twine(I.Blocks) +
                                          " blocks, expected " + Expected);
}

static Error check(const MfmaInstruction &I) {
  for (unsigned Size : {I.M, I.N, I.K, I.Blocks})
    if (!isPowerOf2_32(Size))
      return fault(I, "powers of two");
  if (I.M != I.N || I.M < rowGroup(I))
    return fault(I,
                 "as many columns as rows, and at least " + Twine(rowGroup(I)));
  if (uint64_t(I.M) * I.Blocks > WaveSize)
    return fault(I, "at most 64 rows in all blocks together");
  if (uint64_t(I.M) * I.Blocks * I.K < WaveSize)
    return fault(I, "k of at least " + Twine(WaveSize / (I.M * I.Blocks)) +
                        ", one for each lane");
  if (uint64_t(I.M) * I.N * I.Blocks < WaveSize * rowGroup(I))
    return fault(I, "a row group of the result for each lane");
  if (I.KWidth && (!isPowerOf2_32(I.KWidth) || I.KWidth > shareOfK(I)))
    return familyError("mfma fragment",
                       "kWidth is " + Twine(I.KWidth) +
                           ", expected a power of two, at most a lane's " +
                           Twine(shareOfK(I)) + " values of k");
  return Error::success();
}

static Expected<LinearLayout> operand(const MfmaInstruction &I, unsigned Other,
                                      unsigned K) {
  unsigned Share = shareOfK(I), Piece = I.KWidth ? I.KWidth : Share;
  TileBuilder T(3, {"register", "lane"});
  T.run("register", Piece, K);
  T.run("lane", I.M, Other);
  T.run("lane", I.Blocks, 0);
  T.run("lane", WaveSize / (I.M * I.Blocks), K);
  T.run("register", Share / Piece, K);
  return T.finish();
}

static Expected<LinearLayout> result(const MfmaInstruction &I) {
  unsigned Group = rowGroup(I);
  unsigned GroupLanes = std::min(WaveSize, I.M / Group * I.N);
  unsigned BlocksInLanes = WaveSize / GroupLanes;
  unsigned GroupsInLanes = GroupLanes / I.N;
  TileBuilder T(3, {"register", "lane"});
  T.run("register", Group, 1);
  T.run("lane", I.N, 2);
  T.run("lane", BlocksInLanes, 0);
  T.run("lane", GroupsInLanes, 1);
  T.run("register", I.M / (Group * GroupsInLanes), 1);
  T.run("register", I.Blocks / BlocksInLanes, 0);
  return T.finish();
}

Expected<LinearLayout> f2layout::mfmaFragment(MmaMatrix Which,
                                              const MfmaInstruction &I) {
  if (Error E = check(I))
    return E;
  switch (Which) {
  case MmaMatrix::A:
    return operand(I, 1, 2);
  case MmaMatrix::B:
    return operand(I, 2, 1);
  case MmaMatrix::Result:
    break;
  }
  return result(I);
}
