"""Transcriptions: instructions that compute a lane's word from the lane's words.

Part of the f2layout project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import math

from wave import OPEN, bits, signed

ALL = 0xFFFFFFFF


def v_perm_b32(s0, s1, s2):
    """RDNA3 ISA, 16.12; CDNA4 ISA, 12, V_PERM_B32: "D0[7 : 0] = BYTE_PERMUTE({ S0.u32, S1.u32 },
    S2.u32[7 : 0])", with "if sel.u32 >= 13U then return 8'0xff elsif sel.u32 == 12U then return
    8'0x0 elsif sel.u32 == 11U then return in[7][7].b8 * 8'0xff ... else return in[sel]"."""
    data = s0 << 32 | s1

    def byte_permute(sel):
        if sel >= 13:
            return 0xFF
        if sel == 12:
            return 0
        if sel >= 8:  # 8: in[1], 9: in[3], 10: in[5], 11: in[7]
            return 0xFF * bits(data, 8 * (2 * (sel - 8) + 1) + 7, 8 * (2 * (sel - 8) + 1) + 7)
        return bits(data, 8 * sel + 7, 8 * sel)

    return sum(byte_permute(bits(s2, 8 * n + 7, 8 * n)) << 8 * n for n in range(4))


def v_alignbyte_b32(s0, s1, s2):
    """RDNA3 ISA, 16.12; CDNA4 ISA, 12, V_ALIGNBYTE_B32: "D0.u32 = 32'U(({ S0.u32, S1.u32 } >>
    (S2.u32[1 : 0] * 8U)) & 0xffffffffLL)"."""
    return (s0 << 32 | s1) >> bits(s2, 1, 0) * 8 & ALL


def v_bitop3(width):
    """CDNA4 ISA, 12, V_BITOP3_B32 and V_BITOP3_B16: "tmp = (tmp | (32'I(TTBL.b32 & 0x1) != 0 ?
    32'U(~S0.b32 & ~S1.b32 & ~S2.b32) : 0U))", and so on for the eight combinations, up to "TTBL.b32
    & 0x80" for "S0.b32 & S1.b32 & S2.b32"."""

    def bitop3(s0, s1, s2, table):
        tmp, mask = 0, (1 << width) - 1
        for number in range(8):
            if table >> number & 1:
                tmp |= (
                    (s0 if number & 4 else ~s0)
                    & (s1 if number & 2 else ~s1)
                    & (s2 if number & 1 else ~s2)
                )
        return tmp & mask

    return bitop3


def v_bfe_u32(s0, s1, s2):
    """RDNA3 ISA, 16.12; CDNA4 ISA, 12, V_BFE_U32: "D0.u32 = ((S0.u32 >> S1[4 : 0].u32) & ((1U <<
    S2[4 : 0].u32) - 1U))"."""
    return (s0 >> bits(s1, 4, 0)) & ((1 << bits(s2, 4, 0)) - 1)


def v_bfe_i32(s0, s1, s2):
    """RDNA3 ISA, 16.12; CDNA4 ISA, 12, V_BFE_I32: "tmp.i32 = ((S0.i32 >> S1[4 : 0].u32) & ((1 <<
    S2[4 : 0].u32) - 1)); D0.i32 = signext_from_bit(tmp.i32, S2[4 : 0].u32)". The shift is of a
    signed number: beyond bit 31, the field has copies of the sign. Of no bits, 0 is left."""
    width = bits(s2, 4, 0)
    tmp = (signed(s0) >> bits(s1, 4, 0)) & ((1 << width) - 1)
    return (signed(tmp, width) if width else 0) & ALL


def bfe_u64(s0, s1, s2):
    """No vector instruction. LLVM 22 folds llvm.amdgcn.ubfe.i64 (AMDGPUInstCombineIntrinsic.cpp)
    with the offset and the width modulo 64: "Hardware ignores high bits, so remove those.".
    S_BFE_U64 (RDNA3 ISA, 16.1) is "(S0.u64 >> S1[5 : 0].u32) & ((1ULL << S1[22 : 16].u32) - 1ULL)",
    which has 7 bits for the width, so widths above 63 are open."""
    if bits(s2, 6, 6):
        return OPEN
    return (s0 >> bits(s1, 5, 0)) & ((1 << bits(s2, 5, 0)) - 1)


