#!/usr/bin/env python3
# Makes the tables of the paper on linear layouts again (3: reductions, 4: products of
# two types; figure4: products of mxfp4; figures: modelled clocks of 8 and 9), with
# f2layout's beside them.
#
#   bench/paper/paper.py [table3] [table4] [figure4] [figures] [--out build-paper] [--only TEXT...]
#
# prints each table in Markdown, and writes results.json into the folder, with every
# case: its layouts, the remarks, what was counted, and what is wrong. The exit status
# is 1 if a case is. Needs LLVM 22, the plugin, f2sim and the calculator, and neither
# a GPU nor, but for ptxas, CUDA.
#
# To run the cases of a table on a GPU as well, each beside its generic form:
#
#   bench/paper/paper.py table4 --host
#   bench/gpu/run.py build-paper/table4 --kernels build-paper/table4/kernels.txt
#   bench/paper/paper.py --gpu build-paper/table4/bench.json
#
# The last command prints how many of each row are right there.
#
#   bench/paper/paper.py --charts docs
#
# draws the charts of figures 4 to 9 from bench/results into docs; with figures, what
# these counted is written there first.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import collections
import json
import os
import sys
from pathlib import Path

from tools import ROOT, Tools, gpu_build, markdown

import charts  # isort: skip
import figure4  # isort: skip
import figures  # isort: skip
import table3  # isort: skip
import table4  # isort: skip

TABLES = {"table3": table3, "table4": table4, "figure4": figure4, "figures": figures}
SUBJECT = "f2layout"


def parse_options():
    parser = argparse.ArgumentParser(description="Makes the paper's tables again.")
    parser.add_argument("tables", nargs="*", choices=[[], *TABLES], help="default: all")
    parser.add_argument("--out", type=gpu_build.absolute, default=ROOT / "build-paper")
    parser.add_argument("--only", nargs="*", help="parts of names of cases")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--host", action="store_true", help="build what runs on a GPU")
    parser.add_argument("--gpu", type=Path, help="results of bench/gpu/run.py")
    parser.add_argument("--charts", type=Path, metavar="FOLDER", help="draw the figures there")
    build = ROOT / "build"
    for name, file in (("plugin", "lib/F2Layout.so"), ("f2sim", "bin/f2sim"),
                       ("calculator", "bin/f2layout")):  # fmt: skip
        parser.add_argument(f"--{name}", type=Path, default=build / file)
    parser.add_argument("--llvm", default="/usr/lib/llvm-22/bin")
    return parser.parse_args()


def build_host(options, tools, folder, cases):
    """What bench/gpu/run.py needs beside the cubins."""
    options.out = folder
    host = gpu_build.Builder(options, tools.cuda, gpu_build.find_clang())
    wrong = [e for e in (host.host(), host.support()) if e]
    (folder / "kernels.txt").write_text(
        "".join(
            f"{c.name} {c.name} 4 {c.block_bytes() // 4} {c.threads}\n" for c in cases
        )
    )
    return wrong


def on_gpu(path):
    """Right cases per table and row, as they ran on a GPU."""
    results = json.loads(path.read_text())
    known = json.loads((path.parent.parent / "results.json").read_text())
    rows = {r["name"]: (t, r["row"]) for t, cases in known.items() for r in cases}
    ran, right = collections.Counter(), collections.Counter()
    failed = {f["kernel"] for f in results["failures"]}
    for kernel in results["kernels"]:
        row = rows[kernel["kernel"]]
        ran[row] += 1
        right[row] += (
            SUBJECT in kernel["nanoseconds"]
            and not any(kernel["wrong"].values())
            and kernel["kernel"] not in failed
        )
    print(markdown(["table", "row", "ran", "right"], [[*r, ran[r], right[r]] for r in ran]))
    return ran == right and not failed


def main():
    options = parse_options()
    if options.gpu:
        return 0 if on_gpu(options.gpu) else 1
    if options.charts and not options.tables:
        return charts.draw(options.charts)
    tools = Tools(options)
    path, wrong = tools.out / "results.json", []
    every = json.loads(path.read_text()) if path.exists() else {}
    for name in options.tables or TABLES:
        module = TABLES[name]
        cases = [
            c
            for c in module.every_case(tools)
            if not options.only or any(part in c.name for part in options.only)
        ]
        every[name] = tools.each(lambda c, m=module: m.measure(c, tools), cases)
        print(f"{name}: {len(cases)} cases\n\n{module.table(every[name])}")
        wrong += [r["name"] for r in every[name] if not module.is_right(r)]
        if options.host:
            wrong += build_host(options, tools, tools.out / name, cases)
    path.write_text(json.dumps(every, indent=1) + "\n")
    if options.charts:
        if "figures" in options.tables:
            charts.write_modelled(every["figures"])
        charts.draw(options.charts)
    for name in wrong:
        print(f"wrong: {name}")
    print(f"{len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
