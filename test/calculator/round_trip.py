"""Writes layouts in every notation that can express them, and reads them back.

    round_trip.py F2LAYOUT

The notations are those that `f2layout help translate --json` lists. Every one
must express at least one of the layouts, and be read as the same layout.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import subprocess
import sys

MMA = (
    "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, "
    "warpsPerCTA = [2, 2], instrShape = [16, 8]}>"
)
LAYOUTS = [
    ("32x32", MMA),
    ("32x32", f"#ttg.dot_op<{{opIdx = 0, parent = {MMA}, kWidth = 2}}>"),
    ("32", f"#ttg.slice<{{dim = 1, parent = {MMA}}}>"),
    (
        "32x64",
        "#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], "
        "instrShape = [16, 16, 16], isTransposed = true}>",
    ),
    ("32x32", "#ttg.amd_wmma<{version = 1, isTranspose = false, warpsPerCTA = [2, 1]}>"),
    (
        "16x64",
        "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], "
        "warpsPerCTA = [4, 1], order = [1, 0]}>",
    ),
    (
        "16x32",
        "#ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>",
    ),
    (
        "16x64",
        "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, "
        "elementBitWidth = 16}>",
    ),
    (
        "8x8",
        "#ttg.amd_rotating_shared<{vec = 2, perPhase = 1, maxPhase = 4, order = [1, 0]}>",
    ),
    (
        "4x4",
        "#ttg.generic_linear<{register = [], lane = [[0, 1], [0, 2]], "
        "warp = [[1, 1], [2, 3]], block = []}>",
    ),
    ("4x8", "#ttg.padded_shared<[8:+2] {order = [1, 0], shape = [4, 8]}>"),
]


def ask(tool, *arguments, text=None):
    """The output, or None if the answer is "no". Errors end the test."""
    result = subprocess.run(
        [tool, *arguments], input=text, text=True, capture_output=True, check=False
    )
    assert result.returncode in (0, 1), (arguments, result.stderr)
    return None if result.returncode else result.stdout


def notations(tool):
    command = json.loads(ask(tool, "help", "translate", "--json"))["command"]
    (to,) = (o for o in command["options"] if o["name"] == "to")
    return to["choices"].split("|")


def meaning(tool, shape, text):
    """Paddings, and the images of all bits; inputs of size 1 have none."""
    answer = ask(tool, "translate", "-", "--json", "--shape", shape, text=text)
    layout = json.loads(answer)
    inputs = {i["name"]: i["bases"] for i in layout["inputs"] if i["bases"]}
    return inputs, layout["outputs"], layout.get("paddings")


def main():
    tool = sys.argv[1]
    names = notations(tool)
    had = set()
    for shape, attribute in LAYOUTS:
        expected = meaning(tool, shape, attribute)
        for name in names:
            written = ask(
                tool, "translate", "-", "--shape", shape, "--to", name, text=attribute
            )
            if written is None:
                continue
            had.add(name)
            assert meaning(tool, shape, written) == expected, (attribute, written)
    assert had == set(names), set(names) - had
    print(f"{len(had)} notations, the same layouts")


if __name__ == "__main__":
    main()
