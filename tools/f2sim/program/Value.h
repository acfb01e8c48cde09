//===- Value.h - A byte, its origin, and whether it is defined ------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every byte that the simulator holds, in a register or in memory, consists of:
//   data    the eight bits,
//   state   Defined, Frozen, Undef or Poison,
//   origin  where the byte came from.
// A move keeps the origin; a computation makes a new one. A single run that
// moves byte 12 of argument 0 to byte 40 of argument 1 thus proves the move for
// all data:
//
//   %x = load i32, ptr %p     ; bytes with origins arg0+12 .. arg0+15
//   %h = lshr i32 %x, 16      ; arg0+14, arg0+15, constant 0, constant 0
//   %s = add i32 %x, 1        ; four new bytes, "computed from data"
//
// Values live in slots: the bytes of each scalar, least significant first, one
// scalar after the other without padding (an i1 takes one byte).
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2SIM_PROGRAM_VALUE_H
#define F2LAYOUT_TOOLS_F2SIM_PROGRAM_VALUE_H

#include <cstdint>
#include <cstring>

namespace f2layout::sim {

/// Ordered: the result of an operation is as bad as its worst operand. Frozen
/// is a value that `freeze` picked: fixed but arbitrary.
enum State : uint8_t { Defined = 0, Frozen = 1, Undef = 2, Poison = 3 };

/// 2 bits of kind, then either (buffer:14, offset:48) or
/// (instruction:24, thread:28, byte:10).
using Origin = uint64_t;

enum class OriginKind : unsigned {
  Free = 0,  ///< independent of data: constants, thread numbers, and arithmetic
             ///< on them
  Data = 1,  ///< computed from data
  Input = 2, ///< an unchanged byte of a buffer as it was at the launch
};

inline OriginKind kindOf(Origin O) { return OriginKind(O >> 62); }
inline Origin inputOrigin(unsigned Buffer, uint64_t Offset) {
  return (uint64_t(OriginKind::Input) << 62) | (uint64_t(Buffer) << 48) |
         (Offset & 0xffffffffffffull);
}
inline unsigned bufferOf(Origin O) { return (O >> 48) & 0x3fff; }
inline uint64_t offsetOf(Origin O) { return O & 0xffffffffffffull; }
/// Origin of byte 0 of a computed value; add the byte number.
inline Origin computedOrigin(bool FromData, unsigned Inst, uint64_t Thread) {
  return (uint64_t(FromData) << 62) | (uint64_t(Inst & 0xffffff) << 38) |
         ((Thread & 0xfffffff) << 10);
}
inline unsigned instOf(Origin O) { return (O >> 38) & 0xffffff; }
inline unsigned threadOf(Origin O) { return (O >> 10) & 0xfffffff; }

/// A view of the bytes of one value.
struct Bytes {
  uint8_t *D = nullptr;
  uint8_t *S = nullptr;
  Origin *O = nullptr;

  Bytes operator+(size_t N) const { return {D + N, S + N, O + N}; }
};

inline void copyBytes(Bytes To, Bytes From, size_t N) {
  std::memmove(To.D, From.D, N);
  std::memmove(To.S, From.S, N);
  std::memmove(To.O, From.O, N * sizeof(Origin));
}

inline uint64_t readInt(const uint8_t *D, unsigned N) {
  uint64_t V = 0;
  std::memcpy(&V, D, N < 8 ? N : 8);
  return V;
}

inline State worstState(const uint8_t *S, unsigned N) {
  uint8_t W = 0;
  for (unsigned I = 0; I < N; ++I)
    W = S[I] > W ? S[I] : W;
  return State(W);
}
inline State worst(State A, State B) { return A > B ? A : B; }

/// Whether any byte depends on data.
inline bool fromData(const Origin *O, unsigned N) {
  Origin All = 0;
  for (unsigned I = 0; I < N; ++I)
    All |= O[I];
  return (All >> 62) != 0;
}

/// The same state and consecutive origins for N bytes; the data is untouched.
inline void setMeta(Bytes To, unsigned N, State S, Origin First) {
  std::memset(To.S, S, N);
  for (unsigned I = 0; I < N; ++I)
    To.O[I] = First + I;
}

inline uint64_t lowMask(unsigned Bits) {
  return Bits >= 64 ? ~0ull : (1ull << Bits) - 1;
}
inline int64_t signExtend(uint64_t V, unsigned Bits) {
  return Bits >= 64 ? int64_t(V) : int64_t(V << (64 - Bits)) >> (64 - Bits);
}

} // namespace f2layout::sim

#endif
