"""Random structures stored by f2layout-coalesce, checked by f2sim.

    structures.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 1000

writes kernels that store structures of 2 to 16 words, with members of 2 to 16 bytes
in any order, some with gaps, some aligned, by threads that come through guards and
loops that not all lanes run equally often, at places that are neighbours in
neighbouring threads, or not. Some read the structures again, and write parts of them
before or afterwards. f2sim runs each kernel before and after in blocks of one or
several rows, of whole warps or not, and all bytes must be the same.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import random
import re

import harness
from targets import BARRIER, BLOCK_DECLARATIONS, KERNEL, TID, ir_module

BLOCKS = {
    "nvptx": ["32", "64", "128", "96", "100", "33", "7", "32,2", "64,2", "8,8", "16,3", "48,2"],
    "amdgcn": ["64", "128", "192", "100", "65", "7", "32,4", "64,2", "16,8", "16,3"],
}
CPUS = {"nvptx": ["sm_75", "sm_90", "sm_90"], "amdgcn": ["gfx942", "gfx90a", "gfx1100", "gfx1201"]}
MEMBERS = {"half": 2, "i16": 2, "float": 4, "i32": 4, "<2 x half>": 4, "double": 8, "i64": 8,
           "<2 x float>": 8, "<4 x float>": 16, "<3 x i32>": 12}  # fmt: skip
BLOCK_ID = {
    "nvptx": "@llvm.nvvm.read.ptx.sreg.ctaid.x",
    "amdgcn": "@llvm.amdgcn.workgroup.id.x",
}
LANE = {"nvptx": "@llvm.nvvm.read.ptx.sreg.laneid"}


class Kernel:
    def __init__(self, rng, target, name, block):
        self.rng, self.target, self.name = rng, target, name
        sizes = [int(n) for n in block.split(",")]
        self.width, self.rows = sizes[0], (sizes + [1])[1]
        self.pointer = "ptr addrspace(1)" if target == "amdgcn" else "ptr"
        self.lines, self.count = [], 0

    def let(self, text):
        self.count += 1
        self.lines.append(f"  %x{self.count} = {text}")
        return f"%x{self.count}"

    def label(self):
        self.count += 1
        return f"b{self.count}"

    def begin(self, label):
        self.lines.append(f"{label}:")
        self.block = label

    def jump(self, label):
        self.lines.append(f"  br label %{label}")

    def branch(self, condition, then, other):
        self.lines.append(f"  br i1 {condition}, label %{then}, label %{other}")

    def choose_members(self):
        """Types with offsets, and the bytes from one structure to the next."""
        rng = self.rng
        words = rng.choice([2, 3, 3, 4, 5, 5, 6, 7, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 16])
        kinds = rng.choice([["float"], ["i32"], ["half"], ["i64", "double"], ["half", "i32"],
                            ["<2 x float>"], ["<4 x float>", "float"], list(MEMBERS)])  # fmt: skip
        members, at = [], 0
        while at < 4 * words:
            fits = [k for k in kinds if MEMBERS[k] <= 4 * words - at]
            kind = rng.choice(fits or ["i16"])
            members.append((kind, at))
            at += MEMBERS[kind]
        self.stride = 4 * words
        if rng.random() < 0.1:
            self.stride += rng.choice([2, 4, 12, 16])
        if rng.random() < 0.1 and len(members) > 1:
            members.pop(rng.randrange(len(members)))
        if rng.random() < 0.4:
            rng.shuffle(members)
        return members

    def index(self):
        """The number of the thread's structure, which no other thread has."""
        rng = self.rng
        block = self.let(f"call i32 {BLOCK_ID[self.target]}()")
        x = self.let(f"call i32 {TID[self.target]}.x()")
        y = self.let(f"call i32 {TID[self.target]}.y()") if self.rows > 1 else "0"
        pitch = self.width + rng.choice([0, 0, 0, 1, 32])
        form = rng.random()
        if form < 0.1 and self.target == "nvptx" and self.width % 32 == 0:
            warp = self.let(f"and i32 {x}, -32")
            lane = self.let(f"call i32 {LANE[self.target]}()")
            x = self.let(f"or disjoint i32 {warp}, {lane}")
        elif form < 0.2:
            x = self.let(f"sub i32 {self.width - 1}, {x}")
        elif form < 0.3:
            x = self.let(f"xor i32 {x}, {rng.choice([1, 4, 8])}")
            pitch += 16
        elif form < 0.35:
            x = self.let(f"mul i32 {x}, 2")
            pitch *= 2
        row = self.let(f"mul i32 {y}, {pitch}")
        first = self.let(f"mul i32 {block}, {pitch * self.rows + rng.choice([0, 0, 5])}")
        both = self.let(f"add i32 {first}, {row}")
        self.thread = self.let(f"add nsw i32 {both}, {x}")
        self.lane = x
        return self.thread

    def place(self, index):
        """The structure's address, as programs compute it."""
        wide = self.let(f"{self.rng.choice(['sext', 'zext'])} i32 {index} to i64")
        if self.rng.random() < 0.5:
            return self.let(
                f"getelementptr [{self.stride} x i8], {self.pointer} %out, i64 {wide}"
            )
        at = self.let(f"mul i64 {wide}, {self.stride}")
        return self.let(f"getelementptr i8, {self.pointer} %out, i64 {at}")

    def align(self, kind, offset):
        natural = min(MEMBERS[kind] & -MEMBERS[kind], 8)
        whole = self.stride | offset | self.known
        return max(min(natural, whole & -whole), min(self.known, whole & -whole))

    def member(self, base, offset):
        return self.let(f"getelementptr i8, {self.pointer} {base}, i64 {offset}")

    def structure(self, index):
        """Loads of the values, and the stores."""
        rng = self.rng
        members = self.choose_members()
        base = self.place(index)
        readers = self.let(f"mul i32 {index}, {rng.choice([16, 272])}")
        source = self.let(f"getelementptr i8, {self.pointer} %in, i32 {readers}")
        if rng.random() < 0.15:  # Overwritten later, by another lane.
            kind, offset = rng.choice(members)
            self.put(base, kind, offset, "zeroinitializer")
            if rng.random() < 0.5:
                self.cut()
        values = []
        together = rng.random() < 0.8
        for number, (kind, offset) in enumerate(members):
            values.append(self.load(source, kind, 16 * number))
            if not together:
                self.put(base, kind, offset, values[-1])
        if together:
            for value, (kind, offset) in zip(values, members):
                self.put(base, kind, offset, value)
                if rng.random() < 0.03:
                    self.let(f"load i32, {self.pointer} %in, align 4")
        for _ in range(rng.choice([0, 0, 0, 1, 2])):
            self.afterwards(base, members)

    def load(self, source, kind, offset):
        at = self.member(source, offset)
        return self.let(f"load {kind}, {self.pointer} {at}, align 4")

    def put(self, base, kind, offset, value):
        at = self.member(base, offset) if offset or self.rng.random() < 0.5 else base
        flags = " volatile" if self.rng.random() < 0.002 else ""
        self.lines.append(
            f"  store{flags} {kind} {value}, {self.pointer} {at}, align {self.align(kind, offset)}"
        )

    def cut(self):
        end = self.label()
        self.jump(end)
        self.begin(end)

    def afterwards(self, base, members):
        """One member becomes another one's value."""
        kind, offset = self.rng.choice(members)
        if self.rng.random() < 0.7:
            self.cut()
        same = [other for other, at in members if other == kind and at != offset]
        at = self.member(base, offset)
        value = self.let(f"load {kind}, {self.pointer} {at}, align {self.align(kind, offset)}")
        if same:
            other = self.rng.choice([at for k, at in members if k == kind])
            self.put(base, kind, other, value)

    def condition(self):
        rng = self.rng
        form = rng.randrange(5)
        if form == 0:
            value = self.let(f"and i32 {self.lane}, {rng.choice([1, 31, 64])}")
            return self.let(f"icmp ne i32 {value}, {rng.choice([0, 1])}")
        if form == 1:
            return self.let(f"icmp sgt i32 %n, {rng.choice([20, 1000])}")
        return self.let(f"icmp slt i32 {self.thread}, %n")

    def text(self):
        rng = self.rng
        self.known = rng.choice([1, 1, 4, 8, 16]) if rng.random() < 0.4 else 1
        self.begin("entry")
        index = self.index()
        done = self.label()
        form = rng.random()
        if form < 0.4:
            then = self.label()
            self.branch(self.condition(), then, done)
            self.begin(then)
            self.structure(index)
            self.jump(done)
        elif form < 0.7:  # A loop that some lanes may leave before others.
            loop, before = self.label(), self.block
            turns = rng.choice(["%n", self.let(f"and i32 {self.lane}, 3"), "2"])
            last = self.let(f"and i32 {turns}, 3")
            self.jump(loop)
            at = len(self.lines)
            self.begin(loop)
            turn = self.let("phi i32 PHI")
            step = rng.choice([1024, 2048])
            moved = self.let(f"mul i32 {turn}, {step}")
            self.structure(self.let(f"add i32 {index}, {moved}"))
            following = self.let(f"add i32 {turn}, 1")
            more = self.let(f"icmp sle i32 {following}, {last}")
            self.branch(more, loop, done)
            phi = f"[ 0, %{before} ], [ {following}, %{self.block} ]"
            self.lines[at + 1] = self.lines[at + 1].replace("PHI", phi)
        else:
            self.structure(index)
            self.jump(done)
        self.begin(done)
        if rng.random() < 0.2:
            self.lines += [f"  {line}" for line in BARRIER[self.target]]
        noalias = " noalias" if rng.random() < 0.9 else ""
        align = f" align {self.known}" if self.known > 1 else ""
        return "\n".join(
            [
                f"define {KERNEL[self.target]} void @{self.name}({self.pointer}{noalias}{align} "
                f"%out, {self.pointer}{noalias} %in, i32 %n) #0 {{",
                *self.lines,
                "  ret void",
                "}",
            ]
        )


