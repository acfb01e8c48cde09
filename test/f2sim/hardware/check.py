"""Compares f2sim with a GPU: check.py OUT RESULTS.json F2SIM [WITHOUT...]

Runs each kernel of cases.py by f2sim and compares the SHA-256 of what it wrote with
that of RESULTS.json, which run.py made. Prints each kernel that differs and leaves
f2sim's results of it in the folder OUT; then how many there are. Kernels with names
like a word of WITHOUT are left out: LLVM lacks the intrinsic.

Part of the f2layout project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import hashlib
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatch
from pathlib import Path

import cases
from kernel import BLOCK, GRID, THREADS, module

LINE = re.compile(r"^\s+[0-9a-f]+: ([0-9a-f ]+)$", re.M)


def simulated(f2sim, folder, kernel):
    """The bytes of the kernel's results, or f2sim's complaint."""
    source = folder / f"{kernel.name}.ll"
    source.write_text(module([kernel]))
    size = str(4 * THREADS * kernel.results)
    command = [f2sim, str(source), "--block", str(BLOCK), "--grid", str(GRID)]
    command += ["--fill", "0=zero", "--schedule", "forward"]
    command += ["--buffer-bytes", size, "--dump", f"0:{size}"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return done.stdout + done.stderr
    return bytes.fromhex("".join(LINE.findall(done.stdout)))


def main():
    folder, expected = Path(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text())["sha256"]
    folder.mkdir(parents=True, exist_ok=True)

    def has(name):
        return not any(fnmatch(name, lacked) for lacked in sys.argv[4:])

    kernels = [k for k in cases.kernels() if has(k.name)]
    wrong = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda kernel: simulated(sys.argv[3], folder, kernel), kernels)
        for name, got in zip((k.name for k in kernels), results):
            if isinstance(got, str):
                verdict = got.strip().split("\n")[-1]
            elif name not in expected:
                verdict = "no result of a GPU"
            elif hashlib.sha256(got).hexdigest() != expected[name]:
                verdict = "differs"
                (folder / f"{name}.bin").write_bytes(got)
            else:
                continue
            wrong += 1
            print(f"{name}: {verdict}")
    for name in expected.keys() - {k.name for k in kernels}:
        if has(name):
            wrong += 1
            print(f"{name}: no such kernel")
    print(f"{len(kernels)} kernels, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
