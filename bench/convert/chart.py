#!/usr/bin/env python3
# Draws the results of the conversions as a bar chart: how many times faster the
# plugin is than each competitor, as geometric means per form, class and width.
# The chart is readable in grey, and equal results give equal bytes.
#
#   bench/convert/chart.py results.json chart.svg [--plans FILE]
#
# The bound is a lower bound for every plan (plans.py); the plugin's bar is
# relative to it.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import json
import math
import sys
from pathlib import Path

from report import SUBJECT, Row, add_bounds, geometric_mean, groups, read_plans
from layouts import built_pairs

SHADES = {"clang": "#1b1b1b", "nvcc": "#7a7a7a", "triton": "#3f7fbf", "bound": "#c9c9c9"}
BAR, GAP, SIDE, TOP, HEIGHT = 16, 26, 60, 50, 260
TICKS = (0.5, 1, 2, 4, 8, 16)


def bars(rows):
    """(group, [(other, mean)]) in the order of the report."""
    others = dict.fromkeys(v for row in rows for v in row.medians if v in SHADES)
    for title, group in groups(rows):
        means = []
        for other in others:
            ratios = [row.ratio(other) for row in group if row.compares(other)]
            if ratios:
                means.append((other, geometric_mean(ratios)))
        if means:
            yield title, means


def height(value):
    low, high = math.log(TICKS[0]), math.log(TICKS[-1])
    return HEIGHT * (math.log(min(max(value, TICKS[0]), TICKS[-1])) - low) / (high - low)


def text(x, y, words, anchor="middle"):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{words}</text>'


def bar(x, value, shade):
    one = TOP + HEIGHT - height(1)
    end = TOP + HEIGHT - height(value)
    return (
        f'<rect x="{x:.1f}" y="{min(one, end):.1f}" width="{BAR}" '
        f'height="{max(abs(one - end), 1):.1f}" fill="{shade}"/>'
    )


def draw(results, plans, folder=None):
    pairs = {pair.name: pair for pair in built_pairs(folder)}
    rows = [Row(kernel, pairs) for kernel in results["kernels"]]
    add_bounds(rows, results["machine"], plans)
    rows = [row for row in rows if SUBJECT in row.medians]
    marks, x = [], SIDE
    for title, means in bars(rows):
        first = x
        for other, mean in means:
            marks.append(bar(x, mean, SHADES[other]))
            end = TOP + HEIGHT - height(max(mean, 1))
            marks.append(text(x + BAR / 2, end - 4, f"{mean:.1f}"))
            x += BAR + 4
        form, _, part = title.partition(", ")
        middle = (first + x - 4) / 2
        marks.append(text(middle, TOP + HEIGHT + 18, part or form))
        if part:
            marks.append(text(middle, TOP + HEIGHT + 30, form))
        x += GAP
    machine = results["machine"]
    head = (
        f"Conversions on {machine['gpu']}, driver {machine['driver']}, "
        f"{machine['date'][:10]}: times faster than"
    )
    marks.append(text(SIDE, 20, head, "start"))
    legend = SIDE
    for other, shade in SHADES.items():
        marks.append(f'<rect x="{legend}" y="28" width="10" height="10" fill="{shade}"/>')
        marks.append(text(legend + 14, 37, other, "start"))
        legend += 70
    for tick in TICKS:
        y = TOP + HEIGHT - height(tick)
        marks.append(
            f'<line x1="{SIDE - 6}" y1="{y:.1f}" x2="{x - GAP}" y2="{y:.1f}" '
            f'stroke="#bbbbbb" stroke-width="{2 if tick == 1 else 0.5}"/>'
        )
        marks.append(text(SIDE - 10, y + 4, f"{tick:g}x", "end"))
    size = f'width="{x}" height="{TOP + HEIGHT + 42}"'
    style = 'font-family="sans-serif" font-size="10"'
    body = "\n".join(marks)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>\n'
        f'<rect width="100%" height="100%" fill="white"/>\n{body}\n</svg>\n'
    )


def main():
    parser = argparse.ArgumentParser(description="Draws the conversions' results.")
    parser.add_argument("results", type=Path)
    parser.add_argument("chart", type=Path)
    parser.add_argument("--plans", type=Path, help="default: plans.json beside them")
    options = parser.parse_args()
    plans = read_plans(options.plans or options.results.parent / "plans.json")
    results = json.loads(options.results.read_text())
    options.chart.write_text(draw(results, plans, options.results.parent))
    return 0


if __name__ == "__main__":
    sys.exit(main())
