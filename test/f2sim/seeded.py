"""Breaks one line of a kernel at a time, and expects f2sim to notice: seeded.py F2SIM MODULE.ll OUT

A line with a barrier, a fence, a wait or a commit is left out. In any other line of
a kernel, each constant is replaced by its neighbours and by others that bugs have: a
wrong mask, a wrong lane, a shifted address, an inverted guard; an atomic update
becomes a load and a store. The module's kernels are such that none of this is
harmless. Prints what f2sim did not notice.

Part of the f2layout project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

DROPPED = {
    "barrier": re.compile(r"@llvm\.(nvvm\.bar|amdgcn\.s\.barrier)"),
    "fence": re.compile(r"^  fence "),
    "wait": re.compile(r"cp\.async\.(wait|commit)"),
}
# What a number is, by the line: (kind, pattern with the number as group 2).
NUMBERS = [
    ("mask", re.compile(r"(@llvm\.nvvm\.(?:shfl|vote)\S*\(i32 )(-?\d+)(.*)")),
    ("mask", re.compile(r"(@llvm\.nvvm\.redux\S*\(i32 [^,]+, i32 )(-?\d+)(.*)")),
    ("mask", re.compile(r"(@llvm\.nvvm\.bar\.warp\.sync\(i32 )(-?\d+)(.*)")),
    ("lane", re.compile(r"(@llvm\.nvvm\.shfl\S*\(i32 [^,]+, i32 [^,]+, i32 )(\d+)(.*)")),
    ("clamp", re.compile(r"(@llvm\.nvvm\.shfl\.sync\.idx\S*\(.*, i32 )(\d+)(\).*)")),
    ("selector", re.compile(r"(@llvm\.(?:nvvm\.prmt|amdgcn\.perm)\(.*, i32 )(\d+)(\).*)")),
    ("lane", re.compile(r"(@llvm\.amdgcn\.(?:ds\.swizzle|readlane)\S*\(i32 [^,]+, i32 )(\d+)(.*)")),
    ("control", re.compile(r"(@llvm\.amdgcn\.update\.dpp\S*\(i32 [^,]+, i32 [^,]+, i32 )(\d+)(.*)")),
    ("mask", re.compile(r"(update\.dpp\S*\((?:i32 [^,]+, ){3}i32 )(\d+)(.*)")),
    ("mask", re.compile(r"(update\.dpp\S*\((?:i32 [^,]+, ){4}i32 )(\d+)(.*)")),
    ("guard", re.compile(r"(= icmp \S+ i32 [^,]+, )(\d+)(.*)")),
    ("address", re.compile(r"(= (?:mul|and|sub|xor|shl|or) i32 (?:%\w+, )?)(\d+)(.*)")),
]
CHANGES = {
    "mask": lambda n: {n ^ 1, n ^ 2, n ^ 8},
    "lane": lambda n: {n ^ 1, n + 1},
    "control": lambda n: {n ^ 2, n + 1},
    "clamp": lambda n: {n ^ 0x100, n ^ 0x800},
    "selector": lambda n: {n ^ 1, n ^ 0x100},
    "guard": lambda n: {n - 1, n + 1},
    "address": lambda n: {n + 1, n ^ 2},
}
TEXTS = [
    ("guard", "icmp ult", "icmp ule"),
    ("guard", "icmp ult", "icmp uge"),
    ("matrix", ".x2.trans.b16", ".x2.b16"),
    ("lane", "shfl.sync.bfly", "shfl.sync.down"),
    ("lane", "shfl.sync.down", "shfl.sync.bfly"),
]


def mutants(lines):
    """(kind, number of the line, lines instead of it)."""
    inside = False
    for number, line in enumerate(lines):
        inside = ("_kernel void" in line or inside) and not line.startswith("}")
        if not inside or "_kernel void" in line:
            continue
        for kind, pattern in DROPPED.items():
            if pattern.search(line):
                yield "dropped " + kind, number, []
        for kind, pattern in NUMBERS:
            match = pattern.search(line)
            if match:
                before, after = line[: match.start(2)], line[match.end(2) :]
                for value in sorted(CHANGES[kind](int(match.group(2)))):
                    yield "wrong " + kind, number, [f"{before}{value}{after}"]
        for kind, old, new in TEXTS:
            if old in line:
                yield "wrong " + kind, number, [line.replace(old, new)]
        match = re.search(r"atomicrmw add ptr addrspace\(1\) (%\w+), i32 (%\w+)", line)
        if match:
            place, value = match.groups()
            yield "not atomic", number, [
                f"  %now = load i32, ptr addrspace(1) {place}, align 4",
                f"  %then = add i32 %now, {value}",
                f"  store i32 %then, ptr addrspace(1) {place}, align 4",
            ]
        match = re.search(r"load i32, ptr addrspace\(3\) (%\w+)", line)
        if match:
            yield "wrong address", number, [
                f"  %off = getelementptr i32, ptr addrspace(3) {match.group(1)}, i32 1",
                line.replace(match.group(1) + ",", "%off,"),
            ]


def main():
    f2sim, module, out = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    out.mkdir(parents=True, exist_ok=True)
    lines = Path(module).read_text().split("\n")
    missing = {
        re.search(r"@([\w.]+)\(", found.group(1)).group(1): found.group(1)
        for found in (re.search(r"^declare (.*)$", line) for line in lines)
        if found
    }
    # Names that only a mutant has.
    extra = {
        f"declare {rest.replace('trans.b16', 'b16')}" for rest in missing.values() if ".trans." in rest
    }
    cases = list(mutants(lines))

    def judge(case):
        number, instead = case[1], case[2]
        kernel = next(
            re.search(r"@(\w+)\(", line).group(1)
            for line in reversed(lines[:number])
            if "_kernel void" in line
        )
        path = out / f"{Path(module).stem}-{cases.index(case)}.ll"
        path.write_text("\n".join(lines[:number] + instead + lines[number + 1 :] + sorted(extra)))
        command = [f2sim, "--equal", module, str(path), "--kernel", kernel, "--block", "128"]
        done = subprocess.run([*command, "--fill", "0=random"], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    counts, missed = collections.Counter(), 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for (kind, number, instead), (rc, text) in zip(cases, pool.map(judge, cases)):
            counts[kind] += 1
            if rc != 1:
                missed += 1
                print(f"line {number + 1}, {kind}: exit status {rc}")
                print(f"  {lines[number].strip()}\n  {' '.join(instead).strip()}")
                print("  " + text.strip().split("\n")[-1])
    for kind, count in sorted(counts.items()):
        print(f"{kind}: {count}")
    print(f"{len(cases)} bugs, {missed} not found")
    return missed != 0


if __name__ == "__main__":
    sys.exit(main())
