"""Reads the legend of a drawing, whose entries are numbers and their colours,
and checks them in grey: each is light enough for black text, and differs from
the numbers before and after it.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import re
import sys

ENTRY = re.compile(r'<rect [^>]*style="fill:#(\w\w)(\w\w)(\w\w)"/><text[^>]*>(\d+)<')
legend = open(sys.argv[1]).read().rpartition('class="t"')[2]
greys = []
for red, green, blue, number in ENTRY.findall(legend):
    assert int(number) == len(greys), f"{number} is not in order"
    channels = [int(x, 16) for x in (red, green, blue)]
    # ITU-R BT.601: the luma in grey print.
    greys.append(sum(w * c for w, c in zip((0.299, 0.587, 0.114), channels)))
assert len(greys) >= 2, "no legend"
assert min(greys) >= 128, f"{min(greys)} is too dark for black text"
closest = min(abs(a - b) for a, b in zip(greys, greys[1:]))
assert closest >= 10, f"neighbours are {closest} apart"
