"""Runs what `f2layout plan --as cuda` and `f2layout swizzle --as c++` print.

    pasted.py F2LAYOUT F2SIM CLANG COUNT --cuda='CLANG FLAGS' --hip='CLANG FLAGS'

Draws pairs of random layouts, asks for plans between them as device functions,
compiles them in kernels and runs these in f2sim with random input. Every element
that a thread gets must be the one that the layouts say: both layouts are evaluated
here, from the images of their bits. Without a toolkit its plans are left out.

Swizzles are asked for as functions of C++, which the host compiles; of every
element the function must give the offset at which the printed layout has it.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import argparse
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile

BATCH = 20
# What each kind of step of a plan looks like; all of them must be drawn.
KINDS = {
    "all": ["shfl", "shfl_xor", "memory +", "table", " ? "],
    "cuda": ["movmatrix", "ldmatrix", "stmatrix", "__byte_perm", "__syncwarp", "__syncthreads"],
    "hip": ["__builtin_amdgcn_perm(", "sent", "__syncthreads"],
}


def image(columns, index):
    word = 0
    for bit, column in enumerate(columns):
        if index >> bit & 1:
            word ^= column
    return word


def random_basis(rng, bits):
    basis, span = [], {0}
    while len(basis) < bits:
        word = rng.randrange(1, 1 << bits)
        if word not in span:
            basis.append(word)
            span |= {word ^ x for x in span}
    return basis


def near_permutation(rng, bits):
    """Unit vectors in any order, perhaps with some sums, as most layouts are."""
    basis = [1 << bit for bit in range(bits)]
    rng.shuffle(basis)
    for _ in range(rng.randrange(3)):
        to, other = rng.sample(range(bits), 2)
        basis[to] ^= basis[other]
    return basis


class Layout:
    """Images of register, lane and warp bits in a tensor of rows and columns."""

    def __init__(self, columns, registers, lanes, warps, split):
        self.columns, self.split = columns, split
        self.bits = registers, lanes, warps
        self.rows = 0

    def at(self, register, thread):
        return image(self.columns, register | thread << self.bits[0])

    def text(self, shape):
        names, parts, first = ("register", "lane", "warp"), [], 0
        for name, bits in zip(names, self.bits):
            points = (
                f"[{c >> self.split},{c & (1 << self.split) - 1}]"
                for c in self.columns[first : first + bits]
            )
            parts.append(f"{name}=[{','.join(points)}]")
            first += bits
        return f"{', '.join(parts)} -> {shape}"


def draw(rng, lane_bits):
    registers, warps = rng.choice([0, 1, 2, 2, 3, 3, 4]), rng.choice([0, 0, 1, 2])
    bits = registers + lane_bits + warps
    split = rng.randrange(1, bits)
    shape = f"[{1 << bits - split},{1 << split}]"
    make = rng.choice([random_basis, near_permutation, near_permutation])
    first, second = make(rng, bits), make(rng, bits)
    if warps and rng.random() < 0.5:  # Warps keep their own: plans in a warp.
        inner = bits - warps
        outer = [1 << inner + bit for bit in range(warps)]
        first = near_permutation(rng, inner) + outer
        second = near_permutation(rng, inner) + outer
        if registers and rng.random() < 0.5:  # Some warps take other registers.
            second[inner] ^= second[rng.randrange(registers)]
    elif not warps and registers and rng.random() < 0.2:  # Bits of both are swapped.
        first = [1 << bit for bit in range(bits)]
        second, lane = list(first), registers + rng.randrange(4, lane_bits)
        second[0], second[lane] = second[lane], second[0]
    extra = rng.choice([0, 0, 0, 1])  # Some elements are wanted twice.
    second = second[:registers] + [rng.choice([0, 1])] * extra + second[registers:]
    return (
        Layout(first, registers, lane_bits, warps, split),
        Layout(second, registers + extra, lane_bits, warps, split),
        shape,
    )


class Case:
    def __init__(self, rng, tool, target, lane_bits, dialect, number):
        self.source, self.result, shape = draw(rng, lane_bits)
        self.bits = rng.choice([8, 16, 32, 32, 64])
        self.name = f"convert{number}"
        route = rng.choice([[], [], ["--no-shared"], ["--no-shuffle"]])
        self.command = [tool, "plan", "--from", self.source.text(shape), "--to"]
        self.command += [self.result.text(shape), "--bits", str(self.bits)]
        self.command += ["--target", target, "--as", dialect, "--name", self.name, *route]
        self.threads = 1 << lane_bits + self.source.bits[2]
        run = subprocess.run(self.command, capture_output=True, text=True, check=False)
        self.refused = run.stdout if run.returncode == 1 else ""
        assert run.returncode in (0, 1), (shlex.join(self.command), run.stderr)
        self.code = run.stdout

    def words(self, layout):
        return max(1, (self.bits << layout.bits[0]) // 32)

    def kernel(self):
        scratch = re.search(r"scratch: (\d+) bytes", self.code)
        gives, takes = self.words(self.result), self.words(self.source)
        shared = f"  __shared__ __align__(16) char scratch[{scratch.group(1)}];\n" if scratch else ""
        return f"""{self.code}
