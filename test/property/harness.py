"""What the random tests of this folder share: options, opt and f2sim, the sum.

A test makes inputs from a seed and a number, lets opt rewrite them with the plugin
and f2sim judge the result, and adds up what there was and what was wrong.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import random
import re
import subprocess
import sys
import zlib


#: f2sim's exit status if two kernels differ, and the one before races.
NO_VERDICT = 3
#: That if what the one before writes depends on the schedule.
DEPENDS = 4

#: What LLVM does behind the plugin, in one of SHARE judgements.
OPTIMIZED, SHARE = "default<O1>", 4

def option_parser(out, count, counted=None, tools=("llvm", "plugin", "f2sim")):
    """The options of every test: where the tools are, where files go, the seed, how
    many inputs there shall be, with a word for what is counted, and how many are
    judged at once."""
    parser = argparse.ArgumentParser()
    for tool in tools:
        parser.add_argument(f"--{tool}", required=True)
    parser.add_argument("--out", default=out)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=count, help=counted)
    parser.add_argument("--jobs", type=int, default=1)
    return parser


def tile_left(module):
    """The bytes of the array @tile.f2 in a rewritten module."""
    left = re.search(r"@tile.f2 = .* \[(\d+) x i8\]", module.read_text())
    return int(left.group(1))


class Runner:
    """Runs opt and f2sim; files go to the folder --out."""

    def __init__(self, args):
        self.args, self.out = args, pathlib.Path(args.out)
        self.out.mkdir(parents=True, exist_ok=True)

    def opt(self, passes, *rest):
        return subprocess.run(
            [f"{self.args.llvm}/opt", f"-load-pass-plugin={self.args.plugin}",
             "-verify-each", f"-passes={passes}", *rest],
            capture_output=True, text=True, timeout=300,
        )  # fmt: skip

    def rewrite(self, passes, before, after, *rest):
        """opt where it must succeed; what it says."""
        done = self.opt(passes, *rest, "-S", before, "-o", after)
        if done.returncode:
            raise RuntimeError(f"{before}: opt -passes={passes}: {done.stderr}")
        return done.stderr

    def equal(self, before, after, *options, optimized=None):
        """Whether both compute the same bytes, as f2sim's exit status says. If they
        do, some are judged once more, with what LLVM makes of the kernel after: some
        faults of a rewrite show only when LLVM uses what it left, for example poison
        where there was undef. optimized says whether; by default, one in SHARE."""
        judged = self.same_bytes(before, after, *options)
        if optimized is None:
            optimized = zlib.crc32(f"{after.name}{options}".encode()) % SHARE == 0
        if judged.returncode or not optimized:
            return judged
        further = after.with_suffix(".opt.ll")
        self.rewrite(OPTIMIZED, after, further)
        judged = self.same_bytes(before, further, *options)
        if not judged.returncode:
            further.unlink()
        return judged

    def same_bytes(self, before, after, *options):
        """Whether both compute the same bytes, as they are."""
        return subprocess.run(
            [self.args.f2sim, "--equal", before, after, *options],
            capture_output=True, text=True, timeout=600,
        )  # fmt: skip

    def differences(self, before, after, what, *options):
        """What is wrong if kernels of the same name compute other bytes."""
        judged = self.equal(before, after, "--kernels", "all", "--quiet", *options)
        said = f"{before} {after}: {what}\n{judged.stdout}{judged.stderr}\n"
        return [said] if judged.returncode else []

    def wavefronts(self, module, options):
        """The passes through shared memory of one run of a kernel."""
        done = self.simulate(module, "--json", *options)
        return json.loads(done.stdout)["wavefronts"]

    def compare_wavefronts(self, before, after, options, tally):
        """Counts in the tally if there are fewer after; what is wrong if there are
        more."""
        ran = [self.wavefronts(module, options) for module in (before, after)]
        tally["fewer wavefronts"] += ran[1] < ran[0]
        return [f"{before}: {ran[0]} wavefronts became {ran[1]}\n"] if ran[1] > ran[0] else []

    def simulate(self, module, *options):
        """One run of a kernel; its exit status says whether it has an error."""
        return subprocess.run(
            [self.args.f2sim, module, *options],
            capture_output=True, text=True, timeout=600,
        )  # fmt: skip

    def drawn(self, number, cpus, kernel_of, letter):
        """(rng, cpu, kernel, its files before and after) of the module of that number;
        cpus: lanes of a warp by processor, by target."""
        rng = random.Random(f"{self.args.seed}/{number}")
        target = sorted(cpus)[number % 2]
        cpu = rng.choice(sorted(cpus[target]))
        kernel = kernel_of(rng, target, cpus[target][cpu], "k")
        before, after = (self.out / f"{letter}{number}.{w}.ll" for w in ("before", "after"))
        return rng, cpu, kernel, before, after

    def judge_racing(self, before, after, tally, *options):
        """The verdict on a kernel that may race: then other bytes are no fault."""
        judged = self.equal(before, after, *options)
        tally["racing"] = races = judged.returncode == NO_VERDICT
        wrong = []
        if judged.returncode and not races:
            wrong.append(f"{before} {after}\n{judged.stdout}{judged.stderr}\n")
        return self.verdict(tally, wrong, before, after)

    def verdict(self, tally, wrong, *files):
        """Both, for add_up. The files of inputs with which nothing is wrong go."""
        if not wrong:
            for file in files:
                file.unlink()
        return tally, wrong


def add_up(judge, args, inputs_each=1, numbers=None):
    """The sum of what judge(number) returns, a tally and a list of what is wrong, for
    as many numbers as there are modules of inputs_each inputs in --count."""
    if numbers is None:
        numbers = range(-(-args.count // inputs_each))
    tally, wrong = collections.Counter(), []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for counts, bad in pool.map(judge, numbers):
            tally.update(counts)
            wrong += bad
    return tally, wrong


def report(tally, wrong=(), most=None):
    """Prints the tally, and what is wrong, the first ones only."""
    print(", ".join(f"{k}: {n}" for k, n in sorted(tally.items())))
    print("".join(wrong[:most]), end="")


def judge_each(runner, out, wanted):
    """The main function of a test whose runner judges one kernel at a time. Each
    entry of the tally that is wanted must count something."""
    args = option_parser(out, 200).parse_args()
    tally, wrong = add_up(runner(args).module, args)
    report(tally, wrong, 20)
    print(f"{args.count} kernels, {len(wrong)} wrong")
    sys.exit(bool(wrong) or not all(tally[entry] for entry in wanted))


def judge_kernels(runner, out, kernels, wanted):
    """The main function of a test whose runner judges modules of several kernels.
    Each entry of the tally that is wanted must count something."""
    parser = option_parser(out, 200, "kernels")
    parser.add_argument("--kernels", type=int, default=kernels, help="of a module")
    args = parser.parse_args()
    tally, wrong = add_up(runner(args).module, args, args.kernels)
    report(tally, wrong, 5)
    print(f"{tally['kernels']} kernels, {len(wrong)} modules wrong")
    sys.exit(bool(wrong) or not all(tally[entry] for entry in wanted))
