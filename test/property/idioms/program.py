"""A whole random kernel, and how to launch it.

    [if (i >= n) return;]  fill  [if ... return;]  barrier  steps  read

once or several times over, with arrays that overlap or may not, and in some kernels
without one of the barriers.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

from idioms import fills, reads, updates
from idioms.kernel import Kernel


def leave(k):
    """An early exit of some threads, or of all of a block."""
    conditions = [f"b * {k.threads} + t >= n", f"b * {k.threads} + t >= n", "t >= n", f"t / {k.warp} >= m",
                  f"b * {k.size} >= n", "m == 3"]  # fmt: skip
    condition = k.rng.choice(conditions)
    way = k.rng.choice(["", "", "", f"out[{32768 // 2} + t] = {k.type}{{}}; "])
    k.do(f"if ({condition}) {{ {way}return; }}")
    if "t" in condition.split(">=")[0]:
        k.defined = False


def once(k):
    late = k.exit == "late"
    fills.fill(k)
    if late:
        leave(k)
    k.sync()
    for _ in range(k.rng.choice([0, 0, 1, 1, 1, 2, 3])):
        updates.step(k)
    reads.read(k)


def body(k):
    k.exit = k.rng.choice(["none"] * 6 + ["first", "first", "late"])
    if k.exit == "first":
        leave(k)
    rounds = k.rng.choice(["one"] * 7 + ["two", "constant", "argument"])
    if rounds in ("constant", "argument"):
        k.pragma()
        k.open(f"for (int round = 0; round < {'3' if rounds == 'constant' else '(m & 3)'}; ++round)")
        once(k)
        k.sync()
        far = f"m * {k.rng.choice([4, 16])}" if k.aligned else "m"
        k.do(f"in += {far}; out += {far};")
        k.close()
    else:
        once(k)
        if rounds == "two":
            k.sync()
            once(k)


def drop_barrier(k):
    """Leaves out one of the barriers, as mistakes do."""
    places = [n for n, line in enumerate(k.lines) if line.strip() in ("sync();", "syncWarp();")]
    if places:
        del k.lines[k.rng.choice(places)]


class Program:
    """A kernel's text, and the options of f2sim for each of its launches."""

    def __init__(self, rng, warp, name):
        self.kernel = k = Kernel(rng, warp, name)
        body(k)
        self.broken = k.chance(0.1)
        if self.broken:
            drop_barrier(k)
        read, write = rng.choice([("__restrict__ ", "__restrict__ "), ("__restrict__ ", "__restrict__ "),
                                  ("", ""), ("", ""), ("__restrict__ ", "")])  # fmt: skip
        self.may_alias = not read and not write
        self.text = k.text((read, write))
        self.launches = [self.launch(rng, block) for block in self.blocks(rng)]

    def blocks(self, rng):
        """The nominal block and, where the kernel allows, smaller ones."""
        k, (bx, by) = self.kernel, self.kernel.shape
        if k.stated == "block" or k.branches_on_data and k.for_nominal:
            return [(bx, by)]
        if by > 1:
            smaller = [(bx, max(1, by // 2)), (bx, 1), (bx, by - 1)]
        else:
            smaller = [(bx // 2, 1), (bx - 1, 1), (32, 1), (33, 1), (1, 1), (bx * 3 // 4, 1)]
        return [(bx, by), rng.choice([s for s in smaller if s[0] * s[1] <= k.threads])]

    def launch(self, rng, block):
        k, grid = self.kernel, rng.choice([1, 1, 2])
        whole = k.size * grid
        some = rng.sample([whole - 1, whole - 7, rng.randrange(whole), k.threads // 2, 1, k.warp,
                           k.threads * grid], 1)  # fmt: skip
        options = ["--kernel", k.name, "--block", f"{block[0]},{block[1]}", "--grid", str(grid),
                   "--arg", "2=" + ",".join(str(max(0, n)) for n in [whole, *some]),
                   "--arg", f"3={rng.randrange(4)},{rng.choice([1, 2, 3, 5, 8, 32, 64])}",
                   "--schedules", f"forward,random:{rng.randrange(100)}",
                   "--max-steps", "4000000"]  # fmt: skip
        if k.dynamic:
            options += ["--dynamic-shared", str(16 * (k.bound + 8))]
        if self.may_alias and rng.random() < 0.5:
            options += ["--alias", "0,1"]
        if rng.random() < 0.2:
            options += ["--fill", f"0=iota{rng.choice([16, 32])}"]
        return options
