"""Swizzled arrays: f2layout-readdress on random tiles, checked by f2sim.

    swizzles.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 200

writes kernels with a tile in shared memory, of elements of 1 to 16 bytes, with and
without padding, of widths that are powers of two or not, in one half or two. It is
filled, in straight code or in loops that threads leave one by one, with one element or
a vector at a time, over the whole tile or over rows and columns. Then it is stored and
loaded in turns, with barriers between: by rows, by columns, along diagonals, through a
swizzle by hand, from a loop; by addresses in two dimensions or in one, with parts that
may be below zero, under conditions on the thread's index or on arguments. The rewritten
kernel must compute the same, must not take more wavefronts when it runs, and must take
as many bytes less or more as the remark says: none less where an access touches the
padding. Some tiles are also loaded and stored by rows of matrices: ldmatrix, stmatrix,
ds_read_b64_tr. Into some, assembly copies elements asynchronously: with hints or
without, zeros in place of a part, or under a predicate that depends on the thread, on
arguments, or on both. Some tiles are square (square_tiles.py).

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections
import random
import re

import harness
from square_tiles import SquareTile, is_rotated
from targets import BARRIER, BLOCK_DECLARATIONS, KERNEL, ir_module, known, thread_number

CPUS = known({"sm_75": "nvptx", "sm_90": "nvptx", "gfx942": "amdgcn", "gfx950": "amdgcn",
              "gfx1100": "amdgcn"})  # fmt: skip
TYPES = {"i8": 1, "i16": 2, "i32": 4, "i64": 8, "<4 x i32>": 16}
BLOCKS = [(32, 4), (16, 8), (64, 2), (128, 1), (32, 2)]
MATRICES = {"sm_75": ["ldmatrix"], "sm_90": ["ldmatrix", "stmatrix"],
            "gfx950": ["ds_read_tr"]}  # fmt: skip
COPIES = ["sm_90"]
SAVED = re.compile(r"swizzled: .* (\d+) of (\d+) bytes saved")
GREW = re.compile(r"rows of shared array .* the array takes (\d+) bytes more")


class Kernel:
    is_exact = False

    def __init__(self, rng, cpu):
        self.rng, self.cpu, self.target = rng, cpu, CPUS[cpu]
        self.is_stated, self.may_grow = True, rng.random() < 0.7
        self.is_shifted = rng.random() < 0.15
        self.choose()
        self.start()

    def choose(self):
        """The tile, and the block."""
        rng = self.rng
        self.block = rng.choice(BLOCKS)
        self.threads = self.block[0] * self.block[1]
        self.type = rng.choice(list(TYPES))
        self.bytes = TYPES[self.type]
        # A tile of few columns in rows of a pitch that is no power of two.
        self.is_odd = rng.random() < 0.4
        some = (12, 20, 24, 36, 40, 48, 56, 72, 80, 96, 112, 160) if self.is_odd else (8, 16, 32, 64)
        widths = [w for w in some if 64 <= w * self.bytes <= 640]
        self.width = rng.choice(widths)
        heights = [h for h in (4, 8, 16, 24, 32, 48) if h * self.width <= 2304]
        self.height = rng.choice(heights if self.is_odd else heights[1:] or heights)
        self.padding = rng.choice([0, 0, 1, 1, 2, self.width // 4])
        self.halves = rng.choice([1, 1, 2])

    def start(self):
        self.pitch = self.width + self.padding
        self.touches_padding = False
        self.has_matrices, self.declared = False, set()
        self.has_copies, self.copied = False, 0
        self.lines, self.names, self.outputs, self.words = [], 0, 0, 0
        self.tile = f"[{self.halves} x [{self.height} x [{self.pitch} x {self.type}]]]"

    def tile_bytes(self):
        return self.halves * self.height * self.pitch * self.bytes

    def op(self, text):
        self.names += 1
        self.lines.append(f"  %v{self.names} = {text}")
        return f"%v{self.names}"

    def split(self, element):
        """(row, column, guard) of an element's number, by rows or columns."""
        if self.rng.random() < 0.4:
            row = self.op(f"udiv i32 {element}, {self.width}")
            column = self.op(f"urem i32 {element}, {self.width}")
            return row, column, self.op(f"icmp ult i32 {row}, {self.height}")
        column = self.op(f"udiv i32 {element}, {self.height}")
        row = self.op(f"urem i32 {element}, {self.height}")
        return row, column, self.op(f"icmp ult i32 {column}, {self.width}")

    def place(self, counter):
        """(row, column, guard) that no other thread has."""
        element = "%t"
        if counter:
            step = self.op(f"mul i32 {counter}, {self.threads}")
            element = self.op(f"add i32 %t, {step}")
        row, column, guard = self.split(element)
        kind = self.rng.choice(["plain", "plain", "transposed", "diagonal"])
        if self.is_odd:
            return row, column, guard
        if kind == "transposed":
            mask = self.rng.choice([3, 7, self.width - 1]) % self.width
            low = self.op(f"and i32 {row}, {mask}")
            column = self.op(f"xor i32 {column}, {low}")
        elif kind == "diagonal":
            sum_ = self.op(f"add i32 {column}, {row}")
            column = self.op(f"and i32 {sum_}, {self.width - 1}")
        return row, column, guard

    def pointer(self, half, row, column):
        if self.rng.random() < 0.5:
            return self.op(
                f"getelementptr inbounds {self.tile}, ptr addrspace(3) @tile, i32 0, "
                f"i32 {half}, i32 {row}, i32 {column}"
            )
        rows = self.op(f"mul i32 {half}, {self.height}")
        rows = self.op(f"add i32 {rows}, {row}")
        first = self.op(f"mul i32 {rows}, {self.pitch}")
        index = self.op(f"add i32 {first}, {column}")
        if self.rng.random() < 0.2:
            # Any row, for all that the bits of the sum tell.
            all_ = self.halves * self.height * self.pitch
            index = self.op(f"urem i32 {index}, {all_}")
        if self.is_shifted and self.rng.random() < 0.5:
            return self.shifted(index)
        return self.op(
            f"getelementptr {self.type}, ptr addrspace(3) @tile, i32 {index}"
        )

    def shifted(self, index):
        """An argument, which is 1, times some elements, and these taken away again: parts
        of the address that may be below zero."""
        count = self.rng.choice([1, 8, 32, self.pitch])
        more = self.op(f"mul i32 %one, {count}")
        index = self.op(f"add i32 {index}, {more}")
        at = self.op(f"getelementptr {self.type}, ptr addrspace(3) @tile, i32 {index}")
        return self.op(f"getelementptr i8, ptr addrspace(3) {at}, i32 {-count * self.bytes}")

    def value(self, seed, of="%t"):
        number = self.op(f"add i32 {of}, {seed}")
        if self.type == "<4 x i32>":
            one = self.op(f"insertelement <4 x i32> poison, i32 {number}, i32 0")
            return self.op(
                f"shufflevector <4 x i32> {one}, <4 x i32> poison, "
                "<4 x i32> zeroinitializer"
            )
        if self.type == "i32":
            return number
        how = "zext" if self.bytes == 8 else "trunc"
        return self.op(f"{how} i32 {number} to {self.type}")

    def barrier(self):
        self.lines += [f"  {line}" for line in BARRIER[self.target]]

    def branch(self, guard, name):
        self.lines += [f"  br i1 {guard}, label %{name}.do, label %{name}.done",
                       f"{name}.do:"]  # fmt: skip

    def join(self, name):
        self.lines += [f"  br label %{name}.done", f"{name}.done:"]

    def access(self, number, is_store, half, place):
        row, column, guard = place
        if not is_store or self.rng.random() < 0.4:
            bound = self.rng.choice(["%x, %w", "%y, %h", f"%t, {self.threads // 2}"])
            if is_store and self.rng.random() < 0.5:
                more = self.op(f"icmp slt i32 {bound}")
                guard = self.op(f"and i1 {guard}, {more}")
        name = f"a{number}"
        if is_store:
            value = self.value(self.rng.randrange(1000))
            self.branch(guard, name)
            at = self.pointer(half, row, column)
            self.lines.append(f"  store {self.type} {value}, ptr addrspace(3) {at}")
        else:
            self.branch(guard, name)
            at = self.pointer(half, row, column)
            loaded = self.op(f"load {self.type}, ptr addrspace(3) {at}")
            place = self.op(f"add i32 %t, {self.outputs * self.threads}")
            to = self.op(
                f"getelementptr {self.type}, ptr addrspace(1) %out, i32 {place}"
            )
            self.lines.append(f"  store {self.type} {loaded}, ptr addrspace(1) {to}")
            self.outputs += 1
        self.join(name)

    def has_rows_of_matrices(self):
        """Every row of the tile begins at a multiple of 16 bytes."""
        return (self.cpu in MATRICES and self.pitch * self.bytes % 16 == 0
                and self.width * self.bytes % 16 == 0)  # fmt: skip

    def matrix_row(self, half, width):
        """Where this lane's row of so many bytes is, all different if they fit."""
        chunks = self.width * self.bytes // width
        first = self.rng.randrange(chunks)
        row = self.op(f"urem i32 %t, {self.height}")
        turn = self.op(f"udiv i32 %t, {self.height}")
        chunk = self.op(f"add i32 {turn}, {first}")
        if self.rng.random() < 0.3 and self.height % 8 == 0:
            # As many lanes as rows of a matrix, then the next chunk.
            row = self.op("and i32 %t, 7")
            chunk = self.op("lshr i32 %t, 3")
            above = self.op(f"udiv i32 {chunk}, {chunks}")
            above = self.op(f"shl i32 {above}, 3")
            row = self.op(f"add i32 {row}, {above}")
            row = self.op(f"urem i32 {row}, {self.height}")
        chunk = self.op(f"urem i32 {chunk}, {chunks}")
        if self.rng.random() < 0.3 and not self.is_odd:
            low = self.op(f"and i32 {row}, {chunks - 1}")
            chunk = self.op(f"xor i32 {chunk}, {low}")
        column = self.op(f"mul i32 {chunk}, {width // self.bytes}")
        return self.pointer(half, row, column)

    def copy_text(self, flag, to, source):
        """Assembly that copies an element where the flag, if there is one, is 1."""
        operands = [("r", f"i32 {to}"), ("l", f"ptr addrspace(1) {source}")]
        cache = self.rng.choice(["ca", "cg"]) if self.bytes == 16 else "ca"
        hint = self.rng.choice(["", "", ".L2::64B", ".L2::128B", ".L2::256B"])
        size, has_policy = str(self.bytes), self.rng.random() < 0.2
        if self.rng.random() < 0.3:
            size = f"${len(operands)}"
            operands.append(("n", f"i32 {self.bytes}"))
        filled = ""
        if self.rng.random() < 0.3:
            filled = f", ${len(operands)}"
            some = self.op(f"and i32 %t, {self.bytes - 1}")
            operands.append(("r", f"i32 {some}"))
        if has_policy:
            filled += f", ${len(operands)}"
            operands.append(("l", "i64 1152921504606846976"))
            hint = ".L2::cache_hint" + hint
        text = f"cp.async.{cache}.shared.global{hint} [$0], [$1], {size}{filled};"
        if flag:
            compare, mark = self.rng.choice([("ne", ""), ("eq", "!")])
            text = (f"{{ .reg .pred p; setp.{compare}.b32 p, ${len(operands)}, 0; "
                    f"@{mark}p {text} }}")  # fmt: skip
            operands.append(("r", f"i32 {flag}"))
        elif self.rng.random() < 0.3:
            text = f"{{ {text} }}"
        letters = ",".join(letter for letter, _ in operands)
        values = ", ".join(value for _, value in operands)
        return f'  call void asm sideeffect "{text}", "{letters}"({values})'

    def copy(self, name, half, place):
        """An element for each thread, under the guard, a predicate, or both."""
        row, column, guard = place
        self.has_copies = True
        self.copied += 1
        from_ = self.op(f"add i32 %t, {self.copied * self.threads}")
        source = self.op(f"getelementptr {self.type}, ptr addrspace(1) %in, i32 {from_}")
        if self.rng.random() < 0.6:
            bound = self.rng.choice(["%x, %w", "%y, %h", f"%t, {self.threads // 2}"])
            more = self.op(f"icmp slt i32 {bound}")
            guard = self.op(f"and i1 {guard}, {more}")
        flag = None
        if self.rng.random() < 0.7:
            flag = self.op(f"zext i1 {guard} to i32")
        else:
            self.branch(guard, name)
        at = self.pointer(half, row, column)
        at = self.op(f"ptrtoint ptr addrspace(3) {at} to i32")
        self.lines.append(self.copy_text(flag, at, source))
        if not flag:
            self.join(name)

    def copies(self, number, half):
        for one in range(self.rng.randrange(1, 3)):
            self.copy(f"c{number}.{one}", half, self.place(None))
            self.wait_for_copies()
        if self.padding and self.rng.random() < 0.2:
            # Into the padding, where arguments say.
            self.touches_padding = True
            guard = self.op("icmp slt i32 %t, %h")
            inside = self.op(f"icmp ult i32 %t, {self.height}")
            guard = self.op(f"and i1 {guard}, {inside}")
            self.copy(f"c{number}.pad", half, ("%t", str(self.pitch - 1), guard))
            self.wait_for_copies()

    def wait_for_copies(self):
        wait = self.rng.choice(["cp.async.wait_all;", "cp.async.commit_group; "
                                "cp.async.wait_group 0;"])  # fmt: skip
        self.lines += [f'  call void asm sideeffect "{part.strip()};", "~{{memory}}"()'
                       for part in wait.split(";") if part.strip()]  # fmt: skip
        self.barrier()

    def keep(self, words):
        for word in words:
            place = self.op(f"add i32 %t, {self.words * self.threads}")
            to = self.op(f"getelementptr i32, ptr addrspace(1) %words, i32 {place}")
            self.lines.append(f"  store i32 {word}, ptr addrspace(1) {to}")
            self.words += 1

    def matrix(self, half):
        """All lanes of a warp, without a condition."""
        self.has_matrices = True
        kind = self.rng.choice(MATRICES[self.cpu])
        if kind == "ds_read_tr":
            name = "@llvm.amdgcn.ds.read.tr16.b64.v4i16"
            self.declared.add(f"<4 x i16> {name}(ptr addrspace(3))")
            at = self.matrix_row(half, 8)
            loaded = self.op(f"call <4 x i16> {name}(ptr addrspace(3) {at})")
            pair = self.op(f"bitcast <4 x i16> {loaded} to <2 x i32>")
            self.keep(
                [self.op(f"extractelement <2 x i32> {pair}, i32 {i}") for i in (0, 1)]
            )
            return
        fits = self.threads <= self.height * (self.width * self.bytes // 16)
        if kind == "stmatrix" and not fits:
            kind = "ldmatrix"
        # The lanes of a store all point at rows, each at a different one.
        count = 4 if kind == "stmatrix" else self.rng.choice([1, 2, 4])
        trans = self.rng.choice(["", ".trans"])
        name = f"@llvm.nvvm.{kind}.sync.aligned.m8n8.x{count}{trans}.b16.p3"
        at = self.matrix_row(half, 16)
        if kind == "stmatrix":
            words = [self.op(f"add i32 %t, {self.rng.randrange(1 << 20)}")
                     for _ in range(count)]  # fmt: skip
            operands = "".join(f", i32 {word}" for word in words)
            self.declared.add(f"void {name}(ptr addrspace(3){', i32' * count})")
            self.lines.append(f"  call void {name}(ptr addrspace(3) {at}{operands})")
            return
        result = "i32" if count == 1 else "{ " + ", ".join(["i32"] * count) + " }"
        self.declared.add(f"{result} {name}(ptr addrspace(3))")
        loaded = self.op(f"call {result} {name}(ptr addrspace(3) {at})")
        self.keep(
            [loaded] if count == 1 else
            [self.op(f"extractvalue {result} {loaded}, {i}") for i in range(count)]
        )  # fmt: skip

    def loop_from(self, name, first, step, end, body):
        """for (i = first; i < end; i += step) body(i);"""
        start = len(self.lines)
        counter, more = f"%{name}.i", f"%{name}.next"
        body(counter)
        inside = self.lines[start:]
        enter = self.op(f"icmp ult i32 {first}, {end}")
        guard = self.lines.pop()
        blocks = [line[:-1] for line in inside if re.fullmatch(r"[\w.]+:", line)]
        last = blocks[-1] if blocks else f"{name}.do"
        self.lines[start:] = [
            guard, f"  br label %{name}.before", f"{name}.before:",
            f"  br i1 {enter}, label %{name}.do, label %{name}.done", f"{name}.do:",
            f"  {counter} = phi i32 [ {first}, %{name}.before ], [ {more}, %{last} ]",
            *inside,
            f"  {more} = add nuw nsw i32 {counter}, {step}",
            f"  {more}.c = icmp ult i32 {more}, {end}",
            f"  br i1 {more}.c, label %{name}.do, label %{name}.done", f"{name}.done:",
        ]  # fmt: skip

    def store_chunk(self, half, row, column, count, seed):
        number = self.op(f"mul i32 {row}, {self.width}")
        number = self.op(f"add i32 {number}, {column}")
        value, of = self.value(seed, number), self.type
        if count > 1:
            of = f"<{count} x {self.type}>"
            one = self.op(f"insertelement {of} poison, {self.type} {value}, i32 0")
            value = self.op(f"shufflevector {of} {one}, {of} poison, <{count} x i32> "
                            "zeroinitializer")  # fmt: skip
        at = self.pointer(half, row, column)
        align = self.bytes * count if self.rng.random() < 0.7 else self.bytes
        self.lines.append(
            f"  store {of} {value}, ptr addrspace(3) {at}, align {align}"
        )

    def fill_in_loops(self):
        """The same in loops, a vector at a time."""
        counts = [n for n in (1, 2, 4, 8) if n * self.bytes <= 16
                  and self.width % n == 0 and self.pitch % n == 0]  # fmt: skip
        if self.type.startswith("<"):
            counts = [1]
        self.align = 16
        for half in range(self.halves):
            count, name = self.rng.choice(counts), f"f{half}"
            chunks, seed = self.width // count, self.rng.randrange(99)

            def flat(i, half=half, count=count, chunks=chunks, seed=seed):
                row = self.op(f"udiv i32 {i}, {chunks}")
                column = self.op(f"urem i32 {i}, {chunks}")
                column = self.op(f"mul i32 {column}, {count}")
                self.store_chunk(half, row, column, count, seed)

            def row(r, half=half, count=count, name=name, seed=seed):
                first = self.op(f"mul i32 %x, {count}")
                self.loop_from(
                    f"{name}.in", first, self.block[0] * count, self.width,
                    lambda c: self.store_chunk(half, r, c, count, seed),
                )  # fmt: skip

            if self.rng.random() < 0.6:
                self.loop_from(name, "%t", self.threads, chunks * self.height, flat)
            else:
                self.loop_from(name, "%y", self.block[1], self.height, row)
        self.barrier()

    def fill(self):
        """Stores every element once, so that no unwritten element is read."""
        column = self.op(f"urem i32 %t, {self.width}")
        first = self.op(f"udiv i32 %t, {self.width}")
        # Rows that the block fills at a time; the other threads wait.
        rows = max(self.threads // self.width, 1)
        wide = -(-self.width // self.threads)
        used = self.op(f"icmp ult i32 %t, {min(self.threads, rows * self.width)}")
        for half in range(self.halves):
            for turn in range(-(-self.height // rows) * wide):
                row = self.op(f"add i32 {first}, {turn // wide * rows}")
                if wide > 1:
                    more = turn % wide * self.threads
                    column = self.op(f"add i32 %t, {more}")
                    row = self.op(f"add i32 0, {turn // wide}")
                guard = self.op(f"icmp ult i32 {row}, {self.height}")
                guard = self.op(f"and i1 {guard}, {used}")
                if wide > 1:
                    inside = self.op(f"icmp ult i32 {column}, {self.width}")
                    guard = self.op(f"and i1 {guard}, {inside}")
                value = self.value(7 * turn)
                name = f"f{half}.{turn}"
                self.branch(guard, name)
                at = self.pointer(half, row, column)
                self.lines.append(
                    f"  store {self.type} {value}, ptr addrspace(3) {at}"
                )
                self.join(name)
        self.barrier()

    def touch_padding(self):
        self.touches_padding = True
        guard = self.op(f"icmp ult i32 %t, {self.height}")
        value = self.value(99)
        self.branch(guard, "pad")
        at = self.pointer("0", "%t", str(self.pitch - 1))
        self.lines.append(f"  store {self.type} {value}, ptr addrspace(3) {at}")
        self.join("pad")
        self.barrier()

    def loop(self, number):
        """Loads from one half and stores to it, for a few iterations."""
        head, before = f"l{number}", f"l{number}.before"
        turns = self.rng.randrange(2, 5)
        self.lines += [f"  br label %{before}", f"{before}:", f"  br label %{head}",
                       f"{head}:",
                       f"  %i{number} = phi i32 [ 0, %{before} ], "
                       f"[ %n{number}, %{head}.end ]"]  # fmt: skip
        counter = f"%i{number}"
        half = self.op(f"and i32 {counter}, {self.halves - 1}")
        step = counter if self.rng.random() < 0.5 else None
        self.access(f"{number}.s", True, half, self.place(step))
        self.barrier()
        # The order of iterations does not matter: the last one is the same
        # everywhere.
        self.access(f"{number}.l", False, half, self.place(step))
        self.barrier()
        self.lines += [f"  br label %{head}.end", f"{head}.end:",
                       f"  %n{number} = add nuw nsw i32 {counter}, 1",
                       f"  %c{number} = icmp ult i32 %n{number}, {turns}",
                       f"  br i1 %c{number}, label %{head}, label %{head}.out",
                       f"{head}.out:"]  # fmt: skip

    def text(self):
        self.align = self.bytes
        if self.rng.random() < 0.5:
            self.fill_in_loops()
        else:
            self.fill()
        if self.padding and self.rng.random() < 0.3:
            self.touch_padding()
        for number in range(self.rng.randrange(1, 4)):
            if self.rng.random() < 0.4:
                self.loop(number)
                continue
            half = self.rng.choice(["0", str(self.halves - 1)])
            if self.has_rows_of_matrices() and self.rng.random() < 0.5:
                for _ in range(self.rng.randrange(1, 3)):
                    self.matrix(half)
                    self.barrier()
                continue
            if self.cpu in COPIES and self.bytes >= 4 and self.rng.random() < 0.6:
                self.copies(number, half)
            else:
                self.access(f"{number}.s", True, half, self.place(None))
                self.barrier()
            for load in range(self.rng.randrange(1, 4)):
                self.access(f"{number}.l{load}", False, half, self.place(None))
            self.barrier()
        return self.module()

    def bounds(self):
        if self.is_stated:
            return f'"f2layout-block"="{self.block[0]},{self.block[1]},1"'
        if self.target == "nvptx":
            return f'"nvvm.maxntid"="{self.threads}"'
        return f'"amdgpu-flat-work-group-size"="1,{self.threads}"'

    def module(self):
        convention = KERNEL[self.target]
        declared = [*BLOCK_DECLARATIONS[self.target], *sorted(self.declared)]
        align = 16 if self.has_matrices else self.rng.choice([self.align, 16])
        return ir_module(
            self.target,
            declared,
            f"@tile = internal addrspace(3) global {self.tile} undef, align {align}",
            f"define {convention} void @k(ptr addrspace(1) %out, i32 %w, i32 %h, "
            "ptr addrspace(1) %words, ptr addrspace(1) %in, i32 %one) "
            f'"target-cpu"="{self.cpu}" {self.bounds()} {{',
            *thread_number(self.target, self.block[0]),
            *self.lines,
            "  ret void",
            "}",
        )


class SquareKernel(SquareTile, Kernel):
    pass


class Judge(harness.Runner):
    def module(self, number):
        """(tally, what is wrong)"""
        rng = random.Random(f"{self.args.seed}/{number}")
        cpu = sorted(CPUS)[number % len(CPUS)]
        kernel = (SquareKernel if rng.random() < 0.25 else Kernel)(rng, cpu)
        before, after = self.out / f"m{number}.ll", self.out / f"m{number}.after.ll"
        before.write_text(kernel.text())
        # f2layout-matrix takes the integers from the copies.
        first = "f2layout-matrix," if kernel.has_copies else ""
        grow = "" if kernel.may_grow else "<no-grow>"
        remarks = self.rewrite(
            f"function({first}f2layout-readdress{grow}),f2layout-sweep", before, after,
            "-pass-remarks=f2layout-readdress",
        )  # fmt: skip
        tally = collections.Counter([kernel.cpu, kernel.type])
        tally["swizzled"] += " swizzled" in remarks
        tally["shifted, changed"] += kernel.is_shifted and "remark" in remarks
        tally["exact, changed"] += kernel.is_exact and "remark" in remarks
        tally["other pitch"] += " bytes apart" in remarks
        tally["two pads"] += " bytes after each " in remarks
        tally["rotated"] += is_rotated(after.read_text()) and " swizzled" in remarks
        if kernel.has_matrices:
            tally["with matrices"] += 1
            tally["with matrices, swizzled"] += " swizzled" in remarks
        if kernel.has_copies:
            tally["with copies"] += 1
            tally["with copies, swizzled"] += " swizzled" in remarks
            tally["with copies, padding gone"] += "saved" in remarks
        if "remark" not in remarks:
            return self.verdict(tally, [], before, after)
        block = ["--block", f"{kernel.block[0]},{kernel.block[1]}", "--arg", "5=1"]
        wrong = []
        for w, h in ((64, 64), (rng.randrange(1, 32), rng.randrange(1, 8))):
            options = [*block, "--arg", f"1={w}", "--arg", f"2={h}"]
            equal = self.equal(before, after, *options)
            if equal.returncode:
                wrong.append(f"{before}: {w}x{h}: {equal.stdout}{equal.stderr}\n")
        options = [*block, "--arg", "1=1024", "--arg", "2=1024"]
        wrong += self.compare_wavefronts(before, after, options, tally)
        if saved := SAVED.search(remarks):
            tally["padding gone"] += 1
            fewer, whole = map(int, saved.groups())
            if whole != kernel.tile_bytes() or whole - fewer != harness.tile_left(after):
                wrong.append(f"{before}: the remark is wrong: {remarks}\n")
            if kernel.touches_padding or not kernel.padding:
                wrong.append(f"{before}: that was no padding: {remarks}\n")
        if grew := GREW.search(remarks):
            if harness.tile_left(after) != kernel.tile_bytes() + int(grew.group(1)):
                wrong.append(f"{before}: the remark is wrong: {remarks}\n")
        return self.verdict(tally, wrong, before, after)


if __name__ == "__main__":
    harness.judge_each(Judge, "swizzles.out", ["swizzled", "padding gone", "other pitch",
                                             "two pads", "rotated",
                                             "shifted, changed", "exact, changed",
                                             "with copies, swizzled"])  # fmt: skip
