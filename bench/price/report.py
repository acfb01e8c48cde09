#!/usr/bin/env python3
# Compares the clocks that the price predicts with those that a GPU measured,
# and each choice with the best of the alternatives.
#
#   bench/price/report.py DIR [--json price.json]
#
# DIR has NAME.json and NAME-predicted.json for each part of run.py.
#
#   rank         Spearman's correlation of predicted and measured clocks
#   error        |predicted - measured| / measured, in clocks of one warp
#   loss         the time of the plugin's choice over the least of all ways; the
#                interval is of the ratios of the repetitions, 95%
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import json
import statistics
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "gpu"))

from analyze import interval, median  # noqa: E402

# On one multiprocessor: four blocks of four warps, of bench/gpu eight.
WARPS = {"convert": 16, "gpu": 32}
CHOICE = "f2layout"
# What a choice may take in terms of the best way.
LOSS = 1.05
SHOWN = 25


class Row:
    """One kernel: for each way the clocks that one warp takes for one iteration."""

    def __init__(self, kernel, clock_khz, warps, predicted):
        self.name = kernel["kernel"]
        self.wrong = [v for v, n in kernel["wrong"].items() if n]
        self.times = {v: t for v, t in kernel["nanoseconds"].items() if t}
        scale = clock_khz / 1e6 / warps / kernel["iterations"]
        self.measured = {v: median(t) * scale for v, t in self.times.items()}
        self.predicted = predicted

    def pairs(self):
        for way, clocks in self.predicted.items():
            if way in self.measured and clocks > 0:
                yield way, clocks, self.measured[way]

    def best(self):
        return min(self.measured, key=self.measured.get)

    def loss(self):
        """Of the choice over the best way, and its interval."""
        best, ours = self.times[self.best()], self.times[CHOICE]
        ratios = [o / b for o, b in zip(ours, best)]
        return self.measured[CHOICE] / self.measured[self.best()], interval(ratios)


def read(part, results, predicted):
    """The rows of one part of run.py."""
    clock = results["machine"]["clock_khz"]
    known = json.loads(predicted.read_text())
    for kernel in results["kernels"]:
        name = kernel["kernel"]
        if name in known:
            yield Row(kernel, clock, WARPS[part], known[name])


def ranks(values):
    """Equal values share the mean of their ranks."""
    order = sorted(range(len(values)), key=values.__getitem__)
    result = [0.0] * len(values)
    first = 0
    while first < len(order):
        last = first
        while last + 1 < len(order) and values[order[last + 1]] == values[order[first]]:
            last += 1
        for at in range(first, last + 1):
            result[order[at]] = (first + last) / 2
        first = last + 1
    return result


def rank_correlation(one, other):
    return statistics.correlation(ranks(one), ranks(other))


def summary(pairs):
    predicted = [p for _, _, p, _ in pairs]
    measured = [m for _, _, _, m in pairs]
    errors = sorted(abs(p - m) / m for p, m in zip(predicted, measured))
    return {
        "pairs": len(pairs),
        "rank": round(rank_correlation(predicted, measured), 4),
        "median error": round(statistics.median(errors), 4),
        "error of nine tenths": round(errors[int(0.9 * (len(errors) - 1))], 4),
    }


def report(rows, path=None):
    pairs = [(row.name, *pair) for row in rows for pair in row.pairs()]
    if len(pairs) < 2:
        print("price: nothing was measured")
        return 1
    groups = {"all": pairs}
    for way in dict.fromkeys(way for _, way, _, _ in pairs):
        groups[way] = [pair for pair in pairs if pair[1] == way]
    summaries = {name: summary(group) for name, group in groups.items()}
    for name, known in summaries.items():
        print(f"{name:12} " + ", ".join(f"{key} {value}" for key, value in known.items()))
    print(f"\nfarthest off, of {len(pairs)}:")
    for name, way, p, m in sorted(pairs, key=lambda x: -abs(x[2] - x[3]) / x[3])[:SHOWN]:
        print(f"  {name:28} {way:12} predicted {p:8.1f} measured {m:8.1f}")
    losses = {}
    for row in rows:
        if CHOICE not in row.times:
            continue
        loss, (low, high) = row.loss()
        if loss > LOSS:
            losses[row.name] = (row.best(), loss, low, high)
    print(f"\n{len(losses)} of {len(rows)} choices lose more than {LOSS - 1:.0%}:")
    for name, (best, loss, low, high) in sorted(losses.items(), key=lambda x: -x[1][1]):
        row = next(row for row in rows if row.name == name)
        said = row.predicted
        print(
            f"  {name:28} {loss:.3f} [{low:.3f}, {high:.3f}] than {best:12} predicted "
            f"{said.get(CHOICE, 0):.1f} and {said.get(best, 0):.1f}, measured "
            f"{row.measured[CHOICE]:.1f} and {row.measured[best]:.1f}"
        )
    wrong = [row.name for row in rows if row.wrong]
    print(f"\nwrong results: {', '.join(wrong) or 'none'}")
    if path:
        kernels = {
            row.name: {
                way: [round(row.predicted.get(way, 0), 2), round(clocks, 2)]
                for way, clocks in row.measured.items()
            }
            for row in rows
        }
        text = {"summary": summaries, "predicted and measured": kernels}
        path.write_text(json.dumps(text, indent=1) + "\n")
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description="Compares the price with times.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    rows = []
    for predicted in sorted(options.folder.glob("*-predicted.json")):
        name = predicted.name.removesuffix("-predicted.json")
        results = json.loads((options.folder / f"{name}.json").read_text())
        rows += read(name, results, predicted)
    return report(rows, options.json)


if __name__ == "__main__":
    sys.exit(main())
