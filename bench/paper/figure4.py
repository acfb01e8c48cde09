#!/usr/bin/env python3
"""Figure 4 of the paper on linear layouts again: products of mxfp4 by f16, bf16 and
two types of float8, over shapes.

    bench/paper/figure4.py build [--out build-figure4]
    python3 build-figure4/run.py build-figure4 --results FILE     on a GPU
    bench/paper/figure4.py table FILE

`build` compiles mxfp4/mxfp4_gemm.cu for sm_90 in every way that is compared, and
copies what a machine with a GPU, PyTorch and Triton needs into the folder. Needs
LLVM 22, CUDA and the plugin. The paper's speed-up is that of Triton with linear
layouts over Triton before; here it is that of the plugin over conversions of wide
elements through shared memory, one by one, by the better of clang and nvcc.

Part of the f2layout project, under the Apache License v2.0 with LLVM Exceptions.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import math
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "gpu"))

import build as gpu_build  # noqa: E402

FOLDER = HERE / "mxfp4"
SOURCE = FOLDER / "mxfp4_gemm.cu"
INCLUDE = ["-I", gpu_build.ROOT / "plugin/include"]
#: Variant -> the compiler, and whether elements are widened before they move.
VARIANTS = {
    "f2layout": ("plugin", False),
    "f2layout, wide": ("plugin", True),
    "narrow, clang": ("clang", False),
    "narrow, nvcc": ("nvcc", False),
    "generic, clang": ("clang", True),
    "generic, nvcc": ("nvcc", True),
}
TYPES = ("f16", "bf16", "e4m3", "e5m2")
GENERIC = ("generic, clang", "generic, nvcc")
SUBJECT = "f2layout"
PAPER = 1.87
#: GPU -> floating-point operations and bytes of memory per second, of its data sheet.
PEAKS = {"H100": (989.4e12, 3.35e12), "H200": (989.4e12, 4.8e12)}


def build(options):
    options.out.mkdir(parents=True, exist_ok=True)
    cubins = {}
    for variant, (compiler, is_wide) in VARIANTS.items():
        name = variant.replace(", ", "-")
        ptx, cubin = options.out / f"{name}.ptx", options.out / f"{name}.cubin"
        more = [*INCLUDE, *(["-DWIDE"] if is_wide else [])]
        if compiler == "nvcc":
            gpu_build.require(*gpu_build.nvcc_command(options.cuda, SOURCE, cubin, *more))
        else:
            if compiler == "plugin":
                more.append(f"-fpass-plugin={options.plugin}")
            tools = options.clang, options.cuda
            gpu_build.require(*gpu_build.clang_command(*tools, SOURCE, ptx, *more))
            gpu_build.require(*gpu_build.ptxas_command(options.cuda, ptx, cubin))
        cubins[variant] = cubin.name
    (options.out / "variants.json").write_text(json.dumps(cubins, indent=1) + "\n")
    for name in ("run.py", "triton_mxfp4.py"):
        shutil.copy(FOLDER / name, options.out)


class Case:
    """A type of B: what paper.py asks of a table's case."""

    def __init__(self, name):
        self.type, self.name = name, f"mxfp4_{name}"


def every_case(_):
    return [Case(name) for name in TYPES]


#: Form -> macros, and whether the plugin compiles it.
FORMS = {"f2layout": ([], True), "generic": (["-DWIDE"], False),
         "reference": (["-DBY_ELEMENT"], False)}  # fmt: skip


def measure(case, tools):
    """Compares both forms with a thread for each element, on a small product whose sums
    are exact, and counts what they have of shared memory and barriers."""
    result = {"name": case.name, "type": case.type, "wrong": "", "counts": {}}
    modules = {}
    for form, (more, by_plugin) in FORMS.items():
        path = tools.out / f"figure4/{case.name}.{form}.ll"
        path.parent.mkdir(parents=True, exist_ok=True)
        more = [*more, "-DEXACT", f"-DONLY={TYPES.index(case.type)}", "-emit-llvm", *INCLUDE]
        if by_plugin:
            more.append(f"-fpass-plugin={tools.plugin}")
        clang = tools.llvm / "clang++", tools.cuda
        tools.must(*gpu_build.clang_command(*clang, SOURCE, path, *more))
        modules[form] = path
    for form in ("f2layout", "generic"):
        done = tools.run(
            tools.f2sim, "--equal", modules["reference"], modules[form],
            "--kernel", case.name, "--block", 128, "--arg", "4=128", "--arg", "5=256",
            "--schedules", "forward", "--quiet", "--max-steps", 10**9,
        )  # fmt: skip
        if done.returncode:
            result["wrong"] += f"{form}: {done.stdout}{done.stderr}"
        ptx = tools.out / f"figure4/{case.name}.{form}.ptx"
        tools.must(tools.llvm / "llc", f"-mcpu={gpu_build.ARCH}", modules[form], "-o", ptx)
        result["counts"][form] = gpu_build.ptx_counts(ptx.read_text())[case.name]
    return result


