#!/usr/bin/env python3
"""Makes a folder for check.py: the kernels of test/f2sim/nvptx-half.cu as cubins
for sm_90, and every word that f2sim computes for them.

    bench/half-assembly/build.py [--out build-half-assembly] [--f2sim build/bin/f2sim]

The headers have other assembly for older GPUs, so there is a cubin each of the
PTX for sm_75, sm_80 and sm_90. Needs no GPU. The folder is complete: copy it to
the machine with the GPU and call check.py there.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import gzip
import json
import pathlib
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "gpu"))

import build as gpu_build  # noqa: E402
from build import require  # noqa: E402

SOURCE = HERE.parent.parent / "test/f2sim/nvptx-half.cu"
BLOCK, GRID = 256, 4
ROUNDS = {75: 2, 80: 2, 90: 12}
DUMPED = re.compile(r"\s+[0-9a-f]+: ")


class Builder:
    def __init__(self, options):
        self.options, self.out = options, options.out

    def compile(self, arch, source, to, *extra):
        """By clang, with what the headers have for GPUs of that architecture."""
        tools = self.options.clang, self.options.cuda
        require(*gpu_build.clang_command(*tools, source, to, *extra, arch=f"sm_{arch}"))

    def names_of(self, arch):
        """The functions that each kernel calls, in the order of its results."""
        text = SOURCE.read_text()
        text = text.replace("#define OUT(expr)", "#define OLD_OUT(expr)")
        text = text.replace(
            "typedef unsigned u;",
            "#define NAME_OF(...) OPEN_ #__VA_ARGS__ CLOSE_\n"
            "#define OUT(...) NAME_OF(__VA_ARGS__)\ntypedef unsigned u;",
        )
        named, expanded = self.out / "named.cu", self.out / "named.ii"
        named.write_text(text)
        self.compile(arch, named, expanded, "-E", "-P")
        text = expanded.read_text()
        named.unlink()
        expanded.unlink()
        kernels = text.split('extern "C" __attribute__((global)) void ')[1:]
        return {
            kernel.split("(")[0]: re.findall(r'OPEN_ "(.*?)" CLOSE_', kernel)
            for kernel in kernels
        }

    def expect(self, module, kernel, results, rounds, to):
        """Writes what f2sim computes."""
        size = results * BLOCK * GRID * rounds * 8
        text = require(
            self.options.f2sim, module, "--kernel", kernel, "--block", BLOCK,
            "--grid", GRID, "--arg", "1=1", "--arg", f"2={rounds}",
            "--buffer-bytes", size, "--fill", "0=zero", "--max-steps", 4_000_000_000,
            "--dump", f"0:{size}",
        )  # fmt: skip
        lines = [l.split(":", 1)[1] for l in text.split("\n") if DUMPED.match(l)]
        to.write_bytes(gzip.compress(bytes.fromhex("".join(lines)), mtime=0))

    def runs(self, arch, rounds):
        """Builds the kernels for one architecture; what check.py runs of it."""
        base = self.out / f"half{arch}"
        module, ptx, cubin = (base.with_suffix(f".{k}") for k in ("ll", "ptx", "cubin"))
        self.compile(arch, SOURCE, module, "-emit-llvm")
        self.compile(arch, SOURCE, ptx)
        require(*gpu_build.ptxas_command(self.options.cuda, ptx, cubin))
        for kernel, names in self.names_of(arch).items():
            expected = f"{kernel}.{arch}.gz"
            # The first results of the kernels for memory are what it then holds.
            names = ["memory"] * kernel.endswith("_memory") + names
            self.expect(module, kernel, len(names), rounds, self.out / expected)
            print(f"sm_{arch} {kernel}", flush=True)
            yield {
                "module": cubin.name, "kernel": kernel, "block": BLOCK, "grid": GRID,
                "rounds": rounds, "names": names, "expected": expected,
            }  # fmt: skip


def main():
    about = __doc__.split("\n\n")[0]
    parser = gpu_build.named_tools_parser(about, "build-half-assembly")
    parser.add_argument("--f2sim", default=gpu_build.ROOT / "build/bin/f2sim")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    builder = Builder(options)
    runs = [run for arch, rounds in ROUNDS.items() for run in builder.runs(arch, rounds)]
    (options.out / "runs.json").write_text(json.dumps(runs, indent=1))
    shutil.copy(HERE / "check.py", options.out)
    shutil.copy(HERE.parent / "driver.py", options.out)
    print(f"on a GPU of sm_90: {options.out}/check.py")


if __name__ == "__main__":
    main()
