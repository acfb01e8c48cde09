//===- LaneLabelling.cpp - Which lane takes which register in a round -----===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/routes/LaneLabelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace f2layout;

Blocks::Blocks(const AffineMove &M, unsigned Lanes) : LaneBits(Lanes) {
  const unsigned S = M.SourceRegisterBits;
  auto Cut = [&](ArrayRef<uint64_t> Columns, BitMatrix &Registers,
                 BitMatrix &SourceLanes) {
    SmallVector<uint64_t> ToLane;
    for (uint64_t X : Columns)
      ToLane.push_back(X >> S);
    Registers = BitMatrix(S, Columns); // Cuts the lanes off.
    SourceLanes = BitMatrix(LaneBits, ToLane);
  };
  Cut(M.RegisterColumns, RegisterOfRegister, LaneOfRegister);
  Cut(M.ThreadColumns, RegisterOfLane, LaneOfLane);
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

Labelling::Labelling(const Blocks &M, const BitMatrix &LabelShift)
    : LabelShift(LabelShift),
      SourceLane(sum(M.LaneOfLane, M.LaneOfRegister * LabelShift)) {
  BitMatrix SenderShift =
      sum(M.RegisterOfLane, M.RegisterOfRegister * LabelShift);
  // Row by row, those that reduce the kernel that SourceLane and they share.
  SmallVector<uint64_t> Rows;
  SmallVector<uint64_t> Shared = SourceLane.kernel();
  BitMatrix Transposed = SenderShift.transpose();
  for (unsigned I = 0; I < SenderShift.rows(); ++I) {
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
  ExtraLabel = BitMatrix(M.LaneBits, Rows).transpose();
  if (Rows.empty())
    ExtraLabel = BitMatrix::zero(0, M.LaneBits);
  SelectRank = LabelShift.rank() + SenderShift.rank();
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
    std::optional<uint64_t> X =
        M.LaneOfRegister.solve((uint64_t(1) << J) ^ M.LaneOfLane.column(J));
    if (!X)
      return;
    Columns.push_back(*X);
  }
  Out.push_back(BitMatrix(M.RegisterBits, Columns));

  SmallVector<uint64_t> Kernel = M.LaneOfRegister.kernel();
  SmallVector<uint64_t> Images;
  for (uint64_t K : Kernel)
    Images.push_back(M.RegisterOfRegister.apply(K));
  BitMatrix OnKernel(M.RegisterOfRegister.rows(), Images);
  for (unsigned J = 0; J < M.LaneBits; ++J)
    if (auto X = OnKernel.solve(M.RegisterOfLane.column(J) ^
                                M.RegisterOfRegister.apply(Columns[J])))
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
/// p whose c p complete the image of d are assigned to lane bits that are
/// independent on the kernel of d. Any assignment is valid: L t = 0 modulo the
/// image of d implies that those lane bits of t are zero, then d t = 0, then t
/// = 0.
static void proposeLeastRank(const Blocks &M, std::vector<BitMatrix> &Out,
                             unsigned Limit) {
  SmallVector<uint64_t> Image = M.LaneOfLane.image(),
                        Kernel = M.LaneOfLane.kernel();
  unsigned Missing =
      sumBases(Image, M.LaneOfRegister.columns()).size() - Image.size();
  forSubsets(M.RegisterBits, Missing, [&](uint64_t Registers) {
    SmallVector<uint64_t> Span = Image;
    SmallVector<unsigned> RegisterBits;
    for (unsigned I = 0; I < M.RegisterBits; ++I)
      if (Registers >> I & 1) {
        Span.push_back(M.LaneOfRegister.column(I));
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