def is_right(result):
    return not result["wrong"]


def table(results):
    header = ["B", "right", "loads", "stores", "barriers"]
    rows = [
        [r["type"], "no" if r["wrong"] else "yes",
         *(f"{r['counts']['generic'][c]} -> {r['counts']['f2layout'][c]}" for c in header[2:])]
        for r in results
    ]  # fmt: skip
    return markdown(header, rows)


def markdown(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|---" + "|---:" * (len(header) - 1) + "|"]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]) + "\n"


class Row:
    """A product that was measured."""

    def __init__(self, row, peaks):
        m, n, k = row["shape"]
        self.name = "x".join(map(str, row["shape"]))
        self.type, self.about = row["type"], row["triton"]
        self.times = {v: t[0] for v, t in row["microseconds"].items()}
        self.intervals = {v: t[1:] for v, t in row["microseconds"].items()}
        self.wrong = {v: n for v, n in row["wrong"].items() if n}
        ours = (SUBJECT, "f2layout, wide", "narrow, clang", "narrow, nvcc", *GENERIC)
        self.differ = [v for v in ours if not row["same bits"][v]]
        size = 1 if self.type.startswith("e") else 2
        moved = m * k / 2 + m * k / 32 + n * k * size + 4 * m * n
        operations, bandwidth = peaks
        self.least = 1e6 * max(2 * m * n * k / operations, moved / bandwidth)
        self.generic = min(self.times[v] for v in GENERIC)
        self.rate = 2 * m * n * k / self.times[SUBJECT] / 1e6

    def over(self, other):
        return self.times[other] / self.times[SUBJECT] if other in self.times else None


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def measured_table(results):
    peaks = next(p for name, p in PEAKS.items() if name in results["gpu"])
    rows = [Row(row, peaks) for row in results["rows"]]
    cells = []
    for r in rows:
        low, high = r.intervals[SUBJECT]
        triton = r.over("triton")
        cells.append([
            r.name, r.type, f"{r.generic:.1f}", f"{r.times[SUBJECT]:.1f}",
            f"{low:.1f} to {high:.1f}", f"{r.rate:.0f}", f"{r.generic / r.times[SUBJECT]:.2f}x",
            f"{r.generic / r.least:.1f}x", f"{triton:.2f}x" if triton else "-",
            f"{r.over('matmul'):.2f}x",
        ])  # fmt: skip
    header = ["M x N x K", "B", "generic, us", "plugin, us", "95%", "TFLOP/s",
              "faster than generic", "at most", "than Triton", "than f16 matmul"]  # fmt: skip
    print(f"{results['gpu']}, {results['date']}, medians of {results['runs']} runs, "
          f"Triton {results['triton']}\n\n{markdown(header, cells)}")  # fmt: skip
    faster = [r.generic / r.times[SUBJECT] for r in rows]
    best = max(rows, key=lambda r: r.generic / r.times[SUBJECT])
    print(f"over generic: {mean(faster):.2f}x on the geometric mean of {len(rows)}, "
          f"{min(faster):.2f}x to {max(faster):.2f}x ({best.name}, {best.type}); "
          f"the paper: up to {PAPER}x")  # fmt: skip
    lower = [f"{r.name} {r.type}" for r in rows if r.generic / r.least < PAPER]
    print(f"ceiling below {PAPER}x: {', '.join(lower) or 'nowhere'}")
    faults = [f"{r.name} {r.type}: {r.wrong} {r.differ}" for r in rows if r.wrong or r.differ]
    print(*faults, f"{len(rows) - len(faults)} of {len(rows)} right, with the same bits", sep="\n")
    return 1 if faults else 0


def main():
    parser = gpu_build.named_tools_parser(__doc__.split("\n")[0], "build-figure4")
    parser.add_argument("action", choices=["build", "table"])
    parser.add_argument("results", type=Path, nargs="?", help="what run.py wrote")
    options = parser.parse_args()
    if options.action == "build":
        return build(options)
    return measured_table(json.loads(options.results.read_text()))


if __name__ == "__main__":
    sys.exit(main())
