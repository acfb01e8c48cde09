"""Random conversions and element-wise operations, folded, checked by f2sim.

    folds.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 300

writes kernels in which a tile goes through steps of these kinds:

    convert   to another layout, or to another spelling of its own
    unary     an operation with a constant
    binary    an operation on two values of one layout
    narrow    truncated and extended again
    own       an operation with a splat of what each thread computed, or a select
              by a condition of each thread's own: no other thread may do it

The calls as f2sim understands them, what f2layout-fold leaves of them, and what
f2layout-lower makes of that must write the same bytes. Layouts with copies have no
steps of the last kind, which would make copies differ.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections
import random
import sys

import harness
from call_kernels import CallKernel, module_text, random_launch, registers, thread_index
from random_layouts import random_layout, split_shape

NARROWER = {"i16": "i8", "i32": "i16", "i64": "i32"}
#: Each must be tried, and each rule of f2layout-fold applied.
KINDS = {"convert", "unary", "binary", "narrow", "own splat", "own condition"}
RULES = {
    "conversion of a conversion composed", "conversion shared with an equal one",
    "conversion moved before an operation", "conversion moved behind an operation",
}  # fmt: skip


class Kernel(CallKernel):
    def __init__(self, rng, launch, name):
        self.rng, self.launch, self.name = rng, launch, name
        self.type = rng.choice(["i8", "i16", "i32", "i32", "i64"])
        lanes, warps = launch["lanes"], launch["warps"]
        own, copies = rng.randrange(1, 4), rng.choice([0, 0, 0, 1])
        self.has_copies = copies > 0
        shape = split_shape(rng, own + lanes + warps - copies)
        self.layouts = [
            random_layout(rng, shape, own, lanes, warps, True)
            for _ in range(rng.randrange(2, 5))
        ]
        self.kinds, self.pairs = [], 1

    def tally(self):
        return [self.type, self.launch["cpu"], *self.kinds]

    def splat(self, lines, name, layout, scalar):
        vector = self.vector(layout)
        lines += [
            f"  {name}.i = insertelement {vector} poison, {self.type} {scalar}, i32 0",
            f"  {name}.s = shufflevector {vector} {name}.i, {vector} poison, "
            f"<{registers(layout)} x i32> zeroinitializer",
        ]
        return f"{name}.s"

    def own(self, lines, name, layout, value):
        """An operation with a scalar of the thread's own."""
        vector = self.vector(layout)
        if self.rng.random() < 0.5:
            self.kinds.append("own condition")
            limit = self.rng.randrange(1, self.launch["x"] * self.launch["y"])
            lines += [
                f"  {name}.c = icmp ult i32 %t, {limit}",
                f"  {name} = select i1 {name}.c, {vector} {value}, "
                f"{vector} splat ({self.type} {self.rng.randrange(9)})",
            ]
            return
        self.kinds.append("own splat")
        cast = {"i32": "add i32 %t, 1", "i64": "zext i32 %t to i64"}
        lines.append(f"  {name}.t = {cast.get(self.type, f'trunc i32 %t to {self.type}')}")
        each = self.splat(lines, name, layout, f"{name}.t")
        lines.append(f"  {name} = {self.operation()} {vector} {value}, {each}")

    def operation(self):
        return self.rng.choice(["add", "sub", "mul", "xor"])

    def step(self, lines, text, name, values):
        """Appends a value with its layout."""
        recent = self.rng.random() < 0.6
        value, layout = values[-1] if recent else self.rng.choice(values)
        vector, kind = self.vector(layout), self.rng.randrange(8)
        same = [v for v, of in values if of is layout]
        if kind < 3:
            to = self.rng.choice(self.layouts)
            self.kinds.append("convert")
            self.call(
                lines, text, name, f"convert.{self.suffix(to)}.{self.suffix(layout)}",
                self.vector(to), f"{vector} {value}", layout, to,
            )  # fmt: skip
            layout = to
        elif kind == 3 and self.type in NARROWER:
            self.kinds.append("narrow")
            narrow = f"<{registers(layout)} x {NARROWER[self.type]}>"
            lines += [
                f"  {name}.n = trunc {vector} {value} to {narrow}",
                f"  {name} = sext {narrow} {name}.n to {vector}",
            ]
        elif kind == 4 and len(same) > 1:
            self.kinds.append("binary")
            other = self.rng.choice(same)
            lines.append(f"  {name} = {self.operation()} {vector} {value}, {other}")
        elif kind > 5 and not self.has_copies:
            self.own(lines, name, layout, value)
        else:
            self.kinds.append("unary")
            constant = f"splat ({self.type} {self.rng.randrange(1, 99)})"
            lines.append(f"  {name} = {self.operation()} {vector} {value}, {constant}")
        values.append((name, layout))

    def body(self, text):
        lines, first = thread_index(self.launch), self.layouts[0]
        numbers = self.elements(lines, first, "in")
        values = [(self.load(lines, first, "x", "%in", numbers), first)]
        for i in range(self.rng.randrange(3, 10)):
            self.step(lines, text, f"%v{i}", values)
        behind = 0
        stored = [values[-1], self.rng.choice(values)][: self.rng.choice([1, 2])]
        for i, (value, layout) in enumerate(stored):
            self.store(lines, layout, f"out{i}", value, behind)
            behind += registers(layout) << self.launch["lanes"] + self.launch["warps"]
        return self.definition(lines, "%in", "%out")


class Judge(harness.Runner):
    def module(self, number):
        """What was tried, and what is wrong."""
        rng = random.Random(f"{self.args.seed}/{number}")
        launch = random_launch(rng, number)
        kernel = Kernel(rng, launch, "k0")
        before = self.out / f"m{number}.calls.ll"
        before.write_text(module_text(launch, [kernel], True))
        tally, files, wrong = collections.Counter(kernel.tally()), [before], []
        ways = {"folded": "", "lowered": ",f2layout-lower"}
        for way, behind in ways.items():
            after = self.out / f"m{number}.{way}.ll"
            done = self.opt(
                f"function(f2layout-fold){behind}", "-pass-remarks=f2layout-fold",
                "-S", before, "-o", after,
            )  # fmt: skip
            if done.returncode:
                wrong.append(f"module {number}: {way}: opt fails: {done.stderr[:2000]}\n")
                continue
            files.append(after)
            if not behind:
                tally.update(rule for rule in RULES if rule in done.stderr)
            wrong += self.differences(
                before, after, way, "--block", f"{launch['x']},{launch['y']}",
                "--buffer-bytes", str(1 << 18), "--schedules", "forward,random:1",
            )  # fmt: skip
        return self.verdict(tally, wrong, *files)


def main():
    args = harness.option_parser("folds.out", 300, "kernels").parse_args()
    tally, wrong = harness.add_up(Judge(args).module, args)
    harness.report(tally, wrong)
    print(f"{args.count} kernels, {len(wrong)} wrong")
    if args.count >= 200 and (missing := (KINDS | RULES) - set(tally)):
        sys.exit(f"never tried: {missing}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
