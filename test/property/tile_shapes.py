"""The block's shape, guessed from random tiles: TileShapes.h, checked by f2sim.

    tile_shapes.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 200

writes kernels that do not state their block. Its threads fill a tile of as many rows
and columns, with or without padding: as they are, a thread for each element, in the
middle of the grid only, in a loop that threads leave one by one, with a halo stored
under conditions. Other stores say nothing about the block, or seem to say something
else: one of every warp, one under an argument, one of the first threads, one that all
rows make alike. The tile is read by columns, or row by row in a loop. print<f2layout-banks> must assume exactly
that block. In kernels whose tiles fit a block of any shape it must assume the usual
one. The pipeline may rewrite what it likes: the kernel must compute the same, and must
not take more wavefronts in that block.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections
import random
import re

import harness
from targets import BARRIER, BLOCK_DECLARATIONS, KERNEL, ir_module, thread_number

CPUS = {"sm_75": "nvptx", "sm_90": "nvptx", "gfx942": "amdgcn", "gfx1100": "amdgcn"}
BLOCKS = [(32, 8), (16, 16), (32, 16), (16, 8), (8, 8), (32, 4), (64, 4), (64, 8),
          (16, 4), (8, 4), (8, 16)]  # fmt: skip
USUAL = (32, 32)
ASSUMED = re.compile(r"assumed blocks of (\d+)x(\d+)x1")
#: The block's index, a declaration of which targets.py lacks.
CTAID = {"nvptx": "@llvm.nvvm.read.ptx.sreg.ctaid.x",
         "amdgcn": "@llvm.amdgcn.workgroup.id.x"}  # fmt: skip
FILLS = ["plain", "plain", "grid", "loop", "halo"]
OTHERS = ["warp", "argument", "first", "rows"]


class Kernel:
    def __init__(self, rng, cpu):
        self.rng, self.cpu, self.target = rng, cpu, CPUS[cpu]
        self.block = rng.choice(BLOCKS)
        self.width, self.height = self.block
        self.threads = self.width * self.height
        # Without evidence: a tile with room for a block of any shape.
        self.any_block = rng.random() < 0.15
        self.fill = "plain" if self.any_block else rng.choice(FILLS)
        self.halo = rng.choice([1, 2]) if self.fill == "halo" else 0
        self.padding = rng.choice([0, 0, 1, 2])
        self.pitch = self.width + 2 * self.halo + self.padding
        self.rows = self.height + 2 * self.halo
        if self.any_block:
            self.pitch, self.rows = 64, 64
        self.others = rng.sample(OTHERS, rng.randrange(3))
        if self.any_block:
            # The others number the threads, and so know the width of the block.
            self.others = rng.choice([[], ["rows"]])
        self.reads_rows = rng.random() < 0.5
        self.lines, self.names = [], 0

    def op(self, text):
        self.names += 1
        self.lines.append(f"  %v{self.names} = {text}")
        return f"%v{self.names}"

    def tile(self, row, column):
        first = self.op(f"mul i32 {row}, {self.pitch}")
        index = self.op(f"add i32 {first}, {column}")
        return self.op(f"getelementptr i32, ptr addrspace(3) @tile, i32 {index}")

    def store(self, value, at):
        self.lines.append(f"  store i32 {value}, ptr addrspace(3) {at}")

    def under(self, condition, name, body):
        self.lines += [f"  br i1 {condition}, label %{name}, label %{name}.done",
                       f"{name}:"]  # fmt: skip
        body()
        self.lines += [f"  br label %{name}.done", f"{name}.done:"]

    def value(self, seed):
        scaled = self.op(f"mul i32 %t, {2 * self.rng.randrange(99) + 1}")
        return self.op(f"add i32 {scaled}, {seed}")

    def middle(self):
        """tile[y + halo][x + halo], all threads."""
        row = self.op(f"add i32 %y, {self.halo}")
        column = self.op(f"add i32 %x, {self.halo}")
        self.store(self.value(7), self.tile(row, column))

    def in_loop(self):
        """for (e = t; e < width * height; e += threads), and once more as it is:
        the loop alone fits smaller blocks, too."""
        size = self.width * self.height
        self.lines += ["  br label %fill.before", "fill.before:",
                       "  br label %fill", "fill:",
                       "  %e = phi i32 [ %t, %fill.before ], [ %e1, %fill ]"]
        row = self.op(f"udiv i32 %e, {self.width}")
        column = self.op(f"urem i32 %e, {self.width}")
        self.store("%e", self.tile(row, column))
        self.lines += [f"  %e1 = add nuw nsw i32 %e, {self.threads}",
                       f"  %more = icmp ult i32 %e1, {size}",
                       "  br i1 %more, label %fill, label %filled", "filled:"]
        self.barrier()
        self.middle()

    def edges(self):
        """The halo's rows above and below, and its columns beside."""
        for name, of, size, far in (("up", "%y", self.halo, 0),
                                    ("down", "%y", self.halo, self.height),
                                    ("left", "%x", self.halo, 0),
                                    ("right", "%x", self.halo, self.width)):
            edge = self.op(f"icmp ult i32 {of}, {size}")

            def body(name=name, far=far):
                near = far + (self.halo if far else 0)
                if name in ("up", "down"):
                    row = self.op(f"add i32 %y, {near}")
                    column = self.op(f"add i32 %x, {self.halo}")
                else:
                    row = self.op(f"add i32 %y, {self.halo}")
                    column = self.op(f"add i32 %x, {near}")
                self.store(self.value(11), self.tile(row, column))

            self.under(edge, name, body)

    def other(self, kind):
        at = f"@{kind}"
        if kind == "warp":
            warp = self.op("lshr i32 %t, 5")
            first = self.op("and i32 %t, 31")
            leads = self.op(f"icmp eq i32 {first}, 0")
            self.under(leads, kind, lambda: self.store(
                "%t", self.op(f"getelementptr i32, ptr addrspace(3) {at}, i32 {warp}")))
        elif kind == "argument":
            less = self.op("icmp ult i32 %t, %n")
            self.under(less, kind, lambda: self.store(
                "%t", self.op(f"getelementptr i32, ptr addrspace(3) {at}, i32 %t")))
        elif kind == "first":
            less = self.op("icmp ult i32 %t, 8")
            self.under(less, kind, lambda: self.store(
                "%t", self.op(f"getelementptr i32, ptr addrspace(3) {at}, i32 %t")))
        else:
            # One row stores; what is assumed of a block knows nothing of rows.
            row = self.op("icmp eq i32 %y, 0")
            self.under(row, kind, lambda: self.store(
                "%x", self.op(f"getelementptr i32, ptr addrspace(3) {at}, i32 %x")))

    def barrier(self):
        self.lines += [f"  {line}" for line in BARRIER[self.target]]

    def read(self):
        """By columns: thread t reads element t / height of row t % height."""
        row = self.op(f"urem i32 %t, {self.height}")
        column = self.op(f"udiv i32 %t, {self.height}")
        for number in range(self.rng.randrange(1, 3)):
            up = self.op(f"add i32 {row}, {self.halo}")
            right = self.op(f"add i32 {column}, {self.halo}")
            loaded = self.op(f"load i32, ptr addrspace(3) {self.tile(up, right)}")
            place = self.op(f"add i32 %g, {number * 8192}")
            to = self.op(f"getelementptr i32, ptr addrspace(1) %out, i32 {place}")
            self.lines.append(f"  store i32 {loaded}, ptr addrspace(1) {to}")

    def read_rows(self):
        """The sum of row t % height, which neighbouring lanes read side by side."""
        row = self.op(f"urem i32 %t, {self.height}")
        up = self.op(f"add i32 {row}, {self.halo}")
        self.lines += ["  br label %sum.before", "sum.before:", "  br label %sum",
                       "sum:", "  %k = phi i32 [ 0, %sum.before ], [ %k1, %sum ]",
                       "  %s = phi i32 [ 0, %sum.before ], [ %s1, %sum ]"]  # fmt: skip
        right = self.op(f"add i32 %k, {self.halo}")
        loaded = self.op(f"load i32, ptr addrspace(3) {self.tile(up, right)}")
        self.lines += [f"  %s1 = add i32 %s, {loaded}", "  %k1 = add nuw nsw i32 %k, 1",
                       f"  %again = icmp ult i32 %k1, {self.width}",
                       "  br i1 %again, label %sum, label %summed", "summed:"]  # fmt: skip
        place = self.op("add i32 %g, 16384")
        to = self.op(f"getelementptr i32, ptr addrspace(1) %out, i32 {place}")
        self.lines.append(f"  store i32 %s1, ptr addrspace(1) {to}")

    def text(self):
        for kind in self.others:
            self.other(kind)
        if self.fill == "loop":
            self.in_loop()
        elif self.fill == "grid":
            # The last block of the grid fills a part of its tile, and reads that.
            zero = self.tile("%y", "%x")
            inside = self.op("icmp slt i32 %g, %w")
            value = self.value(3)
            self.store("0", zero)
            self.barrier()
            self.under(inside, "inside", lambda: self.store(value, zero))
        else:
            self.middle()
            if self.halo:
                self.edges()
        self.barrier()
        self.read_rows() if self.reads_rows else self.read()
        ctaid = CTAID[self.target]
        convention = KERNEL[self.target]
        declared = [*BLOCK_DECLARATIONS[self.target], f"i32 {ctaid}()"]
        arrays = {"tile": self.rows * self.pitch, "warp": 32, "argument": 64,
                  "first": 8, "rows": 128}  # fmt: skip
        return ir_module(
            self.target,
            declared,
            *(
                f"@{name} = internal addrspace(3) global [{size} x i32] undef, align 4"
                for name, size in arrays.items()
            ),
            f"define {convention} void @k(ptr addrspace(1) %out, i32 %w, i32 %n) "
            f'"target-cpu"="{self.cpu}" {{',
            *thread_number(self.target, self.width),
            f"  %b = call i32 {ctaid}()",
            f"  %before = mul i32 %b, {self.threads}",
            "  %g = add i32 %before, %t",
            *self.lines,
            "  ret void",
            "}",
        )


