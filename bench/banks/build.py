#!/usr/bin/env python3
"""Kernels whose wavefronts are counted twice: in the code, and by a GPU.

    bench/banks/build.py [--out build-banks] [--plugin build/lib/F2Layout.so]
                         [--random 96]

kernels.cu, compiled by clang, and random accesses of test/property/banks.py, one
a kernel. print<f2layout-banks> counts each kernel's wavefronts, loads and stores
apart; run.py compares that with what Nsight Compute counts. Needs no GPU.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import pathlib
import random
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
for folder in (HERE.parent / "gpu", ROOT / "test/property"):
    sys.path.insert(0, str(folder))

import banks  # noqa: E402
import build as gpu_build  # noqa: E402
from build import require  # noqa: E402

ARCH = gpu_build.ARCH
HEAD = re.compile(r"bank conflicts in '(\w+)'")
ROW = re.compile(r"(load|store) of .*?: (?:(at most) )?(\d+) wavefronts? in")


class Builder:
    def __init__(self, options):
        self.options, self.out, self.kernels = options, options.out, {}

    def count(self, module, block, count=False):
        """Wavefronts of each kernel of the module, from the printer. Count: its
        second argument is a number, no buffer."""
        said = require(
            f"{self.options.llvm}/opt", f"-load-pass-plugin={self.options.plugin}",
            f"-passes=print<f2layout-banks><block={block[0]}x{block[1]}>",
            "-disable-output", module,
        )  # fmt: skip
        kernel = None
        for line in said.splitlines():
            if found := HEAD.search(line):
                kernel = found[1]
                self.kernels[kernel] = {"block": block, "load": 0, "store": 0, "exact": True, "count": count}
            elif found := ROW.search(line):
                kind, most, wavefronts = found.groups()
                self.kernels[kernel][kind] += int(wavefronts)
                self.kernels[kernel]["exact"] &= not most
            elif kernel and "not counted" in line:
                self.kernels[kernel]["exact"] = False

    def assemble(self, module):
        ptx, cubin = module.with_suffix(".ptx"), module.with_suffix(".cubin")
        require(f"{self.options.llvm}/llc", f"-mcpu={ARCH}", "-O3", module, "-o", ptx)
        require(*gpu_build.ptxas_command(self.options.cuda, ptx, cubin))
        return cubin.name

    def from_source(self):
        module = self.out / "kernels.ll"
        require(
            f"{self.options.llvm}/clang++", "-x", "cuda", HERE / "kernels.cu",
            f"--cuda-path={self.options.cuda}", f"--cuda-gpu-arch={ARCH}",
            "--cuda-device-only", "-O3", "-std=c++17", "-Wno-unknown-cuda-version",
            "-I", self.options.cuda / "include/cccl", "-gline-tables-only",
            "-S", "-emit-llvm", "-o", module,
        )  # fmt: skip
        self.count(module, (32, 8))
        cubin = self.assemble(module)
        for kernel in self.kernels.values():
            kernel["cubin"] = cubin

    def at_random(self, number):
        rng = random.Random(f"h200/{number}")
        threads = 32 << rng.choice([0, 1, 2, 3])
        x = threads >> rng.choice([0, 0, 2, 3])
        block = (x, threads // x)
        access = banks.Access(rng, 0, block)
        text = banks.module_text(rng, ARCH, block, [access])
        # The compiler would remove unused results.
        instruction = access.instruction
        text = text.replace(instruction, re.sub(r"\b(load|store)\b", r"\1 volatile", instruction))
        text = text.replace("@k(", f"@random_{number}(")
        module = self.out / f"random_{number}.ll"
        module.write_text(text)
        self.count(module, block, count=True)
        self.kernels[f"random_{number}"]["cubin"] = self.assemble(module)


def main():
    parser = gpu_build.option_parser(__doc__.split("\n")[0], "build-banks")
    parser.add_argument("--llvm", default="/usr/lib/llvm-22/bin")
    parser.add_argument("--cuda", type=pathlib.Path, default=pathlib.Path("/usr/local/cuda"))
    parser.add_argument("--random", type=int, default=96)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    builder = Builder(options)
    builder.from_source()
    for number in range(options.random):
        builder.at_random(number)
    (options.out / "banks.json").write_text(json.dumps(builder.kernels, indent=1) + "\n")
    shutil.copy(HERE / "run.py", options.out)
    shutil.copy(HERE.parent / "calls/run.py", options.out / "driver.py")
    print(f"{len(builder.kernels)} kernels")


if __name__ == "__main__":
    main()
