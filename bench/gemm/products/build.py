#!/usr/bin/env python3
"""Compiles the ten products in every way that run.py compares.

    bench/gemm/products/build.py [--out build-products] [--plugin build/lib/F2Layout.so]

By clang and nvcc as they are, and by clang with the plugin, for sm_90. Needs no
GPU. The folder is complete: copy it to the machine with the GPU and call run.py.

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
from products import PRODUCTS  # noqa: E402


def main():
    parser = gpu_build.named_tools_parser(__doc__.split("\n")[0], "build-products")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)

    def by_clang(product, variant, *extra):
        ptx, cubin = (options.out / f"{product.name}.{variant}.{kind}" for kind in ("ptx", "cubin"))
        source = HERE / f"{product.name}.cu"
        require(*gpu_build.clang_command(options.clang, options.cuda, source, ptx, *extra))
        require(*gpu_build.ptxas_command(options.cuda, ptx, cubin))

    for product in PRODUCTS:
        by_clang(product, "clang")
        promises = [
            word
            for option in product.options
            for word in ("-Xclang", "-mllvm", "-Xclang", f"-f2layout-{option}")
        ]
        by_clang(product, "plugin", f"-fpass-plugin={options.plugin}", *promises)
        cubin = options.out / f"{product.name}.nvcc.cubin"
        source = HERE / f"{product.name}.cu"
        require(*gpu_build.nvcc_command(options.cuda, source, cubin))
    for name in ("run.py", "products.py"):
        shutil.copy(HERE / name, options.out)


if __name__ == "__main__":
    main()
