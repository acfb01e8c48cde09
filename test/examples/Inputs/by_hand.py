"""Compares what f2layout-assign chose with layouts that were written by hand.

    by_hand.py CHOSEN BY_HAND

Both files have the remarks of the same kernels. For each kernel, there must be no
more conversions and no more clocks where the layouts were chosen.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import re
import sys

CONVERSIONS = re.compile(r"layouts? and (\d+) conversions?.*\(in (\w+)\)")
CLOCKS = re.compile(r"of tensors take ([\d.]+) clocks.*\(in (\w+)\)")


def read(path):
    """(conversions, clocks) by kernel."""
    text = open(path, encoding="utf-8").read()
    conversions = {name: int(n) for n, name in CONVERSIONS.findall(text)}
    clocks = {name: float(n) for n, name in CLOCKS.findall(text)}
    assert conversions.keys() == clocks.keys(), path
    return {name: (conversions[name], clocks[name]) for name in clocks}


def main():
    chosen, by_hand = read(sys.argv[1]), read(sys.argv[2])
    assert chosen.keys() == by_hand.keys()
    worse = 0
    for name, (conversions, clocks) in chosen.items():
        print(f"{name}: {conversions} conversions, {clocks} clocks; by hand", *by_hand[name])
        worse += conversions > by_hand[name][0] or clocks > by_hand[name][1]
    print(f"{len(chosen)} kernels, {worse} worse than by hand")
    return worse != 0


sys.exit(main())
