//===- SharedTraffic.cpp - What must go through shared memory -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/routes/SharedTraffic.h"
#include "layouts/f2/Echelon.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

RegisterSpace::RegisterSpace(const BitVector &Registers) {
  int First = Registers.find_first();
  if (First < 0)
    return;
  Origin = First;
  if (isPowerOf2_32(Registers.size()) && Registers.all()) {
    for (unsigned Bit = 1; Bit < Registers.size(); Bit *= 2)
      Basis.push_back(Bit);
    return;
  }
  Echelon<uint64_t> Span;
  for (unsigned R : Registers.set_bits())
    Span.insert(uint64_t(R ^ Origin));
  Basis = Span.reducedBasis();
}

//===----------------------------------------------------------------------===//
// From the map
//===----------------------------------------------------------------------===//

/// By which thread bits the holder's thread differs from the result's, or its
/// register from that of thread 0.
static uint64_t dependence(const AffineMove &A) {
  uint64_t Differs = 0;
  for (unsigned J = 0; J < A.ThreadBits; ++J)
    Differs |= A.ThreadColumns[J] ^ uint64_t(1) << (A.SourceRegisterBits + J);
  return Differs;
}

/// The holder of each result register of thread 0, as image words.
static SmallVector<uint64_t, 0> imagesOfRegisters(const AffineMove &A) {
  SmallVector<uint64_t, 0> Images{A.Offset};
  Images.reserve(size_t(1) << A.RegisterColumns.size());
  for (uint64_t Column : A.RegisterColumns)
    for (size_t I = 0, Half = Images.size(); I < Half; ++I)
      Images.push_back(Images[I] ^ Column);
  return Images;
}

static BitVector travelling(const AffineMove &A,
                            std::vector<unsigned> &StaysAs) {
  bool AllTravel = dependence(A) != 0;
  SmallVector<uint64_t, 0> Images = imagesOfRegisters(A);
  BitVector Travels(Images.size(), AllTravel);
  StaysAs.reserve(Images.size());
  for (uint64_t Image : Images)
    StaysAs.push_back(Image & maskTrailingOnes<uint64_t>(A.SourceRegisterBits));
  if (!AllTravel)
    for (auto [R, Image] : enumerate(Images))
      if (Image >> A.SourceRegisterBits)
        Travels.set(R);
  return Travels;
}

/// Adds a coset of the span.
static void addCoset(BitVector &Set, uint64_t First, ArrayRef<uint64_t> Span) {
  const SmallVector<uint64_t> Basis = reduceBasis(Span);
  if (Set.size() == size_t(1) << Basis.size()) {
    Set.set();
    return;
  }
  SmallVector<uint64_t, 0> Points{First};
  for (uint64_t V : Basis)
    for (size_t I = 0, Half = Points.size(); I < Half; ++I)
      Points.push_back(Points[I] ^ V);
  for (uint64_t X : Points)
    Set.set(X);
}

static BitVector used(const AffineMove &A, const BitVector &Travels) {
  const uint64_t Registers = maskTrailingOnes<uint64_t>(A.SourceRegisterBits);
  SmallVector<uint64_t, 32> Span;
  for (uint64_t Column : A.ThreadColumns)
    Span.push_back(Column & Registers);
  BitVector Used(size_t(Registers) + 1);
  if (Travels.all()) {
    for (uint64_t Column : A.RegisterColumns)
      Span.push_back(Column & Registers);
    addCoset(Used, A.Offset & Registers, Span);
    return Used;
  }
  SmallVector<uint64_t, 0> Images = imagesOfRegisters(A);
  for (unsigned R : Travels.set_bits())
    if (!Used.test(Images[R] & Registers))
      addCoset(Used, Images[R] & Registers, Span);
  return Used;
}

