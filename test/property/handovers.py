"""Random kernels in which threads wait for each other inside an exchange, through the
whole plugin, checked by f2sim.

    handovers.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 1000

All threads store four elements, pass a block barrier, and load four. Somewhere between,
some threads write once more to the array, in a branch of their own, and the others wait
for them there:

    s[f(r, t)] = in[4 * t + r];
    __syncthreads();
    if (some(t)) { s[k(t)] = t; WAIT }
    else         { WAIT  out[4 * t + r] = s[g(r, t)]; }

No path leads from the write to the load. But WAIT hands the write on: it is a barrier of
some threads, of the lanes of a warp, or of the block, or nothing. The branch may stand
before the block barrier instead; then the write overwrites what another thread has
stored. f2sim tells what each kernel computes, and which kernels race: of those nothing
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
    "nvptx": [
        "void @llvm.nvvm.bar.warp.sync(i32)",
        "void @llvm.nvvm.barrier.cta.sync.all(i32)",
        "void @llvm.nvvm.barrier.cta.sync.count(i32, i32)",
    ],
    "amdgcn": ["void @llvm.amdgcn.wave.barrier()"],
}
EACH = 4  # elements of a thread


class Kernel:
    def __init__(self, rng, target, wave, name):
        self.rng, self.target, self.wave, self.name = rng, target, wave, name
        self.threads = rng.choice([2, 4]) * wave
        self.span = rng.choice([wave, wave, 2 * wave])  # threads that exchange
        self.where = rng.choice(["nowhere", "before the loads", "before the barrier"])
        whole_warps = rng.choice([True, False])
        if whole_warps:
            self.some = f"icmp ult i32 %t, {self.threads // 2}"
            waits = ["none", "none", "block"]
        else:
            self.some = f"icmp ult i32 %lane, {wave // 2}"
            waits = ["none", "lanes", "lanes"]
        if target == "nvptx":
            waits.append("named")
        self.wait = rng.choice(waits) if self.where != "nowhere" else "none"
        self.w = Writer()

    def barrier(self, kind):
        if kind == "block" and self.target == "nvptx":
            lines = ["call void @llvm.nvvm.barrier.cta.sync.all(i32 0)"]
        elif kind == "named":
            lines = [f"call void @llvm.nvvm.barrier.cta.sync.count(i32 1, i32 {self.threads})"]
        elif kind == "lanes" and self.target == "nvptx":
            lines = ["call void @llvm.nvvm.bar.warp.sync(i32 -1)"]
        elif kind == "lanes":
            lines = ['fence syncscope("wavefront") release',
                     "call void @llvm.amdgcn.wave.barrier()",
                     'fence syncscope("wavefront") acquire']  # fmt: skip
        else:
            lines = [] if kind == "none" else BARRIER[self.target]
        for line in lines:
            self.w.do(line)

    def element(self, array, space, index):
        return self.w.let(f"getelementptr i32, ptr addrspace({space}) {array}, i32 {index}")

    def shared(self, index):
        return self.element(f"@{self.name}_s", 3, index)

    def striped(self, r):
        return self.w.op("add", self.base, self.w.op("add", self.place, r * self.span))

    def stores(self):
        w = self.w
        for r in range(EACH):
            value = w.let(f"load i32, ptr addrspace(1) {self.element('%in', 1, w.op('add', '%t4', r))}")
            w.do(f"store i32 {value}, ptr addrspace(3) {self.shared(self.striped(r))}")

    def loads(self):
        w, flip = self.w, self.other
        for r in range(EACH):
            if self.blocked:
                at = w.op("add", self.base, w.op("add", w.op("mul", self.place, EACH), r))
            else:
                at = w.op("xor", self.striped(r), flip)
            value = w.let(f"load i32, ptr addrspace(3) {self.shared(at)}")
            w.do(f"store i32 {value}, ptr addrspace(1) {self.element('%out', 1, w.op('add', '%t4', r))}")

    def write(self):
        """One element more: this thread's own, or another's."""
        w = self.w
        at = w.op("xor", self.striped(self.rng.randrange(EACH)), self.distance)
        w.do(f"store i32 %t, ptr addrspace(3) {self.shared(at)}")

    def branch(self, some, others):
        w = self.w
        w.do(f"br i1 {w.let(self.some)}, label %some, label %others")
        w.label("some")
        some()
        w.do("br label %both")
        w.label("others")
        others()
        w.do("br label %both")
        w.label("both")

    def body(self):
        rng = self.rng
        if self.where == "before the barrier":
            first = rng.random() < 0.5  # whether the others' stores come before

            def late():
                self.barrier(self.wait)
                self.write()

            def early():
                if not first:
                    self.stores()
                self.barrier(self.wait)

            if first:
                self.stores()
                self.branch(late, early)
            else:
                self.branch(lambda: (self.stores(), late()), early)
            self.barrier("aligned")
            return self.loads()
        self.stores()
        self.barrier("aligned")
        if self.where == "nowhere":
            return self.loads()
        some_load, others_load = rng.choice([(False, True), (True, True), (True, False)])

        def some():
            self.write()
            self.barrier(self.wait)
            if some_load:
                self.loads()

        def others():
            self.barrier(self.wait)
            if others_load:
                self.loads()

        return self.branch(some, others)

    def count_volatile(self):
        """A volatile word at the end of the array, or among its elements: one thread
        writes it, all read it."""
        w = self.w
        at = self.shared(self.rng.choice([EACH * self.threads, EACH * self.threads, 0]))
        first = w.let("icmp eq i32 %t, 0")
        w.do(f"br i1 {first}, label %tell, label %ask")
        w.label("tell")
        w.do(f"store volatile i32 77, ptr addrspace(3) {at}")
        w.do("br label %ask")
        w.label("ask")
        self.barrier("aligned")
        value = w.let(f"load volatile i32, ptr addrspace(3) {at}")
        behind = w.op("add", "%t", EACH * self.threads)
        w.do(f"store i32 {value}, ptr addrspace(1) {self.element('%out', 1, behind)}")

    def text(self):
        w, rng = self.w, self.rng
        w.label("entry")
        w.do(f"%t = call i32 {TID[self.target]}.x()")
        w.do(f"%lane = and i32 %t, {self.wave - 1}")
        w.do(f"%t4 = shl i32 %t, {EACH.bit_length() - 1}")
        self.place = w.op("and", "%t", self.span - 1)
        self.base = w.op("mul", w.divide("%t", self.span), EACH * self.span)
        self.blocked = rng.random() < 0.4
        self.other = rng.choice([1, 2, self.span // 2, self.span + 1])
        self.distance = rng.choice([0, 0, 1, self.wave // 2, self.wave, EACH * self.span])
        if self.distance >= EACH * self.threads:
            self.distance = 0
        self.volatile = rng.choice(["nowhere"] * 4 + ["before", "behind"])
        if self.volatile == "before":
            self.count_volatile()
        self.body()
        if self.volatile == "behind":
            self.count_volatile()
        w.do("ret void")
        convention = KERNEL[self.target]
        count = EACH * self.threads + 1
        return "\n".join([
            f"@{self.name}_s = internal addrspace(3) global [{count} x i32] undef, align 16",
            f"define {convention} void @{self.name}(ptr addrspace(1) noalias %in, "
            f"ptr addrspace(1) noalias %out) #0 {{", *w.lines, "}"])  # fmt: skip


class Judge(harness.Runner):
    def module(self, number):
        """(tally, what is wrong)"""
        rng, cpu, kernel, before, after = self.drawn(number, CPU, Kernel, "h")
        target = kernel.target
        attributes = f'convergent nounwind "target-cpu"="{cpu}"'
        if rng.random() < 0.5:
            attributes += f' "f2layout-block"="{kernel.threads},1,1"'
        before.write_text(
            ir_module(target, BLOCK_DECLARATIONS[target] + DECLARATIONS[target],
                        kernel.text(), f"attributes #0 = {{ {attributes} }}")
        )  # fmt: skip
        passes = rng.choice(["f2layout", "function(f2layout-reroute)"])
        said = self.rewrite(passes, before, after, "-pass-remarks=f2layout")
        what = f"{kernel.where}, {kernel.wait}" if kernel.where != "nowhere" else "nowhere"
        changed = " became " in said
        tally = {"kernels": 1, f"write {what}": 1, f"rewritten, write {what}": changed,
                 "rewritten, with a volatile word": changed and kernel.volatile != "nowhere"}  # fmt: skip
        return self.judge_racing(
            before, after, tally, "--kernel", "k", "--block", str(kernel.threads), "--quiet"
        )


def main():
    args = harness.option_parser("handovers.out", 200, "kernels").parse_args()
    tally, wrong = harness.add_up(Judge(args).module, args)
    harness.report(tally, wrong, 5)
    rewritten = tally["rewritten, write nowhere"]
    print(f"{tally['kernels']} kernels, {len(wrong)} wrong")
    sys.exit(bool(wrong) or rewritten < tally["write nowhere"] // 2 or not rewritten
             or not tally["rewritten, with a volatile word"])  # fmt: skip


if __name__ == "__main__":
    main()
