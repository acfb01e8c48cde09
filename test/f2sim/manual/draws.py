"""Random calls of the instructions of lanes.py, dpp.py and words.py.

A draw is a function of a Kernel, a Wave, whose EXEC has been drawn, and a generator. It loads
the operands in all lanes, and calls the intrinsic in those that execute.

Part of the f2layout project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import struct

import dpp
import lanes
import words


def words_of(wave, rng, width=32):
    return [rng.getrandbits(width) for _ in range(wave.lanes)]


def some_words(wave, rng, width=32):
    """As often random bits as numbers that are small or at the end of the range."""
    top = (1 << width) - 1
    near = (0, 1, 2, 31, 32, 33, 63, 64, top, top - 1, top // 2, top // 2 + 1)
    return [
        rng.getrandbits(width) if rng.random() < 0.5 else rng.choice(near) & top
        for _ in range(wave.lanes)
    ]


def lane_numbers(wave, rng):
    """Lane numbers, mostly in range, in the way that they were drawn."""
    if rng.random() < 0.3:
        return words_of(wave, rng)
    if rng.random() < 0.3:  # a permutation
        return rng.sample(range(wave.lanes), wave.lanes)
    return [rng.randrange(wave.lanes) for _ in range(wave.lanes)]


def uniform(k, wave, rng, number, kind="i32"):
    """A uniform operand is a constant, or comes from a register with one value in all lanes."""
    if rng.random() < 0.5:
        return f"{kind} {number}"
    return k.register([number] * wave.lanes, kind)


def flag(bit):
    return f"i1 immarg {'true' if bit else 'false'}"


# Lanes


def permute(name, transcription):
    def draw(k, wave, rng):
        address = [4 * n + rng.randrange(4) & 0xFFFFFFFF for n in lane_numbers(wave, rng)]
        data = words_of(wave, rng)
        operands = k.register(address), k.register(data)
        with k.where(wave.exec):
            got = k.call("i32", f"llvm.amdgcn.ds.{name}", *operands)
            k.expect(f"ds_{name}", got, "i32", transcription(wave, address, data))

    return draw


def swizzle(k, wave, rng):
    offset = rng.choice((0xE000, 0xC000, 0x8000, 0))
    offset |= rng.getrandbits({0xE000: 5, 0xC000: 11, 0x8000: 8, 0: 15}[offset])
    data = words_of(wave, rng)
    operand = k.register(data)
    with k.where(wave.exec):
        got = k.call("i32", "llvm.amdgcn.ds.swizzle", operand, f"i32 immarg {offset}")
        k.expect(f"ds_swizzle {offset:#x}", got, "i32", lanes.ds_swizzle_b32(wave, offset, data))


def readlane(k, wave, rng):
    kind, width = rng.choice((("i32", 32), ("i64", 64), ("i16", 16)))
    data, select = words_of(wave, rng, width), rng.randrange(2 * wave.lanes)
    operands = k.register(data, kind), uniform(k, wave, rng, select)
    with k.where(wave.exec):
        got = k.call(kind, f"llvm.amdgcn.readlane.{kind}", *operands)
        k.expect(f"readlane {select}", got, kind, lanes.v_readlane_b32(wave, data, select))


def readfirstlane(k, wave, rng):
    kind, width = rng.choice((("i32", 32), ("i64", 64), ("i16", 16)))
    data = words_of(wave, rng, width)
    operand = k.register(data, kind)
    with k.where(wave.exec):
        got = k.call(kind, f"llvm.amdgcn.readfirstlane.{kind}", operand)
        k.expect("readfirstlane", got, kind, lanes.v_readfirstlane_b32(wave, data))


def writelane(k, wave, rng):
    value, select = rng.getrandbits(32), rng.randrange(2 * wave.lanes)
    old = words_of(wave, rng)
    operands = uniform(k, wave, rng, value), uniform(k, wave, rng, select), k.register(old)
    with k.where(wave.exec):
        got = k.call("i32", "llvm.amdgcn.writelane.i32", *operands)
        k.expect(f"writelane {select}", got, "i32", lanes.v_writelane_b32(wave, value, select, old))


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
    name: 32 + n
    for n, name in enumerate("eq ne ugt uge ult ule sgt sge slt sle".split())
}
FLOAT_PREDICATES = {
    name: n
    for n, name in enumerate(
        "false oeq ogt oge olt ole one ord uno ueq ugt uge ult ule une true".split()
    )
}


def icmp(k, wave, rng):
    width = rng.choice((16, 32, 64))
    a, b = (some_words(wave, rng, width) for _ in range(2))
    b = [x if rng.random() < 0.2 else y for x, y in zip(a, b)]
    name, number = rng.choice(sorted(INTEGER_PREDICATES.items()))
    operands = k.register(a, f"i{width}"), k.register(b, f"i{width}"), f"i32 immarg {number}"
    kind = mask_kind(wave, rng)
    with k.where(wave.exec):
        got = k.call(kind, f"llvm.amdgcn.icmp.{kind}.i{width}", *operands)
        expected = lanes.v_cmp(wave, lanes.integer_comparison(name, width), a, b)
        k.expect(f"icmp {name} i{width}", got, kind, expected)


FLOAT_FORMATS = {"half": ("<e", "<H", 16, "f16"), "float": ("<f", "<I", 32, "f32")}
FLOAT_FORMATS["double"] = ("<d", "<Q", 64, "f64")


def fcmp(k, wave, rng):
    kind = rng.choice(sorted(FLOAT_FORMATS))
    real, whole, width, suffix = FLOAT_FORMATS[kind]
    few = [0.0, -0.0, 1.0, -1.0, 2.5, float("inf"), float("-inf"), float("nan")]
    few = [struct.unpack(whole, struct.pack(real, number))[0] for number in few]
    a, b = ([rng.choice(few) for _ in range(wave.lanes)] for _ in range(2))
    if rng.random() < 0.3:
        a, b = words_of(wave, rng, width), words_of(wave, rng, width)
    name, number = rng.choice(sorted(FLOAT_PREDICATES.items()))
    operands = k.register(a, kind), k.register(b, kind), f"i32 immarg {number}"

    def compare(x, y):
        x, y = (struct.unpack(real, struct.pack(whole, word))[0] for word in (x, y))
        return lanes.float_comparison(name)(x, y)

    mask = mask_kind(wave, rng)
    with k.where(wave.exec):
        got = k.call(mask, f"llvm.amdgcn.fcmp.{mask}.{suffix}", *operands)
        k.expect(f"fcmp {name} {kind}", got, mask, lanes.v_cmp(wave, compare, a, b))


def mbcnt(half):
    transcription = getattr(lanes, f"v_mbcnt_{half}_u32_b32")

    def draw(k, wave, rng):
        mask, add = words_of(wave, rng), some_words(wave, rng)
        operands = k.register(mask), k.register(add)
        with k.where(wave.exec):
            got = k.call("i32", f"llvm.amdgcn.mbcnt.{half}", *operands)
            k.expect(f"mbcnt_{half}", got, "i32", transcription(wave, mask, add))

    return draw


# Data-parallel primitives


def draw_control(wave, rng):
    name, (first, last) = rng.choice(sorted(dpp.controls(wave).items()))
    control = rng.randint(first, last)
    row_mask, bank_mask = (15 if rng.random() < 0.5 else rng.getrandbits(4) for _ in range(2))
    bound = rng.getrandbits(1)
    arguments = [f"i32 immarg {number}" for number in (control, row_mask, bank_mask)]
    what = f"{name} {control:#x} rows {row_mask:#x} banks {bank_mask:#x} bound_ctrl {bound}"
    return what, (control, row_mask, bank_mask, bound), [*arguments, flag(bound)]


def update_dpp(k, wave, rng):
    kind, width = rng.choice((("i32", 32), ("i32", 32), ("i64", 64), ("i16", 16)))
    old, data = words_of(wave, rng, width), words_of(wave, rng, width)
    operands = k.register(old, kind), k.register(data, kind)
    what, numbers, arguments = draw_control(wave, rng)
    with k.where(wave.exec):
        got = k.call(kind, f"llvm.amdgcn.update.dpp.{kind}", *operands, *arguments)
        k.expect(f"update_dpp {what}", got, kind, dpp.update_dpp(wave, old, data, *numbers))


def mov_dpp(k, wave, rng):
    data = words_of(wave, rng)
    operand = k.register(data)
    what, numbers, arguments = draw_control(wave, rng)
    with k.where(wave.exec):
        got = k.call("i32", "llvm.amdgcn.mov.dpp.i32", operand, *arguments)
        k.expect(f"mov_dpp {what}", got, "i32", dpp.mov_dpp(wave, data, *numbers))


def mov_dpp8(k, wave, rng):
    data, selectors = words_of(wave, rng), rng.getrandbits(24)
    operand = k.register(data)
    with k.where(wave.exec):
        got = k.call("i32", "llvm.amdgcn.mov.dpp8.i32", operand, f"i32 immarg {selectors}")
        k.expect(f"mov_dpp8 {selectors:#o}", got, "i32", dpp.mov_dpp8(wave, data, selectors))


def permlane16(cross):
    name = "permlanex16" if cross else "permlane16"

    def draw(k, wave, rng):
        old, data = words_of(wave, rng), words_of(wave, rng)
        low, high = rng.getrandbits(32), rng.getrandbits(32)
        fetch, bound = rng.getrandbits(1), rng.getrandbits(1)
        operands = [k.register(old), k.register(data)]
        operands += [uniform(k, wave, rng, low), uniform(k, wave, rng, high)]
        expected = dpp.v_permlane16_b32(wave, old, data, low, high, fetch, bound, cross)
        with k.where(wave.exec):
            got = k.call("i32", f"llvm.amdgcn.{name}.i32", *operands, flag(fetch), flag(bound))
            k.expect(f"{name} fi {fetch} bound_ctrl {bound}", got, "i32", expected)

    return draw


def permlane16_var(cross):
    name = "permlanex16.var" if cross else "permlane16.var"

    def draw(k, wave, rng):
        old, data, select = (words_of(wave, rng) for _ in range(3))
        fetch, bound = rng.getrandbits(1), rng.getrandbits(1)
        operands = k.register(old), k.register(data), k.register(select)
        expected = dpp.v_permlane16_var_b32(wave, old, data, select, fetch, bound, cross)
        with k.where(wave.exec):
            got = k.call("i32", f"llvm.amdgcn.{name}", *operands, flag(fetch), flag(bound))
            k.expect(f"{name} fi {fetch} bound_ctrl {bound}", got, "i32", expected)

    return draw


def permlane64(k, wave, rng):
    data = words_of(wave, rng)
    operand = k.register(data)
    with k.where(wave.exec):
        got = k.call("i32", "llvm.amdgcn.permlane64.i32", operand)
        k.expect("permlane64", got, "i32", dpp.v_permlane64_b32(wave, data))


def permlane_swap(distance):
    def draw(k, wave, rng):
        dst, src = words_of(wave, rng), words_of(wave, rng)
        fetch, bound = rng.getrandbits(1), rng.getrandbits(1)
        operands = k.register(dst), k.register(src)
        expected = dpp.v_permlane_swap_b32(wave, dst, src, distance, fetch, bound)
        with k.where(wave.exec):
            name = f"llvm.amdgcn.permlane{distance}.swap"
            got = k.call("{ i32, i32 }", name, *operands, flag(fetch), flag(bound))
            for number in range(2):
                member = k.let(f"extractvalue {{ i32, i32 }} {got}, {number}")
                what = f"permlane{distance}_swap.{number} fi {fetch} bound_ctrl {bound}"
                k.expect(what, member, "i32", expected[number])

    return draw


# Words


def each_lane(name, kinds, transcription, draw_of=()):
    """An intrinsic whose result depends on the lane's operands only. kinds[0] is the result's."""
    result, *operand_kinds = kinds

    def draw(k, wave, rng):
        columns = []
        for number, kind in enumerate(operand_kinds):
            of = draw_of[number] if number < len(draw_of) else some_words
            columns.append(of(wave, rng, int(kind[1:])))
        operands = [k.register(column, kind) for column, kind in zip(columns, operand_kinds)]
        expected = [transcription(*row) for row in zip(*columns)]
        with k.where(wave.exec):
            got = k.call(result, f"llvm.amdgcn.{name}", *operands)
            k.expect(name, got, result, wave.write(expected))

    return draw


def selectors(wave, rng, width):
    """Bytes from 0 to 15, now and then any."""
    top = 15 if rng.random() < 0.8 else 255
    return [sum(rng.randint(0, top) << 8 * n for n in range(4)) for _ in range(wave.lanes)]


def bitop3(width):
    def draw(k, wave, rng):
        columns = [words_of(wave, rng, width) for _ in range(3)]
        operands = [k.register(column, f"i{width}") for column in columns]
        table = rng.getrandbits(8)
        expected = [words.v_bitop3(width)(*row, table) for row in zip(*columns)]
        with k.where(wave.exec):
            name = f"llvm.amdgcn.bitop3.i{width}"
            got = k.call(f"i{width}", name, *operands, f"i32 immarg {table}")
            k.expect(f"bitop3 {table:#x}", got, f"i{width}", wave.write(expected))

    return draw


def mul24(name, of32, of64=None):
    draws = [each_lane(name + (".i32" if of64 else ""), ["i32"] * 3, of32)]
    if of64:
        draws.append(each_lane(f"{name}.i64", ["i64", "i32", "i32"], of64))
    return lambda k, wave, rng: rng.choice(draws)(k, wave, rng)


def bfe(name, of32, of64):
    draws = [each_lane(f"{name}.i32", ["i32"] * 4, of32)]
    draws.append(each_lane(f"{name}.i64", ["i64", "i64", "i32", "i32"], of64))
    return lambda k, wave, rng: rng.choice(draws)(k, wave, rng)


def address_space(k, wave, rng):
    """LLVM 22, IntrinsicsAMDGPU.td: "Return if the given flat pointer points to a local memory
    address.", and "to a prvate memory address."."""
    kinds = [rng.randrange(3) for _ in range(wave.lanes)]
    operand = k.register(kinds)
    local = k.let("alloca i32, align 4, addrspace(5)")
    flat = k.let(f"addrspacecast ptr addrspace(5) {local} to ptr")
    shared = k.let("addrspacecast ptr addrspace(3) @lds to ptr")
    for number, other in enumerate((shared, k.let("addrspacecast ptr addrspace(1) %out to ptr"))):
        is_it = k.let(f"icmp eq {operand}, {number + 1}")
        flat = k.let(f"select i1 {is_it}, ptr {other}, ptr {flat}")
    with k.where(wave.exec):
        for number, name in enumerate(("private", "shared")):
            got = k.call("i1", f"llvm.amdgcn.is.{name}", f"ptr {flat}")
            k.expect(f"is_{name}", got, "i1", wave.write([int(kind == number) for kind in kinds]))


