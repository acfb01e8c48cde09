#!/usr/bin/env python3
"""Compiles gemm.cu in every way that run.py compares.

    bench/gemm/build.py [--out build-gemm] [--plugin build/lib/F2Layout.so]

By clang and nvcc as it is, and by clang with the plugin, for sm_90. Needs no GPU.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "gpu"))

import build as gpu_build  # noqa: E402

ARCH = gpu_build.ARCH
SOURCE = HERE / "gemm.cu"


def require(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"failed: {' '.join(map(str, command))}\n{done.stderr[:3000]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build-gemm")
    parser.add_argument("--plugin", type=pathlib.Path, default=ROOT / "build/lib/F2Layout.so")
    parser.add_argument("--clang", default="/usr/lib/llvm-22/bin/clang++")
    parser.add_argument("--cuda", type=pathlib.Path, default=pathlib.Path("/usr/local/cuda"))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)

    def by_clang(name, *extra):
        ptx, cubin = options.out / f"{name}.ptx", options.out / f"{name}.cubin"
        require(
            options.clang, "-x", "cuda", SOURCE, f"--cuda-path={options.cuda}",
            f"--cuda-gpu-arch={ARCH}", "--cuda-device-only", "-O3", "-std=c++17",
            "-Wno-unknown-cuda-version", "-I", options.cuda / "include/cccl",
            "-S", "-o", ptx, *extra,
        )  # fmt: skip
        require(options.cuda / "bin/ptxas", f"-arch={ARCH}", "-O3", ptx, "-o", cubin)
        return cubin.name

    def by_nvcc(name):
        cubin = options.out / f"{name}.cubin"
        require(options.cuda / "bin/nvcc", f"-arch={ARCH}", "-O3", "-std=c++17",
                "-cubin", SOURCE, "-o", cubin)  # fmt: skip
        return cubin.name

    plain, nvcc = by_clang("clang"), by_nvcc("nvcc")
    plugin = by_clang("plugin", f"-fpass-plugin={options.plugin.resolve()}")
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
