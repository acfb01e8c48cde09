#!/usr/bin/env python3
# How far the gathers are from what the GPU can do at most.
#
#   bench/tensors/ceilings.py bench/results/gather-h200.json
#
# prints a table of the gathers of a results file, of bench.json or of the shorter
# form in docs. report.py prints the same below its own, if the plans are known.
#
# A multiprocessor serves one shuffle or one wavefront of shared memory at a time, and
# its ALUs about two instructions of warps a clock, at the same time. So a gather takes
# at least the clocks of its shuffles and wavefronts, and at least those of the selects,
# permutes and steps that make lanes and places of indices; and the kernels that are
# measured compute their indices in each iteration, one instruction for each. Shuffles
# and wavefronts are those of the plan, by shuffles or through memory, whichever takes
# fewer clocks; ALU instructions those of the machine code, if machine_code.py counted
# them, or else of the plan; the clocks of one those that bench/machine measured.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "gpu"))

from analyze import median, print_table  # noqa: E402
from gathers import BLOCKS, every_gather  # noqa: E402
from loops import THREADS  # noqa: E402

SUBJECT = "f2layout"
#: Where a gather should be.
WANTED = 0.85
#: Clocks of selp, prmt and lop3, of warps that do nothing else (docs/targets.md).
ALU = 0.52
#: Ways of a gather, and what the calculator is told for each.
WAYS = {"shuffles": ["--no-shared"], "memory": ["--no-shuffle"]}


def plans_of(case, calculator):
    """Way -> what the calculator says of its plan."""
    plans = {}
    for way, option in WAYS.items():
        done = subprocess.run(
            [calculator, "plan", "--json", *case.plan_options(), *option],
            capture_output=True, text=True,
        )  # fmt: skip
        if done.returncode == 0:
            plan = json.loads(done.stdout)
            plans[way] = {k: plan[k] for k in ("route", "wavefronts", "instructions")}
    return plans


class Ceiling:
    """The least clocks of a warp: of the pipe of shuffles and shared memory, and of
    the one that is busier."""

    def __init__(self, way, plan, registers, costs, code):
        self.way, counts = way, plan["instructions"]
        self.route = plan["route"]
        self.moves = counts["shuffles"] * costs["shuffle"]["clocks"]
        self.moves += plan["wavefronts"] * costs["wavefront"]["clocks"]
        steps = sum(counts[k] for k in ("selects", "permutes", "packs", "indexSteps"))
        self.alu = (code["alu"] if code else steps + registers) * ALU
        self.clocks = max(self.moves, self.alu)

    def pipe(self):
        if self.alu > self.moves:
            return "ALU"
        return "shuffles" if self.way == "shuffles" else "shared memory"


def ceiling_of(case, plans, costs, code):
    """Machine code is that of the way that the plugin took, so its ALU instructions are
    not known for the other one."""
    found = {w: Ceiling(w, p, case.registers(), costs, None) for w, p in plans.items()}
    if code:
        taken = "memory" if code["shared"] else "shuffles"
        found[taken] = Ceiling(taken, plans[taken], case.registers(), costs, code)
    return min(found.values(), key=lambda c: c.clocks)


def read_costs(path=ROOT / "bench/results/targets-h200.json"):
    return json.loads(path.read_text())["costs"]


def nanoseconds(results):
    """Kernel -> of one gather, of either form of a results file."""
    kernels = results["kernels"]
    if isinstance(kernels, dict):
        return {name: times[SUBJECT] for name, times in kernels.items() if SUBJECT in times}
    return {
        k["kernel"]: median(k["nanoseconds"][SUBJECT]) / k["iterations"]
        for k in kernels
        if SUBJECT in k["nanoseconds"]
    }


def report(results, plans, costs, markdown, code=None):
    """plans: kernel -> way -> plan; code: kernel -> counts of its machine code. Prints a
    row for each gather, then a summary."""
    code = code or results.get("code", {})
    machine, times = results["machine"], nanoseconds(results)
    of_pipe, lines = {}, []
    for case in every_gather():
        if case.name not in times or not plans.get(case.name):
            continue
        ceiling = ceiling_of(case, plans[case.name], costs, code.get(case.name))
        warps = BLOCKS * THREADS // 32
        clocks = times[case.name] * machine["clock_khz"] / 1e6 / warps
        part = ceiling.clocks / clocks
        of_pipe.setdefault(ceiling.pipe(), []).append(part)
        lines.append([
            "x".join(map(str, case.shape)), case.place, str(case.bits), ceiling.route,
            f"{ceiling.moves:.0f}", f"{ceiling.alu:.1f}", f"{clocks:.1f}",
            f"{ceiling.moves / clocks:.2f}", f"{part:.2f}", ceiling.pipe(),
            "" if part >= WANTED else "below",
        ])  # fmt: skip
    header = ["shape", "axis in", "bits", "way", "shuffles or wavefronts", "ALU", "measured",
              "of shuffles or wavefronts", "of the ceiling", "which is", ""]  # fmt: skip
    print_table(header, lines, markdown)
    for pipe, parts in sorted(of_pipe.items()):
        print(f"bound by {pipe}: {sum(p >= WANTED for p in parts)} of {len(parts)} reach "
              f"{WANTED:.0%}, the lowest {min(parts):.2f}")  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description="How far gathers are from the ceiling.")
    parser.add_argument("results", type=Path)
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--calculator", type=Path, default=ROOT / "build/bin/f2layout")
    options = parser.parse_args()
    plans = {c.name: plans_of(c, options.calculator) for c in every_gather()}
    results = json.loads(options.results.read_text())
    path = options.results.parent / "code.json"
    code = json.loads(path.read_text()) if path.exists() else None
    report(results, plans, read_costs(), options.markdown, code)


if __name__ == "__main__":
    main()
