"""Random calls of the instructions of dpp.py.

Part of the f2layout project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dpp
from operands import ALL, RDNA, any_kind, flag, uniform, words_of


def draw_control(name, wave, rng):
    control = rng.randint(*dpp.controls(wave)[name])
    row_mask, bank_mask = (15 if rng.random() < 0.5 else rng.getrandbits(4) for _ in range(2))
    bound = rng.getrandbits(1)
    arguments = [f"i32 immarg {number}" for number in (control, row_mask, bank_mask)]
    what = f"{name} {control:#x} rows {row_mask:#x} banks {bank_mask:#x} bound_ctrl {bound}"
    return what, (control, row_mask, bank_mask, bound), [*arguments, flag(bound)]


def update_dpp(name):
    def draw(k, wave, rng):
        kind, width = any_kind(rng)
        old, data = words_of(wave, rng, width), words_of(wave, rng, width)
        operands = k.register(old, kind), k.register(data, kind)
        what, numbers, arguments = draw_control(name, wave, rng)
        with k.where(wave.exec):
            got = k.call(kind, f"llvm.amdgcn.update.dpp.{kind}", *operands, *arguments)
            k.expect(f"update_dpp {what}", got, kind, dpp.update_dpp(wave, old, data, *numbers))

    return draw


def mov_dpp(k, wave, rng):
    data = words_of(wave, rng)
    operand = k.register(data)
    name = rng.choice(sorted(dpp.controls(wave)))
    what, numbers, arguments = draw_control(name, wave, rng)
    with k.where(wave.exec):
        got = k.call("i32", "llvm.amdgcn.mov.dpp.i32", operand, *arguments)
        k.expect(f"mov_dpp {what}", got, "i32", dpp.mov_dpp(wave, data, *numbers))


def mov_dpp8(k, wave, rng):
    kind, width = any_kind(rng)
    data, selectors = words_of(wave, rng, width), rng.getrandbits(24)
    operand = k.register(data, kind)
    with k.where(wave.exec):
        got = k.call(kind, f"llvm.amdgcn.mov.dpp8.{kind}", operand, f"i32 immarg {selectors}")
        k.expect(f"mov_dpp8 {selectors:#o}", got, kind, dpp.mov_dpp8(wave, data, selectors))


def permlane16(cross):
    name = "permlanex16" if cross else "permlane16"

    def draw(k, wave, rng):
        kind, width = any_kind(rng)
        old, data = words_of(wave, rng, width), words_of(wave, rng, width)
        low, high = rng.getrandbits(32), rng.getrandbits(32)
        fetch, bound = rng.getrandbits(1), rng.getrandbits(1)
        operands = [k.register(old, kind), k.register(data, kind)]
        operands += [uniform(k, wave, rng, low), uniform(k, wave, rng, high)]
        expected = dpp.v_permlane16_b32(wave, old, data, low, high, fetch, bound, cross)
        with k.where(wave.exec):
            full = f"llvm.amdgcn.{name}.{kind}"
            got = k.call(kind, full, *operands, flag(fetch), flag(bound))
            k.expect(f"{name} fi {fetch} bound_ctrl {bound}", got, kind, expected)

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
    kind, width = any_kind(rng)
    data = words_of(wave, rng, width)
    operand = k.register(data, kind)
    with k.where(wave.exec):
        got = k.call(kind, f"llvm.amdgcn.permlane64.{kind}", operand)
        k.expect("permlane64", got, kind, dpp.v_permlane64_b32(wave, data))


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


DRAWS = {
    **{f"update_dpp {name}": (ALL, update_dpp(name)) for name in dpp.EVERYWHERE},
    **{f"update_dpp {name}": (ALL[:3], update_dpp(name)) for name in dpp.OF_CDNA},
    **{f"update_dpp {name}": (RDNA, update_dpp(name)) for name in dpp.OF_RDNA},
    "mov_dpp": (ALL, mov_dpp),
    "mov_dpp8": (RDNA, mov_dpp8),
    "permlane16": (RDNA, permlane16(False)),
    "permlanex16": (RDNA, permlane16(True)),
    "permlane16_var": (("gfx1201",), permlane16_var(False)),
    "permlanex16_var": (("gfx1201",), permlane16_var(True)),
    "permlane64": (RDNA[1:], permlane64),
    "permlane16_swap": (("gfx950",), permlane_swap(16)),
    "permlane32_swap": (("gfx950",), permlane_swap(32)),
}
