"""Transcriptions: data-parallel primitives and V_PERMLANE.

Part of the f2layout project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from wave import OPEN, bits

OUT_OF_RANGE = "out of range"

# Controls by name: (first number, last number).
EVERYWHERE = {
    "quad_perm": (0x000, 0x0FF),
    "row_shl": (0x101, 0x10F),
    "row_shr": (0x111, 0x11F),
    "row_ror": (0x121, 0x12F),
    "row_mirror": (0x140, 0x140),
    "row_half_mirror": (0x141, 0x141),
    "row_share": (0x150, 0x15F),
}
OF_CDNA = {
    "wave_shl": (0x130, 0x130),
    "wave_rol": (0x134, 0x134),
    "wave_shr": (0x138, 0x138),
    "wave_ror": (0x13C, 0x13C),
    "row_bcast15": (0x142, 0x142),
    "row_bcast31": (0x143, 0x143),
}
OF_RDNA = {"row_xmask": (0x160, 0x16F)}


def controls(wave):
    return {**EVERYWHERE, **(OF_CDNA if wave.cdna else OF_RDNA)}


def dpp_source(wave, cntl, n):
    """The lane that lane n reads, OUT_OF_RANGE, or OPEN.

    CDNA4 ISA, 13.3.9, table 94, "DPP_CTRL Enumeration". RDNA3 ISA, 7.7.1, has the controls'
    numbers without formulas. Of DPP_ROW_XMASK{0:15}, 160 - 16F, no formula was found in a manual;
    LLVM's AMDGPUModifierSyntax has "Fetch from XOR(<current lane id>,<specified lane id>).".
    In table 94, the lanes of a mirror are those of n's row.
    """
    row, place, count = n & 0x30, n & 0xF, cntl & 0xF
    if cntl <= 0xFF:  # "pix[n].srca = pix[(n&0x3c)+ dpp_cntl[n%4*2+1 : n%4*2]].srca"
        return (n & 0x3C) + bits(cntl, n % 4 * 2 + 1, n % 4 * 2)
    if cntl <= 0x10F:  # "if ((n & 0xf) < (16-cntl[3:0])) pix[n].srca = pix[n + cntl[3:0]].srca
        return n + count if place < 16 - count else OUT_OF_RANGE  # else use bound_cntl"
    if cntl <= 0x11F:  # "if ((n&0xf) >= cntl[3:0]) pix[n].srca = pix[n - cntl[3:0]].srca else
        return n - count if place >= count else OUT_OF_RANGE  # use bound_cntl"
    if cntl <= 0x12F:  # "... else pix[n].srca = pix[n + 16 - cntl[3:0]].srca"
        return n - count if place >= count else n + 16 - count
    if cntl == 0x130:  # "if (n<63) pix[n].srca = pix[n+1].srca else use bound_cntl"
        return n + 1 if n < 63 else OUT_OF_RANGE
    if cntl == 0x134:  # "if (n<63) pix[n].srca = pix[n+1].srca else pix[n].srca = pix[0].srca"
        return n + 1 if n < 63 else 0
    if cntl == 0x138:  # "if (n>0) pix[n].srca = pix[n-1].srca else use bound_cntl"
        return n - 1 if n > 0 else OUT_OF_RANGE
    if cntl == 0x13C:  # "if (n>0) pix[n].srca = pix[n-1].srca else pix[n].srca = pix[63].srca"
        return n - 1 if n > 0 else 63
    if cntl == 0x140:  # "pix[n].srca = pix[15-(n&f)].srca"
        return row + 15 - place
    if cntl == 0x141:  # "pix[n].srca = pix[7-(n&7)].srca"
        return (n & 0x38) + 7 - (n & 7)
    if cntl == 0x142:  # "if (n>15) pix[n].srca = pix[n & 0x30 - 1].srca"; it has no "else"
        return (n & 0x30) - 1 if n > 15 else OPEN
    if cntl == 0x143:  # "if (n>31) pix[n].srca = pix[n & 0x20 - 1].srca"; it has no "else"
        return (n & 0x20) - 1 if n > 31 else OPEN
    if cntl <= 0x15F:  # "pix[n].srca = pix[(n & 0xfffffff0)+count].srca"
        return row + count
    return row + (place ^ count)


def _invalid(bound_ctrl, fetch_inactive, disabled, old):
    """What a lane has whose source is out of range or disabled.

    RDNA3 ISA, 7.7.1, table 31, "BC and FI Behavior": with BC and FI 0, "Disable write" if the
    source lane is out of range, and "Disable write" if it is in range, but disabled; with BC 1 and
    FI 0, "Src0 = 0" and "Src0 = 0". CDNA4 ISA, 13.3.9: "0 = do not write when source is out of
    range, 1 = write"; it does not name disabled lanes. LLVM's AMDGPUModifierSyntax has, of all
    targets, "By default, data sharing with invalid lanes is disabled" and "Accessing data from an
    invalid lane will return zero", and Mesa's compiler sets BC on all of them to "read 0 from
    inactive lanes when using dpp". With FI, RDNA3 ISA, 7.7.1: "If the source lane is disabled,
    fetch the source value anyway".
    """
    if fetch_inactive and disabled:
        return OPEN
    return 0 if bound_ctrl else old


def update_dpp(wave, old, data, cntl, row_mask, bank_mask, bound_ctrl):
    """V_MOV_B32 with DPP. LLVM 22, IntrinsicsAMDGPU.td: "Should be equivalent to: v_mov_b32 <dest>
    <old>; v_mov_b32 <dest> <src> <dpp_ctrl> <row_mask> <bank_mask> <bound_ctrl>", so FI is 0.

    CDNA4 ISA, 13.3.9; RDNA3 ISA, 7.7.1, of both masks: "Applies to the VGPR destination write only,
    does not impact the thread mask when fetching source VGPR data. ... 29==0: lanes[31:16] are
    disabled ... 25==0: lanes[4:7, 20:23, 36:39, 52:55] are disabled".
    """
    tmp = []
    for n in range(wave.lanes):
        source = dpp_source(wave, cntl, n)
        if not row_mask >> n // 16 & 1 or not bank_mask >> n % 16 // 4 & 1:
            tmp.append(old[n])
        elif source is OPEN:
            # MLIR's amdgpu.dpp has "retain `old`", which fits "use bound_cntl" if it is 0.
            tmp.append(OPEN if bound_ctrl else old[n])
        elif source is OUT_OF_RANGE or not wave.exec[source]:
            tmp.append(_invalid(bound_ctrl, False, source is not OUT_OF_RANGE, old[n]))
        else:
            tmp.append(data[source])
    return wave.write(tmp)


def mov_dpp(wave, data, cntl, row_mask, bank_mask, bound_ctrl):
    """update_dpp of a destination that has no value before."""
    old = [OPEN] * wave.lanes
    return update_dpp(wave, old, data, cntl, row_mask, bank_mask, bound_ctrl)


def mov_dpp8(wave, data, selectors):
    """RDNA3 ISA, 7.7.2: "normal, which reads zero from lanes whose EXEC mask bit is zero"; "SEL0
    selects which lane to read from to supply data into lane 0 ... Lanes 0-7 can pull from any of
    lanes 0-7; lanes 8-15 can pull from lanes 8-15, etc."."""
    tmp = []
    for n in range(wave.lanes):
        source = n // 8 * 8 + bits(selectors, n % 8 * 3 + 2, n % 8 * 3)
        tmp.append(data[source] if wave.exec[source] else 0)
    return wave.write(tmp)


