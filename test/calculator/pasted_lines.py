"""Runs what `f2layout plan --gather`, `--reduce` and `--scan` print with `--as`.

    pasted_lines.py F2LAYOUT F2SIM COUNT --cuda='CLANG FLAGS' --hip='CLANG FLAGS'

Draws random layouts, COUNT for each of the three, asks for device functions,
compiles them in kernels and runs these in f2sim with random input. What every
register of every thread must get is computed here, from the images of the layouts'
bits, one element after the other. Of floats the kernel makes small numbers, whose
sums are exact; some are not a number where that matters.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import functools
import math
import pathlib
import random
import re
import shlex
import struct
import subprocess
import sys
import tempfile

from pasted import HIP_HEADER, dumped, image, near_permutation, random_basis

BATCH = 20
INTEGERS = ["add", "mul", "and", "or", "xor", "smin", "smax", "umin", "umax"]
FLOATS = ["fadd", "fmul", "fmin", "fmax", "fminimum", "fmaximum"]
UNSIGNED = {8: "unsigned char", 16: "unsigned short", 32: "unsigned", 64: "unsigned long long"}
SIGNED = {8: "signed char", 16: "short", 32: "int", 64: "long long"}
FLOAT = {32: "float", 64: "double"}

# What the code of each kind of plan has. All of them must be drawn.
KINDS = {
    "gather": {
        "shuffle by index": r"= __shfl\w*\((?:0xf+u, )?(?:in\[|v)[^,]*, v\d+\)",
        "shuffle": r"= __shfl\w*\((?:0xf+u, )?(?:in\[|v)[^,]*, [^v]",
        "choice of a word": r"= \(v\d+ & \d+u\) \? ",
        "choice inside a word": r">> \(v\d+ & ",
        "memory": r"static_cast<\w+[\w ]* \*>\(scratch\)",
        "store of a vector": r"make_uint[24]\(",
        "store under a condition": r"if \(\(thread & ",
        "windows": r"if \(v\d+ >> \d+ == \d+u\)|scratch\) \+ \(v\d+ & 0x",
        "in the thread": r"\A(?!.*(?:__shfl|scratch))",
    },
    "reduce": {
        "another register": r"v\d+ = .*in\[\d+\].*in\[",
        "another lane": r"__shfl_xor",
        "shared work": r"= \(lane & \d+u\) \? in|= \(lane & \d+u\) \? v",
        "move by a plan": r"reduce\d+_move\d+\(moved",
        "move by places": r"\*const places",
        "elements in words": r"memcpy\(words",
    },
    "scan": {
        "another lane": r"= __shfl",
        "neutral element": r" \? \S+ : (?:static_cast|-?__\w+_as|-?[01]\.0)",
        "subtraction": r"taken\d+\[\d+\] - | = v\d+ - |_cast<[\w ]+>\(v\d+ - ",
        "barrier between moves": r"__syncthreads\(\);\n  (?:const [\w ]+ given|[\w ]+ \*const places)",
        "warps": r"thread & \d+u\)+ \?",
        "move by a plan": r"scan\d+_move\d+\(moved",
        "move by places": r"\*const places",
        "elements in words": r"memcpy\(words",
    },
}
ONLY_CUDA = {"reduce": {"a whole warp": r"__reduce_\w+_sync"}}


class Layout:
    """Images of register, lane and warp bits in a tensor of any rank."""

    def __init__(self, columns, bits, sizes):
        self.columns, self.bits, self.sizes = columns, bits, sizes

    def point(self, flat):
        point = []
        for size in reversed(self.sizes):
            point.append(flat & (1 << size) - 1)
            flat >>= size
        return tuple(reversed(point))

    def at(self, register, thread):
        return self.point(image(self.columns, register | thread << self.bits[0]))

    def text(self):
        parts, first = [], 0
        for name, bits in zip(("register", "lane", "warp"), self.bits):
            points = (f"[{','.join(map(str, self.point(c)))}]" for c in self.columns[first : first + bits])
            parts.append(f"{name}=[{','.join(points)}]")
            first += bits
        return f"{', '.join(parts)} -> [{','.join(str(1 << size) for size in self.sizes)}]"

    def places(self):
        for register in range(1 << self.bits[0]):
            for thread in range(1 << self.bits[1] + self.bits[2]):
                yield register, thread


def drawn_layout(rng, sizes, lane_bits, warps):
    """A layout that holds every element, with some registers more than it must have."""
    need = sum(sizes)
    registers = max(0, need - lane_bits - warps) + rng.choice([0, 0, 0, 1])
    have = registers + lane_bits + warps
    basis = rng.choice([near_permutation, near_permutation, near_permutation, random_basis])
    columns = (basis(rng, need) if need > 1 else [1 << b for b in range(need)]) + [0] * (have - need)
    if rng.random() < 0.4:  # As of operands: rows and columns in order, copies last.
        columns = [1 << b for b in range(need)] + [0] * (have - need)
        if rng.random() < 0.5:
            columns = columns[sizes[-1] :] + columns[: sizes[-1]]
        if rng.random() < 0.5:
            columns.reverse()
    else:
        rng.shuffle(columns)
        if have > need and rng.random() < 0.3:  # Copies in several registers, lanes and warps.
            columns[columns.index(0)] = rng.choice(columns)
    return Layout(columns, (registers, lane_bits, warps), sizes)


class Case:
    def __init__(self, rng, tool, target, lane_bits, dialect, kind, number):
        self.kind, self.name, self.dialect = kind, f"{kind}{number}", dialect
        warps = rng.choice([0, 0, 1, 2])
        self.threads = 1 << lane_bits + warps
        sizes = [rng.randrange(0, 6), rng.randrange(0, 6)]
        while not 1 <= sum(sizes) <= lane_bits + warps + 4:
            sizes = [rng.randrange(0, 6), rng.randrange(1, 6)]
        self.axis = rng.randrange(2)
        self.source = drawn_layout(rng, sizes, lane_bits, warps)
        command = [tool, "plan", "--from", self.source.text(), "--target", target]
        self.result = self.source
        if kind == "gather":
            self.bits = rng.choice([8, 16, 32, 64])
            other = list(sizes)
            other[self.axis] = max(0, min(5, other[self.axis] + rng.randrange(-1, 2)))
            self.result = drawn_layout(rng, other, lane_bits, warps)
        else:
            self.op = rng.choice(INTEGERS + FLOATS + ["add", "fadd"] * 2)
            self.bits = rng.choice([8, 16, 32, 32, 64] if self.op in INTEGERS else [32, 64])
            command += ["--op", self.op]
        if kind == "reduce":
            self.result = drawn_layout(rng, [sizes[1 - self.axis]], lane_bits, warps)
        if kind != "scan":
            command += ["--to", self.result.text()]
        self.reverse = kind == "scan" and rng.random() < 0.3
        command += ["--reverse"] * self.reverse
        route = [[], [], []]
        if kind == "gather":
            little = (1 << sum(sizes)) * self.bits // 8 // rng.choice([2, 4])
            route += [["--no-shuffle"], ["--no-shuffle", "--scratch", str(max(little, 16))]]
        command += rng.choice(route)
        self.command = command + [f"--{kind}", str(self.axis), "--bits", str(self.bits),
                                  "--as", dialect, "--name", self.name]
        run = subprocess.run(self.command, capture_output=True, text=True, check=False)
        self.refused = run.returncode == 1
        assert run.returncode in (0, 1), (shlex.join(self.command), run.stderr)
        self.code = run.stdout
        patterns = {**KINDS[kind], **(ONLY_CUDA.get(kind, {}) if dialect == "cuda" else {})}
        self.kinds = [name for name, pattern in patterns.items() if re.search(pattern, self.code, re.DOTALL)]

    # The kernel.

    def type(self):
        if self.kind == "gather":
            return UNSIGNED[self.bits]
        if self.op in FLOATS:
            return FLOAT[self.bits]
        return (SIGNED if self.op in ("smin", "smax") else UNSIGNED)[self.bits]

    def made(self, raw):
        """The element that the kernel makes of random bits."""
        if self.kind == "gather" or self.op in INTEGERS:
            return raw
        if self.op == "fmul":
            return (-1.0 if raw & 1 else 1.0) * (2.0 if raw & 62 == 0 else 1.0)
        if self.op != "fadd" and raw & 127 == 0:
            return math.nan
        return float(raw & 15) - 7.0

    def making(self, raw):
        if self.op in INTEGERS:
            return f"static_cast<{self.type()}>({raw})"
        if self.op == "fmul":
            return f"({raw} & 1 ? -1.0f : 1.0f) * (({raw} & 62) == 0 ? 2.0f : 1.0f)"
        number = f"static_cast<{self.type()}>({raw} & 15) - 7"
        return number if self.op == "fadd" else f"({raw} & 127) == 0 ? __int_as_float(0x7fc00000) : {number}"

    def kernel(self):
        scratch = re.findall(r"scratch: (\d+) bytes", self.code)
        shared = f"  __shared__ __align__(16) char scratch[{scratch[-1]}];\n" if scratch else ""
        last = ", scratch" if scratch else ""
        takes, gives = 1 << self.source.bits[0], 1 << self.result.bits[0]
        raw = UNSIGNED[self.bits]
        head = f'{self.code}\nextern "C" __global__ void run_{self.name}({raw} *out, const {raw} *in, const unsigned *index) {{\n'
        if self.kind == "gather":
            words = [max(1, n * self.bits // 32) for n in (takes, gives)]
            return f"""{head}{shared}  {raw} held[{takes}], got[{gives}];
  unsigned a[{words[0]}] = {{}}, b[{words[1]}], at[{gives}];
  for (int j = 0; j < {takes}; ++j)
    held[j] = in[threadIdx.x * {takes} + j];
  for (int j = 0; j < {gives}; ++j)
    at[j] = index[threadIdx.x * {gives} + j];
  memcpy(a, held, sizeof held);
  {self.name}(b, a, at{last});
  memcpy(got, b, sizeof got);
  for (int j = 0; j < {gives}; ++j)
    out[threadIdx.x * {gives} + j] = got[j];
}}
"""
        return f"""{head}{shared}  {self.type()} a[{takes}], b[{gives}];
  for (int j = 0; j < {takes}; ++j)
    a[j] = {self.making(f"in[threadIdx.x * {takes} + j]")};
  {self.name}(b, a{last});
  memcpy(out + threadIdx.x * {gives}, b, sizeof b);
}}
"""

    # What it must compute.

    def element(self, memory, layout, register, thread):
        size = self.bits // 8
        start = ((thread << layout.bits[0]) + register) * size
        return memory[start : start + size]

    def number(self, data):
        if self.kind != "gather" and self.op in FLOATS:
            return struct.unpack("<f" if self.bits == 32 else "<d", data)[0]
        return int.from_bytes(data, "little", signed=self.kind != "gather" and self.op in ("smin", "smax"))

    def combine(self, a, b):
        mask = (1 << self.bits) - 1
        if self.op == "add":
            return a + b & mask
        if self.op == "mul":
            return a * b & mask
        if self.op in ("and", "or", "xor"):
            return {"and": a & b, "or": a | b, "xor": a ^ b}[self.op]
        if self.op in ("fadd", "fmul"):
            return a + b if self.op == "fadd" else a * b
        if a != a or b != b:
            return math.nan if self.op.endswith("imum") else (b if a != a else a)
        return min(a, b) if "min" in self.op else max(a, b)

    def check(self, given, found, indices):
        tensor = {}
        for place in self.source.places():
            raw = self.element(given, self.source, *place)
            # Copies of an element are the same, so the first one counts.
            signed = self.kind != "gather" and self.op in ("smin", "smax")
            number = int.from_bytes(raw, "little", signed=signed)
            tensor.setdefault(self.source.at(*place), self.made(number))
        expected = functools.partial(self.expected, tensor, {})
        for register, thread in self.result.places():
            point = self.result.at(register, thread)
            if self.kind == "gather":
                at = ((thread << self.result.bits[0]) + register) * 4
                index = int.from_bytes(indices[at : at + 4], "little") % (1 << self.source.sizes[self.axis])
                point = point[: self.axis] + (index,) + point[self.axis + 1 :]
            wanted = expected(point)
            got = self.number(self.element(found, self.result, register, thread))
            same = wanted == got or (wanted != wanted and got != got)
            assert same, (register, thread, point, wanted, got, shlex.join(self.command))
        return self.threads << self.result.bits[0]

    def expected(self, tensor, known, point):
        if self.kind == "gather":
            return tensor[point]
        if point not in known:
            size = 1 << self.source.sizes[self.axis]
            if self.kind == "reduce":
                line = [(x,) + point if self.axis == 0 else point + (x,) for x in range(size)]
            else:
                order = range(point[self.axis] + 1)
                if self.reverse:
                    order = reversed(range(point[self.axis], size))
                line = [point[: self.axis] + (x,) + point[self.axis + 1 :] for x in order]
            known[point] = functools.reduce(self.combine, (tensor[p] for p in line))
        return known[point]

    def copies_agree(self):
        """Registers, lanes and warps that hold the same element, by their first holder."""
        first, same = {}, {}
        for place in self.source.places():
            same[place] = first.setdefault(self.source.at(*place), place)
        return same


def spread_copies(case):
    """An input in which copies of an element are equal, as a kernel that makes it."""
    same = case.copies_agree()
    takes = 1 << case.source.bits[0]
    return [((same[r, t][1] * takes) + same[r, t][0]) for t in range(case.threads) for r in range(takes)]


def run_kind(args, rng, folder, targets, compiler, header, dialect, kind):
    kinds = dict.fromkeys([*KINDS[kind], *(ONLY_CUDA.get(kind, {}) if dialect == "cuda" else {})], 0)
    done = elements = refused = number = 0
    while done < args.count:
        target, lane_bits, cpu = targets[done // BATCH % len(targets)]
        cases, tries = [], 0
        while len(cases) < min(BATCH, args.count - done):
            number += 1
            case = Case(rng, args.tool, target, lane_bits, dialect, kind, number)
            if case.refused:
                refused += 1
                continue
            tries += 1  # Half of them for what has been drawn seldom.
            seldom = any(kinds[name] < 3 for name in case.kinds)
            if seldom or len(cases) < BATCH // 2 or tries > 40:
                cases.append(case)
                for name in case.kinds:
                    kinds[name] += 1
        source = folder / f"lines.{'hip' if dialect == 'hip' else 'cu'}"
        tables = ""
        kernels = ""
        for case in cases:  # The input goes through a table, so that copies are equal.
            places = spread_copies(case)
            tables += f"__constant__ unsigned short from_{case.name}[{len(places)}] = {{{', '.join(map(str, places))}}};\n"
            takes = 1 << case.source.bits[0]
            kernels += case.kernel().replace(f"in[threadIdx.x * {takes} + j]",
                                             f"in[from_{case.name}[threadIdx.x * {takes} + j]]")
        source.write_text(header + tables + kernels)
        module = folder / "lines.ll"
        subprocess.run([*shlex.split(compiler), *cpu, "-O2", "-S", "-emit-llvm", str(source), "-o", str(module)],
                       check=True)
        for case in cases:
            sizes = [case.threads * (case.bits // 8) << layout.bits[0] for layout in (case.result, case.source)]
            command = [args.f2sim, str(module), "--kernel", f"run_{case.name}", "--block", str(case.threads)]
            command += ["--fill", "1=random", "--fill", "2=random", "--dump", f"0:{sizes[0]}"]
            command += ["--dump", f"1:{sizes[1]}", "--dump", f"2:{case.threads * 4 << case.result.bits[0]}"]
            run = subprocess.run(command, capture_output=True, text=True, check=False)
            assert run.returncode == 0, (shlex.join(case.command), run.stdout[:2000], run.stderr)
            buffers = dumped(run.stdout)
            elements += case.check(buffers[1], buffers[0], buffers[2])
        done += len(cases)
    never = [name for name, times in kinds.items() if not times]
    assert not never, f"no {kind} for {dialect} has {never}"
    print(f"{done} {kind}s for {dialect}, {elements} elements, {refused} refused;",
          ", ".join(f"{name}: {n}" for name, n in kinds.items()), flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("f2sim")
    parser.add_argument("count", type=int)
    parser.add_argument("--cuda", default="")
    parser.add_argument("--hip", default="")
    parser.add_argument("--kind", choices=list(KINDS), default=None)
    parser.add_argument("--seed", type=int, default=5)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        for kind in [args.kind] if args.kind else KINDS:
            rng = random.Random(args.seed)
            if args.cuda:
                targets = [(cpu, 5, [f"--cuda-gpu-arch={cpu}"]) for cpu in ("sm_90", "sm_80", "sm_120")]
                run_kind(args, rng, pathlib.Path(name), targets, args.cuda, "", "cuda", kind)
            if args.hip:
                targets = [(cpu, 6 if cpu.startswith("gfx9") else 5, [f"--offload-arch={cpu}"])
                           for cpu in ("gfx942", "gfx90a", "gfx1100", "gfx1200")]
                run_kind(args, rng, pathlib.Path(name), targets, args.hip, HIP_HEADER, "hip", kind)
    return 0


if __name__ == "__main__":
    sys.exit(main())
