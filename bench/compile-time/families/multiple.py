"""Families of many kernels with 16 accesses each, as templates leave them.

All use one array in shared memory, or each has its own.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from .exchange import exchange
from .family import family


@family()
def shared_kernels(m, n):
    """Kernels that use one array, 16 accesses each."""
    array = m.array("i32", 512)
    i = 0
    while m.accesses < n:
        k = m.kernel()
        exchange(k, array, i)
        k.barrier()
        exchange(k, array, i + 1)
        i += 1


@family("gfx942")
def own_kernels(m, n):
    """Kernels that have an array each, 16 accesses each."""
    i = 0
    while m.accesses < n:
        k = m.kernel()
        array = m.array("i32", 512)
        exchange(k, array, i)
        k.barrier()
        exchange(k, array, i + 1)
        i += 1
