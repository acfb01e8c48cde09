"""Random programs of tensors without layouts, checked by f2sim.

    tensors.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 1000

writes random graphs of @f2.tensor.* (tensor_kernels.py) and lets f2layout-assign
choose layouts. f2sim runs four modules, which must write the same bytes:

    before    the operations by their definition, on whole tensors
    assigned  f2layout-assign,f2layout-lower
    uses      the same with convert-at-uses: no layout is chosen, and a use that wants
              another one than its operand has is converted
    whole     default<O3>, with all passes of the plugin; of some programs

No program may have more clocks, as its remark says, than the one with convert-at-uses.
What f2sim counts of both is added up: a program may have more of one and less of
another, all together must not have more.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections
import json
import random
import re
import sys

import harness
import tensor_kernels
from tensor_graphs.text import Module


CLOCKS = re.compile(r"of tensors take ([\d.]+) clocks")
#: What f2sim counts: passes through shared memory, barriers, and instructions without
#: addresses, moves and jumps.
COUNTED = ["wavefronts", "barriers", "computed"]
AT_USES = "f2layout-assign<convert-at-uses>,f2layout-lower"


class Judge(harness.Runner):
    def options(self, launch, code):
        """Of f2sim, for the module of that text."""
        # What the launch must provide for the rings of staged tensors.
        dynamic = re.search(r'"f2layout-dynamic-shared"="(\d+)"', code)
        return [
            "--kernel", "k", "--block", f"{launch['x']},{launch['y']}",
            "--buffer-bytes", str(1 << 19), "--arg", "0=1",
            "--dynamic-shared", dynamic.group(1) if dynamic else "0",
        ]  # fmt: skip

    def compare(self, number, launch, clocks, files, tally):
        """Of what was chosen and what is converted at every use; what is wrong."""
        chosen, uses = (clocks[way] for way in ("assigned", "uses"))
        tally["clocks"] += chosen
        tally["clocks at uses"] += uses
        tally[f"clocks {'more' if chosen > uses else 'less' if chosen < uses else 'equal'}"] += 1
        ran = {}
        for way in ("assigned", "uses"):
            options = self.options(launch, files[way].read_text())
            done = self.simulate(files[way], "--json", "--arg", "1=0", *options)
            ran[way] = json.loads(done.stdout)
        for what in COUNTED:
            mine, other = (ran[way][what] for way in ("assigned", "uses"))
            tally[what] += mine
            tally[f"{what} at uses"] += other
            tally[f"{what} more"] += mine > other
            tally[f"{what} less"] += mine < other
        if chosen <= uses:
            return []
        return [f"module {number}: {chosen} clocks, {uses} with conversions at every use\n"]

    def module(self, number):
        """What was tried, and what is wrong."""
        rng = random.Random(f"{self.args.seed}/{number}")
        launch = tensor_kernels.random_launch(rng, number)
        text = Module(launch["target"])
        kernel = tensor_kernels.TensorKernel(rng, launch, "k", text)
        body = kernel.body(rng.choice([3, 6, 10, 16]))
        names = ("before", "assigned", "uses", "whole")
        paths = {what: self.out / f"m{number}.{what}.ll" for what in names}
        before = paths["before"]
        before.write_text(tensor_kernels.module_text(launch, text, [body]))
        tally = collections.Counter(kernel.tally)
        tally[launch["cpu"]] += 1
        wrong, files = [], [before]
        clocks = {}
        ways = [("f2layout-assign,f2layout-lower", "assigned"), (AT_USES, "uses")]
        if number % 7 % 3 == 0:
            ways.append(("default<O3>", "whole"))
        for passes, way in ways:
            after = paths[way]
            done = self.opt(
                passes, "-pass-remarks=f2layout-assign",
                "-pass-remarks-analysis=f2layout-assign", "-S", before, "-o", after,
            )  # fmt: skip
            if way != "uses":
                said = re.search(r"(\d+) conversions?", done.stderr)
                tally["conversions"] += int(said.group(1)) if said else 0
                tally["made again"] += "made again" in done.stderr
            if said := CLOCKS.search(done.stderr):
                clocks[way] = float(said.group(1))
            if done.returncode:
                # A value of too many elements is refused.
                if "in a thread" in done.stderr and "error: " in done.stderr:
                    tally["refused"] += 1
                    after.unlink(missing_ok=True)
                    break
                wrong.append(f"module {number}: {passes}: {done.stderr[:2000]}\n")
                continue
            files.append(after)
            code = after.read_text()
            if "f2.tensor" in code:
                wrong.append(f"module {number}: {passes}: operations are left\n")
                continue
            judged = self.equal(
                before, after, "--quiet", "--arg", "1=0,1",
                "--schedules", self.args.schedules, *self.options(launch, code),
            )  # fmt: skip
            if judged.returncode:
                said = (judged.stdout + judged.stderr)[:2000]
                wrong.append(f"module {number}: {passes}: {said}\n")
        if {"assigned", "uses"} <= clocks.keys() and not wrong:
            wrong += self.compare(number, launch, clocks, paths, tally)
        if self.args.keep:
            return tally, wrong
        return self.verdict(tally, wrong, *files)


def main():
    parser = harness.option_parser("tensors.out", 200, "programs")
    parser.add_argument("--schedules", default="forward,random:1")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one")
    parser.add_argument("--keep", action="store_true")
    args = parser.parse_args()
    numbers = range(args.first, args.first + args.count)
    tally, wrong = harness.add_up(Judge(args).module, args, numbers=numbers)
    for what in COUNTED:
        if tally[what] > tally[f"{what} at uses"]:
            wrong.append(f"more {what} than with conversions at every use\n")
    if not tally["clocks less"]:
        wrong.append("no program has fewer clocks than with conversions at every use\n")
    harness.report(tally, wrong)
    print(f"{args.count} programs, {len(wrong)} wrong")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
