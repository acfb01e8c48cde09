"""What all parts of a random kernel know: its block, its element, its tile, its lines.

    k.tile("t + 1")      s[t + 1]      s[(t + 1) / 32][(t + 1) % 32]      s[(t + 1) + (t + 1) / 32]
    k.each(256)          for (int i = t; i < 256; i += 64) {

A kernel has one tile of N elements and may have a second one of the same place function.
Its indices are made for a nominal block of B threads; if it is sized, the number of
threads is read at run time.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from idioms.front_end import BYTES, SCALARS

SHAPES = [(32, 1), (64, 1), (64, 1), (128, 1), (128, 1), (256, 1), (256, 1), (96, 1), (48, 1),
          (100, 1), (16, 16), (32, 8), (32, 4), (16, 8), (8, 8), (24, 4)]  # fmt: skip


def power_of_two(n):
    return n & (n - 1) == 0


class Kernel:
    def __init__(self, rng, warp, name):
        self.rng, self.warp, self.name = rng, warp, name
        self.shape = rng.choice(SHAPES)
        self.threads = self.shape[0] * self.shape[1]
        self.type = rng.choice(["float"] * 5 + ["int"] * 4 + ["unsigned", *BYTES])
        self.index = rng.choice(["int", "unsigned"])
        most = max(1, min(1024, 8192 // BYTES[self.type]) // self.threads)
        self.per_thread = rng.choice([e for e in (1, 1, 1, 1, 2, 2, 3, 4, 8) if e <= most])
        self.size = self.threads * self.per_thread
        self.sized = rng.random() < 0.4
        #: What the launch bounds or an annotation say of the block.
        self.stated = rng.choice(["nothing", "bounds", "bounds", "block", "block"])
        self.halo = rng.choice([0] * 5 + [1, 1, 1, 2, 3, 8])
        #: Whether every element of the tile has a value, and all threads are still there.
        self.defined = True
        #: Whether a condition on data needs that, so that only such launches are made.
        self.branches_on_data = False
        self.lines, self.arrays, self.depth, self.fresh_count = [], [], 1, 0
        self.second = self.aligned = False
        #: Whether a part of it is right for the nominal number of threads only.
        self.for_nominal = not self.sized
        self.choose_place()

    @property
    def scalar(self):
        return self.type in SCALARS

    def choose_place(self):
        rng, room = self.rng, self.size + 2 * self.halo
        self.where = rng.choice(["plain"] * 4 + ["rows", "rows", "rows", "padded", "swizzled"])
        if self.halo or (self.where == "swizzled" and self.size % 32):
            self.where = "plain"
        self.dynamic = self.where == "plain" and rng.random() < 0.1
        self.width = rng.choice([w for w in (8, 16, 32, 32, 64) if w <= self.size and not self.size % w]
                                or [self.size])  # fmt: skip
        self.pitch = self.width + rng.choice([0, 0, 1, 1, 2, 4, self.width // 2])
        self.bound = {"plain": room, "swizzled": room, "padded": room + room // 32 + 1,
                      "rows": (room // self.width) * self.pitch}[self.where]  # fmt: skip

    def chance(self, p):
        return self.rng.random() < p

    # Text.

    def do(self, line):
        self.lines.append("  " * self.depth + line)

    def open(self, line):
        self.do(line + " {")
        self.depth += 1

    def close(self, rest=""):
        self.depth -= 1
        self.do("}" + rest)

    def fresh(self, stem):
        self.fresh_count += 1
        return f"{stem}{self.fresh_count}"

    def sync(self):
        self.do("sync();")

    def pragma(self):
        what = self.rng.choice(["", "", "", "#pragma unroll 1", "#pragma unroll", "#pragma unroll 2"])
        if what:
            self.lines.append(what)

    # Places.

    def place(self, i, array):
        if self.where == "rows":
            return f"{array}[({i}) / {self.width}][({i}) % {self.width}]"
        if self.where == "padded":
            return f"{array}[({i}) + ({i}) / 32]"
        if self.where == "swizzled":
            return f"{array}[({i}) ^ (({i}) / 32 % 32)]"
        return f"{array}[{i}]"

    def tile(self, i):
        return self.place(i if not self.halo else f"({i}) + {self.halo}", "s")

    def other(self, i):
        self.second = True
        return self.place(i, "s2")

    def count(self):
        """The number of threads, as the kernel writes it."""
        return "threads" if self.sized else str(self.threads)

    def each(self, end, name="i"):
        """Opens a loop over the indices below end, one thread each."""
        self.pragma()
        self.open(f"for ({self.index} {name} = t; {name} < {end}; {name} += {self.count()})")

    # The whole.

    def declaration(self, array):
        if self.where == "rows":
            return f"{array}[{self.bound // self.pitch}][{self.pitch}]"
        return f"{array}[{self.bound}]"

    def text(self, pointers):
        (bx, by), what = self.shape, ""
        if self.stated == "bounds":
            what = f"BOUNDS({self.threads}) "
        elif self.stated == "block":
            what = f"BLOCK({bx}, {by}) "
        align = "alignas(16) " if self.aligned or self.chance(0.3) else ""
        arrays = list(self.arrays)
        if self.dynamic:
            arrays.append(f"  alignas(16) extern SHARED {self.type} {self.name}_s[];")
            arrays.append(f"  {self.type} *s = {self.name}_s;")
        else:
            arrays.append(f"  {align}SHARED {self.type} {self.declaration('s')};")
        if self.second:
            arrays.append(f"  {align}SHARED {self.type} {self.declaration('s2')};")
        width = "(int)NX" if self.sized else bx
        number = f"TX + TY * {width}" if by > 1 else "TX"
        read, write = pointers
        return "\n".join([
            f"{what}KERNEL {self.name}(const {self.type} *{read}in, {self.type} *{write}out, "
            "int n, int m) {", *arrays,
            f"  const {self.index} t = {number}, b = BLOCK_ID;",
            *(["  const int threads = NX * NY;"] if self.sized else []),
            *self.lines, "}", ""])  # fmt: skip
