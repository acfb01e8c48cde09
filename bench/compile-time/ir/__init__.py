"""Writes a module of LLVM IR with kernels, for NVPTX or AMDGPU.

    m = Module(FORMS["sm_90"])              module.py: arrays, attributes
    k = m.kernel(block=(128, 1))            kernel.py: threads, memory, barriers
    tile = m.array("i32", 128)
    k.store("i32", k.input(), k.at(tile, "i32", k.t))
    k.barrier()
    other = k.op("xor", k.t, 5)             body.py: integers, control flow
    k.output(k.load("i32", k.at(tile, "i32", other)))
    print(m.text())

forms.py has the targets. The code is as clang -O3 leaves it: what a dominating
block has computed is not computed again, rows are constant offsets, and NVPTX
reaches shared memory by a cast of the array's name.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
