//===- ScanCode.cpp - Scans as device functions ---------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Digit by digit, as layouts/lines/Scan.h describes. An empty name stands where
// nothing lies before an element in any thread. Where nothing lies before it in
// some threads, these have the neutral element.
//
//===----------------------------------------------------------------------===//

#include "tools/f2layout/code/ElementText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace f2layout::calc {

namespace {

/// What is asked of a digit: results with each element itself, without it, and
/// the last one of each group in all of its threads.
struct Wanted {
  bool Inclusive, Before, Last;
};

struct DigitResults {
  ElementNames Inclusive, Before, Last;
};

class Writer : ElementText {
public:
  Writer(raw_ostream &OS, const Scan &S, const LineFunction &F,
         const OperationCode &Op)
      : ElementText(OS, F, Op, S.Moves), S(S) {}
  void body();

private:
  DigitResults along(const ElementNames &V, unsigned N, Wanted W);
  DigitResults digit(const ElementNames &V, unsigned N, Wanted W);
  DigitResults inRegisters(const ElementNames &V, const ScanDigit &D);
  DigitResults inLanes(const ElementNames &V, const ScanDigit &D, Wanted W);
  DigitResults inWarps(const ElementNames &V, const ScanDigit &D, Wanted W);
  ElementNames bitsInLanes(ElementNames V, const ScanDigit &D);
  ElementNames bitsInRegisters(ElementNames V, const ScanDigit &D);
  ElementNames beforeLanes(const ElementNames &V, const ScanDigit &D,
                           const ElementNames &Inclusive);
  ElementNames ofWarps(const ElementNames &All, unsigned First, unsigned Bits,
                       size_t Each);
  std::string lanesWhere(function_ref<bool(unsigned)> Is) const;
  std::string warpBit(const ScanDigit &D, unsigned I) const;
  ElementNames orNeutral(StringRef Is, const ElementNames &V);
  ScanDigit amongLeft(const ScanDigit &D) const;
  unsigned groupOf(unsigned Index, const ScanDigit &D) const;

  const Scan &S;
  /// Bits of registers that values of the present digit are numbered by.
  SmallVector<unsigned, 8> Left;
};

} // namespace

std::string Writer::lanesWhere(function_ref<bool(unsigned)> Is) const {
  uint64_t Mask = 0;
  for (unsigned L = 0; L < lanes(); ++L)
    Mask |= uint64_t(Is(L)) << L;
  return laneIn(Mask);
}

/// The elements where Is, elsewhere the neutral one.
ElementNames Writer::orNeutral(StringRef Is, const ElementNames &V) {
  ElementNames Results;
  for (const std::string &Name : V)
    Results.push_back(define("(" + Is + ") ? " + Name + " : " + Op.neutral()));
  return Results;
}

/// The digit's bits as bits of the numbers of values.
ScanDigit Writer::amongLeft(const ScanDigit &D) const {
  ScanDigit Own = D;
  for (unsigned &Bit : Own.Bits)
    Bit = unsigned(find(Left, Bit) - Left.begin());
  return Own;
}

/// The number of a value's group: its own without the digit's bits.
unsigned Writer::groupOf(unsigned Index, const ScanDigit &D) const {
  unsigned Group = 0, Next = 0;
  for (unsigned Bit = 0; Bit < Left.size(); ++Bit)
    if (!is_contained(D.Bits, Bit))
      Group |= (Index >> Bit & 1) << Next++;
  return Group;
}

DigitResults Writer::inRegisters(const ElementNames &V, const ScanDigit &D) {
  DigitResults R;
  R.Inclusive.resize(V.size());
  R.Before.resize(V.size());
  R.Last.resize(V.size() >> D.Bits.size());
  for (unsigned J = 0; J < D.count(); ++J)
    for (unsigned I = 0; I < V.size(); ++I) {
      if (D.valueIn(I) != J)
        continue;
      std::string &Sum = R.Last[groupOf(I, D)];
      R.Before[I] = Sum;
      Sum = R.Inclusive[I] = J ? define(Op.combine(Sum, V[I])) : V[I];
    }
  return R;
}

