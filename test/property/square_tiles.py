"""Square tiles for swizzles.py, of sides that are no powers of two, which the whole block
transposes: by the number of the element or with rows of threads, in blocks that are
stated or not. Two pads, or a swizzle with its bits rotated, remove the last conflicts.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import re

SHIFTED = re.compile(r"(%[\w.]+) = lshr i32 %[\w.]+, (\d+)")
MASKED = re.compile(r"= and i32 (%[\w.]+), (\d+)")


def is_contiguous(bits):
    low = bits & -bits
    return bits and (bits + low) & bits == 0


def is_rotated(module):
    """Two terms read adjacent bits, and xor the upper ones below the lower ones."""
    shifts = dict(SHIFTED.findall(module))
    terms = {(int(shifts[name]), int(mask)) for name, mask in MASKED.findall(module)
             if name in shifts}  # fmt: skip
    return any(
        less < more and upper < lower and not lower & upper
        and is_contiguous(lower | upper)
        and (lower << less) < (upper << more)
        and not (lower << less) & (upper << more)
        and is_contiguous(lower << less | upper << more)
        for less, lower in terms for more, upper in terms
    )  # fmt: skip


class SquareTile:
    def choose(self):
        self.type, self.bytes, self.is_odd = "i32", 4, True
        self.width = self.height = self.rng.choice([24, 40, 48] if self.may_grow else [48])
        self.has_rows = self.may_grow and self.rng.random() < 0.5
        self.shares = self.rng.random() < 0.7
        # The first quotient is poison where its access does not run.
        self.is_exact = not self.has_rows and self.rng.random() < 0.3
        self.block = ((self.width, 8) if self.has_rows
                      else self.rng.choice([(16, 16), (32, 4), (64, 1)]))  # fmt: skip
        self.threads = self.block[0] * self.block[1]
        self.is_stated = not self.may_grow or self.rng.random() < 0.6
        self.padding, self.halves = 0, 1

    def text(self):
        self.align = self.bytes
        self.fill_whole()
        self.transpose()
        return self.module()

    def guarded(self, name, guard, body):
        if guard:
            self.branch(guard, name)
        body()
        if guard:
            self.join(name)

    def fill_whole(self):
        def store(number, row, column):
            at = self.pointer("0", row, column)
            value = self.op(f"add i32 %t, {number * self.threads}")
            self.lines.append(f"  store i32 {value}, ptr addrspace(3) {at}")

        for number, (row, column, guard) in enumerate(self.elements()):
            self.guarded(f"s{number}", guard, lambda: store(number, row, column))
        self.barrier()

    def transpose(self):
        """Loads what fill_whole has stored, by columns."""

        def load(number, row, column):
            at = self.pointer("0", column, row)
            loaded = self.op(f"load i32, ptr addrspace(3) {at}")
            place = self.op(f"add i32 %t, {number * self.threads}")
            to = self.op(f"getelementptr i32, ptr addrspace(1) %out, i32 {place}")
            self.lines.append(f"  store i32 {loaded}, ptr addrspace(1) {to}")

        for number, (row, column, guard) in enumerate(self.elements()):
            self.guarded(f"l{number}", guard, lambda: load(number, row, column))

    def elements(self):
        """The rows and columns of what a thread stores, and under which condition. Each
        element once, unless the tile is no whole number of blocks: then the last ones are
        left out. Elements that are whole rows apart may share a division."""
        known = {}
        for turn in range(self.width * self.height // self.threads):
            if self.has_rows:
                yield self.op(f"add i32 %y, {turn * self.block[1]}"), "%x", None
                continue
            behind = turn * self.threads
            if self.shares and behind % self.width in known:
                first, row, column = known[behind % self.width]
                more = (behind - first) // self.width
                yield self.op(f"add nuw nsw i32 {row}, {more}"), column, None
                continue
            element = self.op(f"add nuw nsw i32 %t, {behind}")
            column = self.op(f"urem i32 {element}, {self.width}")
            if self.is_exact and not turn:
                row = self.op(f"udiv exact i32 {element}, {self.width}")
                yield row, column, self.op(f"icmp eq i32 {column}, 0")
                continue
            row = self.op(f"udiv i32 {element}, {self.width}")
            known[behind % self.width] = behind, row, column
            yield row, column, None
