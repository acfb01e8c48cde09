"""Random calls of the instructions of lanes.py.

A draw is a function of a Kernel, a Wave, whose EXEC has been drawn, and a generator. It loads
the operands in all lanes, and calls the intrinsic in those that execute.

Part of the f2layout project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import struct

import lanes
from operands import ALL, any_kind, lane_numbers, some_words, uniform, words_of


def permute(name, transcription):
    def draw(k, wave, rng):
        address = [4 * n + rng.randrange(4) & 0xFFFFFFFF for n in lane_numbers(wave, rng)]
        data = words_of(wave, rng)
        operands = k.register(address), k.register(data)
        with k.where(wave.exec):
            got = k.call("i32", f"llvm.amdgcn.ds.{name}", *operands)
            k.expect(f"ds_{name}", got, "i32", transcription(wave, address, data))

    return draw


def swizzle(first, width):
    """Offsets from one that chooses a mode, with that many bits that it uses."""

    def draw(k, wave, rng):
        offset, data = first | rng.getrandbits(width), words_of(wave, rng)
        operand = k.register(data)
        expected = lanes.ds_swizzle_b32(wave, offset, data)
        with k.where(wave.exec):
            got = k.call("i32", "llvm.amdgcn.ds.swizzle", operand, f"i32 immarg {offset}")
            k.expect(f"ds_swizzle {offset:#x}", got, "i32", expected)

    return draw


def readlane(k, wave, rng):
    kind, width = any_kind(rng)
    data, select = words_of(wave, rng, width), rng.randrange(2 * wave.lanes)
    operands = k.register(data, kind), uniform(k, wave, rng, select)
    with k.where(wave.exec):
        got = k.call(kind, f"llvm.amdgcn.readlane.{kind}", *operands)
        k.expect(f"readlane {select}", got, kind, lanes.v_readlane_b32(wave, data, select))


def readfirstlane(k, wave, rng):
    kind, width = any_kind(rng)
    data = words_of(wave, rng, width)
    operand = k.register(data, kind)
    with k.where(wave.exec):
        got = k.call(kind, f"llvm.amdgcn.readfirstlane.{kind}", operand)
        k.expect("readfirstlane", got, kind, lanes.v_readfirstlane_b32(wave, data))


def writelane(k, wave, rng):
    kind, width = any_kind(rng)
    value, select = rng.getrandbits(width), rng.randrange(2 * wave.lanes)
    old = words_of(wave, rng, width)
    operands = [uniform(k, wave, rng, value, kind), uniform(k, wave, rng, select)]
    operands.append(k.register(old, kind))
    with k.where(wave.exec):
        got = k.call(kind, f"llvm.amdgcn.writelane.{kind}", *operands)
        k.expect(f"writelane {select}", got, kind, lanes.v_writelane_b32(wave, value, select, old))


def shuffle(k, wave, rng):
    data, index = words_of(wave, rng), lane_numbers(wave, rng)
    operands = k.register(data), k.register(index)
    with k.where(wave.exec):
        got = k.call("i32", "llvm.amdgcn.wave.shuffle.i32", *operands)
        k.expect("wave_shuffle", got, "i32", lanes.wave_shuffle(wave, data, index))


def mask_kind(wave, rng):
    return "i64" if wave.lanes == 64 or rng.random() < 0.5 else "i32"


def ballot(k, wave, rng):
    predicate = words_of(wave, rng, rng.choice((1, 1, 3)))
    predicate = [int(p == 1) for p in predicate]
    operand = k.register(predicate)
    kind = mask_kind(wave, rng)
    with k.where(wave.exec):
        bit = k.let(f"icmp ne {operand}, 0")
        got = k.call(kind, f"llvm.amdgcn.ballot.{kind}", f"i1 {bit}")
        k.expect("ballot", got, kind, lanes.ballot(wave, predicate))


def inverse_ballot(k, wave, rng):
    mask = rng.getrandbits(wave.lanes)
    kind = f"i{wave.lanes}"
    operand = uniform(k, wave, rng, mask, kind)
    with k.where(wave.exec):
        got = k.call("i1", f"llvm.amdgcn.inverse.ballot.{kind}", operand)
        k.expect("inverse_ballot", got, "i1", lanes.inverse_ballot(wave, mask))


# The numbers of llvm::CmpInst::Predicate.
INTEGER_PREDICATES = {
    name: 32 + n for n, name in enumerate("eq ne ugt uge ult ule sgt sge slt sle".split())
}
FLOAT_PREDICATES = {
    name: n
    for n, name in enumerate(
        "false oeq ogt oge olt ole one ord uno ueq ugt uge ult ule une true".split()
    )
}


def icmp(name):
    def draw(k, wave, rng):
        width = rng.choice((16, 32, 64))
        a, b = (some_words(wave, rng, width) for _ in range(2))
        b = [x if rng.random() < 0.2 else y for x, y in zip(a, b)]
        operands = [k.register(a, f"i{width}"), k.register(b, f"i{width}")]
        kind = mask_kind(wave, rng)
        expected = lanes.v_cmp(wave, lanes.integer_comparison(name, width), a, b)
        with k.where(wave.exec):
            predicate = f"i32 immarg {INTEGER_PREDICATES[name]}"
            got = k.call(kind, f"llvm.amdgcn.icmp.{kind}.i{width}", *operands, predicate)
            k.expect(f"icmp {name} i{width}", got, kind, expected)

    return draw


FLOAT_FORMATS = {"half": ("<e", "<H", 16, "f16"), "float": ("<f", "<I", 32, "f32")}
FLOAT_FORMATS["double"] = ("<d", "<Q", 64, "f64")


def fcmp(name):
    def draw(k, wave, rng):
        kind = rng.choice(sorted(FLOAT_FORMATS))
        real, whole, width, suffix = FLOAT_FORMATS[kind]
        few = [0.0, -0.0, 1.0, -1.0, 2.5, float("inf"), float("-inf"), float("nan")]
        few = [struct.unpack(whole, struct.pack(real, number))[0] for number in few]
        a, b = ([rng.choice(few) for _ in range(wave.lanes)] for _ in range(2))
        if rng.random() < 0.3:
            a, b = words_of(wave, rng, width), words_of(wave, rng, width)
        operands = k.register(a, kind), k.register(b, kind)

        def compare(x, y):
            x, y = (struct.unpack(real, struct.pack(whole, word))[0] for word in (x, y))
            return lanes.float_comparison(name)(x, y)

        mask, expected = mask_kind(wave, rng), lanes.v_cmp(wave, compare, a, b)
        with k.where(wave.exec):
            predicate = f"i32 immarg {FLOAT_PREDICATES[name]}"
            got = k.call(mask, f"llvm.amdgcn.fcmp.{mask}.{suffix}", *operands, predicate)
            k.expect(f"fcmp {name} {kind}", got, mask, expected)

    return draw


def mbcnt(half):
    transcription = getattr(lanes, f"v_mbcnt_{half}_u32_b32")

    def draw(k, wave, rng):
        mask, add = words_of(wave, rng), some_words(wave, rng)
        operands = k.register(mask), k.register(add)
        with k.where(wave.exec):
            got = k.call("i32", f"llvm.amdgcn.mbcnt.{half}", *operands)
            k.expect(f"mbcnt_{half}", got, "i32", transcription(wave, mask, add))

    return draw


DRAWS = {
    "ds_permute": (ALL, permute("permute", lanes.ds_permute_b32)),
    "ds_bpermute": (ALL, permute("bpermute", lanes.ds_bpermute_b32)),
    "ds_swizzle fft": (ALL, swizzle(0xE000, 5)),
    "ds_swizzle rotate": (ALL, swizzle(0xC000, 11)),
    "ds_swizzle of four": (ALL, swizzle(0x8000, 8)),
    "ds_swizzle by masks": (ALL, swizzle(0, 15)),
    "readlane": (ALL, readlane),
    "readfirstlane": (ALL, readfirstlane),
    "writelane": (ALL, writelane),
    "wave_shuffle": (ALL, shuffle),
    "ballot": (ALL, ballot),
    "inverse_ballot": (ALL, inverse_ballot),
    **{f"icmp {name}": (ALL, icmp(name)) for name in INTEGER_PREDICATES},
    **{f"fcmp {name}": (ALL, fcmp(name)) for name in FLOAT_PREDICATES},
    "mbcnt_lo": (ALL, mbcnt("lo")),
    "mbcnt_hi": (ALL, mbcnt("hi")),
}
