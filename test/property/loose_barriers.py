"""Random barriers that are not __syncthreads() through f2layout-align-barriers and the
passes behind it, checked by f2sim.

    loose_barriers.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 1000

writes the kernels of barriers.py for NVIDIA, whose barriers here are __syncthreads(),
cooperative groups' barrier.sync, barriers of other numbers, and assembly. Between the
steps of barriers.py there are some at which not all threads come to one barrier: those
below some number have a barrier of their own on one side of a branch and the others on
the other side; or have one before a barrier of all threads, at which they meet those
that have another one behind it; or some threads leave the kernel. Barriers that all
threads reach are under conditions on arguments, too. All kernels are free of races.

f2layout-relax removes what it takes for needless, and f2layout replaces exchanges, so
that a barrier which is wrongly taken for one of the block shows in the result.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import random

import barriers
import harness
from targets import BLOCK_DECLARATIONS, ir_module

LOOSE = "call void @llvm.nvvm.barrier.cta.sync.all(i32 {})"
ALIGNED = "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 {})"
FORMS = [LOOSE, LOOSE, LOOSE, 'call void asm sideeffect "barrier.sync {};", "~{{memory}}"()']
#: At which the threads of a warp must be together.
WHOLE = [*FORMS, ALIGNED, 'call void asm sideeffect "bar.sync {};", "~{{memory}}"()']
PIPELINES = ["function(f2layout-align-barriers,f2layout-relax<all>)",
             "f2layout", "f2layout<no-shared>"]  # fmt: skip


class Kernel(barriers.Kernel):
    def wait(self, number=None, forms=FORMS):
        if number is None:
            number = self.rng.choice([0, 0, 0, 1, 7])
        self.lines.append(f"  {self.rng.choice(forms).format(number)}")

    def barrier(self):
        self.wait(forms=WHOLE)

    def branch(self, condition, yes, no):
        self.lines.append(f"  br i1 {condition}, label %{yes}, label %{no}")

    def begin(self, label):
        self.lines.append(f"{label}:")

    def go(self, label):
        self.lines.append(f"  br label %{label}")

    def some(self):
        """True in some threads, perhaps of each warp, perhaps in all or none."""
        if self.rng.random() < 0.3:
            bit = self.fresh(f"and i32 %t, {1 << self.rng.randrange(7)}")
            return self.fresh(f"icmp eq i32 {bit}, 0")
        limit = self.rng.choice([16, 32, 40, 64, self.threads, self.threads // 2])
        return self.fresh(f"icmp ult i32 %t, {limit}")

    def of_all(self):
        """A barrier under a condition that is the same in all threads."""
        there, done = self.label(), self.label()
        odd = self.fresh("trunc i32 %n to i1")
        self.branch(odd, there, done)
        self.begin(there)
        self.compare()
        self.barrier()
        self.go(done)
        self.begin(done)

    def either(self):
        """Some threads wait here, the others there: they do meet."""
        left, right, done = self.label(), self.label(), self.label()
        number = self.rng.choice([0, 1])
        self.branch(self.some(), left, right)
        for side in (left, right):
            self.begin(side)
            if self.rng.random() < 0.5:
                self.own()
            self.wait(number)
            self.go(done)
        self.begin(done)

    def read_other(self):
        """An element that no thread writes before the next meeting."""
        index = self.fresh(f"xor i32 %t, {self.distance()}")
        index = self.fresh(f"select i1 {self.exists(index)}, i32 {index}, i32 %t")
        return self.load(self.element(index))

    def shifted(self):
        """Those at the first barrier meet others at the second, and those that have
        come to the second meet others at the third."""
        before, first, middle, last, done = (self.label() for _ in range(5))
        number = self.rng.choice([0, 1])
        condition = self.some()
        self.go(before)
        self.begin(before)
        self.branch(condition, first, middle)
        self.begin(first)
        self.wait(number)
        early = self.read_other()
        self.go(middle)
        self.begin(middle)
        early = self.fresh(f"phi i32 [ 5, %{before} ], [ {early}, %{first} ]")
        self.wait(number)
        self.branch(condition, done, last)
        self.begin(last)
        late = self.read_other()
        self.wait(number)
        self.go(done)
        self.begin(done)
        late = self.fresh(f"phi i32 [ 9, %{middle} ], [ {late}, %{last} ]")
        value = self.fresh(f"add i32 {early}, {late}")
        value = self.fresh(f"add i32 {value}, {self.load('%mine')}")
        self.store(value, "%mine")

    def leave(self):
        """Some threads store their result and leave."""
        gone, stay = self.label(), self.label()
        value = self.load("%mine")
        self.wait(0)
        self.branch(self.some(), stay, gone)
        self.begin(gone)
        place = self.fresh("getelementptr i32, ptr addrspace(1) %out, i32 %t")
        self.lines += [f"  store i32 {value}, ptr addrspace(1) {place}", "  ret void"]
        self.begin(stay)

    def steps(self, count):
        usual = [self.compare, self.compare, self.gather, self.own, self.of_all]
        apart = [self.either, self.shifted]
        for _ in range(count):
            self.rng.choice(usual + apart if self.apart else usual)()
            self.barrier()
        if self.apart and self.rng.random() < 0.15:
            self.leave()
            # The others may be at any place of their warps now.
            self.barrier = lambda: self.wait(0)
        self.barrier()

    def text(self):
        self.apart = self.rng.random() < 0.6
        return super().text()


class Judge(harness.Runner):
    def module(self, number):
        """(tally, what is wrong)"""
        rng = random.Random(f"{self.args.seed}/{number}")
        shape = rng.choice(barriers.SHAPES)
        threads = shape[0] * shape[1]
        kernels = [Kernel(rng, "nvptx", f"k{i}", shape) for i in range(self.args.kernels)]
        attributes = [f'"target-cpu"="{rng.choice(barriers.CPU["nvptx"])}"']
        known = rng.choice(["stated", "bounded", "array"])
        if known == "stated":
            attributes.append(f'"f2layout-block"="{shape[0]},{shape[1]},1"')
        elif known == "bounded":
            attributes.append(f'"nvvm.maxntid"="{threads}"')
        before, after = (self.out / f"m{number}.{w}.ll" for w in ("before", "after"))
        before.write_text(ir_module(
            "nvptx", [*BLOCK_DECLARATIONS["nvptx"], "void @llvm.nvvm.barrier.cta.sync.all(i32)"],
            *(f"@k{i}_s = internal addrspace(3) global [{threads} x i32] undef, align 16"
              for i in range(len(kernels))),
            *(kernel.text() for kernel in kernels),
            f"attributes #0 = {{ {' '.join(attributes)} }}"))  # fmt: skip
        aligned = self.out / f"m{number}.aligned.ll"
        self.rewrite("f2layout-align-barriers", before, aligned)
        self.rewrite(rng.choice(PIPELINES), before, after)
        loose, left = (
            sum(path.read_text().count(word) for word in ("cta.sync.all(i32 ", "asm sideeffect"))
            - 1  # its declaration
            for path in (before, aligned)
        )
        tally = {"kernels": len(kernels), "barriers proved": loose - left, "refused": left,
                 "with steps apart": sum(kernel.apart for kernel in kernels)}  # fmt: skip
        shapes = [shape]
        if known != "stated" and shape[1] == 1:
            shapes.append((threads // 2, 1))
        for block in shapes:
            for result in (aligned, after):
                wrong = self.differences(before, result, block, "--arg", "2=1,2",
                                         "--arg", f"3={block[0] * block[1]}",
                                         "--block", f"{block[0]},{block[1]}")  # fmt: skip
                if wrong:
                    return tally, wrong
        return self.verdict(tally, [], before, after, aligned)


if __name__ == "__main__":
    harness.judge_kernels(Judge, "loose_barriers.out", 5, ["barriers proved", "refused"])
