"""Objects of a kernel: variables, arrays in registers, and places in shared memory.

    SharedPlace(tile, ((row, 132), (column, 4)))      tile[row][column], floats
    Variable.value                                    a Node, an Unknown, a pointer, ...

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import dataclasses
import re

from kernels_read import symbols
from kernels_read.source import Record
from kernels_read.symbols import Unknown


class Variable:
    """A variable; it may be an array or a structure of variables, too."""

    def __init__(self, mask, value):
        self.mask = mask  # Of the threads for which it is declared.
        self.value = value
        self.parts = None

    def part(self, key):
        if self.parts is None:
            self.parts = {}
        if key not in self.parts:
            self.parts[key] = Variable(self.mask, self.value)
        return self.parts[key]

    def copy(self):
        new = Variable(self.mask, self.value)
        if self.parts is not None:
            new.parts = {key: part.copy() for key, part in self.parts.items()}
        return new

    def become(self, value, mask):
        """Assigns a value in the threads of a mask."""
        if isinstance(value, Variable):
            parts = value.parts
            value = value.value
            if parts is not None:
                for key, part in parts.items():
                    self.part(key).become(part.copy(), mask)
        elif self.parts is not None:
            for part in self.parts.values():
                part.become(value, mask)
        self.value = value if mask is self.mask else symbols.choose(mask, value, self.value)


@dataclasses.dataclass(frozen=True)
class Array:
    """A shared array (or structure) as it is declared."""

    name: str
    type: str


@dataclasses.dataclass(frozen=True)
class SharedPlace:
    """A place in shared memory: steps of an index (Node or Unknown) and its bytes."""

    array: Array
    steps: tuple = ()
    plain: bool = True  # The steps are the subscripts of the array, in order.
    fields: tuple = ()  # Members after the subscripts, with their own steps.

    def step(self, index, size, declared):
        """One subscript further down."""
        return SharedPlace(self.array, self.steps + ((index, size),), self.plain and declared)

    def moved(self, count, size):
        """The pointer plus a number of elements of a size."""
        if isinstance(count, symbols.Node) and count.value == 0 and not count.loops:
            return self
        if self.steps and self.steps[-1][1] == size:
            index = self.steps[-1][0]
            if isinstance(index, symbols.Node) and index.value == 0 and not index.loops:
                moved = count
            elif isinstance(index, symbols.Node) and isinstance(count, symbols.Node):
                type_ = index.type if index.type.bits >= count.type.bits else count.type
                moved = symbols.operation("+", type_, index, symbols.cast(count, type_)
                                          if count.type.bits < type_.bits else count)
            else:
                moved = index if isinstance(index, Unknown) else count
            return SharedPlace(self.array, self.steps[:-1] + ((moved, size),), self.plain)
        return SharedPlace(self.array, self.steps + ((count, size),), False)


@dataclasses.dataclass(frozen=True)
class Address:
    """A pointer to a variable; parts of arrays by number."""

    variable: Variable
    array: Variable = None
    index: object = None


class Elsewhere:
    """A place in global memory, or one that is not known."""

    def __init__(self, why="a place that the source does not name"):
        self.why = why


def plain_type(node):
    """The type's text, typedefs resolved, without qualifiers."""
    type_ = node.get("type", node) or {}
    text = type_.get("desugaredQualType") or type_.get("qualType", "")
    return strip(text)


def strip(text):
    text = re.sub(r"\b(?:const|volatile|__restrict|restrict)\b ?", "", text)
    return text.replace("f2_read::", "").strip()


def element_of(text):
    """The type of elements of an array, or None."""
    array = re.match(r"^(.*?) ?\[(\d*)\]((?:\[\d+\])*)$", text)
    return array.group(1) + array.group(3) if array else None


def pointee_of(text):
    array = re.match(r"^(.*?) ?\(\*\)((?:\[\d+\])+)$", text)
    if array:
        return array.group(1) + array.group(2)
    return text[:-1].strip() if text.endswith("*") else None


FIXED = {"float": 4, "double": 8, "_Float16": 2, "__bf16": 2, "half": 2}


def layout_of(text, records):
    """The size and the alignment of a type as a Record, or None."""
    text = strip(text)
    if text in symbols.TYPES or text in FIXED:
        size = max(1, symbols.TYPES[text].bits // 8) if text in symbols.TYPES else FIXED[text]
        return Record(size, size, {})
    array = re.match(r"^(.*?) ?\[(\d*)\]((?:\[\d+\])*)$", text)
    if array:
        element = layout_of(array.group(1) + array.group(3), records)
        count = int(array.group(2) or 0)
        return element and Record(element.size * count, element.align, {})
    if text.endswith(("*", "&")):
        return Record(8, 8, {})
    vector = re.match(r"^(.*?) __attribute__\(\((?:ext_vector_type|__vector_size__)\((\d+)"
                      r"(?: \* sizeof\(.*\))?\)\)\)$", text)
    if vector:
        element = layout_of(vector.group(1), records)
        count = int(vector.group(2))
        size = element.size * (4 if count == 3 else count)
        return Record(size, size, {})
    vector = re.match(r"^(char|uchar|short|ushort|int|uint|float|double)([24])$", text)
    if vector and text not in records:  # HIP's, by its name.
        each = {"c": 1, "s": 2, "d": 8}.get(vector.group(1).lstrip("u")[0], 4)
        size = each * int(vector.group(2))
        return Record(size, size, {name: each * n for n, name in enumerate("xyzw")})
    bare = re.sub(r"^(?:struct|union|class) ", "", text)
    # Clang 19 says in types, and not in layouts, which kind has no name.
    bare = re.sub(r"\(unnamed (?:struct|union|class) at", "(unnamed at", bare)
    for name in (text, "f2_read::" + text, bare):
        if name in records:
            return records[name]
    return None
