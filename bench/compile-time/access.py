#!/usr/bin/env python3
# Counts the instructions that f2layout-access adds to the optimisation of
# kernels.
#
#   bench/compile-time/access.py --plugin build/lib/F2Layout.so
#
# Each source is compiled once to unoptimised device code. Counted are, by
# valgrind's cachegrind without its cache model, the instructions of
#
#   opt -O3                              the optimiser of LLVM,
#   opt -passes=f2layout-access          this pass, after it,
#   clang -O3, from the same IR to PTX   optimiser and code generator,
#
# minus those of opt without a pass, which reads the same file. The counts of
# two runs differ by less than a thousandth. Needs CUDA and valgrind, but no
# GPU.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from compile_time import HERE, ROOT, compiler, cuda_toolkit

KERNELS = ROOT / "test/kernels"
# Name, source, definitions.
SOURCES = [
    ("largest_cub", HERE / "largest_cub.cu", []),
    ("block_exchange, char", KERNELS / "cub/block_exchange.cu", ["ELEMENT=char"]),
    ("block_exchange, double", KERNELS / "cub/block_exchange.cu", ["ELEMENT=double"]),
    ("block_load, double", KERNELS / "cub/block_load.cu", ["ELEMENT=double"]),
    ("stages", KERNELS / "stages.cu", []),
    ("neighbours", KERNELS / "neighbours.cu", []),
]


def instructions(command):
    run = subprocess.run(
        ["valgrind", "--tool=cachegrind", "--cache-sim=no",
         "--cachegrind-out-file=/dev/null", *map(str, command)],
        capture_output=True, text=True, env={**os.environ, "LD_BIND_NOW": "1"},
    )  # fmt: skip
    found = re.search(r"I +refs: +([\d,]+)", run.stderr)
    if run.returncode or not found:
        sys.exit(f"failed: {shlex.join(map(str, command))}\n{run.stderr}")
    return int(found[1].replace(",", ""))


def device_code(clang, toolkit, source, definitions, arch, out):
    subprocess.run(
        [clang, *shlex.split(toolkit["CUDA_FLAGS"]), f"--cuda-gpu-arch={arch}",
         "-I", KERNELS, "-I", ROOT / "plugin/include",
         "-I", f"{toolkit['CUDA']}/include/cccl",
         *(f"-D{d}" for d in definitions), *"-std=c++17 -O3 -S -emit-llvm".split(),
         *"-Xclang -disable-llvm-passes".split(), source, "-o", out],
        check=True,
    )  # fmt: skip


def measure(tools, plugin, arch, raw):
    opt, clang = tools / "opt", tools / "clang"
    done = raw.with_suffix(".o3.ll")
    subprocess.run([opt, "-O3", "-S", raw, "-o", done], check=True)
    loaded = [opt, f"-load-pass-plugin={plugin}", "-disable-output", done]
    target = ["-cc1", "-triple", "nvptx64-nvidia-cuda", "-target-cpu", arch]
    nothing = "-passes=no-op-module"
    read = instructions([opt, nothing, "-disable-output", raw])
    return {
        "optimiser": instructions([opt, "-O3", "-disable-output", raw]) - read,
        "access": instructions([*loaded, "-passes=f2layout-access"])
        - instructions([*loaded, nothing]),
        "compiler": instructions(
            [clang, *target, "-target-feature", "+ptx80", "-O3", "-S", "-x", "ir", raw,
             "-o", "/dev/null"]) - read,
    }  # fmt: skip


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--plugin", type=Path, required=True)
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--only", default="", help="regular expression on the name")
    parser.add_argument("--limit", type=float, help="largest part of the optimiser")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    toolkit, clang = cuda_toolkit(), compiler()
    if not toolkit["CUDA"] or not shutil.which("valgrind"):
        print("skipped: no CUDA toolkit, or no valgrind")
        return 0
    if not clang:
        sys.exit("no clang++-22")
    tools, rows = Path(clang).resolve().parent, []
    print(f"{'kernels':24} {'access':>9} {'opt -O3':>9} {'part':>6} {'of clang -O3':>13}")
    with tempfile.TemporaryDirectory() as folder:
        for name, source, definitions in SOURCES:
            if not re.search(options.only, name):
                continue
            raw = Path(folder) / "raw.ll"
            device_code(clang, toolkit, source, definitions, options.arch, raw)
            row = measure(tools, options.plugin.resolve(), options.arch, raw)
            part = row["access"] / row["optimiser"]
            print(
                f"{name:24} {row['access'] / 1e6:8.1f}M {row['optimiser'] / 1e6:8.1f}M"
                f" {part:6.1%} {row['access'] / row['compiler']:13.1%}",
                flush=True,
            )
            rows.append({"kernels": name, **row})
    if options.json:
        options.json.write_text(json.dumps(rows, indent=2) + "\n")
    if options.limit is None:
        return 0
    return any(r["access"] > options.limit * r["optimiser"] for r in rows)


if __name__ == "__main__":
    sys.exit(main())
