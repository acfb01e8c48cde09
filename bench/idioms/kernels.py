"""Every launch that is measured: kernel, block, grid, arguments.

A launch is a dictionary that build.py writes to the folder it makes and run.py
reads there:

    kernel, source, family   the kernel's name as a compiler prints it, its file
    case                     "L2": all data stay in the L2 cache of a Hopper GPU;
                             "DRAM": they are far larger; "": does not matter
    block, grid              of two dimensions; `repeat` is the grid's third, which
                             no kernel looks at, so that small data last long enough
    shared                   bytes of dynamic shared memory
    arguments                ["in" or "out", type, count], ["int", i], ["float", x]; an
                             input may have a rule for its values as a fourth word:
                             ["below", n] or, from 0 to n, ["rising", n]
    tolerance                the largest difference between clang's result and
                             nvcc's, relative to the largest absolute value
    accumulates, gaps        the kernel adds to its output; it does not write all

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import math

MIB = 1 << 20
#: Bytes of input.
CASES = {"L2": 8 * MIB, "DRAM": 128 * MIB}
#: Bytes that a launch of the case "L2" reads and writes at least: 20 us.
LEAST_TRAFFIC = 128 * MIB
SIZES = {"half": 2, "float": 4, "double": 8, "int": 4, "uint": 4, "byte": 1, "short": 2,
         "twiddles": 4, "bfloat": 2, "float8": 1}  # fmt: skip
#: Why results of clang and nvcc may differ: which products and sums are fused.
SINGLE, HALF, DOUBLE = 1e-5, 2e-3, 1e-13


def buffer_bytes(argument):
    """Of an argument that is a buffer, else 0."""
    if argument[0] not in ("in", "out"):
        return 0
    return SIZES[argument[1]] * argument[2]


class Table:
    def __init__(self):
        self.launches = []

    def add(self, family, source, kernel, block, grid, arguments, case="", **more):
        traffic = sum(map(buffer_bytes, arguments))
        self.launches.append({
            "kernel": kernel, "source": source, "family": family, "case": case,
            "block": list(block) if isinstance(block, tuple) else [block, 1],
            "grid": list(grid) if isinstance(grid, tuple) else [grid, 1],
            "repeat": math.ceil(LEAST_TRAFFIC / traffic) if case == "L2" else 1,
            "shared": 0, "arguments": arguments, "tolerance": 0,
            "accumulates": False, "gaps": False, **more,
        })  # fmt: skip

    def by_blocks(self, family, source, kernel, block, bytes_of_block, arguments, **more):
        """A kernel whose blocks each work on so many bytes of input; arguments is a
        function of the number of blocks."""
        for case, size in CASES.items():
            blocks = size // bytes_of_block
            self.add(family, source, kernel, block, blocks, arguments(blocks), case, **more)


def vectors(kind, per_block_in, per_block_out, *more):
    """out, in, and further arguments."""
    return lambda blocks: [["out", kind, blocks * per_block_out],
                           ["in", kind, blocks * per_block_in], *more]  # fmt: skip


def reductions(table):
    def one(kernel, block, arguments, kind="float", family="reduction", **more):
        size = 1024 * SIZES[kind]
        table.by_blocks(family, "reduce", kernel, block, size, arguments, **more)

    for kind in ("float", "int", "double"):
        for block, items in ((256, 4), (1024, 1)):
            for form in ("sum", "sum_bounds", "sum_constant", "sum_constant_bounds"):
                name = f"{form}<{kind}, {block}, {items}>"
                one(name, block, vectors(kind, 1024, 1), kind)
    one("sum_dynamic", 1024,
        lambda n: [["out", "float", n], ["in", "float", 1024 * n], ["int", 1024 * n]],
        shared=4096)  # fmt: skip
    for name, block in (("sum_modulo", 1024), ("sum_strided", 1024), ("sum_unrolled<512u>", 512),
                        ("sum_last_warp", 256), ("sum_groups", 256)):  # fmt: skip
        one(name, block, vectors("float", 1024, 1))
    one("extremes", 256, lambda n: [["out", "float", n], ["out", "float", n],
                                    ["in", "float", 1024 * n]])  # fmt: skip
    one("dot", 256, lambda n: [["out", "float", n], ["in", "float", 1024 * n],
                               ["in", "float", 1024 * n]], tolerance=SINGLE)  # fmt: skip
    for name in ("argmax", "argmax_constant"):
        for block, items in ((256, 4), (1024, 1)):
            one(f"{name}<{block}, {items}>", block,
                lambda n: [["out", "float", n], ["out", "int", n], ["in", "float", 1024 * n]])


def scans(table):
    def one(kernel, block, arguments, **more):
        table.by_blocks("scan", "scan", kernel, block, 4096, arguments, **more)

    n_is = ["int", 1024]
    for kind in ("float", "int"):
        plain = vectors(kind, 1024, 1024)
        one(f"hillis_steele<{kind}>", 1024, plain)
        one(f"hillis_steele_bounds<{kind}>", 1024, plain)
        one(f"double_buffered_constant<{kind}, 1024>", 1024, plain)
        one(f"blelloch_constant<{kind}, 1024>", 512, plain)
    one("hillis_steele_guarded", 1024,
        lambda n: [*vectors("float", 1024, 1024)(n), ["int", 1024 * n]])  # fmt: skip
    one("double_buffered", 1024, vectors("float", 1024, 1024, n_is), shared=8192)
    one("blelloch", 512, vectors("float", 1024, 1024, n_is), shared=4096)
    one("blelloch_padded", 512, vectors("float", 1024, 1024, n_is), shared=4096 + 128)
    one("by_warps", 1024, vectors("float", 1024, 1024))
    one("by_warps_in_memory", 1024, vectors("float", 1024, 1024))
    one("four_items", 256, vectors("int", 1024, 1024))
    one("segmented", 1024, lambda n: [*vectors("float", 1024, 1024)(n), ["in", "int", 1024 * n]])


def sorts(table):
    """Many steps for each byte: one size is enough."""
    blocks = CASES["L2"] // 4096

    def one(kernel, block, arguments, **more):
        table.add("sort", "sort", kernel, block, blocks, arguments(blocks), **more)

    pairs = [1, "uint", 1024 * blocks]
    pairs = [[way, *pairs[1:]] for way in ("out", "out", "in", "in")]
    for kind in ("int", "float"):
        one(f"bitonic<{kind}>", 512, vectors(kind, 1024, 1024))
        one(f"bitonic_bounds<{kind}>", 512, vectors(kind, 1024, 1024))
        one(f"bitonic_xor<{kind}>", 1024, vectors(kind, 1024, 1024))
    one("bitonic_any<int>", 1024, vectors("int", 1024, 1024), shared=4096)
    one("bitonic_pairs", 512, lambda _: [*pairs, ["int", 1024], ["int", 1]])
    one("bitonic_pairs_constant", 512, lambda _: pairs)
    one("bitonic_structs", 1024, vectors("uint", 2048, 2048))
    one("odd_even_merge", 512, lambda _: [*pairs, ["int", 1024], ["int", 1]])
    one("odd_even_merge_keys", 512, vectors("float", 1024, 1024))
    one("odd_even_transposition", 128, vectors("int", 256, 256))


def transforms(table):
    def one(kernel, block, n, arguments, **more):
        table.by_blocks("fft", "fft", kernel, block, 8 * n, arguments, tolerance=SINGLE,
                        **more)  # fmt: skip

    def split(n):
        return lambda b: [[way, "float", n * b] for way in ("out", "out", "in", "in")]

    for n in (256, 1024):
        one(f"fft2<{n}>", n // 2, n, vectors("float", 2 * n, 2 * n))
        one(f"fft2_table<{n}>", n // 2, n, vectors("float", 2 * n, 2 * n, ["in", "twiddles", n]))
        one(f"fft2_split<{n}>", n // 2, n, split(n))
    one("fft2_loop<1024>", 256, 1024, vectors("float", 2048, 2048))
    one("fft2_loop<4096>", 1024, 4096, vectors("float", 8192, 8192))
    for n in (256, 1024, 4096):
        one(f"fft4<{n}>", n // 4, n, vectors("float", 2 * n, 2 * n))
        one(f"fft4_split<{n}>", n // 4, n, split(n))
    one("hadamard<1024>", 512, 1024, vectors("float", 1024, 1024))
    one("hadamard<4096>", 256, 4096, vectors("float", 4096, 4096))


def structures(table):
    def one(kernel, floats, arguments, family, **more):
        """arguments is a function of the number of structures."""
        table.by_blocks(family, "aos", kernel, 256, 1024 * floats,
                        lambda blocks: arguments(256 * blocks), **more)  # fmt: skip

    for n in (3, 4, 5, 6, 7, 8, 12, 16):
        for form in ("", "_restrict", "_staged"):
            for way in ("to_soa", "to_aos"):
                family = "structures" + ("" if form != "_staged" else ", staged")
                one(f"{way}{form}<{n}>", n,
                    lambda i, n=n: [["out", "float", n * i], ["in", "float", n * i], ["int", i]],
                    family)  # fmt: skip
    like = "structures in use"
    one("advance", 7, lambda i: [["out", "float", 7 * i], ["in", "float", 7 * i],
                                 ["float", 0.01], ["int", i]], like, tolerance=SINGLE)  # fmt: skip
    one("kinetic", 7, lambda i: [["out", "float", i], ["in", "float", 7 * i], ["int", i]], like,
        tolerance=SINGLE)  # fmt: skip
    one("normalize", 3, lambda i: [["out", "float", 3 * i], ["in", "float", 3 * i], ["int", i]],
        like, tolerance=SINGLE)  # fmt: skip
    one("split_points", 3, lambda i: [*[["out", "float", i]] * 3, ["in", "float", 3 * i],
                                      ["int", i]], like)  # fmt: skip
    one("join_points", 3, lambda i: [["out", "float", 3 * i], *[["in", "float", i]] * 3,
                                     ["int", i]], like)  # fmt: skip
    one("transpose4", 16, lambda i: [["out", "float", 16 * i], ["in", "float", 16 * i],
                                     ["int", i]], like)  # fmt: skip
    one("eight_items", 8, lambda i: [["out", "float", 8 * i], ["in", "float", 8 * i],
                                     ["float", 1.5]], like, tolerance=SINGLE)  # fmt: skip
    for name, size in (("gray", 4), ("gray3", 3)):
        table.by_blocks(like, "aos", name, 256, 256 * size,
                        lambda b, size=size: [["out", "byte", 256 * b],
                                              ["in", "byte", 256 * size * b],
                                              ["int", 256 * b]])  # fmt: skip


def products(table):
    def square(kernel, kind, tile, n, *more, **options):
        matrix = [kind, n * n]
        arguments = [["out", *matrix], ["in", *matrix], ["in", *matrix]]
        table.add("product", "product", kernel, (tile, tile), (-(-n // tile), -(-n // tile)),
                  [*arguments, *(more or (["int", n],))],
                  tolerance=DOUBLE if kind == "double" else SINGLE, **options)  # fmt: skip

    for kind, tile in (("float", 16), ("float", 32), ("double", 16)):
        for form in ("tiled", "tiled_bounds"):
            square(f"{form}<{kind}, {tile}>", kind, tile, 1024)
    for tile in (16, 32):
        square(f"tiled_guarded<{tile}>", "float", tile, 1000, *[["int", 1000]] * 3)
        square(f"tiled_transposed<{tile}>", "float", tile, 1024)
    n = 2048
    for name in ("blocked", "blocked_vector"):
        table.add("product", "product", name, 256, (n // 128, n // 128),
                  [["out", "float", n * n], ["in", "float", n * n], ["in", "float", n * n],
                   *[["int", n]] * 3], tolerance=SINGLE)  # fmt: skip

    def by_vector(name, rows, cols, grid, *more):
        table.add("matrix by vector", "product", name, 256, grid,
                  [["out", "float", rows], ["in", "float", rows * cols], ["in", "float", cols],
                   *more], "DRAM", tolerance=SINGLE)  # fmt: skip

    rows, cols = 132 * 256, 1024
    by_vector("matrix_vector", rows, cols, rows // 256, ["int", cols])
    by_vector("matrix_vector_columns", rows, cols, rows // 256, ["int", rows], ["int", cols])
    by_vector("matrix_vector_rows", 8192, 4096, 8192, ["int", 4096])


def halves(table):
    def one(kernel, n, arguments, rows_of_block=1):
        table.by_blocks("half", "half", kernel, 256, 2 * n * rows_of_block, arguments,
                        tolerance=HALF)  # fmt: skip

    n = 4096
    for block in ("Tree", "Shuffles"):
        for form in ("", "2"):
            one(f"softmax{form}<{block}>", n, vectors("half", n, n, ["int", n]))
            one(f"layer_norm{form}<{block}>", n,
                vectors("half", n, n, ["in", "half", n], ["in", "half", n], ["int", n]))
            one(f"gemv{form}<{block}>", n, vectors("half", n, 1, ["in", "half", n], ["int", n]))
        one(f"rms_norm<{block}>", n, vectors("half", n, n, ["in", "half", n], ["int", n]))
        one(f"rms_norm8<{block}>", 2048, vectors("half", 2048, 2048, ["in", "half", 2048]))
        one(f"softmax8<{block}>", 2048, vectors("half", 2048, 2048))
    one("softmax_cached", n, vectors("half", n, n, ["int", n]))
    one("gemv_warps", n, vectors("half", 8 * n, 8, ["in", "half", n], ["int", n]), 8)


def grids(table):
    def image(family, kernel, block, tile, *more, kind="float", square=False, **options):
        """more is a function of width and height."""
        for case, size in CASES.items():
            side = 1 << (math.floor(math.log2(size / SIZES[kind])) // 2)
            width = side
            height = side if square else size // SIZES[kind] // side
            table.add(family, "grid", kernel, block, (width // tile[0], height // tile[1]),
                      [["out", kind, width * height], ["in", kind, width * height],
                       *(m for f in more for m in f(width, height))], case, **options)  # fmt: skip

    table.by_blocks("stencil", "grid", "stencil_1d", 256, 1024,
                    lambda b: [["out", "float", 256 * b], ["in", "float", 256 * b + 6]])  # fmt: skip
    for x, y in ((16, 16), (32, 8)):
        image("stencil", f"stencil_2d<{x}, {y}>", (x, y), (x, y),
              lambda w, h: [["int", w], ["int", h]], tolerance=SINGLE)  # fmt: skip
    table.add("stencil", "grid", "jacobi", (16, 16), 8192,
              [["out", "float", 256 * 8192], ["in", "float", 256 * 8192], ["int", 16]],
              tolerance=SINGLE)  # fmt: skip
    for kind, size in (("float", "float"), ("unsigned char", "byte"), ("double", "double")):
        image("transpose", f"transpose<{kind}>", (32, 32), (32, 32),
              lambda w, h: [["int", w]], kind=size, square=True)  # fmt: skip
    image("transpose", "transpose_padded<float>", (32, 32), (32, 32), lambda w, h: [["int", w]],
          square=True)  # fmt: skip
    for kind, size in (("float", "float"), ("unsigned short", "short")):
        image("transpose", f"transpose_rows<{kind}>", (32, 8), (32, 32), kind=size, square=True)
    image("transpose", "transpose_rows_padded<float>", (32, 8), (32, 32), square=True)
    taps = ["in", "float", 17]
    image("convolution", "convolve_rows", (16, 4), (128, 4),
          lambda w, h: [taps, ["int", w], ["int", w]], tolerance=SINGLE)  # fmt: skip
    image("convolution", "convolve_columns", (16, 8), (16, 64),
          lambda w, h: [taps, ["int", h], ["int", w]], tolerance=SINGLE)  # fmt: skip
    table.by_blocks("other", "grid", "histogram", 256, 16384,
                    lambda b: [["out", "uint", 256], ["in", "uint", 4096 * b]],
                    accumulates=True)  # fmt: skip
    bodies = 132 * 256
    table.add("other", "grid", "bodies", 256, bodies // 256,
              [["out", "float", 4 * bodies], ["in", "float", 4 * bodies], ["int", bodies]],
              tolerance=1e-4)  # fmt: skip
    table.by_blocks("other", "grid", "compact", 1024, 4096,
                    lambda b: [["out", "float", 1024 * b], ["out", "int", b],
                               ["in", "float", 1024 * b]], gaps=True)  # fmt: skip
    table.by_blocks("other", "grid", "columns", 256, 4096, vectors("float", 1024, 1024))
    table.by_blocks("other", "grid", "reverse", 1024, 4096, vectors("int", 1024, 1024))


def all_launches():
    table = Table()
    for family in (reductions, scans, sorts, transforms, structures, products, halves, grids):
        family(table)
    return table.launches
