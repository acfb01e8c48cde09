"""Transcriptions: instructions that move words between lanes through LDS or scalars.

Part of the f2layout project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from wave import bits, signed


def _named_lane(wave, lane, address):
    """The lane that DS_PERMUTE_B32 and DS_BPERMUTE_B32 name by a byte address.

    CDNA4 ISA, 12, DS_BPERMUTE_B32: "src_lane = (VGPR[i][ADDR].u32 + OFFSET.u32) / 4U % 64U".
    RDNA4 ISA, 16, DS_BPERMUTE_B32: "src_lane = 32'I(VGPR[i][ADDR] + OFFSET.b32) / 4 %
    num_lanes", with "num_lanes = WAVE64 ? 64 : 32".
    RDNA3 ISA, 16.15: "NOTE: destination lane is MOD 32 regardless of wave size". Which half the
    lane is in, 12.5.2 tells (read in RDNA3.5 ISA): "in wave64 mode the permute operates only
    across 32 lanes at a time on each half of a wave64". gfx10 is like gfx11 by LLVM's
    GCNSubtarget::supportsWaveWideBPermute.
    """
    if wave.cdna:
        return address // 4 % 64
    if wave.target == "gfx1201":
        return address // 4 % wave.lanes
    return address // 4 % 32 + (lane & 32)


def ds_permute_b32(wave, address, data):
    """Forward permute.

    CDNA4 ISA, 12; RDNA3 ISA, 16.15; RDNA4 ISA, 16, DS_PERMUTE_B32: "If a source thread is
    disabled, it does not propagate data. ... If multiple sources select the same destination
    thread, the highest-numbered source thread wins."
    """
    tmp = [0] * wave.lanes
    for i in range(wave.lanes):
        if wave.exec[i]:
            tmp[_named_lane(wave, i, address[i])] = data[i]
    return wave.write(tmp)


def ds_bpermute_b32(wave, address, data):
    """Backward permute.

    CDNA4 ISA, 12; RDNA3 ISA, 16.15; RDNA4 ISA, 16, DS_BPERMUTE_B32: "EXEC is applied to the
    source VGPR reads. if EXEC[src_lane].u1 then tmp[i] = VGPR[src_lane][DATA0]"; before, "tmp[i]
    = 0x0".
    """
    tmp = [0] * wave.lanes
    for i in range(wave.lanes):
        source = _named_lane(wave, i, address[i])
        if wave.exec[source]:
            tmp[i] = data[source]
    return wave.write(tmp)


def ds_swizzle_b32(wave, offset, data):
    """RDNA3 ISA, 16.15, DS_SWIZZLE_B32, with four ways to find the source j of lane i:

    "if (offset >= 0xe000) { // FFT decomposition ... j = reverse_bits(i & 0x1f); j = (j >>
    count_ones(mask)); j |= (i & mask); j |= i & 0x20"; "elsif (offset >= 0xc000) { // rotate ...
    if (offset[10]) { rotate = -rotate; } ... j = (i & mask) | ((i + rotate) & ~mask); j |= i &
    0x20"; "elsif (offset[15]) { // full data sharing within 4 consecutive threads"; else "j =
    (((i & 0x1f) & and_mask) | or_mask) ^ xor_mask; j |= (i & 0x20)". In all of them,
    "thread_out[i] = thread_valid[j] ? thread_in[j] : 0".

    In rotate mode, "(i + rotate) & ~mask" has to be taken as a number of 5 bits, as the text's
    example shows, which counts lanes from 1: "0x01, mask=1, rotate left: {1,4,3,6,5,8, ...
    1d,20,1f,2}" for each 32 lanes.
    """
    tmp = [0] * wave.lanes
    for i in range(wave.lanes):
        if offset >= 0xE000:
            mask = bits(offset, 4, 0)
            reverse_bits = int(f"{i & 0x1F:05b}"[::-1], 2)
            j = reverse_bits >> bin(mask).count("1")
            j |= i & mask
            j |= i & 0x20
        elif offset >= 0xC000:
            rotate, mask = bits(offset, 9, 5), bits(offset, 4, 0)
            if bits(offset, 10, 10):
                rotate = -rotate
            j = (i & mask) | ((i + rotate) & ~mask & 0x1F)
            j |= i & 0x20
        elif bits(offset, 15, 15):
            low = 2 * (i % 4)
            j = i - i % 4 + bits(offset, low + 1, low)
        else:
            and_mask, or_mask = bits(offset, 4, 0), bits(offset, 9, 5)
            j = (((i & 0x1F) & and_mask) | or_mask) ^ bits(offset, 14, 10)
            j |= i & 0x20
        tmp[i] = data[j] if wave.exec[j] else 0
    return wave.write(tmp)


def v_readlane_b32(wave, data, select):
    """RDNA3 ISA, 16.12; CDNA4 ISA, 12, V_READLANE_B32: "if WAVE32 then lane = S1.u32[4 : 0].u32
    ... else lane = S1.u32[5 : 0].u32 ... D0.b32 = VGPR[lane][SRC0.u32]". It ignores EXEC. All lanes
    see the scalar D0."""
    lane = bits(select, 4 if wave.lanes == 32 else 5, 0)
    return wave.write([wave.read(data, lane)] * wave.lanes)


def v_readfirstlane_b32(wave, data):
    """RDNA3 ISA, 16.8; CDNA4 ISA, 12, V_READFIRSTLANE_B32: "lane = s_ff1_i32_b64(EXEC); // Lowest
    active lane"."""
    return wave.write([data[wave.active()[0]]] * wave.lanes)


def v_writelane_b32(wave, value, select, old):
    """RDNA3 ISA, 16.12; CDNA4 ISA, 12, V_WRITELANE_B32: "lane = S1.u32[4 : 0].u32; // Lane select
    for wave32 ... VGPR[lane][VDST.u32] = S0.b32". The value and the lane are scalars. The IR's
    third operand is "returned by all lanes other than the selected one" (IntrinsicsAMDGPU.td)."""
    tmp = list(old)
    tmp[bits(select, 4 if wave.lanes == 32 else 5, 0)] = value
    return wave.write(tmp)


def wave_shuffle(wave, data, index):
    """No instruction. LLVM 22, IntrinsicsAMDGPU.td: "Any index value that's outside the valid range
    will wrap around, and reading from an inactive lane will return poison."."""
    return wave.write([wave.read(data, index[i] % wave.lanes) for i in range(wave.lanes)])


def ballot(wave, predicate):
    """No instruction. LLVM 22, IntrinsicsAMDGPU.td: "Returns a bitfield(i32 or i64) containing the
    result of its i1 argument in all active lanes, and zero in all inactive lanes."."""
    mask = sum(1 << i for i in wave.active() if predicate[i])
    return wave.write([mask] * wave.lanes)


def inverse_ballot(wave, mask):
    """No instruction. LLVM 22, IntrinsicsAMDGPU.td: "return the bit corresponding to the current
    lane from the given mask. This is only defined for dynamically uniform masks"."""
    return wave.write([mask >> i & 1 for i in range(wave.lanes)])


def v_cmp(wave, compare, a, b):
    """RDNA3 ISA, 16.9; CDNA4 ISA, 12, V_CMP_LT_I32 and others: "D0.u64[laneId] = S0.i32 < S1.i32".
    No text was found for the bits of lanes that do not execute; they are 0 as those of ballot,
    which LLVM makes of the same node (AMDGPUISD::SETCC)."""
    return ballot(wave, [compare(x, y) for x, y in zip(a, b)])


_INTEGERS = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "ugt": lambda a, b: a > b,
    "uge": lambda a, b: a >= b,
    "ult": lambda a, b: a < b,
    "ule": lambda a, b: a <= b,
}


