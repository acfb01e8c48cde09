"""The parts of exchange_ir.py, which writes a kernel that exchanges values.

    description.py    what describes a kernel, and sizes that follow from it
    function.py       lines of IR, operations on i32
    maps.py           bijections, folds and memory maps of an index
    places.py         threads, and where a value is in global and shared memory
    sides.py          the store side and the load side of a stage

A file uses those before it.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
