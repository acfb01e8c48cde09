"""Layouts of tensors on GPUs: which register of which thread holds which element.

A layout is a linear map over F2. Its text lists where the bits of each input go:

>>> tile = Layout("register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]] -> [16,8]")
>>> tile.apply(register=1, lane=21)
(5, 3)
>>> tile.inputs, tile.shape
({'register': 4, 'lane': 32}, (16, 8))

All notations that the calculator reads are read: Triton's attributes (for a shape),
its dumps, masks, JSON.

>>> blocked = Layout("#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4],"
...                  " warpsPerCTA = [1, 1], order = [1, 0]}>", shape=(8, 16))
>>> blocked
Layout('register=[[0,1],[0,2]], lane=[[0,4],[0,8],[1,0],[2,0],[4,0]], warp=[] -> [8,16]')

What a kernel needs to get from one to the other is a plan:

>>> other = Layout("register=[[1,0],[2,0]], lane=[[0,1],[0,2],[0,4],[0,8],[4,0]] -> [8,16]")
>>> str(plan(blocked, other, bits=32)).splitlines()[0]
'plan shared, warp, 32 bits, 32 lanes, 4 input words'

In a notebook, a layout is shown as a picture.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from ._native import Layout as _Native
from .calculator import Answer, LayoutError, ask, text

__all__ = ["Answer", "Layout", "LayoutError", "banks", "explain", "plan", "swizzle", "vectorize"]


class Layout:
    """A linear or affine layout, which never changes.

    text: in any notation that `f2layout translate` reads. shape: of the tensor, where the
    text does not state it. ValueError says what is wrong, and where.
    """

    __slots__ = ("_of",)

    def __init__(self, text, shape=()):
        self._of = text if isinstance(text, _Native) else _Native(text, list(shape))

    @property
    def inputs(self):
        """The sizes of the inputs: registers, lanes, ..."""
        return self._of.inputs()

    @property
    def outputs(self):
        """The sizes of the tensor's dimensions, by name."""
        return self._of.outputs()

    @property
    def shape(self):
        """The shape of the tensor."""
        return tuple(self._of.outputs().values())

    def apply(self, numbers=None, **indices):
        """The element at some indices, those that are missing being 0; or, for an array of
        flat numbers of places (the first input runs fastest), an array of the flat,
        row-major, numbers of elements.

        >>> Layout("lane=[[0,1],[1,0]] -> [2,2]").apply(lane=2)
        (1, 0)
        >>> import numpy
        >>> Layout("lane=[[0,1],[1,0]] -> [2,2]").apply(numpy.arange(4))
        array([0, 1, 2, 3], dtype=uint64)
        """
        if numbers is None:
            return tuple(self._of.apply(list(indices.items())))
        if indices:
            raise TypeError("apply takes an array of flat numbers or indices, not both")
        return self._of.apply_flat(numbers)

    @property
    def matrix(self):
        """The matrix over F2, a numpy array: row i is bit i of the flat number of the element.

        >>> Layout("offset=[[0,1],[1,1]] -> [2,2]").matrix
        array([[1, 1],
               [0, 1]], dtype=uint8)
        """
        return self._of.matrix()

    def then(self, outer):
        """First this layout, then another one, whose inputs are this one's outputs.

        The offset in memory of what each lane holds:

        >>> memory = Layout("offset=[[0,1],[1,1]] -> [2,2]")
        >>> Layout("lane=[[0,1],[1,0]] -> [2,2]").then(memory.inverse())
        Layout('lane=[[1],[3]] -> [offset:4]')
        """
        return Layout(self._of.then(outer._of))

    def inverse(self):
        """From elements to places. ValueError if the layout is not one-to-one and onto."""
        return Layout(self._of.inverse())

    def __mul__(self, outer):
        """This layout, repeated over another one.

        >>> Layout("register=[[0,1]] -> [1,2]") * Layout("lane=[[1,0],[0,1]] -> [2,2]")
        Layout('register=[[0,1]], lane=[[1,0],[0,2]] -> [2,4]')
        """
        return Layout(self._of.times(outer._of))

    def __truediv__(self, inner):
        """What repeats another layout to make this one. ValueError names what does not fit.

        >>> tile = Layout("register=[[0,1]] -> [1,2]")
        >>> Layout("register=[[0,1]], lane=[[1,0],[0,2]] -> [2,4]") / tile
        Layout('register=[], lane=[[1,0],[0,1]] -> [2,2]')
        """
        return Layout(self._of.divided_by(inner._of))

    def __eq__(self, other):
        """The same map of inputs and outputs of the same names."""
        return isinstance(other, Layout) and self._of.is_same_map(other._of)

    def __hash__(self):
        return hash((frozenset(self.inputs), frozenset(self.outputs)))

    @property
    def is_linear(self):
        """It has no constant."""
        return self._of.is_linear()

    @property
    def is_injective(self):
        """No element is held twice."""
        return self._of.is_injective()

    @property
    def is_surjective(self):
        """Every element is held."""
        return self._of.is_surjective()

    @property
    def is_distributed(self):
        """A permutation of bits with zeros: what Triton calls a distributed layout."""
        return self._of.is_distributed()

    @property
    def is_memory(self):
        """One-to-one, each bit of an offset moving one or two bits of an element."""
        return self._of.is_memory()

    def to(self, notation):
        """The text in another notation: "masks", "json", "linear", "blocked", "dump", ...

        >>> Layout("lane=[[0,1],[1,0]] -> [2,2]").to("linear")
        '#ttg.linear<{register = [], lane = [[0, 1], [1, 0]], warp = [], block = []}>'
        """
        return self._of.to(notation)

    def show(self, **options):
        """The table of elements and places as text; options are those of `f2layout show`.

        >>> print(Layout("lane=[[0,1],[1,0]] -> [2,2]").show(view="tensor"))
        lane=[[0,1],[1,0]] -> [2,2]
        t: lane
        <BLANKLINE>
        element -> place
          dim0 \\ dim1  0  1
                    0 t0 t1
                    1 t2 t3
        """
        return text("show", self, **options)

    def _repr_svg_(self):
        return text("show", self, **{"as": "svg"})

    def _repr_html_(self):
        return text("show", self, **{"as": "html"})

    def __str__(self):
        return self._of.text()

    def __repr__(self):
        return f"Layout({str(self)!r})"


