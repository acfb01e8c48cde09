#!/usr/bin/env python3
# Turns the times of the conversions into a table and a summary per class.
#
#   bench/convert/report.py build-convert/bench.json [--markdown] [--plans FILE]
#                           [--medians FILE]
#
# Per kernel: the median nanoseconds of a conversion there and back for each
# variant, and how many times faster the plugin is than each competitor, with a
# 95% interval by bootstrap over repetitions. Per class and per width: geometric
# means.
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import json
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "gpu"))

from analyze import (  # noqa: E402
    DRAWS,
    geometric_mean,
    interval,
    median,
    print_table,
    verdict,
)
from layouts import FORMS, form_of, built_pairs  # noqa: E402

SUBJECT = "f2layout"
# On one multiprocessor.
BLOCKS = 4
# Intervals entirely below these are losses.
LOSSES = {"clang": 0.98, "nvcc": 0.98, "triton": 0.95}


class Row:
    def __init__(self, kernel, pairs):
        self.name = kernel["kernel"]
        self.pair = pairs[kernel["source"]]
        self.form = form_of(self.name)
        self.warps = BLOCKS * self.pair.source.threads() // 32
        self.bits = 8 * kernel["element_bytes"]
        self.wrong = {v: n for v, n in kernel["wrong"].items() if n}
        self.unwritten = kernel["unwritten"]
        self.times = {v: t for v, t in kernel["nanoseconds"].items() if t}
        self.medians = {
            v: median(t) / kernel["iterations"] for v, t in self.times.items()
        }

    def ratio(self, other):
        return self.medians[other] / self.medians[SUBJECT]

    def draws(self, other):
        """Ratios in DRAWS draws of repetitions, always the same."""
        rng = random.Random(f"{self.name} {other}")
        ours, theirs = self.times[SUBJECT], self.times[other]
        result = []
        for _ in range(DRAWS):
            picks = rng.choices(range(len(ours)), k=len(ours))
            result.append(
                median([theirs[i] for i in picks]) / median([ours[i] for i in picks])
            )
        return result

    def compares(self, other):
        return other in self.medians and SUBJECT in self.medians


def groups(rows):
    """All, then parts of what is of one form."""
    yield "all", rows
    for form in FORMS:
        of_form = [row for row in rows if row.form == form]
        for title, group in parts(of_form) if of_form else ():
            yield f"{form}{title}", group


def parts(rows):
    yield "", rows
    for kind in dict.fromkeys(row.pair.kind for row in rows):
        yield f", {kind}", [row for row in rows if row.pair.kind == kind]
    yield ", 64x64", [row for row in rows if row.pair.source.shape == [64, 64]]
    for bits in sorted({row.bits for row in rows}):
        yield f", {bits} bits", [row for row in rows if row.bits == bits]


def summarise(rows, other):
    rows = [row for row in rows if row.compares(other)]
    draws = {row.name: row.draws(other) for row in rows}
    for title, group in groups(rows):
        if not group:
            continue
        mean = geometric_mean([row.ratio(other) for row in group])
        means = [
            geometric_mean([draws[row.name][i] for row in group]) for i in range(DRAWS)
        ]
        low, high = interval(means)
        bound = LOSSES.get(other, 1)
        losses = [row for row in group if interval(draws[row.name])[1] < bound]
        print(
            f"against {other:9} {title:19} {mean:6.3f}x [{low:.3f}, {high:.3f}] over "
            f"{len(group):3} kernels, {len(losses)} below {bound}x"
        )
        if title == "all":
            for row in sorted(losses, key=lambda row: row.ratio(other)):
                print(f"    {row.name} {row.ratio(other):.3f}x")


def read_plans(path):
    """The results of plans.py, if they exist."""
    return json.loads(path.read_text()) if path.exists() else {}


def clocks_of_warp(row, machine):
    """The clocks per warp on one multiprocessor."""
    return row.medians[SUBJECT] * machine["clock_khz"] / 1e6 / row.warps


def add_bounds(rows, machine, plans):
    """The lower bounds in nanoseconds, as an additional competitor."""
    for row in rows:
        if "clock_khz" in machine and plans.get(row.name, {}).get("bound"):
            clocks = plans[row.name]["bound"] * row.warps
            row.medians["bound"] = clocks * 1e6 / machine["clock_khz"]


def write_medians(path, machine, rows, plans):
    """Writes the medians for docs/: nanoseconds of a conversion there and back."""
    kernels = {
        row.name: {
            **{v: round(t, 3) for v, t in row.medians.items()},
            **({"plan": plans[row.name]} if row.name in plans else {}),
        }
        for row in rows
    }
    head = json.dumps({**machine, "unit": "nanoseconds there and back"})
    lines = ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in kernels.items())
    path.write_text(f'{{"machine": {head},\n"kernels": {{\n{lines}\n}}}}\n')


def compare_plans(rows, machine, plans):
    """Times against bounds, and what shared memory delivers where it does all."""
    known = [row for row in rows if SUBJECT in row.medians and row.name in plans]
    if not known or "clock_khz" not in machine:
        return
    bounded = [row for row in known if plans[row.name]["bound"] > 0]
    over = geometric_mean(
        [clocks_of_warp(row, machine) / plans[row.name]["bound"] for row in bounded]
    )
    print(f"over the bound {over:.2f}x, {len(bounded)} kernels, all but what moves nothing")
    rates = sorted(
        (plans[row.name]["wavefronts"] / clocks_of_warp(row, machine), row.name)
        for row in known
        if set(plans[row.name]["routes"]) == {"shared"}
    )
    if rates:
        low = [f"{name} {rate:.2f}" for rate, name in rates if rate < 0.85]
        print(
            f"through shared memory alone: {len(rates)} kernels, median "
            f"{128 * rates[len(rates) // 2][0]:.0f} of 128 bytes a clock; "
            f"{len(low)} below 85%: {', '.join(low)}"
        )


def report(results, markdown, plans=None, medians=None, folder=None):
    machine = results["machine"]
    print(
        f"{machine['gpu']}, driver {machine['driver']} (CUDA {machine['cuda']}), "
        f"{machine['date']}, {machine['repetitions']} repetitions"
    )
    pairs = {pair.name: pair for pair in built_pairs(folder)}
    rows = [Row(kernel, pairs) for kernel in results["kernels"]]
    variants = list(dict.fromkeys(v for row in rows for v in row.medians))
    others = [v for v in variants if not v.startswith(SUBJECT)]
    lines = []
    for row in rows:
        line = [row.name]
        line += [f"{row.medians[v]:.1f}" if v in row.medians else "-" for v in variants]
        line += [f"{row.ratio(o):.2f}" if row.compares(o) else "-" for o in others]
        lines.append([*line, " ".join(f"WRONG: {v}" for v in row.wrong)])
    print_table(["kernel", *variants, *(f"/{o}" for o in others), ""], lines, markdown)
    print()
    for other in others:
        summarise(rows, other)
    compare_plans(rows, machine, plans or {})
    if medians:
        add_bounds(rows, machine, plans or {})
        write_medians(medians, machine, rows, plans or {})
    return verdict(results, rows)


def main():
    parser = argparse.ArgumentParser(description="Tabulates the conversions' times.")
    parser.add_argument("results", type=Path)
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--plans", type=Path, help="default: plans.json beside them")
    parser.add_argument("--medians", type=Path, help="write the medians there")
    options = parser.parse_args()
    results = json.loads(options.results.read_text())
    plans = read_plans(options.plans or options.results.parent / "plans.json")
    return report(
        results, options.markdown, plans, options.medians, options.results.parent
    )


if __name__ == "__main__":
    sys.exit(main())
