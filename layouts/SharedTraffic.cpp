//===- SharedTraffic.cpp - What must go through shared memory -------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/SharedTraffic.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

/// Result registers that some thread does not hold itself, under one number.
std::set<unsigned> SharedTraffic::travelling(const Conversion &C,
                                             std::vector<unsigned> &StaysAs) {
  std::set<unsigned> Travels;
  StaysAs.assign(C.NumResults, ~0u);
  for (unsigned R = 0; R < C.NumResults; ++R)
    for (unsigned T = 0; T < C.NumThreads; ++T) {
      const Holder &H = C.holder(R, T);
      if (H == DontCare)
        continue;
      if (StaysAs[R] == ~0u)
        StaysAs[R] = H.Register;
      if (H.Thread == T && StaysAs[R] == H.Register)
        continue;
      Travels.insert(R);
      break;
    }
  return Travels;
}

std::set<unsigned> SharedTraffic::used(const Conversion &C,
                                       const std::set<unsigned> &Travels) {
  BitVector Seen(C.NumSources);
  for (unsigned R : Travels)
    for (unsigned T = 0; T < C.NumThreads; ++T)
      if (C.holder(R, T) != DontCare)
        Seen.set(C.holder(R, T).Register);
  std::set<unsigned> Used;
  for (unsigned Register : Seen.set_bits())
    Used.insert(Used.end(), Register);
  return Used;
}

SharedTraffic::SharedTraffic(const Conversion &C, const AffineMove &A)
    : C(C), Travels(travelling(C, StaysAs)), Used(used(C, Travels)),
      Sources(Used), Results(Travels), SourceBits(Sources.Basis.size()),
      ThreadBits(A.ThreadBits) {
  // Images in coordinates. What leaves the stored registers is an image that
  // nobody wants; it is projected.
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
  CrossesWarps = any_of(Travels, [&](unsigned R) {
    for (unsigned T = 0; T < C.NumThreads; ++T)
      if (C.holder(R, T) != DontCare &&
          unsigned(C.holder(R, T).Thread) >> C.LaneBits != T >> C.LaneBits)
        return true;
    return false;
  });
}
