#!/usr/bin/env python3
"""Figures 7 to 9 of the paper on linear layouts again: 18 kernels, with and without
the plugin.

    bench/paper/figures.py build [--out build-figures] [--only REGEX]
    bench/paper/figures.py prove [--out build-figures] [--target sm_90 sm_89 gfx90a]
    bench/paper/figures.py report [--out build-figures] [--results FILE] [--charts DIR]

`build` compiles every kernel of kernels/ for sm_90 by clang and nvcc as they are, and
by clang with the plugin, as bench/idioms/build.py does. The folder has all that a
machine with a GPU and Python needs; there, `python3 build-figures/run.py` checks and
times them and writes build-figures/idioms.json. `prove` compiles each kernel for each
target without and with the plugin, to machine code, has f2sim compare the two on a
small input, and models clocks from what it counts. `report` prints the tables, with
the paper's ranges, and draws the charts.

The speed-up of an input is the time of clang's code by that of clang's with the
plugin. `build` needs LLVM 22, CUDA and the plugin; `prove` f2sim, f2layout, and for
gfx90a ROCm's device libraries, too; none needs a GPU.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import importlib.util
import json
import math
import os
import re
import shlex
import shutil
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
BENCH = HERE.parent
sys.path += [str(BENCH / folder) for folder in ("gpu", "idioms")]


def load(name, path):
    """A module whose file's name another folder uses, too."""
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


idioms = load("idioms_build", BENCH / "idioms/build.py")
gpu_build = idioms.gpu_build
analyze = load("analyze", BENCH / "gpu/analyze.py")
launches = load("paper_launches", HERE / "launches.py")

TARGETS = ("sm_90", "sm_89", "gfx90a")
#: Without, and with the plugin: as it is, and told the block.
BEFORE, AFTER, TOLD = "clang", "f2layout", "f2layout-block"
#: The paper's figures: its machine, its range, and where ours come from.
FIGURES = {
    "sm_90": (7, "GH200", (0.92, 1.57)),
    "sm_89": (8, "RTX4090", (1.00, 1.51)),
    "gfx90a": (9, "MI250", (0.98, 1.18)),
}
COUNTED = ("wavefronts", "instructions", "barriers", "clocks")
#: What the figure of the measured times must show.
LEAST_MEAN, LEAST, LEAST_BEST = 1.0, 0.98, 1.5


class Builder(idioms.Builder):
    """bench/idioms' with the kernels of this folder."""

    def __init__(self, options, cuda, clang):
        super().__init__(options, cuda, clang)
        self.launches = [
            x for x in launches.all_launches() if re.search(options.only or "", x["kernel"])
        ]
        self.shapes = {(x["source"], idioms.shape(x)) for x in self.launches}
        self.headers = sorted((HERE / "kernels").glob("*.cuh"))

    def sources(self):
        return [HERE / "kernels" / f"{name}.cu" for name in self.names()]

    def names(self):
        return dict.fromkeys(x["source"] for x in self.launches)


def build(options):
    tools = gpu_build.find_tools()
    if not tools:
        return 0
    builder = Builder(options, *tools)
    builder.remove_stale()
    errors, _ = gpu_build.build_all(builder, options.jobs)
    errors += builder.write_launches()
    for path in (BENCH / "idioms/run.py", HERE / "expected.py", BENCH / "driver.py",
                 BENCH / "gpu/analyze.py"):  # fmt: skip
        shutil.copy(path, options.out)
    print(*errors, sep="\n", end="\n" if errors else "")
    names = len({x["family"] for x in builder.launches})
    print(f"figures: {names} kernels, {len(builder.launches)} inputs as "
          f"{', '.join(builder.variants())}")  # fmt: skip
    return 1 if errors else 0


class Failure(Exception):
    pass


def said(*command):
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        raise Failure(f"{' '.join(words)}: {(done.stdout + done.stderr)[:500]}")
    return done.stdout


