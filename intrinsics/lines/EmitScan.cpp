//===- EmitScan.cpp - From scans to IR ------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Digit by digit, as layouts/lines/Scan.h describes. What lies before an
// element is a value, or null where that is nothing in all threads. Where it is
// nothing in some threads, these have the neutral element.
//
//===----------------------------------------------------------------------===//

#include "intrinsics/lines/EmitLines.h"
#include "intrinsics/lines/LaneElements.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {

namespace {

using Elements = SmallVector<Value *, 16>;

/// The results of one digit.
struct DigitResults {
  Elements Inclusive;
  /// What lies before each element in its group.
  Elements Before;
  /// The last result of each group, in all of its threads.
  Elements Last;
};

class ScanEmitter {
public:
  ScanEmitter(const Scan &S, LineOperation Op, bool Exclusive, EmitContext &C,
              MoveEmitter EmitMove)
      : S(S), Op(Op), Exclusive(Exclusive), C(C), B(C.B),
        Lanes(C.T, C.B, C.LanePoint), EmitMove(EmitMove) {}
  Elements emit(ArrayRef<Value *> Sources);

private:
  Elements before(const Elements &V, unsigned N);
  DigitResults digit(const Elements &V, unsigned N);
  DigitResults inRegisters(const Elements &V, const ScanDigit &D);
  DigitResults inLanes(const Elements &V, unsigned N);
  DigitResults inWarps(const Elements &V, const ScanDigit &D);
  Elements fromLanes(const Elements &V,
                     function_ref<unsigned(unsigned)> FromLane);
  Value *lanesWhere(function_ref<bool(unsigned)> Is);
  Value *warpBit(const ScanDigit &D, unsigned I);
  Value *combine(Value *Left, Value *Right) {
    if (!Left || !Right)
      return Left ? Left : Right;
    return emitOperation(B, Op, Left, Right);
  }
  Value *neutral(const Elements &V) const {
    return neutralElement(Op, V[0]->getType());
  }
  ScanDigit amongLeft(const ScanDigit &D) const;
  unsigned groupOf(unsigned Index, const ScanDigit &D) const;
  Value *isFirst();
  void setFirst(Elements &Results, Type *Element);

  const Scan &S;
  const LineOperation Op;
  const bool Exclusive;
  EmitContext &C;
  IRBuilder<> &B;
  LaneValues Lanes;
  const MoveEmitter EmitMove;
  /// Bits of registers that values of the present digit are numbered by.
  SmallVector<unsigned, 8> Left;
};

} // namespace

/// Each element, of the lane that FromLane names.
Elements ScanEmitter::fromLanes(const Elements &V,
                                function_ref<unsigned(unsigned)> FromLane) {
  SmallVector<uint8_t, 64> From;
  for (unsigned L = 0; L < C.T.M.lanes(); ++L)
    From.push_back(FromLane(L));
  return emitLaneElements(B, Lanes, V, From);
}

Value *ScanEmitter::lanesWhere(function_ref<bool(unsigned)> Is) {
  uint64_t Mask = 0;
  for (unsigned L = 0; L < C.T.M.lanes(); ++L)
    Mask |= uint64_t(Is(L)) << L;
  return Lanes.predicate(Mask);
}

/// The digit's bits as bits of the numbers of values.
ScanDigit ScanEmitter::amongLeft(const ScanDigit &D) const {
  ScanDigit Own = D;
  for (unsigned &Bit : Own.Bits)
    Bit = unsigned(find(Left, Bit) - Left.begin());
  return Own;
}

/// The number of a value's group: its own without the digit's bits.
unsigned ScanEmitter::groupOf(unsigned Index, const ScanDigit &D) const {
  unsigned Group = 0, Next = 0;
  for (unsigned Bit = 0; Bit < Left.size(); ++Bit)
    if (!is_contained(D.Bits, Bit))
      Group |= (Index >> Bit & 1) << Next++;
  return Group;
}

DigitResults ScanEmitter::inRegisters(const Elements &V, const ScanDigit &D) {
  DigitResults R;
  R.Inclusive.resize(V.size());
  R.Before.resize(V.size());
  R.Last.resize(V.size() >> D.Bits.size());
  for (unsigned I = 0; I < V.size(); ++I) {
    if (D.valueIn(I))
      continue;
    Value *Sum = nullptr;
    for (unsigned J = 0; J < D.count(); ++J) {
      const unsigned At = D.with(I, J);
      R.Before[At] = Sum;
      R.Inclusive[At] = Sum = combine(Sum, V[At]);
    }
    R.Last[groupOf(I, D)] = Sum;
  }
  return R;
}

DigitResults ScanEmitter::inLanes(const Elements &V, unsigned N) {
  const ScanDigit &D = S.Digits[N];
  DigitResults R;
  R.Inclusive = V;
  for (unsigned I = 0; I < D.Bits.size(); ++I) {
    const unsigned Bit = 1u << I, Below = Bit - 1;
    const Elements Sums = fromLanes(R.Inclusive, [&](unsigned L) {
      return D.with(L, (D.valueIn(L) & ~Bit) | Below);
    });
    Value *IsUpper = lanesWhere([&](unsigned L) { return D.valueIn(L) & Bit; });
    for (auto [Sum, Own] : zip_equal(Sums, R.Inclusive))
      Own = B.CreateSelect(IsUpper, combine(Sum, Own), Own);
  }
  if (N > 0 || Exclusive) {
    R.Before = fromLanes(R.Inclusive, [&](unsigned L) {
      const unsigned J = D.valueIn(L);
      return J ? D.with(L, J - 1) : L;
    });
    Value *HasNone = lanesWhere([&](unsigned L) { return !D.valueIn(L); });
    for (Value *&Before : R.Before)
      Before = B.CreateSelect(HasNone, neutral(V), Before);
  }
  if (N + 1 < S.Digits.size())
    R.Last = fromLanes(R.Inclusive,
                       [&](unsigned L) { return D.with(L, D.count() - 1); });
  return R;
}

