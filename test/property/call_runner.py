"""What tests of random layout calls share: three programs that must do the same.

A module of CallKernels is written twice, without calls and with them, and the calls
are lowered in one way or several. f2sim runs them all: the module without calls
says what each of the others must write.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections
import concurrent.futures
import random
import sys

import harness
from call_kernels import module_text, random_launch


class CallRunner(harness.Runner):
    """Judges modules of kernels of the class Kernel."""

    Kernel = None
    #: Options for opt, so that it says something.
    remarks = ()

    def launch(self, rng, number):
        return random_launch(rng, number)

    def settle(self, launch, kernels):
        """What of the launch depends on the kernels."""

    def ways(self, launch):
        """The options of f2layout-lower for each way to lower the calls, by name."""
        return {"lowered": launch["options"]}

    def check(self, way, kernels, lowered, tally, wrong):
        """What else there is to say about a lowered module."""

    def hear(self, said, tally):
        """What remarks say of a lowered module."""

    def lower(self, launch, source, target):
        passes = f"f2layout-lower<scratch={launch['scratch']}{launch['options']}>"
        return self.opt(passes, *self.remarks, "-S", source, "-o", target)

    def compare(self, launch, before, after):
        return self.equal(
            before, after, "--kernels", "all", "--quiet",
            "--block", f"{launch['x']},{launch['y']}", "--buffer-bytes", str(1 << 20),
            "--schedules", self.args.schedules,
        )  # fmt: skip

    def module(self, number):
        """What was tried, and what is wrong."""
        rng = random.Random(f"{self.args.seed}/{number}")
        launch = self.launch(rng, number)
        kernels = [self.Kernel(rng, launch, f"k{i}") for i in range(self.args.kernels)]
        self.settle(launch, kernels)
        plain, calls = (self.out / f"m{number}.{what}.ll" for what in ("plain", "calls"))
        plain.write_text(module_text(launch, kernels, False))
        calls.write_text(module_text(launch, kernels, True))
        tally, files, wrong = collections.Counter(), [calls], []
        for k in kernels:
            for entry in ("calls", *k.tally()):
                tally[entry] += k.pairs
        for way, options in self.ways(launch).items():
            lowered = self.out / f"m{number}.{way}.ll"
            done = self.lower({**launch, "options": options}, calls, lowered)
            if done.returncode:
                wrong.append(f"module {number}: opt fails: {done.stderr[:2000]}\n")
                continue
            files.append(lowered)
            text = lowered.read_text()
            if "@f2." in text:
                wrong.append(f"module {number}: {lowered.name}: calls are left\n")
            self.check(way, kernels, text, tally, wrong)
            self.hear(done.stderr, tally)
        for after in files if not wrong else []:
            judged = self.compare(launch, plain, after)
            if judged.returncode:
                text = (judged.stdout + judged.stderr)[:2000]
                wrong.append(f"module {number}: {after.name}: {text}\n")
        if not self.args.keep:
            return self.verdict(tally, wrong, plain, *files)
        return tally, wrong


def judge_calls(runner, out, kernels, wanted):
    """The main function of a test. Each entry of the tally that is wanted must count
    something if there are hundreds of calls."""
    parser = harness.option_parser(out, 300, "calls")
    parser.add_argument("--kernels", type=int, default=kernels, help="of a module")
    parser.add_argument("--schedules", default="forward,random:1")
    parser.add_argument("--module", type=int, help="this one only")
    parser.add_argument("--keep", action="store_true")
    args = parser.parse_args()
    judge, tally, wrong, number = runner(args).module, collections.Counter(), [], 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        while tally["calls"] < args.count and not wrong:
            numbers = range(number, number + args.jobs)
            if args.module is not None:
                numbers = [args.module]
            for counts, bad in pool.map(judge, numbers):
                tally.update(counts)
                wrong += bad
            number += args.jobs
            if args.module is not None:
                break
    calls = tally.pop("calls")
    harness.report(tally, wrong)
    print(f"{calls} calls, {len(wrong)} wrong")
    if args.module is None and args.count >= 200 and not wrong:
        if missing := set(wanted) - set(tally):
            sys.exit(f"never tried: {missing}")
    sys.exit(bool(wrong))
