#!/usr/bin/env python3
"""Counts what a kernel's data moves cost: reads PTX or GCN assembly, prints per
kernel the shared-memory accesses, shuffles and barriers.

    $ count-instructions.py k.ptx
    transpose: shared_loads=4 shared_stores=4 shuffles=0 warp_barriers=0 …

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import fnmatch
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


def functions(text):
    """Yields (name, lines, patterns) for every kernel of an assembly file."""
    if re.search(r"^\s*\.version\s", text, re.MULTILINE):
        for match in re.finditer(
            r"\.entry\s+([\w$]+)\s*\(.*?^\{(.*?)^\}", text, re.DOTALL | re.MULTILINE
        ):
            yield match.group(1), match.group(2).splitlines(), PTX
        return
    kernels = set(re.findall(r"\.amdhsa_kernel\s+(\S+)", text))
    for match in re.finditer(
        r"^(\w+):\s*; @\w+$(.*?)^\.Lfunc_end", text, re.DOTALL | re.MULTILINE
    ):
        if match.group(1) in kernels:
            yield match.group(1), match.group(2).splitlines(), GCN


def count(lines, patterns):
    counts = dict.fromkeys(NAMES, 0)
    for line in lines:
        # PTX predicates stand before the opcode; GCN comments after it, except
        # that a wave barrier is a comment.
        line = re.sub(r"^\s*(@!?%p\d+\s+)?", "", line)
        for name, pattern in patterns:
            if re.match(pattern, line):
                counts[name] += 1
                break
    return counts


def counts_of(path):
    """{kernel: {what: how many}} of one assembly file."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return {name: count(lines, p) for name, lines, p in functions(text)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("assembly")
    parser.add_argument("--kernel", default="*", help="glob of kernel names")
    args = parser.parse_args()
    for kernel, counts in counts_of(args.assembly).items():
        if fnmatch.fnmatch(kernel, args.kernel):
            print(f"{kernel}:", *(f"{k}={v}" for k, v in counts.items()))


if __name__ == "__main__":
    main()
