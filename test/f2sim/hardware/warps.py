"""Cases of operations of a warp: shuffles, votes, matches, reductions, barriers.

Each case is a function of a Kernel. Lanes that the manual leaves open, such as a
shuffle's source outside of its mask, are not read.

Part of the f2layout project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from kernel import signed

# Masks that hold whole groups of four lanes, and masks that hold any.
GROUPS = (0x0000FFFF, 0xF0F0F0F0, 0x00000F0F, 0xFF0FFFF0, 0xF0000000)
MASKS = (0x55555555, 0x00000001, 0x80000001, 0x12345678, 0x7FFFFFFF)


def shuffle(mode, kind, predicate):
    suffix = {"i32": "i32", "float": "f32"}[kind] + ("p" if predicate else "")
    name = f"llvm.nvvm.shfl.sync.{mode}.{suffix}"
    result = f"{{ {kind}, i1 }}" if predicate else kind

    def case(k):
        for _ in range(16):
            value = k.word() if kind == "i32" else k.real()
            lane = k.let(f"and i32 {k.word()}, 63")
            clamp = k.let(f"and i32 {k.word()}, {0x1F1F}")
            got = k.call(result, name, "i32 -1", f"{kind} {value}", f"i32 {lane}", f"i32 {clamp}")
            k.put_members(got, [kind, "i1"]) if predicate else k.put(got, kind)

    return case


def shuffle_some(mode):
    """Groups of four lanes exchange; other lanes are elsewhere."""

    def case(k):
        for mask in GROUPS:
            value, lane = k.word(), k.below(4)
            clamp = 0x1C00 if mode == "up" else 0x1C1F

            def body():
                name = f"llvm.nvvm.shfl.sync.{mode}.i32"
                arguments = f"i32 {value}", f"i32 {lane}", f"i32 {clamp}"
                return k.call("i32", name, f"i32 {signed(mask)}", *arguments)

            k.within(mask, body)

    return case


def vote(mode):
    name = f"llvm.nvvm.vote.{mode}.sync"
    result = "i32" if mode == "ballot" else "i1"

    def of(k, mask, bits):
        bit = k.let(f"icmp ne i32 {k.let(f'and i32 {k.word()}, {bits}')}, 0")
        if mode == "uni" and bits == 0:
            bit = "true"
        return k.call(result, name, f"i32 {signed(mask)}", f"i1 {bit}")

    def case(k):
        for bits in (1, 3, 0, 0x7FFFFFFF, 15):
            k.put(of(k, 0xFFFFFFFF, bits), result)
        for bits in (0, 1, 63, 0x7FFFFFFF):
            for mask in MASKS:

                def body():
                    got = of(k, mask, bits)
                    return got if result == "i32" else k.let(f"zext i1 {got} to i32")

                k.within(mask, body)

    return case


def match(mode, kind):
    name = f"llvm.nvvm.match.{mode}.sync.{kind}" + ("p" if mode == "all" else "")
    result = "{ i32, i1 }" if mode == "all" else "i32"

    def of(k, mask, bits):
        value = k.let(f"and i32 {k.word()}, {bits}")
        if kind == "i64":  # different in the upper half, too
            low = k.let(f"zext i32 {value} to i64")
            upper = k.let(f"zext i32 {k.let(f'and i32 {k.word()}, {bits & 1}')} to i64")
            value = k.let(f"or i64 {low}, {k.let(f'shl i64 {upper}, 33')}")
        return k.call(result, name, f"i32 {signed(mask)}", f"{kind} {value}")

    def case(k):
        for bits in (0, 1, 3, 7):
            got = of(k, 0xFFFFFFFF, bits)
            k.put_members(got, ["i32", "i1"]) if mode == "all" else k.put(got)
        for bits in (0, 3):
            for mask in MASKS:

                def body():
                    got = of(k, mask, bits)
                    return k.let(f"extractvalue {result} {got}, 0") if mode == "all" else got

                k.within(mask, body)

    return case


def reduce(mode):
    name = f"llvm.nvvm.redux.sync.{mode}"

    def case(k):
        for shift in (0, 8, 30):
            value = k.let(f"lshr i32 {k.word()}, {shift}")
            k.put(k.call("i32", name, f"i32 {value}", "i32 -1"))
        for mask in MASKS:
            value = k.word()

            def body():
                return k.call("i32", name, f"i32 {value}", f"i32 {signed(mask)}")

            k.within(mask, body)

    return case


def active(k):
    """Which lanes are at the instruction together is not specified, but for the
    lane itself, and those that are not there."""
    for mask in MASKS:

        def body():
            lanes = k.call("i32", "llvm.nvvm.activemask")
            others = k.let(f"and i32 {lanes}, {~mask}")
            own = k.let(f"lshr i32 {lanes}, {k.lane()}")
            return k.let(f"or i32 {k.let(f'and i32 {own}, 1')}, {k.let(f'shl i32 {others}, 1')}")

        k.within(mask, body)


def elect(k):
    for mask in (0xFFFFFFFF, *MASKS):

        def body():
            name = "llvm.nvvm.elect.sync"
            got = k.call("{ i32, i1 }", name, f"i32 {signed(mask)}")
            leader = k.let(f"extractvalue {{ i32, i1 }} {got}, 0")
            is_leader = k.let(f"zext i1 {k.let(f'extractvalue {{ i32, i1 }} {got}, 1')} to i32")
            return k.let(f"add i32 {k.let(f'mul i32 {leader}, 2')}, {is_leader}")

        k.within(mask, body)


def warp_barrier(k):
    """Lanes hand words to each other, half a warp at a time."""
    for mask in (0xFFFFFFFF, 0x0000FFFF, 0xFF00FF00):
        at = k.let(f"mul i32 {k.row()}, 4")
        value = k.word()
        other = k.let(f"xor i32 {at}, 20")

        def body():
            number = f"i32 {signed(mask)}"
            k.call("void", "llvm.nvvm.bar.warp.sync", number)
            k.emit(f"store i32 {value}, ptr addrspace(3) {k.shared(at)}, align 4")
            k.call("void", "llvm.nvvm.bar.warp.sync", number)
            return k.let(f"load i32, ptr addrspace(3) {k.shared(other)}, align 4")

        k.within(mask, body)
        k.barrier()


def barrier_reduce(mode):
    result = "i32" if mode == "popc" else "i1"

    def case(k):
        for bits in (0, 1, 15, 0x7FFFFFFF):
            bit = k.let(f"icmp ne i32 {k.let(f'and i32 {k.word()}, {bits}')}, 0")
            name = f"llvm.nvvm.barrier.cta.red.{mode}.aligned.all"
            k.put(k.call(result, name, "i32 0", f"i1 {bit}"), result)
            name = f"llvm.nvvm.barrier.cta.red.{mode}.aligned.count"
            k.put(k.call(result, name, "i32 1", "i32 128", f"i1 {bit}"), result)
            name = f"llvm.nvvm.barrier.cta.red.{mode}.all"
            k.put(k.call(result, name, "i32 2", f"i1 {bit}"), result)

    return case


SPECIAL = "laneid warpid lanemask.eq lanemask.le lanemask.lt lanemask.ge lanemask.gt warpsize".split()
SPECIAL += [f"{name}.{dim}" for name in ("tid", "ntid", "ctaid", "nctaid") for dim in "xyz"]


def special(k):
    for name in SPECIAL:
        if name != "warpid":  # "volatile": not the number of the warp in the block
            k.put(k.call("i32", f"llvm.nvvm.read.ptx.sreg.{name}"))


CASES = {
    **{
        f"shfl_{mode}_{kind}{'_predicate' if p else ''}": shuffle(mode, kind, p)
        for mode in ("idx", "up", "down", "bfly")
        for kind in ("i32", "float")
        for p in (False, True)
    },
    **{f"shfl_{mode}_some_lanes": shuffle_some(mode) for mode in ("idx", "up", "down", "bfly")},
    **{f"vote_{mode}": vote(mode) for mode in ("all", "any", "uni", "ballot")},
    **{f"match_{m}_{kind}": match(m, kind) for m in ("any", "all") for kind in ("i32", "i64")},
    **{
        f"redux_{m}": reduce(m) for m in ("add", "min", "max", "umin", "umax", "and", "or", "xor")
    },
    "activemask": active,
    "elect": elect,
    "bar_warp_sync": warp_barrier,
    **{f"barrier_red_{mode}": barrier_reduce(mode) for mode in ("popc", "and", "or")},
    "special_registers": special,
}
