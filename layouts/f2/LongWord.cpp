//===- LongWord.cpp - A vector over F2 of any length ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "layouts/f2/LongWord.h"

using namespace f2layout;

LongWord LongWord::fromWords(llvm::ArrayRef<uint64_t> Words) {
  LongWord W;
  if (Words.empty())
    return W;
  W.Low = Words.front();
  W.High.assign(Words.begin() + 1, Words.end());
  W.trim();
  return W;
}

LongWord LongWord::unit(unsigned N) {
  LongWord W;
  W.addAt(N, 1);
  return W;
}

LongWord LongWord::ones(unsigned N) {
  LongWord W(lowOnes(N));
  if (N > 64) {
    W.High.assign((N - 1) / 64, ~uint64_t(0));
    W.High.back() = lowOnes((N - 1) % 64 + 1);
  }
  return W;
}

unsigned LongWord::popcount() const {
  unsigned Sum = llvm::popcount(Low);
  for (uint64_t W : High)
    Sum += llvm::popcount(W);
  return Sum;
}

uint64_t LongWord::bits(unsigned First, unsigned Count) const {
  uint64_t Bits = word(First / 64) >> First % 64;
  if (First % 64)
    Bits |= word(First / 64 + 1) << (64 - First % 64);
  return Bits & lowOnes(Count);
}

void LongWord::addAt(unsigned First, uint64_t Bits) {
  unsigned I = First / 64, Shift = First % 64;
  uint64_t Here = Bits << Shift;
  uint64_t Above = Shift ? Bits >> (64 - Shift) : 0;
  unsigned Needed = Above ? I + 1 : Here ? I : 0;
  if (High.size() < Needed)
    High.resize(Needed);
  if (I == 0)
    Low ^= Here;
  else if (Here)
    High[I - 1] ^= Here;
  if (Above)
    High[I] ^= Above;
  trim();
}

LongWord &LongWord::operator^=(const LongWord &O) {
  Low ^= O.Low;
  if (High.size() < O.High.size())
    High.resize(O.High.size());
  for (unsigned I = 0; I < O.High.size(); ++I)
    High[I] ^= O.High[I];
  trim();
  return *this;
}

LongWord &LongWord::operator&=(const LongWord &O) {
  Low &= O.Low;
  if (High.size() > O.High.size())
    High.truncate(O.High.size());
  for (unsigned I = 0; I < High.size(); ++I)
    High[I] &= O.High[I];
  trim();
  return *this;
}

bool LongWord::operator<(const LongWord &O) const {
  if (High.size() != O.High.size())
    return High.size() < O.High.size();
  for (unsigned I = High.size(); I-- > 0;)
    if (High[I] != O.High[I])
      return High[I] < O.High[I];
  return Low < O.Low;
}
