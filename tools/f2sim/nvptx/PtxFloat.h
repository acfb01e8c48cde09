//===- PtxFloat.h - Floating-point arithmetic of PTX ----------------------===//
//
// Part of the f2layout project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scalar operations of PTX on f16, bf16 and f32, with what LLVM's
// operations do not have: rounding modes, flushed subnormals, saturation, and
// the NaNs that the hardware generates. Every result is rounded once, from the
// exact value, by APFloat in the format of the result. Values are bits.
//
//   add.rn.f16       0x3c00 + 0x1000   ->  0x3c00   a tie, to the even one
//   add.rn.f16       inf - inf         ->  0x7fff   the canonical NaN
//   fma.rn.sat.f16   1 * 1 + 1         ->  0x3c00   at most 1
//   cvt.rz.f16.f32   1e6               ->  0x7bff   the largest finite half
//
// Approximations (ex2, lg2, rcp, sqrt, rsqrt, div, tanh) have the host's
// result, rounded. It may differ from a GPU's by some units in the last place,
// so only that two kernels compute the same shows something.
//
//===----------------------------------------------------------------------===//

#ifndef F2LAYOUT_TOOLS_F2SIM_NVPTX_PTXFLOAT_H
#define F2LAYOUT_TOOLS_F2SIM_NVPTX_PTXFLOAT_H

#include "tools/f2sim/machine/Machine.h"
#include <optional>

namespace f2layout::sim {

/// The type of an operand: "f16x2", "bf16", "s32".
struct PtxType {
  FloatKind FK = FloatKind::None; ///< None: an integer, or untyped bits.
  unsigned Bytes = 0;             ///< of one element
  unsigned Count = 1;
  bool Signed = false;
  unsigned size() const { return Bytes * Count; }
};
std::optional<PtxType> parsePtxType(llvm::StringRef Text);

enum class PtxRound : uint8_t {
  Nearest,     ///< rn: ties to even
  NearestAway, ///< rna: ties away from zero
  Zero,
  Down,
  Up,
};

/// The modifiers of an instruction.
struct PtxMode {
  PtxRound Round = PtxRound::Nearest;
  bool HasRound = false;
  bool ToIntegral = false; ///< rni, rzi, rmi, rpi
  bool Flush = false;      ///< ftz
  bool Saturate = false;   ///< sat
  bool Relu = false;
  bool NaN = false; ///< min, max: a NaN if any operand is one
  bool Approx = false;
  /// Takes one part of an instruction's name, "rn" or "ftz". False if it is
  /// none of these.
  bool take(llvm::StringRef Part);
  /// As the immediate of an instruction.
  int64_t encode() const;
  static PtxMode decode(int64_t Imm);
};

enum class PtxFloatOp : uint8_t {
  Add,
  Sub,
  Mul,
  Fma,
  Neg,
  Abs,
  Min,
  Max,
  Div,
  Rcp,
  Sqrt,
  Rsqrt,
  Ex2,
  Lg2,
  Sin,
  Cos,
  Tanh,
};
struct PtxFloatRow {
  const char *Name;
  PtxFloatOp Op;
  unsigned Operands;
  bool Approximate; ///< Only known as an approximation.
};
/// The row of "add", "fma", ...; null for others.
const PtxFloatRow *findPtxFloat(llvm::StringRef Name);

/// "Operations that generate a NaN generate the canonical one": 0x7fff for f16
/// and bf16, 0x7fffffff for f32 (PTX ISA 9.7.3, 9.7.4).
uint64_t ptxNaN(FloatKind K);

uint64_t computePtxFloat(PtxFloatOp Op, FloatKind K, const PtxMode &Mode,
                         uint64_t A, uint64_t B, uint64_t C);

/// eq, ne, lt, le, gt, ge; equ, ... (true for NaNs); num, nan.
enum class PtxCompare : uint8_t {
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  Equ,
  Neu,
  Ltu,
  Leu,
  Gtu,
  Geu,
  Num,
  Nan,
};
std::optional<PtxCompare> parsePtxCompare(llvm::StringRef Text);
bool comparePtxFloat(PtxCompare C, FloatKind K, bool Flush, uint64_t A,
                     uint64_t B);

/// cvt between any two types that are not both integers.
uint64_t convertPtx(const PtxType &From, const PtxType &To, const PtxMode &Mode,
                    uint64_t A);
/// cvt.rna.tf32.f32: the f32 with the 10 upper bits of the fraction.
uint64_t roundToTf32(uint64_t A, const PtxMode &Mode);

} // namespace f2layout::sim

#endif
