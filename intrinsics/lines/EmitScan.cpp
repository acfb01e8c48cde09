//===- EmitScan.cpp - From scans to IR ------------------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Digit by digit, as layouts/lines/Scan.h describes. What lies before an
// element is a value, or null where that is nothing in all threads. Where it is
// nothing in some threads, these have the neutral element. Lists of elements
// are combined in groups that share an instruction (ElementGroups.h).
//
//===----------------------------------------------------------------------===//

#include "intrinsics/lines/ElementGroups.h"
#include "intrinsics/lines/EmitLines.h"
#include "intrinsics/lines/LaneElements.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace f2layout {
inline namespace intrinsics {

namespace {

using Elements = SmallVector<Value *, 16>;

/// What is asked for: with each element itself, without it, and the last result
/// of each group in all of its threads.
struct Wanted {
  bool Inclusive, Before, Last;
};

/// Results of one digit, or of all digits from one on. What is not wanted is
/// not there.
struct DigitResults {
  Elements Inclusive, Before, Last;
};

class ScanEmitter {
public:
  ScanEmitter(const Scan &S, LineOperation Op, bool Exclusive, EmitContext &C,
              MoveEmitter EmitMove)
      : S(S), Op(Op), Exclusive(Exclusive), C(C), B(C.B),
        Lanes(C.T, C.B, C.LanePoint), EmitMove(EmitMove) {}
  Elements emit(ArrayRef<Value *> Sources);

private:
  DigitResults along(const Elements &V, unsigned N, Wanted W);
  DigitResults digit(const Elements &V, unsigned N, Wanted W);
  DigitResults inRegisters(const Elements &V, const ScanDigit &D);
  DigitResults inLanes(const Elements &V, const ScanDigit &D, Wanted W);
  DigitResults inWarps(const Elements &V, const ScanDigit &D, Wanted W);
  Elements bitsInLanes(Elements V, const ScanDigit &D);
  Elements bitsInRegisters(Elements V, const ScanDigit &D);
  Elements beforeLanes(const Elements &V, const ScanDigit &D,
                       const Elements &Inclusive);
  Elements ofWarps(const Elements &All, unsigned First, unsigned Bits,
                   size_t Each);
  Elements fromLanes(const Elements &V,
                     function_ref<unsigned(unsigned)> FromLane);
  Value *lanesWhere(function_ref<bool(unsigned)> Is);
  Value *warpBit(const ScanDigit &D, unsigned I);
  unsigned together(size_t Count, const Type *Element) const;
  Elements zip(const Elements &Left, const Elements &Right,
               function_ref<Value *(Value *, Value *)> F);
  Elements combineAll(const Elements &Left, const Elements &Right);
  Elements orNeutral(Value *Is, const Elements &V);
  Value *neutral(Value *V) const { return neutralElement(Op, V->getType()); }
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

/// So many neighbours of Count elements are combined by one instruction.
unsigned ScanEmitter::together(size_t Count, const Type *Element) const {
  const unsigned Most = elementsTogether(Op, Element);
  return Count % Most ? 1 : Most;
}

Elements ScanEmitter::zip(const Elements &Left, const Elements &Right,
                          function_ref<Value *(Value *, Value *)> F) {
  return zipElements(B, Left, Right, together(Left.size(), Left[0]->getType()),
                     F);
}

/// Left op Right, of which one may be null. Where no element of a group is, one
/// instruction combines it.
Elements ScanEmitter::combineAll(const Elements &Left, const Elements &Right) {
  Elements Results;
  const Value *Any = nullptr;
  for (const Elements *Of : {&Left, &Right})
    for (const Value *V : *Of)
      Any = Any ? Any : V;
  if (!Any)
    return Left;
  const unsigned Together = together(Left.size(), Any->getType());
  for (unsigned I = 0; I < Left.size(); I += Together) {
    const auto L = ArrayRef(Left).slice(I, Together),
               R = ArrayRef(Right).slice(I, Together);
    if (!is_contained(L, nullptr) && !is_contained(R, nullptr)) {
      append_range(Results,
                   zipElements(B, L, R, Together, [&](Value *A, Value *Z) {
                     return emitOperation(B, Op, A, Z);
                   }));
      continue;
    }
    for (auto [A, Z] : zip_equal(L, R))
      Results.push_back(!A ? Z : !Z ? A : emitOperation(B, Op, A, Z));
  }
  return Results;
}

/// The elements where Is, elsewhere the neutral one.
Elements ScanEmitter::orNeutral(Value *Is, const Elements &V) {
  return zip(V, V, [&](Value *E, Value *) {
    return B.CreateSelect(Is, E, neutral(E));
  });
}

DigitResults ScanEmitter::inRegisters(const Elements &V, const ScanDigit &D) {
  DigitResults R;
  R.Inclusive.resize(V.size());
  R.Before.resize(V.size());
  Elements Sums;
  // Groups that are neighbours in words are combined together.
  const size_t Groups = V.size() >> D.Bits.size();
  const unsigned Together =
      is_contained(D.Bits, 0u) ? 1 : together(Groups, V[0]->getType());
  for (unsigned J = 0; J < D.count(); ++J) {
    Elements Own;
    for (unsigned I = 0; I < V.size(); ++I)
      if (D.valueIn(I) == J) {
        R.Before[I] = J ? Sums[Own.size()] : nullptr;
        Own.push_back(V[I]);
      }
    Sums = J ? zipElements(B, Sums, Own, Together,
                           [&](Value *A, Value *Z) {
                             return emitOperation(B, Op, A, Z);
                           })
             : Own;
    unsigned Next = 0;
    for (unsigned I = 0; I < V.size(); ++I)
      if (D.valueIn(I) == J)
        R.Inclusive[I] = Sums[Next++];
  }
  R.Last = Sums;
  return R;
}

/// The inclusive results of the lanes before.
Elements ScanEmitter::beforeLanes(const Elements &V, const ScanDigit &D,
                                  const Elements &Inclusive) {
  if (D.Subtracts)
    return zip(Inclusive, V, [&](Value *Sum, Value *Own) {
      return emitInverse(B, Op, Sum, Own);
    });
  const Elements Before = fromLanes(Inclusive, [&](unsigned L) {
    const unsigned J = D.valueIn(L);
    return J ? D.with(L, J - 1) : L;
  });
  return orNeutral(lanesWhere([&](unsigned L) { return D.valueIn(L) != 0; }),
                   Before);
}

/// Inclusive results of a digit, bit by bit.
Elements ScanEmitter::bitsInLanes(Elements V, const ScanDigit &D) {
  // Other lanes may combine their own element with itself, if that is no
  // change.
  const bool Keeps = traitsOf(Op, C.T).Idempotent;
  for (unsigned I = 0; I < D.Bits.size(); ++I) {
    const unsigned Bit = 1u << I, Below = Bit - 1;
    const Elements Sums = fromLanes(V, [&](unsigned L) {
      const unsigned J = D.valueIn(L);
      return Keeps && !(J & Bit) ? L : D.with(L, (J & ~Bit) | Below);
    });
    Value *IsUpper = lanesWhere([&](unsigned L) { return D.valueIn(L) & Bit; });
    V = zip(Sums, V, [&](Value *Sum, Value *Own) {
      Value *Both = emitOperation(B, Op, Sum, Own);
      return Keeps ? Both : B.CreateSelect(IsUpper, Both, Own);
    });
  }
  return V;
}

/// The same where the lowest bits are in registers.
Elements ScanEmitter::bitsInRegisters(Elements V, const ScanDigit &D) {
  // Groups are numbered by the registers' low bits, the digit by the high ones.
  const unsigned Count = 1u << D.InRegisters, Groups = V.size() / Count,
                 Inverted = D.Inverted & (Count - 1);
  auto Row = [&](unsigned Value) {
    return Elements(ArrayRef(V).slice((Value ^ Inverted) * Groups, Groups));
  };
  auto SetRow = [&](unsigned Value, const Elements &Of) {
    copy(Of, V.begin() + (Value ^ Inverted) * Groups);
  };
  for (unsigned I = 0; I < D.InRegisters; ++I)
    for (unsigned J = 0; J < Count; ++J)
      if (J >> I & 1) {
        const unsigned Below = (1u << I) - 1;
        SetRow(J, combineAll(Row((J & ~(2 * Below + 1)) | Below), Row(J)));
      }
  for (unsigned I = D.InRegisters; I < D.Bits.size(); ++I) {
    const unsigned Bit = 1u << I, Below = Bit - 1;
    const Elements Sums = fromLanes(Row(Count - 1), [&](unsigned L) {
      // Bits that are in registers have no meaning in the lane.
      const unsigned J = D.valueIn(L), Own = J & (Count - 1);
      return D.with(L, (((J & ~Bit) | Below) & ~(Count - 1)) | Own);
    });
    const Elements Before = orNeutral(
        lanesWhere([&](unsigned L) { return D.valueIn(L) & Bit; }), Sums);
    for (unsigned J = 0; J < Count; ++J)
      SetRow(J, combineAll(Before, Row(J)));
  }
  return V;
}

DigitResults ScanEmitter::inLanes(const Elements &V, const ScanDigit &D,
                                  Wanted W) {
  DigitResults R;
  R.Inclusive = D.InRegisters
                    ? EmitMove(D.From, bitsInRegisters(EmitMove(D.To, V), D))
                    : bitsInLanes(V, D);
  if (W.Before)
    R.Before = beforeLanes(V, D, R.Inclusive);
  if (W.Last)
    R.Last =
        D.LastStays ? R.Inclusive : fromLanes(R.Inclusive, [&](unsigned L) {
          return D.with(L, D.count() - 1);
        });
  return R;
}

/// Bit I of the digit, in this thread's warp.
Value *ScanEmitter::warpBit(const ScanDigit &D, unsigned I) {
  Value *Bit =
      B.CreateAnd(C.LinearThread, uint64_t(1) << (C.T.M.LaneBits + D.Bits[I]));
  return D.Inverted >> I & 1 ? B.CreateIsNull(Bit) : B.CreateIsNotNull(Bit);
}

/// The result of 2^Bits warps in a row from number First on, pair by pair.
Elements ScanEmitter::ofWarps(const Elements &All, unsigned First,
                              unsigned Bits, size_t Each) {
  if (!Bits)
    return Elements(ArrayRef(All).slice(First * Each, Each));
  return combineAll(ofWarps(All, First, Bits - 1, Each),
                    ofWarps(All, First + (1u << (Bits - 1)), Bits - 1, Each));
}

/// Where bit I of the digit is set, the warps that differ in it and have any
/// lower bits lie before this one; elsewhere behind it.
DigitResults ScanEmitter::inWarps(const Elements &V, const ScanDigit &D,
                                  Wanted W) {
  const Elements All = EmitMove(D.Moved, V);
  const unsigned Lacking = D.Bits.size() == 1;
  DigitResults R;
  if (W.Inclusive)
    R.Inclusive = V;
  if (W.Last)
    R.Last = V;
  for (unsigned I = 0; I < D.Bits.size(); ++I) {
    const Elements Others = ofWarps(All, (1u << I) - Lacking, I, V.size());
    if (W.Last)
      R.Last = combineAll(Others, R.Last);
    if (!W.Before && !W.Inclusive)
      continue;
    const Elements Before = orNeutral(warpBit(D, I), Others);
    if (W.Before)
      R.Before = I ? combineAll(Before, R.Before) : Before;
    if (W.Inclusive)
      R.Inclusive = combineAll(Before, R.Inclusive);
  }
  return R;
}

DigitResults ScanEmitter::digit(const Elements &V, unsigned N, Wanted W) {
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
DigitResults ScanEmitter::along(const Elements &V, unsigned N, Wanted W) {
  if (N == S.Digits.size())
    return {V, Elements(V.size()), {}};
  W.Last = N + 1 < S.Digits.size();
  DigitResults R = digit(V, N, W);
  const bool OfRegisters = S.Digits[N].K == ScanDigit::Register;
  const ScanDigit D = OfRegisters ? amongLeft(S.Digits[N]) : ScanDigit();
  if (!W.Last)
    return R;
  SmallVector<unsigned, 8> Was = Left, Next;
  for (auto [I, Bit] : enumerate(Left))
    if (!is_contained(D.Bits, I))
      Next.push_back(Bit);
  Left = Next;
  const DigitResults Groups =
      along(R.Last, N + 1, {W.Inclusive && OfRegisters, true, false});
  Left = Was;
  Elements Before;
  for (unsigned I = 0; I < V.size(); ++I)
    Before.push_back(Groups.Before[groupOf(I, D)]);
  if (W.Before)
    R.Before = combineAll(Before, R.Before);
  if (!W.Inclusive)
    return R;
  // The last one of a group in registers is known.
  for (unsigned I = 0; OfRegisters && I < V.size(); ++I)
    if (D.valueIn(I) + 1 == D.count()) {
      Before[I] = nullptr;
      R.Inclusive[I] = Groups.Inclusive[groupOf(I, D)];
    }
  R.Inclusive = combineAll(Before, R.Inclusive);
  return R;
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
  const DigitResults R = along(V, 0, {!Exclusive, Exclusive, false});
  V = Exclusive ? R.Before : R.Inclusive;
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
