# Tensors of a block in registers, and kernels as IR that do one thing with such a
# tensor again and again.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import json
import re

THREADS = 128
LANE_BITS = 5
WARP_BITS = 2

HEAD = """target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
"""

# $1 ^ ($2 & $3)
FOLLOW = "lop3.b32 $0, $1, $2, $3, 0x78;"


def bits_of(number):
    return number.bit_length() - 1


class Tensor:
    """A tensor of two dimensions: its shape, the images of each kind of bits, and
    the width of an element."""

    def __init__(self, shape, images, bits):
        self.shape, self.images, self.bits = shape, images, bits
        self.bytes = bits // 8

    def elements(self):
        return self.shape[0] * self.shape[1]

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

    def register_image(self, register):
        row = column = 0
        for j, image in enumerate(self.images["register"]):
            if register >> j & 1:
                row, column = row ^ image[0], column ^ image[1]
        return row, column

    def register_place(self, register):
        """The row-major number of a register of thread 0."""
        return self.number(self.register_image(register))

    def threads_images(self):
        return self.images["lane"] + self.images["warp"]


def string(name, text):
    return f'@{name} = private unnamed_addr constant [{len(text) + 1} x i8] c"{text}\\00"\n'


class LoopKernel:
    """A kernel that loads a tensor, does something in a loop, and stores. What the
    loop reads passes through asm statements in each iteration, so that nothing is
    moved out of the loop: empty ones where the value is the result of the iteration
    before, which take no instruction, or else those of follow().

    A subclass emits the parts of its body by add()."""

    threads = THREADS

    def __init__(self, name, tensor, block_bytes):
        self.name, self.t, self.block_bytes = name, tensor, block_bytes
        self.lines = []
        self.latch = "loop"  # The block that ends the loop.

    def add(self, line):
        self.lines.append("  " + line)

    def thread_place(self):
        """%mine: the row-major number of the thread's register 0."""
        value = "0"
        for j, image in enumerate(self.t.threads_images()):
            self.add(f"%t{j}.s = lshr i32 %t, {j}")
            self.add(f"%t{j}.b = and i32 %t{j}.s, 1")
            self.add(f"%t{j}.m = mul i32 %t{j}.b, {self.t.number(image)}")
            self.add(f"%t{j} = xor i32 {value}, %t{j}.m")
            value = f"%t{j}"
        self.add(f"%mine = add i32 {value}, 0")

    def begin(self):
        """The thread's place, and the block's parts of the buffers."""
        self.add("%t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()")
        self.add("%block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()")
        self.add("%block.w = zext i32 %block to i64")
        self.add(f"%begin = mul i64 %block.w, {self.block_bytes}")
        for name in ("in", "out"):
            self.add(
                f"%{name}.block = getelementptr i8, ptr addrspace(1) %{name}, i64 %begin"
            )
        self.thread_place()
        self.add("%nothing = ashr i32 %iterations, 30")

    def place(self, name, register):
        """The row-major number of the thread's register."""
        self.add(f"%{name} = xor i32 %mine, {self.t.register_place(register)}")

    def addresses(self, base, kind, first, ty):
        """Addresses of the thread's elements, from byte first of a buffer on."""
        for r in range(self.t.registers()):
            self.place(f"{kind}{r}.n", r)
            self.add(
                f"%{kind}{r}.b = getelementptr i8, ptr addrspace(1) {base}, i32 {first}"
            )
            self.add(
                f"%{kind}{r}.p = getelementptr {ty}, ptr addrspace(1) %{kind}{r}.b, "
                f"i32 %{kind}{r}.n"
            )

    def load(self, kind, first, vector, ty):
        self.addresses("%in.block", kind, first, ty)
        value = "poison"
        for r in range(self.t.registers()):
            self.add(f"%{kind}{r}.l = load {ty}, ptr addrspace(1) %{kind}{r}.p")
            self.add(
                f"%{kind}{r} = insertelement {vector} {value}, {ty} %{kind}{r}.l, i32 {r}"
            )
            value = f"%{kind}{r}"
        return value

    def store(self, kind, first, vector, ty, value):
        self.addresses("%out.block", kind, first, ty)
        for r in range(self.t.registers()):
            self.add(f"%{kind}{r} = extractelement {vector} {value}, i32 {r}")
            self.add(f"store {ty} %{kind}{r}, ptr addrspace(1) %{kind}{r}.p")

    def words(self, value, vector, count, name):
        """The words of a vector of integers."""
        bits = int(re.search(r"i(\d+)>", vector).group(1))
        words = count * bits // 32
        self.add(f"%{name}.w = bitcast {vector} {value} to <{words} x i32>")
        for w in range(words):
            self.add(f"%{name}.{w} = extractelement <{words} x i32> %{name}.w, i32 {w}")
        return [f"%{name}.{w}" for w in range(words)]

    def vector_of(self, words, vector, name):
        built, count = "poison", len(words)
        for w, word in enumerate(words):
            self.add(
                f"%{name}.v{w} = insertelement <{count} x i32> {built}, i32 {word}, i32 {w}"
            )
            built = f"%{name}.v{w}"
        self.add(f"%{name} = bitcast <{count} x i32> {built} to {vector}")

    def hide(self, value, vector, count, result):
        """Every register of 32 bits of a vector passes an empty asm statement."""
        hidden = []
        for w, word in enumerate(self.words(value, vector, count, f"{result}.in")):
            self.add(f'%{result}.h{w} = call i32 asm sideeffect "", "=r,0"(i32 {word})')
            hidden.append(f"%{result}.h{w}")
        self.vector_of(hidden, vector, result)

    def follow(self, value, after, vector, count, result):
        """The words of a value, each exclusive or with a word of another value and
        %nothing, which is zero, but no compiler knows that: so each waits for the
        other value, with one instruction."""
        words = self.words(value, vector, count, f"{result}.in")
        others = self.words(after, vector, count, f"{result}.after")
        hidden = []
        for w, (word, other) in enumerate(zip(words, others)):
            self.add(
                f'%{result}.h{w} = call i32 asm sideeffect "{FOLLOW}", "=r,r,r,r"'
                f"(i32 {word}, i32 {other}, i32 %nothing)"
            )
            hidden.append(f"%{result}.h{w}")
        self.vector_of(hidden, vector, result)

    def open_loop(self):
        self.add("br label %loop")
        self.lines.append("loop:")
        self.carried("%n", "i32", "0", "%n.next")

    def carried(self, name, ty, first, then):
        self.add(f"{name} = phi {ty} [ {first}, %entry ], [ {then}, %{self.latch} ]")

    def close_loop(self):
        self.add("%n.next = add i32 %n, 1")
        self.add("%more = icmp slt i32 %n.next, %iterations")
        self.add("br i1 %more, label %loop, label %done")
        self.lines.append("done:")

    def barrier(self):
        self.add("call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)")

    def tile(self, ty):
        return f"@tile = internal addrspace(3) global [{self.t.elements()} x {ty}] poison, align 16\n"

    def store_tile(self, vector, ty, value):
        """Into a row-major tile, one element per access, and a barrier."""
        for r in range(self.t.registers()):
            self.place(f"s{r}.n", r)
            self.add(f"%s{r}.p = getelementptr {ty}, ptr addrspace(3) @tile, i32 %s{r}.n")
            self.add(f"%s{r} = extractelement {vector} {value}, i32 {r}")
            self.add(f"store {ty} %s{r}, ptr addrspace(3) %s{r}.p")
        self.barrier()

    def promises(self):
        """Further attributes of the kernel."""
        return ""

    def module(self, top):
        """What was added, as a kernel; top: declarations and globals."""
        return "\n".join(
            [
                HEAD,
                top,
                f"define ptx_kernel void @{self.name}(ptr addrspace(1) noalias readonly "
                "align 16 %in, ptr addrspace(1) noalias align 16 %out, i32 %iterations) #0 {",
                "entry:",
                *self.lines,
                "  ret void",
                "}",
                'attributes #0 = { convergent nounwind "target-cpu"="sm_90" '
                f'"nvvm.reqntid"="{self.threads}"{self.promises()} }}',
                "attributes #1 = { convergent nocallback nounwind }",
                "",
            ]
        )
