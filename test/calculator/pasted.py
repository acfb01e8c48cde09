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

from linear import image, random_basis

BATCH, MOST_TRIES = 20, 100
WIDTHS = [(1, "unsigned char"), (2, "unsigned short"), (4, "unsigned"), (8, "uint2"), (16, "uint4")]
# HIP 5's headers read a macro that clang no longer defines.
HIP_HEADER = ("#ifdef __GFX9__\n#define __AMDGCN_WAVEFRONT_SIZE 64\n#else\n"
              "#define __AMDGCN_WAVEFRONT_SIZE 32\n#endif\n#include <hip/hip_runtime.h>\n")
# What each kind of step of a plan looks like in the code. All of them must be drawn.
KINDS = {
    "all": {
        "select by a lane bit": r"= \(lane & \d+u\) \? w\d+ : w",
        "select by a mask of lanes": r"= \(0x\w+ >> lane & 1u\) \? w",
        "select by warp": r"__popc\(thread & ",
        "permute": r"perm\(w\d+, w\d+, 0x",
        "permute by lane": r"perm\(w\d+, w\d+, table",
        "shuffle by xor": r"= __shfl_xor\w*\((?:0xf+u, )?w",
        "shuffle": r"= __shfl(?:_sync)?\([^;]*w\d+, [^t]",
        "shuffle by table": r"= __shfl(?:_sync)?\([^;]*w\d+, table",
        "block barrier": r"__syncthreads",
        **{f"store of {size}": rf"\n  \*reinterpret_cast<{type_} \*>\(memory" for size, type_ in WIDTHS},
        **{f"load of {size}": rf"= \*reinterpret_cast<const {type_} \*>\(memory" for size, type_ in WIDTHS},
    },
    "cuda": {
        "warp barrier": r"__syncwarp",
        "movmatrix": r"movmatrix",
        "ldmatrix": r"ldmatrix\.sync\.aligned\.m8n8\.x\d\.shared",
        "ldmatrix.trans": r"ldmatrix\.sync\.aligned\.m8n8\.x\d\.trans",
        "stmatrix": r"stmatrix\.sync\.aligned\.m8n8\.x\d\.shared",
        "stmatrix.trans": r"stmatrix\.sync\.aligned\.m8n8\.x\d\.trans",
    },
    "hip": {
        "warp barrier": r"__builtin_amdgcn_wave_barrier",
        "swap of lanes": r"sent\d+ = __shfl_xor",
        "matrix loaded by lanes": r"unsigned\(\*reinterpret_cast<const unsigned \w+ \*>",
    },
}


def near_permutation(rng, bits):
    """Unit vectors in any order, perhaps with some sums, as most layouts are."""
    basis = [1 << bit for bit in range(bits)]
    rng.shuffle(basis)
    for _ in range(rng.randrange(3)):
        to, other = rng.sample(range(bits), 2)
        basis[to] ^= basis[other]
    return basis


# Pairs in which some elements are wanted by many threads and others by none. Their
# shuffles are no linear function of the lane. By lane bits: images of the registers and
# lanes of both, which stay such a pair under every renaming of the tensor's elements.
MANY_WANT = {
    5: ([40, 55, 61, 23, 19, 54], [60, 16, 45, 16, 13, 4, 32, 8]),
    6: ([32, 192, 6, 256, 64, 8, 16, 1, 2], [256, 507, 48, 4, 256, 4, 16]),
}


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


def exchanged(bits, one, other):
    columns = [1 << bit for bit in range(bits)]
    columns[one], columns[other] = columns[other], columns[one]
    return columns


def columns_of(rng, registers, lane_bits, warps):
    """Two layouts, as one of several families that plans treat in different ways."""
    inner, bits = registers + lane_bits, registers + lane_bits + warps
    own = [1 << bit for bit in range(bits)]
    family = rng.randrange(9)
    if family == 0:
        return random_basis(rng, bits), random_basis(rng, bits)
    if family == 1 and registers and warps:  # Half of each thread's stay in their warp.
        return own, exchanged(bits, rng.randrange(registers), rng.randrange(inner, bits))
    if family == 2 and registers:  # gfx950 swaps lanes 16 and 32 apart.
        return own, exchanged(bits, rng.randrange(registers), registers + lane_bits - rng.randrange(1, 3))
    if family == 3 and registers:
        return own, exchanged(bits, rng.randrange(registers), rng.randrange(registers, inner))
    if family == 4 and registers:  # Fragments, to rows or to their transposes.
        lane, second = registers, list(own)
        if registers < 3 or rng.random() < 0.4:
            pairs = (0, lane + 2), (lane, lane + 3), (lane + 1, lane + 4)
        else:
            pairs = (1, lane), (2, lane + 1)
            if rng.random() < 0.4:
                pairs = (0, lane + 2), (1, lane + 3), (2, lane + 4)
        for one, other in pairs:
            second[one], second[other] = second[other], second[one]
        return (own, second) if rng.random() < 0.5 else (second, own)
    if family in (5, 6):  # Warps keep their own: plans in a warp.
        first = near_permutation(rng, inner) + own[inner:]
        second = near_permutation(rng, inner) + own[inner:]
        if warps and registers and rng.random() < 0.3:  # Some take other registers.
            second[inner] ^= second[rng.randrange(registers)]
        return first, second
    return near_permutation(rng, bits), near_permutation(rng, bits)


