"""The kernels of the figures with their inputs, and a small launch of each for f2sim.

A launch is a row of bench/idioms/kernels.py's, with the kernel of the figure as its
family and the input as its case. Kernels of TritonBench that the paper's figures 7 to
9 name, and others of it.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from kernels import HALF, SINGLE, Table

#: Elements of a block's tile of a product, and of the other kernels' sizes.
TILES = {"gemm": (128, 128), "mixed_gemm": (64, 64), "persistent_gemm": (128, 128)}
#: Threads of a block, of each source.
BLOCKS = {"gemm": 256, "mixed_gemm": 128, "persistent_gemm": 256, "attention": 128,
          "rows": 256, "gathered": 256}  # fmt: skip
QUERIES, DIM = 64, 64
#: Blocks of the stream-k product: two on each multiprocessor of a Hopper GPU.
STREAMS = 264
SQUARES = [(1024, 1024, 1024), (2048, 2048, 2048), (4096, 4096, 4096), (512, 4096, 4096)]
ROWS = [(4096, n) for n in (512, 1024, 2048, 4096, 8192)]


class Launches(Table):
    def one(self, family, source, kernel, grid, arguments, case, **more):
        self.add(family, source, kernel, BLOCKS[source], grid, arguments, case, **more)

    def products(self, family, source, a, b, out, *, kernel=None, bytes_of_b=1, shapes=SQUARES):
        """bytes_of_b is how many elements of B's type K x N of its elements take."""
        rows, columns = TILES[source]
        for m, n, k in shapes:
            biases = [["in", "half", n]] if family == "addmm" else []
            arguments = [["out", out, m * n], ["in", a, m * k],
                         ["in", b, int(k * n * bytes_of_b)], *biases,
                         ["int", n], ["int", k]]  # fmt: skip
            case = f"{m}x{n}x{k}" + (kernel or "").removeprefix(family).replace("_", " ")
            self.one(family, source, kernel or family, (n // columns, m // rows), arguments, case,
                     tolerance=HALF if out == "half" else 1e-4)  # fmt: skip

    def streams(self):
        rows, columns = TILES["persistent_gemm"]
        for m, n, k in ((1024, 1024, 4096), (1536, 1536, 4096), (2048, 2048, 2048),
                        (4096, 4096, 4096)):  # fmt: skip
            self.one("streamk_gemm", "persistent_gemm", "streamk_gemm", STREAMS,
                     [["out", "float", m * n], ["out", "float", 2 * STREAMS * rows * columns],
                      ["in", "half", m * k], ["in", "half", k * n],
                      ["int", m], ["int", n], ["int", k]],
                     f"{m}x{n}x{k}", tolerance=1e-4, gaps=True)  # fmt: skip

    def groups(self):
        rows, columns = TILES["persistent_gemm"]
        for groups, m, n, k in ((4, 2048, 1024, 1024), (8, 4096, 2048, 1024),
                                (16, 8192, 1024, 2048), (8, 8192, 2048, 2048)):  # fmt: skip
            self.one("grouped_gemm", "persistent_gemm", "grouped_gemm",
                     (n // columns, m // rows + groups),
                     [["out", "float", m * n], ["in", "half", m * k],
                      ["in", "half", groups * k * n], ["in", "int", groups + 1, ["rising", m]],
                      ["int", groups], ["int", n], ["int", k]],
                     f"{groups} of {m}x{n}x{k}", tolerance=1e-4)  # fmt: skip

    def attentions(self, kernel):
        for heads, length in ((64, 512), (32, 1024), (32, 2048), (16, 4096)):
            size = heads * length * DIM
            self.one(kernel, "attention", kernel, (length // QUERIES, heads),
                     [["out", "half", size], *[["in", "half", size]] * 3,
                      ["int", length], ["float", 4.0]],
                     f"{heads} heads of {length}", tolerance=HALF)  # fmt: skip

    def rows(self, kernel, arguments, shapes=ROWS, tolerance=SINGLE):
        """arguments is a function of the number of rows and of elements of one."""
        for rows, n in shapes:
            self.one(kernel, "rows", kernel, rows, [*arguments(rows, n)], f"{rows}x{n}",
                     tolerance=tolerance)  # fmt: skip

    def jagged(self):
        for parts, total, columns in ((256, 16384, 128), (1024, 65536, 64), (512, 131072, 128),
                                      (1024, 262144, 256)):  # fmt: skip
            self.one("jagged_mean", "gathered", "jagged_mean", (parts, columns // 32),
                     [["out", "float", parts * columns], ["in", "float", total * columns],
                      ["in", "int", parts + 1, ["rising", total]],
                      ["int", 1], ["int", columns]],
                     f"{parts} of {total}x{columns}", tolerance=SINGLE)  # fmt: skip

    def gathered_vectors(self):
        for n in (1024, 2048, 4096):
            self.one("gather_gemv", "gathered", "gather_gemv", (n, 2),
                     [["out", "float", 2 * n], ["in", "half", 8 * n * n], ["in", "half", n],
                      ["in", "int", 2, ["below", 8]], ["int", n]],
                     f"2 of 8x{n}x{n}", tolerance=SINGLE)  # fmt: skip


def all_launches():
    table = Launches()
    table.products("gemm", "gemm", "half", "half", "half")
    table.products("addmm", "gemm", "half", "half", "half")
    for form in ("nn", "nt"):
        table.products("ops_gemm", "gemm", "half", "half", "float", kernel=f"ops_gemm_{form}")
    few = [(64, 8192, 8192), (512, 4096, 4096), (2048, 2048, 2048), (4096, 4096, 4096)]
    table.products("int4_gemm", "mixed_gemm", "half", "byte", "float", bytes_of_b=0.5, shapes=few)
    table.products("bf16xint16_gemm", "mixed_gemm", "bfloat", "short", "float", shapes=few)
    table.products("fp8_gemm", "mixed_gemm", "float8", "float8", "float", shapes=few)
    table.streams()
    table.groups()
    table.attentions("flash_attention")
    table.attentions("template_attention")
    table.rows("softmax", lambda m, n: [["out", "float", m * n], ["in", "float", m * n],
                                        ["int", n]])  # fmt: skip
    table.rows("layer_norm", lambda m, n: [["out", "half", m * n], ["in", "half", m * n],
                                           *[["in", "half", n]] * 2, ["int", n],
                                           ["float", 1e-5]], tolerance=HALF)  # fmt: skip
    table.rows("rms_norm", lambda m, n: [["out", "half", m * n], ["in", "half", m * n],
                                         ["in", "half", n], ["int", n], ["float", 1e-5]],
               tolerance=HALF)  # fmt: skip
    table.rows("cross_entropy", lambda m, n: [["out", "float", m], ["in", "float", m * n],
                                              ["in", "int", m, ["below", n]], ["int", n]],
               [(4096, 1024), (4096, 4096), (4096, 8192), (2048, 32768)])  # fmt: skip
    table.rows("kl_div", lambda m, n: [["out", "float", m], *[["in", "float", m * n]] * 2,
                                       ["int", n]])  # fmt: skip
    table.rows("welford", lambda m, n: [*[["out", "float", m]] * 2, ["in", "float", m * n],
                                        ["int", n]])  # fmt: skip
    table.jagged()
    table.gathered_vectors()
    return table.launches


#: Kernel -> a launch that f2sim runs: its grid, and further options.
PROOFS = {
    "gemm": ("2,1", "--arg 3=256 --arg 4=96"),
    "addmm": ("2,1", "--arg 4=256 --arg 5=96"),
    "ops_gemm_nn": ("2,1", "--arg 3=256 --arg 4=128"),
    "ops_gemm_nt": ("2,1", "--arg 3=256 --arg 4=128"),
    "int4_gemm": ("2,2", "--arg 3=128 --arg 4=128"),
    "bf16xint16_gemm": ("2,2", "--arg 3=128 --arg 4=128"),
    "fp8_gemm": ("2,2", "--arg 3=128 --arg 4=128 --fill 1=iota8:64 --fill 2=iota8:61"),
    "streamk_gemm": ("3", "--arg 4=128 --arg 5=256 --arg 6=160"),
    "grouped_gemm": ("1,3", "--arg 4=3 --arg 5=128 --arg 6=128 --fill 3=iota32"),
    "flash_attention": ("2,2", "--arg 4=128 --arg 5=0.5"),
    "template_attention": ("1,2", "--arg 4=64 --arg 5=0.5"),
    "softmax": ("2", "--arg 2=513,1000"),
    "layer_norm": ("2", "--arg 4=513,1000"),
    "rms_norm": ("2", "--arg 3=513,1000"),
    "cross_entropy": ("2", "--arg 3=513,1000 --fill 2=iota32"),
    "kl_div": ("2", "--arg 3=513,1000"),
    "welford": ("2", "--arg 3=100,1000"),
    "jagged_mean": ("3,2", "--arg 3=29 --arg 4=64 --fill 2=iota32"),
    "gather_gemv": ("3,2", "--arg 4=512 --fill 3=iota32"),
}
