#!/usr/bin/env python3
# Compiles the conversions of pairs.json in the compared ways, and the host
# program that runs them. Needs no GPU. Triton's kernels are compiled by
# triton_kernels.py, on a machine with Triton.
#
#   bench/convert/build.py [--out build-convert] [--plugin build/lib/F2Layout.so]
#
# makes what bench/gpu/build.py makes and, in the output folder, kernels.txt:
# one line per kernel, which bench/gpu/host reads; and pairs.json, the list that
# was built. --draw SEED N builds N random pairs that are not in the fixed list,
# --list FILE the pairs of a file.
#
# Part of the f2layout project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "gpu"))

import build as gpu_build  # noqa: E402
from layouts import LIST, built_pairs  # noqa: E402
from pairs import drawn_list  # noqa: E402
from sources import source_text  # noqa: E402

VARIANTS = ("clang", "nvcc", "f2layout")


def write_if_new(path, text):
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


class Builder(gpu_build.Builder):
    """The kernels' sources are written from the list of pairs."""

    def __init__(self, options, cuda, clang):
        super().__init__(options, cuda, clang)
        self.headers = [HERE / "convert.cuh"]
        self.include = ["-I", HERE]
        folder = self.out / "source"
        folder.mkdir(parents=True, exist_ok=True)
        (self.out / LIST.name).unlink(missing_ok=True)
        if options.draw:
            (self.out / LIST.name).write_text(drawn_list(*options.draw))
        elif options.list:
            (self.out / LIST.name).write_text(options.list.read_text())
        pairs = built_pairs(self.out)
        self.pairs = [p for p in pairs if not self.only or p.name in self.only]
        for pair in self.pairs:
            write_if_new(folder / f"{pair.name}.cu", source_text(pair))
        write_if_new(self.out / "kernels.txt", self.table())

    def variants(self):
        return [name for name in super().variants() if name in VARIANTS]

    def table(self):
        return "".join(
            f"{pair.kernel(bits, form)} {pair.name} {bits // 8} "
            f"{2 * pair.source.elements()} {pair.source.threads()}\n"
            for pair in self.pairs
            for bits, form in pair.kernels()
        )

    def sources(self):
        return [self.out / "source" / f"{pair.name}.cu" for pair in self.pairs]

    def promises(self, variant, source):
        """Triton knows the number of threads of a block, and that copies are equal;
        the plugin is told."""
        pair = next(pair for pair in self.pairs if pair.name == source.stem)
        block = f"-f2layout-block={pair.source.threads()}"
        return [
            word
            for option in (block, "-f2layout-races-agree")
            for word in ("-Xclang", "-mllvm", "-Xclang", option)
        ]


def main():
    parser = gpu_build.option_parser("Builds the conversions.", "build-convert")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", nargs="*", help="names of pairs")
    parser.add_argument(
        "--draw",
        nargs=2,
        type=int,
        metavar=("SEED", "N"),
        help="build N random pairs instead of the fixed list",
    )
    parser.add_argument("--list", type=Path, help="pairs instead of the fixed list")
    options = parser.parse_args()
    tools = gpu_build.find_tools()
    if not tools:
        return 0
    builder = Builder(options, *tools)
    errors, resources = gpu_build.build_all(builder, options.jobs)
    print(*errors, sep="\n", end="\n" if errors else "")
    print(f"convert: {len(resources)} kernels as {', '.join(builder.variants())}")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
