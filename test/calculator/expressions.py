"""Random index expressions: their values by a compiler of C++, and their conflicts.

    expressions.py F2LAYOUT CLANG COUNT

Draws expressions of C with the names that `f2layout banks` knows, and blocks of
any shape. A compiler of C++ evaluates them for each thread: names are variables of
the types that CUDA gives them. The wavefronts of the elements that it finds are
counted here bank by bank, and `f2layout banks` must count the same. Expressions
that overflow, or shift by too much, are refused by both: by f2layout with an error,
in C++ by the sanitizer.

Part of the f2layout project, under the Apache License v2.0 with LLVM
Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import math
import pathlib
import random
import re
import subprocess
import sys
import tempfile

# Lanes that are served together, by bytes of an access.
PHASE = {1: 32, 2: 32, 4: 32, 8: 16, 16: 8}
NAMES = ["threadIdx.x", "threadIdx.y", "threadIdx.z", "blockDim.x", "blockDim.y",
         "tx", "ty", "tz", "t", "lane", "warp", "warpSize", "i"]
SIZE = 1009

PROGRAM = """#include <cstdio>
struct Three { unsigned x, y, z; };
template <typename Fn> void each(Three blockDim, int registers, Fn f) {
  for (int i = 0; i < registers; ++i)
    for (unsigned n = 0; n < blockDim.x * blockDim.y * blockDim.z; ++n) {
      Three threadIdx = {n % blockDim.x, n / blockDim.x % blockDim.y, n / blockDim.x / blockDim.y};
      std::printf("%u ", unsigned(f(threadIdx, blockDim, i)));
    }
  std::puts("");
}
#define NAMES Three threadIdx, Three blockDim, int i
#define LOCALS int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z; \\
  int t = tx + blockDim.x * (ty + blockDim.y * tz), warpSize = 32; \\
  int lane = t % 32, warp = t / 32;
