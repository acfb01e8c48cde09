"""The parts of tensor_kernels.py, which writes random kernels on tensors.

    text.py          names, types, layouts and functions in text
    builder.py       one operation: its line, its function
    leaves.py        tensors from memory, staged or not, or from nothing; stores
    operations.py    maps, shapes, lines, gathers and products of what is there

A file uses those before it.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