def _permlane(wave, old, data, source_of, fetch_inactive, bound_ctrl):
    """RDNA3 ISA, 16.12, V_PERMLANE16_B32: "For this instruction OPSEL[0] is overloaded to represent
    the DPP 'FI' (Fetch Inactive) bit and OPSEL[1] is overloaded to represent the DPP 'BOUND_CTRL'
    bit." The pseudo-code leaves both out, so that table 31 of 7.7.1 decides. (Clang's list of
    builtins has of the latter that lanes "keep their own value", against the manual.) The IR's
    <old> is what the destination has before."""
    tmp = []
    for lane in range(wave.lanes):
        source = source_of(lane)
        if wave.exec[source]:
            tmp.append(data[source])
        else:
            tmp.append(_invalid(bound_ctrl, fetch_inactive, True, old[lane]))
    return wave.write(tmp)


def _row(lane, cross):
    """RDNA3 ISA, 16.12, V_PERMLANEX16_B32: "altrow = { row[1], ~row[0] }; // 1<->0, 3<->2"."""
    row = lane // 16
    return (row ^ 1 if cross else row) * 16


def v_permlane16_b32(wave, old, data, s1, s2, fetch_inactive, bound_ctrl, cross=False):
    """RDNA3 ISA, 16.12, V_PERMLANE16_B32: "lanesel = { S2.u32, S1.u32 }; ... VGPR[row * 16 +
    i][VDST.u32] = tmp[64'B(row * 16) + lanesel[i * 4 + 3 : i * 4]]". With cross, V_PERMLANEX16_B32:
    "tmp[64'B(altrow.i32 * 16) + lanesel[i * 4 + 3 : i * 4]]"."""
    lanesel = s2 << 32 | s1

    def source_of(lane):
        i = lane % 16
        return _row(lane, cross) + bits(lanesel, i * 4 + 3, i * 4)

    return _permlane(wave, old, data, source_of, fetch_inactive, bound_ctrl)


