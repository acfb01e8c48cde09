//===- MatrixTile.h - Register layout of a matrix access ------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some accesses to shared memory distribute the bytes of a row over several
// lanes: each lane points at a row and receives pieces of other rows. A matrix
// is 2^m rows of 2^n bytes, and a permutation of index bits determines which
// byte of which lane's words is where. The permutation describes such an
// instruction completely:
//
//                          place in the row              number of the row
//   ldmatrix, plain        byte 0, byte 1, lane 0, 1     lane 2, 3, 4
//   ldmatrix .trans.b16    byte 0, lane 2, 3, 4          byte 1, lane 0, 1
//   ds_read_b64_tr_b16     byte 0, lane 0, 1             lane 2, 3, byte 1, 2,
//                                                        lane 4, 5
//
// each by bits, least significant first. Lane r points at row r. With .trans,
// lane 4 r + c receives bytes 2 r and 2 r + 1 of row 2 c (byte 1 is 0) and of
// row 2 c + 1 (byte 1 is 1): two neighbours of a column.
//
// If low bits of the byte are low bits of the place, bytes stay together: 4 in
// plain tiles, 2 in the transposed tiles above. The tile can move elements of
// at most that width; it would split wider ones.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_MACHINE_MATRIXTILE_H
#define F2LAYOUT_LAYOUTS_MACHINE_MATRIXTILE_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>

namespace f2layout {
inline namespace layouts {

/// A bit of the number of a byte among the lane's bytes of one matrix, or of
/// the lane's number.
enum PlaceBit : uint8_t {
  NoBit,
  Byte0,
  Byte1,
  Byte2,
  Byte3,
  Lane0,
  Lane1,
  Lane2,
  Lane3,
  Lane4,
  Lane5
};

inline bool isByteBit(PlaceBit B) { return B >= Byte0 && B <= Byte3; }
/// The number of the bit among the bits of the byte, or of the lane.
inline unsigned bitNumber(PlaceBit B) {
  return isByteBit(B) ? B - Byte0 : B - Lane0;
}

/// The default has no bits: a row of one byte.
struct MatrixTile {
  /// For each bit of a byte's place in its row, and of the row's number; then
  /// NoBit.
  PlaceBit Column[4] = {};
  PlaceBit Row[6] = {};
  uint8_t MostMatrices = 1; ///< Of one access: 1, 2 or 4.

  llvm::ArrayRef<PlaceBit> columns() const { return upToNone(Column); }
  llvm::ArrayRef<PlaceBit> rows() const { return upToNone(Row); }
  unsigned rowBytes() const { return 1u << columns().size(); }
  /// The rows of one matrix, and so the lanes that point at them.
  unsigned numRows() const { return 1u << rows().size(); }

  /// log2 of the lane's bytes of one matrix, at least 2.
  unsigned byteBits() const { return count(true); }
  /// A lane's words of one matrix.
  unsigned words() const { return ((1u << byteBits()) + 3) / 4; }
  /// log2 of the lanes that take part.
  unsigned laneBits() const { return count(false); }

  /// log2 of the bytes that stay together, at most 2.
  unsigned unitBits() const {
    unsigned Bits = 0;
    while (Bits < 2 && Column[Bits] == Byte0 + Bits)
      ++Bits;
    return Bits;
  }
  /// Words are split: some of their bytes come from other rows.
  bool transposed() const { return unitBits() < 2; }

  /// Every bit of a lane's bytes, two or more, and of the lane occurs once.
  bool isPermutation() const {
    unsigned Seen = 0, Bits = columns().size() + rows().size();
    for (llvm::ArrayRef<PlaceBit> Part : {columns(), rows()})
      for (PlaceBit B : Part)
        Seen |= 1u << B;
    unsigned Wanted =
        ((1u << byteBits()) - 1) << Byte0 | ((1u << laneBits()) - 1) << Lane0;
    return Seen == Wanted && byteBits() + laneBits() == Bits && byteBits() >= 2;
  }

  friend bool operator==(const MatrixTile &A, const MatrixTile &B) {
    return A.MostMatrices == B.MostMatrices && A.columns() == B.columns() &&
           A.rows() == B.rows();
  }

private:
  static llvm::ArrayRef<PlaceBit> upToNone(llvm::ArrayRef<PlaceBit> Bits) {
    return Bits.take_while([](PlaceBit B) { return B != NoBit; });
  }
  unsigned count(bool Bytes) const {
    unsigned N = 0;
    for (llvm::ArrayRef<PlaceBit> Bits : {columns(), rows()})
      for (PlaceBit B : Bits)
        N += isByteBit(B) == Bytes;
    return N;
  }
};

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_MACHINE_MATRIXTILE_H
