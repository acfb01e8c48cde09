"""Random kernels for any block, compiled for a promised one, checked by f2sim.

    promises.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 1000

writes kernels that go by the size of their block: loops from the thread's index in steps
of the block, upwards and downwards, whose ends every thread reaches in the same iteration
or not; trees over half as many threads in each round, scans by doubling distances,
conditions that hold in every thread, and device functions that read the size, inlined or
not. LLVM compiles them at -O1 to -O3 with the plugin, which promises a shape by block= or
"f2layout-block". f2sim compares the result with the kernel as it was written, in blocks
of that shape.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import random
import re

import harness
from targets import BARRIER, BLOCK_DECLARATIONS, KERNEL, TID, ir_module

CPU = {"nvptx": ["sm_75", "sm_90"], "amdgcn": ["gfx942", "gfx1100"]}
SHAPES = [(32, 1), (64, 1), (128, 1), (256, 1), (96, 1), (32, 4), (16, 8), (8, 8), (32, 8), (1, 64)]
BYTES = 2048
SIZE = {
    "nvptx": """
define {linkage} i32 @size.{dim}() {inline} {{
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.{dim}()
  ret i32 %n
}}""",
    "amdgcn": """
define {linkage} i32 @size.{dim}() {inline} "uniform-work-group-size"="true" {{
  %i = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %p = getelementptr i8, ptr addrspace(4) %i, i64 {offset}
  %w = load i16, ptr addrspace(4) %p
  %n = zext i16 %w to i32
  ret i32 %n
}}""",
}


class Kernel:
    def __init__(self, rng, target, name, shape):
        self.rng, self.target, self.name = rng, target, name
        self.threads = shape[0] * shape[1]
        self.lines, self.count = [], 0
        self.block = "entry"

    def fresh(self, text):
        self.count += 1
        self.lines.append(f"  %x{self.count} = {text}")
        return f"%x{self.count}"

    def label(self):
        self.count += 1
        return f"b{self.count}"

    def begin(self, label):
        self.lines.append(f"{label}:")
        self.block = label

    def go(self, label):
        self.lines.append(f"  br label %{label}")

    def branch(self, condition, yes, no):
        self.lines.append(f"  br i1 {condition}, label %{yes}, label %{no}")

    def barrier(self):
        self.lines += [f"  {line}" for line in BARRIER[self.target]]

    def place(self, array, index):
        return self.fresh(f"getelementptr i32, {array}, i32 {index}")

    def tile(self, index):
        return self.place(f"ptr addrspace(3) @{self.name}_s", index)

    def load(self, space, place):
        return self.fresh(f"load i32, ptr addrspace({space}) {place}")

    def store(self, space, value, place):
        self.lines.append(f"  store i32 {value}, ptr addrspace({space}) {place}")

    def loop(self, first, following, stays, body):
        """for (i = first; stays(i); i = following(i)) body(i)"""
        head, inside, end = self.label(), self.label(), self.label()
        before = self.block
        self.go(head)
        self.begin(head)
        at = len(self.lines)
        i = self.fresh("")
        self.branch(stays(i), inside, end)
        self.begin(inside)
        body(i)
        after = following(i)
        self.lines[at] = f"  {i} = phi i32 [ {first}, %{before} ], [ {after}, %{self.block} ]"
        self.go(head)
        self.begin(end)

    def limit(self):
        times = self.rng.randrange(1, 5) * self.threads
        more = self.rng.choice([0, 0, 0, 1, self.threads // 2, self.threads - 1])
        return min(times + more, BYTES)

    def stride(self, body):
        """A loop over the elements below a limit, in steps of the block."""
        end = self.limit()
        if self.rng.random() < 0.3:
            first = self.fresh(f"sub i32 {end - 1}, %t")
            self.loop(first, lambda i: self.fresh(f"sub i32 {i}, %size"),
                      lambda i: self.fresh(f"icmp sge i32 {i}, 0"), body)  # fmt: skip
        else:
            less = self.rng.choice(["slt", "ult"])
            self.loop("%t", lambda i: self.fresh(f"add i32 {i}, %size"),
                      lambda i: self.fresh(f"icmp {less} i32 {i}, {end}"), body)  # fmt: skip

    def fill(self):
        def body(i):
            value = self.load(1, self.place("ptr addrspace(1) %in", i))
            self.store(3, self.fresh(f"add i32 {value}, {i}"), self.tile(i))

        self.stride(body)
        self.barrier()

    def gather(self):
        mask = self.rng.randrange(1, self.threads)

        def body(i):
            value = self.load(3, self.tile(self.fresh(f"xor i32 {i}, {mask}")))
            place = self.place("ptr addrspace(1) %out", i)
            self.store(1, self.fresh(f"mul i32 {value}, 3"), place)

        self.stride(body)
        self.barrier()

    def tree(self):
        def body(half):
            some, done = self.label(), self.label()
            self.branch(self.fresh(f"icmp ult i32 %t, {half}"), some, done)
            self.begin(some)
            other = self.load(3, self.tile(self.fresh(f"add i32 %t, {half}")))
            mine = self.tile("%t")
            self.store(3, self.fresh(f"add i32 {other}, {self.load(3, mine)}"), mine)
            self.go(done)
            self.begin(done)
            self.barrier()

        self.loop(self.fresh("lshr i32 %size, 1"), lambda h: self.fresh(f"lshr i32 {h}, 1"),
                  lambda h: self.fresh(f"icmp ugt i32 {h}, 0"), body)  # fmt: skip

    def scan(self):
        def body(distance):
            there, done = self.label(), self.label()
            before = self.block
            self.branch(self.fresh(f"icmp uge i32 %t, {distance}"), there, done)
            self.begin(there)
            other = self.load(3, self.tile(self.fresh(f"sub i32 %t, {distance}")))
            self.go(done)
            self.begin(done)
            other = self.fresh(f"phi i32 [ 0, %{before} ], [ {other}, %{there} ]")
            self.barrier()
            mine = self.tile("%t")
            self.store(3, self.fresh(f"add i32 {other}, {self.load(3, mine)}"), mine)
            self.barrier()

        self.loop("1", lambda d: self.fresh(f"shl i32 {d}, 1"),
                  lambda d: self.fresh(f"icmp ult i32 {d}, %size"), body)  # fmt: skip

    def guarded(self):
        here, done = self.label(), self.label()
        guard = self.rng.choice(["icmp ult i32 %t, %size", f"icmp ult i32 %x, {self.threads}",
                                 "icmp ult i32 %y, %ny", f"icmp ult i32 %t, {self.threads // 2}",
                                 "icmp eq i32 %y, 0"])  # fmt: skip
        self.branch(self.fresh(guard), here, done)
        self.begin(here)
        mine = self.tile("%t")
        self.store(3, self.fresh(f"mul i32 {self.load(3, mine)}, 7"), mine)
        self.go(done)
        self.begin(done)
        self.barrier()

    def sum(self):
        value = self.fresh(f"call i32 @sum_of(ptr addrspace(1) %in, i32 %t, i32 {self.limit()})")
        mine = self.tile("%t")
        self.store(3, self.fresh(f"add i32 {value}, {self.load(3, mine)}"), mine)
        self.barrier()

    def text(self):
        self.fill()
        for _ in range(self.rng.randrange(1, 4)):
            self.rng.choice([self.fill, self.gather, self.tree, self.scan, self.guarded, self.sum])()
        self.gather()
        convention = KERNEL[self.target]
        return "\n".join([
            f"define {convention} void @{self.name}(ptr addrspace(1) noalias %in, "
            "ptr addrspace(1) noalias %out) #0 {", "entry:",
            f"  %x = call i32 {TID[self.target]}.x()", f"  %y = call i32 {TID[self.target]}.y()",
            "  %nx = call i32 @size.x()", "  %ny = call i32 @size.y()",
            "  %size = mul i32 %nx, %ny", "  %line = mul i32 %y, %nx", "  %t = add i32 %line, %x",
            *self.lines, "  ret void", "}"])  # fmt: skip


def sum_of(rng):
    """A device function that steps by the block: inlined, or not, or for others, too."""
    how = rng.choice(["internal", "internal", "linkonce_odr"])
    inline = rng.choice(["noinline", "noinline", ""])
    return f"""
