#!/usr/bin/env python3
# Builds the probes of a machine: build-bench/machine/ gets a cubin for each
# architecture, the host program, and f2layout's current tables. Needs LLVM 22
# and a CUDA toolkit, but no GPU.
#
#   bench/machine/build.py [--out build-bench/machine]
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
GPU = HERE.parent / "gpu"
sys.path.insert(0, str(GPU))
import build as gpu_build  # noqa: E402

# A cubin runs on GPUs of its major number, from its minor number on.
ARCHITECTURES = ("sm_75", "sm_80", "sm_90", "sm_100", "sm_120")


def build_probes(cuda, clang, out, architecture):
    ptx, cubin = out / f"{architecture}.ptx", out / f"{architecture}.cubin"
    commands = [
        [clang, "-x", "cuda", HERE / "probes.cu", f"--cuda-path={cuda}",
         f"--cuda-gpu-arch={architecture}", "--cuda-device-only", "-O3", "-std=c++17",
         "-Wno-unknown-cuda-version", "-S", "-o", ptx],
        [cuda / "bin/ptxas", f"-arch={architecture}", "-O3", ptx, "-o", cubin],
    ]  # fmt: skip
    for command in commands:
        subprocess.run(command, check=True)


def build_host(cuda, out):
    sources = [HERE / "host/Main.cpp", GPU / "host/Device.cpp"]
    subprocess.run(
        ["c++", "-std=c++17", "-O2", "-Wall", "-Wextra", "-I", cuda / "include",
         *sources, "-static-libstdc++", "-static-libgcc", "-ldl", "-pthread",
         "-o", out / "f2machine"],
        check=True,
    )  # fmt: skip


def write_tables(f2layout, out):
    """Today's table of every NVIDIA target, which a measurement amends."""

    def said(*words):
        return subprocess.run(
            [f2layout, "target", *words], stdout=subprocess.PIPE, text=True, check=True
        ).stdout

    for name in said().split():
        if name.startswith("sm_"):
            (out / f"{name}.json").write_text(said(name, "--json"))


def main():
    parser = argparse.ArgumentParser(description="Builds the probes of a machine.")
    parser.add_argument("--out", type=Path, default=ROOT / "build-bench/machine")
    parser.add_argument("--f2layout", type=Path, default=ROOT / "build/bin/f2layout")
    options = parser.parse_args()
    tools = gpu_build.find_tools()
    if not tools:
        return 0
    cuda, clang = tools
    options.out.mkdir(parents=True, exist_ok=True)
    write_tables(options.f2layout, options.out)
    build_host(cuda, options.out)
    for architecture in ARCHITECTURES:
        build_probes(cuda, clang, options.out, architecture)
    print(f"build: {len(ARCHITECTURES)} cubins in {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
