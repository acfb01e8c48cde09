"""Random accesses through f2layout-access, checked by f2sim.

    accesses.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 1000

writes kernels in which every thread stores a few neighbouring elements of a
shared array, or loads them, at addresses that hide that they are neighbours:

    inside   ((row * pitch + col * n) | i) ^ (row << s)
    cute     o ^ ((o & mask) >> s), o = t * n + i
    order    t * n + (i ^ (t & m)), or (i + t) & m: another order in each thread
    address  the same on an integer that becomes a pointer
    plain    t * n + i

in one half of an array, sometimes with others in between: accesses of global
memory, of another array, of the other half, whose address differs by an xor, and
of the group's own bytes, and assembly. f2sim runs a kernel before and after, and all bytes must
be the same, without a new race. Some of the groups must become one access, so
that something is tested.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections
import random
import re
import subprocess
import sys

import harness
from targets import BARRIER, BLOCK_DECLARATIONS, KERNEL, TID, ir_module

BYTES = {"i8": 1, "i16": 2, "half": 2, "i32": 4, "float": 4, "i64": 8, "double": 8}
CPUS = ["sm_80", "sm_90", "gfx90a", "gfx942", "gfx1100"]
THREADS, ARRAY_BYTES = 64, 16384
WIDE = re.compile(r"(?:load|store) <(?:2|4|8|16) x (?:i\d+|half|float|double)>")


class Kernel:
    """Threads store elements, wait, and load those of another thread."""

    def __init__(self, rng, target, name):
        self.rng, self.target, self.name = rng, target, name
        self.type = rng.choice(sorted(BYTES))
        self.size = BYTES[self.type]
        self.count = rng.choice([n for n in (2, 4, 8, 16) if n * self.size <= 16])
        self.kinds = [rng.choice(["inside", "cute", "order", "address", "plain"])
                      for _ in range(2)]  # fmt: skip
        self.lines, self.names = [], 0
        self.often = rng.choice([0.02, 0.1, 0.4])  # Others stand between.
        self.half = None  # What is added to indices.
        self.tally = collections.Counter(self.kinds + [self.type])

    def let(self, text):
        self.names += 1
        self.lines.append(f"  %v{self.names} = {text}")
        return f"%v{self.names}"

    def op(self, what, a, b):
        return self.let(f"{what} i32 {a}, {b}")

    def element(self, kind, choice, thread, i):
        """The index of element i, less than THREADS * count."""
        n, rng = self.count, choice
        if kind == "inside":
            row, col = self.op("lshr", thread, 3), self.op("and", thread, 7)
            start = self.op("or", self.op("mul", row, 8 * n), self.op("mul", col, n))
            low = self.op("or", start, i)
            turn = self.op("mul", self.op("and", row, 7), n)
            return self.op("xor", low, turn)
        start = self.op("mul", thread, n)
        if kind == "cute":
            o = self.op("add", start, i)
            part = self.op("and", o, 7 * 8 * n)
            return self.op("xor", o, self.op("lshr", part, 3))
        if kind == "order":
            m = rng["mask"] % n
            if rng["rotate"]:
                permuted = self.op("and", self.op("add", thread, i), n - 1)
            else:
                permuted = self.op("xor", i, self.op("and", thread, m))
            return self.op("add", start, permuted)
        return self.op("add", start, i)

    def placed(self, kind, choice, thread, i):
        index = self.element(kind, choice, thread, i)
        return self.op(choice["place"], index, self.half)

    def pointer(self, kind, choice, thread, i):
        if kind == "address":
            # (address of element 0) ^ a constant below the group's size
            start = self.op("mul", thread, self.count)
            start = self.op("mul", self.op("add", start, self.half), self.size)
            first = self.let(f"getelementptr i8, ptr addrspace(3) @{self.name}.s, i32 {start}")
            number = self.let(f"ptrtoint ptr addrspace(3) {first} to i64")
            number = self.let(f"xor i64 {number}, {i * self.size}")
            return self.let(f"inttoptr i64 {number} to ptr addrspace(3)")
        index = self.placed(kind, choice, thread, i)
        return self.let(
            f"getelementptr {self.type}, ptr addrspace(3) @{self.name}.s, i32 {index}"
        )

    def other_access(self, thread, place, value):
        """An access that may conflict; place(i) is the place of element i."""
        what = self.rng.choice(["global", "shared", "read", "half", "own", "assembly"])
        self.tally[f"between: {what}"] += 1
        if what == "assembly":
            text = self.rng.choice(
                ['"", "=r,0"', '"{ cvt.u32.u32 $0, $1; }", "=r,r"']
                if self.target == "nvptx"
                else ['"", "=v,0"']
            )
            self.let(f"call i32 asm {text}(i32 {thread}) nounwind memory(none)")
        elif what == "global":
            at = self.let(f"getelementptr i32, ptr addrspace(1) %other, i32 {thread}")
            self.lines.append(f"  store i32 {thread}, ptr addrspace(1) {at}")
        elif what in ("half", "own"):
            if what == "half":
                index = place(self.rng.randrange(self.count))
                index = self.op("xor", index, THREADS * self.count)
            else:
                index = self.op("and", place(0), -self.count)
                index = self.op("or", index, self.op("and", "%n", self.count - 1))
            at = self.let(
                f"getelementptr {self.type}, ptr addrspace(3) @{self.name}.s, i32 {index}"
            )
            if self.rng.random() < 0.7:
                self.lines.append(f"  store {self.type} {value}, ptr addrspace(3) {at}")
            else:
                self.kept.append(self.let(f"load {self.type}, ptr addrspace(3) {at}"))
        else:
            at = self.let(f"getelementptr i32, ptr addrspace(3) @{self.name}.o, i32 {thread}")
            if what == "shared":
                self.lines.append(f"  store i32 {thread}, ptr addrspace(3) {at}")
            else:
                self.lines.append(f"  %r{self.names} = load i32, ptr addrspace(3) {at}")

    def group(self, side, thread, values, other):
        kind = self.kinds[side]
        choice = {
            "mask": self.rng.choice([1, 2, 3, 7]),
            "rotate": self.rng.random() < 0.3,
            "place": self.rng.choice(["add", "or", "xor"]),
        }
        order = list(range(self.count))
        if self.rng.random() < 0.3:
            self.rng.shuffle(order)
        loaded = {}
        for i in order:
            at = self.pointer(kind, choice, thread, i)
            if values is None:
                loaded[i] = self.let(
                    f"load {self.type}, ptr addrspace(3) {at}, align {self.size}"
                )
            else:
                self.lines.append(
                    f"  store {self.type} {values[i]}, ptr addrspace(3) {at}, "
                    f"align {self.size}"
                )
            if self.rng.random() < self.often:
                self.other_access(
                    thread, lambda i: self.placed(kind, choice, thread, i), other
                )
        return [loaded[i] for i in range(self.count)] if loaded else None

    def text(self):
        convention = KERNEL[self.target]
        first = self.let("mul i32 %t, " + str(self.count))
        values = []
        for i in range(self.count):
            at = self.op("add", first, i)
            at = self.let(f"getelementptr {self.type}, ptr addrspace(1) %in, i32 {at}")
            values.append(self.let(f"load {self.type}, ptr addrspace(1) {at}"))
        zero = self.let(f"getelementptr i32, ptr addrspace(3) @{self.name}.o, i32 %t")
        self.lines.append(f"  store i32 0, ptr addrspace(3) {zero}")
        # One half of the array; it is unknown which if it depends on n.
        self.half = "0"
        if self.rng.random() < 0.7:
            self.half = self.op("mul", self.op("and", "%n", 1), THREADS * self.count)
        # The whole array is initialised.
        for i in range(2 * self.count):
            at = self.op("add", "%t", THREADS * i)
            at = self.let(
                f"getelementptr {self.type}, ptr addrspace(3) @{self.name}.s, i32 {at}"
            )
            self.lines.append(
                f"  store {self.type} {values[i % self.count]}, ptr addrspace(3) {at}"
            )
        self.lines += [f"  {line}" for line in BARRIER[self.target]]
        self.kept = []
        self.group(0, "%t", values, values[-1])
        self.lines += [f"  {line}" for line in BARRIER[self.target]]
        reader = self.op("xor", "%t", self.rng.choice([0, 1, 5, 31, 63]))
        loaded = self.group(1, reader, None, values[0])
        for i, value in enumerate(loaded + self.kept):
            at = self.op("add", first, i)
            at = self.op("add", at, i // self.count * THREADS * self.count)
            at = self.let(f"getelementptr {self.type}, ptr addrspace(1) %out, i32 {at}")
            self.lines.append(f"  store {self.type} {value}, ptr addrspace(1) {at}")
        align = self.rng.choice([self.size, 16])
        if "address" in self.kinds:
            align = 16  # The swizzle permutes bits of the address.
        return "\n".join(
            [
                f"@{self.name}.s = internal addrspace(3) global "
                f"[{2 * THREADS * 16} x i8] undef, align {align}",
                f"@{self.name}.o = internal addrspace(3) global [64 x i32] undef",
                f"define {convention} void @{self.name}(ptr addrspace(1) noalias %in, "
                "ptr addrspace(1) noalias %out, ptr addrspace(1) noalias %other, i32 %n) #0 {",
                f"  %t = call i32 {TID[self.target]}.x()",
                *self.lines,
                "  ret void",
                "}",
            ]
        )


class Judge(harness.Runner):
    def module(self, number):
        """(tally, what is wrong)"""
        rng = random.Random(f"{self.args.seed}/{number}")
        cpu = CPUS[number % len(CPUS)]
        target = "nvptx" if cpu.startswith("sm") else "amdgcn"
        kernels = [Kernel(rng, target, f"k{i}") for i in range(self.args.kernels)]
        before, after = (self.out / f"m{number}.{w}.ll" for w in ("before", "after"))
        size = f'"f2layout-block"="{THREADS},1,1" "target-cpu"="{cpu}"'
        before.write_text(
            ir_module(
                target,
                BLOCK_DECLARATIONS[target],
                *(kernel.text() for kernel in kernels),
                f"attributes #0 = {{ {size} }}",
            )
        )
        passes = rng.choice(["", "instcombine<no-verify-fixpoint>,"]) + "f2layout-access"
        passes = f"function({passes.split(',')[0]}),f2layout-access" if "," in passes else passes
        self.rewrite(passes, before, after)
        # The accesses that the vectorizer can now join.
        joined = subprocess.run(
            [f"{self.args.llvm}/opt", "-passes=load-store-vectorizer", "-S", after],
            check=True, capture_output=True, text=True, timeout=300,
        ).stdout  # fmt: skip
        wide = len(re.findall(WIDE.pattern + r"[^\n]*addrspace\(3\)", joined))
        wrong = self.differences(
            before, after, passes, "--block", str(THREADS),
            "--schedules", "forward,reverse", "--arg", "3=0,1,6",
        )  # fmt: skip
        tally = collections.Counter(groups=2 * len(kernels), wide=wide)
        for k in kernels:
            tally.update(k.tally)
        return self.verdict(tally, wrong, before, after)


def main():
    parser = harness.option_parser("accesses.out", 400, "groups of accesses")
    parser.add_argument("--kernels", type=int, default=10, help="of a module")
    args = parser.parse_args()
    tally, wrong = harness.add_up(Judge(args).module, args, 2 * args.kernels)
    groups, wide = tally.pop("groups"), tally.pop("wide")
    harness.report(tally, wrong, 5)
    print(f"{groups} groups, {wide} wide accesses, {len(wrong)} modules wrong")
    sys.exit(bool(wrong) or wide < groups // 2)


if __name__ == "__main__":
    main()
