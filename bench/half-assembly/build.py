#!/usr/bin/env python3
"""Makes a folder for check.py: the kernels of test/f2sim/nvptx-half.cu as cubins
for sm_90, and every word that f2sim computes for them.

    build.py [--f2sim build/bin/f2sim] [--cuda /usr/local/cuda] [--out DIR]

The headers have other assembly for older GPUs, so there is a cubin each of the
PTX for sm_75, sm_80 and sm_90.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import gzip
import json
import pathlib
import re
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent / "test/f2sim/nvptx-half.cu"
BLOCK, GRID = 256, 4
ROUNDS = {75: 2, 80: 2, 90: 12}

parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
parser.add_argument("--clang", default="clang++-22")
parser.add_argument("--f2sim", default=HERE.parent.parent / "build/bin/f2sim")
parser.add_argument("--cuda", default="/usr/local/cuda")
parser.add_argument("--out", default="half-assembly", type=pathlib.Path)
options = parser.parse_args()
CLANG = [
    options.clang, "-O3", "--cuda-device-only", f"--cuda-path={options.cuda}",
    "-Wno-unknown-cuda-version",
]  # fmt: skip
DUMPED = re.compile(r"\s+[0-9a-f]+: ")


def run(*command):
    result = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    if result.returncode:
        raise SystemExit(f"{command[0]} failed: {result.stdout}{result.stderr}")
    return result.stdout


def names_of(arch):
    """The functions that each kernel calls, in the order of its results."""
    text = SOURCE.read_text()
    text = text.replace("#define OUT(expr)", "#define OLD_OUT(expr)")
    text = text.replace(
        "typedef unsigned u;",
        "#define NAME_OF(...) OPEN_ #__VA_ARGS__ CLOSE_\n"
        "#define OUT(...) NAME_OF(__VA_ARGS__)\ntypedef unsigned u;",
    )
    named = options.out / "named.cu"
    named.write_text(text)
    text = run(*CLANG, "-E", "-P", f"--cuda-gpu-arch=sm_{arch}", named)
    named.unlink()
    kernels = text.split('extern "C" __attribute__((global)) void ')[1:]
    return {
        kernel.split("(")[0]: re.findall(r'OPEN_ "(.*?)" CLOSE_', kernel)
        for kernel in kernels
    }


def expect(module, kernel, results, rounds, to):
    size = results * BLOCK * GRID * rounds * 8
    text = run(
        options.f2sim, module, "--kernel", kernel, "--block", BLOCK, "--grid", GRID,
        "--arg", "1=1", "--arg", f"2={rounds}", "--buffer-bytes", size,
        "--fill", "0=zero", "--max-steps", 4_000_000_000, "--dump", f"0:{size}",
    )  # fmt: skip
    lines = [l.split(":", 1)[1] for l in text.split("\n") if DUMPED.match(l)]
    to.write_bytes(gzip.compress(bytes.fromhex("".join(lines)), mtime=0))


def main():
    options.out.mkdir(parents=True, exist_ok=True)
    runs = []
    for arch, rounds in ROUNDS.items():
        base = options.out / f"half{arch}"
        gpu = f"--cuda-gpu-arch=sm_{arch}"
        run(*CLANG, gpu, "-S", "-emit-llvm", SOURCE, "-o", f"{base}.ll")
        run(*CLANG, gpu, "-S", SOURCE, "-o", f"{base}.ptx")
        run(
            f"{options.cuda}/bin/ptxas", "-arch=sm_90", "-O3", f"{base}.ptx",
            "-o", f"{base}.cubin",
        )  # fmt: skip
        for kernel, names in names_of(arch).items():
            expected = f"{kernel}.{arch}.gz"
            # The first results of the kernels for memory are what it then holds.
            names = ["memory"] * kernel.endswith("_memory") + names
            to = options.out / expected
            expect(f"{base}.ll", kernel, len(names), rounds, to)
            runs.append({
                "module": f"{base.name}.cubin", "kernel": kernel, "block": BLOCK,
                "grid": GRID, "rounds": rounds, "names": names,
                "expected": expected,
            })  # fmt: skip
            print(f"sm_{arch} {kernel}", flush=True)
    (options.out / "runs.json").write_text(json.dumps(runs, indent=1))
    shutil.copy(HERE / "check.py", options.out)
    shutil.copy(HERE.parent / "driver.py", options.out)
    print(f"on a GPU of sm_90: {options.out}/check.py")


main()