int main(int, char **arguments) {
  switch (std::atoi(arguments[1])) {
"""


def expression(rng, depth, names):
    if depth == 0 or rng.random() < 0.15:
        if rng.random() < 0.75:
            return rng.choice(names + ["t", "threadIdx.x", "lane"] * 3)
        return rng.choice(["1", "2", "3", "0x1f", "7u", "13", "0b101", "5ul", "16l", "33", "99999"])
    kind = rng.random()
    left = expression(rng, depth - 1, names)
    if kind < 0.1:
        return rng.choice(["-", "~", "!", "+"]) + f"({left})"
    if kind < 0.15:
        return f"({rng.choice(['int', 'unsigned', 'long', 'unsigned long'])})({left})"
    right = expression(rng, depth - 1, names)
    if kind < 0.25:  # Without parentheses, the precedence decides.
        signs = rng.choices(["+", "-", "*", "&", "|", "^", "<<", "==", "<", "&&", "||"], k=2)
        middle = rng.choice(["1", "3", rng.choice(names)])
        if "<<" in signs:
            signs, middle = ["<<", rng.choice(["+", "*", "&"])], "1"
            return f"({left}) {signs[0]} {middle}"
        return f"{left} {signs[0]} {middle} {signs[1]} ({right})" if len(left) < 14 else f"({left})"
    if kind < 0.3:
        return f"({left}) ? ({right}) : ({expression(rng, depth - 1, names)})"
    if kind < 0.4:
        return f"({left}) {rng.choice(['<<', '>>'])} {rng.randrange(4)}"
    if kind < 0.55:
        return f"({left}) {rng.choice(['/', '%'])} {rng.choice(['2', '3', '4u', '7', '-3', '32'])}"
    sign = rng.choice(["+", "-", "*", "^"] * 4 + ["&", "|"] * 2
                      + ["<", "<=", ">", ">=", "==", "!=", "&&", "||"])
    return f"({left}) {sign} ({right})"


class Case:
    def __init__(self, rng):
        names = list(NAMES)
        self.definitions = []  # Those that are used; f2layout computes no others.
        for name in ("a", "b")[: rng.randrange(3)]:
            kind = rng.choice(["int", "unsigned", "auto", "const unsigned", "long"])
            self.definitions.append(f"{kind} {name} = {expression(rng, 2, names)}")
            names += [name] * 3
        self.index = f"unsigned({expression(rng, 4, names)}) % {SIZE}u"
        used = self.index
        for definition in reversed(list(self.definitions)):
            name = definition.partition(" = ")[0].split()[-1]
            if re.search(rf"\b{name}\b", used):
                used += definition.partition(" = ")[2]
            else:
                self.definitions.remove(definition)
        self.block = rng.choice([(32,), (48,), (32, 8), (8, 4), (16, 16), (5, 7), (4, 3, 5), (7,), (96, 2)])
        self.registers = rng.choice([1, 1, 2, 5])
        self.bytes = rng.choice([1, 2, 4, 4, 8])

    def text(self):
        return "; ".join([*self.definitions, f"s[{self.index}]"])

    def program(self, number):
        sizes = [*self.block, 1, 1][:3]
        body = " ".join(f"{d};" for d in self.definitions)
        return (f"  case {number}: each({{{sizes[0]}, {sizes[1]}, {sizes[2]}}}, {self.registers}, "
                f"[](NAMES) {{ LOCALS {body} return {self.index}; }}); break;\n")

    def ask(self, tool):
        command = [tool, "banks", self.text(), "--json", "--only", "store"]
        command += ["--block", "x".join(map(str, self.block)), "--registers", str(self.registers)]
        command += ["--bits", str(8 * self.bytes), "--shape", str(SIZE)]
        return subprocess.run(command, text=True, capture_output=True, check=False)

    def wavefronts(self, values):
        threads = math.prod(self.block)
        costs = []
        for first in range(0, len(values), threads):
            for warp in range(first, first + threads, 32):
                lanes = values[warp : min(warp + 32, first + threads)]
                total = 0
                for phase in range(0, len(lanes), PHASE[self.bytes]):
                    words = {}
                    for element in lanes[phase : phase + PHASE[self.bytes]]:
                        begin = element * self.bytes
                        for byte in range(begin, begin + self.bytes):
                            words.setdefault(byte // 4 % 32, set()).add(byte // 4)
                    total += max(map(len, words.values()))
                costs.append(total)
        return costs


def main():
    tool, clang, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    rng = random.Random(6)
    faults = "signed-integer-overflow,shift-exponent,integer-divide-by-zero"
    cases = [Case(rng) for _ in range(count)]
    with tempfile.TemporaryDirectory() as name:
        source, binary = pathlib.Path(name) / "all.cpp", pathlib.Path(name) / "all"
        cases_text = "".join(case.program(n) for n, case in enumerate(cases))
        source.write_text("#include <cstdlib>\n" + PROGRAM + cases_text + "  }\n}\n")
        subprocess.run(
            [clang, "-std=c++17", "-w", "-Wno-parentheses", f"-fsanitize={faults}",
             f"-fsanitize-trap={faults}", str(source), "-o", str(binary)], check=True,
        )
        refused = different = 0
        for number, case in enumerate(cases):
            ran = subprocess.run([str(binary), str(number)], text=True, capture_output=True, check=False)
            asked = case.ask(tool)
            if ran.returncode != 0:
                said = any(why in asked.stderr for why in ("overflows", "a shift by", "division by zero"))
                assert asked.returncode == 2 and said, (case.text(), asked)
                refused += 1
                continue
            assert asked.returncode == 0, (case.text(), case.block, asked.stderr)
            found = [a["wavefronts"] for a in json.loads(asked.stdout)["store"]["accesses"]]
            expected = case.wavefronts(list(map(int, ran.stdout.split())))
            assert found == expected, (case.text(), case.block, case.registers, case.bytes, found, expected)
            different += len(set(found)) > 1
    assert 0 < refused < count / 2 and different > count / 20, (refused, different)
    print(f"{count} expressions, {refused} refused, {different} have accesses of several costs")


if __name__ == "__main__":
    main()
