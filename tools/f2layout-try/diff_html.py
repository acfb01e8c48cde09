"""Two assemblies side by side, with the lines that differ marked.

Lines correspond if they are equal but for the numbers of registers, which say
nothing once an instruction is added before them. Long runs of such lines are
folded.
"""
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import difflib
import re
from html import escape

MOST_LINES = 20000  # of a kernel's two sides; browsers give up on more
CONTEXT = 6


def without_numbers(line):
    return re.sub(r"(%[a-z]+|\b[vsa])\d+\b|\[\d+:\d+\]|BB_\d+", r"\1", line)


def runs(before, after):
    """[(equal, lines before, lines after)], in order."""
    keys = [[without_numbers(line) for line in side] for side in (before, after)]
    matcher = difflib.SequenceMatcher(None, *keys)
    return [
        (kind == "equal", before[a:b], after[c:d])
        for kind, a, b, c, d in matcher.get_opcodes()
    ]


def column(lines, height, kind):
    body = "\n".join(map(escape, lines)) + "\n" * (height - len(lines))
    return f'<pre class="{kind}">{body}\n</pre>'


def pair(before, after, differ):
    height = max(len(before), len(after))
    kinds = ("out", "in") if differ else ("", "")
    left = column(before, height, kinds[0] if before else "")
    right = column(after, height, kinds[1] if after else "")
    return f'<div class="pair">{left}{right}</div>'


def folded(before, after):
    """Equal lines, of which only the first and last few show."""
    if len(before) <= 2 * CONTEXT + 4:
        return pair(before, after, False)
    middle = slice(CONTEXT, -CONTEXT)
    hidden = pair(before[middle], after[middle], False)
    return (
        pair(before[:CONTEXT], after[:CONTEXT], False)
        + f"<details><summary>{len(before) - 2 * CONTEXT} lines that correspond"
        + f"</summary>{hidden}</details>"
        + pair(before[-CONTEXT:], after[-CONTEXT:], False)
    )


def side_by_side(before, after):
    """The two sides of a kernel."""
    texts = before.header + before.lines, after.header + after.lines
    size = sum(map(len, texts))
    if size > MOST_LINES:
        return f"<p>{size} lines are too many to show; --keep has them as files.</p>"
    parts = [
        folded(a, b) if equal else pair(a, b, True) for equal, a, b in runs(*texts)
    ]
    titles = '<div class="pair title"><div>without</div><div>with the plugin</div></div>'
    return f'<div class="both">{titles}{"".join(parts)}</div>'
