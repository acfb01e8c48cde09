"""What is measured: kernels of examples/tensors, their shapes and tiles. A first,
longer list was shortened to five shapes each to save time, after six of the kernels
had been profiled at one shape, and before any was compared with Triton.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dataclasses

#: Parts of a sum over rows, and the columns that a block adds up.
PARTS, SUMMED = 256, 32


@dataclasses.dataclass(frozen=True)
class Case:
    kernel: str
    #: Rows, columns, depth; of attention: rows of a head, heads, depth.
    sizes: tuple
    #: Of a block: rows, columns, depth.
    tile: tuple
    #: What the threads of a block may be; the fastest counts, for everyone.
    threads: tuple

    @property
    def name(self):
        return f"{self.kernel}_{'x'.join(map(str, self.sizes))}"

    def grid(self):
        rows, columns, _ = self.sizes
        if self.kernel in ("product", "mixed_product"):
            return rows // self.tile[0] * (columns // self.tile[1]), 1
        if self.kernel == "attention":
            return rows // self.tile[0], columns
        if self.kernel == "layer_norm_backward":
            return PARTS, 1
        if self.kernel == "layer_norm_sum":
            return -(-columns // SUMMED), 1
        return rows // self.tile[0], 1

    def specification(self, threads):
        """For f2layout-tensors."""
        sizes, tile = ("x".join(map(str, n)) for n in (self.sizes, self.tile))
        return f"{self.kernel}:{sizes}@{tile}/{threads}"


def cases():
    for columns in (781, 1024, 2048, 4096, 8192):
        yield Case("softmax", (4096, columns, 1), (1, 1, 1), (256,))
    for columns in (1024, 1536, 2048, 4096, 8192):
        threads = 128 if columns <= 1024 else 256
        yield Case("layer_norm", (4096, columns, 1), (1, 1, 1), (threads,))
    for columns in (1024, 1536, 2048, 4096, 8192):
        threads = 128 if columns <= 1024 else 256
        yield Case("layer_norm_backward", (4096, columns, 1), (PARTS, 1, 1), (threads,))
        yield Case("layer_norm_sum", (4096, columns, 1), (PARTS, SUMMED, 1), (256,))
    for rows, columns in ((16, 128), (16, 256), (16, 512), (8, 1024), (2, 4096)):
        total = (1 << 24) // columns
        yield Case("gather_rows", (total, columns, 1), (rows, 1, 1), (256,))
    for rows, columns in ((16, 256), (8, 512), (4, 1024), (2, 4096), (1, 8192)):
        total = (1 << 24) // columns
        yield Case("cumulative_sum", (total, columns, 1), (rows, 1, 1), (256,))
    shapes = [
        (1024, 1024, 1024), (2048, 2048, 2048), (4096, 4096, 4096), (8192, 8192, 8192),
        (4096, 1024, 8192),
    ]  # fmt: skip
    for shape in shapes:
        yield Case("product", shape, (128, 128, 32), (128, 256))
    for shape in shapes:
        yield Case("mixed_product", shape, (128, 128, 64), (128, 256))
    for rows, heads, depth in (
        (1024, 128, 64), (2048, 64, 64), (4096, 48, 64), (2048, 64, 128), (4096, 32, 128),
    ):  # fmt: skip
        yield Case("attention", (rows, heads, depth), (128, 64, 1), (128, 256))
