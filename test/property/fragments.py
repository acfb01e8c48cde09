"""Tiles that WMMA reads: f2layout-readdress on random fragments, checked by f2sim.

    fragments.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 200

writes kernels with a tile of bytes, halves or floats in rows of some pitch, which the
threads fill 16 bytes at a time, by rows or by their linear number. Then fragments of
random shapes and layouts are loaded from it and stored to it, by all warps from one
place or by each from its own, in straight code or in loops: at the tile's pitch, at
twice the pitch, or, rarely, at another one; through shared or generic pointers; and
single elements are read. The rewritten kernel must compute the same, also after
f2layout-matrix, must not take more wavefronts, and must grow by what the remark says.
The wavefronts that print<f2layout-banks> counts must be those of f2sim.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections
import random
import re

import harness
from targets import BARRIER, BLOCK_DECLARATIONS, KERNEL, ir_module, thread_number

GREW = re.compile(r"rows of shared array .* the array takes (\d+) bytes more")
SHAPES = [(16, 16, 16), (32, 8, 16), (8, 32, 16)]
#: Of an element: what a lane holds of it, and the shapes; the registers of A, B and C.
HALVES, FLOAT, WORD = "<2 x half>", "float", "i32"


def bytes_of(element):
    return {"f16": 2, "bf16": 2, "s8": 1, "tf32": 4, "f32": 4, "s32": 4}[element]


def registers(element, which, shape):
    """How many a lane has, and their type."""
    m, n, k = shape
    size = {"a": m * k, "b": k * n}.get(which, m * n) * bytes_of(element) // 128
    if element == "f16":
        return (4 if which in "cd" else 8), HALVES
    return size, FLOAT if element == "f32" else WORD


class Kernel:
    def __init__(self, rng):
        self.rng = rng
        self.bytes = rng.choice([1, 2, 2, 4])
        self.element = {1: "i8", 2: "half", 4: "float"}[self.bytes]
        row = rng.choice([64, 80, 96, 128, 128, 144, 192, 256])
        self.pitch = row // self.bytes
        self.rows = rng.choice([32, 48, 64])
        self.threads = rng.choice([64, 128, 256])
        self.align = rng.choice([16, 32, 32])
        self.lines, self.names, self.declared = [], 0, set()
        self.kept = 0

    def tile_bytes(self):
        return self.rows * self.pitch * self.bytes

    def op(self, text):
        self.names += 1
        self.lines.append(f"  %v{self.names} = {text}")
        return f"%v{self.names}"

    def pointer(self, row, column):
        return self.op(f"getelementptr [{self.pitch} x {self.element}], "
                       f"ptr addrspace(3) @tile, i32 {row}, i32 {column}")  # fmt: skip

    def fill(self):
        each = 16 // self.bytes
        vector = f"<{each} x {self.element}>"
        chunks = self.tile_bytes() // 16
        flat = self.rng.random() < 0.3
        for turn in range(-(-chunks // self.threads)):
            number = self.op(f"add i32 %t, {turn * self.threads}")
            inside = self.op(f"icmp ult i32 {number}, {chunks}")
            self.lines += [f"  br i1 {inside}, label %f{turn}, label %f{turn}.end",
                           f"f{turn}:"]  # fmt: skip
            source = self.op(f"getelementptr {vector}, ptr addrspace(1) %in, i32 {number}")
            value = self.op(f"load {vector}, ptr addrspace(1) {source}, align 16")
            if flat:
                first = self.op(f"mul i32 {number}, {each}")
                at = self.op(f"getelementptr {self.element}, ptr addrspace(3) @tile, i32 {first}")
            else:
                row = self.op(f"udiv i32 {number}, {self.pitch // each}")
                chunk = self.op(f"urem i32 {number}, {self.pitch // each}")
                at = self.pointer(row, self.op(f"mul i32 {chunk}, {each}"))
            self.lines += [f"  store {vector} {value}, ptr addrspace(3) {at}, align 16",
                           f"  br label %f{turn}.end", f"f{turn}.end:"]  # fmt: skip
        self.barrier()

    def barrier(self):
        self.lines += [f"  {line}" for line in BARRIER["nvptx"]]

    def keep(self, values, kind):
        """Stores what a lane holds."""
        for value in values:
            if kind == HALVES:
                value = self.op(f"bitcast {HALVES} {value} to i32")
            elif kind == FLOAT:
                value = self.op(f"bitcast float {value} to i32")
            at = self.op(f"add i32 %t, {self.kept * self.threads}")
            at = self.op(f"getelementptr i32, ptr addrspace(1) %out, i32 {at}")
            self.lines.append(f"  store i32 {value}, ptr addrspace(1) {at}")
            self.kept += 1

    def fragment(self, is_store):
        rng = self.rng
        shape, which = rng.choice(SHAPES), "d" if is_store else rng.choice("abc")
        element = {1: "s8", 2: rng.choice(["f16", "bf16"]), 4: "f32"}[self.bytes]
        if which in "cd" and self.bytes == 1:
            return
        if self.bytes == 2 and which in "cd":
            element = "f16"
        if self.bytes == 4:
            element = "f32" if which in "cd" else "tf32"
            shape = (16, 16, 8) if element == "tf32" else shape
        m, n, k = shape
        rows = k if which == "b" else m
        columns = k if which == "a" else n
        layout = rng.choice(["row", "col"])
        if layout == "col":
            rows, columns = columns, rows
        times = rng.choice([1, 1, 1, 1, 2])
        distance = self.pitch * times
        # The row of the first one; a whole fragment is inside of the tile.
        most = self.rows - times * (rows - 1) - 2
        if rng.random() < 0.05:
            more = 16 // self.bytes
            distance += more
            most -= rows * more // self.pitch + 1
        if most < 0 or columns > self.pitch:
            return
        step = 32 // self.bytes
        column = rng.randrange((self.pitch - columns) // step + 1) * step
        row = str(rng.randrange(0, most + 1))
        # An odd row may begin at no multiple of 32 bytes.
        if self.pitch * self.bytes % 32:
            row = str(int(row) // 2 * 2)
        if not is_store and rng.random() < 0.4 and int(row) + 2 <= most:
            warp = self.op("lshr i32 %t, 5")
            warp = self.op(f"and i32 {warp}, 1")
            warp = self.op(f"shl i32 {warp}, {0 if self.pitch * self.bytes % 32 == 0 and rng.random() < 0.5 else 1}")
            row = self.op(f"add i32 {warp}, {row}")
        at, space = self.pointer(row, column), "addrspace(3) "
        name = "p3"
        if rng.random() < 0.4:
            at, space, name = self.op(f"addrspacecast ptr addrspace(3) {at} to ptr"), "", "p0"
        count, kind = registers(element, which, shape)
        what = "store" if is_store else "load"
        called = (f"@llvm.nvvm.wmma.m{m}n{n}k{k}.{what}.{which}.{layout}.stride."
                  f"{element}.{name}")  # fmt: skip
        pointer = f"ptr {space}"
        if is_store:
            first = self.op("lshr i32 %t, 9")  # the same in all warps
            if kind == FLOAT:
                value = self.op(f"uitofp i32 {first} to float")
            else:
                value = self.op(f"bitcast i32 {first} to {HALVES}")
            operands = "".join(f", {kind} {value}" for _ in range(count))
            self.declared.add(f"void {called}({pointer}{(', ' + kind) * count}, i32)")
            # By the first warp.
            number = self.names
            self.lines += [f"  br i1 %first, label %s{number}, label %s{number}.end",
                           f"s{number}:",
                           f"  call void {called}({pointer}{at}{operands}, i32 {distance})",
                           f"  br label %s{number}.end", f"s{number}.end:"]  # fmt: skip
            return
        result = "{ " + ", ".join([kind] * count) + " }" if count > 1 else kind
        self.declared.add(f"{result} {called}({pointer}, i32)")
        loaded = self.op(f"call {result} {called}({pointer}{at}, i32 {distance})")
        self.keep([loaded] if count == 1 else
                  [self.op(f"extractvalue {result} {loaded}, {i}") for i in range(count)],
                  kind)  # fmt: skip

    def single(self):
        number = self.op(f"urem i32 %t, {self.rows}")
        column = self.rng.randrange(self.pitch)
        at = self.pointer(number, column)
        value = self.op(f"load {self.element}, ptr addrspace(3) {at}")
        of = {1: "i8", 2: "i16", 4: "i32"}[self.bytes]
        if self.element != "i8":
            value = self.op(f"bitcast {self.element} {value} to {of}")
        if of != "i32":
            value = self.op(f"zext {of} {value} to i32")
        self.keep([value], WORD)

    def text(self):
        self.lines.append("  %first = icmp ult i32 %t, 32")
        self.fill()
        for _ in range(self.rng.randrange(1, 4)):
            if self.rng.random() < 0.3:
                self.fragment(is_store=True)
                self.barrier()
            for _ in range(self.rng.randrange(1, 4)):
                self.fragment(is_store=False)
            if self.rng.random() < 0.4:
                self.single()
            self.barrier()
        return ir_module(
            "nvptx",
            [*BLOCK_DECLARATIONS["nvptx"], *sorted(self.declared)],
            f"@tile = internal addrspace(3) global [{self.rows} x [{self.pitch} x "
            f"{self.element}]] undef, align {self.align}",
            f"define {KERNEL['nvptx']} void @k(ptr addrspace(1) noalias %out, "
            'ptr addrspace(1) noalias %in) "target-cpu"="sm_90" '
            f'"f2layout-block"="{self.threads},1,1" {{',
            *thread_number("nvptx", self.threads),
            *self.lines,
            "  ret void",
            "}",
        )


class Judge(harness.Runner):
    def counted(self, module):
        """Of the loads of fragments, which all warps make."""
        printed = self.opt("print<f2layout-banks>", "-disable-output", module).stderr
        found = [line for line in printed.splitlines() if ".load." in line and "wavefront" in line]
        return sum(int(re.search(r": (\d+) wavefronts?", line).group(1)) for line in found)

    def measured(self, module, options):
        report = self.simulate(module, "--report", *options).stdout
        found = [line for line in report.splitlines() if ".load." in line and "wavefront" in line]
        return sum(int(re.search(r"(\d+) wavefronts", line).group(1)) for line in found)

    def module(self, number):
        """(tally, what is wrong)"""
        rng = random.Random(f"{self.args.seed}/{number}")
        kernel = Kernel(rng)
        before, after = self.out / f"m{number}.ll", self.out / f"m{number}.after.ll"
        before.write_text(kernel.text())
        passes = "function(f2layout-matrix,f2layout-readdress)" if number % 2 else (
            "function(f2layout-readdress)")  # fmt: skip
        remarks = self.rewrite(
            f"{passes},f2layout-sweep", before, after, "-pass-remarks=f2layout-readdress",
            "-pass-remarks-missed=f2layout-readdress",
        )  # fmt: skip
        tally = collections.Counter([kernel.element])
        tally["other pitch"] += " instead of " in remarks and "rows of" in remarks
        tally["kept"] += "keeps its rows" in remarks
        for why in ("no other pitch suits both", "a greater distance", "may not grow"):
            tally[why] += why in remarks
        options = ["--block", str(kernel.threads)]
        wrong = []
        equal = self.equal(before, after, *options)
        if equal.returncode:
            wrong.append(f"{before}: {equal.stdout}{equal.stderr}\n")
        wrong += self.compare_wavefronts(before, after, options, tally)
        for module in (before, after):
            counts = self.counted(module), self.measured(module, options)
            if counts[0] != counts[1]:
                wrong.append(f"{module}: counted {counts[0]}, measured {counts[1]}\n")
        if grew := GREW.search(remarks):
            if harness.tile_left(after) != kernel.tile_bytes() + int(grew.group(1)):
                wrong.append(f"{before}: the remark is wrong: {remarks}\n")
        return self.verdict(tally, wrong, before, after)


if __name__ == "__main__":
    harness.judge_each(Judge, "fragments.out", ["other pitch", "kept", "fewer wavefronts"])