class Judge(harness.Runner):
    def module(self, number):
        """(kernels, structures stored side by side; errors)"""
        rng = random.Random(f"{self.args.seed}/{number}")
        target = sorted(TID)[number % 3 > 0]
        block = rng.choice(BLOCKS[target])
        kernels = [Kernel(rng, target, f"k{i}", block).text() for i in range(self.args.kernels)]
        before, after = (self.out / f"m{number}.{w}.ll" for w in ("before", "after"))
        declared = [*BLOCK_DECLARATIONS[target], f"i32 {BLOCK_ID[target]}()"]
        if target in LANE:
            declared.append(f"i32 {LANE[target]}()")
        cpu = rng.choice(CPUS[target])
        attributes = f'attributes #0 = {{ "target-cpu"="{cpu}" }}'
        before.write_text(ir_module(target, declared, *kernels, attributes))
        passes = rng.choice(["function(f2layout-coalesce)", "f2layout"])
        self.rewrite(passes, before, after)
        size = str(rng.choice([16, 64, 256]))
        wrong = self.differences(
            before, after, f"{passes} in blocks of {block}", "--block", block, "--grid", "2",
            "--arg", f"2={rng.choice([50, 77, 128])},1000", "--buffer-align", size,
            "--buffer-bytes", str(1 << 22), "--schedules", "forward,random:1",
        )  # fmt: skip
        text = after.read_text()
        tally = {
            "kernels": len(kernels),
            f"side by side, {target}": len(re.findall(r"^f2\.beside\d*:", text, re.M)),
        }
        return self.verdict(tally, wrong, before, after)


if __name__ == "__main__":
    harness.judge_kernels(Judge, "structures.out", 8, ["side by side, nvptx", "side by side, amdgcn"])
