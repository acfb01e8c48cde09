#!/usr/bin/env python3
"""Compiles kernels in several ways whose results must be equal on a GPU.

    bench/calls/build.py [--out build-calls] [--plugin build/lib/F2Layout.so]

- examples: the one of examples/ that converts layouts by f2layout.h, by clang, by
  clang with the plugin, and by nvcc; what the compiler of examples/front_end says,
  lowered by the plugin, and the same in plain CUDA (tiles.cu), by clang and nvcc;
- header: random pairs of layouts through f2::convert, the same ways, and one
  whose elements come from where they are wanted (test/header/pairs.py);
- calls: random pairs of layouts through @f2.convert, @f2.store and @f2.load,
  lowered by the plugin, and the same without any layout
  (test/property/layout_calls.py).

Needs no GPU; run.py runs what this builds.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import concurrent.futures
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
for folder in (HERE.parent / "gpu", ROOT / "test/header", ROOT / "test/property"):
    sys.path.insert(0, str(folder))

import build as gpu_build  # noqa: E402
import call_kernels  # noqa: E402
import layout_calls  # noqa: E402
import pairs as header_pairs  # noqa: E402

ARCH = gpu_build.ARCH
INCLUDE = ["-I", ROOT / "plugin/include"]
MAX_GRID = 4


class Builder:
    def __init__(self, options, cuda, clang):
        self.options, self.cuda, self.clang = options, cuda, clang
        self.out, self.cases = options.out, []
        self.pool = concurrent.futures.ThreadPoolExecutor(options.jobs)
        self.running = []

    def start(self, *commands):
        def work():
            for command in commands:
                gpu_build.require(*command)

        self.running.append(self.pool.submit(work))

    def assemble(self, ptx):
        return gpu_build.ptxas_command(self.cuda, ptx, ptx.with_suffix(".cubin"))

    def by_clang(self, source, way, *extra):
        ptx = self.out / f"{source.stem}.{way}.ptx"
        compile_ptx = gpu_build.clang_command(
            self.clang, self.cuda, source, ptx, *INCLUDE, *extra
        )
        self.start(compile_ptx, self.assemble(ptx))
        return f"{source.stem}.{way}.cubin"

    def by_nvcc(self, source):
        cubin = self.out / f"{source.stem}.nvcc.cubin"
        self.start(gpu_build.nvcc_command(self.cuda, source, cubin, *INCLUDE))
        return cubin.name

    def source_ways(self, source):
        ways = {"clang": self.by_clang(source, "clang")}
        plugin = f"-fpass-plugin={self.options.plugin}"
        ways["f2layout"] = self.by_clang(source, "f2layout", plugin)
        if (self.cuda / "bin/nvcc").exists():
            ways["nvcc"] = self.by_nvcc(source)
        return ways

    def examples(self):
        source = ROOT / "examples/mma_chain.cu"
        ways = self.source_ways(source)
        out, tile, operand = MAX_GRID * 64 * 16 * 4, MAX_GRID * 64 * 16 * 2, 1024
        for kernel in ("mma_chain", "mma_chain_rows"):
            self.case("examples", kernel, (128, 1), ways, MAX_GRID,
                      [out, tile, operand, operand], fill="half")  # fmt: skip
        if self.options.front_end.exists():
            self.front_end()

    def front_end(self):
        source = HERE / "tiles.cu"
        ways = {"clang": self.by_clang(source, "clang"), "nvcc": self.by_nvcc(source)}
        front_end = self.out / "front_end.calls.ll"
        command = [self.options.front_end, ARCH]
        text = subprocess.run(command, capture_output=True, text=True, check=True)
        front_end.write_text(text.stdout)
        ways["f2layout"] = self.lowered(front_end, "f2layout-lower,default<O2>")
        tile, rows = 32 * 32 * 4, 32 * 4
        self.case("examples", "transpose", (128, 1), ways, 1, [tile, tile])
        self.case("examples", "look_up", (128, 1), ways, 1, [tile, tile, rows])

    def lowered(self, source, passes):
        """IR to a cubin by the plugin and llc."""
        module, ptx = source.with_suffix(".bc"), source.with_suffix(".ptx")
        self.start(
            [f"{self.options.llvm}/opt", f"-load-pass-plugin={self.options.plugin}",
             f"-passes={passes}", source, "-o", module],
            [f"{self.options.llvm}/llc", f"-mcpu={ARCH}", module, "-o", ptx],
            self.assemble(ptx),
        )  # fmt: skip
        return f"{source.stem}.cubin"

    def header(self):
        for warp_bits in range(3):
            threads = 32 << warp_bits
            rng = random.Random(f"{self.options.seed}/{warp_bits}")
            numbers = range(warp_bits, self.options.header, 3)
            kernels = [header_pairs.kernel(rng, n, 5, warp_bits) for n in numbers]
            source = self.out / f"header{threads}.cu"
            source.write_text('#include "f2layout.h"\n' + "".join(kernels))
            ways = {"expected": self.by_clang(source, "expected", "-DEXPECTED")}
            ways.update(self.source_ways(source))
            for n in numbers:
                self.case(
                    "header", f"pair_{n}", (threads, 1), ways, 1, [1 << 18, 1 << 16]
                )

    def calls(self):
        pairs, number = 0, 0
        while pairs < self.options.pairs:
            pairs += self.module(number)
            number += 1

    def module(self, number):
        rng = random.Random(f"{self.options.seed}/calls/{number}")
        launch = call_kernels.random_launch(rng)
        while launch["target"] != "nvptx" or launch["cpu"] != ARCH:
            launch = call_kernels.random_launch(rng)
        launch["scratch"] = max(launch["scratch"], 8192)
        kernels = [layout_calls.Kernel(rng, launch, f"k{i}") for i in range(12)]
        ways = {}
        for way in ("plain", "calls"):
            source = self.out / f"m{number}.{way}.ll"
            source.write_text(call_kernels.module_text(launch, kernels, way == "calls"))
            passes = "default<O2>"
            if way == "calls":
                passes = f"f2layout-lower<scratch=16384{launch['options']}>,{passes}"
            ways[way] = self.lowered(source, passes)
        block = (launch["x"], launch["y"])
        for kernel in kernels:
            self.case("calls", kernel.name, block, ways, 1, [1 << 18, 1 << 19],
                      pairs=kernel.pairs)  # fmt: skip
        return sum(kernel.pairs for kernel in kernels)

    def case(self, kind, kernel, block, ways, grid, buffers, fill="bytes", pairs=1):
        self.cases.append(
            {"class": kind, "kernel": kernel, "block": block, "grid": grid,
             "buffers": buffers, "fill": fill, "pairs": pairs, "ways": ways}
        )  # fmt: skip

    def finish(self):
        for future in self.running:
            future.result()
        (self.out / "cases.json").write_text(json.dumps(self.cases))
        shutil.copy(HERE / "run.py", self.out)
        shutil.copy(HERE.parent / "driver.py", self.out)
        for path in self.out.iterdir():
            if path.suffix in (".ptx", ".ll", ".bc", ".cu"):
                path.unlink()


def main():
    parser = gpu_build.option_parser(__doc__.split("\n")[0], "build-calls")
    front_end = ROOT / "build/bin/f2layout-front-end"
    parser.add_argument("--front-end", type=pathlib.Path, default=front_end)
    parser.add_argument("--llvm", default="/usr/lib/llvm-22/bin")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pairs", type=int, default=1000, help="through calls")
    parser.add_argument("--header", type=int, default=120, help="through f2::convert")
    options = parser.parse_args()
    cuda, clang = gpu_build.find_cuda(), gpu_build.find_clang()
    if not cuda or not clang:
        sys.exit("needs a CUDA toolkit and clang++-22")
    shutil.rmtree(options.out, ignore_errors=True)
    options.out.mkdir(parents=True)
    builder = Builder(options, cuda, clang)
    builder.examples()
    builder.header()
    builder.calls()
    builder.finish()
    print(f"build: {len(builder.cases)} cases in {options.out}")


if __name__ == "__main__":
    main()
