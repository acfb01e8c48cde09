"""Random copies through f2layout-copies, checked by f2sim.

    copies.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 1000

writes kernels that copy 1 to 80 bytes at a time, at random offsets, between the
thread's parts of two shared arrays, variables of its stack, and its parts of
global memory, some in a loop, some overlapping word by word, with barriers and
single loads and stores in between. f2sim runs a kernel before and after, and all
bytes must be the same. No copy to or from shared memory of at most 64 bytes in whole
words may remain, except in kernels with so many values and so much work that the
variables stay on the stack.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import random
import re
import sys

import harness
from targets import KERNEL, TID, ir_module

STACK = {"nvptx": "ptr", "amdgcn": "ptr addrspace(5)"}
CPU = {"nvptx": "sm_90", "amdgcn": "gfx942"}
NAME = {"ptr": "p0", "ptr addrspace(1)": "p1", "ptr addrspace(3)": "p3", "ptr addrspace(5)": "p5"}
WANTED = re.compile(
    r"call void @llvm\.memcpy\.(?:p3\.p\d|p\d\.p3)\.i64\(.* "
    r"i64 (?:4|8|12|16|20|24|28|32|36|40|44|48|52|56|60|64), i1 false"
)
PART = 128  # bytes of each object that belong to a thread
THREADS = 64


class Kernel:
    def __init__(self, rng, target, name):
        self.rng, self.target, self.name = rng, target, name
        self.values = [] if rng.random() < 0.8 else list(range(40))
        if self.values:
            self.name = f"full{name[1:]}"
        stack = STACK[target]
        self.parts = {"%v0": stack, "%v1": stack, "%s0": "ptr addrspace(3)",
                      "%s1": "ptr addrspace(3)", "%g": "ptr addrspace(1)"}  # fmt: skip
        self.lines, self.count, self.copies = [], 0, 0

    def fresh(self, text):
        self.count += 1
        self.lines.append(f"  %x{self.count} = {text}")
        return f"%x{self.count}"

    def place(self, part, offset):
        return self.fresh(f"getelementptr i8, {self.parts[part]} {part}, i32 {offset}")

    def copy(self):
        rng = self.rng
        size = rng.choice([4, 8, 12, 16, 16, 16, 28, 32, 64, 80, 1, 6])
        align = rng.choice([a for a in (1, 4, 8, 16) if size % 4 == 0 or a == 1])
        sides = rng.sample(sorted(self.parts), 2)
        at = [rng.randrange(0, PART - size + 1) // align * align for _ in sides]
        to, source = (self.place(part, offset) for part, offset in zip(sides, at))
        types = [self.parts[part] for part in sides]
        self.copies += 1
        self.lines.append(
            f"  call void @llvm.memcpy.{NAME[types[0]]}.{NAME[types[1]]}.i64("
            f"{types[0]} align {align} {to}, {types[1]} align {align} {source}, "
            f"i64 {size}, i1 false)"
        )

    def touch(self):
        part = self.rng.choice(sorted(self.parts))
        place = self.place(part, self.rng.randrange(PART // 4) * 4)
        value = self.fresh(f"load i32, {self.parts[part]} {place}")
        value = self.fresh(f"mul i32 {value}, 5")
        value = self.fresh(f"add i32 {value}, %t")
        self.lines.append(f"  store i32 {value}, {self.parts[part]} {place}")

    def body(self):
        for _ in range(self.rng.randrange(2, 9)):
            self.rng.choice([self.copy, self.copy, self.copy, self.touch])()

    def work(self):
        """Every value is wanted to the end."""
        total = "%t"
        for turn in range(8):
            for value in self.values:
                total = self.fresh(f"mul i32 {total}, {2 * turn + 3}")
                total = self.fresh(f"xor i32 {total}, %value{value}")
        self.lines.append(f"  store i32 {total}, ptr addrspace(1) %g")

    def text(self):
        stack = STACK[self.target]
        space = "" if stack == "ptr" else ", addrspace(5)"
        convention = KERNEL[self.target]
        head = [
            f"define {convention} void @{self.name}(ptr addrspace(1) %in, i32 %n) #0 {{",
            *(f"  %v{i} = alloca [{PART} x i8], align 16{space}" for i in (0, 1)),
            f"  %t = call i32 {TID[self.target]}.x()",
            f"  %b = mul i32 %t, {PART}",
            *(f"  %s{i} = getelementptr i8, ptr addrspace(3) @s{i}, i32 %b" for i in (0, 1)),
            "  %g = getelementptr i8, ptr addrspace(1) %in, i32 %b",
        ]
        for value in self.values:
            head += [
                f"  %at{value} = getelementptr i32, ptr addrspace(1) %g, i32 {value % 32}",
                f"  %old{value} = load i32, ptr addrspace(1) %at{value}",
                f"  %value{value} = mul i32 %old{value}, {2 * value + 3}",
            ]
        # All bytes have a value.
        for part in ("%v0", "%v1", "%s0", "%s1"):
            head.append(
                f"  call void @llvm.memcpy.{NAME[self.parts[part]]}.p1.i64({self.parts[part]} "
                f"align 4 {part}, ptr addrspace(1) align 4 %g, i64 {PART}, i1 false)"
            )
        self.body()
        if self.rng.random() < 0.5:
            self.lines.append("  br label %loop\nloop:")
            self.lines.append("  %i = phi i32 [ 0, %0 ], [ %j, %loop ]")
            self.body()
            self.lines += [
                "  %j = add i32 %i, 1",
                "  %more = icmp slt i32 %j, 3",
                "  br i1 %more, label %loop, label %done",
                "done:",
            ]
            self.body()
        if self.values:
            self.work()
        tail = []
        for number, part in enumerate(("%v0", "%v1", "%s0", "%s1")):
            offset = (number + 1) * PART * THREADS
            tail += [
                f"  %o{number} = getelementptr i8, ptr addrspace(1) %g, i32 {offset}",
                f"  call void @llvm.memcpy.p1.{NAME[self.parts[part]]}.i64(ptr addrspace(1) align 4 "
                f"%o{number}, {self.parts[part]} align 4 {part}, i64 {PART}, i1 false)",
            ]
        return "\n".join([*head, *self.lines, *tail, "  ret void", "}"])


class Judge(harness.Runner):
    def module(self, number):
        """(copies to and from shared memory that should go and those left, errors)"""
        rng = random.Random(f"{self.args.seed}/{number}")
        target = sorted(TID)[number % 2]
        kernels = [Kernel(rng, target, f"k{i}") for i in range(self.args.kernels)]
        before, after = (self.out / f"m{number}.{w}.ll" for w in ("before", "after"))
        spaces = sorted({STACK[target], "ptr addrspace(1)", "ptr addrspace(3)"})
        before.write_text(
            ir_module(
                target,
                [
                    f"i32 {TID[target]}.x()",
                    *(
                        f"void @llvm.memcpy.{NAME[a]}.{NAME[b]}.i64({a}, {b}, i64, i1)"
                        for a in spaces
                        for b in spaces
                    ),
                ],
                *(
                    f"@s{i} = internal addrspace(3) global [{PART * THREADS} x i8] undef, align 16"
                    for i in (0, 1)
                ),
                *(kernel.text() for kernel in kernels),
                f'attributes #0 = {{ "target-cpu"="{CPU[target]}" "f2layout-block"="{THREADS},1,1" }}',
            )
        )
        self.rewrite("f2layout-copies", before, after)
        wrong = self.differences(before, after, "copies", "--block", str(THREADS))
        tally = {}
        for when, path in (("before", before), ("after", after)):
            for text in path.read_text().split("\ndefine ")[1:]:
                kind = "full " if " @full" in text[:99] else ""
                found = len(WANTED.findall(text))
                tally[kind + when] = tally.get(kind + when, 0) + found
        return self.verdict(tally, wrong, before, after)


def main():
    parser = harness.option_parser("copies.out", 200, "kernels")
    parser.add_argument("--kernels", type=int, default=10, help="of a module")
    args = parser.parse_args()
    tally, wrong = harness.add_up(Judge(args).module, args, args.kernels)
    print("".join(wrong[:5])[:4000], end="")
    print(
        f"{tally['before']} copies, {tally['after']} left; beside many values "
        f"{tally['full before']}, {tally['full after']} left; {len(wrong)} modules wrong"
    )
    sys.exit(bool(wrong) or tally["after"] or not tally["before"] or not tally["full after"])


if __name__ == "__main__":
    main()