extern "C" __global__ void run_{self.name}(unsigned *out, const unsigned *in) {{
{shared}  unsigned a[{takes}], b[{gives}];
  for (int j = 0; j < {takes}; ++j)
    a[j] = in[threadIdx.x * {takes} + j];
  {self.name}(b, a{", scratch" if scratch else ""});
  for (int j = 0; j < {gives}; ++j)
    out[threadIdx.x * {gives} + j] = b[j];
}}
"""

    def element(self, memory, layout, register, thread):
        size = self.bits // 8
        start = thread * self.words(layout) * 4 + register * size
        return memory[start : start + size]

    def check(self, given, found):
        """The number of elements compared."""
        holders = {}
        for register in range(1 << self.source.bits[0]):
            for thread in range(self.threads):
                place = register, thread
                holders[self.source.at(*place)] = self.element(given, self.source, *place)
        for register in range(1 << self.result.bits[0]):
            for thread in range(self.threads):
                wanted = holders[self.result.at(register, thread)]
                got = self.element(found, self.result, register, thread)
                assert wanted == got, (register, thread, shlex.join(self.command))
        return self.threads << self.result.bits[0]


def dumped(text):
    """The bytes of each buffer that f2sim --dump prints."""
    buffers = {}
    for line in text.splitlines():
        name = re.fullmatch(r"arg (\d+):", line)
        if name:
            now = buffers.setdefault(int(name.group(1)), bytearray())
        row = re.match(r"  [0-9a-f]{6}: (.*)", line)
        if row:
            now += bytes.fromhex(row.group(1).replace(" ", "").replace("??", "cd"))
    return buffers


def run_plans(args, rng, folder, targets, compiler, header, dialect, count):
    """Plans that were compared, elements, and plans that memory or shuffles have."""
    done, elements, refused, kinds = 0, 0, 0, {}
    number = 0
    while done < count:
        target, lane_bits, cpu = rng.choice(targets)
        cases = []
        while len(cases) < min(BATCH, count - done):
            number += 1
            case = Case(rng, args.tool, target, lane_bits, dialect, number)
            if case.refused:
                refused += 1
                continue
            cases.append(case)
        source = folder / f"plans.{'hip' if dialect == 'hip' else 'cu'}"
        source.write_text(header + "".join(case.kernel() for case in cases))
        module = folder / "plans.ll"
        subprocess.run(
            [*shlex.split(compiler), *cpu, "-O2", "-S", "-emit-llvm", str(source), "-o", str(module)],
            check=True,
        )
        for case in cases:
            sizes = [4 * case.threads * case.words(l) for l in (case.result, case.source)]
            command = [args.f2sim, str(module), "--kernel", f"run_{case.name}"]
            command += ["--block", str(case.threads), "--fill", "1=random"]
            command += ["--dump", f"0:{sizes[0]}", "--dump", f"1:{sizes[1]}"]
            run = subprocess.run(command, capture_output=True, text=True, check=False)
            assert run.returncode == 0, (shlex.join(case.command), run.stdout[:2000], run.stderr)
            buffers = dumped(run.stdout)
            elements += case.check(buffers[1], buffers[0])
            for kind in KINDS["all"] + KINDS[dialect]:
                kinds[kind] = kinds.get(kind, 0) + (kind in case.code)
        done += len(cases)
    never = [kind for kind in KINDS["all"] + KINDS[dialect] if not kinds[kind]]
    assert not never, f"no plan for {dialect} has a step with {never}"
    print(f"{done} plans for {dialect}, {elements} elements, {refused} refused;",
          ", ".join(f"{kind}: {n}" for kind, n in kinds.items() if n))


def parse_offsets(text, split):
    columns = re.findall(r"\[(\d+),(\d+)\]", text.split("->")[0])
    return [int(row) << split | int(column) for row, column in columns]


def run_swizzles(args, rng, folder, count):
    functions, tables, checks = [], [], []
    while len(functions) < count:
        source, result, shape = draw(rng, 5)
        if result.bits != source.bits:
            continue
        command = [args.tool, "swizzle", "--from", source.text(shape), "--to", result.text(shape)]
        command += ["--bits", str(rng.choice([8, 16, 32, 64]))]
        layout = subprocess.run([*command, "--quiet"], capture_output=True, text=True, check=True)
        name = f"swizzled{len(functions)}"
        code = subprocess.run([*command, "--as", "c++", "--name", name],
                              capture_output=True, text=True, check=True)
        functions.append(code.stdout)
        bits = sum(source.bits)
        mask = (1 << source.split) - 1
        tables.append(f"  for (unsigned e = 0; e < {1 << bits}; ++e)\n"
                      f"    std::printf(\"%u \", {name}(e >> {source.split}, e & {mask}));\n"
                      f"  std::puts(\"\");\n")
        checks.append((parse_offsets(layout.stdout, source.split), bits, command))
    program = folder / "swizzles.cpp"
    program.write_text("#include <cstdio>\n" + "".join(functions) +
                       "int main() {\n" + "".join(tables) + "}\n")
    binary = folder / "swizzles"
    subprocess.run([args.clang, "-std=c++17", "-Wall", "-Werror", str(program), "-o", str(binary)],
                   check=True)
    lines = subprocess.run([str(binary)], capture_output=True, text=True, check=True).stdout.splitlines()
    for line, (columns, bits, command) in zip(lines, checks, strict=True):
        offsets = list(map(int, line.split()))
        assert len(offsets) == 1 << bits and len(columns) == bits, command
        for offset in range(1 << bits):
            assert offsets[image(columns, offset)] == offset, (offset, shlex.join(command))
    print(f"{len(checks)} swizzles")


def main():
    parser = argparse.ArgumentParser()
    for name in ("tool", "f2sim", "clang"):
        parser.add_argument(name)
    parser.add_argument("count", type=int)
    parser.add_argument("--cuda", default="")
    parser.add_argument("--hip", default="")
    parser.add_argument("--seed", type=int, default=22)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        run_swizzles(args, rng, folder, args.count)
        if args.cuda:
            targets = [("sm_90", 5, ["--cuda-gpu-arch=sm_90"]),
                       ("sm_100", 5, ["--cuda-gpu-arch=sm_100"])]
            run_plans(args, rng, folder, targets, args.cuda, "", "cuda", args.count)
        if args.hip:
            targets = [("gfx90a", 6, ["--offload-arch=gfx90a"]),
                       ("gfx942", 6, ["--offload-arch=gfx942"]),
                       ("gfx950", 6, ["--offload-arch=gfx950"]),
                       ("gfx1100", 5, ["--offload-arch=gfx1100"])]
            # HIP 5's headers read a macro that clang no longer defines.
            header = ("#ifdef __GFX9__\n#define __AMDGCN_WAVEFRONT_SIZE 64\n#else\n"
                      "#define __AMDGCN_WAVEFRONT_SIZE 32\n#endif\n#include <hip/hip_runtime.h>\n")
            run_plans(args, rng, folder, targets, args.hip, header, "hip", args.count)
    return 0


if __name__ == "__main__":
    sys.exit(main())