define {how} i32 @sum_of(ptr addrspace(1) %in, i32 %t, i32 %n) {inline} {{
entry:
  %nx = call i32 @size.x()
  %ny = call i32 @size.y()
  %size = mul i32 %nx, %ny
  br label %head
head:
  %i = phi i32 [ %t, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %stays = icmp ult i32 %i, %n
  br i1 %stays, label %body, label %end
body:
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %i
  %v = load i32, ptr addrspace(1) %p
  %more = add i32 %sum, %v
  %next = add i32 %i, %size
  br label %head
end:
  ret i32 %sum
}}"""


def changed_by(name, said):
    """How often opt printed that the pass changed a function. Compilers differ
    in whether the name of a class has its inline namespaces."""
    return len(re.findall(rf"\*\*\* IR Dump After f2layout::(?:passes::)?{name}\b", said))


class Judge(harness.Runner):
    def module(self, number):
        """(tally, what is wrong)"""
        rng = random.Random(f"{self.args.seed}/{number}")
        target = sorted(TID)[number % 2]
        shape = rng.choice(SHAPES)
        kernels = [Kernel(rng, target, f"k{i}", shape) for i in range(self.args.kernels)]
        attributes = [f'"target-cpu"="{rng.choice(CPU[target])}"']
        if target == "amdgcn":
            attributes.append('"uniform-work-group-size"="true"')
        by_option = rng.random() < 0.5
        if not by_option:
            attributes.append(f'"f2layout-block"="{shape[0]},{shape[1]},1"')
        helper = rng.choice([("linkonce_odr", "alwaysinline"), ("internal", "noinline"), ("internal", "")])
        declarations = list(BLOCK_DECLARATIONS[target])
        declarations += (["i32 @llvm.nvvm.read.ptx.sreg.ntid.x()", "i32 @llvm.nvvm.read.ptx.sreg.ntid.y()"]
                         if target == "nvptx" else ["ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()"])  # fmt: skip
        before, after = (self.out / f"m{number}.{w}.ll" for w in ("before", "after"))
        before.write_text(ir_module(
            target, declarations,
            *(f"@k{i}_s = internal addrspace(3) global [{BYTES + 256} x i32] undef, align 4"
              for i in range(len(kernels))),
            *(SIZE[target].format(linkage=helper[0], inline=helper[1], dim=dim, offset=offset)
              for dim, offset in (("x", 12), ("y", 14))),
            sum_of(rng), *(kernel.text() for kernel in kernels),
            f"attributes #0 = {{ {' '.join(attributes)} }}"))  # fmt: skip
        promise = [f"-f2layout-block={shape[0]}x{shape[1]}"] if by_option else []
        level = rng.choice(["O1", "O2", "O3", "O3"])
        said = self.rewrite(f"default<{level}>", before, after, *promise, "-print-changed=quiet",
                            "-filter-passes=f2layout-trip-counts,f2layout-block-size")  # fmt: skip
        text = after.read_text()
        left = ("call i32 @llvm.nvvm.read.ptx.sreg.ntid", "ptr addrspace(4) @llvm.amdgcn.implicitarg")
        tally = {"kernels": len(kernels), level: len(kernels),
                 "functions with a size": changed_by("BlockSizePass", said),
                 "loops counted": changed_by("TripCountsPass", said),
                 "modules with reads left": sum(any(word in line for word in left)
                                                for line in text.splitlines()) > 0}  # fmt: skip
        wrong = self.differences(before, after, f"{shape} {level}",
                                 "--block", f"{shape[0]},{shape[1]}")  # fmt: skip
        return self.verdict(tally, wrong, before, after)


if __name__ == "__main__":
    harness.judge_kernels(Judge, "promises.out", 4, ["loops counted", "functions with a size"])
