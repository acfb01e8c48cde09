"""Random kernels that lack barriers, to see whether those of which a remark says that
the lanes of a warp race do: f2sim finds the race.

    warp_races.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 400

    s[t] = in[t];  barrier
    if (t < 8) s[t] = s[t + 4] + s[t];      a step: a load, arithmetic, a store, each at
    barrier of the block, of the warp       t, t + d, t ^ d, d or t & 7, under a condition
    if (v & 1) s[t ^ 1] = s[t];             on the thread, on data, on an argument, or none
    out[t] = s[t ^ 1]

A barrier may be anywhere between the accesses. The remark is a promise: at least
one run of the kernel, for one value of the argument, races. Whatever is rewritten
computes the same where nothing races.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import random

import harness
from exchange.function import Writer
from targets import BARRIER, BLOCK_DECLARATIONS, LAYOUT, TID, TRIPLE, ir_module

CPU = {"nvptx": ("sm_90", 32), "amdgcn": ("gfx942", 64)}
WARP_BARRIER = {
    "nvptx": ["call void @llvm.nvvm.bar.warp.sync(i32 -1)"],
    "amdgcn": ['fence syncscope("wavefront") release', "call void @llvm.amdgcn.wave.barrier()",
               'fence syncscope("wavefront") acquire'],
}  # fmt: skip
DECLARED = {"nvptx": "void @llvm.nvvm.bar.warp.sync(i32)", "amdgcn": "void @llvm.amdgcn.wave.barrier()"}


class Kernel:
    def __init__(self, rng, target):
        self.rng, self.target, self.w = rng, target, Writer()
        self.blocks, self.value = 0, "%v"

    def new(self, stem):
        self.blocks += 1
        return f"{stem}{self.blocks}"

    def barrier(self, lines):
        for line in lines[self.target]:
            self.w.do(line)

    def maybe_barrier(self, who):
        kind = self.rng.random()
        if kind < 0.25 and who == "block":
            self.barrier(BARRIER)
        elif kind < 0.45 and who:
            self.barrier(WARP_BARRIER)

    def place(self):
        rng, w = self.rng, self.w
        d = rng.choice([1, 2, 4, 8, 16])
        kind = rng.choice(["own", "own", "plus", "plus", "xor", "one", "few"])
        index = {"own": lambda: "%t", "plus": lambda: w.op("add", "%t", d), "one": lambda: d,
                 "xor": lambda: w.op("xor", "%t", d), "few": lambda: w.op("and", "%t", 7)}[kind]()  # fmt: skip
        return w.let(f"getelementptr i32, ptr addrspace(3) @s, i32 {index}")

    def step(self, who):
        """who: the threads that come together: "block", "warp" or none for sure."""
        w, rng = self.w, self.rng
        if rng.random() < 0.8:
            read = w.let(f"load i32, ptr addrspace(3) {self.place()}")
            sum_ = w.let(f"add i32 {read}, {rng.choice([self.value, '%v', 1])}")
            self.maybe_barrier(who)
        else:
            sum_ = "%v"
        if rng.random() < 0.8:
            w.do(f"store i32 {sum_}, ptr addrspace(3) {self.place()}")

    def guarded(self):
        w, rng = self.w, self.rng
        kind = rng.choice([None, "less", "less", "bit", "data", "argument"])
        if kind is None:
            return self.step("block")
        most = rng.choice([1, 2, 4, 8, 16, 32])
        whole = most % CPU[self.target][1] == 0
        condition = {"less": lambda: w.let(f"icmp ult i32 %t, {most}"),
                     "bit": lambda: w.let(f"trunc i32 {w.op('lshr', '%t', rng.choice([0, 1, 4]))} to i1"),
                     "data": lambda: w.let("trunc i32 %v to i1"),
                     "argument": lambda: w.let("icmp ugt i32 %n, 3")}[kind]()  # fmt: skip
        inside, behind = self.new("in"), self.new("out")
        w.do(f"br i1 {condition}, label %{inside}, label %{behind}")
        w.label(inside)
        for _ in range(rng.choice([1, 1, 2])):
            self.step({"argument": "block", "less": "warp" if whole else None}.get(kind))
        w.do(f"br label %{behind}")
        w.label(behind)

    def text(self):
        w, rng = self.w, self.rng
        w.label("entry")
        w.do(f"%t = call i32 {TID[self.target]}.x()")
        w.do("%p = getelementptr i32, ptr addrspace(1) %in, i32 %t")
        w.do("%v = load i32, ptr addrspace(1) %p")
        w.do("%own = getelementptr i32, ptr addrspace(3) @s, i32 %t")
        w.do("store i32 %v, ptr addrspace(3) %own")
        for offset in (64, 128):  # what t + d reads in the last warp
            far = w.let(f"getelementptr i32, ptr addrspace(3) %own, i32 {offset}")
            w.do(f"store i32 %v, ptr addrspace(3) {far}")
        self.barrier(BARRIER)
        for _ in range(rng.randint(1, 4)):
            self.guarded()
            self.maybe_barrier("block")
        read = w.let(f"load i32, ptr addrspace(3) {self.place()}")
        w.do("%q = getelementptr i32, ptr addrspace(1) %out, i32 %t")
        w.do(f"store i32 {read}, ptr addrspace(1) %q")
        w.do("ret void")
        convention = "ptx_kernel" if self.target == "nvptx" else "amdgpu_kernel"
        return "\n".join([
            "@s = internal addrspace(3) global [256 x i32] undef, align 16",
            f"define {convention} void @k(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) #0 {{",
            *w.lines, "}"])  # fmt: skip


class Judge(harness.Runner):
    def module(self, number):
        """(tally, what is wrong)"""
        rng = random.Random(f"{self.args.seed}/{number}")
        target = sorted(TID)[number % 2]
        before, after = (self.out / f"w{number}.{w}.ll" for w in ("before", "after"))
        cpu, _ = CPU[target]
        shape = ' "f2layout-block"="64,1,1"' if rng.random() < 0.5 else ""
        before.write_text(ir_module(target, [*BLOCK_DECLARATIONS[target], DECLARED[target]],
                                    Kernel(rng, target).text(),
                                    f'attributes #0 = {{ convergent nounwind "target-cpu"="{cpu}"{shape} }}'))  # fmt: skip
        said = self.rewrite("f2layout", before, after, "-pass-remarks=f2layout", "-pass-remarks-missed=f2layout")
        options = [["--kernel", "k", "--block", "64", "--arg", f"2={n}"] for n in (2, 5)]
        races = ["race:" in self.simulate(before, *each).stdout for each in options]
        told = "in no order" in said
        tally = {"told": told, "racing": any(races), "rewritten": " became " in said,
                 "told of racing": told and any(races)}  # fmt: skip
        wrong = []
        if told and not any(races):
            wrong.append(f"{before}: a race that is none\n{said}\n")
        for each, race in zip(options, races):
            if not race:
                judged = self.equal(before, after, *each)
                if judged.returncode:
                    wrong.append(f"{before} {after}\n{judged.stdout}{judged.stderr}\n")
        return self.verdict(tally, wrong, before, after)


if __name__ == "__main__":
    harness.judge_each(Judge, "warp_races.out", ["told of racing", "rewritten"])