def bfe_i64(s0, s1, s2):
    """As bfe_u64, with S_BFE_I64: "tmp.i64 = ((S0.i64 >> S1[5 : 0].u32) & ((1LL << S1[22 : 16].u32)
    - 1LL)); D0.i64 = signext_from_bit(tmp.i64, S1[22 : 16].u32)"."""
    if bits(s2, 6, 6):
        return OPEN
    width = bits(s2, 5, 0)
    tmp = (signed(s0, 64) >> bits(s1, 5, 0)) & ((1 << width) - 1)
    return (signed(tmp, width) if width else 0) & ((1 << 64) - 1)


def v_mul_u32_u24(s0, s1):
    """RDNA3 ISA, 16.7; CDNA4 ISA, 12, V_MUL_U32_U24: "D0.u32 = 32'U(S0.u24) * 32'U(S1.u24)"."""
    return bits(s0, 23, 0) * bits(s1, 23, 0) & ALL


def v_mul_i32_i24(s0, s1):
    """RDNA3 ISA, 16.7; CDNA4 ISA, 12, V_MUL_I32_I24: "D0.i32 = 32'I(S0.i24) * 32'I(S1.i24)"."""
    return signed(s0, 24) * signed(s1, 24) & ALL


def v_mul_hi_u32_u24(s0, s1):
    """RDNA3 ISA, 16.7; CDNA4 ISA, 12, V_MUL_HI_U32_U24: "D0.u32 = 32'U((64'U(S0.u24) *
    64'U(S1.u24)) >> 32U)"."""
    return bits(s0, 23, 0) * bits(s1, 23, 0) >> 32


def v_mul_hi_i32_i24(s0, s1):
    """RDNA3 ISA, 16.7; CDNA4 ISA, 12, V_MUL_HI_I32_I24: "D0.i32 = 32'I((64'I(S0.i24) *
    64'I(S1.i24)) >> 32U)"."""
    return signed(s0, 24) * signed(s1, 24) >> 32 & ALL


def mul_u24_i64(s0, s1):
    """LLVM 22, IntrinsicsAMDGPU.td: "mul24 intrinsics can return i32 or i64. When returning i64,
    they're lowered to a mul24/mulhi24 pair."."""
    return v_mul_hi_u32_u24(s0, s1) << 32 | v_mul_u32_u24(s0, s1)


def mul_i24_i64(s0, s1):
    """As mul_u24_i64."""
    return v_mul_hi_i32_i24(s0, s1) << 32 | v_mul_i32_i24(s0, s1)


def v_fract_f32(s0):
    """RDNA3 ISA, 16.8; CDNA4 ISA, 12, V_FRACT_F32: "D0.f32 = S0.f32 + -floor(S0.f32)", which is
    a NaN for infinities. "Obey round mode, result clamped to 0x3f7fffff."."""
    if not math.isfinite(s0):
        return math.nan
    fraction = s0 + -math.floor(s0) + 0.0  # Python's floor is an integer, which has no -0.
    return min(fraction, 1 - 2**-24)


def v_frexp_mant_f32(s0):
    """RDNA3 ISA, 16.8; CDNA4 ISA, 12, V_FREXP_MANT_F32: "if ((64'F(S0.f32) == +INF) ||
    (64'F(S0.f32) == -INF) || isNAN(64'F(S0.f32))) then D0.f32 = S0.f32 else D0.f32 =
    mantissa(S0.f32)". For zero and subnormals, as LLVM 22 folds it: frexp
    (AMDGPUInstCombineIntrinsic.cpp)."""
    return math.frexp(s0)[0] if math.isfinite(s0) else s0


def v_frexp_exp_i32(s0):
    """RDNA3 ISA, 16.8; CDNA4 ISA, 12, V_FREXP_EXP_I32_F32: "D0.i32 = 0" for infinities and NaNs,
    "else D0.i32 = exponent(S0.f32) - 127 + 1"; V_FREXP_EXP_I32_F64: "exponent(S0.f64) - 1023 + 1".
    For zero and subnormals, as LLVM 22 folds it."""
    return (math.frexp(s0)[1] if math.isfinite(s0) else 0) & ALL
