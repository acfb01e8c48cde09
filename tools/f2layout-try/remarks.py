"""The plugin's remarks, from the YAML of -fsave-optimization-record.

The record is a stream of documents of one fixed form. This reads that form, and
no other YAML:

    --- !Missed
    Pass:            f2layout-reroute
    Name:            NoBarrier
    DebugLoc:        { File: k.cu, Line: 3, Column: 5 }
    Function:        kernel
    Args:
      - String:          'text '
      - Array:           tile
    ...

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dataclasses
import pathlib
import re
from collections import Counter

LOCATION = re.compile(
    r"\{\s*File:\s*(?P<file>'(?:[^']|'')*'|\"(?:[^\"\\]|\\.)*\"|[^,]+),"
    r"\s*Line:\s*(?P<line>\d+),\s*Column:\s*(?P<column>\d+)\s*\}"
)
KEY = re.compile(r"(\w[\w .-]*):(?:\s+(.*))?$")


@dataclasses.dataclass
class Remark:
    kind: str  # Passed, Missed, Analysis
    pass_name: str = ""
    name: str = ""
    function: str = ""
    file: str = ""
    line: int = 0
    column: int = 0
    text: str = ""

    @property
    def reason(self):
        return self.kind, self.pass_name, self.name


def scalar(text):
    """The value of a YAML scalar of one line."""
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) > 1 and text[0] == text[-1] == '"':
        escapes = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
        return re.sub(
            r"\\(x[0-9A-Fa-f]{2}|.)",
            lambda m: chr(int(m[1][1:], 16)) if len(m[1]) > 1 else escapes.get(m[1], m[1]),
            text[1:-1],
        )
    return text


def document(kind, lines):
    """The remark of one document's lines."""
    remark, at, texts = Remark(kind), 0, []
    while at < len(lines):
        line = lines[at]
        at += 1
        inside = re.match(r"\s*-\s+(.*)", line)
        match = KEY.match(inside.group(1) if inside else line.strip())
        if not match:
            continue
        key, value = match.group(1), match.group(2) or ""
        while value.startswith("{") and "}" not in value and at < len(lines):
            value += " " + lines[at].strip()
            at += 1
        if value in ("|", "|-", ">"):
            block = []
            while at < len(lines) and not re.match(r"\s*(-\s+)?\w+:", lines[at]):
                block.append(lines[at].strip())
                at += 1
            value = "\n".join(block)
        else:
            value = value if value.startswith("{") else scalar(value)
        if inside:
            texts.append(value)
        elif key == "DebugLoc" and not texts:
            place = LOCATION.match(value)
            if place:
                remark.file = scalar(place["file"])
                remark.line, remark.column = int(place["line"]), int(place["column"])
        elif key == "Pass":
            remark.pass_name = value
        elif key == "Name":
            remark.name = value
        elif key == "Function":
            remark.function = value
    remark.text = "".join(texts)
    return remark


def read(text, directory=pathlib.Path()):
    """The remarks of a record, of a compile in that directory."""
    remarks, kind, lines = [], None, []
    for line in text.splitlines():
        begins = re.match(r"--- !(\w+)", line)
        if begins:
            kind, lines = begins.group(1), []
        elif line == "..." and kind:
            remarks.append(document(kind, lines))
            kind = None
        else:
            lines.append(line)
    mine = [r for r in remarks if r.pass_name.startswith("f2layout")]
    for remark in mine:
        if remark.file:
            remark.file = str(directory / remark.file)
    return mine


def by_reason(remarks):
    """[(reason, how many, the first of them)], most frequent first in each kind."""
    counts = Counter(r.reason for r in remarks)
    first = {}
    for remark in remarks:
        first.setdefault(remark.reason, remark)
    kinds = ("Passed", "Missed", "Analysis")

    def rank(reason):
        kind = reason[0]
        return (kinds.index(kind) if kind in kinds else 3), -counts[reason], reason

    return [(reason, counts[reason], first[reason]) for reason in sorted(counts, key=rank)]
