//===- ScanDigits.cpp - The digits of a position in a line ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/lines/ScanDigits.h"
#include "layouts/algebra/LayoutDims.h"
#include "layouts/machine/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace f2layout {
inline namespace layouts {

uint64_t ScanDigit::with(uint64_t Number, unsigned Value) const {
  for (auto [I, Bit] : enumerate(Bits)) {
    Number &= ~(uint64_t(1) << Bit);
    Number |= uint64_t((Value ^ Inverted) >> I & 1) << Bit;
  }
  return Number;
}

unsigned ScanDigit::valueIn(uint64_t Number) const {
  unsigned Value = 0;
  for (auto [I, Bit] : enumerate(Bits))
    Value |= unsigned(Number >> Bit & 1) << I;
  return Value ^ Inverted;
}

std::optional<SmallVector<ScanDigit, 6>> digitsOf(const LineImages &Images) {
  struct Place {
    ScanDigit::Kind K;
    unsigned Bit;
  };
  SmallVector<std::optional<Place>, 12> Holds(Images.AxisBits);
  for (auto [List, K] : {std::pair(&Images.Register, ScanDigit::Register),
                         {&Images.Lane, ScanDigit::Lane},
                         {&Images.Warp, ScanDigit::Warp}})
    for (auto [Bit, Image] : enumerate(*List)) {
      if (!Image.Along)
        continue;
      if (Image.Line || !isPowerOf2_64(Image.Along))
        return std::nullopt;
      std::optional<Place> &Place = Holds[Log2_64(Image.Along)];
      if (Place)
        return std::nullopt;
      Place = {K, unsigned(Bit)};
    }
  SmallVector<ScanDigit, 6> Digits;
  for (auto [I, Place] : enumerate(Holds)) {
    if (!Place)
      return std::nullopt;
    if (Digits.empty() || Digits.back().K != Place->K) {
      Digits.emplace_back();
      Digits.back().K = Place->K;
    }
    ScanDigit &D = Digits.back();
    D.Inverted |= unsigned(Images.Offset.Along >> I & 1) << D.Bits.size();
    D.Bits.push_back(Place->Bit);
  }
  return Digits;
}

SmallVector<unsigned, 8> registersAbove(const Scan &S, unsigned N) {
  SmallVector<unsigned, 8> Bits;
  for (unsigned Bit = 0; Bit < S.RegisterBits; ++Bit)
    if (none_of(ArrayRef(S.Digits).take_front(N), [&](const ScanDigit &D) {
          return D.K == ScanDigit::Register && is_contained(D.Bits, Bit);
        }))
      Bits.push_back(Bit);
  return Bits;
}

bool fits(const Scan &S) {
  for (auto [N, D] : enumerate(S.Digits))
    if (D.K == ScanDigit::Warp &&
        1u << (registersAbove(S, N).size() + D.Bits.size()) > MaxPlanRegisters)
      return false;
  return true;
}

LineImages straightLayout(const LineImages &Of) {
  LineImages New;
  New.AxisBits = Of.AxisBits;
  New.LineBits = Of.LineBits;
  const unsigned Bits = Of.AxisBits + Of.LineBits,
                 Threads = Of.Lane.size() + Of.Warp.size();
  unsigned Next = 0;
  auto Add = [&](LineImageList &To, unsigned Count) {
    for (unsigned J = 0; J < Count; ++J, ++Next) {
      LineImage I;
      if (Next < Of.AxisBits)
        I.Along = uint64_t(1) << Next;
      else if (Next < Bits)
        I.Line = uint64_t(1) << (Next - Of.AxisBits);
      To.push_back(I);
    }
  };
  Add(New.Register, Bits > Threads ? Bits - Threads : 0);
  Add(New.Lane, Of.Lane.size());
  Add(New.Warp, Of.Warp.size());
  return New;
}

LineImages elementsOfDigit(const Scan &S, const LineImages &Images,
                           unsigned N) {
  unsigned Below = 0;
  for (const ScanDigit &D : ArrayRef(S.Digits).take_front(N))
    Below += D.Bits.size();
  const unsigned Own = S.Digits[N].Bits.size();
  LineImages New;
  New.LineBits = Images.LineBits + Images.AxisBits - Below;
  auto Convert = [&](LineImage I) {
    const uint64_t Left = I.Along >> Below,
                   Digit = Left & maskTrailingOnes<uint64_t>(Own);
    return LineImage{I.Line | Left >> Own << Images.LineBits |
                         Digit << (New.LineBits - Own),
                     0};
  };
  for (unsigned Bit : registersAbove(S, N))
    New.Register.push_back(Convert(Images.Register[Bit]));
  for (const LineImage &I : Images.Lane)
    New.Lane.push_back(Convert(I));
  for (const LineImage &I : Images.Warp)
    New.Warp.push_back(Convert(I));
  New.Offset = Convert(Images.Offset);
  return New;
}

StringRef nameOf(ScanDigit::Kind K) {
  switch (K) {
  case ScanDigit::Register:
    return "register";
  case ScanDigit::Lane:
    return "lane";
  case ScanDigit::Warp:
    return "warp";
  }
  llvm_unreachable("covered switch");
}

void Scan::print(raw_ostream &OS) const {
  OS << "scan of " << NumRegisters << " registers, " << Sources.size()
     << " of them distinct\n";
  if (To)
    OS << "  move " << *To << " to " << (1u << RegisterBits) << " registers\n";
  for (const ScanDigit &D : Digits) {
    OS << "  digit of " << D.count() << ": " << nameOf(D.K) << " bits ["
       << joinNumbers(D.Bits, " ") << "]";
    if (D.Inverted)
      OS << ", inverted " << D.Inverted;
    if (D.K == ScanDigit::Warp)
      OS << ", by move " << D.Moved;
    if (D.InRegisters)
      OS << ", " << D.InRegisters << " in registers by moves " << D.To
         << " and " << D.From;
    if (D.LastStays)
      OS << ", the last lane stores";
    OS << "\n";
  }
  if (From)
    OS << "  move " << *From << " back\n";
  OS << "  cost: " << Shuffles << " shuffles, " << Moves.size()
     << " moves\n  clocks: " << format("%.2f", Clocks) << "\n";
  for (auto [N, M] : enumerate(Moves)) {
    OS << "move " << N << ": ";
    printMove(M, OS);
  }
}

LineImages exchanged(LineImages I, const ScanDigit &D) {
  const unsigned First = I.Register.size() - D.InRegisters;
  for (unsigned J = 0; J < D.InRegisters; ++J)
    std::swap(I.Register[First + J], I.Lane[D.Bits[J]]);
  return I;
}

} // namespace layouts
} // namespace f2layout
