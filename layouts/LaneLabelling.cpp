//===- LaneLabelling.cpp - Which lane takes which register in a round -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/LaneLabelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

Blocks::Blocks(const AffineMove &M, unsigned Lanes) : LaneBits(Lanes) {
  unsigned S = M.SourceRegisterBits;
  SmallVector<uint64_t> ToRegister, ToLane;
  for (uint64_t X : M.RegisterColumns) {
    ToRegister.push_back(X & maskTrailingOnes<uint64_t>(S));
    ToLane.push_back(X >> S);
  }
  A = BitMatrix(S, ToRegister);
  C = BitMatrix(LaneBits, ToLane);
  ToRegister.clear();
  ToLane.clear();
  for (uint64_t X : M.ThreadColumns) {
    ToRegister.push_back(X & maskTrailingOnes<uint64_t>(S));
    ToLane.push_back(X >> S);
  }
  B = BitMatrix(S, ToRegister);
  D = BitMatrix(LaneBits, ToLane);
  RegisterOffset = M.Offset & maskTrailingOnes<uint64_t>(S);
  LaneOffset = M.Offset >> S;
  RegisterBits = M.RegisterColumns.size();
}

static BitMatrix sum(const BitMatrix &X, const BitMatrix &Y) {
  SmallVector<uint64_t> Columns;
  for (unsigned J = 0; J < X.cols(); ++J)
    Columns.push_back(X.column(J) ^ Y.column(J));
  return BitMatrix(X.rows(), Columns);
}

Labelling::Labelling(const Blocks &M, const BitMatrix &C1)
    : C1(C1), L(sum(M.D, M.C * C1)) {
  BitMatrix B = sum(M.B, M.A * C1);
  SmallVector<uint64_t> Kernel = L.kernel();
  // Row by row of B, those that reduce the kernel that L and they share.
  SmallVector<uint64_t> Rows;
  SmallVector<uint64_t> Shared = Kernel;
  BitMatrix Transposed = B.transpose();
  for (unsigned I = 0; I < B.rows(); ++I) {
    uint64_t Row = Transposed.column(I);
    if (none_of(Shared, [&](uint64_t K) { return popcount(K & Row) & 1; }))
      continue;
    Rows.push_back(Row);
    SmallVector<uint64_t> Less;
    uint64_t Pivot =
        *find_if(Shared, [&](uint64_t K) { return popcount(K & Row) & 1; });
    for (uint64_t K : Shared)
      if (K != Pivot)
        Less.push_back(popcount(K & Row) & 1 ? K ^ Pivot : K);
    Shared = Less;
  }
  Extra = BitMatrix(M.LaneBits, Rows).transpose();
  if (Rows.empty())
    Extra = BitMatrix::zero(0, M.LaneBits);
  SelectRank = C1.rank() + B.rank();
}

//===----------------------------------------------------------------------===//
// Candidates for C1
//===----------------------------------------------------------------------===//

/// C1 with L = 1, if there is one: column j solves c x = e_j + d_j. What is
/// free in it (the kernel of c) is zero, or chosen so that the sender need not
/// select.
static void proposeStaying(const Blocks &M, std::vector<BitMatrix> &Out) {
  SmallVector<uint64_t> Columns;
  for (unsigned J = 0; J < M.LaneBits; ++J) {
    std::optional<uint64_t> X = M.C.solve((uint64_t(1) << J) ^ M.D.column(J));
    if (!X)
      return;
    Columns.push_back(*X);
  }
  Out.push_back(BitMatrix(M.RegisterBits, Columns));

  SmallVector<uint64_t> Kernel = M.C.kernel();
  SmallVector<uint64_t> Images;
  for (uint64_t K : Kernel)
    Images.push_back(M.A.apply(K));
  BitMatrix OnKernel(M.A.rows(), Images);
  for (unsigned J = 0; J < M.LaneBits; ++J)
    if (auto X = OnKernel.solve(M.B.column(J) ^ M.A.apply(Columns[J])))
      Columns[J] ^= BitMatrix(M.RegisterBits, Kernel).apply(*X);
  BitMatrix Second(M.RegisterBits, Columns);
  if (Second != Out.back())
    Out.push_back(Second);
}

/// Calls F with each subset of Size bits of N.
template <typename FnT>
static void forSubsets(unsigned N, unsigned Size, FnT F) {
  for (uint64_t Set = 0; Set < uint64_t(1) << N; ++Set)
    if (unsigned(popcount(Set)) == Size)
      F(Set);
}

/// C1 of least rank with L of greatest rank. If d has a cokernel, register bits
/// p whose c p complete the image of d are given to lane bits that tell the
/// kernel of d apart. Any assignment of the ones to the others will do:
/// L t = 0 modulo the image of d says that those lane bits of t are zero, then
/// d t = 0, then t = 0.
static void proposeLeastRank(const Blocks &M, std::vector<BitMatrix> &Out,
                             unsigned Limit) {
  SmallVector<uint64_t> Image = M.D.image(), Kernel = M.D.kernel();
  unsigned Missing = sumBases(Image, M.C.columns()).size() - Image.size();
  forSubsets(M.RegisterBits, Missing, [&](uint64_t Registers) {
    SmallVector<uint64_t> Span = Image;
    SmallVector<unsigned> RegisterBits;
    for (unsigned I = 0; I < M.RegisterBits; ++I)
      if (Registers >> I & 1) {
        Span.push_back(M.C.column(I));
        RegisterBits.push_back(I);
      }
    if (Out.size() >= Limit ||
        reduceBasis(Span).size() != Image.size() + Missing)
      return;
    forSubsets(M.LaneBits, Missing, [&](uint64_t Lanes) {
      SmallVector<uint64_t> Seen;
      SmallVector<unsigned> LaneBits;
      for (uint64_t K : Kernel)
        Seen.push_back(K & Lanes);
      for (unsigned J = 0; J < M.LaneBits; ++J)
        if (Lanes >> J & 1)
          LaneBits.push_back(J);
      if (reduceBasis(Seen).size() != Missing)
        return;
      SmallVector<unsigned> Order = RegisterBits;
      do {
        if (Out.size() >= Limit)
          return;
        SmallVector<uint64_t> Columns(M.LaneBits, 0);
        for (unsigned I = 0; I < Missing; ++I)
          Columns[LaneBits[I]] = uint64_t(1) << Order[I];
        Out.push_back(BitMatrix(M.RegisterBits, Columns));
      } while (std::next_permutation(Order.begin(), Order.end()));
    });
  });
}

std::vector<BitMatrix> f2layout::proposeLabellings(const Blocks &M,
                                                   unsigned Limit) {
  std::vector<BitMatrix> Choices;
  proposeStaying(M, Choices);
  proposeLeastRank(M, Choices, Choices.size() + Limit);
  return Choices;
}
