# The gathers that are measured: shapes, layouts, widths, and their kernels as IR.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import json
import re
from pathlib import Path

SHAPES = [(512, 2), (512, 4), (512, 8), (512, 16), (512, 32), (128, 64), (64, 128)]
WIDTHS = (8, 16, 32)
THREADS = 128
LANE_BITS = 5
AXIS = 1  # Along a row.

# Where the axis is. Lanes: in as many lane bits as there are, then in registers,
# as Triton places it for tl.gather. Rows: in registers; every thread has whole
# rows, if there are as many rows as threads.
PLACES = ("lanes", "rows")

HEAD = """target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
"""


def bits_of(number):
    return number.bit_length() - 1


class Gather:
    """One shape, one layout of source and result, one width."""

    def __init__(self, shape, place, bits):
        self.shape, self.place, self.bits = shape, place, bits
        self.name = f"gather_{shape[0]}x{shape[1]}_{place}_{bits}"
        self.bytes = bits // 8
        rows = [[1 << j, 0] for j in range(bits_of(shape[0]))]
        columns = [[0, 1 << j] for j in range(bits_of(shape[1]))]
        in_lanes = columns[:LANE_BITS] if place == "lanes" else []
        in_registers = columns[len(in_lanes) :]
        free = LANE_BITS - len(in_lanes)
        warps = free + bits_of(THREADS) - LANE_BITS
        self.images = {
            "register": in_registers + rows[warps:],
            "lane": in_lanes + rows[:free],
            "warp": rows[free:warps],
        }

    def elements(self):
        return self.shape[0] * self.shape[1]

    def per_block(self):
        """Elements of the input of a block: the tile, and the indices as elements."""
        return self.elements() * (1 + 4 // self.bytes)

    def registers(self):
        return 1 << len(self.images["register"])

    def layout(self):
        inputs = ", ".join(
            f"{name}={json.dumps(images, separators=(',', ':'))}"
            for name, images in self.images.items()
        )
        return f"{inputs} -> [{self.shape[0]},{self.shape[1]}]"

    def number(self, image):
        return image[0] * self.shape[1] + image[1]

    def register_place(self, register):
        """The row-major number of a register of thread 0."""
        return sum(
            self.number(image)
            for j, image in enumerate(self.images["register"])
            if register >> j & 1
        )

    def threads_images(self):
        return [self.number(i) for i in self.images["lane"] + self.images["warp"]]


def every_gather():
    for shape in SHAPES:
        for place in PLACES:
            if place == "lanes" or shape[0] >= THREADS:
                for bits in WIDTHS:
                    yield Gather(shape, place, bits)


def string(name, text):
    return f'@{name} = private unnamed_addr constant [{len(text) + 1} x i8] c"{text}\\00"\n'


class Kernel:
    """A loop of gathers: the values are the result of the gather before, indices
    stay the same. What is gathered and by what passes through empty asm statements
    in between, which take no instruction; so no gather is moved out of the loop,
    and no address is."""

    def __init__(self, gather):
        self.g, self.lines = gather, []
        self.vector = f"<{gather.registers()} x i{gather.bits}>"
        self.indices = f"<{gather.registers()} x i32>"

    def add(self, line):
        self.lines.append("  " + line)

    def thread_place(self):
        value = "0"
        for j, image in enumerate(self.g.threads_images()):
            self.add(f"%t{j}.s = lshr i32 %t, {j}")
            self.add(f"%t{j}.b = and i32 %t{j}.s, 1")
            self.add(f"%t{j}.m = mul i32 %t{j}.b, {image}")
            self.add(f"%t{j} = add i32 {value}, %t{j}.m")
            value = f"%t{j}"
        self.add(f"%mine = add i32 {value}, 0")

    def addresses(self, base, kind, first, bits, ty):
        """Addresses of the thread's elements, or indices, in a buffer."""
        for r in range(self.g.registers()):
            self.add(f"%{kind}{r}.n = add i32 %mine, {self.g.register_place(r)}")
            self.add(
                f"%{kind}{r}.b = getelementptr i8, ptr addrspace(1) {base}, i32 {first}"
            )
            self.add(
                f"%{kind}{r}.p = getelementptr {ty}, ptr addrspace(1) %{kind}{r}.b, "
                f"i32 %{kind}{r}.n"
            )

    def load(self, kind, first, vector, ty):
        self.addresses("%in.block", kind, first, 0, ty)
        value = "poison"
        for r in range(self.g.registers()):
            self.add(f"%{kind}{r}.l = load {ty}, ptr addrspace(1) %{kind}{r}.p")
            self.add(
                f"%{kind}{r} = insertelement {vector} {value}, {ty} %{kind}{r}.l, i32 {r}"
            )
            value = f"%{kind}{r}"
        return value

    def store(self, kind, first, vector, ty, value):
        self.addresses("%out.block", kind, first, 0, ty)
        for r in range(self.g.registers()):
            self.add(f"%{kind}{r} = extractelement {vector} {value}, i32 {r}")
            self.add(f"store {ty} %{kind}{r}, ptr addrspace(1) %{kind}{r}.p")

    def hide(self, value, vector, result):
        """Every register of 32 bits passes an empty asm statement."""
        bits = int(re.search(r"i(\d+)>", vector).group(1))
        words = self.g.registers() * bits // 32
        self.add(f"%{result}.w = bitcast {vector} {value} to <{words} x i32>")
        built = "poison"
        for w in range(words):
            self.add(f"%{result}.e{w} = extractelement <{words} x i32> %{result}.w, i32 {w}")
            self.add(
                f'%{result}.h{w} = call i32 asm sideeffect "", "=r,0"(i32 %{result}.e{w})'
            )
            self.add(
                f"%{result}.v{w} = insertelement <{words} x i32> {built}, "
                f"i32 %{result}.h{w}, i32 {w}"
            )
            built = f"%{result}.v{w}"
        self.add(f"%{result} = bitcast <{words} x i32> {built} to {vector}")

    def gather_by_call(self):
        self.add(
            f"%y = call {self.vector} @f2.gather.k({self.vector} %x, {self.indices} "
            f"%index, i32 {AXIS}, ptr @layout, ptr @layout)"
        )

    def gather_by_tile(self):
        """Through a row-major tile, one element per access."""
        g, ty = self.g, f"i{self.g.bits}"
        for r in range(g.registers()):
            self.add(f"%s{r}.n = add i32 %mine, {g.register_place(r)}")
            self.add(f"%s{r}.p = getelementptr {ty}, ptr addrspace(3) @tile, i32 %s{r}.n")
            self.add(f"%s{r} = extractelement {self.vector} %x, i32 {r}")
            self.add(f"store {ty} %s{r}, ptr addrspace(3) %s{r}.p")
        self.add("call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)")
        value = "poison"
        for r in range(g.registers()):
            self.add(f"%g{r}.m = add i32 %mine, {g.register_place(r)}")
            self.add(f"%g{r}.f = and i32 %g{r}.m, {-g.shape[1]}")
            self.add(f"%g{r}.i = extractelement {self.indices} %index, i32 {r}")
            self.add(f"%g{r}.n = add i32 %g{r}.f, %g{r}.i")
            self.add(f"%g{r}.p = getelementptr {ty}, ptr addrspace(3) @tile, i32 %g{r}.n")
            self.add(f"%g{r}.l = load {ty}, ptr addrspace(3) %g{r}.p")
            result = "y" if r == g.registers() - 1 else f"g{r}"
            self.add(
                f"%{result} = insertelement {self.vector} {value}, {ty} %g{r}.l, i32 {r}"
            )
            value = f"%{result}"
        self.add("call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)")

    def text(self, by_call):
        g, ty = self.g, f"i{self.g.bits}"
        block = g.per_block() * g.bytes
        self.add("%t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()")
        self.add("%block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()")
        self.add("%block.w = zext i32 %block to i64")
        self.add(f"%begin = mul i64 %block.w, {block}")
        for name in ("in", "out"):
            self.add(
                f"%{name}.block = getelementptr i8, ptr addrspace(1) %{name}, i64 %begin"
            )
        self.thread_place()
        first = self.load("x.in", 0, self.vector, ty)
        raw = self.load("i.in", g.elements() * g.bytes, self.indices, "i32")
        ones = ", ".join([f"i32 {g.shape[1] - 1}"] * g.registers())
        self.add(f"%index.in = and {self.indices} {raw}, <{ones}>")
        self.add("br label %loop")
        self.lines.append("loop:")
        self.add("%n = phi i32 [ 0, %entry ], [ %n.next, %loop ]")
        self.add(f"%x = phi {self.vector} [ {first}, %entry ], [ %x.next, %loop ]")
        self.add(
            f"%index.last = phi {self.indices} [ %index.in, %entry ], [ %index, %loop ]"
        )
        self.hide("%index.last", self.indices, "index")
        self.gather_by_call() if by_call else self.gather_by_tile()
        self.hide("%y", self.vector, "x.next")
        self.add("%n.next = add i32 %n, 1")
        self.add("%more = icmp slt i32 %n.next, %iterations")
        self.add("br i1 %more, label %loop, label %done")
        self.lines.append("done:")
        self.store("x.out", 0, self.vector, ty, "%x.next")
        self.store("i.out", g.elements() * g.bytes, self.indices, "i32", "%index")
        return "\n".join(
            [
                HEAD,
                self.globals(by_call),
                f"define ptx_kernel void @{g.name}(ptr addrspace(1) noalias readonly align 16 "
                "%in, ptr addrspace(1) noalias align 16 %out, i32 %iterations) #0 {",
                "entry:",
                *self.lines,
                "  ret void",
                "}",
                'attributes #0 = { convergent nounwind "target-cpu"="sm_90" '
                f'"nvvm.reqntid"="{THREADS}" }}',
                "attributes #1 = { convergent nocallback nounwind }",
                "",
            ]
        )

    def globals(self, by_call):
        g = self.g
        if not by_call:
            return (
                f"@tile = internal addrspace(3) global [{g.elements()} x i{g.bits}] "
                "poison, align 16\n"
            )
        return string("layout", g.layout()) + (
            f"declare {self.vector} @f2.gather.k({self.vector}, {self.indices}, i32, "
            "ptr, ptr) #1\n"
        )


def kernel_text(gather, by_call):
    return Kernel(gather).text(by_call)


def built_gathers(folder):
    """Those that build.py wrote into its list."""
    names = {line.split()[0] for line in (Path(folder) / "kernels.txt").open()}
    return [g for g in every_gather() if g.name in names]
