//===- RegisterHalves.cpp - Conversions that fall in two ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/routes/RegisterHalves.h"
#include "layouts/f2/BitMatrix.h"
#include "layouts/f2/Echelon.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace f2layout;

static unsigned parity(uint64_t X) { return popcount(X) & 1; }

namespace {

/// A linear function of registers as the mask of the bits that it sums, solved
/// for the highest of them.
class Function {
public:
  explicit Function(uint64_t Mask) : Mask(Mask), Pivot(highestBit(Mask)) {}

  /// A register number of the half where the function is Value, from its number
  /// in that half: without the pivot.
  unsigned expand(unsigned InHalf, unsigned Value) const {
    unsigned Low = InHalf & maskTrailingOnes<unsigned>(Pivot);
    unsigned Register = Low | (InHalf ^ Low) << 1;
    return Register | (parity(Register & Mask) ^ Value) << Pivot;
  }
  /// An image word without the pivot bit of the register.
  uint64_t drop(uint64_t Image) const {
    uint64_t Low = Image & maskTrailingOnes<uint64_t>(Pivot);
    return Low | (Image >> (Pivot + 1)) << Pivot;
  }
  unsigned of(uint64_t Register) const { return parity(Register & Mask); }

private:
  uint64_t Mask;
  unsigned Pivot;
};

struct StayingFunction {
  Function OfSource, OfResult;
};

} // namespace

/// The mask of result bits of the function "that of the source register".
static uint64_t resultMask(const AffineMove &A, uint64_t Source) {
  uint64_t Mask = 0;
  for (auto [J, Column] : enumerate(A.RegisterColumns))
    Mask |= uint64_t(parity(Column & Source)) << J;
  return Mask;
}

/// Functions above the slots of a word on both sides that no thread bit
/// changes.
static std::optional<StayingFunction> stayingFunction(const Conversion &Atoms) {
  const AffineMove &A = *Atoms.Affine;
  const unsigned Slots = Log2_32(4 / atomBytes(Atoms));
  SmallVector<uint64_t> Forbidden; // What the function must be zero on.
  const uint64_t Registers = maskTrailingOnes<uint64_t>(A.SourceRegisterBits);
  for (uint64_t Column : A.ThreadColumns)
    Forbidden.push_back(Column & Registers);
  for (unsigned J = 0; J < Slots; ++J) {
    Forbidden.push_back(uint64_t(1) << J);
    if (J < A.RegisterColumns.size())
      Forbidden.push_back(A.RegisterColumns[J] & Registers);
  }
  BitMatrix Conditions = BitMatrix(A.SourceRegisterBits, Forbidden).transpose();
  for (uint64_t Source : Conditions.kernel())
    if (uint64_t Result = resultMask(A, Source))
      return StayingFunction{Function(Source), Function(Result)};
  return std::nullopt;
}

static RegisterHalf makeHalf(const Conversion &Atoms, const StayingFunction &F,
                             unsigned Value) {
  const AffineMove &A = *Atoms.Affine;
  const unsigned SourceValue = Value ^ F.OfSource.of(A.Offset);
  RegisterHalf Half;
  Half.Atoms = Atoms;
  Half.Atoms.NumSources /= 2;
  Half.Atoms.NumResults /= 2;
  AffineMove &M = *Half.Atoms.Affine;
  M.SourceRegisterBits = A.SourceRegisterBits - 1;
  M.Offset = F.OfSource.drop(A.at(F.OfResult.expand(0, Value), 0));
  M.RegisterColumns.clear();
  for (unsigned J = 0; J + 1 < A.RegisterColumns.size(); ++J)
    M.RegisterColumns.push_back(
        F.OfSource.drop(A.at(F.OfResult.expand(1u << J, Value), 0)) ^ M.Offset);
  for (uint64_t &Column : M.ThreadColumns)
    Column = F.OfSource.drop(Column);

  const unsigned PerWord = 4 / atomBytes(Atoms);
  for (unsigned R = 0; R < Half.Atoms.NumSources; R += PerWord)
    Half.Sources.push_back(F.OfSource.expand(R, SourceValue) / PerWord);
  for (unsigned R = 0; R < Half.Atoms.NumResults; R += PerWord)
    Half.Results.push_back(F.OfResult.expand(R, Value) / PerWord);
  return Half;
}

std::optional<std::array<RegisterHalf, 2>>
f2layout::halveBy(const Conversion &Atoms, uint64_t OfSource) {
  const AffineMove &A = *Atoms.Affine;
  const uint64_t Slots = 4 / atomBytes(Atoms) - 1;
  const uint64_t OfResult = resultMask(A, OfSource);
  const bool Varies = any_of(A.ThreadColumns, [&](uint64_t Column) {
    return parity(Column & OfSource);
  });
  if (!OfSource || !OfResult || Varies || ((OfSource | OfResult) & Slots))
    return std::nullopt;
  StayingFunction F{Function(OfSource), Function(OfResult)};
  return std::array<RegisterHalf, 2>{makeHalf(Atoms, F, 0),
                                     makeHalf(Atoms, F, 1)};
}

uint64_t f2layout::inHalf(uint64_t Other, uint64_t HalvedBy) {
  Function F(HalvedBy);
  if (Other >> highestBit(HalvedBy) & 1)
    Other ^= HalvedBy;
  return F.drop(Other);
}

std::optional<std::array<RegisterHalf, 2>>
f2layout::halve(const Conversion &Atoms) {
  if (Atoms.hasTable() || !Atoms.Affine)
    return std::nullopt;
  std::optional<StayingFunction> F = stayingFunction(Atoms);
  if (!F)
    return std::nullopt;
  return std::array<RegisterHalf, 2>{makeHalf(Atoms, *F, 0),
                                     makeHalf(Atoms, *F, 1)};
}
