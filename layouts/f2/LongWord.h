//===- LongWord.h - A vector over F2 of any length ------------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nearly every layout has fewer than 64 bits on either side, and its elements
// are plain words. A layout of 70 register bits and 20 lane bits has more, and
// the flat number of lane bit 3 is
//
//   LongWord Place = LongWord::unit(73);
//   Place[73] == true;  Place.highestBit() == 73;  Place.bits(70, 20) == 8
//   Place.isWord() == false
//
// A LongWord has no width. Like a number it is zero above its highest bit, so
// any two can be added and compared, and every word is a LongWord.
//
//   LongWord(6) ^ LongWord(3) == 5
//
// Values of at most 64 bits are stored in place and need no allocation.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_F2_LONGWORD_H
#define F2LAYOUT_LAYOUTS_F2_LONGWORD_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include <cstdint>

namespace f2layout {
inline namespace layouts {

/// The word whose low N bits are set; all bits if N is 64 or more.
inline uint64_t lowOnes(unsigned N) {
  return N >= 64 ? ~uint64_t(0) : (uint64_t(1) << N) - 1;
}

class LongWord {
public:
  LongWord() = default;
  /// Implicit: a word is a long word.
  LongWord(uint64_t Low) : Low(Low) {}
  /// The first word holds bits 0 to 63, and so on.
  static LongWord fromWords(llvm::ArrayRef<uint64_t> Words);
  /// Only bit N is set.
  static LongWord unit(unsigned N);
  /// The low N bits.
  static LongWord ones(unsigned N);

  /// Bits 0 to 63; the whole value if isWord().
  uint64_t low() const { return Low; }
  bool isWord() const { return High.empty(); }
  /// Bits 64 * I to 64 * I + 63.
  uint64_t word(unsigned I) const {
    return I == 0 ? Low : I <= High.size() ? High[I - 1] : 0;
  }
  /// The number of words up to the highest bit, at least one.
  unsigned numWords() const { return 1 + High.size(); }

  explicit operator bool() const { return Low || !High.empty(); }
  bool operator[](unsigned Bit) const { return word(Bit / 64) >> Bit % 64 & 1; }
  /// The number of the highest set bit; 0 if none is set.
  unsigned highestBit() const {
    uint64_t Top = word(High.size());
    return Top ? 64 * High.size() + 63 - llvm::countl_zero(Top) : 0;
  }
  unsigned popcount() const;

  /// Count bits, starting at bit First, as a word. Count is at most 64.
  uint64_t bits(unsigned First, unsigned Count) const;
  /// Adds Bits, shifted left by First.
  void addAt(unsigned First, uint64_t Bits);

  LongWord &operator^=(const LongWord &O);
  LongWord &operator&=(const LongWord &O);
  friend LongWord operator^(LongWord A, const LongWord &B) { return A ^= B; }
  friend LongWord operator&(LongWord A, const LongWord &B) { return A &= B; }
  friend bool operator==(const LongWord &A, const LongWord &B) {
    return A.Low == B.Low && A.High == B.High;
  }
  friend bool operator!=(const LongWord &A, const LongWord &B) {
    return !(A == B);
  }
  /// Compares as numbers.
  bool operator<(const LongWord &O) const;

private:
  void trim() {
    while (!High.empty() && !High.back())
      High.pop_back();
  }

  uint64_t Low = 0;
  llvm::SmallVector<uint64_t, 0> High; ///< Its last word is not zero.
};

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_F2_LONGWORD_H
