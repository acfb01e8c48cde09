"""Random kernels that load from shared memory at an index from data, through the whole
plugin, checked by f2sim.

    data_indices.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 2000

All threads store the elements of a row that a group of threads shares, pass a barrier,
and load at an index that memory holds:

    s[row(t) + f(r, t)] = in[E * t + r];
    __syncwarp();
    out[t] = s[row(t) + bounded(in[t])];

A mask, a remainder, a narrow type, an offset or a branch bounds the index, to a row, a
part of it, or more than a row. Rows are of a part of a warp, of one, or of two, with or
without padding and swizzle. Some kernels have a trap: a store under a condition, a second
store before or behind the barrier, a load in a branch or a loop, threads that leave, no
barrier. f2sim tells what each kernel computes, and which kernels race: of those nothing
can be said.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import sys

import harness
from exchange.function import Writer
from targets import BARRIER, BLOCK_DECLARATIONS, KERNEL, TID, ir_module

CPU = {"nvptx": {"sm_75": 32, "sm_90": 32}, "amdgcn": {"gfx942": 64, "gfx1100": 32}}
DECLARATIONS = {
    "nvptx": ["void @llvm.nvvm.bar.warp.sync(i32)", "void @llvm.assume(i1)"],
    "amdgcn": ["void @llvm.amdgcn.wave.barrier()", "void @llvm.assume(i1)"],
}
BYTES = {"i8": 1, "half": 2, "i16": 2, "i32": 4, "float": 4, "i64": 8, "<2 x i32>": 8}
TRAPS = ["guarded store", "second store", "late store", "exit", "no barrier"]
WHERE = ["plain", "plain", "plain", "branch", "branch with index", "loop"]


class Kernel:
    def __init__(self, rng, target, wave, name):
        self.rng, self.target, self.wave, self.name = rng, target, wave, name
        self.threads = rng.choice([1, 2, 4]) * wave
        self.span = rng.choice([wave // 4, wave // 2, wave, wave, wave, 2 * wave])
        self.span = min(self.span, self.threads)
        self.each = rng.choice([1, 1, 2, 4])
        self.row = self.span * self.each
        self.pitch = self.row + rng.choice([0, 0, 1, 4])
        self.type = rng.choice(sorted(BYTES))
        self.swizzled = rng.random() < 0.2
        self.blocked = rng.random() < 0.4
        self.trap = rng.choice(TRAPS) if rng.random() < 0.3 else "none"
        self.where = rng.choice(WHERE)
        self.loads = rng.choice([1, 1, 2])
        self.w = Writer()

    def barrier(self):
        block = self.rng.random() < 0.4 or self.span > self.wave
        if block:
            lines = BARRIER[self.target]
        elif self.target == "nvptx":
            lines = ["call void @llvm.nvvm.bar.warp.sync(i32 -1)"]
        else:
            lines = ['fence syncscope("wavefront") release',
                     "call void @llvm.amdgcn.wave.barrier()",
                     'fence syncscope("wavefront") acquire']  # fmt: skip
        for line in lines:
            self.w.do(line)

    def element(self, kind, array, space, index):
        return self.w.let(f"getelementptr {kind}, ptr addrspace({space}) {array}, i32 {index}")

    def shared(self, index):
        return self.element(self.type, f"@{self.name}_s", 3, index)

    def store(self, at, r):
        w = self.w
        index = w.op("add", w.op("mul", "%t", self.each), r)
        value = w.let(f"load {self.type}, ptr addrspace(1) {self.element(self.type, '%in', 1, index)}")
        w.do(f"store {self.type} {value}, ptr addrspace(3) {self.shared(at)}")

    def place(self, r):
        w = self.w
        if self.blocked:
            at = w.op("add", w.op("mul", "%place", self.each), r)
        else:
            at = w.op("add", "%place", r * self.span)
        if self.swizzled:
            at = w.op("xor", at, w.op("and", "%group", self.row - 1))
        return w.op("add", "%base", at)

    def index(self, k):
        """A value from memory that the row bounds, or not."""
        w, rng = self.w, self.rng
        data = w.let(f"load i32, ptr addrspace(1) {self.element('i32', '%in', 1, w.op('add', '%t', 3 * k))}")
        data = w.op("lshr", data, rng.choice([0, 0, 3]))
        self.bound = rng.choice(["mask", "mask", "mask", "remainder", "byte", "offset",
                                 "assumption", "more", "open"])  # fmt: skip
        row = self.row
        if self.bound == "mask":
            return w.op("and", data, rng.choice([row, row, row // 2]) - 1)
        if self.bound == "remainder":
            return w.op("urem", data, rng.choice([row, row - 1, row // 2 + 1]))
        if self.bound == "byte":
            byte = w.let(f"trunc i32 {data} to i8")
            if row < 256:
                byte = w.let(f"and i8 {byte}, {row - 1}")
            return w.let(f"zext i8 {byte} to i32")
        if self.bound == "offset":
            return w.op("add", w.op("and", data, row // 2 - 1), rng.choice([1, row // 2]))
        if self.bound == "assumption":
            small = w.op("and", data, row - 1)
            # What hides the mask does not change the value.
            hidden = w.op("xor", w.op("xor", small, "%n"), "%n")
            w.do(f"call void @llvm.assume(i1 {w.let(f'icmp ult i32 {hidden}, {row}')})")
            return hidden
        if self.bound == "more":
            return w.op("and", data, 2 * row - 1)
        return data

    def load(self, k, u=None):
        w, rng = self.w, self.rng
        u = u or self.index(k)
        if self.bound == "open":
            at = w.op("and", u, self.size - 1)
        elif self.swizzled and rng.random() < 0.7:
            swizzle = w.op("and", "%group", self.row - 1)
            at = w.op("add", "%base", w.op("xor", u, swizzle))
        elif self.bound == "mask" and rng.random() < 0.3:
            at = w.op("add", "%base", w.op("xor", u, w.op("and", "%place", self.row // 2 - 1)))
        else:
            at = w.op("add", "%base", u)
        return w.let(f"load {self.type}, ptr addrspace(3) {self.shared(at)}")

    def keep(self, k, value):
        at = self.w.op("add", "%t", k * self.threads)
        self.w.do(f"store {self.type} {value}, ptr addrspace(1) {self.element(self.type, '%out', 1, at)}")

    def read(self):
        w = self.w
        if self.where == "plain":
            for k in range(self.loads):
                self.keep(k, self.load(k))
        elif self.where == "loop":
            w.do("br label %again")
            w.label("again")
            w.do("%round = phi i32 [ 0, %here ], [ %next, %again ]")
            u = self.index(0)
            at = w.op("add", "%t", w.op("mul", "%round", self.threads))
            value = self.load(0, u)
            w.do(f"store {self.type} {value}, ptr addrspace(1) {self.element(self.type, '%out', 1, at)}")
            w.do("%next = add i32 %round, 1")
            w.do("%more = icmp ult i32 %next, 3")
            w.do("br i1 %more, label %again, label %done")
            w.label("done")
        else:
            u = self.index(0) if self.where == "branch" else None
            some = w.let(f"icmp ult i32 %place, {self.rng.choice([1, self.span // 2, self.span])}")
            w.do(f"br i1 {some}, label %some, label %done")
            w.label("some")
            self.keep(0, self.load(0, u))
            w.do("br label %done")
            w.label("done")

    def text(self):
        w, rng = self.w, self.rng
        self.size = 1
        while self.size < self.threads // self.span * self.pitch + 2 * self.row:
            self.size *= 2
        w.label("entry")
        w.do(f"%t = call i32 {TID[self.target]}.x()")
        w.do(f"%place = and i32 %t, {self.span - 1}")
        w.do(f"%group = lshr i32 %t, {self.span.bit_length() - 1}")
        w.do(f"%base = mul i32 %group, {self.pitch}")
        if self.trap == "exit":
            w.do(f"%leaves = icmp uge i32 %t, {rng.choice(['%n', self.threads - 3])}")
            w.do("br i1 %leaves, label %end, label %stay")
            w.label("stay")
        for r in range(self.each):
            if self.trap == "guarded store" and r == 0:
                limit = rng.choice(["%n", self.span - 1, self.span // 2])
                w.do(f"%stores = icmp ult i32 %place, {limit}")
                w.do("br i1 %stores, label %storing, label %stored")
                w.label("storing")
                self.store(self.place(r), r)
                w.do("br label %stored")
                w.label("stored")
            else:
                self.store(self.place(r), r)
        if self.trap == "second store":
            self.store(self.place(rng.randrange(self.each)), 0)
        if self.trap != "no barrier":
            self.barrier()
        w.do("br label %here")
        w.label("here")
        if self.trap == "late store":
            w.do(f"%late = icmp eq i32 %place, {rng.randrange(self.span)}")
            w.do("br i1 %late, label %writing, label %written")
            w.label("writing")
            self.store(self.place(0), 0)
            w.do("br label %written")
            w.label("written")
            if rng.random() < 0.5:
                self.barrier()
            if self.where == "loop":
                self.where = "plain"
        self.read()
        w.do("br label %end")
        w.label("end")
        w.do("ret void")
        convention = KERNEL[self.target]
        return "\n".join([
            f"@{self.name}_s = internal addrspace(3) global [{self.size} x {self.type}] undef, align 16",
            f"define {convention} void @{self.name}(ptr addrspace(1) noalias %in, "
            f"ptr addrspace(1) noalias %out, i32 %n) #0 {{", *w.lines, "}"])  # fmt: skip


class Judge(harness.Runner):
    def module(self, number):
        """(tally, what is wrong)"""
        rng, cpu, kernel, before, after = self.drawn(number, CPU, Kernel, "d")
        target = kernel.target
        attributes = f'convergent nounwind "target-cpu"="{cpu}"'
        if rng.random() < 0.6:
            attributes += f' "f2layout-block"="{kernel.threads},1,1"'
        before.write_text(
            ir_module(target, BLOCK_DECLARATIONS[target] + DECLARATIONS[target],
                        kernel.text(), f"attributes #0 = {{ {attributes} }}")
        )  # fmt: skip
        passes = rng.choice(
            ["f2layout", "function(f2layout-reroute<no-shared>)", "function(f2layout-reroute<no-shared>)"]
        )
        said = self.rewrite(passes, before, after, "-pass-remarks=f2layout")
        changed = "index from data" in said
        tally = {"kernels": 1, f"gathers, {kernel.where}": changed, "gathers": changed,
                 f"trap {kernel.trap}": 1, f"gathers, trap {kernel.trap}": changed,
                 f"gathers, {target}": changed}  # fmt: skip
        threads = kernel.threads
        if "f2layout-block" not in attributes and rng.random() < 0.3:
            threads = rng.randint(1, threads)
        n = rng.choice([0, 1, kernel.span // 2, kernel.threads])
        return self.judge_racing(before, after, tally, "--kernel", "k", "--block", str(threads),
                                 "--arg", f"2={n}", "--quiet")  # fmt: skip


def main():
    args = harness.option_parser("data_indices.out", 200, "kernels").parse_args()
    tally, wrong = harness.add_up(Judge(args).module, args)
    harness.report(tally, wrong, 5)
    print(f"{tally['kernels']} kernels, {len(wrong)} wrong")
    wanted = [f"gathers, {where}" for where in ("plain", "branch", "loop", "nvptx", "amdgcn")]
    sys.exit(bool(wrong) or not all(tally[entry] for entry in wanted))


if __name__ == "__main__":
    main()
