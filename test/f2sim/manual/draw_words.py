"""Random calls of the instructions of words.py, and of questions about addresses.

Part of the f2layout project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import math
import struct

import words
from operands import ALL, some_words, words_of
from wave import OPEN


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


PERM_OPERANDS = words_of, words_of, selectors


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


REALS = {"float": ("<f", "<I", 32, "f32"), "double": ("<d", "<Q", 64, "f64")}
FEW = (0.0, -0.0, 1.0, -1.0, 0.75, -7.25, 1e-40, -1e-40, -1e-9, math.inf, -math.inf, math.nan)


def real_function(name, kind, result, transcription):
    """A function of a float. All NaNs count as one."""
    real, whole, width, suffix = REALS[kind]
    full = f"llvm.amdgcn.{name}.{suffix if result == kind else f'i32.{suffix}'}"

    def bits_of(number):
        if number is OPEN or result != kind:
            return number
        number = math.nan if math.isnan(number) else number
        return struct.unpack(whole, struct.pack(real, number))[0]

    def draw(k, wave, rng):
        few = [struct.unpack(whole, struct.pack(real, number))[0] for number in FEW]
        data = [rng.choice((rng.getrandbits(width), rng.choice(few))) for _ in range(wave.lanes)]
        operand = k.register(data, kind)
        numbers = [struct.unpack(real, struct.pack(whole, word))[0] for word in data]
        expected = [bits_of(transcription(number)) for number in numbers]
        with k.where(wave.exec):
            got = k.call(result, full, operand)
            if result == kind:
                unordered = k.let(f"fcmp uno {kind} {got}, 0.0")
                got = k.let(f"select i1 {unordered}, {kind} 0x7FF8000000000000, {kind} {got}")
            k.expect(f"{name} {kind}", got, result, wave.write(expected))

    return draw


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


DRAWS = {
    "address_space": (ALL, address_space),
    "perm": (ALL, each_lane("perm", ["i32"] * 4, words.v_perm_b32, PERM_OPERANDS)),
    "alignbyte": (ALL, each_lane("alignbyte", ["i32"] * 4, words.v_alignbyte_b32)),
    "bitop3_b32": (("gfx950",), bitop3(32)),
    "bitop3_b16": (("gfx950",), bitop3(16)),
    "ubfe": (ALL, bfe("ubfe", words.v_bfe_u32, words.bfe_u64)),
    "sbfe": (ALL, bfe("sbfe", words.v_bfe_i32, words.bfe_i64)),
    "mul_u24": (ALL, mul24("mul.u24", words.v_mul_u32_u24, words.mul_u24_i64)),
    "mul_i24": (ALL, mul24("mul.i24", words.v_mul_i32_i24, words.mul_i24_i64)),
    "mulhi_u24": (ALL, mul24("mulhi.u24", words.v_mul_hi_u32_u24)),
    "mulhi_i24": (ALL, mul24("mulhi.i24", words.v_mul_hi_i32_i24)),
    "fract": (ALL, real_function("fract", "float", "float", words.v_fract_f32)),
    "frexp_mant": (ALL, real_function("frexp.mant", "float", "float", words.v_frexp_mant_f32)),
    "frexp_exp f32": (ALL, real_function("frexp.exp", "float", "i32", words.v_frexp_exp_i32)),
    "frexp_exp f64": (ALL, real_function("frexp.exp", "double", "i32", words.v_frexp_exp_i32)),
}