def plan(source, wanted, **options):
    """The cheapest way from one layout to another; options are those of `f2layout plan`.

    >>> a = Layout("register=[[1]], lane=[[2],[4],[8],[16],[32]] -> [64]")
    >>> b = Layout("register=[[32]], lane=[[1],[2],[4],[8],[16]] -> [64]")
    >>> p = plan(a, b, bits=32, target="sm_90")
    >>> p.route, p.scope
    ('shuffle', 'warp')
    >>> str(p).splitlines()[0]
    'plan shuffle, warp, 32 bits, 32 lanes, 2 input words'
    """
    return ask("plan", **{"from": source, "to": wanted}, **options)


def swizzle(source, wanted, **options):
    """The best memory layout between two layouts of threads; options are those of
    `f2layout swizzle`. The answer's `layout` is a Layout.

    >>> rows = Layout("register=[[1,0],[2,0]], lane=[[0,1],[0,2],[0,4],[4,0],[8,0]] -> [16,8]")
    >>> columns = Layout("register=[[0,1],[0,2]], lane=[[1,0],[2,0],[4,0],[8,0],[0,4]] -> [16,8]")
    >>> swizzle(rows, columns).layout.is_memory
    True
    """
    answer = ask("swizzle", **{"from": source, "to": wanted}, **options)
    answer["layout"] = Layout(text("swizzle", **{"from": source, "to": wanted}, quiet=True,
                                   **options).strip())  # fmt: skip
    return answer


def banks(threads, memory, **options):
    """Bank conflicts when threads access memory; options are those of `f2layout banks`.

    >>> column = Layout("lane=[[1,0],[2,0],[4,0],[8,0],[16,0]] -> [32,1]")
    >>> memory = Layout("offset=[[0],[0],[0],[0],[0],[1],[2],[4],[8],[16]] -> [32]")
    >>> str(banks(column, memory)).splitlines()[0]
    'store: 1 access of 32 bits a thread, 32 wavefronts, 31 conflicts'
    """
    return ask("banks", threads, memory, **options)


def vectorize(threads, **options):
    """The widest accesses to memory; options are those of `f2layout vectorize`.

    >>> tile = Layout("register=[[0,1],[8,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]] -> [16,8]")
    >>> str(vectorize(tile, bits=16)).splitlines()[0]
    '2 elements, 32 bits, an access; 2 accesses a thread'
    """
    return ask("vectorize", threads, **options)


def explain(layout=None, **options):
    """Why a table is not linear, a tile does not divide, a vector is not wider; options are
    those of `f2layout explain`.

    >>> print(explain(table="0 3 6 9"))
    not linear: f(3) is 9, but f(0) ^ f(1) ^ f(2) is 5
    columns 1 and 2 break it: f(1) = 3 and f(2) = 6 both have the bit 2, where their sum carries
    1 of 4 places is not what f(0) and the columns say
    """
    return ask("explain", *([] if layout is None else [layout]), **options)
