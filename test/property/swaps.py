"""Random kernels that write in place under conditions on data, through the whole
plugin, checked by f2sim.

    swaps.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 1000

Each thread has two words of s, and of a second array, x. Between barriers come stages:

    a = s[p];  b = s[q];                    swap: as in a bitonic sort, or between
    if ((a > b) == up(t))                   neighbours of which the last has none
      { s[p] = b; s[q] = a; }
    if (t < d && s[t] < s[t + d])           reduce: a maximum, with an index or
      { s[t] = s[t + d];                    without, in arrays or in pairs
        x[t] = x[t + d]; }

Many have a trap, because of which the store must not write back what was loaded:

    rewritten   the thread has written the byte since it loaded it
    elsewhere   it has done so on the other side of the branch
    again       it writes the byte once more behind the store, under the condition
    read        it reads the byte behind the store
    stale       a barrier lies between load and store, and others write before it
    narrow      the store writes half of what was loaded
    others      another thread writes the byte if this one does not
    loop        the store runs again and again, the load does not
    readers     another thread reads the byte if this one does not write it

f2sim tells what each kernel computes, and which kernels race: of those nothing can be
said.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import random
import sys

import harness
from exchange.function import Writer
from targets import BARRIER, BLOCK_DECLARATIONS, KERNEL, TID, ir_module

CPU = {"nvptx": {"sm_75": 32, "sm_90": 32}, "amdgcn": {"gfx942": 64, "gfx1100": 32}}
DECLARATIONS = {
    "nvptx": ["void @llvm.nvvm.bar.warp.sync(i32)"],
    "amdgcn": ["void @llvm.amdgcn.wave.barrier()"],
}
WARP_BARRIER = {
    "nvptx": ["call void @llvm.nvvm.bar.warp.sync(i32 -1)"],
    "amdgcn": [
        'fence syncscope("wavefront") release',
        "call void @llvm.amdgcn.wave.barrier()",
        'fence syncscope("wavefront") acquire',
    ],
}
TRAPS = ["rewritten", "elsewhere", "again", "read", "stale", "narrow", "others", "loop",
         "readers"]  # fmt: skip


class Kernel:
    def __init__(self, rng, target, wave):
        self.rng, self.target, self.wave = rng, target, wave
        self.threads = rng.choice([1, 1, 2, 2, 4]) * wave
        self.traps = rng.random() < 0.5
        self.trap = None
        self.float = rng.random() < 0.3
        self.w = Writer()
        self.blocks = 0

    def barrier(self, lines=None):
        for line in lines or BARRIER[self.target]:
            self.w.do(line)

    def at(self, array, index, space=3):
        return self.w.let(f"getelementptr i32, ptr addrspace({space}) {array}, i32 {index}")

    def load(self, pointer, space=3):
        return self.w.let(f"load i32, ptr addrspace({space}) {pointer}")

    def store(self, value, pointer, space=3):
        self.w.do(f"store i32 {value}, ptr addrspace({space}) {pointer}")

    def new(self, stem):
        self.blocks += 1
        return f"{stem}{self.blocks}"

    def less(self, a, b):
        """a < b, as numbers that data may be."""
        w = self.w
        if not self.float:
            return w.let(f"icmp slt i32 {a}, {b}")
        a, b = (w.let(f"bitcast i32 {v} to float") for v in (a, b))
        return w.let(f"fcmp olt float {a}, {b}")

    def guarded(self, condition, body):
        """if (condition) body, where the body ends in a block that it names."""
        w = self.w
        inside, behind = self.new("in"), self.new("out")
        w.do(f"br i1 {condition}, label %{inside}, label %{behind}")
        w.label(inside)
        body(behind)
        w.label(behind)

    def write(self, condition, stores, behind):
        """The stores under the condition; both sides go to the block behind."""
        w, rng = self.w, self.rng
        taken = self.new("taken")
        side = self.new("side") if self.trap == "elsewhere" or rng.random() < 0.3 else behind
        if rng.random() < 0.5:
            w.do(f"br i1 {condition}, label %{taken}, label %{side}")
        else:
            other = w.let(f"xor i1 {condition}, true")
            w.do(f"br i1 {other}, label %{side}, label %{taken}")
        w.label(taken)
        for value, pointer in stores:
            if callable(value):
                value = value()
            if self.trap == "narrow":
                half = w.let(f"trunc i32 {value} to i16")
                w.do(f"store i16 {half}, ptr addrspace(3) {pointer}")
            else:
                self.store(value, pointer)
        pointer = stores[0][1]
        if self.trap == "again":
            self.store(w.op("add", "%t", 77), pointer)
        if self.trap == "read":
            self.store(self.load(pointer), self.out(), 1)
        w.do(f"br label %{behind}")
        if side != behind:
            w.label(side)
            if self.trap == "elsewhere":
                self.store(w.op("add", "%t", 99), pointer)
            w.do(f"br label %{behind}")

    def out(self):
        """A place of this thread in the result."""
        return self.at("%out", self.w.op("add", "%t", 2 * self.threads), 1)

    def between(self, pointer):
        """What a trap does after the loads."""
        if self.trap == "rewritten":
            self.store(self.w.op("add", "%t", 55), pointer)
        if self.trap == "stale":
            self.barrier()
            self.store(self.w.op("add", "%t", 33), self.at("@s", self.w.op("xor", "%t2", 2)))
            self.barrier()

    def in_loop(self, body):
        """Several times, if the trap is a loop, which may be unrolled or not."""
        w = self.w
        if self.trap != "loop":
            return body(None)
        trips = 3
        if self.rng.random() < 0.7:
            trips = w.op("and", self.load("%in", 1), 3)
        before, loop, behind = self.new("before"), self.new("loop"), self.new("end")
        w.do(f"br label %{before}")
        w.label(before)
        next_ = w.name("next")
        w.do(f"br label %{loop}")
        w.label(loop)
        i = w.let(f"phi i32 [ 0, %{before} ], [ {next_}, %{loop}.latch ]")
        body(i)
        w.do(f"br label %{loop}.latch")
        w.label(f"{loop}.latch")
        w.do(f"{next_} = add i32 {i}, 1")
        w.do(f"br i1 {w.let(f'icmp ult i32 {next_}, {trips}')}, label %{loop}, label %{behind}")
        return w.label(behind)

    def swap(self, j):
        w, rng = self.w, self.rng
        neighbours = j == 0  # the last thread has none
        if neighbours:
            p = w.op("add", "%t2", 1)
            q = w.op("add", p, 1)
        else:
            p = w.op("sub", "%t2", w.op("and", "%t", j - 1)) if j > 1 else "%t2"
            q = w.op("add", p, j)
        up = rng.choice([0, 1, 2, j, 2 * j])

        def body(behind):
            first, second = self.at("@s", p), self.at("@s", q)
            a, b = self.load(first), self.load(second)
            self.between(first)

            def step(i):
                ends = behind if i is None else self.new("step")
                less = self.less(b, a)
                if i is not None:
                    less = w.let(f"icmp slt i32 {b}, {w.op('add', a, i)}")
                if up:
                    flip = w.let(f"icmp eq i32 {w.op('and', '%t', up)}, 0")
                    less = w.let(f"xor i1 {less}, {flip}")
                value = b if i is None else w.op("add", b, i)
                stores = [(value, first), (a, second)][: rng.choice([1, 2, 2, 2])]
                self.write(less, stores, ends)
                if i is not None:
                    w.label(ends)

            self.in_loop(step)
            if self.trap == "loop":
                w.do(f"br label %{behind}")

        if neighbours:
            inside = w.let(f"icmp ult i32 %t, {self.threads - 1}")
            self.guarded(inside, body)
        else:
            behind = self.new("out")
            body(behind)
            w.label(behind)

    def reduce(self, d):
        w, rng = self.w, self.rng
        form = rng.choice(["alone", "arrays", "arrays", "pairs"])
        d = min(d, self.threads // 2)
        index = "%t" if form != "pairs" else "%t2"
        step = d if form != "pairs" else 2 * d

        def body(behind):
            mine, other = self.at("@s", index), self.at("@s", w.op("add", index, step))
            x, y = self.load(mine), self.load(other)
            self.between(mine)
            condition = self.less(x, y)
            if self.trap in ("others", "readers"):
                # What the thread beside it may do, which both can compute.
                a, b = (self.load(self.at("%in", i, 1), 1) for i in ("%t", w.op("xor", "%t", 1)))
                mine_only, theirs = (w.let(f"icmp slt i32 {v}, 100") for v in (a, b))
                condition = w.let(f"and i1 {condition}, {mine_only}")
            stores = [(y, mine)]
            if form != "alone":
                array = "@x" if form == "arrays" else "@s"
                one = w.op("add", index, 1) if form == "pairs" else index
                far = w.op("add", one, step)
                keep, from_ = self.at(array, one), self.at(array, far)
                stores.append((lambda: self.load(from_), keep))
            if rng.random() < 0.3:
                stores.reverse()
            ends = self.new("ends")
            self.write(condition, stores, ends)
            w.label(ends)
            if self.trap in ("others", "readers") and form == "arrays":
                # If that thread does not write, this one may do what it likes.
                at = self.at("@x", w.op("xor", index, 1))

                def meddle(ends):
                    if self.trap == "others":
                        self.store(123, at)
                    else:
                        self.store(self.load(at), self.out(), 1)
                    w.do(f"br label %{ends}")

                self.guarded(w.let(f"xor i1 {theirs}, true"), meddle)
            w.do(f"br label %{behind}")

        self.guarded(w.let(f"icmp ult i32 %t, {d}"), body)

    def stages(self):
        rng = self.rng
        count, most = rng.randint(1, 6), self.threads.bit_length() - 1
        kind = rng.choice(["swap", "swap", "reduce", "both"])
        local = self.wave.bit_length() - 1
        # A warp's own pairs need no more than a warp barrier.
        apart = kind == "swap" and rng.random() < 0.2
        trapped = rng.randrange(count) if self.traps else None
        for stage in range(count):
            self.trap = rng.choice(TRAPS) if stage == trapped else None
            swaps = kind == "swap" or kind == "both" and rng.random() < 0.5
            if swaps and self.trap in ("others", "readers"):
                self.trap = rng.choice(TRAPS[:6] + ["loop"])
            if not swaps and self.trap == "stale":  # not under t < d
                self.trap = rng.choice(["others", "readers"])
            if swaps:
                top = local if rng.random() < 0.8 or apart else most
                last = rng.random() < 0.1 and not apart and self.trap != "stale"
                self.swap(0 if last else 1 << rng.randint(0, top))
            else:
                self.reduce(1 << rng.randint(0, local if rng.random() < 0.8 else most))
            self.trap = None
            self.barrier(WARP_BARRIER[self.target] if apart and stage < count - 1 else None)

    def text(self):
        w, rng = self.w, self.rng
        n = 2 * self.threads
        w.label("entry")
        w.do(f"%t = call i32 {TID[self.target]}.x()")
        w.do("%t2 = shl i32 %t, 1")
        blocked = rng.random() < 0.5
        for r in range(2):
            at = w.op("add", "%t2", r) if blocked else w.op("add", "%t", r * self.threads)
            value = self.load(self.at("%in", at, 1), 1)
            self.store(value, self.at("@s", at))
            self.store(at, self.at("@x", at))
        self.barrier()
        self.stages()
        flip = rng.choice([0, 1, 3, self.threads])
        for r in range(2):
            at = w.op("add", "%t", r * self.threads)
            value = self.load(self.at("@s", w.op("xor", at, flip)))
            self.store(value, self.at("%out", at, 1), 1)
            value = self.load(self.at("@x", at))
            self.store(value, self.at("%out", w.op("add", at, 2 * n), 1), 1)
        w.do("ret void")
        convention = KERNEL[self.target]
        arrays = [f"@{a} = internal addrspace(3) global [{2 * n} x i32] undef, align 16" for a in "sx"]
        return "\n".join([
            *arrays,
            f"define {convention} void @k(ptr addrspace(1) noalias %in, "
            f"ptr addrspace(1) noalias %out) #0 {{", *w.lines, "}"])  # fmt: skip


class Judge(harness.Runner):
    def module(self, number):
        """(tally, what is wrong)"""
        rng = random.Random(f"{self.args.seed}/{number}")
        target = sorted(TID)[number % 2]
        cpu = rng.choice(sorted(CPU[target]))
        kernel = Kernel(rng, target, CPU[target][cpu])
        before, after = (self.out / f"s{number}.{w}.ll" for w in ("before", "after"))
        attributes = f'convergent nounwind mustprogress "target-cpu"="{cpu}"'
        if rng.random() < 0.7:
            attributes += f' "f2layout-block"="{kernel.threads},1,1"'
        before.write_text(
            ir_module(target, BLOCK_DECLARATIONS[target] + DECLARATIONS[target],
                        kernel.text(), f"attributes #0 = {{ {attributes} }}")
        )  # fmt: skip
        passes = rng.choice(["f2layout", "f2layout<no-shared>", "function(f2layout-reroute)"])
        said = self.rewrite(passes, before, after, "-pass-remarks=f2layout")
        trapped = "trapped" if kernel.traps else "not trapped"
        block = ["--kernel", "k", "--block", str(kernel.threads), "--quiet"]
        # What the kernel says without completed stores.
        without = self.opt(passes, "-pass-remarks=f2layout", "-debug-counter=f2layout-complete=1000000",
                           "-disable-output", before).stderr  # fmt: skip
        tally = {"kernels": 1, trapped: 1, f"rewritten, {trapped}": " became " in said,
                 f"completed, {trapped}": said != without}  # fmt: skip
        return self.judge_racing(before, after, tally, *block)


def main():
    args = harness.option_parser("swaps.out", 300, "kernels").parse_args()
    tally, wrong = harness.add_up(Judge(args).module, args)
    harness.report(tally, wrong, 5)
    completed = tally["completed, not trapped"]
    print(f"{tally['kernels']} kernels, {len(wrong)} wrong")
    sys.exit(bool(wrong) or completed < tally["not trapped"] // 4 or not completed)


if __name__ == "__main__":
    main()