static bool crossesWarps(const AffineMove &A, unsigned LaneBits,
                         const BitVector &Travels) {
  const unsigned Warp = A.SourceRegisterBits + LaneBits;
  if (Travels.any() && dependence(A) >> Warp)
    return true;
  uint64_t Any = A.Offset;
  for (uint64_t Column : A.RegisterColumns)
    Any |= Column;
  if (Any >> Warp == 0)
    return false;
  SmallVector<uint64_t, 0> Images = imagesOfRegisters(A);
  return any_of(Travels.set_bits(),
                [&](unsigned R) { return Images[R] >> Warp; });
}

//===----------------------------------------------------------------------===//
// From the table
//===----------------------------------------------------------------------===//

/// Result registers that some thread does not hold itself, under one number.
static BitVector travelling(const Conversion &C,
                            std::vector<unsigned> &StaysAs) {
  if (!C.hasTable())
    return travelling(*C.Affine, StaysAs);
  BitVector Travels(C.NumResults);
  StaysAs.assign(C.NumResults, ~0u);
  for (unsigned R = 0; R < C.NumResults; ++R)
    for (unsigned T = 0; T < C.NumThreads; ++T) {
      Holder H = C.holder(R, T);
      if (H == DontCare)
        continue;
      if (StaysAs[R] == ~0u)
        StaysAs[R] = H.Register;
      if (H.Thread == T && StaysAs[R] == H.Register)
        continue;
      Travels.set(R);
      break;
    }
  return Travels;
}

/// The source registers that any thread wants as one of these.
static BitVector used(const Conversion &C, const BitVector &Travels) {
  if (!C.hasTable())
    return used(*C.Affine, Travels);
  BitVector Used(C.NumSources);
  for (unsigned R : Travels.set_bits())
    for (unsigned T = 0; T < C.NumThreads; ++T)
      if (C.isWanted(R, T))
        Used.set(C.holder(R, T).Register);
  return Used;
}

static bool crossesWarps(const Conversion &C, const BitVector &Travels) {
  if (!C.hasTable())
    return crossesWarps(*C.Affine, C.LaneBits, Travels);
  return any_of(Travels.set_bits(), [&](unsigned R) {
    for (unsigned T = 0; T < C.NumThreads; ++T)
      if (C.isWanted(R, T) &&
          unsigned(C.holder(R, T).Thread) >> C.LaneBits != T >> C.LaneBits)
        return true;
    return false;
  });
}

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

SharedTraffic::SharedTraffic(const Conversion &C, const AffineMove &A)
    : C(C), Travels(travelling(C, StaysAs)), Used(used(C, Travels)),
      Sources(Used), Results(Travels), SourceBits(Sources.Basis.size()),
      ThreadBits(A.ThreadBits) {
  // Images in coordinates. An image outside the stored registers is not wanted
  // and is projected.
  SmallVector<uint64_t> Completed(Sources.Basis);
  append_range(Completed, complementBasis(Sources.Basis, A.SourceRegisterBits));
  BitMatrix ToCoordinates =
      BitMatrix(A.SourceRegisterBits, Completed)
          .inverse()
          .value_or(BitMatrix::identity(A.SourceRegisterBits));
  auto Coordinates = [&](uint64_t X) {
    uint64_t Register = X & maskTrailingOnes<uint64_t>(A.SourceRegisterBits);
    uint64_t Thread = X >> A.SourceRegisterBits;
    return (ToCoordinates.apply(Register) &
            maskTrailingOnes<uint64_t>(SourceBits)) |
           Thread << SourceBits;
  };
  BitMatrix OfRegisters(64, A.RegisterColumns);
  for (uint64_t B : Results.Basis)
    ResultColumns.push_back(Coordinates(OfRegisters.apply(B)));
  for (uint64_t Column : A.ThreadColumns)
    ThreadColumns.push_back(Coordinates(Column));
  Offset = Coordinates(OfRegisters.apply(Results.Origin) ^ A.Offset ^
                       Sources.Origin);
  CrossesWarps = crossesWarps(C, Travels);
}
