"""Breaks one lane or address in each rewritten kernel.

A comparison without findings proves little unless it detects errors. In a shuffle
the lane becomes its neighbour,

    %m = xor i32 %lane, 1
    call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v, i32 %m, i32 31)

and in a load of shared memory the address becomes that of the next element.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import re

SHUFFLE = re.compile(
    r"^(.*@llvm\.nvvm\.shfl\.sync\.(?:idx|bfly)\.i32\(i32 [^,]+, i32 [^,]+, i32 )"
    r"([^,]+)(, .*)$"
)
BPERMUTE = re.compile(r"^(.*@llvm\.amdgcn\.ds\.bpermute\(i32 )([^,]+)(, .*)$")
DPP = re.compile(r"^(.*@llvm\.amdgcn\.update\.dpp\.i32\(i32 [^,]+, i32 [^,]+, i32 )(\d+)(, .*)$")
LOAD = re.compile(r"^(.* = load [^,]+, ptr addrspace\(3\) )(%[\w.]+)(, align )(\d+)(.*)$")


def mutation(line):
    """The lines that replace one, or None if it cannot be broken."""
    for pattern, flip in ((SHUFFLE, 1), (BPERMUTE, 4)):
        match = pattern.match(line)
        if match:
            head, lane, tail = match.groups()
            return [f"  %mutant = xor i32 {lane}, {flip}", f"{head}%mutant{tail}"]
    match = DPP.match(line)
    if match and (int(match.group(2)) < 0x100 or int(match.group(2)) >= 0x160):
        head, control, tail = match.groups()
        return [f"{head}{int(control) ^ 1}{tail}"]
    match = LOAD.match(line)
    if match:
        head, pointer, align, size, tail = match.groups()
        return [
            f"  %mutant = getelementptr i8, ptr addrspace(3) {pointer}, i32 {size}",
            f"{head}%mutant{align}{size}{tail}",
        ]
    return None


def mutated(text, rng):
    """(the module with one mutation in each kernel that has a place for one,
    the names of those kernels)"""
    lines = text.split("\n")
    places, names, kernel = {}, set(), None
    for number, line in enumerate(lines):
        start = re.match(r"define .*@(\w+)\(", line)
        if start:
            kernel = start.group(1)
        if kernel and mutation(line):
            places.setdefault(kernel, []).append(number)
    for kernel, numbers in places.items():
        number = rng.choice(numbers)
        lines[number] = "\n".join(mutation(lines[number]))
        names.add(kernel)
    return unnumbered("\n".join(lines)), names


def unnumbered(text):
    """Gives unnamed values names, so that new ones fit in between."""
    text = re.sub(r"(?<=%)(\d+)\b", r"u\1", text)
    return re.sub(r"^(\d+):", r"u\1:", text, flags=re.M)
