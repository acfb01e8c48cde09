"""The parts of programs.py, which writes whole kernels as people write them.

    front_end.py    what a module includes, and the clang command
    kernel.py       what all parts of a kernel know: its block, its tile, its lines
    fills.py        from global memory to the tile
    loops.py        trees, scans, sorting networks and transforms in the tile
    updates.py      other steps in the tile: in place, in warps, under conditions
    reads.py        from the tile to global memory
    program.py      a kernel of such parts, early exits, and how to launch it

A file uses those before it.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
