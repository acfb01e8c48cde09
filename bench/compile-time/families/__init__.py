"""The families of synthetic kernels: each is one way in which real code grows.

Code grows by what unrolling, inlining, macros and generators leave behind. A family
is a function that appends kernels to a module until it has n accesses of shared
memory, or a few more, because the last step is complete (`barriers`: n barriers):

    @family("gfx942")                     has the form gfx942 besides sm_90
    def reuse(m, n):
        "One array, ..."                  what kernels.py --list prints
        k = m.kernel()
        while m.accesses < n:
            ...

The kernels have no data race (barriers are where they must be), and every access
lies inside its array, for the block that the family has.

family.py has the decorator, exchange.py the exchange that many families repeat, and
../ir the classes of m and k. A new family is listed below, and in the table of
../README.md.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from . import addresses, algorithms, barriers, branches, multiple, straight_line

#: {name: family}, in the order of the benchmark's table.
FAMILIES = {
    family.name: family
    for family in (
        straight_line.exchanges,
        straight_line.registers,
        straight_line.arrays,
        barriers.reuse,
        algorithms.stencil,
        algorithms.reduction,
        algorithms.matmul,
        algorithms.bitonic,
        branches.diamonds,
        branches.loops,
        branches.nest,
        barriers.barriers,
        algorithms.histogram,
        addresses.selects,
        multiple.shared_kernels,
        multiple.own_kernels,
        addresses.unknown,
        barriers.warps,
        algorithms.asynchronous,
        straight_line.dynamic,
        straight_line.vectors,
    )
}