/// The inclusive results of the lanes before.
ElementNames Writer::beforeLanes(const ElementNames &V, const ScanDigit &D,
                                 const ElementNames &Inclusive) {
  if (D.Subtracts) {
    ElementNames Results;
    for (auto [Sum, Own] : zip_equal(Inclusive, V))
      Results.push_back(define(Op.inverse(Sum, Own)));
    return Results;
  }
  const ElementNames Before = ofLanes(Inclusive, [&](unsigned L) {
    const unsigned J = D.valueIn(L);
    return J ? unsigned(D.with(L, J - 1)) : L;
  });
  return orNeutral(lanesWhere([&](unsigned L) { return D.valueIn(L) != 0; }),
                   Before);
}

/// Inclusive results of a digit, bit by bit.
ElementNames Writer::bitsInLanes(ElementNames V, const ScanDigit &D) {
  for (unsigned I = 0; I < D.Bits.size(); ++I) {
    const unsigned Bit = 1u << I, Below = Bit - 1;
    const ElementNames Sums = ofLanes(V, [&](unsigned L) {
      return unsigned(D.with(L, (D.valueIn(L) & ~Bit) | Below));
    });
    const std::string IsUpper =
        lanesWhere([&](unsigned L) { return D.valueIn(L) & Bit; });
    for (auto [Sum, Own] : zip_equal(Sums, V))
      Own = define("(" + Twine(IsUpper) + ") ? (" + Op.combine(Sum, Own) +
                   ") : " + Own);
  }
  return V;
}

/// The same where the lowest bits are in registers.
ElementNames Writer::bitsInRegisters(ElementNames V, const ScanDigit &D) {
  // Groups are numbered by the registers' low bits, the digit by the high ones.
  const unsigned Count = 1u << D.InRegisters, Groups = V.size() / Count,
                 Inverted = D.Inverted & (Count - 1);
  auto Row = [&](unsigned Value) {
    ArrayRef<std::string> Of =
        ArrayRef(V).slice((Value ^ Inverted) * Groups, Groups);
    return ElementNames(Of.begin(), Of.end());
  };
  auto SetRow = [&](unsigned Value, const ElementNames &Of) {
    copy(Of, V.begin() + (Value ^ Inverted) * Groups);
  };
  for (unsigned I = 0; I < D.InRegisters; ++I)
    for (unsigned J = 0; J < Count; ++J)
      if (J >> I & 1) {
        const unsigned Below = (1u << I) - 1;
        SetRow(J, combine(Row((J & ~(2 * Below + 1)) | Below), Row(J)));
      }
  for (unsigned I = D.InRegisters; I < D.Bits.size(); ++I) {
    const unsigned Bit = 1u << I, Below = Bit - 1;
    const ElementNames Sums = ofLanes(Row(Count - 1), [&](unsigned L) {
      // Bits that are in registers have no meaning in the lane.
      const unsigned J = D.valueIn(L), Own = J & (Count - 1);
      return unsigned(D.with(L, (((J & ~Bit) | Below) & ~(Count - 1)) | Own));
    });
    const ElementNames Before = orNeutral(
        lanesWhere([&](unsigned L) { return D.valueIn(L) & Bit; }), Sums);
    for (unsigned J = 0; J < Count; ++J)
      SetRow(J, combine(Before, Row(J)));
  }
  return V;
}

DigitResults Writer::inLanes(const ElementNames &V, const ScanDigit &D,
                             Wanted W) {
  DigitResults R;
  R.Inclusive = D.InRegisters ? move(D.From, bitsInRegisters(move(D.To, V), D))
                              : bitsInLanes(V, D);
  if (W.Before)
    R.Before = beforeLanes(V, D, R.Inclusive);
  if (W.Last)
    R.Last = D.LastStays ? R.Inclusive : ofLanes(R.Inclusive, [&](unsigned L) {
      return unsigned(D.with(L, D.count() - 1));
    });
  return R;
}

/// Bit I of the digit, in this thread's warp.
std::string Writer::warpBit(const ScanDigit &D, unsigned I) const {
  const std::string Bit =
      "thread & " + std::to_string(lanes() << D.Bits[I]) + "u";
  return D.Inverted >> I & 1 ? "!(" + Bit + ")" : Bit;
}

/// The result of 2^Bits warps in a row from number First on, pair by pair.
ElementNames Writer::ofWarps(const ElementNames &All, unsigned First,
                             unsigned Bits, size_t Each) {
  if (!Bits) {
    ArrayRef<std::string> Of = ArrayRef(All).slice(First * Each, Each);
    return ElementNames(Of.begin(), Of.end());
  }
  return combine(ofWarps(All, First, Bits - 1, Each),
                 ofWarps(All, First + (1u << (Bits - 1)), Bits - 1, Each));
}