class Prover:
    """Compiles for a target, compares and counts."""

    def __init__(self, options, target):
        """options: those of main, or the tools of paper.py."""
        self.options, self.target = options, target
        self.out = options.out / target
        self.out.mkdir(parents=True, exist_ok=True)
        self.llvm = Path(options.llvm)
        self.is_amd = target.startswith("gfx")
        table = json.loads(said(options.calculator, "target", target, "--json"))
        self.lanes = table["lanes"]
        self.price = {name: cost["clocks"] for name, cost in table["costs"].items()}
        self.cuda = gpu_build.find_cuda()

    def flags(self):
        """Of clang, or nothing if the target's libraries are not here."""
        text = said("sh", gpu_build.ROOT / "scripts/toolkits.sh")
        found = re.search(rf"^{'HIP' if self.is_amd else 'CUDA'}_FLAGS='(.*)'$", text, re.M)
        if not found or not found.group(1):
            return None
        if self.is_amd:
            return [*shlex.split(found.group(1)), f"--offload-arch={self.target}"]
        include = self.cuda / "include/cccl"
        return [*shlex.split(found.group(1)), f"--cuda-gpu-arch={self.target}", "-I", include]

    def module(self, source, form, block):
        """IR, and the remarks beside it."""
        module = self.out / f"{source}.{form}.ll"
        plugin = []
        if form == "after":
            plugin = [f"-fpass-plugin={self.options.plugin}", *gpu_build.REMARKS]
            plugin += ["-Xclang", "-mllvm", "-Xclang", f"-f2layout-block={block}"]
        command = [
            self.llvm / "clang++", *self.flags(), "-O3", "-std=c++17", *plugin, "-S",
            "-emit-llvm", HERE / "kernels" / f"{source}.cu", "-o", module,
        ]  # fmt: skip
        done = subprocess.run([str(w) for w in command], capture_output=True, text=True)
        if done.returncode:
            raise Failure(done.stderr[:500])
        if plugin:
            module.with_suffix(".remarks").write_text(done.stderr)
        return module

    def to_code(self, module):
        """Machine code: a processor may refuse what IR allows."""
        llc = [self.llvm / "llc", "-O3", f"-mcpu={self.target}", module]
        if self.is_amd:
            said(*llc, "-filetype=obj", "-o", module.with_suffix(".o"))
            return
        ptx, cubin = module.with_suffix(".ptx"), module.with_suffix(".cubin")
        said(*llc, "-mattr=+ptx80", "-o", ptx)
        if self.cuda:
            said(self.cuda / "bin/ptxas", f"-arch={self.target}", "-O3", ptx, "-o", cubin)

    def options_of(self, kernel, block):
        grid, more = launches.PROOFS[kernel]
        return ["--kernel", kernel, "--block", str(block), "--grid", grid, *more.split()]

    def compare(self, kernel, modules, block):
        done = subprocess.run(
            [str(w) for w in (self.options.f2sim, "--equal", *modules,
                              *self.options_of(kernel, block), "--quiet",
                              "--schedules", "forward,random:1")],
            capture_output=True, text=True,
        )  # fmt: skip
        return (done.stdout + done.stderr).strip() if done.returncode else "equal"

    def count(self, kernel, module, block):
        """What the launch takes, of the first of each argument's values: wavefronts of
        shared memory, instructions and block barriers of its warps, and clocks of a
        multiprocessor: as in bench/amd/model.py, its two pipes work at the same time,
        and barriers wait for both."""
        first = [re.sub(r",.*", "", w) if "=" in w else w
                 for w in self.options_of(kernel, block)]  # fmt: skip
        ran = json.loads(said(self.options.f2sim, module, *first, "--json"))
        waves = ran["wavefronts"]
        steps, barriers = (round(ran[kind] / self.lanes) for kind in ("computed", "barriers"))
        memory, alu = waves * self.price["wavefront"], steps * self.price["select"]
        clocks = max(memory, alu) + barriers * self.price["blockBarrier"]
        return {"wavefronts": waves, "instructions": steps, "barriers": barriers,
                "clocks": round(clocks)}  # fmt: skip

    def rows(self, source, kernels):
        """A row for each kernel of a source."""
        block = launches.BLOCKS[source]
        modules = [self.module(source, form, block) for form in ("before", "after")]
        for module in modules:
            self.to_code(module)
        for kernel, family in kernels.items():
            row = {"target": self.target, "kernel": kernel, "family": family}
            row["verdict"] = self.compare(kernel, modules, block)
            for form, module in zip(("before", "after"), modules):
                row[form] = self.count(kernel, module, block)
            yield row