/// Bit I of the digit, in this thread's warp.
Value *ScanEmitter::warpBit(const ScanDigit &D, unsigned I) {
  Value *Bit =
      B.CreateAnd(C.LinearThread, uint64_t(1) << (C.T.M.LaneBits + D.Bits[I]));
  return D.Inverted >> I & 1 ? B.CreateIsNull(Bit) : B.CreateIsNotNull(Bit);
}

DigitResults ScanEmitter::inWarps(const Elements &V, const ScanDigit &D) {
  const Elements All = EmitMove(D.Moved, V);
  SmallVector<Value *, 6> Bits;
  for (unsigned I = 0; I < D.Bits.size(); ++I)
    Bits.push_back(warpBit(D, I));
  DigitResults R;
  for (unsigned G = 0; G < V.size(); ++G) {
    Elements Sums;
    for (unsigned J = 0; J < D.count(); ++J)
      Sums.push_back(
          combine(J ? Sums.back() : nullptr, All[G << D.Bits.size() | J]));
    R.Last.push_back(Sums.back());
    // The one before this thread's, and this thread's.
    Elements Before(Sums);
    std::rotate(Before.begin(), Before.end() - 1, Before.end());
    Before[0] = neutral(V);
    for (Elements *Of : {&Before, &Sums})
      for (Value *Bit : Bits) {
        for (unsigned J = 0; J < Of->size() / 2; ++J)
          (*Of)[J] = B.CreateSelect(Bit, (*Of)[2 * J + 1], (*Of)[2 * J]);
        Of->truncate(Of->size() / 2);
      }
    R.Before.push_back(Before[0]);
    R.Inclusive.push_back(Sums[0]);
  }
  return R;
}

DigitResults ScanEmitter::digit(const Elements &V, unsigned N) {
  const ScanDigit &D = S.Digits[N];
  switch (D.K) {
  case ScanDigit::Register:
    return inRegisters(V, amongLeft(D));
  case ScanDigit::Lane:
    return inLanes(V, N);
  case ScanDigit::Warp:
    return inWarps(V, D);
  }
  llvm_unreachable("covered switch");
}

/// What lies before each element of digit N, in all digits from N on; of digit
/// 0 in an inclusive scan, the results.
Elements ScanEmitter::before(const Elements &V, unsigned N) {
  if (N == S.Digits.size())
    return N || Exclusive ? Elements(V.size()) : V;
  DigitResults R = digit(V, N);
  const bool OfRegisters = S.Digits[N].K == ScanDigit::Register;
  const ScanDigit D = OfRegisters ? amongLeft(S.Digits[N]) : ScanDigit();
  SmallVector<unsigned, 8> Was = Left, Next;
  for (auto [I, Bit] : enumerate(Left))
    if (!is_contained(D.Bits, I))
      Next.push_back(Bit);
  Elements Groups(1u << Next.size());
  if (N + 1 < S.Digits.size()) {
    Left = Next;
    Groups = before(R.Last, N + 1);
    Left = Was;
  }
  Elements Results;
  for (unsigned I = 0; I < V.size(); ++I)
    Results.push_back(combine(Groups[groupOf(I, D)],
                              N || Exclusive ? R.Before[I] : R.Inclusive[I]));
  return Results;
}

/// This thread has first positions of lines; null if all threads have.
Value *ScanEmitter::isFirst() {
  Value *First = nullptr;
  auto And = [&](Value *Other) {
    First = First ? B.CreateAnd(First, Other) : Other;
  };
  for (const ScanDigit &D : S.Digits) {
    if (D.K == ScanDigit::Lane)
      And(lanesWhere([&](unsigned L) { return !D.valueIn(L); }));
    for (unsigned I = 0; D.K == ScanDigit::Warp && I < D.Bits.size(); ++I)
      And(B.CreateNot(warpBit(D, I)));
  }
  return First;
}

/// The result of no elements.
void ScanEmitter::setFirst(Elements &Results, Type *Element) {
  Constant *First = firstElement(Op, Element);
  const bool IsNeutral = First == neutralElement(Op, Element);
  Value *Here = nullptr;
  for (unsigned R = 0; R < Results.size(); ++R) {
    if (!Results[R]) {
      Results[R] = First;
      continue;
    }
    if (IsNeutral || any_of(S.Digits, [&](const ScanDigit &D) {
          return D.K == ScanDigit::Register && D.valueIn(R);
        }))
      continue;
    if (!Here)
      Here = isFirst();
    Results[R] = B.CreateSelect(Here, First, Results[R]);
  }
}

Elements ScanEmitter::emit(ArrayRef<Value *> Sources) {
  Elements V;
  for (unsigned Source : S.Sources)
    V.push_back(Sources[Source]);
  if (S.To)
    V = EmitMove(*S.To, V);
  for (unsigned Bit = 0; Bit < S.RegisterBits; ++Bit)
    Left.push_back(Bit);
  V = before(V, 0);
  if (Exclusive)
    setFirst(V, Sources[0]->getType());
  if (S.From)
    V = EmitMove(*S.From, V);
  Elements Results;
  for (unsigned R : S.Results)
    Results.push_back(V[R]);
  return Results;
}

SmallVector<Value *, 16> emitScanDigits(const Scan &S, LineOperation Op,
                                        bool Exclusive,
                                        ArrayRef<Value *> Sources,
                                        EmitContext &C, MoveEmitter EmitMove) {
  return ScanEmitter(S, Op, Exclusive, C, EmitMove).emit(Sources);
}

} // namespace intrinsics
} // namespace f2layout
