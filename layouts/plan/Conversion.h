//===- Conversion.h - What must travel from where to where ----------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every thread of a group (a warp, or a block) holds NumSources registers of
// one element each, and wants NumResults registers. A Conversion states, for
// every wanted register of every thread, which register of which thread holds
// the value.
//
// Example: a warp of 4 lanes transposes a 2x4 tile that is held column-major,
// two registers a lane, into row-major:
//
//             held                          wanted
//   lane:   0  1  2  3              lane:   0  1  2  3
//   r0      0  1  2  3              r0      0  2  4  6
//   r1      4  5  6  7              r1      1  3  5  7
//
//   Result register 1 of lane 2 (element 5) comes from register 1 of lane 1.
//
// As a linear map over F2, from (register, lane) wanted to (register, lane)
// held, that is a rotation of three bits:
//
//   result register bit 0 -> source lane bit 0
//   lane bit 0            -> source lane bit 1
//   lane bit 1            -> source register bit 0
//
// Most conversions in real code are such maps, and their plans follow from
// these columns alone: a block of 128 threads with 128 registers each has 14 of
// them, but a table of 16,384 entries. So a Conversion is either a map without
// a table, or a table, with the map in addition where one fits. A bijection
// that is not linear (CUB's exchanges with odd item counts) has a plan, too,
// and only a table can state that some results are unused.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_LAYOUTS_PLAN_CONVERSION_H
#define F2LAYOUT_LAYOUTS_PLAN_CONVERSION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace f2layout {
inline namespace layouts {

/// The register that holds a wanted element. Thread counts within the group:
/// a lane number when the group is a warp, the linear thread index when it is a
/// block.
struct Holder {
  uint16_t Register = 0;
  uint16_t Thread = 0;
  bool operator==(const Holder &O) const {
    return Register == O.Register && Thread == O.Thread;
  }
  bool operator!=(const Holder &O) const { return !(*this == O); }
};

/// A result that is not used: it may have any value.
constexpr Holder DontCare{0xffff, 0xffff};

/// An F2-affine map from the bits (result register, thread) to the bits
/// (source register, thread). Bit i of an image word is bit i of the source
/// index `Register | Thread << RegisterBits`.
struct AffineMove {
  unsigned SourceRegisterBits = 0;
  unsigned ThreadBits = 0;
  llvm::SmallVector<uint64_t, 8> RegisterColumns; ///< Of result register bits.
  llvm::SmallVector<uint64_t, 10> ThreadColumns;  ///< Of thread bits.
  uint64_t Offset = 0;

  /// The image of a result register and a thread, as an image word.
  uint64_t at(unsigned Register, unsigned Thread) const {
    uint64_t Image = Offset;
    for (unsigned J = 0; J < RegisterColumns.size(); ++J)
      Image ^= Register >> J & 1 ? RegisterColumns[J] : 0;
    for (unsigned J = 0; J < ThreadColumns.size(); ++J)
      Image ^= Thread >> J & 1 ? ThreadColumns[J] : 0;
    return Image;
  }
};

enum class Scope { Warp, Block };

struct Conversion {
  unsigned ElementBits = 32; ///< 8, 16, 32 or 64.
  unsigned LaneBits = 5;
  /// Warp: one table of 2^LaneBits lanes that holds for every warp. Block: one
  /// table of all threads, because some element crosses warps or the map is not
  /// the same in every warp.
  Scope Group = Scope::Warp;
  unsigned NumThreads = 32;
  unsigned NumSources = 0;
  unsigned NumResults = 0;
  /// Elements narrower than a word are given, or wanted, as whole words in the
  /// order of the registers: by a matrix product, a wide load, a cast. Then
  /// packing and unpacking costs nothing, but using a single element does.
  bool PackedSources = false, PackedResults = false;
  /// Threads of the source that differ by an xor of some of these have the same
  /// value in every register, or any of their values is acceptable as long as
  /// all readers get the same one. The table and the map name one of the
  /// threads.
  llvm::SmallVector<uint64_t, 2> Duplicates;
  /// The holder of result register R of thread T: Table[R * NumThreads + T].
  /// Empty if Affine is the whole conversion.
  std::vector<Holder> Table;
  /// With a table: the same as a map, if one agrees with every entry that is
  /// not DontCare and NumThreads, NumSources, NumResults are powers of two.
  /// Without a table: the conversion itself, in which every result of every
  /// thread is wanted.
  std::optional<AffineMove> Affine;

  /// The conversion that is this map, without a table. The example at the top:
  ///
  ///   AffineMove Map;
  ///   Map.SourceRegisterBits = 1;
  ///   Map.ThreadBits = 2;
  ///   Map.RegisterColumns = {2};
  ///   Map.ThreadColumns = {4, 1};
  ///   affine(Map, 32, 2, Scope::Warp)->holder(1, 2) == Holder{1, 1}
  ///
  /// Fails on elements of other than 8, 16, 32 or 64 bits, on more than 64
  /// lanes, 1024 threads or 2^15 registers, on a warp of other than 2^LaneBits
  /// threads or a block of fewer, and if the map does not have ThreadBits
  /// columns of threads or has images beyond the source's registers and
  /// threads.
  static llvm::Expected<Conversion> affine(AffineMove Map, unsigned ElementBits,
                                           unsigned LaneBits, Scope Group);

  bool hasTable() const { return !Table.empty(); }
  /// Returns true if the result is used.
  bool isWanted(unsigned Register, unsigned Thread) const {
    return !hasTable() || holder(Register, Thread) != DontCare;
  }
  /// Registers are below NumResults and threads below NumThreads.
  Holder holder(unsigned Register, unsigned Thread) const {
    if (hasTable())
      return Table[size_t(Register) * NumThreads + Thread];
    uint64_t Image = Affine->at(Register, Thread);
    return {uint16_t(Image & (NumSources - 1)),
            uint16_t(Image >> Affine->SourceRegisterBits)};
  }
};

/// The same conversion with a table.
Conversion withTable(Conversion C);

/// The table of one warp, if every warp does the same within itself: the holder
/// of result R of lane L is at R * 2^LaneBits + L, with a lane for its thread.
std::optional<std::vector<Holder>> tableOfWarp(const Conversion &C);

/// Describes what is wrong with a map as a conversion between such threads;
/// empty if it is valid. See Conversion::affine.
std::string findMapFault(const AffineMove &Map, unsigned LaneBits, Scope Group);

/// Fits an affine map to the table: the images of the unit vectors determine
/// it, and every other entry must agree. Returns std::nullopt if one does not.
/// DontCare entries agree with any map. For a conversion without a table,
/// returns its map.
std::optional<AffineMove> fitAffine(const Conversion &C);

} // namespace layouts
} // namespace f2layout

#endif // F2LAYOUT_LAYOUTS_PLAN_CONVERSION_H
