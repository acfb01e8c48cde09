"""Bank conflicts without running: print<f2layout-banks> against f2sim.

    banks.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 10000

writes kernels whose accesses have random addresses,

    xor       a linear map of the thread's bits over F2, times the access's width
    rows      row * pitch + column, the pitch odd, even, padded or a power of two
    stride    (thread * stride + start) * width
    swizzled  row * pitch + (column ^ row % n), a swizzle by hand

of all widths and alignments, some behind a condition on the thread's index, some
with a uniform multiple of the element added. For each access, the wavefronts that
the printer finds in the code, and the fewest its words need, must be those that
f2sim counts when the kernel runs. f2sim has tables and code of its own.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections
import json
import random
import re
import subprocess
import sys

import harness
from targets import KERNEL, TID, ir_module, known, thread_number

LANES = known({
    "sm_75": 32, "sm_80": 32, "sm_90": 32, "sm_100": 32, "gfx90a": 64, "gfx942": 64,
    "gfx950": 64, "gfx1100": 32, "gfx1201": 32,
})  # fmt: skip
#: Type, bytes, and the alignments that a code generator may see.
TYPES = [
    ("i8", 1, [1]), ("i16", 2, [2]), ("i32", 4, [4]), ("float", 4, [4]),
    ("i64", 8, [8, 4]), ("double", 8, [8]), ("<2 x i32>", 8, [8, 4]),
    ("<4 x i16>", 8, [8]), ("<4 x i32>", 16, [16, 8, 4]), ("<2 x i64>", 16, [16, 8]),
    ("<8 x half>", 16, [16]), ("<8 x i32>", 32, [16]),
]  # fmt: skip
ARRAY_BYTES = 1 << 15
ROW = re.compile(
    r"(?:(at most) )?(\d+) (?:wavefront|LDS cycle)s? in \d+ (?:warp|wave)s?"
    r"(?:, minimum (\d+))?; (.*)"
)
NOBODY = re.compile(r"no thread runs it; (.*)")


class Access:
    """One access: IR that computes its offset in bytes from %x, %y and %t."""

    def __init__(self, rng, number, block):
        self.rng, self.number, self.block = rng, number, block
        self.type, self.bytes, aligns = rng.choice(TYPES)
        self.align = rng.choice(aligns)
        self.kind = rng.choice(["xor", "rows", "stride", "swizzled"])
        self.masked, self.shifted = rng.random() < 0.2, rng.random() < 0.2
        self.is_store = rng.random() < 0.5
        self.lines = []

    def op(self, text):
        name = f"%a{self.number}.{len(self.lines)}"
        self.lines.append(f"  {name} = {text}")
        return name

    def xor(self):
        threads = self.block[0] * self.block[1]
        value = "0"
        for bit in range(threads.bit_length() - 1):
            image = self.rng.choice(
                [0, 1 << self.rng.randrange(10), self.rng.randrange(1 << 10)]
            )
            shifted = self.op(f"lshr i32 %t, {bit}")
            low = self.op(f"and i32 {shifted}, 1")
            part = self.op(f"mul i32 {low}, {image}")
            value = self.op(f"xor i32 {value}, {part}")
        return value

    def rows(self):
        pitch = self.rng.choice([8, 16, 17, 32, 33, 34, 36, 64, 65, 31])
        sides = ["%x", "%y"]
        if self.block[1] == 1:
            width = self.rng.choice([4, 8, 16, 32])
            sides = [self.op(f"and i32 %t, {width - 1}"), self.op(f"udiv i32 %t, {width}")]
        self.rng.shuffle(sides)
        row = self.op(f"mul i32 {sides[0]}, {pitch}")
        return self.op(f"add i32 {row}, {sides[1]}")

    def stride(self):
        scaled = self.op(f"mul i32 %t, {self.rng.choice([0, 1, 2, 3, 4, 5, 8, 12, 32])}")
        return self.op(f"add i32 {scaled}, {self.rng.randrange(64)}")

    def swizzled(self):
        width = self.rng.choice([4, 8, 16, 32])
        column = self.op(f"and i32 %t, {width - 1}")
        row = self.op(f"udiv i32 %t, {width}")
        low = self.op(f"and i32 {row}, {self.rng.choice([1, 3, 7, 15]) % width}")
        swizzled = self.op(f"xor i32 {column}, {low}")
        start = self.op(f"mul i32 {row}, {self.rng.choice([width, 32, 64])}")
        return self.op(f"add i32 {start}, {swizzled}")

    def text(self):
        n = self.number
        index = getattr(self, self.kind)()
        # Inside the array, at a multiple of the alignment.
        unit = self.align if self.rng.random() < 0.3 else self.bytes
        offset = self.op(f"mul i32 {index}, {unit}")
        offset = self.op(f"and i32 {offset}, {ARRAY_BYTES // 2 - 1}")
        if self.shifted:
            uniform = self.op(f"mul nuw nsw i32 %u, {unit}")
            offset = self.op(f"add nuw nsw i32 {offset}, {uniform}")
        self.lines.append(
            f"  %p{n} = getelementptr i8, ptr addrspace(3) @tile, i32 {offset}"
        )
        if self.is_store:
            access = f"store {self.type} %v{n}, ptr addrspace(3) %p{n}"
            self.lines.insert(0, f"  %v{n} = load {self.type}, ptr addrspace(1) %in")
        else:
            access = f"%l{n} = load {self.type}, ptr addrspace(3) %p{n}"
        self.instruction = f"{access}, align {self.align}"
        access = f"  {self.instruction}"
        if not self.masked:
            return [*self.lines, access]
        bound = self.rng.randrange(1, self.block[0] * self.block[1])
        test = self.rng.choice([f"icmp ult i32 %t, {bound}", f"icmp ugt i32 %t, {bound}"])
        return [
            *self.lines,
            f"  %c{n} = {test}",
            f"  br i1 %c{n}, label %do{n}, label %done{n}",
            f"do{n}:",
            access,
            f"  br label %done{n}",
            f"done{n}:",
        ]


def module_text(rng, cpu, block, accesses):
    target = "nvptx" if cpu.startswith("sm") else "amdgcn"
    tid = TID[target]
    threads = block[0] * block[1]
    stated = f'"f2layout-block"="{block[0]},{block[1]},1"'
    convention = KERNEL[target]
    body = [line for access in accesses for line in access.text()]
    return ir_module(
        target,
        [f"i32 {tid}.x()", f"i32 {tid}.y()"],
        f"@tile = internal addrspace(3) global [{ARRAY_BYTES} x i8] undef, align 16",
        f"define {convention} void @k(ptr addrspace(1) %in, i32 %n) "
        f'"target-cpu"="{cpu}" {stated} {{',
        *thread_number(target, block[0]),
        f"  %u = shl nuw nsw i32 %n, {rng.choice([5, 6])}",
        *body,
        "  ret void",
        "}",
        f"; {threads} threads",
    )


class Judge(harness.Runner):
    def printed(self, path):
        done = self.opt("print<f2layout-banks>", "-disable-output", path)
        done.check_returncode()
        rows = {}
        for line in done.stderr.splitlines():
            if found := ROW.search(line):
                most, wavefronts, least, instruction = found.groups()
                rows[instruction] = (int(wavefronts), int(least or wavefronts), most)
            elif found := NOBODY.search(line):
                rows[found[1]] = (0, 0, None)
        return rows, done.stderr

    def counted(self, path, block):
        done = subprocess.run(
            [self.args.f2sim, path, "--block", f"{block[0]},{block[1]}", "--report",
             "--json", "--arg", "1=3"],
            capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        result = json.loads(done.stdout)
        if not result["ran"] or result["halted"]:
            raise RuntimeError(f"{path}: {result['error']}")
        rows = collections.defaultdict(lambda: [0, 0])
        for row in result["shared"]:
            rows[row["instruction"]][0] += row["wavefronts"]
            rows[row["instruction"]][1] += row["ideal"]
        return rows

    def module(self, number):
        """(tally, what is wrong)"""
        rng = random.Random(f"{self.args.seed}/{number}")
        cpu = sorted(LANES)[number % len(LANES)]
        threads = LANES[cpu] << rng.choice([0, 1, 2, 2])
        x = threads >> rng.choice([0, 0, 2, 3])
        block = (x, threads // x)
        accesses = [Access(rng, i, block) for i in range(self.args.accesses)]
        path = self.out / f"m{number}.ll"
        path.write_text(module_text(rng, cpu, block, accesses))
        printed, log = self.printed(path)
        counted = self.counted(path, block)
        tally, wrong = collections.Counter(accesses=len(accesses)), []
        for access in accesses:
            there = printed.get(access.instruction)
            ran = tuple(counted.get(access.instruction, (0, 0)))
            if there is None or there[:2] != ran or there[2]:
                wrong.append(f"{path}: {access.instruction}: {there}, f2sim {ran}\n")
            tally.update([cpu, access.kind, access.type])
            tally["with conflicts"] += ran[0] > ran[1]
        if not wrong:
            path.unlink()
        return tally, wrong


def main():
    parser = harness.option_parser("banks.out", 1000)
    parser.add_argument("--accesses", type=int, default=30, help="of a module")
    args = parser.parse_args()
    tally, wrong = harness.add_up(Judge(args).module, args, args.accesses)
    total = tally.pop("accesses")
    harness.report(tally, wrong, 20)
    print(f"{total} accesses, {len(wrong)} counted differently")
    sys.exit(bool(wrong) or not tally["with conflicts"])


if __name__ == "__main__":
    main()
