"""Random index expressions: their values by a compiler of C++, and their conflicts.

    expressions.py F2LAYOUT CLANG COUNT

Draws expressions of C with the names that `f2layout banks` knows, and blocks of
any shape. A compiler of C++ evaluates them for each thread: names are variables of
the types that CUDA gives them. The wavefronts of the elements that it finds are
counted here bank by bank, and `f2layout banks` must count the same. Where it says
that there is a conflict, no bank must be asked for more words than the one that it
names, and the two threads must be at different words of that bank. Expressions that
overflow, or shift by too much, are refused by both: by f2layout with an error, in
C++ by the sanitizer.

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
TYPES = ["int", "unsigned", "long", "unsigned long", "bool", "char", "unsigned char", "short",
         "uint8_t", "int8_t", "uint16_t", "int16_t", "unsigned short", "signed char"]
CASTS = {1: "uchar", 2: "half", 4: "float", 8: "float2", 16: "float4"}
SIZE = 1009

PROGRAM = """#include <algorithm>
#include <cstdint>
#include <cstdio>
using std::max, std::min;
inline int __popc(unsigned x) { return __builtin_popcount(x); }
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
        return rng.choice(["1", "2", "3", "0x1f", "7u", "13", "0b101", "5ul", "16l", "33",
                           "99999", "2147483600"])  # fmt: skip
    kind = rng.random()
    left = expression(rng, depth - 1, names)
    if kind < 0.1:
        return rng.choice(["-", "~", "!", "+"]) + f"({left})"
    if kind < 0.15:
        type_ = rng.choice(TYPES)
        if rng.random() < 0.3:
            return f"static_cast<{type_}>({left})"
        return f"({type_})({left})"
    right = expression(rng, depth - 1, names)
    if kind < 0.25:  # Without parentheses, the precedence decides.
        signs = rng.choices(["+", "-", "*", "&", "|", "^", "<<", "==", "<", "&&", "||"], k=2)
        middle = rng.choice(["1", "3", rng.choice(names)])
        if "<<" in signs:
            signs, middle = ["<<", rng.choice(["+", "*", "&"])], "1"
            return f"({left}) {signs[0]} {middle}"
        return f"{left} {signs[0]} {middle} {signs[1]} ({right})" if len(left) < 14 else f"({left})"
    if kind < 0.28:
        if rng.random() < 0.2:
            return f"__popc(unsigned({left}))"
        type_ = rng.choice(["int", "unsigned"])  # Of two types, CUDA has other overloads.
        return f"{rng.choice(['min', 'max'])}({type_}({left}), {type_}({right}))"
    if kind < 0.33:
        return f"({left}) ? ({right}) : ({expression(rng, depth - 1, names)})"
    if kind < 0.43:
        return f"({left}) {rng.choice(['<<', '>>'])} {rng.randrange(4)}"
    if kind < 0.57:
        if rng.random() < 0.1:  # The remainder of -1 has no meaning, that of 2u has.
            divisor = rng.choice(["-1", "2u", "7"])
            return f"(0 * t - 2147483647 - 1) {rng.choice(['/', '%'])} {divisor}"
        divisor = rng.choice(["2", "3", "4u", "7", "-3", "-1", "32"])
        return f"({left}) {rng.choice(['/', '%'])} {divisor}"
    sign = rng.choice(["+", "-", "*", "^"] * 4 + ["&", "|"] * 2
                      + ["<", "<=", ">", ">=", "==", "!=", "&&", "||"])
    return f"({left}) {sign} ({right})"