def draw(rng, lane_bits):
    if rng.random() < 0.05:
        first, second = MANY_WANT[lane_bits]
        bits = len(first)
        renamed = random_basis(rng, bits)
        first, second = ([image(renamed, column) for column in pair] for pair in (first, second))
        return (Layout(first, bits - lane_bits, lane_bits, 0, 1),
                Layout(second, len(second) - lane_bits, lane_bits, 0, 1), f"[{1 << bits - 1},2]")
    registers, warps = rng.choice([0, 1, 2, 2, 3, 3, 4]), rng.choice([0, 0, 1, 2])
    bits = registers + lane_bits + warps
    split = rng.randrange(1, bits)
    shape = f"[{1 << bits - split},{1 << split}]"
    first, second = columns_of(rng, registers, lane_bits, warps)
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
        self.bits = rng.choice([8, 16, 16, 32, 32, 64])
        self.name = f"convert{number}"
        held = (1 << sum(self.source.bits)) * self.bits // 8
        little = ["--scratch", str(max(held // rng.choice([2, 4, 8]), 64))]  # In rounds.
        route = rng.choice([[], [], [], ["--no-shared"], ["--no-shuffle"], little])
        self.command = [tool, "plan", "--from", self.source.text(shape), "--to"]
        self.command += [self.result.text(shape), "--bits", str(self.bits)]
        self.command += ["--target", target, "--as", dialect, "--name", self.name, *route]
        self.threads = 1 << lane_bits + self.source.bits[2]
        run = subprocess.run(self.command, capture_output=True, text=True, check=False)
        self.refused = run.stdout if run.returncode == 1 else ""
        assert run.returncode in (0, 1), (shlex.join(self.command), run.stderr)
        self.code = run.stdout
        self.kinds = [kind for which in ("all", dialect) for kind, pattern in KINDS[which].items()
                      if re.search(pattern, self.code)]

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
    done, elements, refused = 0, 0, 0
    kinds = dict.fromkeys([*KINDS["all"], *KINDS[dialect]], 0)
    number = 0
    while done < count:
        target, lane_bits, cpu = targets[done // BATCH % len(targets)]
        cases, tries = [], 0
        while len(cases) < min(BATCH, count - done):
            number += 1
            case = Case(rng, args.tool, target, lane_bits, dialect, number)
            if case.refused:
                refused += 1
                continue
            # Half of them for what has been drawn seldom.
            tries += 1
            seldom = any(kinds[kind] < 3 for kind in case.kinds)
            if seldom or len(cases) < BATCH // 2 or tries > MOST_TRIES:
                cases.append(case)
                for kind in case.kinds:
                    kinds[kind] += 1
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
        done += len(cases)
    never = [kind for kind, times in kinds.items() if not times]
    assert not never, f"no plan for {dialect} has a step with {never}"
    print(f"{done} plans for {dialect}, {elements} elements, {refused} refused;",
          ", ".join(f"{kind}: {n}" for kind, n in kinds.items()))


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
            targets = [(cpu, 5, [f"--cuda-gpu-arch={cpu}"])
                       for cpu in ("sm_90", "sm_100", "sm_80", "sm_120")]
            run_plans(args, rng, folder, targets, args.cuda, "", "cuda", args.count)
        if args.hip:
            targets = [(cpu, 6 if cpu.startswith("gfx9") else 5, [f"--offload-arch={cpu}"])
                       for cpu in ("gfx90a", "gfx950", "gfx942", "gfx1100", "gfx1200")]
            run_plans(args, rng, folder, targets, args.hip, HIP_HEADER, "hip", args.count)
    return 0


if __name__ == "__main__":
    sys.exit(main())
