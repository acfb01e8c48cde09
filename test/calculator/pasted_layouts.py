"""Runs what `f2layout show LAYOUT --as c++`, cuda and hip print.

    pasted_layouts.py F2LAYOUT F2SIM CLANG COUNT [--cuda='CLANG FLAGS'] [--hip='CLANG FLAGS']

Draws random layouts: maps over F2, some with an offset, some not invertible; memory
with one padding or several; and layouts of CuTe of any sizes, with strides of any
sign, offsets and swizzles. Their functions are compiled and called with every argument.
What they must give is computed here, from the images, the sizes and the strides. So is
which layouts have an inverse: of CuTe, those of sizes that are powers of two whose
values are 0, 1, ... once each. With a toolkit, its dialect is compiled as a kernel and
run in f2sim.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import itertools
import math
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile

from pasted import HIP_HEADER, dumped, image, near_permutation, random_basis


class Linear:
    """A map over F2 of 1 to 3 inputs and outputs."""

    def __init__(self, rng, number):
        self.kind = rng.choice(["threads", "memory", "padded"])
        count = rng.randrange(1, 4) if self.kind == "threads" else 1
        names = ["register", "lane", "warp"][:count] if self.kind == "threads" else ["offset"]
        bits = [rng.randrange(1, 4) for _ in names] if count > 1 else [rng.randrange(2, 9)]
        total = sum(bits)
        columns = rng.choice([random_basis, near_permutation])(rng, total) if total > 1 else [1]
        self.out_bits = []
        left = total
        while left:
            self.out_bits.append(rng.randrange(1, left + 1) if len(self.out_bits) < 2 else left)
            left -= self.out_bits[-1]
        self.invertible = self.kind != "threads" or rng.random() < 0.7
        if not self.invertible:
            columns[rng.randrange(total)] = rng.choice([0, columns[0]])
            self.invertible = len({image(columns, i) for i in range(1 << total)}) == 1 << total
        self.offset = 0
        if self.kind == "threads" and rng.random() < 0.3:
            self.offset = rng.randrange(1 << total)
        self.paddings = []
        self.columns, self.names, self.bits, self.total = columns, names, bits, total
        self.name = f"f{number}"
        listed, first = [], 0
        for name, n in zip(names, bits):
            listed.append(f"{name}=[{','.join(map(self.text_of, columns[first : first + n]))}]")
            first += n
        sizes = ",".join(str(1 << b) for b in self.out_bits)
        self.text = f"{', '.join(listed)} -> [{sizes}]"
        if self.offset:
            self.text += f" ^ {self.text_of(self.offset)}"
        if self.kind == "padded":
            intervals = [1 << bit for bit in range(1, total)]
            intervals = rng.sample(intervals, min(len(intervals), rng.choice([1, 1, 2, 3])))
            self.paddings = [(interval, 1 << rng.randrange(3)) for interval in intervals]
            self.columns = [1 << b for b in range(total)]
            order = ", ".join(str(d) for d in reversed(range(len(self.out_bits))))
            shape = ", ".join(str(1 << b) for b in self.out_bits)
            pairs = ", ".join(f"{interval}:+{amount}" for interval, amount in self.paddings)
            self.text = f"#ttg.padded_shared<[{pairs}] {{order = [{order}], shape = [{shape}]}}>"

    def point(self, flat):
        """The first output is slowest."""
        point = []
        for bits in reversed(self.out_bits):
            point.append(flat & (1 << bits) - 1)
            flat >>= bits
        return point[::-1]

    def text_of(self, flat):
        return "[" + ",".join(map(str, self.point(flat))) + "]"

    def arguments(self, flat):
        values = []
        for bits in self.bits:
            values.append(flat & (1 << bits) - 1)
            flat >>= bits
        return values

    def calls(self):
        """Expressions and their values."""
        several = len(self.out_bits) > 1
        fields = [f".dim{d}" for d in range(len(self.out_bits))] if several else [""]
        names = ["register_" if n == "register" else n for n in self.names]
        back = [f".{n}" for n in names] if len(names) > 1 else [""]
        for flat in range(1 << self.total):
            arguments = self.arguments(flat)
            point = self.point(image(self.columns, flat) ^ self.offset)
            call = f"{self.name}({', '.join(f'{a}u' for a in arguments)})"
            yield from ((call + field, x) for field, x in zip(fields, point))
            if self.invertible:
                if self.paddings:
                    gaps = sum(flat // interval * amount for interval, amount in self.paddings)
                    arguments = [flat + gaps]
                call = f"{self.name}_inverse({', '.join(f'{x}u' for x in point)})"
                yield from ((call + field, x) for field, x in zip(back, arguments))


class Cute:
    """Sizes and strides, perhaps nested, behind an offset and a swizzle."""

    def __init__(self, rng, number):
        self.name, self.kind = f"f{number}", "cute"
        strides = [0, 1, 2, 3, 8, 9, 24, 64]
        self.modes = [[(rng.randrange(1, 6), rng.choice(strides))
                       for _ in range(rng.choice([1, 1, 2, 3]))]
                      for _ in range(rng.randrange(1, 4))]  # fmt: skip
        self.swizzle = None
        self.offset = rng.choice([0, 0, 5, 100])
        if rng.random() < 0.5:
            self.fill_memory(rng)
        elif rng.random() < 0.4:
            self.swizzle = rng.choice([(2, 0, 2), (1, 1, 3), (3, 1, -3), (0, 2, 0)])
        elif rng.random() < 0.5:
            self.modes[0][0] = (self.modes[0][0][0], -7)
        self.size = math.prod(size for mode in self.modes for size, _ in mode)
        texts = []
        for part in (0, 1):
            items = [",".join(str(digit[part]) for digit in mode) for mode in self.modes]
            items = [f"({t})" if len(m) > 1 else t for t, m in zip(items, self.modes)]
            several = len(items) > 1 or len(self.modes[0]) > 1
            texts.append(f"({','.join(items)})" if several else items[0])
        self.text = ":".join(texts)
        if self.offset or self.swizzle:
            self.text = f"{self.offset} o {self.text}"
        if self.swizzle:
            self.text = f"Sw<{','.join(map(str, self.swizzle))}> o {self.text}"

    def fill_memory(self, rng):
        """Modes that fill memory, so that most have an inverse; some miss it by little."""
        sizes, unit, self.offset = [4, 8, 2], 1, 0
        if rng.random() < 0.2:  # The values are right, but no bits are.
            sizes[rng.randrange(3)] = rng.choice([3, 6])
        rng.shuffle(sizes)
        self.modes = []
        for size in sizes:
            sign = rng.choice([1, 1, 1, -1])
            if sign < 0:
                self.offset += (size - 1) * unit
            self.modes.append([(size, sign * unit)])
            unit *= size
        rng.shuffle(self.modes)
        if rng.random() < 0.2:  # One mode begins elsewhere, or leaves out what is between.
            self.modes[0] = [(size, 2 * stride) for size, stride in self.modes[0]]
        elif rng.random() < 0.1:
            self.offset ^= rng.choice([1, 2, 64])
        if rng.random() < 0.3:
            self.modes = [[*self.modes[0], *self.modes[1]], self.modes[2]]
        if rng.random() < 0.5:
            self.swizzle = rng.choice([(2, 0, 2), (1, 1, 3), (2, 1, -2)])

    def coordinates(self):
        return itertools.product(*(range(math.prod(s for s, _ in mode)) for mode in self.modes))

    def inverts(self):
        """Whether its values are the numbers of its coordinates, and these have bits."""
        bits = all(size & size - 1 == 0 for mode in self.modes for size, _ in mode)
        return bits and sorted(map(self.value, self.coordinates())) == list(range(self.size))

    def value(self, coordinates):
        total = self.offset
        for c, mode in zip(coordinates, self.modes):
            for n, (size, stride) in enumerate(mode):
                total += (c if n + 1 == len(mode) else c % size) * stride
                c //= size
        if self.swizzle:
            bits, base, shift = self.swizzle
            mask = (1 << bits) - 1 << base + max(0, shift)
            total ^= (total & mask) >> shift if shift >= 0 else (total & mask) << -shift
        return total

    def calls(self):
        inverts = self.inverts()
        for coordinates in self.coordinates():
            value = self.value(coordinates)
            yield f"{self.name}({', '.join(map(str, coordinates))})", value
            if inverts:
                count = len(coordinates)
                fields = [f".c{i}" for i in range(count)] if count > 1 else [""]
                call = f"{self.name}_inverse({value}u)"
                yield from ((call + field, c) for field, c in zip(fields, coordinates))


def draw(rng, tool, dialect, count):
    cases = []
    while len(cases) < count:
        case = rng.choice([Linear, Cute])(rng, len(cases))
        command = [tool, "show", case.text, "--as", dialect, "--name", case.name]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        assert run.returncode == 0, (shlex.join(command), run.stderr)
        case.code = run.stdout
        has_inverse = f"{case.name}_inverse(" in case.code
        inverts = case.inverts() if isinstance(case, Cute) else case.invertible
        assert has_inverse == inverts, (case.text, has_inverse, inverts)
        cases.append(case)
    cute = [case.inverts() for case in cases if isinstance(case, Cute)]
    assert min(cute.count(True), cute.count(False)) > count / 20, cute
    return cases


def compare(cases, found):
    number = 0
    for case in cases:
        for call, value in case.calls():
            assert found[number] == value, (case.text, call, value, found[number])
            number += 1
    assert number == len(found), (number, len(found))
    return number


def run_cpp(args, folder):
    cases = draw(random.Random(3), args.tool, "c++", args.count)
    program = folder / "all.cpp"
    lines = "".join(
        f'  std::printf("%lld\\n", (long long)({call}));\n' for c in cases for call, _ in c.calls()
    )
    code = "".join(c.code for c in cases)
    program.write_text(f"#include <cstdio>\n{code}int main() {{\n{lines}}}\n")
    subprocess.run(
        [args.clang, "-std=c++17", "-O0", "-ferror-limit=1", "-Wall", "-Wextra", "-Werror",
         "-Wno-unused-parameter", str(program), "-o", str(folder / "all")],
        check=True,
    )  # fmt: skip
    run = subprocess.run([str(folder / "all")], capture_output=True, text=True, check=True)
    number = compare(cases, list(map(int, run.stdout.split())))
    padded = [c for c in cases if c.kind == "padded"]
    print(f"{args.count} layouts in C++, {number} values,",
          f"{sum(c.kind == 'cute' for c in cases)} of CuTe,",
          f"{sum('_inverse' in c.code for c in cases)} with an inverse,",
          f"{len(padded)} padded,",
          f"{sum(len(c.paddings) > 1 for c in padded)} more than once")  # fmt: skip


def run_device(args, folder, dialect, compiler, header, cpu):
    """One thread calls all functions and stores their values."""
    cases = draw(random.Random(4), args.tool, dialect, args.count)
    calls = [call for c in cases for call, _ in c.calls()]
    # The compiler would compute calls with constant arguments.
    body = "".join(
        f"  out[{n}] = {re.sub(r'([(] ?|, )', chr(92) + 'g<1>zero + ', call)};\n"
        for n, call in enumerate(calls)
    )
    source = folder / f"all.{'cu' if dialect == 'cuda' else 'hip'}"
    kernel = f'extern "C" __global__ void all(long long *out, int zero) {{\n{body}}}\n'
    source.write_text(header + "".join(c.code for c in cases) + kernel)
    module = folder / "all.ll"
    subprocess.run(
        [*shlex.split(compiler), cpu, "-O1", "-S", "-emit-llvm", str(source), "-o", str(module)],
        check=True,
    )
    run = subprocess.run(
        [args.f2sim, str(module), "--block", "1", "--arg", "1=0", "--dump",
         f"0:{8 * len(calls)}"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, (run.stdout[:1000], run.stderr)
    data = dumped(run.stdout)[0]
    found = [
        int.from_bytes(data[8 * n : 8 * n + 8], "little", signed=True) for n in range(len(calls))
    ]
    print(f"{args.count} layouts for {dialect}, {compare(cases, found)} values")


def main():
    parser = argparse.ArgumentParser()
    for name in ("tool", "f2sim", "clang"):
        parser.add_argument(name)
    parser.add_argument("count", type=int)
    parser.add_argument("--cuda", default="")
    parser.add_argument("--hip", default="")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if args.cuda:
            run_device(args, folder, "cuda", args.cuda, "", "--cuda-gpu-arch=sm_90")
        if args.hip:
            run_device(args, folder, "hip", args.hip, HIP_HEADER, "--offload-arch=gfx942")
        if not args.cuda and not args.hip:
            run_cpp(args, folder)


if __name__ == "__main__":
    sys.exit(main())
