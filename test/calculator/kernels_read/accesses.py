"""Accesses to shared memory: where the source has them, and how many one becomes.

    tile[y][x] += 1.0f      a load and a store of 4 bytes, both at tile[y][x]

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dataclasses

from kernels_read.places import Elsewhere, SharedPlace, Variable, layout_of
from kernels_read.source import THROUGH, strip_parens
from kernels_read.symbols import LOADED, Node, Unknown, constant


@dataclasses.dataclass
class Access:
    line: int  # Of the token (source.py).
    store: bool
    place: object  # A SharedPlace, or None.
    bytes: int
    mask: object
    why: str = ""  # Why it has no expression.


def pieces(size, align, hip):
    """The place and the bytes of each access that a load or a store becomes.

    clang gives an access of eight halves at &as[r][x] the alignment of a half, whatever
    the type it is cast to: store <8 x half> ..., align 2. NVIDIA's accesses are aligned,
    so that it becomes eight. AMD's need not be: it is one ds_write_b128, and only with
    half of their size as alignment do 8 or 16 bytes become the two of ds_write2.
    """
    at = 0
    while at < size:
        most, known = min(size - at, 16), min(align, at & -at or align)
        if not hip:
            width = min(1 << most.bit_length() - 1, known)
        else:
            width = most // 2 if (most, known) in ((8, 4), (16, 8)) else most
        yield at, width
        at += width


class Accesses:
    """Loads and stores of the values of expressions; those of shared memory are listed."""

    def alignment(self, node, place):
        """What clang knows of the alignment: where a cast is of an array that stands
        there, that of the array and of its subscripts, otherwise that of the type."""
        node = strip_parens(node)
        if node["kind"] not in ("UnaryOperator", "ArraySubscriptExpr"):
            return 16
        cast = strip_parens(node["inner"][0])
        if cast["kind"] not in ("CXXReinterpretCastExpr", "CStyleCastExpr"):
            return 16
        inner = strip_parens(cast["inner"][-1])
        decay = inner.get("castKind") == "ArrayToPointerDecay"
        if not decay and not (inner["kind"] == "UnaryOperator" and inner["opcode"] == "&"):
            return 16
        least = 16
        for index, size in place.steps:
            bytes_ = size
            if isinstance(index, Node) and index.value is not None and not index.loops:
                bytes_ = index.value * size
            least = min(least, bytes_ & -bytes_ or 16)
        return least

    def access(self, node, store, place, type_, offset=None, written=None):
        layout = layout_of(type_, self.source.records)
        line = self.source.line(self.place_of(node) if offset is None else offset)[0]
        why = ""
        indices = [index for index, _ in place.steps]
        for index in indices + [self.mask]:
            if isinstance(index, Unknown):
                why = f"{'its condition' if index is self.mask else 'its index'}: {index.why}"
        if layout is None:
            why = why or f"the size of {type_} is not known"
        if layout is None:
            self.accesses.append(Access(line, store, place, 4, self.mask, why))
            return
        align = min(layout.align, self.alignment(written or node, place))
        for at, width in pieces(layout.size, align, self.source.hip):
            part = place if at == 0 else place.step(constant(at), 1, False)
            odd = "" if width & width - 1 == 0 else f"an access of {width} bytes by one instruction"
            self.accesses.append(Access(line, store, part, width, self.mask, why or odd))

    def place_of(self, node):
        """The offset of the token that debug information names (Expr::getExprLoc)."""
        while node["kind"] in THROUGH:
            node = node["inner"][-1]
        if node["kind"] == "ArraySubscriptExpr":
            return self.start(node["inner"][0])
        if node["kind"] == "MemberExpr":
            return node["range"]["end"]["offset"]
        return self.start(node)

    @staticmethod
    def start(node):
        return node["range"]["begin"]["offset"]

    def operator_place(self, node):
        """The offset of a binary operator: after its left operand."""
        left = node["inner"][0] if node["kind"] != "CXXOperatorCallExpr" else node["inner"][1]
        end = left["range"]["end"]
        return end["offset"] + end["tokLen"] + 1

    def load(self, node, place, type_, offset=None):
        if isinstance(place, Variable):
            return place if place.parts is not None else place.value
        if isinstance(place, SharedPlace):
            self.access(node, False, place, type_, offset)
            return Unknown(LOADED)
        return Unknown(place.why) if isinstance(place, Elsewhere) else Unknown(LOADED)

    def store(self, node, place, type_, value):
        if isinstance(place, Variable):
            place.become(value, self.mask)
        elif isinstance(place, SharedPlace):
            self.access(node, True, place, type_, self.operator_place(node), node["inner"][0])

    def passed(self, node, place, why):
        line = self.source.line(self.place_of(node))[0]
        self.accesses.append(Access(line, False, place, 0, self.mask, why))
