"""Kernels in assembly: what clang and llc print for NVPTX and AMDGPU.

    for name, lines, patterns in functions(text):
        counts = count(lines, patterns)

count-instructions.py prints these counts; bench/amd and tools/f2layout-try read
the same kernels.

PTX: a kernel begins at ".entry" and its body lies between braces in the first
column. Inline assembly may have such braces, too; LLVM marks where it begins and
ends. GCN: the body lies between the label and ".Lfunc_end", and what is a kernel
has an ".amdhsa_kernel".

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dataclasses
import re

# Each instruction counts once, for the first pattern that matches it.
PTX = [
    ("shared_loads", r"ld(\.volatile)?\.shared|ldmatrix"),
    ("shared_stores", r"st(\.volatile)?\.shared|stmatrix"),
    ("shared_atomics", r"(atom|red)\S*\.shared"),
    ("shuffles", r"shfl\.|movmatrix"),
    ("warp_barriers", r"bar\.warp\.sync"),
    ("block_barriers", r"bar(rier)?(\.cta)?\.(sync|arrive|red)"),
]
GCN = [
    ("shuffles", r"ds_bpermute|ds_permute|ds_swizzle|v_permlane|v_\S+_dpp"),
    ("shared_atomics", r"ds_(add|sub|min|max|and|or|xor|cmpst|wrxchg|inc|dec)"),
    ("shared_loads", r"ds_(read|load)"),
    ("shared_stores", r"ds_(write|store)"),
    ("warp_barriers", r"; wave barrier"),
    ("block_barriers", r"s_barrier(_signal)?\b(?!_wait)"),
]
NAMES = [
    "shared_loads",
    "shared_stores",
    "shared_atomics",
    "shuffles",
    "warp_barriers",
    "block_barriers",
]

PTX_NAME = re.compile(r"\.(entry|func)\s+(?:\([^)]*\)\s*)?([\w$.]+)")
GCN_LABEL = re.compile(r"^(\S+):\s*; @\1$")


@dataclasses.dataclass
class Function:
    """A function that has a body. The header of PTX has parameters and launch
    bounds; GCN has none."""

    name: str
    is_kernel: bool
    header: list
    lines: list


@dataclasses.dataclass
class Assembly:
    is_ptx: bool
    functions: list
    rest: list  # lines outside of all bodies

    @property
    def patterns(self):
        return PTX if self.is_ptx else GCN


def read_ptx(lines):
    functions, rest = [], []
    header, body, inline = None, None, False
    for line in lines:
        if body is not None:
            if line == "}" and not inline:
                kind, name = PTX_NAME.search(" ".join(header)).groups()
                functions.append(Function(name, kind == "entry", header, body))
                header = body = None
                continue
            if "// begin inline asm" in line:
                inline = True
            elif "// end inline asm" in line:
                inline = False
            body.append(line)
        elif header is not None:
            if line == "{":
                body = []
                continue
            header.append(line)
            if line.rstrip().endswith(";"):  # a declaration
                rest += header
                header = None
        elif re.match(r"(\.\w+\s+)*\.(entry|func)\b", line):
            header = [line]
            if line.rstrip().endswith(";"):
                rest.append(line)
                header = None
        else:
            rest.append(line)
    return Assembly(True, functions, rest)


def read_gcn(lines):
    functions, rest, kernels = [], [], set()
    name, body = None, []
    for line in lines:
        text = line.lstrip()
        if text.startswith(".amdhsa_kernel "):
            kernels.add(text.split()[1])
        if name is not None:
            if line.startswith(".Lfunc_end"):
                functions.append(Function(name, False, [], body))
                name = None
            else:
                body.append(line)
            continue
        label = GCN_LABEL.match(line)
        if label:
            name, body = label.group(1), []
        else:
            rest.append(line)
    for function in functions:
        function.is_kernel = function.name in kernels
    return Assembly(False, functions, rest)


def read(text):
    """The functions of an assembly file."""
    is_ptx = re.search(r"^\s*\.version\s", text, re.MULTILINE)
    return (read_ptx if is_ptx else read_gcn)(text.splitlines())


def functions(text):
    """Yields (name, lines, patterns) for every kernel of an assembly file."""
    assembly = read(text)
    for function in assembly.functions:
        if function.is_kernel:
            yield function.name, function.lines, assembly.patterns


def instruction(line):
    """The line without what stands before the opcode: PTX predicates."""
    return re.sub(r"^\s*(@!?%p\d+\s+)?", "", line)


def count(lines, patterns):
    """{what: how many} of the lines of one kernel."""
    counts = dict.fromkeys(NAMES, 0)
    for line in lines:
        # GCN comments stand after the opcode, except that a wave barrier is one.
        text = instruction(line)
        for name, pattern in patterns:
            if re.match(pattern, text):
                counts[name] += 1
                break
    return counts


def counts_of(path):
    """{kernel: {what: how many}} of one assembly file."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return {name: count(lines, p) for name, lines, p in functions(text)}
