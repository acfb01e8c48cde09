#!/usr/bin/env python3
"""Compiles tiles.cu in every way that run.py compares.

    bench/tiles/build.py [--out build-tiles] [--plugin build/lib/F2Layout.so]

For sm_90, unchanged by clang and nvcc, and by clang with the plugin, which is told
the block's shape: with exchanges (`plugin`: it replaces the exchange) and without
(`swizzle`: the same accesses, at other places). The plugin's remarks go to
remarks.txt, and the shared memory that ptxas reports for each kernel to ways.json.
Needs no GPU.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import pathlib
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "gpu"))

import build as gpu_build  # noqa: E402
from build import require  # noqa: E402

SOURCE = HERE / "tiles.cu"
USAGE = re.compile(r"Compiling entry function '(\w+)'.*?Used (\d+) registers(.*?)\n", re.S)


class Builder:
    def __init__(self, options):
        self.options, self.used = options, {}

    def note(self, name, said):
        """Notes registers and bytes of shared memory of every kernel."""
        self.used[name] = {
            kernel: (int(registers), int((re.findall(r"(\d+) bytes smem", rest) or [0])[0]))
            for kernel, registers, rest in USAGE.findall(said)
        }

    def by_clang(self, name, *extra):
        ptx, cubin = (self.options.out / f"{name}.{kind}" for kind in ("ptx", "cubin"))
        clang, cuda = self.options.clang, self.options.cuda
        remarks = require(*gpu_build.clang_command(clang, cuda, SOURCE, ptx, *extra))
        self.note(name, require(*gpu_build.ptxas_command(cuda, ptx, cubin, "-v")))
        ptx.unlink()
        return remarks

    def by_nvcc(self, name):
        cubin = self.options.out / f"{name}.cubin"
        command = gpu_build.nvcc_command(
            self.options.cuda, SOURCE, cubin, "-Xptxas", "-v"
        )
        self.note(name, require(*command))


def main():
    parser = gpu_build.named_tools_parser(__doc__.split("\n")[0], "build-tiles")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    builder = Builder(options)
    builder.by_clang("clang")
    builder.by_nvcc("nvcc")
    remarks = ""
    for name, *more in (("plugin",), ("swizzle", "no-shared", "no-shuffle")):
        asked = ["-f2layout-block=32x8", *(f"-f2layout-{option}" for option in more)]
        remarks += builder.by_clang(
            name, f"-fpass-plugin={options.plugin}", "-gline-tables-only",
            "-Rpass=f2layout", "-Rpass-missed=f2layout-readdress",
            *(part for option in asked for part in ("-Xclang", "-mllvm", "-Xclang", option)),
        )  # fmt: skip
    (options.out / "remarks.txt").write_text(remarks)
    ways = []
    for bits in (8, 16, 32):
        for tile, compilers in (("plain", ("clang", "plugin", "swizzle")),
                                ("padded", ("clang", "nvcc", "plugin", "swizzle")),
                                ("by_hand", ("clang", "nvcc"))):  # fmt: skip
            for compiler in compilers:
                name = f"{bits}_{tile}"
                registers, shared = builder.used[compiler][f"transpose_{name}"]
                ways.append({"bits": bits, "tile": tile, "compiler": compiler,
                             "registers": registers, "shared": shared})  # fmt: skip
    (options.out / "ways.json").write_text(json.dumps(ways, indent=1) + "\n")
    shutil.copy(HERE / "run.py", options.out)


if __name__ == "__main__":
    main()