class Case:
    """The kernels of a source for a target. Cases are what paper.py asks of a table:
    every_case, measure, is_right and table, with its tools in place of our options."""

    def __init__(self, prover, source, kernels):
        self.prover, self.source, self.kernels = prover, source, kernels
        self.name = f"{prover.target}_{source}"


def every_case(tools, targets=TARGETS, only=""):
    sources = {}
    for launch in launches.all_launches():
        if re.search(only, launch["kernel"]):
            sources.setdefault(launch["source"], {})[launch["kernel"]] = launch["family"]
    provers = [Prover(tools, target) for target in targets]
    for prover in provers:
        if prover.flags() is None:
            print(f"skipped: {prover.target}, whose libraries are not here")
    return [
        Case(prover, source, kernels)
        for prover in provers
        if prover.flags() is not None
        for source, kernels in sources.items()
    ]


def measure(case, _):
    result = {"name": case.name, "rows": [], "failure": None}
    try:
        for row in case.prover.rows(case.source, case.kernels):
            result["rows"].append(row)
    except Failure as failure:
        result["failure"] = str(failure)
    return result


def is_right(result):
    return not result["failure"] and all(r["verdict"] == "equal" for r in result["rows"])


def table(results):
    rows = [row for result in results for row in result["rows"]]
    found = dict.fromkeys(row["target"] for row in rows if row["target"] != "sm_90")
    return "\n\n".join(modelled_report(rows, target)[0] for target in found) + "\n"


def prove(options):
    cases = every_case(options, options.target, options.only or "")
    proved, failures = [], []
    with ThreadPoolExecutor(options.jobs) as pool:
        for result in pool.map(lambda case: measure(case, options), cases):
            proved += result["rows"]
            if result["failure"]:
                failures.append(f"{result['name']}: {result['failure']}")
            for row in result["rows"]:
                print(f"{row['target']} {row['kernel']}: {row['verdict']}", flush=True)
    failures += differing(proved)
    (options.out / "proved.json").write_text(json.dumps(proved, indent=1) + "\n")
    print(*failures, sep="\n", end="\n" if failures else "")
    equal = len(proved) - len(differing(proved))
    print(f"figures: {equal} of {len(proved)} equal in f2sim, {len(failures)} failures")
    return 1 if failures else 0


def differing(rows):
    return [
        f"{r['target']} {r['kernel']}: {r['verdict']}" for r in rows if r["verdict"] != "equal"
    ]


def mean(values):
    return math.exp(statistics.fmean(map(math.log, values)))


class Bar:
    """A kernel of a figure: its inputs' speed-ups."""

    def __init__(self, name, values):
        self.name, self.values = name, values
        self.mean, self.low, self.high = mean(values), min(values), max(values)

    def cells(self):
        return [self.name, len(self.values), f"{self.mean:.2f}x", f"{self.low:.2f}x",
                f"{self.high:.2f}x"]  # fmt: skip


def bars(pairs):
    """The bars of (kernel, speed-up)s."""
    together = {}
    for name, value in pairs:
        together.setdefault(name, []).append(value)
    return [Bar(name, values) for name, values in together.items()]


