"""Random block barriers through f2layout-relax, checked by f2sim.

    barriers.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 1000

writes kernels of some steps with a barrier behind each: compare and exchange with
another thread's element under a condition on data, read another thread's element and
then write one's own, or only touch one's own; some steps in a loop. The other thread is
in the same warp or not, by xor or by rotation. The block has one row or several; its
shape is stated, or bounded, or shows in the array's size alone, so that the pass has to
guess it. f2sim runs each kernel before and after, in blocks of the shape it was written
for and of others, in which a guess must not matter.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import random
import re

import harness
from targets import BARRIER, BLOCK_DECLARATIONS, KERNEL, TID, ir_module

CPU = {"nvptx": ["sm_75", "sm_90"], "amdgcn": ["gfx942", "gfx1100"]}
SHAPES = [(64, 1), (128, 1), (256, 1), (32, 4), (16, 8), (8, 16), (32, 8), (16, 16), (64, 2)]


class Kernel:
    def __init__(self, rng, target, name, shape):
        self.rng, self.target, self.name, self.shape = rng, target, name, shape
        self.threads = shape[0] * shape[1]
        self.lines, self.count = [], 0

    def fresh(self, text):
        self.count += 1
        self.lines.append(f"  %x{self.count} = {text}")
        return f"%x{self.count}"

    def barrier(self):
        self.lines += [f"  {line}" for line in BARRIER[self.target]]

    def element(self, index):
        return self.fresh(f"getelementptr i32, ptr addrspace(3) @{self.name}_s, i32 {index}")

    def load(self, place):
        return self.fresh(f"load i32, ptr addrspace(3) {place}")

    def store(self, value, place):
        self.lines.append(f"  store i32 {value}, ptr addrspace(3) {place}")

    def label(self):
        self.count += 1
        return f"b{self.count}"

    def distance(self):
        return self.rng.choice([1 << self.rng.randrange(self.threads.bit_length() - 1),
                                self.rng.randrange(1, 16), self.rng.randrange(1, self.threads)])  # fmt: skip

    def exists(self, index):
        """The block has a thread of this number."""
        return self.fresh(f"icmp ult i32 {index}, %threads")

    def compare(self):
        other = self.fresh(f"xor i32 %t, {self.distance()}")
        is_first = self.fresh(f"icmp ugt i32 {other}, %t")
        first = self.fresh(f"and i1 {is_first}, {self.exists(other)}")
        both, swap, done = self.label(), self.label(), self.label()
        self.lines += [f"  br i1 {first}, label %{both}, label %{done}", f"{both}:"]
        place = self.element(other)
        a, b = self.load("%mine"), self.load(place)
        more = self.fresh(f"icmp sgt i32 {a}, {b}")
        self.lines += [f"  br i1 {more}, label %{swap}, label %{done}", f"{swap}:"]
        self.store(b, "%mine")
        self.store(a, place)
        self.lines += [f"  br label %{done}", f"{done}:"]

    def gather(self):
        other = f"{self.distance()}"
        if self.rng.random() < 0.5:
            index = self.fresh(f"xor i32 %t, {other}")
        else:
            index = self.fresh(f"add i32 %t, {other}")
            index = self.fresh(f"and i32 {index}, {self.threads - 1}")
        here, there, done = self.label(), self.label(), self.label()
        exists = self.exists(index)
        self.lines += [f"  br label %{here}", f"{here}:",
                       f"  br i1 {exists}, label %{there}, label %{done}", f"{there}:"]  # fmt: skip
        value = self.load(self.element(index))
        self.lines += [f"  br label %{done}", f"{done}:"]
        value = self.fresh(f"phi i32 [ 7, %{here} ], [ {value}, %{there} ]")
        self.barrier()
        old = self.load("%mine")
        value = self.fresh(f"mul i32 {value}, 5")
        self.store(self.fresh(f"add i32 {value}, {old}"), "%mine")

    def own(self):
        self.store(self.fresh(f"mul i32 {self.load('%mine')}, 3"), "%mine")

    def steps(self, count):
        for _ in range(count):
            self.rng.choice([self.compare, self.compare, self.gather, self.own])()
            self.barrier()
        self.barrier()

    def text(self):
        convention = KERNEL[self.target]
        alias = self.rng.choice(["noalias ", "noalias ", ""])
        head = [f"define {convention} void @{self.name}(ptr addrspace(1) {alias}%in, "
                f"ptr addrspace(1) {alias}%out, i32 %n, i32 %threads) #0 {{", "entry:",
                f"  %x = call i32 {TID[self.target]}.x()"]  # fmt: skip
        if self.shape[1] > 1:
            head += [f"  %y = call i32 {TID[self.target]}.y()",
                     f"  %line = mul i32 %y, {self.shape[0]}", "  %t = add i32 %line, %x"]  # fmt: skip
        else:
            head.append("  %t = add i32 %x, 0")
        head += ["  %g = getelementptr i32, ptr addrspace(1) %in, i32 %t",
                 "  %v = load i32, ptr addrspace(1) %g",
                 f"  %mine = getelementptr i32, ptr addrspace(3) @{self.name}_s, i32 %t",
                 "  store i32 %v, ptr addrspace(3) %mine"]  # fmt: skip
        self.barrier()
        self.steps(self.rng.randrange(1, 7))
        if self.rng.random() < 0.4:
            before = self.label()
            self.lines += [f"  br label %{before}", f"{before}:", "  br label %loop", "loop:",
                           f"  %i = phi i32 [ 0, %{before} ], [ %j, %latch ]"]  # fmt: skip
            self.steps(self.rng.randrange(1, 4))
            self.lines += ["  br label %latch", "latch:", "  %j = add i32 %i, 1",
                           "  %more = icmp slt i32 %j, %n",
                           "  br i1 %more, label %loop, label %done", "done:"]  # fmt: skip
            self.steps(self.rng.randrange(0, 3))
        tail = ["  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t",
                "  %w = load i32, ptr addrspace(3) %mine",
                "  store i32 %w, ptr addrspace(1) %o", "  ret void", "}"]  # fmt: skip
        return "\n".join([*head, *self.lines, *tail])


class Judge(harness.Runner):
    def module(self, number):
        """(tally, what is wrong)"""
        rng = random.Random(f"{self.args.seed}/{number}")
        target = sorted(TID)[number % 2]
        shape = rng.choice(SHAPES)
        threads = shape[0] * shape[1]
        kernels = [Kernel(rng, target, f"k{i}", shape) for i in range(self.args.kernels)]
        attributes = [f'"target-cpu"="{rng.choice(CPU[target])}"']
        if target == "amdgcn":
            attributes.append('"uniform-work-group-size"')
        known = rng.choice(["stated", "bounded", "bounded", "array"])
        bounds = {"nvptx": f'"nvvm.maxntid"="{threads}"',
                  "amdgcn": f'"amdgpu-flat-work-group-size"="1,{threads}"'}  # fmt: skip
        if known == "stated":
            attributes.append(f'"f2layout-block"="{shape[0]},{shape[1]},1"')
        elif known == "bounded":
            attributes.append(bounds[target])
        before, after = (self.out / f"m{number}.{w}.ll" for w in ("before", "after"))
        before.write_text(ir_module(
            target, BLOCK_DECLARATIONS[target],
            *(f"@k{i}_s = internal addrspace(3) global [{threads} x i32] undef, align 16"
              for i in range(len(kernels))),
            *(kernel.text() for kernel in kernels),
            f"attributes #0 = {{ {' '.join(attributes)} }}"))  # fmt: skip
        said = self.rewrite("f2layout-relax<all>", before, after, "-pass-remarks=f2layout-relax")
        tally = {"kernels": len(kernels), f"shape {known}": len(kernels),
                 "barriers removed": said.count("barrier removed"),
                 "barriers weakened": said.count("became a warp barrier"),
                 "of them guessed": said.count("in blocks of"),
                 "versions": len(re.findall(r"^f2\.dispatch:", after.read_text(), re.MULTILINE))}  # fmt: skip
        shapes = [shape]
        if known != "stated":
            shapes += [(shape[0], shape[1] // 2)] if shape[1] > 1 else [(threads // 2, 1), (threads - 5, 1)]
            pass
        for block in shapes:
            wrong = self.differences(before, after, block, "--arg", "2=1,3",
                                     "--arg", f"3={block[0] * block[1]}",
                                     "--block", f"{block[0]},{block[1]}")  # fmt: skip
            if wrong:
                return tally, wrong
        return self.verdict(tally, [], before, after)


if __name__ == "__main__":
    harness.judge_kernels(Judge, "barriers.out", 5, ["versions", "barriers removed"])
