"""A kernel of LLVM IR that computes its own random data and writes words.

All words come from the position of a thread and from constants, so the kernel
needs no input: f2sim and a GPU run the same function. Result number k of
thread T goes to word k * THREADS + T of the buffer.

Part of the f2layout project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from builder import Builder

BLOCK, GRID = 128, 2
THREADS = BLOCK * GRID

PRELUDE = """\
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [16384 x i8] undef, align 128
@constant = internal addrspace(4) constant [4 x i32] [i32 3, i32 1, i32 4, i32 1]

; Zeros, infinities, NaNs, denormals, and what is next to 1.
@reals = internal addrspace(1) constant [16 x i32] [
  i32 0, i32 u0x80000000, i32 u0x7f800000, i32 u0xff800000,
  i32 u0x7fc00000, i32 u0x7f800001, i32 u0xff812345, i32 u0xffc00000,
  i32 1, i32 u0x807fffff, i32 u0x00800000, i32 u0x3f800000,
  i32 u0xbf800000, i32 u0x3f7fffff, i32 u0x7f7fffff, i32 u0xcf000000]
@doubles = internal addrspace(1) constant [16 x i64] [
  i64 0, i64 u0x8000000000000000, i64 u0x7ff0000000000000, i64 u0xfff0000000000000,
  i64 u0x7ff8000000000000, i64 u0x7ff0000000000001, i64 u0xfff1234567890abc, i64 u0xfff8000000000000,
  i64 1, i64 u0x800fffffffffffff, i64 u0x0010000000000000, i64 u0x3ff0000000000000,
  i64 u0xbff0000000000000, i64 u0x3fefffffffffffff, i64 u0x7fefffffffffffff, i64 u0xc1e0000000000000]

define internal i32 @thread() alwaysinline {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %o = mul i32 %b, 128
  %n = add i32 %o, %t
  ret i32 %n
}

define internal i32 @random(i32 %seed) alwaysinline {
  %t = call i32 @thread()
  %u = mul i32 %t, 40503
  %v = add i32 %u, %seed
  %a = mul i32 %v, -1640531535
  %b = lshr i32 %a, 15
  %c = xor i32 %a, %b
  %d = mul i32 %c, -2048144777
  %e = lshr i32 %d, 13
  %f = xor i32 %d, %e
  ret i32 %f
}

define internal void @put(ptr addrspace(1) %out, i32 %k, i32 %word) alwaysinline {
  %t = call i32 @thread()
  %row = mul i32 %k, 256
  %at = add i32 %row, %t
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %at
  store i32 %word, ptr addrspace(1) %p, align 4
  ret void
}
"""

WORDS = {"i32": 1, "i64": 2, "float": 1, "double": 2}


def signed(mask):
    """A mask of 32 bits as LLVM's assembly writes it."""
    return mask - (mask >> 31 << 32)


