#!/usr/bin/env python3
"""Compiles the forms of the textbook's product by clang and by nvcc.

    bench/gemm/textbook/build.py [--out build-textbook]

Needs no GPU. Copy the folder to the machine with the GPU and call run.py.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "gpu"))

import build as gpu_build  # noqa: E402
from build import require  # noqa: E402


def main():
    parser = gpu_build.named_tools_parser(__doc__.split("\n")[0], "build-textbook")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    source, ptx = HERE / "forms.cu", options.out / "forms.ptx"
    require(*gpu_build.clang_command(options.clang, options.cuda, source, ptx))
    require(*gpu_build.ptxas_command(options.cuda, ptx, options.out / "clang.cubin"))
    require(*gpu_build.nvcc_command(options.cuda, source, options.out / "nvcc.cubin"))
    shutil.copy(HERE / "run.py", options.out)


if __name__ == "__main__":
    main()
