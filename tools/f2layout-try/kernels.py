"""Kernels without and with the plugin, side by side.

Two kernels of one name are the same if their instructions are: comments, line
tables, the function's number in labels, the numbers of PTX's virtual registers,
and the alignment of arrays do not count.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dataclasses
import re

import accesses
from shared import assembly

COUNTS = ("shared_atomics", "shuffles", "warp_barriers", "block_barriers")
PTX_NOISE = re.compile(r"\s*(//.*)?$|\s*\.(loc|file|section|pragma)\b|\$L__tmp|\$L__func")
GCN_NOISE = re.compile(r"\s*(;(?! wave barrier).*)?$|\s*\.(?!LBB)|\.L(tmp|func|info)")
HASHED = re.compile(r"(__static__|__intern__)[0-9a-f]+$")


def normal(lines, is_ptx):
    """What of a function's lines decides what it does."""
    kept = []
    for line in lines:
        if is_ptx:
            if PTX_NOISE.match(line):
                continue
            line = re.sub(r"\$L__BB\d+_", "$L__BB_", line)
            line = re.sub(r"\s*//.*$", "", line)
        else:
            if GCN_NOISE.match(line):
                continue
            line = re.sub(r"\.LBB\d+_", ".LBB_", line)
            line = re.sub(r"\s*;(?! wave barrier).*$", "", line)
        kept.append(line.strip())
    return kept


def compared(lines):
    """The lines of PTX that are compared, virtual registers numbered as they come
    and arrays without their alignment."""
    numbers = {}

    def number(match):
        kind, _ = match.groups()
        mine = numbers.setdefault(kind, {})
        return f"%{kind}{mine.setdefault(match.group(), len(mine) + 1)}"

    def kept(line):
        if line.startswith("."):
            return re.sub(r"(\.(?:shared|local)) \.align \d+", r"\1", line)
        return re.sub(r"%(rd|rs|rq|r|fd|f|p|b)(\d+)\b", number, line)

    return [kept(line) for line in lines if not line.startswith(".reg")]


def is_instruction(line):
    """Whether a line of normal() is one, and no label or directive."""
    return not re.match(r"[.$\w]*:$|\.|[{}]|;", line)


@dataclasses.dataclass
class Side:
    """One of the two assemblies of a kernel."""

    symbol: str  # as in this assembly
    lines: list
    header: list
    accesses: dict
    counts: dict
    is_ptx: bool
    resources: dict = dataclasses.field(default_factory=dict)

    @property
    def text(self):
        lines = self.header + self.lines
        return compared(lines) if self.is_ptx else lines


@dataclasses.dataclass
class Kernel:
    symbol: str
    name: str  # demangled
    is_kernel: bool  # else a function that kernels call
    before: Side
    after: Side

    def __post_init__(self):
        self.changed = self.before.text != self.after.text

    def differences(self):
        """{what: [(width or "", before, after)]} of what is not equal."""
        found = {}
        both = {**self.before.accesses, **self.after.accesses}
        for access in sorted(both, key=accesses.order):
            pair = [side.accesses.get(access, 0) for side in (self.before, self.after)]
            if pair[0] != pair[1]:
                space, verb, width = access
                found.setdefault(f"{space} {verb}s", []).append((f"{width} B", *pair))
        for what, before in self.before.counts.items():
            after = self.after.counts[what]
            if before != after:
                found[what.replace("_", " ")] = [("", before, after)]
        return found


def side(function, is_ptx, patterns):
    counts = assembly.count(function.lines, patterns)
    lines = normal(function.lines, is_ptx)
    return Side(
        function.name,
        lines,
        normal(function.header, is_ptx),
        accesses.accesses(function.lines, is_ptx),
        {
            **{what: counts[what] for what in COUNTS},
            "instructions": sum(map(is_instruction, lines)),
        },
        is_ptx,
    )


def read(text):
    """(the assembly, its functions by symbol) of one compile."""
    whole = assembly.read(text)
    return whole, {HASHED.sub("", f.name): f for f in whole.functions}


class Pair:
    """The kernels of both compiles of one job."""

    def __init__(self, before, after):
        first, functions = read(before)
        second, others = read(after)
        self.is_ptx = first.is_ptx
        self.kernels = []
        for symbol, function in functions.items():
            if symbol in others:
                sides = (
                    side(f, first.is_ptx, first.patterns)
                    for f in (function, others[symbol])
                )
                kernel = Kernel(symbol, symbol, function.is_kernel, *sides)
                if kernel.is_kernel or kernel.changed:
                    self.kernels.append(kernel)
        mine = {s for s, f in functions.items() if f.is_kernel}
        self.lost = sorted(mine - set(others))
        # Shared arrays stand outside of the functions.
        rest = [normal(a.rest, self.is_ptx) for a in (first, second)]
        if self.is_ptx:
            rest = [compared(lines) for lines in rest]
        self.changed = any(k.changed for k in self.kernels) or rest[0] != rest[1]


def demangle(pairs, runner, tools):
    """Sets the names of all kernels, by llvm-cxxfilt."""
    kernels = [k for pair in pairs for k in pair.kernels]
    if not kernels:
        return
    symbols = list(dict.fromkeys(kernel.symbol for kernel in kernels))
    names = {}
    for at in range(0, len(symbols), 500):
        part = symbols[at : at + 500]
        done = runner.run([tools.tool("llvm-cxxfilt"), *part])
        names.update(zip(part, done.out.splitlines()))
    for kernel in kernels:
        kernel.name = names.get(kernel.symbol, kernel.symbol)