class Kernel(Builder):
    """Collects the instructions of one kernel. Methods return the names of values."""

    def __init__(self, name, seed):
        super().__init__(name)
        self.seed, self.results = seed, 0

    # Data

    def word(self):
        """32 random bits."""
        self.seed += 1000003
        return self.let(f"call i32 @random(i32 {self.seed & 0x7fffffff})")

    def below(self, count):
        return self.let(f"urem i32 {self.word()}, {count}")

    def long(self):
        low, high = (self.let(f"zext i32 {self.word()} to i64") for _ in range(2))
        return self.let(f"or i64 {low}, {self.let(f'shl i64 {high}, 32')}")

    def real(self, kind="float"):
        """A finite number whose exponent is near to that of 1, as it would be used."""
        if kind == "double":
            bits = self.let(f"and i64 {self.long()}, -8646911284551352321")
            exponent = self.let(f"zext i32 {self.below(64)} to i64")
            exponent = self.let(f"shl i64 {self.let(f'add i64 {exponent}, 991')}, 52")
            return self.let(f"bitcast i64 {self.let(f'or i64 {bits}, {exponent}')} to double")
        bits = self.let(f"and i32 {self.word()}, -2139095041")
        exponent = self.let(f"shl i32 {self.let(f'add i32 {self.below(64)}, 95')}, 23")
        return self.let(f"bitcast i32 {self.let(f'or i32 {bits}, {exponent}')} to float")

    def any_real(self, kind="float"):
        """Any bits: denormals, infinities and NaNs, too."""
        if kind == "double":
            return self.let(f"bitcast i64 {self.long()} to double")
        return self.let(f"bitcast i32 {self.word()} to float")

    def special_real(self, kind="float"):
        """Zeros, infinities, NaNs and the like."""
        table, size = ("reals", 4) if kind == "float" else ("doubles", 8)
        number = self.below(16)
        at = f"[16 x {kind}], ptr addrspace(1) @{table}, i32 0, i32 {number}"
        return self.let(f"load {kind}, ptr addrspace(1) {self.let('getelementptr ' + at)}, align {size}")

    def whole(self, kind):
        """A whole number from -3 to 3, of which sums are exact; in bits of its type."""
        number = self.let(f"sub i32 {self.below(7)}, 3")
        real = self.let(f"sitofp i32 {number} to float")
        if kind == "float":
            return real
        if kind == "bfloat":  # the upper half of a float
            bits = self.let(f"bitcast float {real} to i32")
            return self.let(f"trunc i32 {self.let(f'lshr i32 {bits}, 16')} to i16")
        return self.let(f"bitcast half {self.let(f'fptrunc float {real} to half')} to i16")

    def pair(self, kind):
        """Two of whole() in a word."""
        low, high = (self.let(f"zext i16 {self.whole(kind)} to i32") for _ in range(2))
        return self.let(f"or i32 {low}, {self.let(f'shl i32 {high}, 16')}")

    def lane(self):
        return self.call("i32", "llvm.nvvm.read.ptx.sreg.laneid")

    def row(self):
        """The number of the thread in its block."""
        return self.call("i32", "llvm.nvvm.read.ptx.sreg.tid.x")

    # Results

    def put(self, value, kind="i32"):
        """Writes a value. All NaNs are one: payloads are not compared."""
        if kind == "i1":
            value, kind = self.let(f"zext i1 {value} to i32"), "i32"
        if kind in ("float", "double"):
            bits = "i32" if kind == "float" else "i64"
            nan = 0x7FFFFFFF if kind == "float" else 0x7FFFFFFFFFFFFFFF
            unordered = self.let(f"fcmp uno {kind} {value}, 0.0")
            value = self.let(f"bitcast {kind} {value} to {bits}")
            value = self.let(f"select i1 {unordered}, {bits} {nan}, {bits} {value}")
            kind = bits
        if kind == "i64":
            high = self.let(f"trunc i64 {self.let(f'lshr i64 {value}, 32')} to i32")
            self.put(high)
            value = self.let(f"trunc i64 {value} to i32")
        self.emit(f"call void @put(ptr addrspace(1) %out, i32 {self.results}, i32 {value})")
        self.results += 1

    def put_members(self, value, kinds):
        kind = "{ " + ", ".join(kinds) + " }"
        for number, member in enumerate(kinds):
            self.put(self.let(f"extractvalue {kind} {value}, {number}"), member)

    # Control flow and memory

    def within(self, mask, body):
        """Runs body in the lanes of a constant mask. It returns one i32, which is
        written; the other lanes write 7."""
        self.values += 1
        label = f"l{self.values}"
        bit = self.let(f"and i32 {self.let(f'lshr i32 {mask}, {self.lane()}')}, 1")
        self.emit(f"br i1 {self.let(f'icmp eq i32 {bit}, 1')}, label %{label}in, label %{label}no")
        self.label(f"{label}in")
        value = body()
        self.emit(f"br label %{label}end")
        self.label(f"{label}no")
        self.emit(f"br label %{label}end")
        self.label(f"{label}end")
        self.put(self.let(f"phi i32 [ {value}, %{label}in ], [ 7, %{label}no ]"))

    def barrier(self):
        self.call("void", "llvm.nvvm.barrier.cta.sync.aligned.all", "i32 0")

    def shared(self, byte):
        return self.let(f"getelementptr i8, ptr addrspace(3) @s, i32 {byte}")

    def fill_shared(self, words=1024):
        """Random words, that many in all; the block meets before and after."""
        self.barrier()
        for n in range(words // BLOCK):
            at = self.let(f"add i32 {self.row()}, {n * BLOCK}")
            at = self.let(f"mul i32 {at}, 4")
            self.emit(f"store i32 {self.word()}, ptr addrspace(3) {self.shared(at)}, align 4")
        self.barrier()

    def put_shared(self, words=1024):
        self.barrier()
        for n in range(words // BLOCK):
            at = self.let(f"add i32 {self.row()}, {n * BLOCK}")
            at = self.let(f"mul i32 {at}, 4")
            self.put(self.let(f"load i32, ptr addrspace(3) {self.shared(at)}, align 4"))
        self.barrier()

    def text(self):
        return "\n".join(
            [
                f"define ptx_kernel void @{self.name}(ptr addrspace(1) %out) {{",
                *self.lines,
                "  ret void",
                "}",
            ]
        )


def module(kernels):
    declared = {
        "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()",
        "declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()",
    }.union(*(k.declared for k in kernels))
    return "\n\n".join([PRELUDE, *(k.text() for k in kernels), "\n".join(sorted(declared))]) + "\n"
