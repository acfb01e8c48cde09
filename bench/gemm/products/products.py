"""The products of this folder: what run.py launches, and how build.py compiles.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dataclasses


@dataclasses.dataclass
class Product:
    name: str  # Of the source, and of its kernel; NAME_by_hand is the other.
    tile: tuple  # Of C, rows and columns.
    block: tuple
    type: str = "half"
    dynamic: int = 0  # Bytes of shared memory at the launch.
    b_by_columns: bool = False  # B is column-major.
    a_by_columns: bool = False  # A is column-major, and M is an argument.
    options: tuple = ()  # Of the plugin: what its remarks ask for.


PRODUCTS = [
    Product("gathered", (64, 128), (128,)),
    Product("pairs", (64, 64), (128,), "bf16", options=("block=128",)),
    Product("stages", (128, 64), (256,)),
    Product("dynamic", (128, 256), (256,), dynamic=(128 + 256) * 32 * 2),
    Product("small", (32, 64), (64,)),
    Product("bytes", (64, 64), (128,), "int8", b_by_columns=True),
    Product("words", (128, 64), (256,), "tf32"),
    Product("transposed", (64, 128), (128,), a_by_columns=True, options=("block=128",)),
    Product("rows", (64, 128), (32, 4), "bf16", options=("block=32x4",)),
    Product("uneven", (64, 96), (192,)),
]