def markdown(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|---" + "|---:" * (len(header) - 1) + "|"]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows])


def measured(results):
    """Per kernel and input: the medians of all variants."""
    for kernel in results["kernels"]:
        times = {v: analyze.median(t) for v, t in kernel["nanoseconds"].items() if t}
        yield kernel, times


def speed_ups(results, before, after):
    """before names variants; the fastest counts."""
    return [
        (kernel["family"], min(times[b] for b in before if b in times) / times[after])
        for kernel, times in measured(results)
        if after in times and any(b in times for b in before)
    ]


def measured_report(results):
    """Text, the bars of the chart, and whether they are as they should be."""
    machine = results["machine"]
    number, there, (low, high) = FIGURES["sm_90"]
    head = f"{machine['gpu']}, driver {machine['driver']}, {machine['date']}"
    lines = [f"Figure {number}: {head}, medians of {machine['repetitions']} runs. "
             f"The paper, {there}: {low:.2f}x to {high:.2f}x.\n"]  # fmt: skip
    main = bars(speed_ups(results, [BEFORE], AFTER))
    told = {b.name: b for b in bars(speed_ups(results, [BEFORE], TOLD))}
    best = {b.name: b for b in bars(speed_ups(results, [BEFORE, "nvcc"], AFTER))}
    rows = [
        [*b.cells(), *([f"{t[b.name].mean:.2f}x" if b.name in t else "-" for t in (told, best)])]
        for b in main
    ]
    header = ["kernel", "inputs", "mean", "least", "most", "told the block",
              "than clang or nvcc"]  # fmt: skip
    lines += [markdown(header, rows), ""]
    inputs = [
        [kernel["kernel"], *(f"{times[v] / 1e3:.1f}" if v in times else "-"
                             for v in (BEFORE, "nvcc", AFTER, TOLD)),
         f"{times[BEFORE] / times[AFTER]:.2f}x" if AFTER in times and BEFORE in times else "-"]
        for kernel, times in measured(results)
    ]  # fmt: skip
    lines += [markdown(["input, us", "clang", "nvcc", "plugin", "told the block", "faster"], inputs)]
    wrong = [f"{k['kernel']}: {k['unexpected']}" for k in results["kernels"] if k["unexpected"]]
    wrong += [f"{k['kernel']}: {v} is wrong" for k in results["kernels"]
              for v, n in k["wrong"].items() if n]  # fmt: skip
    wrong += [f"{f['kernel']}, {f['variant']}: {f['failure']}" for f in results["failures"]]
    wrong += [f"{b.name}: a mean of {b.mean:.3f}x" for b in main if b.mean < LEAST_MEAN]
    wrong += [f"{b.name}: an input of {b.low:.3f}x" for b in main if b.low < LEAST]
    if max((b.high for b in main), default=0) < LEAST_BEST:
        wrong.append(f"no input is {LEAST_BEST}x as fast")
    return "\n".join(lines), main, f"Measured: {head}", wrong


def modelled_report(rows, target):
    number, there, (low, high) = FIGURES[target]
    rows = [row for row in rows if row["target"] == target]
    lines = [f"Figure {number}: {target}, modelled clocks, not measured. "
             f"The paper, {there}: {low:.2f}x to {high:.2f}x.\n"]  # fmt: skip
    cells = []
    for row in rows:
        before, after = row["before"], row["after"]
        cells.append([
            row["kernel"], row["verdict"],
            *(f"{before[c]} -> {after[c]}" for c in COUNTED),
            f"{before['clocks'] / after['clocks']:.2f}x",
        ])  # fmt: skip
    header = ["kernel", "f2sim", *COUNTED, "fewer"]
    lines.append(markdown(header, cells))
    pairs = [(r["family"], r["before"]["clocks"] / r["after"]["clocks"]) for r in rows]
    return "\n".join(lines), bars(pairs), f"Modelled, not measured: {target}"


BAR, GAP, SIDE, TOP, HEIGHT, FOOT = 22, 16, 56, 44, 240, 110
TICKS = (0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 12)


def chart(some, title, figure):
    """An SVG: means as bars, the least and the most input as error bars, behind them the
    range of the paper. Equal figures give equal bytes."""
    number, there, limits = figure
    ticks = [t for t in TICKS if t <= max(2, *(b.high * 1.5 for b in some))]

    def y(value):
        low, high = math.log(ticks[0]), math.log(ticks[-1])
        inside = min(max(math.log(value), low), high)
        return TOP + HEIGHT * (1 - (inside - low) / (high - low))

    width = SIDE + len(some) * (BAR + GAP) + GAP

    def text(x, at, words, more='text-anchor="middle"'):
        return f'<text x="{x:.1f}" y="{at:.1f}" {more}>{words}</text>'

    def line(x0, y0, x1, y1, more):
        return f'<line x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}" {more}/>'

    marks = [
        text(SIDE, 16, f"{title}: times as fast with the plugin", ""),
        text(SIDE, 30, f"grey: from {limits[0]:.2f}x to {limits[1]:.2f}x, the range of the "
             f"paper's figure {number} ({there})", ""),
        f'<rect x="{SIDE}" y="{y(limits[1]):.1f}" width="{width - SIDE - GAP}" '
        f'height="{y(limits[0]) - y(limits[1]):.1f}" fill="#e4e4e4"/>',
    ]  # fmt: skip
    for tick in ticks:
        style = f'stroke="#999999" stroke-width="{1.5 if tick == 1 else 0.4}"'
        marks.append(line(SIDE - 5, y(tick), width - GAP, y(tick), style))
        marks.append(text(SIDE - 8, y(tick) + 4, f"{tick:g}x", 'text-anchor="end"'))
    x = SIDE + GAP
    for b in some:
        top, bottom = min(y(b.mean), y(1)), max(y(b.mean), y(1))
        marks.append(f'<rect x="{x}" y="{top:.1f}" width="{BAR}" '
                     f'height="{max(bottom - top, 1):.1f}" fill="#3f7fbf"/>')  # fmt: skip
        middle, style = x + BAR / 2, 'stroke="#1b1b1b"'
        marks.append(line(middle, y(b.low), middle, y(b.high), style))
        marks += [line(middle - 4, y(v), middle + 4, y(v), style) for v in (b.low, b.high)]
        marks.append(text(middle, y(max(b.high, 1)) - 5, f"{b.mean:.2f}"))
        foot = TOP + HEIGHT + 12
        turned = f'text-anchor="end" transform="rotate(-55 {middle:.1f} {foot})"'
        marks.append(text(middle, foot, b.name, turned))
        x += BAR + GAP
    body = "\n".join(marks)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
        f'height="{TOP + HEIGHT + FOOT}" font-family="sans-serif" font-size="10">\n'
        f'<rect width="100%" height="100%" fill="white"/>\n{body}\n</svg>\n'
    )


