"""All kernels. Called by itself, it writes them for a GPU: cases.py MODULE.ll NAMES.txt

Part of the f2layout project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import sys
import zlib
from pathlib import Path

import arithmetic
import matrices
import warps
from kernel import Kernel, module


def kernels():
    made = []
    for name, body in {**warps.CASES, **matrices.CASES, **arithmetic.CASES}.items():
        name = name.replace(".", "_")
        kernel = Kernel(name, zlib.crc32(name.encode()))
        body(kernel)
        made.append(kernel)
    return made


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(module(kernels()))
    Path(sys.argv[2]).write_text("".join(f"{k.name} {k.results}\n" for k in kernels()))
