"""Layout types of f2layout.h against the calculator, by Triton's parameters.

    text.py --clang clang++ --include DIR --f2layout f2layout --out DIR

A type and a Triton attribute with the same parameters are one layout. The types
print themselves as layout text, in one program; `f2layout translate --to text`
prints the attributes.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import itertools
import os
import pathlib
import subprocess
import sys

PROGRAM = """#include "f2layout.h"
#include <cstdio>

using f2::detail::Bases;
using f2::detail::Bits;

static void print(const char *Name, const Bits &In, const Bases &B) {
  std::printf("%s=[", Name);
  for (int I = 0; I < In.Count; ++I) {
    std::printf(I ? ",[" : "[");
    for (int D = 0; D < B.Rank; ++D)
      std::printf(D ? ",%d" : "%d", In.Image[I] / B.stride(D) % B.Size[D]);
    std::printf("]");
  }
  std::printf("]");
}

static void print(const Bases &B) {
  print("register", B.Register, B);
  print(", lane", B.Lane, B);
  print(", warp", B.Warp, B);
  std::printf(" -> [");
  for (int D = 0; D < B.Rank; ++D)
    std::printf(D ? ",%d" : "%d", B.Size[D]);
  std::printf("]\\n");
}

int main() {
"""


def ints(values):
    return ", ".join(map(str, values))


def blocked():
    boxes = [
        ((1, 8), (8, 4), (4, 1), (1, 0)),
        ((2, 2), (4, 8), (2, 2), (0, 1)),
        ((4, 1), (1, 32), (1, 8), (1, 0)),
        ((1, 2, 4), (2, 4, 4), (1, 2, 1), (2, 0, 1)),
        ((4,), (32,), (4,), (0,)),
    ]
    shapes = {1: [(64,), (2048,)], 2: [(64, 32), (4, 128), (128, 8)],
              3: [(4, 16, 16), (8, 8, 32)]}
    for size, threads, warps, order in boxes:
        for shape in shapes[len(order)]:
            yield (
                f"f2::blocked<f2::shape<{ints(shape)}>,"
                f" f2::sizePerThread<{ints(size)}>,"
                f" f2::threadsPerWarp<{ints(threads)}>,"
                f" f2::warpsPerBlock<{ints(warps)}>, f2::order<{ints(order)}>>",
                f"#ttg.blocked<{{sizePerThread = [{ints(size)}],"
                f" threadsPerWarp = [{ints(threads)}],"
                f" warpsPerCTA = [{ints(warps)}], order = [{ints(order)}]}}>",
                shape,
            )


def operands(result, name, widths, more=""):
    """A and B of products whose result is an attribute."""
    for index, width in itertools.product((0, 1), widths):
        yield (
            f"{name}_{'ab'[index]}<%s, %s{more}, {width}>",
            f"#ttg.dot_op<{{opIdx = {index}, parent = {result}, kWidth ="
            f" {width}}}>",
        )


def matrix():
    shapes = [(64, 64), (16, 128), (128, 16), (8, 8), (256, 32)]
    for warps in [(1, 1), (4, 1), (2, 2), (1, 8)]:
        mma = ("#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0,"
               f" warpsPerCTA = [{ints(warps)}], instrShape = [16, 8]}}>")
        kinds = [("f2::mma_c<%s, %s>", mma)]
        kinds += operands(mma, "f2::mma", (1, 2, 4))
        ways = ("straight", "transposed")
        for side, way in itertools.product((16, 32), ways):
            mfma = ("#ttg.amd_mfma<{version = 3, warpsPerCTA ="
                    f" [{ints(warps)}], instrShape = [{side}, {side}, 16],"
                    f" isTransposed = {str(way == 'transposed').lower()}}}>")
            kinds.append((f"f2::mfma_c<%s, %s, {side}, f2::{way}>", mfma))
            if way == "straight":
                kinds += operands(mfma, "f2::mfma", (4, 8), f", {side}")
        for (cpp, attribute), shape in itertools.product(kinds, shapes):
            grid = f"f2::warps<{ints(warps)}>"
            yield cpp % (f"f2::shape<{ints(shape)}>", grid), attribute, shape


def registers_of(text):
    """The number of registers of a layout text."""
    return 1 << text.partition("lane")[0].count("[", len("register=["))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", required=True)
    for tool in ("clang", "include", "f2layout"):
        parser.add_argument(f"--{tool}", required=True)
    args = parser.parse_args()
    out = pathlib.Path(args.out)
    os.makedirs(out, exist_ok=True)
    cases, expected = [], []
    for cpp, attribute, shape in [*blocked(), *matrix()]:
        command = [args.f2layout, "translate", "--to", "text", attribute]
        command += ["--shape", "x".join(map(str, shape))]
        text = subprocess.run(command, check=True, text=True,
                              stdout=subprocess.PIPE).stdout.strip()
        if registers_of(text) > 256:
            continue  # Which the header refuses.
        cases.append(cpp)
        expected.append(text)
    lines = "".join(f"  print({cpp}::bases);\n" for cpp in cases)
    (out / "print.cpp").write_text(PROGRAM + lines + "}\n")
    subprocess.run([args.clang, "-std=c++17", "-I", args.include,
                    out / "print.cpp", "-o", out / "print"], check=True)
    printed = subprocess.run([out / "print"], check=True, text=True,
                             stdout=subprocess.PIPE).stdout.splitlines()
    wrong = [f"{c}\n  header:     {p}\n  calculator: {e}"
             for c, p, e in zip(cases, printed, expected) if p != e]
    print("\n".join(wrong + [f"{len(cases)} layouts, {len(wrong)} differ"]))
    return 1 if wrong or len(printed) != len(expected) or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