def report(options):
    parts, wrong = [], []
    path = options.results or options.out / "idioms.json"
    if path.exists():
        text, some, title, wrong = measured_report(json.loads(path.read_text()))
        parts.append(("sm_90", text, some, title))
    proved = options.proved or options.out / "proved.json"
    rows = json.loads(proved.read_text()) if proved.exists() else []
    for target in dict.fromkeys(row["target"] for row in rows):
        if target != "sm_90":
            parts.append((target, *modelled_report(rows, target)))
    wrong += differing(rows)
    for target, text, some, title in parts:
        print(f"{text}\n")
        if options.charts and some:
            options.charts.mkdir(parents=True, exist_ok=True)
            name = f"figure{FIGURES[target][0]}.svg"
            (options.charts / name).write_text(chart(some, title, FIGURES[target]))
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"figures: {len(parts)} of {len(FIGURES)}, {len(wrong)} not as they should be")
    return 1 if wrong or not parts else 0


def parse_options():
    root = gpu_build.ROOT
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("what", choices=["build", "prove", "report"])
    parser.add_argument("--out", type=gpu_build.absolute, default=root / "build-figures")
    parser.add_argument("--only", metavar="REGEX", help="kernels whose name it finds")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--target", nargs="*", default=TARGETS)
    parser.add_argument("--results", type=Path, help="default: OUT/idioms.json")
    parser.add_argument("--proved", type=Path, help="default: OUT/proved.json")
    parser.add_argument("--charts", type=Path, help="the folder of the charts")
    for name, file in (("plugin", "lib/F2Layout.so"), ("f2sim", "bin/f2sim"),
                       ("calculator", "bin/f2layout")):  # fmt: skip
        parser.add_argument(f"--{name}", type=gpu_build.absolute, default=root / "build" / file)
    parser.add_argument("--llvm", default="/usr/lib/llvm-22/bin")
    return parser.parse_args()


def main():
    options = parse_options()
    options.out.mkdir(parents=True, exist_ok=True)
    return {"build": build, "prove": prove, "report": report}[options.what](options)


if __name__ == "__main__":
    sys.exit(main())
