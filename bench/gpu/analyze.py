#!/usr/bin/env python3
# Turns the benchmark's raw times into a table.
#
#   bench/gpu/analyze.py build-bench/bench.json [--markdown]
#
# For each kernel: the median of each variant; the speed-up of the plugin, that
# is, the smaller median of clang and nvcc divided by the plugin's; and its 95%
# interval by bootstrap. Repetitions are drawn, not samples, since the variants
# of one repetition ran next to each other. The better compiler is chosen again
# in each draw. The exit code is 1 if a result was wrong or a kernel failed.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import json
import math
import random
import statistics
import sys
from pathlib import Path

BASELINES = ("clang", "nvcc")
# The variant that is compared; others are shown next to it.
SUBJECT = "f2layout"
# As in host/Measure.cpp: a failure that belongs to no single variant.
WHILE_TIMING = "while timing"
DRAWS = 1000
# An interval entirely below this is a loss.
LOSS = 0.98


def median(values):
    ordered = sorted(values)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2


def draw_speedups(times, baselines, variants, rng):
    """Variant -> its speed-ups over the better baseline in DRAWS draws."""
    count = len(times[baselines[0]])
    result = {variant: [] for variant in variants}
    for _ in range(DRAWS):
        picks = rng.choices(range(count), k=count)

        def drawn(name):
            values = times[name]
            return median([values[i] for i in picks])

        best = min(map(drawn, baselines))
        for variant in variants:
            result[variant].append(best / drawn(variant))
    return result


def interval(draws):
    ordered = sorted(draws)
    last = len(ordered) - 1
    return ordered[round(0.025 * last)], ordered[round(0.975 * last)]


class Row:
    """One kernel: medians, and per variant of the plugin its speed-up."""

    def __init__(self, kernel):
        self.name = kernel["kernel"]
        self.source = kernel["source"]
        self.repeated = kernel["repeated"]
        self.wrong = {v: n for v, n in kernel["wrong"].items() if n}
        self.unwritten = kernel["unwritten"]
        times = {v: t for v, t in kernel["nanoseconds"].items() if t}
        per = kernel["iterations"] if self.repeated else 1
        self.medians = {v: median(t) / per for v, t in times.items()}
        baselines = [b for b in BASELINES if b in times]
        self.speedups, self.draws = {}, {}
        if not baselines:
            return
        best = min(self.medians[b] for b in baselines)
        compared = [v for v in times if v not in BASELINES]
        self.speedups = {v: best / self.medians[v] for v in compared}
        # Seeded by the kernel, so that the same results give the same table.
        self.draws = draw_speedups(times, baselines, compared, random.Random(self.name))

    def verdict(self):
        if self.unwritten:
            return "REFERENCE UNSTABLE"
        if self.wrong:
            return "WRONG: " + ", ".join(self.wrong)
        if SUBJECT in self.draws and interval(self.draws[SUBJECT])[1] < LOSS:
            return "LOSS"
        return ""


def geometric_mean(values):
    return math.exp(statistics.fmean(map(math.log, values)))


def summary(rows, variant, title, name_losses):
    """The geometric mean over rows, with its interval over the same draws."""
    rows = [row for row in rows if variant in row.draws]
    if not rows:
        return
    draws = [
        geometric_mean([row.draws[variant][i] for row in rows]) for i in range(DRAWS)
    ]
    low, high = interval(draws)
    mean = geometric_mean([row.speedups[variant] for row in rows])
    losses = [row.name for row in rows if interval(row.draws[variant])[1] < LOSS]
    print(
        f"{title:26} {variant:18} {mean:.3f}x [{low:.3f}, {high:.3f}] over "
        f"{len(rows)} kernels, {len(losses)} below {LOSS}x"
    )
    if name_losses and losses:
        print("  " + ", ".join(losses))


def summaries(groups, compared):
    """Per form and per family of kernels, what the plugin gains."""
    for title, _, group in groups:
        for source in dict.fromkeys(row.source for row in group):
            family = [row for row in group if row.source == source]
            for variant in compared:
                summary(family, variant, f"{title} {source}", False)
    for title, _, group in groups:
        for variant in compared:
            summary(group, variant, f"{title}, all", variant == SUBJECT)


def cells(row, variants):
    """The row's texts: times, then the speed-up and interval per variant."""
    result = [row.name]
    for variant in variants:
        time = row.medians.get(variant)
        result.append("-" if time is None else f"{time:.1f}")
    for variant in variants:
        if variant in BASELINES:
            continue
        if variant in row.draws:
            low, high = interval(row.draws[variant])
            result.append(f"{row.speedups[variant]:.2f} [{low:.2f}, {high:.2f}]")
        else:
            result.append("-")
    return [*result, row.verdict()]


def print_table(header, lines, markdown):
    if markdown:
        for line in [header, ["---"] + ["---:"] * (len(header) - 2) + ["---"], *lines]:
            print("| " + " | ".join(line) + " |")
        return
    widths = [max(map(len, column)) for column in zip(header, *lines)]
    for line in [header, *lines]:
        first, *rest = (text for text in line)
        print(
            first.ljust(widths[0]),
            *(text.rjust(width) for text, width in zip(rest, widths[1:])),
        )


def verdict(results, rows):
    """Names what failed or was wrong; the exit code."""
    for failure in results["failures"]:
        where = f"{failure['kernel']}, {failure['variant']}"
        print(f"FAILED: {where}: {failure['failure']}")
    wrong = [row for row in rows if row.wrong or row.unwritten]
    checks = sum(kernel["checks"] for kernel in results["kernels"])
    print(
        f"{len(rows)} kernels, {checks} checks of each variant: {len(wrong)} kernels "
        f"wrong, {len(results['failures'])} failures"
    )
    return 1 if wrong or results["failures"] else 0


def report(results, markdown):
    machine = results["machine"]
    print(
        f"{machine['gpu']}, driver {machine['driver']} (CUDA {machine['cuda']}), "
        f"{machine['date']}, {machine['repetitions']} repetitions"
    )
    rows = [Row(kernel) for kernel in results["kernels"]]
    variants = list(dict.fromkeys(v for row in rows for v in row.medians))
    compared = [v for v in variants if v not in BASELINES]
    groups = (
        ("Streaming", "ns per launch", [r for r in rows if not r.repeated]),
        ("Repeated", "ns per iteration", [r for r in rows if r.repeated]),
    )
    for title, unit, group in groups:
        print(f"\n{title}, {unit}, median\n")
        header = ["kernel", *variants, *(f"{v} speed-up" for v in compared), ""]
        print_table(header, [cells(row, variants) for row in group], markdown)
    print()
    summaries(groups, compared)
    return verdict(results, rows)


def main():
    parser = argparse.ArgumentParser(description="Tabulates GPU benchmark results.")
    parser.add_argument("results", type=Path)
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    return report(json.loads(options.results.read_text()), options.markdown)


if __name__ == "__main__":
    sys.exit(main())
