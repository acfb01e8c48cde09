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

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "gpu"))

import build as gpu_build  # noqa: E402

ARCH = gpu_build.ARCH
SOURCE = HERE / "tiles.cu"
USAGE = re.compile(r"Compiling entry function '(\w+)'.*?Used (\d+) registers(.*?)\n", re.S)


def require(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"failed: {' '.join(map(str, command))}\n{done.stderr[:3000]}")
    return done.stdout + done.stderr


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
        remarks = require(
            self.options.clang, "-x", "cuda", SOURCE, f"--cuda-path={self.options.cuda}",
            f"--cuda-gpu-arch={ARCH}", "--cuda-device-only", "-O3", "-std=c++17",
            "-Wno-unknown-cuda-version", "-I", self.options.cuda / "include/cccl",
            "-S", "-o", ptx, *extra,
        )  # fmt: skip
        self.note(name, require(self.options.cuda / "bin/ptxas", f"-arch={ARCH}", "-O3",
                                "-v", ptx, "-o", cubin))  # fmt: skip
        ptx.unlink()
        return remarks

    def by_nvcc(self, name):
        cubin = self.options.out / f"{name}.cubin"
        self.note(name, require(
            self.options.cuda / "bin/nvcc", f"-arch={ARCH}", "-O3", "-std=c++17",
            "-Xptxas", "-v", "-cubin", SOURCE, "-o", cubin,
        ))  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build-tiles")
    parser.add_argument("--plugin", type=pathlib.Path, default=ROOT / "build/lib/F2Layout.so")
    parser.add_argument("--clang", default="/usr/lib/llvm-22/bin/clang++")
    parser.add_argument("--cuda", type=pathlib.Path, default=pathlib.Path("/usr/local/cuda"))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    builder = Builder(options)
    builder.by_clang("clang")
    builder.by_nvcc("nvcc")
    remarks = ""
    for name, *more in (("plugin",), ("swizzle", "no-shared", "no-shuffle")):
        asked = ["-f2layout-block=32x8", *(f"-f2layout-{option}" for option in more)]
        remarks += builder.by_clang(
            name, f"-fpass-plugin={options.plugin.resolve()}", "-gline-tables-only",
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
