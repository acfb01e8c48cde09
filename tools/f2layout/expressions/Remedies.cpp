//===- Remedies.cpp - What helps against bank conflicts -------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/expressions/Remedies.h"
#include "tools/f2layout/expressions/ExpressionFit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout::calc {

uint64_t totalWavefronts(ArrayRef<CountedAccess> Accesses, const ArrayUse &Use,
                         PlaceOffset Offset, const Machine &M) {
  uint64_t Sum = 0;
  for (const CountedAccess &A : Accesses)
    for (const WarpAccess &W :
         countAccesses(A.Places, Use, Offset, A.IsStore, M, false))
      Sum += W.Wavefronts;
  return Sum;
}

static uint64_t wavefrontsNow(ArrayRef<CountedAccess> Accesses,
                              const ArrayUse &Use, const Machine &M) {
  auto Offset = [&](ArrayRef<uint64_t> P) { return rowMajor(Use.Shape, P); };
  return totalWavefronts(Accesses, Use, Offset, M);
}

/// The elements of the widest access, which must stay together.
static uint64_t widestElements(ArrayRef<CountedAccess> Accesses,
                               const ArrayUse &Use) {
  uint64_t Most = 1;
  for (const CountedAccess &A : Accesses)
    Most = std::max<uint64_t>(Most, A.Places.Bytes / Use.ElementBytes);
  return Most;
}

std::optional<RowPadding> bestPadding(ArrayRef<CountedAccess> Accesses,
                                      const ArrayUse &Use, const Machine &M) {
  if (Use.Shape.size() < 2)
    return std::nullopt;
  RowPadding Best{0, wavefrontsNow(Accesses, Use, M)};
  // A row that is longer by all banks begins at the same bank again.
  const uint64_t Most = uint64_t(M.Banks) * M.BankBytes / Use.ElementBytes;
  SmallVector<uint64_t, 3> Shape = Use.Shape;
  const uint64_t Wide = widestElements(Accesses, Use);
  for (uint64_t P = 1; P < Most; ++P) {
    Shape.back() = Use.Shape.back() + P;
    if (Shape.back() % Wide != 0) // Rows must stay aligned.
      continue;
    auto Offset = [&](ArrayRef<uint64_t> At) { return rowMajor(Shape, At); };
    uint64_t Sum = totalWavefronts(Accesses, Use, Offset, M);
    if (Sum < Best.Wavefronts)
      Best = {P, Sum};
  }
  return Best.Elements ? std::optional(Best) : std::nullopt;
}

std::string RowSwizzle::text() const {
  std::string Row = "row";
  if (Shift)
    Row = "(row >> " + std::to_string(Shift) + ")";
  std::string Text = "column ^ " + Row + " % " + std::to_string(Count);
  return Vector ? Text + " << " + std::to_string(Vector) : Text;
}

std::optional<RowSwizzle> bestRowSwizzle(ArrayRef<CountedAccess> Accesses,
                                         const ArrayUse &Use,
                                         const Machine &M) {
  if (Use.Shape.size() < 2)
    return std::nullopt;
  const uint64_t Columns = Use.Shape.back();
  uint64_t Rows = 1;
  for (uint64_t Size : ArrayRef(Use.Shape).drop_back())
    Rows *= Size;
  RowSwizzle Best;
  Best.Wavefronts = wavefrontsNow(Accesses, Use, M);
  // A block of 2^MostBits columns keeps its elements. What is beyond a row of
  // banks changes no bank.
  const unsigned MostBits = std::min<unsigned>(
      countr_zero(Columns),
      Log2_64(uint64_t(M.Banks) * M.BankBytes / Use.ElementBytes));
  const unsigned Together = Log2_64_Ceil(widestElements(Accesses, Use));
  for (unsigned Shift = 0; Rows >> Shift > 1; ++Shift)
    for (unsigned Vector = Together; Vector < MostBits; ++Vector)
      for (unsigned Bits = 1; Vector + Bits <= MostBits; ++Bits) {
        if (Rows >> Shift <= 1u << (Bits - 1))
          continue; // The row has no such bit.
        RowSwizzle S{Shift, 1u << Bits, Vector, 0};
        auto Offset = [&](ArrayRef<uint64_t> P) {
          uint64_t Row = rowMajor(Use.Shape, P.drop_back());
          return Row * Columns + S.column(Row, P.back());
        };
        S.Wavefronts = totalWavefronts(Accesses, Use, Offset, M);
        if (S.Wavefronts < Best.Wavefronts)
          Best = S;
      }
  return Best.Count > 1 ? std::optional(Best) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// The best for both sides
//===----------------------------------------------------------------------===//

/// The accesses as a layout of threads, if they are linear. The elements of a
/// wide access are registers.
static std::optional<LinearLayout> layoutOf(const CountedAccess &A,
                                            const ArrayUse &Use) {
  const unsigned Wide = A.Places.Bytes / Use.ElementBytes;
  const ThreadPlaces Places{Use.Block, Use.Accesses * Wide};
  FunctionTable Table;
  for (unsigned I = 0; I < Use.Accesses; ++I)
    for (unsigned T = 0; T < A.Places.Threads; ++T) {
      const auto &At = A.Places.at(I, T);
      if (At.empty() || At.back() + Wide > Use.Shape.back())
        return std::nullopt;
      LayoutPoint Point(At.begin(), At.end());
      for (unsigned E = 0; E < Wide; ++E, ++Point.back())
        Table.emplace(Places.place(T, I * Wide + E), Point);
    }
  Expected<TableFit> Fit = fitTable(Table, "lane");
  if (!Fit) {
    consumeError(Fit.takeError());
    return std::nullopt;
  }
  if (Fit->Broken)
    return std::nullopt;
  Expected<LinearLayout> L = splitInput(Fit->Layout, Places, Use.Shape);
  if (!L) {
    consumeError(L.takeError());
    return std::nullopt;
  }
  return std::move(*L);
}

std::optional<BestMemory> bestMemory(const CountedAccess &Store,
                                     const CountedAccess &Load,
                                     const ArrayUse &Use, const Machine &M) {
  if (Use.Shape.empty() || !all_of(Use.Shape, isPowerOf2_64) ||
      !isPowerOf2_32(Use.Block.threads()) || !isPowerOf2_32(Use.Accesses))
    return std::nullopt;
  std::optional<LinearLayout> From = layoutOf(Store, Use);
  std::optional<LinearLayout> To = layoutOf(Load, Use);
  if (!From || !To)
    return std::nullopt;
  Expected<PairSwizzle> Found =
      bestSwizzle(*From, *To, Use.ElementBytes * 8, M);
  if (!Found) {
    consumeError(Found.takeError());
    return std::nullopt;
  }
  BestMemory Best{std::move(*Found), 0};
  Best.Wavefronts = Best.Swizzle.wavefronts() * Use.Block.warps();
  if (Best.Wavefronts >= wavefrontsNow({Store, Load}, Use, M))
    return std::nullopt;
  return Best;
}

} // namespace f2layout::calc
