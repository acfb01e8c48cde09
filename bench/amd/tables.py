#!/usr/bin/env python3
# Turns the counts of bench/amd/run.py into tables.
#
#   bench/amd/tables.py bench/results/amd.json
#
# Per target and class of pairs, the tables have the mean cost of one iteration,
# a conversion there and back, for one wave, generic form -> the plugin's form;
# the geometric mean of the ratio of modelled clocks (model.py); how many
# kernels are worse, and their names; and the kernels that gain least, with
# their bottleneck.
#
# A form that takes no clocks, for example a conversion that only renames
# registers, counts as one clock in ratios.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import json
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "gpu"))

from analyze import geometric_mean  # noqa: E402

CROSS_LANE = ("lds_moves", "dpp", "permlane", "swaps")
HEADER = (
    "| target, pairs | kernels | LDS instructions | bytes a lane | wavefronts "
    "| cross-lane | VALU moves | VALU | barriers | clocks | times fewer | worse |"
)
# The number of least-gaining kernels that are named per target.
LEAST = 5


def ratio(row):
    generic, own = row["generic"]["clocks"], row["f2layout"]["clocks"]
    return max(generic, 1) / max(own, 1)


def cross_lane(counts):
    return sum(counts[name] for name in CROSS_LANE)


def barriers(counts):
    return counts["block_barriers"] + counts["warp_barriers"]


def kernel(row):
    return f"{row['pair']}_{row['bits']}"


def worse(rows):
    return [row for row in rows if ratio(row) < 1]


def means(rows, of):
    """'generic -> f2layout', each the mean of a figure over the rows."""
    both = (
        statistics.fmean(of(row[form]) for row in rows)
        for form in ("generic", "f2layout")
    )
    return " -> ".join(f"{value:.1f}" for value in both)


def groups(rows):
    """The rows of a target: all, per class, per width."""
    yield "all", rows
    for kind in dict.fromkeys(row["class"] for row in rows):
        yield kind, [row for row in rows if row["class"] == kind]
    for bits in sorted({row["bits"] for row in rows}):
        yield f"{bits} bits", [row for row in rows if row["bits"] == bits]


def table_line(title, rows):
    def field(name):
        return means(rows, lambda counts: counts[name])

    cells = [
        title,
        str(len(rows)),
        field("lds"),
        field("lds_bytes"),
        field("wavefronts"),
        means(rows, cross_lane),
        field("moves"),
        field("vector_alu"),
        means(rows, barriers),
        field("clocks"),
        f"{geometric_mean([ratio(row) for row in rows]):.2f}x",
        str(len(worse(rows))),
    ]
    return "| " + " | ".join(cells) + " |"


def describe(row):
    """One kernel: the clocks of both forms, and the parts of ours."""
    own, generic = row["f2layout"], row["generic"]
    return (
        f"{kernel(row)} {ratio(row):.2f}x: {generic['clocks']:g} -> "
        f"{own['clocks']:g} clocks ({own['wavefronts']:g} wavefronts, "
        f"{own['lds_moves']} LDS moves, {own['vector_alu']} VALU, "
        f"{barriers(own)} barriers; the generic form {generic['wavefronts']:g}, "
        f"{generic['lds_moves']}, {generic['vector_alu']}, {barriers(generic)})"
    )


def remarkable(rows):
    """Kernels not changed, worse ones, spills, and those that gain least."""
    left = [row for row in rows if row["replaced"] < 2]
    spilled = [
        row for row in rows if row["f2layout"]["scratch"] > row["generic"]["scratch"]
    ]
    yield f"- left alone, one way or both: {len(left)}"
    yield from (f"  - {kernel(row)}, {row['replaced']} of 2 replaced" for row in left)
    yield f"- worse: {len(worse(rows))}"
    yield from (f"  - {describe(row)}" for row in sorted(worse(rows), key=ratio))
    yield f"- spills that the generic form has not: {len(spilled)}"
    yield from (f"  - {kernel(row)}" for row in spilled)
    yield "- least gained:"
    rest = sorted((row for row in rows if ratio(row) >= 1), key=ratio)
    yield from (f"  - {describe(row)}" for row in rest[:LEAST])


def summary(rows):
    """Lines of Markdown."""
    targets = list(dict.fromkeys(row["target"] for row in rows))
    yield HEADER
    yield "| --- |" + " ---: |" * (HEADER.count("|") - 2)
    for target in targets:
        own = [row for row in rows if row["target"] == target]
        for title, group in groups(own):
            yield table_line(f"{target}, {title}", group)
    for target in targets:
        yield f"\n{target}:\n"
        yield from remarkable([row for row in rows if row["target"] == target])


def main():
    parser = argparse.ArgumentParser(description="Tabulates what run.py counted.")
    parser.add_argument("results", type=Path)
    rows = json.loads(parser.parse_args().results.read_text())["rows"]
    print("\n".join(summary(rows)))
    return 1 if worse(rows) else 0


if __name__ == "__main__":
    sys.exit(main())
