"""Random ways through branches and shuffles, of which some warps need none, checked
by f2sim.

    idle.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 1000

A kernel computes a value by stages, one behind the other:

    if (condition) value = f(value)      the value may be poison on the other side
    value = shuffle(value)               sometimes within the branch, too
    other = value                        a value that is used at the end

Conditions are of whole warps (t < 64, t / 32 == 1), of parts of a warp (t < 80,
t % 2 == 0), of data, or the number of a loop's iteration. Some stages have a trap,
because of which all warps must run them: a store, a load that is volatile, a barrier,
a value that is used behind it. The end stores under such a condition, or for all.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import random

import harness
from exchange.function import Writer
from targets import BARRIER, BLOCK_DECLARATIONS, KERNEL, TID, ir_module

CPU = {"nvptx": {"sm_75": 32, "sm_90": 32}, "amdgcn": {"gfx942": 64, "gfx1100": 32}}
DECLARATIONS = {
    "nvptx": [f"i32 @llvm.nvvm.shfl.sync.{mode}.i32(i32, i32, i32, i32)"
              for mode in ("bfly", "idx", "down", "up")],
    "amdgcn": ["i32 @llvm.amdgcn.ds.bpermute(i32, i32)",
               "i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32, i32, i32, i1)"],
}  # fmt: skip
TRAPS = ["store", "volatile", "barrier", "used"]


class Kernel:
    def __init__(self, rng, target, wave):
        self.rng, self.target, self.wave = rng, target, wave
        self.threads = rng.choice([2, 2, 3, 4]) * wave
        self.trapped = rng.random() < 0.3
        self.w = Writer()
        self.blocks = 0
        self.kept = []
        self.whole = False
        self.slot = 1

    def new(self, stem):
        self.blocks += 1
        return f"{stem}{self.blocks}"

    def condition(self):
        """A condition; most are of whole warps, as self.whole says."""
        w, rng, wave = self.w, self.rng, self.wave
        kind = rng.choice(["below"] * 5 + ["part", "one", "even", "data"])
        self.whole = kind in ("below", "one")
        if kind == "below":
            return w.let(f"icmp ult i32 %t, {wave * rng.randint(1, 2)}")
        if kind == "part":
            return w.let(f"icmp ult i32 %t, {rng.choice([1, 2, 8, wave // 2, wave + 3])}")
        if kind == "one":
            warp = w.op("udiv", "%t", wave)
            return w.let(f"icmp eq i32 {warp}, {rng.randint(0, 1)}")
        if kind == "even":
            return w.let(f"icmp eq i32 {w.op('and', '%t', 1)}, 0")
        return w.let("icmp slt i32 %data, 1000")

    def shuffle(self, value):
        w, rng = self.w, self.rng
        step = 1 << rng.randint(0, 4)
        frozen = w.let(f"freeze i32 {value}")
        if self.target == "nvptx":
            mode = rng.choice(["bfly", "idx", "down", "up"])
            clamp = 0 if mode == "up" else 31
            return w.let(f"call i32 @llvm.nvvm.shfl.sync.{mode}.i32(i32 -1, i32 {frozen}, i32 {step}, i32 {clamp})")
        if rng.random() < 0.5:
            at = w.op("shl", w.op("xor", "%t", step), 2)
            return w.let(f"call i32 @llvm.amdgcn.ds.bpermute(i32 {at}, i32 {frozen})")
        return w.let(f"call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 {frozen}, i32 177, i32 15, i32 15, i1 true)")

    def store(self, value):
        w = self.w
        at = w.op("add", "%t", self.slot * 1024)
        self.slot += 1
        p = w.let(f"getelementptr i32, ptr addrspace(1) %out, i32 {at}")
        w.do(f"store i32 {value}, ptr addrspace(1) {p}")

    def spring(self, value, uniform):
        """What all warps must run."""
        trap = self.rng.choice(TRAPS if uniform else TRAPS[:2])
        if trap == "store":
            self.store(value)
        elif trap == "volatile":
            self.w.let("load volatile i32, ptr addrspace(1) %in")
        elif trap == "barrier":
            for line in BARRIER[self.target]:
                self.w.do(line)
        else:
            self.kept.append(value)

    def guarded(self, value):
        """The value behind a branch."""
        w, rng = self.w, self.rng
        inside, behind, before = self.new("in"), self.new("out"), w.block
        lost = "poison" if rng.random() < 0.7 else value
        targets = (inside, behind) if rng.random() < 0.7 else (behind, inside)
        w.do("br i1 {}, label %{}, label %{}".format(self.condition(), *targets))
        w.label(inside)
        changed = w.op("mul", value, rng.randint(2, 9))
        # NVIDIA's shuffles wait for the whole warp.
        if rng.random() < 0.2 and (self.whole or self.target == "amdgcn"):
            changed = w.op("add", changed, self.shuffle(changed))
        if self.trapped and rng.random() < 0.2:
            self.spring(changed, False)
        w.do(f"br label %{behind}")
        w.label(behind)
        return w.let(f"phi i32 [ {changed}, %{inside} ], [ {lost}, %{before} ]")

    def stages(self, value):
        for _ in range(self.rng.randint(1, 4)):
            value = self.guarded(value)
            # What a store takes is defined for the threads that store it.
            for _ in range(self.rng.randint(0, 2)):
                value = self.w.op("add", self.w.let(f"freeze i32 {value}"), self.shuffle(value))
            if self.trapped and self.rng.random() < 0.4:
                self.spring(value, True)
        return value

    def text(self):
        w, rng = self.w, self.rng
        w.label("entry")
        w.do(f"%t = call i32 {TID[self.target]}.x()")
        w.do("%p = getelementptr i32, ptr addrspace(1) %in, i32 %t")
        w.do("%data = load i32, ptr addrspace(1) %p")
        value = self.stages("%data")
        if rng.random() < 0.2:
            # The same in each iteration of a loop.
            loop, done = self.new("loop"), self.new("done")
            before = w.block
            w.do(f"br label %{loop}")
            w.label(loop)
            phi, at = w.name("x"), len(w.lines)
            round_ = w.name("i")
            last = self.stages(phi)
            after = w.let(f"add i32 {round_}, 1")
            w.lines.insert(at, f"  {phi} = phi i32 [ {value}, %{before} ], [ {last}, %{w.block} ]")
            w.lines.insert(at, f"  {round_} = phi i32 [ 0, %{before} ], [ {after}, %{w.block} ]")
            again = w.let(f"icmp ult i32 {after}, 3")
            w.do(f"br i1 {again}, label %{loop}, label %{done}")
            w.label(done)
            value = last
        ending, end = self.new("write"), self.new("end")
        kept = self.kept[:1]
        w.do(f"br i1 {self.condition()}, label %{ending}, label %{end}")
        w.label(ending)
        self.store(value)
        w.do(f"br label %{end}")
        w.label(end)
        for one in kept:
            self.store(one)
        w.do("ret void")
        return "\n".join([
            f"define {KERNEL[self.target]} void @k(ptr addrspace(1) %in, ptr addrspace(1) noalias %out) #0 {{",
            *w.lines, "}"])  # fmt: skip


class Judge(harness.Runner):
    def module(self, number):
        """(tally, what is wrong)"""
        rng = random.Random(f"{self.args.seed}/{number}")
        target = sorted(TID)[number % 2]
        cpu = rng.choice(sorted(CPU[target]))
        kernel = Kernel(rng, target, CPU[target][cpu])
        before, after = (self.out / f"i{number}.{w}.ll" for w in ("before", "after"))
        attributes = (f'convergent nounwind "target-cpu"="{cpu}" '
                      f'"f2layout-block"="{kernel.threads},1,1"')  # fmt: skip
        before.write_text(
            ir_module(target, BLOCK_DECLARATIONS[target] + DECLARATIONS[target],
                        kernel.text(), f"attributes #0 = {{ {attributes} }}")
        )  # fmt: skip
        passes = rng.choice(["f2layout", "function(f2layout-idle)", "function(f2layout-idle),simplifycfg"])
        said = self.rewrite(passes, before, after, "-pass-remarks=f2layout-idle")
        around = said.count("branch around")
        wrong = self.differences(before, after, passes, "--block", str(kernel.threads))
        tally = {"kernels": 1, f"around {target}": around,
                 "around, trapped": around if kernel.trapped else 0}  # fmt: skip
        return self.verdict(tally, wrong, before, after)


if __name__ == "__main__":
    harness.judge_each(Judge, "idle.out", ["around nvptx", "around amdgcn", "around, trapped"])
