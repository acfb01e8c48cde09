"""Random calls of matrix products and transposed loads, which need the whole wave.

Factors of floats are small whole numbers, whose sums every order of additions gives exactly.

Part of the f2layout project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import struct

import matrices

# f2sim does not know WMMA in wave64.
WAVES = {target: (64,) for target in ("gfx90a", "gfx942", "gfx950")}
WAVES.update({"gfx1030": (), "gfx1100": (32,), "gfx1201": (32,)})


def bfloat(number):
    return struct.pack("<f", number)[2:]


PACK = {
    "half": lambda number: struct.pack("<e", number),
    "bfloat": bfloat,
    "float": lambda number: struct.pack("<f", number),
    "double": lambda number: struct.pack("<d", number),
    "i8": lambda number: struct.pack("<b", number),
    "i32": lambda number: struct.pack("<i", number),
}


def draw_factor(element, rng):
    if element == "i8":
        return rng.randint(-128, 127)
    return rng.randint(-7, 7)


def draw_sum(element, rng):
    """Sums of bytes do not overflow."""
    return rng.randint(-(2**30), 2**30) if element == "i32" else rng.randint(-99, 99)


def fragment(matrix, places, lanes, element):
    """The registers of each lane as a number. places has one place or a list of them."""
    items = [dict() for _ in range(lanes)]
    for position, number in matrix.items():
        found = places[position]
        for lane, item in found if isinstance(found, list) else [found]:
            items[lane][item] = PACK[element](number)
    assert all(sorted(of) == list(range(len(items[0]))) for of in items)
    return [int.from_bytes(b"".join(of[n] for n in sorted(of)), "little") for of in items]


def multiply(k, wave, rng, what, call, shape, elements, kinds, inputs, outputs):
    """call gets the three operands and returns the intrinsic's result."""
    (m, k_size), (factor, total), (kind, sum_kind) = shape, elements, kinds
    a = {(i, n): draw_factor(factor, rng) for i in range(m) for n in range(k_size)}
    b = {(n, j): draw_factor(factor, rng) for n in range(k_size) for j in range(m)}
    c = {(i, j): draw_sum(total, rng) for i in range(m) for j in range(m)}
    of_b = {(n, j): place for (j, n), place in inputs.items()}
    operands = [
        k.register(fragment(a, inputs, wave.lanes, factor), kind),
        k.register(fragment(b, of_b, wave.lanes, factor), kind),
        k.register(fragment(c, outputs, wave.lanes, total), sum_kind),
    ]
    d = matrices.product(a, b, c, m, m, k_size)
    got = call(operands)
    k.expect(what, got, sum_kind, fragment(d, outputs, wave.lanes, total))


def mfma(name, m, k_size, factor, kind):
    total = {"i8": "i32", "double": "double"}.get(factor, "float")
    sum_kind = f"<{m * m // 64} x {total}>"

    def draw(k, wave, rng):
        inputs = matrices.mfma_input(m, k_size)
        outputs = matrices.mfma_output(m, m, factor == "double")

        def call(operands):
            plain = ["i32 immarg 0"] * 3  # cbsz, abid, blgp
            return k.call(sum_kind, f"llvm.amdgcn.mfma.{name}", *operands, *plain)

        kinds = kind, sum_kind
        what, shape = f"mfma.{name}", (m, k_size)
        multiply(k, wave, rng, what, call, shape, (factor, total), kinds, inputs, outputs)

    return draw


def wmma(name, factor, item_bytes):
    total = "i32" if factor == "i8" else "float"
    sum_kind = f"<8 x {total}>"

    def draw(k, wave, rng):
        items = 16 if wave.target == "gfx1100" else 8
        kind = {
            "half": f"<{items} x half>",
            "bfloat": f"<{items} x i16>",
            "i8": f"<{items // 4} x i32>",
        }[factor]
        inputs = matrices.wmma_input(wave.target, item_bytes)
        outputs = matrices.wmma_output(wave.target)
        types = [f"v8{'i32' if total == 'i32' else 'f32'}", suffix_of(kind)]

        def call(operands):
            full = f"llvm.amdgcn.wmma.{name}.{'.'.join(types)}"
            if factor == "i8":  # signed A, A, signed B, B, C, clamp
                yes, no = "i1 immarg true", "i1 immarg false"
                a, b, c = operands
                return k.call(sum_kind, full, yes, a, yes, b, c, no)
            return k.call(sum_kind, full, *operands)

        kinds = kind, sum_kind
        what, shape = f"wmma.{name}", (16, 16)
        multiply(k, wave, rng, what, call, shape, (factor, total), kinds, inputs, outputs)

    return draw