class Case:
    def __init__(self, rng):
        names = list(NAMES)
        self.definitions = []  # Those that are used; f2layout computes no others.
        self.let = []
        if rng.random() < 0.4:  # What a kernel has as arguments, or of its grid.
            self.let = ["int n = " + expression(rng, 2, names), "blockIdx.x = 3"]
            names += ["n", "blockIdx.x"] * 2
        for name in ("a", "b")[: rng.randrange(3)]:
            kind = rng.choice(["int", "unsigned", "auto", "const unsigned", "long", "short",
                               "uint8_t"])  # fmt: skip
            self.definitions.append(f"{kind} {name} = {expression(rng, 2, names)}")
            names += [name] * 3
        self.index = f"unsigned({expression(rng, 4, names)}) % {SIZE}u"
        used = self.index
        for definition in reversed(list(self.definitions)):
            name = definition.partition(" = ")[0].split()[-1]
            if re.search(rf"\b{name}\b", used):
                used += " " + definition.partition(" = ")[2]
            else:
                self.definitions.remove(definition)
        self.block = rng.choice([(32,), (48,), (32, 8), (8, 4), (16, 16), (5, 7), (4, 3, 5), (7,),
                                 (96, 2)])  # fmt: skip
        if "n" not in re.findall(r"\w+", used):
            self.let = self.let[1:]
        self.registers = rng.choice([1, 1, 2, 5])
        # An access may be cast to a wider type than that of an element.
        self.element = rng.choice([1, 2, 4, 4, 8])
        self.bytes = self.element * rng.choice([1, 1, 1, 2, 4])
        if self.bytes > 16:
            self.bytes = self.element
        self.scale = self.bytes // self.element

    def text(self):
        cast = f"*({CASTS[self.bytes]} *)&" if self.scale > 1 else ""
        index = f"{self.scale} * ({self.index})" if self.scale > 1 else self.index
        return "; ".join([*self.definitions, f"{cast}s[{index}]"])

    def program(self, number):
        sizes = [*self.block, 1, 1][:3]
        grid = r"struct { unsigned x; } blockIdx = {\1}"
        let = [re.sub(r"^blockIdx.x = (.*)", grid, definition) for definition in self.let]
        body = " ".join(f"{d};" for d in [*let, *self.definitions])
        return (f"  case {number}: each({{{sizes[0]}, {sizes[1]}, {sizes[2]}}}, {self.registers}, "
                f"[](NAMES) {{ LOCALS {body} return {self.index}; }}); break;\n")

    def ask(self, tool):
        command = [tool, "banks", self.text(), "--json", "--only", "store"]
        command += ["--block", "x".join(map(str, self.block)), "--registers", str(self.registers)]
        command += ["--bits", str(8 * self.element), "--shape", str(SIZE * self.scale)]
        if self.let:
            command += ["--let", "; ".join(self.let)]
        return subprocess.run(command, text=True, capture_output=True, check=False)

    def accesses(self, values):
        """Of every access by a warp, its phases: {bank: {word: threads}}."""
        threads = math.prod(self.block)
        for first in range(0, len(values), threads):
            for warp in range(0, threads, 32):
                lanes = range(warp, min(warp + 32, threads))
                phases = []
                for lane in range(0, len(lanes), PHASE[self.bytes]):
                    banks = {}
                    for thread in lanes[lane : lane + PHASE[self.bytes]]:
                        begin = values[first + thread] * self.bytes
                        for word in range(begin // 4, (begin + self.bytes - 1) // 4 + 1):
                            banks.setdefault(word % 32, {}).setdefault(word, set()).add(thread)
                    phases.append(banks)
                yield phases

    def check_access(self, phases, found):
        """The costs, and the words and threads that are named if there is a conflict."""
        said = self.text(), self.block, self.registers, self.bytes, found
        most = [max(map(len, banks.values())) for banks in phases]
        ideal = sum(math.ceil(sum(map(len, banks.values())) / 32) for banks in phases)
        assert (found["wavefronts"], found["ideal"]) == (sum(most), ideal), (said, most, ideal)
        if sum(most) == ideal:
            assert not {"bank", "words", "threads"} & set(found), said
            return False
        # No bank is asked for more words, and in one phase the two threads are at
        # different ones of them.
        assert found["words"] == max(most), (said, most)
        one, other = found["threads"]
        for banks in phases:
            words = banks.get(found["bank"], {})
            asked = [{w for w, by in words.items() if thread in by} for thread in (one, other)]
            if len(words) == max(most) and all(asked) and not asked[0] & asked[1]:
                return True
        raise AssertionError((said, [banks.get(found["bank"]) for banks in phases]))


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
        refused = different = named = 0
        for number, case in enumerate(cases):
            command = [str(binary), str(number)]
            ran = subprocess.run(command, text=True, capture_output=True, check=False)
            asked = case.ask(tool)
            if ran.returncode != 0:
                whys = "overflows", "a shift by", "division by zero"
                said = any(why in asked.stderr for why in whys)
                assert asked.returncode == 2 and said, (case.text(), asked)
                refused += 1
                continue
            assert asked.returncode == 0, (case.text(), case.block, asked.stderr)
            found = json.loads(asked.stdout)["store"]["accesses"]
            expected = list(case.accesses(list(map(int, ran.stdout.split()))))
            assert len(found) == len(expected), (case.text(), len(found), len(expected))
            named += sum(map(case.check_access, expected, found))
            different += len({a["wavefronts"] for a in found}) > 1
    assert 0 < refused < count / 2 and different > count / 20, (refused, different)
    assert named > count / 4, named
    lets = sum(bool(case.let) for case in cases)
    wide = sum(case.scale > 1 for case in cases)
    assert lets > count / 10 and wide > count / 10, (lets, wide)
    print(f"{count} expressions, {refused} refused, {different} have accesses of several costs, "
          f"{lets} with --let, {wide} through a cast, {named} conflicts between named threads")


if __name__ == "__main__":
    main()
