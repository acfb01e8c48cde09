"""What the random loops of rounds.py do in a round: a step of a reduction, of a maximum
with its index, of a tree, of a scan, a swap of two threads, a stage of a bitonic sort.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""


class RoundForms:
    """A part of rounds.Kernel, which has the writer, the arrays and the types."""

    def reduce(self, counter):
        w, d = self.w, self.distance(counter)
        fits = w.let(f"icmp ult i32 {w.op('add', '%t', d)}, %n")
        mine = w.let(f"icmp ult i32 %t, {d}")
        if self.rng.random() < 0.6:
            fits = mine
        else:
            fits = w.let(f"and i1 {mine}, {fits}")

        def body():
            a, b = self.at("@s", "%t"), self.at("@s", w.op("add", "%t", d))
            x, y = self.load(a), self.load(b)
            if self.form == "argmax":
                self.pick(x, y, a, w.op("add", "%t", d))
            else:
                self.store(self.combine(x, y), a)

        self.guarded(fits, body)
        if self.flaw != "no barrier":
            self.barrier()

    def pick(self, x, y, a, other):
        """Stores y, and its index, if it is larger than x."""
        w, type_ = self.w, self.type
        compare, equals = ("fcmp", "oeq") if self.is_float() else ("icmp", "eq")
        less = w.let(f"{compare} {'olt' if self.is_float() else 'slt'} {type_} {x}, {y}")
        own = lambda: self.at("@x", "%t", type_="i32")
        index = lambda: self.load(self.at("@x", other, type_="i32"), type_="i32")

        def take(i):
            self.store(y, a)
            self.store(i, own(), type_="i32")

        if self.picks == "before":
            i = index()
            self.guarded(less, lambda: take(i))
            return
        if self.picks == "inside":
            self.guarded(less, lambda: take(index()))
            return
        side, taken, behind = self.new("side"), self.new("taken"), self.new("joined")
        if self.picks == "both":  # a && b
            w.do(f"br i1 {less}, label %{side}, label %{behind}")
            w.label(side)
            old = self.load(own(), type_="i32")
            again = w.let(f"icmp ne i32 {old}, 3")
            w.do(f"br i1 {again}, label %{taken}, label %{behind}")
            w.label(taken)
            take(index())
        elif self.picks in ("ties", "twice"):  # a || b
            i = index()
            w.do(f"br i1 {less}, label %{taken}, label %{side}")
            w.label(side)
            same = w.let(f"{compare} {equals} {type_} {x}, {y}")
            lower = w.let(f"icmp slt i32 {i}, {self.load(own(), type_='i32')}")
            both = w.let(f"select i1 {same}, i1 {lower}, i1 false")
            if self.picks == "twice":
                third = self.new("third")
                w.do(f"br i1 {both}, label %{taken}, label %{third}")
                w.label(third)
                both = w.let(f"icmp eq i32 {i}, 5")
            w.do(f"br i1 {both}, label %{taken}, label %{behind}")
            w.label(taken)
            take(i)
        else:  # a || (b && c), with a load on either side
            early, late = self.new("early"), self.new("late")
            w.do(f"br i1 {less}, label %{early}, label %{side}")
            w.label(early)
            first = index()
            w.do(f"br label %{taken}")
            w.label(side)
            same = w.let(f"{compare} {equals} {type_} {x}, {y}")
            w.do(f"br i1 {same}, label %{late}, label %{behind}")
            w.label(late)
            second = index()
            lower = w.let(f"icmp slt i32 {second}, {self.load(own(), type_='i32')}")
            w.do(f"br i1 {lower}, label %{taken}, label %{behind}")
            w.label(taken)
            take(w.let(f"phi i32 [ {first}, %{early} ], [ {second}, %{late} ]"))
        w.do(f"br label %{behind}")
        w.label(behind)

    def tree(self, counter):
        w, d = self.w, self.distance(counter)
        mask = w.op("sub", w.op("shl", d, 1), 1)
        mine = w.let(f"icmp eq i32 {w.op('and', '%t', mask)}, 0")
        other = w.op("add", "%t", d)
        fits = w.let(f"and i1 {mine}, {w.let(f'icmp ult i32 {other}, %n')}")

        def body():
            a = self.at("@s", "%t")
            x, y = self.load(a), self.load(self.at("@s", other))
            self.store(self.combine(x, y), a)

        self.guarded(fits, body)
        if self.flaw != "no barrier":
            self.barrier()

    def scan(self, counter):
        w, d = self.w, self.distance(counter)
        reads = w.let(f"icmp uge i32 %t, {d}")
        inside, behind = self.new("in"), self.new("out")
        before = self.new("at")
        w.do(f"br label %{before}")
        w.label(before)
        w.do(f"br i1 {reads}, label %{inside}, label %{behind}")
        w.label(inside)
        y = self.load(self.at("@s", w.op("sub", "%t", d)))
        w.do(f"br label %{behind}")
        w.label(behind)
        zero = "0.0" if self.is_float() else "0"
        v = w.let(f"phi {self.type} [ {y}, %{inside} ], [ {zero}, %{before} ]")
        if self.flaw != "no barrier":
            self.barrier()
        a = self.at("@s", "%t")
        x = self.load(a)
        self.store(self.combine(x, v), a)
        self.barrier()

    def swap(self, counter):
        w, d = self.w, self.distance(counter)
        other = w.op("xor", "%t", d)
        inside = w.let(f"icmp ult i32 {other}, %threads")
        other = w.let(f"select i1 {inside}, i32 {other}, i32 %t")
        a = self.at("@s", "%t")
        x, y = self.load(a), self.load(self.at("@s", other))
        if self.flaw != "no barrier":
            self.barrier()
        self.store(self.combine(x, y), a)
        self.barrier()

    def sort(self, k, j):
        w = self.w
        d = self.distance(j)
        other = w.op("xor", "%t", d)
        mine = w.let(f"icmp ugt i32 {other}, %t")
        fits = w.let(f"and i1 {mine}, {w.let(f'icmp ult i32 {other}, %n')}")
        up = w.let(f"icmp eq i32 {w.op('and', '%t', self.distance(k))}, 0")

        def body():
            a, b = self.at("@s", "%t"), self.at("@s", other)
            x, y = self.load(a), self.load(b)
            compare = "fcmp" if self.is_float() else "icmp"
            is_less = "olt" if self.is_float() else "slt"
            swap = lambda: (self.store(y, a), self.store(x, b))
            if self.two_branches:
                # A branch of its own for either direction, to the same swap.
                rises, falls, taken, behind = (self.new(n) for n in ("rises", "falls", "swaps", "joins"))
                w.do(f"br i1 {up}, label %{rises}, label %{falls}")
                w.label(rises)
                c = w.let(f"{compare} {is_less} {self.type} {y}, {x}")
                w.do(f"br i1 {c}, label %{taken}, label %{behind}")
                w.label(falls)
                c = w.let(f"{compare} {is_less} {self.type} {x}, {y}")
                w.do(f"br i1 {c}, label %{taken}, label %{behind}")
                w.label(taken)
                swap()
                w.do(f"br label %{behind}")
                w.label(behind)
                return
            less = w.let(f"{compare} {is_less} {self.type} {y}, {x}")
            flip = w.let(f"xor i1 {less}, {up}")
            self.guarded(flip, swap)

        self.guarded(fits, body)
        if self.flaw != "no barrier":
            self.barrier()
