"""Checks that the probes' machine code repeats the named instruction.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import re
import subprocess

EACH = 32  # Instructions of a round, as in probes.cu.
# Kernel -> instruction in machine code, and how many a round has.
INSTRUCTIONS = {
    "shfl_bfly": ("SHFL.BFLY", EACH),
    "shfl_idx": ("SHFL.IDX", EACH),
    "movmatrix": ("MOVM", EACH),
    "selp": ("SEL", EACH),
    "prmt": ("PRMT", EACH),
    "lop3": ("LOP3.LUT", EACH),
    "bar_warp": ("NOP", EACH),  # The warp is converged, and ptxas knows it.
    "bar_4_warps": ("BAR.SYNC", EACH),
    "exchange_lane": ("SHFL.BFLY", 8),
    "exchange_warp": ("STS.128", 4),
    "exchange_block": ("STS.128", 4),
}
for _width, _suffix in ((1, ".U8"), (2, ".U16"), (4, ""), (8, ".64"), (16, ".128")):
    INSTRUCTIONS[f"load_{_width}"] = ("LDS" + _suffix, EACH)
    INSTRUCTIONS[f"store_{_width}"] = ("STS" + _suffix, EACH)
for _matrices in (1, 2, 4):
    for _trans in ("", "_trans"):
        INSTRUCTIONS[f"ldmatrix_x{_matrices}{_trans}"] = ("LDSM", EACH)
        INSTRUCTIONS[f"stmatrix_x{_matrices}{_trans}"] = ("STSM", EACH)


def timed_loop(body):
    """The instructions of the loop after the first read of the clock."""
    code = [
        (int(found.group(1), 16), found.group(2))
        for found in re.finditer(r"/\*([0-9a-f]{4,})\*/\s+([^;/]*?)\s*;", body)
    ]
    start = next((at for at, words in code if "SR_CLOCK" in words), 0)
    for at, words in code:
        jump = re.search(r"\bBRA\b.*?0x([0-9a-f]+)", words)
        if jump and start < int(jump.group(1), 16) < at:
            first = int(jump.group(1), 16)
            return [w for where, w in code if first <= where <= at]
    return []


def opcode(words):
    """The opcode without its predicate and operands."""
    return re.sub(r"^@!?U?P\w+\s+", "", words).split(" ")[0]


def check(cuobjdump, cubin):
    """A line for each kernel that repeats other instructions."""
    text = subprocess.run(
        [cuobjdump, "-sass", cubin], stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    wrong = []
    for name, body in re.findall(
        r"Function : (\w+)\n(.*?)(?=Function :|\Z)", text, re.S
    ):
        wanted, count = INSTRUCTIONS.get(name, (None, 0))
        if not wanted:
            continue
        loop = [opcode(words) for words in timed_loop(body)]
        found = sum(code == wanted or code.startswith(wanted + ".") for code in loop)
        if found != count:
            wrong.append(f"{cubin.name}: {name}: {found} {wanted} a round, not {count}")
    return wrong
