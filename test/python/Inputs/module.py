"""The Python module against definitions, on random layouts.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import random
import xml.etree.ElementTree

import f2layout as f2
import numpy

random.seed(5)


def random_layout(bits):
    """One-to-one and onto: a product of elementary matrices."""
    columns = [1 << i for i in range(bits)]
    for _ in range(3 * bits):
        a, b = random.sample(range(bits), 2)
        columns[a] ^= columns[b]
    wide = bits // 2
    images = ",".join(f"[{c >> wide},{c & (1 << wide) - 1}]" for c in columns)
    return columns, f2.Layout(f"offset=[{images}] -> [{1 << bits - wide},{1 << wide}]")


for bits in range(2, 11):
    columns, layout = random_layout(bits)
    every = numpy.arange(1 << bits)
    wanted = numpy.zeros(1 << bits, dtype=numpy.uint64)
    for bit, column in enumerate(columns):
        wanted ^= numpy.where(every >> bit & 1, column, 0).astype(numpy.uint64)
    assert (layout.apply(every) == wanted).all()
    assert (layout.inverse().apply(wanted) == every).all()
    rows = numpy.array([[c >> i & 1 for c in columns] for i in range(bits)])
    assert (layout.matrix == rows).all()
    there_and_back = layout.then(layout.inverse())
    assert (there_and_back.apply(every) == every).all()
    for notation in ("text", "masks", "json", "dump"):
        assert f2.Layout(layout.to(notation)) == layout, notation
    assert layout.is_injective and layout.is_surjective and layout.is_linear
    place = random.randrange(1 << bits)
    flat = int(wanted[place])
    assert layout.apply(offset=place) == (flat >> bits // 2, flat & (1 << bits // 2) - 1)

_, layout = random_layout(6)
xml.etree.ElementTree.fromstring(layout._repr_svg_())
assert layout._repr_html_().lstrip().startswith("<!")
assert layout != f2.Layout("offset=[] -> [1]") and hash(layout) == hash(f2.Layout(str(layout)))
for wrong in (lambda: layout.apply(numpy.array([64])), lambda: layout.apply(lane=1),
              lambda: layout.to("maks"), lambda: layout.then(layout),
              lambda: f2.Layout("lane=[[0,1],[0,1]] -> [1,2]").inverse(),
              lambda: f2.plan(layout, layout, bits=5)):  # fmt: skip
    try:
        wrong()
    except ValueError as e:
        assert str(e)
    else:
        raise AssertionError("no error")