ALL = ("gfx90a", "gfx942", "gfx950", "gfx1030", "gfx1100", "gfx1201")
RDNA, GFX11 = ALL[3:], ALL[4:]

# name: (targets, draw)
DRAWS = {
    "ds_permute": (ALL, permute("permute", lanes.ds_permute_b32)),
    "ds_bpermute": (ALL, permute("bpermute", lanes.ds_bpermute_b32)),
    "ds_swizzle": (ALL, swizzle),
    "readlane": (ALL, readlane),
    "readfirstlane": (ALL, readfirstlane),
    "writelane": (ALL, writelane),
    "wave_shuffle": (ALL, shuffle),
    "ballot": (ALL, ballot),
    "inverse_ballot": (ALL, inverse_ballot),
    "icmp": (ALL, icmp),
    "fcmp": (ALL, fcmp),
    "mbcnt_lo": (ALL, mbcnt("lo")),
    "mbcnt_hi": (ALL, mbcnt("hi")),
    "update_dpp": (ALL, update_dpp),
    "mov_dpp": (ALL, mov_dpp),
    "mov_dpp8": (RDNA, mov_dpp8),
    "permlane16": (RDNA, permlane16(False)),
    "permlanex16": (RDNA, permlane16(True)),
    "permlane16_var": (("gfx1201",), permlane16_var(False)),
    "permlanex16_var": (("gfx1201",), permlane16_var(True)),
    "permlane64": (GFX11, permlane64),
    "permlane16_swap": (("gfx950",), permlane_swap(16)),
    "permlane32_swap": (("gfx950",), permlane_swap(32)),
    "address_space": (ALL, address_space),
    "perm": (ALL, each_lane("perm", ["i32"] * 4, words.v_perm_b32, (words_of, words_of, selectors))),
    "alignbyte": (ALL, each_lane("alignbyte", ["i32"] * 4, words.v_alignbyte_b32)),
    "bitop3_b32": (("gfx950",), bitop3(32)),
    "bitop3_b16": (("gfx950",), bitop3(16)),
    "ubfe": (ALL, bfe("ubfe", words.v_bfe_u32, words.bfe_u64)),
    "sbfe": (ALL, bfe("sbfe", words.v_bfe_i32, words.bfe_i64)),
    "mul_u24": (ALL, mul24("mul.u24", words.v_mul_u32_u24, words.mul_u24_i64)),
    "mul_i24": (ALL, mul24("mul.i24", words.v_mul_i32_i24, words.mul_i24_i64)),
    "mulhi_u24": (ALL, mul24("mulhi.u24", words.v_mul_hi_u32_u24)),
    "mulhi_i24": (ALL, mul24("mulhi.i24", words.v_mul_hi_i32_i24)),
}
