#!/usr/bin/env python3
# Counts the instructions of the kernels' loops in machine code. Needs cuobjdump.
#
#   bench/tensors/machine_code.py build-tensors/gathers
#
# writes code.json beside the plans: for each kernel, as the plugin made it, those of
# the ALU, shuffles, the accesses of shared memory in wavefronts without conflicts,
# those of local memory (spilled registers), and all.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

SUBJECT = "f2layout"
WAVEFRONTS = {".64": 2, ".128": 4}
#: Opcodes that other pipes than the ALU run.
SHARED, LOCAL = ("LDS", "STS"), ("LDL", "STL")
OTHERS = ("IMAD", "MOV", "FMUL", "FADD", "FFMA", "HFMA2", "BAR", "BRA", "WARPSYNC", "NOP",
          "BSSY", "BSYNC", "R2UR")  # fmt: skip


def loop_of(text):
    """The opcodes of the longest loop."""
    code = [
        (int(found.group(1), 16), found.group(2))
        for found in re.finditer(r"/\*([0-9a-f]{4,})\*/\s+([^;/]*?)\s*;", text)
    ]
    longest = []
    for at, words in code:
        jump = re.search(r"\bBRA\b.*?0x([0-9a-f]+)", words)
        if jump and int(jump.group(1), 16) < at:
            first = int(jump.group(1), 16)
            body = [w for where, w in code if first <= where <= at]
            longest = max(longest, body, key=len)
    return [re.sub(r"^@!?U?P\w+\s+", "", words).split(" ")[0] for words in longest]


def counts_of(opcodes):
    counts = {"shuffles": 0, "shared": 0, "local": 0, "alu": 0, "all": len(opcodes)}
    for opcode in opcodes:
        name = opcode.split(".")[0]
        if name == "SHFL":
            counts["shuffles"] += 1
        elif name in SHARED:
            counts["shared"] += next((n for w, n in WAVEFRONTS.items() if w in opcode), 1)
        elif name in LOCAL:
            counts["local"] += 1
        elif name not in OTHERS and not name.startswith("U"):
            counts["alu"] += 1
    return counts


def main():
    build = Path(sys.argv[1])
    program = shutil.which("cuobjdump") or "/usr/local/cuda/bin/cuobjdump"
    known = {}
    for cubin in sorted((build / "cubin" / SUBJECT).glob("*.cubin")):
        text = subprocess.run(
            [program, "-sass", cubin], stdout=subprocess.PIPE, text=True, check=True
        ).stdout
        known[cubin.stem] = counts_of(loop_of(text))
    (build / "code.json").write_text(json.dumps(known, indent=1) + "\n")


if __name__ == "__main__":
    main()