def integer_comparison(name, width):
    """The comparisons of integers, by LLVM's names: ugt is V_CMP_GT_U32, sgt V_CMP_GT_I32."""
    if name[0] == "s":
        of = _INTEGERS["u" + name[1:]]
        return lambda a, b: of(signed(a, width), signed(b, width))
    return _INTEGERS[name]


_FLOATS = {
    "false": lambda a, b: False,
    "oeq": lambda a, b: a == b,
    "ogt": lambda a, b: a > b,
    "oge": lambda a, b: a >= b,
    "olt": lambda a, b: a < b,
    "ole": lambda a, b: a <= b,
    "one": lambda a, b: a < b or a > b,
    "ord": lambda a, b: a == a and b == b,
}
_OPPOSITES = {"true": "false", "une": "oeq", "ule": "ogt", "ult": "oge"}
_OPPOSITES.update({"uge": "olt", "ugt": "ole", "ueq": "one", "uno": "ord"})


def float_comparison(name):
    """The comparisons of floats, by LLVM's names: uge is V_CMP_NLT_F32, "D0.u64[laneId] = !(S0.f32
    < S1.f32)" (RDNA3 ISA, 16.9)."""
    if name in _OPPOSITES:
        of = _FLOATS[_OPPOSITES[name]]
        return lambda a, b: not of(a, b)
    return _FLOATS[name]


def v_mbcnt_lo_u32_b32(wave, mask, add):
    """RDNA3 ISA, 16.12; CDNA4 ISA, 12, V_MBCNT_LO_U32_B32: "ThreadMask = (1LL << laneId.u32) - 1LL;
    MaskedValue = (S0.u32 & ThreadMask[31 : 0].u32); tmp = S1.u32; for i in 0 : 31 do tmp +=
    MaskedValue[i] == 1'1U ? 1U : 0U"."""
    return _mbcnt(wave, mask, add, 0)


def v_mbcnt_hi_u32_b32(wave, mask, add):
    """The same with "ThreadMask[63 : 32].u32"."""
    return _mbcnt(wave, mask, add, 32)


def _mbcnt(wave, mask, add, low):
    tmp = []
    for lane in range(wave.lanes):
        thread_mask = (1 << lane) - 1
        masked = mask[lane] & bits(thread_mask, low + 31, low)
        tmp.append((add[lane] + sum(masked >> i & 1 for i in range(32))) & 0xFFFFFFFF)
    return wave.write(tmp)