/// Where bit I of the digit is set, the warps that differ in it and have any
/// lower bits lie before this one; elsewhere behind it.
DigitResults Writer::inWarps(const ElementNames &V, const ScanDigit &D,
                             Wanted W) {
  const ElementNames All = move(D.Moved, V);
  const unsigned Lacking = D.Bits.size() == 1;
  DigitResults R;
  if (W.Inclusive)
    R.Inclusive = V;
  if (W.Last)
    R.Last = V;
  for (unsigned I = 0; I < D.Bits.size(); ++I) {
    const ElementNames Others = ofWarps(All, (1u << I) - Lacking, I, V.size());
    if (W.Last)
      R.Last = combine(Others, R.Last);
    if (!W.Before && !W.Inclusive)
      continue;
    const ElementNames Before = orNeutral(warpBit(D, I), Others);
    if (W.Before)
      R.Before = I ? combine(Before, R.Before) : Before;
    if (W.Inclusive)
      R.Inclusive = combine(Before, R.Inclusive);
  }
  return R;
}

DigitResults Writer::digit(const ElementNames &V, unsigned N, Wanted W) {
  const ScanDigit &D = S.Digits[N];
  switch (D.K) {
  case ScanDigit::Register:
    return inRegisters(V, amongLeft(D));
  case ScanDigit::Lane:
    return inLanes(V, D, W);
  case ScanDigit::Warp:
    return inWarps(V, D, W);
  }
  llvm_unreachable("covered switch");
}

/// Results of all digits from N on.
DigitResults Writer::along(const ElementNames &V, unsigned N, Wanted W) {
  if (N == S.Digits.size())
    return {V, ElementNames(V.size()), {}};
  W.Last = N + 1 < S.Digits.size();
  DigitResults R = digit(V, N, W);
  if (!W.Last)
    return R;
  const bool OfRegisters = S.Digits[N].K == ScanDigit::Register;
  const ScanDigit D = OfRegisters ? amongLeft(S.Digits[N]) : ScanDigit();
  const SmallVector<unsigned, 8> Was = Left;
  SmallVector<unsigned, 8> Next;
  for (auto [I, Bit] : enumerate(Left))
    if (!is_contained(D.Bits, I))
      Next.push_back(Bit);
  Left = Next;
  const DigitResults Groups =
      along(R.Last, N + 1, {W.Inclusive && OfRegisters, true, false});
  Left = Was;
  ElementNames Before;
  for (unsigned I = 0; I < V.size(); ++I)
    Before.push_back(Groups.Before[groupOf(I, D)]);
  if (W.Before)
    R.Before = combine(Before, R.Before);
  if (!W.Inclusive)
    return R;
  // The last one of a group in registers is known.
  for (unsigned I = 0; OfRegisters && I < V.size(); ++I)
    if (D.valueIn(I) + 1 == D.count()) {
      Before[I].clear();
      R.Inclusive[I] = Groups.Inclusive[groupOf(I, D)];
    }
  R.Inclusive = combine(Before, R.Inclusive);
  return R;
}

void Writer::body() {
  defineThread();
  ElementNames V;
  for (unsigned Source : S.Sources)
    V.push_back("in[" + std::to_string(Source) + "]");
  if (S.To)
    V = move(*S.To, V);
  for (unsigned Bit = 0; Bit < S.RegisterBits; ++Bit)
    Left.push_back(Bit);
  V = along(V, 0, {true, false, false}).Inclusive;
  if (S.From)
    V = move(*S.From, V);
  for (auto [I, R] : enumerate(S.Results))
    OS << "  out[" << I << "] = " << V[R] << ";\n";
  OS << "}\n";
}

Error printScanCode(raw_ostream &OS, const Scan &S, const LineFunction &F) {
  Expected<OperationCode> Op = OperationCode::create(F.Op, F.ElementBits);
  if (!Op)
    return Op.takeError();
  if (Error E =
          printLineHead(OS, F, *Op, S.Moves, S.NumRegisters, S.Results.size()))
    return E;
  Writer(OS, S, F, *Op).body();
  return Error::success();
}

} // namespace f2layout::calc
