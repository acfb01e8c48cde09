"""The forms of a kernel: the processor, and whether the kernel states its block.

A kernel that does not state its block has no `nvvm.reqntid`, so that the plugin
guesses the shape. `wave` is the number of lanes of a warp.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dataclasses

NVPTX_LAYOUT = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
AMDGPU_LAYOUT = (
    "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-"
    "p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-"
    "v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-"
    "S32-A5-G1-ni:7:8:9"
)


@dataclasses.dataclass(frozen=True)
class Form:
    """The target, its lanes of a warp, and whether kernels state their block."""

    name: str
    cpu: str
    wave: int
    stated: bool

    @property
    def nvidia(self):
        return self.cpu.startswith("sm_")

    @property
    def layout(self):
        """The data layout of LLVM."""
        return NVPTX_LAYOUT if self.nvidia else AMDGPU_LAYOUT

    @property
    def triple(self):
        return "nvptx64-nvidia-cuda" if self.nvidia else "amdgcn-amd-amdhsa"


FORMS = {
    form.name: form
    for form in (
        Form("sm_90", "sm_90", 32, True),
        Form("sm_90-guessed", "sm_90", 32, False),
        Form("gfx942", "gfx942", 64, True),
    )
}
DEFAULT = "sm_90"
