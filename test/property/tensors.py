"""Random programs of tensors without layouts, checked by f2sim.

    tensors.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 1000

writes random graphs of @f2.tensor.* (tensor_kernels.py) and lets f2layout-assign
choose layouts. f2sim runs three modules, which must write the same bytes:

    before    the operations by their definition, on whole tensors
    assigned  f2layout-assign,f2layout-lower
    whole     default<O3>, with all passes of the plugin; of some programs

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections
import random
import re
import sys

import harness
import tensor_kernels


class Judge(harness.Runner):
    def module(self, number):
        """What was tried, and what is wrong."""
        rng = random.Random(f"{self.args.seed}/{number}")
        launch = tensor_kernels.random_launch(rng, number)
        text = tensor_kernels.Module(launch["target"])
        kernel = tensor_kernels.TensorKernel(rng, launch, "k", text)
        body = kernel.body(rng.choice([3, 6, 10, 16]))
        before, assigned, whole = (
            self.out / f"m{number}.{what}.ll" for what in ("before", "assigned", "whole")
        )
        before.write_text(tensor_kernels.module_text(launch, text, [body]))
        tally = collections.Counter(kernel.tally)
        tally[launch["cpu"]] += 1
        wrong, files = [], [before]
        ways = [("f2layout-assign,f2layout-lower", assigned), ("default<O3>", whole)]
        for passes, after in ways[: 1 if number % 7 % 3 else 2]:
            done = self.opt(passes, "-pass-remarks=f2layout-assign", "-S", before, "-o", after)
            said = re.search(r"(\d+) conversions?", done.stderr)
            tally["conversions"] += int(said.group(1)) if said else 0
            if "made again" in done.stderr:
                tally["made again"] += 1
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
            block = f"{launch['x']},{launch['y']}"
            # What the launch must provide for the rings of staged tensors.
            dynamic = re.search(r'"f2layout-dynamic-shared"="(\d+)"', code)
            judged = self.equal(
                before, after, "--kernel", "k", "--quiet", "--block", block,
                "--buffer-bytes", str(1 << 18), "--arg", "0=1", "--arg", "1=0,1",
                "--schedules", self.args.schedules,
                "--dynamic-shared", dynamic.group(1) if dynamic else "0",
            )  # fmt: skip
            if judged.returncode:
                said = (judged.stdout + judged.stderr)[:2000]
                wrong.append(f"module {number}: {passes}: {said}\n")
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
    harness.report(tally, wrong)
    print(f"{args.count} programs, {len(wrong)} wrong")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
