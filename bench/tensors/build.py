#!/usr/bin/env python3
# Compiles the gathers of gathers.py in the compared ways, and the host program
# that runs them. Needs no GPU. Triton's kernels are compiled by
# triton_kernels.py, on a machine with Triton.
#
#   bench/gather/build.py [--out build-gather] [--plugin build/lib/F2Layout.so]
#
# makes what bench/gpu/build.py makes and, in the output folder, kernels.txt and
# plans.json: the plan of each gather, as the calculator prints it.
#
# Variants: generic, a row-major tile in shared memory, one element per access;
# @f2.gather lowered as the price says (f2layout), through memory
# (f2layout-memory) and by shuffles (f2layout-shuffles).
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "gpu"))

import build as gpu_build  # noqa: E402
from gathers import AXIS, every_gather, kernel_text  # noqa: E402

SCRATCH = 48 * 1024
# What f2layout-lower is told by each variant.
WAYS = {
    "f2layout": "",
    "f2layout-memory": ";no-shuffle",
    "f2layout-shuffles": ";no-shared",
}


def write_if_new(path, text):
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


class Builder(gpu_build.Builder):
    """The kernels are written as IR."""

    def __init__(self, options, cuda, clang):
        super().__init__(options, cuda, clang)
        self.headers, self.llvm = [], options.llvm
        self.gathers = [
            g for g in every_gather() if not self.only or any(o in g.name for o in self.only)
        ]
        folder = self.out / "source"
        folder.mkdir(parents=True, exist_ok=True)
        for g in self.gathers:
            write_if_new(folder / f"{g.name}.ll", kernel_text(g, True))
            write_if_new(folder / f"{g.name}.generic.ll", kernel_text(g, False))
        write_if_new(self.out / "kernels.txt", self.table())

    def table(self):
        return "".join(
            f"{g.name} {g.name} {g.bytes} {g.per_block()} 128\n" for g in self.gathers
        )

    def variants(self):
        return ["generic", *(WAYS if self.plugin.exists() else ())]

    def sources(self):
        return [self.out / "source" / f"{g.name}.ll" for g in self.gathers]

    def fits(self, variant, source):
        """A tile in static shared memory has 48 KiB at most."""
        g = next(g for g in self.gathers if g.name == source.stem)
        return variant != "generic" or g.elements() * g.bytes <= SCRATCH

    def jobs(self):
        yield self.host
        yield self.google
        yield self.support
        for source in self.sources():
            for variant in self.variants():
                if self.fits(variant, source):
                    yield lambda v=variant, s=source: self.cubin(v, s)

    def cubin(self, variant, source):
        target = self.out / "cubin" / variant / f"{source.stem}.cubin"
        target.parent.mkdir(parents=True, exist_ok=True)
        module, ptx = target.with_suffix(".bc"), target.with_suffix(".ptx")
        opt = [f"{self.llvm}/opt"]
        passes, inputs = "default<O3>", [source]
        if variant in WAYS:
            opt += [f"-load-pass-plugin={self.plugin}", "-pass-remarks=f2layout-lower"]
            passes = f"f2layout-lower<scratch={SCRATCH}{WAYS[variant]}>,{passes}"
            inputs.append(self.plugin)
        else:
            source = source.with_suffix(".generic.ll")
        commands = [
            [*opt, f"-passes={passes}", source, "-o", module],
            [f"{self.llvm}/llc", f"-mcpu={gpu_build.ARCH}", module, "-o", ptx],
            gpu_build.ptxas_command(self.cuda, ptx, target, "-v"),
        ]
        return self.run(target, commands, inputs)

    def plans(self, calculator):
        """Kernel -> the plan; the last word of each is what ran."""
        known = {}
        for g in self.gathers:
            done = subprocess.run(
                [calculator, "plan", "--gather", str(AXIS), "--packed", "--json",
                 "--bits", str(g.bits), "--from", g.layout(), "--to", g.layout()],
                capture_output=True, text=True,
            )  # fmt: skip
            if done.returncode == 0:
                plan = json.loads(done.stdout)
                known[g.name] = {
                    key: plan[key]
                    for key in ("route", "clocks", "wavefronts", "instructions", "rejected")
                    if key in plan
                }
        return known


def main():
    parser = gpu_build.option_parser("Builds the gathers.", "build-gather")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", nargs="*", help="parts of names")
    parser.add_argument("--llvm", default="/usr/lib/llvm-22/bin")
    calculator = gpu_build.ROOT / "build/bin/f2layout"
    parser.add_argument("--calculator", type=Path, default=calculator)
    options = parser.parse_args()
    tools = gpu_build.find_tools()
    if not tools:
        return 0
    builder = Builder(options, *tools)
    errors, resources = gpu_build.build_all(builder, options.jobs)
    if options.calculator.exists():
        plans = builder.plans(options.calculator)
        (builder.out / "plans.json").write_text(json.dumps(plans, indent=1) + "\n")
    print(*errors, sep="\n", end="\n" if errors else "")
    print(f"gather: {len(resources)} kernels as {', '.join(builder.variants())}")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
