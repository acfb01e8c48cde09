"""Checks that the lists of bench/amd contain the fragments of matrix instructions,
which the calculator translates from Triton's names.

    fragments.py f2layout bench/amd

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import pathlib
import subprocess
import sys


def mfma(version, waves, size, k):
    return (
        f"#ttg.amd_mfma<{{version = {version}, warpsPerCTA = {waves}, "
        f"instrShape = [{size}, {size}, {k}], isTransposed = false}}>"
    )


def wmma(version, waves, transposed="false"):
    return (
        f"#ttg.amd_wmma<{{version = {version}, isTranspose = {transposed}, "
        f"warpsPerCTA = {waves}}}>"
    )


def operand(side, parent, neighbours):
    return f"#ttg.dot_op<{{opIdx = {side}, parent = {parent}, kWidth = {neighbours}}}>"


FRAGMENTS = {
    "pairs-64.json": [
        mfma(3, [2, 2], 32, 8),
        mfma(3, [4, 1], 16, 16),
        mfma(3, [2, 2], 16, 16),
        mfma(3, [1, 4], 16, 16),
        operand(0, mfma(3, [2, 2], 32, 8), 4),
        operand(0, mfma(3, [4, 1], 16, 16), 4),
        operand(0, mfma(4, [4, 1], 16, 32), 8),
        operand(1, mfma(3, [2, 2], 16, 16), 4),
    ],
    "pairs-32.json": [
        wmma(1, [4, 1]),
        wmma(1, [2, 2]),
        wmma(1, [1, 4]),
        wmma(2, [4, 1]),
        wmma(2, [2, 2]),
        wmma(2, [1, 4]),
        operand(0, wmma(1, [4, 1]), 16),
        operand(0, wmma(2, [4, 1]), 8),
        operand(1, wmma(2, [2, 2]), 8),
    ],
}


def main():
    calculator, lists = sys.argv[1:]
    for name, fragments in FRAGMENTS.items():
        text = pathlib.Path(lists, name).read_text()
        found = 0
        for fragment in fragments:
            words = [calculator, "translate", fragment, "--shape", "64x64"]
            said = subprocess.run(words, check=True, capture_output=True, text=True)
            if f'"{said.stdout.strip()}"' in text:
                found += 1
            else:
                print(f"not in {name}: {fragment}, {said.stdout.strip()}")
        print(f"{found} fragments in {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
