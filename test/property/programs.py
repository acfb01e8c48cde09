"""Random programs as people write them, through the whole plugin, checked by f2sim.

    programs.py --llvm DIR --plugin F2Layout.so --f2sim f2sim --count 1000
    programs.py ... --seed 7 --only 123        kernel 123 of seed 7 alone; its files stay

clang compiles modules of C++ for both targets, without any toolkit (idioms/front_end.py).
A kernel fills a tile, works in it, and reads it (idioms/program.py), with loops, guards,
halos, early exits, trees, scans, sorting networks, transforms, views of one array through
two types, pointers that overlap, and now and then without a barrier that it needs. Most
modules are rewritten behind the optimiser; some go through all of it with the plugin.

A kernel is launched in its block and, where it allows that, in a smaller one, with several
arguments. A launch has no verdict if the kernel races or is undefined before, or if what
it writes depends on the schedule.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import collections
import random
import re
import shlex
import subprocess
import sys

import harness
from idioms.front_end import PRELUDE, WARP, command
from idioms.program import Program

PASSES = ["f2layout"] * 4 + ["f2layout<no-shared>", "f2layout<no-shuffle>", "default<O3>"]
REMARK = re.compile(r"^--- !Passed\nPass: +f2layout-(\S+)\nName: +(\S+)\n(?:.*\n)*?Function: +'?(\w+)", re.M)


class Judge(harness.Runner):
    def choose(self, number):
        """What all kernels of a module share."""
        rng = random.Random(f"{self.args.seed}/module {number}")
        target = sorted(WARP)[number % 2]
        return target, rng.choice(sorted(WARP[target])), rng.choice(PASSES), rng.choice(["O3", "O3", "O2"])

    def compile(self, number, target, cpu, level, optimised, text):
        source, before = self.out / f"p{number}.cu", self.out / f"p{number}.before.ll"
        source.write_text(text)
        made = command(f"{self.args.llvm}/clang++", target, cpu, level, source, before, optimised)
        done = subprocess.run(made, capture_output=True, text=True, timeout=300)
        if done.returncode:
            raise RuntimeError(f"{shlex.join(made)}\n{done.stderr}")
        return source, before

    def launch(self, before, after, options, tally):
        """What is wrong; counts in the tally if there is no verdict."""
        judged = self.equal(before, after, "--quiet", *options)
        said = judged.stdout + judged.stderr
        tally["launches"] += 1
        if judged.returncode == 0:
            return ""
        if judged.returncode == harness.NO_VERDICT:
            why = "step limit" if "step limit" in said else "racy"
        elif "before cannot be run" in said:
            why = "undefined, " + said.split("before cannot be run: ")[1].split(":")[0]
        elif judged.returncode == harness.DEPENDS:
            why = "depends on the schedule"  # volatile accesses are no race
        else:
            return f"f2sim --equal {before} {after} {' '.join(options)}\n{said}\n"
        tally[f"launches without a verdict: {why}"] += 1
        if self.args.show:
            print(f"{' '.join(options)}: {said}", flush=True)
        return None

    def module(self, number):
        """(tally, what is wrong)"""
        args = self.args
        target, cpu, passes, level = self.choose(number)
        indices = range(number * args.kernels, (number + 1) * args.kernels)
        if args.only is not None:
            indices = [args.only]
        programs = {
            f"k{i}": Program(random.Random(f"{args.seed}/{i}"), WARP[target][cpu], f"k{i}") for i in indices
        }
        text = "\n".join([PRELUDE, *(program.text for program in programs.values())])
        optimised = not passes.startswith("default")
        source, before = self.compile(number, target, cpu, level, optimised, text)
        if not optimised:
            self.rewrite("always-inline,function(sroa,simplifycfg)", before, before)
        after, remarks = (self.out / f"p{number}.{end}" for end in ("after.ll", "yaml"))
        done = self.opt(passes, f"-pass-remarks-output={remarks}", "-S", before, "-o", after)
        if done.returncode:
            crash = re.search(r'on function "k(\d+)"', done.stderr)
            index = f" --only {crash[1]}" if crash else f", module {number}"
            said = f"--seed {args.seed}{index} ({cpu}, {passes}, {level}): opt fails\n{done.stderr[:2000]}"
            return collections.Counter({"kernels": len(programs), "modules that opt fails on": 1}), [said]
        changes = collections.defaultdict(set)
        for made_by, what, kernel in REMARK.findall(remarks.read_text()):
            changes[kernel].add(f"{made_by} {what}")
        tally, wrong = collections.Counter(), []
        for index, (name, program) in zip(indices, programs.items()):
            tally.update({"kernels": 1, target: 1, "changed": bool(changes[name]),
                          "changed beyond access": any(not c.startswith("access") for c in changes[name]),
                          **{f"with {what}": 1 for what in changes[name]}})  # fmt: skip
            verdicts = [self.launch(before, after, options, tally) for options in program.launches]
            tally["without a verdict in some launch"] += None in verdicts
            tally["without a verdict"] += not any(verdict == "" for verdict in verdicts)
            said = "".join(filter(None, verdicts))
            if said:
                wrong.append(f"--seed {args.seed} --only {index} ({cpu}, {passes}, {level})\n{said}")
        if args.only is None and not args.keep:
            return self.verdict(tally, wrong, source, before, after, remarks)
        return tally, wrong


def main():
    parser = harness.option_parser("programs.out", 200, "kernels")
    parser.add_argument("--kernels", type=int, default=10, help="of a module")
    parser.add_argument("--only", type=int, help="the number of one kernel")
    parser.add_argument("--first", type=int, default=0, help="the number of the first module")
    parser.add_argument("--show", action="store_true", help="why there is no verdict")
    parser.add_argument("--keep", action="store_true", help="what is right, too")
    args = parser.parse_args()
    numbers = range(args.first, args.first + -(-args.count // args.kernels))
    if args.only is not None:
        numbers = [args.only // args.kernels]
    tally, wrong = harness.add_up(Judge(args).module, args, numbers=numbers)
    harness.report(tally, wrong, 20)
    kernels = tally["kernels"]
    print(f"{kernels} kernels, {len(wrong)} wrong")
    weak = tally["changed"] < kernels // 3 or tally["without a verdict in some launch"] > kernels // 4
    sys.exit(bool(wrong) or weak and args.only is None)


if __name__ == "__main__":
    main()
