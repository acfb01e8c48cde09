#!/usr/bin/env python3
"""Figure 4 of the paper on linear layouts again: products of mxfp4 by f16, bf16 and
two types of float8, over shapes.

    bench/paper/figure4.py build [--out build-figure4]
    python3 build-figure4/run.py build-figure4 --results FILE     on a GPU
    bench/paper/figure4.py table FILE [--chart FILE]

`build` compiles mxfp4/mxfp4_gemm.cu for sm_90 in every way that is compared, and
copies what a machine with a GPU, PyTorch and Triton needs into the folder. Needs
LLVM 22, CUDA and the plugin. The paper's speed-up is that of Triton with linear
layouts over Triton before; here it is that of the plugin over conversions of wide
elements through shared memory, one by one, by the better of clang and nvcc.

Part of the f2layout project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "gpu"))

import build as gpu_build  # noqa: E402

FOLDER = HERE / "mxfp4"
SOURCE = FOLDER / "mxfp4_gemm.cu"
INCLUDE = ["-I", gpu_build.ROOT / "plugin/include"]
#: Variant -> the compiler, and whether elements are widened before they move.
VARIANTS = {
    "f2layout": ("plugin", False),
    "f2layout, wide": ("plugin", True),
    "narrow, clang": ("clang", False),
    "narrow, nvcc": ("nvcc", False),
    "generic, clang": ("clang", True),
    "generic, nvcc": ("nvcc", True),
}
GENERIC = ("generic, clang", "generic, nvcc")
SUBJECT = "f2layout"
PAPER = 1.87
#: GPU -> floating-point operations and bytes of memory per second, of its data sheet.
PEAKS = {"H100": (989.4e12, 3.35e12), "H200": (989.4e12, 4.8e12)}


def build(options):
    options.out.mkdir(parents=True, exist_ok=True)
    cubins = {}
    for variant, (compiler, is_wide) in VARIANTS.items():
        name = variant.replace(", ", "-")
        ptx, cubin = options.out / f"{name}.ptx", options.out / f"{name}.cubin"
        more = [*INCLUDE, *(["-DWIDE"] if is_wide else [])]
        if compiler == "nvcc":
            gpu_build.require(*gpu_build.nvcc_command(options.cuda, SOURCE, cubin, *more))
        else:
            if compiler == "plugin":
                more.append(f"-fpass-plugin={options.plugin}")
            tools = options.clang, options.cuda
            gpu_build.require(*gpu_build.clang_command(*tools, SOURCE, ptx, *more))
            gpu_build.require(*gpu_build.ptxas_command(options.cuda, ptx, cubin))
        cubins[variant] = cubin.name
    (options.out / "variants.json").write_text(json.dumps(cubins, indent=1) + "\n")
    for name in ("run.py", "triton_mxfp4.py"):
        shutil.copy(FOLDER / name, options.out)


def main():
    parser = gpu_build.named_tools_parser(__doc__.split("\n")[0], "build-figure4")
    parser.add_argument("action", choices=["build", "table"])
    options = parser.parse_args()
    build(options)


if __name__ == "__main__":
    main()
