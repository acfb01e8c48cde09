#!/usr/bin/env python3
# Compiles exchanges and kernels in every way that the plugin can treat them,
# and writes down what the price says of each. Needs no GPU.
#
#   bench/price/build.py [--out build-price] [--plugin build/lib/F2Layout.so]
#
# makes two folders, each as bench/gpu/build.py makes one:
#
#   convert/    the conversions of bench/convert
#   gpu/        CUB's exchanges of bench/gpu
#   */predicted.json   kernel -> variant -> clocks of one warp in one iteration
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import argparse
import json
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
for folder in ("convert", "gpu"):
    sys.path.insert(0, str(HERE.parent / folder))

import importlib.util  # noqa: E402

import build as gpu_build  # noqa: E402
import predict  # noqa: E402

SHARED = ["-Xclang", "-mllvm", "-Xclang", "-f2layout-no-shared"]
SHUFFLE = ["-Xclang", "-mllvm", "-Xclang", "-f2layout-no-shuffle"]
SWIZZLE = ["-Xclang", "-mllvm", "-Xclang", "-f2layout-no-readdress"]
# What the plugin chooses, and what it would choose of fewer alternatives: without
# plans through shared memory, without shuffles, only swizzles, and the original
# with joined accesses and aligned arrays.
WAYS = {
    "f2layout": [],
    "no-shared": SHARED,
    "no-shuffle": SHUFFLE,
    "swizzle": SHARED + SHUFFLE,
    predict.AS_IT_RUNS: SHARED + SHUFFLE + SWIZZLE,
}
# The sources of bench/gpu that repeat an exchange by four blocks of 128 threads.
SOURCES = ("warp_exchange", "block_exchange", "block_load")


def convert_build():
    """bench/convert/build.py, whose name is that of the module of bench/gpu."""
    path = HERE.parent / "convert/build.py"
    spec = importlib.util.spec_from_file_location("convert_build", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def with_ways(base):
    """A builder of every way, whose compilers write records of the remarks."""

    class Builder(base):
        def promises(self, variant, source):
            return WAYS[variant] + super().promises("f2layout", source)

        def variants(self):
            return ["clang", *WAYS]

        def clang_commands(self, source, cubin, extra):
            if extra:
                extra = [*extra, *predict.record_options(cubin)]
            return super().clang_commands(source, cubin, extra)

    return Builder


def build(name, base, options, tools, only):
    mine = argparse.Namespace(**vars(options))
    mine.out = options.out / name
    mine.out.mkdir(parents=True, exist_ok=True)
    mine.only, mine.draw, mine.list = only, None, None
    builder = with_ways(base)(mine, *tools)
    errors, resources = gpu_build.build_all(builder, options.jobs)
    predicted = predict.predictions(mine.out / "cubin", WAYS)
    (mine.out / "predicted.json").write_text(json.dumps(predicted, indent=1) + "\n")
    print(*errors, sep="\n", end="\n" if errors else "")
    print(f"price: {name}: {len(resources)} kernels, {len(predicted)} with a price")
    return errors


def main():
    parser = gpu_build.option_parser("Builds what the price is compared by.", "build-price")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", nargs="*", help="names of pairs or sources")
    options = parser.parse_args()
    tools = gpu_build.find_tools()
    if not tools:
        return 0
    convert = convert_build()
    errors = build("convert", convert.Builder, options, tools, options.only)
    sources = [s for s in SOURCES if not options.only or s in options.only]
    if sources:
        errors += build("gpu", gpu_build.Builder, options, tools, sources)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
