"""The body of a function in LLVM IR: values, integers and control flow.

A value without effects is computed once: an equal text in the same block or one
that dominates it gives the same name. `scope` ends what a block has computed.

    with k.when(k.test("ult", k.t, 5)):        %c7 = icmp ult i32 %x1, 5
        k.op("add", k.t, 1)                    br i1 %c7, label %then8, label %join8
                                             then8:
                                               %v9 = add i32 %x1, 1
                                               br label %join8
                                             join8:

Operations with neutral constants are folded, and products with powers of two are
shifts, as a compiler leaves them.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import contextlib


class Body:
    """The lines of a function. An index is an int, or the name of an i32."""

    def __init__(self):
        self.lines = []
        self.count = 0
        self.place = "entry"
        self.scopes = [{}]

    # Lines.
    def let(self, text, stem="v"):
        self.count += 1
        name = f"%{stem}{self.count}"
        self.lines.append(f"  {name} = {text}")
        return name

    def do(self, text):
        self.lines.append(f"  {text}")

    def pure(self, text, stem="v"):
        """A value without effects, which is computed once."""
        for scope in self.scopes:
            if text in scope:
                return scope[text]
        self.scopes[-1][text] = self.let(text, stem)
        return self.scopes[-1][text]

    @contextlib.contextmanager
    def scope(self):
        """What this computes does not dominate what follows."""
        self.scopes.append({})
        yield
        self.scopes.pop()

    def label(self, name):
        self.lines.append(f"{name}:")
        self.place = name

    def labels(self, *stems):
        self.count += 1
        return [f"{stem}{self.count}" for stem in stems]

    # Integers.
    def op(self, what, a, b):
        """a + b, a * b and so on."""
        if b == 0 and what in ("add", "sub", "xor", "or", "shl", "lshr"):
            return a
        if a == 0:
            if what in ("mul", "and", "shl", "lshr"):
                return 0
            if what in ("add", "xor", "or"):
                return b
        if what == "mul" and b == 1:
            return a
        if what == "mul" and isinstance(b, int) and b & (b - 1) == 0:
            what, b = "shl", b.bit_length() - 1
        return self.pure(f"{what} i32 {a}, {b}")

    def test(self, what, a, b, kind="i32"):
        return self.pure(f"icmp {what} {kind} {a}, {b}", "c")

    def choose(self, condition, kind, a, b):
        return self.pure(f"select i1 {condition}, {kind} {a}, {kind} {b}")

    def mask_index(self, index, count):
        """The index modulo a power of two."""
        return self.op("and", index, count - 1)

    # Control flow.
    def branch(self, condition, kind, taken, otherwise):
        """The phi of two sides, each a function of no argument."""
        then, other, join = self.labels("then", "else", "join")
        self.do(f"br i1 {condition}, label %{then}, label %{other}")
        edges = []
        for label, side in ((then, taken), (other, otherwise)):
            self.label(label)
            with self.scope():
                value = side()
            edges.append(f"[ {value}, %{self.place} ]")
            self.do(f"br label %{join}")
        self.label(join)
        return self.let(f"phi {kind} {', '.join(edges)}", "p")

    @contextlib.contextmanager
    def when(self, condition):
        then, join = self.labels("then", "join")
        self.do(f"br i1 {condition}, label %{then}, label %{join}")
        self.label(then)
        with self.scope():
            yield
        self.do(f"br label %{join}")
        self.label(join)

    @contextlib.contextmanager
    def loop(self, trips):
        """A loop that runs at least once; its counter."""
        head, after = self.labels("loop", "after")
        before = self.place
        self.do(f"br label %{head}")
        self.label(head)
        self.lines.append("")  # the phi, when its other edge is known
        place, counter = len(self.lines) - 1, f"%i{self.count}"
        yield counter
        following = self.let(f"add nuw nsw i32 {counter}, 1", "i")
        more = self.let(f"icmp ult i32 {following}, {trips}", "c")
        edges = f"[ 0, %{before} ], [ {following}, %{self.place} ]"
        self.lines[place] = f"  {counter} = phi i32 {edges}"
        self.do(f"br i1 {more}, label %{head}, label %{after}")
        self.label(after)
