"""A module of LLVM IR: shared arrays, kernels, declarations and attributes.

All kernels of one block (threads along x, threads along y) share a group of
attributes and a node of metadata with the block. Their number is that of the last
such kernel:

    define amdgpu_kernel void @kernel0(...) #1 !reqd_work_group_size !1
    define amdgpu_kernel void @kernel1(...) #1 !reqd_work_group_size !1
    attributes #1 = { convergent nounwind ... }
    !1 = !{i32 128, i32 1, i32 1}

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from .kernel import Kernel


class Module:
    """Arrays and kernels, and how many accesses of shared memory they have."""

    def __init__(self, form):
        self.form = form
        self.globals = []
        self.kernels = []
        self.declared = {}
        self.accesses = 0

    def array(self, kind, count, align=16):
        """The name of a new array of `count` elements, aligned to so many bytes."""
        name = f"@tile{len(self.globals)}"
        self.globals.append(
            f"{name} = internal addrspace(3) global [{count} x {kind}] undef, "
            f"align {align}"
        )
        return name

    def dynamic(self):
        """The name of the dynamic shared memory, whose size the launch gives."""
        self.globals.append(
            "@dynamic = external addrspace(3) global [0 x i8], align 16"
        )
        return "@dynamic"

    def kernel(self, block=(128, 1)):
        """A new kernel; the block has so many threads along x and y."""
        kernel = Kernel(self, f"kernel{len(self.kernels)}", block)
        self.kernels.append(kernel)
        return kernel

    def declare(self, name, text):
        self.declared[name] = text

    def text(self):
        blocks = {k.block: i for i, k in enumerate(self.kernels)}
        parts = [
            f'target datalayout = "{self.form.layout}"\n'
            f'target triple = "{self.form.triple}"\n',
            "\n".join(self.globals) + "\n",
            *(k.text(blocks[k.block]) for k in self.kernels),
            "\n".join(f"declare {text}" for text in self.declared.values()) + "\n",
            *(f"{self.attributes(b, i)}\n" for b, i in blocks.items()),
        ]
        return "\n".join(parts)

    def attributes(self, block, number):
        words = [f'"target-cpu"="{self.form.cpu}"']
        threads = block[0] * block[1]
        if self.form.nvidia:
            if self.form.stated:
                words.append(f'"nvvm.reqntid"="{block[0]},{block[1]},1"')
        elif self.form.stated:
            words.append(f'"amdgpu-flat-work-group-size"="{threads},{threads}"')
            words.append('"uniform-work-group-size"="true"')
        else:
            words.append('"amdgpu-flat-work-group-size"="1,1024"')
        listed = " ".join(["convergent", "nounwind", *words])
        sizes = f"i32 {block[0]}, i32 {block[1]}, i32 1"
        return f"attributes #{number} = {{ {listed} }}\n!{number} = !{{{sizes}}}"