def suffix_of(kind):
    """"<8 x half>" is v8f16 in names."""
    count, element = kind[1:-1].split(" x ")
    return f"v{count}{'f16' if element == 'half' else element}"


def read_transposed(item_bytes):
    kind = {2: "<4 x i16>", 1: "<2 x i32>"}[item_bytes]
    name = {2: "ds.read.tr16.b64.v4i16", 1: "ds.read.tr8.b64.v2i32"}[item_bytes]

    def draw(k, wave, rng):
        data = [rng.getrandbits(64) for _ in range(64)]
        places = rng.sample(range(512), 64)
        read = rng.sample(places, 64) if rng.random() < 0.5 else rng.choices(places, k=64)

        half = k.let(f"mul i64 {k.wave}, 4096")  # of each wave
        half = k.let(f"getelementptr i8, ptr addrspace(3) @lds, i64 {half}")

        def pointer(of):
            address = k.register([8 * place for place in of])
            return k.let(f"getelementptr i8, ptr addrspace(3) {half}, {address}")

        barrier(k)
        k.emit(f"store {k.register(data, 'i64')}, ptr addrspace(3) {pointer(places)}, align 8")
        barrier(k)
        got = k.call(kind, f"llvm.amdgcn.{name}", f"ptr addrspace(3) {pointer(read)}")
        memory = {place: word.to_bytes(8, "little") for place, word in zip(places, data)}
        rows = [memory[place] for place in read]
        expected = matrices.ds_read_transposed(rows, item_bytes)
        k.expect(name, got, kind, [int.from_bytes(e, "little") for e in expected])

    return draw


def barrier(k):
    k.emit('fence syncscope("workgroup") release')
    k.call("void", "llvm.amdgcn.s.barrier")
    k.emit('fence syncscope("workgroup") acquire')


CDNA = ("gfx90a", "gfx942", "gfx950")
# name: (targets, M, K, what a factor is, the type of a lane's factors)
MFMA = {
    "f32.16x16x16f16": (CDNA, 16, 16, "half", "<4 x half>"),
    "f32.32x32x8f16": (CDNA, 32, 8, "half", "<4 x half>"),
    "f32.16x16x16bf16.1k": (CDNA, 16, 16, "bfloat", "<4 x i16>"),
    "f32.32x32x8bf16.1k": (CDNA, 32, 8, "bfloat", "<4 x i16>"),
    "f32.16x16x4f32": (CDNA, 16, 4, "float", "float"),
    "f32.32x32x2f32": (CDNA, 32, 2, "float", "float"),
    "f64.16x16x4f64": (CDNA, 16, 4, "double", "double"),
    "i32.16x16x16i8": (CDNA[:1], 16, 16, "i8", "i32"),
    "i32.32x32x8i8": (CDNA[:1], 32, 8, "i8", "i32"),
    "i32.16x16x32.i8": (CDNA[1:], 16, 32, "i8", "i64"),
    "i32.32x32x16.i8": (CDNA[1:], 32, 16, "i8", "i64"),
    "f32.16x16x8.xf32": (("gfx942",), 16, 8, "float", "<2 x float>"),
    "f32.16x16x32.f16": (CDNA[2:], 16, 32, "half", "<8 x half>"),
    "f32.32x32x16.f16": (CDNA[2:], 32, 16, "half", "<8 x half>"),
    "f32.16x16x32.bf16": (CDNA[2:], 16, 32, "bfloat", "<8 x bfloat>"),
    "f32.32x32x16.bf16": (CDNA[2:], 32, 16, "bfloat", "<8 x bfloat>"),
    "i32.16x16x64.i8": (CDNA[2:], 16, 64, "i8", "<4 x i32>"),
    "i32.32x32x32.i8": (CDNA[2:], 32, 32, "i8", "<4 x i32>"),
}
GFX11 = ("gfx1100", "gfx1201")
DRAWS = {
    **{f"mfma.{name}": (targets, mfma(name, *rest)) for name, (targets, *rest) in MFMA.items()},
    "wmma.f32.f16": (GFX11, wmma("f32.16x16x16.f16", "half", 2)),
    "wmma.f32.bf16": (GFX11, wmma("f32.16x16x16.bf16", "bfloat", 2)),
    "wmma.i32.iu8": (GFX11, wmma("i32.16x16x16.iu8", "i8", 1)),
    "ds_read_tr16": (CDNA[2:], read_transposed(2)),
    "ds_read_tr8": (CDNA[2:], read_transposed(1)),
}
