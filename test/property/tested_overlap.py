"""Random structures through f2layout-access, checked by f2sim.

    tested_overlap.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 1000

writes kernels in which every thread reads and writes structures of global memory
member by member, by turns, in any order, through pointers that may be equal: at
constant places, at distances that are arguments, at products and masks of them, in
loops and under conditions, sometimes with a barrier, a fence, an atomic or a
volatile access, or another thread's value among them. All that a thread accesses
lies in its own part of the buffers, so that no kernel has a race. f2sim runs each
kernel before and after, with buffers that are apart and with one buffer, at
distances of 0 to 20 elements, aligned and not: all bytes must be the same. Some of
the kernels must have a test.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections
import random
import re
import sys

import harness
from targets import BARRIER, BLOCK_DECLARATIONS, KERNEL, TID, ir_module

BYTES = {"i16": 2, "half": 2, "i32": 4, "float": 4, "i64": 8, "double": 8}
TYPES = [["i16", "half"], ["i32", "float"], ["i32", "float"], ["i64", "double"]]
CPUS = ["sm_80", "sm_90", "sm_90", "gfx942", "gfx1100"]
THREADS, OWN = 32, 128  # Elements of a thread.


class Kernel:
    def __init__(self, rng, target, name, types):
        self.rng, self.target, self.name, self.types = rng, target, name, types
        self.size = BYTES[self.types[0]]
        self.integer = f"i{8 * self.size}"
        self.space = rng.choice(["", " addrspace(1)"]) if target == "nvptx" else " addrspace(1)"
        self.lines, self.names = [], 0
        self.tally = collections.Counter([self.types[0]])

    def let(self, text):
        self.names += 1
        self.lines.append(f"  %v{self.names} = {text}")
        return f"%v{self.names}"

    def op(self, what, a, b, kind="i32"):
        return self.let(f"{what} {kind} {a}, {b}")

    def distance(self):
        """A number from 0 to 31 that only a run tells."""
        rng, kind = self.rng, self.rng.random()
        if kind < 0.35:
            value = "%d"
        elif kind < 0.5:
            value = self.op("mul", "%d", rng.choice([2, 3, 4]))
        elif kind < 0.65:
            value = self.op("add", "%d", rng.choice(["%n", "%t"]))
        elif kind < 0.8:
            value = self.op("xor", "%d", rng.choice([1, 2, 4, 6]))
        else:
            value = self.op("sub", rng.choice(["%n", "%turn", 21]), "%d")
        if rng.random() < 0.4:
            value = self.op("add", value, self.op("mul", "%turn", rng.choice([1, 4, 7])))
        return self.op("and", value, rng.choice([31, 28, 15, 7]))

    def structure(self):
        """Where a structure begins, in elements of the thread's part."""
        align = max(1, 16 // self.size)
        base = self.op("mul", "%t", OWN)
        kind = self.rng.random()
        if kind < 0.4:
            offset = align * self.rng.randrange(4)
        elif kind < 0.6:
            offset = self.op("and", self.op("mul", "%turn", align), 31)
        else:
            offset = self.distance()
        if self.rng.random() < 0.3:
            offset = self.op("add", offset, self.rng.choice([1, 4, 8, 32]))
        index = self.let(f"add {self.rng.choice(['', 'nuw nsw '])}i32 {base}, {offset}")
        return self.let(f"{self.rng.choice(['sext', 'zext'])} i32 {index} to i64")

    def member(self, pointer, index, k):
        """The address of a member, in one of several ways."""
        kind = self.types[0]
        if self.rng.random() < 0.5:
            at = self.let(f"getelementptr {kind}, ptr{self.space} {pointer}, i64 {index}")
            if k:
                at = self.let(f"getelementptr i8, ptr{self.space} {at}, i64 {k * self.size}")
            return at
        index = self.op("add", index, k, "i64")
        return self.let(f"getelementptr {kind}, ptr{self.space} {pointer}, i64 {index}")

    def load(self, at):
        kind = self.rng.choice(self.types)
        value = self.let(f"load {kind}, ptr{self.space} {at}, align {self.size}")
        if not kind.startswith("i"):
            value = self.let(f"bitcast {kind} {value} to {self.integer}")
        return value

    def store(self, at, value):
        self.lines.append(f"  store {self.integer} {value}, ptr{self.space} {at}, align {self.size}")

    def stranger(self, values):
        """What must not be crossed, or must not be in a part that only some run."""
        what = self.rng.choice(["barrier", "fence", "atomic", "volatile", "alone", "shuffle"])
        self.tally[what] += 1
        at = self.let(f"getelementptr i32, ptr{self.space} %last, i32 %t")
        if what == "barrier":
            self.lines += [f"  {line}" for line in BARRIER[self.target]]
        elif what == "fence":
            self.lines.append("  fence seq_cst")
        elif what == "atomic":
            self.let(f"atomicrmw add ptr{self.space} {at}, i32 1 monotonic, align 4")
        elif what == "volatile":
            self.let(f"load volatile i32, ptr{self.space} {at}, align 4")
        elif what == "alone":
            at = self.member(self.rng.choice(["%p", "%q"]), self.structure(), 1)
            if self.rng.random() < 0.5:
                values.append(self.load(at))
            else:
                self.store(at, values[-1])
        elif self.target == "nvptx":
            self.let("call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t, i32 1, i32 31)")
        else:
            self.let("call i32 @llvm.amdgcn.readfirstlane.i32(i32 %t)")

    def groups(self):
        """Loads and stores of some structures by turns."""
        rng = self.rng
        values = [f"{rng.randrange(100)}"]
        sides = [(rng.choice(["%p", "%q"]), self.structure(), True)]
        for _ in range(rng.choice([1, 1, 1, 2])):
            sides.append((rng.choice(["%p", "%q"]), self.structure(), rng.random() < 0.3))
        todo = []
        for pointer, index, is_store in sides:
            count = rng.choice([n for n in (2, 4, 4, 8, 8, 12) if n * self.size <= 64])
            order = list(range(count))
            if rng.random() < 0.5:
                rng.shuffle(order)
            scattered = not is_store and rng.random() < 0.4
            steps = []
            for k in order:
                if scattered and rng.random() < 0.7:
                    steps.append((pointer, None, k, is_store))
                else:
                    steps.append((pointer, index, k, is_store))
            todo.append(steps)
        often = rng.choice([0, 0, 0, 0.1])
        while any(todo):
            steps = rng.choice([s for s in todo if s])
            pointer, index, k, is_store = steps.pop(0)
            if index is None:
                index = self.structure()
            at = self.member(pointer, index, k)
            if is_store:
                value = values[-1]
                if rng.random() < 0.3:
                    value = self.op("add", value, rng.randrange(1, 9), self.integer)
                self.store(at, value)
            else:
                values.append(self.load(at))
            if rng.random() < often:
                self.stranger(values)
        return values

    def text(self):
        turns = self.rng.choice([1, 1, 2, 3])
        self.lines.append("  br label %body\nbody:")
        self.lines.append("  %turn = phi i32 [ 0, %entry ], [ %next, %rest ]")
        self.lines.append(f"  %sum = phi {self.integer} [ 0, %entry ], [ %more, %rest ]")
        values = self.groups()
        total = "%sum"
        for value in values[1:]:
            total = self.op("add", self.op("mul", total, 3, self.integer), value, self.integer)
        self.lines.append("  br label %rest\nrest:")
        self.lines.append(f"  %more = add {self.integer} {total}, 1")
        self.lines.append("  %next = add nuw nsw i32 %turn, 1")
        self.lines.append(f"  %again = icmp ult i32 %next, {turns}")
        self.lines.append("  br i1 %again, label %body, label %end\nend:")
        at = self.let(f"getelementptr i64, ptr{self.space} %last, i32 %t")
        at = self.let(f"getelementptr i8, ptr{self.space} {at}, i64 4096")
        self.store(at, "%more")
        self.tally["loops"] += turns > 1
        pointer = f"ptr{self.space}"
        return "\n".join(
            [
                f"define {KERNEL[self.target]} void @{self.name}({pointer} %q, {pointer} %p, "
                f"{pointer} %last, i32 %n, i32 %d) #0 {{",
                "entry:",
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
        types = rng.choice(TYPES)
        kernels = [Kernel(rng, target, f"k{i}", types) for i in range(self.args.kernels)]
        raw, before, after = (self.out / f"m{number}.{w}.ll" for w in ("raw", "before", "after"))
        size = f'"f2layout-block"="{THREADS},1,1" "target-cpu"="{cpu}"'
        lane = (
            "declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)"
            if target == "nvptx"
            else "declare i32 @llvm.amdgcn.readfirstlane.i32(i32)"
        )
        raw.write_text(
            ir_module(
                target,
                BLOCK_DECLARATIONS[target],
                lane,
                *(kernel.text() for kernel in kernels),
                f"attributes #0 = {{ {size} }}",
            )
        )
        early = rng.choice(["instcombine<no-verify-fixpoint>", "instcombine<no-verify-fixpoint>,gvn,simplifycfg",
                            "loop-simplify,lcssa,loop-unroll,instcombine<no-verify-fixpoint>",
                            "reassociate,instcombine<no-verify-fixpoint>,early-cse"])  # fmt: skip
        self.rewrite(f"function({early})", raw, before)
        passes = rng.choice(["f2layout-access", "f2layout-access", "f2layout"])
        self.rewrite(passes, before, after)
        tested = len(re.findall(r"label %f2\.tested\d*,", after.read_text()))
        wrong = []
        for least in (256, max(4, BYTES[types[0]])):
            for alias in ([], ["--alias", "0,1"]):
                wrong += self.differences(
                    before, after, f"{passes}, --buffer-align {least} {alias}",
                    "--block", str(THREADS), "--schedules", "forward",
                    "--arg", "3=5", "--arg", f"4=0,1,2,3,4,6,8,{rng.randrange(9, 21)}",
                    "--buffer-align", str(least), *alias,
                )  # fmt: skip
        tally = collections.Counter(kernels=len(kernels), tested=tested)
        for k in kernels:
            tally.update(k.tally)
        return self.verdict(tally, wrong, raw, before, after)


def main():
    parser = harness.option_parser("overlap.out", 300, "kernels")
    parser.add_argument("--kernels", type=int, default=5, help="of a module")
    args = parser.parse_args()
    tally, wrong = harness.add_up(Judge(args).module, args, args.kernels)
    kernels, tested = (tally.pop(k) for k in ("kernels", "tested"))
    harness.report(tally, wrong, 5)
    print(f"{kernels} kernels, {tested} tests, {len(wrong)} runs wrong")
    sys.exit(bool(wrong) or tested < kernels // 5)


if __name__ == "__main__":
    main()
