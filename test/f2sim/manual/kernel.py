"""A kernel of a block of two waves, its data, and what each lane must write.

Both waves do the same. Registers come from a table in the module. Each wave has a half of
the buffer, and each result a place there, where lane n writes to the n-th element; lanes
that do not execute leave zeros.

Part of the f2layout project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import re
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from builder import Builder
from wave import OPEN

HEAD = """\
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32\
-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64\
-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [16384 x i8] undef, align 16
"""
HALF = "BYTES_OF_A_WAVE"  # until it is known
WAVES = 2
LINE = re.compile(r"^\s+[0-9a-f]+: ([0-9a-f? ]+)$", re.M)
SIZES = {"i16": 2, "i32": 4, "i64": 8, "half": 2, "bfloat": 2, "float": 4, "double": 8}


def size_of(kind):
    """Bytes of a type. A vector is "<4 x half>"."""
    if kind[0] == "<":
        count, element = kind[1:-1].split(" x ")
        return int(count) * SIZES[element]
    return SIZES[kind]


@dataclass
class Result:
    what: str
    offset: int
    size: int
    expected: list

    @property
    def compared(self):
        """How many lanes execute and have a result that is not open."""
        return sum(e is not None and e is not OPEN for e in self.expected)


class Kernel(Builder):
    def __init__(self, name, wave_size, target):
        super().__init__(name)
        self.wave_size, self.target = wave_size, target
        self.data, self.out = bytearray(), 0
        self.results = []
        thread = self.let(f"zext i32 {self.call('i32', 'llvm.amdgcn.workitem.id.x')} to i64")
        self.lane = self.let(f"and i64 {thread}, {wave_size - 1}")
        self.wave = self.let(f"udiv i64 {thread}, {wave_size}")
        half = self.let(f"mul i64 {self.wave}, {HALF}")
        self.half = self.let(f"getelementptr i8, ptr addrspace(1) %out, i64 {half}")

    def place(self, size, table, offset):
        """The address of the lane's element in a table whose elements have that size."""
        at = self.let(f"mul i64 {self.lane}, {size}")
        at = self.let(f"add i64 {at}, {offset}")
        return self.let(f"getelementptr i8, ptr addrspace(1) {table}, i64 {at}")

    def register(self, words, kind="i32"):
        """A value that has words[n], a number of the type's bits, in lane n."""
        size = size_of(kind)
        at = self.place(size, "@data", len(self.data))
        for word in words:
            self.data += word.to_bytes(size, "little")
        return f"{kind} {self.let(f'load {kind}, ptr addrspace(1) {at}, align 1')}"

    @contextmanager
    def where(self, exec_mask):
        """The instructions in the block are executed by the lanes of the mask."""
        if all(exec_mask):
            yield
            return
        self.values += 1
        label = f"l{self.values}"
        mask = sum(on << n for n, on in enumerate(exec_mask))
        mask -= mask >> 63 << 64
        bit = self.let(f"lshr i64 {mask}, {self.lane}")
        bit = self.let(f"trunc i64 {bit} to i1")
        self.emit(f"br i1 {bit}, label %{label}in, label %{label}end")
        self.label(f"{label}in")
        yield
        self.emit(f"br label %{label}end")
        self.label(f"{label}end")

    def expect(self, what, value, kind, expected):
        """The lanes write the value, which must be expected[n] in lane n."""
        if kind == "i1":
            value, kind = self.let(f"zext i1 {value} to i32"), "i32"
        size = size_of(kind)
        at = self.place(size, self.half, self.out)
        self.emit(f"store {kind} {value}, ptr addrspace(1) {at}, align 1")
        self.results.append(Result(what, self.out, size, expected))
        self.out += size * self.wave_size

    def text(self):
        table = "".join(f"\\{byte:02x}" for byte in self.data)
        features = f'"target-features"="+wavefrontsize{self.wave_size}"'
        return "\n".join(
            [
                HEAD,
                f'@data = internal addrspace(1) constant [{len(self.data)} x i8] c"{table}"',
                f"define amdgpu_kernel void @{self.name}(ptr addrspace(1) %out) #0 {{",
                *(line.replace(HALF, str(self.out)) for line in self.lines),
                "  ret void",
                "}",
                *sorted(self.declared),
                f'attributes #0 = {{ "target-cpu"="{self.target}" {features} }}',
                "",
            ]
        )

    def differences(self, f2sim, folder):
        """Runs the kernel and returns a line for each result that is not as expected."""
        source = folder / f"{self.name}.ll"
        source.write_text(self.text())
        size = str(WAVES * self.out)
        block = str(WAVES * self.wave_size)
        command = [f2sim, str(source), "--block", block, "--fill", "0=zero"]
        command += ["--schedule", "forward", "--buffer-bytes", size, "--dump", f"0:{size}"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            return [f"{self.name}: {(done.stdout + done.stderr).strip()}"]
        digits = "".join(LINE.findall(done.stdout)).replace(" ", "")
        found = (self.compare(r, digits, w) for r in self.results for w in range(WAVES))
        return [text for text in found if text]

    def compare(self, result, digits, wave):
        for lane, expected in enumerate(result.expected):
            if expected is OPEN:
                continue
            first = 2 * (wave * self.out + result.offset + lane * result.size)
            got = digits[first : first + 2 * result.size]
            want = (expected or 0).to_bytes(result.size, "little").hex()
            if got != want:
                where = f"{self.name}: {result.what}: wave {wave} lane {lane}"
                return f"{where}: {got}, expected {want}"
        return None