class Judge(harness.Runner):
    def module(self, number):
        """(tally, what is wrong)"""
        rng = random.Random(f"{self.args.seed}/{number}")
        kernel = Kernel(rng, sorted(CPUS)[number % len(CPUS)])
        before, after = self.out / f"m{number}.ll", self.out / f"m{number}.after.ll"
        before.write_text(kernel.text())
        tally, wrong = collections.Counter([kernel.cpu, kernel.fill]), []
        printed = self.opt("print<f2layout-banks>", "-disable-output", before).stderr
        found = ASSUMED.search(printed)
        assumed = tuple(map(int, found.groups())) if found else None
        if assumed != (USUAL if kernel.any_block else kernel.block):
            wrong.append(f"{before}: {kernel.block} threads, assumed {assumed}\n")
        tally["no evidence" if kernel.any_block else "guessed"] += 1
        remarks = self.rewrite("f2layout", before, after, "-pass-remarks=f2layout-re")
        tally["swizzled"] += " swizzled" in remarks
        tally["exchanged"] += "shared exchange" in remarks
        block = ["--block", f"{kernel.width},{kernel.height}", "--grid", "2"]
        for w in (4096, rng.randrange(1, 2 * kernel.threads)):
            options = [*block, "--arg", f"1={w}", "--arg", f"2={rng.randrange(64)}"]
            equal = self.equal(before, after, *options)
            if equal.returncode:
                wrong.append(f"{before}: {w}: {equal.stdout}{equal.stderr}\n")
        options = [*block, "--arg", "1=4096", "--arg", "2=5"]
        wrong += self.compare_wavefronts(before, after, options, tally)
        return self.verdict(tally, wrong, before, after)


if __name__ == "__main__":
    harness.judge_each(Judge, "tile_shapes.out", ["swizzled", "no evidence"])
