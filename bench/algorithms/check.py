#!/usr/bin/env python3
"""Compiles the block and warp algorithms of CUB, Thrust and rocPRIM without and with
the plugin, and checks that nothing breaks.

    bench/algorithms/check.py [--out build-algorithms] [--plugin build/lib/F2Layout.so]
        [--jobs 2] [--only cub_block:int:4:sm_90:3] [--page docs/algorithms.md]

Each source is compiled for element types, numbers of elements, processors and levels
of optimization. `opt -verify-each` runs LLVM's whole pipeline of that level, without
and with the plugin; the code generator must take the results, and ptxas for NVIDIA.
f2sim compares what each kernel writes: 128 threads, two blocks, four orders of the
threads. Writes results.json, and a page. The exit status is 1 if anything is wrong.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import shlex
import subprocess
import sys

import page

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent

NVIDIA = ("sm_80", "sm_90")
AMD = ("gfx90a", "gfx942", "gfx950", "gfx1030", "gfx1100", "gfx1201")
WIDE = [(t, n) for t in ("char", "short", "int", "double") for n in (4, 7)]
NARROW = [("int", 4), ("double", 7)]
# f2sim's exit statuses.
VERDICTS = {0: "equal", 1: "different", 2: "not run", 3: "no verdict", 4: "by schedule"}

Case = collections.namedtuple("Case", "source element items cpu level")


def cases():
    """All types at -O3 for one processor of each maker, two of them elsewhere."""
    for cpus, main, sources in (
        (NVIDIA, "sm_90", ("cub_block.cu", "cub_warp.cu")),
        (AMD, "gfx942", ("rocprim.hip",)),
    ):
        for source in sources:
            for cpu in cpus:
                for level in (3, 2, 1):
                    for element, items in WIDE if (cpu, level) == (main, 3) else NARROW:
                        yield Case(source, element, items, cpu, level)
    for cpu in NVIDIA:
        for level in (3, 2, 1):
            yield Case("thrust.cu", "int", 1, cpu, level)


class Broken(Exception):
    """A command failed that must not."""


class Checker:
    def __init__(self, options, toolkits):
        self.options = options
        self.toolkits = toolkits

    def run(self, *command, **more):
        result = subprocess.run(
            list(map(str, command)), check=False, capture_output=True, text=True, **more
        )
        if result.returncode:
            raise Broken(f"{shlex.join(map(str, command))}\n{result.stderr[-2000:]}")
        return result

    def tool(self, name):
        return self.options.llvm / name

    def front_end(self, case, result):
        """The module before any pass of LLVM."""
        if case.cpu.startswith("sm_"):
            flags = self.toolkits["CUDA_FLAGS"] + f" -I{self.toolkits['CUDA']}/include/cccl"
            target = f"--cuda-gpu-arch={case.cpu}"
        else:
            flags = self.toolkits["HIP_FLAGS"] + f" -I{ROOT}/test/kernels"
            target = f"--offload-arch={case.cpu}"
        self.run(
            self.tool("clang++"), *shlex.split(flags), target, "-std=c++17", f"-O{case.level}",
            "-Xclang", "-disable-llvm-passes", f"-DELEMENT={case.element}",
            f"-DITEMS={case.items}", "-S", "-emit-llvm", HERE / case.source, "-o", result,
        )  # fmt: skip

    def assemble(self, case, module):
        assembly = module.with_suffix(".s")
        if not case.cpu.startswith("sm_"):
            self.run(self.tool("llc"), "-O3", "-filetype=obj", module, "-o", assembly)
            return
        # The first version of PTX that knows the barriers of clusters.
        self.run(self.tool("llc"), "-O3", f"-mcpu={case.cpu}", "-mattr=+ptx80", module, "-o",
                 assembly)  # fmt: skip
        self.run(
            f"{self.toolkits['CUDA']}/bin/ptxas", f"-arch={case.cpu}", assembly, "-o",
            module.with_suffix(".cubin"),
        )  # fmt: skip

    def is_assembled(self, case, module):
        """A library may not know a processor, and write instructions that it lacks."""
        try:
            self.assemble(case, module)
        except Broken:
            return False
        return True

    def check(self, case):
        """The result of a case, as a dictionary."""
        folder = self.options.out / ("_".join(map(str, case)).replace(".", "_"))
        folder.mkdir(parents=True, exist_ok=True)
        first, plain, after = (folder / f"{n}.ll" for n in ("clang", "before", "after"))
        row = {**case._asdict(), "kernels": {}}
        try:
            self.front_end(case, first)
            pipeline = f"-passes=default<O{case.level}>"
            self.run(self.tool("opt"), "-S", pipeline, first, "-o", plain)
            self.run(
                self.tool("opt"), "-S", pipeline, first, "-o", after, "-verify-each",
                f"-load-pass-plugin={self.options.plugin}",
                f"-pass-remarks-output={folder}/remarks.yml", "-pass-remarks-filter=f2layout",
            )  # fmt: skip
            if self.is_assembled(case, plain):
                self.assemble(case, after)
            else:
                row["original"] = "not assembled"
        except Broken as why:
            row["broken"] = str(why)
            return row
        why = page.remarks((folder / "remarks.yml").read_text())
        for name in page.kernels(plain.read_text()):
            kernel = {"remarks": why.get(name, {})}
            if case.source != "thrust.cu":
                kernel["verdict"] = self.compare(plain, after, name)
            row["kernels"][name] = kernel
        return row

    def compare(self, plain, after, name):
        status = subprocess.run(
            [self.options.f2sim, "--equal", plain, after, "--kernel", name, "--block", "128",
             "--grid", "2", "--quiet"],
            check=False, capture_output=True,
        ).returncode  # fmt: skip
        return VERDICTS.get(status, f"status {status}")


def toolkits():
    text = subprocess.check_output([ROOT / "scripts/toolkits.sh"], text=True)
    return {m[1]: m[2] for m in re.finditer(r"(\w+)='([^']*)'", text)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build-algorithms")
    parser.add_argument("--plugin", default=ROOT / "build/lib/F2Layout.so")
    parser.add_argument("--f2sim", default=ROOT / "build/bin/f2sim")
    parser.add_argument("--llvm", type=pathlib.Path, default="/usr/lib/llvm-22/bin")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", help="source:element:items:cpu:level, with * for any")
    parser.add_argument("--page", type=pathlib.Path, help="write the page here")
    parser.add_argument(
        "--gpu", type=pathlib.Path, default=ROOT / "bench/results/algorithms-h200.json",
        help="run.py's results, for the page",
    )  # fmt: skip
    options = parser.parse_args()
    wanted = (options.only or "*").split(":")
    chosen = [
        case
        for case in cases()
        if all(w in ("*", str(c).split(".")[0]) for w, c in zip(wanted, case))
    ]
    if not chosen:
        sys.exit(f"no module matches {options.only}")
    checker = Checker(options, toolkits())
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        rows = []
        for row in pool.map(checker.check, chosen):
            verdicts = collections.Counter(
                k.get("verdict", "compiled") for k in row["kernels"].values()
            )
            text = row.get("broken") or ", ".join(f"{n} {v}" for v, n in verdicts.items())
            print(*(row[f] for f in Case._fields), text, sep=" ", flush=True)
            rows.append(row)
    (options.out / "results.json").write_text(json.dumps(rows, indent=1))
    if options.page:
        options.page.write_text(page.page(rows, json.loads(options.gpu.read_text())))
    wrong = sum(
        "broken" in row or any(page.is_wrong(k) for k in row["kernels"].values())
        for row in rows
    )
    print(f"{len(rows)} modules, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
