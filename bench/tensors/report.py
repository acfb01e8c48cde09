#!/usr/bin/env python3
# Turns the raw times of run.py into a table.
#
#   bench/tensors/report.py build-tensors/gathers/bench.json [--markdown]
#
# For each kernel: microseconds of one iteration in which four blocks on every
# multiprocessor gather, reduce or scan once (the median over repetitions), by each
# variant; the times of the others over the plugin's; the clocks of a warp, beside
# those that the price gives. Below, geometric means over the kernels of a group,
# and the choices that were wrong: another way of the plugin was faster by more
# than 3%. Of gathers whose plans are known, also how far they are from the ceiling.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "gpu"))

import ceilings  # noqa: E402
from analyze import geometric_mean, median, print_table, verdict  # noqa: E402
from cases import KINDS  # noqa: E402
from loops import THREADS  # noqa: E402

SUBJECT = "f2layout"
#: Kernel -> what it has in common with others, for the summaries.
GROUPS = {c.name: c.group for of_kind in KINDS.values() for c in of_kind()}
BLOCKS = 4  # On a multiprocessor.
WRONG_CHOICE = 1.03


class Row:
    def __init__(self, kernel):
        self.name = kernel["kernel"]
        self.wrong = {v: n for v, n in kernel["wrong"].items() if n}
        self.unwritten = kernel["unwritten"]
        self.group = GROUPS[self.name]
        self.medians = {
            v: median(t) / kernel["iterations"]
            for v, t in kernel["nanoseconds"].items()
            if v not in self.wrong
        }

    def ratio(self, other):
        return self.medians[other] / self.medians[SUBJECT]

    def compares(self, other):
        return other in self.medians and SUBJECT in self.medians


def clocks_of_warp(row, machine):
    if "clock_khz" not in machine or SUBJECT not in row.medians:
        return None
    warps = BLOCKS * THREADS // 32
    return row.medians[SUBJECT] * machine["clock_khz"] / 1e6 / warps


def summarise(rows, other):
    """Over all, and over those of each group and of each part of one."""
    compared = [row for row in rows if row.compares(other)]
    firsts = sorted({row.group[0] for row in compared})
    seconds = sorted({row.group[1] for row in compared})
    for first in (None, *firsts):
        for second in (None, *seconds):
            ratios = [
                row.ratio(other)
                for row in compared
                if first in (None, row.group[0]) and second in (None, row.group[1])
            ]
            if ratios:
                print(
                    f"against {other:18} {first or 'all':6} {second or '':11} "
                    f"{geometric_mean(ratios):6.3f}x over {len(ratios):3}, "
                    f"least {min(ratios):.3f}x, most {max(ratios):.3f}x"
                )


def report(results, markdown, plans, code=None):
    machine = results["machine"]
    print(
        f"{machine['gpu']}, driver {machine['driver']} (CUDA {machine['cuda']}), "
        f"{machine['date']}, {machine['repetitions']} repetitions"
    )
    rows = [Row(kernel) for kernel in results["kernels"]]
    variants = list(dict.fromkeys(v for row in rows for v in row.medians))
    others = [v for v in variants if v != SUBJECT]
    lines = []
    for row in rows:
        clocks = clocks_of_warp(row, machine)
        plan = plans.get(row.name, {})
        line = [row.name, plan.get("route", "-")]
        line += [
            f"{row.medians[v] / 1e3:.3f}" if v in row.medians else "-" for v in variants
        ]
        line += [f"{row.ratio(o):.2f}" if row.compares(o) else "-" for o in others]
        line += [f"{clocks:.1f}" if clocks else "-", str(plan.get("clocks", "-"))]
        lines.append([*line, " ".join(f"WRONG: {v}" for v in row.wrong)])
    header = ["kernel", "route", *variants, *(f"/{o}" for o in others), "clocks", "price", ""]
    print_table(header, lines, markdown)
    print()
    for other in others:
        summarise(rows, other)
    for row in rows:
        for other in others:
            if other.startswith(SUBJECT) and row.compares(other):
                if row.ratio(other) < 1 / WRONG_CHOICE:
                    print(f"wrong choice: {row.name}: {other} takes {row.ratio(other):.2f} of it")
    ways = {name: plan.get("ways") for name, plan in plans.items()}
    if any(ways.values()) and "clock_khz" in machine:
        print()
        ceilings.report(results, ways, ceilings.read_costs(), markdown, code)
    return verdict(results, rows)


def read_plans(path):
    """What build.py wrote, if it exists."""
    return json.loads(path.read_text()) if path.exists() else {}


def main():
    parser = argparse.ArgumentParser(description="Tabulates the times.")
    parser.add_argument("results", type=Path)
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    plans = read_plans(options.results.parent / "plans.json")
    code = read_plans(options.results.parent / "code.json")
    return report(json.loads(options.results.read_text()), options.markdown, plans, code)


if __name__ == "__main__":
    sys.exit(main())
