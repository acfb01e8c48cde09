"""Fragments loaded and stored by hand: f2layout-matrix, checked by f2sim.

    matrices.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 1000

writes kernels that load or store fragments of matrices by hand. A fragment
is, for lane l, register w, and byte b of it, a byte of a tile in shared memory:

    kind        element         row                         column in bytes
    plain       w, all bytes    l / 4                       4 (l % 4)
    halves      b / 2           l / 4                       4 (l % 4) + 2 (b / 2)
    transposed  b / 2           2 (l % 4) + b / 2           2 (l / 4)
    bytes       b               4 (l % 4) + b               l / 4 + 8 (w % 2)
    pairs       b               2 (l % 4) + b % 2           l / 4 + 8 (b / 2)
    tr16        2 (w % 2) + b/2 four rows, by l / 4 % 4     2 (l % 4)
    tr8         4 (w % 2) + b   eight rows, by l / 8 % 2    l % 8

each plus 16 (8) rows or columns by matrix. Rows are permuted, padded, or
swizzled by xor; lanes come from threadIdx.x, a 2-D block or a special register;
accesses in any order; parts are joined in several ways, or used one by one; the
tile may have two buffers and the loads a loop. Some kernels contain code that must
prevent the rewrite, or needs a barrier: a condition on the lane, rows at odd places,
volatile accesses, stores between the loads, a lane's own stores before, an
unknown block, columns in another order.

The result must compute the same bytes in f2sim, which implements the instructions
after the manuals, without a race. If nothing prevents it and the target has the
tile, accesses must become matrix accesses.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections
import random
import re
import sys

import harness
from targets import BARRIER, BLOCK_DECLARATIONS, ir_module, known, matrix_stores

#: Which kinds the processor has, as loads and as stores.
TARGETS = known({
    "sm_70": ([], []),
    "sm_75": (["plain", "halves", "transposed"], []),
    "sm_80": (["plain", "halves", "transposed"], []),
    "sm_90": (
        ["plain", "halves", "transposed"],
        ["plain", "halves", "transposed"] if matrix_stores() else [],
    ),
    "sm_100a": (
        ["plain", "halves", "transposed", "bytes"],
        ["plain", "halves", "transposed", "pairs"],
    ),
    "gfx942": ([], []),
    "gfx950": (["tr16", "tr8"], []),
})  # fmt: skip
#: Element bytes, slots of a matrix, words of a matrix, rows of a matrix.
KINDS = {
    "plain": (4, 1, 1, 8), "halves": (2, 2, 1, 8), "transposed": (2, 2, 1, 8),
    "bytes": (1, 8, 2, 16), "pairs": (1, 4, 1, 8),
    "tr16": (2, 4, 2, 64), "tr8": (1, 8, 2, 64),
}  # fmt: skip
MATRIX = re.compile(r"call [^\n]*@llvm\.(nvvm\.(ld|st)matrix|amdgcn\.ds\.read\.tr)")
ARRAY = 1 << 15


class Kernel:
    """IR of one kernel, made line by line."""

    def __init__(self, rng, cpu):
        self.rng, self.cpu = rng, cpu
        self.amd = cpu.startswith("gfx")
        self.target = "amdgcn" if self.amd else "nvptx"
        self.lanes = 64 if self.amd else 32
        self.is_store = not self.amd and rng.random() < 0.4
        has = TARGETS[cpu][self.is_store]
        self.kind = rng.choice(has or ["plain", "transposed", "tr16"][2 * self.amd :])
        self.has = bool(has)
        self.element, self.slots, self.words, self.rows = KINDS[self.kind]
        self.lines, self.names = [], 0
        self.warps = rng.choice([1, 2, 4])
        self.odd = ""
        self.align = rng.choice([16, 16, 4])
        if rng.random() < 0.4:
            self.odd = rng.choice(
                ["lanes", "crooked", "volatile", "between", "own", "unknown", "order",
                 "warps", "alone"]
            )  # fmt: skip
        self.loop = not self.is_store and rng.random() < 0.3
        self.matrices = rng.choice([1, 2, 3, 4, 4, 5, 8])
        if self.amd or self.kind == "bytes":
            self.matrices = rng.choice([1, 2])

    def op(self, text):
        self.names += 1
        self.lines.append(f"  %v{self.names} = {text}")
        return f"%v{self.names}"

    def line(self, text):
        self.lines.append(f"  {text}")

    # Where things are.

    def shape(self):
        threads = self.lanes * self.warps
        xs = [threads, threads, self.lanes] + ([8, 16] if self.odd != "unknown" else [])
        x = self.rng.choice(xs)
        if self.odd == "unknown":
            x = threads
        return x, threads // x

    def launch(self):
        tid = "llvm.amdgcn.workitem.id" if self.amd else "llvm.nvvm.read.ptx.sreg.tid"
        x = self.op(f"call i32 @{tid}.x()")
        self.linear = x
        if self.block[1] > 1:
            y = self.op(f"call i32 @{tid}.y()")
            scaled = self.op(f"mul nuw nsw i32 {y}, {self.block[0]}")
            self.linear = self.op(f"add nuw nsw i32 {scaled}, {x}")
        by = self.rng.choice(["and", "urem", "register"])
        if by == "register" and not self.amd:
            self.lane = self.op(
                self.rng.choice(
                    ["call i32 @llvm.nvvm.read.ptx.sreg.laneid()",
                     'call i32 asm "mov.u32 $0, %laneid;", "=r"()']
                )
            )  # fmt: skip
        elif by == "register":
            low = self.op("call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)")
            self.lane = self.op(f"call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 {low})")
        elif by == "urem":
            self.lane = self.op(f"urem i32 {self.linear}, {self.lanes}")
        else:
            self.lane = self.op(f"and i32 {self.linear}, {self.lanes - 1}")
        self.warp = self.op(f"lshr i32 {self.linear}, {self.lanes.bit_length() - 1}")

    def bits(self, value, low, count, up=0):
        """Some bits of value, shifted up."""
        if low:
            value = self.op(f"lshr i32 {value}, {low}")
        value = self.op(f"and i32 {value}, {(1 << count) - 1}")
        return self.op(f"shl i32 {value}, {up}") if up else value

    def lane_part(self):
        """(row, column) of the lane, and the addition of each slot."""
        lane, kind = self.lane, self.kind
        if kind in ("plain", "halves"):
            low = 1 if self.odd == "order" else 0
            column = self.bits(lane, 0, 2, 2)
            if low:  # lanes 1 and 2 of four change places
                a, b = self.bits(lane, 0, 1, 3), self.bits(lane, 1, 1, 2)
                column = self.op(f"or i32 {a}, {b}")
            return self.bits(lane, 2, 3), column, [(0, 2 * s) for s in range(self.slots)]
        if kind == "transposed":
            return self.bits(lane, 0, 2, 1), self.bits(lane, 2, 3, 1), [(0, 0), (1, 0)]
        if kind == "bytes":
            slots = [(s % 4, 8 * (s // 4)) for s in range(8)]
            return self.bits(lane, 0, 2, 2), self.bits(lane, 2, 3), slots
        if kind == "pairs":
            slots = [(s % 2, 8 * (s // 2)) for s in range(4)]
            return self.bits(lane, 0, 2, 1), self.bits(lane, 2, 3), slots
        if kind == "tr16":
            high = self.bits(lane, 4, 2, 4)
            row = self.op(f"or i32 {self.bits(lane, 2, 2)}, {high}")
            return row, self.bits(lane, 0, 2, 1), [(4 * s, 0) for s in range(4)]
        high = self.bits(lane, 4, 2, 4)
        row = self.op(f"or i32 {self.bits(lane, 3, 1)}, {high}")
        return row, self.bits(lane, 0, 3), [(2 * s, 0) for s in range(8)]

    def place_rows(self):
        """How a row and a column become bytes of the tile."""
        rng, width = self.rng, 16 if not self.amd else 8
        self.chunks = rng.choice([1, 2, 4, 8]) if self.matrices < 5 else rng.choice([4, 8])
        self.pitch = width * self.chunks
        # Rows of one matrix, one after the other, would be contiguous memory.
        if self.chunks == 1 and self.kind in ("plain", "halves"):
            self.pitch += width
        self.swizzled = self.chunks > 1 and rng.random() < 0.4
        if not self.swizzled:
            self.pitch += rng.choice([0, 0, width, 3 * width])
        if self.odd == "crooked":
            self.pitch = rng.choice([self.pitch - self.pitch % 16 + 4, self.pitch + width // 2])
        self.width = width
        self.turn = rng.choice([0, 0, 1, 3, 5])  # rows xor this

    def address(self, row, column, add, matrix):
        """The bytes from the tile's beginning; add and matrix are constants."""
        rows, columns = add
        deep, chunk = matrix
        rows += deep * self.rows
        whole = self.op(f"add nuw nsw i32 {row}, {rows}") if rows else row
        if self.turn:
            whole = self.op(f"xor i32 {whole}, {self.turn}")
        at = f"{chunk * self.width + columns}"
        if self.step:
            at = self.op(f"add nuw nsw i32 {self.step}, {at}")
        inside = self.op(f"add nuw nsw i32 {column}, {at}")
        if self.swizzled:
            mask = self.bits(whole, 0, 3, self.width.bit_length() - 1)
            mask = self.op(f"and i32 {mask}, {self.width * self.chunks - 1}")
            inside = self.op(f"xor i32 {inside}, {mask}")
        scaled = self.op(f"mul nuw nsw i32 {whole}, {self.pitch}")
        return self.op(f"add nuw nsw i32 {scaled}, {inside}")

    def pointer(self, offset):
        return self.op(
            f"getelementptr inbounds i8, ptr addrspace(3) {self.tile}, i32 {offset}"
        )

    # Operations on them.

    def barrier(self):
        for line in BARRIER[self.target]:
            self.line(line)

    def copy_all(self, source, to):
        """All of the array, 16 bytes at a time. A side is the number of its address
        space, its base and its alignment."""
        threads = self.lanes * self.warps
        at = self.op(f"shl i32 {self.linear}, 4")
        for part in range(0, ARRAY, 16 * threads):
            offset = self.op(f"add i32 {at}, {part}")
            places = []
            for space, base, align in (source, to):
                base = f"ptr addrspace({space}) {base}"
                p = self.op(f"getelementptr i8, {base}, i32 {offset}")
                places.append(f"ptr addrspace({space}) {p}, align {align}")
            value = self.op(f"load <4 x i32>, {places[0]}")
            self.line(f"store <4 x i32> {value}, {places[1]}")

    def fill(self):
        self.copy_all((1, "%in", 16), (3, "@tile", self.align))

    def dump(self):
        self.copy_all((3, "@tile", self.align), (1, "%out", 16))

    def out(self, number, value):
        """A word of this thread; step by step in a loop."""
        threads = self.lanes * self.warps
        at = self.op(f"add i32 {self.linear}, {number * threads}")
        if self.step:
            turn = self.op(f"mul i32 %k, {64 * threads}")
            at = self.op(f"add i32 {at}, {turn}")
        to = self.op(f"getelementptr i32, ptr addrspace(1) %out, i32 {at}")
        self.line(f"store i32 {value}, ptr addrspace(1) {to}, align 4")

    def places(self):
        """[matrix][slot] offsets."""
        row, column, slots = self.lane_part()
        deep = -(-self.matrices // max(1, self.chunks // (2 if self.loop else 1)))
        cells = [(d, c) for d in range(deep) for c in range(self.chunks)]
        if self.loop and self.chunks > 1:  # the loop goes over half of the chunks
            cells = [(d, c) for d, c in cells if c < self.chunks // 2]
        while len(cells) < self.matrices:
            cells.append((len(cells), 0))
        chosen = self.rng.sample(cells, self.matrices)
        if self.rng.random() < 0.6:
            chosen.sort(key=lambda cell: self.rng.choice([cell, cell[::-1]]) if 0 else cell)
        return [[self.address(row, column, s, m) for s in slots] for m in chosen]

    def in_order(self, places):
        flat = [(m, s) for m in range(len(places)) for s in range(self.slots)]
        if self.rng.random() < 0.4:
            self.rng.shuffle(flat)
        return flat

    def load_all(self):
        places = self.places()
        bits, loaded = 8 * self.element, {}
        volatile = "volatile " if self.odd == "volatile" else ""
        for count, (m, s) in enumerate(self.in_order(places)):
            p = self.pointer(places[m][s])
            loaded[m, s] = self.op(
                f"load {volatile}i{bits}, ptr addrspace(3) {p}, align {self.element}"
            )
            if self.odd == "between" and count % 2 == 0:
                self.line(f"store i{bits} {loaded[m, s]}, ptr addrspace(3) {p}, align 1")
        per_word = 4 // self.element
        for m in range(len(places)):
            for w in range(self.words):
                parts = [loaded[m, w * per_word + s] for s in range(per_word)]
                self.join(m * self.words + w, parts, bits)

    def join(self, number, parts, bits):
        way = self.rng.choice(["or", "insert", "asm" if not self.amd else "or"])
        if len(parts) == 1:
            return self.out(number, parts[0])
        if way == "asm" and bits == 16:
            word = self.op(
                'call i32 asm "{  mov.b32 $0, {$1,$2};}", "=r,h,h"'
                f"(i16 {parts[0]}, i16 {parts[1]})"
            )
        elif way == "insert":
            vector = "poison"
            for n, part in enumerate(parts):
                vector = self.op(
                    f"insertelement <{len(parts)} x i{bits}> {vector}, i{bits} {part}, i32 {n}"
                )
            word = self.op(f"bitcast <{len(parts)} x i{bits}> {vector} to i32")
        else:
            word = None
            for n, part in enumerate(parts):
                wide = self.op(f"zext i{bits} {part} to i32")
                wide = self.op(f"shl i32 {wide}, {n * bits}") if n else wide
                word = self.op(f"or i32 {word}, {wide}") if word else wide
        self.out(number, word)
        if self.rng.random() < 0.1:  # and by itself
            alone = self.op(f"sext i{bits} {self.rng.choice(parts)} to i32")
            self.out(60, alone)

    def store_all(self):
        places = self.places()
        bits, values = 8 * self.element, {}
        for m in range(len(places)):
            for w in range(self.words):
                at = self.op(f"add i32 {self.linear}, {(m * self.words + w) * 256}")
                source = self.op(f"getelementptr i32, ptr addrspace(1) %in, i32 {at}")
                word = self.op(f"load i32, ptr addrspace(1) {source}, align 4")
                self.cut(values, m, w, word, bits)
        volatile = "volatile " if self.odd == "volatile" else ""
        for m, s in self.in_order(places):
            p = self.pointer(places[m][s])
            self.line(
                f"store {volatile}i{bits} {values[m, s]}, ptr addrspace(3) {p}, "
                f"align {self.element}"
            )
            if self.odd == "between" and (m + s) % 2:
                q = self.pointer(places[m][s])
                self.op(f"load volatile i{bits}, ptr addrspace(3) {q}, align 1")

    def cut(self, values, m, w, word, bits):
        per_word = 32 // bits
        by = self.rng.choice(["shift", "vector", "others"])
        for n in range(per_word):
            if per_word == 1:
                value = word
            elif by == "vector":
                vector = self.op(f"bitcast i32 {word} to <{per_word} x i{bits}>")
                value = self.op(f"extractelement <{per_word} x i{bits}> {vector}, i32 {n}")
            else:
                part = self.op(f"lshr i32 {word}, {n * bits}") if n else word
                if by == "others":
                    part = self.op(f"mul i32 {part}, 77")
                value = self.op(f"trunc i32 {part} to i{bits}")
            values[m, w * per_word + n] = value

    def own_stores(self):
        """Stores what each lane is about to load, without a barrier after it."""
        state = self.rng.getstate()
        places = self.places()
        for m, s in self.in_order(places):
            p = self.pointer(places[m][s])
            bits = 8 * self.element
            value = self.op(f"trunc i32 {self.linear} to i{bits}" if bits < 32
                            else f"add i32 {self.linear}, {m}")  # fmt: skip
            self.line(f"store i{bits} {value}, ptr addrspace(3) {p}, align {self.element}")
        self.rng.setstate(state)

    def body(self):
        self.step = None
        self.block = self.shape()
        self.launch()
        self.place_rows()
        self.tile = "@tile"
        # Each warp's part; one warp at a time if they would not fit.
        size = ARRAY // 4
        if self.is_store or self.odd == "own" or self.odd == "between":
            part = self.op(f"mul nuw nsw i32 {self.warp}, {size}")
            self.tile = self.op(
                f"getelementptr inbounds i8, ptr addrspace(3) @tile, i32 {part}"
            )
        self.fill()
        self.barrier()
        if self.odd in ("lanes", "warps"):
            bound = self.lanes // 2 if self.odd == "lanes" else self.lanes * self.warps // 2
            by = self.lane if self.odd == "lanes" else self.linear
            test = self.op(f"icmp ult i32 {by}, {max(bound, self.lanes)}"
                           if self.odd == "warps" else f"icmp ult i32 {by}, {bound}")  # fmt: skip
            self.line(f"br i1 {test}, label %do, label %done")
            self.lines.append("do:")
        if self.loop:
            entry = "%do" if self.odd in ("lanes", "warps") else "%entry"
            self.line("br label %loop")
            self.lines.append("loop:")
            self.line(f"%k = phi i32 [ 0, {entry} ], [ %k.next, %loop ]")
            width = self.width * max(1, self.chunks // 2) if self.chunks > 1 else 0
            self.step = self.op(f"mul nuw nsw i32 %k, {width}")
        if self.odd == "own":
            self.own_stores()
        if self.is_store:
            self.store_all()
        else:
            self.load_all()
        if self.loop:
            self.line("%k.next = add nuw nsw i32 %k, 1")
            self.line("%more = icmp ult i32 %k.next, 2")
            self.line("br i1 %more, label %loop, label %after")
            self.lines.append("after:")
        if self.odd in ("lanes", "warps"):
            self.line("br label %done")
            self.lines.append("done:")
        if self.is_store:
            self.barrier()
            self.dump()

    def fits(self):
        """The tile stays inside the array, or its part of it."""
        last = 0
        rows = self.rows + (4 * 16 if self.kind.startswith("tr") else 0)
        deep = self.matrices + 1
        last = (rows * deep + 8) * self.pitch + 256
        whole = not (self.is_store or self.odd in ("own", "between"))
        return last <= (ARRAY if whole else ARRAY // 4)

    def text(self, name):
        x, y = self.block
        attribute = "" if self.odd == "unknown" else f'"f2layout-block"="{x},{y},1" '
        # By default LLVM writes PTX 6.3 for it, which has no ldmatrix.
        features = '"target-features"="+ptx70" ' if self.cpu == "sm_75" else ""
        convention = "amdgpu_kernel" if self.amd else "ptx_kernel"
        return "\n".join(
            [f"define {convention} void @{name}(ptr addrspace(1) noalias %in, "
             f'ptr addrspace(1) noalias %out) {attribute}{features}"target-cpu"="{self.cpu}" {{',
             "entry:", *self.lines, "  ret void", "}", ""]
        )  # fmt: skip

    def must_change(self):
        return (
            self.has
            and self.odd in ("", "warps")
            and (self.matrices * self.slots > 1)
        )


def make(rng, cpu):
    while True:
        kernel = Kernel(rng, cpu)
        kernel.body()
        if kernel.fits():
            return kernel


#: Of the lane's number.
LANE_DECLARATIONS = {
    "nvptx": ["i32 @llvm.nvvm.read.ptx.sreg.laneid()"],
    "amdgcn": [
        "i32 @llvm.amdgcn.mbcnt.lo(i32, i32)",
        "i32 @llvm.amdgcn.mbcnt.hi(i32, i32)",
    ],
}


class Judge(harness.Runner):
    def one(self, number):
        rng = random.Random(f"{self.args.seed}/{number}")
        cpu = sorted(TARGETS)[number % len(TARGETS)]
        kernel = make(rng, cpu)
        target = kernel.target
        declared = [*BLOCK_DECLARATIONS[target], *LANE_DECLARATIONS[target]]
        before = self.out / f"k{number}.ll"
        after = self.out / f"k{number}.after.ll"
        before.write_text(
            ir_module(
                target,
                declared,
                f"@tile = internal addrspace(3) global [{ARRAY} x i8] undef, align {kernel.align}",
                kernel.text("k"),
            )
        )
        tally, wrong = collections.Counter(), []
        done = self.opt(self.args.passes, "-S", before, "-o", after)
        if done.returncode:
            return tally, [f"{before}: {done.stderr[:500]}\n"]
        found = len(MATRIX.findall(after.read_text()))
        x, y = kernel.block
        done = self.equal(
            before, after, "--kernel", "k", "--block", f"{x},{y}",
            "--fill", "0=random", "--quiet",
        )  # fmt: skip
        if done.returncode:
            wrong.append(f"{before}: {kernel.odd or 'plain'}: {done.stdout}{done.stderr}\n")
        if kernel.must_change() and not found:
            wrong.append(f"{before}: {kernel.kind} stayed as it was\n")
        if found and kernel.odd in ("lanes", "crooked", "volatile", "unknown", "order"):
            tally[f"odd but rewritten: {kernel.odd}"] += 1
        side = "store" if kernel.is_store else "load"
        tally[f"{kernel.kind} {side}" + (", rewritten" if found else "")] += 1
        tally["rewritten"] += bool(found)
        return self.verdict(tally, wrong, before, after)


def main():
    parser = harness.option_parser("matrices.out", 1000)
    parser.add_argument("--passes", default="f2layout-matrix")
    args = parser.parse_args()
    tally, wrong = harness.add_up(Judge(args).one, args)
    harness.report(tally, wrong, 10)
    print(f"{args.count} kernels, {tally['rewritten']} rewritten, {len(wrong)} wrong")
    sys.exit(bool(wrong) or not tally["rewritten"])


if __name__ == "__main__":
    main()