def v_permlane16_var_b32(wave, old, data, s1, fetch_inactive, bound_ctrl, cross=False):
    """RDNA4 ISA, 16, V_PERMLANE16_VAR_B32: "VGPR[lane][VDST.u32] = tmp[row * 16 +
    VGPR[lane][SRC1.u32][3 : 0].i32]". With cross, V_PERMLANEX16_VAR_B32: "tmp[altrow.i32 * 16 +
    VGPR[lane][SRC1.u32][3 : 0].i32]"."""

    def source_of(lane):
        return _row(lane, cross) + bits(s1[lane], 3, 0)

    return _permlane(wave, old, data, source_of, fetch_inactive, bound_ctrl)


def v_permlane64_b32(wave, data):
    """RDNA3 ISA, 16.8, V_PERMLANE64_B32: "altlane = { ~lane[5], lane[4 : 0] }; // 0<->32, ...
    if EXEC[lane].u1 then VGPR[lane][VDST.u32] = tmp[altlane]". "Performs no operation in wave32
    mode", so that, in the IR, which has no old value of the destination, the operand stays."""
    if wave.lanes == 32:
        return wave.write(data)
    return wave.write([wave.read(data, lane ^ 32) for lane in range(64)])


def v_permlane_swap_b32(wave, vdst, vsrc, distance, fetch_inactive, bound_ctrl):
    """Returns { new VDST, new SRC0 }.

    CDNA4 ISA, 12, V_PERMLANE16_SWAP_B32: "for pass in 0 : 1 do for lane in 0 : 15 do tmp =
    VGPR[pass * 32 + lane][SRC0.u32]; VGPR[pass * 32 + lane][SRC0.u32] = VGPR[pass * 32 + lane +
    16][VDST.u32]; VGPR[pass * 32 + lane + 16][VDST.u32] = tmp". V_PERMLANE32_SWAP_B32: "for lane in
    0 : 31 do tmp = VGPR[lane][SRC0.u32]; VGPR[lane][SRC0.u32] = VGPR[lane + 32][VDST.u32];
    VGPR[lane + 32][VDST.u32] = tmp".

    Neither has EXEC, FI and BOUND_CTRL. MLIR's amdgpu.permlane_swap has: "`fetch_inactive = false`:
    If the source lane is disabled, use `bound_ctrl` to determine the source value. `fetch_inactive
    = true`: If the source lane is disabled, fetch the source value anyway (ignoring
    `bound_ctrl`)."; "`bound_ctrl = false`: Do not write when source is from a disabled lane";
    "`bound_ctrl = true`: Use zero as input if source is from a disabled lane".
    """
    new_dst, new_src = list(vdst), list(vsrc)
    for lane in range(wave.lanes):
        if lane & distance:
            continue
        other = lane + distance
        for new, old, at, data, source in (
            (new_src, vsrc, lane, vdst, other),
            (new_dst, vdst, other, vsrc, lane),
        ):
            if wave.exec[source]:
                new[at] = data[source]
            else:
                new[at] = _invalid(bound_ctrl, fetch_inactive, True, old[at])
    return wave.write(new_dst), wave.write(new_src)
