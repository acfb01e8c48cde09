#!/usr/bin/env python3
"""Compiles gemm.cu in every way that run.py compares.

    bench/gemm/build.py [--out build-gemm] [--plugin build/lib/F2Layout.so]

By clang and nvcc as it is, and by clang with the plugin, for sm_90. Needs no GPU.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "gpu"))

import build as gpu_build  # noqa: E402
from build import require  # noqa: E402

SOURCE = HERE / "gemm.cu"


def main():
    parser = gpu_build.named_tools_parser(__doc__.split("\n")[0], "build-gemm")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)

    def by_clang(name, *extra):
        ptx, cubin = options.out / f"{name}.ptx", options.out / f"{name}.cubin"
        tools = options.clang, options.cuda
        require(*gpu_build.clang_command(*tools, SOURCE, ptx, *extra))
        require(*gpu_build.ptxas_command(options.cuda, ptx, cubin))
        return cubin.name

    def by_nvcc(name):
        cubin = options.out / f"{name}.cubin"
        require(*gpu_build.nvcc_command(options.cuda, SOURCE, cubin))
        return cubin.name

    plain, nvcc = by_clang("clang"), by_nvcc("nvcc")
    plugin = by_clang("plugin", f"-fpass-plugin={options.plugin}")
    ways = {
        "generic, clang": (plain, "gemm_generic"),
        "generic, nvcc": (nvcc, "gemm_generic"),
        "generic, plugin": (plugin, "gemm_generic"),
        "by hand, clang": (plain, "gemm_by_hand"),
        "by hand, nvcc": (nvcc, "gemm_by_hand"),
        "by hand, plugin": (plugin, "gemm_by_hand"),
    }
    (options.out / "ways.json").write_text(json.dumps(ways, indent=1) + "\n")
    shutil.copy(HERE / "run.py", options.out)


if __name__ == "__main__":
    main()
