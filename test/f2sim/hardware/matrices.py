"""Cases of matrix operations: ldmatrix, stmatrix, movmatrix, mma, wmma.

Products of floats have small whole numbers as factors, whose sums every order of
additions gives exactly; those of doubles and of bytes have any.

Part of the f2layout project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""


def row_address(k, shift):
    """A row of 16 bytes for each lane, scattered over what fill_shared wrote."""
    row = k.let(f"mul i32 {k.row()}, {2 * shift + 1}")
    row = k.let(f"and i32 {k.let(f'add i32 {row}, {shift * 3}')}, 255")
    return k.shared(k.let(f"mul i32 {row}, 16"))


def load_matrix(count, transposed):
    name = f"llvm.nvvm.ldmatrix.sync.aligned.m8n8.x{count}{transposed}.b16.p3"
    kinds = ["i32"] * count
    result = "i32" if count == 1 else "{ " + ", ".join(kinds) + " }"

    def case(k):
        k.fill_shared()
        for shift in range(4):
            got = k.call(result, name, f"ptr addrspace(3) {row_address(k, shift)}")
            k.put(got) if count == 1 else k.put_members(got, kinds)

    return case


def store_matrix(count, transposed):
    name = f"llvm.nvvm.stmatrix.sync.aligned.m8n8.x{count}{transposed}.b16.p3"

    def case(k):
        k.fill_shared()
        for shift in range(4):
            words = [f"i32 {k.word()}" for _ in range(count)]
            # Rows of two warps are not the same: odd factors permute all rows.
            k.call("void", name, f"ptr addrspace(3) {row_address(k, shift)}", *words)
            k.put_shared()

    return case


def move_matrix(k):
    for _ in range(8):
        k.put(
            k.let(
                'call i32 asm sideeffect "movmatrix.sync.aligned.m8n8.trans.b16 $0, $1;",'
                f' "=r,r"(i32 {k.word()})'
            )
        )


# What a factor is in a register, and the types of LLVM's intrinsics.
PAIR = "<2 x half>"


def pair_of_halves(k):
    return k.let(f"bitcast i32 {k.pair('half')} to <2 x half>")


def tf32(k):
    """A whole number, and anything in the 13 bits that a tf32 does not have."""
    bits = k.let(f"bitcast float {k.whole('float')} to i32")
    noise = k.let(f"and i32 {k.word()}, 8191")
    zero = k.let(f"icmp eq i32 {bits}, 0")  # else it would be a denormal
    return k.let(f"or i32 {bits}, {k.let(f'select i1 {zero}, i32 0, i32 {noise}')}")


def word(k):
    return k.word()


# suffix of the name: (type of a factor, how to draw it, its bytes, type of a sum, how)
PRODUCTS = {
    "f32.f32": (PAIR, pair_of_halves, 2, "float", lambda k: k.whole("float")),
    "f16.f16": (PAIR, pair_of_halves, 2, PAIR, pair_of_halves),
    "bf16": ("i32", lambda k: k.pair("bfloat"), 2, "float", lambda k: k.whole("float")),
    "tf32": ("i32", tf32, 4, "float", lambda k: k.whole("float")),
    "s8": ("i32", word, 1, "i32", word),
    "u8": ("i32", word, 1, "i32", word),
    "s8.u8": ("i32", word, 1, "i32", word),
    "u8.s8": ("i32", word, 1, "i32", word),
    "f64": ("double", lambda k: k.real("double"), 8, "double", lambda k: k.real("double")),
}
SHAPES = {
    "f32.f32": ((16, 8), (16, 16)),
    "f16.f16": ((16, 8), (16, 16)),
    "bf16": ((16, 8), (16, 16)),
    "tf32": ((16, 4), (16, 8)),
    "s8": ((16, 16), (16, 32)),
    "u8": ((16, 16), (16, 32)),
    "s8.u8": ((16, 16), (16, 32)),
    "u8.s8": ((16, 16), (16, 32)),
    "f64": ((8, 4), (16, 4), (16, 8), (16, 16)),
}


def put_sum(k, value, kind):
    if kind == PAIR:
        value, kind = k.let(f"bitcast <2 x half> {value} to i32"), "i32"
    k.put(value, kind)


def product(suffix, rows, depth, saturate=False):
    kind, draw, size, sum_kind, draw_sum = PRODUCTS[suffix]
    sat = ".satfinite" if saturate else ""
    name = f"llvm.nvvm.mma.m{rows}n8k{depth}.row.col{sat}.{suffix}"
    in_register = max(4 // size, 1)
    of_a, of_b = rows * depth // 32 // in_register, 8 * depth // 32 // in_register
    of_sum = rows * 8 // 32 // (2 if sum_kind == PAIR else 1)
    kinds = [sum_kind] * of_sum
    result = "{ " + ", ".join(kinds) + " }"

    def case(k):
        for _ in range(3):
            factors = [f"{kind} {draw(k)}" for _ in range(of_a + of_b)]
            sums = [f"{sum_kind} {draw_sum(k)}" for _ in range(of_sum)]
            got = k.call(result, name, *factors, *sums)
            for number in range(of_sum):
                put_sum(k, k.let(f"extractvalue {result} {got}, {number}"), sum_kind)

    return case


# wmma: (suffix of loads of factors, of sums, of the product; types and counts in
# registers of a, b and sum; bytes of a factor and of a sum)
FRAGMENTS = {
    "f16_f32": ("f16", "f32", "f32.f32", PAIR, "float", 2, 4),
    "f16_f16": ("f16", "f16", "f16.f16", PAIR, PAIR, 2, 2),
    "bf16": ("bf16", "f32", "bf16", "i32", "float", 2, 4),
    "s8": ("s8", "s32", "s8", "i32", "i32", 1, 4),
    "u8": ("u8", "s32", "u8", "i32", "i32", 1, 4),
}


def fragment(which, m, n, a_order, b_order, sum_order):
    load, sums, multiply, kind, sum_kind, size, sum_size = FRAGMENTS[which]
    shape = f"m{m}n{n}k16"
    # Halves are held twice, other factors once.
    of_a = 8 if load == "f16" else m * 16 * size // 128
    of_b = 8 if load == "f16" else n * 16 * size // 128
    of_sum = m * n // 32 // (2 if sum_kind == PAIR else 1)

    def struct(kind, count):
        return kind if count == 1 else "{ " + ", ".join([kind] * count) + " }"

    def members(k, value, kind, count):
        if count == 1:
            return [f"{kind} {value}"]
        of = struct(kind, count)
        return [f"{kind} {k.let(f'extractvalue {of} {value}, {i}')}" for i in range(count)]

    def draw(k):
        if load == "f16":
            return k.pair("half")
        return k.pair("bfloat") if load == "bf16" else k.word()

    def fill(k, first, bytes_, value):
        for step in range(bytes_ // 512):
            at = k.let(f"add i32 {k.let(f'mul i32 {k.row()}, 4')}, {first + step * 512}")
            k.emit(f"store i32 {value(k)}, ptr addrspace(3) {k.shared(at)}, align 4")

    def draw_sum(k):
        if sum_kind == "float":
            return k.let(f"bitcast float {k.whole('float')} to i32")
        return k.pair("half") if sum_kind == PAIR else k.word()

    def case(k):
        k.barrier()
        fill(k, 0, 1024, draw)
        fill(k, 2048, 1024, draw)
        fill(k, 4096, 4096, draw_sum)
        k.barrier()
        # The address and the stride are the same in all lanes.
        stride_a = 16 if a_order == "row" else m
        stride_b = n if b_order == "row" else 16
        stride = n if sum_order == "row" else m
        prefix = f"llvm.nvvm.wmma.{shape}"
        a = k.call(
            struct(kind, of_a),
            f"{prefix}.load.a.{a_order}.stride.{load}.p3",
            f"ptr addrspace(3) {k.shared(0)}",
            f"i32 {stride_a}",
        )
        b = k.call(
            struct(kind, of_b),
            f"{prefix}.load.b.{b_order}.stride.{load}.p3",
            f"ptr addrspace(3) {k.shared(2048)}",
            f"i32 {stride_b}",
        )
        c = k.call(
            struct(sum_kind, of_sum),
            f"{prefix}.load.c.{sum_order}.stride.{sums}.p3",
            f"ptr addrspace(3) {k.shared(4096)}",
            f"i32 {stride}",
        )
        d = k.call(
            struct(sum_kind, of_sum),
            f"{prefix}.mma.{a_order}.{b_order}.{multiply}",
            *members(k, a, kind, of_a),
            *members(k, b, kind, of_b),
            *members(k, c, sum_kind, of_sum),
        )
        # Each warp writes to a place of its own.
        warp = k.let(f"lshr i32 {k.row()}, 5")
        at = k.let(f"add i32 {k.let(f'mul i32 {warp}, 2048')}, 8192")
        k.call(
            "void",
            f"{prefix}.store.d.{sum_order}.stride.{sums}.p3",
            f"ptr addrspace(3) {k.shared(at)}",
            *members(k, d, sum_kind, of_sum),
            f"i32 {stride}",
        )
        k.barrier()
        for step in range(m * n * sum_size // 128):
            lane = k.let(f"and i32 {k.row()}, 31")
            byte = k.let(f"add i32 {at}, {k.let(f'mul i32 {lane}, 4')}")
            byte = k.let(f"add i32 {byte}, {step * 128}")
            k.put(k.let(f"load i32, ptr addrspace(3) {k.shared(byte)}, align 4"))

    return case


ORDERS = (("row", "row", "row"), ("row", "col", "col"), ("col", "row", "row"), ("col", "col", "row"))

CASES = {
    **{
        f"ldmatrix_x{n}{'_trans' if t else ''}": load_matrix(n, t)
        for n in (1, 2, 4)
        for t in ("", ".trans")
    },
    **{
        f"stmatrix_x{n}{'_trans' if t else ''}": store_matrix(n, t)
        for n in (1, 2, 4)
        for t in ("", ".trans")
    },
    "movmatrix": move_matrix,
    **{
        f"mma_m{rows}n8k{depth}_{suffix.replace('.', '_')}": product(suffix, rows, depth)
        for suffix, shapes in SHAPES.items()
        for rows, depth in shapes
    },
    **{
        f"mma_m16n8k{depth}_{suffix.replace('.', '_')}_satfinite": product(suffix, 16, depth, True)
        for suffix in ("s8", "u8", "s8.u8", "u8.s8")
        for depth in (16, 32)
    },
    **{
        f"wmma_m{m}n{n}k16_{which}_{a}_{b}_{c}": fragment(which, m, n, a, b, c)
        for which in FRAGMENTS
        for m, n in ((16, 16), (32, 8), (8, 32))
        for a, b, c in ORDERS
    },
}
