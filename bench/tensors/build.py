#!/usr/bin/env python3
# Compiles the gathers of gathers.py, or the reductions and scans of lines.py, in
# the compared ways, and the host program that runs them. Needs no GPU. Triton's
# kernels are compiled by triton_kernels.py, on a machine with Triton.
#
#   bench/tensors/build.py gathers|lines [--out build-tensors] [--plugin FILE]
#
# makes, in a folder of that kind, what bench/gpu/build.py makes, kernels.txt, and
# plans.json: the plan of each kernel, as the calculator prints it.
#
# Variants: generic, a row-major tile in shared memory, one element per access;
# the call lowered as the price says (f2layout); and gathers through memory
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
import ceilings  # noqa: E402
from cases import KINDS, every_case  # noqa: E402
from loops import THREADS  # noqa: E402

SCRATCH = 48 * 1024


def write_if_new(path, text):
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


class Builder(gpu_build.Builder):
    """The kernels are written as IR."""

    def __init__(self, options, cuda, clang):
        super().__init__(options, cuda, clang)
        self.headers, self.llvm = [], options.llvm
        self.cases = {
            c.name: c
            for c in every_case(options.kind)
            if not self.only or any(o in c.name for o in self.only)
        }
        # What f2layout-lower is told by each variant.
        self.ways = {"f2layout": ""}
        for c in self.cases.values():
            self.ways.update(c.ways)
        folder = self.out / "source"
        folder.mkdir(parents=True, exist_ok=True)
        for c in self.cases.values():
            write_if_new(folder / f"{c.name}.ll", c.kernel_text(True))
            write_if_new(folder / f"{c.name}.generic.ll", c.kernel_text(False))
        write_if_new(self.out / "kernels.txt", self.table())

    def table(self):
        return "".join(
            f"{c.name} {c.name} {c.bytes} {c.per_block()} {THREADS}\n"
            for c in self.cases.values()
        )

    def variants(self):
        return ["generic", *(self.ways if self.plugin.exists() else ())]

    def sources(self):
        return [self.out / "source" / f"{name}.ll" for name in self.cases]

    def fits(self, variant, source):
        """A tile in static shared memory has 48 KiB at most."""
        c = self.cases[source.stem]
        return variant != "generic" or c.elements() * c.bytes <= SCRATCH

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
        if variant in self.ways:
            opt += [f"-load-pass-plugin={self.plugin}", "-pass-remarks=f2layout-lower"]
            passes = f"f2layout-lower<scratch={SCRATCH}{self.ways[variant]}>,{passes}"
            inputs.append(self.plugin)
        else:
            source = source.with_suffix(".generic.ll")
        commands = [
            [*opt, f"-passes={passes}", source, "-o", module],
            [f"{self.llvm}/llc", f"-mcpu={gpu_build.ARCH}", "-mattr=+ptx83", module, "-o", ptx],
            gpu_build.ptxas_command(self.cuda, ptx, target, "-v"),
        ]
        return self.run(target, commands, inputs)

    def plans(self, calculator):
        """Kernel -> what is known of its plan."""
        known = {}
        for c in self.cases.values():
            done = subprocess.run(
                [calculator, "plan", "--json", *c.plan_options()],
                capture_output=True, text=True,
            )  # fmt: skip
            if done.returncode == 0:
                plan = json.loads(done.stdout)
                known[c.name] = {
                    key: plan[key]
                    for key in ("route", "clocks", "wavefronts", "instructions", "rejected")
                    if key in plan
                }
                if c.kind == "gather":
                    known[c.name]["ways"] = ceilings.plans_of(c, calculator)
        return known


def main():
    parser = gpu_build.option_parser("Builds kernels of one kind.", "build-tensors")
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", nargs="*", help="parts of names")
    parser.add_argument("--llvm", default="/usr/lib/llvm-22/bin")
    calculator = gpu_build.ROOT / "build/bin/f2layout"
    parser.add_argument("--calculator", type=Path, default=calculator)
    options = parser.parse_args()
    options.out /= options.kind
    tools = gpu_build.find_tools()
    if not tools:
        return 0
    builder = Builder(options, *tools)
    errors, resources = gpu_build.build_all(builder, options.jobs)
    if options.calculator.exists():
        plans = builder.plans(options.calculator)
        (builder.out / "plans.json").write_text(json.dumps(plans, indent=1) + "\n")
    print(*errors, sep="\n", end="\n" if errors else "")
    print(f"{options.kind}: {len(resources)} kernels as {', '.join(builder.variants())}")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
