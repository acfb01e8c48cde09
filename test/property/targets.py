"""What the random tests of this folder know of the two targets, as text of LLVM IR,
and which processors there are.

The keys are "nvptx" and "amdgcn". ir_module writes a module; its kernels have calls
of TID and the lines of BARRIER, which are not indented and need BLOCK_DECLARATIONS.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import functools
import subprocess

#: Processors of these tests that an older version of LLVM does not have.
UNKNOWN = {19: ("sm_100", "sm_100a", "gfx950")}


@functools.cache
def llvm_major():
    """The version of LLVM whose folder --llvm names; None if nothing names one."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--llvm")
    llvm = parser.parse_known_args()[0].llvm
    if llvm is None:
        return None
    text = subprocess.run([f"{llvm}/opt", "--version"], capture_output=True, text=True, check=True).stdout
    return int(text.split("LLVM version ")[1].split(".")[0])


def known(cpus):
    """Those of a list or table of processors that this LLVM has."""
    lacking = UNKNOWN.get(llvm_major(), ())
    if isinstance(cpus, dict):
        return {cpu: what for cpu, what in cpus.items() if cpu not in lacking}
    return [cpu for cpu in cpus if cpu not in lacking]


def matrix_stores():
    """Whether this LLVM has an intrinsic for stmatrix."""
    return llvm_major() != 19


#: The data layout of LLVM.
LAYOUT = {
    "nvptx": "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64",
    "amdgcn": "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-"
    "p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-"
    "v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-"
    "v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9",
}
TRIPLE = {"nvptx": "nvptx64-nvidia-cuda", "amdgcn": "amdgcn-amd-amdhsa"}

#: The thread's index, less its dimension.
TID = {
    "nvptx": "@llvm.nvvm.read.ptx.sreg.tid",
    "amdgcn": "@llvm.amdgcn.workitem.id",
}
#: The calling convention of a kernel.
KERNEL = {"nvptx": "ptx_kernel", "amdgcn": "amdgpu_kernel"}
#: A barrier of the block.
BARRIER = {
    "nvptx": ["call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)"],
    "amdgcn": [
        'fence syncscope("workgroup") release',
        "call void @llvm.amdgcn.s.barrier()",
        'fence syncscope("workgroup") acquire',
    ],
}
#: What TID and BARRIER call.
BLOCK_DECLARATIONS = {
    "nvptx": [
        "i32 @llvm.nvvm.read.ptx.sreg.tid.x()",
        "i32 @llvm.nvvm.read.ptx.sreg.tid.y()",
        "void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)",
    ],
    "amdgcn": [
        "i32 @llvm.amdgcn.workitem.id.x()",
        "i32 @llvm.amdgcn.workitem.id.y()",
        "void @llvm.amdgcn.s.barrier()",
    ],
}


def ir_module(target, declared, *parts):
    """A module: the functions that it calls, and the texts of all else, in order."""
    return "\n".join(
        [
            f'target datalayout = "{LAYOUT[target]}"',
            f'target triple = "{TRIPLE[target]}"',
            *(f"declare {function}" for function in declared),
            *parts,
            "",
        ]
    )


def thread_number(target, width):
    """The lines that begin a kernel whose blocks have rows of width threads: %x, %y,
    and the thread's number %t."""
    return [
        f"  %x = call i32 {TID[target]}.x()",
        f"  %y = call i32 {TID[target]}.y()",
        f"  %r = mul i32 %y, {width}",
        "  %t = add i32 %r, %x",
    ]
