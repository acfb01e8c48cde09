#!/usr/bin/env python3
"""Makes a folder for time.py: the kernels of test/kernels/aligned.cu as cubins for
sm_90, without the plugin, with it, and with it but without tests of alignment.

    build.py [--plugin build/lib/F2Layout.so] [--cuda /usr/local/cuda] [--out DIR]

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import pathlib
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent / "test/kernels/aligned.cu"
TESTED_OFF = ["-Xclang", "-mllvm", "-Xclang", "-f2layout-no-test-align"]

parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
parser.add_argument("--clang", default="clang++-22")
parser.add_argument("--plugin", default=HERE.parent.parent / "build/lib/F2Layout.so")
parser.add_argument("--cuda", default="/usr/local/cuda")
parser.add_argument("--out", default="alignment", type=pathlib.Path)
options = parser.parse_args()


def run(*command):
    result = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    if result.returncode:
        raise SystemExit(f"{command[0]} failed: {result.stdout}{result.stderr}")
    return result.stdout + result.stderr


options.out.mkdir(parents=True, exist_ok=True)
plugin = f"-fpass-plugin={pathlib.Path(options.plugin).resolve()}"
for name, flags in (
    ("clang", []),
    ("off", [plugin, *TESTED_OFF]),
    ("tested", [plugin]),
):
    ptx = options.out / f"{name}.ptx"
    run(
        options.clang, "-x", "cuda", "-O3", "-S", "--cuda-device-only",
        f"--cuda-path={options.cuda}", "-Wno-unknown-cuda-version",
        "--cuda-gpu-arch=sm_90", *flags, SOURCE, "-o", ptx,
    )  # fmt: skip
    ptxas = f"{options.cuda}/bin/ptxas"
    print(name, run(ptxas, "-arch=sm_90", "-O3", "-v", ptx, "-o", ptx.with_suffix(".cubin")))
shutil.copy(HERE / "time.py", options.out)
shutil.copy(HERE.parent / "driver.py", options.out)
print(f"copy {options.out} to a machine with an H100 and run time.py there")
